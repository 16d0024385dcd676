//! Remedies for what people write who know C: `while`, `if (x) {`, functions, `=` in a condition.

use super::Parser;
use crate::token::{Kind, Token};

impl Parser<'_, '_> {
    /// What Promela writes for what was found here, if it looks like C.
    pub(super) fn c_habit(&self, found: Token) -> Option<&'static str> {
        let text = self.stream.text(found);
        let last = self.taken.last();
        let before = last.map_or(Kind::End, |token| token.kind);
        let word = last.map_or("", |token| self.stream.text(*token));
        match (before, found.kind) {
            (Kind::If, _) => Some("a selection is written `if :: x > 0 -> … :: else -> … fi`"),
            (Kind::Do, _) => Some("a loop is written `do :: x > 0 -> … :: else -> break od`"),
            (Kind::LParen, Kind::Semi) if self.stream.in_for => {
                Some("a loop without end is written `do :: … od`, one that counts `for (i : 0 .. 9) { … }`")
            }
            (_, Kind::Assign) if self.stream.in_for => {
                Some("a loop that counts is written `for (i : 0 .. 9) { … }`")
            }
            (Kind::LParen, kind) if self.stream.in_for && kind.is_type() => {
                Some("declare the variable before the loop: `int i; for (i : 0 .. 9) { … }`")
            }
            (Kind::Name, Kind::LParen | Kind::LBrace) => Some(called(word)),
            (Kind::ProctypeName, Kind::LParen) => Some("a process is started with `run`, as in `run P(1)`"),
            (_, Kind::Increment | Kind::Decrement) => {
                Some("`x++` and `x--` are statements; there are no `++x` and `--x`")
            }
            (_, Kind::Ampersand) => Some("there are no pointers: use an index into an array"),
            (kind, Kind::Star) if kind.is_type() => Some("there are no pointers: use an index into an array"),
            (_, Kind::String) => {
                Some("there are no strings: names for values are written `mtype = { red, green }`")
            }
            (Kind::Plus | Kind::Minus | Kind::Star | Kind::Slash | Kind::Percent, Kind::Assign) => {
                Some("write it in full, as in `x = x + 1`")
            }
            (_, Kind::Query) => Some(
                "a choice between two values is written `(x > y -> 2 : 3)`; a message is received by a statement of its own, `c ? x`",
            ),
            (_, Kind::Else) => Some("`else` is an option of `if … fi` or `do … od`: `:: else -> …`"),
            (_, Kind::Name) => named(text).or_else(|| named(word)),
            _ => named(word),
        }
    }
}

/// After a name that is followed by `(`.
fn called(name: &str) -> &'static str {
    match name {
        "while" => "a loop is written `do :: x > 0 -> … :: else -> break od`",
        "switch" => "a selection is written `if :: x == 1 -> … :: x == 2 -> … :: else -> … fi`",
        "main" => "a model begins with `init { … }` or with `active proctype P() { … }`",
        _ => {
            "there are no functions: an `inline f(a) { … }` is a statement, called as `f(x)` once it is defined; a \
             `proctype` is started with `run f(x)`"
        }
    }
}

/// Words of C that begin something.
fn named(word: &str) -> Option<&'static str> {
    Some(match word {
        "void" => {
            "there are no functions: write `inline f(a) { … }`, or `proctype f(int a) { … }` and `run f(1)`"
        }
        "struct" => "a structure is written `typedef T { int a; byte b }`",
        "boolean" => "it is called `bool`",
        "const" => "a constant is written `#define N 3`",
        "string" => "there are no strings: names for values are written `mtype = { red, green }`",
        "char" => "there is no `char`: `byte` holds 0 to 255",
        "long" => "there is no `long`: `int` has 32 bits",
        "float" | "double" => "numbers are whole: `int`, `short`, `byte`",
        "enum" => "names for values are written `mtype = { red, green }`",
        "while" => "a loop is written `do :: x > 0 -> … :: else -> break od`",
        "switch" | "case" => "a selection is written `if :: x == 1 -> … :: x == 2 -> … :: else -> … fi`",
        _ => return None,
    })
}
