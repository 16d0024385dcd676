//! A state with very many successors is explored piece by piece, and nothing is lost or counted twice.

use explorer::{Batch, Config, Limits, Model, NoReduction, Order, Verdict, Violation, explore};

/// One state with `width` successors, or `width` initial states; the step to `wrong` violates 3.
struct Fan {
    width: u32,
    initially: bool,
    wrong: Option<u32>,
}

impl Fan {
    fn spread(&self, out: &mut Batch) {
        for i in 0..self.width {
            let state = i.to_le_bytes();
            out.reserve_copy(&state);
            let violation = Violation::new(3).filter(|_| self.wrong == Some(i));
            out.commit_step(state.len(), i, violation);
        }
    }
}

impl Model for Fan {
    type Worker = ();

    fn worker(&self) {}

    fn initial(&self, (): &mut (), out: &mut Batch) {
        match self.initially {
            true => self.spread(out),
            false => out.push(&[], 0),
        }
    }

    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        if state.is_empty() {
            self.spread(out);
        }
    }
}

/// A limit on memory makes pieces of some megabytes, of which every successor takes 64 bytes.
const LIMITS: fn() -> Limits = || Limits { memory: Some(256 << 20), ..Limits::default() };
const WIDTH: u32 = 300_000;

#[test]
fn all_successors_and_all_initial_states_are_reached() {
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        for initially in [false, true] {
            let model = Fan { width: WIDTH, initially, wrong: None };
            let mut config = Config { order, limits: LIMITS(), ..Config::default() };
            let report = explore(&model, &mut NoReduction, &mut config);
            assert_eq!(report.verdict, Verdict::Holds);
            assert_eq!(report.statistics.states, u64::from(WIDTH) + u64::from(!initially));
            assert_eq!(report.statistics.transitions, if initially { 0 } else { u64::from(WIDTH) });
        }
    }
}

#[test]
fn a_violation_in_a_late_piece_is_found_where_it_is() {
    let wrong = WIDTH - 5;
    let model = Fan { width: WIDTH, initially: false, wrong: Some(wrong) };
    let report = explore(&model, &mut NoReduction, &mut Config { limits: LIMITS(), ..Config::default() });
    assert_eq!(report.verdict, Verdict::Violated);
    let last = report.violations[0].path.last.clone().expect("a step violates");
    assert_eq!((last.index, last.label), (wrong, wrong));
    assert_eq!(last.state, Some(wrong.to_le_bytes().to_vec()));
}
