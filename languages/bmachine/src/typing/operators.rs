//! Typing of the infix operators and the predefined functions.

use super::infer::{Inference, Product, Result2, Scope};
use super::tree::{Term, Typed};
use super::types::TypeId;
use crate::syntax::Builtin;
use crate::syntax::ast::{Binary, Formula};
use diagnostics::Span;

impl Inference<'_> {
    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &Formula,
        right: &Formula,
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        let (left_type, right_type, ty) = self.operand_types(operator, span)?;
        if operator == Binary::Times {
            let left = Box::new(self.expression(left, scope, left_type)?);
            let right = Box::new(self.expression(right, scope, right_type)?);
            let product = Product { left: left_type, right: right_type, result: expected, span };
            if !self.decide_product(product)? {
                self.pending.push(product);
            }
            return Ok(Typed { node: Term::Binary(operator, left, right), ty: expected, span });
        }
        self.unify(ty, expected, span)?;
        let left = Box::new(self.expression(left, scope, left_type)?);
        let right = Box::new(self.expression(right, scope, right_type)?);
        let node = match operator {
            Binary::Arrow(arrow) => Term::Arrow(arrow, left, right),
            operator => Term::Binary(operator, left, right),
        };
        Ok(Typed { node, ty, span })
    }

    /// Types of the left operand, the right operand and the result.
    fn operand_types(&mut self, operator: Binary, span: Span) -> Result2<(TypeId, TypeId, TypeId)> {
        use Binary as B;
        let types = &mut self.program.types;
        let (a, b, c, d) = (types.fresh(), types.fresh(), types.fresh(), types.fresh());
        Ok(match operator {
            B::Add | B::Divide | B::Modulo | B::Power => (self.integer, self.integer, self.integer),
            B::Interval => {
                let set = types.power(self.integer);
                (self.integer, self.integer, set)
            }
            // Both readings of minus have one type for operands and result; lowering looks at it.
            B::Minus => (a, a, a),
            B::Times => (a, b, c),
            B::Union | B::Intersection | B::SetMinus => {
                let set = types.power(a);
                (set, set, set)
            }
            B::Maplet => {
                let pair = types.product(a, b);
                (a, b, pair)
            }
            B::Arrow(_) => {
                let (left, right, relation) = (types.power(a), types.power(b), types.relation(a, b));
                (left, right, types.power(relation))
            }
            B::Override => {
                let relation = types.relation(a, b);
                (relation, relation, relation)
            }
            B::DomainRestrict | B::DomainSubtract => {
                let (set, relation) = (types.power(a), types.relation(a, b));
                (set, relation, relation)
            }
            B::RangeRestrict | B::RangeSubtract => {
                let (relation, set) = (types.relation(a, b), types.power(b));
                (relation, set, relation)
            }
            B::DirectProduct => {
                let pair = types.product(b, c);
                (types.relation(a, b), types.relation(a, c), types.relation(a, pair))
            }
            B::Compose => (types.relation(a, b), types.relation(b, c), types.relation(a, c)),
            B::Parallel => {
                let (from, to) = (types.product(a, c), types.product(b, d));
                (types.relation(a, b), types.relation(c, d), types.relation(from, to))
            }
            B::Concat | B::Prepend | B::Append | B::TakeFirst | B::DropFirst => {
                let sequence = types.relation(self.integer, a);
                match operator {
                    // `^` also joins strings in some dialects; only sequences are supported.
                    B::Concat => (sequence, sequence, sequence),
                    B::Prepend => (a, sequence, sequence),
                    B::Append => (sequence, a, sequence),
                    _ => (sequence, self.integer, sequence),
                }
            }
            _ => return self.fail(span, "an expression is needed here, not a predicate"),
        })
    }

    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        if builtin == Builtin::Bool {
            let [argument] = arguments else { return self.fail(span, "bool takes one predicate") };
            let inner = self.predicate(argument, scope)?;
            self.unify(self.boolean, expected, span)?;
            return Ok(Typed { node: Term::Call(builtin, vec![inner]), ty: self.boolean, span });
        }
        let (wanted, ty) = self.signature(builtin);
        if wanted.len() != arguments.len() {
            // A user may name a function like a builtin only by shadowing it, which is an error in B as well.
            let message = format!("{builtin} takes {} arguments, not {}", wanted.len(), arguments.len());
            return self.fail(span, message);
        }
        self.unify(ty, expected, span)?;
        let mut typed = Vec::new();
        for (argument, ty) in arguments.iter().zip(wanted) {
            typed.push(self.expression(argument, scope, ty)?);
        }
        Ok(Typed { node: Term::Call(builtin, typed), ty, span })
    }

    fn signature(&mut self, builtin: Builtin) -> (Vec<TypeId>, TypeId) {
        use Builtin as F;
        let types = &mut self.program.types;
        let (a, b) = (types.fresh(), types.fresh());
        let set = types.power(a);
        let relation = types.relation(a, b);
        let sequence = types.relation(self.integer, a);
        match builtin {
            F::Pow | F::Pow1 | F::Fin | F::Fin1 => (vec![set], types.power(set)),
            F::Card => (vec![set], self.integer),
            F::Union | F::Inter => (vec![types.power(set)], set),
            F::Min | F::Max => (vec![types.power(self.integer)], self.integer),
            F::Dom => (vec![relation], set),
            F::Ran => {
                let range = types.power(b);
                (vec![relation], range)
            }
            F::Id => (vec![set], types.relation(a, a)),
            F::Prj1 | F::Prj2 => {
                let (range, pair) = (types.power(b), types.product(a, b));
                let to = if builtin == F::Prj1 { a } else { b };
                (vec![set, range], types.relation(pair, to))
            }
            F::Iterate => {
                let own = types.relation(a, a);
                (vec![own, self.integer], own)
            }
            F::Closure | F::Closure1 => {
                let own = types.relation(a, a);
                (vec![own], own)
            }
            F::Fnc => {
                let range = types.power(b);
                (vec![relation], types.relation(a, range))
            }
            F::Rel => {
                let range = types.power(b);
                (vec![types.relation(a, range)], relation)
            }
            F::Pred | F::Succ => (vec![self.integer], self.integer),
            F::Seq | F::Seq1 | F::Iseq | F::Iseq1 | F::Perm => (vec![set], types.power(sequence)),
            F::Size => (vec![sequence], self.integer),
            F::Rev | F::Front | F::Tail => (vec![sequence], sequence),
            F::First | F::Last => (vec![sequence], a),
            F::Conc => (vec![types.relation(self.integer, sequence)], sequence),
            F::Bool | F::Finite => (vec![set], self.boolean),
        }
    }
}
