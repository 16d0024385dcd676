//! Systems that are Rust types: states are bytes, steps are pushed, symmetries are given by generators.
//!
//! A type that implements [`Transitions`] gets what a model in a language gets: search, limits, progress, reduction by the
//! symmetries it names, replayed counterexamples, certificates and reports. Its generators are not taken on trust: each is
//! tried on the first few thousand states before the search, where the steps of an image must be the images of the
//! steps, and one that fails is not used and is reported. That is a sample; `certify` goes over every stored state and, for groups
//! of moderate order, over all of its images, which is a proof.

mod group;
mod system;

pub use group::StateSymmetry;
pub use system::{Own, OwnSystem};

use std::fmt;

/// Who does what in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepId {
    /// The process, or whatever else acts.
    pub actor: u16,
    /// What it does.
    pub action: u16,
}

/// A transition system over byte strings.
///
/// The functions must be functions: the same state always gives the same steps. All states have the same length.
pub trait Transitions: Sync {
    /// The initial states.
    fn initial(&self) -> Vec<Vec<u8>>;

    /// Pushes everything that can happen in a state.
    fn steps(&self, state: &[u8], out: &mut Steps<'_>);

    /// What is wrong with a state, if anything is. Equal words are counted as one violation.
    fn violation(&self, _state: &[u8]) -> Option<String> {
        None
    }

    /// May nothing happen in this state? Otherwise a state without steps is a deadlock.
    fn may_end(&self, _state: &[u8]) -> bool {
        true
    }

    /// Generators of its symmetry.
    fn symmetries(&self) -> Vec<StateSymmetry> {
        Vec::new()
    }

    /// A step in words.
    fn describe(&self, step: StepId) -> String {
        step.to_string()
    }

    /// The values in a state, for counterexamples.
    fn values(&self, state: &[u8]) -> Vec<(String, String)> {
        state.iter().enumerate().map(|(i, byte)| (format!("[{i}]"), byte.to_string())).collect()
    }
}

impl fmt::Display for StepId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {} of {}", self.action, self.actor)
    }
}

/// Takes the steps of a state.
pub struct Steps<'a> {
    take: &'a mut dyn FnMut(StepId, &[u8]),
}

impl Steps<'_> {
    /// A step to a state.
    pub fn push(&mut self, actor: u16, action: u16, state: &[u8]) {
        (self.take)(StepId { actor, action }, state);
    }
}
