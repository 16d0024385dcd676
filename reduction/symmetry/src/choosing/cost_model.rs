//! What canonicalising one state takes, counted in plain steps of the search: one successor made by machine code, encoded and
//! looked up, about 150 ns where the figures were measured.
//!
//! The counts are what varies between models; what each takes was fitted to the systems of the papers. A factor of two
//! either way changes little: the choices made with these prices are between quantities that differ by more.

use explorer::Effort;

/// Looking at images of states of so many bytes, on average over what was counted. Images are made and compared 64 bytes at
/// a time; those of few elements are given up at the first byte that is greater, those along the stabiliser chain are
/// also kept and compared with each other.
pub(crate) fn enumeration(effort: Effort, one_by_one: bool, bytes: usize) -> f64 {
    let images = effort.search_nodes as f64 / effort.calls.max(1) as f64;
    let lines = bytes.div_ceil(64) as f64;
    let each = if one_by_one { 0.04 * lines } else { 0.1 + 0.06 * lines };
    0.3 + each * images
}

/// Refining colours, on average over what was counted.
pub(crate) fn refinement(effort: Effort) -> f64 {
    let calls = effort.calls.max(1) as f64;
    0.8 + effort.refinement_rounds as f64 / calls + 3.3 * effort.search_nodes as f64 / calls
}

/// Labelling a state as a graph.
pub(crate) const LABELLING: f64 = 40.0;
