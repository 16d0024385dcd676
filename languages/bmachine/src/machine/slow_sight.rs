//! What a temporal formula sees of a state and of its steps, by the means of the replay (see `replay`).
//!
//! Lassos are repeated and certificates checked with it: conjunctions are solved as they are written, arguments are
//! compared after the step and not while it is made.

use super::replay::{Answer, GaveUp};
use super::{Machine, StepText};
use crate::code::{CompiledOperation, P};
use crate::eval::Fault;
use crate::live::atom::{Atom, Pattern};
use crate::value::Value;

/// A step that an operation can make.
#[derive(Clone, Debug)]
pub(crate) struct SlowStep {
    /// The state it leads to.
    pub state: Vec<u8>,
    /// The patterns that it fits, by their numbers.
    pub fits: Vec<bool>,
    /// The step in words.
    pub text: StepText,
}

/// What can happen in a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlowSteps {
    /// The steps that lead somewhere.
    pub steps: Vec<SlowStep>,
    /// Some step breaks a condition or is undefined.
    pub fails: bool,
}

impl SlowSteps {
    /// Is no step possible?
    pub fn is_deadlock(&self) -> bool {
        self.steps.is_empty() && !self.fails
    }
}

impl Machine {
    /// Every step from an initialised state; `None` if that is not known.
    pub(crate) fn slow_steps(&self, source: &[u8]) -> Option<SlowSteps> {
        let mut out = SlowSteps::default();
        for (number, operation) in self.operations.iter().enumerate() {
            let mut ways: Vec<(Vec<Value>, Vec<u8>, StepText)> = Vec::new();
            let answer: Answer<()> = self.find_way(source, Some(operation), &mut |env, result| {
                match result {
                    Ok(state) => {
                        let values: Vec<Value> = operation
                            .parameters
                            .iter()
                            .map(|slot| env.slots[*slot as usize].clone())
                            .collect();
                        let text = self.text(env, Some(operation), source, state.clone());
                        if !ways.iter().any(|(own, there, _)| *own == values && *there == state) {
                            ways.push((values, state, text));
                        }
                    }
                    Err(fault) => out.fails |= !fault.gives_up(),
                }
                None
            });
            if answer.is_err() {
                return None;
            }
            for (values, state, text) in ways {
                let fits = |pattern: &Pattern<P>| self.fits(pattern, operation, number, source, &values);
                let fits: Option<Vec<bool>> = self.asked.patterns.iter().map(fits).collect();
                out.steps.push(SlowStep { state, fits: fits?, text });
            }
        }
        Some(out)
    }

    /// Does a step with these values of the parameters fit a pattern?
    fn fits(
        &self,
        pattern: &Pattern<P>,
        operation: &CompiledOperation,
        number: usize,
        source: &[u8],
        values: &[Value],
    ) -> Option<bool> {
        if pattern.operation != number {
            return Some(false);
        }
        for (_, equation) in &pattern.arguments {
            let held = self.ask(|env| {
                self.load(env, source, &mut Vec::new());
                for (slot, value) in operation.parameters.iter().zip(values) {
                    env.set(*slot, value.clone());
                }
                self.evaluator().holds(env, equation).map(Some).map_err(|_| GaveUp)
            });
            if !held.ok()?? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether an atom holds in a state with these steps, before one that is taken next if there is one; `None` if it
    /// has no value or that is not known.
    pub(crate) fn slow_atom(
        &self,
        atom: &Atom<P>,
        source: &[u8],
        steps: &SlowSteps,
        next: Option<&SlowStep>,
    ) -> Option<bool> {
        match atom {
            Atom::Ended => Some(false),
            Atom::State(predicate) => self.slow_value(predicate, source).ok().flatten(),
            Atom::Taken(pattern) => Some(next.is_some_and(|step| step.fits[*pattern])),
            Atom::Enabled(pattern) => Some(steps.steps.iter().any(|step| step.fits[*pattern])),
            Atom::Deadlock => Some(steps.is_deadlock()),
            Atom::Sink => Some(steps.steps.iter().all(|step| step.state == source)),
        }
    }

    /// The value of a predicate in a state; `Ok(None)` if it is undefined, an error if that is not known.
    pub(crate) fn slow_value(&self, predicate: &P, state: &[u8]) -> Result<Option<bool>, ()> {
        let value = self.ask(|env| {
            self.load(env, state, &mut Vec::new());
            match self.evaluator().holds(env, predicate) {
                Ok(holds) => Ok(Some(Some(holds))),
                Err(Fault::Undefined(_)) => Ok(Some(None)),
                Err(_) => Err(GaveUp),
            }
        });
        value.map(Option::flatten).map_err(|GaveUp| ())
    }
}
