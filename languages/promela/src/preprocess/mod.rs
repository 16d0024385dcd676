//! The preprocessor: macros, conditionals and inclusion, as SPIN gets them from `gcc -E`.
//!
//! The source is C99's chapter 6.10 (ISO/IEC 9899:1999) with what GNU cpp does where that leaves a choice. The result
//! is a text again, not tokens, because Promela's tokens are not C's and must be read afresh; each byte of it is
//! mapped back to the place in the user's files that is responsible for it. A token out of a macro's body is blamed on
//! the use of the macro, a token out of a macro's argument on itself.
//!
//! The library reads no files: what `#include` names is fetched through a [`Loader`].

mod condition;
mod directive;
mod expand;
mod macros;
mod output;
mod scan;
mod uses;
mod written;

pub use macros::MacroDefinition;
pub use output::Preprocessed;
pub use written::{LONGEST_STATEMENT, cut};

use diagnostics::{Diagnostic, FileId, SourceMap, Span};
use expand::{Context, Macro};
use macros::SeenMacros;
use output::Output;
use scan::{Kind, Token};
use std::collections::HashMap;
use std::rc::Rc;

/// Fetches included files.
pub trait Loader {
    /// Finds the file that `#include "name"` means inside the file called `from`; the error is told to the user.
    fn load(&self, name: &str, from: &str) -> Result<Included, String>;
}

/// An included file.
#[derive(Debug, Clone)]
pub struct Included {
    /// Name to show, and to resolve its own includes against.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Refuses every `#include`.
#[derive(Debug, Clone, Copy)]
pub struct NoIncludes;

impl Loader for NoIncludes {
    fn load(&self, _: &str, _: &str) -> Result<Included, String> {
        Err("files cannot be included here".to_owned())
    }
}

/// `-D NAME=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Define {
    /// The macro.
    pub name: String,
    /// What it stands for; `1` when no value was given.
    pub value: String,
}

impl Define {
    /// Reads `NAME=VALUE` or `NAME`; `None` when the name is no identifier.
    pub fn parse(text: &str) -> Option<Define> {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let valid =
            letters && !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && !value.contains('\n');
        valid.then(|| Define { name: name.to_owned(), value: value.to_owned() })
    }
}

/// Deepest nesting of `#include`.
const MAX_INCLUDE_DEPTH: usize = 64;
/// A chain of macros that each double the text would otherwise fill the memory.
const MAX_OUTPUT: usize = 64 << 20;
/// Tokens produced by macros before giving up.
const MAX_EXPANSION: usize = 8 << 20;

/// Expands a file. Errors go to `errors`; the result is then still usable for finding more.
pub fn preprocess(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    defines: &[Define],
    errors: &mut Vec<Diagnostic>,
) -> Preprocessed {
    preprocess_all(sources, (file, &[]), loader, defines, errors)
}

/// The same for a file and others that follow it as if they stood at its end.
pub fn preprocess_all(
    sources: &mut SourceMap,
    (file, behind): (FileId, &[FileId]),
    loader: &dyn Loader,
    defines: &[Define],
    errors: &mut Vec<Diagnostic>,
) -> Preprocessed {
    let mut p = Preprocessor {
        sources,
        loader,
        errors,
        macros: HashMap::new(),
        command_line: None,
        files: Vec::new(),
        contexts: Vec::new(),
        output: Output::default(),
        expanded: 0,
        stopped: false,
        seen: SeenMacros::default(),
    };
    if !defines.is_empty() {
        p.define_all(defines);
    }
    for &file in [file].iter().chain(behind) {
        p.enter(file);
        p.run();
    }
    let seen = p.seen;
    p.output.finish(file, p.sources, seen)
}

struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    loader: &'a dyn Loader,
    errors: &'a mut Vec<Diagnostic>,
    macros: HashMap<Rc<str>, Rc<Macro>>,
    /// What `-D` defines, as a text.
    command_line: Option<FileId>,
    /// Files being read, the innermost last.
    files: Vec<Open>,
    /// Expansions being read, the innermost last.
    contexts: Vec<Context>,
    output: Output,
    /// Tokens produced by macros so far.
    expanded: usize,
    /// A limit was hit; nothing more is read.
    stopped: bool,
    /// Every macro and where it is named.
    seen: SeenMacros,
}

/// A file being read.
struct Open {
    file: FileId,
    tokens: std::vec::IntoIter<Token>,
    conditionals: Vec<Conditional>,
}

/// An `#if` without its `#endif` yet.
struct Conditional {
    span: Span,
    /// Is the current branch read?
    active: bool,
    /// Was any branch read?
    taken: bool,
    /// Was there an `#else`?
    last: bool,
}

impl Preprocessor<'_> {
    fn run(&mut self) {
        while let Some(token) = self.next() {
            if token.kind == Kind::Identifier && self.try_expand(&token) {
                continue;
            }
            self.output.push(&token);
            if self.output.len() > MAX_OUTPUT {
                self.stop(token.span, "the text after preprocessing is too long");
            }
        }
    }

    /// Commands `#define` for every `-D`, from a text of its own so that errors can point at it.
    fn define_all(&mut self, defines: &[Define]) {
        let text: String = defines.iter().map(|d| format!("#define {} {}\n", d.name, d.value)).collect();
        let file = self.sources.add("<command line>", text);
        self.command_line = Some(file);
        self.enter(file);
        self.run();
    }

    fn enter(&mut self, file: FileId) {
        let text: Rc<str> = self.sources.text(file).into();
        let tokens = scan::scan(file, &text, self.errors);
        self.files.push(Open { file, tokens: tokens.into_iter(), conditionals: Vec::new() });
    }

    /// The next token, out of an expansion or a file, directives obeyed on the way. Macros are not expanded.
    fn next(&mut self) -> Option<Token> {
        while !self.stopped {
            if let Some(context) = self.contexts.last_mut() {
                if let Some(token) = context.tokens.pop_front() {
                    return Some(token);
                }
                self.contexts.pop();
                self.output.edge();
                continue;
            }
            let open = self.files.last_mut()?;
            let active = open.conditionals.last().is_none_or(|c| c.active);
            match open.tokens.next() {
                None => self.leave(),
                Some(hash) if hash.first && &*hash.text == "#" => self.directive(&hash, active),
                Some(token) if active => return Some(token),
                Some(_) => {}
            }
        }
        None
    }

    /// Looks at the next token without obeying a directive in front of it.
    fn peek(&mut self) -> Option<Token> {
        let token = self.next()?;
        self.contexts.push(Context { tokens: [token.clone()].into(), of: None });
        Some(token)
    }

    fn leave(&mut self) {
        let Some(open) = self.files.pop() else { return };
        for conditional in open.conditionals {
            self.error("unterminated-conditional", "this conditional has no `#endif`", conditional.span);
        }
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.errors.push(Diagnostic::error(code, message, span));
    }

    fn stop(&mut self, span: Span, message: &str) {
        if !self.stopped {
            self.error("preprocessing-limit", message, span);
        }
        self.stopped = true;
    }
}

#[cfg(test)]
mod tests;
