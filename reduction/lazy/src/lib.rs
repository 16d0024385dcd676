//! Lazy symmetry reduction, for systems that are only almost symmetric.
//!
//! Priorities, tie-breakers, one privileged process: most systems break full symmetry somewhere, and a reduction by the
//! symmetries of the whole program then keeps next to nothing. Wahl and D'Silva (A lazy approach to symmetry reduction,
//! Formal Aspects of Computing 22(6), 2009) annotate each state with a partition of the processes that says how symmetry
//! has been violated *on the way to it*, and drop states that others subsume. The paper expects each statement's
//! partition from the user; here it is derived from the program.
//!
//! [`translate`] makes a [`System`] of a program, or says why not; [`explore`] searches it.

#[cfg(test)]
mod brute_force;
mod certify;
mod clock;
mod derive;
mod execute;
mod form;
mod lift;
mod local;
mod partition;
mod reached;
pub mod reference;
mod search;
mod state;
mod step;
pub mod system;
mod translate;
mod unwind;

pub use certify::{Annotated, Invariant, Uncertified, certify};
pub use search::{Account, Concrete, Config, Found, Report, account, explore, explore_and_keep, represented};
pub use system::System;
pub use translate::{Before, Codec, Refusal, Translation, translate};
