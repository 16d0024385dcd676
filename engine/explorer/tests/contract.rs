//! The smallest use of the contract: a counter with one bad value.

use explorer::{Batch, Config, Model, NoReduction, Verdict, Violation, explore};

struct Counter {
    modulus: u8,
    bad: u8,
}

impl Model for Counter {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&[0], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        let violation = if state[0] == self.bad { Violation::new(3) } else { None };
        out.reserve_copy(state)[0] = (state[0] + 1) % self.modulus;
        out.commit_step(1, 9, violation);
    }
}

#[test]
fn a_counter_without_a_bad_value_holds() {
    let report = explore(&Counter { modulus: 10, bad: 99 }, &mut NoReduction, &mut Config::default());
    assert_eq!(report.verdict, Verdict::Holds);
    assert_eq!(report.statistics.states, 10);
    assert_eq!(report.statistics.transitions, 10);
    assert_eq!(report.statistics.depth, 9);
}

#[test]
fn a_bad_value_is_found_with_its_path() {
    let report = explore(&Counter { modulus: 10, bad: 4 }, &mut NoReduction, &mut Config::default());
    assert_eq!(report.verdict, Verdict::Violated);
    let found = report.first_violation().expect("violated");
    assert_eq!(found.violation.id(), 3);
    assert_eq!(found.path.states, [[0], [1], [2], [3], [4]].map(|s| s.to_vec()));
    assert_eq!(found.path.steps(), 5);
    let last = found.path.last.as_ref().expect("a step");
    assert_eq!((last.label, last.index, last.state.as_deref()), (9, 0, Some(&[5][..])));
}
