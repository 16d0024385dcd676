//! How many threads search a level, and the search of it.
//!
//! A level is the unit of work: its states are known when it begins, and all that is new belongs to the next one, so depths
//! and shortest paths are those of a search with one thread whatever the order in which threads come upon states
//! (level-synchronous breadth-first search, as in LTSmin). Within a level nobody waits: threads take shares of it
//! ([`crate::claims`]) and store what is new ([`store::SharedStore`]).
//!
//! Threads are started for each level that is worth it and joined at its end: that takes some twenty microseconds for a
//! thread, and a level is given to as many of them as have half a millisecond of work, by the mean time a state took so
//! far. A small search thus never starts one, and a deep narrow one pays nothing. That decides about time alone: what is
//! found does not depend on who finds it.
//!
//! What would depend on the order of states is done by one thread before any other starts: the first states
//! ([`FEW_STATES`]), whose violations are told as they are found; the trial of a canonicaliser that may be given up; and
//! arranging the store, unless states take so long that waiting for it would cost seconds ([`SLOW_STATE`]).
//!
//! Rejected: threads that wait for the next level (nothing is gained at some thousand levels, and a thread that spins takes a
//! core from others); threads that go on with the next level before one is finished (a state may then be reached late by its
//! shortest path).

use std::time::{Duration, Instant};

use crate::shared::{End, Shared};
use crate::watch::Watch;
use crate::worker::{Counts, Reporting, Worker};
use crate::{Canonicaliser, Equality, Model, Order, Subsumption};

/// A level that begins with fewer stored states is searched by one thread, in order.
pub(crate) const FEW_STATES: usize = 1024;

/// Each thread should have so much to do, at least.
const SHARE: Duration = Duration::from_micros(500);

/// A state that takes longer is worth a thread before the store is arranged, which then learns from states in another
/// order and may take a few bytes more or less for each.
const SLOW_STATE: Duration = Duration::from_micros(20);

/// States that one thread expands before it is asked again whether others should help.
const PIECE: u32 = 1024;

/// The workers of a search. See the module's text.
pub(crate) struct Crew<'s, 'c, 'r, M: Model, C, S> {
    shared: &'s Shared<'s, M>,
    pub(crate) first: Worker<'s, 'c, M, C, S>,
    pub(crate) helpers: Vec<Worker<'s, 'c, M, C, Equality>>,
    /// Where the canonicalisers of the helpers will be, until there are helpers.
    spares: Option<&'s mut Vec<C>>,
    /// Threads that there may be.
    most: usize,
    /// Time that threads spent on levels.
    busy: Duration,
    /// What of it the helpers spent.
    pub(crate) helped: Duration,
    reporting: Reporting<'r>,
}

impl<'s, 'c, 'r, M: Model, C: Canonicaliser, S: Subsumption> Crew<'s, 'c, 'r, M, C, S> {
    /// One worker, and others when they are of use: up to `most` threads.
    pub(crate) fn new(
        shared: &'s Shared<'s, M>,
        first: Worker<'s, 'c, M, C, S>,
        spares: &'s mut Vec<C>,
        most: usize,
        reporting: Reporting<'r>,
    ) -> Self {
        let (busy, helped) = (Duration::ZERO, Duration::ZERO);
        let (helpers, spares, most) = (Vec::new(), Some(spares), most.max(1));
        Crew { shared, first, helpers, spares, most, busy, helped, reporting }
    }

    /// Tells whoever looks on what the search came to.
    pub(crate) fn report_end(&mut self) {
        self.first.access.enter();
        self.first.report_progress(&mut self.reporting, true);
        self.first.access.leave();
    }

    /// Does all that can be done without another level.
    pub(crate) fn run_first(&mut self) -> Result<(), End> {
        self.first.run(&mut self.reporting)
    }

    /// Expands all that is offered.
    pub(crate) fn search_level(&mut self, whole_level: bool) -> Result<(), End> {
        self.first.whole_levels = whole_level;
        loop {
            let left = self.shared.claims.left();
            if left.is_empty() {
                return Ok(());
            }
            let threads = if whole_level { self.threads_for(left.len()) } else { 1 };
            let may_grow = whole_level && self.most > 1;
            let begin = Instant::now();
            let result = match threads {
                1 if may_grow && left.len() > PIECE as usize => {
                    self.shared.claims.offer(left.start..left.start + PIECE);
                    let result = self.run_first();
                    self.shared.claims.offer(left.start + PIECE..left.end);
                    result
                }
                1 => self.run_first(),
                _ => self.run_together(threads),
            };
            let time = begin.elapsed();
            self.busy += time * threads as u32;
            self.helped += time * (threads as u32 - 1);
            result?;
        }
    }

    /// How many threads have enough to do with so many states.
    fn threads_for(&mut self, states: usize) -> usize {
        let worker = &mut self.first;
        if self.most == 1 || !worker.canonicaliser().is_settled() {
            return 1;
        }
        let (can_be, is) = worker.with_store(|store| (store.can_be_arranged(), store.is_arranged()));
        let state = self.busy.as_nanos() / u128::from(self.expanded().max(1));
        if can_be || (!is && state < SLOW_STATE.as_nanos()) {
            return 1;
        }
        let shares = state * states as u128 / SHARE.as_nanos();
        match self.most.min(shares as usize) {
            0 | 1 => 1,
            threads => self.hire(threads - 1) + 1,
        }
    }

    fn expanded(&self) -> u64 {
        self.first.counts.expanded + self.helpers.iter().map(|helper| helper.counts.expanded).sum::<u64>()
    }

    /// What all of them counted.
    pub(crate) fn counts(&self) -> Counts {
        self.helpers.iter().fold(self.first.counts.clone(), |sum, helper| sum + &helper.counts)
    }

    /// Successors that one of them had reached a moment before.
    pub(crate) fn reached_again(&self) -> u64 {
        let helpers = self.helpers.iter().map(Worker::reached_again);
        self.first.reached_again() + helpers.sum::<u64>()
    }

    /// Has one of them seen a violation in this level?
    pub(crate) fn saw_violation(&self) -> bool {
        !self.first.occurrences.is_empty() || self.helpers.iter().any(|helper| !helper.occurrences.is_empty())
    }

    /// Helpers for so many, as far as there can be; all that there may ever be are made at once.
    fn hire(&mut self, helpers: usize) -> usize {
        if let Some(spares) = self.spares.take() {
            spares.extend((1..self.most).map_while(|_| self.first.canonicaliser().for_another_thread()));
            let workers = self.most as u32;
            for canonicaliser in spares {
                let watch = Watch::new(self.first.alarm(), None);
                let order = Order::BreadthFirst;
                // Without memory for another worker the search goes on with those it has.
                let worker = Worker::new(self.shared, canonicaliser, None, order, watch, workers);
                self.helpers.extend(worker.ok());
            }
            self.most = self.helpers.len() + 1;
        }
        helpers.min(self.helpers.len())
    }

    /// Expands what is offered, with so many threads, until it ends or must be paused.
    fn run_together(&mut self, threads: usize) -> Result<(), End> {
        let Crew { first, helpers, reporting, .. } = self;
        let helpers = &mut helpers[..threads - 1];
        first.workers = threads as u32;
        for helper in &mut *helpers {
            (helper.workers, helper.whole_levels) = (threads as u32, true);
        }
        let result = std::thread::scope(|scope| {
            let running: Vec<_> =
                helpers.iter_mut().map(|helper| scope.spawn(|| helper.run(&mut None))).collect();
            let own = first.run(reporting);
            running.into_iter().fold(own, |result, thread| {
                let other = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                worst(result, other)
            })
        });
        first.workers = 1;
        result
    }
}

/// The end with a reason, if there is one.
fn worst(one: Result<(), End>, other: Result<(), End>) -> Result<(), End> {
    match (one, other) {
        (Err(End::Cut(reason)), _) | (_, Err(End::Cut(reason))) => Err(End::Cut(reason)),
        (Err(end), _) | (_, Err(end)) => Err(end),
        (Ok(()), Ok(())) => Ok(()),
    }
}
