//! Typing of predicates.

use super::infer::{Inference, Result2, Scope};
use super::tree::{Term, Typed};
use crate::syntax::ast::{Binary, Formula, Node, Quantifier, Unary};
use crate::syntax::{Builtin, Constant};
use diagnostics::Span;

impl Inference<'_> {
    /// Types a predicate.
    pub fn predicate(&mut self, formula: &Formula, scope: &Scope) -> Result2<Typed> {
        let node = match &formula.node {
            Node::And(items) => Term::And(self.predicates(items, scope)?),
            Node::Or(items) => Term::Or(self.predicates(items, scope)?),
            Node::Unary(Unary::Not, inner) => Term::Not(Box::new(self.predicate(inner, scope)?)),
            Node::Constant(constant @ (Constant::BTrue | Constant::BFalse)) => Term::Constant(*constant),
            Node::Binary(operator @ (Binary::Implies | Binary::Iff), left, right) => {
                let (left, right) = (self.predicate(left, scope)?, self.predicate(right, scope)?);
                Term::Binary(*operator, Box::new(left), Box::new(right))
            }
            Node::Binary(operator, left, right) => {
                self.comparison(*operator, left, right, formula.span, scope)?
            }
            Node::Quantified(quantifier @ (Quantifier::Forall | Quantifier::Exists), names, body, _) => {
                let (slots, inner) = self.bind(names, scope);
                let body = self.predicate(body, &inner)?;
                Term::Quantified(*quantifier, slots, Box::new(body), None)
            }
            Node::If(condition, then, otherwise) => {
                let condition = Box::new(self.predicate(condition, scope)?);
                let then = Box::new(self.predicate(then, scope)?);
                Term::If(condition, then, Box::new(self.predicate(otherwise, scope)?))
            }
            Node::Let(names, binding, body) => {
                let (slots, inner) = self.bind(names, scope);
                let binding = Box::new(self.predicate(binding, &inner)?);
                Term::Let(slots, binding, Box::new(self.predicate(body, &inner)?))
            }
            Node::Call(Builtin::Finite, arguments) if arguments.len() == 1 => {
                let ty = self.any_set();
                Term::Call(Builtin::Finite, vec![self.expression(&arguments[0], scope, ty)?])
            }
            Node::Name(name) => return self.named_predicate(name, &[], formula.span, scope),
            Node::Apply(function, arguments) => match &function.node {
                Node::Name(name) => return self.named_predicate(name, arguments, formula.span, scope),
                _ => return self.fail(formula.span, "a predicate is needed here, not an expression"),
            },
            _ => return self.fail(formula.span, "a predicate is needed here, not an expression"),
        };
        Ok(Typed { node, ty: self.program.predicate, span: formula.span })
    }

    fn predicates(&mut self, items: &[Formula], scope: &Scope) -> Result2<Vec<Typed>> {
        items.iter().map(|item| self.predicate(item, scope)).collect()
    }

    fn comparison(
        &mut self,
        operator: Binary,
        left: &Formula,
        right: &Formula,
        span: Span,
        scope: &Scope,
    ) -> Result2<Term> {
        use Binary::{
            Equal, Greater, GreaterEqual, Less, LessEqual, Member, NotEqual, NotMember, NotStrictSubset,
            NotSubset, StrictSubset, Subset,
        };
        let (left_type, right_type) = match operator {
            Equal | NotEqual => {
                let ty = self.program.types.fresh();
                (ty, ty)
            }
            Member | NotMember => {
                let element = self.program.types.fresh();
                (element, self.program.types.power(element))
            }
            Subset | StrictSubset | NotSubset | NotStrictSubset => {
                let set = self.any_set();
                (set, set)
            }
            Less | LessEqual | Greater | GreaterEqual => (self.integer, self.integer),
            _ => return self.fail(span, "a predicate is needed here, not an expression"),
        };
        let left = self.expression(left, scope, left_type)?;
        let right = self.expression(right, scope, right_type)?;
        Ok(Term::Binary(operator, Box::new(left), Box::new(right)))
    }
}
