//! States hold listed values only: an infinite set in a variable or in a constant with several values is never taken for
//! another set.

use bmachine::check::{Checked, Outcome, check, load};
use bmachine::compose::NoFiles;
use bmachine::machine::Options;
use bmachine::symmetry::Method;
use diagnostics::SourceMap;
use explorer::Config;

fn run(text: &str, method: Method) -> Checked {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    let machine = load(&mut sources, file, &mut NoFiles, Options::default(), method)
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    check(&machine, method, &mut Config::default())
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
            let outcome = run(text, method).outcome;
            assert!(matches!(outcome, Outcome::Undecided(_)), "{text}: {outcome:?}");
        }
    }
}
