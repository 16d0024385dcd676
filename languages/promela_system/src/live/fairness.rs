//! Weak fairness of processes, as `pan -f` has it, as acceptance.
//!
//! A run is weakly fair to a process if the process moves infinitely often or cannot move infinitely often. So there is an
//! acceptance set for each process: the steps that it makes, and all steps from states in which it can do nothing. Where
//! nobody can move, the run stutters and is fair to all. SPIN unfolds the state space by counters for the same
//! (Choueka 1974; Holzmann, The SPIN Model Checker, 2004, chapter 8), which costs a factor of the number of processes; marks
//! cost nothing.
//!
//! What counts as a move follows pan 6.5.2: a rendezvous is a move of its sender, and a process that could do nothing but
//! offer one counts as one that cannot move (`boq` in pan's source).

use std::sync::atomic::{AtomicBool, Ordering};

use explorer::Batch;
use program::{Expansion, Interpreter, Move, Pid, Program, Step, TransitionId};

/// Marks for fairness to each process, behind those of the property.
#[derive(Debug)]
pub(crate) struct ProcessFairness {
    /// The set of process 0.
    first: u32,
    /// Which sends are rendezvous.
    rendezvous: Rendezvous,
    /// There was a process without a set of its own.
    pub overflow: AtomicBool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rendezvous {
    None,
    SomeSends,
}

impl ProcessFairness {
    /// Sets behind the first `sets`.
    pub fn new(program: &Program, sets: u32) -> ProcessFairness {
        let some = program.channel_types.iter().any(|channel| channel.capacity == 0);
        let rendezvous = if some { Rendezvous::SomeSends } else { Rendezvous::None };
        ProcessFairness { first: sets, rendezvous, overflow: AtomicBool::new(false) }
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
    fn unable(&self, interpreter: &Interpreter, state: &[u8], moves: impl Iterator<Item = Move>) -> u64 {
        let mut able = 0;
        for mv in moves {
            let mark = self.of(u32::from(mv.pid.0));
            let counts = able & mark != 0
                || self.rendezvous == Rendezvous::None
                || !interpreter.is_rendezvous(state, mv);
            able |= if counts { mark } else { 0 };
        }
        self.all() & !able
    }

    /// The marks of each step of a batch that the system made of a state.
    pub fn of_batch(&self, interpreter: &Interpreter, state: &[u8], batch: &Batch, marks: &mut Vec<u64>) {
        let moves = batch.successors().iter().map(|successor| label_move(successor.label));
        let unable = self.unable(interpreter, state, moves.clone());
        marks.extend(moves.map(|mv| unable | self.of(u32::from(mv.pid.0))));
    }

    /// The marks of standing still.
    pub fn of_stuttering(&self) -> u64 {
        self.all()
    }

    /// The same for a step of the interpreter.
    pub fn of_step(
        &self,
        interpreter: &Interpreter,
        state: &[u8],
        expansion: &Expansion,
        step: Option<&Step>,
    ) -> u64 {
        let Some(mover) = step.and_then(|step| step.moves.first()) else { return self.all() };
        let moves = expansion.steps.iter().filter_map(|step| step.moves.first().copied());
        self.unable(interpreter, state, moves) | self.of(u32::from(mover.pid.0))
    }
}

/// The move in a label of compiled code.
fn label_move(label: u32) -> Move {
    Move { pid: Pid((label >> 24) as u8), transition: TransitionId(label & 0xff_ffff) }
}
