//! The expressions of `#if` and `#elif` (C99 6.10.1): integers, C's operators, and every remaining name is 0.

use super::scan::{Kind, Token};
use diagnostics::{Diagnostic, Span};
use std::rc::Rc;

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Replaces `defined X` and `defined(X)` by 1 or 0, before macros are expanded.
pub(super) fn replace_defined(tokens: &[Token], defined: impl Fn(&Rc<str>) -> bool) -> Vec<Token> {
    let mut out = Vec::new();
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let text = |ahead: usize| tokens.get(i + ahead).map_or("", |t| &t.text);
        let name = match (&*token.text, text(1), text(3)) {
            ("defined", "(", ")") => Some((2, 4)),
            ("defined", ..) => Some((1, 2)),
            _ => None,
        };
        match name.and_then(|(at, length)| Some((tokens.get(i + at)?, length))) {
            Some((name, length)) if name.kind == Kind::Identifier => {
                let value = if defined(&name.text) { "1" } else { "0" };
                out.push(Token { kind: Kind::Number, text: value.into(), ..token.clone() });
                i += length;
            }
            _ => {
                out.push(token.clone());
                i += 1;
            }
        }
    }
    out
}

/// The value of a condition whose macros are expanded.
pub(super) fn evaluate(tokens: &[Token], span: Span) -> Result<i64> {
    let mut reader = Reader { tokens, at: 0, span, depth: 0 };
    let value = reader.conditional()?;
    match tokens.get(reader.at) {
        None => Ok(value),
        Some(token) => Err(reader.unexpected(token)),
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    span: Span,
    depth: usize,
}

/// Deepest nesting of parentheses and signs.
const MAX_DEPTH: usize = 200;

impl Reader<'_> {
    fn text(&self) -> &str {
        self.tokens.get(self.at).map_or("", |t| &t.text)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.text() == text;
        self.at += usize::from(found);
        found
    }

    fn error(&self, message: impl Into<String>, span: Span) -> Box<Diagnostic> {
        Box::new(Diagnostic::error("bad-condition", message, span))
    }

    fn unexpected(&self, token: &Token) -> Box<Diagnostic> {
        self.error(format!("`{}` does not belong in a condition", token.text), token.span)
    }

    fn conditional(&mut self) -> Result<i64> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.nested(Self::conditional)?;
        if !self.eat(":") {
            return Err(self.error("`:` is missing in this condition", self.span));
        }
        let no = self.nested(Self::conditional)?;
        Ok(if condition != 0 { yes } else { no })
    }

    fn nested(&mut self, read: impl Fn(&mut Self) -> Result<i64>) -> Result<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("this condition is nested too deeply", self.span));
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn binary(&mut self, least: u8) -> Result<i64> {
        let mut left = self.unary()?;
        while let Some(level) = level(self.text()).filter(|l| *l >= least) {
            let operator = self.text().to_owned();
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(&operator, left, right)
                .ok_or_else(|| self.error("division by zero in this condition", self.span))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i64> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err(self.error("this condition is incomplete", self.span));
        };
        self.at += 1;
        match (&*token.text, token.kind) {
            ("!", _) => Ok(i64::from(self.nested(Self::unary)? == 0)),
            ("-", _) => Ok(self.nested(Self::unary)?.wrapping_neg()),
            ("+", _) => self.nested(Self::unary),
            ("~", _) => Ok(!self.nested(Self::unary)?),
            ("(", _) => {
                let value = self.nested(Self::conditional)?;
                if self.eat(")") { Ok(value) } else { Err(self.error("`)` is missing", token.span)) }
            }
            (_, Kind::Identifier) => Ok(0),
            (text, Kind::Char) => Ok(text.chars().nth(1).map_or(0, |c| i64::from(u32::from(c)))),
            (text, Kind::Number) => number(text).ok_or_else(|| self.unexpected(token)),
            _ => Err(self.unexpected(token)),
        }
    }
}

fn level(operator: &str) -> Option<u8> {
    const LEVELS: [&[&str]; 10] = [
        &["||"],
        &["&&"],
        &["|"],
        &["^"],
        &["&"],
        &["==", "!="],
        &["<", ">", "<=", ">="],
        &["<<", ">>"],
        &["+", "-"],
        &["*", "/", "%"],
    ];
    let found = LEVELS.iter().position(|level| level.contains(&operator))?;
    u8::try_from(found).ok()
}

fn apply(operator: &str, a: i64, b: i64) -> Option<i64> {
    let shift = u32::try_from(b & 63).unwrap_or(0);
    Some(match operator {
        "||" => i64::from(a != 0 || b != 0),
        "&&" => i64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        "<<" => a.wrapping_shl(shift),
        ">>" => a.wrapping_shr(shift),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if b != 0 => a.wrapping_div(b),
        "%" if b != 0 => a.wrapping_rem(b),
        _ => return None,
    })
}

fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => (16, hex),
        None if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        None => (10, digits),
    };
    i64::from_str_radix(digits, radix).ok()
}
