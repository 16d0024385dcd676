//! Colour refinement on its own: the equitable partition without a search.

use crate::digraph::Digraph;
use crate::limit::{Budget, GaveUp, WorkLimit};
use crate::lists::{ListMemory, ListTree};
use crate::relations::Relations;
use crate::trace::{Standing, Trace};
use crate::tree::Tree;

/// Refines the vertex colours of `graph` to an equitable partition: vertices of one cell have equally many arcs of
/// each colour to and from each cell. Entry `v` is the number of `v`'s cell. The numbers are consecutive from zero
/// and do not depend on how the vertices are numbered, so isomorphic graphs give the same cells the same numbers.
///
/// # Errors
/// [`GaveUp`] when the work exceeds `limit`.
pub fn colour_refinement(graph: &Digraph, limit: WorkLimit) -> Result<Box<[u32]>, GaveUp> {
    let relations = Relations::new(graph);
    let mut memory = ListMemory::default();
    let mut tree = ListTree::new(&relations, &mut memory);
    let mut trace = Trace::default();
    trace.begin(0, Standing::default());
    tree.root(&mut trace, &mut Budget::new(limit))?;
    let mut cells = vec![0; graph.vertex_count()];
    for (number, cell) in memory.cells().enumerate() {
        for &v in cell {
            cells[v as usize] = number as u32;
        }
    }
    Ok(cells.into())
}
