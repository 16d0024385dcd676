//! The pipeline: from a program to an outcome.
//!
//! Puts the parts together and knows no algorithm: next-state function, canonicaliser and limits go into the
//! explorer, what it finds is replayed by the witness, and the result is plain data for the report.

mod certify;
mod compiled;
mod interpreted;
mod lazily;
mod making;
mod outcome;
mod reduction;
mod run;
mod trail;

pub use certify::{Certified, Certify, Keeper, certify_program};
pub use compiled::CompiledModel;
pub use interpreted::InterpretedModel;
pub use lazily::{Lazily, Rival};
pub use making::Making;
pub use outcome::fault_text;
pub use reduction::{Reduction, prepare, prepare_with_code};
pub use run::{Engine, Options, check, retell, retell_merged};
pub use trail::trail;
