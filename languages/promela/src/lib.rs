//! Promela: preprocessor, lexer, parser, printer, resolver and lowering.
//!
//! The language is that of SPIN 6.5.2 (Holzmann, *The SPIN Model Checker*, 2004, and its sources), embedded C
//! excepted. [`parse`] does everything up to the resolved [`Model`]; each stage can be had alone.

pub mod ast;
pub mod lexer;
mod lower;
mod names;
mod operator;
pub mod parser;
pub mod preprocess;
pub mod printer;
mod question;
pub mod resolve;
pub mod resolved;
mod stream;
mod text;
pub mod token;
pub mod tree;
pub mod warnings;

pub use lower::{Claims, Reduction, lower, lower_with};
pub use names::{Examined, examine, refused_name};
pub use question::{QUESTION, parse_question};

use diagnostics::{Diagnostic, FileId, SourceMap};
use preprocess::{Define, Loader};
use resolved::Model;
use std::collections::HashSet;

/// Reads a model: preprocesses, parses and resolves it. `None` when it is refused; the messages say why, and hold the
/// warnings of one that is accepted.
pub fn parse(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    defines: &[Define],
) -> (Option<Model>, Vec<Diagnostic>) {
    parse_with_formulas(sources, file, &[], loader, defines)
}

/// The name of a formula that is given beside the model, by its number: `command_line`, `command_line_1`, ….
pub fn formula_name(number: usize) -> String {
    let suffix = if number == 0 { String::new() } else { format!("_{number}") };
    format!("command_line{suffix}")
}

/// Reads a model and formulas of linear temporal logic, as if they stood behind it in `ltl` blocks ([`formula_name`]).
pub fn parse_with_formulas(
    sources: &mut SourceMap,
    file: FileId,
    formulas: &[String],
    loader: &dyn Loader,
    defines: &[Define],
) -> (Option<Model>, Vec<Diagnostic>) {
    let mut behind = Vec::new();
    for (number, formula) in formulas.iter().enumerate() {
        let block = format!("ltl {} {{ {formula} }}", formula_name(number));
        behind.push(sources.add("--ltl", block));
    }
    parse_behind(sources, (file, &behind), loader, defines)
}

/// Reads a file and others that follow it.
fn parse_behind(
    sources: &mut SourceMap,
    (file, behind): (FileId, &[FileId]),
    loader: &dyn Loader,
    defines: &[Define],
) -> (Option<Model>, Vec<Diagnostic>) {
    let mut messages = Vec::new();
    let text = preprocess::preprocess_all(sources, (file, behind), loader, defines, &mut messages);
    let program = parser::parse(&text, &mut messages);
    // Names that went missing with a broken declaration would only cause more messages.
    let model = if messages.iter().any(Diagnostic::is_error) {
        None
    } else {
        resolve::resolve(&program, file, &mut messages)
    };
    if let Some(model) = &model {
        messages.extend(warnings::warn(&program, model));
    }
    (model, worth_reading(messages))
}

/// More errors, or more warnings, than this are not shown.
const MAX_MESSAGES: usize = 200;

/// Each message once (an inline is read at every call), and not too many.
fn worth_reading(messages: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    let mut counts = [0; 2];
    let mut keep = |m: &Diagnostic| {
        let count = &mut counts[usize::from(m.is_error())];
        let new = *count < MAX_MESSAGES && seen.insert((m.code, m.span(), m.message.clone()));
        *count += usize::from(new);
        new
    };
    messages.into_iter().filter(|m| keep(m)).collect()
}
