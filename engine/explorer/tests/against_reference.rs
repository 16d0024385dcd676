//! Random graphs: the engine, in both orders, against the slow search.

mod toys;

use std::collections::BTreeMap;

use explorer::{
    Batch, Config, Found, Model, NoReduction, Order, Path, Report, explore, explore_by_reference,
};
use toys::RandomGraph;

fn counts(report: &Report) -> BTreeMap<u32, u64> {
    report.violations.iter().map(|found| (found.violation.id(), found.count)).collect()
}

fn shortest(report: &Report) -> Option<usize> {
    report.violations.iter().map(|found| found.path.steps()).min()
}

/// The length of the path to each violation. Which of a level is found first is a matter of order.
fn steps(report: &Report) -> BTreeMap<u32, usize> {
    report.violations.iter().map(|found| (found.violation.id(), found.path.steps())).collect()
}

/// Replays a path by expanding each of its states.
fn check_path(model: &RandomGraph, found: &Found) {
    let Path { states, last, .. } = &found.path;
    let mut batch = Batch::new();
    for (at, state) in states.iter().enumerate() {
        batch.clear();
        model.expand(&mut (), state, &mut batch);
        if let Some(next) = states.get(at + 1) {
            let mut steps = batch.successors().iter().filter(|step| step.has_state);
            assert!(steps.any(|step| batch.state(step) == next));
        }
    }
    match last {
        None => assert!(batch.source_violations().contains(&found.violation)),
        Some(last) => {
            let step = batch.successors()[last.index as usize];
            assert_eq!((step.violation, step.label), (Some(found.violation), last.label));
            assert_eq!(step.has_state.then(|| batch.state(&step).to_vec()), last.state);
        }
    }
}

fn compare(seed: u64, nodes: usize, one_wrong_in: u64) {
    let model = RandomGraph::new(seed, nodes, one_wrong_in);
    let all = Config { all_errors: true, ..Config::default() };
    let slow = explore_by_reference(&model, &mut NoReduction, &all);
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let report =
            explore(&model, &mut NoReduction, &mut Config { order, all_errors: true, ..Config::default() });
        assert_eq!(report.verdict, slow.verdict);
        assert_eq!(report.statistics.states, slow.statistics.states);
        assert_eq!(report.statistics.expanded, slow.statistics.expanded);
        assert_eq!(report.statistics.transitions, slow.statistics.transitions);
        assert_eq!(report.statistics.errors, slow.statistics.errors);
        assert_eq!(counts(&report), counts(&slow));
        report.violations.iter().for_each(|found| check_path(&model, found));
        if order == Order::BreadthFirst {
            assert_eq!(report.statistics.depth, slow.statistics.depth);
            assert_eq!(steps(&report), steps(&slow));
        }
        let first = explore(&model, &mut NoReduction, &mut Config { order, ..Config::default() });
        assert_eq!(first.verdict, slow.verdict);
        assert!(first.violations.len() <= 1);
        first.violations.iter().for_each(|found| check_path(&model, found));
        if order == Order::BreadthFirst {
            assert_eq!(shortest(&first), shortest(&slow), "seed {seed}");
        }
    }
}

#[test]
fn small_graphs_with_many_violations() {
    for seed in 1..300 {
        compare(seed, 30, 15);
    }
}

#[test]
fn larger_graphs_with_few_violations() {
    for seed in 1..40 {
        compare(seed, 5000, 4000);
    }
}

#[test]
fn a_limit_on_states_cuts_both_at_the_same_place() {
    let model = RandomGraph::new(3, 5000, 1 << 60);
    let mut config = Config::default();
    for limit in [1, 2, 3, 50, 1000, 5000] {
        config.limits.states = Some(limit);
        let fast = explore(&model, &mut NoReduction, &mut config);
        let slow = explore_by_reference(&model, &mut NoReduction, &config);
        assert_eq!((fast.verdict, fast.statistics.states), (slow.verdict, slow.statistics.states));
    }
}

#[test]
fn a_limit_on_depth_cuts_both_at_the_same_place() {
    let model = RandomGraph::new(5, 5000, 1 << 60);
    let mut config = Config::default();
    for limit in 0..30 {
        config.limits.depth = Some(limit);
        let fast = explore(&model, &mut NoReduction, &mut config);
        let slow = explore_by_reference(&model, &mut NoReduction, &config);
        assert_eq!((fast.verdict, fast.statistics.states), (slow.verdict, slow.statistics.states));
        assert_eq!(fast.statistics.depth, slow.statistics.depth);
    }
}
