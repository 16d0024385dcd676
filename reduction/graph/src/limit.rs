//! Work limits: canonical labelling is not known to be polynomial, so every search can be told when to stop.
//!
//! Work is counted in elementary steps (arcs scanned, vertices moved), not in seconds: the same input always stops
//! at the same place. A search that runs out returns [`GaveUp`] and no partial result, because a labelling that is
//! not canonical, or a group that is too small, would be a wrong answer.

use std::fmt;

/// How many elementary steps a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLimit(u64);

impl WorkLimit {
    /// No limit.
    pub const NONE: WorkLimit = WorkLimit(u64::MAX);

    /// At most `steps` elementary steps; one step is a few nanoseconds.
    #[must_use]
    pub fn steps(steps: u64) -> WorkLimit {
        WorkLimit(steps)
    }
}

impl Default for WorkLimit {
    /// About a minute of work.
    fn default() -> Self {
        WorkLimit(20_000_000_000)
    }
}

/// The work limit was reached; nothing is known about the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp;

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gave up: the work limit was reached before the search of the graph ended")
    }
}

impl std::error::Error for GaveUp {}

/// The steps left in one search.
#[derive(Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    pub(crate) fn new(limit: WorkLimit) -> Budget {
        Budget(limit.0)
    }

    /// Takes `steps` off the budget, or says that it is spent.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), GaveUp> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(GaveUp)?;
        Ok(())
    }
}
