//! One model by every engine, level and method, in this process: do all of them say the same as the reference
//! interpreter?
//!
//! The reference is the interpreter at `-O0` without symmetry. Where it has seen everything, every other way must give
//! its verdict and its kinds of violation, and methods that say they are exact must store equally many states at one
//! level. Where it met a limit, what it found so far must be found by whoever says that everything was seen. An
//! internal error, a panic, a run that ignores its limits are findings whatever the verdict is.
mod agreement;
pub mod b_machine;
mod gathered;
pub mod promela_model;

pub use agreement::{Finding, Run, judge};

use crate::child::processor_time;
use report::VerdictWord;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

/// What each run may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// States that the reference may store.
    pub states: u64,
    /// Time of each run.
    pub time: Duration,
}

impl Bounds {
    /// Memory of the whole process at which each run must stop. A worker holds some 250 MB of models, and code for a
    /// program of 10,000 lines takes 350 MB to generate.
    pub const MEMORY: usize = 900 << 20;

    /// Other ways may store a little more before they are cut, so that one that stores too much is seen.
    pub fn limits(self, reference: bool) -> explorer::Limits {
        let states = if reference { self.states } else { 2 * self.states + 100 };
        let (time, memory) = (Some(self.time), Some(Bounds::MEMORY));
        explorer::Limits { states: Some(states), time, memory, ..explorer::Limits::default() }
    }
}

/// What one way said.
#[derive(Clone, Debug)]
pub enum Said {
    /// It answered.
    Answer(Answer),
    /// The method does not apply.
    Refused,
    /// It panicked.
    Panicked(String),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: VerdictWord,
    /// Why it is undecided.
    pub reason: String,
    /// Every kind of violation that was counted, with its message.
    pub kinds: BTreeSet<String>,
    /// Stored states.
    pub states: u64,
    /// Stored exactly one state for each orbit, by its own account, with a method that picks representatives.
    pub exact: bool,
    /// The order of the group is one.
    pub trivial: bool,
    /// Notices, some of which report failures.
    pub notices: Vec<String>,
}

impl Answer {
    /// Whether a limit ended the run.
    pub fn met_limit(&self) -> bool {
        self.verdict == VerdictWord::Undecided
            && ["limit", "time", "memory", "too many"].iter().any(|word| self.reason.contains(word))
    }
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on panics are not printed but told by [`caught`].
pub fn note_panics() {
    std::panic::set_hook(Box::new(|information| {
        PANIC.with(|panic| *panic.borrow_mut() = information.to_string());
    }));
}

/// Runs one way; a panic is an answer too. With the processor time it took in this thread: others may keep the machine
/// busy.
pub fn caught(work: impl FnOnce() -> Said) -> (Said, Duration) {
    let own = Path::new("/proc/thread-self/stat");
    let before = processor_time(own);
    let said = catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Said::Panicked(PANIC.with(|panic| panic.borrow().replace('\n', " "))));
    (said, processor_time(own).saturating_sub(before))
}
