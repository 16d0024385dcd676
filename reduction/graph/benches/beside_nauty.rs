//! Canonical labelling beside nauty, in one run, with ratios.
//!
//! `cargo bench -p graph --features nauty`. Each line is one family of graphs: a batch is labelled by each method in
//! turn, several times, and the best time of each method counts. Both sides get graphs already in their own
//! representation and produce the canonical form.

#[path = "../tests/families/mod.rs"]
mod families;

use std::time::Instant;

use families::*;
use graph::{
    Digraph, Nauty, Scratch, SmallDigraph, SmallForm, SmallScratch, Vertex, WorkLimit, automorphisms,
    label_small, nauty_labelling,
};
use nauty_backend::{Input, Method};

const BATCH: usize = 200;
const REPEATS: usize = 15;

fn main() {
    println!("{:<26} {:>9} {:>9} {:>9} {:>7}", "nanoseconds per graph", "ours", "dense", "sparse", "ratio");
    let mut random = Random(99);
    for n in [10, 20, 45, 64] {
        let graphs: Vec<_> = (0..BATCH).map(|_| state_like(&mut random, n, 4, 1, 2)).collect();
        compare(&format!("state-like {n}"), &graphs);
    }
    for n in [10, 20, 45, 64] {
        let graphs: Vec<_> = (0..BATCH).map(|_| state_like(&mut random, n, 1, 1, 2)).collect();
        compare(&format!("one colour {n}"), &graphs);
    }
    for n in [8, 16, 64] {
        compare(&format!("directed ring {n}"), &[circulant(n, &[1])]);
    }
    for d in [3, 4, 6] {
        compare(&format!("hypercube {d}d"), &[hypercube(d)]);
    }
    let parts = [(3, 4), (5, 4), (5, 12)];
    for (size, count) in parts {
        let part = state_like(&mut random, size, 2, 1, 2);
        compare(&format!("{count} copies of {size}"), &[copies(&part, count)]);
    }
    compare("Paley 61", &[paley(61)]);
    compare("plane of order 5", &[projective_plane(5)]);
    compare("Hadamard 16", &[hadamard(&sylvester(4))]);
    println!("\n{:<26} {:>9} {:>9} {:>7}", "milliseconds per group", "ours", "nauty", "ratio");
    for (processes, locations) in [(10, 490), (50, 98), (200, 23)] {
        let graph = program_like(&mut random, processes, locations, 20);
        compare_groups(&format!("{processes} processes, n={}", graph.vertex_count()), &graph, 3);
    }
    compare_groups("plane of order 13", &projective_plane(13), 3);
    compare_groups("Hadamard 64", &hadamard(&sylvester(6)), 3);
    compare_groups("Paley 257", &paley(257), 3);
    let base = random_cubic(&mut random, 30);
    compare_groups("CFI 30", &cfi(&base, true), 3);
}

/// Our automorphism group beside nauty's, from the general representation on both sides. Arc colours cost nauty a
/// vertex each.
fn compare_groups(name: &str, graph: &Digraph, repeats: usize) {
    let (mut scratch, mut nauty) = (Scratch::default(), Nauty::new());
    let mut best = [f64::INFINITY; 2];
    for _ in 0..repeats {
        let ours = milliseconds(|| automorphisms(graph, &mut scratch, WorkLimit::NONE).is_ok());
        best[0] = best[0].min(ours);
        best[1] = best[1].min(milliseconds(|| nauty_labelling(graph, &mut nauty).is_some()));
    }
    println!("{name:<26} {:>9.2} {:>9.2} {:>6.1}x", best[0], best[1], best[1] / best[0]);
}

fn milliseconds(run: impl FnOnce() -> bool) -> f64 {
    let start = Instant::now();
    assert!(run(), "found");
    start.elapsed().as_secs_f64() * 1e3
}

fn compare(name: &str, graphs: &[Digraph]) {
    let mut ours = Ours::new(graphs);
    let mut nauties: Vec<Nauty> = graphs.iter().map(loaded).collect();
    let mut best = [f64::INFINITY; 3];
    for _ in 0..REPEATS {
        best[0] = best[0].min(time(graphs.len(), || ours.label_all()));
        for (slot, method) in [(1, Method::Dense), (2, Method::Sparse)] {
            let run = || nauties.iter_mut().for_each(|nauty| nauty.label(method));
            best[slot] = best[slot].min(time(graphs.len(), run));
        }
    }
    let [our, dense, sparse] = best;
    println!("{name:<26} {our:>9.0} {dense:>9.0} {sparse:>9.0} {:>6.1}x", dense.min(sparse) / our);
}

/// Nanoseconds per graph of one run over a batch, repeated until the clock can measure it.
fn time(graphs: usize, mut run: impl FnMut()) -> f64 {
    let passes = BATCH / graphs;
    let start = Instant::now();
    for _ in 0..passes {
        run();
    }
    start.elapsed().as_secs_f64() * 1e9 / (graphs * passes) as f64
}

struct Ours {
    graphs: Vec<SmallDigraph>,
    scratch: SmallScratch,
    form: SmallForm,
}

impl Ours {
    fn new(graphs: &[Digraph]) -> Ours {
        let graphs = graphs.iter().map(small).collect();
        Ours { graphs, scratch: SmallScratch::default(), form: SmallForm::default() }
    }

    fn label_all(&mut self) {
        for graph in &self.graphs {
            let labelling = label_small(graph, &mut self.scratch, WorkLimit::NONE).expect("no limit");
            graph.form_under(labelling, &mut self.form);
            std::hint::black_box(&self.form);
        }
    }
}

fn small(graph: &Digraph) -> SmallDigraph {
    let mut small = SmallDigraph::new();
    small.reset(graph.vertex_count()).expect("at most 64 vertices");
    for (v, &colour) in graph.colours().iter().enumerate() {
        small.set_colour(Vertex(v as u32), colour).expect("a vertex");
    }
    for arc in graph.arcs() {
        small.add_arc(arc.from, arc.to, arc.colour).expect("an arc");
    }
    small
}

fn loaded(graph: &Digraph) -> Nauty {
    let colours: Vec<u32> = graph.colours().iter().map(|colour| colour.0).collect();
    let arcs: Vec<(u32, u32)> = graph.arcs().iter().map(|arc| (arc.from.0, arc.to.0)).collect();
    let directed = arcs.iter().any(|&(from, to)| from == to || !arcs.contains(&(to, from)));
    let mut nauty = Nauty::new();
    assert!(nauty.load(Input { colours: &colours, arcs: &arcs, directed }));
    nauty
}
