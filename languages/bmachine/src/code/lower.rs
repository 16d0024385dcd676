//! Lowering: from the typed tree to code. Representations are looked up once here, constants folded, infinite sets
//! marked.

use super::plan::Planner;
use super::walk::Walk;
use super::{Arith, Comprehension, E, Ex, P, Pattern, Plan, Pr};
use crate::eval::{Env, Evaluator};
use crate::syntax::Constant;
use crate::syntax::ast::{Arrow, Binary, Quantifier};
use crate::typing::Program;
use crate::typing::tree::{External, Slot, Term, Typed};
use crate::typing::types::TypeId;
use crate::value::{Domain, Shape, Ty, Value};
use diagnostics::Span;
use std::sync::Arc;
use std::time::Instant;

/// Lowers the formulas of one program.
pub struct Lowering<'a> {
    pub program: &'a Program,
    pub domain: Domain,
    /// Types of all slots.
    pub slot_types: Vec<Ty>,
    /// When to leave constant expressions unfolded.
    deadline: Option<Instant>,
}

impl<'a> Lowering<'a> {
    pub fn new(program: &'a Program, mut domain: Domain, deadline: Option<Instant>) -> Self {
        let slot_types = program.slots.iter().map(|slot| domain.close(&program.types, slot.ty)).collect();
        Self { program, domain, slot_types, deadline }
    }

    pub fn ty(&mut self, id: TypeId) -> Ty {
        self.domain.close(&self.program.types, id)
    }

    /// Plans the binding of `slots` under a predicate.
    pub fn plan(&mut self, slots: &[Slot], predicate: &Typed) -> (Plan, Vec<P>) {
        let body = self.conjuncts(predicate);
        (self.plan_parts(slots, &body, predicate.span), body)
    }

    pub fn plan_parts(&mut self, slots: &[Slot], body: &[P], span: Span) -> Plan {
        let slots: Vec<u32> = slots.iter().map(|slot| slot.0).collect();
        self.planner().plan(&slots, body, span)
    }

    fn planner(&self) -> Planner<'_> {
        let nesting = std::cell::Cell::new(0);
        Planner { domain: &self.domain, types: &self.slot_types, nesting, deadline: self.deadline }
    }

    pub fn conjuncts(&mut self, predicate: &Typed) -> Vec<P> {
        self.placed_conjuncts(predicate).into_iter().map(|(conjunct, _)| conjunct).collect()
    }

    /// The conjuncts of a predicate with their places.
    pub fn placed_conjuncts(&mut self, predicate: &Typed) -> Vec<(P, Span)> {
        match &predicate.node {
            Term::And(items) => items.iter().flat_map(|item| self.placed_conjuncts(item)).collect(),
            _ => vec![(self.predicate(predicate), predicate.span)],
        }
    }

    /// Lowers a predicate.
    pub fn predicate(&mut self, typed: &Typed) -> P {
        Arc::new(match &typed.node {
            Term::Constant(Constant::BFalse) => Pr::False,
            Term::Constant(_) | Term::External(External::Print, _) => Pr::True,
            Term::And(items) => Pr::And(items.iter().map(|item| self.predicate(item)).collect()),
            Term::Or(items) => Pr::Or(items.iter().map(|item| self.predicate(item)).collect()),
            Term::Not(inner) => return negated(&self.predicate(inner)),
            Term::Binary(operator, left, right) => return self.comparison(*operator, left, right),
            Term::Quantified(Quantifier::Forall, slots, body, _) => self.forall(slots, body),
            Term::Quantified(_, slots, body, _) => {
                let (plan, body) = self.plan(slots, body);
                Pr::Exists { plan, slots: slots.iter().map(|slot| slot.0).collect(), body }
            }
            Term::If(condition, then, otherwise) => {
                Pr::If(self.predicate(condition), self.predicate(then), self.predicate(otherwise))
            }
            Term::Let(slots, binding, body) => {
                let (plan, _) = self.plan(slots, binding);
                Pr::Let(plan, self.predicate(body), typed.span)
            }
            Term::Call(_, arguments) => Pr::Finite(self.expression(&arguments[0])),
            _ => Pr::True,
        })
    }

    fn forall(&mut self, slots: &[Slot], body: &Typed) -> Pr {
        match &body.node {
            Term::Binary(Binary::Implies, left, right) => {
                let (plan, _) = self.plan(slots, left);
                Pr::Forall(plan, self.predicate(right))
            }
            _ => {
                let plan = self.plan_parts(slots, &[], body.span);
                Pr::Forall(plan, self.predicate(body))
            }
        }
    }

    fn comparison(&mut self, operator: Binary, left: &Typed, right: &Typed) -> P {
        use Binary as B;
        if let B::Implies | B::Iff = operator {
            let (left, right) = (self.predicate(left), self.predicate(right));
            return Arc::new(if operator == B::Implies {
                Pr::Implies(left, right)
            } else {
                Pr::Iff(left, right)
            });
        }
        let (left, right) = (self.expression(left), self.expression(right));
        let not = |inner: Pr| negated(&Arc::new(inner));
        Arc::new(match operator {
            B::Equal => Pr::Equal(left, right),
            B::NotEqual => return not(Pr::Equal(left, right)),
            B::Less => Pr::Less(left, right),
            B::LessEqual => Pr::LessEqual(left, right),
            B::Greater => Pr::Less(right, left),
            B::GreaterEqual => Pr::LessEqual(right, left),
            B::Member => member(left, right),
            B::NotMember => return not(member(left, right)),
            B::Subset => Pr::Subset(left, right),
            B::NotSubset => return not(Pr::Subset(left, right)),
            B::StrictSubset => strict_subset(left, right),
            _ => return not(strict_subset(left, right)),
        })
    }

    /// Lowers an expression; folds it if it mentions no slot, and wraps infinite sets.
    pub fn expression(&mut self, typed: &Typed) -> E {
        let lowered = Arc::new(self.expression_node(typed));
        if matches!(*lowered, Ex::Const(_) | Ex::Slot(_)) {
            return lowered;
        }
        if self.is_infinite(&lowered) {
            let free = Walk::free(&lowered);
            return Arc::new(Ex::Symbolic(lowered, Arc::new(free)));
        }
        if foldable(&lowered)
            && Walk::of_expression(&lowered).is_empty()
            && let Some(value) = self.fold(&lowered)
        {
            return Arc::new(Ex::Const(value));
        }
        lowered
    }

    fn fold(&self, expression: &E) -> Option<Value> {
        // Products and power sets of small sets are cheap to keep and useful as constants; large ones stay code.
        if self.planner().size(expression) > 10.0 {
            return None;
        }
        let evaluator = Evaluator { domain: &self.domain };
        let mut env = Env::new(0);
        env.deadline = self.deadline;
        evaluator.eval(&mut env, expression).ok()
    }

    /// Whether the set cannot be listed.
    fn is_infinite(&self, expression: &Ex) -> bool {
        match expression {
            Ex::Integers(_) | Ex::Strings | Ex::Translation(_) => true,
            Ex::Comprehension(inner) => inner.plan.cost.is_infinite(),
            Ex::Power { set, .. } | Ex::Identity(set, _) => is_symbolic(set),
            Ex::Sequences { kind, .. } => !kind.injective,
            Ex::Product(a, b, _) | Ex::Arrow { from: a, to: b, .. } | Ex::Union(a, b) => {
                is_symbolic(a) || is_symbolic(b)
            }
            Ex::Projection { left, right, .. } => is_symbolic(left) || is_symbolic(right),
            Ex::Difference(a, _) => is_symbolic(a),
            Ex::Intersection(a, b) => is_symbolic(a) && is_symbolic(b),
            Ex::Struct(items) => items.iter().any(|item| is_symbolic(item)),
            Ex::Override(a, b, _) => is_symbolic(a) || is_symbolic(b),
            Ex::Closure { reflexive, .. } => matches!(reflexive, super::Reflexive::Everywhere),
            _ => false,
        }
    }

    fn expression_node(&mut self, typed: &Typed) -> Ex {
        match &typed.node {
            Term::Slot(slot) => Ex::Slot(slot.0),
            Term::Int(value) => Ex::Const(Value::Word(*value)),
            Term::Text(text) => Ex::Const(Value::Text(Arc::new(text.clone()))),
            Term::Constant(constant) => self.constant(*constant, typed.ty),
            Term::GivenSet(set) => {
                let ty = self.ty(typed.ty);
                Ex::Const(self.full_set(*set, ty))
            }
            Term::Element(element) => Ex::Const(Value::Word(*element as i64)),
            Term::Negate(inner) => Ex::Negate(self.expression(inner)),
            Term::Inverse(inner) => {
                let (from, to) = (self.relation(inner.ty), self.relation(typed.ty));
                Ex::Inverse(self.expression(inner), from, to)
            }
            Term::Binary(operator, left, right) => self.binary(*operator, left, right, typed),
            Term::Arrow(arrow, from, to) => self.arrow(*arrow, from, to, typed.ty),
            Term::Apply(function, argument) => {
                let info = self.relation(function.ty);
                Ex::Apply(self.expression(function), self.expression(argument), info, typed.span)
            }
            Term::Image(relation, set) => {
                let info = self.relation(relation.ty);
                Ex::Image(self.expression(relation), self.expression(set), info)
            }
            Term::Call(builtin, arguments) => self.builtin(*builtin, arguments, typed),
            Term::SetOf(items) => Ex::SetOf(self.expressions(items), self.bits(typed.ty)),
            Term::Sequence(items) => Ex::Sequence(self.expressions(items)),
            Term::Comprehension(slots, body) => self.comprehension(slots, body, None, typed),
            Term::Quantified(Quantifier::Lambda, slots, body, Some(value)) => {
                self.comprehension(slots, body, Some(value), typed)
            }
            Term::Quantified(quantifier, slots, body, value) => {
                self.big(*quantifier, slots, body, value.as_deref(), typed)
            }
            Term::Record(values) => Ex::Record(self.expressions(values)),
            Term::Struct(sets) => Ex::Struct(self.expressions(sets)),
            Term::Field(record, field) => {
                let position = self.field_position(record.ty, field);
                Ex::Field(self.expression(record), position)
            }
            Term::If(condition, then, otherwise) => {
                Ex::If(self.predicate(condition), self.expression(then), self.expression(otherwise))
            }
            Term::Let(slots, binding, body) => {
                let (plan, _) = self.plan(slots, binding);
                Ex::Let(plan, self.expression(body), typed.span)
            }
            Term::Successor(step) => Ex::Translation(*step),
            Term::External(external, arguments) => {
                let ty = arguments.first().map_or(typed.ty, |argument| argument.ty);
                let ty = self.ty(ty);
                Ex::External(*external, self.expressions(arguments), ty, typed.span)
            }
            // Predicates never reach this point: the types forbid it.
            Term::Not(_) | Term::And(_) | Term::Or(_) => Ex::Truth(self.predicate(typed)),
        }
    }

    fn arrow(&mut self, arrow: Arrow, from: &Typed, to: &Typed, id: TypeId) -> Ex {
        let ty = self.ty(id);
        let element = self.domain.element(ty);
        let (info, out) = (self.domain.relation(element), self.domain.bits(ty));
        Ex::Arrow { arrow, from: self.expression(from), to: self.expression(to), info, out }
    }

    /// Where the field stands in records of the type, whose fields are in order of their names.
    fn field_position(&mut self, record: TypeId, field: &str) -> usize {
        let ty = self.ty(record);
        match self.domain.shape(ty) {
            Shape::Record(fields) => fields.iter().position(|(name, _)| name == field).unwrap_or(0),
            _ => 0,
        }
    }

    pub fn expressions(&mut self, items: &[Typed]) -> Vec<E> {
        items.iter().map(|item| self.expression(item)).collect()
    }

    pub fn bits(&mut self, id: TypeId) -> bool {
        let ty = self.ty(id);
        self.domain.bits(ty)
    }

    pub fn relation(&mut self, id: TypeId) -> crate::value::RelationInfo {
        let ty = self.ty(id);
        self.domain.relation(ty)
    }

    fn full_set(&self, set: usize, ty: Ty) -> Value {
        let size = self.domain.sets[set].elements.len();
        let mut builder = crate::value::SetBuilder::new(self.domain.bits(ty));
        (0..size).for_each(|element| builder.add(Value::Word(element as i64)));
        builder.finish()
    }

    fn constant(&mut self, constant: Constant, id: TypeId) -> Ex {
        let (low, high) = (self.domain.min_int, self.domain.max_int);
        Ex::Const(match constant {
            Constant::True => Value::Word(1),
            Constant::False => Value::Word(0),
            Constant::Bool => Value::Word(3),
            Constant::MaxInt => Value::Word(high),
            Constant::MinInt => Value::Word(low),
            // Left as code: `expression` folds it when it is small, and MAXINT may be large.
            Constant::Int => return range(low, high),
            Constant::Nat => return range(0, high),
            Constant::Nat1 => return range(1, high),
            Constant::Integer => return Ex::Integers(None),
            Constant::Natural => return Ex::Integers(Some(0)),
            Constant::Natural1 => return Ex::Integers(Some(1)),
            Constant::String => return Ex::Strings,
            Constant::EmptySet => crate::value::SetBuilder::new(self.bits(id)).finish(),
            Constant::BTrue | Constant::BFalse => Value::Word(0),
        })
    }

    fn comprehension(&mut self, slots: &[Slot], body: &Typed, value: Option<&Typed>, typed: &Typed) -> Ex {
        let (plan, predicate) = self.plan(slots, body);
        let image = match (slots, value) {
            ([_, .., last], None) => Some(self.plan_parts(&[*last], &predicate, body.span)),
            _ => None,
        };
        let (pattern, element) = self.tuple(slots);
        let value = value.map(|value| (self.expression(value), self.relation(typed.ty)));
        let bits = self.bits(typed.ty);
        let slots = slots.iter().map(|slot| slot.0).collect();
        Ex::Comprehension(Arc::new(Comprehension {
            pattern,
            predicate,
            plan,
            image,
            element,
            value,
            bits,
            slots,
        }))
    }

    /// The tuple of the slots, as a pattern and as an expression.
    pub fn tuple(&mut self, slots: &[Slot]) -> (Pattern, E) {
        let mut slots = slots.iter();
        let first = slots.next().copied().unwrap_or(Slot(0));
        let mut pattern = Pattern::Slot(first.0);
        let mut element = Arc::new(Ex::Slot(first.0));
        let mut ty = self.slot_types[first.0 as usize];
        for slot in slots {
            ty = self.domain.intern(Shape::Product(ty, self.slot_types[slot.0 as usize]));
            let right = self.domain.right_ordinals(ty);
            pattern = Pattern::Pair(Box::new(pattern), Box::new(Pattern::Slot(slot.0)), right);
            element = Arc::new(Ex::Pair(element, Arc::new(Ex::Slot(slot.0)), right));
        }
        (pattern, element)
    }

    fn big(
        &mut self,
        quantifier: Quantifier,
        slots: &[Slot],
        body: &Typed,
        value: Option<&Typed>,
        typed: &Typed,
    ) -> Ex {
        let (plan, _) = self.plan(slots, body);
        let Some(value) = value else { return Ex::Const(Value::Word(0)) };
        let value = self.expression(value);
        let span = typed.span;
        match quantifier {
            Quantifier::Sum => Ex::Sum { plan, value, product: false, span },
            Quantifier::Product => Ex::Sum { plan, value, product: true, span },
            Quantifier::Union => Ex::BigUnion { plan, value, bits: self.bits(typed.ty) },
            _ => Ex::BigInter { plan, value, span },
        }
    }
}

/// `a : b`, with membership in a pair's product split where both sides are written out.
fn member(left: E, right: E) -> Pr {
    match (&*left, &*right) {
        (Ex::Pair(a, b, _), Ex::Product(s, t, _)) => Pr::And(vec![
            Arc::new(Pr::Member(a.clone(), s.clone())),
            Arc::new(Pr::Member(b.clone(), t.clone())),
        ]),
        (_, Ex::Power { set, nonempty: false, .. }) => Pr::Subset(left, set.clone()),
        _ => Pr::Member(left, right),
    }
}

/// The negation, pushed inwards so that planning sees the literals.
pub(super) fn negated(predicate: &P) -> P {
    Arc::new(match &**predicate {
        Pr::True => Pr::False,
        Pr::False => Pr::True,
        Pr::Not(inner) => return inner.clone(),
        Pr::And(items) => Pr::Or(items.iter().map(negated).collect()),
        Pr::Or(items) => Pr::And(items.iter().map(negated).collect()),
        Pr::Implies(left, right) => Pr::And(vec![left.clone(), negated(right)]),
        Pr::Less(left, right) => Pr::LessEqual(right.clone(), left.clone()),
        Pr::LessEqual(left, right) => Pr::Less(right.clone(), left.clone()),
        _ => Pr::Not(predicate.clone()),
    })
}

fn strict_subset(left: E, right: E) -> Pr {
    let different = Pr::Not(Arc::new(Pr::Equal(left.clone(), right.clone())));
    Pr::And(vec![Arc::new(Pr::Subset(left, right)), Arc::new(different)])
}

fn range(low: i64, high: i64) -> Ex {
    let bound = |value| Arc::new(Ex::Const(Value::Word(value)));
    Ex::Interval(bound(low), bound(high), Span::default())
}

pub fn is_symbolic(expression: &Ex) -> bool {
    matches!(expression, Ex::Symbolic(..))
}

/// Folding must not hide faults or do unbounded work.
fn foldable(expression: &Ex) -> bool {
    matches!(
        expression,
        Ex::Pair(..)
            | Ex::SetOf(..)
            | Ex::Sequence(_)
            | Ex::Union(..)
            | Ex::Intersection(..)
            | Ex::Difference(..)
            | Ex::Product(..)
            | Ex::Interval(..)
            | Ex::Negate(_)
            | Ex::Arith(..)
            | Ex::Inverse(..)
            | Ex::Power { .. }
            | Ex::Record(_)
    )
}

/// The arithmetic operator of an infix operator.
pub fn arithmetic(operator: Binary) -> Option<Arith> {
    Some(match operator {
        Binary::Add => Arith::Add,
        Binary::Minus => Arith::Subtract,
        Binary::Times => Arith::Multiply,
        Binary::Divide => Arith::Divide,
        Binary::Modulo => Arith::Modulo,
        Binary::Power => Arith::Power,
        _ => return None,
    })
}
