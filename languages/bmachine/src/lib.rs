//! Classical B: parser, types, value domain and constraint-driven evaluator.
//!
//! From text to verdict: [`compose`] reads a component and what it names, `typing` infers types and resolves names,
//! `code` lowers formulas to code with enumeration plans, `eval` runs it over `value`s, [`machine`] makes a transition
//! system of it, [`symmetry`] canonicalises its states. [`BMachine`] is a component that was read, [`MachineSystem`]
//! one that was set up for a search by the pipeline, [`LiveMachine`] one with a temporal formula.

mod certify;
mod code;
pub mod compose;
mod declared;
mod eval;
mod live;
pub mod machine;
mod names;
pub mod problem;
mod specification;
pub mod symmetry;
mod syntax;
mod system;
mod typing;
mod unchecked;
mod value;

pub use live::{LiveMachine, Temporal};
pub use machine::MachineWalk;
pub use names::{Examined, examine, refused_name};
pub use specification::BMachine;
pub use syntax::{ParseError, parses};
pub use system::{MachineSystem, NOT_SOUND, kind_name, kind_text};
