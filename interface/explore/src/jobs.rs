//! Checks and searches for a state, each on a thread of its own with a walk of its own, so that other questions are
//! answered meanwhile and each can be stopped.
//!
//! A page starts a job and asks for it now and then until it has ended. What jobs may take is bounded: few run at a
//! time, each no longer than the server allows, and one that nobody asks for any more is stopped. States that a job
//! finds mean the same to the walk of the session, as both lay out the same model in the same way.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use quotient::{
    Limits, Model, NoValue, Options, Progress, Reached, Stage, Step, Verdict, Walk, Watch, follow, reach,
    steps_through,
};

use crate::server::Config;

/// Jobs that run at the same time; more are refused.
const MOST_RUNNING: usize = 2;
/// Jobs that are remembered.
const MOST_KEPT: usize = 8;
/// A page that has not asked for so long has been closed; pages that are hidden may ask once a minute.
const ABANDONED: Duration = Duration::from_secs(150);
/// A check says this often how far it is.
const PACE: Duration = Duration::from_millis(50);
/// Formulas of B are evaluated by recursion over their structure.
const STACK: usize = 256 << 20;

/// The number of a job.
pub type JobNumber = u64;

/// What a job does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Checks the model and finds its counterexample again.
    Check,
    /// Looks for the nearest state in which a condition holds, the one to begin with excepted.
    Find {
        /// The state to begin with.
        from: Vec<u8>,
        /// The condition.
        condition: String,
    },
}

/// What came of a job.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Of a check.
    Checked(Checked),
    /// The way to the nearest state.
    Found(Vec<Step>),
    /// There is none, or none was found, in words.
    Nothing(String),
}

/// What came of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// `holds`, `violated` or `undecided`.
    pub verdict: &'static str,
    /// What is violated, or why it is undecided.
    pub message: String,
    /// The steps of the counterexample, the beginning included.
    pub steps: Vec<Step>,
    /// How many of them come before the cycle, if the run goes on for ever.
    pub cycle_from: Option<usize>,
}

/// How far a job is.
#[derive(Clone, Debug)]
pub enum Standing {
    /// It runs.
    Running {
        /// What it does.
        doing: String,
        /// States that it has met.
        states: u64,
        /// Since when it runs.
        time: Duration,
        /// It was told to stop and has not yet.
        is_stopping: bool,
    },
    /// It has ended; an error says what went wrong.
    Ended(Result<Finding, String>),
}

/// What the thread of a job and the thread that answers share.
struct Shared {
    begin: Instant,
    interrupt: AtomicBool,
    states: AtomicU64,
    doing: Mutex<String>,
    /// When a page has last asked for it.
    asked: Mutex<Instant>,
    result: Mutex<Option<Result<Finding, String>>>,
}

struct Job {
    number: JobNumber,
    task: Task,
    shared: Arc<Shared>,
}

/// The jobs of a server.
pub struct Jobs<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    model: &'env Model,
    config: Config,
    last: JobNumber,
    /// The oldest first.
    jobs: VecDeque<Job>,
}

impl<'scope, 'env> Jobs<'scope, 'env> {
    /// No jobs; threads are started in a scope.
    pub fn new(scope: &'scope Scope<'scope, 'env>, model: &'env Model, config: Config) -> Jobs<'scope, 'env> {
        Jobs { scope, model, config, last: 0, jobs: VecDeque::new() }
    }

    /// Starts a job. The same check or search is not made twice, unless it was stopped; an error says why nothing was
    /// started.
    pub fn start(&mut self, task: Task) -> Result<JobNumber, String> {
        let known = self.jobs.iter().find(|job| job.task == task && !job.shared.is_interrupted());
        if let Some(job) = known {
            return Ok(job.number);
        }
        if self.jobs.iter().filter(|job| job.shared.is_running()).count() >= MOST_RUNNING {
            return Err(format!("{MOST_RUNNING} checks and searches are running: stop one of them first"));
        }
        if self.jobs.len() >= MOST_KEPT
            && let Some(oldest) = self.jobs.iter().position(|job| !job.shared.is_running())
        {
            self.jobs.remove(oldest);
        }
        let shared = Arc::new(Shared::new());
        let (own, model, config, done) = (task.clone(), self.model, self.config.clone(), shared.clone());
        let run = move || {
            // A defect of ours in one job must not end the server.
            let result = catch_unwind(AssertUnwindSafe(|| work(model, &own, &config, &done)));
            let failed = || Err("internal error: this cannot be answered".to_owned());
            *lock(&done.result) = Some(result.unwrap_or_else(|_| failed()));
        };
        let started = Builder::new().stack_size(STACK).spawn_scoped(self.scope, run);
        started.map_err(|why| format!("cannot start a thread: {why}"))?;
        self.last += 1;
        self.jobs.push_back(Job { number: self.last, task, shared });
        Ok(self.last)
    }

    /// How far a job is; `None` if there is none of this number.
    pub fn ask(&self, number: JobNumber) -> Option<Standing> {
        let shared = self.shared(number)?;
        *lock(&shared.asked) = Instant::now();
        Some(match lock(&shared.result).clone() {
            Some(result) => Standing::Ended(result),
            None => Standing::Running {
                doing: lock(&shared.doing).clone(),
                states: shared.states.load(Ordering::Relaxed),
                time: shared.begin.elapsed(),
                is_stopping: shared.is_interrupted(),
            },
        })
    }

    /// Tells a job to stop; whether there is one of this number.
    pub fn stop(&self, number: JobNumber) -> bool {
        let shared = self.shared(number);
        if let Some(shared) = shared.filter(|shared| shared.is_running()) {
            shared.interrupt.store(true, Ordering::Relaxed);
        }
        shared.is_some()
    }

    fn shared(&self, number: JobNumber) -> Option<&Shared> {
        self.jobs.iter().find(|job| job.number == number).map(|job| &*job.shared)
    }
}

impl Drop for Jobs<'_, '_> {
    fn drop(&mut self) {
        self.jobs.iter().for_each(|job| job.shared.interrupt.store(true, Ordering::Relaxed));
    }
}

impl Shared {
    fn new() -> Shared {
        let now = Instant::now();
        Shared {
            begin: now,
            interrupt: AtomicBool::new(false),
            states: AtomicU64::new(0),
            doing: Mutex::new(String::new()),
            asked: Mutex::new(now),
            result: Mutex::new(None),
        }
    }

    fn is_running(&self) -> bool {
        lock(&self.result).is_none()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn do_now(&self, what: String) {
        *lock(&self.doing) = what;
    }

    /// Notes how far the job is; stops it if nobody wants to know.
    fn note(&self, states: u64) {
        self.states.store(states, Ordering::Relaxed);
        if lock(&self.asked).elapsed() > ABANDONED {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

/// A thread that panicked while it held the lock has left nothing half done: all that is locked is one value.
fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(model: &Model, task: &Task, config: &Config, shared: &Shared) -> Result<Finding, String> {
    match task {
        Task::Check => check(model, config, shared),
        Task::Find { from, condition } => find(model, config, shared, from, condition),
    }
}

fn check(model: &Model, config: &Config, shared: &Shared) -> Result<Finding, String> {
    let limits = Limits { time: Some(config.patience), since: Some(shared.begin), ..Limits::default() };
    let stage = |stage: Stage<'_>| {
        shared.do_now(match stage {
            Stage::Preparing(property) => format!("preparing the check of {property}"),
            Stage::Exploring(_) => "exploring states".into(),
            Stage::Repeating => "repeating the counterexample".into(),
            Stage::Certifying => "certifying".into(),
        });
    };
    let mut note = |progress: &Progress| shared.note(progress.states);
    let mut watch = Watch { interrupt: &shared.interrupt, stage: &stage, progress: Some((PACE, &mut note)) };
    let (outcome, trace) = model.check_watched(&Options { limits, ..Options::default() }, &mut watch)?;
    let verdict = match outcome.verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Undecided => "undecided",
    };
    let message = outcome.reason.unwrap_or_default();
    let mut checked = Checked { verdict, message, steps: Vec::new(), cycle_from: None };
    if let Some(trace) = trace {
        shared.do_now("following the counterexample".into());
        let mut walk = model.walk_with_symmetry()?;
        let followed = follow(walk.as_mut(), &trace)
            .map_err(|made| format!("move {} of the counterexample could not be repeated", made + 1))?;
        checked.message = trace.violation.message;
        checked.cycle_from = followed.cycle_from;
        checked.steps = followed.steps;
    }
    Ok(Finding::Checked(checked))
}

fn find(
    model: &Model,
    config: &Config,
    shared: &Shared,
    from: &[u8],
    condition: &str,
) -> Result<Finding, String> {
    shared.do_now("looking at states".into());
    let mut walk = model.walk_with_symmetry()?;
    let mut looked = 0u64;
    let mut wanted = |walk: &mut dyn Walk, state: &[u8]| {
        shared.note(looked);
        looked += 1;
        if shared.is_interrupted() {
            return Err(String::new());
        }
        if shared.begin.elapsed() > config.patience {
            return Err(format!("nothing was found within {} s", config.patience.as_secs()));
        }
        match walk.evaluate(state, condition) {
            Ok(value) => {
                let no_condition = || format!("this is an expression and no condition: {}", value.text);
                Ok(value.truth.ok_or_else(no_condition)? && state != from)
            }
            Err(NoValue::Unreadable(why)) => Err(why),
            Err(NoValue::Undefined(_)) => Ok(false),
        }
    };
    let reached = reach(walk.as_mut(), &[from.to_vec()], config.most_searched, &mut wanted);
    if shared.is_interrupted() && reached.is_err() {
        let before = looked.saturating_sub(2);
        return Ok(Finding::Nothing(format!(
            "Stopped: it holds in none of the first {before} other states."
        )));
    }
    Ok(match reached? {
        Reached::Found(states) => Finding::Found(steps_through(walk.as_mut(), &states)),
        Reached::Nowhere(count) => Finding::Nothing(format!(
            "It holds in none of the {} other states that can be reached from here.",
            count.saturating_sub(1)
        )),
        Reached::Limit(count) => Finding::Nothing(format!(
            "It holds in none of the first {count} states from here; further ones were not looked at."
        )),
    })
}
