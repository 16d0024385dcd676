//! Families of formulas that grow: sizes are as the literature has them, and what is too large says so.

mod oracle;

use oracle::Names;
use property::{Limits, Logic, TooLarge};

/// The numbers of states of the generalised and of the ordinary automaton.
fn sizes(text: &str) -> (usize, usize) {
    let mut logic = Logic::new();
    let formula = oracle::parse(&mut logic, text, &mut Names::default());
    let generalised = logic.automaton(formula, Limits::default()).expect("small");
    let ordinary = logic.buchi_automaton(formula, Limits::default()).expect("small");
    (generalised.len(), ordinary.len())
}

fn joined(count: usize, part: impl Fn(usize) -> String, operator: &str) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(operator)
}

#[test]
fn conjunctions_of_recurrence_have_one_state() {
    let recurring = |n| joined(n, |i| format!("[]<> p{i}"), " && ");
    assert_eq!(sizes(&recurring(8)), (1, 9));
}

#[test]
fn conjunctions_of_eventualities_have_a_state_for_each_subset() {
    let reached = |n| joined(n, |i| format!("<> p{i}"), " && ");
    assert_eq!(sizes(&reached(6)), (64, 64));
}

/// Gastin and Oddoux (CAV 2001): θ(n), response under n assumptions of fairness, negated as for model
/// checking.
#[test]
fn response_under_fairness() {
    let negated = |n| format!("!(({}) -> [] (q -> <> r))", joined(n, |i| format!("[]<> p{i}"), " && "));
    for n in 1..9 {
        assert_eq!(sizes(&negated(n)), (2, n + 2));
    }
}

#[test]
fn nested_untils_have_a_state_for_each() {
    let right = |n: usize| format!("{}p{n}{}", joined(n, |i| format!("p{i} U ("), ""), ")".repeat(n));
    assert_eq!(sizes(&right(8)), (9, 9));
}

/// Too large for simulation, and merged all the same.
#[test]
fn many_states() {
    let reached = joined(9, |i| format!("<> p{i}"), " && ");
    assert_eq!(sizes(&reached), (512, 512));
}

/// Equivalences in a row share their parts; whoever walks through them as a tree takes exponential time.
#[test]
fn long_equivalences() {
    let parity = joined(10, |i| format!("p{i}"), " <-> ");
    assert_eq!(sizes(&format!("[] ({parity})")), (1, 1));
    let recurring = joined(24, |_| "[]<> p0".to_owned(), " <-> ");
    assert_eq!(sizes(&format!("{recurring} <-> p1")), (2, 2));
}

#[test]
fn what_is_too_large_is_refused() {
    let text = joined(16, |i| format!("<> (p{i} && X <> q{i})"), " && ");
    let mut logic = Logic::new();
    let formula = oracle::parse(&mut logic, &text, &mut Names::default());
    assert_eq!(logic.automaton(formula, Limits { states: 500, edges: 10_000 }), Err(TooLarge));
}
