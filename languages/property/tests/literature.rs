//! The formulas of the literature: sizes of automata beside those of `spin -f` and `lbt`, and that all mean the same.
//!
//! `cargo test -p property --test literature -- --nocapture` prints the table.

mod oracle;

use std::time::Duration;

use oracle::Names;
use property::{Automaton, Limits, Logic};

/// SPIN needs minutes for a few of the formulas; these have no number in the table.
const LONGEST: Duration = Duration::from_secs(1);

struct Row {
    name: String,
    /// States of the generalised automaton, with marks on edges.
    generalised: usize,
    /// States of the ordinary one, with accepting states.
    ordinary: usize,
    spin: Option<usize>,
    lbt: Option<usize>,
}

#[test]
fn automata_are_small() {
    let (spin, lbt) = (oracle::is_there("spin"), oracle::is_there("lbt"));
    let mut rows = Vec::new();
    for line in include_str!("literature.txt").lines().filter(|line| !line.starts_with('#')) {
        let (head, text) = line.split_once(": ").expect("a name and a formula");
        let mut head = head.split(", ");
        let name = head.next().expect("a name");
        let mut known = || head.next().and_then(|n| n.parse::<usize>().ok()).expect("a size");
        let mut logic = Logic::new();
        let formula = oracle::parse(&mut logic, text, &mut Names::default());
        let negation = logic.negation(formula);
        let generalised = logic.automaton(formula, Limits::default()).expect("small");
        let ordinary = logic.buchi_automaton(formula, Limits::default()).expect("small");
        let opposite = logic.automaton(negation, Limits::default()).expect("small");
        disjoint(&mut logic, &generalised, &opposite, name);
        disjoint(&mut logic, &ordinary, &opposite, name);
        assert!(generalised.len() <= known() && ordinary.len() <= known(), "{name} has become larger");
        let mut sized = |there: bool, translate: fn(&mut Logic, _, _) -> _| {
            let other: Automaton = there.then(|| translate(&mut logic, formula, LONGEST)).flatten()?;
            disjoint(&mut logic, &other, &opposite, name);
            Some(other.len())
        };
        let (spin, lbt) = (sized(spin, oracle::spin_automaton), sized(lbt, oracle::lbt_automaton));
        let (generalised, ordinary) = (generalised.len(), ordinary.len());
        rows.push(Row { name: name.to_owned(), generalised, ordinary, spin, lbt });
    }
    assert_eq!(rows.len(), 94);
    print(&rows);
    compare("spin", rows.iter().filter_map(|row| Some((&*row.name, row.ordinary, row.spin?))).collect());
    compare("lbt", rows.iter().filter_map(|row| Some((&*row.name, row.generalised, row.lbt?))).collect());
}

fn disjoint(logic: &mut Logic, automaton: &Automaton, opposite: &Automaton, name: &str) {
    let both = automaton.intersection(logic, opposite).expect("few acceptance sets");
    assert!(both.accepts_nothing(), "{name}: {:?}", both.accepted_word(logic));
}

fn print(rows: &[Row]) {
    println!("{:8} {:>11} {:>8} {:>6} {:>6}", "formula", "generalised", "ordinary", "spin", "lbt");
    let show = |size: Option<usize>| size.map_or_else(|| "-".to_owned(), |n| n.to_string());
    for row in rows {
        let (spin, lbt) = (show(row.spin), show(row.lbt));
        println!("{:8} {:>11} {:>8} {spin:>6} {lbt:>6}", row.name, row.generalised, row.ordinary);
    }
}

/// At most as many states in the median, and never more than 1.2 times as many.
fn compare(oracle: &str, sizes: Vec<(&str, usize, usize)>) {
    let larger: Vec<_> = sizes.iter().filter(|(_, ours, theirs)| ours * 5 > theirs * 6).collect();
    assert!(larger.is_empty(), "larger than those of {oracle}: {larger:?}");
    let median = |mut numbers: Vec<usize>| {
        numbers.sort_unstable();
        numbers.get(numbers.len() / 2).copied()
    };
    let ours = median(sizes.iter().map(|s| s.1).collect());
    let theirs = median(sizes.iter().map(|s| s.2).collect());
    println!("{oracle}: {} formulas, in the median {theirs:?} states and {ours:?} of ours", sizes.len());
    assert!(ours <= theirs);
}
