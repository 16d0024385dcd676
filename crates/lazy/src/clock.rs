//! Looks at the limits now and then, also inside the unwinding of one state.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explorer::{Limits, StopReason};

/// Ticks between two looks.
const PACE: u32 = 1024;

/// When to stop.
#[derive(Debug)]
pub(crate) struct Clock<'a> {
    begin: Instant,
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
    ticks: u32,
    stopped: Option<StopReason>,
}

impl<'a> Clock<'a> {
    pub fn new(limits: Limits, interrupt: Option<&'a AtomicBool>) -> Clock<'a> {
        Clock { begin: Instant::now(), limits, interrupt, ticks: 0, stopped: None }
    }

    /// True once the search must stop.
    pub fn tick(&mut self) -> bool {
        self.ticks += 1;
        if self.ticks >= PACE {
            self.ticks = 0;
            self.look();
        }
        self.stopped.is_some()
    }

    fn look(&mut self) {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.stopped = Some(StopReason::Interrupted);
        }
        if self.limits.time.is_some_and(|limit| self.begin.elapsed() >= limit) {
            self.stopped = Some(StopReason::Time);
        }
        if let Some(limit) = self.limits.memory
            && store::memory::resident().is_some_and(|resident| resident > limit)
        {
            self.stopped = Some(StopReason::Memory);
        }
    }

    /// What stopped it.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Stops it.
    pub fn stop(&mut self, reason: StopReason) {
        self.stopped = Some(reason);
    }

    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// From now on nothing stops it: what remains is to find the way to what has been found.
    pub fn release(&mut self) {
        *self = Clock { begin: self.begin, ..Clock::new(Limits::default(), None) };
    }
}
