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
pub use parser::{ParseError, is_reserved};
pub use token::{Token, lex};

/// The first error of the grammar in a component, if there is one: for surveys, which tell it from errors of types.
pub fn parses(file: diagnostics::FileId, text: &str) -> Result<(), ParseError> {
    parse_machine(file, text).1.into_iter().next().map_or(Ok(()), Err)
}

/// Parses a predicate or an expression that stands in the middle of something else, at a place of the source.
pub fn parse_part(text: &str, place: diagnostics::Span) -> Result<ast::Formula, ParseError> {
    let mut tokens = lex(place.file, text);
    for located in &mut tokens {
        let within = |offset: u32| place.start.saturating_add(offset).min(place.end.max(place.start));
        (located.span.start, located.span.end) = (within(located.span.start), within(located.span.end));
    }
    let mut parser = parser::Parser::new(tokens);
    let formula = parser.formula()?;
    if parser.at_end() { Ok(formula) } else { Err(parser.unexpected("an operator or the end")) }
}
