//! The formulas of the literature: sizes of automata beside those of `spin -f` and `lbt`, and that all mean the same.

mod oracle;

use std::time::Duration;

use oracle::Names;
use property::{Automaton, Limits, Logic};

/// SPIN needs minutes for a few of the formulas.
const LONGEST: Duration = Duration::from_secs(5);

struct Row {
    name: String,
    generalised: usize,
    ordinary: usize,
    spin: Option<usize>,
    lbt: Option<usize>,
}

#[test]
fn automata_are_small() {
    let spin = oracle::is_there("spin");
    let lbt = oracle::is_there("lbt");
    let mut rows = Vec::new();
    for line in include_str!("literature.txt").lines().filter(|line| !line.starts_with('#')) {
        let (name, text) = line.split_once(": ").expect("a name and a formula");
        let mut logic = Logic::new();
        let formula = oracle::parse(&mut logic, text, &mut Names::default());
        let negation = logic.negation(formula);
        let generalised = logic.automaton(formula, Limits::default()).expect("small");
        let ordinary = logic.buchi_automaton(formula, Limits::default()).expect("small");
        let opposite = logic.buchi_automaton(negation, Limits::default()).expect("small");
        disjoint(&mut logic, &generalised, &opposite, name);
        disjoint(&mut logic, &ordinary, &opposite, name);
        rows.push(Row {
            name: name.to_owned(),
            generalised: generalised.len(),
            ordinary: ordinary.len(),
            spin: None,
            lbt: None,
        });
        let row = rows.last_mut().expect("a row");
        if spin {
            row.spin = sized(&mut logic, &opposite, name, |l| oracle::spin_automaton(l, formula, LONGEST));
        }
        if lbt {
            row.lbt = sized(&mut logic, &opposite, name, |l| oracle::lbt_automaton(l, formula, LONGEST));
        }
    }
    report(&rows);
}

/// The size of another translator's automaton, after it was compared with ours.
fn sized(
    logic: &mut Logic,
    opposite: &Automaton,
    name: &str,
    translate: impl FnOnce(&mut Logic) -> Option<Automaton>,
) -> Option<usize> {
    let other = translate(logic)?;
    disjoint(logic, &other, opposite, name);
    Some(other.len())
}

fn disjoint(logic: &mut Logic, automaton: &Automaton, opposite: &Automaton, name: &str) {
    let both = automaton.intersection(logic, opposite).expect("few acceptance sets");
    assert!(both.accepts_nothing(), "{name}: {:?}", both.accepted_word(logic));
}

fn report(rows: &[Row]) {
    println!("{:8} {:>11} {:>8} {:>6} {:>6}", "formula", "generalised", "ordinary", "spin", "lbt");
    let show = |size: Option<usize>| size.map_or_else(|| "-".to_owned(), |n| n.to_string());
    for row in rows {
        let (spin, lbt) = (show(row.spin), show(row.lbt));
        println!("{:8} {:>11} {:>8} {spin:>6} {lbt:>6}", row.name, row.generalised, row.ordinary);
    }
    let mut worst = Vec::new();
    for row in rows {
        for (oracle, size, ours) in [("spin", row.spin, row.ordinary), ("lbt", row.lbt, row.generalised)] {
            // At most 1.2 times as many, in whole numbers.
            if size.is_some_and(|size| ours * 5 > size * 6) {
                worst.push(format!("{} beside {oracle}: {ours}, {}", row.name, show(size)));
            }
        }
    }
    println!("larger: {worst:#?}");
}
