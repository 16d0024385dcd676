//! Promela: preprocessor, lexer, parser, printer, resolver and lowering.

pub mod ast;
pub mod resolved;
