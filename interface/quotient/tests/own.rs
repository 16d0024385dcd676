//! Rust types as systems: two-phase commit with participants that are alike.

use quotient::own::{Own, StateSymmetry, Steps, Transitions};
use quotient::{Method, Options, Outcome, Verdict, check_quietly};

/// One byte for each participant, the last for the coordinator.
struct Commit {
    participants: usize,
    /// The coordinator may decide before all have answered.
    hasty: bool,
    /// A generator that is no symmetry comes with the others: it exchanges a participant and the coordinator.
    wrong: bool,
}

const WORKING: u8 = 0;
const PREPARED: u8 = 1;
const COMMITTED: u8 = 2;
const ABORTED: u8 = 3;

impl Transitions for Commit {
    fn initial(&self) -> Vec<Vec<u8>> {
        vec![vec![WORKING; self.participants + 1]]
    }

    fn steps(&self, state: &[u8], out: &mut Steps<'_>) {
        let coordinator = self.participants;
        let mut go = |actor: usize, action: u16, to: u8| {
            let mut next = state.to_vec();
            next[actor] = to;
            out.push(actor as u16, action, &next);
        };
        let all_prepared = state[..coordinator].iter().all(|&p| p == PREPARED);
        if state[coordinator] == WORKING {
            if all_prepared || self.hasty {
                go(coordinator, 0, COMMITTED);
            }
            go(coordinator, 1, ABORTED);
        }
        for participant in 0..coordinator {
            match state[participant] {
                WORKING => {
                    go(participant, 0, PREPARED);
                    go(participant, 1, ABORTED);
                }
                PREPARED if state[coordinator] != WORKING => go(participant, 2, state[coordinator]),
                _ => {}
            }
        }
    }

    fn violation(&self, state: &[u8]) -> Option<String> {
        (state.contains(&COMMITTED) && state[..self.participants].contains(&ABORTED))
            .then(|| "some commit and some abort".into())
    }

    fn symmetries(&self) -> Vec<StateSymmetry> {
        let n = self.participants;
        let cycle: Vec<usize> = (0..n).map(|i| (i + 1) % n).chain([n]).collect();
        let mut exchange: Vec<usize> = (0..=n).collect();
        exchange.swap(0, 1);
        let mut wrong: Vec<usize> = (0..=n).collect();
        wrong.swap(0, n);
        let all = [Some(cycle), Some(exchange), self.wrong.then_some(wrong)];
        all.into_iter().flatten().filter_map(|places| StateSymmetry::new(&places)).collect()
    }
}

fn checked(system: Commit, method: Method, certify: bool) -> Outcome {
    let options = Options { method, certify, ..Options::default() };
    check_quietly(&Own::new(system), &options).expect("the method applies").0
}

fn right(participants: usize) -> Commit {
    Commit { participants, hasty: false, wrong: false }
}

#[test]
fn one_state_is_stored_for_each_orbit() {
    for participants in 2..=5 {
        let all = checked(right(participants), Method::None, false);
        let orbits = checked(right(participants), Method::Auto, false);
        assert_eq!((all.verdict, orbits.verdict), (Verdict::Holds, Verdict::Holds));
        assert!(orbits.symmetry.exact && orbits.symmetry.sound);
        let order: u64 = (2..=participants as u64).product();
        assert_eq!(orbits.symmetry.group_order, order.to_string());
        let expected = brute_force(participants);
        assert_eq!((all.states, orbits.states), expected, "{participants}");
    }
}

/// Reachable states, and how many are left when the bytes of participants are sorted.
fn brute_force(participants: usize) -> (u64, u64) {
    let system = right(participants);
    let mut states = system.initial();
    let mut at = 0;
    while at < states.len() {
        let state = states[at].clone();
        for next in successors(&system, &state) {
            if !states.contains(&next) {
                states.push(next);
            }
        }
        at += 1;
    }
    let sorted = states.iter().map(|state| {
        let mut own = state.clone();
        own[..participants].sort_unstable();
        own
    });
    (states.len() as u64, sorted.collect::<std::collections::BTreeSet<_>>().len() as u64)
}

/// The steps of the protocol once more, without the library.
fn successors(system: &Commit, state: &[u8]) -> Vec<Vec<u8>> {
    let n = system.participants;
    let with = |at: usize, to: u8| {
        let mut next = state.to_vec();
        next[at] = to;
        next
    };
    let mut all = Vec::new();
    if state[n] == WORKING {
        all.push(with(n, ABORTED));
        if state[..n].iter().all(|&p| p == PREPARED) {
            all.push(with(n, COMMITTED));
        }
    }
    for i in 0..n {
        match state[i] {
            WORKING => all.extend([with(i, PREPARED), with(i, ABORTED)]),
            PREPARED if state[n] != WORKING => all.push(with(i, state[n])),
            _ => {}
        }
    }
    all
}

#[test]
fn a_verdict_is_certified() {
    let outcome = checked(right(4), Method::Auto, true);
    assert!(outcome.certified, "{:?}", outcome.certificate);
}

#[test]
fn a_generator_that_is_no_symmetry_is_noticed_and_not_used() {
    let outcome = checked(Commit { wrong: true, ..right(3) }, Method::Auto, false);
    assert!(outcome.notices.iter().any(|notice| notice.contains("generator 3 is not used")));
    assert_eq!((outcome.verdict, outcome.symmetry.group_order.as_str()), (Verdict::Holds, "6"));
}

#[test]
fn a_counterexample_is_a_run() {
    let outcome = checked(Commit { hasty: true, ..right(3) }, Method::Auto, false);
    assert_eq!(outcome.verdict, Verdict::Violated);
    let steps = outcome.counterexample.expect("a run");
    let actors: Vec<Option<u32>> = steps.iter().map(|step| step.pid).collect();
    assert_eq!(steps.len(), 2, "the coordinator commits and a participant aborts: {actors:?}");
    let violation = outcome.violation.expect("a violation");
    assert_eq!(violation.message, "some commit and some abort");
}

#[test]
fn methods_of_other_languages_are_refused() {
    let options = Options { method: Method::Lazy, ..Options::default() };
    assert!(check_quietly(&Own::new(right(2)), &options).is_err());
}
