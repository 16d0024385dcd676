//! The slow, obvious reference: is a chosen set what it claims to be, by what the interpreter does?
//!
//! [`check`] looks at every reachable state of a small program, at every set that is proposed there, and lets all
//! others move as they like, as far as they get. Wherever they get, the chosen processes must have the steps that
//! they had, and each of these must commute with each step of the others. That is the definition of a persistent set,
//! not a condition that implies it, and nothing of the analysis is used. [`search`] is a breadth-first search with
//! hash maps, with the proviso or without.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use program::{FaultKind, Interpreter, Move, Step};

use crate::stubborn::ProcessSet;
use crate::{Scratch, StubbornSets};

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    /// Reachable states.
    pub states: usize,
    /// Sets that were proposed in them.
    pub sets: usize,
    /// Pairs of steps that were compared.
    pub pairs: usize,
}

/// Checks every set of every state; `None` if there are more states than this, an error says what is wrong.
pub fn check(interpreter: &Interpreter, sets: &StubbornSets, most: usize) -> Result<Option<Checked>, String> {
    let mut all = Expansions::new(interpreter);
    let Ok(initial) = interpreter.initial() else { return Ok(None) };
    let mut known = HashSet::from([initial.clone()]);
    let mut open = vec![initial];
    let mut reached = Vec::new();
    while let Some(state) = open.pop() {
        for step in all.of(&state) {
            if let Some(next) = step.state.filter(|next| known.insert(next.clone())) {
                open.push(next);
            }
        }
        reached.push(state);
        if known.len() > most {
            return Ok(None);
        }
    }
    let mut checked = Checked { states: reached.len(), ..Checked::default() };
    let mut scratch = Scratch::default();
    for state in &reached {
        for set in chosen(sets, &mut scratch, state, &all.of(state)) {
            checked.sets += 1;
            checked.pairs += is_persistent(&mut all, state, &set, most)?;
        }
    }
    Ok(Some(checked))
}

/// The sets that are proposed for a state.
fn chosen(sets: &StubbornSets, scratch: &mut Scratch, state: &[u8], steps: &[Step]) -> Vec<ProcessSet> {
    let begins = steps.iter().filter_map(|step| step.moves.first());
    let begins = begins.map(|first| (first.pid.index(), first.transition.0));
    sets.choose(scratch, state, begins).iter().map(|(_, set)| *set).collect()
}

/// Lets all others move from a state as far as they get; the number of pairs that were compared.
fn is_persistent(
    all: &mut Expansions<'_>,
    state: &[u8],
    set: &ProcessSet,
    most: usize,
) -> Result<usize, String> {
    let own =
        |steps: &[Step]| -> Vec<Step> { steps.iter().filter(|step| begins_in(step, set)).cloned().collect() };
    let expected = effects(&own(&all.of(state)));
    if expected.is_empty() {
        return Err(format!("no process of {set:?} can move in {state:?}"));
    }
    let (mut known, mut open) = (HashSet::from([state.to_vec()]), vec![state.to_vec()]);
    let mut pairs = 0;
    while let Some(at) = open.pop() {
        let steps = all.of(&at);
        let ours = own(&steps);
        if effects(&ours) != expected {
            return Err(format!("{set:?} of {state:?} has other steps after others moved to {at:?}"));
        }
        for other in steps.iter().filter(|step| !begins_in(step, set)) {
            if other.moves.iter().any(|mv| set.contains(mv.pid.index())) {
                return Err(format!("a process of {set:?} takes part in another's step from {at:?}"));
            }
            for step in &ours {
                commute(all, step, other).map_err(|why| format!("{set:?} of {state:?}, at {at:?}: {why}"))?;
                pairs += 1;
            }
            if let Some(next) = other.state.clone().filter(|next| known.insert(next.clone())) {
                open.push(next);
            }
            if known.len() > most {
                return Ok(pairs);
            }
        }
    }
    Ok(pairs)
}

fn begins_in(step: &Step, set: &ProcessSet) -> bool {
    step.moves.first().is_some_and(|first| set.contains(first.pid.index()))
}

/// Steps by what begins them and what goes wrong; where they lead differs from state to state.
fn effects(steps: &[Step]) -> BTreeSet<(u8, u32, Option<u32>, bool)> {
    let effect = |step: &Step| {
        let first = step.moves.first()?;
        let fault = step.fault.map(|fault| fault.kind as u32);
        Some((first.pid.0, first.transition.0, fault, step.state.is_some()))
    };
    steps.iter().filter_map(effect).collect()
}

/// Do two steps from one state lead to one state in either order, with the same faults?
fn commute(all: &mut Expansions<'_>, one: &Step, other: &Step) -> Result<(), String> {
    let behind = |all: &mut Expansions<'_>, before: &Step, step: &Step| -> Option<Vec<Step>> {
        let steps = all.of(before.state.as_ref()?);
        let same = |s: &Step| {
            s.moves.first() == step.moves.first()
                && s.fault.map(|f| f.kind) == step.fault.map(|f| f.kind)
                && s.state.is_some() == step.state.is_some()
        };
        Some(steps.into_iter().filter(same).collect())
    };
    let names = |moves: &[Move]| format!("{moves:?}");
    let (then_other, then_one) = (behind(all, one, other), behind(all, other, one));
    if then_other.as_ref().is_some_and(Vec::is_empty) {
        return Err(format!("{} is not possible after {}", names(&other.moves), names(&one.moves)));
    }
    if then_one.as_ref().is_some_and(Vec::is_empty) {
        return Err(format!("{} is not possible after {}", names(&one.moves), names(&other.moves)));
    }
    let (Some(first), Some(second)) = (then_other, then_one) else { return Ok(()) };
    if one.state.is_none() || other.state.is_none() {
        return Ok(());
    }
    let states =
        |steps: &[Step]| -> HashSet<Vec<u8>> { steps.iter().filter_map(|s| s.state.clone()).collect() };
    match states(&first).is_disjoint(&states(&second)) && first.iter().any(|step| step.state.is_some()) {
        true => Err(format!("{} and {} do not commute", names(&one.moves), names(&other.moves))),
        false => Ok(()),
    }
}

/// What the interpreter says, kept.
struct Expansions<'a> {
    interpreter: &'a Interpreter,
    known: HashMap<Vec<u8>, Vec<Step>>,
}

impl<'a> Expansions<'a> {
    fn new(interpreter: &'a Interpreter) -> Expansions<'a> {
        Expansions { interpreter, known: HashMap::new() }
    }

    fn of(&mut self, state: &[u8]) -> Vec<Step> {
        if let Some(steps) = self.known.get(state) {
            return steps.clone();
        }
        let steps = self.interpreter.expand(state).steps;
        self.known.insert(state.to_vec(), steps.clone());
        steps
    }
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// States stored.
    pub states: usize,
    /// Kinds of faults, with the transitions at which they happen.
    pub faults: BTreeSet<(u32, u32)>,
    /// The ends of runs at which not every process is at a valid end.
    pub invalid_ends: BTreeSet<Vec<u8>>,
}

/// Searches breadth-first, with reduction if there are sets; `None` if there are more states than this. Without the
/// proviso the best set is taken whatever comes of it.
pub fn search(
    interpreter: &Interpreter,
    sets: Option<&StubbornSets>,
    proviso: bool,
    most: usize,
) -> Option<Found> {
    let initial = interpreter.initial().ok()?;
    let (mut found, mut scratch) = (Found::default(), Scratch::default());
    let mut levels = HashMap::from([(initial.clone(), 0u32)]);
    let mut open = VecDeque::from([initial]);
    while let Some(state) = open.pop_front() {
        let level = levels[&state];
        let expansion = interpreter.expand(&state);
        let proposed = sets.map(|sets| chosen(sets, &mut scratch, &state, &expansion.steps));
        let is_ahead = |set: &&ProcessSet| {
            let steps = expansion.steps.iter().filter(|step| begins_in(step, set));
            let mut states = steps.filter_map(|step| step.state.as_ref());
            !proviso || states.any(|next| levels.get(next).is_none_or(|&at| at > level))
        };
        let set = proposed.iter().flatten().find(is_ahead).copied();
        if expansion.invalid_end {
            found.invalid_ends.insert(state.clone());
        }
        for step in expansion.steps.iter().filter(|step| set.is_none_or(|set| begins_in(step, &set))) {
            found.faults.extend(step.fault.map(|fault| (fault.kind as u32, fault.transition.0)));
            if let Some(next) = &step.state
                && !levels.contains_key(next)
            {
                levels.insert(next.clone(), level + 1);
                open.push_back(next.clone());
            }
        }
        if levels.len() > most {
            return None;
        }
    }
    found.states = levels.len();
    // A `d_step` that is merely long counts as endless, and what it would do is not known.
    let endless = FaultKind::EndlessDStep as u32;
    (!found.faults.iter().any(|(kind, _)| *kind == endless)).then_some(found)
}
