//! Group orders and isomorphism, compared with nauty.

mod dreadnaut;
mod families;

use dreadnaut::Dreadnaut;
use families::*;
use graph::{Digraph, Representation, Scratch, WorkLimit, automorphisms, canonical_labelling};

/// Compares the orders of our groups, found in every way, with nauty's.
fn check_orders(graphs: &[(String, Digraph)]) {
    let Some(mut oracle) = Dreadnaut::find() else { return };
    let representations = [Representation::Auto, Representation::Lists, Representation::Words];
    let mut scratches = representations.map(Scratch::with_representation);
    let mut ours = Vec::new();
    for (name, graph) in graphs {
        oracle.ask_order(graph);
        let orders = scratches.each_mut().map(|scratch| {
            let group = automorphisms(graph, scratch, WorkLimit::NONE).expect("no limit");
            let canonical = canonical_labelling(graph, scratch, WorkLimit::NONE).expect("no limit");
            assert_eq!(group.order(), canonical.automorphisms.order(), "{name}: the two ways differ");
            assert!(group.generators.iter().all(|g| graph.is_automorphism(g)), "{name}: not automorphisms");
            group.order()
        });
        assert!(orders.iter().all(|order| *order == orders[0]), "{name}: {orders:?}");
        ours.push(orders[0].to_string().parse::<f64>().expect("a number"));
    }
    let theirs = oracle.orders();
    assert_eq!(ours.len(), theirs.len());
    for (((name, graph), our), their) in graphs.iter().zip(ours).zip(theirs) {
        assert!((our / their - 1.0).abs() < 1e-9, "{name}: {our} but nauty says {their}: {graph:?}");
    }
}

#[test]
fn orders_of_random_graphs() {
    let mut random = Random(11);
    let mut graphs = Vec::new();
    for i in 0..1500 {
        let n = 2 + random.below(30);
        let graph = match i % 5 {
            0 => state_like(&mut random, n, 4, 1, 2),
            1 => random_coloured(&mut random, n, 2, 3),
            2 => random_undirected(&mut random, n, 20),
            3 => {
                let part = state_like(&mut random, 1 + n / 6, 2, 0, 2);
                copies(&part, 1 + random.below(5))
            }
            _ => {
                let steps = [1, 1 + random.below(n)];
                circulant(n, &steps)
            }
        };
        graphs.push((format!("random {i}"), graph));
    }
    check_orders(&graphs);
}

#[test]
fn orders_of_regular_graphs() {
    let mut graphs = Vec::new();
    for n in [5, 13, 17, 29, 37, 61, 101] {
        graphs.push((format!("Paley {n}"), paley(n)));
    }
    for n in [5, 8, 12, 20] {
        graphs.push((format!("triangular {n}"), triangular(n)));
    }
    for n in [4, 6, 10, 16] {
        graphs.push((format!("lattice {n}"), lattice(n)));
    }
    for d in 2..=8 {
        graphs.push((format!("hypercube {d}"), hypercube(d)));
    }
    graphs.push(("Shrikhande".to_owned(), shrikhande()));
    check_orders(&graphs);
}

#[test]
fn orders_of_projective_planes() {
    let planes = [2, 3, 5, 7, 11, 13].map(|q| (format!("plane of order {q}"), projective_plane(q)));
    check_orders(&planes);
}

#[test]
fn orders_of_hadamard_graphs() {
    let mut graphs = Vec::new();
    for k in 1..=6 {
        graphs.push((format!("Sylvester {}", 1 << k), hadamard(&sylvester(k))));
    }
    for q in [3, 7, 11, 19, 23, 31, 43, 47, 59] {
        graphs.push((format!("Paley-Hadamard {}", q + 1), hadamard(&paley_hadamard(q))));
    }
    check_orders(&graphs);
}

#[test]
fn orders_of_cfi_graphs() {
    let mut random = Random(12);
    let mut graphs = Vec::new();
    for n in [4, 6, 8, 10, 14, 20] {
        let base = random_cubic(&mut random, n.max(6));
        graphs.push((format!("CFI {n}"), cfi(&base, false)));
        graphs.push((format!("twisted CFI {n}"), cfi(&base, true)));
    }
    check_orders(&graphs);
}

#[test]
fn orders_of_program_like_graphs() {
    let mut random = Random(14);
    let sizes = [(3, 10, 2), (5, 30, 6), (20, 8, 3)];
    let graphs = sizes.map(|(p, l, s)| (format!("{p} processes"), program_like(&mut random, p, l, s)));
    check_orders(&graphs);
}

/// Changes one arc, so that most pairs are not isomorphic and the rest are by luck.
fn slightly_changed(graph: &Digraph, random: &mut Random) -> Digraph {
    let n = graph.vertex_count();
    let colours: Vec<u32> = graph.colours().iter().map(|c| c.0).collect();
    let mut arcs: Vec<_> = graph.arcs().iter().map(|a| (a.from.index(), a.to.index(), a.colour.0)).collect();
    if !arcs.is_empty() {
        let index = random.below(arcs.len());
        arcs[index].1 = random.below(n);
    }
    digraph(&colours, arcs)
}

#[test]
fn isomorphism_of_pairs() {
    let Some(mut oracle) = Dreadnaut::find() else { return };
    let mut random = Random(13);
    let mut scratch = Scratch::default();
    let mut form = |graph: &Digraph| {
        let canonical = canonical_labelling(graph, &mut scratch, WorkLimit::NONE).expect("no limit");
        graph.relabelled(&canonical.labelling).expect("a permutation")
    };
    let mut ours = Vec::new();
    while ours.len() < 3000 {
        let n = 2 + random.below(16);
        let colours = 1 + random.below(3);
        let a = state_like(&mut random, n, colours, 0, 2);
        let image = random.permutation(n);
        let b = slightly_changed(&a, &mut random).relabelled(&image).expect("a permutation");
        if a.arcs().len() == b.arcs().len() {
            oracle.ask_isomorphic(&a, &b);
            ours.push(form(&a) == form(&b));
        }
    }
    let theirs = oracle.isomorphisms();
    assert_eq!(ours, theirs);
    let equal = ours.iter().filter(|&&same| same).count();
    assert!(equal > 100 && equal < 2900, "both answers occur: {equal}");
}
