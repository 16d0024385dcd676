//! Counterexamples repeated independently of the search.
//!
//! The search hands over the states it stored. Starting from an initial state, some step from each concrete state must
//! lead to one that is represented by the next stored state, and the last must show what the search claims is wrong.
//! What is trusted is the evaluation of formulas; conjunctions are solved as they are written and not by the plans of
//! the search (`eval::plain`), successors are encoded as a whole instead of being spliced, and the canonicaliser of the
//! search is not asked. A mismatch is a defect of this program and never of the machine, and there is no verdict then.

use super::step::INITIALISATION;
use super::{Condition, Kind, Machine, Site, StepText};
use crate::code::{Act, CompiledOperation, Walk};
use crate::eval::{Env, Fault, Res, Solving, Undefined};
use crate::value::Value;
use crate::value::encode::encode;
use diagnostics::Span;
use explorer::Path;
use std::fmt;

/// Steps of evaluation after which one question is asked again with plans.
const PLAIN_STEPS: u64 = 300_000;

/// A counterexample that was repeated.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The run, from setting up the constants on.
    pub steps: Vec<StepText>,
    /// Why no operation is possible, if that is what is wrong.
    pub idle: Vec<Idle>,
}

/// An operation that is not possible.
#[derive(Clone, Debug)]
pub struct Idle {
    /// The name of the operation.
    pub operation: String,
    /// The conjunct of the guard that does not hold, or whatever else keeps the operation from happening.
    pub span: Span,
    /// Why the operation is not possible, in words.
    pub why: String,
}

/// A step that could not be repeated, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The step.
    pub step: usize,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} of the counterexample could not be repeated", self.step)
    }
}

/// Whether `stored` is what the search stores for `state`.
pub(crate) type Represents<'r> = &'r mut dyn FnMut(&[u8], &[u8]) -> bool;

/// Evaluation was given up, so that nothing is known.
pub(super) struct GaveUp;

pub(super) type Answer<T> = Result<Option<T>, GaveUp>;

/// What is called for each outcome of a step, with the parameters in the environment; `false` stops.
type Way<'w> = &'w mut dyn FnMut(&mut Env, Result<Vec<u8>, Fault>) -> bool;

/// What is asked of each outcome; `Some` ends the search for one.
pub(super) type Accept<'a, T> = &'a mut dyn FnMut(&mut Env, Result<Vec<u8>, Fault>) -> Option<T>;

impl Machine {
    /// Repeats the run through `path` and what is wrong at its end.
    pub(crate) fn replay(
        &self,
        path: &Path,
        site: Site,
        represents: Represents<'_>,
    ) -> Result<Replayed, Mismatch> {
        let mut steps: Vec<StepText> = Vec::new();
        for stored in &path.states {
            let step = match steps.last() {
                None => self.start(stored, represents),
                Some(last) => self.step_to(&last.state, stored, represents),
            };
            steps.push(step.ok_or(Mismatch { step: steps.len() + 1 })?);
        }
        let mismatch = Mismatch { step: steps.len() + 1 };
        let last = path.last.as_ref().map(|last| last.label);
        match steps.last().map(|step| step.state.clone()) {
            Some(state) => steps.extend(self.ending(&state, last, site).ok_or(mismatch)?),
            None => {
                let failed = self.setups.iter().find_map(|setup| self.ending(setup, last, site));
                steps.extend(failed.ok_or(mismatch)?);
                if steps.is_empty() {
                    steps.push(self.initialisation());
                }
            }
        }
        let idle = match (site.kind, steps.last()) {
            (Kind::Deadlock, Some(last)) => {
                self.operations.iter().map(|operation| self.why_idle(operation, &last.state)).collect()
            }
            _ => Vec::new(),
        };
        Ok(Replayed { steps, idle })
    }

    /// A first step to a state that is represented by `stored`.
    pub(crate) fn start(&self, stored: &[u8], represents: Represents<'_>) -> Option<StepText> {
        if !self.has_setup {
            return self.setups.iter().find_map(|setup| self.step_to(setup, stored, represents));
        }
        let setup = self.setups.iter().find(|setup| represents(setup, stored))?;
        let properties = self.properties.written.as_ref().map_or(&[][..], |written| &written.conjuncts);
        let violated = self.ask(|env| {
            env.trusts_declarations = true;
            self.load(env, setup, &mut Vec::new());
            properties.iter().find_map(|property| denied(self.evaluator().holds(env, property))).transpose()
        });
        // What cannot be evaluated again, such as properties of infinite sets, is left to the search.
        (!matches!(violated, Ok(Some(())))).then(|| self.setup_step(setup.clone()))
    }

    /// A step from `source` to a state that is represented by `stored`.
    pub(crate) fn step_to(
        &self,
        source: &[u8],
        stored: &[u8],
        represents: Represents<'_>,
    ) -> Option<StepText> {
        self.moves(source).find_map(|operation| {
            let found = self.find_way(source, operation, &mut |env, result| {
                let state = result.ok().filter(|state| represents(state, stored))?;
                Some(self.text(env, operation, source, state))
            });
            found.ok().flatten()
        })
    }

    /// Whether the state is wrong as claimed; the step that shows it, if it takes one.
    fn ending(&self, state: &[u8], last: Option<u32>, site: Site) -> Option<Option<StepText>> {
        let is_step = |fault: Fault| match fault {
            Fault::Undefined(_) => state.first() == Some(&1),
            other => matches!(other, Fault::Broken(..)),
        };
        let no_way = |operation| {
            let way = self.find_way(state, operation, &mut |_, result| {
                result.map_or_else(is_step, |_| true).then_some(())
            });
            matches!(way, Ok(None))
        };
        let confirmed = match site.kind {
            Kind::Deadlock => state.first() == Some(&1) && self.operations.iter().all(|o| no_way(Some(o))),
            Kind::NoInitialisation => state.first() == Some(&0) && no_way(None),
            Kind::Invariant => self.is_broken(&self.invariants, state, site.span),
            Kind::Assertion => self.is_broken(&self.assertions, state, site.span),
            Kind::Goal => self.goal.as_ref().is_some_and(|goal| {
                let reached = self.ask(|env| {
                    self.load(env, state, &mut Vec::new());
                    match self.evaluator().holds(env, &goal.predicate) {
                        Err(fault) if fault.gives_up() => Err(GaveUp),
                        other => Ok((other == Ok(true)).then_some(())),
                    }
                });
                matches!(reached, Ok(Some(())))
            }),
            Kind::Undefined => match last.and_then(|label| self.faulty_step(state, label, site)) {
                Some(step) => return Some(Some(step)),
                None => self.meets_undefined(state, site),
            },
            Kind::Broken => return self.faulty_step(state, last?, site).map(Some),
        };
        confirmed.then_some(None)
    }

    /// The step that breaks a condition or has no value.
    fn faulty_step(&self, source: &[u8], label: u32, site: Site) -> Option<StepText> {
        let operation = match label {
            INITIALISATION => None,
            label => Some(self.operations.get(label as usize)?),
        };
        let breaks = |fault: Fault| match fault {
            Fault::Broken(span, what) | Fault::Undefined(Undefined { span, what }) => {
                Some(span) == site.span && what == site.what
            }
            _ => false,
        };
        let found = self.find_way(source, operation, &mut |env, result| {
            let broken = result.err().is_some_and(breaks);
            let state = if source.first() == Some(&1) { source.to_vec() } else { Vec::new() };
            broken.then(|| StepText { changes: Vec::new(), ..self.text(env, operation, source, state) })
        });
        found.ok().flatten()
    }

    /// Whether a condition at a place does not hold in a state. Conditions from several uses of a definition stand at
    /// one place.
    fn is_broken(&self, conditions: &[Condition], state: &[u8], span: Option<Span>) -> bool {
        let mut there = conditions.iter().filter(|condition| Some(condition.span) == span);
        there.any(|condition| {
            let broken = self.ask(|env| {
                self.load(env, state, &mut Vec::new());
                refuted(self.evaluator().holds(env, &condition.predicate)).transpose()
            });
            matches!(broken, Ok(Some(())))
        })
    }

    /// Whether evaluating what the search evaluates in a state meets this undefined expression. Which undefined
    /// expressions are met depends on the order of evaluation, so the order of the plans is tried too.
    fn meets_undefined(&self, state: &[u8], site: Site) -> bool {
        let Some(span) = site.span else { return false };
        [Solving::Tried, Solving::Checked, Solving::Planned].into_iter().any(|solving| {
            let mut env = self.replay_env(solving);
            env.sought = Some((Undefined { span, what: site.what }, false));
            self.load(&mut env, state, &mut Vec::new());
            if state.first() == Some(&1) {
                let conditions = self.invariants.iter().chain(&self.assertions).chain(&self.goal);
                for condition in conditions {
                    let _ = self.evaluator().guard(&mut env, &condition.predicate);
                }
            }
            for operation in self.moves(state) {
                env.refuel();
                let _ = self.each_way(&mut env, state, operation, &mut |env, result| {
                    if let Err(Fault::Undefined(undefined)) = result {
                        env.note(undefined);
                    }
                    true
                });
            }
            env.sought.is_some_and(|(_, found)| found)
        })
    }

    /// What keeps an operation from being possible.
    fn why_idle(&self, operation: &CompiledOperation, state: &[u8]) -> Idle {
        let idle = |span: Span, why: String| Idle { operation: operation.name.clone(), span, why };
        let closed = operation.guards.iter().filter(|(guard, _)| {
            let mentioned = Walk::of_predicate(guard);
            operation.parameters.iter().all(|parameter| !mentioned.contains(parameter))
        });
        for (guard, span) in closed {
            let undefined = self.ask(|env| {
                self.load(env, state, &mut Vec::new());
                match self.evaluator().holds(env, guard) {
                    Ok(true) => Ok(None),
                    Ok(false) => Ok(Some(false)),
                    Err(fault) if fault.gives_up() => Err(GaveUp),
                    Err(_) => Ok(Some(true)),
                }
            });
            if let Ok(Some(undefined)) = undefined {
                return idle(*span, if undefined { "is undefined" } else { "does not hold" }.to_owned());
            }
        }
        let solution = self.ask(|env| {
            self.load(env, state, &mut Vec::new());
            let mut found = None;
            let solved = self.evaluator().solve(env, &operation.plan, &mut |_| {
                found = Some(());
                Ok(false)
            });
            if solved.is_err_and(Fault::gives_up) { Err(GaveUp) } else { Ok(found) }
        });
        let names: Vec<&str> =
            operation.parameters.iter().map(|slot| self.slot_names[*slot as usize].as_str()).collect();
        match solution {
            Ok(None) => idle(operation.plan.span, format!("no value of {} is allowed", names.join(", "))),
            _ => idle(operation.plan.span, "has no outcome".to_owned()),
        }
    }

    /// The operations that are considered in a state; `None` for the initialisation.
    pub(super) fn moves(&self, state: &[u8]) -> impl Iterator<Item = Option<&CompiledOperation>> {
        let initialised = state.first() == Some(&1);
        let operations = self.operations.iter().filter(move |_| initialised).map(Some);
        (!initialised).then_some(None).into_iter().chain(operations)
    }

    /// The first outcome of a step that is accepted.
    pub(super) fn find_way<T>(
        &self,
        source: &[u8],
        operation: Option<&CompiledOperation>,
        accept: Accept<'_, T>,
    ) -> Answer<T> {
        self.ask(|env| {
            let (mut found, mut given_up) = (None, false);
            let ended = self.each_way(env, source, operation, &mut |env, result| {
                given_up |= result.as_ref().is_err_and(|fault| fault.gives_up());
                found = accept(env, result);
                found.is_none()
            });
            given_up |= ended.is_err_and(Fault::gives_up);
            if found.is_none() && given_up { Err(GaveUp) } else { Ok(found) }
        })
    }

    /// Asks plainly, and with plans where that takes too many steps.
    pub(super) fn ask<T>(&self, mut question: impl FnMut(&mut Env) -> Answer<T>) -> Answer<T> {
        let mut env = self.replay_env(Solving::Tried);
        env.ration(PLAIN_STEPS);
        question(&mut env).or_else(|GaveUp| question(&mut self.replay_env(Solving::Checked)))
    }

    /// An environment without a time limit: a violation that was found in time is also told.
    fn replay_env(&self, solving: Solving) -> Env {
        let mut env = self.fresh_env();
        (env.deadline, env.solving) = (None, solving);
        env
    }

    /// Calls `then` for every outcome of an operation, or of the initialisation, and for every fault.
    pub(super) fn each_way(
        &self,
        env: &mut Env,
        source: &[u8],
        operation: Option<&CompiledOperation>,
        then: Way<'_>,
    ) -> Res<bool> {
        self.load(env, source, &mut Vec::new());
        match operation {
            None => self.run(env, &self.initialisation, self.initialisation_span, then),
            Some(operation) => self.evaluator().solve(env, &operation.plan, &mut |env| {
                self.run(env, &operation.body, operation.plan.span, then)
            }),
        }
    }

    fn run(&self, env: &mut Env, act: &Act, span: Span, then: Way<'_>) -> Res<bool> {
        let mut going = true;
        let outcome = self.evaluator().execute(env, act, &mut |env| {
            self.list_writes(env, span)?;
            let state = self.written_state(env);
            going = then(env, Ok(state));
            Ok(going)
        });
        if let Err(fault) = outcome {
            env.writes.clear();
            going = then(env, Err(fault));
        }
        Ok(going)
    }

    /// The state with what was written, encoded anew.
    fn written_state(&self, env: &Env) -> Vec<u8> {
        let mut state = vec![1];
        for slot in self.inline.iter().chain(&self.variables) {
            let written = env.writes.iter().rev().find(|(own, _)| own == slot);
            let value = written.map_or(&env.slots[*slot as usize], |(_, value)| value);
            encode(value, self.slot_types[*slot as usize], &self.domain, &mut state);
        }
        state
    }

    /// A step in words.
    pub(super) fn text(
        &self,
        env: &Env,
        operation: Option<&CompiledOperation>,
        source: &[u8],
        state: Vec<u8>,
    ) -> StepText {
        let Some(operation) = operation else {
            let mut changes = if state.is_empty() { Vec::new() } else { self.describe_state(&state) };
            // Constants that were set up by a step before are no news.
            if self.has_setup && !source.is_empty() {
                let before = self.describe_state(source);
                changes.retain(|change| !before.contains(change));
            }
            return StepText { changes, state, ..self.initialisation() };
        };
        let named = |slot: u32, value: &Value| {
            let change = self.change(slot, value);
            (change.variable, change.value)
        };
        let results = operation.results.iter().filter_map(|slot| {
            let written = env.writes.iter().rev().find(|(own, _)| own == slot);
            written.map(|(_, value)| named(*slot, value))
        });
        StepText {
            operation: operation.name.clone(),
            parameters: operation
                .parameters
                .iter()
                .map(|slot| named(*slot, &env.slots[*slot as usize]))
                .collect(),
            results: results.collect(),
            changes: self.changes(source, &state),
            state,
            span: operation.plan.span,
        }
    }
}

/// Whether a property is false. One that is undefined may define a function that has no value at some places nobody
/// asks for.
fn denied(held: Res<bool>) -> Option<Result<(), GaveUp>> {
    match held {
        Ok(false) => Some(Ok(())),
        Err(fault) if fault.gives_up() => Some(Err(GaveUp)),
        Ok(true) | Err(_) => None,
    }
}

/// Whether a condition does not hold; undefined ones do not.
fn refuted(held: Res<bool>) -> Option<Result<(), GaveUp>> {
    match held {
        Ok(true) => None,
        Err(fault) if fault.gives_up() => Some(Err(GaveUp)),
        Ok(false) | Err(_) => Some(Ok(())),
    }
}
