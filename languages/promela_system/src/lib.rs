//! Promela as a system for the pipeline: symmetry is found and used, successors come from machine code or from the
//! interpreter, almost symmetric programs are explored with annotated states.
//!
//! [`Promela`] is a model that was read, with its properties; [`PromelaSystem`] is a program made ready for one search.

mod certify;
mod claimed;
mod communication;
mod compiled;
mod interpreted;
mod lazy_reduction;
mod live;
mod observer;
mod partly_expanded;
mod question;
mod reduction;
mod searched;
mod specification;
mod system;
mod trail;
mod unreached;
mod walk;
mod words;

pub use certify::certify_program;
pub use compiled::CompiledModel;
pub use interpreted::InterpretedModel;
pub use lazy_reduction::{LazyCandidate, LazyReduction};
pub use live::{LiveSystem, Notation};
pub use reduction::{Reduction, prepare};
pub use specification::Promela;
pub use system::{Engine, Level, PromelaSystem, Written};
pub use trail::trail;
pub use walk::PromelaWalk;
pub use words::fault_text;

use std::sync::Arc;

use program::{Counterexample, Interpreter, Layout, Program, ReferenceCells};
use witness::Lasso;

/// A counterexample as a run of `program`, from which the one it was found in came by static reductions. An error if the
/// program cannot repeat it.
pub fn retell(program: Program, found: &Counterexample) -> Result<Counterexample, String> {
    witness::retell(&interpreter(program), found).map_err(|mismatch| format!("internal error: {mismatch}"))
}

/// The same for a run that goes on for ever, and is to be fair.
pub(crate) fn retell_lasso(program: Program, found: &Lasso, is_fair: bool) -> Result<Lasso, String> {
    witness::retell_lasso(&interpreter(program), found, is_fair)
        .map_err(|mismatch| format!("internal error: {mismatch}"))
}

fn interpreter(program: Program) -> Interpreter {
    Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}

/// The same for a run of merged statements; `None` where the program has no such run.
pub fn retell_merged(program: Program, found: &Counterexample) -> Option<Counterexample> {
    witness::retell_merged(&interpreter(program), found).ok()
}
