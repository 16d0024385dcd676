//! The slow, obvious search the engine is tested against: breadth-first over a `HashMap` of whole states.
//!
//! No compression, no batches, no memory limit, no labels on paths; it shares nothing with the engine but the traits and the report.

use std::collections::HashMap;
use std::time::Instant;

use crate::{
    Batch, Canonicaliser, Config, Found, LastStep, Model, Path, Report, Statistics, StopReason, Successor,
    Verdict, Violation,
};

/// Searches breadth-first, whatever `config.order` says; honours the limits on states and depth, and the interrupt.
pub fn explore_by_reference<M: Model, C: Canonicaliser>(
    model: &M,
    canonicaliser: &mut C,
    config: &Config<'_>,
) -> Report {
    let begin = Instant::now();
    let mut search = Search::new(config);
    let mut worker = model.worker();
    let mut batch = Batch::new();
    model.initial(&mut worker, &mut batch);
    search.take(&mut batch, canonicaliser, None);
    let mut next = 0;
    while next < search.states.len() && !search.finished() {
        if config.limits.depth.is_some_and(|limit| search.depths[next] >= limit) {
            search.stopped = Some(StopReason::Depth);
            break;
        }
        batch.clear();
        model.expand(&mut worker, &search.states[next].clone(), &mut batch);
        search.expanded += 1;
        search.take(&mut batch, canonicaliser, Some(next));
        next += 1;
    }
    search.report(begin)
}

struct Search<'c, 'a> {
    config: &'c Config<'a>,
    ids: HashMap<Vec<u8>, usize>,
    states: Vec<Vec<u8>>,
    parents: Vec<Option<usize>>,
    depths: Vec<u32>,
    expanded: u64,
    transitions: u64,
    found: Vec<Found>,
    stopped: Option<StopReason>,
}

impl<'c, 'a> Search<'c, 'a> {
    fn new(config: &'c Config<'a>) -> Self {
        Search {
            config,
            ids: HashMap::new(),
            states: Vec::new(),
            parents: Vec::new(),
            depths: Vec::new(),
            expanded: 0,
            transitions: 0,
            found: Vec::new(),
            stopped: None,
        }
    }

    fn finished(&self) -> bool {
        self.stopped.is_some() || (!self.config.all_errors && !self.found.is_empty())
    }

    fn take<C: Canonicaliser>(&mut self, batch: &mut Batch, canonicaliser: &mut C, source: Option<usize>) {
        if source.is_some() {
            for &violation in batch.source_violations() {
                self.violated(violation, source, None);
            }
        }
        for (index, successor) in batch.successors().to_vec().iter().enumerate() {
            if self.finished() {
                return;
            }
            self.transitions += u64::from(source.is_some());
            if let Some(violation) = successor.violation {
                self.violated(violation, source, Some(last_step(batch, successor, index)));
            }
            if successor.has_state {
                let state = batch.state_mut(successor);
                canonicaliser.canonicalise(state);
                self.insert(state.to_vec(), source);
            }
        }
    }

    fn insert(&mut self, state: Vec<u8>, source: Option<usize>) {
        if self.ids.contains_key(&state) {
            return;
        }
        if self.config.limits.states.is_some_and(|limit| self.states.len() as u64 >= limit) {
            self.stopped = Some(StopReason::States);
            return;
        }
        self.ids.insert(state.clone(), self.states.len());
        self.states.push(state);
        self.depths.push(source.map_or(0, |s| self.depths[s] + 1));
        self.parents.push(source);
    }

    fn violated(&mut self, violation: Violation, source: Option<usize>, last: Option<LastStep>) {
        if let Some(found) = self.found.iter_mut().find(|found| found.violation == violation) {
            found.count += 1;
            return;
        }
        let mut states = Vec::new();
        let mut at = source;
        while let Some(id) = at {
            states.push(self.states[id].clone());
            at = self.parents[id];
        }
        states.reverse();
        self.found.push(Found {
            violation,
            count: 1,
            path: Path { states, last, cycle_from: None, turn: Vec::new() },
        });
    }

    fn report(self, begin: Instant) -> Report {
        let verdict = match self.stopped {
            _ if !self.found.is_empty() => Verdict::Violated,
            Some(reason) => Verdict::Undecided(reason),
            None => Verdict::Holds,
        };
        let bytes: usize = self.states.iter().map(Vec::len).sum();
        let statistics = Statistics {
            states: self.states.len() as u64,
            expanded: self.expanded,
            transitions: self.transitions,
            depth: self.depths.last().copied().unwrap_or(0),
            time: begin.elapsed(),
            busy: begin.elapsed(),
            memory: bytes as u64,
            bytes_per_state: bytes as f64 / self.states.len().max(1) as f64,
            state_length: bytes as f64 / self.states.len().max(1) as f64,
            errors: self.found.iter().map(|found| found.count).sum(),
            threads: 1,
            partly_expanded: 0,
            reached_again: 0,
        };
        Report { verdict, stopped: self.stopped, statistics, by_label: Vec::new(), violations: self.found }
    }
}

fn last_step(batch: &Batch, successor: &Successor, index: usize) -> LastStep {
    let state = successor.has_state.then(|| batch.state(successor).to_vec());
    LastStep { label: successor.label, index: index as u32, state }
}
