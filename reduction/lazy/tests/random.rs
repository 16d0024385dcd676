//! Random almost symmetric programs: lazy exploration must represent exactly the states that plain exploration reaches,
//! and find every fault at its distance. QUOTIENT_LAZY_PROGRAMS sets how many programs are compared.

mod kit;

use lazy::reference::{Comparison, compare};

/// Larger programs are left out: the interpreter would take too long.
const MOST_STATES: usize = 20_000;

fn compare_many(seeds: std::ops::Range<u64>, level: promela::Reduction, subsumption: bool) {
    let (mut compared, mut reduced) = (0, 0);
    for seed in seeds.clone() {
        let text = kit::program(seed, 5);
        match compare(&kit::interpreter(&text, &[], level), subsumption, MOST_STATES) {
            Comparison::Same { annotated, concrete } => {
                compared += 1;
                reduced += usize::from(annotated < concrete as u64);
            }
            Comparison::Different(why) => panic!("seed {seed}: {why}\n{text}"),
            Comparison::Refused(refusal) => panic!("seed {seed}: {refusal}\n{text}"),
            Comparison::TooLarge => {}
        }
    }
    let all = (seeds.end - seeds.start) as usize;
    println!("{compared} of {all} programs compared, {reduced} reduced");
    assert!(compared >= all * 9 / 10, "only {compared} of {all} programs were compared");
    assert!(reduced >= all / 5, "only {reduced} of {all} programs were reduced");
}

#[test]
fn the_states_represented_are_those_reached() {
    let programs = std::env::var("QUOTIENT_LAZY_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    compare_many(0..programs * 2 / 3, promela::Reduction::None, true);
    compare_many(programs * 2 / 3..programs * 5 / 6, promela::Reduction::Spin, true);
    compare_many(programs * 5 / 6..programs, promela::Reduction::Sound, true);
}

#[test]
fn without_subsumption_too() {
    compare_many(10_000..10_100, promela::Reduction::None, false);
}
