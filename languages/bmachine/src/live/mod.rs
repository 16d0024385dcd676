//! Temporal formulas about a machine (`ASSERT_LTL`), on all its maximal runs: those that go on for ever and those
//! that end in a deadlock.
//!
//! ```text
//! text ── formula ──▶ automaton of what violates it (property) ─ fair ──▶ ──┐
//!            │                                                              ├─▶ product ──▶ explorer::find_cycle
//!            └─ atom: predicates, steps ── typing, compile ──▶ Machine ─────┘                       │
//!                                                                    replay, certify (slow_sight) ◀─┘
//! ```
//!
//! A letter of the automaton is what holds in a state *and of the step that is taken there*, so an edge of the
//! product reads both. The place of the automaton stands in two bytes behind the state (`checker::beside`); its
//! highest bit says that the run has ended.
//!
//! **Symmetry.** No atom can tell the images of a state under permutations of deferred elements apart: B has no names
//! for these elements, patterns compare parameters with values of expressions, which move along, and constants are
//! part of the state. So quotient and system are bisimilar, also beside the automaton. A formula `!x.({x : S} => f)`
//! is checked as `f` about one more constant `x`: what is left of the group is what fixes its value. Only ProB's own
//! names of elements (`S1`) break the symmetry, and then it is not used.
//!
//! What must never break: no lasso is shown that the slow evaluator did not repeat and whose letters do not violate
//! the formula by `property::Word`, which knows no automata.

pub(crate) mod atom;
mod certify;
mod fair;
mod formula;
mod product;
mod replay;
mod system;
#[cfg(test)]
mod tests;

pub use formula::Temporal;
pub(crate) use formula::{Read, Refused, written};
pub use system::LiveMachine;
pub(crate) use system::watcher;
