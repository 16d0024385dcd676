//! Which LTL formulas are invariants.
//!
//! `[] p` with a proposition `p` is violated exactly when a state without `p` is reached. Many formulas say the same in
//! other words: `! <> q`, `[] p && [] q`, `[] (p && [] q)`, `<> q -> false`. Negations are pushed inwards (the negation
//! of `<> f` is `[]` of the negation of `f`, De Morgan for the rest), and what is left is an invariant if it is made of
//! propositions, `&&` and `[]` alone: `[]` distributes over `&&` and is idempotent, so all of it comes down to one
//! proposition about the first state and one about every state. A disjunction with something temporal in it is an
//! invariant only if one side is constant, as `[] p || [] q` is not one.

use program::{BinaryOp, Expr, UnaryOp};

use super::Lowering;
use crate::resolved::{self, ExprKind, Formula, FormulaKind};

/// A formula that speaks of single states: it holds if `first` holds in the first state and `every` in every state.
pub(super) struct Invariant<'m> {
    pub(super) first: Proposition<'m>,
    pub(super) every: Proposition<'m>,
}

/// A formula without temporal operators.
pub(super) enum Proposition<'m> {
    Constant(bool),
    Atom(&'m resolved::Expr),
    Not(Box<Proposition<'m>>),
    And(Box<Proposition<'m>>, Box<Proposition<'m>>),
    Or(Box<Proposition<'m>>, Box<Proposition<'m>>),
    Same(Box<Proposition<'m>>, Box<Proposition<'m>>),
}

impl<'m> Invariant<'m> {
    /// The formula as an invariant, if it is one.
    pub(super) fn of(formula: &'m Formula) -> Option<Invariant<'m>> {
        Invariant::with_sign(formula, true)
    }

    /// The formula, or its negation where `positive` is false.
    fn with_sign(formula: &'m Formula, positive: bool) -> Option<Invariant<'m>> {
        if let Some(proposition) = Proposition::of(formula) {
            let first = if positive { proposition } else { proposition.negated() };
            return Some(Invariant { first, every: Proposition::Constant(true) });
        }
        let side = |formula: &'m Formula, positive: bool| Invariant::with_sign(formula, positive);
        match (&formula.kind, positive) {
            (FormulaKind::Not(f), _) => side(f, !positive),
            (FormulaKind::And(a, b), true) | (FormulaKind::Or(a, b), false) => {
                Some(side(a, positive)?.and(side(b, positive)?))
            }
            (FormulaKind::Or(a, b), true) | (FormulaKind::And(a, b), false) => {
                either(a, positive, b, positive)
            }
            (FormulaKind::Implies(a, b), true) => either(a, false, b, true),
            (FormulaKind::Implies(a, b), false) => Some(side(a, true)?.and(side(b, false)?)),
            (FormulaKind::Equivalent(a, b), _) => match (constant(a), constant(b)) {
                (Some(value), _) => side(b, value == positive),
                (_, Some(value)) => side(a, value == positive),
                (None, None) => None,
            },
            (FormulaKind::Always(f), true) | (FormulaKind::Eventually(f), false) => {
                Some(side(f, positive)?.always())
            }
            // `false V f` and `f W false` are `[] f`, and `true U f` is `<> f`.
            (FormulaKind::Release(a, f), true) | (FormulaKind::WeakUntil(f, a), true) => {
                Some(side(f, true)?.always()).filter(|_| constant(a) == Some(false))
            }
            (FormulaKind::Until(a, f), false) => {
                Some(side(f, false)?.always()).filter(|_| constant(a) == Some(true))
            }
            _ => None,
        }
    }

    fn and(self, other: Invariant<'m>) -> Invariant<'m> {
        Invariant { first: self.first.and(other.first), every: self.every.and(other.every) }
    }

    /// `[]` of it.
    fn always(self) -> Invariant<'m> {
        Invariant { first: Proposition::Constant(true), every: self.first.and(self.every) }
    }
}

/// A disjunction of which one side is constant.
fn either<'m>(a: &'m Formula, a_sign: bool, b: &'m Formula, b_sign: bool) -> Option<Invariant<'m>> {
    let value = |formula, sign: bool| constant(formula).map(|value| value == sign);
    match (value(a, a_sign), value(b, b_sign)) {
        (Some(true), _) | (_, Some(true)) => {
            let valid = || Proposition::Constant(true);
            Some(Invariant { first: valid(), every: valid() })
        }
        (Some(false), _) => Invariant::with_sign(b, b_sign),
        (_, Some(false)) => Invariant::with_sign(a, a_sign),
        (None, None) => None,
    }
}

/// The value of a formula that is the same everywhere.
fn constant(formula: &Formula) -> Option<bool> {
    match Proposition::of(formula)? {
        Proposition::Constant(value) => Some(value),
        _ => None,
    }
}

impl<'m> Proposition<'m> {
    /// The formula as a proposition, if it has no temporal operator.
    fn of(formula: &'m Formula) -> Option<Proposition<'m>> {
        let side = |formula: &'m Formula| Proposition::of(formula);
        match &formula.kind {
            FormulaKind::Atom(expr) => Some(match expr.kind {
                ExprKind::Const(value) => Proposition::Constant(value != 0),
                _ => Proposition::Atom(expr),
            }),
            FormulaKind::Not(f) => Some(side(f)?.negated()),
            FormulaKind::And(a, b) => Some(side(a)?.and(side(b)?)),
            FormulaKind::Or(a, b) => Some(side(a)?.or(side(b)?)),
            FormulaKind::Implies(a, b) => Some(side(a)?.negated().or(side(b)?)),
            FormulaKind::Equivalent(a, b) => Some(Proposition::Same(Box::new(side(a)?), Box::new(side(b)?))),
            _ => None,
        }
    }

    fn negated(self) -> Proposition<'m> {
        match self {
            Proposition::Constant(value) => Proposition::Constant(!value),
            Proposition::Not(inner) => *inner,
            other => Proposition::Not(Box::new(other)),
        }
    }

    fn and(self, other: Proposition<'m>) -> Proposition<'m> {
        match (self, other) {
            (Proposition::Constant(true), other) | (other, Proposition::Constant(true)) => other,
            (a, b) => Proposition::And(Box::new(a), Box::new(b)),
        }
    }

    fn or(self, other: Proposition<'m>) -> Proposition<'m> {
        match (self, other) {
            (Proposition::Constant(false), other) | (other, Proposition::Constant(false)) => other,
            (a, b) => Proposition::Or(Box::new(a), Box::new(b)),
        }
    }
}

impl Lowering<'_> {
    /// The proposition as an expression that is 0 or not.
    pub(super) fn proposition(&mut self, proposition: &Proposition<'_>) -> Expr {
        let not = |e: Expr| Expr::Unary(UnaryOp::Not, Box::new(e));
        let mut binary = |op, a: &Proposition<'_>, b: &Proposition<'_>| {
            Expr::Binary(op, Box::new(self.proposition(a)), Box::new(self.proposition(b)))
        };
        match proposition {
            Proposition::And(a, b) => binary(BinaryOp::And, a, b),
            Proposition::Or(a, b) => binary(BinaryOp::Or, a, b),
            Proposition::Same(a, b) => {
                let (a, b) = (not(self.proposition(a)), not(self.proposition(b)));
                Expr::Binary(BinaryOp::Eq, Box::new(a), Box::new(b))
            }
            Proposition::Not(inner) => not(self.proposition(inner)),
            Proposition::Atom(expr) => self.expression(expr),
            Proposition::Constant(value) => Expr::Const(i32::from(*value)),
        }
    }
}
