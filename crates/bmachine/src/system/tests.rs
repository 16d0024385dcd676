//! Traces made wrong on purpose are not shown.

use super::*;
use crate::compose::NoFiles;

/// Three steps lead to a state that breaks the invariant; `jump` breaks an ASSERT after one.
const TEXT: &str = "MACHINE m SETS S CONSTANTS c PROPERTIES c <: S VARIABLES n, a
    INVARIANT n : NAT & a <: S & n < 3
    INITIALISATION n := 0 || a := {}
    OPERATIONS
      up = PRE n < 3 THEN n := n + 1 END;
      take(x) = PRE x : S - a THEN a := a \\/ {x} END;
      jump = SELECT n = 1 THEN ASSERT a = {} THEN n := 0 END END
    END";

fn explored(method: Method, text: &str) -> (Machine, Report) {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    let machine = load(&mut sources, file, &mut NoFiles, Options::default(), method)
        .unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut config = Config { all_errors: true, ..Config::default() };
    let (report, _) = search(&machine, method, &mut config);
    (machine, report)
}

fn only(report: &Report, machine: &Machine, kind: Kind) -> Report {
    let mut own = report.clone();
    own.violations.retain(|found| machine.site(found.violation).is_some_and(|site| site.kind == kind));
    assert_eq!(own.violations.len(), 1, "{kind:?}");
    own
}

/// Is there no verdict because of this step?
fn is_refused(machine: &Machine, method: Method, report: &Report, step: usize) -> bool {
    matches!(outcome(machine, method, report), Outcome::Undecided(Reason::NotRepeated(own)) if own.step == step)
}

#[test]
fn what_was_found_is_repeated() {
    for &method in Method::ALL {
        let (machine, report) = explored(method, TEXT);
        for (kind, steps) in [(Kind::Invariant, 5), (Kind::Broken, 5)] {
            let Outcome::Violated(found) = outcome(&machine, method, &only(&report, &machine, kind)) else {
                panic!("{} {kind:?}", method.name())
            };
            assert_eq!(
                (found.kind, found.steps.len()),
                (kind, steps),
                "{}: {:?}",
                method.name(),
                found.steps
            );
            let setups = found.steps.iter().filter(|step| step.operation == "INITIALISATION").count();
            assert_eq!(setups, 1, "{}", method.name());
        }
    }
}

#[test]
fn wrong_traces_are_not_shown() {
    for &method in Method::ALL {
        let (machine, report) = explored(method, TEXT);
        let right = only(&report, &machine, Kind::Invariant);
        let tampered = |change: &dyn Fn(&mut Vec<Vec<u8>>)| {
            let mut wrong = right.clone();
            change(&mut wrong.violations[0].path.states);
            wrong
        };
        // A step left out, the start left out, a state that nothing leads to, an end that shows nothing.
        let missing = tampered(&|states| drop(states.remove(2)));
        assert!(is_refused(&machine, method, &missing, 3), "{}", method.name());
        let headless = tampered(&|states| drop(states.remove(0)));
        assert!(is_refused(&machine, method, &headless, 1), "{}", method.name());
        let shuffled = tampered(&|states| states.swap(2, 3));
        assert!(is_refused(&machine, method, &shuffled, 3), "{}", method.name());
        let early = tampered(&|states| drop(states.pop()));
        assert!(is_refused(&machine, method, &early, 5), "{}", method.name());
    }
}

#[test]
fn a_wrong_fault_is_not_shown() {
    let (machine, report) = explored(Method::Auto, TEXT);
    let [mut invariant, mut broken] =
        [Kind::Invariant, Kind::Broken].map(|kind| only(&report, &machine, kind));
    std::mem::swap(&mut invariant.violations[0].violation, &mut broken.violations[0].violation);
    assert!(matches!(
        outcome(&machine, Method::Auto, &invariant),
        Outcome::Undecided(Reason::NotRepeated(_))
    ));
    assert!(matches!(outcome(&machine, Method::Auto, &broken), Outcome::Undecided(Reason::NotRepeated(_))));
}

#[test]
fn steps_are_counted_once() {
    let (plain, _) = explored(Method::None, TEXT);
    let fired = |machine: &Machine| coverage(machine).iter().map(|(_, count)| *count).sum::<u64>();
    let (machine, report) = explored(Method::None, TEXT);
    // Setting up and initialising are no operations; a step that breaks something is one.
    let initial = machine.setups.len() as u64;
    assert_eq!(fired(&machine), report.statistics.transitions - initial);
    assert_eq!(fired(&machine), fired(&plain));
    let _ = outcome(&machine, Method::None, &report);
    assert_eq!(fired(&machine), fired(&plain), "telling a counterexample fires nothing");
}
