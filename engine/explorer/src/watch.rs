//! Looks at the clock, the interrupt flag and the memory of the process, seldom enough to cost nothing.
//!
//! A compiled model expands millions of states a second and an interpreted one may take milliseconds for one, so the
//! number of expansions between two looks adapts: it doubles while looks come often and falls to one when they come
//! late.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Limits, StopReason};

/// Looks should be about this far apart.
const PACE: Duration = Duration::from_millis(2);
/// Asking the system for the resident size opens a file.
const MEMORY_PACE: Duration = Duration::from_millis(100);
const MOST_SKIPPED: u32 = 4096;

/// The reasons to stop that arise at any moment: the limits on time and memory, and the interrupt flag. A model of which
/// one expansion may take long has an alarm of its own, and gives up with [`Batch::give_up`](crate::Batch::give_up).
#[derive(Clone, Debug)]
pub struct Alarm<'a> {
    begin: Instant,
    last_memory: Instant,
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
}

impl<'a> Alarm<'a> {
    /// The time begins now, unless the limits say when. Without a limit on memory there is what the machine has, so that a
    /// search ends with a partial result rather than by being killed.
    pub fn new(mut limits: Limits, interrupt: Option<&'a AtomicBool>) -> Self {
        let spare = || Some(store::memory::available()? / 20 * 19 + store::memory::resident()?);
        limits.memory = limits.memory.or_else(spare);
        let begin = Instant::now();
        Alarm { begin, last_memory: begin, limits, interrupt }
    }

    /// Bytes that the search may allocate: what the limit leaves beside what the process holds already.
    pub(crate) fn allowance(&self) -> usize {
        let left = |limit: usize| limit.saturating_sub(store::memory::resident().unwrap_or(0));
        self.limits.memory.map_or(usize::MAX, left)
    }

    /// The reason to stop, if there is one now.
    pub fn look(&mut self) -> Option<StopReason> {
        self.look_at(Instant::now())
    }

    fn look_at(&mut self, now: Instant) -> Option<StopReason> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Interrupted);
        }
        if self.limits.time_is_up(self.begin, now) {
            return Some(StopReason::Time);
        }
        self.memory_exceeded(now).then_some(StopReason::Memory)
    }

    /// The search's own memory is charged before it is used; this catches what the model itself allocates.
    fn memory_exceeded(&mut self, now: Instant) -> bool {
        let Some(limit) = self.limits.memory else { return false };
        if now - self.last_memory < MEMORY_PACE {
            return false;
        }
        self.last_memory = now;
        store::memory::resident().is_some_and(|resident| resident > limit)
    }
}

/// The state of the watch.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    alarm: Alarm<'a>,
    last_look: Instant,
    last_progress: Instant,
    /// How often progress is reported, if it is.
    interval: Option<Duration>,
    skip: u32,
    skipped: u32,
}

/// What a look found.
pub(crate) enum Look {
    Stop(StopReason),
    ReportProgress,
    GoOn,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(alarm: Alarm<'a>, interval: Option<Duration>) -> Self {
        let now = alarm.begin;
        Watch { alarm, last_look: now, last_progress: now, interval, skip: 1, skipped: 0 }
    }

    /// Called before each expansion; looks now and then.
    #[inline]
    pub(crate) fn tick(&mut self) -> Look {
        self.skipped += 1;
        if self.skipped < self.skip {
            return Look::GoOn;
        }
        self.look()
    }

    /// The alarm it looks at, for another watch.
    pub(crate) fn alarm(&self) -> Alarm<'a> {
        self.alarm.clone()
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.alarm.begin.elapsed()
    }

    #[inline(never)]
    pub(crate) fn look(&mut self) -> Look {
        let now = Instant::now();
        let late = now - self.last_look > PACE;
        self.skip = if late { (self.skip / 2).max(1) } else { (self.skip * 2).min(MOST_SKIPPED) };
        self.skipped = 0;
        self.last_look = now;
        if let Some(reason) = self.alarm.look_at(now) {
            return Look::Stop(reason);
        }
        if self.interval.is_some_and(|interval| now - self.last_progress >= interval) {
            self.last_progress = now;
            return Look::ReportProgress;
        }
        Look::GoOn
    }
}
