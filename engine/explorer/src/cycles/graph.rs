//! The part of the state graph that is known, expanded on demand.
//!
//! States have the numbers that the store gives them. All successors of a state are stored when it is expanded, also those
//! that the search has not come to yet; each search keeps beside the store what it knows of a state. Expanding a state again
//! gives the same edges and stores nothing new, so neither edges nor parents are kept: a lasso is found by expanding again.

use std::sync::Arc;

use store::{Budget, Column, Cursor, Full, StateId, StateStore};

use super::fair::{Debts, FairEdge, FairModel, Follow};
use super::{AcceptingModel, Marks};
use crate::report::estimated_orbits;
use crate::search::hand_out_states;
use crate::shared::stop_reason;
use crate::watch::{Alarm, Look, Watch};
use crate::{Batch, Canonicaliser, Config, Progress, Statistics, StopReason, Violation};

/// Why a search ends before it knows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    Cut(StopReason),
}

impl From<Full> for End {
    fn from(full: Full) -> Self {
        End::Cut(stop_reason(full))
    }
}

/// A step: the number of the state it leads to, and its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub target: u32,
    pub marks: Marks,
}

pub(crate) struct Graph<'s, 'c, M: AcceptingModel, C> {
    pub model: &'s M,
    canonicaliser: &'s mut C,
    config: &'s mut Config<'c>,
    worker: M::Worker,
    watch: Watch<'c>,
    pub budget: Arc<Budget>,
    store: StateStore,
    cursor: Cursor,
    batch: Batch,
    marks: Vec<Marks>,
    expanded: u64,
    transitions: u64,
    state_bytes: u64,
    /// Length of the search's path, and the greatest it had.
    path: u32,
    deepest: u32,
    /// Some state at the depth limit was not expanded.
    pub cut: bool,
}

impl<'s, 'c, M: AcceptingModel, C: Canonicaliser> Graph<'s, 'c, M, C> {
    pub fn new(
        model: &'s M,
        canonicaliser: &'s mut C,
        config: &'s mut Config<'c>,
        alarm: Alarm<'c>,
    ) -> Result<Self, End> {
        let budget = Arc::new(Budget::new(alarm.allowance()));
        Ok(Graph {
            worker: model.worker(),
            model,
            canonicaliser,
            watch: Watch::new(alarm, config.progress.as_ref().map(|(interval, _)| *interval)),
            config,
            store: StateStore::new(&budget)?,
            budget,
            cursor: Cursor::new(),
            batch: Batch::new(),
            marks: Vec::new(),
            expanded: 0,
            transitions: 0,
            state_bytes: 0,
            path: 0,
            deepest: 0,
            cut: false,
        })
    }

    /// The numbers of the initial states.
    pub fn initial(&mut self) -> Result<Vec<u32>, End> {
        self.batch.clear();
        self.model.initial(&mut self.worker, &mut self.batch);
        let mut initial = Vec::new();
        for index in 0..self.batch.successors().len() {
            initial.extend(self.insert(index)?);
        }
        initial.sort_unstable();
        initial.dedup();
        Ok(initial)
    }

    /// Makes the successors of a state.
    fn make_successors(
        &mut self,
        id: u32,
        expand: impl FnOnce(&M, &mut M::Worker, &[u8], &mut Batch, &mut Vec<Marks>),
    ) -> Result<(), End> {
        match self.watch.tick() {
            Look::Stop(reason) => return Err(End::Cut(reason)),
            Look::ReportProgress => self.report_progress(false),
            Look::GoOn => {}
        }
        if self.store.can_be_arranged() {
            self.store.arrange(&mut []);
        }
        self.store.decode(StateId(id), &mut self.cursor);
        self.canonicaliser.set_parent(self.cursor.state());
        self.batch.clear();
        self.marks.clear();
        expand(self.model, &mut self.worker, self.cursor.state(), &mut self.batch, &mut self.marks);
        self.batch.given_up().map_or(Ok(()), |reason| Err(End::Cut(reason)))
    }

    /// Appends the edges of a state; returns what is wrong with the state itself.
    pub fn expand(&mut self, id: u32, edges: &mut Vec<Edge>) -> Result<Option<Violation>, End> {
        self.make_successors(id, M::expand)?;
        self.expanded += 1;
        self.transitions += self.batch.successors().len() as u64;
        let wrong = self.batch.source_violations().first().copied();
        for index in 0..self.batch.successors().len() {
            let marks = self.marks[index];
            edges.extend(self.insert(index)?.map(|target| Edge { target, marks }));
        }
        Ok(wrong)
    }

    /// Appends the edges of a state to states that have a place `inside`, as edges from the place `source`, with what they
    /// mean to actors. The state was expanded before.
    pub fn expand_fairly<F: Follow>(
        &mut self,
        (source, id): (u32, u32),
        follow: &mut F,
        inside: impl Fn(u32) -> Option<u32>,
        edges: &mut Vec<FairEdge>,
    ) -> Result<(), End>
    where
        M: FairModel,
    {
        let mut debts: Vec<Debts> = Vec::new();
        self.make_successors(id, |model, worker, state, out, marks| {
            model.expand_fairly(worker, state, out, marks, &mut debts);
        })?;
        let mut before = Vec::new();
        for (index, Debts { met, owed }) in debts.into_iter().enumerate() {
            let successor = self.batch.successors()[index];
            if !successor.has_state {
                continue;
            }
            before.clear();
            before.extend_from_slice(self.batch.state(&successor));
            let Some(target) = self.insert(index)?.and_then(&inside) else { continue };
            let element = follow.follow(&before, self.batch.state(&successor));
            let element = element.ok_or(End::Cut(StopReason::NotFollowed))?;
            let (successor, marks) = (index as u32, self.marks[index]);
            edges.push(FairEdge { source, target, successor, element, images: 0, marks, met, owed });
        }
        Ok(())
    }

    /// A successor of a state before it is made a representative.
    pub fn successor(&mut self, id: u32, index: u32) -> Result<Option<Vec<u8>>, End> {
        self.make_successors(id, M::expand)?;
        let successor = self.batch.successors().get(index as usize).filter(|successor| successor.has_state);
        Ok(successor.map(|successor| self.batch.state(successor).to_vec()))
    }

    /// Stores the state of a step of the batch, if it leads to one.
    fn insert(&mut self, index: usize) -> Result<Option<u32>, End> {
        let successor = self.batch.successors()[index];
        if !successor.has_state {
            return Ok(None);
        }
        let state = self.batch.state_mut(&successor);
        self.canonicaliser.canonicalise(state);
        let root = self.store.encode(&mut self.cursor, state)?;
        if self.config.limits.states.is_some_and(|limit| self.store.len() as u64 >= limit)
            && !self.store.contains(root)
        {
            return Err(End::Cut(StopReason::States));
        }
        let inserted = self.store.insert(root)?;
        self.state_bytes += if inserted.new { u64::from(self.store.length(root)) } else { 0 };
        Ok(Some(inserted.id.0))
    }

    /// Gives every stored state to whoever asked for them.
    pub fn hand_out_states(&mut self) {
        if let Some(take) = &mut self.config.stored {
            hand_out_states(&self.store, &mut self.cursor, take);
        }
    }

    /// The bytes of a stored state.
    pub fn state(&mut self, id: u32) -> Vec<u8> {
        self.store.decode(StateId(id), &mut self.cursor);
        self.cursor.state().to_vec()
    }

    /// Makes a column as long as the store.
    pub fn extend<T: store::Plain + Copy>(&self, column: &mut Column<T>, value: T) -> Result<(), End> {
        while column.len() < self.store.len() {
            column.push(value)?;
        }
        Ok(())
    }

    /// Appends the edges of the last of `path` states on the search's path, unless that is too many.
    pub fn expand_last(
        &mut self,
        id: u32,
        path: usize,
        edges: &mut Vec<Edge>,
    ) -> Result<Option<Violation>, End> {
        self.path = path as u32;
        let depth = self.path - 1;
        self.deepest = self.deepest.max(depth);
        if self.config.limits.depth.is_some_and(|limit| depth >= limit) {
            self.cut = true;
            return Ok(None);
        }
        self.expand(id, edges)
    }

    /// Reports how far the search is, or what it came to.
    pub fn report_progress(&mut self, ended: bool) {
        let progress = Progress {
            states: self.store.len() as u64,
            transitions: self.transitions,
            frontier: u64::from(self.path),
            depth: self.path,
            time: self.watch.elapsed(),
            memory: self.budget.used() as u64,
            orbits: estimated_orbits(self.store.len() as u64, self.canonicaliser),
            threads: 1,
            ended,
        };
        if let Some((_, report)) = &mut self.config.progress {
            report(&progress);
        }
    }

    /// The figures, with what the search keeps beside the store.
    pub fn statistics(&self, beside: usize) -> Statistics {
        let states = self.store.len();
        let per_state = |bytes: f64| bytes / states.max(1) as f64;
        Statistics {
            states: states as u64,
            expanded: self.expanded,
            transitions: self.transitions,
            depth: self.deepest,
            time: self.watch.elapsed(),
            busy: self.watch.elapsed(),
            memory: self.budget.used() as u64,
            bytes_per_state: per_state((self.store.memory() + beside) as f64),
            state_length: per_state(self.state_bytes as f64),
            errors: 0,
            threads: 1,
            partly_expanded: 0,
            reached_again: 0,
        }
    }
}
