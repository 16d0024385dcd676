//! The concrete syntax of classical B: tokens, the abstract syntax tree and the parser.
//!
//! Predicates and expressions share one tree, because B's DEFINITIONS are macros whose kind is only known where they
//! are used; the type checker tells them apart.

pub mod ast;
mod builtin;
mod formula;
mod machine;
mod parser;
mod substitution;
mod token;

pub use builtin::{Builtin, Constant};
pub use machine::parse_machine;
pub use parser::ParseError;

/// The first error of the grammar in a component, if there is one: for surveys, which tell it from errors of types.
pub fn parses(file: diagnostics::FileId, text: &str) -> Result<(), ParseError> {
    parse_machine(file, text).1.into_iter().next().map_or(Ok(()), Err)
}
