//! What the workers of a search share.
//!
//! Everything here is read by all of them and changed by operations that need no lock: states and parents are added, shares
//! of the level are taken, and two flags say that nothing more is stored and that the search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use store::{Budget, Full, SharedColumn, SharedStore, StateStore};

use crate::claims::Claims;
use crate::{Config, Limits, StopReason};

/// Passed to each worker. See the module's text.
pub(crate) struct Shared<'s, M> {
    pub(crate) model: &'s M,
    pub(crate) limits: Limits,
    /// Explore everything and count violations.
    pub(crate) all_errors: bool,
    /// So many different violations are enough.
    pub(crate) most_violations: usize,
    pub(crate) budget: Arc<Budget>,
    pub(crate) store: SharedStore,
    /// For each stored state the one it was first reached from.
    pub(crate) parents: SharedColumn<u32>,
    /// What is left of the level.
    pub(crate) claims: Claims,
    /// Steps from an initial state to the states of the level.
    pub(crate) depth: AtomicU32,
    /// Breadth-first: states up to the level that is searched.
    pub(crate) level_end: AtomicU32,
    /// Steps of all workers, as far as they have told.
    pub(crate) transitions: AtomicU64,
    /// The level is only searched for violations: one was found, or no more states may be stored.
    finishing: AtomicBool,
    /// A state was not stored because of the limit on states.
    full: AtomicBool,
    /// Depth-first: a state was not expanded because of the limit on depth.
    deep: AtomicBool,
    /// Some worker has ended the search.
    ended: AtomicBool,
}

impl<'s, M> Shared<'s, M> {
    pub(crate) fn new(model: &'s M, config: &Config<'_>, memory: usize) -> Result<Self, Full> {
        let limits = config.limits;
        let budget = Arc::new(Budget::new(memory));
        let states = limits.states.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(Shared {
            model,
            limits,
            all_errors: config.all_errors,
            most_violations: config.most_violations.unwrap_or(usize::MAX),
            store: SharedStore::new(StateStore::with_limit(&budget, states)?),
            parents: SharedColumn::new(&budget)?,
            budget,
            claims: Claims::default(),
            depth: AtomicU32::new(0),
            level_end: AtomicU32::new(0),
            transitions: AtomicU64::new(0),
            finishing: AtomicBool::new(false),
            full: AtomicBool::new(false),
            deep: AtomicBool::new(false),
            ended: AtomicBool::new(false),
        })
    }

    /// Is the level only searched for violations?
    #[inline]
    pub(crate) fn is_finishing(&self) -> bool {
        self.finishing.load(Ordering::Relaxed)
    }

    /// Stores nothing more.
    #[cold]
    pub(crate) fn finish(&self) {
        self.finishing.store(true, Ordering::Relaxed);
    }

    /// Stores nothing more, as the limit on states is reached.
    #[cold]
    pub(crate) fn finish_full(&self) {
        self.full.store(true, Ordering::Relaxed);
        self.finish();
    }

    /// Notes that a state is not expanded, as the limit on depth is reached.
    pub(crate) fn leave_out(&self) {
        self.deep.store(true, Ordering::Relaxed);
    }

    /// The limit because of which states were not stored or not expanded, while the search went on.
    pub(crate) fn cut(&self) -> Option<StopReason> {
        let deep = self.deep.load(Ordering::Relaxed).then_some(StopReason::Depth);
        self.full.load(Ordering::Relaxed).then_some(StopReason::States).or(deep)
    }

    /// Has a worker ended the search?
    #[inline]
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Makes all workers end.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// Why a worker ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// What was looked for has been found, the reason is noted already, or another worker has ended the search.
    Decided,
    Cut(StopReason),
}

impl From<Full> for End {
    fn from(full: Full) -> Self {
        End::Cut(stop_reason(full))
    }
}

pub(crate) fn stop_reason(full: Full) -> StopReason {
    match full {
        Full::Memory => StopReason::Memory,
        Full::Numbers => StopReason::StoreFull,
    }
}
