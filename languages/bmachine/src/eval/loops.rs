//! Loops, and what their invariant and variant promise.
//!
//! The invariant must hold before the first iteration and after each one. While the loop goes on its variant must be a
//! natural number, and each iteration must make it smaller (Abrial, "The B-Book", 1996, section 9.2). ProB checks the
//! same while it animates. A promise that is broken is a fault of the machine, as a broken ASSERT is.

use super::{Env, Evaluator, Fault, Res, Then};
use crate::code::Loop;
use crate::value::Value;

/// What an iteration of a loop burns: with the fuel of one evaluation it takes twenty-five million of them.
const ITERATION: u64 = 2;
/// Loops nest their continuations, so they are run to a fixed depth only when they are deterministic.
const MAX_BRANCHING_ITERATIONS: u64 = 2_000;
/// An evaluation that is given up after so many iterations is given up because of the loop.
const MANY_ITERATIONS: u64 = 1_000;

impl Evaluator<'_> {
    /// Runs the loop from here on; `before` is the variant before the last iteration, if there was one.
    pub(super) fn iterate(
        &self,
        env: &mut Env,
        own: &Loop,
        count: &mut u64,
        before: Option<i64>,
        then: Then<'_>,
    ) -> Res<bool> {
        if let Some(result) = self.straight_loop(env, own, before, then)? {
            return Ok(result);
        }
        *count += 1;
        if *count > MAX_BRANCHING_ITERATIONS {
            return Err(Fault::LongLoop(own.span, MAX_BRANCHING_ITERATIONS));
        }
        let Some(variant) = self.enter_iteration(env, own, before)? else { return then(env) };
        let mark = env.writes.len();
        self.execute(env, &own.body, &mut |env| {
            self.visible(env, mark, &mut |env, hide| {
                self.iterate(env, own, count, Some(variant), &mut |env| hide(env, then))
            })
        })
    }

    /// Checks what the loop promises; the variant if there is another iteration.
    fn enter_iteration(&self, env: &mut Env, own: &Loop, before: Option<i64>) -> Res<Option<i64>> {
        for (conjunct, span) in &own.invariant {
            if self.refutes(env, conjunct)? {
                return Err(Fault::Broken(
                    *span,
                    match before {
                        None => "the INVARIANT of the loop does not hold before the first iteration",
                        Some(_) => "the INVARIANT of the loop does not hold after an iteration",
                    },
                ));
            }
        }
        if !self.uncut(env, |env| self.holds(env, &own.condition))? {
            return Ok(None);
        }
        let (variant, span) = &own.variant;
        let value = self.eval(env, variant)?.word();
        if value < 0 {
            return Err(Fault::Broken(*span, "the VARIANT of the loop is negative"));
        }
        if before.is_some_and(|before| before <= value) {
            return Err(Fault::Broken(*span, "an iteration does not decrease the VARIANT of the loop"));
        }
        Ok(Some(value))
    }

    /// Runs a loop without nesting as long as each iteration has exactly one outcome; `None` if one has not.
    fn straight_loop(
        &self,
        env: &mut Env,
        own: &Loop,
        before: Option<i64>,
        then: Then<'_>,
    ) -> Res<Option<bool>> {
        let mark = env.writes.len();
        let mut saved: Vec<(u32, Value)> = Vec::new();
        let outcome = self.straight_iterations(env, own, before, &mut saved);
        let finals: Vec<(u32, Value)> =
            saved.iter().map(|(slot, _)| (*slot, env.slots[*slot as usize].clone())).collect();
        for (slot, old) in saved {
            env.set(slot, old);
        }
        if !outcome? {
            return Ok(None);
        }
        env.writes.extend(finals);
        let result = then(env);
        env.writes.truncate(mark);
        result.map(Some)
    }

    /// Runs the iterations with their effects visible, and keeps the old values of the slots they change; whether each
    /// had one outcome.
    fn straight_iterations(
        &self,
        env: &mut Env,
        own: &Loop,
        mut before: Option<i64>,
        saved: &mut Vec<(u32, Value)>,
    ) -> Res<bool> {
        let mark = env.writes.len();
        let mut count = 0;
        let long = |fault, count| match fault {
            Fault::TooLarge(_) if count >= MANY_ITERATIONS => Fault::LongLoop(own.span, count),
            other => other,
        };
        loop {
            let Some(variant) = self.enter_iteration(env, own, before)? else { return Ok(true) };
            before = Some(variant);
            // Fuel is burnt so that the clock is looked at.
            env.burn(ITERATION, own.span).map_err(|fault| long(fault, count))?;
            let (mut ways, mut effect) = (0, Vec::new());
            let executed = self.execute(env, &own.body, &mut |env| {
                ways += 1;
                effect = env.writes[mark..].to_vec();
                Ok(ways < 2)
            });
            executed.map_err(|fault| long(fault, count))?;
            if ways != 1 {
                return Ok(false);
            }
            count += 1;
            for (slot, value) in effect {
                let old = env.set(slot, value);
                if !saved.iter().any(|(known, _)| *known == slot) {
                    saved.push((slot, old));
                }
            }
        }
    }
}
