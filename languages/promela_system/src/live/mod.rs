//! Properties of runs that go on for ever: formulas, never claims, accept and progress labels, under fairness.
//!
//! ```text
//! ltl block ── formula ──▶ Watcher ─┐
//! never claim ──────────────────────┼─▶ Beside ── product ──▶ explorer::find_cycle ──▶ system (replay, report)
//! accept, progress labels ──────────┘                │
//!                                              fairness: marks on steps
//! ```
//!
//! What watches a run stands beside the system, two bytes behind its state: the claim moves first and then in turn with the
//! system, a system that can do nothing stutters, an `atomic` is one step (SPIN 6.5.2). The system itself is the one that is
//! searched for safety, compiled as ever.

mod beside;
mod certify;
mod fairness;
mod family;
mod formula;
mod guide;
mod product;
mod properties;
mod system;
#[cfg(test)]
mod tests;

pub use formula::Notation;
pub(crate) use formula::{of_formula, premises};
pub use system::LiveSystem;
pub(crate) use system::Watched;
