//! Looks at the limits now and then, also inside the unwinding of one state.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explorer::{Limits, StopReason};

/// Ticks between two looks.
const PACE: u32 = 1024;

const MEMORY_PACE: Duration = Duration::from_millis(100);

/// When to stop.
#[derive(Debug)]
pub(crate) struct Clock<'a> {
    begin: Instant,
    last_memory: Instant,
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
    ticks: u32,
    stopped: Option<StopReason>,
}

impl<'a> Clock<'a> {
    /// Without a limit on memory it ends with a partial result rather than by being killed.
    pub fn new(mut limits: Limits, interrupt: Option<&'a AtomicBool>) -> Clock<'a> {
        let spare = || Some(store::memory::available()? / 20 * 19 + store::memory::resident()?);
        limits.memory = limits.memory.or_else(spare);
        Clock {
            begin: Instant::now(),
            last_memory: Instant::now(),
            limits,
            interrupt,
            ticks: 0,
            stopped: None,
        }
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
        if self.limits.time_is_up(self.begin, Instant::now()) {
            self.stopped = Some(StopReason::Time);
        }
        // Asking the system for the resident size opens a file.
        if self.last_memory.elapsed() < MEMORY_PACE {
            return;
        }
        self.last_memory = Instant::now();
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
