//! Checks that are lied to: every lie about a counterexample, an orbit, a representative or a symmetry must be noticed.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use diagnostics::SourceMap;
use program::{Counterexample, Fault, FaultKind, Interpreter, Layout, Pid, ReferenceCells};
use promela::preprocess::{Included, Loader};
use witness::{Ending, Mismatch, Orbits, Trials, agree_on_successors, reach, replay, retell, retell_merged};

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn interpreter(text: &str) -> Interpreter {
    let mut sources = SourceMap::new();
    let file = sources.add("model", text.to_string());
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &[]);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    let program = promela::lower(&model, &sources, promela::Reduction::None);
    Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}

/// Two counters, of which each process raises one.
const COUNTERS: &str = "byte a, b;
    active proctype P() { end: do :: atomic { a < 2 -> a++ } od }
    active proctype Q() { end: do :: atomic { b < 2 -> b++ } od }";

/// The same, and somebody who says that they never have both come to their end.
const VIOLATED: &str = "byte a, b;
    active proctype P() { end: do :: atomic { a < 2 -> a++ } od }
    active proctype Q() { end: do :: atomic { b < 2 -> b++ } od }
    active proctype R() { assert(a + b < 4) }";

/// The bytes of both counters: what the first step of each process changes.
fn counters(interpreter: &Interpreter) -> (usize, usize) {
    let initial = interpreter.initial().expect("it starts");
    let place = |pid: u8| {
        let steps = interpreter.expand(&initial).steps;
        let step = steps.into_iter().find(|step| step.moves[0].pid == Pid(pid)).expect("a step");
        let state = step.state.expect("a state");
        let changed: Vec<usize> = (0..state.len()).filter(|&i| state[i] != initial[i]).collect();
        assert_eq!(changed.len(), 1, "only its counter changes");
        changed[0]
    };
    (place(0), place(1))
}

/// The states of a shortest run, up to the one from which a step violates an assertion.
fn path_to_assertion(interpreter: &Interpreter) -> Vec<Vec<u8>> {
    let initial = interpreter.initial().expect("it starts");
    let mut parents: HashMap<Vec<u8>, Option<Vec<u8>>> = HashMap::from([(initial.clone(), None)]);
    let mut queue = VecDeque::from([initial]);
    while let Some(state) = queue.pop_front() {
        for step in interpreter.expand(&state).steps {
            if step.fault.is_some_and(|fault| fault.kind == FaultKind::Assertion) {
                let mut path = vec![state];
                while let Some(Some(parent)) = parents.get(&path[path.len() - 1]) {
                    path.push(parent.clone());
                }
                path.reverse();
                return path;
            }
            let Some(next) = step.state else { continue };
            if !parents.contains_key(&next) {
                parents.insert(next.clone(), Some(state.clone()));
                queue.push_back(next);
            }
        }
    }
    panic!("the assertion is never violated")
}

const ASSERTION: Ending = Ending::Fault(FaultKind::Assertion, None);

/// The step at which a path is found not to be a run; `None` if it is one.
fn mismatch(interpreter: &Interpreter, path: &[Vec<u8>], ending: Ending) -> Option<usize> {
    let result = replay(interpreter, path, ending, &mut |state, stored| state == stored);
    result.err().map(|mismatch| mismatch.step)
}

#[test]
fn a_path_that_is_no_run_is_not_repeated() {
    let interpreter = interpreter(VIOLATED);
    let path = path_to_assertion(&interpreter);
    let (a, _) = counters(&interpreter);
    assert_eq!(path.len(), 5);
    assert_eq!(mismatch(&interpreter, &path, ASSERTION), None);
    for at in 1..path.len() - 1 {
        let (mut missing, mut twice, mut altered) = (path.clone(), path.clone(), path.clone());
        missing.remove(at);
        twice.insert(at, path[at].clone());
        altered[at][a] ^= 0x40;
        assert_eq!(mismatch(&interpreter, &missing, ASSERTION), Some(at - 1), "without state {at}");
        assert_eq!(mismatch(&interpreter, &twice, ASSERTION), Some(at), "state {at} twice");
        assert_eq!(mismatch(&interpreter, &altered, ASSERTION), Some(at - 1), "state {at} altered");
    }
    assert_eq!(mismatch(&interpreter, &path[1..], ASSERTION), Some(0), "another initial state");
    assert_eq!(mismatch(&interpreter, &[], ASSERTION), Some(0), "no state at all");
}

#[test]
fn an_ending_that_does_not_happen_is_not_repeated() {
    let interpreter = interpreter(VIOLATED);
    let path = path_to_assertion(&interpreter);
    let last = path.len() - 1;
    let division = FaultKind::DivisionByZero;
    let others = [Ending::InvalidEnd, Ending::Fault(division, None), Ending::Claim(FaultKind::Assertion)];
    for ending in others {
        assert_eq!(mismatch(&interpreter, &path, ending), Some(last), "{ending:?}");
    }
    assert_eq!(mismatch(&interpreter, &path[..last], ASSERTION), Some(last - 1), "a step too early");
}

/// Representatives have the smaller counter first.
#[test]
fn a_path_of_states_that_represent_nothing_is_not_repeated() {
    let interpreter = interpreter(VIOLATED);
    let (a, b) = counters(&interpreter);
    let sorted = |state: &[u8]| {
        let mut state = state.to_vec();
        if state[a] > state[b] {
            state.swap(a, b);
        }
        state
    };
    let run = path_to_assertion(&interpreter);
    let path: Vec<Vec<u8>> = run.iter().map(|state| sorted(state)).collect();
    let mut represents = |state: &[u8], stored: &[u8]| sorted(state) == stored;
    assert!(replay(&interpreter, &path, ASSERTION, &mut represents).is_ok());
    let mut others = 0;
    for at in 1..path.len() {
        let mut other = path.clone();
        other[at].swap(a, b);
        let is_same = other[at] == path[at];
        others += usize::from(!is_same);
        let result = replay(&interpreter, &other, ASSERTION, &mut represents);
        assert_eq!(result.is_ok(), is_same, "the other state of orbit {at}");
    }
    assert!(others > 0, "some orbits have two states");
    assert!(replay(&interpreter, &path, ASSERTION, &mut |_, _| false).is_err());
    // Even if everything is said to represent everything, the end must happen.
    let ending = Ending::Fault(FaultKind::DivisionByZero, None);
    assert!(replay(&interpreter, &path, ending, &mut |_, _| true).is_err());
}

type Retell = fn(&Interpreter, &Counterexample) -> Result<Counterexample, Mismatch>;

#[test]
fn a_run_that_was_changed_is_not_retold() {
    let interpreter = interpreter(VIOLATED);
    let path = path_to_assertion(&interpreter);
    let told = replay(&interpreter, &path, ASSERTION, &mut |state, stored| state == stored);
    let told = told.expect("it is repeated");
    for tell in [retell as Retell, retell_merged as Retell] {
        let again = tell(&interpreter, &told).expect("the right run is retold");
        assert_eq!((again.fault, again.steps.len()), (told.fault, told.steps.len()));
        let mut lies = Vec::new();
        for at in 0..told.steps.len() {
            let (mut missing, mut by_another) = (told.clone(), told.clone());
            missing.steps.remove(at);
            by_another.steps[at].by.pid = Pid((told.steps[at].by.pid.0 + 1) % 3);
            lies.extend([missing, by_another]);
        }
        let mut another_kind = told.clone();
        another_kind.fault = told.fault.map(|fault| Fault { kind: FaultKind::DivisionByZero, ..fault });
        let mut no_fault = told.clone();
        no_fault.fault = None;
        lies.extend([another_kind, no_fault]);
        for (number, lie) in lies.iter().enumerate() {
            assert!(tell(&interpreter, lie).is_err(), "lie {number}");
        }
    }
}

#[test]
fn what_is_no_symmetry_has_no_orbits() {
    let interpreter = interpreter(COUNTERS);
    let (a, b) = counters(&interpreter);
    let reached = reach(&interpreter, 100, &mut |_| ()).expect("few states").states;
    assert_eq!(reached.len(), 9);
    assert!(reach(&interpreter, 8, &mut |_| ()).is_none(), "more than were allowed");
    let swap = |state: &[u8]| {
        let mut state = state.to_vec();
        state.swap(a, b);
        state
    };
    let orbits = Orbits::new(&reached, 1, &mut |_, state| Some(swap(state))).expect("a symmetry");
    assert_eq!(orbits.count(), 6);
    assert!(Orbits::new(&reached, 1, &mut |_, _| None).is_err(), "no image at all");
    let (one, other) = (&reached[1], swap(&reached[1]));
    assert!(*one != other && orbits.same(one, &other) && !orbits.same(one, &reached[0]));
    let mut sort = |state: &mut Vec<u8>| {
        if state[a] > state[b] {
            state.swap(a, b);
        }
    };
    assert_eq!(orbits.represented(one, other.clone(), true, &mut sort), Ok(()));
    assert_eq!(orbits.represented(one, other.clone(), false, &mut |_| ()), Ok(()));
    assert!(orbits.represented(one, other.clone(), true, &mut |_| ()).is_err(), "two representatives");
    let merged = orbits.represented(one, other, true, &mut |state| state.clone_from(&reached[0]));
    assert!(merged.is_err(), "a representative in another orbit");
    let differ = agree_on_successors(&interpreter, &reached[0], &mut sort, &mut |_| ());
    assert!(differ.is_err(), "two canonicalisers that differ");
    assert_eq!(agree_on_successors(&interpreter, &reached[0], &mut |_| (), &mut |_| ()), Ok(()));
}

#[test]
fn what_does_not_commute_with_the_steps_is_not_respected() {
    let respected = |text: &str, image: fn(&mut Vec<u8>, usize, usize)| {
        let interpreter = interpreter(text);
        let (a, b) = counters(&interpreter);
        let starts = [interpreter.initial().expect("it starts")];
        Trials::new(&interpreter, &starts, 100, usize::MAX).respects(&mut |state| {
            let mut state = state.to_vec();
            image(&mut state, a, b);
            Some(state)
        })
    };
    assert!(respected(COUNTERS, |state, a, b| state.swap(a, b)));
    assert!(!respected(COUNTERS, |state, a, _| state[a] = 2 - state[a]), "it counts down");
    assert!(!respected(COUNTERS, |state, a, b| state[b] = state[a]), "it forgets a counter");
    let further = COUNTERS.replace("b < 2", "b < 3");
    assert!(!respected(&further, |state, a, b| state.swap(a, b)), "one counts further");
    let looks = COUNTERS.replace("b < 2", "b < 2 && a < 2");
    assert!(!respected(&looks, |state, a, b| state.swap(a, b)), "one looks at the other");
    let counters = interpreter(COUNTERS);
    let starts = [counters.initial().expect("it starts")];
    assert!(!Trials::new(&counters, &starts, 100, usize::MAX).respects(&mut |_| None), "no image");
    let nothing = Trials::new(&counters, &[], 0, 0).respects(&mut |state| Some(state.to_vec()));
    assert!(!nothing, "tried on nothing");
}
