//! A Promela model walked by hand, with the reference interpreter, as it is written.

use std::sync::Arc;

use checker::{Step, Walk};
use program::{Expansion, Interpreter, Layout, ReferenceCells, describe, process_name};
use promela::{Claims, lower_with};

use crate::words::fault_text;
use crate::{Level, Promela};

/// A model that is walked.
#[derive(Debug)]
pub struct PromelaWalk {
    interpreter: Interpreter,
}

impl PromelaWalk {
    /// Walks a model, whatever its claims say.
    pub fn new(promela: &Promela) -> PromelaWalk {
        let program = lower_with(&promela.model, &promela.sources, Level::Written.into(), Claims::All);
        let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
        PromelaWalk { interpreter: Interpreter::new(Arc::new(layout)) }
    }

    fn text(&self, state: &[u8], step: &program::Step) -> String {
        let mut at = state.to_vec();
        let after = self.interpreter.follow(state, &step.moves);
        let mut parts = Vec::new();
        for (i, &mv) in step.moves.iter().enumerate() {
            let layout = self.interpreter.layout();
            let name = process_name(layout, &layout.configuration_of(&at), mv.pid);
            let text = self.interpreter.transition(&at, mv).map_or_else(String::new, |t| t.text);
            parts.push(format!("{name} {text}"));
            if let Some(next) = after.get(i) {
                at = next.clone();
            }
        }
        parts.join("; ")
    }
}

impl Walk for PromelaWalk {
    fn start(&mut self) -> Result<Vec<Step>, String> {
        let initial = self.interpreter.initial();
        let state =
            initial.map_err(|kind| format!("the initial state cannot be built: {}", fault_text(kind).1))?;
        Ok(vec![Step { text: "start".into(), state: Some(state), fault: None }])
    }

    fn steps(&mut self, state: &[u8]) -> Result<Vec<Step>, String> {
        let expansion = self.interpreter.expand(state);
        if expansion.steps.is_empty() && expansion.invalid_end {
            return Err("invalid end state".into());
        }
        let going = expansion.steps.iter().filter(|step| !passes_a_fault(&expansion, step));
        let steps = going.map(|step| Step {
            text: self.text(state, step),
            state: step.state.clone(),
            fault: step.fault.map(|fault| fault_text(fault.kind).1.into()),
        });
        Ok(steps.collect())
    }

    fn values(&mut self, state: &[u8]) -> Vec<(String, String)> {
        describe(self.interpreter.layout(), state).into_iter().map(|v| (v.name, v.value)).collect()
    }
}

/// A run ends at its first fault, also inside an `atomic`.
fn passes_a_fault(expansion: &Expansion, step: &program::Step) -> bool {
    let mut faults = expansion.steps.iter().filter(|s| s.fault.is_some() && s.moves.len() < step.moves.len());
    faults.any(|fault| step.moves.starts_with(&fault.moves))
}
