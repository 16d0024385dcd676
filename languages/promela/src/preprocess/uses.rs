//! Where macros were used: the part of the expanded text that a use makes, and how the use is written.
//!
//! A statement is told as its author wrote it, so `x = MAX` and not `x = 5`. That is possible where everything a use makes
//! belongs to one statement; a macro that stands for several is told by what it stands for.

use super::output::Piece;
use super::scan::{self, Token};
use diagnostics::{SourceMap, Span};

/// The outermost use of a macro.
#[derive(Debug, Clone)]
pub(super) struct Use {
    /// First byte that it makes in the expanded text.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// As it is written, on one line.
    pub written: String,
}

/// A use whose arguments do not end within this many bytes is not told as it is written.
const LONGEST: usize = 4_000;

/// All uses, in order. Pieces that are not exact come out of a macro's body, those out of its arguments lie within its use.
pub(super) fn find(pieces: &[Piece], text: &str, sources: &SourceMap) -> Vec<Use> {
    let mut found: Vec<Expansion> = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        if pieces[at].exact {
            at += 1;
            continue;
        }
        let span = pieces[at].span;
        let whole = with_arguments(sources, span);
        let within = whole.unwrap_or(span);
        let mut first = at;
        loop {
            let before = found.last().map_or(0, |expansion| expansion.end);
            if before == first && found.last().is_some_and(|expansion| covers(within, expansion.span)) {
                first = found.pop().map_or(first, |expansion| expansion.first);
            } else if first > before && covers(within, pieces[first - 1].span) {
                first -= 1;
            } else {
                break;
            }
        }
        let others = pieces[at..].iter().take_while(|piece| covers(within, piece.span));
        at += others.count().max(1);
        found.push(Expansion { first, end: at, span: within, is_whole: whole.is_some() });
    }
    let end_of = |piece: usize| match pieces.get(piece) {
        Some(next) => text[..next.start as usize].trim_end().len(),
        None => text.trim_end().len(),
    };
    let whole = found.into_iter().filter(|expansion| expansion.is_whole);
    let told = whole.map(|expansion| Use {
        start: pieces[expansion.first].start,
        end: u32::try_from(end_of(expansion.end)).unwrap_or(u32::MAX),
        written: on_one_line(sources.slice(expansion.span)),
    });
    told.collect()
}

/// The pieces `first..end` come from one use.
struct Expansion {
    first: usize,
    end: usize,
    span: Span,
    is_whole: bool,
}

fn covers(whole: Span, part: Span) -> bool {
    whole.file == part.file && whole.start <= part.start && part.end <= whole.end
}

/// A macro's name with the parentheses behind it, if there are any. Where they are no arguments but follow the use, they are
/// told with it all the same. `None` if they do not end.
fn with_arguments(sources: &SourceMap, name: Span) -> Option<Span> {
    let rest = sources.text(name.file).get(name.end as usize..)?;
    if !rest.trim_start().starts_with('(') {
        return Some(name);
    }
    let cut = (0..=LONGEST.min(rest.len())).rev().find(|&at| rest.is_char_boundary(at))?;
    let mut depth = 0;
    for token in tokens(&rest[..cut]) {
        match &*token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(Span { end: name.end + token.span.end, ..name });
        }
    }
    None
}

fn on_one_line(text: &str) -> String {
    let mut out = String::new();
    for token in tokens(text) {
        if (token.space || token.first) && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&token.text);
    }
    out
}

/// The tokens of a part of a file, without its comments.
fn tokens(text: &str) -> Vec<Token> {
    scan::scan(diagnostics::FileId::default(), text, &mut Vec::new())
}
