//! Canonical forms do not depend on how the vertices are numbered, and agree with brute force.

mod families;

use std::collections::HashMap;

use families::*;
use graph::{Digraph, Representation, Scratch, WorkLimit, canonical_labelling, colour_refinement, reference};

fn form(graph: &Digraph, scratch: &mut Scratch) -> Digraph {
    let canonical = canonical_labelling(graph, scratch, WorkLimit::NONE).expect("no limit");
    for generator in &canonical.automorphisms.generators {
        assert!(graph.is_automorphism(generator), "not an automorphism of {graph:?}: {generator:?}");
    }
    graph.relabelled(&canonical.labelling).expect("a labelling is a permutation")
}

/// Checks that `relabellings` random renumberings have the form of the graph itself.
fn check_relabellings(graph: &Digraph, relabellings: usize, random: &mut Random, scratch: &mut Scratch) {
    let expected = form(graph, scratch);
    for _ in 0..relabellings {
        let image = random.permutation(graph.vertex_count());
        let renumbered = graph.relabelled(&image).expect("a permutation");
        assert_eq!(form(&renumbered, scratch), expected, "renumbered by {image:?}: {graph:?}");
    }
}

fn any_graph(random: &mut Random) -> Digraph {
    let n = 1 + random.below(24);
    match random.below(8) {
        0 | 1 => state_like(random, n, 4, 1, 2),
        2 => random_coloured(random, n, 2, 3),
        3 => {
            let percent = 10 + random.below(80);
            random_undirected(random, n, percent)
        }
        4 => {
            let part = state_like(random, 1 + n / 4, 2, 0, 2);
            copies(&part, 1 + random.below(4))
        }
        5 => {
            let steps = [1, 1 + random.below(n), 1 + random.below(n)];
            circulant(n, &steps[..1 + random.below(3)])
        }
        6 => random_cubic(random, 6 + 2 * (n / 3)),
        _ => state_like(random, n, 1, 0, 1),
    }
}

/// With each representation, half of 5,000 graphs.
fn check_many(representation: Representation, seed: u64) {
    let mut random = Random(seed);
    let mut scratch = Scratch::with_representation(representation);
    for _ in 0..2500 {
        let graph = any_graph(&mut random);
        check_relabellings(&graph, 100, &mut random, &mut scratch);
    }
}

#[test]
fn many_graphs_times_a_hundred_relabellings_on_words() {
    check_many(Representation::Words, 1);
}

#[test]
fn many_graphs_times_a_hundred_relabellings_on_lists() {
    check_many(Representation::Lists, 5);
}

#[test]
fn structured_graphs_times_relabellings() {
    let mut random = Random(2);
    let cubic = random_cubic(&mut random, 10);
    let graphs = [
        hypercube(5),
        hypercube(7),
        paley(29),
        paley(101),
        paley(257),
        triangular(8),
        lattice(5),
        shrikhande(),
        projective_plane(3),
        hadamard(&sylvester(3)),
        hadamard(&paley_hadamard(11)),
        cfi(&cubic, false),
        cfi(&cubic, true),
        copies(&cycle(4), 5),
        program_like(&mut random, 5, 12, 3),
    ];
    for representation in [Representation::Auto, Representation::Lists, Representation::Words] {
        let mut scratch = Scratch::with_representation(representation);
        for graph in &graphs {
            check_relabellings(graph, 10, &mut random, &mut scratch);
        }
    }
}

#[test]
fn equal_to_brute_force_on_small_graphs() {
    for (representation, seed) in [(Representation::Words, 3), (Representation::Lists, 6)] {
        check_against_brute_force(&mut Random(seed), &mut Scratch::with_representation(representation));
    }
}

fn check_against_brute_force(random: &mut Random, scratch: &mut Scratch) {
    let mut slow_of_fast: HashMap<Digraph, Digraph> = HashMap::new();
    let mut fast_of_slow: HashMap<Digraph, Digraph> = HashMap::new();
    for _ in 0..1500 {
        let n = 1 + random.below(5);
        let graph = match random.below(3) {
            0 => random_coloured(random, n, 2, 2),
            1 => random_undirected(random, n, 50),
            _ => state_like(random, n, 2, 0, 2),
        };
        let (slow, order) = reference::canonical_form(&graph);
        let fast = form(&graph, scratch);
        let group = graph::automorphisms(&graph, scratch, WorkLimit::NONE).expect("no limit");
        assert_eq!(group.order(), order.into(), "{graph:?}");
        assert_eq!(slow_of_fast.entry(fast.clone()).or_insert(slow.clone()), &slow, "{graph:?}");
        assert_eq!(fast_of_slow.entry(slow).or_insert(fast.clone()), &fast, "{graph:?}");
    }
}

#[test]
fn colour_refinement_is_the_coarsest_equitable_partition() {
    let mut random = Random(7);
    for _ in 0..2000 {
        let graph = any_graph(&mut random);
        let n = graph.vertex_count();
        let fast = colour_refinement(&graph, WorkLimit::NONE).expect("no limit");
        let slow = reference::equitable_partition(&graph);
        for v in 0..n {
            for w in 0..n {
                assert_eq!(fast[v] == fast[w], slow[v] == slow[w], "{v} and {w} of {graph:?}");
            }
        }
        let image = random.permutation(n);
        let renumbered = graph.relabelled(&image).expect("a permutation");
        let again = colour_refinement(&renumbered, WorkLimit::NONE).expect("no limit");
        assert!((0..n).all(|v| again[image[v] as usize] == fast[v]), "cells are numbered alike: {graph:?}");
    }
}

#[test]
fn graphs_with_equal_parameters_are_told_apart() {
    let mut random = Random(4);
    let mut scratch = Scratch::default();
    assert_ne!(form(&shrikhande(), &mut scratch), form(&lattice(4), &mut scratch));
    assert_ne!(form(&copies(&cycle(3), 2), &mut scratch), form(&cycle(6), &mut scratch));
    for n in [6, 10, 14] {
        let base = random_cubic(&mut random, n);
        assert_ne!(form(&cfi(&base, false), &mut scratch), form(&cfi(&base, true), &mut scratch));
    }
}
