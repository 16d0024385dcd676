//! The states that a page has seen, by number, and what it asks about them.

use std::collections::HashMap;
use std::time::Instant;

use quotient::{
    Evaluated, Limits, Model, NoValue, Options, Orbit, Reached, Step, Verdict, Walk, follow, reach,
    steps_through,
};

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
    /// The counterexample, once a check was made.
    checked: Option<Checked>,
}

/// The number of a state.
pub type Number = usize;

/// A step, and where it leads.
pub type Numbered = (Step, Option<Number>);

/// What came of a check.
#[derive(Clone)]
pub struct Checked {
    /// `holds`, `violated` or `undecided`.
    pub verdict: &'static str,
    /// What is violated, or why it is undecided.
    pub message: String,
    /// The steps of the counterexample, the beginning included.
    pub steps: Vec<Numbered>,
    /// How many of them come before the cycle, if the run goes on for ever.
    pub cycle_from: Option<usize>,
}

/// What came of a search.
pub enum Search {
    /// The way to the nearest state.
    Found(Vec<Numbered>),
    /// There is none, or none was found, in words.
    Nothing(String),
}

impl<'m> Session<'m> {
    /// A walk through a model; an error says why it cannot be walked.
    pub fn new(model: &'m Model, config: Config) -> Result<Session<'m>, String> {
        let walk = model.walk_with_symmetry()?;
        let (states, numbers) = (Vec::new(), HashMap::new());
        Ok(Session { model, config, walk, states, numbers, checked: None })
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

    /// The nearest state in which a condition holds, the one to begin with excepted.
    pub fn find(&mut self, from: &[u8], condition: &str) -> Result<Search, String> {
        let (begin, patience) = (Instant::now(), self.config.patience);
        let mut wanted = |walk: &mut dyn Walk, state: &[u8]| {
            if begin.elapsed() > patience {
                return Err(format!("nothing was found within {} s", patience.as_secs()));
            }
            match walk.evaluate(state, condition) {
                Ok(value) => {
                    let no_condition = || format!("this is an expression and no condition: {}", value.text);
                    Ok(value.truth.ok_or_else(no_condition)? && state != from)
                }
                Err(NoValue::Unreadable(why)) => Err(why),
                Err(NoValue::Undefined(_)) => Ok(false),
            }
        };
        let most = self.config.most_searched;
        let states = match reach(self.walk.as_mut(), &[from.to_vec()], most, &mut wanted)? {
            Reached::Found(states) => states,
            Reached::Nowhere(count) => {
                let others = count.saturating_sub(1);
                return Ok(Search::Nothing(format!(
                    "It holds in none of the {others} other states that can be reached from here."
                )));
            }
            Reached::Limit(count) => {
                return Ok(Search::Nothing(format!(
                    "It holds in none of the first {count} states from here; further ones were not looked at."
                )));
            }
        };
        let steps = steps_through(self.walk.as_mut(), &states);
        self.numbered(steps).map(Search::Found)
    }

    /// Checks the model, once, and finds its counterexample again.
    pub fn check(&mut self) -> Result<Checked, String> {
        if let Some(checked) = &self.checked {
            return Ok(checked.clone());
        }
        let limits = Limits { time: Some(self.config.patience), ..Limits::default() };
        let (outcome, trace) = self.model.check(&Options { limits, ..Options::default() })?;
        let verdict = match outcome.verdict {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Undecided => "undecided",
        };
        let message = outcome.reason.unwrap_or_default();
        let mut checked = Checked { verdict, message, steps: Vec::new(), cycle_from: None };
        if let Some(trace) = trace {
            let followed = follow(self.walk.as_mut(), &trace)
                .map_err(|made| format!("move {} of the counterexample could not be repeated", made + 1))?;
            checked.message = trace.violation.message;
            checked.cycle_from = followed.cycle_from;
            checked.steps = self.numbered(followed.steps)?;
        }
        self.checked = Some(checked.clone());
        Ok(checked)
    }
}
