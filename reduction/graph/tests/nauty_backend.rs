//! nauty behind the feature: same orders, and forms that are equal exactly when ours are.

mod families;

use families::*;
use graph::{Digraph, Nauty, Scratch, WorkLimit, canonical_labelling, nauty_labelling};

fn any_graph(random: &mut Random) -> Digraph {
    let n = 1 + random.below(12);
    match random.below(3) {
        0 => state_like(random, n, 3, 0, 2),
        1 => random_coloured(random, n, 2, 3),
        _ => random_undirected(random, n, 40),
    }
}

#[test]
fn agrees_with_our_own_labelling() {
    let mut random = Random(51);
    let (mut scratch, mut nauty) = (Scratch::default(), Nauty::new());
    let mut forms = |graph: &Digraph| {
        let ours = canonical_labelling(graph, &mut scratch, WorkLimit::NONE).expect("no limit");
        let theirs = nauty_labelling(graph, &mut nauty).expect("small enough");
        assert_eq!(ours.automorphisms.order(), theirs.automorphisms.order(), "{graph:?}");
        assert_eq!(ours.automorphisms.orbits, theirs.automorphisms.orbits, "{graph:?}");
        assert!(theirs.automorphisms.generators.iter().all(|g| graph.is_automorphism(g)), "{graph:?}");
        (graph.relabelled(&ours.labelling), graph.relabelled(&theirs.labelling))
    };
    for _ in 0..2000 {
        let a = any_graph(&mut random);
        let image = random.permutation(a.vertex_count());
        let same = a.relabelled(&image).expect("a permutation");
        let (ours, theirs) = forms(&a);
        assert_eq!((ours.clone(), theirs.clone()), forms(&same));
        let other = forms(&any_graph(&mut random));
        assert_eq!(ours == other.0, theirs == other.1);
    }
}

#[test]
fn hard_and_large_graphs_have_the_same_orders() {
    let mut random = Random(52);
    let (mut scratch, mut nauty) = (Scratch::default(), Nauty::new());
    let base = random_cubic(&mut random, 10);
    for graph in [paley(101), projective_plane(7), cfi(&base, true), program_like(&mut random, 6, 40, 4)] {
        let ours = canonical_labelling(&graph, &mut scratch, WorkLimit::NONE).expect("no limit");
        let theirs = nauty_labelling(&graph, &mut nauty).expect("small enough");
        assert_eq!(ours.automorphisms.order(), theirs.automorphisms.order());
    }
}
