//! What an editor asks of a model: its messages, what each name means, and its outline.
//!
//! The names are those that the resolver looked up, of a text that may be wrong too. What it does not read is added
//! here: macros, and the bodies of inlines that nobody calls.

mod describe;
mod outline;
mod table;

use diagnostics::{Diagnostic, FileId, NameTable, OutlineItem, SourceMap};

use crate::preprocess::{self, Define, Loader};
use crate::token::Kind;
use crate::{lexer, parser, resolve, warnings, worth_reading};

/// A text, read for an editor.
#[derive(Debug, Clone, Default)]
pub struct Examined {
    /// What is wrong or doubtful, as in [`crate::parse`].
    pub messages: Vec<Diagnostic>,
    /// What its names mean.
    pub names: NameTable,
    /// What is declared in it, in the order of the text.
    pub outline: Vec<OutlineItem>,
}

/// Reads a text for an editor: what can be understood of it, whatever is wrong with it.
pub fn examine(sources: &mut SourceMap, file: FileId, loader: &dyn Loader, defines: &[Define]) -> Examined {
    let mut messages = Vec::new();
    let text = preprocess::preprocess(sources, file, loader, defines, &mut messages);
    let program = parser::parse(&text, &mut messages);
    if !messages.iter().any(Diagnostic::is_error)
        && let Some(model) = resolve::resolve(&program, file, &mut messages)
    {
        messages.extend(warnings::warn(&program, &model));
    }
    let (model, mentions) = resolve::resolve_names(&program, file);
    let names = table::table(&text, &program, &model, &mentions);
    let outline = outline::outline(&program, &model);
    Examined { messages: worth_reading(messages), names, outline }
}

/// Why a name cannot be used for something new, if so.
pub fn refused_name(name: &str) -> Option<String> {
    let tokens = lexer::lex(name);
    match &tokens[..] {
        [token] if token.end as usize != name.len() || token.start != 0 => {
            Some(format!("`{name}` is not a name"))
        }
        [token] if token.kind == Kind::Name && resolve::is_predefined(name) => {
            Some(format!("`{name}` is predefined"))
        }
        [token] if token.kind == Kind::Name => None,
        [token] if token.kind.describe() == format!("`{name}`") && name.starts_with(char::is_alphabetic) => {
            Some(format!("`{name}` is a keyword of Promela"))
        }
        _ => Some(format!("`{name}` is not a name: letters, digits and `_`, and no digit first")),
    }
}
