//! ProB's notation, as in `ASSERT_LTL` definitions.
//!
//! Precedence and associativity are those of ProB's grammar (`LtlParser.scc` of probparsers), from the weakest: `<=>`,
//! which does not associate; `=>`; `&` and `or`, on one level; `U`, `W`, `R`, `S`, `T`; then `not`, `G`, `F`, `X`, `H`,
//! `O`, `Y`. All but the first associate to the left. Operators need no blanks between them (`GF{x = 1}`). SPIN's `[]`,
//! `&&`, `->`, `<->` and `!` are read as well. Atoms, and fairness conditions, go to the front end as a [`Leaf`]; so do
//! the ranges of `#x.({…} & f)` and `!x.({…} => f)`, whose body is read once for each value.

use diagnostics::{Diagnostic, Span};

use super::prob_tokens::{TOKENS, Token};
use super::{MAX_DEPTH, Text};
use crate::ending::Alive;
use crate::formula::{Formula, Logic};

/// What stands at the leaves of ProB's formulas. The text that belongs to it is given beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaf {
    /// `{predicate}`.
    Predicate,
    /// `[operation]`: the next operation of the run.
    Action,
    /// `e(operation)`: the operation is enabled.
    Enabled,
    /// `Av(operation)`: the operation is enabled, as in process algebras.
    Available,
    /// `deadlock`, or with a text that all operations in it are disabled.
    Deadlock,
    /// `deterministic(operations)`: at most one of them is enabled.
    Deterministic,
    /// `controller(operations)`: exactly one of them is enabled.
    Controller,
    /// `sink`: no operation leads to another state.
    Sink,
    /// `current`: the state that an animator is in.
    Current,
    /// `changed({expression})`, along the next transition.
    Changed,
    /// `unchanged({expression})`, along the next transition.
    Unchanged,
    /// `increasing({expression})`, along the next transition.
    Increasing,
    /// `decreasing({expression})`, along the next transition.
    Decreasing,
    /// `WF(operation)`: weak fairness.
    WeakFairness,
    /// `SF(operation)`: strong fairness.
    StrongFairness,
    /// `WEF`: weak fairness of all transitions.
    WeakFairnessOfAll,
    /// `SEF`: strong fairness of all transitions.
    StrongFairnessOfAll,
}

/// What a front end knows of B.
pub trait Leaves {
    /// The formula that a leaf is, usually an atom of the front end's table. The text is what is in its brackets.
    fn leaf(&mut self, logic: &mut Logic, leaf: Leaf, text: &str, span: Span) -> Result<Formula, Diagnostic>;

    /// What says of a position that the run has not ended before it; runs never end unless the front end says
    /// otherwise.
    fn alive(&mut self, _: &mut Logic) -> Alive {
        Alive(Formula::TRUE)
    }

    /// Begins a quantifier over an identifier: how many values satisfy the predicate?
    fn open_range(&mut self, range: Range<'_>) -> Result<usize, Diagnostic>;

    /// From now on the identifier of the innermost quantifier has this one of its values.
    fn choose_value(&mut self, index: usize);

    /// Ends the innermost quantifier.
    fn close_range(&mut self);
}

/// What a quantifier ranges over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range<'t> {
    /// The identifier that is bound.
    pub identifier: &'t str,
    /// What its values satisfy.
    pub predicate: &'t str,
    /// Where the predicate stands.
    pub predicate_span: Span,
    /// The formula is this quantifier over all values, or this one below others of that kind: `!x.({…} => !y.({…} =>
    /// f))`.
    pub is_prefix: bool,
    /// Where the quantifier begins.
    pub span: Span,
}

/// Parses the text of a formula. `whole` is its place in the source.
///
/// ```
/// use diagnostics::{Diagnostic, Span};
/// use property::parse::prob::{self, Leaf};
/// use property::{Atom, Formula, Logic};
///
/// struct Texts(Vec<(Leaf, String)>);
/// impl prob::Leaves for Texts {
///     fn leaf(&mut self, logic: &mut Logic, leaf: Leaf, text: &str, _: Span) -> Result<Formula, Diagnostic> {
///         self.0.push((leaf, text.to_owned()));
///         Ok(logic.atom(Atom(self.0.len() as u32 - 1)))
///     }
///     fn open_range(&mut self, range: prob::Range<'_>) -> Result<usize, Diagnostic> {
///         Err(Diagnostic::error("range", "no quantifiers here", range.span))
///     }
///     fn choose_value(&mut self, _: usize) {}
///     fn close_range(&mut self) {}
/// }
///
/// let mut texts = Texts(Vec::new());
/// let formula = "G ([take(p)] => O {p : ready})";
/// prob::parse(&mut Logic::new(), formula, Span::default(), &mut texts).unwrap();
/// assert_eq!(texts.0, [(Leaf::Action, "take(p)".to_owned()), (Leaf::Predicate, "p : ready".to_owned())]);
/// ```
pub fn parse(
    logic: &mut Logic,
    text: &str,
    whole: Span,
    leaves: &mut dyn Leaves,
) -> Result<Formula, Diagnostic> {
    let alive = leaves.alive(logic);
    let prefix = (0, text.trim_end().len());
    let mut parser = Parser { logic, text: Text { text, whole }, at: 0, depth: 0, leaves, alive, prefix };
    let formula = parser.equivalence()?;
    parser.skip_blanks();
    if parser.at < text.len() {
        return Err(parser.unexpected("an operator or the end of the formula"));
    }
    Ok(formula)
}

struct Parser<'t, 'p> {
    logic: &'p mut Logic,
    text: Text<'t>,
    at: usize,
    depth: usize,
    leaves: &'p mut dyn Leaves,
    alive: Alive,
    /// Where the formula below the quantifiers over all values begins that stand before everything else, and where it
    /// ends.
    prefix: (usize, usize),
}

impl<'t> Parser<'t, '_> {
    fn rest(&self) -> &'t str {
        &self.text.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The next token and its length in bytes.
    fn peek(&mut self) -> Option<(Token, usize)> {
        self.skip_blanks();
        let fits = TOKENS.iter().filter(|(word, _)| self.rest().starts_with(word));
        let &(word, token) = fits.max_by_key(|(word, _)| word.len())?;
        let token = if token == Token::ForAll && !self.is_quantifier() { Token::Not } else { token };
        Some((token, word.len()))
    }

    /// Is `!` the beginning of `!x.(…)`, and not a negation?
    fn is_quantifier(&self) -> bool {
        let after = self.rest()[1..].trim_start();
        let name = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        name.len() < after.len() && name.trim_start().starts_with('.')
    }

    /// Takes the next token if `wanted` says what to do with it.
    fn take<T>(&mut self, wanted: impl Fn(Token) -> Option<T>) -> Option<T> {
        let (token, length) = self.peek()?;
        let found = wanted(token);
        self.at += if found.is_some() { length } else { 0 };
        found
    }

    fn equivalence(&mut self) -> Result<Formula, Diagnostic> {
        if self.depth >= MAX_DEPTH {
            return Err(self.text.too_deep(self.at, self.at + 1));
        }
        self.depth += 1;
        let f = self.implication()?;
        let is = |wanted| move |token| (token == wanted).then_some(());
        let result = if self.take(is(Token::Equivalent)).is_some() {
            let g = self.implication()?;
            if let Some((Token::Equivalent, _)) = self.peek() {
                let error = self.unexpected("`)` or the end of the formula");
                return Err(error.hint("`<=>` does not associate; write parentheses"));
            }
            self.logic.equivalence(f, g)
        } else {
            f
        };
        self.depth -= 1;
        Ok(result)
    }

    fn implication(&mut self) -> Result<Formula, Diagnostic> {
        let mut f = self.connective()?;
        let mut count = 0;
        while self.take(|token| (token == Token::Implies).then_some(())).is_some() {
            let g = self.connective()?;
            f = self.logic.stated_implication(f, g);
            self.count(&mut count)?;
        }
        Ok(f)
    }

    fn connective(&mut self) -> Result<Formula, Diagnostic> {
        let mut f = self.temporal()?;
        let mut count = 0;
        let wanted = |token| matches!(token, Token::And | Token::Or).then_some(token);
        while let Some(token) = self.take(wanted) {
            let g = self.temporal()?;
            f = if token == Token::And { self.logic.and(f, g) } else { self.logic.or(f, g) };
            self.count(&mut count)?;
        }
        Ok(f)
    }

    fn temporal(&mut self) -> Result<Formula, Diagnostic> {
        let mut f = self.unary()?;
        let mut count = 0;
        let wanted = |token| {
            use Token as T;
            matches!(token, T::Until | T::WeakUntil | T::Release | T::Since | T::Trigger).then_some(token)
        };
        while let Some(token) = self.take(wanted) {
            let g = self.unary()?;
            f = match token {
                Token::Until => self.alive.until(self.logic, f, g),
                Token::WeakUntil => self.alive.weak_until(self.logic, f, g),
                Token::Release => self.alive.release(self.logic, f, g),
                Token::Since => self.logic.since(f, g),
                _ => self.logic.trigger(f, g),
            };
            self.count(&mut count)?;
        }
        Ok(f)
    }

    /// Many operators in a row make a deep formula, too.
    fn count(&self, count: &mut usize) -> Result<(), Diagnostic> {
        *count += 1;
        if *count > MAX_DEPTH { Err(self.text.too_deep(self.at, self.at)) } else { Ok(()) }
    }

    fn unary(&mut self) -> Result<Formula, Diagnostic> {
        // The operators of one operand, outermost first; a loop, so that a thousand of them are no recursion.
        let mut operators = Vec::new();
        let wanted = |token| {
            use Token as T;
            let one = [T::Not, T::Always, T::Eventually, T::Next, T::Historically, T::Once, T::Yesterday];
            one.contains(&token).then_some(token)
        };
        while let Some(token) = self.take(wanted) {
            operators.push(token);
            if self.depth + operators.len() > MAX_DEPTH {
                return Err(self.text.too_deep(self.at, self.at));
            }
        }
        let mut f = self.primary()?;
        for operator in operators.into_iter().rev() {
            f = match operator {
                Token::Not => self.logic.not(f),
                Token::Always => self.alive.always(self.logic, f),
                Token::Eventually => self.alive.eventually(self.logic, f),
                Token::Next => self.alive.next(self.logic, f),
                Token::Historically => self.logic.historically(f),
                Token::Once => self.logic.once(f),
                _ => self.logic.yesterday(f),
            };
        }
        Ok(f)
    }

    fn primary(&mut self) -> Result<Formula, Diagnostic> {
        let Some((token, length)) = self.peek() else { return Err(self.unexpected("a formula")) };
        let start = self.at;
        match token {
            Token::True | Token::False => {
                self.at += length;
                Ok(if token == Token::True { Formula::TRUE } else { Formula::FALSE })
            }
            Token::Open => {
                self.at += length;
                let f = self.equivalence()?;
                self.close(start)?;
                Ok(f)
            }
            Token::Leaf(leaf) => self.leaf(leaf, length),
            Token::Exists | Token::ForAll => self.quantifier(token),
            _ => Err(self.unexpected("a formula")),
        }
    }

    fn leaf(&mut self, leaf: Leaf, length: usize) -> Result<Formula, Diagnostic> {
        let start = self.at;
        let last = start + length - 1;
        let bracketed = matches!(self.text.text.as_bytes()[last], b'(' | b'[' | b'{');
        let inner = if bracketed {
            let close = self.text.closing(last)?;
            self.at = close + 1;
            &self.text.text[last + 1..close]
        } else {
            self.at = start + length;
            ""
        };
        let span = self.text.span(start, self.at);
        self.leaves.leaf(self.logic, leaf, inner.trim(), span)
    }

    /// `#x.({predicate} & f)` or `!x.({predicate} => f)`: `f` for some value or for all.
    fn quantifier(&mut self, token: Token) -> Result<Formula, Diagnostic> {
        let start = self.at;
        self.at += 1;
        self.skip_blanks();
        let name = self.rest();
        let name = &name
            [..name.len() - name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()];
        self.at += name.len();
        let open = self.expect(".").and_then(|()| self.expect("(")).map_err(|error| {
            error
                .hint("a quantifier is written `#x.({predicate} & formula)` or `!x.({predicate} => formula)`")
        });
        open?;
        let paren = self.at - 1;
        self.expect("{")?;
        let close = self.text.closing(self.at - 1)?;
        let predicate = &self.text.text[self.at..close];
        let predicate_span = self.text.span(self.at, close);
        self.at = close + 1;
        self.expect(if token == Token::Exists { "&" } else { "=>" })?;
        let is_prefix = token == Token::ForAll && self.is_prefix(start, paren);
        let span = self.text.span(start, self.at);
        let range = Range { identifier: name, predicate, predicate_span, is_prefix, span };
        let values = self.leaves.open_range(range)?;
        let body = self.at;
        let mut formulas = Vec::new();
        let mut first_error = None;
        for index in 0..values {
            self.at = body;
            self.leaves.choose_value(index);
            match self.equivalence() {
                Ok(f) => formulas.push(f),
                Err(error) => {
                    first_error = Some(error);
                    break;
                }
            }
        }
        if values == 0 {
            self.at = self.text.closing(paren)?;
        }
        self.leaves.close_range();
        if let Some(error) = first_error {
            return Err(error);
        }
        self.close(paren)?;
        Ok(if token == Token::Exists { self.logic.any(formulas) } else { self.logic.all(formulas) })
    }

    /// Does a quantifier begin and end where only quantifiers over all values stand around it? From now on it is one
    /// of them.
    fn is_prefix(&mut self, start: usize, open: usize) -> bool {
        let text = self.text.text;
        let first = text.len() - text[self.prefix.0..].trim_start().len();
        let Ok(close) = self.text.closing(open) else { return false };
        let is_prefix = start == first && text[..self.prefix.1].trim_end().len() == close + 1;
        if is_prefix {
            self.prefix = (self.at, close);
        }
        is_prefix
    }

    fn expect(&mut self, symbol: &str) -> Result<(), Diagnostic> {
        self.skip_blanks();
        if !self.rest().starts_with(symbol) {
            return Err(self.unexpected(&format!("`{symbol}`")));
        }
        self.at += symbol.len();
        Ok(())
    }

    /// The parenthesis that closes the one at `open`.
    fn close(&mut self, open: usize) -> Result<(), Diagnostic> {
        self.skip_blanks();
        if self.rest().starts_with(')') {
            self.at += 1;
            return Ok(());
        }
        let error = self.unexpected("`)` or an operator");
        Err(error.also(self.text.span(open, open + 1), "this parenthesis is still open"))
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let Some(found) = self.rest().chars().next() else {
            let end = self.text.text.trim_end().len();
            let message = format!("the formula ends where {expected} is expected");
            return self.text.error(message, end.saturating_sub(1), end);
        };
        let word: String = self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let found = if word.is_empty() { found.to_string() } else { word };
        let error =
            self.text.error(format!("expected {expected}, found `{found}`"), self.at, self.at + found.len());
        match found.as_str() {
            ")" => error.hint("remove it, or open a parenthesis before"),
            _ if found.chars().all(char::is_alphanumeric) => {
                error.hint("predicates are written in braces: `{x > 1}`")
            }
            _ => error,
        }
    }
}
