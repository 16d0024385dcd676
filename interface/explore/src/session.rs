//! The states that a page has seen, by number, and what it asks about them.

use std::collections::HashMap;

use quotient::{Evaluated, Model, NoValue, Orbit, Step, Walk};

use crate::server::Config;

/// States that are remembered; a page that has seen more must be loaded again.
const MOST_STATES: usize = 1_000_000;
/// Images of a state that are shown.
const MOST_IMAGES: usize = 200;

/// A walk with numbered states.
pub struct Session<'m> {
    /// The model.
    pub model: &'m Model,
    /// What it was started with.
    pub config: Config,
    walk: Box<dyn Walk + 'm>,
    states: Vec<Vec<u8>>,
    numbers: HashMap<Vec<u8>, usize>,
}

/// The number of a state.
pub type Number = usize;

/// A step, and where it leads.
pub type Numbered = (Step, Option<Number>);

impl<'m> Session<'m> {
    /// A walk through a model; an error says why it cannot be walked.
    pub fn new(model: &'m Model, config: Config) -> Result<Session<'m>, String> {
        let walk = model.walk_with_symmetry()?;
        let (states, numbers) = (Vec::new(), HashMap::new());
        Ok(Session { model, config, walk, states, numbers })
    }

    /// The walk.
    pub fn walk(&mut self) -> &mut dyn Walk {
        self.walk.as_mut()
    }

    /// The bytes of a state.
    pub fn state(&self, number: Number) -> Option<Vec<u8>> {
        self.states.get(number).cloned()
    }

    /// The number of a state; an error says that there are too many.
    pub fn number(&mut self, state: &[u8]) -> Result<Number, String> {
        if let Some(&known) = self.numbers.get(state) {
            return Ok(known);
        }
        if self.states.len() >= MOST_STATES {
            return Err(format!("more than {MOST_STATES} states were looked at: start the program again"));
        }
        self.states.push(state.to_vec());
        self.numbers.insert(state.to_vec(), self.states.len() - 1);
        Ok(self.states.len() - 1)
    }

    /// Steps with the numbers of the states they lead to.
    pub fn numbered(&mut self, steps: Vec<Step>) -> Result<Vec<Numbered>, String> {
        let mut all = Vec::new();
        for step in steps {
            let number = match &step.state {
                Some(state) => Some(self.number(state)?),
                None => None,
            };
            all.push((step, number));
        }
        Ok(all)
    }

    /// The ways to begin.
    pub fn start(&mut self) -> Result<Vec<Numbered>, String> {
        let steps = self.walk.start()?;
        self.numbered(steps)
    }

    /// What is wrong with a condition that is to be looked for, if that can be told where the search begins.
    pub fn refusal(&mut self, state: &[u8], condition: &str) -> Result<(), String> {
        match self.walk.evaluate(state, condition) {
            Ok(Evaluated { text, truth: None }) => {
                Err(format!("this is an expression and no condition: {text}"))
            }
            Err(NoValue::Unreadable(why)) => Err(why),
            _ => Ok(()),
        }
    }

    /// The value of an expression in a state.
    pub fn evaluate(&mut self, state: &[u8], text: &str) -> Result<Evaluated, NoValue> {
        self.walk.evaluate(state, text)
    }

    /// The orbit of a state, as numbers: the representative first, then the images.
    pub fn orbit(&mut self, state: &[u8]) -> Result<(Orbit, Vec<Number>), String> {
        let orbit = self.walk.orbit(state, MOST_IMAGES)?;
        let mut numbers = vec![self.number(&orbit.representative)?];
        for image in &orbit.images {
            numbers.push(self.number(image)?);
        }
        Ok((orbit, numbers))
    }
}
