//! A machine walked by hand, one step after the other.

use super::step::describe_fault;
use super::{Condition, Machine};
use crate::BMachine;
use crate::code::CompiledOperation;
use crate::symmetry::{Action, Method};
use crate::system::{canonicaliser, step_line, unless_told_apart};
use checker::{Evaluated, NoValue, Orbit, Step, Walk};
use report::StepLine;
use std::collections::HashMap;

/// Questions that are kept ready; with more of them all are compiled again.
const MOST_QUESTIONS: usize = 64;

/// A component that is walked.
pub struct MachineWalk<'a> {
    read: &'a BMachine,
    machine: Machine,
    /// The machine with each question that was asked.
    questions: HashMap<String, Machine>,
    /// How a search would make representatives, where the walk is one through what a search stores.
    method: Method,
}

impl<'a> MachineWalk<'a> {
    /// Walks a component, with every valuation of its constants.
    pub fn new(read: &'a BMachine) -> Result<MachineWalk<'a>, String> {
        let machine = read.machine(Method::None)?;
        Ok(MachineWalk { read, machine, questions: HashMap::new(), method: Method::None })
    }

    /// A walk through the states that a check goes through by a method; an error says why the method cannot be used.
    pub fn as_searched(read: &'a BMachine, method: Method) -> Result<MachineWalk<'a>, String> {
        if method == Method::Markers {
            return Err("states with equal markers need not be in one orbit".into());
        }
        let (machine, method, _) = unless_told_apart(method, |method| read.machine(method))?;
        Ok(MachineWalk { read, machine, questions: HashMap::new(), method })
    }

    /// Every way of an operation, or of the initialisation.
    fn ways(&self, source: &[u8], operation: Option<&CompiledOperation>) -> Vec<Step> {
        let machine = &self.machine;
        let mut steps: Vec<Step> = Vec::new();
        let mut env = machine.fresh_env();
        let ended = machine.each_way(&mut env, source, operation, &mut |env, result| {
            let fault = result.as_ref().err().map(|fault| describe_fault(*fault).1);
            let state = result.ok();
            let told = machine.text(env, operation, source, state.clone().unwrap_or_else(|| source.to_vec()));
            let line = step_line(&told, &self.read.sources);
            let fails_in = state.is_none().then(|| source.to_vec());
            let way = Step { fails_in, ..step(told.to_string(), Some(line), state, fault) };
            if !steps.iter().any(|known| known.text == way.text && known.state == way.state) {
                steps.push(way);
            }
            true
        });
        if let Err(fault) = ended {
            let text = operation.map_or("INITIALISATION", |operation| &operation.name).to_owned();
            let fault = Some(describe_fault(fault).1);
            steps.push(Step { fails_in: Some(source.to_vec()), ..step(text, None, None, fault) });
        }
        steps
    }

    fn setup_step(&self, setup: &[u8]) -> Step {
        let told = self.machine.setup_step(setup.to_vec());
        let line = step_line(&told, &self.read.sources);
        step(told.operation, Some(line), Some(setup.to_vec()), None)
    }

    /// The first condition that does not hold in a state, in words.
    fn broken_in(&self, state: &[u8], conditions: &[Condition], what: &str) -> Option<String> {
        let mut env = self.machine.fresh_env();
        self.machine.load(&mut env, state, &mut Vec::new());
        let holds = |condition: &&Condition| {
            self.machine.evaluator().holds(&mut env, &condition.predicate) != Ok(true)
        };
        let broken = conditions.iter().find(holds)?;
        let source = self.read.sources.slice(broken.span).split_whitespace().collect::<Vec<_>>().join(" ");
        Some(format!("{what}, line {}: {source}", self.read.sources.line(broken.span)))
    }
}

/// A step of one move, which prints nothing.
fn step(text: String, line: Option<StepLine>, state: Option<Vec<u8>>, fault: Option<String>) -> Step {
    let moves: Vec<StepLine> = line.into_iter().collect();
    let printed = vec![String::new(); moves.len()];
    Step { text, moves, printed, spin_ids: Vec::new(), state, fault, fails_in: None }
}

impl Walk for MachineWalk<'_> {
    fn start(&mut self) -> Result<Vec<Step>, String> {
        let mut steps = Vec::new();
        for setup in &self.machine.setups {
            match self.machine.has_setup {
                true => steps.push(self.setup_step(setup)),
                false => steps.extend(self.ways(setup, None)),
            }
        }
        if steps.is_empty() { Err("the initialisation has no outcome".to_owned()) } else { Ok(steps) }
    }

    fn steps(&mut self, state: &[u8]) -> Vec<Step> {
        self.machine.moves(state).flat_map(|operation| self.ways(state, operation)).collect()
    }

    fn wrong(&mut self, state: &[u8]) -> Option<String> {
        if state.first() != Some(&1) {
            return None;
        }
        let invariant =
            self.broken_in(state, &self.machine.invariants, "a conjunct of the invariant does not hold");
        let wrong = invariant
            .or_else(|| self.broken_in(state, &self.machine.assertions, "an assertion does not hold"));
        let deadlock = || "deadlock: no operation is possible".to_owned();
        wrong.or_else(|| self.steps(state).is_empty().then(deadlock))
    }

    fn values(&mut self, state: &[u8]) -> Vec<(String, String)> {
        let all = self.machine.describe_state(state).into_iter();
        all.map(|change| (change.variable, change.value)).collect()
    }

    fn evaluate(&mut self, state: &[u8], text: &str) -> Result<Evaluated, NoValue> {
        if !self.questions.contains_key(text) {
            let asked = self.read.asked(text).map_err(NoValue::Unreadable)?;
            if self.questions.len() >= MOST_QUESTIONS {
                self.questions.clear();
            }
            self.questions.insert(text.to_owned(), asked);
        }
        self.questions[text].answer(state).map_err(NoValue::Undefined)
    }

    fn orbit(&mut self, state: &[u8], most: usize) -> Result<Orbit, String> {
        let machine = &self.machine;
        if let Some(why) = machine.tells_apart {
            return Err(format!("no symmetry is used: {why}"));
        }
        let action = Action::new(&machine.domain);
        let generators = action.generators();
        if generators.is_empty() {
            return Err("there is no deferred set with several elements, so there is no symmetry".to_owned());
        }
        let mut images = vec![state.to_vec()];
        let (mut at, mut buffer) = (0, Vec::new());
        while at < images.len() && images.len() <= most {
            for generator in &generators {
                let mut image = images[at].clone();
                action.permute_state(machine, &mut image, generator, &mut buffer);
                if !images.contains(&image) {
                    images.push(image);
                }
            }
            at += 1;
        }
        let is_complete = images.len() <= most;
        images.truncate(most.max(1));
        let representative = canonical(machine, Method::Auto, state);
        let group = format!("{}, of order {}", action.structure(), action.order());
        Ok(Orbit { group, representative, images, is_complete })
    }

    fn representative(&mut self, state: &[u8]) -> Vec<u8> {
        canonical(&self.machine, self.method, state)
    }

    fn orbit_name(&mut self, state: &[u8]) -> Option<Vec<u8>> {
        let method = if self.machine.tells_apart.is_some() { Method::None } else { Method::Auto };
        Some(canonical(&self.machine, method, state))
    }
}

/// The representative that a method makes of a state, whatever it has met before.
fn canonical(machine: &Machine, method: Method, state: &[u8]) -> Vec<u8> {
    let mut representative = state.to_vec();
    canonicaliser(machine, method, None).canonicalise(&mut representative);
    representative
}
