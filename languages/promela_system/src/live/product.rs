//! The system and what watches it, as one transition system with marks.

use checker::beside::{BEHIND, joined, split};
use explorer::{AcceptingModel, Batch, Debts, FairModel, Marks, Model, Violation};
use next_state::Worker;
use program::Interpreter;
use witness::BesideMove;

use super::beside::{Beside, Eye, FastEye, SlowEye};
use super::fairness::ProcessFairness;
use crate::{CompiledModel, InterpretedModel};

/// A model of the program whose states can be looked at.
pub(crate) trait Observed: Model {
    /// Who looks, with the memory of a thread.
    fn eye<'a>(
        &'a self,
        worker: &'a mut Self::Worker,
        interpreter: &'a Interpreter,
        beside: &'a Beside,
    ) -> impl Eye + 'a;
}

impl Observed for CompiledModel {
    fn eye<'a>(&'a self, worker: &'a mut Worker, _: &'a Interpreter, _: &'a Beside) -> impl Eye + 'a {
        FastEye { code: self.code(), worker }
    }
}

impl Observed for InterpretedModel {
    fn eye<'a>(&'a self, (): &'a mut (), interpreter: &'a Interpreter, beside: &'a Beside) -> impl Eye + 'a {
        SlowEye { interpreter, atoms: beside.atoms() }
    }
}

/// A system with its watcher.
pub(crate) struct Product<'a, M> {
    pub system: M,
    pub beside: &'a Beside,
    pub interpreter: &'a Interpreter,
    pub fairness: Option<&'a ProcessFairness>,
    /// A system that can do nothing stands still for ever.
    pub stutters: bool,
}

/// Memory of one thread.
pub(crate) struct Scratch<W> {
    system: W,
    batch: Batch,
    moves: Vec<BesideMove>,
    fair: Vec<Debts>,
}

/// Where the steps of a product go.
struct Out<'o> {
    batch: &'o mut Batch,
    marks: &'o mut Vec<Marks>,
    /// What they mean to processes, where that is asked.
    debts: Option<&'o mut Vec<Debts>>,
}

impl<M: Model> Product<'_, M> {
    /// Appends the steps of the system from a state, with the watcher at `target`.
    fn steps(
        &self,
        scratch: &mut Scratch<M::Worker>,
        state: &[u8],
        targets: &[(u16, u64)],
        out: &mut Out<'_>,
    ) {
        let Scratch { system, batch, fair, .. } = scratch;
        batch.clear();
        fair.clear();
        self.system.expand(system, state, batch);
        if let Some(reason) = batch.given_up() {
            out.batch.give_up(reason);
            return;
        }
        let is_asked = out.debts.is_some();
        match self.fairness.filter(|fairness| !fairness.is_apart || is_asked) {
            Some(fairness) => fairness.of_batch(batch, fair),
            None => fair.resize(batch.successors().len(), Debts::default()),
        }
        let in_sets = self.fairness.filter(|fairness| !fairness.is_apart);
        let stands_still = self.stutters && batch.successors().is_empty();
        for &(target, of_target) in targets {
            let mut push = |bytes: &[u8], label: u32, of_step: Debts| {
                let slot = out.batch.reserve(bytes.len() + BEHIND);
                slot[..bytes.len()].copy_from_slice(bytes);
                slot[bytes.len()..].copy_from_slice(&target.to_le_bytes());
                out.batch.commit(bytes.len() + BEHIND, label);
                let fair = in_sets.map_or(0, |fairness| fairness.marks(of_step));
                out.marks.push(Marks(of_target | fair));
                if let Some(debts) = &mut out.debts {
                    debts.push(of_step);
                }
            };
            if stands_still {
                let fair = self.fairness.map_or(Debts::default(), ProcessFairness::of_stuttering);
                push(state, 0, fair);
            }
            for (successor, &of_step) in batch.successors().iter().zip(fair.iter()) {
                if successor.has_state {
                    push(batch.state(successor), successor.label, of_step);
                }
            }
        }
    }
}

impl<M: Observed> AcceptingModel for Product<'_, M> {
    type Worker = Scratch<M::Worker>;

    fn worker(&self) -> Self::Worker {
        Scratch { system: self.system.worker(), batch: Batch::new(), moves: Vec::new(), fair: Vec::new() }
    }

    fn sets(&self) -> u32 {
        if self.fairness.is_some_and(|fairness| !fairness.is_apart) { 64 } else { self.beside.sets() }
    }

    fn initial(&self, scratch: &mut Self::Worker, out: &mut Batch) {
        let Scratch { system, batch, .. } = scratch;
        batch.clear();
        self.system.initial(system, batch);
        for successor in batch.successors().iter().filter(|successor| successor.has_state) {
            out.push(&joined(batch.state(successor), self.beside.initial()), 0);
        }
    }

    fn expand(&self, scratch: &mut Self::Worker, state: &[u8], out: &mut Batch, marks: &mut Vec<Marks>) {
        self.expand_to(scratch, state, Out { batch: out, marks, debts: None });
    }
}

impl<M: Observed> FairModel for Product<'_, M> {
    fn expand_fairly(
        &self,
        scratch: &mut Self::Worker,
        state: &[u8],
        out: &mut Batch,
        marks: &mut Vec<Marks>,
        debts: &mut Vec<Debts>,
    ) {
        self.expand_to(scratch, state, Out { batch: out, marks, debts: Some(debts) });
    }
}

impl<M: Observed> Product<'_, M> {
    /// Appends the steps from a state, and flags what is wrong with it.
    fn expand_to(&self, scratch: &mut Scratch<M::Worker>, state: &[u8], mut out: Out<'_>) {
        let (state, at) = split(state);
        let mut moves = std::mem::take(&mut scratch.moves);
        moves.clear();
        let mut eye = self.system.eye(&mut scratch.system, self.interpreter, self.beside);
        let fault = self.beside.moves(self.interpreter, &mut eye, state, at, &mut moves);
        drop(eye);
        if let Some(violation) = fault.and_then(|kind| Violation::new(kind as u32)) {
            out.batch.flag_source(violation);
        }
        let plain: Vec<(u16, u64)> =
            moves.iter().filter(|m| m.state.is_none()).map(|m| (m.target, m.marks)).collect();
        if !plain.is_empty() {
            self.steps(scratch, state, &plain, &mut out);
        }
        for BesideMove { target, marks: of_target, state } in &moves {
            if let Some(changed) = state {
                self.steps(scratch, changed, &[(*target, *of_target)], &mut out);
            }
        }
        scratch.moves = moves;
    }
}
