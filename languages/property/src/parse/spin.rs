//! SPIN's notation, as in `ltl` blocks.
//!
//! Precedence and associativity are those of `spin.y`, from the weakest: `->` and `<->`; `||`; `&&`; `U`, `V`, `W`;
//! then Promela's binary operators from `|` to `*`; then `!`, `[]`, `<>`, `X`. All binary ones associate to the left.
//! (`spin -f` reads the same text with `&&`, `||`, `->` and `<->` on one level, so comparisons with it write every
//! parenthesis.) An atom is the longest expression without temporal operators, as in SPIN; its text goes to the front
//! end.

use diagnostics::{Diagnostic, Span};

use super::{MAX_DEPTH, Text};
use crate::formula::{Formula, Logic};

/// What a front end knows of Promela expressions.
pub trait Expressions {
    /// The formula that an expression is, usually an atom of the front end's table.
    fn expression(&mut self, logic: &mut Logic, text: &str, span: Span) -> Result<Formula, Diagnostic>;

    /// Should connectives between expressions be part of the formula, so that `a && b` is two atoms? By default it is
    /// one, as in SPIN, and is evaluated with Promela's rules for `&&`.
    fn split_connectives(&self) -> bool {
        false
    }
}

/// Parses the text of a formula. `whole` is its place in the source.
///
/// ```
/// use diagnostics::{Diagnostic, SourceMap, Span};
/// use property::{Atom, Formula, Logic, parse::spin};
///
/// struct Names(Vec<String>);
/// impl spin::Expressions for Names {
///     fn expression(&mut self, logic: &mut Logic, text: &str, _: Span) -> Result<Formula, Diagnostic> {
///         self.0.push(text.to_owned());
///         Ok(logic.atom(Atom(self.0.len() as u32 - 1)))
///     }
/// }
///
/// let mut sources = SourceMap::new();
/// let text = "[] (x > 1 && y -> <> p[1]@done)";
/// let file = sources.add("formula", text);
/// let mut names = Names(Vec::new());
/// let mut logic = Logic::new();
/// spin::parse(&mut logic, text, Span::new(file, 0, text.len()), &mut names).unwrap();
/// assert_eq!(names.0, ["x > 1 && y", "p[1]@done"]);
/// ```
pub fn parse(
    logic: &mut Logic,
    text: &str,
    whole: Span,
    expressions: &mut dyn Expressions,
) -> Result<Formula, Diagnostic> {
    let text = Text { text, whole };
    let tokens = tokens(text)?;
    let mut parser = Parser { logic, text, tokens, next: 0, depth: 0, expressions };
    let part = parser.binary(0)?;
    if let Some(token) = parser.peek() {
        return Err(parser.unexpected(token, "an operator or the end of the formula"));
    }
    parser.formula(part)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name, a number, or anything else that begins an expression.
    Operand,
    Open,
    Close,
    Not,
    /// Promela's unary `-` and `~`, of which the first is binary as well.
    Minus,
    Tilde,
    Always,
    Eventually,
    Next,
    Until,
    Release,
    WeakUntil,
    And,
    Or,
    Implies,
    Equivalent,
    /// A binary operator of Promela, with its level.
    Arithmetic(u8),
}

#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// Symbols, longer ones before their beginnings.
const SYMBOLS: [(&str, Kind); 28] = [
    ("<->", Kind::Equivalent),
    ("[]", Kind::Always),
    ("<>", Kind::Eventually),
    ("&&", Kind::And),
    ("/\\", Kind::And),
    ("||", Kind::Or),
    ("\\/", Kind::Or),
    ("->", Kind::Implies),
    ("==", Kind::Arithmetic(8)),
    ("!=", Kind::Arithmetic(8)),
    ("<<", Kind::Arithmetic(10)),
    (">>", Kind::Arithmetic(10)),
    ("<=", Kind::Arithmetic(9)),
    (">=", Kind::Arithmetic(9)),
    ("<", Kind::Arithmetic(9)),
    (">", Kind::Arithmetic(9)),
    ("|", Kind::Arithmetic(5)),
    ("^", Kind::Arithmetic(6)),
    ("&", Kind::Arithmetic(7)),
    ("+", Kind::Arithmetic(11)),
    ("-", Kind::Minus),
    ("*", Kind::Arithmetic(12)),
    ("/", Kind::Arithmetic(12)),
    ("%", Kind::Arithmetic(12)),
    ("~", Kind::Tilde),
    ("!", Kind::Not),
    ("(", Kind::Open),
    (")", Kind::Close),
];

const WORDS: [(&str, Kind); 14] = [
    ("U", Kind::Until),
    ("until", Kind::Until),
    ("stronguntil", Kind::Until),
    ("V", Kind::Release),
    ("release", Kind::Release),
    ("W", Kind::WeakUntil),
    ("weakuntil", Kind::WeakUntil),
    ("X", Kind::Next),
    ("next", Kind::Next),
    ("always", Kind::Always),
    ("eventually", Kind::Eventually),
    ("implies", Kind::Implies),
    ("equivalent", Kind::Equivalent),
    ("not", Kind::Not),
];

fn tokens(text: Text<'_>) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text.text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = &text.text[at..];
        let token = if first.is_ascii_alphanumeric() || first == '_' {
            word(text, at)?
        } else if first == '{' {
            Token { kind: Kind::Operand, start: at, end: text.closing(at)? + 1 }
        } else if first == '\'' {
            let end = rest[1..].find('\'').map(|length| at + length + 2);
            let error = || text.error("this character constant is never closed", at, at + 1);
            Token { kind: Kind::Operand, start: at, end: end.ok_or_else(error)? }
        } else if let Some(&(symbol, kind)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
            Token { kind, start: at, end: at + symbol.len() }
        } else {
            return Err(unknown_symbol(text, at, first));
        };
        at = token.end;
        tokens.push(token);
    }
    Ok(tokens)
}

fn unknown_symbol(text: Text<'_>, at: usize, symbol: char) -> Diagnostic {
    let error = text.error(format!("`{symbol}` has no meaning in a formula"), at, at + symbol.len_utf8());
    match symbol {
        '=' if text.text[at..].starts_with("=>") => error.hint("implication is written `->`"),
        '=' => error.hint("to compare, write `==`"),
        '[' | ']' => error.hint("`always` is written `[]`, without anything between the brackets"),
        _ => error,
    }
}

/// A keyword, or a name or number with everything that belongs to it: fields, indices, arguments, labels, polls.
fn word(text: Text<'_>, start: usize) -> Result<Token, Diagnostic> {
    let bytes = text.text.as_bytes();
    let end_of_name = |from: usize| {
        let length = bytes[from..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        from + length
    };
    let mut end = end_of_name(start);
    if let Some(&(_, kind)) = WORDS.iter().find(|(word, _)| *word == &text.text[start..end]) {
        return Ok(Token { kind, start, end });
    }
    loop {
        let blanks = bytes[end..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let at = end + blanks;
        let after = |i: usize| bytes.get(at + i).copied().unwrap_or(b' ');
        let opens = |i: usize| after(i) == b'[' && after(i + 1) != b']';
        end = match after(0) {
            b'[' if opens(0) => text.closing(at)? + 1,
            b'(' | b'{' => text.closing(at)? + 1,
            b'.' | b'@' | b':' => end_of_name(at + 1),
            b'?' if opens(1) => text.closing(at + 1)? + 1,
            b'?' if after(1) == b'?' && opens(2) => text.closing(at + 2)? + 1,
            _ => return Ok(Token { kind: Kind::Operand, start, end }),
        };
    }
}

/// What has been read: an expression that is no formula yet, or a formula.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// `None` for an expression.
    formula: Option<Formula>,
    start: usize,
    end: usize,
    /// The same without parentheses around it.
    bare: (usize, usize),
    depth: usize,
}

struct Parser<'t, 'p> {
    logic: &'p mut Logic,
    text: Text<'t>,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    expressions: &'p mut dyn Expressions,
}

/// How tightly a binary operator binds.
fn level(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::Implies | Kind::Equivalent => 1,
        Kind::Or => 2,
        Kind::And => 3,
        Kind::Until | Kind::Release | Kind::WeakUntil => 4,
        Kind::Arithmetic(level) => level,
        Kind::Minus => 11,
        _ => return None,
    })
}

impl Parser<'_, '_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.next).copied()
    }

    fn binary(&mut self, least: u8) -> Result<Part, Diagnostic> {
        let mut left = self.unary()?;
        while let Some(token) = self.peek() {
            let Some(level) = level(token.kind).filter(|level| *level >= least) else { break };
            self.next += 1;
            let connective =
                matches!(token.kind, Kind::And | Kind::Or) && !self.expressions.split_connectives();
            if level <= 4 && !connective {
                // No part of an expression: what stands before it goes to the front end before what stands behind it.
                left.formula = Some(self.formula(left)?);
            }
            let right = self.nested(token, |parser| parser.binary(level + 1))?;
            left = self.join(token, left, right)?;
        }
        Ok(left)
    }

    fn nested(
        &mut self,
        at: Token,
        parse: impl FnOnce(&mut Self) -> Result<Part, Diagnostic>,
    ) -> Result<Part, Diagnostic> {
        if self.depth >= MAX_DEPTH {
            return Err(self.text.too_deep(at.start, at.end));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn join(&mut self, operator: Token, left: Part, right: Part) -> Result<Part, Diagnostic> {
        let (start, end) = (left.start, right.end);
        let depth = left.depth.max(right.depth) + 1;
        if depth > MAX_DEPTH {
            return Err(self.text.too_deep(operator.start, operator.end));
        }
        let expressions = left.formula.is_none() && right.formula.is_none();
        let arithmetic = matches!(operator.kind, Kind::Arithmetic(_) | Kind::Minus);
        let connective = matches!(operator.kind, Kind::And | Kind::Or);
        if expressions && (arithmetic || (connective && !self.expressions.split_connectives())) {
            return Ok(Part { formula: None, start, end, bare: (start, end), depth });
        }
        if arithmetic {
            return Err(self.misplaced(operator));
        }
        let (f, g) = (self.formula(left)?, self.formula(right)?);
        let formula = match operator.kind {
            Kind::And => self.logic.and(f, g),
            Kind::Or => self.logic.or(f, g),
            Kind::Implies => self.logic.stated_implication(f, g),
            Kind::Equivalent => self.logic.equivalence(f, g),
            Kind::Until => self.logic.until(f, g),
            Kind::Release => self.logic.release(f, g),
            _ => self.logic.weak_until(f, g),
        };
        Ok(Part { formula: Some(formula), start, end, bare: (start, end), depth })
    }

    fn unary(&mut self) -> Result<Part, Diagnostic> {
        let Some(token) = self.peek() else {
            let end = self.text.text.trim_end().len();
            return Err(self.text.error(
                "the formula ends where an operand is expected",
                end.saturating_sub(1),
                end,
            ));
        };
        self.next += 1;
        match token.kind {
            Kind::Operand => self.operand(token),
            Kind::Open => self.parenthesised(token),
            Kind::Not | Kind::Minus | Kind::Tilde | Kind::Always | Kind::Eventually | Kind::Next => {
                let part = self.nested(token, Self::unary)?;
                self.apply(token, part)
            }
            _ => Err(self.unexpected(token, "an operand")),
        }
    }

    fn apply(&mut self, operator: Token, part: Part) -> Result<Part, Diagnostic> {
        let (start, end, depth) = (operator.start, part.end, part.depth + 1);
        let of_expression = match operator.kind {
            Kind::Minus | Kind::Tilde => true,
            Kind::Not => !self.expressions.split_connectives(),
            _ => false,
        };
        if part.formula.is_none() && of_expression {
            return Ok(Part { formula: None, start, end, bare: (start, end), depth });
        }
        if matches!(operator.kind, Kind::Minus | Kind::Tilde) {
            return Err(self.misplaced(operator));
        }
        let f = self.formula(part)?;
        let formula = match operator.kind {
            Kind::Not => self.logic.not(f),
            Kind::Always => self.logic.always(f),
            Kind::Eventually => self.logic.eventually(f),
            _ => self.logic.next(f),
        };
        Ok(Part { formula: Some(formula), start, end, bare: (start, end), depth })
    }

    fn parenthesised(&mut self, open: Token) -> Result<Part, Diagnostic> {
        let inner = self.nested(open, |parser| parser.binary(0))?;
        let Some(close) = self.peek().filter(|token| token.kind == Kind::Close) else {
            let error = match self.peek() {
                Some(token) => self.unexpected(token, "`)` or an operator"),
                None => {
                    let end = self.text.text.trim_end().len();
                    self.text.error(
                        "the formula ends before this parenthesis is closed",
                        end.saturating_sub(1),
                        end,
                    )
                }
            };
            return Err(error.also(self.text.span(open.start, open.end), "this parenthesis is still open"));
        };
        self.next += 1;
        Ok(Part { start: open.start, end: close.end, ..inner })
    }

    /// An operand, unless it is another notation's operator.
    fn operand(&mut self, token: Token) -> Result<Part, Diagnostic> {
        let text = &self.text.text[token.start..token.end];
        let name = text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        let operand_follows = self.peek().is_some_and(|next| {
            matches!(
                next.kind,
                Kind::Operand | Kind::Open | Kind::Not | Kind::Always | Kind::Eventually | Kind::Next
            )
        });
        let remedy = match name {
            "G" | "globally" => "`always` is written `[]`",
            "F" | "finally" => "`eventually` is written `<>`",
            "R" => "`release` is written `V`",
            "and" | "AND" => "write `&&`",
            "or" | "OR" => "write `||`",
            "NOT" => "write `!`",
            _ => "",
        };
        let called = text.len() > name.len() && text[name.len()..].trim_start().starts_with('(');
        if !remedy.is_empty() && (called || operand_follows) {
            let (start, end) = (token.start, token.start + name.len());
            let message = format!("`{name}` is no operator in Promela's formulas");
            return Err(self.text.error(message, start, end).hint(remedy));
        }
        let (start, end) = (token.start, token.end);
        Ok(Part { formula: None, start, end, bare: (start, end), depth: 1 })
    }

    /// The formula of what was read; expressions are given to the front end.
    fn formula(&mut self, part: Part) -> Result<Formula, Diagnostic> {
        if let Some(formula) = part.formula {
            return Ok(formula);
        }
        let (start, end) = part.bare;
        match &self.text.text[start..end] {
            "true" => Ok(Formula::TRUE),
            "false" => Ok(Formula::FALSE),
            text => self.expressions.expression(self.logic, text, self.text.span(start, end)),
        }
    }

    fn misplaced(&self, operator: Token) -> Diagnostic {
        let symbol = &self.text.text[operator.start..operator.end];
        let message = format!("`{symbol}` computes with values and cannot be applied to a temporal formula");
        let error =
            Diagnostic::error("misplaced-temporal", message, self.text.span(operator.start, operator.end));
        match symbol {
            "&" => error.hint("write `&&`"),
            "|" => error.hint("write `||`"),
            "==" | "!=" | "<" | "<=" | ">" | ">=" => {
                error.hint("temporal operators bind tighter: put the comparison in parentheses")
            }
            _ => error.hint("only `!`, `&&`, `||`, `->`, `<->` and temporal operators take formulas"),
        }
    }

    fn unexpected(&self, token: Token, expected: &str) -> Diagnostic {
        let found = &self.text.text[token.start..token.end];
        let error = self.text.error(format!("expected {expected}, found `{found}`"), token.start, token.end);
        match token.kind {
            Kind::Close => error.hint("remove it, or open a parenthesis before"),
            _ => error,
        }
    }
}
