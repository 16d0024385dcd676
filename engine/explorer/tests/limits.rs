//! Every limit stops the search, is named in the verdict, and never leads to "holds".

mod toys;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explorer::{Config, Limits, NoReduction, Order, Report, StopReason, Verdict, explore};
use toys::{Bits, Hanoi};

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];
/// Far more states than any limit here lets through.
const ENDLESS: Bits = Bits { n: 60, all_set_is_wrong: false };

fn cut(order: Order, limits: Limits, reason: StopReason) -> Report {
    let report = explore(&ENDLESS, &mut NoReduction, &mut Config { order, limits, ..Config::default() });
    assert_eq!(report.verdict, Verdict::Undecided(reason));
    assert_eq!(report.stopped, Some(reason));
    report
}

#[test]
fn states() {
    for order in ORDERS {
        let report = cut(order, Limits { states: Some(1000), ..Limits::default() }, StopReason::States);
        assert_eq!(report.statistics.states, 1000);
    }
}

#[test]
fn a_limit_that_is_just_enough_cuts_nothing() {
    for order in ORDERS {
        let limits = Limits { states: Some(1024), depth: Some(2000), ..Limits::default() };
        let model = Bits { n: 10, all_set_is_wrong: false };
        let report = explore(&model, &mut NoReduction, &mut Config { order, limits, ..Config::default() });
        assert_eq!(report.verdict, Verdict::Holds);
    }
}

#[test]
fn depth() {
    let report = cut(Order::BreadthFirst, Limits { depth: Some(2), ..Limits::default() }, StopReason::Depth);
    assert_eq!(report.statistics.states, 1 + 60 + 60 * 59 / 2);
    assert_eq!(report.statistics.depth, 2);
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let model = Bits { n: 8, all_set_is_wrong: false };
    let mut config = Config { order: Order::DepthFirst, limits, ..Config::default() };
    let report = explore(&model, &mut NoReduction, &mut config);
    assert_eq!(report.verdict, Verdict::Undecided(StopReason::Depth));
    assert_eq!(report.statistics.depth, 5);
}

#[test]
fn time() {
    for order in ORDERS {
        let begin = Instant::now();
        let time = Some(Duration::from_millis(100));
        let report = cut(order, Limits { time, ..Limits::default() }, StopReason::Time);
        assert!(begin.elapsed() >= Duration::from_millis(100));
        assert!(report.statistics.time >= Duration::from_millis(100));
        assert!(report.statistics.states > 0);
    }
}

#[test]
fn interrupt() {
    for order in ORDERS {
        let flag = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                flag.store(true, Ordering::Relaxed);
            });
            let mut config = Config { order, interrupt: Some(&flag), ..Config::default() };
            let report = explore(&ENDLESS, &mut NoReduction, &mut config);
            assert_eq!(report.verdict, Verdict::Undecided(StopReason::Interrupted));
        });
    }
}

#[test]
fn a_violation_stands_even_if_the_search_was_cut() {
    let limits = Limits { states: Some(26), ..Limits::default() };
    let mut config = Config { limits, all_errors: true, ..Config::default() };
    let model = Hanoi { discs: 3 };
    let report = explore(&model, &mut NoReduction, &mut config);
    assert_eq!((report.verdict, report.stopped), (Verdict::Violated, Some(StopReason::States)));
}

#[test]
fn progress_is_reported() {
    for order in ORDERS {
        let mut seen = Vec::new();
        let mut note = |progress: &explorer::Progress| seen.push(*progress);
        // Every look at the clock reports, however slow the machine is.
        let mut config = Config {
            order,
            limits: Limits { states: Some(20_000), ..Limits::default() },
            progress: Some((Duration::ZERO, &mut note)),
            ..Config::default()
        };
        explore(&ENDLESS, &mut NoReduction, &mut config);
        assert!(!seen.is_empty());
        assert!(seen.windows(2).all(|pair| pair[0].states <= pair[1].states && pair[0].time <= pair[1].time));
        assert!(seen.last().is_some_and(|progress| progress.frontier > 0 && progress.memory > 0));
    }
}
