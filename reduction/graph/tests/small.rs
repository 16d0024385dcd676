//! Small digraphs: their labelling agrees with the general one, with brute force and with itself.

mod families;

use std::collections::HashMap;

use families::*;
use graph::{
    Colour, Digraph, GraphError, SmallDigraph, SmallForm, SmallScratch, Vertex, WorkLimit,
    canonical_labelling, label_small, reference,
};

/// Fills `small` with a graph, arcs in random order.
fn fill(small: &mut SmallDigraph, graph: &Digraph, image: &[u32], random: &mut Random) {
    small.reset(graph.vertex_count()).expect("small enough");
    for (v, &colour) in graph.colours().iter().enumerate() {
        small.set_colour(Vertex(image[v]), colour).expect("a vertex");
    }
    for index in random.permutation(graph.arcs().len()) {
        let arc = graph.arcs()[index as usize];
        let (from, to) = (Vertex(image[arc.from.index()]), Vertex(image[arc.to.index()]));
        small.add_arc(from, to, arc.colour).expect("an arc");
    }
}

/// Memory for the checks below.
#[derive(Default)]
struct Workbench {
    small: SmallDigraph,
    scratch: SmallScratch,
    form: SmallForm,
}

impl Workbench {
    /// The canonical form of `graph` renumbered at random.
    fn shuffled_form(&mut self, graph: &Digraph, random: &mut Random) -> SmallForm {
        let image = random.permutation(graph.vertex_count());
        fill(&mut self.small, graph, &image, random);
        let labelling = label_small(&self.small, &mut self.scratch, WorkLimit::NONE).expect("no limit");
        let mut numbers: Vec<u8> = labelling[..graph.vertex_count()].to_vec();
        self.small.form_under(labelling, &mut self.form);
        numbers.sort_unstable();
        assert!(numbers.iter().enumerate().all(|(i, &number)| i == usize::from(number)));
        let colours = &self.form.words()[1..=graph.vertex_count()];
        assert!(colours.is_sorted(), "numbered by ascending colour");
        self.form.clone()
    }

    fn check_relabellings(&mut self, graph: &Digraph, relabellings: usize, random: &mut Random) {
        let expected = self.shuffled_form(graph, random);
        for _ in 0..relabellings {
            assert_eq!(self.shuffled_form(graph, random), expected, "{graph:?}");
        }
    }
}

fn any_graph(random: &mut Random) -> Digraph {
    let n = 1 + random.below(64);
    match random.below(8) {
        0..=2 => state_like(random, n, 4, 1, 2),
        3 => random_coloured(random, n, 3, 4),
        4 => {
            let part = state_like(random, 1 + n / 8, 2, 0, 2);
            copies(&part, 1 + random.below(7))
        }
        5 => {
            let steps = [1, 1 + random.below(n), 1 + random.below(n)];
            circulant(n, &steps[..1 + random.below(3)])
        }
        6 => random_undirected(random, n.min(30), 15),
        _ => state_like(random, n, 1, 0, 1),
    }
}

#[test]
fn five_thousand_graphs_times_a_hundred_relabellings() {
    let mut random = Random(31);
    let mut bench = Workbench::default();
    for _ in 0..5000 {
        let graph = any_graph(&mut random);
        bench.check_relabellings(&graph, 100, &mut random);
    }
}

#[test]
fn structured_graphs_times_relabellings() {
    let mut random = Random(32);
    let mut bench = Workbench::default();
    let cubic = random_cubic(&mut random, 6);
    let graphs = [
        hypercube(6),
        paley(61),
        triangular(9),
        lattice(8),
        shrikhande(),
        projective_plane(5),
        hadamard(&sylvester(4)),
        hadamard(&paley_hadamard(11)),
        cfi(&cubic, false),
        cycle(64),
        copies(&cycle(4), 16),
        undirected(64, []),
    ];
    for graph in &graphs {
        bench.check_relabellings(graph, 30, &mut random);
    }
}

#[test]
fn equal_exactly_when_the_general_forms_are() {
    let mut random = Random(33);
    let mut bench = Workbench::default();
    let mut general_scratch = graph::Scratch::default();
    let mut general_of_small: HashMap<SmallForm, Digraph> = HashMap::new();
    let mut small_of_general: HashMap<Digraph, SmallForm> = HashMap::new();
    for _ in 0..20_000 {
        let n = 1 + random.below(8);
        let graph = match random.below(3) {
            0 => random_coloured(&mut random, n, 2, 2),
            1 => random_undirected(&mut random, n, 40),
            _ => state_like(&mut random, n, 2, 0, 2),
        };
        let small = bench.shuffled_form(&graph, &mut random);
        let canonical = canonical_labelling(&graph, &mut general_scratch, WorkLimit::NONE).expect("no limit");
        let general = graph.relabelled(&canonical.labelling).expect("a permutation");
        assert_eq!(general_of_small.entry(small.clone()).or_insert(general.clone()), &general, "{graph:?}");
        assert_eq!(small_of_general.entry(general).or_insert(small.clone()), &small, "{graph:?}");
    }
    assert!(general_of_small.len() > 1000, "many classes were seen");
}

#[test]
fn equal_to_brute_force_on_six_vertices() {
    let mut random = Random(34);
    let mut bench = Workbench::default();
    let mut slow_of_fast: HashMap<SmallForm, Digraph> = HashMap::new();
    let mut fast_of_slow: HashMap<Digraph, SmallForm> = HashMap::new();
    for _ in 0..400 {
        let percent = 20 + random.below(60);
        let graph = random_undirected(&mut random, 6, percent);
        let (slow, _) = reference::canonical_form(&graph);
        let fast = bench.shuffled_form(&graph, &mut random);
        assert_eq!(slow_of_fast.entry(fast.clone()).or_insert(slow.clone()), &slow, "{graph:?}");
        assert_eq!(fast_of_slow.entry(slow).or_insert(fast.clone()), &fast, "{graph:?}");
    }
}

#[test]
fn twins_related_and_unrelated_are_told_apart() {
    // Both halves are regular of one degree and consist of pairs of twins: related ones in the first.
    let mut random = Random(35);
    let mut bench = Workbench::default();
    let related = undirected(
        16,
        (0..4).flat_map(|c| {
            [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(move |(a, b)| (4 * c + a, 4 * c + b))
        }),
    );
    let unrelated =
        undirected(12, (0..2).flat_map(|c| (0..9).map(move |i| (6 * c + i % 3, 6 * c + 3 + i / 3))));
    let colours = vec![0; 28];
    let shifted = unrelated.arcs().iter().map(|a| (a.from.index() + 16, a.to.index() + 16, 0));
    let both =
        digraph(&colours, related.arcs().iter().map(|a| (a.from.index(), a.to.index(), 0)).chain(shifted));
    bench.check_relabellings(&both, 200, &mut random);
}

#[test]
fn shared_arcs_can_be_kept() {
    let mut random = Random(37);
    let mut bench = Workbench::default();
    let shared = state_like(&mut random, 12, 1, 1, 1);
    let identity: Vec<u32> = (0..12).collect();
    let mut kept = SmallDigraph::new();
    fill(&mut kept, &shared, &identity, &mut random);
    let count = kept.arc_count();
    for _ in 0..200 {
        kept.truncate_arcs(count);
        let colours: Vec<u32> = (0..12).map(|_| random.below(100) as u32).collect();
        let own: Vec<_> =
            (0..6).map(|_| (random.below(12), random.below(12), random.below(2) as u32)).collect();
        let arcs = shared.arcs().iter().map(|a| (a.from.index(), a.to.index(), a.colour.0));
        let whole = digraph(&colours, arcs.chain(own.iter().copied()));
        for (v, &colour) in colours.iter().enumerate() {
            kept.set_colour(Vertex(v as u32), Colour(colour)).expect("a vertex");
        }
        for &(from, to, colour) in &own {
            kept.add_arc(Vertex(from as u32), Vertex(to as u32), Colour(colour)).expect("an arc");
        }
        assert_eq!(kept.to_digraph(), Ok(whole.clone()));
        let labelling = label_small(&kept, &mut bench.scratch, WorkLimit::NONE).expect("no limit");
        let mut form = SmallForm::default();
        kept.form_under(labelling, &mut form);
        assert_eq!(form, bench.shuffled_form(&whole, &mut random));
    }
}

#[test]
fn wrong_input_is_an_error() {
    let mut small = SmallDigraph::new();
    assert_eq!(small.reset(65), Err(GraphError::TooManyVertices));
    small.reset(2).expect("small enough");
    let missing = GraphError::NoSuchVertex { vertex: Vertex(2), vertices: 2 };
    assert_eq!(small.set_colour(Vertex(2), Colour(0)), Err(missing.clone()));
    assert_eq!(small.add_arc(Vertex(0), Vertex(2), Colour(0)), Err(missing));
    assert_eq!(small.add_arc(Vertex(0), Vertex(1), Colour(99)), Err(GraphError::TooManyArcColours));
}

#[test]
fn limits_are_honoured() {
    let mut random = Random(36);
    let mut bench = Workbench::default();
    let graph = paley(61);
    let expected = bench.shuffled_form(&graph, &mut random);
    let mut gave_up = 0;
    for exponent in 0..24 {
        match label_small(&bench.small, &mut bench.scratch, WorkLimit::steps(1 << exponent)) {
            Ok(labelling) => {
                bench.small.form_under(labelling, &mut bench.form);
                assert_eq!(bench.form, expected);
            }
            Err(graph::GaveUp) => gave_up += 1,
        }
    }
    assert!(gave_up > 5 && gave_up < 24);
}
