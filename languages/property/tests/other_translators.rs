//! Random formulas beside `spin -f` and `lbt`: the automata of a formula and of its negation, ours and theirs, have no
//! word in common, and ours are not larger in the median. `PROPERTY_FORMULAS=2000` compares that many.

mod oracle;
mod random;

use std::time::Duration;

use oracle::name;
use property::{Automaton, Formula, Limits, Logic};
use random::{Operators, Random};

/// Formulas for which another translator needs longer are left out.
const LONGEST: Duration = Duration::from_millis(500);

fn formulas() -> usize {
    std::env::var("PROPERTY_FORMULAS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

type Translate = fn(&mut Logic, Formula, Duration) -> Option<Automaton>;
type Own = fn(&mut Logic, Formula, Limits) -> Result<Automaton, property::TooLarge>;

fn compare(seed: u64, operators: Operators, own: Own, theirs: Translate) {
    let mut random = Random(seed);
    let mut sizes: Vec<(usize, usize)> = Vec::new();
    let mut larger = Vec::new();
    for _ in 0..formulas() {
        let mut logic = Logic::new();
        let (size, atoms) = (1 + random.below(7), 1 + u32::try_from(random.below(4)).expect("small"));
        let formula = random.formula(&mut logic, size, atoms, operators);
        let negation = logic.negation(formula);
        let pair =
            |logic: &mut Logic, f| Some((own(logic, f, Limits::default()).ok()?, theirs(logic, f, LONGEST)?));
        let (Some(yes), Some(no)) = (pair(&mut logic, formula), pair(&mut logic, negation)) else { continue };
        for (a, b) in [(&yes.0, &no.1), (&yes.1, &no.0), (&yes.0, &no.0), (&yes.1, &no.1)] {
            let both = a.intersection(&mut logic, b).expect("few sets").accepted_word(&logic);
            assert_eq!(both, None, "{}", logic.show(formula, &name));
        }
        for ((ours, other), f) in [(yes, formula), (no, negation)] {
            sizes.push((ours.len(), other.len()));
            if ours.len() * 5 > other.len() * 6 {
                larger.push(format!("{}: {} and {}", logic.show(f, &name), ours.len(), other.len()));
            }
        }
    }
    assert!(sizes.len() * 10 >= formulas() * 2 * 6, "only {} automata were compared", sizes.len());
    let mut ours: Vec<usize> = sizes.iter().map(|s| s.0).collect();
    let mut others: Vec<usize> = sizes.iter().map(|s| s.1).collect();
    ours.sort_unstable();
    others.sort_unstable();
    let middle = sizes.len() / 2;
    println!("{} automata, {} and {} states in the median", sizes.len(), ours[middle], others[middle]);
    println!("{} and {} states in all", ours.iter().sum::<usize>(), others.iter().sum::<usize>());
    println!("larger by a fifth or more: {larger:#?}");
    assert!(ours[middle] <= others[middle]);
    assert!(larger.len() * 100 <= sizes.len(), "{larger:#?}");
}

#[test]
fn spin() {
    if oracle::is_there("spin") {
        compare(21, Operators::WithoutNext, Logic::buchi_automaton, oracle::spin_automaton);
    }
}

#[test]
fn lbt() {
    if oracle::is_there("lbt") {
        compare(22, Operators::Future, Logic::automaton, oracle::lbt_automaton);
    }
}
