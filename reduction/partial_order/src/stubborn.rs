//! The choice in a state: closed sets of processes, the fewest steps first.
//!
//! A set of processes is *closed* if with each process it has every other that could interfere with what the process
//! can do where it stands: for a step that is possible, those that may touch what it touches; for one that is not,
//! those that may make it possible. These are arcs between processes. The closure of each process that can move is
//! computed, and those with the fewest steps are proposed, so in effect the strongly connected components at the
//! bottom of that graph (the deletion and the search for components of Valmari 1988 come to the same where sets are
//! of whole processes).

use crate::access::Access;
use crate::condition::View;
use crate::known::{Known, Place, ProcessPlace};
use crate::{StubbornSets, Weakness};

/// Sets that are proposed for a state, at most.
const MOST_SETS: usize = 3;

/// A set of processes, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessSet([u64; 4]);

impl ProcessSet {
    /// Is this process in it?
    #[inline]
    pub fn contains(&self, pid: usize) -> bool {
        self.0[(pid / 64) & 3] & (1 << (pid % 64)) != 0
    }

    #[inline]
    fn insert(&mut self, pid: usize) {
        self.0[(pid / 64) & 3] |= 1 << (pid % 64);
    }

    fn union(&mut self, other: &ProcessSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    fn first_not_in(&self, other: &ProcessSet) -> Option<usize> {
        let words = self.0.iter().zip(other.0).enumerate();
        let mut left = words.map(|(at, (word, other))| (at, word & !other)).filter(|(_, word)| *word != 0);
        left.next().map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
    }
}

/// Memory of one thread.
#[derive(Debug, Default)]
pub struct Scratch {
    known: Known,
    /// What is asked of every process of the state.
    asked: Vec<Asked>,
    proposals: Vec<(u32, ProcessSet)>,
}

/// A process in a state.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    /// What it must be left alone with.
    needs: Access,
    /// The transitions at its location with which a step begins, by position.
    possible: u64,
    /// Its steps.
    steps: u32,
    /// Processes that may interfere with it.
    interferes: ProcessSet,
}

impl StubbornSets {
    /// Sets of processes whose steps may stand for all steps of a state, the best first; none if only all will do.
    /// `steps` tells, for all steps that there are, the process and the transition with which each begins.
    pub fn choose<'s>(
        &self,
        scratch: &'s mut Scratch,
        state: &[u8],
        steps: impl Iterator<Item = (usize, u32)>,
    ) -> &'s [(u32, ProcessSet)] {
        scratch.proposals.clear();
        let Scratch { known, asked, proposals } = scratch;
        let place = known.place(self, state);
        if self.ask(place, state, steps, asked).is_some() {
            self.propose(asked, proposals);
        }
        proposals
    }

    /// Looks at every process; `None` if the state must have all of its steps.
    fn ask(
        &self,
        place: &Place,
        state: &[u8],
        steps: impl Iterator<Item = (usize, u32)>,
        asked: &mut Vec<Asked>,
    ) -> Option<()> {
        let places = &place.processes;
        asked.clear();
        asked.resize(places.len(), Asked::default());
        if places.len() > 256 {
            return None;
        }
        let (mut total, mut is_timeout) = (0, self.weakness != Some(Weakness::TimeoutFree));
        for (pid, transition) in steps {
            let process = asked.get_mut(pid)?;
            let edges = &places[pid].location(state)?.edges;
            let position = edges.iter().position(|edge| edge.transition == transition)?;
            is_timeout &= edges[position].asks_timeout;
            process.possible |= 1u64.checked_shl(position as u32)?;
            process.steps += 1;
            total += 1;
        }
        let mut movers = asked.iter().filter(|process| process.steps > 0);
        if is_timeout || total < 2 || movers.nth(1).is_none() {
            return None;
        }
        let youngest = places.len() - 1;
        let (layout, configuration) = (self.interpreter.layout(), &place.configuration);
        let view = View { layout, configuration, state };
        for pid in 0..places.len() {
            let process = &mut asked[pid];
            let edges = &places[pid].location(state)?.edges;
            if edges.len() > 64 {
                return None;
            }
            for (position, edge) in edges.iter().enumerate() {
                let is_possible = process.possible & (1 << position) != 0;
                let after_another = process.possible & ((1 << position) - 1) != 0;
                let is_hidden =
                    !is_possible && edge.may_be_hidden && !edge.begin.is_blocked(&view, after_another);
                if is_possible || is_hidden || edge.may_be_met {
                    process.needs.add(&edge.touched);
                }
                if !is_possible || edge.may_be_met {
                    process.needs.add(edge.awaited.in_state(&view));
                }
                if edge.awaits_youngest && pid != youngest {
                    process.interferes.insert(youngest);
                }
            }
        }
        self.relate(places, state, asked)
    }

    /// Finds which processes interfere with which.
    fn relate(&self, places: &[ProcessPlace], state: &[u8], asked: &mut [Asked]) -> Option<()> {
        for (other, place) in places.iter().enumerate() {
            let future = &place.location(state)?.future;
            for (pid, process) in asked.iter_mut().enumerate() {
                if pid != other && process.needs.conflicts(future) {
                    process.interferes.insert(other);
                }
            }
        }
        Some(())
    }

    fn propose(&self, asked: &[Asked], proposals: &mut Vec<(u32, ProcessSet)>) {
        let all: u32 = asked.iter().map(|process| process.steps).sum();
        let may_be_empty = self.weakness == Some(Weakness::EmptySets);
        for seed in (0..asked.len()).rev().filter(|&pid| asked[pid].steps > 0 || may_be_empty) {
            let (set, steps) = closure(asked, seed);
            if steps < all && !proposals.iter().any(|(_, known)| *known == set) {
                proposals.push((steps, set));
            }
        }
        proposals.sort_by_key(|(steps, _)| *steps);
        proposals.truncate(MOST_SETS);
    }
}

/// The smallest closed set with a process, and the number of its steps.
fn closure(asked: &[Asked], seed: usize) -> (ProcessSet, u32) {
    let (mut set, mut done, mut steps) = (ProcessSet::default(), ProcessSet::default(), 0);
    set.insert(seed);
    while let Some(pid) = set.first_not_in(&done) {
        done.insert(pid);
        set.union(&asked[pid].interferes);
        steps += asked[pid].steps;
    }
    (set, steps)
}
