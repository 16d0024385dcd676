//! States hold listed values only: an infinite set in a variable or in a constant with several values is never taken
//! for another set.

mod kit;

use bmachine::machine::Options;
use bmachine::symmetry::Method;
use report::{Outcome, VerdictWord};

fn run(text: &str, method: Method) -> Outcome {
    kit::run(text, Options::default(), &checker::Options { method, ..Default::default() })
}

#[test]
fn infinite_sets_leave_the_verdict_open() {
    for text in [
        "MACHINE m VARIABLES s INVARIANT s <: NATURAL & s /= {} INITIALISATION s := NATURAL OPERATIONS go = skip END",
        "MACHINE m VARIABLES s INVARIANT s <: NATURAL & 3 : s INITIALISATION s := {3} \
         OPERATIONS go = s := {x | x : NATURAL & x mod 3 = 0} END",
        "MACHINE m VARIABLES p INVARIANT p : NATURAL * POW(NATURAL) INITIALISATION p := (1 |-> NATURAL1) END",
        "MACHINE m CONSTANTS f, k PROPERTIES k : 1..3 & f = %x.(x : NATURAL | x + k) VARIABLES v INVARIANT v : 0..2 \
         INITIALISATION v := 0 OPERATIONS go = v := f(0); stay = skip END",
    ] {
        for method in [Method::None, Method::Auto] {
            let outcome = run(text, method);
            assert_eq!(outcome.verdict, VerdictWord::Undecided, "{text}: {outcome:?}");
        }
    }
}
