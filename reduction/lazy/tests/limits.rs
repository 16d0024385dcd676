//! Limits, the interrupt and the progress line of a lazy search are the explorer's.

mod kit;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use explorer::{Config, Limits, Progress, Report, StopReason, Verdict};
use lazy::{explore, translate};

fn search(config: &mut Config<'_>) -> Report {
    let text = kit::model("lazy/resource_controller.pml");
    let interpreter = kit::interpreter(&text, &["CLASSES=9", "SIZE=2"], promela::Reduction::Spin);
    let translation = translate(&interpreter).unwrap_or_else(|refusal| panic!("{refusal}"));
    explore(&translation.system, true, config).0
}

fn limited(limits: Limits) -> (Verdict, u64) {
    let report = search(&mut Config { limits, ..Config::default() });
    (report.verdict, report.statistics.states)
}

#[test]
fn every_limit_cuts_it() {
    let none = Limits::default();
    assert_eq!(limited(none), (Verdict::Holds, 505));
    assert_eq!(limited(Limits { states: Some(505), ..none }), (Verdict::Holds, 505));
    assert_eq!(limited(Limits { states: Some(100), ..none }), (Verdict::Undecided(StopReason::States), 100));
    assert_eq!(limited(Limits { depth: Some(3), ..none }).0, Verdict::Undecided(StopReason::Depth));
    assert_eq!(limited(Limits { memory: Some(1000), ..none }).0, Verdict::Undecided(StopReason::Memory));
    assert_eq!(
        limited(Limits { time: Some(Duration::ZERO), ..none }).0,
        Verdict::Undecided(StopReason::Time)
    );
}

#[test]
fn an_interrupt_ends_it() {
    let raised = AtomicBool::new(true);
    let report = search(&mut Config { interrupt: Some(&raised), ..Config::default() });
    assert_eq!(report.verdict, Verdict::Undecided(StopReason::Interrupted));
}

#[test]
fn progress_is_reported() {
    let mut most = 0;
    let mut show = |progress: &Progress| most = progress.states.max(most);
    let report = search(&mut Config { progress: Some((Duration::ZERO, &mut show)), ..Config::default() });
    assert!(most > 100 && most <= report.statistics.states, "{most}");
}
