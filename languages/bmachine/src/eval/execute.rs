//! Effects of substitutions.
//!
//! Execution is in continuation-passing style: each way a substitution can go calls `then` once. Assignments go to a
//! list of writes that nobody reads, so that parallel substitutions all see the old values; a sequence makes the writes
//! of its first part visible while the rest runs, and hides them again before it calls `then`.

use super::{Env, Evaluator, Fault, Res, Then};
use crate::code::{Act, E, P, Pattern, Plan};
use crate::value::Value;
use diagnostics::Span;

impl Evaluator<'_> {
    /// Calls `then` for every outcome; whether the enumeration ran to its end.
    pub fn execute(&self, env: &mut Env, act: &Act, then: Then<'_>) -> Res<bool> {
        match act {
            Act::Skip => then(env),
            Act::Assign(pairs) => self.assign(env, pairs, then),
            Act::ChooseFrom { targets, chosen, set } => self.choose_from(env, targets, chosen, set, then),
            Act::SuchThat(plan, pairs) => self.such_that(env, plan, pairs, then),
            Act::Call { parameters, results, body } => self.call(env, parameters, results, body, then),
            Act::Pre(condition, span, body) => {
                self.demand(env, condition, *span, "the precondition of a called operation does not hold")?;
                self.execute(env, body, then)
            }
            Act::Assert(condition, span, body) => {
                self.demand(env, condition, *span, "an ASSERT does not hold")?;
                self.execute(env, body, then)
            }
            Act::If(branches, otherwise) => {
                for (condition, body) in branches {
                    if self.uncut(env, |env| self.holds(env, condition))? {
                        return self.execute(env, body, then);
                    }
                }
                self.execute_else(env, otherwise.as_deref(), then)
            }
            Act::Select(branches, otherwise) => self.select(env, branches, otherwise.as_deref(), then),
            Act::Choice(items) => {
                for item in items {
                    env.burn(1, Span::default())?;
                    if !self.execute(env, item, then)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Act::Any(plan, body) => self.solve(env, plan, &mut |env| self.execute(env, body, then)),
            Act::Var(slots, body) => self.with_variables(env, slots, body, then),
            Act::Case(subject, branches, otherwise) => {
                let subject = self.eval(env, subject)?;
                for (values, body) in branches {
                    for value in values {
                        if self.eval(env, value)? == subject {
                            return self.execute(env, body, then);
                        }
                    }
                }
                self.execute_else(env, otherwise.as_deref(), then)
            }
            Act::While(own) => self.iterate(env, own, &mut 0, None, then),
            Act::Sequence(items) => self.sequence(env, items, then),
            Act::Parallel(items) => self.parallel(env, items, then),
            Act::Initialised(variables) => match first_unwritten(env, variables) {
                Some(span) => Err(Fault::Broken(span, "the initialisation gives this variable no value")),
                None => then(env),
            },
        }
    }

    fn execute_else(&self, env: &mut Env, otherwise: Option<&Act>, then: Then<'_>) -> Res<bool> {
        match otherwise {
            Some(body) => self.execute(env, body, then),
            None => then(env),
        }
    }

    /// Writes the new value of each variable for every solution of the plan; a pair is the slot of the new value and
    /// that of the variable.
    fn such_that(&self, env: &mut Env, plan: &Plan, pairs: &[(u32, u32)], then: Then<'_>) -> Res<bool> {
        self.solve(env, plan, &mut |env| {
            let mark = env.writes.len();
            for (new, variable) in pairs {
                let value = env.slots[*new as usize].clone();
                env.writes.push((*variable, value));
            }
            let result = then(env);
            env.writes.truncate(mark);
            result
        })
    }

    /// Executes the body of a `VAR`, whose writes to its own variables are hidden from what follows.
    fn with_variables(&self, env: &mut Env, slots: &[u32], body: &Act, then: Then<'_>) -> Res<bool> {
        self.with_slots(env, slots, |evaluator, env| {
            let mark = env.writes.len();
            evaluator.execute(env, body, &mut |env| {
                let own = env.writes.split_off(mark);
                env.writes.extend(own.iter().filter(|(slot, _)| !slots.contains(slot)).cloned());
                let result = then(env);
                env.writes.truncate(mark);
                env.writes.extend(own);
                result
            })
        })
    }

    fn demand(&self, env: &mut Env, condition: &P, span: Span, what: &'static str) -> Res<()> {
        if self.refutes(env, condition)? { Err(Fault::Broken(span, what)) } else { Ok(()) }
    }

    fn assign(&self, env: &mut Env, pairs: &[(u32, E)], then: Then<'_>) -> Res<bool> {
        let mark = env.writes.len();
        for (slot, value) in pairs {
            match self.eval(env, value) {
                Ok(value) => env.writes.push((*slot, value)),
                Err(fault) => {
                    env.writes.truncate(mark);
                    return Err(fault);
                }
            }
        }
        let result = then(env);
        env.writes.truncate(mark);
        result
    }

    fn choose_from(
        &self,
        env: &mut Env,
        targets: &[(u32, E)],
        chosen: &Pattern,
        set: &E,
        then: Then<'_>,
    ) -> Res<bool> {
        let mut temporaries = Vec::new();
        chosen.slots(&mut temporaries);
        self.each(env, set, &mut |env, value| {
            self.with_slots(env, &temporaries, |evaluator, env| {
                evaluator.bind(env, chosen, &value)?;
                evaluator.assign(env, targets, then)
            })
        })
    }

    fn select(
        &self,
        env: &mut Env,
        branches: &[(P, Act)],
        otherwise: Option<&Act>,
        then: Then<'_>,
    ) -> Res<bool> {
        let mut taken = false;
        for (condition, body) in branches {
            env.burn(1, Span::default())?;
            if self.guard(env, condition)? {
                taken = true;
                if !self.execute(env, body, then)? {
                    return Ok(false);
                }
            }
        }
        match otherwise {
            Some(body) if !taken => self.execute(env, body, then),
            _ => Ok(true),
        }
    }

    fn call(
        &self,
        env: &mut Env,
        parameters: &[(u32, E)],
        results: &[(u32, u32, E)],
        body: &Act,
        then: Then<'_>,
    ) -> Res<bool> {
        let values = parameters.iter().map(|(_, value)| self.eval(env, value)).collect::<Res<Vec<_>>>()?;
        let slots: Vec<u32> = parameters
            .iter()
            .map(|(slot, _)| *slot)
            .chain(results.iter().map(|(slot, _, _)| *slot))
            .collect();
        self.with_slots(env, &slots, |evaluator, env| {
            for ((slot, _), value) in parameters.iter().zip(values) {
                env.set(*slot, value);
            }
            let mark = env.writes.len();
            evaluator.execute(env, body, &mut |env| evaluator.deliver(env, mark, results, then))
        })
    }

    /// Turns the writes to the result slots of a called operation into writes to the caller's targets.
    fn deliver(&self, env: &mut Env, mark: usize, results: &[(u32, u32, E)], then: Then<'_>) -> Res<bool> {
        let own = env.writes.split_off(mark);
        let mut delivered = Vec::new();
        for (slot, target, value) in results {
            if let Some((_, result)) = own.iter().rev().find(|(written, _)| written == slot) {
                env.set(*slot, result.clone());
            }
            delivered.push((*target, self.eval(env, value)?));
        }
        let is_result = |slot: u32| results.iter().any(|(result, _, _)| *result == slot);
        env.writes.extend(own.iter().filter(|(slot, _)| !is_result(*slot)).cloned());
        env.writes.extend(delivered);
        let outcome = then(env);
        env.writes.truncate(mark);
        env.writes.extend(own);
        outcome
    }

    fn parallel(&self, env: &mut Env, items: &[Act], then: Then<'_>) -> Res<bool> {
        match items.split_first() {
            None => then(env),
            Some((first, [])) => self.execute(env, first, then),
            Some((first, rest)) => self.execute(env, first, &mut |env| self.parallel(env, rest, then)),
        }
    }

    fn sequence(&self, env: &mut Env, items: &[Act], then: Then<'_>) -> Res<bool> {
        match items.split_first() {
            None => then(env),
            Some((first, [])) => self.execute(env, first, then),
            Some((first, rest)) => {
                let mark = env.writes.len();
                self.execute(env, first, &mut |env| {
                    self.visible(env, mark, &mut |env, hide| {
                        self.sequence(env, rest, &mut |env| hide(env, then))
                    })
                })
            }
        }
    }

    /// Runs `body` with the writes since `mark` visible; `body` gets a function that hides them around a continuation.
    pub(super) fn visible(
        &self,
        env: &mut Env,
        mark: usize,
        body: &mut dyn FnMut(&mut Env, &mut Hide<'_>) -> Res<bool>,
    ) -> Res<bool> {
        let own: Vec<(u32, Value)> = env.writes[mark..].to_vec();
        let mut saved: Vec<(u32, Value)> = Vec::with_capacity(own.len());
        for (slot, value) in &own {
            let old = env.set(*slot, value.clone());
            saved.push((*slot, old));
        }
        let result = body(env, &mut |env, then| {
            let mut new = Vec::with_capacity(saved.len());
            for (slot, old) in saved.iter().rev() {
                new.push((*slot, env.set(*slot, old.clone())));
            }
            let result = then(env);
            for (slot, value) in new.into_iter().rev() {
                env.set(slot, value);
            }
            result
        });
        for (slot, old) in saved.iter().rev() {
            env.set(*slot, old.clone());
        }
        result
    }
}

/// Hides writes while the continuation runs.
type Hide<'h> = dyn FnMut(&mut Env, Then<'_>) -> Res<bool> + 'h;

/// Where the first variable is declared that has not been written.
fn first_unwritten(env: &Env, variables: &[(u32, Span)]) -> Option<Span> {
    let is_written = |slot: u32| env.writes.iter().any(|(written, _)| *written == slot);
    variables.iter().find(|(slot, _)| !is_written(*slot)).map(|(_, span)| *span)
}
