//! The engine: one search for every order, with one thread or several.
//!
//! The workers expand and store ([`crate::worker`]); here it is said what they expand. Depth-first that is one call: the stack is
//! theirs. Breadth-first it is level after level, because then the first path to a state is a shortest one, and because
//! all that is known at the end of a level is the same whoever did the work ([`crate::crew`]). So are the figures: states,
//! transitions and depth are sums over states and not over what was done.
//!
//! A large search that finds a violation in a level looks through all of that level. What it reports are the states up to
//! that level and their steps; those of the next level that were stored by then are not counted, as their number depends on
//! chance. The limit on states ends a large search in the same way, so that the verdict does not depend on chance either.

use std::sync::atomic::Ordering;

use store::{Cursor, StateId, StateStore};

use crate::crew::{Crew, FEW_STATES};
use crate::occurrence::{Occurrence, merge};
use crate::shared::{End, Shared};
use crate::watch::{Alarm, Watch};
use crate::worker::{Counts, Worker};
use crate::{
    Canonicaliser, Config, Equality, Found, Model, Order, Path, ProgressFn, Report, StateFn, Statistics,
    StopReason, Subsumption, Verdict,
};

/// Explores `model` as `config` says.
pub fn explore<M: Model, C: Canonicaliser>(
    model: &M,
    canonicaliser: &mut C,
    config: &mut Config<'_>,
) -> Report {
    explore_subsuming(model, canonicaliser, &mut Equality, config)
}

/// The same for states that stand for others; breadth-first with one thread, whatever `config` says.
pub fn explore_subsuming<M: Model, C: Canonicaliser, S: Subsumption>(
    model: &M,
    canonicaliser: &mut C,
    subsumption: &mut S,
    config: &mut Config<'_>,
) -> Report {
    let alarm = Alarm::new(config.limits, config.interrupt);
    let mut spares = Vec::new();
    let shared = Shared::new(model, config, alarm.allowance());
    let report = match &shared {
        Ok(shared) => search(shared, canonicaliser, subsumption, &mut spares, config, alarm),
        Err(full) => Err(End::from(*full)),
    };
    spares.into_iter().for_each(|spare| C::absorb(canonicaliser, spare));
    report.unwrap_or_else(|end| {
        let stopped = match end {
            End::Cut(reason) => reason,
            End::Decided => StopReason::Memory,
        };
        let (statistics, verdict) = (Statistics::default(), Verdict::Undecided(stopped));
        Report { verdict, stopped: Some(stopped), statistics, by_label: vec![], violations: vec![] }
    })
}

fn search<'s, M: Model, C: Canonicaliser, S: Subsumption>(
    shared: &'s Shared<'s, M>,
    canonicaliser: &'s mut C,
    subsumption: &'s mut S,
    spares: &'s mut Vec<C>,
    config: &mut Config<'_>,
    alarm: Alarm<'_>,
) -> Result<Report, End> {
    let order = if S::APPLIES { Order::BreadthFirst } else { config.order };
    let threads = match order {
        Order::BreadthFirst if !S::APPLIES => config.threads,
        _ => 1,
    };
    // What cannot be had for another thread is not asked for again when there are many states.
    let threads = if threads > 1 && C::for_another_thread(canonicaliser).is_some() { threads } else { 1 };
    let watch = Watch::new(alarm, config.progress.as_ref().map(|(interval, _)| *interval));
    let first = Worker::new(shared, canonicaliser, Some(subsumption), order, watch, 1)?;
    let reporting = config.progress.as_mut().map(|(interval, report)| {
        let report: ProgressFn<'_> = &mut **report;
        (*interval, report)
    });
    let crew = Crew::new(shared, first, spares, threads, reporting);
    let mut search = Search {
        shared,
        crew,
        occurrences: Vec::new(),
        stopped: None,
        level_end: 0,
        whole_level: false,
        chosen: false,
    };
    search.run();
    search.crew.report_end();
    let report = search.report(threads);
    if report.verdict == Verdict::Holds
        && let Some(take) = &mut config.stored
    {
        search.crew.first.hand_out_states(take);
    }
    Ok(report)
}

/// A search under way.
struct Search<'s, 'c, 'r, M: Model, C, S> {
    shared: &'s Shared<'s, M>,
    crew: Crew<'s, 'c, 'r, M, C, S>,
    /// What was found in the levels that are finished, one for each kind.
    occurrences: Vec<Occurrence>,
    stopped: Option<StopReason>,
    /// States up to the level that is searched.
    level_end: u32,
    /// That level is searched as a whole, in any order.
    whole_level: bool,
    /// A violation was chosen in it.
    chosen: bool,
}

impl<M: Model, C: Canonicaliser, S: Subsumption> Search<'_, '_, '_, M, C, S> {
    fn run(&mut self) {
        let begun = self.crew.first.begin();
        let result = begun.and_then(|()| match self.crew.first.frontier.is_breadth_first() {
            true => self.search_levels(),
            false => self.crew.run_first(),
        });
        self.take_occurrences();
        if let Err(End::Cut(reason)) = result {
            self.stopped = Some(reason);
        }
        if !self.chosen {
            self.stopped = self.stopped.or(self.shared.cut());
        }
    }

    fn search_levels(&mut self) -> Result<(), End> {
        // Nothing is to be expanded yet: the initial states are stored.
        self.crew.run_first()?;
        for depth in 0.. {
            let level = self.level_end..self.stored() as u32;
            if level.is_empty() {
                break;
            }
            self.shared.depth.store(depth, Ordering::Relaxed);
            self.level_end = level.end;
            self.shared.level_end.store(level.end, Ordering::Relaxed);
            if self.shared.limits.depth.is_some_and(|limit| depth >= limit) {
                // Nothing nearer is left.
                self.stopped = Some(StopReason::Depth);
                break;
            }
            self.whole_level = !S::APPLIES && level.end as usize >= FEW_STATES;
            self.shared.claims.offer(level);
            self.crew.search_level(self.whole_level)?;
            if self.shared.is_finishing() {
                self.chosen = self.whole_level && !self.shared.all_errors && self.crew.saw_violation();
                break;
            }
            self.take_occurrences();
            if self.occurrences.len() >= self.shared.most_violations {
                break;
            }
        }
        Ok(())
    }

    /// Notes what the workers found.
    fn take_occurrences(&mut self) {
        let first = &mut self.crew.first.occurrences;
        let others = self.crew.helpers.iter_mut().map(|helper| &mut helper.occurrences);
        let found: Vec<Occurrence> = others.fold(std::mem::take(first), |mut all, other| {
            all.append(other);
            all
        });
        let mut found = if self.whole_level { merge(found.into_iter()) } else { found };
        if self.whole_level && !self.shared.all_errors {
            found.truncate(1);
            found.iter_mut().for_each(|only| only.count = 1);
        }
        for new in found {
            match self.occurrences.iter_mut().find(|known| known.violation == new.violation) {
                Some(known) => known.count += new.count,
                None => self.occurrences.push(new),
            }
        }
    }

    fn stored(&mut self) -> usize {
        self.crew.first.with_store(StateStore::len)
    }

    fn report(&mut self, threads: usize) -> Report {
        let verdict = match self.stopped {
            _ if !self.occurrences.is_empty() => Verdict::Violated,
            Some(reason) => Verdict::Undecided(reason),
            None => Verdict::Holds,
        };
        let counts = self.crew.counts();
        let statistics = self.statistics(&counts, threads);
        let occurrences = std::mem::take(&mut self.occurrences);
        let violations = occurrences.into_iter().map(|found| self.found(found)).collect();
        Report { verdict, stopped: self.stopped, statistics, by_label: counts.by_label, violations }
    }

    fn statistics(&mut self, counts: &Counts, threads: usize) -> Statistics {
        let stored = self.stored();
        let memory = self.crew.first.with_store(StateStore::memory) + self.shared.parents.memory();
        let first = &self.crew.first;
        let per_state = |bytes: usize| bytes as f64 / stored.max(1) as f64;
        let level = self.shared.depth.load(Ordering::Relaxed);
        let beyond = !self.chosen && self.level_end > 0 && (self.level_end as usize) < stored;
        Statistics {
            states: if self.chosen { u64::from(self.level_end) } else { stored as u64 },
            expanded: counts.expanded,
            transitions: counts.transitions,
            partly_expanded: counts.partly_expanded,
            depth: first.frontier.stack().map_or(level + u32::from(beyond), |(_, deepest)| deepest),
            time: first.elapsed(),
            busy: first.elapsed() + self.crew.helped,
            memory: self.shared.budget.used() as u64,
            bytes_per_state: per_state(memory + first.subsumption_bytes),
            state_length: counts.state_bytes as f64 / stored.max(1) as f64,
            errors: self.occurrences.iter().map(|found| found.count).sum(),
            threads: threads as u32,
            reached_again: self.crew.reached_again(),
        }
    }

    fn found(&mut self, occurrence: Occurrence) -> Found {
        let Occurrence { violation, count, source, last, .. } = occurrence;
        let states = self.crew.first.path_to(source);
        Found { violation, count, path: Path { states, last, cycle_from: None, turn: Vec::new() } }
    }
}

/// Gives every stored state to whoever asked for them.
pub(crate) fn hand_out_states(store: &StateStore, cursor: &mut Cursor, take: StateFn<'_>) {
    for id in 0..store.len() as u32 {
        store.decode(StateId(id), cursor);
        take(cursor.state());
    }
}
