//! Searches with several threads: the same figures, verdict and lengths in every run, and every limit holds.
//!
//! The models take their time, so that threads are worth starting.

mod toys;

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use explorer::{
    Batch, Canonicaliser, Config, Limits, Model, NoReduction, Report, StopReason, Verdict, explore,
    explore_by_reference,
};
use toys::{Bits, EightPuzzle, RandomGraph, SortBytes};

/// A model of which an expansion takes some microseconds, and the threads that it was asked by.
struct Slow<M> {
    model: M,
    pause: Duration,
    threads: Mutex<HashSet<ThreadId>>,
}

impl<M> Slow<M> {
    fn new(model: M) -> Slow<M> {
        Slow { model, pause: Duration::from_micros(25), threads: Mutex::default() }
    }
}

impl<M: Model> Model for Slow<M> {
    type Worker = M::Worker;

    fn worker(&self) -> M::Worker {
        self.model.worker()
    }

    fn initial(&self, worker: &mut M::Worker, out: &mut Batch) {
        self.model.initial(worker, out);
    }

    fn expand(&self, worker: &mut M::Worker, state: &[u8], out: &mut Batch) {
        let begin = Instant::now();
        self.threads.lock().expect("no panic").insert(std::thread::current().id());
        self.model.expand(worker, state, out);
        while begin.elapsed() < self.pause {
            std::hint::spin_loop();
        }
    }
}

/// What must be the same in every run.
#[derive(Debug, PartialEq)]
struct Outcome {
    verdict: Verdict,
    stopped: Option<StopReason>,
    states: u64,
    expanded: u64,
    transitions: u64,
    depth: u32,
    /// Of each violation how often it occurs and how far away it is.
    violations: BTreeMap<u32, (u64, usize)>,
    /// The violation shown first, its source and its step.
    first: Option<(u32, Vec<u8>, Option<u32>)>,
}

fn outcome(report: &Report) -> Outcome {
    let first = report.first_violation().map(|found| {
        let source = found.path.states.last().cloned().unwrap_or_default();
        (found.violation.id(), source, found.path.last.as_ref().map(|last| last.index))
    });
    let lengths = report.violations.iter().map(|f| (f.violation.id(), (f.count, f.path.steps())));
    Outcome {
        verdict: report.verdict,
        stopped: report.stopped,
        states: report.statistics.states,
        expanded: report.statistics.expanded,
        transitions: report.statistics.transitions,
        depth: report.statistics.depth,
        violations: lengths.collect(),
        first,
    }
}

/// Searches with several numbers of threads, often, and returns the one outcome.
fn same<M: Model, C: Canonicaliser>(model: M, mut new: impl FnMut() -> C, config: &Config<'_>) -> Outcome {
    let model = Slow::new(model);
    let mut run = |threads| {
        let Config { limits, all_errors, .. } = *config;
        let mut config = Config { threads, limits, all_errors, ..Config::default() };
        let report = explore(&model, &mut new(), &mut config);
        assert_eq!(report.statistics.threads, threads as u32);
        outcome(&report)
    };
    let one = run(1);
    assert_eq!(model.threads.lock().expect("no panic").len(), 1);
    for threads in [2, 2, 3, 8] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
    let threads = model.threads.lock().expect("no panic").len();
    assert!(threads > 1 || one.states < 2000, "no thread was started");
    one
}

#[test]
fn complete_searches() {
    let holds = same(Bits { n: 14, all_set_is_wrong: false }, || NoReduction, &Config::default());
    assert_eq!((holds.verdict, holds.states, holds.transitions), (Verdict::Holds, 1 << 14, 14 << 14));
    let reduced = same(EightPuzzle, || SortBytes, &Config::default());
    assert_eq!(reduced.verdict, Verdict::Holds);
    for seed in 1..4 {
        let model = || RandomGraph::new(seed, 8000, 600);
        let all = Config { all_errors: true, ..Config::default() };
        let found = same(model(), || NoReduction, &all);
        let slow = explore_by_reference(&model(), &mut NoReduction, &all);
        let slow = outcome(&slow);
        assert_eq!((found.states, found.transitions), (slow.states, slow.transitions));
        assert_eq!((found.depth, found.violations), (slow.depth, slow.violations));
    }
}

#[test]
fn searches_that_find_something() {
    for seed in 1..7 {
        let model = || RandomGraph::new(seed, 8000, 3000 * seed);
        let found = same(model(), || NoReduction, &Config::default());
        let slow = explore_by_reference(&model(), &mut NoReduction, &Config::default());
        assert_eq!(found.verdict, slow.verdict);
        assert!(found.violations.len() <= 1);
    }
    let all_set = same(Bits { n: 13, all_set_is_wrong: true }, || NoReduction, &Config::default());
    assert_eq!((all_set.verdict, all_set.states), (Verdict::Violated, 1 << 13));
}

#[test]
fn limits_on_states_and_depth_are_exact() {
    for limit in [1500, 4000, 8191] {
        let limits = Limits { states: Some(limit), ..Limits::default() };
        let config = Config { limits, ..Config::default() };
        let cut = same(Bits { n: 13, all_set_is_wrong: false }, || NoReduction, &config);
        assert_eq!((cut.verdict, cut.states), (Verdict::Undecided(StopReason::States), limit));
    }
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let cut = same(
        Bits { n: 14, all_set_is_wrong: false },
        || NoReduction,
        &Config { limits, ..Config::default() },
    );
    assert_eq!((cut.verdict, cut.depth), (Verdict::Undecided(StopReason::Depth), 5));
}

/// Ends far too late.
const ENDLESS: Bits = Bits { n: 60, all_set_is_wrong: false };

#[test]
fn time_memory_and_interrupts_stop_all_threads() {
    for threads in [2, 3, 8] {
        let report = |limits: Limits| {
            explore(&ENDLESS, &mut NoReduction, &mut Config { threads, limits, ..Config::default() })
        };
        let begin = Instant::now();
        let late = report(Limits { time: Some(Duration::from_millis(300)), ..Limits::default() });
        assert_eq!(late.verdict, Verdict::Undecided(StopReason::Time));
        assert!(begin.elapsed() < Duration::from_secs(3));
        let interrupt = AtomicBool::new(false);
        let interrupted = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                interrupt.store(true, Ordering::Relaxed);
            });
            let interrupt = Some(&interrupt);
            explore(&ENDLESS, &mut NoReduction, &mut Config { threads, interrupt, ..Config::default() })
        });
        assert_eq!(interrupted.verdict, Verdict::Undecided(StopReason::Interrupted));
        let held = store::memory::resident().expect("the system tells");
        let full = report(Limits { memory: Some(held + (64 << 20)), ..Limits::default() });
        assert_eq!(full.verdict, Verdict::Undecided(StopReason::Memory));
        assert!(full.statistics.memory <= 64 << 20);
    }
}

/// Panics in some state.
struct Broken;

impl Model for Broken {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&[0; 8], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        assert!(state[..2] != [7, 7] || std::thread::current().name() == Some("main thread"), "broken model");
        for at in 0..8 {
            let mut next = state.to_vec();
            next[at] = (next[at] + 1) % 9;
            out.push(&next, 0);
        }
    }
}

#[test]
#[should_panic(expected = "broken model")]
fn a_panic_in_a_thread_is_not_swallowed() {
    explore(&Slow::new(Broken), &mut NoReduction, &mut Config { threads: 3, ..Config::default() });
}
