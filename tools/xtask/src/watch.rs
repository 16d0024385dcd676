//! Ends a worker that hangs or grows without bound. Libraries cannot be interrupted from outside, so the process ends,
//! and its supervisor reads on standard output why.
use crate::child;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Exit code of a worker that says on standard output what it has found.
pub const FOUND: i32 = 41;

/// A task sleeps if it has used less than this part of the time that has passed. Others may keep the machine busy.
const SLEEPING: u32 = 100;

/// What a task of a worker may use.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Processor time; a busy machine must not look like a hang.
    pub processor: Duration,
    /// Wall-clock time, for a task that sleeps.
    pub clock: Duration,
    /// Peak memory of the worker.
    pub memory: u64,
}

/// What the worker is doing.
pub struct Watch {
    task: AtomicU64,
    doing: Mutex<String>,
}

impl Watch {
    /// Nothing has begun.
    pub const fn new() -> Watch {
        Watch { task: AtomicU64::new(0), doing: Mutex::new(String::new()) }
    }

    /// A task begins, and with it the one before it has ended.
    pub fn begin(&self, what: &str) {
        self.doing.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).replace_range(.., what);
        self.task.fetch_add(1, Ordering::Relaxed);
    }

    /// Starts the thread that watches. `found` is told why before the worker ends.
    pub fn start(&'static self, patience: Patience, found: impl Fn(&str, &str) + Send + 'static) {
        std::thread::spawn(move || {
            let why = self.wait(patience);
            let doing = self.doing.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
            found(why, &doing);
            std::process::exit(FOUND);
        });
    }

    fn wait(&self, patience: Patience) -> &'static str {
        let own = |file: &str| Path::new("/proc/self").join(file);
        let (mut task, mut since, mut spent_before) = (0, Instant::now(), Duration::ZERO);
        loop {
            std::thread::sleep(Duration::from_millis(100));
            let spent = child::processor_time(&own("stat"));
            let current = self.task.load(Ordering::Relaxed);
            if current != task {
                (task, since, spent_before) = (current, Instant::now(), spent);
            }
            if child::high_water_mark(&own("status")) > patience.memory {
                return "too much memory";
            } else if spent.saturating_sub(spent_before) > patience.processor {
                return "hang: too much processor time";
            } else if since.elapsed() > patience.clock
                && spent.saturating_sub(spent_before) < patience.clock / SLEEPING
            {
                return "hang: too much time";
            }
        }
    }
}
