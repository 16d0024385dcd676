//! The slow and obvious way, beside the fast one: plain exploration by the reference interpreter.
//!
//! Lazy exploration is exact: the concrete states that its annotated states represent are the reachable ones, and a fault
//! is found at its distance from the initial state (Wahl and D'Silva, Corollary 16). Both are compared here, and the
//! concrete run to every fault is repeated step by step.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use explorer::{Config, Found};
use program::{FaultKind, Interpreter};

use crate::certify::certify;
use crate::search::{explore, explore_program};
use crate::translate::{Refusal, Translation, translate};

/// What a comparison came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both agree: so many annotated states for so many concrete ones.
    Same {
        /// Annotated states.
        annotated: u64,
        /// Concrete states.
        concrete: usize,
    },
    /// They do not.
    Different(String),
    /// Lazy exploration does not apply.
    Refused(Refusal),
    /// More concrete states than wanted.
    TooLarge,
}

/// The depth of every reachable state, and of the nearest fault of each kind.
#[derive(Debug, Default)]
struct Plain {
    depths: HashMap<Vec<u8>, usize>,
    faults: HashMap<FaultKind, usize>,
}

/// Compares lazy with plain exploration of a program of at most `most` states.
pub fn compare(interpreter: &Interpreter, subsumption: bool, most: usize) -> Comparison {
    let translation = match translate(interpreter) {
        Ok(translation) => translation,
        Err(refusal) => return Comparison::Refused(refusal),
    };
    let Some(plain) = plainly(interpreter, most) else { return Comparison::TooLarge };
    let (all, exploration) =
        explore(&translation.system, subsumption, &mut Config { all_errors: true, ..Config::default() });
    let found: HashSet<Vec<u8>> = (exploration.represented().iter())
        .map(|s| translation.codec.encode(s))
        .chain(translation.before.states.iter().cloned())
        .collect();
    let missed = plain.depths.keys().filter(|s| !found.contains(*s)).count();
    let invented = found.iter().filter(|s| !plain.depths.contains_key(*s)).count();
    if missed + invented > 0 {
        let all = plain.depths.len();
        return Comparison::Different(format!("of {all} states {missed} are missed and {invented} invented"));
    }
    let kinds: BTreeSet<FaultKind> = all.violations.iter().filter_map(kind).collect();
    let expected: BTreeSet<FaultKind> = plain.faults.keys().copied().collect();
    if kinds != expected {
        return Comparison::Different(format!("the faults are {expected:?}, found {kinds:?}"));
    }
    let certified = certify(interpreter, &translation, exploration.stored(), 2 * most, &mut || None);
    if certified.is_ok() != plain.faults.is_empty() {
        return Comparison::Different(format!("the verdict is certified so: {certified:?}"));
    }
    match differs(interpreter, &translation, subsumption, &plain) {
        Some(why) => Comparison::Different(why),
        None => Comparison::Same { annotated: all.statistics.states, concrete: plain.depths.len() },
    }
}

fn kind(found: &Found) -> Option<FaultKind> {
    FaultKind::numbered(found.violation.id())
}

/// What is wrong with the runs to faults, first of all kinds and then to the nearest.
fn differs(
    interpreter: &Interpreter,
    translation: &Translation,
    subsumption: bool,
    plain: &Plain,
) -> Option<String> {
    let explore = |all_errors| {
        let config = Config { all_errors, ..Config::default() };
        explore_program(translation, subsumption, &mut { config }).violations
    };
    let repeated = explore(true).iter().find_map(|v| run_differs(interpreter, v));
    repeated.or_else(|| compare_faults(interpreter, &explore(false), plain))
}

fn plainly(interpreter: &Interpreter, most: usize) -> Option<Plain> {
    let mut plain = Plain::default();
    let start = interpreter.initial().ok()?;
    plain.depths.insert(start.clone(), 0);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let depth = plain.depths[&state];
        let expansion = interpreter.expand(&state);
        if expansion.invalid_end {
            plain.faults.entry(FaultKind::InvalidEnd).or_insert(depth);
        }
        for step in expansion.steps {
            if let Some(fault) = step.fault {
                plain.faults.entry(fault.kind).or_insert(depth + 1);
            }
            if let Some(next) = step.state
                && !plain.depths.contains_key(&next)
            {
                plain.depths.insert(next.clone(), depth + 1);
                queue.push_back(next);
            }
        }
        if plain.depths.len() > most {
            return None;
        }
    }
    Some(plain)
}

fn compare_faults(interpreter: &Interpreter, violations: &[Found], plain: &Plain) -> Option<String> {
    let nearest = plain.faults.values().min().copied();
    let depth = violations.first().map(|v| {
        let last = usize::from(kind(v) != Some(FaultKind::InvalidEnd));
        (v.path.states.len() + last).saturating_sub(1)
    });
    if depth != nearest {
        return Some(format!("the nearest fault is at {nearest:?}, found at {depth:?}"));
    }
    violations.iter().find_map(|v| run_differs(interpreter, v))
}

/// Is the concrete run of a violation one?
fn run_differs(interpreter: &Interpreter, violation: &Found) -> Option<String> {
    let states = &violation.path.states;
    let (Some(first), Some(last)) = (states.first(), states.last()) else {
        return Some("a violation without a run".into());
    };
    if Ok(first) != interpreter.initial().as_ref() {
        return Some("a run that does not start at the beginning".into());
    }
    for (number, pair) in states.windows(2).enumerate() {
        let expansion = interpreter.expand(&pair[0]);
        if !expansion.steps.iter().any(|s| s.state.as_ref() == Some(&pair[1])) {
            return Some(format!("step {number} of a run cannot be repeated"));
        }
    }
    let expansion = interpreter.expand(last);
    let faults = expansion.steps.iter().filter_map(|s| s.fault).any(|f| Some(f.kind) == kind(violation));
    let dead = kind(violation) == Some(FaultKind::InvalidEnd) && expansion.invalid_end;
    (!faults && !dead).then(|| "a run that does not end in its fault".into())
}
