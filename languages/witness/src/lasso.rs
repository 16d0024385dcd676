//! Replaying a lasso with the reference interpreter: a run that goes on for ever, beside what watches it.
//!
//! The search hands over the states on the way, each with the place of its automaton or claim, and where the last leads back
//! to. Under symmetry the states are representatives, so that one turn of the cycle leads to a state that is only *like* the
//! one it began with. The cycle is then gone through until a state comes again that it has begun with before: there are
//! finitely many like it. What is shown is that closed run. It must have every mark of acceptance, in the eyes of whoever asks,
//! who evaluates with the interpreter and not with compiled code. Of the marks that are *owed* on the cycle (the turns of
//! processes, under fairness) it must have every one too.

use program::{Counterexample, Expansion, Interpreter, Step};

use crate::Mismatch;
use crate::replay::Trace;

/// A move of the automaton or the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesideMove {
    /// Where it leads.
    pub target: u16,
    /// The acceptance sets that it belongs to.
    pub marks: u64,
    /// The state after it, if it changes the state.
    pub state: Option<Vec<u8>>,
}

/// What counts of a step, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// The acceptance sets that it belongs to.
    pub marks: u64,
    /// Those of which a cycle with this step must have one.
    pub owed: u64,
}

impl Met {
    /// What counts of both.
    pub fn union(self, other: Met) -> Met {
        Met { marks: self.marks | other.marks, owed: self.owed | other.owed }
    }

    /// The sets that are missing, if all of some sets are asked for and all that is owed.
    pub fn missing(self, all: u64) -> u64 {
        (all | self.owed) & !self.marks
    }
}

/// What counts of a step from a state with this expansion; `None` if the system stands still.
pub type StepMarks<'a> = &'a dyn Fn(&[u8], &Expansion, Option<&Step>) -> Met;

/// Leads a run along the stored states of a lasso.
pub trait Guide {
    /// May the run go to a state, as the next one, for which the one at `position` was stored?
    fn admits(&mut self, position: usize, state: &[u8]) -> bool;

    /// Marks that the step there should have, if there are several.
    fn wanted(&self) -> u64 {
        0
    }

    /// The run went there.
    fn follow(&mut self, _position: usize, _state: &[u8]) {}
}

/// What a lasso must satisfy.
pub struct LassoClaim<'a> {
    /// The stored states with the places of the automaton.
    pub path: &'a [(Vec<u8>, u16)],
    /// The position to which the last of them leads back; `None` if the run ends there.
    pub cycle_from: Option<usize>,
    /// The acceptance sets, all of which the cycle must meet.
    pub all: u64,
    /// What the automaton can do in a state.
    pub beside: &'a mut dyn FnMut(&[u8], u16) -> Vec<BesideMove>,
    /// What counts of a step of the system (`None`: it stands still), beside those of the automaton.
    pub step_marks: StepMarks<'a>,
    /// Which states the run goes to.
    pub guide: &'a mut dyn Guide,
}

/// A run that goes on for ever.
#[derive(Clone, Debug)]
pub struct Lasso {
    /// Its moves, those of the cycle once.
    pub run: Counterexample,
    /// How many moves come before the cycle; all of them if the system stands still for ever. `None` if the run ends.
    pub cycle_from: Option<usize>,
}

/// A walk along the stored states of a lasso, in whatever system.
pub trait LassoWalk {
    /// Takes a step to a state that the one at `position` is stored for, one with marks of `missing` if there are
    /// several; returns what counts of it. `None` if there is no such step.
    fn step_to(&mut self, position: usize, missing: u64) -> Option<Met>;

    /// Where the walk is.
    fn state(&self) -> &[u8];

    /// How long the run is by now.
    fn length(&self) -> usize;
}

/// Steps after which a cycle that does not close is given up.
const MOST_STEPS: usize = 200_000;

/// A turn of the cycle.
struct Turn {
    /// The state it began with.
    state: Vec<u8>,
    /// How long the run was before it.
    length: usize,
    met: Met,
}

/// Goes through the cycle of a lasso of `length` stored states, from the one at `from` where the walk is, until a state
/// comes again that a turn has begun with and all marks were met since; returns how long the run was at that turn.
/// `None` if a step has no counterpart, or if the cycle does not close.
pub fn turn_until_closed(walk: &mut impl LassoWalk, from: usize, length: usize, all: u64) -> Option<usize> {
    let (mut turns, mut met, mut steps): (Vec<Turn>, _, _) = (Vec::new(), Met::default(), 0);
    loop {
        if let Some(first) = turns.iter().position(|turn| turn.state == walk.state()) {
            let met = turns[first..].iter().fold(Met::default(), |met, turn| met.union(turn.met));
            if met.missing(all) == 0 {
                return Some(turns[first].length);
            }
        }
        if steps > MOST_STEPS {
            return None;
        }
        let (state, length_before) = (walk.state().to_vec(), walk.length());
        let mut turn = Turn { state, length: length_before, met: Met::default() };
        for position in (from + 1..length).chain([from]) {
            let step = walk.step_to(position, met.missing(all))?;
            (turn.met, met) = (turn.met.union(step), met.union(step));
            steps += 1;
            if met.missing(all) == 0 {
                met = Met::default();
            }
        }
        turns.push(turn);
    }
}

/// Repeats a lasso. An error if the interpreter cannot, if its cycle does not close, or if it lacks a mark.
pub fn replay_lasso(interpreter: &Interpreter, claim: LassoClaim<'_>) -> Result<Lasso, Mismatch> {
    let start = interpreter.initial().map_err(|_| Mismatch { step: 0 })?;
    let first = claim.path.first().ok_or(Mismatch { step: 0 })?;
    if !claim.guide.admits(0, &start) {
        return Err(Mismatch { step: 0 });
    }
    claim.guide.follow(0, &start);
    let trace = Trace { interpreter, steps: Vec::new() };
    let mut walk = Walk { trace, claim, current: start, at: first.1, number: 0 };
    let length = walk.claim.path.len();
    let Some(from) = walk.claim.cycle_from else {
        for position in 1..length {
            walk.step_to(position, 0).ok_or(Mismatch { step: walk.number })?;
        }
        // Asked once more, so that whoever watches sees the end.
        let _ = (walk.claim.beside)(&walk.current, walk.at);
        return Ok(Lasso { run: walk.trace.finish(&walk.current, None), cycle_from: None });
    };
    for position in 1..=from {
        walk.step_to(position, 0).ok_or(Mismatch { step: walk.number })?;
    }
    let all = walk.claim.all;
    let cycle_from = turn_until_closed(&mut walk, from, length, all).ok_or(Mismatch { step: walk.number })?;
    Ok(Lasso { run: walk.trace.finish(&walk.current, None), cycle_from: Some(cycle_from) })
}

struct Walk<'i, 'a> {
    trace: Trace<'i>,
    claim: LassoClaim<'a>,
    current: Vec<u8>,
    at: u16,
    /// Steps so far.
    number: usize,
}

impl LassoWalk for Walk<'_, '_> {
    fn state(&self) -> &[u8] {
        &self.current
    }

    fn length(&self) -> usize {
        self.trace.steps.len()
    }

    fn step_to(&mut self, position: usize, missing: u64) -> Option<Met> {
        let (_, at) = &self.claim.path[position];
        let missing = missing | self.claim.guide.wanted();
        let mut best: Option<(u32, Taken)> = None;
        for BesideMove { target, marks, state } in (self.claim.beside)(&self.current, self.at) {
            if target != *at {
                continue;
            }
            let source = state.unwrap_or_else(|| self.current.clone());
            let expansion = self.trace.interpreter.expand(&source);
            let stands_still = expansion.steps.is_empty().then_some(None);
            for step in expansion.steps.iter().map(Some).chain(stands_still) {
                let reached = step.map_or(Some(&source), |step| step.state.as_ref());
                let Some(reached) = reached.filter(|reached| self.claim.guide.admits(position, reached))
                else {
                    continue;
                };
                let met = (self.claim.step_marks)(&source, &expansion, step);
                let met = met.union(Met { marks, owed: 0 });
                let gain = (met.marks & missing).count_ones();
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    let (source, reached, step) = (source.clone(), reached.clone(), step.cloned());
                    best = Some((gain, Taken { source, step, reached, met }));
                }
            }
        }
        let Taken { source, step, reached, met } = best?.1;
        if let Some(step) = &step {
            self.trace.record(&source, step, self.number);
        }
        self.claim.guide.follow(position, &reached);
        (self.current, self.at) = (reached, *at);
        self.number += 1;
        Some(met)
    }
}

/// A step that was taken.
struct Taken {
    source: Vec<u8>,
    step: Option<Step>,
    reached: Vec<u8>,
    met: Met,
}
