//! ProB's notation, as in `ASSERT_LTL` definitions.
//!
//! Precedence and associativity are those of ProB's grammar (`LtlParser.scc` of probparsers), from the weakest: `<=>`,
//! which does not associate; `=>`; `&` and `or`, on one level; `U`, `W`, `R`, `S`, `T`; then `not`, `G`, `F`, `X`, `H`,
//! `O`, `Y`. All but the first associate to the left. Operators need no blanks between them (`GF{x = 1}`). SPIN's `[]`,
//! `&&`, `->`, `<->` and `!` are read as well. Atoms, and fairness conditions, go to the front end as a [`Leaf`]; so do
//! the ranges of `#x.({…} & f)` and `!x.({…} => f)`, whose body is read once for each value.

use diagnostics::{Diagnostic, Span};

use super::{MAX_DEPTH, Text};
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

    /// Begins a quantifier over an identifier: how many values satisfy the predicate?
    fn open_range(&mut self, identifier: &str, predicate: &str, span: Span) -> Result<usize, Diagnostic>;

    /// From now on the identifier of the innermost quantifier has this one of its values.
    fn choose_value(&mut self, index: usize);

    /// Ends the innermost quantifier.
    fn close_range(&mut self);
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
///     fn open_range(&mut self, _: &str, _: &str, span: Span) -> Result<usize, Diagnostic> {
///         Err(Diagnostic::error("range", "no quantifiers here", span))
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
    let mut parser = Parser { logic, text: Text { text, whole }, at: 0, depth: 0, leaves };
    let formula = parser.equivalence()?;
    parser.skip_blanks();
    if parser.at < text.len() {
        return Err(parser.unexpected("an operator or the end of the formula"));
    }
    Ok(formula)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Open,
    True,
    False,
    Not,
    Always,
    Eventually,
    Next,
    Historically,
    Once,
    Yesterday,
    Exists,
    ForAll,
    Leaf(Leaf),
    And,
    Or,
    Implies,
    Equivalent,
    Until,
    WeakUntil,
    Release,
    Since,
    Trigger,
}

/// Words and symbols with what they mean; the longest that fits is taken. Those that end in a bracket have a text up to
/// the closing one.
const TOKENS: [(&str, Token); 69] = [
    ("(", Token::Open),
    ("true", Token::True),
    ("false", Token::False),
    ("not", Token::Not),
    ("¬", Token::Not),
    ("G", Token::Always),
    ("globally", Token::Always),
    ("always", Token::Always),
    ("F", Token::Eventually),
    ("finally", Token::Eventually),
    ("eventually", Token::Eventually),
    ("<>", Token::Eventually),
    ("X", Token::Next),
    ("next", Token::Next),
    ("H", Token::Historically),
    ("historically", Token::Historically),
    ("O", Token::Once),
    ("once", Token::Once),
    ("Y", Token::Yesterday),
    ("yesterday", Token::Yesterday),
    ("#", Token::Exists),
    ("!", Token::ForAll),
    ("{", Token::Leaf(Leaf::Predicate)),
    ("[", Token::Leaf(Leaf::Action)),
    ("e(", Token::Leaf(Leaf::Enabled)),
    ("Av(", Token::Leaf(Leaf::Available)),
    ("deadlock", Token::Leaf(Leaf::Deadlock)),
    ("deadlock(", Token::Leaf(Leaf::Deadlock)),
    ("deterministic(", Token::Leaf(Leaf::Deterministic)),
    ("controller(", Token::Leaf(Leaf::Controller)),
    ("sink", Token::Leaf(Leaf::Sink)),
    ("current", Token::Leaf(Leaf::Current)),
    ("changed(", Token::Leaf(Leaf::Changed)),
    ("unchanged(", Token::Leaf(Leaf::Unchanged)),
    ("increasing(", Token::Leaf(Leaf::Increasing)),
    ("decreasing(", Token::Leaf(Leaf::Decreasing)),
    ("WF(", Token::Leaf(Leaf::WeakFairness)),
    ("wf(", Token::Leaf(Leaf::WeakFairness)),
    ("SF(", Token::Leaf(Leaf::StrongFairness)),
    ("sf(", Token::Leaf(Leaf::StrongFairness)),
    ("WEF", Token::Leaf(Leaf::WeakFairnessOfAll)),
    ("SEF", Token::Leaf(Leaf::StrongFairnessOfAll)),
    ("&", Token::And),
    ("and", Token::And),
    ("∧", Token::And),
    ("or", Token::Or),
    ("||", Token::Or),
    ("∨", Token::Or),
    ("=>", Token::Implies),
    ("implies", Token::Implies),
    ("⇒", Token::Implies),
    ("<=>", Token::Equivalent),
    ("equivalent", Token::Equivalent),
    ("⇔", Token::Equivalent),
    ("U", Token::Until),
    ("until", Token::Until),
    ("stronguntil", Token::Until),
    ("W", Token::WeakUntil),
    ("weakuntil", Token::WeakUntil),
    ("R", Token::Release),
    ("release", Token::Release),
    ("S", Token::Since),
    ("since", Token::Since),
    ("T", Token::Trigger),
    ("trigger", Token::Trigger),
    // SPIN's notation, which some of ProB's own examples use.
    ("&&", Token::And),
    ("->", Token::Implies),
    ("<->", Token::Equivalent),
    ("[]", Token::Always),
];

struct Parser<'t, 'p> {
    logic: &'p mut Logic,
    text: Text<'t>,
    at: usize,
    depth: usize,
    leaves: &'p mut dyn Leaves,
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
            f = self.logic.implication(f, g);
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
                Token::Until => self.logic.until(f, g),
                Token::WeakUntil => self.logic.weak_until(f, g),
                Token::Release => self.logic.release(f, g),
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
                Token::Always => self.logic.always(f),
                Token::Eventually => self.logic.eventually(f),
                Token::Next => self.logic.next(f),
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
        self.at = close + 1;
        self.expect(if token == Token::Exists { "&" } else { "=>" })?;
        let values = self.leaves.open_range(name, predicate.trim(), self.text.span(start, self.at))?;
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
