//! Tokens as they were written: on one line, without comments, uses of macros instead of what they stand for.

use super::Preprocessed;
use crate::token::{Kind, Token};

/// Longer texts of statements are cut.
pub const LONGEST_STATEMENT: usize = 200;

impl Preprocessed {
    /// The source of these tokens, which follow each other except where a parameter of an inline was replaced.
    pub(crate) fn written(&self, tokens: &[Token]) -> String {
        let mut out = String::new();
        let (mut at, mut length) = (0, 0);
        while let Some(token) = tokens.get(at) {
            // A line break that stands for a semicolon is no text.
            let is_implied = token.kind == Kind::Semi && token.start == token.end;
            let (text, next) = match self.whole_use(&tokens[at..]) {
                _ if is_implied => (";", 1),
                Some((written, count)) => (written, count),
                None => (self.text.get(token.start as usize..token.end as usize).unwrap_or_default(), 1),
            };
            if token.space && !is_implied && !out.is_empty() {
                out.push(' ');
            }
            out.push_str(text);
            at += next;
            length += text.len() + 1;
            // Four bytes for each character are enough.
            if length > 5 * LONGEST_STATEMENT {
                break;
            }
        }
        cut(out, LONGEST_STATEMENT)
    }

    /// How the use of a macro is written that makes the first of these tokens and others behind it, but nothing else.
    fn whole_use(&self, tokens: &[Token]) -> Option<(&str, usize)> {
        let first = tokens.first()?.start;
        let index = self.uses.binary_search_by_key(&first, |found| found.start).ok()?;
        let found = &self.uses[index];
        let follow = tokens.windows(2).take_while(|pair| {
            pair[1].start <= found.end && pair[0].end <= pair[1].start && pair[1].end <= found.end
        });
        let count = 1 + follow.count();
        let blank = |from: u32, to: u32| {
            self.text.get(from as usize..to as usize).is_some_and(|between| between.trim().is_empty())
        };
        let is_whole = tokens[..count].windows(2).all(|pair| blank(pair[0].end, pair[1].start))
            && blank(tokens[count - 1].end, found.end);
        is_whole.then_some((&found.written, count))
    }
}

/// The first characters of a text, and a mark where some are left out.
pub fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text,
        Some(_) => text.chars().take(longest - 1).chain(['…']).collect(),
    }
}
