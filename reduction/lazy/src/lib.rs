//! Lazy symmetry reduction, for systems that are only almost symmetric.
//!
//! Priorities, tie-breakers, one privileged process: most systems break full symmetry somewhere, and a reduction by the
//! symmetries of the whole program then keeps next to nothing. Wahl and D'Silva (A lazy approach to symmetry reduction,
//! Formal Aspects of Computing 22(6), 2009) annotate each state with a partition of the processes that says how symmetry
//! has been violated *on the way to it*, and drop states that others subsume. The paper expects each statement's
//! partition from the user; here it is derived from the program.
//!
//! [`translate`] makes a [`System`] of a program, or says why not; [`explore_program`] has the explorer search it. In goes
//! an interpreter; out comes the explorer's report, with runs that the interpreter can repeat. Three things must never break:
//! the states that annotated ones stand for are those that the interpreter reaches, a fault is found at its distance, and
//! the counts of `tests/figures.rs` come out. Which cells move with a process (`translate/ownership`,
//! `translate/identifiers`) may be chosen otherwise: the partition of each statement is derived for that choice.
//!
//! # Why it executes programs itself
//! The search loop, limits, counts and paths are the explorer's; the executor (`execute`, `step`) cannot be the interpreter:
//! - An arrangement is made for *one* statement, by the meet of the state's partition with that statement's. The interpreter
//!   expands a whole state: every statement of every process, of which all results but one would be thrown away, once for
//!   each statement and arrangement, and with every arrangement written as a state of its own and read back.
//! - Each statement inside an `atomic` refines the partition, so what is between them has to be an annotated state. The
//!   interpreter goes through an `atomic` in one step.
//! - Guards are evaluated for a local state without the rest of the state around it, to leave arrangements out before
//!   they are made (`Engine::banned`). With priorities there would be exponentially many.
//! - Partitions are derived from code in which it is written whether a number names a process, after it was decided which
//!   cells move with one. Executing that same code leaves nothing between what is derived and what is done.
//!
//! The meaning is the interpreter's all the same. Tests compare the two on random programs state by state, every
//! counterexample is replayed by the interpreter, and [`certify`](fn@certify) proves a verdict by the interpreter alone.

mod account;
#[cfg(test)]
mod brute_force;
mod certify;
mod derive;
mod execute;
mod form;
mod lift;
mod local;
mod marks;
mod partition;
mod reached;
pub mod reference;
mod search;
mod state;
mod step;
pub mod system;
mod translate;
mod unwind;

pub use account::{Account, account};
pub use certify::{Annotated, Invariant, Uncertified, certify};
pub use search::{Exploration, explore, explore_program};
pub use state::Concrete;
pub use system::System;
pub use translate::{Before, Codec, Refusal, Translation, translate};
