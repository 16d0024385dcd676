//! A machine walked by hand, one step after the other.

use super::step::describe_fault;
use super::{Condition, Machine};
use crate::code::CompiledOperation;
use checker::{Step, Walk};

impl Machine {
    /// Every way of an operation, or of the initialisation.
    fn ways(&self, source: &[u8], operation: Option<&CompiledOperation>) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut env = self.fresh_env();
        let ended = self.each_way(&mut env, source, operation, &mut |env, result| {
            let fault = result.as_ref().err().map(|fault| describe_fault(*fault).1);
            let state = result.ok();
            let told = self.text(env, operation, source, state.clone().unwrap_or_else(|| source.to_vec()));
            let step = Step { text: told.to_string(), state, fault };
            if !steps.iter().any(|known| known.text == step.text && known.state == step.state) {
                steps.push(step);
            }
            true
        });
        if let Err(fault) = ended {
            let name = operation.map_or("INITIALISATION", |operation| &operation.name);
            let fault = Some(describe_fault(fault).1);
            steps.push(Step { text: name.to_owned(), state: None, fault });
        }
        steps
    }

    /// The first condition that does not hold in a state, in words.
    fn broken_in(&self, state: &[u8], conditions: &[Condition], what: &str) -> Option<String> {
        let mut env = self.fresh_env();
        self.load(&mut env, state, &mut Vec::new());
        let holds = |condition: &Condition| self.evaluator().holds(&mut env, &condition.predicate);
        let broken = conditions.iter().map(holds).any(|held| held != Ok(true));
        broken.then(|| what.to_owned())
    }
}

impl Walk for Machine {
    fn start(&mut self) -> Result<Vec<Step>, String> {
        let mut steps = Vec::new();
        for setup in &self.setups {
            match self.has_setup {
                true => {
                    let text = self.setup_step(setup.clone()).operation;
                    steps.push(Step { text, state: Some(setup.clone()), fault: None });
                }
                false => steps.extend(self.ways(setup, None)),
            }
        }
        if steps.is_empty() { Err("the initialisation has no outcome".to_owned()) } else { Ok(steps) }
    }

    fn steps(&mut self, state: &[u8]) -> Result<Vec<Step>, String> {
        if state.first() == Some(&1) {
            let invariant =
                self.broken_in(state, &self.invariants, "a conjunct of the invariant does not hold");
            let wrong =
                invariant.or_else(|| self.broken_in(state, &self.assertions, "an assertion does not hold"));
            if let Some(wrong) = wrong {
                return Err(wrong);
            }
        }
        let steps: Vec<Step> = self.moves(state).flat_map(|operation| self.ways(state, operation)).collect();
        if steps.is_empty() { Err("deadlock: no operation is possible".to_owned()) } else { Ok(steps) }
    }

    fn values(&mut self, state: &[u8]) -> Vec<(String, String)> {
        self.describe_state(state).into_iter().map(|change| (change.variable, change.value)).collect()
    }
}
