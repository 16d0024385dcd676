//! The check of what was stored: it accepts what holds, and nothing that has been tampered with.

mod kit;

use lazy::{Annotated, Config, Uncertified, certify, explore_and_keep, translate};
use program::Interpreter;

const MOST: usize = 100_000;

fn stored(interpreter: &Interpreter) -> (lazy::Translation, Vec<Annotated>) {
    let translation = translate(interpreter).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (_, stored) = explore_and_keep(&translation.system, Config::default());
    (translation, stored)
}

#[test]
fn what_holds_is_certified_and_what_is_missing_is_missed() {
    for (name, defines) in [
        ("lazy/prioritised_mutex.pml", &["N=4"][..]),
        ("lazy/resource_controller.pml", &["CLASSES=2", "SIZE=2"]),
        ("lazy/privileged_scheduler.pml", &["N=4"]),
        ("lazy/readers_writers_asymmetric.pml", &[]),
    ] {
        let interpreter = kit::interpreter(&kit::model(name), defines, promela::Reduction::Spin);
        let (translation, stored) = stored(&interpreter);
        let certified = certify(&interpreter, &translation, &stored, MOST);
        assert!(certified.as_ref().is_ok_and(|&states| states > stored.len()), "{name}: {certified:?}");
        assert_eq!(certify(&interpreter, &translation, &stored, 3), Err(Uncertified::TooMany), "{name}");
        let mut missed = 0;
        for left_out in 0..stored.len() {
            let mut rest = stored.clone();
            rest.remove(left_out);
            let outcome = certify(&interpreter, &translation, &rest, MOST);
            assert!(
                !matches!(outcome, Err(Uncertified::Wrong(_) | Uncertified::TooMany)),
                "{name}: {outcome:?}"
            );
            missed += usize::from(outcome.is_err());
        }
        // Some states are subsumed by others that were reached later.
        assert!(2 * missed > stored.len(), "{name}: {missed} of {}", stored.len());
    }
}

#[test]
fn what_is_violated_is_not_certified() {
    let text = kit::model("lazy/prioritised_mutex.pml");
    let interpreter = kit::interpreter(&text, &["N=4", "CLAIM=1"], promela::Reduction::Spin);
    let translation = translate(&interpreter).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (_, stored) = explore_and_keep(&translation.system, Config { all_errors: true, ..Config::default() });
    let outcome = certify(&interpreter, &translation, &stored, MOST);
    assert_eq!(outcome, Err(Uncertified::Wrong(program::FaultKind::Assertion)));
}
