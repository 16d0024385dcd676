//! Limits that hold whatever the check is doing.
//!
//! The search looks at its limits itself and ends with a full report. But parsing, lowering, finding symmetries, generating
//! code, one canonicalisation or one step may each take longer than the time allowed, and some of that is other people's
//! code that cannot be asked to stop. So a thread watches the clock and the memory of the process. If a limit has been
//! passed by so much that the search cannot be about to say so, the thread reports "undecided", with the figures of the
//! search so far, and ends the process. It is started only if there is a limit.
//!
//! Exactly one report is printed: who prints takes the last word first.

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use explorer::{Limits, Progress, StopReason};
use report::{Outcome, Symmetry, VerdictWord};

use crate::progress;

/// What the search is given to end by itself once its time is up.
const GRACE: Duration = Duration::from_millis(40);
/// What it is given to end by itself when it is interrupted.
const INTERRUPT_GRACE: Duration = Duration::from_secs(1);
/// Looks at the memory are this far apart: at most some ten megabytes can be taken meanwhile.
const PACE: Duration = Duration::from_millis(5);

/// Held by whoever prints the report, until the process ends.
static LAST_WORD: Mutex<()> = Mutex::new(());
/// The figures of the search.
static LATEST: Mutex<Option<Progress>> = Mutex::new(None);

/// What the check is doing, for a report.
static DOING: Mutex<&str> = Mutex::new("the model was being read");
/// What is known of symmetry.
static SYMMETRY: Mutex<Option<Symmetry>> = Mutex::new(None);

/// How the process reports if it is stopped from outside.
#[derive(Clone, Copy)]
pub struct Watchdog {
    start: Instant,
    json: bool,
}

impl Watchdog {
    /// Watches over limits that are counted from `start`.
    pub fn start(start: Instant, limits: Limits, json: bool) -> Watchdog {
        let watchdog = Watchdog { start, json };
        if limits.time.is_some() || limits.memory.is_some() {
            // Without a thread the limits hold as far as the search looks at them.
            let _ = std::thread::Builder::new().spawn(move || watchdog.watch(&limits));
        }
        watchdog
    }

    fn watch(self, limits: &Limits) {
        loop {
            let left = limits.time.map(|time| (time + GRACE).saturating_sub(self.start.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                self.stop(StopReason::Time);
            }
            let pace = if limits.memory.is_some() { PACE } else { Duration::MAX };
            std::thread::sleep(left.unwrap_or(pace).min(pace));
            if let Some(limit) = limits.memory
                && store::memory::resident().is_some_and(|held| held > limit + limit / 20)
            {
                self.stop(StopReason::Memory);
            }
        }
    }

    /// Gives the search a moment to end by itself, then ends the process.
    pub fn interrupt(self) {
        std::thread::sleep(INTERRUPT_GRACE);
        self.stop(StopReason::Interrupted);
    }

    /// Reports what is known and ends the process.
    pub fn stop(self, reason: StopReason) -> ! {
        let _last = last_word();
        let doing = *DOING.lock().unwrap_or_else(PoisonError::into_inner);
        let symmetry = SYMMETRY.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut outcome = Outcome {
            verdict: VerdictWord::Undecided,
            reason: Some(format!("{reason} while {doing}")),
            seconds: self.start.elapsed().as_secs_f64(),
            symmetry: symmetry.unwrap_or_else(Symmetry::unknown),
            ..Outcome::default()
        };
        if let Some(latest) = *LATEST.lock().unwrap_or_else(PoisonError::into_inner) {
            outcome.states = latest.states;
            outcome.transitions = latest.transitions;
            outcome.depth = latest.depth;
            outcome.memory_bytes = latest.memory;
            outcome.search_seconds = latest.time.as_secs_f64();
        }
        progress::clear();
        let code = crate::check::print(&outcome, self.json, crate::page::page(false));
        let _ = std::io::stdout().flush();
        std::process::exit(i32::from(code));
    }
}

/// Keeps the figures of the search for a report.
pub fn note(progress: &Progress) {
    *LATEST.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
}

/// Keeps what the check is doing from now on, as in "the time limit was reached while ...".
pub fn doing(what: &'static str) {
    *DOING.lock().unwrap_or_else(PoisonError::into_inner) = what;
}

/// Keeps what is known of symmetry for a report.
pub fn note_symmetry(symmetry: &Symmetry) {
    *SYMMETRY.lock().unwrap_or_else(PoisonError::into_inner) = Some(symmetry.clone());
}

/// Waits for ever if somebody else is printing; nobody else will print as long as it is held.
pub fn last_word() -> MutexGuard<'static, ()> {
    LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner)
}
