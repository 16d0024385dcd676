//! The solutions of plans: a plan's steps are followed one after the other, each for every way the ones before can go.
//!
//! Every try burns fuel; when it is gone the evaluation faults, it never silently stops.

use super::{Env, Evaluator, Fault, Res, Solving, Then};
use crate::code::{E, Ex, P, Pattern, Plan, Pr, Step};
use crate::value::{self, Value, split};
use diagnostics::Span;
use std::collections::BTreeSet;

/// The steps of a plan that are still to be followed, and the predicate that the plan solves.
#[derive(Clone, Copy)]
struct Remaining<'p> {
    steps: &'p [Step],
    span: Span,
}

impl Evaluator<'_> {
    /// Calls `then` for every solution; slots are restored afterwards. Whether the enumeration ran to its end.
    pub fn solve(&self, env: &mut Env, plan: &Plan, then: Then<'_>) -> Res<bool> {
        if env.solving != Solving::Planned
            && let Some(written) = &plan.written
        {
            return self.solve_plainly(env, plan, written, then);
        }
        self.follow(env, plan, then)
    }

    /// Follows the steps of a plan.
    pub(super) fn follow(&self, env: &mut Env, plan: &Plan, then: Then<'_>) -> Res<bool> {
        let all = Remaining { steps: &plan.steps, span: plan.span };
        match plan.slots.as_slice() {
            [] => self.steps(env, all, then),
            [slot] => {
                let saved = env.slots[*slot as usize].clone();
                let result = self.steps(env, all, then);
                env.set(*slot, saved);
                result
            }
            slots => self.with_slots(env, slots, |evaluator, env| evaluator.steps(env, all, then)),
        }
    }

    fn steps(&self, env: &mut Env, Remaining { steps, span }: Remaining<'_>, then: Then<'_>) -> Res<bool> {
        let Some((step, steps)) = steps.split_first() else { return then(env) };
        let rest = Remaining { steps, span };
        env.burn(1, span)?;
        match step {
            Step::Check(predicate) => match self.guard(env, predicate)? {
                true => self.steps(env, rest, then),
                false => Ok(true),
            },
            Step::Bind(pattern, value) => match self.bind_value(env, pattern, value)? {
                true => self.steps(env, rest, then),
                false => Ok(true),
            },
            Step::Choose(pattern, set) => self.choose(env, pattern, set, rest, then),
            Step::Subsets { slot, set, bits } => match self.eval(env, set) {
                Err(Fault::Undefined(undefined)) => {
                    env.note(undefined);
                    Ok(true)
                }
                set => {
                    let set = self.explicit(env, set?, span)?;
                    self.each_subset(env, &set, *bits, &mut |env, value| {
                        env.set(*slot, value);
                        self.steps(env, rest, then)
                    })
                }
            },
            Step::Integers { slot, low, high } => {
                self.integers(env, *slot, (low, high), span, &mut |env| self.steps(env, rest, then))
            }
            Step::Type { slot, ty } => {
                if self.domain.log2(*ty).is_infinite() {
                    env.cut = Some(span);
                }
                self.each_of_type(env, *ty, &mut |env, value| {
                    env.set(*slot, value);
                    self.steps(env, rest, then)
                })
            }
            Step::Guarded { slot, condition, value, checks, otherwise } => {
                match self.by_case(env, *slot, (condition, value), checks) {
                    Ok(Some(true)) => self.steps(env, rest, then),
                    Ok(Some(false)) => self.solve(env, otherwise, &mut |env| self.steps(env, rest, then)),
                    Ok(None) => Ok(true),
                    Err(fault) => self.forgive(env, Err(fault)),
                }
            }
            Step::Pointwise(search) => {
                self.pointwise(env, search, span, &mut |env| self.steps(env, rest, then))
            }
            Step::Either { slots, plans } => self.either(env, slots, plans, rest, then),
        }
    }

    /// Binds the pattern to the value of the expression; `false` where it does not fit or there is no value.
    fn bind_value(&self, env: &mut Env, pattern: &Pattern, value: &Ex) -> Res<bool> {
        match self.eval(env, value) {
            Ok(value) => self.bind_guard(env, pattern, &value),
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                Ok(false)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Binds the pattern to each element of the set in turn and follows the remaining steps.
    fn choose(
        &self,
        env: &mut Env,
        pattern: &Pattern,
        set: &Ex,
        rest: Remaining<'_>,
        then: Then<'_>,
    ) -> Res<bool> {
        // A fault of what follows must not be taken for an undefined generator.
        let mut later = None;
        let outcome = self.each(env, set, &mut |env, value| {
            let next = match self.bind_guard(env, pattern, &value) {
                Ok(true) => self.steps(env, rest, then),
                other => other.map(|_| true),
            };
            next.or_else(|fault| {
                later = Some(fault);
                Ok(false)
            })
        });
        match later {
            Some(fault) => Err(fault),
            None => self.forgive(env, outcome),
        }
    }

    /// Follows the remaining steps once for each assignment of the slots that solves at least one of the plans.
    fn either(
        &self,
        env: &mut Env,
        slots: &[u32],
        plans: &[Plan],
        rest: Remaining<'_>,
        then: Then<'_>,
    ) -> Res<bool> {
        let mut seen = BTreeSet::new();
        for plan in plans {
            let go_on = self.solve(env, plan, &mut |env| {
                let found: Vec<Value> = slots.iter().map(|slot| env.slots[*slot as usize].clone()).collect();
                if seen.insert(found) { self.steps(env, rest, then) } else { Ok(true) }
            })?;
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Binds the slot if the condition holds, and tells whether it does; `None` if a check fails then.
    fn by_case(
        &self,
        env: &mut Env,
        slot: u32,
        (condition, value): (&Pr, &Ex),
        checks: &[P],
    ) -> Res<Option<bool>> {
        if !self.holds(env, condition)? {
            return Ok(Some(false));
        }
        let value = self.eval(env, value)?;
        env.set(slot, value);
        for check in checks {
            if !self.guard(env, check)? {
                return Ok(None);
            }
        }
        Ok(Some(true))
    }

    /// An undefined generator generates nothing.
    fn forgive(&self, env: &mut Env, outcome: Res<bool>) -> Res<bool> {
        match outcome {
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                Ok(true)
            }
            other => other,
        }
    }

    /// Calls `then` for every integer between the tightest bounds; a missing bound is the implementable one, which is
    /// noted.
    fn integers(
        &self,
        env: &mut Env,
        slot: u32,
        (low, high): (&[E], &[E]),
        span: Span,
        then: Then<'_>,
    ) -> Res<bool> {
        let (from, to) = match (self.tightest(env, low, i64::max), self.tightest(env, high, i64::min)) {
            (Ok(from), Ok(to)) => (from, to),
            // A comparison with something undefined is undefined, and then false.
            (Err(Fault::Undefined(undefined)), _) | (_, Err(Fault::Undefined(undefined))) => {
                env.note(undefined);
                return Ok(true);
            }
            (Err(fault), _) | (_, Err(fault)) => return Err(fault),
        };
        if from.is_none() || to.is_none() {
            env.cut = Some(span);
        }
        let from = from.unwrap_or_else(|| self.domain.min_int.min(to.unwrap_or(0)));
        let to = to.unwrap_or_else(|| self.domain.max_int.max(from));
        for value in from..=to {
            env.burn(1, span)?;
            env.set(slot, Value::Word(value));
            if !then(env)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The best of the bounds; one that does not fit 64 bits is left to the comparison it comes from.
    fn tightest(&self, env: &mut Env, bounds: &[E], best: fn(i64, i64) -> i64) -> Res<Option<i64>> {
        let mut tightest: Option<i64> = None;
        for bound in bounds {
            match self.eval(env, bound) {
                Ok(bound) => {
                    let bound = bound.word();
                    tightest = Some(tightest.map_or(bound, |old| best(old, bound)));
                }
                Err(Fault::Overflow(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(tightest)
    }

    /// Matches a value as a guard does: where that is undefined it does not fit, which is noted.
    fn bind_guard(&self, env: &mut Env, pattern: &Pattern, value: &Value) -> Res<bool> {
        match self.bind(env, pattern, value) {
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                Ok(false)
            }
            other => other,
        }
    }

    /// Binds the slots of a pattern to the parts of a value; whether the value fits the pattern.
    pub(super) fn bind(&self, env: &mut Env, pattern: &Pattern, value: &Value) -> Res<bool> {
        match pattern {
            Pattern::Slot(slot) => {
                env.set(*slot, value.clone());
                Ok(true)
            }
            Pattern::Pair(left, right, ordinals) => {
                let (a, b) = split(value, *ordinals);
                Ok(self.bind(env, left, &a)? && self.bind(env, right, &b)?)
            }
            Pattern::Equal(expected) => Ok(self.eval(env, expected)? == *value),
            Pattern::Linear { factor, slot, rest } => {
                let left = value.word().checked_sub(self.eval(env, rest)?.word());
                let exact = left.filter(|left| left.checked_rem(*factor) == Some(0));
                let quotient = exact.and_then(|left| left.checked_div(*factor));
                Ok(quotient.map(|quotient| env.set(*slot, Value::Word(quotient))).is_some())
            }
            Pattern::Reversed(inner) => match value::sequence_items(value) {
                Some(items) => self.bind(env, inner, &value::sequence(items.into_iter().rev())),
                None => Ok(false),
            },
            Pattern::Affixed { known, rest, at_end } => {
                let known = self.listed(env, known)?;
                match value::strip(value, &known, *at_end) {
                    Some(remainder) => self.bind(env, rest, &remainder),
                    None => Ok(false),
                }
            }
        }
    }
}
