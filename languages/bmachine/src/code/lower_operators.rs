//! Lowering of infix operators and predefined functions.

use super::lower::{Lowering, arithmetic};
use super::{E, Ex, Reflexive, SequenceOp, Sequences};
use crate::syntax::Builtin;
use crate::syntax::ast::{Arrow, Binary};
use crate::typing::tree::Typed;
use crate::value::{Shape, Ty, Value};
use std::sync::Arc;

impl Lowering<'_> {
    pub(super) fn binary(&mut self, operator: Binary, left: &Typed, right: &Typed, typed: &Typed) -> Ex {
        use Binary as B;
        let ty = self.ty(typed.ty);
        let (a, b) = (self.expression(left), self.expression(right));
        if let (Some(arith), Shape::Integer) = (arithmetic(operator), self.domain.shape(ty)) {
            return Ex::Arith(arith, a, b, typed.span);
        }
        let relation = |lowering: &mut Self| lowering.domain.relation(ty);
        let sequence = |operator| Ex::SequenceOp(operator, a.clone(), Some(b.clone()), typed.span);
        match operator {
            B::Times => Ex::Product(a, b, relation(self)),
            B::Minus | B::SetMinus => Ex::Difference(a, b),
            B::Union => Ex::Union(a, b),
            B::Intersection => Ex::Intersection(a, b),
            B::Maplet => Ex::Pair(a, b, self.domain.right_ordinals(ty)),
            B::Interval => Ex::Interval(a, b, typed.span),
            B::Override => Ex::Override(a, b, relation(self)),
            B::DomainRestrict => Ex::DomainRestrict(a, b, relation(self), true),
            B::DomainSubtract => Ex::DomainRestrict(a, b, relation(self), false),
            B::RangeRestrict => Ex::RangeRestrict(a, b, relation(self), true),
            B::RangeSubtract => Ex::RangeRestrict(a, b, relation(self), false),
            B::Compose => {
                let infos = [self.relation(left.ty), self.relation(right.ty), relation(self)];
                Ex::Compose(a, b, infos)
            }
            B::DirectProduct => {
                let infos = [self.relation(left.ty), self.relation(right.ty), relation(self)];
                let pair = self.domain.sides(self.domain.element(ty)).1;
                Ex::DirectProduct(a, b, infos, self.domain.right_ordinals(pair))
            }
            B::Parallel => {
                let infos = [self.relation(left.ty), self.relation(right.ty), relation(self)];
                let (from, to) = self.domain.sides(self.domain.element(ty));
                let rights = [self.domain.right_ordinals(from), self.domain.right_ordinals(to)];
                Ex::Parallel(a, b, infos, rights)
            }
            B::Concat => sequence(SequenceOp::Concat),
            B::Prepend => Ex::SequenceOp(SequenceOp::Prepend, b, Some(a), typed.span),
            B::Append => sequence(SequenceOp::Append),
            B::TakeFirst => sequence(SequenceOp::Take),
            B::DropFirst => sequence(SequenceOp::Drop),
            // Comparisons are predicates and arithmetic was handled above.
            _ => Ex::Const(Value::Word(0)),
        }
    }

    pub(super) fn builtin(&mut self, builtin: Builtin, arguments: &[Typed], typed: &Typed) -> Ex {
        use Builtin as F;
        if builtin == F::Bool {
            return Ex::Truth(self.predicate(&arguments[0]));
        }
        let ty = self.ty(typed.ty);
        let first = self.expression(&arguments[0]);
        let span = typed.span;
        let one = |operator| Ex::SequenceOp(operator, first.clone(), None, span);
        match builtin {
            F::Pow | F::Fin => self.power(first, false, ty),
            F::Pow1 | F::Fin1 => self.power(first, true, ty),
            F::Card => Ex::Card(first, span),
            F::Min | F::Max => Ex::Extremum { set: first, largest: builtin == F::Max, span },
            F::Union => Ex::GeneralUnion(first, self.domain.bits(ty)),
            F::Inter => Ex::GeneralInter(first, span),
            F::Dom => Ex::Domain(first, self.relation(arguments[0].ty)),
            F::Ran => Ex::Range(first, self.relation(arguments[0].ty)),
            F::Id => Ex::Identity(first, self.domain.relation(ty)),
            F::Prj1 => self.projection(first, &arguments[1], true, ty),
            F::Prj2 => self.projection(first, &arguments[1], false, ty),
            F::Closure => {
                let reflexive = self.universe(ty).map_or(Reflexive::Everywhere, Reflexive::On);
                Ex::Closure { relation: first, reflexive, info: self.domain.relation(ty) }
            }
            F::Closure1 => {
                let info = self.domain.relation(ty);
                Ex::Closure { relation: first, reflexive: Reflexive::No, info }
            }
            F::Iterate => {
                let count = self.expression(&arguments[1]);
                let universe = self.universe(ty);
                Ex::Iterate(first, count, self.domain.relation(ty), universe, span)
            }
            F::Fnc => Ex::Fnc(first, self.relation(arguments[0].ty), self.domain.relation(ty)),
            F::Rel => Ex::Rel(first, self.relation(arguments[0].ty), self.domain.relation(ty)),
            F::Pred => Ex::Arith(super::Arith::Subtract, first, Arc::new(Ex::Const(Value::Word(1))), span),
            F::Succ => Ex::Arith(super::Arith::Add, first, Arc::new(Ex::Const(Value::Word(1))), span),
            F::Seq => self.sequences(first, false, false, false, ty),
            F::Seq1 => self.sequences(first, true, false, false, ty),
            F::Iseq => self.sequences(first, false, true, false, ty),
            F::Iseq1 => self.sequences(first, true, true, false, ty),
            F::Perm => self.sequences(first, false, true, true, ty),
            F::Size => one(SequenceOp::Size),
            F::Rev => one(SequenceOp::Reverse),
            F::First => one(SequenceOp::First),
            F::Last => one(SequenceOp::Last),
            F::Front => one(SequenceOp::Front),
            F::Tail => one(SequenceOp::Tail),
            F::Conc => one(SequenceOp::Flatten),
            F::Bool | F::Finite => Ex::Const(Value::Word(1)),
        }
    }

    /// `prj1` or `prj2` of two sets; `ty` is the type of the projection.
    fn projection(&mut self, left: E, right: &Typed, first: bool, ty: Ty) -> Ex {
        let pair = self.domain.sides(self.domain.element(ty)).0;
        let pair = self.domain.right_ordinals(pair);
        let right = self.expression(right);
        Ex::Projection { left, right, first, pair, info: self.domain.relation(ty) }
    }

    fn power(&mut self, set: E, nonempty: bool, ty: Ty) -> Ex {
        let bits = self.domain.bits(self.domain.element(ty));
        Ex::Power { set, nonempty, bits, out: self.domain.bits(ty) }
    }

    fn sequences(&self, set: E, nonempty: bool, injective: bool, onto: bool, ty: Ty) -> Ex {
        Ex::Sequences { kind: Sequences { nonempty, injective, onto }, set, out: self.domain.bits(ty) }
    }

    /// All values of the type a relation is over, if they can be listed: closures are reflexive on the whole type.
    fn universe(&mut self, relation: Ty) -> Option<E> {
        let element = self.domain.sides(self.domain.element(relation)).0;
        if self.domain.log2(element) > 16.0 {
            return None;
        }
        let set = self.domain.intern(Shape::Power(element));
        let mut builder = crate::value::SetBuilder::new(self.domain.bits(set));
        let evaluator = crate::eval::Evaluator { domain: &self.domain };
        let listed = evaluator.each_of_type(&mut crate::eval::Env::new(0), element, &mut |_, value| {
            builder.add(value);
            Ok(true)
        });
        listed.ok()?;
        Some(Arc::new(Ex::Const(builder.finish())))
    }
}

/// What an arrow demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demands {
    pub functional: bool,
    pub total: bool,
    pub injective: bool,
    pub onto: bool,
}

impl Arrow {
    pub fn demands(self) -> Demands {
        use Arrow as A;
        let functional = !matches!(
            self,
            A::Relation | A::TotalRelation | A::SurjectiveRelation | A::TotalSurjectiveRelation
        );
        let total = matches!(
            self,
            A::TotalRelation
                | A::TotalSurjectiveRelation
                | A::TotalFunction
                | A::TotalInjection
                | A::TotalSurjection
                | A::TotalBijection
        );
        let injective =
            matches!(self, A::PartialInjection | A::TotalInjection | A::PartialBijection | A::TotalBijection);
        let onto = matches!(
            self,
            A::SurjectiveRelation
                | A::TotalSurjectiveRelation
                | A::PartialSurjection
                | A::TotalSurjection
                | A::PartialBijection
                | A::TotalBijection
        );
        Demands { functional, total, injective, onto }
    }
}
