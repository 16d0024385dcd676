//! Hand-written programs: what is preserved, and that each condition is needed for it.

use std::sync::Arc;

use diagnostics::SourceMap;
use partial_order::brute_force::{check, search};
use partial_order::{StubbornSets, Weakness};
use program::{Interpreter, Layout, ReferenceCells};
use promela::preprocess::NoIncludes;

const MOST: usize = 5000;

fn interpreter(text: &str, level: promela::Reduction) -> Interpreter {
    let mut sources = SourceMap::new();
    let file = sources.add("model.pml", text);
    let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    let program = promela::lower_with(&model, &sources, level, promela::Claims::None);
    Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}

/// States with and without reduction; both find the same faults and ends, and every set is persistent.
fn states(text: &str) -> (usize, usize) {
    let mut counts = (0, 0);
    for level in [promela::Reduction::None, promela::Reduction::Sound] {
        let interpreter = interpreter(text, level);
        let sets = StubbornSets::new(&interpreter).expect("nothing is in its way");
        check(&interpreter, &sets, MOST).expect("every set is persistent");
        let all = search(&interpreter, None, true, MOST).expect("few states");
        let some = search(&interpreter, Some(&sets), true, MOST).expect("few states");
        assert_eq!((&all.faults, &all.invalid_ends), (&some.faults, &some.invalid_ends), "{text}");
        if level == promela::Reduction::None {
            counts = (all.states, some.states);
        }
    }
    counts
}

/// Does the search with a broken condition miss something, and do the sets fail to be persistent?
fn broken(text: &str, weakness: Option<Weakness>, proviso: bool) -> (bool, bool) {
    states(text);
    let interpreter = interpreter(text, promela::Reduction::None);
    let sets = StubbornSets::with_weakness(&interpreter, weakness).expect("nothing is in its way");
    let all = search(&interpreter, None, true, MOST).expect("few states");
    let some = search(&interpreter, Some(&sets), proviso, MOST).expect("few states");
    let misses = all.faults != some.faults || all.invalid_ends != some.invalid_ends;
    (misses, check(&interpreter, &sets, MOST).is_err())
}

#[test]
fn independent_processes_take_one_order() {
    let text = "active [3] proctype P() { byte i; do :: i < 3 -> i++ :: else -> break od }";
    let (all, some) = states(text);
    assert!(some * 20 < all, "{some} of {all}");
}

#[test]
fn a_pipeline_takes_one_order() {
    let text = "chan a = [2] of { byte }; chan b = [2] of { byte };
        active proctype P() { a!1; a!2; a!3 }
        active proctype Q() { byte x; do :: a?x -> b!x od }
        active proctype R() { byte x; b?x; assert(x == 1); b?x; assert(x == 2); b?x; assert(x == 3) }";
    let (all, some) = states(text);
    assert!(some * 2 < all, "{some} of {all}");
}

#[test]
fn whole_futures_are_looked_at() {
    let text =
        "byte x; active proctype Q() { byte a; a = 1; a = 2; assert(x == 1) } active proctype P() { x = 1 }";
    assert_eq!(broken(text, Some(Weakness::FuturesCut), true), (true, true));
}

#[test]
fn sends_on_one_channel_are_dependent() {
    let text = "chan q = [2] of { byte };
        active proctype R() { byte x; q?x; assert(x == 2) } active proctype P() { q!1 } active proctype Q() { q!2 }";
    assert_eq!(broken(text, Some(Weakness::IndependentSends), true), (true, true));
}

#[test]
fn what_is_not_possible_yet_is_looked_at() {
    let text = "byte g; active proctype Q() { g = 1 } active proctype A() { if :: g == 1 -> assert(false) :: skip fi }";
    assert_eq!(broken(text, Some(Weakness::NothingAwaited), true), (true, true));
}

#[test]
fn conditions_on_channels_are_looked_at() {
    let text = "chan q = [1] of { byte };
        active proctype B() { if :: empty(q) -> assert(false) :: nempty(q) fi } active proctype A() { q!1 }";
    assert_eq!(broken(text, Some(Weakness::NoPolls), true), (true, true));
}

#[test]
fn a_timeout_depends_on_everybody() {
    let text = "active proctype B() { timeout -> assert(false) }
        active proctype A() { byte y; timeout; do :: y = 1 - y od }";
    assert_eq!(broken(text, Some(Weakness::TimeoutFree), true), (true, true));
}

#[test]
fn a_set_is_not_empty() {
    let text = "active proctype A() { byte x; x = 1; assert(false) } active proctype B() { byte x; x = 1 }
        active proctype C() { byte x; x == 1 }";
    assert_eq!(broken(text, Some(Weakness::EmptySets), false), (true, true));
}

#[test]
fn nothing_is_put_off_for_ever() {
    let text = "active proctype B() { assert(false) } active proctype A() { byte y; do :: y = 1 - y od }";
    // The sets are persistent: it is the search that must not take the same process for ever.
    assert_eq!(broken(text, None, false), (true, false));
}

#[test]
fn what_never_ends_may_begin() {
    // Of an `atomic` that goes round for ever no step is told, until another process gives it a way out.
    states(
        "byte x, z; active proctype A() { atomic { z < 2; do :: x == 0 :: x == 1 -> assert(false) od } }
        active proctype B() { x = 1 } active proctype C() { z = 1 }",
    );
}

#[test]
fn ways_that_meet_are_both_looked_at() {
    // Both alternatives lead to one state, and only one of them is told; `B` makes them different.
    states(
        "byte x, y; active proctype A() { byte a; atomic { if :: a = 0 :: a = x fi; y = 1 }; assert(a == 0) }
        active proctype B() { x = 1 }",
    );
}

#[test]
fn rendezvous_and_readiness() {
    states("chan c = [0] of { byte };
        active proctype S() { if :: c!1 :: else -> assert(false) fi } active proctype R() { byte x; x = 1; c?x; assert(x == 0) }");
    states("chan c = [0] of { byte }; chan d = [0] of { byte }; byte g;
        active proctype S() { atomic { g = 1; c!1; g = 2 }; assert(g == 2) }
        active proctype R() { byte x; x = 1; atomic { c?x; d!x; x = 3 } } active proctype T() { byte x; d?x; assert(g == 1) }");
    states("chan c = [0] of { byte }; byte g;
        active [2] proctype S() { c!_pid } active [2] proctype R() { byte x; c?x; g = x } active proctype W() { c?eval(g) }");
}

#[test]
fn processes_come_and_go() {
    states(
        "byte n; proctype P(byte k) { byte x; x = k; n = n + k } init { run P(1); run P(2); n = 7; run P(3); assert(n != 9) }",
    );
    // A new process may stand ready to receive.
    states(
        "chan c = [0] of { byte }; proctype R() { byte x; c?x } init { byte x; x = 1; run R() }
        active proctype S() { byte x; x = 1; if :: c!1 :: else -> assert(false) fi }",
    );
    states("active proctype P() { byte x; x = _nr_pr; assert(x != 2) } active proctype Q() { byte x; x = 1; x = 2 }
        active proctype R() { skip }");
    states(
        "chan out = [1] of { chan };
        proctype S(chan c) { chan own = [1] of { byte }; out!own; own!1; c?1 }
        active proctype M() { chan a = [1] of { byte }; chan x; run S(a); out?x; x?1; a!1 }",
    );
}

#[test]
fn unless_and_merged_steps() {
    states("byte x; active proctype P() { byte a; { a = 1; a = 2; a = 3; assert(x == 0) } unless { x == 1 -> a = 9 } }
        active proctype Q() { x = 1; x = 2; x = 0 }");
    states("byte x; chan q = [1] of { byte }; active [2] proctype P() { byte a; d_step { q?a; x = a }; q!a; assert(x != 2) }
        active proctype Q() { q!1; atomic { x = 2; q!2; x = 0 } }");
}

#[test]
fn a_trace_orders_what_it_watches() {
    states("chan a = [2] of { byte }; chan b = [2] of { byte }; chan c = [2] of { byte };
        trace { do :: a!1; b!1 od }
        active proctype P() { a!1; c!1 } active proctype Q() { b!1; c!2 } active proctype R() { byte x; a?x; b?x }");
}
