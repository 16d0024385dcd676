//! Values given by cases: `(c => x = e) & (not(c) => x = f)`.
//!
//! Translators write IF expressions this way, and so do specifiers. The first implication whose condition can be
//! evaluated binds the slot when it holds, and the other conjuncts about the slot are checked; when not, a plan made of
//! the others binds it. Either way they have all been seen to, and none is evaluated twice: the values may be calls of
//! the function that is being defined, and then every evaluation counts.

use super::plan::{Candidate, Planner, closed};
use super::{E, Ex, P, Pr, Step};
use diagnostics::Span;
use std::collections::BTreeSet;

/// The expected cost of a slot with two cases or more: there is one value in each.
const CASES: f64 = 0.6;

impl Planner<'_> {
    /// A candidate for each slot with at least two guarded equations.
    pub(super) fn guarded(&self, rest: &[(P, BTreeSet<u32>)], unbound: &BTreeSet<u32>) -> Vec<Candidate> {
        if self.nesting.get() >= 6 {
            return Vec::new();
        }
        let cases: Vec<Case> =
            rest.iter().enumerate().filter_map(|(index, (p, _))| case(p, index, unbound)).collect();
        let slots: BTreeSet<u32> = cases.iter().map(|case| case.slot).collect();
        slots.into_iter().filter_map(|slot| self.for_slot(slot, &cases, rest, unbound)).collect()
    }

    fn for_slot(
        &self,
        slot: u32,
        cases: &[Case],
        rest: &[(P, BTreeSet<u32>)],
        unbound: &BTreeSet<u32>,
    ) -> Option<Candidate> {
        let own: Vec<&Case> = cases.iter().filter(|case| case.slot == slot).collect();
        let first = own.first()?;
        // Below the first case one more is enough: this is its alternative.
        if own.len() < 2 && self.nesting.get() == 0 {
            return None;
        }
        let only_slot = |slots: &BTreeSet<u32>| slots.intersection(unbound).eq([&slot]);
        let about: Vec<usize> = (0..rest.len()).filter(|index| only_slot(&rest[*index].1)).collect();
        let others = about.iter().filter(|index| **index != first.index);
        let checks: Vec<P> = others.map(|index| rest[*index].0.clone()).collect();
        self.nesting.set(self.nesting.get() + 1);
        let otherwise = Box::new(self.plan(&[slot], &checks, Span::default()));
        self.nesting.set(self.nesting.get() - 1);
        let (condition, value) = (first.condition.clone(), first.value.clone());
        let step = Step::Guarded { slot, condition, value, checks, otherwise };
        Some(Candidate { cost: CASES, step, used: about })
    }
}

/// `condition => slot = value`, the first and last closed.
struct Case {
    index: usize,
    slot: u32,
    condition: P,
    value: E,
}

fn case(conjunct: &Pr, index: usize, unbound: &BTreeSet<u32>) -> Option<Case> {
    let Pr::Implies(condition, body) = conjunct else { return None };
    let Pr::Equal(left, right) = &**body else { return None };
    if !super::walk::Walk::of_predicate(condition).is_disjoint(unbound) {
        return None;
    }
    [(left, right), (right, left)].into_iter().find_map(|(name, value)| match &**name {
        Ex::Slot(slot) if unbound.contains(slot) && closed(value, unbound) => {
            Some(Case { index, slot: *slot, condition: condition.clone(), value: value.clone() })
        }
        _ => None,
    })
}
