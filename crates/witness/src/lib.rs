//! Independent checks: replays traces, verifies automorphisms and representatives.
//!
//! Nothing here knows compiled code, kernels, the store or the explorer: what they say is checked against the
//! reference interpreter alone.

mod replay;
mod symmetry;

pub use replay::{Ending, Mismatch, replay};
pub use symmetry::respects;
