//! How to search: passed in by the caller, never decided by the engine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Limits, Progress};

/// Which state is expanded next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Nearest first: counterexamples are shortest.
    #[default]
    BreadthFirst,
    /// Deepest first.
    DepthFirst,
}

/// Called now and then with the figures so far.
pub type ProgressFn<'a> = &'a mut dyn FnMut(&Progress);

/// Called with each stored state.
pub type StateFn<'a> = &'a mut dyn FnMut(&[u8]);

/// How to search.
#[derive(Default)]
pub struct Config<'a> {
    /// Which state is expanded next.
    pub order: Order,
    /// Threads that a breadth-first search may use once it has become large; zero is one. Every other search has one.
    pub threads: usize,
    /// When to stop early.
    pub limits: Limits,
    /// Explore everything and count violations instead of stopping at the first.
    pub all_errors: bool,
    /// With `all_errors`: stop once so many different violations are found, at the end of their level if breadth-first.
    pub most_violations: Option<usize>,
    /// Raised from outside (a signal handler) to stop the search.
    pub interrupt: Option<&'a AtomicBool>,
    /// Where to report progress, and how often.
    pub progress: Option<(Duration, ProgressFn<'a>)>,
    /// Where the stored states go after a search that was completed and found nothing wrong, for a certificate.
    pub stored: Option<StateFn<'a>>,
}
