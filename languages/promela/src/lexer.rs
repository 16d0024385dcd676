//! From preprocessed text to tokens.
//!
//! Only what can be decided without context happens here (by `logos`); line breaks stay in as tokens. The
//! token stream turns this into what the parser reads.

use crate::preprocess::Preprocessed;
use crate::token::{Kind, Token};
use diagnostics::{SourceMap, Span};
use logos::Logos;

/// Splits preprocessed text. Characters that belong to no token become [`Kind::Unknown`]; whether that is an error
/// depends on where they stand.
pub fn lex(text: &str) -> Vec<Token> {
    let mut lexer = Kind::lexer(text);
    let mut tokens = Vec::new();
    let (mut end, mut line_begins) = (0, false);
    while let Some(kind) = lexer.next() {
        let range = lexer.span();
        let space = range.start != end || line_begins;
        let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let kind = kind.unwrap_or(Kind::Unknown);
        tokens.push(Token {
            kind,
            start: position(range.start),
            end: position(range.end),
            space,
            formal: None,
        });
        (end, line_begins) = (range.end, kind == Kind::Newline);
    }
    tokens
}

/// A token as `show tokens` lists it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// Where it comes from.
    pub span: Span,
}

/// All tokens with their texts and places, line breaks left out.
pub fn list(source: &Preprocessed) -> Vec<Listed> {
    let listed = |t: Token| {
        let (start, end) = (t.start as usize, t.end as usize);
        Listed { kind: t.kind, text: source.text[start..end].to_owned(), span: source.span(start, end) }
    };
    lex(&source.text).into_iter().filter(|t| t.kind != Kind::Newline).map(listed).collect()
}

/// The list as text, one token per line: place, kind, text.
pub fn list_text(sources: &SourceMap, source: &Preprocessed) -> String {
    let mut out = String::new();
    for token in list(source) {
        let at = sources.position(token.span);
        let place = format!("{}:{}:{}", sources.name(token.span.file), at.line, at.column);
        out += &format!("{place:<24} {:<14} {}\n", format!("{:?}", token.kind), token.text);
    }
    out
}

/// The value of a number as SPIN reads it: a C `long` cut to 32 bits, saturated first when it is too long for that.
pub(crate) fn number_value(text: &str) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "this is what SPIN does with large numbers")]
    let value = text.parse::<i64>().unwrap_or(i64::MAX) as i32;
    value
}

/// The value of a character with its quotes; of the escapes SPIN knows only `\n`, `\r`, `\t` and `\f`.
pub(crate) fn char_value(text: &str) -> Option<i32> {
    let mut chars = text.strip_prefix('\'')?.strip_suffix('\'')?.chars();
    let c = match chars.next()? {
        '\\' => match chars.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'f' => '\x0c',
            other => other,
        },
        other => other,
    };
    c.is_ascii().then(|| i32::try_from(u32::from(c)).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        lex(text).into_iter().map(|t| t.kind).collect()
    }

    #[test]
    fn splits_the_way_spin_does() {
        use Kind::*;
        assert_eq!(kinds("q??[x]:::skip"), [Name, QueryQuery, LBracket, Name, RBracket, Sep, Colon, Skip]);
        assert_eq!(kinds("0..N_1"), [Number, DotDot, Name]);
        assert_eq!(kinds("x--->y"), [Name, Decrement, Arrow, Name]);
        assert_eq!(kinds("x-->y"), [Name, Arrow, Name]);
        assert_eq!(kinds("np_ D_proctype d_step _"), [Np, DProctype, DStep, Name]);
        assert_eq!(kinds("'a' '\\n' 'ab' \"x\\\"y\""), [Char, Char, Unknown, Name, Unknown, String]);
    }

    #[test]
    fn numbers_wrap_like_a_c_int() {
        assert_eq!(number_value("4294967295"), -1);
        assert_eq!(number_value("2147483648"), i32::MIN);
        assert_eq!(number_value("99999999999999999999"), -1);
        assert_eq!(char_value("'\\n'"), Some(10));
        assert_eq!(char_value("'\\''"), Some(39));
    }
}
