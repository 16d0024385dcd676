//! Promela: preprocessor, lexer, parser, printer, resolver and lowering.

pub mod ast;
mod lower;
pub mod resolved;

pub use lower::{Reduction, lower};
