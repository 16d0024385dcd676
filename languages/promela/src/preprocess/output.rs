//! The expanded text and the way back from it to the user's files.

use super::macros::SeenMacros;
use super::scan::{Kind, Token};
use super::uses::{self, Use};
use diagnostics::{FileId, SourceMap, Span};

/// Preprocessed text.
#[derive(Debug, Clone)]
pub struct Preprocessed {
    /// The text.
    pub text: String,
    file: FileId,
    /// Where each piece of the text comes from, in order.
    pieces: Vec<Piece>,
    /// Which parts of the text macros have made, in order.
    pub(super) uses: Vec<Use>,
    /// Every macro and where it is named.
    pub(super) seen: SeenMacros,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// First byte in the text; the piece ends where the next begins.
    pub start: u32,
    pub span: Span,
    /// Does the span hold the same bytes as the text?
    pub exact: bool,
}

impl Preprocessed {
    /// The place in the user's files that is responsible for the bytes `start..end` of the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.pieces.partition_point(|p| p.start as usize <= start);
        let Some(piece) = first.checked_sub(1).map(|i| self.pieces[i]) else {
            return Span::new(self.file, 0, 0);
        };
        if !piece.exact {
            return piece.span;
        }
        let from = piece.span.start as usize + (start - piece.start as usize);
        let limit = piece.span.end as usize;
        let here = Span::new(piece.span.file, from.min(limit), (from + (end - start)).min(limit));
        // A token glued from several pieces, such as `::`, goes on to the end of its last one.
        let last = self.pieces.partition_point(|p| (p.start as usize) < end);
        match last.checked_sub(1).map(|i| self.pieces[i]) {
            Some(other) if last > first => here.to(other.span),
            _ => here,
        }
    }

    /// The empty place at the end of the file.
    pub fn end(&self) -> Span {
        self.pieces.last().map_or(Span::new(self.file, 0, 0), |p| p.span.after())
    }
}

/// Builds a [`Preprocessed`].
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    pieces: Vec<Piece>,
    line: Option<(FileId, u32)>,
    last: Option<Kind>,
    /// Did an expansion begin or end here?
    edge: bool,
}

impl Output {
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn push(&mut self, token: &Token) {
        let line = (token.span.file, token.line);
        if self.line.is_some_and(|l| l != line) {
            self.text.push('\n');
            self.last = None;
        } else if token.space || ((token.edge || self.edge) && self.would_paste(token)) {
            self.text.push(' ');
        }
        self.line = Some(line);
        self.edge = false;
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.pieces.push(Piece { start, span: token.span, exact: token.exact });
        self.text.push_str(&token.text);
        self.last = Some(token.kind);
    }

    /// The next token stands at the edge of an expansion.
    pub(super) fn edge(&mut self) {
        self.edge = true;
    }

    pub(super) fn finish(mut self, file: FileId, sources: &SourceMap, seen: SeenMacros) -> Preprocessed {
        self.text.push('\n');
        let uses = uses::find(&self.pieces, &self.text, sources);
        Preprocessed { text: self.text, file, pieces: self.pieces, uses, seen }
    }

    /// Would the token run into the one before it? The pairs GNU cpp keeps apart.
    fn would_paste(&self, token: &Token) -> bool {
        let (Some(last), Some(next)) = (self.last, token.text.bytes().next()) else { return false };
        let before = self.text.bytes().next_back().unwrap_or(b' ');
        let word = |kind| matches!(kind, Kind::Identifier | Kind::Number);
        match last {
            Kind::Identifier | Kind::Number if word(token.kind) => true,
            Kind::Number => matches!(next, b'.' | b'+' | b'-'),
            Kind::Punctuator => match before {
                b'=' | b'!' | b'*' | b'/' | b'%' | b'^' if next == b'=' => true,
                b'+' | b'&' | b'|' | b'<' | b'>' | b':' => next == before || next == b'=',
                b'-' => matches!(next, b'-' | b'>' | b'='),
                b'.' => next == b'.' || token.kind == Kind::Number,
                b'/' => next == b'*',
                _ => false,
            },
            _ => false,
        }
    }
}
