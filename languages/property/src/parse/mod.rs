//! Formulas from text, in the notations of SPIN and of ProB.
//!
//! Both parsers know temporal operators and connectives and nothing of atoms: these they find, and hand their text to
//! the front end, which says what formula they are (usually one [`Atom`](crate::Atom) of its table). What is wrong is a
//! message that points at its place and says how to mend it.

pub mod prob;
mod prob_tokens;
pub mod spin;

use diagnostics::{Diagnostic, Span};

/// Deepest nesting of a formula, as for expressions of Promela. It bounds the recursion of everything that follows.
const MAX_DEPTH: usize = 300;

/// A part of a text that is being parsed, with its place in the source.
#[derive(Debug, Clone, Copy)]
struct Text<'t> {
    text: &'t str,
    /// Where the text as a whole is; offsets count from its start.
    whole: Span,
}

impl<'t> Text<'t> {
    /// The place of some bytes of the text.
    fn span(&self, start: usize, end: usize) -> Span {
        let base = self.whole.start as usize;
        Span::new(self.whole.file, base + start, base + end)
    }

    fn error(&self, message: impl Into<String>, start: usize, end: usize) -> Diagnostic {
        Diagnostic::error("formula-syntax", message, self.span(start, end))
    }

    fn too_deep(&self, start: usize, end: usize) -> Diagnostic {
        let message = format!("this formula is nested more than {MAX_DEPTH} levels deep");
        Diagnostic::error("formula-nesting", message, self.span(start, end))
    }

    /// Where a bracket that opens at `open` is closed: the offset of the closing one. Brackets in quotes do not count.
    fn closing(&self, open: usize) -> Result<usize, Diagnostic> {
        let bytes = self.text.as_bytes();
        let mut waiting: Vec<u8> = Vec::new();
        let mut at = open;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' => waiting.push(b')'),
                b'[' => waiting.push(b']'),
                b'{' => waiting.push(b'}'),
                b')' | b']' | b'}' if waiting.last() == Some(&byte) => {
                    waiting.pop();
                    if waiting.is_empty() {
                        return Ok(at);
                    }
                }
                b')' | b']' | b'}' => break,
                b'"' => at = self.end_of_string(at),
                // A character constant such as `'}'`.
                b'\'' if bytes.get(at + 2) == Some(&b'\'') => at += 2,
                _ => {}
            }
            at += 1;
        }
        let error = self.error("this bracket is never closed", open, open + 1);
        Err(match bytes.get(at) {
            Some(_) => error.also(self.span(at, at + 1), "this one does not fit"),
            None => error.hint("close it before the end of the formula"),
        })
    }

    /// The offset of the quote that ends a string, or of the end of the text.
    fn end_of_string(&self, start: usize) -> usize {
        self.text[start + 1..].find('"').map_or(self.text.len(), |length| start + 1 + length)
    }
}
