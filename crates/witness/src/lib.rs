//! Independent checks: replays traces, verifies automorphisms and representatives.
//!
//! Nothing here knows compiled code, kernels, the store or the explorer: what they say is checked against the
//! reference interpreter alone.

mod orbits;
mod replay;
mod symmetry;

pub use orbits::{ImageFn, Orbits, Reached, reach};
pub use replay::{Ending, Mismatch, replay, retell};
pub use symmetry::Trials;
