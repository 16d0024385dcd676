//! The obvious way: try every numbering. For tests; the size is the caller's risk.
//!
//! The smallest relabelled graph over all permutations of the vertices is a canonical form by definition, and the
//! permutations that give the graph itself are its automorphisms by definition. Nothing here is shared with the
//! search.

use crate::digraph::Digraph;

/// The arcs and colours of the smallest relabelled graph, and the number of automorphisms.
#[must_use]
pub fn canonical_form(graph: &Digraph) -> (Digraph, u64) {
    let n = graph.vertex_count();
    let mut smallest = graph.clone();
    let mut automorphisms = 0;
    let mut image: Vec<u32> = (0..n as u32).collect();
    loop {
        if let Some(relabelled) = graph.relabelled(&image) {
            automorphisms += u64::from(relabelled == *graph);
            if (relabelled.colours(), relabelled.arcs()) < (smallest.colours(), smallest.arcs()) {
                smallest = relabelled;
            }
        }
        if !next_permutation(&mut image) {
            return (smallest, automorphisms);
        }
    }
}

/// The coarsest equitable partition that respects the vertex colours, as a number per vertex: vertices are split by
/// their colour and the numbers of all they relate to, until nothing changes.
#[must_use]
pub fn equitable_partition(graph: &Digraph) -> Vec<usize> {
    let n = graph.vertex_count();
    let mut cell: Vec<usize> = graph.colours().iter().map(|colour| colour.0 as usize).collect();
    loop {
        let mut related: Vec<Vec<_>> = vec![Vec::new(); n];
        for arc in graph.arcs() {
            let (from, to) = (arc.from.index(), arc.to.index());
            related[from].push((false, arc.colour, cell[to], from == to));
            related[to].push((true, arc.colour, cell[from], from == to));
        }
        related.iter_mut().for_each(|list| list.sort_unstable());
        let described: Vec<_> = cell.iter().copied().zip(related).collect();
        let mut distinct: Vec<_> = described.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let refined: Vec<usize> =
            described.iter().map(|d| distinct.partition_point(|other| *other < d)).collect();
        if refined == cell {
            return cell;
        }
        cell = refined;
    }
}

/// The lexicographically next arrangement, or false after the last.
fn next_permutation(items: &mut [u32]) -> bool {
    let Some(pivot) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(larger) = items.iter().rposition(|&item| item > items[pivot]) else { return false };
    items.swap(pivot, larger);
    items[pivot + 1..].reverse();
    true
}
