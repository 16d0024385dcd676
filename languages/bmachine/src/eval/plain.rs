//! Conjunctions solved as they are written: every value of the bound slots is tried, and every conjunct evaluated in
//! its place.
//!
//! This is the reference for plans (`code::plan`), with which counterexamples are repeated. Where the types of the
//! slots have too many values to try them all, the plan proposes solutions, and what it proposes must satisfy the
//! conjuncts as written. Undefined conjuncts count as false here as in plans, so both have the same solutions.

use super::{Env, Evaluator, Res, Solving, Then};
use crate::code::{Plan, Written};

/// Base-two logarithm of the number of values that are tried for one conjunction.
const MOST_TRIED: f64 = 8.0;

impl Evaluator<'_> {
    /// Calls `then` for every solution; slots are restored afterwards. Whether the enumeration ran to its end.
    pub(super) fn solve_plainly(
        &self,
        env: &mut Env,
        plan: &Plan,
        written: &Written,
        then: Then<'_>,
    ) -> Res<bool> {
        let all: f64 = written.types.iter().map(|ty| self.domain.log2(*ty)).sum();
        let mut checked = |env: &mut Env| match self.satisfies(env, plan, written)? {
            true => then(env),
            false => Ok(true),
        };
        if env.solving == Solving::Tried && all <= MOST_TRIED {
            let slots = plan.slots.as_slice();
            return self
                .with_slots(env, slots, |own, env| own.try_values(env, plan, written, 0, &mut checked));
        }
        self.follow(env, plan, &mut checked)
    }

    /// Tries every value of the slots from a position on.
    fn try_values(
        &self,
        env: &mut Env,
        plan: &Plan,
        written: &Written,
        position: usize,
        then: Then<'_>,
    ) -> Res<bool> {
        let Some(slot) = plan.slots.get(position) else { return then(env) };
        self.each_of_type(env, written.types[position], &mut |env, value| {
            env.set(*slot, value);
            self.try_values(env, plan, written, position + 1, then)
        })
    }

    /// Whether all conjuncts hold.
    fn satisfies(&self, env: &mut Env, plan: &Plan, written: &Written) -> Res<bool> {
        for conjunct in &written.conjuncts {
            env.burn(1, plan.span)?;
            if !self.guard(env, conjunct)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
