//! A message with its places: what is wrong, where, what else is involved, and the remedy.

use crate::{SourceMap, Span};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Accepted, but probably not what was meant.
    Warning,
    /// The input is refused.
    Error,
}

/// One message to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable short name for this kind of message, such as `undeclared-name`.
    pub code: &'static str,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// The places; the first is the primary one.
    pub labels: Vec<Label>,
    /// The remedy, when one is known.
    pub hint: Option<String>,
}

/// A place with what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there; may be empty.
    pub message: String,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message, span)
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message, span)
    }

    /// A note at a place.
    pub fn note(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, message, span)
    }

    fn new(severity: Severity, code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
        let primary = Label { span, message: String::new() };
        Diagnostic { severity, code, message: message.into(), labels: vec![primary], hint: None }
    }

    /// Says something about the primary place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Diagnostic {
        self.labels[0].message = message.into();
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The primary place.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Is the input refused?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// One line without source text: `file:line:column: error: message [code] (hint: …)`.
    pub fn one_line(&self, sources: &SourceMap) -> String {
        let span = self.span();
        let at = sources.position(span);
        let severity = self.severity.word();
        let name = sources.name(span.file);
        let hint = self.hint.as_ref().map(|h| format!(" (hint: {h})")).unwrap_or_default();
        format!("{name}:{}:{}: {severity}: {} [{}]{hint}", at.line, at.column, self.message, self.code)
    }
}

impl Severity {
    /// As printed in front of a message.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_has_place_code_and_hint() {
        let mut sources = SourceMap::new();
        let file = sources.add("m.pml", "byte x;\nbyte x;\n");
        let d = Diagnostic::error("redeclared", "`x` is declared twice", Span::new(file, 13, 14))
            .also(Span::new(file, 5, 6), "first here")
            .hint("rename one");
        assert_eq!(
            d.one_line(&sources),
            "m.pml:2:6: error: `x` is declared twice [redeclared] (hint: rename one)"
        );
        assert!(d.is_error());
    }
}
