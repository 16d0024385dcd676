//! Partial-order reduction: which steps a search takes of those that a model says are enough.
#![allow(missing_docs)]

use std::num::NonZeroU32;

use explorer::{AmpleSets, Batch, Config, Model, NoReduction, Order, Report, Verdict, Violation, explore};

/// Counters that go round for ever and have nothing to do with each other. Any one of them is enough, if the others are not
/// put off for ever. The last one is wrong when it comes round.
struct Counters {
    count: usize,
    rounds: u8,
    reduces: bool,
}

impl Model for Counters {
    const REDUCES: bool = true;

    type Worker = ();

    fn worker(&self) {}

    fn initial(&self, (): &mut (), out: &mut Batch) {
        out.push(&vec![0; self.count], 0);
    }

    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        for counter in 0..self.count {
            let slot = out.reserve_copy(state);
            slot[counter] = (slot[counter] + 1) % self.rounds;
            let is_wrong = counter + 1 == self.count && slot[counter] == 0;
            let violation = is_wrong.then_some(Violation(NonZeroU32::MIN));
            out.commit_step(state.len(), counter as u32, violation);
        }
    }

    fn ample_sets(&self, (): &mut (), _: &[u8], all: &Batch, sets: &mut AmpleSets) {
        if self.reduces {
            (0..all.successors().len() as u32).for_each(|counter| sets.push([counter]));
        }
    }
}

fn search(count: usize, rounds: u8, reduces: bool, order: Order, threads: usize) -> Report {
    let mut config = Config { order, threads, all_errors: true, ..Config::default() };
    explore(&Counters { count, rounds, reduces }, &mut NoReduction, &mut config)
}

#[test]
fn nothing_is_put_off_for_ever() {
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let all = search(4, 5, false, order, 1);
        let some = search(4, 5, true, order, 1);
        assert_eq!((all.verdict, some.verdict), (Verdict::Violated, Verdict::Violated), "{order:?}");
        assert_eq!((all.statistics.states, all.statistics.partly_expanded), (625, 0));
        assert!(some.statistics.partly_expanded > 0, "{order:?}");
        assert!(some.statistics.transitions < all.statistics.transitions, "{order:?}");
    }
}

#[test]
fn what_is_taken_does_not_depend_on_threads() {
    let figures = |threads| {
        let report = search(7, 4, true, Order::BreadthFirst, threads);
        let statistics = report.statistics;
        (
            statistics.states,
            statistics.transitions,
            statistics.partly_expanded,
            statistics.errors,
            statistics.depth,
        )
    };
    let one = figures(1);
    assert!(one.0 > 1024, "{one:?}");
    (2..=4).for_each(|threads| assert_eq!(figures(threads), one));
}
