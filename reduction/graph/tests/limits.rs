//! Work limits: a search that runs out says so, and with enough work the answer is always the same.

mod families;

use families::*;
use graph::{
    Colour, DigraphBuilder, GaveUp, GraphError, Scratch, Vertex, WorkLimit, automorphisms,
    canonical_labelling, some_automorphisms,
};

#[test]
fn any_limit_gives_the_right_answer_or_none() {
    let mut random = Random(21);
    let mut scratch = Scratch::default();
    let base = random_cubic(&mut random, 12);
    let (mut gave_up, mut partial) = (0, 0);
    for graph in [cfi(&base, true), hadamard(&paley_hadamard(19)), projective_plane(5), lattice(8)] {
        let order = automorphisms(&graph, &mut scratch, WorkLimit::NONE).expect("no limit").order();
        let canonical = canonical_labelling(&graph, &mut scratch, WorkLimit::NONE).expect("no limit");
        let form = graph.relabelled(&canonical.labelling);
        for exponent in 0..30 {
            let limit = WorkLimit::steps(1 << exponent);
            match automorphisms(&graph, &mut scratch, limit) {
                Ok(group) => assert_eq!(group.order(), order),
                Err(GaveUp) => gave_up += 1,
            }
            let (some, complete) = some_automorphisms(&graph, &mut scratch, limit);
            assert!(some.iter().all(|image| graph.is_automorphism(image)));
            partial += usize::from(!complete && !some.is_empty());
            match canonical_labelling(&graph, &mut scratch, limit) {
                Ok(canonical) => assert_eq!(graph.relabelled(&canonical.labelling), form),
                Err(GaveUp) => gave_up += 1,
            }
        }
    }
    assert!(partial > 0, "some limit leaves a part of the group");
    assert!(gave_up > 20, "small limits were reached {gave_up} times");
}

#[test]
fn wrong_input_is_an_error() {
    let mut builder = DigraphBuilder::new();
    let v = builder.add_vertex(Colour(0)).expect("one vertex");
    let error = builder.add_arc(v, Vertex(7), Colour(0)).expect_err("there is no vertex 7");
    assert_eq!(error, GraphError::NoSuchVertex { vertex: Vertex(7), vertices: 1 });
    assert_eq!(error.to_string(), "no vertex 7 in a graph of 1 vertices");
    let graph = builder.build();
    assert_eq!(graph.relabelled(&[]), None);
    assert_eq!(graph.relabelled(&[1]), None);
    let two = undirected(2, [(0, 1)]);
    assert_eq!(two.relabelled(&[0, 0]), None);
    assert!(!two.is_automorphism(&[1, 1]));
    assert!(two.is_automorphism(&[1, 0]));
}

#[test]
fn empty_and_tiny_graphs() {
    let mut scratch = Scratch::default();
    let orders = [1u32, 1, 2, 6];
    for (n, order) in orders.into_iter().enumerate() {
        let graph = undirected(n, []);
        let canonical = canonical_labelling(&graph, &mut scratch, WorkLimit::NONE).expect("no limit");
        assert_eq!(canonical.labelling.len(), n);
        assert_eq!(canonical.automorphisms.order(), order.into());
    }
}

/// Every automorphism that is kept takes memory for each vertex: a hundred thousand of them would take forty gigabytes.
#[test]
fn many_interchangeable_parts_do_not_fill_the_memory() {
    let graph = undirected(200_000, (0..100_000).map(|i| (2 * i, 2 * i + 1)));
    let limit = WorkLimit::steps(20_000_000);
    assert_eq!(automorphisms(&graph, &mut Scratch::default(), limit).err(), Some(GaveUp));
    assert_eq!(canonical_labelling(&graph, &mut Scratch::default(), limit).err(), Some(GaveUp));
}
