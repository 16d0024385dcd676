//! A machine and the automaton of what violates a formula, as one transition system with marks.

use crate::live::fair::FairWatcher;
use crate::live::formula::ENDED;
use crate::machine::{Machine, Sight, Worker};
use checker::beside::{BEHIND, joined, split};
use explorer::{AcceptingModel, Batch, Marks, Model};
use std::sync::atomic::{AtomicBool, Ordering};

/// The bit of the automaton's place that says that the run has ended.
pub(crate) const IS_OVER: u16 = 1 << 15;
/// What is read when the run has ended.
pub(crate) const END: u64 = 1 << ENDED;

/// A machine with its watcher.
pub(crate) struct Product<'a> {
    pub machine: &'a Machine,
    pub watcher: &'a FairWatcher,
    /// Raised where a step fails, so that runs through it are not known.
    pub fails: &'a AtomicBool,
}

/// Memory of one thread.
pub(crate) struct Scratch {
    worker: Worker,
    batch: Batch,
    sight: Sight,
}

/// Appends a state of the product.
fn push(system: &[u8], at: u16, label: u32, out: &mut Batch) {
    let slot = out.reserve(system.len() + BEHIND);
    slot[..system.len()].copy_from_slice(system);
    slot[system.len()..].copy_from_slice(&at.to_le_bytes());
    out.commit(system.len() + BEHIND, label);
}

impl AcceptingModel for Product<'_> {
    type Worker = Scratch;

    fn worker(&self) -> Scratch {
        Scratch { worker: self.machine.worker(), batch: Batch::new(), sight: Sight::default() }
    }

    fn sets(&self) -> u32 {
        self.watcher.sets()
    }

    fn initial(&self, scratch: &mut Scratch, out: &mut Batch) {
        let Scratch { worker, batch, .. } = scratch;
        batch.clear();
        self.machine.initial(worker, batch);
        for successor in batch.successors().iter().filter(|successor| successor.has_state) {
            out.push(&joined(batch.state(successor), self.watcher.initial()), 0);
        }
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u8], out: &mut Batch, marks: &mut Vec<Marks>) {
        let Scratch { worker, batch, sight } = scratch;
        let (system, at) = split(state);
        let mut go = |system: &[u8], at: u16, label: u32, of_edge: u64, out: &mut Batch| {
            push(system, at, label, out);
            marks.push(Marks(of_edge));
        };
        if at & IS_OVER != 0 {
            for edge in self.watcher.moves(at & !IS_OVER, END) {
                go(system, edge.target | IS_OVER, 0, edge.marks, out);
            }
            return;
        }
        batch.clear();
        if system.first() == Some(&0) {
            // Runs begin when the machine has been initialised.
            self.machine.expand(worker, system, batch);
            for successor in batch.successors().iter().filter(|successor| successor.has_state) {
                go(batch.state(successor), at, 0, 0, out);
            }
            return;
        }
        self.machine.look(worker, system, self.watcher.asked(at), batch, sight);
        if sight.fails {
            self.fails.store(true, Ordering::Relaxed);
        }
        if let Some(wrong) = sight.wrong {
            out.flag_source(wrong);
        }
        if sight.is_deadlock {
            for edge in self.watcher.moves(at, sight.of_state) {
                go(system, edge.target | IS_OVER, 0, edge.marks, out);
            }
        }
        for (successor, of_step) in batch.successors().iter().zip(&sight.of_steps) {
            if successor.has_state {
                for edge in self.watcher.moves(at, sight.of_state | of_step) {
                    go(batch.state(successor), edge.target, successor.label, edge.marks, out);
                }
            }
        }
    }
}
