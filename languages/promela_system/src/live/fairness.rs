//! Fairness of processes, weak as `pan -f` has it or strong, as acceptance.
//!
//! A run is *weakly* fair to a process if the process moves infinitely often or cannot move infinitely often, and *strongly*
//! fair if it moves infinitely often or can move only finitely often. Where nobody can move, the run stutters and is fair to all.
//! Both are said by what a step means to each process: it is *owed* a turn where it can move, and *met* where it moves; under
//! weak fairness it is met, too, by every step from a state in which it can do nothing. What is owed infinitely often must be met
//! infinitely often (`explorer::find_fair_cycle`).
//!
//! Weak fairness without symmetry is simpler: an acceptance set for each process, the steps that meet it. SPIN unfolds the state
//! space by counters for the same (Choueka 1974; Holzmann, The SPIN Model Checker, 2004, chapter 8), which costs a factor of
//! the number of processes; marks cost nothing.
//!
//! As in pan 6.5.2, a rendezvous is a move of its sender: it can move where somebody receives, and its receiver cannot by itself.

use std::sync::atomic::{AtomicBool, Ordering};

use explorer::{Batch, Debts};
use program::{Expansion, Step};
use witness::Met;

/// How much is owed to processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// A turn to a process that can move all the time.
    Weak,
    /// A turn to a process that can move again and again.
    Strong,
}

/// Fairness to each process. Its bits are behind those of the property.
#[derive(Debug)]
pub(crate) struct ProcessFairness {
    /// The bit of process 0.
    first: u32,
    pub strength: Strength,
    /// What is owed is looked at for each component, and there are no acceptance sets for processes.
    pub is_apart: bool,
    /// There was a process without a bit of its own.
    pub overflow: AtomicBool,
}

impl ProcessFairness {
    /// Bits behind the first `sets`; processes may be exchanged if symmetry is used.
    pub fn new(sets: u32, strength: Strength, with_symmetry: bool) -> ProcessFairness {
        let is_apart = with_symmetry || strength == Strength::Strong;
        ProcessFairness { first: sets, strength, is_apart, overflow: AtomicBool::new(false) }
    }

    /// The bit of process 0.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The bit of one process among those of processes; none if there are too many of them.
    fn of(&self, pid: u32) -> u64 {
        if self.first + pid >= 64 {
            self.overflow.store(true, Ordering::Relaxed);
            return 0;
        }
        1 << pid
    }

    /// What a step means where `able` can move.
    fn debts(&self, able: u64, mover: u64) -> Debts {
        let idle = if self.strength == Strength::Weak { !able } else { 0 };
        Debts { met: mover | idle, owed: able }
    }

    /// What each step of a batch means that the system made of a state.
    pub fn of_batch(&self, batch: &Batch, debts: &mut Vec<Debts>) {
        // A label begins with the number of the process.
        let movers = batch.successors().iter().map(|successor| self.of(successor.label >> 24));
        let able = movers.clone().fold(0, |able, mover| able | mover);
        debts.extend(movers.map(|mover| self.debts(able, mover)));
    }

    /// What standing still means.
    pub fn of_stuttering(&self) -> Debts {
        Debts { met: u64::MAX, owed: 0 }
    }

    /// The acceptance sets that a step is in.
    pub fn marks(&self, debts: Debts) -> u64 {
        debts.met.checked_shl(self.first).unwrap_or(0)
    }

    /// What a step of the interpreter means, as bits behind those of the property.
    pub fn of_step(&self, expansion: &Expansion, step: Option<&Step>) -> Met {
        let mover = |step: &Step| step.moves.first().map(|mv| self.of(u32::from(mv.pid.0)));
        let able = expansion.steps.iter().filter_map(mover).fold(0, |able, mover| able | mover);
        let debts = match step.and_then(mover) {
            Some(mover) => self.debts(able, mover),
            None => self.of_stuttering(),
        };
        let owed = debts.owed.checked_shl(self.first).unwrap_or(0);
        Met { marks: self.marks(debts), owed }
    }

    /// A fair run, in words.
    pub fn words(&self) -> &'static str {
        match self.strength {
            Strength::Weak => " (it is weakly fair)",
            Strength::Strong => " (it is strongly fair)",
        }
    }
}
