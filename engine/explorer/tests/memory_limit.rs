//! The memory limit, measured on the whole process; alone in its file so that no other test runs beside it.

mod toys;

use explorer::{Config, Limits, NoReduction, Order, StopReason, Verdict, explore};
use toys::Noise;

#[test]
fn the_process_stays_under_its_limit_and_the_verdict_says_so() {
    let mut stored = Vec::new();
    for (order, megabytes) in [
        (Order::BreadthFirst, 40),
        (Order::DepthFirst, 40),
        (Order::BreadthFirst, 90),
        (Order::DepthFirst, 90),
    ] {
        let limit = megabytes << 20;
        let limits = Limits { memory: Some(limit), ..Limits::default() };
        let report = explore(&Noise, &mut NoReduction, &mut Config { order, limits, ..Config::default() });
        assert_eq!(report.verdict, Verdict::Undecided(StopReason::Memory));
        assert!(report.statistics.memory as usize <= limit);
        assert!(report.statistics.memory as usize >= limit / 2, "the limit is made use of");
        match store::memory::peak() {
            Some(peak) => assert!(peak <= limit + (10 << 20), "{peak} under a limit of {limit}"),
            None => eprintln!("SKIPPED: needs getrusage"),
        }
        stored.push(report.statistics.states);
    }
    assert!(stored[2] > stored[0] && stored[3] > stored[1], "{stored:?}");
}

#[test]
fn a_limit_below_what_the_process_holds_already_stops_at_once() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let report = explore(&Noise, &mut NoReduction, &mut Config { limits, ..Config::default() });
    assert_eq!(report.verdict, Verdict::Undecided(StopReason::Memory));
    assert_eq!(report.statistics.states, 0);
}
