//! Certifying a verdict on a program: what was stored is handed to the witness, which goes over it.

use checker::Certifying;
use lazy::{Annotated, Uncertified};
use program::{Code, Interpreter, LocationId, ProctypeId, Program};
use symmetry::{Generator, SlowGroup, StateGroup};
use witness::{Certificate, NoSymmetries, Pause, Refusal, Stored, Symmetries, relate};

use crate::lazy_reduction::LazyReduction;
use crate::reduction::Reduction;

/// So many states that annotated ones stand for are written out.
const MOST_WRITTEN_OUT: usize = 2_000_000;
/// Bytes that the witness takes for each state beside its bytes.
const BYTES_PER_STATE: usize = 96;

/// Certifies a verdict on a program, against the program as it is written.
pub(crate) fn certify(
    full: &Program,
    reduction: &mut Reduction,
    stored: Certifying<'_>,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    match &reduction.lazy {
        Some(lazy) => certify_lazily(full, &reduction.interpreter, lazy, stored, pause),
        None => certify_program(full, reduction, stored.states, stored.transitions, pause),
    }
}

/// The same of a program that was explored with annotated states.
fn certify_lazily(
    full: &Program,
    interpreter: &Interpreter,
    lazy: &LazyReduction,
    stored: Certifying<'_>,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    let each = interpreter.initial().map_or(0, |state| state.len()) + BYTES_PER_STATE;
    let memory = stored.limits.memory;
    let most = memory.map_or(MOST_WRITTEN_OUT, |limit| MOST_WRITTEN_OUT.min(limit / (2 * each)));
    let translation = &lazy.translation;
    // What cannot be read is left out: a state that is missing is missed.
    let annotated =
        stored.states.iter().filter_map(|bytes| Annotated::from_bytes(&translation.system, bytes));
    let proved = lazy::certify(interpreter, translation, annotated, most, pause);
    let invariant = proved.map_err(|why| match why {
        Uncertified::TooMany | Uncertified::Stopped(_) => Refusal::Unfinished(why.to_string()),
        why => Refusal::Rejected(why.to_string()),
    })?;
    relate(full, interpreter.layout(), &invariant.states, &|_, _| Vec::new()).map_err(unrelated)?;
    let states = invariant.states.len() as u64;
    Ok(Certificate { states, steps: invariant.steps, images: 0, all_images: true })
}

pub(crate) fn unrelated(why: String) -> Refusal {
    Refusal::Rejected(format!("a static reduction is not proved: {why}"))
}

pub(crate) fn unproved(why: String) -> Refusal {
    Refusal::Rejected(format!("a symmetry is not proved: {why}"))
}

/// The locations that the generators of a group make of a location, of the same process type or of a copy of it.
pub(crate) fn location_images(
    group: Option<&StateGroup>,
) -> impl Fn(ProctypeId, LocationId) -> Vec<(ProctypeId, LocationId)> {
    move |id, location| {
        let Some(group) = group else { return Vec::new() };
        let detection = &group.detection;
        let processes = &detection.instance.processes;
        let image = |g: &Generator, pid: u8| {
            let to = processes[usize::from(g.process(pid))].proctype;
            let moves = to != id || !group.keeps_locations;
            moves.then(|| (to, g.location(pid, location)))
        };
        let is_there = |code: &Code| code.proctype == id && code.locations.iter().any(|l| l.0 == location);
        let there = processes.iter().zip(0u8..).filter(|(code, _)| is_there(code));
        there.flat_map(|(_, pid)| detection.generators.iter().filter_map(move |g| image(g, pid))).collect()
    }
}

/// Goes over the states stored for a program.
pub fn certify_program(
    full: &Program,
    reduction: &mut Reduction,
    states: &[Vec<u8>],
    transitions: u64,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    let interpreter = &reduction.interpreter;
    let group = reduction.group.as_ref().filter(|_| reduction.reducer.is_some());
    relate(full, interpreter.layout(), states, &location_images(group)).map_err(unrelated)?;
    let before = |state: &[u8]| group.is_some_and(|group| group.precedes_start(state));
    let stored = Stored { states, exempt: &before, transitions: Some(transitions), acceptance: None };
    let Some((group, reducer)) = group.zip(reduction.reducer.as_mut()) else {
        return plainly(interpreter, stored, pause);
    };
    let mut symmetries = SlowGroup::new(group, states.len());
    if !symmetries.are_all() {
        symmetries.prove_generators(interpreter, states).map_err(unproved)?;
    }
    let mut propose = |state: &[u8]| vec![reducer.representative(state)];
    witness::certify(&mut &*interpreter, &mut symmetries, stored, &mut propose, pause)
}

fn plainly(interpreter: &Interpreter, stored: Stored<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
    witness::certify(&mut &*interpreter, &mut NoSymmetries, stored, &mut |_| Vec::new(), pause)
}
