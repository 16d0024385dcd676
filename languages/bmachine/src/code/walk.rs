//! Which slots a piece of code mentions and binds.
//!
//! Slots are unique in the program, so the slots mentioned inside a nested binder can never be confused with outer
//! ones.

use super::{Comprehension, E, Ex, P, Pattern, Plan, Pointwise, Pr, Reflexive, Step};
use std::collections::BTreeSet;

/// Slots mentioned and slots bound.
#[derive(Default, Debug)]
pub struct Walk {
    pub mentioned: BTreeSet<u32>,
    /// Slots that are applied as functions, or whose members are tested, listed or counted.
    pub consulted: BTreeSet<u32>,
    pub bound: BTreeSet<u32>,
}

impl Walk {
    /// The slots a predicate mentions.
    pub fn of_predicate(predicate: &Pr) -> BTreeSet<u32> {
        let mut walk = Walk::default();
        walk.predicate(predicate);
        walk.mentioned
    }

    /// The slots a predicate applies as functions or tests for members.
    pub fn consulted_by(predicate: &Pr) -> BTreeSet<u32> {
        let mut walk = Walk::default();
        walk.predicate(predicate);
        walk.consulted
    }

    /// The slots an expression mentions.
    pub fn of_expression(expression: &Ex) -> BTreeSet<u32> {
        let mut walk = Walk::default();
        walk.expression(expression);
        walk.mentioned
    }

    /// The slots an expression needs from outside.
    pub fn free(expression: &Ex) -> Vec<u32> {
        let mut walk = Walk::default();
        walk.expression(expression);
        walk.mentioned.difference(&walk.bound).copied().collect()
    }

    fn all(&mut self, items: &[E]) {
        items.iter().for_each(|item| self.expression(item));
    }

    fn predicates(&mut self, items: &[P]) {
        items.iter().for_each(|item| self.predicate(item));
    }

    /// Adds the slots of an expression.
    pub fn expression(&mut self, expression: &Ex) {
        match expression {
            Ex::Slot(slot) => {
                self.mentioned.insert(*slot);
            }
            Ex::Card(a, _) | Ex::Domain(a, _) | Ex::Range(a, _) | Ex::Apply(a, _, _, _) => self.consult(a),
            Ex::Comprehension(inner) => self.comprehension(inner),
            Ex::Sum { plan, .. }
            | Ex::BigUnion { plan, .. }
            | Ex::BigInter { plan, .. }
            | Ex::Let(plan, _, _) => self.plan(plan),
            Ex::If(condition, _, _) | Ex::Truth(condition) => self.predicate(condition),
            _ => {}
        }
        each_operand(expression, &mut |operand| self.expression(operand));
    }

    fn comprehension(&mut self, inner: &Comprehension) {
        self.bound.extend(&inner.slots);
        self.predicates(&inner.predicate);
        self.expression(&inner.element);
        if let Some((value, _)) = &inner.value {
            self.expression(value);
        }
    }

    /// Adds the slots of a predicate.
    pub fn predicate(&mut self, predicate: &Pr) {
        match predicate {
            Pr::True | Pr::False => {}
            Pr::And(items) | Pr::Or(items) => self.predicates(items),
            Pr::Not(inner) => self.predicate(inner),
            Pr::Implies(a, b) | Pr::Iff(a, b) => {
                self.predicate(a);
                self.predicate(b);
            }
            Pr::Member(a, b) => {
                self.consult(b);
                self.expression(a);
                self.expression(b);
            }
            Pr::Subset(a, b) => {
                self.consult(a);
                self.consult(b);
                self.expression(a);
                self.expression(b);
            }
            Pr::Equal(a, b) | Pr::Less(a, b) | Pr::LessEqual(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            Pr::Forall(plan, body) => {
                self.plan(plan);
                self.predicate(body);
            }
            Pr::Exists { slots, body, .. } => {
                self.bound.extend(slots);
                self.predicates(body);
            }
            Pr::If(a, b, c) => {
                self.predicate(a);
                self.predicate(b);
                self.predicate(c);
            }
            Pr::Let(plan, body, _) => {
                self.plan(plan);
                self.predicate(body);
            }
            Pr::Finite(a) => self.expression(a),
        }
    }

    /// Adds the slots of a plan.
    pub fn plan(&mut self, plan: &Plan) {
        self.bound.extend(&plan.slots);
        for step in &plan.steps {
            match step {
                Step::Check(predicate) => self.predicate(predicate),
                Step::Bind(pattern, e) | Step::Choose(pattern, e) => {
                    self.consult(e);
                    self.pattern(pattern);
                    self.expression(e);
                }
                Step::Subsets { set, .. } => self.expression(set),
                Step::Integers { low, high, .. } => {
                    self.all(low);
                    self.all(high);
                }
                Step::Type { .. } => {}
                Step::Guarded { condition, value, checks, otherwise, .. } => {
                    self.predicates(checks);
                    self.predicate(condition);
                    self.expression(value);
                    self.plan(otherwise);
                }
                Step::Pointwise(search) => self.pointwise(search),
                Step::Either { plans, .. } => plans.iter().for_each(|plan| self.plan(plan)),
            }
        }
    }

    fn pointwise(&mut self, search: &Pointwise) {
        self.expression(&search.from);
        search.function.iter().for_each(|(_, to)| self.expression(to));
        self.predicates(&search.checks);
    }

    /// Notes that the members of the expression are looked at, if it is a slot.
    fn consult(&mut self, expression: &Ex) {
        if let Ex::Slot(slot) = expression {
            self.consulted.insert(*slot);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Slot(_) => {}
            Pattern::Linear { rest, .. } => self.expression(rest),
            Pattern::Reversed(inner) => self.pattern(inner),
            Pattern::Pair(left, right, _) => {
                self.pattern(left);
                self.pattern(right);
            }
            Pattern::Affixed { known, rest, .. } => {
                self.expression(known);
                self.pattern(rest);
            }
            Pattern::Equal(e) => self.expression(e),
        }
    }
}

/// Calls `visit` for the expressions directly inside another; those of plans, predicates and comprehensions are left
/// out.
fn each_operand(expression: &Ex, visit: &mut dyn FnMut(&Ex)) {
    match expression {
        Ex::Const(_) | Ex::Slot(_) | Ex::Integers(_) | Ex::Strings | Ex::Translation(_) => {}
        Ex::Comprehension(_) | Ex::Truth(_) => {}
        Ex::SetOf(items, _)
        | Ex::Sequence(items)
        | Ex::Record(items)
        | Ex::Struct(items)
        | Ex::External(_, items, _, _) => items.iter().for_each(|item| visit(item)),
        Ex::Negate(a)
        | Ex::Card(a, _)
        | Ex::Extremum { set: a, .. }
        | Ex::GeneralUnion(a, _)
        | Ex::GeneralInter(a, _)
        | Ex::Power { set: a, .. }
        | Ex::Sequences { set: a, .. }
        | Ex::Domain(a, _)
        | Ex::Range(a, _)
        | Ex::Inverse(a, _, _)
        | Ex::Identity(a, _)
        | Ex::Fnc(a, _, _)
        | Ex::Rel(a, _, _)
        | Ex::Field(a, _)
        | Ex::Splits(a)
        | Ex::Symbolic(a, _)
        | Ex::Sum { value: a, .. }
        | Ex::BigUnion { value: a, .. }
        | Ex::BigInter { value: a, .. }
        | Ex::Let(_, a, _) => visit(a),
        Ex::Arith(_, a, b, _)
        | Ex::Pair(a, b, _)
        | Ex::Union(a, b)
        | Ex::Intersection(a, b)
        | Ex::Difference(a, b)
        | Ex::Product(a, b, _)
        | Ex::Interval(a, b, _)
        | Ex::OfLengths { lengths: a, set: b, .. }
        | Ex::Arrow { from: a, to: b, .. }
        | Ex::Image(a, b, _)
        | Ex::DomainRestrict(a, b, _, _)
        | Ex::RangeRestrict(a, b, _, _)
        | Ex::Override(a, b, _)
        | Ex::Compose(a, b, _)
        | Ex::DirectProduct(a, b, _, _)
        | Ex::Parallel(a, b, _, _)
        | Ex::Projection { left: a, right: b, .. }
        | Ex::Apply(a, b, _, _)
        | Ex::If(_, a, b) => [a, b].into_iter().for_each(|operand| visit(operand)),
        Ex::Iterate(a, b, _, universe, _) => [a, b].into_iter().chain(universe).for_each(|e| visit(e)),
        Ex::Closure { relation: a, reflexive: Reflexive::On(set), .. } => {
            [a, set].into_iter().for_each(|e| visit(e))
        }
        Ex::Closure { relation, .. } => visit(relation),
        Ex::SequenceOp(_, a, b, _) => [a].into_iter().chain(b).for_each(|e| visit(e)),
    }
}
