//! Partial-order reduction: a state is left with some of its steps only, if that puts nothing off for ever.
//!
//! A model may say of a state that some of its steps are enough ([`Model::ample_sets`]): whatever the others do can
//! still be done behind them. If that is said in every state of a cycle, the others are put off for ever (the
//! *ignoring problem*: Valmari, *Stubborn sets for reduced state space generation*, 1991). So one of the steps must
//! lead to a state that is *ahead* of this one, and the state has all of its steps if none does:
//!
//! - breadth-first, ahead is what is in no level up to the current one: a state with a number not below the end of the
//!   level, or without one so far (Bošnački, Leue, Lluch Lafuente, *Partial-order reduction for general state exploring
//!   algorithms*, 2009, section 4);
//! - depth-first, ahead is what was not entered before. (Not to lie on the stack would be enough, but the store does
//!   not know the stack: Holzmann, Godefroid, Pirottin, *Coverage preserving reduction strategies for reachability
//!   analysis*, 1992.)
//!
//! In both, numbers grow on the way to what is ahead. So the way from any state over states that are ahead ends, and
//! it ends in a state with all of its steps: nothing is put off for ever. For the violation of a step or the end of a
//! run no more is asked; the argument is in the crate `partial_order`.
//!
//! A step that fails has no state, and is no way ahead. Which steps a state has is a function of the state and its
//! level: it does not depend on threads. Nothing is stored to find it out, so it is the same in a level that is only
//! searched for violations. A set of which no state is ahead is followed by the next one of the model, before all
//! steps are taken.
//!
//! Rejected: to ask whether a step closes a cycle in the text of its process ("sticky" transitions: Kurshan, Levin,
//! Minea, Peled, Yenigün, *Static partial order reduction*, 1998). It needs no look at the store, but may not be
//! mixed with the other condition, and of processes that go round for ever one in each few states would have all
//! steps.

use std::sync::atomic::Ordering;

use store::Root;

use crate::shared::End;
use crate::worker::Worker;
use crate::{AmpleSets, Canonicaliser, Model, Subsumption};

/// Scratch memory of a worker. See the module's text.
#[derive(Debug, Default)]
pub(super) struct Ample {
    sets: AmpleSets,
    /// Of the steps that were looked at, the root of the state that stands for theirs.
    roots: Vec<Option<Root>>,
    /// The state being canonicalised. The batch keeps it as the model made it, for a counterexample that ends there.
    state: Vec<u8>,
}

impl<M: Model, C: Canonicaliser, S: Subsumption> Worker<'_, '_, M, C, S> {
    /// Counts and checks the steps of the first set that is ahead, or of the whole batch, and makes their states
    /// pending.
    pub(super) fn take_ample_set(&mut self, source: u32) -> Result<(), End> {
        let mut ample = std::mem::take(&mut self.ample);
        ample.sets.clear();
        self.shared.model.ample_sets(&mut self.scratch, self.cursor.state(), &self.batch, &mut ample.sets);
        let result = self.take_best_set(source, &mut ample);
        self.ample = ample;
        result
    }

    fn take_best_set(&mut self, source: u32, ample: &mut Ample) -> Result<(), End> {
        ample.roots.clear();
        ample.roots.resize(self.batch.successors().len(), None);
        for set in 0..ample.sets.len() {
            let mut is_ahead = false;
            for position in 0..ample.sets.get(set).len() {
                let step = ample.sets.get(set)[position] as usize;
                is_ahead |= self.leads_ahead(step, ample)?;
            }
            if is_ahead {
                self.counts.partly_expanded += 1;
                return self.take_set(source, set, ample);
            }
        }
        self.take_successors(source)
    }

    /// Does a step lead to a state that is ahead of its source?
    fn leads_ahead(&mut self, step: usize, ample: &mut Ample) -> Result<bool, End> {
        let successor = self.batch.successors()[step];
        if !successor.has_state {
            return Ok(false);
        }
        let root = match ample.roots[step] {
            Some(root) => root,
            None => {
                ample.state.clear();
                ample.state.extend_from_slice(self.batch.state(&successor));
                self.canonicaliser.canonicalise(&mut ample.state);
                let root = self.access.encode(&mut self.cursor, &ample.state)?;
                ample.roots[step] = Some(root);
                root
            }
        };
        let stored = self.access.store().find(root);
        Ok(match self.frontier.is_breadth_first() {
            true => stored.is_none_or(|id| id.0 >= self.shared.level_end.load(Ordering::Relaxed)),
            false => stored.is_none(),
        })
    }

    /// Takes the steps of a set as `take_successors` takes all.
    fn take_set(&mut self, source: u32, set: usize, ample: &Ample) -> Result<(), End> {
        let before = self.pending.roots().len();
        for &step in ample.sets.get(set) {
            let step = step as usize;
            let successor = self.batch.successors()[step];
            self.counts.transitions += 1;
            if let Some(count) = self.counts.by_label.get_mut(successor.label as usize) {
                *count += 1;
            }
            if let Some(violation) = successor.violation {
                self.saw(violation, source, Some((step, successor)))?;
            }
            if let Some(root) = ample.roots[step].filter(|_| !self.shared.is_finishing()) {
                self.pending.push(source, root)?;
            }
        }
        if !self.frontier.is_breadth_first() && self.pending.roots().len() > before {
            let store = self.access.store();
            self.pending.prepare(before, |root| !store.contains(root));
        }
        Ok(())
    }
}
