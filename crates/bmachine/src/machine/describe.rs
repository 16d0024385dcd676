//! Steps in words: which operation, with which parameters and results, changing which variables.
//!
//! Labels only name the operation; the rest is found by running the step again, which is cheaper than carrying it along
//! with every successor.

use super::Machine;
use super::step::INITIALISATION;
use crate::value::encode::{decode, encode};
use crate::value::{Value, show};

/// One step of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The operation, or what else the step is.
    pub operation: String,
    /// Parameters and their values.
    pub parameters: Vec<(String, String)>,
    /// Results and their values.
    pub results: Vec<(String, String)>,
    /// Variables that have a new value.
    pub changes: Vec<Change>,
    /// The concrete state after the step.
    pub state: Vec<u8>,
    /// Where the operation stands.
    pub span: diagnostics::Span,
}

/// A variable and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The variable's name.
    pub variable: String,
    /// Its value in B's notation.
    pub value: String,
}

impl Machine {
    /// The values of a state, constants first.
    pub fn describe_state(&self, state: &[u8]) -> Vec<Change> {
        let mut out: Vec<Change> = self.fixed.iter().map(|(slot, value)| self.change(*slot, value)).collect();
        let mut at = 1;
        for slot in &self.inline {
            let value = decode(state, &mut at, self.slot_types[*slot as usize], &self.domain);
            out.push(self.change(*slot, &value));
        }
        if state.first() == Some(&1) {
            for slot in &self.variables {
                let value = decode(state, &mut at, self.slot_types[*slot as usize], &self.domain);
                out.push(self.change(*slot, &value));
            }
        }
        out
    }

    fn change(&self, slot: u32, value: &Value) -> Change {
        let ty = self.slot_types[slot as usize];
        Change { variable: self.slot_names[slot as usize].clone(), value: show(value, ty, &self.domain) }
    }

    /// The first step from `source` whose result satisfies `wanted`.
    pub fn find_step(&self, source: &[u8], mut wanted: impl FnMut(&[u8]) -> bool) -> Option<StepText> {
        let mut env = self.fresh_env();
        let mut offsets = Vec::new();
        self.load(&mut env, source, &mut offsets);
        if source.first() == Some(&0) {
            return self.find_initialisation(source, &offsets, &mut wanted);
        }
        let evaluator = self.evaluator();
        for operation in &self.operations {
            let mut found = None;
            // A fault ends the search in this operation; the step that was taken had none.
            let _ = evaluator.solve(&mut env, &operation.plan, &mut |env| {
                let done = evaluator.execute(env, &operation.body, &mut |env| {
                    let state = self.next_state(env, source, &offsets);
                    if !wanted(&state) {
                        return Ok(true);
                    }
                    let named = |slot: &u32, value: &Value| {
                        let change = self.change(*slot, value);
                        (change.variable, change.value)
                    };
                    let parameters =
                        operation.parameters.iter().map(|slot| named(slot, &env.slots[*slot as usize]));
                    let results = operation.results.iter().filter_map(|slot| {
                        env.writes
                            .iter()
                            .rev()
                            .find(|(own, _)| own == slot)
                            .map(|(_, value)| named(slot, value))
                    });
                    found = Some(StepText {
                        operation: operation.name.clone(),
                        parameters: parameters.collect(),
                        results: results.collect(),
                        changes: self.changes(source, &state),
                        state,
                        span: operation.plan.span,
                    });
                    Ok(false)
                });
                done.or_else(|_| {
                    env.writes.clear();
                    Ok(true)
                })
            });
            env.writes.clear();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn find_initialisation(
        &self,
        source: &[u8],
        offsets: &[usize],
        wanted: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Option<StepText> {
        let mut env = self.fresh_env();
        self.load(&mut env, source, &mut Vec::new());
        let mut found = None;
        let _ = self.evaluator().execute(&mut env, &self.initialisation, &mut |env| {
            let mut state = vec![1];
            state.extend_from_slice(&source[1..offsets[0]]);
            for slot in &self.variables {
                let value =
                    env.writes.iter().rev().find(|(own, _)| own == slot).map(|(_, value)| value.clone());
                let value = value.unwrap_or(Value::Word(0));
                encode(&value, self.slot_types[*slot as usize], &self.domain, &mut state);
            }
            if wanted(&state) {
                found = Some(self.initial_step(state));
                return Ok(false);
            }
            Ok(true)
        });
        found
    }

    /// The text of the step that made an initial state.
    pub fn initial_step(&self, state: Vec<u8>) -> StepText {
        let setup = state.first() == Some(&0);
        StepText {
            operation: if setup { "SETUP_CONSTANTS" } else { "INITIALISATION" }.to_owned(),
            parameters: Vec::new(),
            results: Vec::new(),
            changes: self.describe_state(&state),
            state,
            span: if setup { self.properties.span } else { self.initialisation_span },
        }
    }

    fn next_state(&self, env: &crate::eval::Env, source: &[u8], offsets: &[usize]) -> Vec<u8> {
        let mut state = source[..offsets[0]].to_vec();
        for (position, slot) in self.variables.iter().enumerate() {
            match env.writes.iter().rev().find(|(own, _)| own == slot) {
                Some((_, value)) => encode(value, self.slot_types[*slot as usize], &self.domain, &mut state),
                None => state.extend_from_slice(&source[offsets[position]..offsets[position + 1]]),
            }
        }
        state
    }

    fn changes(&self, source: &[u8], target: &[u8]) -> Vec<Change> {
        let (before, after) = (self.describe_state(source), self.describe_state(target));
        after.into_iter().zip(before).filter(|(new, old)| new != old).map(|(new, _)| new).collect()
    }

    /// The name of a step.
    pub fn label_name(&self, label: u32) -> &str {
        match self.operations.get(label as usize) {
            Some(operation) => &operation.name,
            None if label == INITIALISATION => "INITIALISATION",
            None => "?",
        }
    }
}
