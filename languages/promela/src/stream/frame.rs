//! What the stream reads at the moment: the file, the bodies of the inlines that were called, their parameters.

use super::Inline;
use crate::token::Token;
use diagnostics::Span;
use std::rc::Rc;

/// A piece of text being read: the file itself, or the body of an inline.
pub(super) struct Frame {
    pub next: usize,
    pub end: usize,
    pub call: Option<Call>,
}

pub(super) struct Call {
    pub inline: Rc<Inline>,
    pub actuals: Vec<Rc<[Token]>>,
    pub redirect: Option<Redirect>,
    pub site: Span,
}

/// An actual parameter being read.
pub(super) struct Redirect {
    pub actual: Rc<[Token]>,
    /// How much of it was read.
    pub next: usize,
    /// The name in the body that it stands for.
    pub formal: Token,
}

impl Redirect {
    pub fn next(&mut self) -> Option<Token> {
        let token = *self.actual.get(self.next)?;
        let space = if self.next == 0 { self.formal.space } else { token.space };
        self.next += 1;
        Some(Token { space, formal: Some((self.formal.start, self.formal.end)), ..token })
    }
}
