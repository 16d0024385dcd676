//! The check of what was stored: it accepts what holds, and nothing that has been tampered with.

mod kit;

use explorer::{Config, Report};
use lazy::system::{Action, Expr, Place, ProcessId, Target};
use lazy::{Annotated, Translation, Uncertified, certify, explore, translate};
use program::Interpreter;

const MOST: usize = 100_000;

/// What a search stores, once written as bytes and read again.
fn search(translation: &Translation, all_errors: bool) -> (Report, Vec<Annotated>) {
    let system = &translation.system;
    let (report, exploration) = explore(system, true, &mut Config { all_errors, ..Config::default() });
    let read = |annotated: &Annotated| Annotated::from_bytes(system, &annotated.to_bytes());
    let stored = exploration.stored();
    let again = stored.iter().map(read).collect::<Option<Vec<_>>>();
    assert_eq!(again.as_deref(), Some(&stored[..]));
    (report, stored)
}

fn stored(interpreter: &Interpreter) -> (Translation, Vec<Annotated>) {
    let translation = translate(interpreter).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (_, stored) = search(&translation, false);
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
        let certified = certify(&interpreter, &translation, &stored, MOST, &mut || None);
        assert!(
            certified.as_ref().is_ok_and(|invariant| invariant.states.len() > stored.len()),
            "{name}: {certified:?}"
        );
        let few = certify(&interpreter, &translation, &stored, 3, &mut || None);
        assert_eq!(few.err(), Some(Uncertified::TooMany), "{name}");
        let mut missed = 0;
        for left_out in 0..stored.len() {
            let mut rest = stored.clone();
            rest.remove(left_out);
            let outcome = certify(&interpreter, &translation, &rest, MOST, &mut || None);
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
    let (_, stored) = search(&translation, true);
    let outcome = certify(&interpreter, &translation, &stored, MOST, &mut || None);
    assert_eq!(outcome.err(), Some(Uncertified::Wrong(program::FaultKind::Assertion)));
}

/// Stores what a search of `misread` stores, and certifies it by the interpreter of `text`.
fn misread(text: &str, misread: &str) -> Result<(), Uncertified> {
    let level = promela::Reduction::None;
    let (translation, stored) = stored(&kit::interpreter(misread, &[], level));
    let interpreter = kit::interpreter(text, &[], level);
    // Which processes there are is numbered as it occurs.
    let _ = translate(&interpreter);
    certify(&interpreter, &translation, &stored, MOST, &mut || None).map(|_| ())
}

#[test]
fn faults_that_a_translation_leaves_out_are_found() {
    let array = Err(Uncertified::Wrong(program::FaultKind::ArrayIndex));
    let printed = kit::model("trust/lazy_printf.pml");
    assert_eq!(misread(&printed, &printed.replace("printf(\"%d\", a[i])", "skip")), array);
    let folded = kit::model("trust/lazy_fold.pml");
    assert_eq!(misread(&folded, &folded.replace("a[k] == 1 && 0", "0")), array);
    let truncated = kit::model("trust/lazy_truncated.pml");
    assert_eq!(misread(&truncated, &truncated), Ok(()));
    assert_eq!(misread(&truncated, &truncated.replace("x = 257", "x = 3")), Err(Uncertified::NotCovered));
}

#[test]
fn a_way_to_the_start_that_was_not_followed_is_found() {
    let text = kit::model("trust/lazy_choice_before.pml").replace("r == 1", "end1: r == 1");
    let interpreter = kit::interpreter(&text, &[], promela::Reduction::None);
    let (mut translation, stored) = stored(&interpreter);
    let result = certify(&interpreter, &translation, &stored, MOST, &mut || None);
    assert!(result.is_ok(), "{result:?}");
    translation.before.states = translation.before.way.clone();
    let result = certify(&interpreter, &translation, &stored, MOST, &mut || None);
    assert_eq!(result.err(), Some(Uncertified::NotCovered));
}

#[test]
fn wrong_annotations_are_found() {
    let text = kit::model("trust/lazy_truncated.pml");
    let interpreter = kit::interpreter(&text, &[], promela::Reduction::None);
    let (translation, right) = stored(&interpreter);
    let mut coarse = right.clone();
    for annotated in &mut coarse {
        let cells = std::mem::take(&mut annotated.cells);
        let of = |cell: &[ProcessId]| translation.system.processes[cell[0].index()];
        for cell in cells {
            match annotated.cells.iter_mut().find(|other| of(other) == of(&cell)) {
                Some(other) => other.extend(cell),
                None => annotated.cells.push(cell),
            }
        }
    }
    let result = certify(&interpreter, &translation, &coarse, MOST, &mut || None);
    assert_eq!(result.err(), Some(Uncertified::Wrong(program::FaultKind::Assertion)));

    let text = kit::model("lazy/prioritised_mutex.pml");
    let interpreter = kit::interpreter(&text, &["N=4"], promela::Reduction::None);
    let (translation, mut fine) = stored(&interpreter);
    for annotated in &mut fine {
        let all = std::mem::take(&mut annotated.cells).into_iter().flatten();
        annotated.cells = all.map(|process| vec![process]).collect();
    }
    let result = certify(&interpreter, &translation, &fine, MOST, &mut || None);
    assert_eq!(result.err(), Some(Uncertified::NotCovered));
}

#[test]
fn a_reason_to_stop_stops() {
    let text = kit::model("lazy/prioritised_mutex.pml");
    let interpreter = kit::interpreter(&text, &["N=4"], promela::Reduction::None);
    let (translation, stored) = stored(&interpreter);
    let mut looks = 0;
    let mut pause = || {
        looks += 1;
        (looks > 20).then(|| "enough".to_owned())
    };
    let result = certify(&interpreter, &translation, &stored, MOST, &mut pause);
    assert_eq!(result.err(), Some(Uncertified::Stopped("enough".into())));
}

/// A number of a process in a cell that the process owns does not move with the process. Takes it for one that does.
fn take_for_identifier(action: &mut Action, process: ProcessId) {
    match action {
        Action::Assign(Target::Cell(Place::Local(..)), value) if *value == Expr::Const(process.0.into()) => {
            *value = Expr::Process(process);
        }
        Action::Sequence(parts) | Action::Together(parts) => {
            parts.iter_mut().for_each(|part| take_for_identifier(part, process));
        }
        _ => {}
    }
}

#[test]
fn an_array_whose_elements_are_taken_for_identifiers_is_found() {
    let text = kit::model("trust/lazy_mixed_array.pml");
    let interpreter = kit::interpreter(&text, &[], promela::Reduction::None);
    let mut translation = translate(&interpreter).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (right, _) = search(&translation, false);
    assert!(!right.violations.is_empty());
    for (transitions, process) in translation.system.transitions.iter_mut().zip(0..) {
        transitions.iter_mut().for_each(|t| take_for_identifier(&mut t.action, ProcessId(process)));
    }
    let (deceived, stored) = search(&translation, false);
    assert!(deceived.violations.is_empty(), "the search is not deceived");
    let outcome = certify(&interpreter, &translation, &stored, MOST, &mut || None);
    assert!(matches!(outcome, Err(Uncertified::Wrong(_) | Uncertified::NotCovered)), "{outcome:?}");
}
