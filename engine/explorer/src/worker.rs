//! One thread's part of a search: the loop that expands states and stores their successors.
//!
//! Expand a state, check what the model says of it and of its steps, canonicalise and encode its successors, look them
//! up in the store, repeat. What is stored and in which order it is expanded is decided by [`Frontier`], and by the
//! [`Subsumption`] where states stand for others; when to stop by [`Watch`] and the memory budget. Successors are encoded
//! while their source is unfolded, because only the parts that differ from it are looked up then; their roots are looked up
//! later, many at a time, with the cache misses overlapping.
//!
//! The only worker of a search and each of several run the same loop. All that a worker writes often is its own; it shares
//! with others what is in [`Shared`].

mod ample;
mod violations;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::time::Duration;

use store::{Access, Cursor, Full, Root, StateId, StateStore};

use crate::frontier::{Action, Frontier};
use crate::occurrence::Occurrence;
use crate::pending::{NO_SOURCE, Pending};
use crate::report::estimated_orbits;
use crate::search::hand_out_states;
use crate::shared::{End, Shared};
use crate::successor_cache::{Known, SuccessorCache};
use crate::watch::{Alarm, Look, Watch};
use crate::{
    Batch, Canonicaliser, Limits, Model, Order, Progress, ProgressFn, StateFn, StopReason, Subsumption,
    Successor,
};

/// Where progress is reported, and how often.
pub(crate) type Reporting<'a> = Option<(Duration, ProgressFn<'a>)>;

/// A thread of a search. See the module's text.
pub(crate) struct Worker<'s, 'c, M: Model, C, S> {
    shared: &'s Shared<'s, M>,
    canonicaliser: &'s mut C,
    /// Only the first worker has one.
    subsumption: Option<&'s mut S>,
    /// Bytes of the subsumption that are charged to the budget.
    pub(crate) subsumption_bytes: usize,
    scratch: M::Worker,
    watch: Watch<'c>,
    pub(crate) access: Access<'s>,
    pub(crate) frontier: Frontier,
    pending: Pending,
    cache: SuccessorCache,
    /// The state being expanded.
    cursor: Cursor,
    batch: Batch,
    ample: ample::Ample,
    /// How many workers take shares of the level.
    pub(crate) workers: u32,
    /// A level in which something is wrong is searched as a whole, in any order.
    pub(crate) whole_levels: bool,
    pub(crate) occurrences: Vec<Occurrence>,
    pub(crate) counts: Counts,
    /// Steps that the others know of.
    told: u64,
}

/// What a worker counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) expanded: u64,
    pub(crate) partly_expanded: u64,
    pub(crate) transitions: u64,
    /// Steps by label, of the labels that the model wants counted.
    pub(crate) by_label: Vec<u64>,
    /// Sum of the lengths of the states that it stored.
    pub(crate) state_bytes: u64,
}

impl<'s, 'c, M: Model, C: Canonicaliser, S: Subsumption> Worker<'s, 'c, M, C, S> {
    /// The worker number `number` of a search.
    pub(crate) fn new(
        shared: &'s Shared<'s, M>,
        canonicaliser: &'s mut C,
        subsumption: Option<&'s mut S>,
        order: Order,
        watch: Watch<'c>,
        workers: u32,
    ) -> Result<Self, Full> {
        let counts = Counts { by_label: vec![0; shared.model.counted_labels()], ..Counts::default() };
        Ok(Worker {
            scratch: shared.model.worker(),
            cache: SuccessorCache::new(order, !canonicaliser.is_identity()),
            canonicaliser,
            subsumption,
            subsumption_bytes: 0,
            watch,
            access: shared.store.access(),
            frontier: Frontier::new(order),
            pending: Pending::new(&shared.budget)?,
            cursor: Cursor::new(),
            // Which steps are taken must not depend on the number of threads.
            batch: Batch::with_limit(piece(&shared.limits, if M::REDUCES { 1 } else { workers })),
            ample: ample::Ample::default(),
            workers: 1,
            whole_levels: false,
            occurrences: Vec::new(),
            counts,
            told: 0,
            shared,
        })
    }

    /// Does what is to be done until nothing is left of it. Others learn of its end, whatever that is.
    pub(crate) fn run(&mut self, reporting: &mut Reporting<'_>) -> Result<(), End> {
        self.inside(|worker| worker.work(reporting))
    }

    /// Makes the initial states pending.
    pub(crate) fn begin(&mut self) -> Result<(), End> {
        self.inside(Self::take_initial)
    }

    /// Does something inside the store. A thread that panics must not keep the others waiting for it.
    fn inside(&mut self, act: impl FnOnce(&mut Self) -> Result<(), End>) -> Result<(), End> {
        match self.workers {
            1 => self.access.enter_alone(),
            _ => self.access.enter(),
        }
        let result = catch_unwind(AssertUnwindSafe(|| act(self)));
        self.access.leave();
        self.tell();
        if !matches!(result, Ok(Ok(()))) {
            self.shared.end();
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// The loop of every search.
    fn work(&mut self, reporting: &mut Reporting<'_>) -> Result<(), End> {
        loop {
            let (shared, workers, access) = (self.shared, self.workers, &self.access);
            // Beside others the store cannot be arranged: all stop for it when they have done what they took.
            let take = || match workers > 1 && access.store().can_be_arranged() {
                true => None,
                false => shared.claims.take(workers),
            };
            match self.frontier.action(take, &mut self.pending) {
                Action::Expand(id) => {
                    if S::APPLIES && self.subsumption.as_mut().is_some_and(|s| !s.must_expand(id)) {
                        continue;
                    }
                    match self.watch.tick() {
                        Look::GoOn => {}
                        look => self.heed(look, reporting)?,
                    }
                    self.visit(id)?;
                }
                Action::InsertAll => self.insert_all()?,
                Action::InsertLast => self.insert_last()?,
                Action::Finish => return Ok(()),
            }
        }
    }

    #[cold]
    fn heed(&mut self, look: Look, reporting: &mut Reporting<'_>) -> Result<(), End> {
        self.tell();
        match look {
            Look::Stop(reason) => Err(End::Cut(reason)),
            Look::ReportProgress => {
                self.report_progress(reporting, false);
                Ok(())
            }
            Look::GoOn => Ok(()),
        }
    }

    /// Tells the others how many steps there were.
    fn tell(&mut self) {
        let more = self.counts.transitions - self.told;
        self.told = self.counts.transitions;
        self.shared.transitions.fetch_add(more, Ordering::Relaxed);
    }

    fn take_initial(&mut self) -> Result<(), End> {
        loop {
            self.shared.model.initial(&mut self.scratch, &mut self.batch);
            self.take_successors(NO_SOURCE)?;
            if !self.next_piece()? {
                return Ok(());
            }
        }
    }

    /// Expands a state unless the search ends.
    #[inline]
    fn visit(&mut self, id: StateId) -> Result<(), End> {
        self.access.stand_aside();
        if self.shared.has_ended() {
            return Err(End::Decided);
        }
        if let Some((depth, _)) = self.frontier.stack()
            && self.shared.limits.depth.is_some_and(|limit| depth >= limit)
        {
            // Other branches are nearer.
            self.shared.leave_out();
            return Ok(());
        }
        if self.workers == 1 && self.access.store().can_be_arranged() {
            self.access.arrange(self.pending.roots_mut());
            self.cache.forget();
        }
        self.access.decode(id, &mut self.cursor);
        self.canonicaliser.set_parent(self.cursor.state());
        self.batch.clear();
        self.shared.model.expand(&mut self.scratch, self.cursor.state(), &mut self.batch);
        self.counts.expanded += 1;
        for i in 0..self.batch.source_violations().len() {
            self.saw(self.batch.source_violations()[i], id.0, None)?;
        }
        if M::REDUCES && !self.batch.is_full() {
            return self.take_ample_set(id.0);
        }
        self.take_successors(id.0)?;
        self.take_further_pieces(id)
    }

    /// A step with very many outcomes is taken piece by piece.
    #[inline]
    fn take_further_pieces(&mut self, id: StateId) -> Result<(), End> {
        while self.next_piece()? {
            // What was encoded last is not what this batch differs from.
            self.access.decode(id, &mut self.cursor);
            self.shared.model.expand(&mut self.scratch, self.cursor.state(), &mut self.batch);
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
            let store = self.access.store();
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
            self.access.stand_aside();
            if let Look::Stop(reason) = self.watch.look() {
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
            self.counts.transitions += u64::from(source != NO_SOURCE);
            if let Some(count) = self.counts.by_label.get_mut(successor.label as usize) {
                *count += 1;
            }
            if let Some(violation) = successor.violation {
                self.saw(violation, source, Some((index, successor)))?;
            }
            if successor.has_state && !self.shared.is_finishing() {
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
        let root = self.access.encode(&mut self.cursor, state)?;
        self.access.store().prefetch(root);
        self.cache.set_root(place, root);
        self.cache.set_root(canonical, root);
        Ok(self.pending.push(source, root)?)
    }

    /// Stores a successor, unless a stored state stands for it.
    fn insert_unless_covered(&mut self, source: u32, successor: &Successor) -> Result<(), End> {
        let Some(subsumption) = &mut self.subsumption else { return Ok(()) };
        let state = self.batch.state_mut(successor);
        self.canonicaliser.canonicalise(state);
        if subsumption.covers(state) {
            return Ok(());
        }
        let root = self.access.encode(&mut self.cursor, state)?;
        let id = StateId(self.access.store().len() as u32);
        self.insert(source, root)?;
        let Some(subsumption) = &mut self.subsumption else { return Ok(()) };
        subsumption.insert(id, self.batch.state(successor));
        let bytes = subsumption.memory();
        self.shared.budget.charge(bytes.saturating_sub(self.subsumption_bytes))?;
        self.subsumption_bytes = self.subsumption_bytes.max(bytes);
        Ok(())
    }

    fn insert_all(&mut self) -> Result<(), End> {
        let store = self.access.store();
        for &root in self.pending.roots() {
            store.prefetch_candidate(root);
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

    /// Looks a state up. As a call it would cost as much as in `take_state`.
    #[inline(always)]
    fn insert(&mut self, source: u32, root: Root) -> Result<(), End> {
        let inserted = match self.access.insert(root) {
            Ok(inserted) => inserted,
            Err(full) => return self.refused(full),
        };
        if inserted.new {
            self.shared.parents.set(inserted.id.0, source)?;
            self.counts.state_bytes += u64::from(self.access.store().length(root));
            self.frontier.discovered(inserted.id, &self.pending);
        }
        Ok(())
    }

    /// A state that is new could not be stored.
    #[cold]
    fn refused(&self, full: Full) -> Result<(), End> {
        let stored = self.access.store().len() as u64;
        match full {
            Full::Numbers if self.shared.limits.states.is_some_and(|limit| stored >= limit) => {}
            full => return Err(full.into()),
        }
        if !self.whole_levels {
            return Err(End::Cut(StopReason::States));
        }
        self.shared.finish_full();
        Ok(())
    }

    /// Reports how far the search is, or what it came to.
    #[cold]
    pub(crate) fn report_progress(&self, reporting: &mut Reporting<'_>, ended: bool) {
        let Some((_, report)) = reporting else { return };
        let (shared, states) = (self.shared, self.access.store().len() as u64);
        let (depth, frontier) = match self.frontier.stack() {
            Some((depth, _)) => (depth, self.pending.groups() as u64),
            None => {
                let first = shared.claims.left().start - self.frontier.taken();
                (shared.depth.load(Ordering::Relaxed), states.saturating_sub(u64::from(first)))
            }
        };
        report(&Progress {
            states,
            transitions: shared.transitions.load(Ordering::Relaxed),
            frontier,
            depth,
            time: self.watch.elapsed(),
            memory: shared.budget.used() as u64,
            orbits: estimated_orbits(states, self.canonicaliser),
            threads: self.workers,
            ended,
        });
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// A watch like its own, for another worker, who reports nothing.
    pub(crate) fn alarm(&self) -> Alarm<'c> {
        self.watch.alarm()
    }

    pub(crate) fn canonicaliser(&self) -> &C {
        self.canonicaliser
    }

    /// Successors that were reached a moment before.
    pub(crate) fn reached_again(&self) -> u64 {
        self.cache.all_hits()
    }

    /// The bytes of stored states from an initial state to this one.
    pub(crate) fn path_to(&mut self, source: u32) -> Vec<Vec<u8>> {
        let mut states = Vec::new();
        let mut at = source;
        self.access.enter();
        while at != NO_SOURCE {
            self.access.decode(StateId(at), &mut self.cursor);
            states.push(self.cursor.state().to_vec());
            at = self.shared.parents.get(at);
        }
        self.access.leave();
        states.reverse();
        states
    }

    /// Passes every stored state on.
    pub(crate) fn hand_out_states(&mut self, take: StateFn<'_>) {
        self.access.enter();
        hand_out_states(self.access.store(), &mut self.cursor, take);
        self.access.leave();
    }

    /// What the store says while no worker runs.
    pub(crate) fn with_store<T>(&mut self, ask: impl FnOnce(&StateStore) -> T) -> T {
        self.access.enter();
        let answer = ask(self.access.store());
        self.access.leave();
        answer
    }
}

impl std::ops::Add<&Counts> for Counts {
    type Output = Counts;

    fn add(mut self, other: &Counts) -> Counts {
        self.expanded += other.expanded;
        self.partly_expanded += other.partly_expanded;
        self.transitions += other.transitions;
        self.state_bytes += other.state_bytes;
        self.by_label.iter_mut().zip(&other.by_label).for_each(|(sum, count)| *sum += count);
        self
    }
}

/// After so many successors of one state the limits are looked at.
const LONG: usize = 4096;

/// Bytes of successors held at a time by all workers: few beside what may be stored.
fn piece(limits: &Limits, workers: u32) -> usize {
    let share = |limit: usize| (limit / 16 / workers.max(1) as usize).clamp(1 << 20, MOST_HELD);
    limits.memory.map_or(MOST_HELD, share)
}

const MOST_HELD: usize = 64 << 20;
