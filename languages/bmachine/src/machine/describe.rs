//! Steps in words: which operation, with which parameters and results, changing which variables.
//!
//! The search keeps states only; the rest is found by taking the step again (`replay`), which is cheaper than carrying
//! it along with every successor.

use super::Machine;
use crate::value::encode::decode;
use crate::value::{Value, show};
use std::fmt;

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

/// `op(x = 1) --> r = 2`.
impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &[(String, String)]| {
            items.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
        };
        f.write_str(&self.operation)?;
        if !self.parameters.is_empty() {
            write!(f, "({})", list(&self.parameters))?;
        }
        if !self.results.is_empty() {
            write!(f, " --> {}", list(&self.results))?;
        }
        Ok(())
    }
}

/// A variable and its value, or its new value and the old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The variable's name.
    pub variable: String,
    /// Its value in B's notation.
    pub value: String,
    /// What it was before the step, if it had a value then.
    pub old: Option<String>,
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

    pub(super) fn change(&self, slot: u32, value: &Value) -> Change {
        let ty = self.slot_types[slot as usize];
        let variable = self.slot_names[slot as usize].clone();
        Change { variable, value: show(value, ty, &self.domain), old: None }
    }

    /// The step that gave the constants their values.
    pub(super) fn setup_step(&self, state: Vec<u8>) -> StepText {
        StepText {
            operation: "SETUP_CONSTANTS".to_owned(),
            changes: self.describe_state(&state),
            state,
            span: self.properties.span,
            ..self.initialisation()
        }
    }

    /// An initialisation that leads nowhere.
    pub(super) fn initialisation(&self) -> StepText {
        StepText {
            operation: "INITIALISATION".to_owned(),
            parameters: Vec::new(),
            results: Vec::new(),
            changes: Vec::new(),
            state: Vec::new(),
            span: self.initialisation_span,
        }
    }

    pub(super) fn changes(&self, source: &[u8], target: &[u8]) -> Vec<Change> {
        let (before, after) = (self.describe_state(source), self.describe_state(target));
        let changed = after.into_iter().zip(before).filter(|(new, old)| new != old);
        changed.map(|(new, old)| Change { old: Some(old.value), ..new }).collect()
    }
}
