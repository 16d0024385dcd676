//! What a search returns.

use std::time::Duration;

use crate::{Canonicaliser, StopReason, Violation};

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every reachable state was explored and nothing was wrong.
    Holds,
    /// At least one violation was found, whether or not the search was completed.
    Violated,
    /// Nothing wrong was found in what was explored, and not everything was explored.
    Undecided(StopReason),
}

/// Everything known at the end of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// What cut the search, if anything did; a violated property may have been cut as well.
    pub stopped: Option<StopReason>,
    /// Figures of the search.
    pub statistics: Statistics,
    /// Steps by label, those that fail or lead to known states included; of the labels that the model wants counted.
    pub by_label: Vec<u64>,
    /// One entry per kind of violation, in the order they were first found.
    pub violations: Vec<Found>,
}

impl Report {
    /// The violation found first.
    pub fn first_violation(&self) -> Option<&Found> {
        self.violations.first()
    }
}

/// A kind of violation that occurred.
#[derive(Clone, Debug)]
pub struct Found {
    /// The model's number for it.
    pub violation: Violation,
    /// How often it occurred; one unless the search went on after errors.
    pub count: u64,
    /// The way to its first occurrence; under breadth-first order the shortest.
    pub path: Path,
}

/// A way through stored states (representatives, if a canonicaliser was used).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// From an initial state to the source of the violation. Empty if an initial step failed.
    pub states: Vec<Vec<u8>>,
    /// The step that violates; `None` if the last of `states` is wrong itself.
    pub last: Option<LastStep>,
    /// Of a lasso: the position in `states` to which a step leads back from the last of them.
    pub cycle_from: Option<usize>,
    /// Of a lasso that must be fair to actors: the steps of its cycle, the first one from `states[cycle_from]`, the last one
    /// back to it. Empty otherwise.
    pub turn: Vec<TurnStep>,
}

/// A step of a cycle of representatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnStep {
    /// The state it leads to from the representative, before canonicalisation.
    pub reached: Vec<u8>,
    /// The element of the group that takes that state to its representative, by the number that
    /// [`Follow`](crate::Follow) gave it.
    pub element: u32,
    /// The actors whose claims it meets.
    pub met: u64,
}

impl Path {
    /// Steps taken, the violating one included.
    pub fn steps(&self) -> usize {
        self.states.len().saturating_sub(1) + usize::from(self.last.is_some())
    }
}

/// The violating step at the end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastStep {
    /// The model's name for the step.
    pub label: u32,
    /// Its position among the successors of its source.
    pub index: u32,
    /// The state it leads to, if it leads anywhere, before canonicalisation.
    pub state: Option<Vec<u8>>,
}

/// Figures of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// States stored.
    pub states: u64,
    /// Stored states whose successors were generated.
    pub expanded: u64,
    /// Of those, the ones of which not all steps were taken, by partial-order reduction.
    pub partly_expanded: u64,
    /// Steps generated, those that fail or lead to known states included.
    pub transitions: u64,
    /// Greatest distance from an initial state reached (breadth-first) or greatest length of the stack (depth-first).
    pub depth: u32,
    /// Duration of the search.
    pub time: Duration,
    /// The same, of all threads together.
    pub busy: Duration,
    /// Bytes the search allocated for its store, parents and stack.
    pub memory: u64,
    /// Bytes of the store and the parents for each stored state.
    pub bytes_per_state: f64,
    /// Mean length of a stored state before compression.
    pub state_length: f64,
    /// Violations found, of any kind.
    pub errors: u64,
    /// Threads that the search could use, had it become large enough.
    pub threads: u32,
    /// Successors that had been reached a moment before in the same shape, and needed no canonicalising.
    pub reached_again: u64,
}

/// A snapshot for a progress line.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// Steps generated.
    pub transitions: u64,
    /// States stored and not yet expanded (breadth-first), or the length of the stack (depth-first).
    pub frontier: u64,
    /// Current depth.
    pub depth: u32,
    /// Time since the start.
    pub time: Duration,
    /// Bytes allocated by the search.
    pub memory: u64,
    /// Under reduction, an estimate of how many orbits the stored states belong to: of as many states as were not given the
    /// only representative of their orbit, the share is taken for states of known orbits.
    pub orbits: Option<u64>,
    /// Threads that are expanding states.
    pub threads: u32,
    /// The search has ended.
    pub ended: bool,
}

/// An estimate of the orbits of so many stored states.
pub(crate) fn estimated_orbits(states: u64, canonicaliser: &impl Canonicaliser) -> Option<u64> {
    if canonicaliser.is_identity() {
        return None;
    }
    let effort = canonicaliser.effort();
    match (effort.not_canonical, effort.calls) {
        (0, _) => Some(states),
        (twice, calls) if twice <= calls => {
            Some((states as f64 * (1.0 - twice as f64 / calls as f64)) as u64)
        }
        _ => None,
    }
}
