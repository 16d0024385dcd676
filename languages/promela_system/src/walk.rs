//! A Promela model walked by hand, with the reference interpreter, as it is written.

use std::collections::HashMap;
use std::sync::Arc;

use checker::{Evaluated, NoValue, Orbit, Standing, Step, Walk};
use program::{Counterexample, Interpreter, Layout, ReferenceCells, describe};
use promela::Claims;
use report::StepLine;
use symmetry::Method;

use crate::question::Question;
use crate::reduction::{Reduction, prepare_steadily};
use crate::searched::Searched;
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
    /// Where states are those of a search, as it stores them.
    searched: Option<Searched>,
}

impl<'a> PromelaWalk<'a> {
    /// Walks a model, whatever its claims say.
    pub fn new(promela: &'a Promela) -> PromelaWalk<'a> {
        let program = promela.lower(Level::Written, Claims::None);
        let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
        let interpreter = Interpreter::new(Arc::new(layout));
        PromelaWalk { promela, interpreter, questions: HashMap::new(), reduction: None, searched: None }
    }

    /// The same with its symmetry, which decides how states are laid out.
    pub fn with_symmetry(promela: &'a Promela) -> PromelaWalk<'a> {
        let program = promela.lower(Level::Written, Claims::None);
        let reduction = prepare_steadily(program, Method::Auto, &promela.sources);
        let interpreter = reduction.interpreter.clone();
        let (questions, reduction) = (HashMap::new(), Some(reduction));
        PromelaWalk { promela, interpreter, questions, reduction, searched: None }
    }

    /// A walk through the states that a check for violations of safety goes through, at the level of the model and by a
    /// method; an error says why the method cannot be used.
    pub fn as_searched(promela: &'a Promela, method: Method) -> Result<PromelaWalk<'a>, String> {
        let searched = Searched::new(promela, method)?;
        let (interpreter, questions) = (searched.interpreter.clone(), HashMap::new());
        Ok(PromelaWalk { promela, interpreter, questions, reduction: None, searched: Some(searched) })
    }

    /// What can happen in a state. A run that is walked ends at its first fault; a search goes on behind it.
    fn going(&self, state: &[u8]) -> Vec<program::Step> {
        let steps = self.interpreter.expand(state).steps;
        match self.searched {
            Some(_) => steps,
            None => steps.iter().filter(|step| !passes_a_fault(&steps, step)).cloned().collect(),
        }
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
        let going = self.going(state);
        if let Some(searched) = &mut self.searched {
            searched.carry(state, &going);
        }
        going.iter().map(|step| self.step(state, step)).collect()
    }

    fn successors(&mut self, state: &[u8]) -> Vec<Vec<u8>> {
        self.going(state).into_iter().filter_map(|step| step.state).collect()
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

    fn representative(&mut self, state: &[u8]) -> Vec<u8> {
        match &mut self.searched {
            Some(searched) => searched.representative(state),
            None => state.to_vec(),
        }
    }

    fn orbit_name(&mut self, state: &[u8]) -> Option<Vec<u8>> {
        self.searched.as_mut()?.orbit_name(state)
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
fn passes_a_fault(steps: &[program::Step], step: &program::Step) -> bool {
    let mut faults = steps.iter().filter(|s| s.fault.is_some() && s.moves.len() < step.moves.len());
    faults.any(|fault| step.moves.starts_with(&fault.moves))
}
