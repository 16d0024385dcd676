//! Random programs that are hard to translate: what is not refused must be explored exactly. QUOTIENT_WILD_PROGRAMS sets how
//! many programs are compared, QUOTIENT_WILD_SEED where to begin.

mod kit;

use std::collections::BTreeMap;

use lazy::reference::{Comparison, compare};

/// Larger programs are left out.
const MOST_STATES: usize = 1500;

fn asked(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn what_is_translated_is_explored_exactly() {
    use promela::Reduction::{None, Sound, Spin};
    let (first, programs) = (asked("QUOTIENT_WILD_SEED", 0), asked("QUOTIENT_WILD_PROGRAMS", 400));
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut failures = 0;
    for seed in first..first + programs {
        let text = kit::wild::program(seed);
        for level in [None, Spin, Sound] {
            let subsumption = (seed / 3) % 2 == 0;
            let outcome = match compare(&kit::interpreter(&text, &[], level), subsumption, MOST_STATES) {
                Comparison::Same { annotated, concrete } if annotated < concrete as u64 => "reduced".into(),
                Comparison::Same { .. } => "the same".into(),
                Comparison::Refused(refusal) => refusal.to_string(),
                Comparison::TooLarge => "too large".into(),
                Comparison::Different(why) => {
                    failures += 1;
                    println!("seed {seed} at {level:?}, subsumption {subsumption}: {why}\n{text}");
                    "different".into()
                }
            };
            *counts.entry(outcome).or_default() += 1;
        }
    }
    println!("{counts:#?}");
    assert_eq!(failures, 0, "programs with differences");
    let count = |key: &str| counts.get(key).copied().unwrap_or(0);
    assert!(count("reduced") > programs / 5 && count("the same") > 0, "{counts:?}");
}
