//! Looks at the clock, the interrupt flag and the memory of the process, seldom enough to cost nothing.
//!
//! A compiled model expands millions of states a second and an interpreted one may take milliseconds for one, so the
//! number of expansions between two looks adapts: it doubles while looks come often and falls to one when they come
//! late.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::{Config, Limits, StopReason};

/// Looks should be about this far apart.
const PACE: Duration = Duration::from_millis(2);
/// Asking the system for the resident size opens a file.
const MEMORY_PACE: Duration = Duration::from_millis(100);
const MOST_SKIPPED: u32 = 4096;

/// The state of the watch.
#[derive(Debug)]
pub(crate) struct Watch {
    begin: Instant,
    last_look: Instant,
    last_memory: Instant,
    last_progress: Instant,
    skip: u32,
    skipped: u32,
}

/// What a look found.
pub(crate) enum Look {
    Stop(StopReason),
    ReportProgress,
    GoOn,
}

impl Watch {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Watch { begin: now, last_look: now, last_memory: now, last_progress: now, skip: 1, skipped: 0 }
    }

    /// Called before each expansion; looks now and then.
    #[inline]
    pub(crate) fn tick(&mut self, config: &Config<'_>) -> Look {
        self.skipped += 1;
        if self.skipped < self.skip {
            return Look::GoOn;
        }
        self.look(config)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    #[inline(never)]
    pub(crate) fn look(&mut self, config: &Config<'_>) -> Look {
        let now = Instant::now();
        let late = now - self.last_look > PACE;
        self.skip = if late { (self.skip / 2).max(1) } else { (self.skip * 2).min(MOST_SKIPPED) };
        self.skipped = 0;
        self.last_look = now;
        if config.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Look::Stop(StopReason::Interrupted);
        }
        if config.limits.time_is_up(self.begin, now) {
            return Look::Stop(StopReason::Time);
        }
        if self.memory_exceeded(now, &config.limits) {
            return Look::Stop(StopReason::Memory);
        }
        match &config.progress {
            Some((interval, _)) if now - self.last_progress >= *interval => {
                self.last_progress = now;
                Look::ReportProgress
            }
            _ => Look::GoOn,
        }
    }

    /// The search's own memory is charged before it is used; this catches what the model itself allocates.
    fn memory_exceeded(&mut self, now: Instant, limits: &Limits) -> bool {
        let Some(limit) = limits.memory else { return false };
        if now - self.last_memory < MEMORY_PACE {
            return false;
        }
        self.last_memory = now;
        store::memory::resident().is_some_and(|resident| resident > limit)
    }
}
