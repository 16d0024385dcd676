//! Planning: from a conjunction and the slots it must bind to an order of steps.
//!
//! Greedy, decided once at compile time. Conjuncts whose slots are all bound are checked at once, in the order written;
//! equations bind; of the remaining conjuncts the one with the smallest expected number of values generates next
//! (`x : S`, `s <: S`, a range of integers, a disjunction or an existential that binds). Only when nothing
//! narrows a slot is its type enumerated, so a power set is never enumerated that some conjunct would have narrowed.
//! The idea is that of join ordering in databases and of ProB's determinate-first scheduling (Leuschel and Butler,
//! "ProB: an automated analysis toolset for the B method", 2008), without its propagation.

use super::linear::{Inequalities, Linear};
use super::plan_together::{complements, substituted};
use super::walk::Walk;
use super::{E, Ex, P, Pattern, Plan, Pr, SequenceOp, Step, Written};
use crate::syntax::ast::Arrow;
use crate::value::{Domain, Shape, Ty, Value, cardinality};
use diagnostics::Span;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// What the planner knows besides the conjunction.
pub struct Planner<'a> {
    pub domain: &'a Domain,
    /// Types of all slots.
    pub types: &'a [Ty],
    /// Nesting of alternatives being planned; beyond a few levels they no longer generate.
    pub nesting: std::cell::Cell<u32>,
    /// When to stop looking for good plans.
    pub deadline: Option<Instant>,
}

/// Costs from here on mean "infinite"; below the mark they still order last resorts.
const LAST_RESORT: f64 = 1e6;
/// The cost of a function into an infinite set, whose values equations may give; it comes before a last resort.
pub(super) const UNBOUNDED: f64 = 5e5;

/// Expected size (log2) of a set about which nothing is known.
const UNKNOWN: f64 = 2.5;

pub(super) struct Candidate {
    pub cost: f64,
    pub step: Step,
    /// The conjuncts the step makes superfluous.
    pub used: Vec<usize>,
}

/// The cheapest candidate so far, with its cost.
struct Best<'r> {
    rest: &'r [(P, BTreeSet<u32>)],
    unbound: &'r BTreeSet<u32>,
    found: Option<(f64, Candidate)>,
}

impl Best<'_> {
    fn offer(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
        for candidate in candidates {
            let bound = bound_by(&candidate.step);
            let urgency = bound.iter().map(|slot| urgency(*slot, self.rest, self.unbound));
            let cost = candidate.cost - 0.2 * urgency.fold(0.0, f64::max);
            if self.found.as_ref().is_none_or(|(least, _)| cost < *least) {
                self.found = Some((cost, candidate));
            }
        }
    }
}

impl Planner<'_> {
    /// Plans how to bind `slots` so that all of `conjuncts` hold.
    pub fn plan(&self, slots: &[u32], conjuncts: &[P], span: Span) -> Plan {
        let mut flat = Vec::new();
        conjuncts.iter().for_each(|conjunct| flatten(conjunct, &mut flat));
        substituted(&mut flat, slots);
        let mut rest: Vec<(P, BTreeSet<u32>)> =
            flat.into_iter().map(|p| (p.clone(), Walk::of_predicate(&p))).collect();
        let mut unbound: BTreeSet<u32> = slots.iter().copied().collect();
        let types = slots.iter().map(|slot| self.types[*slot as usize]).collect();
        let written = Some(Arc::new(Written { conjuncts: conjuncts.to_vec(), types }));
        let mut plan = Plan { slots: slots.to_vec(), span, written, ..Plan::default() };
        loop {
            self.emit_checks(&mut rest, &unbound, &mut plan);
            if unbound.is_empty() {
                break;
            }
            // Planning takes time that grows with the square of the conjuncts.
            if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                self.enumerate_all(&unbound, rest, &mut plan);
                break;
            }
            let Some(best) = self.best(&rest, &unbound) else { break };
            let best = self.pointwise(best, &rest, &unbound);
            bound_by(&best.step).iter().for_each(|slot| {
                unbound.remove(slot);
            });
            plan.cost += if best.cost >= UNBOUNDED { f64::INFINITY } else { best.cost };
            plan.steps.push(best.step);
            let mut position = 0;
            rest.retain(|_| {
                position += 1;
                !best.used.contains(&(position - 1))
            });
        }
        plan
    }

    /// The plan without any thought, for when time is up: the evaluator will notice the same at once.
    fn enumerate_all(&self, unbound: &BTreeSet<u32>, rest: Vec<(P, BTreeSet<u32>)>, plan: &mut Plan) {
        let whole = |slot: &u32| Step::Type { slot: *slot, ty: self.types[*slot as usize] };
        plan.steps.extend(unbound.iter().map(whole));
        plan.steps.extend(rest.into_iter().map(|(conjunct, _)| Step::Check(conjunct)));
        plan.cost = f64::INFINITY;
    }

    fn emit_checks(&self, rest: &mut Vec<(P, BTreeSet<u32>)>, unbound: &BTreeSet<u32>, plan: &mut Plan) {
        rest.retain(|(conjunct, slots)| {
            let open = !slots.is_disjoint(unbound);
            if !open {
                plan.steps.push(Step::Check(conjunct.clone()));
            }
            open
        });
    }

    fn best(&self, rest: &[(P, BTreeSet<u32>)], unbound: &BTreeSet<u32>) -> Option<Candidate> {
        let mut best = Best { rest, unbound, found: None };
        for (index, (conjunct, slots)) in rest.iter().enumerate() {
            let candidate = self.candidate(conjunct, slots, index, unbound);
            // Nothing is cheaper than one value.
            if candidate.as_ref().is_some_and(|candidate| candidate.cost <= 0.0) {
                return candidate;
            }
            best.offer(candidate);
        }
        best.offer(self.guarded(rest, unbound));
        best.offer(complements(rest, unbound));
        best.offer(self.bounded_sets(rest, unbound));
        best.offer(self.sized_sequences(rest, unbound));
        if best.found.as_ref().is_none_or(|(cost, _)| *cost > 0.0) {
            let integers = Inequalities::of(rest, unbound);
            best.offer(unbound.iter().map(|slot| self.whole_type(*slot, &integers)));
        }
        best.found.map(|(_, candidate)| candidate)
    }

    /// What one conjunct could generate.
    fn candidate(
        &self,
        conjunct: &P,
        slots: &BTreeSet<u32>,
        index: usize,
        unbound: &BTreeSet<u32>,
    ) -> Option<Candidate> {
        let made = |cost, step| Some(Candidate { cost, step, used: vec![index] });
        match &**conjunct {
            Pr::Equal(a, b) => {
                if let Some(pattern) = self.binding(a, b, unbound).or_else(|| self.binding(b, a, unbound)) {
                    return made(0.0, Step::Bind(pattern.0, pattern.1));
                }
                if let Some(step) = self.solved(a, b, unbound) {
                    return made(0.0, step);
                }
                let split = self.split(a, b, unbound).or_else(|| self.split(b, a, unbound));
                split.and_then(|step| made(UNKNOWN, step))
            }
            Pr::Member(element, set) if closed(set, unbound) => {
                let pattern = self.pattern(element, unbound)?;
                let cost = self.size(set).min(self.pattern_log2(&pattern));
                if cost.is_infinite() && self.is_function_search(&pattern, set) {
                    return made(UNBOUNDED, Step::Choose(pattern, set.clone()));
                }
                if cost.is_infinite() {
                    return None;
                }
                made(cost, Step::Choose(pattern, set.clone()))
            }
            Pr::Subset(element, set) if closed(set, unbound) => match &**element {
                Ex::Slot(slot) if unbound.contains(slot) => {
                    let cost = self.size(set).exp2();
                    let bits = self.domain.bits(self.types[*slot as usize]);
                    cost.is_finite().then_some(())?;
                    made(
                        cost.min(self.domain.log2(self.types[*slot as usize])),
                        Step::Subsets { slot: *slot, set: set.clone(), bits },
                    )
                }
                _ => None,
            },
            Pr::Or(items) => self.either(
                items.iter().map(|item| (vec![item.clone()], Vec::new())).collect(),
                slots,
                index,
                unbound,
            ),
            Pr::Exists { slots: inner, body, .. } => {
                self.either(vec![(body.clone(), inner.clone())], slots, index, unbound)
            }
            _ => None,
        }
    }

    /// Alternatives that each bind the same slots.
    fn either(
        &self,
        alternatives: Vec<(Vec<P>, Vec<u32>)>,
        slots: &BTreeSet<u32>,
        index: usize,
        unbound: &BTreeSet<u32>,
    ) -> Option<Candidate> {
        if self.nesting.get() >= 3 {
            return None;
        }
        let wanted: Vec<u32> = slots.intersection(unbound).copied().collect();
        let (mut plans, mut total) = (Vec::new(), 0.0);
        for (body, inner) in alternatives {
            let all: Vec<u32> = wanted.iter().chain(&inner).copied().collect();
            self.nesting.set(self.nesting.get() + 1);
            let plan = self.plan(&all, &body, Span::default());
            self.nesting.set(self.nesting.get() - 1);
            // An alternative that has to enumerate a type narrows nothing.
            if plan.cost.is_infinite() || plan.steps.iter().any(|step| matches!(step, Step::Type { .. })) {
                return None;
            }
            total += plan.cost.exp2();
            plans.push(plan);
        }
        let cost = total.log2() + 0.3;
        Some(Candidate { cost, step: Step::Either { slots: wanted, plans }, used: vec![index] })
    }

    /// `left = right` where the right side is closed and the left a pattern with something to bind.
    fn binding(&self, left: &E, right: &E, unbound: &BTreeSet<u32>) -> Option<(Pattern, E)> {
        let free = Walk::of_expression(right);
        if free.is_disjoint(unbound) {
            return self.pattern(left, unbound).map(|pattern| (pattern, right.clone()));
        }
        // A recursive function: symbolic code may mention the slot it is about to define. That slot is not captured
        // with the others: it has no value yet, and holds the function whenever the code is evaluated.
        match (&**left, &**right) {
            (Ex::Slot(slot), Ex::Symbolic(code, captured)) if unbound.contains(slot) => {
                let others = free.intersection(unbound).any(|other| other != slot);
                let captured = captured.iter().filter(|own| *own != slot).copied().collect();
                let value = || Arc::new(Ex::Symbolic(code.clone(), Arc::new(captured)));
                (!others).then(|| (Pattern::Slot(*slot), value()))
            }
            _ => None,
        }
    }

    /// A linear equation with one unknown.
    fn solved(&self, left: &E, right: &E, unbound: &BTreeSet<u32>) -> Option<Step> {
        let (slot, factor, value) = Linear::difference(left, right, unbound)?.solved()?;
        let is_integer = *self.domain.shape(self.types[slot as usize]) == Shape::Integer;
        let rest = Arc::new(Ex::Const(Value::Word(0)));
        is_integer.then_some(Step::Bind(Pattern::Linear { factor, slot, rest }, value))
    }

    /// `first ^ second = whole` where only the whole is closed: every cut of it.
    fn split(&self, left: &E, whole: &E, unbound: &BTreeSet<u32>) -> Option<Step> {
        let Ex::SequenceOp(SequenceOp::Concat, first, Some(second), _) = &**left else { return None };
        if !closed(whole, unbound) {
            return None;
        }
        let mut bound = unbound.clone();
        let first = self.pattern_part(first, &mut bound)?;
        let second = self.pattern_part(second, &mut bound)?;
        let pattern = Pattern::Pair(Box::new(first), Box::new(second), 0);
        Some(Step::Choose(pattern, Arc::new(Ex::Splits(whole.clone()))))
    }

    /// The expression as a pattern, if it is one and binds something.
    fn pattern(&self, expression: &E, unbound: &BTreeSet<u32>) -> Option<Pattern> {
        let mut bound = unbound.clone();
        let pattern = self.pattern_part(expression, &mut bound)?;
        (bound.len() < unbound.len()).then_some(pattern)
    }

    fn pattern_part(&self, expression: &E, unbound: &mut BTreeSet<u32>) -> Option<Pattern> {
        match &**expression {
            Ex::Slot(slot) if unbound.remove(slot) => Some(Pattern::Slot(*slot)),
            Ex::Pair(left, right, ordinals) => {
                let first = self.pattern_part(left, unbound)?;
                let second = self.pattern_part(right, unbound)?;
                Some(Pattern::Pair(Box::new(first), Box::new(second), *ordinals))
            }
            _ if closed(expression, unbound) => Some(Pattern::Equal(expression.clone())),
            Ex::SequenceOp(SequenceOp::Reverse, inner, ..) => {
                let inner = self.pattern_part(inner, unbound)?;
                Some(Pattern::Reversed(Box::new(inner)))
            }
            Ex::SequenceOp(SequenceOp::Concat, first, Some(second), _) => {
                let (known, rest, at_end) =
                    if closed(first, unbound) { (first, second, false) } else { (second, first, true) };
                let rest = self.pattern_part(rest, unbound)?;
                let known = closed(known, unbound).then(|| known.clone())?;
                Some(Pattern::Affixed { known, rest: Box::new(rest), at_end })
            }
            Ex::Arith(..) | Ex::Negate(_) => {
                let (slot, factor, opposite) = Linear::of(expression, unbound)?.solved()?;
                unbound.remove(&slot);
                Some(Pattern::Linear { factor, slot, rest: Arc::new(Ex::Negate(opposite)) })
            }
            _ => None,
        }
    }

    fn pattern_log2(&self, pattern: &Pattern) -> f64 {
        let mut slots = Vec::new();
        pattern.slots(&mut slots);
        slots.iter().map(|slot| self.domain.log2(self.types[*slot as usize])).sum()
    }

    /// Enumerating a slot's type; for integers, the range its comparisons leave.
    fn whole_type(&self, slot: u32, integers: &Inequalities) -> Candidate {
        let ty = self.types[slot as usize];
        if *self.domain.shape(ty) != Shape::Integer {
            let cost = self.domain.log2(ty).min(2.0 * LAST_RESORT);
            return Candidate { cost: cost + 0.1, step: Step::Type { slot, ty }, used: Vec::new() };
        }
        let (low, high) = integers.bounds(slot);
        let cost = match (low.is_empty(), high.is_empty(), integers.ranges.get(&slot)) {
            (false, false, Some((Some(low), Some(high)))) => ((high - low).max(1) as f64).log2().max(4.0),
            (false, false, _) => 4.0,
            (true, true, _) => LAST_RESORT + 2.0,
            _ => LAST_RESORT + 1.0,
        };
        Candidate { cost, step: Step::Integers { slot, low, high }, used: Vec::new() }
    }

    /// Base-two logarithm of the expected size of a set.
    pub fn size(&self, set: &Ex) -> f64 {
        match set {
            Ex::Const(value @ (Value::Word(_) | Value::Set(_))) => (cardinality(value).max(1) as f64).log2(),
            Ex::Interval(low, high, _) => match (&**low, &**high) {
                (Ex::Const(Value::Word(low)), Ex::Const(Value::Word(high))) => {
                    (high.saturating_sub(*low).saturating_add(1).max(1) as f64).log2()
                }
                _ => 3.0,
            },
            Ex::SetOf(items, _) => (items.len().max(1) as f64).log2(),
            Ex::Power { set, .. } => self.size(set).exp2(),
            Ex::Arrow { arrow, from, to, .. } => self.arrow_size(*arrow, self.size(from), self.size(to)),
            Ex::Product(a, b, _) => self.size(a) + self.size(b),
            Ex::Union(a, b) => self.size(a).max(self.size(b)) + 0.5,
            Ex::Intersection(a, b) => self.size(a).min(self.size(b)),
            Ex::Difference(a, _) => self.size(a),
            Ex::Struct(items) => items.iter().map(|item| self.size(item)).sum(),
            Ex::OfLengths { lengths, set, .. } => self.size(set) * 3.0 + self.size(lengths),
            Ex::Sequences { set, kind, .. } if kind.injective => {
                let n = self.size(set).exp2();
                n * n.log2().max(1.0)
            }
            Ex::Comprehension(inner) => inner.plan.cost,
            Ex::Sequences { .. } | Ex::Integers(_) | Ex::Strings | Ex::Translation(_) | Ex::Symbolic(..) => {
                f64::INFINITY
            }
            _ => UNKNOWN,
        }
    }

    fn arrow_size(&self, arrow: Arrow, from: f64, to: f64) -> f64 {
        let (a, b) = (from.exp2(), to.exp2());
        match arrow {
            Arrow::Relation
            | Arrow::TotalRelation
            | Arrow::SurjectiveRelation
            | Arrow::TotalSurjectiveRelation => a * b,
            Arrow::TotalFunction | Arrow::TotalSurjection => a * to,
            Arrow::PartialFunction | Arrow::PartialSurjection => a * (b + 1.0).log2(),
            Arrow::TotalInjection | Arrow::TotalBijection => a * (b / 2.0 + 0.5).log2().max(0.0),
            Arrow::PartialInjection | Arrow::PartialBijection => a * (b / 2.0 + 1.0).log2(),
        }
    }
}

/// The code inside a symbolic wrapper.
pub(super) fn symbolic_code(set: &Ex) -> &Ex {
    match set {
        Ex::Symbolic(inner, _) => inner,
        other => other,
    }
}

pub(super) fn closed(expression: &Ex, unbound: &BTreeSet<u32>) -> bool {
    Walk::of_expression(expression).is_disjoint(unbound)
}

impl Plan {
    /// The slots a step binds.
    pub fn bound(step: &Step) -> Vec<u32> {
        bound_by(step)
    }
}

fn bound_by(step: &Step) -> Vec<u32> {
    let mut slots = Vec::new();
    match step {
        Step::Bind(pattern, _) | Step::Choose(pattern, _) => pattern.slots(&mut slots),
        Step::Subsets { slot, .. } | Step::Integers { slot, .. } | Step::Type { slot, .. } => {
            slots.push(*slot)
        }
        Step::Guarded { slot, .. } => slots.push(*slot),
        Step::Pointwise(search) => slots.push(search.slot),
        Step::Either { slots: bound, .. } => slots.extend(bound),
        Step::Check(_) => {}
    }
    slots
}

/// How much binding the slot brings conjuncts nearer to being checked, below 1. Among slots of the same size, those
/// that share conjuncts with slots already bound go first, so that a contradiction shows early.
fn urgency(slot: u32, rest: &[(P, BTreeSet<u32>)], unbound: &BTreeSet<u32>) -> f64 {
    let nearness = |open: usize| 0.25f64.powi(open as i32 - 1);
    let conjuncts = rest.iter().filter(|(_, slots)| slots.contains(&slot));
    let total: f64 = conjuncts.map(|(_, slots)| nearness(slots.intersection(unbound).count())).sum();
    total / (1.0 + total)
}

fn flatten(conjunct: &P, out: &mut Vec<P>) {
    match &**conjunct {
        Pr::And(items) => items.iter().for_each(|item| flatten(item, out)),
        Pr::True => {}
        _ => out.push(conjunct.clone()),
    }
}
