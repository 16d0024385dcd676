//! Weak fairness of processes, as `pan -f` has it, as acceptance.
//!
//! A run is weakly fair to a process if the process moves infinitely often or cannot move infinitely often. So there is an
//! acceptance set for each process: the steps that it makes, and all steps from states in which it can do nothing. Where
//! nobody can move, the run stutters and is fair to all. SPIN unfolds the state space by counters for the same
//! (Choueka 1974; Holzmann, The SPIN Model Checker, 2004, chapter 8), which costs a factor of the number of processes; marks
//! cost nothing.
//!
//! As in pan 6.5.2, a rendezvous is a move of its sender: it can move where somebody receives, and its receiver cannot by itself.

use std::sync::atomic::{AtomicBool, Ordering};

use explorer::Batch;
use program::{Expansion, Step};

/// Marks for fairness to each process, behind those of the property.
#[derive(Debug)]
pub(crate) struct ProcessFairness {
    /// The set of process 0.
    first: u32,
    /// There was a process without a set of its own.
    pub overflow: AtomicBool,
}

impl ProcessFairness {
    /// Sets behind the first `sets`.
    pub fn new(sets: u32) -> ProcessFairness {
        ProcessFairness { first: sets, overflow: AtomicBool::new(false) }
    }

    /// The marks of every process.
    fn all(&self) -> u64 {
        u64::MAX.checked_shl(self.first).unwrap_or(0)
    }

    /// The mark of one process; none if there are too many of them.
    fn of(&self, pid: u32) -> u64 {
        if self.first + pid >= 64 {
            self.overflow.store(true, Ordering::Relaxed);
            return 0;
        }
        1 << (self.first + pid)
    }

    /// Marks of all steps from a state in which these moves are the first of some step.
    fn unable(&self, moves: impl Iterator<Item = u32>) -> u64 {
        self.all() & !moves.fold(0, |able, pid| able | self.of(pid))
    }

    /// The marks of each step of a batch that the system made of a state.
    pub fn of_batch(&self, batch: &Batch, marks: &mut Vec<u64>) {
        // A label begins with the number of the process.
        let movers = batch.successors().iter().map(|successor| successor.label >> 24);
        let unable = self.unable(movers.clone());
        marks.extend(movers.map(|pid| unable | self.of(pid)));
    }

    /// The marks of standing still.
    pub fn of_stuttering(&self) -> u64 {
        self.all()
    }

    /// The same for a step of the interpreter.
    pub fn of_step(&self, expansion: &Expansion, step: Option<&Step>) -> u64 {
        let mover = |step: &Step| step.moves.first().map(|mv| u32::from(mv.pid.0));
        let Some(pid) = step.and_then(mover) else { return self.all() };
        self.unable(expansion.steps.iter().filter_map(mover)) | self.of(pid)
    }
}
