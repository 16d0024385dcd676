//! What canonicalising one state takes, counted in plain steps of the search: one successor made by machine code, encoded and
//! looked up, about 150 ns where the figures were measured.
//!
//! The counts are what varies between models; what each takes was fitted to the systems of the papers. A factor of two
//! either way changes little: the choices made with these prices are between quantities that differ by more.

use explorer::Effort;

/// Trying so many elements on states of so many bytes. Images are made and compared 64 bytes at a time.
pub(crate) fn enumeration(order: u64, bytes: usize) -> f64 {
    0.3 + 0.04 * order as f64 * bytes.div_ceil(64) as f64
}

/// Refining colours, on average over what was counted.
pub(crate) fn refinement(effort: Effort) -> f64 {
    let calls = effort.calls.max(1) as f64;
    0.8 + effort.refinement_rounds as f64 / calls + 3.3 * effort.search_nodes as f64 / calls
}

/// Labelling a state as a graph.
pub(crate) const LABELLING: f64 = 40.0;
