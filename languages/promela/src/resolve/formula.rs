//! `ltl` blocks: the temporal skeleton, with maximal expressions below it.

use super::Resolver;
use crate::ast::{self, BinaryOp, TemporalBinary, TemporalUnary, UnaryOp};
use crate::resolved::{Formula, FormulaKind, Ltl, ProctypeKind};

impl Resolver<'_> {
    pub(super) fn ltl(&mut self, ltl: &ast::Ltl) {
        let formula = self.formula(&ltl.formula);
        let unnamed = self.model.ltl.iter().filter(|l| l.name.starts_with("ltl_")).count();
        let name = ltl.name.as_ref().map_or_else(|| format!("ltl_{unnamed}"), |n| n.text.clone());
        let never = self.model.proctypes.iter().filter(|p| p.kind == ProctypeKind::Never).map(|p| &p.name);
        if never.chain(self.model.ltl.iter().map(|l| &l.name)).any(|other| *other == name) {
            self.error("redeclared", "there is already a claim of that name", ltl.span);
        }
        self.model.ltl.push(Ltl { name, formula, span: ltl.span });
    }

    fn formula(&mut self, expr: &ast::Expr) -> Formula {
        use ast::ExprKind as A;
        let span = expr.span;
        if !is_temporal(expr) {
            return Formula { kind: FormulaKind::Atom(self.expr(expr)), span };
        }
        let kind = match &expr.kind {
            A::Unary(UnaryOp::Not, e) => FormulaKind::Not(self.boxed_formula(e)),
            A::Binary(BinaryOp::And, a, b) => FormulaKind::And(self.boxed_formula(a), self.boxed_formula(b)),
            A::Binary(BinaryOp::Or, a, b) => FormulaKind::Or(self.boxed_formula(a), self.boxed_formula(b)),
            A::Temporal1(op, e) => {
                let inner = self.boxed_formula(e);
                match op {
                    TemporalUnary::Next => FormulaKind::Next(inner),
                    TemporalUnary::Always => FormulaKind::Always(inner),
                    TemporalUnary::Eventually => FormulaKind::Eventually(inner),
                }
            }
            A::Temporal2(op, a, b) => {
                let (a, b) = (self.boxed_formula(a), self.boxed_formula(b));
                match op {
                    TemporalBinary::Implies => FormulaKind::Implies(a, b),
                    TemporalBinary::Equivalent => FormulaKind::Equivalent(a, b),
                    TemporalBinary::Until => FormulaKind::Until(a, b),
                    TemporalBinary::Release => FormulaKind::Release(a, b),
                    TemporalBinary::WeakUntil => FormulaKind::WeakUntil(a, b),
                }
            }
            _ => {
                let message = "a temporal formula can only be combined with `!`, `&&`, `||`, `->` and temporal operators";
                self.error("misplaced-temporal", message, span);
                FormulaKind::Atom(super::declaration::zero(span))
            }
        };
        Formula { kind, span }
    }

    fn boxed_formula(&mut self, expr: &ast::Expr) -> Box<Formula> {
        Box::new(self.formula(expr))
    }
}

/// Does it hold a temporal operator? `->` and `<->` count, for they are no operators of expressions.
fn is_temporal(expr: &ast::Expr) -> bool {
    use ast::ExprKind as A;
    match &expr.kind {
        A::Temporal1(..) | A::Temporal2(..) => true,
        A::Unary(_, e) => is_temporal(e),
        A::Binary(_, a, b) => is_temporal(a) || is_temporal(b),
        A::Conditional(a, b, c) => is_temporal(a) || is_temporal(b) || is_temporal(c),
        _ => false,
    }
}
