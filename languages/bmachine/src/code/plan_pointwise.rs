//! When to search for a set or a function element by element.
//!
//! `f : A --> B` with `!x.(x : A => f(x) /= x)` has |B|^|A| functions to generate and test; deciding f(a) one argument
//! at a time refutes most of them at the first. The planner turns a choice of a function or subset into such a search
//! when it is large and a conjunct that becomes checkable consults single elements. Equations `f(a) = e` and `!x.(P =>
//! f(x) = e)` give values outright; with them even a function into an infinite set can be found. This is what ProB gets
//! from coroutines on partially instantiated sets; here only one set or function at a time is partial.

use super::plan::{Candidate, Planner, UNBOUNDED, closed, symbolic_code};
use super::walk::Walk;
use super::{E, Ex, Giver, P, Pattern, Pointwise, Pr, Step};
use crate::syntax::ast::Arrow;
use crate::value::{Shape, Value};
use diagnostics::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Choices from fewer than two to this many are generated whole.
const SMALL: f64 = 5.0;

/// The slot, the elements to decide, and the arrow and range of a function.
type Searchable = (u32, E, Option<(Arrow, E)>);

impl Planner<'_> {
    /// The candidate, or a search element by element in its place.
    pub(super) fn pointwise(
        &self,
        best: Candidate,
        rest: &[(P, BTreeSet<u32>)],
        unbound: &BTreeSet<u32>,
    ) -> Candidate {
        let Some((slot, from, function)) = self.searchable(&best) else { return best };
        let others: BTreeSet<u32> = unbound.iter().copied().filter(|other| *other != slot).collect();
        let mut used = best.used.clone();
        let (mut checks, mut givers) = (Vec::new(), Vec::new());
        for (index, (conjunct, slots)) in rest.iter().enumerate() {
            if !used.contains(&index) && slots.contains(&slot) && slots.is_disjoint(&others) {
                used.push(index);
                checks.push(conjunct.clone());
                givers.extend(givers_of(conjunct, slot));
            }
        }
        let prunes = checks.iter().any(|check| Walk::consulted_by(check).contains(&slot));
        let unbounded = best.cost >= UNBOUNDED;
        if !(prunes && best.cost > SMALL || unbounded) {
            return best;
        }
        let ty = self.types[slot as usize];
        let (info, bits) = (self.relation_of(ty), self.domain.bits(ty));
        let cost = if unbounded && !givers.is_empty() { SMALL } else { best.cost };
        let search = Pointwise { slot, from, function, info, bits, checks, givers };
        Candidate { cost, step: Step::Pointwise(Arc::new(search)), used }
    }

    /// What a choice decides, if it can be decided element by element.
    fn searchable(&self, candidate: &Candidate) -> Option<Searchable> {
        match &candidate.step {
            Step::Subsets { slot, set, .. } => Some((*slot, set.clone(), None)),
            Step::Choose(Pattern::Slot(slot), set) => match symbolic_code(set) {
                Ex::Arrow { arrow, from, to, .. } if arrow.demands().functional => {
                    Some((*slot, from.clone(), Some((*arrow, to.clone()))))
                }
                Ex::Arrow { arrow: Arrow::Relation, from, to, info, .. } => {
                    let all = Arc::new(Ex::Product(from.clone(), to.clone(), *info));
                    Some((*slot, all, None))
                }
                // A permutation of a set is a bijection from as many numbers.
                Ex::Sequences { kind, set, .. } if kind.onto => {
                    let one = Arc::new(Ex::Const(Value::Word(1)));
                    let many = Arc::new(Ex::Card(set.clone(), Span::default()));
                    let from = Arc::new(Ex::Interval(one, many, Span::default()));
                    Some((*slot, from, Some((Arrow::TotalBijection, set.clone()))))
                }
                Ex::Power { set, nonempty: false, .. } => Some((*slot, set.clone(), None)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A total function from a finite set into an infinite one.
    pub(super) fn is_function_search(&self, pattern: &Pattern, set: &Ex) -> bool {
        match (pattern, symbolic_code(set)) {
            (Pattern::Slot(_), Ex::Arrow { arrow, from, .. }) => {
                arrow.demands().functional && arrow.demands().total && self.size(from) < 10.0
            }
            _ => false,
        }
    }

    pub(super) fn relation_of(&self, ty: crate::value::Ty) -> crate::value::RelationInfo {
        match self.domain.shape(self.domain.element(ty)) {
            // The planner sees a finished domain; every relation type in it has been described before.
            Shape::Product(..) => self.domain.clone().relation(ty),
            _ => crate::value::RelationInfo::default(),
        }
    }
}

/// The equations in a conjunct that give values of the function.
fn givers_of(conjunct: &P, slot: u32) -> Vec<Giver> {
    let mut found = Vec::new();
    let plan = match &**conjunct {
        Pr::Forall(plan, body) => {
            equations(body, slot, &mut Vec::new(), &mut found);
            Some(plan)
        }
        _ => {
            equations(conjunct, slot, &mut Vec::new(), &mut found);
            None
        }
    };
    found.iter_mut().for_each(|giver| giver.plan = plan.cloned());
    found
}

fn equations(predicate: &Pr, slot: u32, conditions: &mut Vec<P>, out: &mut Vec<Giver>) {
    let only: BTreeSet<u32> = [slot].into();
    match predicate {
        Pr::And(items) => items.iter().for_each(|item| equations(item, slot, conditions, out)),
        Pr::Implies(condition, body) => {
            conditions.push(condition.clone());
            equations(body, slot, conditions, out);
            conditions.pop();
        }
        Pr::Equal(left, right) => {
            for (application, value) in [(left, right), (right, left)] {
                if let Ex::Apply(function, argument, ..) = &**application
                    && matches!(**function, Ex::Slot(own) if own == slot)
                    && closed(argument, &only)
                {
                    let (argument, value) = (argument.clone(), value.clone());
                    out.push(Giver { plan: None, conditions: conditions.clone(), argument, value });
                }
            }
        }
        _ => {}
    }
}
