//! Does a claimed symmetry respect what the program does?
//!
//! For a state and its image, the successors of the image must be the images of the successors, and both or neither
//! must be an invalid end. The reference interpreter answers both questions; how the symmetry was found and how it is
//! applied to states plays no part. Detection proves a symmetry on the program graph; this catches a graph that does
//! not mean what the program does.
//!
//! All symmetries are tried on the same states, and an image is often another of them, so what a state does is asked
//! once and kept.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use program::{Expansion, FaultKind, Interpreter};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

/// States to try symmetries on, and what is known of them.
pub struct Trials<'a> {
    interpreter: &'a Interpreter,
    states: Vec<Vec<u8>>,
    known: HashMap<Vec<u8>, Rc<Expansion>>,
}

impl<'a> Trials<'a> {
    /// About `count` states: half of them the first of a breadth-first walk from the `starts`, all of which are tried, the
    /// others on a random walk, which gets further. Fewer, but at least one of each kind, if together they have more than
    /// `steps`.
    pub fn new(interpreter: &'a Interpreter, starts: &[Vec<u8>], count: usize, steps: usize) -> Trials<'a> {
        let mut trials = Trials { interpreter, states: Vec::new(), known: HashMap::default() };
        let last = trials.walk_breadth_first(starts, count.div_ceil(2), steps / 2);
        trials.walk_at_random(starts, last, count / 2, steps / 2);
        trials
    }

    /// Tries the first `count` states in the order of a breadth-first walk, and every start. Returns the last state that
    /// was reached.
    fn walk_breadth_first(&mut self, starts: &[Vec<u8>], count: usize, steps: usize) -> Option<Vec<u8>> {
        let mut taken = 0;
        let mut seen: HashSet<Vec<u8>> = HashSet::default();
        let mut queue: Vec<Vec<u8>> = starts.iter().filter(|&s| seen.insert(s.clone())).cloned().collect();
        let begins = queue.len();
        let mut at = 0;
        while at < queue.len() && (at < begins || (at < count && taken <= steps)) {
            let successors = self.successors(&queue[at]);
            at += 1;
            taken += successors.len();
            queue.extend(successors.into_iter().filter(|s| seen.insert(s.clone())));
        }
        let last = queue.last().cloned();
        queue.truncate(at);
        self.states = queue;
        last
    }

    /// Tries up to `count` states of a random walk, which begins anew at a start where it can go no further.
    fn walk_at_random(&mut self, starts: &[Vec<u8>], from: Option<Vec<u8>>, count: usize, steps: usize) {
        let Some(mut state) = from else { return };
        let mut tried: HashSet<Vec<u8>> = self.states.iter().cloned().collect();
        let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
        let mut taken = 0;
        for _ in 0..count {
            if taken > steps {
                break;
            }
            let mut successors = self.successors(&state);
            taken += successors.len();
            dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let chosen = (dice >> 33) as usize;
            let next = match successors.len() {
                0 => starts[chosen % starts.len()].clone(),
                n => successors.swap_remove(chosen % n),
            };
            let here = std::mem::replace(&mut state, next);
            if tried.insert(here.clone()) {
                self.states.push(here);
            }
        }
    }

    /// Checks a symmetry on every one of the states. Without a state to try it on, nothing has been shown.
    pub fn respects(&mut self, image: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>) -> bool {
        !self.states.is_empty() && (0..self.states.len()).all(|at| self.commutes(at, image).unwrap_or(false))
    }

    /// Does one of the states, or a successor of one, fit?
    pub fn reach(&mut self, fits: &dyn Fn(&[u8]) -> bool) -> bool {
        (0..self.states.len()).any(|at| {
            let state = self.states[at].clone();
            fits(&state) || self.successors(&state).iter().any(|next| fits(next))
        })
    }

    /// The states.
    pub fn into_states(self) -> Vec<Vec<u8>> {
        self.states
    }

    /// Are the successors of a state's image the images of its successors, and do both end alike?
    fn commutes(&mut self, at: usize, image: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>) -> Option<bool> {
        let (state, its_image) = (self.states[at].clone(), image(&self.states[at])?);
        let (here, there) = (self.expand(&state), self.expand(&its_image));
        if (here.invalid_end, here.claim) != (there.invalid_end, there.claim) {
            return Some(false);
        }
        let mut images = BTreeSet::new();
        for step in &here.steps {
            let next = match &step.state {
                Some(next) => Some(image(next)?),
                None => None,
            };
            images.insert((next, step.fault.map(|f| f.kind)));
        }
        let actual: BTreeSet<(Option<Vec<u8>>, Option<FaultKind>)> =
            there.steps.iter().map(|s| (s.state.clone(), s.fault.map(|f| f.kind))).collect();
        Some(images == actual)
    }

    fn successors(&mut self, state: &[u8]) -> Vec<Vec<u8>> {
        self.expand(state).steps.iter().filter_map(|step| step.state.clone()).collect()
    }

    fn expand(&mut self, state: &[u8]) -> Rc<Expansion> {
        match self.known.entry(state.to_vec()) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(new) => new.insert(Rc::new(self.interpreter.expand(state))).clone(),
        }
    }
}
