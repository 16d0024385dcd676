//! Traces made wrong on purpose are not shown.

use super::*;
use crate::compose::NoFiles;
use crate::machine::Options;

/// Three steps lead to a state that breaks the invariant; `jump` breaks an ASSERT after one.
const TEXT: &str = "MACHINE m SETS S CONSTANTS c PROPERTIES c <: S VARIABLES n, a
    INVARIANT n : NAT & a <: S & n < 3
    INITIALISATION n := 0 || a := {}
    OPERATIONS
      up = PRE n < 3 THEN n := n + 1 END;
      take(x) = PRE x : S - a THEN a := a \\/ {x} END;
      jump = SELECT n = 1 THEN ASSERT a = {} THEN n := 0 END END
    END";

fn read() -> BMachine {
    let mut sources = SourceMap::new();
    let file = sources.add("m", TEXT);
    BMachine::read(sources, file, &mut NoFiles, Options::default())
        .unwrap_or_else(|(_, problems)| panic!("{problems:?}"))
}

fn explored(read: &BMachine, method: Method) -> (MachineSystem<'_>, Report) {
    let mut system = MachineSystem::new(read, read.machine(method).expect("compiled"), method);
    let report = system.search(&mut Config { all_errors: true, ..Config::default() });
    (system, report)
}

fn only(report: &Report, system: &MachineSystem<'_>, kind: Kind) -> Found {
    let is_own = |found: &&Found| system.machine.site(found.violation).is_some_and(|site| site.kind == kind);
    let own: Vec<&Found> = report.violations.iter().filter(is_own).collect();
    assert_eq!(own.len(), 1, "{kind:?}");
    own[0].clone()
}

/// Is nothing shown because of this step?
fn is_refused(system: &mut MachineSystem<'_>, found: &Found, step: usize) -> bool {
    let refused = system.repeat(found).is_err_and(|mismatch| mismatch.step == step);
    refused && system.retrace(found).is_err()
}

#[test]
fn what_was_found_is_repeated() {
    let read = read();
    for method in Method::of(Language::B) {
        let (mut system, report) = explored(&read, method);
        for (kind, steps) in [(Kind::Invariant, 5), (Kind::Broken, 5)] {
            let trace = system.retrace(&only(&report, &system, kind)).expect("repeated");
            let found = (trace.violation.kind, trace.steps.len());
            assert_eq!(found, (kind_name(kind), steps), "{method}: {:?}", trace.steps);
            let starts = trace.steps.iter().filter(|step| step.process == "INITIALISATION").count();
            assert_eq!(starts, 1, "{method}");
        }
    }
}

#[test]
fn wrong_traces_are_not_shown() {
    let read = read();
    for method in Method::of(Language::B) {
        let (mut system, report) = explored(&read, method);
        let right = only(&report, &system, Kind::Invariant);
        let tampered = |change: &dyn Fn(&mut Vec<Vec<u8>>)| {
            let mut wrong = right.clone();
            change(&mut wrong.path.states);
            wrong
        };
        // A step left out, the start left out, a state that nothing leads to, an end that shows nothing.
        let missing = tampered(&|states| drop(states.remove(2)));
        assert!(is_refused(&mut system, &missing, 3), "{method}");
        let headless = tampered(&|states| drop(states.remove(0)));
        assert!(is_refused(&mut system, &headless, 1), "{method}");
        let shuffled = tampered(&|states| states.swap(2, 3));
        assert!(is_refused(&mut system, &shuffled, 3), "{method}");
        let early = tampered(&|states| drop(states.pop()));
        assert!(is_refused(&mut system, &early, 5), "{method}");
    }
}

#[test]
fn a_wrong_fault_is_not_shown() {
    let read = read();
    let (mut system, report) = explored(&read, Method::Auto);
    let [mut invariant, mut broken] =
        [Kind::Invariant, Kind::Broken].map(|kind| only(&report, &system, kind));
    std::mem::swap(&mut invariant.violation, &mut broken.violation);
    assert!(system.retrace(&invariant).is_err());
    assert!(system.retrace(&broken).is_err());
}

#[test]
fn steps_are_counted_once() {
    let read = read();
    let fired = |system: &MachineSystem<'_>| system.coverage().iter().map(|(_, count)| *count).sum::<u64>();
    let (mut system, report) = explored(&read, Method::None);
    // Setting up and initialising are no operations; a step that breaks something is one.
    let initial = system.machine.setups.len() as u64;
    assert_eq!(fired(&system), report.statistics.transitions - initial);
    let before = fired(&system);
    system.retrace(&only(&report, &system, Kind::Invariant)).expect("repeated");
    assert_eq!(fired(&system), before, "telling a counterexample fires nothing");
}
