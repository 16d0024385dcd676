//! A Promela model walked by hand, with the reference interpreter, as it is written.

use std::collections::HashMap;
use std::sync::Arc;

use checker::{Evaluated, NoValue, Orbit, Standing, Step, Walk};
use program::{Counterexample, Expansion, Interpreter, Layout, ReferenceCells, describe};
use promela::Claims;
use report::StepLine;
use symmetry::Method;

use crate::question::Question;
use crate::reduction::{Reduction, prepare_steadily};
use crate::words::{fault_text, step_lines};
use crate::{Level, Promela};

/// Questions that are kept ready; with more of them all are read again.
const MOST_QUESTIONS: usize = 256;

/// A model that is walked.
pub struct PromelaWalk<'a> {
    promela: &'a Promela,
    interpreter: Interpreter,
    /// What was asked so far.
    questions: HashMap<String, Question>,
    /// Where orbits are asked for: the symmetry of the same program.
    reduction: Option<Reduction>,
}

impl<'a> PromelaWalk<'a> {
    /// Walks a model, whatever its claims say.
    pub fn new(promela: &'a Promela) -> PromelaWalk<'a> {
        let program = promela.lower(Level::Written, Claims::None);
        let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
        let interpreter = Interpreter::new(Arc::new(layout));
        PromelaWalk { promela, interpreter, questions: HashMap::new(), reduction: None }
    }

    /// The same with its symmetry, which decides how states are laid out.
    pub fn with_symmetry(promela: &'a Promela) -> PromelaWalk<'a> {
        let program = promela.lower(Level::Written, Claims::None);
        let reduction = prepare_steadily(program, Method::Auto, &promela.sources);
        let interpreter = reduction.interpreter.clone();
        PromelaWalk { promela, interpreter, questions: HashMap::new(), reduction: Some(reduction) }
    }

    fn step(&self, state: &[u8], step: &program::Step) -> Step {
        let steps = witness::tell(&self.interpreter, state, step);
        let spin_ids = steps.iter().map(|step| step.spin_id).collect();
        let told = Counterexample { steps, fault: step.fault, last: Vec::new(), waiting: Vec::new() };
        let moves = step_lines(&told, &self.promela.sources);
        let mut printed = self.interpreter.printed(state, &step.moves);
        printed.resize(moves.len(), String::new());
        let is_stuck = step.fault.is_some() && step.state.is_none();
        let fails_in = is_stuck.then(|| {
            let after = self.interpreter.follow(state, step.until_fault());
            after.last().map_or_else(|| state.to_vec(), Vec::clone)
        });
        Step {
            text: words(&moves),
            moves,
            printed,
            spin_ids,
            state: step.state.clone(),
            fault: step.fault.map(|fault| fault_text(fault.kind).1.into()),
            fails_in,
        }
    }
}

impl Walk for PromelaWalk<'_> {
    fn start(&mut self) -> Result<Vec<Step>, String> {
        let initial = self.interpreter.initial();
        let state =
            initial.map_err(|kind| format!("the initial state cannot be built: {}", fault_text(kind).1))?;
        let (moves, printed, spin_ids) = (Vec::new(), Vec::new(), Vec::new());
        let (state, text) = (Some(state), "start".into());
        Ok(vec![Step { text, moves, printed, spin_ids, state, fault: None, fails_in: None }])
    }

    fn steps(&mut self, state: &[u8]) -> Vec<Step> {
        let expansion = self.interpreter.expand(state);
        let going = expansion.steps.iter().filter(|step| !passes_a_fault(&expansion, step));
        going.map(|step| self.step(state, step)).collect()
    }

    fn successors(&mut self, state: &[u8]) -> Vec<Vec<u8>> {
        let expansion = self.interpreter.expand(state);
        let going = expansion.steps.iter().filter(|step| !passes_a_fault(&expansion, step));
        going.filter_map(|step| step.state.clone()).collect()
    }

    fn wrong(&mut self, state: &[u8]) -> Option<String> {
        self.interpreter.expand(state).invalid_end.then(|| "invalid end state".into())
    }

    fn values(&mut self, state: &[u8]) -> Vec<(String, String)> {
        describe(self.interpreter.layout(), state).into_iter().map(|v| (v.name, v.value)).collect()
    }

    fn standing(&mut self, state: &[u8]) -> Vec<Standing> {
        let sources = &self.promela.sources;
        let all = witness::standing(&self.interpreter, state).into_iter();
        let told = all.map(|(process, span, statement)| {
            let (file, line) = (sources.name(span.file).to_owned(), sources.line(span));
            Standing { process, file, line, statement }
        });
        told.collect()
    }

    fn evaluate(&mut self, state: &[u8], text: &str) -> Result<Evaluated, NoValue> {
        if !self.questions.contains_key(text) {
            let question = Question::read(self.promela, self.interpreter.program(), text)
                .map_err(NoValue::Unreadable)?;
            if self.questions.len() >= MOST_QUESTIONS {
                self.questions.clear();
            }
            self.questions.insert(text.to_owned(), question);
        }
        self.questions[text].ask(&self.interpreter, state).map_err(NoValue::Undefined)
    }

    fn orbit(&mut self, state: &[u8], most: usize) -> Result<Orbit, String> {
        let none = "no symmetry was found";
        let reduction = self.reduction.as_mut().ok_or("symmetry was not asked for")?;
        let (Some(group), Some(reducer)) = (&reduction.group, &mut reduction.reducer) else {
            return Err(format!("{none}: {}", reduction.symmetry.reason));
        };
        if group.group.is_trivial() {
            return Err(none.into());
        }
        let layout = self.interpreter.layout();
        if !group.acts_on(&layout.configuration_of(state)) {
            return Err(
                "no symmetry acts on this state: its processes and channels are not those of the others"
                    .into(),
            );
        }
        let mut images = vec![state.to_vec()];
        let mut at = 0;
        while at < images.len() && images.len() <= most {
            for generator in &group.detection.generators {
                let image = group.image(generator, &images[at]);
                let new = image.filter(|image| !images.contains(image));
                images.extend(new);
            }
            at += 1;
        }
        let is_complete = images.len() <= most;
        images.truncate(most.max(1));
        let symmetry = &reduction.symmetry;
        Ok(Orbit {
            group: format!("{}, of order {}", symmetry.structure, symmetry.group_order),
            representative: reducer.representative(state),
            images,
            is_complete,
        })
    }
}

/// Moves in a row: who moves is said where that changes, and jumps that nobody has written are left out.
fn words(moves: &[StepLine]) -> String {
    let is_written = |line: &&StepLine| moves.len() == 1 || line.statement != "(goto)";
    let mut text = String::new();
    let mut last = None;
    for line in moves.iter().filter(is_written) {
        let separator = if text.is_empty() { "" } else { "; " };
        let process = if last == Some(line.pid) { String::new() } else { format!("{} ", line.process) };
        text.push_str(&format!("{separator}{process}{}", line.statement));
        last = Some(line.pid);
    }
    text
}

/// A run ends at its first fault, also inside an `atomic`.
fn passes_a_fault(expansion: &Expansion, step: &program::Step) -> bool {
    let mut faults = expansion.steps.iter().filter(|s| s.fault.is_some() && s.moves.len() < step.moves.len());
    faults.any(|fault| step.moves.starts_with(&fault.moves))
}
