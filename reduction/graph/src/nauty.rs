//! nauty as an alternative to our own labelling: same input, same kind of answer.
//!
//! nauty knows vertex colours but no arc colours, so unless all arcs have one colour every arc becomes a vertex of its
//! own, coloured after all others. The canonical numbers of the original vertices are then the first ones.
//! There is no work limit: nauty has none that could be set from outside.

use nauty_backend::{Input, Method, Nauty};

use crate::canonical::{Automorphisms, Canonical};
use crate::digraph::{Digraph, Vertex};
use crate::orbits::Orbits;

/// Graphs below this size go to nauty as bit matrices.
const DENSE_VERTICES: usize = 200;

/// Finds a canonical labelling and the automorphism group with nauty, or `None` if the graph is too large for it.
#[must_use]
pub fn nauty_labelling(graph: &Digraph, nauty: &mut Nauty) -> Option<Canonical> {
    let n = graph.vertex_count();
    let (colours, mut arcs) = without_arc_colours(graph);
    arcs.sort_unstable();
    let undirected = |&(from, to): &(u32, u32)| from != to && arcs.binary_search(&(to, from)).is_ok();
    let directed = !arcs.iter().all(undirected);
    if !nauty.load(Input { colours: &colours, arcs: &arcs, directed }) {
        return None;
    }
    let method = if colours.len() < DENSE_VERTICES { Method::Dense } else { Method::Sparse };
    let report = nauty.label_and_report(method);
    let mut labelling = vec![0; n];
    for (number, v) in nauty.order().take(n).enumerate() {
        labelling[v as usize] = number as u32;
    }
    let generators: Vec<Box<[u32]>> = report.generators.iter().map(|g| g[..n].into()).collect();
    let mut orbits = Orbits::default();
    orbits.reset(n);
    generators.iter().for_each(|generator| {
        orbits.join_all((0..).zip(generator.iter().copied()));
    });
    let automorphisms = Automorphisms {
        generators,
        orbit_lengths: report.orbit_lengths,
        base: Vec::new(),
        orbits: (0..n as u32).map(|v| orbits.root(v)).collect(),
    };
    Some(Canonical { labelling: labelling.into(), automorphisms })
}

/// Vertex colours and arcs of a digraph that says the same without arc colours.
fn without_arc_colours(graph: &Digraph) -> (Vec<u32>, Vec<(u32, u32)>) {
    let ends = |from: Vertex, to: Vertex| (from.0, to.0);
    let rank = ranks(graph.colours().iter().map(|colour| colour.0));
    let mut colours: Vec<u32> = graph.colours().iter().map(|c| rank(c.0)).collect();
    if graph.arcs().windows(2).all(|pair| pair[0].colour == pair[1].colour) {
        return (colours, graph.arcs().iter().map(|arc| ends(arc.from, arc.to)).collect());
    }
    let vertex_colours = colours.iter().max().map_or(0, |most| most + 1);
    let arc_rank = ranks(graph.arcs().iter().map(|arc| arc.colour.0));
    let mut arcs = Vec::new();
    for arc in graph.arcs() {
        let middle = Vertex(colours.len() as u32);
        colours.push(vertex_colours + arc_rank(arc.colour.0));
        arcs.push(ends(arc.from, middle));
        arcs.push(ends(middle, arc.to));
    }
    (colours, arcs)
}

/// The function from the values given to their ranks.
fn ranks(values: impl Iterator<Item = u32>) -> impl Fn(u32) -> u32 {
    let mut sorted: Vec<u32> = values.collect();
    sorted.sort_unstable();
    sorted.dedup();
    move |value| sorted.partition_point(|&other| other < value) as u32
}
