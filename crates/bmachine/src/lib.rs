//! Classical B: parser, types, value domain and constraint-driven evaluator.
//!
//! From text to verdict: [`compose`] reads a component and what it names, `typing` infers types and resolves names, `code`
//! lowers formulas to code with enumeration plans, `eval` runs it over `value`s, [`machine`] makes a transition system of
//! it, [`symmetry`] canonicalises its states, and [`check`] puts all of it together.

pub mod certify;
pub mod check;
mod code;
pub mod compose;
mod declared;
mod eval;
pub mod machine;
pub mod problem;
pub mod symmetry;
mod syntax;
mod typing;
pub mod unchecked;
mod value;

pub use syntax::{ParseError, parses};
