//! Splits a text into preprocessing tokens, as translation phases 1 to 3 of C99 (ISO/IEC 9899:1999, 5.1.1.2).
//!
//! These are C's tokens, not Promela's: `0..N` is one "preprocessing number", so `N` in it is no macro name. SPIN
//! runs the C preprocessor and inherits that, and a model that relies on either reading must mean the same here.
//! Backslash-newline is spliced, comments are blanks, and each token remembers the line it stands on because the
//! line structure survives preprocessing and decides where Promela inserts semicolons.

use diagnostics::{Diagnostic, FileId, Span};
use std::collections::HashMap;
use std::rc::Rc;

/// What a preprocessing token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Identifier,
    Number,
    String,
    Char,
    Punctuator,
    /// A character C knows nothing of.
    Other,
}

/// A preprocessing token.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub text: Rc<str>,
    /// Where to point when this token is wrong. For a token out of a macro's body, the macro's use.
    pub span: Span,
    /// Does `span` cover exactly `text`?
    pub exact: bool,
    /// Line that decides about line breaks in the output; inside a macro, the line of its use.
    pub line: u32,
    /// First on its line?
    pub first: bool,
    /// Blank before it?
    pub space: bool,
    /// Next to the edge of an expansion, where a blank may be needed to keep tokens apart.
    pub edge: bool,
    /// A macro's name met while that macro is being expanded is never expanded again (C99 6.10.3.4).
    pub painted: bool,
}

/// Splits a whole file. Unterminated comments are reported.
pub(super) fn scan(file: FileId, text: &str, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut scanner = Scanner {
        file,
        text,
        bytes: text.as_bytes(),
        at: 0,
        line: 1,
        first: true,
        space: false,
        errors,
        known: HashMap::new(),
    };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.token() {
        tokens.push(token);
    }
    tokens
}

struct Scanner<'a> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    first: bool,
    space: bool,
    errors: &'a mut Vec<Diagnostic>,
    /// Texts seen so far: a file has many tokens and few different ones.
    known: HashMap<&'a str, Rc<str>>,
}

impl<'a> Scanner<'a> {
    fn token(&mut self) -> Option<Token> {
        self.skip_blanks();
        let first = *self.bytes.get(self.at)?;
        let (start, line) = (self.at, self.line);
        let kind = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(Kind::Identifier),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' => self.quoted(b'"', Kind::String),
            b'\'' => self.quoted(b'\'', Kind::Char),
            _ => self.punctuator(),
        };
        let written: &'a str = &self.text[start..self.at];
        let spliced = written.contains("\\\n") || written.contains("\\\r\n");
        let text = if spliced {
            written.replace("\\\r\n", "").replace("\\\n", "").into()
        } else {
            self.known.entry(written).or_insert_with(|| written.into()).clone()
        };
        let token = Token {
            kind,
            text,
            span: Span::new(self.file, start, self.at),
            exact: !spliced,
            line,
            first: std::mem::take(&mut self.first),
            space: std::mem::take(&mut self.space),
            edge: false,
            painted: false,
        };
        Some(token)
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Length of a backslash-newline here, or 0.
    fn splice(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    fn skip_splices(&mut self) {
        while self.splice() > 0 {
            self.at += self.splice();
            self.line += 1;
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            self.skip_splices();
            match self.peek(0) {
                b'\n' => {
                    self.line += 1;
                    self.first = true;
                }
                // A carriage return alone ends a line too, as in GNU cpp.
                b'\r' if self.peek(1) != b'\n' => {
                    self.line += 1;
                    self.first = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.space = true,
                0 if self.at < self.bytes.len() => self.space = true,
                b'/' if self.peek(1) == b'*' => {
                    self.block_comment();
                    continue;
                }
                b'/' if self.peek(1) == b'/' => {
                    self.line_comment();
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        self.space = true;
        self.at += 2;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'*', b'/') => {
                    self.at += 2;
                    return;
                }
                (b'\n', _) => self.line += 1,
                _ => {}
            }
            self.at += 1;
        }
        let span = Span::new(self.file, start, start + 2);
        self.errors.push(
            Diagnostic::error("unterminated-comment", "this comment never ends", span)
                .hint("close it with `*/`"),
        );
    }

    fn line_comment(&mut self) {
        self.space = true;
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += 1;
            self.skip_splices();
        }
    }

    fn word(&mut self, kind: Kind) -> Kind {
        loop {
            self.skip_splices();
            if !(self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_') {
                return kind;
            }
            self.at += 1;
        }
    }

    fn number(&mut self) -> Kind {
        loop {
            self.skip_splices();
            let (here, next) = (self.peek(0), self.peek(1));
            let exponent = matches!(here, b'e' | b'E' | b'p' | b'P') && matches!(next, b'+' | b'-');
            if !(here.is_ascii_alphanumeric() || here == b'_' || here == b'.') {
                return Kind::Number;
            }
            self.at += if exponent { 2 } else { 1 };
        }
    }

    /// A string or character up to its closing quote. One that does not close on its line is a lone quote followed by
    /// ordinary tokens, as in the text of a false `#if`.
    fn quoted(&mut self, quote: u8, kind: Kind) -> Kind {
        let (start, line) = (self.at, self.line);
        self.at += 1;
        loop {
            self.skip_splices();
            match self.peek(0) {
                b'\n' | 0 if self.peek(0) == b'\n' || self.at >= self.bytes.len() => {
                    self.at = start + 1;
                    self.line = line;
                    return Kind::Other;
                }
                b'\\' => self.at += 1 + self.char_length(1),
                byte if byte == quote => {
                    self.at += 1;
                    return kind;
                }
                _ => self.at += self.char_length(0),
            }
        }
    }

    /// Bytes of the character `ahead` bytes from here.
    fn char_length(&self, ahead: usize) -> usize {
        self.text.get(self.at + ahead..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8)
    }

    fn punctuator(&mut self) -> Kind {
        let rest = &self.bytes[self.at..];
        if let Some(p) = PUNCTUATORS.iter().find(|p| rest.starts_with(p.as_bytes())) {
            self.at += p.len();
            return Kind::Punctuator;
        }
        let known = rest[0].is_ascii_punctuation();
        self.at += self.char_length(0);
        if known { Kind::Punctuator } else { Kind::Other }
    }
}

/// C99's punctuators of more than one character, longest first.
const PUNCTUATORS: [&str; 25] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:",
];
