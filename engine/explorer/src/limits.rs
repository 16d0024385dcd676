//! When to stop before the end. Stopping is data: every limit that cuts the search is named in the result.

use std::fmt;
use std::time::{Duration, Instant};

/// Bounds on one search. `None` is "no bound".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Resident memory of the whole process, in bytes.
    pub memory: Option<usize>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// When that time began; `None` for the beginning of the search. What comes before a search, and several searches in a
    /// row, count towards one limit in this way.
    pub since: Option<Instant>,
    /// Stored states.
    pub states: Option<u64>,
    /// Steps from an initial state; states at this depth are stored and not expanded.
    pub depth: Option<u32>,
}

impl Limits {
    /// Has the time passed, for a search that began at `begin`?
    pub fn time_is_up(&self, begin: Instant, now: Instant) -> bool {
        self.time.is_some_and(|limit| now.saturating_duration_since(self.since.unwrap_or(begin)) >= limit)
    }
}

/// Why a search ended before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The memory limit, or the machine's memory, would have been exceeded.
    Memory,
    /// The time limit passed.
    Time,
    /// The limit on stored states was reached.
    States,
    /// Some state at the depth limit was not expanded.
    Depth,
    /// The interrupt flag was raised.
    Interrupted,
    /// The store has no number left for another state.
    StoreFull,
    /// A state was given another representative than before, so that a cycle cannot be followed.
    Unsteady,
    /// No symmetry was found in time that takes a state to its representative.
    NotFollowed,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Memory => "the memory limit was reached",
            StopReason::Time => "the time limit was reached",
            StopReason::States => "the limit on stored states was reached",
            StopReason::Depth => "the depth limit was reached",
            StopReason::Interrupted => "interrupted",
            StopReason::Unsteady => {
                "a state was given two representatives; use another method of symmetry reduction"
            }
            StopReason::NotFollowed => {
                "no symmetry was found in time that takes a state to its representative; use --symmetry none"
            }
            StopReason::StoreFull => "the state store has no room for another state number",
        })
    }
}
