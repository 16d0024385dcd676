//! The automorphism group of a program-like graph of 5,000 vertices is what it must be by construction.

mod families;

use std::collections::HashSet;

use families::*;
use graph::{Scratch, WorkLimit, automorphisms};
use num_bigint::BigUint;

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

#[test]
fn fifty_equal_processes_can_be_permuted_freely() {
    let mut random = Random(41);
    let mut scratch = Scratch::default();
    let graph = program_like(&mut random, 50, 98, 20);
    assert_eq!(graph.vertex_count(), 5020);
    let group = automorphisms(&graph, &mut scratch, WorkLimit::default()).expect("far below the limit");
    let used: HashSet<u32> = graph.arcs().iter().map(|arc| arc.to.0).filter(|&v| v >= 5000).collect();
    // Nothing but the processes, and the variables that nobody uses, can be exchanged.
    assert_eq!(group.order(), factorial(50) * factorial(20 - used.len() as u32));
    let processes = group.orbits.iter().filter(|&&least| least == 98);
    assert_eq!(processes.count(), 50, "the process vertices are one orbit");
    assert!(group.generators.iter().all(|g| graph.is_automorphism(g)));
}

#[test]
fn a_ring_of_processes_can_be_rotated_only() {
    // Each process points to its successor by an arc of its own colour.
    let mut arcs = Vec::new();
    let (processes, size) = (40, 120);
    for p in 0..processes {
        let at = |i: usize| p * size + i;
        arcs.extend((1..size - 1).map(|i| (at(i), at(i + 1), 0)));
        arcs.push((at(0), at(1), 1));
        arcs.push((at(0), (p + 1) % processes * size, 2));
        arcs.push((at(size - 1), (p + 1) % processes * size, 3));
    }
    let colours: Vec<u32> = (0..processes * size).map(|v| u32::from(v % size == 0)).collect();
    let graph = digraph(&colours, arcs);
    let group =
        automorphisms(&graph, &mut Scratch::default(), WorkLimit::default()).expect("below the limit");
    assert_eq!(group.order(), 40u32.into());
}
