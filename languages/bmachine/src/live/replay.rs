//! A lasso repeated independently of the search: a concrete run, by the slow evaluator, whose word violates the
//! formula.
//!
//! Which of several steps to take is told by the automaton: it must read the letter on its way from one stored place
//! to the next. That the run violates the formula is then decided by the meaning of formulas on words alone.

use crate::live::atom;
use crate::live::fair::FairWatcher;
use crate::live::product::{END, IS_OVER};
use crate::machine::{Machine, SlowStep, SlowSteps, StepText};
use checker::beside::split;
use explorer::Path;
use property::{Atom, Formula, Logic, Word};
use witness::{LassoWalk, Met, turn_until_closed};

/// A lasso that was repeated.
pub(crate) struct Repeated {
    /// The run, from setting up the constants on; the steps of the cycle once.
    pub steps: Vec<StepText>,
    /// How many steps come before the cycle, all of them if the run ends; `None` if the last state is wrong by itself.
    pub cycle_from: Option<usize>,
}

/// A walk along a lasso.
pub(crate) struct Walk<'a> {
    machine: &'a Machine,
    watcher: &'a FairWatcher,
    path: &'a Path,
    represents: &'a mut dyn FnMut(&[u8], &[u8]) -> bool,
    steps: Vec<StepText>,
    /// What was read so far.
    letters: Vec<u64>,
    /// Steps before the first letter.
    before: usize,
    state: Vec<u8>,
    at: u16,
}

impl<'a> Walk<'a> {
    /// A walk that stands at the beginning of a path; `None` if there is no such beginning.
    pub fn new(
        machine: &'a Machine,
        watcher: &'a FairWatcher,
        path: &'a Path,
        represents: &'a mut dyn FnMut(&[u8], &[u8]) -> bool,
    ) -> Option<Walk<'a>> {
        let (first, at) = split(path.states.first()?);
        if at != watcher.initial() {
            return None;
        }
        let start = machine.start(first, represents)?;
        let state = start.state.clone();
        let mut walk = Walk {
            machine,
            watcher,
            path,
            represents,
            steps: Vec::new(),
            letters: Vec::new(),
            before: 0,
            state,
            at,
        };
        walk.steps.push(start);
        walk.before = 1;
        Some(walk)
    }

    /// Repeats a lasso whose word must violate the formula; an error is the number of the step that could not be
    /// repeated.
    pub fn lasso(mut self, logic: &Logic, formula: Formula, from: usize) -> Result<Repeated, usize> {
        let length = self.path.states.len();
        for position in 1..=from {
            self.step_to(position, 0).ok_or(self.steps.len() + 1)?;
        }
        let all = property::Marks::all(self.watcher.sets()).0;
        let closed = turn_until_closed(&mut self, from, length, all);
        let cycle_from = closed.ok_or(self.steps.len() + 1)?;
        let letter = |letter: &u64| (0..64).filter(|atom| letter >> atom & 1 == 1).map(Atom).collect();
        let (prefix, cycle) = self.letters.split_at(cycle_from);
        let word =
            Word { prefix: prefix.iter().map(letter).collect(), cycle: cycle.iter().map(letter).collect() };
        if cycle.is_empty() || word.satisfies(logic, formula) {
            return Err(self.steps.len() + 1);
        }
        let cycle_from = Some((self.before + cycle_from).min(self.steps.len()));
        Ok(Repeated { steps: self.steps, cycle_from })
    }

    /// Repeats a run to a state in which an atom that the automaton asks for has no value.
    pub fn undefined(mut self) -> Result<Repeated, usize> {
        for position in 1..self.path.states.len() {
            self.step_to(position, 0).ok_or(self.steps.len() + 1)?;
        }
        let asked = self.watcher.asked(self.at & !IS_OVER);
        let atoms = self.machine.asked.atoms.iter().enumerate();
        let mut atoms = atoms.filter(|(atom, _)| asked >> atom & 1 == 1);
        let is_undefined = |(_, atom): (usize, &atom::Atom<_>)| match atom {
            atom::Atom::State(predicate) => self.machine.slow_value(predicate, &self.state) == Ok(None),
            _ => false,
        };
        match self.state.first() == Some(&1) && atoms.any(is_undefined) {
            true => Ok(Repeated { steps: self.steps, cycle_from: None }),
            false => Err(self.steps.len() + 1),
        }
    }

    /// The letter that is read in the current state. Atoms without a value were not asked for; any value will do.
    fn letter(&self, steps: &SlowSteps, next: Option<&SlowStep>) -> u64 {
        let atoms = self.machine.asked.atoms.iter().enumerate();
        let holds = atoms.map(|(number, atom)| {
            u64::from(self.machine.slow_atom(atom, &self.state, steps, next).unwrap_or(false)) << number
        });
        holds.fold(0, |letter, bit| letter | bit)
    }

    /// The marks of the best move of the automaton to a place that reads a letter.
    fn move_to(&self, place: u16, letter: u64, missing: u64) -> Option<u64> {
        let moves = self.watcher.moves(self.at & !IS_OVER, letter);
        let there = moves.filter(|edge| edge.target == place & !IS_OVER).map(|edge| edge.marks);
        there.max_by_key(|marks| (marks & missing).count_ones())
    }
}

impl LassoWalk for Walk<'_> {
    fn state(&self) -> &[u8] {
        &self.state
    }

    fn length(&self) -> usize {
        self.letters.len()
    }

    fn step_to(&mut self, position: usize, missing: u64) -> Option<Met> {
        let (stored, place) = split(self.path.states.get(position)?);
        if self.state.first() == Some(&0) {
            let step =
                self.machine.step_to(&self.state, stored, self.represents).filter(|_| place == self.at)?;
            self.state.clone_from(&step.state);
            self.steps.push(step);
            self.before = self.steps.len();
            return Some(Met::default());
        }
        if self.at & IS_OVER != 0 || place & IS_OVER != 0 {
            // Nothing happens any more.
            let letter = match self.at & IS_OVER {
                0 => {
                    let steps = self.machine.slow_steps(&self.state).filter(SlowSteps::is_deadlock)?;
                    self.letter(&steps, None)
                }
                _ => END,
            };
            let marks = self.move_to(place, letter, missing)?;
            if place & IS_OVER == 0 || !(self.represents)(&self.state, stored) {
                return None;
            }
            self.letters.push(letter);
            self.at = place;
            return Some(Met { marks, owed: 0 });
        }
        let steps = self.machine.slow_steps(&self.state)?;
        let mut best: Option<(u64, u64, &SlowStep)> = None;
        for step in &steps.steps {
            let letter = self.letter(&steps, Some(step));
            let Some(marks) = self.move_to(place, letter, missing) else { continue };
            let gain = |marks: u64| (marks & missing).count_ones();
            let is_better = best.is_none_or(|(most, ..)| gain(marks) > gain(most));
            if is_better && (self.represents)(&step.state, stored) {
                best = Some((marks, letter, step));
            }
        }
        let (marks, letter, step) = best?;
        self.state.clone_from(&step.state);
        self.steps.push(step.text.clone());
        self.letters.push(letter);
        self.at = place;
        Some(Met { marks, owed: 0 })
    }
}
