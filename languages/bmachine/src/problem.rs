//! Located errors of every stage before the search.

use diagnostics::Span;

/// Something wrong with the input, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The offending text.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What the user can do about it.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem without a hint.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), hint: None }
    }

    /// The same problem with a remedy.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<crate::syntax::ParseError> for Problem {
    fn from(error: crate::syntax::ParseError) -> Self {
        Problem::new(error.span, error.message)
    }
}

impl From<Problem> for diagnostics::Diagnostic {
    fn from(problem: Problem) -> Self {
        let diagnostic = diagnostics::Diagnostic::error("machine", problem.message, problem.span);
        match problem.hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }
}
