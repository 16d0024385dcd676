//! The engine: one loop for every order.
//!
//! Expand a state, check what the model says of it and of its steps, canonicalise and encode its successors, look them
//! up in the store, repeat. What is stored and in which order it is expanded is decided by [`Frontier`], and by the
//! [`Subsumption`] where states stand for others; when to stop by [`Watch`] and the memory budget. Successors are encoded while their source is unfolded, because only the
//! parts that differ from it are looked up then; their roots are looked up later, many at a time, with the cache
//! misses overlapping.
//!
//! A violating step found breadth-first at depth d makes a path of d + 1 steps, and a state of the same level that is
//! wrong itself one of d. So that the path is shortest whatever the kind of violation, the level is finished, looking
//! only for such states, before the search ends.

use std::ops::Range;
use std::sync::Arc;

use store::{Budget, Column, Cursor, Full, Root, StateId, StateStore};

use crate::frontier::{Action, Frontier};
use crate::pending::{NO_SOURCE, Pending};
use crate::successor_cache::{Known, SuccessorCache};
use crate::watch::{Alarm, Look, Watch};
use crate::{
    Batch, Canonicaliser, Config, Equality, Found, LastStep, Limits, Model, Order, Path, Progress, Report,
    Statistics, StopReason, Subsumption, Successor, Verdict, Violation,
};

/// Explores `model` as `config` says.
pub fn explore<M: Model, C: Canonicaliser>(
    model: &M,
    canonicaliser: &mut C,
    config: &mut Config<'_>,
) -> Report {
    explore_subsuming(model, canonicaliser, &mut Equality, config)
}

/// The same for states that stand for others; breadth-first, whatever `config` says.
pub fn explore_subsuming<M: Model, C: Canonicaliser, S: Subsumption>(
    model: &M,
    canonicaliser: &mut C,
    subsumption: &mut S,
    config: &mut Config<'_>,
) -> Report {
    let alarm = Alarm::new(config.limits, config.interrupt);
    match Search::new(model, canonicaliser, subsumption, config, alarm) {
        Ok(mut search) => {
            search.run();
            search.report()
        }
        Err(full) => {
            let stopped = stop_reason(full);
            let statistics = Statistics::default();
            Report {
                verdict: Verdict::Undecided(stopped),
                stopped: Some(stopped),
                statistics,
                by_label: vec![],
                violations: vec![],
            }
        }
    }
}

/// Where a violation was first found.
struct FirstOccurrence {
    violation: Violation,
    count: u64,
    source: u32,
    last: Option<LastStep>,
}

struct Search<'s, 'c, M: Model, C, S> {
    model: &'s M,
    canonicaliser: &'s mut C,
    subsumption: &'s mut S,
    /// Bytes of the subsumption that are charged to the budget.
    subsumption_bytes: usize,
    config: &'s mut Config<'c>,
    worker: M::Worker,
    watch: Watch<'c>,
    budget: Arc<Budget>,
    store: StateStore,
    /// For each stored state the one it was first reached from.
    parents: Column<u32>,
    frontier: Frontier,
    pending: Pending,
    cache: SuccessorCache,
    /// The state being expanded.
    cursor: Cursor,
    batch: Batch,
    occurrences: Vec<FirstOccurrence>,
    stopped: Option<StopReason>,
    /// A violating step was found at this depth; the level is only searched for wrong states.
    finishing: Option<u32>,
    expanded: u64,
    transitions: u64,
    /// Steps by label, of the labels that the model wants counted.
    by_label: Vec<u64>,
    /// Sum of the lengths of all stored states.
    state_bytes: u64,
}

impl<'s, 'c, M: Model, C: Canonicaliser, S: Subsumption> Search<'s, 'c, M, C, S> {
    fn new(
        model: &'s M,
        canonicaliser: &'s mut C,
        subsumption: &'s mut S,
        config: &'s mut Config<'c>,
        alarm: Alarm<'c>,
    ) -> Result<Self, Full> {
        let budget = Arc::new(Budget::new(alarm.allowance()));
        let by_label = vec![0; model.counted_labels()];
        let order = if S::APPLIES { Order::BreadthFirst } else { config.order };
        Ok(Search {
            worker: model.worker(),
            cache: SuccessorCache::new(order, !canonicaliser.is_identity()),
            model,
            canonicaliser,
            subsumption,
            subsumption_bytes: 0,
            watch: Watch::new(alarm),
            store: StateStore::new(&budget)?,
            parents: Column::new(&budget)?,
            pending: Pending::new(&budget)?,
            budget,
            frontier: Frontier::new(order),
            cursor: Cursor::new(),
            batch: Batch::with_limit(piece(&config.limits)),
            config,
            occurrences: Vec::new(),
            stopped: None,
            finishing: None,
            expanded: 0,
            transitions: 0,
            by_label,
            state_bytes: 0,
        })
    }

    fn run(&mut self) {
        let mut result = self.take_initial();
        while result.is_ok() {
            result = match self.frontier.action(self.store.len(), &mut self.pending) {
                Action::Expand(id) => self.visit(id),
                Action::InsertAll => self.insert_all(),
                Action::InsertLast => self.insert_last(),
                Action::Finish => break,
            };
        }
        if let Err(End::Cut(reason)) = result {
            self.stopped = Some(reason);
        }
    }

    fn take_initial(&mut self) -> Result<(), End> {
        loop {
            self.model.initial(&mut self.worker, &mut self.batch);
            self.take_successors(NO_SOURCE)?;
            if !self.next_piece()? {
                return Ok(());
            }
        }
    }

    /// Expands a state unless a limit forbids it.
    #[inline]
    fn visit(&mut self, id: StateId) -> Result<(), End> {
        if S::APPLIES && !self.subsumption.must_expand(id) {
            return Ok(());
        }
        match self.watch.tick(self.config) {
            Look::Stop(reason) => return Err(End::Cut(reason)),
            Look::ReportProgress => self.report_progress(),
            Look::GoOn => {}
        }
        let depth = self.frontier.depth();
        if self.finishing.is_some_and(|level| depth > level) {
            return Err(End::Decided);
        }
        if self.config.limits.depth.is_some_and(|limit| depth >= limit) {
            // Breadth-first nothing nearer is left; depth-first other branches are.
            self.stopped = Some(StopReason::Depth);
            return if self.frontier.is_breadth_first() { Err(End::Decided) } else { Ok(()) };
        }
        if self.store.can_be_arranged() {
            self.store.arrange(self.pending.roots_mut());
            self.cache.forget();
        }
        self.store.decode(id, &mut self.cursor);
        self.canonicaliser.set_parent(self.cursor.state());
        self.batch.clear();
        self.model.expand(&mut self.worker, self.cursor.state(), &mut self.batch);
        self.expanded += 1;
        for i in 0..self.batch.source_violations().len() {
            self.saw(self.batch.source_violations()[i], id.0, None)?;
        }
        self.take_successors(id.0)?;
        self.take_further_pieces(id)
    }

    /// A step with very many outcomes is taken piece by piece.
    #[inline]
    fn take_further_pieces(&mut self, id: StateId) -> Result<(), End> {
        while self.next_piece()? {
            // What was encoded last is not what this batch differs from.
            self.store.decode(id, &mut self.cursor);
            self.model.expand(&mut self.worker, self.cursor.state(), &mut self.batch);
            self.take_successors(id.0)?;
        }
        Ok(())
    }

    /// Is there another piece of the same expansion?
    #[inline]
    fn next_piece(&mut self) -> Result<bool, End> {
        match (self.batch.next_piece(), self.batch.given_up()) {
            (true, Some(reason)) => Err(End::Cut(reason)),
            (more, _) => Ok(more),
        }
    }

    /// Counts and checks the steps of the batch and makes their states pending.
    fn take_successors(&mut self, source: u32) -> Result<(), End> {
        if self.canonicaliser.is_identity() {
            self.cache.retire();
        }
        let before = self.pending.roots().len();
        let with_states = self.batch.successors().iter().filter(|successor| successor.has_state);
        self.cache.prefetch(with_states.map(|successor| self.batch.state(successor)));
        match self.batch.successors().len() {
            count if count < LONG => self.take_steps(source, 0..count)?,
            _ => self.take_many_steps(source)?,
        }
        if !self.frontier.is_breadth_first() && self.pending.roots().len() > before {
            // The stack may become deep: what is known already need not lie on it.
            let store = &self.store;
            self.pending.prepare(before, |root| !store.contains(root));
        }
        Ok(())
    }

    /// Takes all steps of a batch with very many, and looks at the limits on the way.
    #[cold]
    #[inline(never)]
    fn take_many_steps(&mut self, source: u32) -> Result<(), End> {
        let count = self.batch.successors().len();
        for from in (0..count).step_by(LONG) {
            self.take_steps(source, from..count.min(from + LONG))?;
            if let Look::Stop(reason) = self.watch.look(self.config) {
                return Err(End::Cut(reason));
            }
        }
        Ok(())
    }

    /// Takes some steps of the batch. As a call of its own it would cost one for each expansion.
    #[inline(always)]
    fn take_steps(&mut self, source: u32, steps: Range<usize>) -> Result<(), End> {
        for index in steps {
            let successor = self.batch.successors()[index];
            self.transitions += u64::from(source != NO_SOURCE);
            if let Some(count) = self.by_label.get_mut(successor.label as usize) {
                *count += 1;
            }
            if let Some(violation) = successor.violation {
                self.saw(violation, source, Some((index, successor)))?;
            }
            if successor.has_state && self.finishing.is_none() {
                self.take_state(source, &successor)?;
            }
        }
        Ok(())
    }

    /// Makes a successor pending, unless it was reached before. A call would cost a per cent of the whole search.
    #[inline(always)]
    fn take_state(&mut self, source: u32, successor: &Successor) -> Result<(), End> {
        if S::APPLIES {
            return self.insert_unless_covered(source, successor);
        }
        let state = self.batch.state_mut(successor);
        let place = match self.cache.probe(state) {
            Known::Before(None) => return Ok(()),
            Known::Before(Some(root)) => return Ok(self.pending.push(source, root)?),
            Known::Unknown(place) => place,
        };
        self.canonicaliser.canonicalise(state);
        let canonical = match self.cache.probe_canonical(state) {
            Known::Before(None) => return Ok(()),
            Known::Before(Some(root)) => {
                self.cache.set_root(place, root);
                return Ok(self.pending.push(source, root)?);
            }
            Known::Unknown(place) => place,
        };
        let root = self.store.encode(&mut self.cursor, state)?;
        self.store.prefetch(root);
        self.cache.set_root(place, root);
        self.cache.set_root(canonical, root);
        Ok(self.pending.push(source, root)?)
    }

    /// Stores a successor, unless a stored state stands for it.
    fn insert_unless_covered(&mut self, source: u32, successor: &Successor) -> Result<(), End> {
        let state = self.batch.state_mut(successor);
        self.canonicaliser.canonicalise(state);
        if self.subsumption.covers(state) {
            return Ok(());
        }
        let root = self.store.encode(&mut self.cursor, state)?;
        let id = StateId(self.store.len() as u32);
        self.insert(source, root)?;
        self.subsumption.insert(id, self.batch.state(successor));
        let bytes = self.subsumption.memory();
        self.budget.charge(bytes.saturating_sub(self.subsumption_bytes))?;
        self.subsumption_bytes = self.subsumption_bytes.max(bytes);
        Ok(())
    }

    fn insert_all(&mut self) -> Result<(), End> {
        for &root in self.pending.roots() {
            self.store.prefetch_candidate(root);
        }
        let (mut at, mut group) = (0, 0);
        while let Some((source, count)) = self.pending.group(group) {
            for _ in 0..count {
                self.insert(source, self.pending.roots()[at])?;
                at += 1;
            }
            group += 1;
        }
        self.pending.clear();
        Ok(())
    }

    fn insert_last(&mut self) -> Result<(), End> {
        match self.pending.pop() {
            Some((source, root)) => self.insert(source, root),
            None => Ok(()),
        }
    }

    #[inline]
    fn insert(&mut self, source: u32, root: Root) -> Result<(), End> {
        if self.config.limits.states.is_some_and(|limit| self.store.len() as u64 >= limit)
            && !self.store.contains(root)
        {
            return Err(End::Cut(StopReason::States));
        }
        let inserted = self.store.insert(root)?;
        if inserted.new {
            self.parents.push(source)?;
            self.state_bytes += u64::from(self.store.length(root));
            self.frontier.discovered(inserted.id, &self.pending);
        }
        Ok(())
    }

    /// Notes a violation of a state, or of a step with its position among the successors.
    #[cold]
    fn saw(
        &mut self,
        violation: Violation,
        source: u32,
        step: Option<(usize, Successor)>,
    ) -> Result<(), End> {
        // Only a wrong state makes a shorter path than the step already found.
        if self.finishing.is_some() && step.is_some() {
            return Ok(());
        }
        let is_step = step.is_some();
        match self.occurrences.iter_mut().find(|first| first.violation == violation) {
            Some(first) if self.finishing.is_none() => first.count += 1,
            _ => {
                let last = step.map(|(index, successor)| last_step(&self.batch, index, &successor));
                if self.finishing.is_some() {
                    self.occurrences.clear();
                }
                self.occurrences.push(FirstOccurrence { violation, count: 1, source, last });
            }
        }
        if self.config.all_errors {
            return Ok(());
        }
        if is_step && source != NO_SOURCE && self.frontier.is_breadth_first() {
            self.finishing = Some(self.frontier.depth());
            self.pending.clear();
            return Ok(());
        }
        Err(End::Decided)
    }

    fn report_progress(&mut self) {
        let stored = self.store.len();
        let progress = Progress {
            states: stored as u64,
            transitions: self.transitions,
            frontier: self.frontier.size(stored, &self.pending),
            depth: self.frontier.depth(),
            time: self.watch.elapsed(),
            memory: self.budget.used() as u64,
        };
        if let Some((_, report)) = &mut self.config.progress {
            report(&progress);
        }
    }

    fn report(mut self) -> Report {
        let stopped = self.stopped;
        let verdict = match stopped {
            _ if !self.occurrences.is_empty() => Verdict::Violated,
            Some(reason) => Verdict::Undecided(reason),
            None => Verdict::Holds,
        };
        let statistics = self.statistics();
        if verdict == Verdict::Holds {
            hand_out_states(&self.store, &mut self.cursor, self.config);
        }
        let occurrences = std::mem::take(&mut self.occurrences);
        let violations = occurrences.into_iter().map(|first| self.found(first)).collect();
        Report { verdict, stopped, statistics, by_label: self.by_label, violations }
    }

    fn statistics(&self) -> Statistics {
        let states = self.store.len();
        let per_state = |bytes: usize| bytes as f64 / states.max(1) as f64;
        Statistics {
            states: states as u64,
            expanded: self.expanded,
            transitions: self.transitions,
            depth: self.frontier.deepest(states),
            time: self.watch.elapsed(),
            memory: self.budget.used() as u64,
            bytes_per_state: per_state(self.store.memory() + self.parents.memory() + self.subsumption_bytes),
            state_length: self.state_bytes as f64 / states.max(1) as f64,
            errors: self.occurrences.iter().map(|first| first.count).sum(),
            reached_again: self.cache.all_hits(),
        }
    }

    fn found(&mut self, first: FirstOccurrence) -> Found {
        let mut states = Vec::new();
        let mut at = first.source;
        while at != NO_SOURCE {
            self.store.decode(StateId(at), &mut self.cursor);
            states.push(self.cursor.state().to_vec());
            at = self.parents.get(at);
        }
        states.reverse();
        let path = Path { states, last: first.last, cycle_from: None, turn: Vec::new() };
        Found { violation: first.violation, count: first.count, path }
    }
}

/// After so many successors of one state the limits are looked at.
const LONG: usize = 4096;

/// Gives every stored state to whoever asked for them.
pub(crate) fn hand_out_states(store: &StateStore, cursor: &mut Cursor, config: &mut Config<'_>) {
    let Some(take) = &mut config.stored else { return };
    for id in 0..store.len() as u32 {
        store.decode(StateId(id), cursor);
        take(cursor.state());
    }
}

/// Bytes of successors held at a time: few beside what may be stored.
fn piece(limits: &Limits) -> usize {
    limits.memory.map_or(MOST_HELD, |limit| (limit / 16).clamp(1 << 20, MOST_HELD))
}

const MOST_HELD: usize = 64 << 20;

/// Why the loop ends early.
enum End {
    /// What was looked for has been found, or the reason is noted already.
    Decided,
    Cut(StopReason),
}

impl From<Full> for End {
    fn from(full: Full) -> Self {
        End::Cut(stop_reason(full))
    }
}

pub(crate) fn stop_reason(full: Full) -> StopReason {
    match full {
        Full::Memory => StopReason::Memory,
        Full::Numbers => StopReason::StoreFull,
    }
}

fn last_step(batch: &Batch, index: usize, successor: &Successor) -> LastStep {
    let state = successor.has_state.then(|| batch.state(successor).to_vec());
    LastStep { label: successor.label, index: (batch.earlier() + index) as u32, state }
}
