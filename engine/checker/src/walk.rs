//! Walking through a model by hand: what a simulation and a page that shows states ask of it.

use std::fmt;

use report::StepLine;

/// A model that can be walked by hand, step by step, by its reference semantics. A state is the bytes that a step gave;
/// they mean something to the walk that gave them alone.
pub trait Walk {
    /// The ways to begin; an error says why there are none.
    fn start(&mut self) -> Result<Vec<Step>, String>;

    /// What can happen in a state.
    fn steps(&mut self, state: &[u8]) -> Vec<Step>;

    /// Where the steps lead, for searches: the same states as [`Walk::steps`] has, without words.
    fn successors(&mut self, state: &[u8]) -> Vec<Vec<u8>> {
        self.steps(state).into_iter().filter_map(|step| step.state).collect()
    }

    /// What is wrong with a state itself: nothing can happen and something should, or what must always hold does not.
    fn wrong(&mut self, state: &[u8]) -> Option<String>;

    /// The values in a state.
    fn values(&mut self, state: &[u8]) -> Vec<(String, String)>;

    /// Where every process stands, where there are processes.
    fn standing(&mut self, _state: &[u8]) -> Vec<Standing> {
        Vec::new()
    }

    /// The value of an expression or a predicate in a state.
    fn evaluate(&mut self, state: &[u8], text: &str) -> Result<Evaluated, NoValue>;

    /// The images of a state under the symmetries of the model, up to some number of them; an error says why there are
    /// none.
    fn orbit(&mut self, state: &[u8], most: usize) -> Result<Orbit, String>;

    /// The state that a search would store for this one; itself unless the walk is one through a quotient.
    fn representative(&mut self, state: &[u8]) -> Vec<u8> {
        state.to_vec()
    }

    /// What a state has in common with all its images and with no other state, also in another walk through the same
    /// model; `None` where that is not known.
    fn orbit_name(&mut self, _state: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

/// Something that can happen.
#[derive(Clone, Debug)]
pub struct Step {
    /// In words.
    pub text: String,
    /// Its moves, as a counterexample tells them; none for the beginning of a Promela model.
    pub moves: Vec<StepLine>,
    /// What each of the moves prints.
    pub printed: Vec<String>,
    /// SPIN's number of each move, as in trails; empty for machines.
    pub spin_ids: Vec<u32>,
    /// The state it leads to; `None` if it fails before there is one.
    pub state: Option<Vec<u8>>,
    /// What goes wrong on the way.
    pub fault: Option<String>,
    /// Of a step that fails before there is a state: what holds when it fails. It can be shown and asked, and nothing
    /// follows it.
    pub fails_in: Option<Vec<u8>>,
}

/// Where a process stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The process: `P(1)`.
    pub process: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What it would do first.
    pub statement: String,
}

/// The value of an expression or a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// As the language writes it.
    pub text: String,
    /// Whether it holds, where it can be taken for a predicate.
    pub truth: Option<bool>,
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// The text has no meaning in this model, whatever the state.
    Unreadable(String),
    /// The text has none in this state: something is divided by zero, or does not exist yet.
    Undefined(String),
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NoValue::Unreadable(why) | NoValue::Undefined(why)) = self;
        f.write_str(why)
    }
}

/// The images of a state under a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The order of the group, and its structure.
    pub group: String,
    /// The state that a search would store for all of them.
    pub representative: Vec<u8>,
    /// The images, the state itself first.
    pub images: Vec<Vec<u8>>,
    /// These are all.
    pub is_complete: bool,
}
