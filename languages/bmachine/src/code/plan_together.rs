//! Candidates that several conjuncts give together.
//!
//! `a \/ b = S & a /\ b = {}` determines a once b is known; `s : seq(T) & size(s) = n` leaves the functions from 1..n;
//! `min(s) = 3 & max(s) <= 8` leaves subsets of 3..8. None of these conjuncts generates anything useful alone. The
//! conjuncts stay among the checks, so that a candidate may be generous.

use super::plan::{Candidate, Planner, closed, symbolic_code};
use super::{E, Ex, P, Pattern, Pr, SequenceOp, Step};
use crate::value::{Shape, Value, cardinality};
use diagnostics::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

type Conjunct = (P, BTreeSet<u32>);

/// A union equals a closed set, and only one part of it is unknown and disjoint from the others: it is what they leave.
pub(super) fn complements(rest: &[Conjunct], unbound: &BTreeSet<u32>) -> Vec<Candidate> {
    let equations = rest.iter().flat_map(|(conjunct, _)| sides(conjunct));
    equations.filter_map(|(union, whole)| complement(union, whole, rest, unbound)).collect()
}

fn complement(union: &E, whole: &E, rest: &[Conjunct], unbound: &BTreeSet<u32>) -> Option<Candidate> {
    let mut parts = Vec::new();
    slots_of_union(union, &mut parts)?;
    let (open, known): (Vec<u32>, Vec<u32>) = parts.into_iter().partition(|part| unbound.contains(part));
    let [part] = open.as_slice() else { return None };
    let disjoint = |other: &u32| rest.iter().any(|(conjunct, _)| says_disjoint(conjunct, *part, *other));
    if known.is_empty() || !closed(whole, unbound) || !known.iter().all(disjoint) {
        return None;
    }
    let left = known
        .iter()
        .fold(whole.clone(), |left, other| Arc::new(Ex::Difference(left, Arc::new(Ex::Slot(*other)))));
    Some(Candidate { cost: 0.0, step: Step::Bind(Pattern::Slot(*part), left), used: Vec::new() })
}

/// The slots of `a \/ b \/ ...`, if it is a union of slots.
fn slots_of_union(union: &Ex, out: &mut Vec<u32>) -> Option<()> {
    match union {
        Ex::Union(a, b) => {
            slots_of_union(a, out)?;
            slots_of_union(b, out)
        }
        Ex::Slot(slot) => {
            out.push(*slot);
            Some(())
        }
        _ => None,
    }
}

/// Whether the conjunct is `x /\ y = {}`.
fn says_disjoint(conjunct: &Pr, x: u32, y: u32) -> bool {
    sides(conjunct).into_iter().any(|(meet, empty)| {
        let Ex::Intersection(a, b) = &**meet else { return false };
        let (Ex::Slot(a), Ex::Slot(b)) = (&**a, &**b) else { return false };
        let nothing = matches!(&**empty, Ex::Const(value) if cardinality(value) == 0);
        nothing && ((*a, *b) == (x, y) || (*b, *a) == (x, y))
    })
}

/// The sides of an equation, either way round.
fn sides(conjunct: &Pr) -> Vec<(&E, &E)> {
    match conjunct {
        Pr::Equal(left, right) => vec![(left, right), (right, left)],
        _ => Vec::new(),
    }
}

impl Planner<'_> {
    /// Sequences of which the length is bounded, or the elements are known.
    pub(super) fn sized_sequences(&self, rest: &[Conjunct], unbound: &BTreeSet<u32>) -> Vec<Candidate> {
        rest.iter().filter_map(|(conjunct, _)| self.sized_sequence(conjunct, rest, unbound)).collect()
    }

    fn sized_sequence(&self, conjunct: &Pr, rest: &[Conjunct], unbound: &BTreeSet<u32>) -> Option<Candidate> {
        let Pr::Member(element, set) = conjunct else { return None };
        let (Ex::Slot(slot), Ex::Sequences { kind, set, .. }) = (&**element, symbolic_code(set)) else {
            return None;
        };
        if !unbound.contains(slot) || kind.onto {
            return None;
        }
        let find = |wanted: &dyn Fn(&Pr, u32) -> Option<E>| {
            let mut found = rest.iter().filter_map(|(conjunct, _)| wanted(conjunct, *slot));
            found.find(|bound| closed(bound, unbound))
        };
        let set = find(&range_of).unwrap_or_else(|| set.clone());
        let lengths = find(&lengths_of)?;
        if !closed(&set, unbound) || self.size(&set).is_infinite() {
            return None;
        }
        let info = self.relation_of(self.types[*slot as usize]);
        let all = Arc::new(Ex::OfLengths { lengths, set, injective: kind.injective, info });
        let cost = self.size(&all);
        Some(Candidate { cost, step: Step::Choose(Pattern::Slot(*slot), all), used: Vec::new() })
    }

    /// Sets of integers whose least and greatest element are bounded.
    pub(super) fn bounded_sets(&self, rest: &[Conjunct], unbound: &BTreeSet<u32>) -> Vec<Candidate> {
        let is_set = |slot: &&u32| match self.domain.shape(self.types[**slot as usize]) {
            Shape::Power(inner) => *self.domain.shape(*inner) == Shape::Integer,
            _ => false,
        };
        unbound.iter().filter(is_set).filter_map(|slot| self.bounded_set(*slot, rest, unbound)).collect()
    }

    fn bounded_set(&self, slot: u32, rest: &[Conjunct], unbound: &BTreeSet<u32>) -> Option<Candidate> {
        let end = |largest: bool| {
            rest.iter().find_map(|(conjunct, _)| {
                let (of, bound) = match &**conjunct {
                    Pr::Equal(a, b) if is_extremum(a, slot, largest) => (a, b),
                    Pr::Equal(a, b) => (b, a),
                    // The bound itself is left to the check; one element more does no harm.
                    Pr::Less(a, b) | Pr::LessEqual(a, b) if largest => (a, b),
                    Pr::Less(a, b) | Pr::LessEqual(a, b) => (b, a),
                    _ => return None,
                };
                (is_extremum(of, slot, largest) && closed(bound, unbound)).then(|| bound.clone())
            })
        };
        let all = Arc::new(Ex::Interval(end(false)?, end(true)?, Span::default()));
        let bits = self.domain.bits(self.types[slot as usize]);
        let cost = self.size(&all).exp2();
        Some(Candidate { cost, step: Step::Subsets { slot, set: all, bits }, used: Vec::new() })
    }
}

/// The lengths that a conjunct leaves for a sequence.
fn lengths_of(conjunct: &Pr, slot: u32) -> Option<E> {
    let interval = |low: E, high: &E| Arc::new(Ex::Interval(low, high.clone(), Span::default()));
    let zero = || Arc::new(Ex::Const(Value::Word(0)));
    match conjunct {
        Pr::Equal(a, b) if counts(a, slot) => Some(interval(b.clone(), b)),
        Pr::Equal(a, b) if counts(b, slot) => Some(interval(a.clone(), a)),
        // The bound itself is left to the check.
        Pr::Less(a, b) | Pr::LessEqual(a, b) if counts(a, slot) => Some(interval(zero(), b)),
        Pr::Member(a, set) if counts(a, slot) && !matches!(**set, Ex::Symbolic(..)) => Some(set.clone()),
        _ => None,
    }
}

/// The elements that a conjunct leaves for the range of a sequence.
fn range_of(conjunct: &Pr, slot: u32) -> Option<E> {
    let is_range = |e: &E| matches!(&**e, Ex::Range(of, _) if matches!(**of, Ex::Slot(own) if own == slot));
    match conjunct {
        Pr::Equal(a, b) | Pr::Subset(a, b) if is_range(a) && !matches!(**b, Ex::Symbolic(..)) => {
            Some(b.clone())
        }
        Pr::Equal(a, b) if is_range(b) => Some(a.clone()),
        _ => None,
    }
}

/// `v = card(s) & v < 7`: what a comparison says of a name is said of the expression it stands for, too, which a search
/// for s can use before v is known.
pub(super) fn substituted(conjuncts: &mut Vec<P>, slots: &[u32]) {
    let definition = |conjunct: &P| {
        sides(conjunct).into_iter().find_map(|(name, value)| match (&**name, &**value) {
            (Ex::Slot(slot), Ex::Card(..)) if slots.contains(slot) => Some((*slot, value.clone())),
            _ => None,
        })
    };
    let definitions: Vec<(u32, E)> = conjuncts.iter().filter_map(definition).collect();
    for (slot, value) in definitions {
        let is_slot = |e: &E| matches!(**e, Ex::Slot(own) if own == slot);
        let is_number = |e: &E| matches!(**e, Ex::Const(_));
        let said: Vec<P> = conjuncts
            .iter()
            .filter_map(|conjunct| match &**conjunct {
                Pr::Less(a, b) if is_slot(a) && is_number(b) => Some(Pr::Less(value.clone(), b.clone())),
                Pr::Less(a, b) if is_slot(b) && is_number(a) => Some(Pr::Less(a.clone(), value.clone())),
                Pr::LessEqual(a, b) if is_slot(a) && is_number(b) => {
                    Some(Pr::LessEqual(value.clone(), b.clone()))
                }
                Pr::LessEqual(a, b) if is_slot(b) && is_number(a) => {
                    Some(Pr::LessEqual(a.clone(), value.clone()))
                }
                _ => None,
            })
            .map(Arc::new)
            .collect();
        conjuncts.extend(said);
    }
}

/// `size(s)` or `card(s)`.
fn counts(expression: &Ex, slot: u32) -> bool {
    match expression {
        Ex::SequenceOp(SequenceOp::Size, of, ..) | Ex::Card(of, _) => {
            matches!(**of, Ex::Slot(own) if own == slot)
        }
        _ => false,
    }
}

/// `min(s)` or `max(s)`.
fn is_extremum(expression: &Ex, slot: u32, wanted: bool) -> bool {
    match expression {
        Ex::Extremum { set, largest, .. } => {
            *largest == wanted && matches!(**set, Ex::Slot(own) if own == slot)
        }
        _ => false,
    }
}
