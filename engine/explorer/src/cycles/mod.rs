//! Accepting cycles: runs that go on for ever and do so in a way that a property forbids.
//!
//! A model here is the product of a system and an automaton: its steps carry marks of acceptance, and a run that takes
//! steps of every acceptance set infinitely often violates the property. Such a run exists exactly if some reachable
//! cycle carries every mark. The searches find one on the fly:
//! - [`components`]: strongly connected components, any number of acceptance sets (Couvreur 1999, Gabow 2000);
//! - [`fair`]: the same, where runs must also be fair to actors that symmetries exchange;
//! - [`nested`]: nested depth-first search, one acceptance set, less memory for each state (Schwoon and Esparza 2005).
//!
//! What both have in common (store, canonicaliser, limits) is in [`graph`]; how the cycle found becomes a short lasso, in
//! [`lasso`].

mod components;
mod fair;
mod graph;
mod lasso;
mod nested;

use crate::watch::Alarm;
use crate::{
    Batch, Canonicaliser, Config, Found, Model, Path, Report, Statistics, StopReason, TurnStep, Verdict,
    Violation,
};
use components::{Components, MarksAlone};
use fair::Fairly;
pub use fair::{Debts, FairModel, Follow, StaysInPlace};
use graph::{End, Graph};
use nested::Nested;

/// The acceptance sets that a step belongs to, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(pub u64);

impl Marks {
    /// The first `sets` sets.
    pub fn all(sets: u32) -> Marks {
        Marks(1u64.checked_shl(sets).map_or(u64::MAX, |bit| bit - 1))
    }

    /// The sets of both.
    pub fn union(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// Is every set of `other` among these?
    pub fn contains(self, other: Marks) -> bool {
        other.0 & !self.0 == 0
    }
}

/// A transition system over byte strings whose steps carry marks of acceptance.
///
/// `expand` must be a function, as in [`Model`]. A state that is flagged ([`Batch::flag_source`]) is a violation by itself,
/// whatever follows it; what steps violate is not looked at.
pub trait AcceptingModel: Sync {
    /// Scratch memory of one thread.
    type Worker: Send;

    /// Scratch memory for one more thread.
    fn worker(&self) -> Self::Worker;

    /// How many acceptance sets there are, at most 64. With none every cycle accepts.
    fn sets(&self) -> u32;

    /// Appends the initial states.
    fn initial(&self, worker: &mut Self::Worker, out: &mut Batch);

    /// Appends every successor of `state`, and for each step in `out` its marks; flags what is wrong with `state` itself.
    fn expand(&self, worker: &mut Self::Worker, state: &[u8], out: &mut Batch, marks: &mut Vec<Marks>);
}

/// An accepting model as a plain one: what is wrong with single states is found, cycles are not looked for.
#[derive(Debug)]
pub struct WithoutAcceptance<'m, M>(pub &'m M);

impl<M: AcceptingModel> Model for WithoutAcceptance<'_, M> {
    type Worker = (M::Worker, Vec<Marks>);

    fn worker(&self) -> Self::Worker {
        (self.0.worker(), Vec::new())
    }

    fn initial(&self, worker: &mut Self::Worker, out: &mut Batch) {
        self.0.initial(&mut worker.0, out);
    }

    fn expand(&self, (worker, marks): &mut Self::Worker, state: &[u8], out: &mut Batch) {
        marks.clear();
        self.0.expand(worker, state, out, marks);
    }
}

/// How cycles are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CycleSearch {
    /// By strongly connected components.
    #[default]
    Components,
    /// By nested depth-first search; with several acceptance sets, by components all the same.
    Nested,
}

/// Looks for an accepting cycle, or for a state that is wrong by itself; the cycle is reported as `violation`, with the lasso
/// as its path.
pub fn find_cycle<M: AcceptingModel, C: Canonicaliser>(
    search: CycleSearch,
    model: &M,
    canonicaliser: &mut C,
    violation: Violation,
    config: &mut Config<'_>,
) -> Report {
    match search {
        CycleSearch::Nested if model.sets() <= 1 => {
            find_cycle_by_nested_search(model, canonicaliser, violation, config)
        }
        _ => find_cycle_by_components(model, canonicaliser, violation, config),
    }
}

/// [`find_cycle`] by strongly connected components.
pub fn find_cycle_by_components<M: AcceptingModel, C: Canonicaliser>(
    model: &M,
    canonicaliser: &mut C,
    violation: Violation,
    config: &mut Config<'_>,
) -> Report {
    search_graph(model, canonicaliser, violation, config, |graph| Components::new(graph, MarksAlone)?.run())
}

/// [`find_cycle`] by strongly connected components, for a cycle that is fair to the actors of the model.
pub fn find_fair_cycle<M: FairModel, C: Canonicaliser, F: Follow>(
    model: &M,
    canonicaliser: &mut C,
    follow: &mut F,
    violation: Violation,
    config: &mut Config<'_>,
) -> Report {
    search_graph(model, canonicaliser, violation, config, |graph| {
        Components::new(graph, Fairly(follow))?.run()
    })
}

/// [`find_cycle`] by nested depth-first search, for at most one acceptance set.
pub fn find_cycle_by_nested_search<M: AcceptingModel, C: Canonicaliser>(
    model: &M,
    canonicaliser: &mut C,
    violation: Violation,
    config: &mut Config<'_>,
) -> Report {
    assert!(model.sets() <= 1, "nested search is for one acceptance set");
    search_graph(model, canonicaliser, violation, config, |graph| Nested::new(graph)?.run())
}

/// What a search ends with: a violation of a state, or a cycle; the states on the way to it.
pub(crate) struct Trail {
    /// The violation of the last state; `None` for a cycle.
    wrong: Option<Violation>,
    states: Vec<u32>,
    cycle_from: Option<usize>,
    turn: Vec<TurnStep>,
    /// Per state, what the search kept beside the store.
    bytes_beside: usize,
}

fn search_graph<'s, 'c, M: AcceptingModel, C: Canonicaliser>(
    model: &'s M,
    canonicaliser: &'s mut C,
    violation: Violation,
    config: &'s mut Config<'c>,
    run: impl FnOnce(&mut Graph<'s, 'c, M, C>) -> Result<Trail, End>,
) -> Report {
    let alarm = Alarm::new(config.limits, config.interrupt);
    let mut graph = match Graph::new(model, canonicaliser, config, alarm) {
        Ok(graph) => graph,
        Err(End::Cut(reason)) => return undecided(reason, Statistics::default()),
    };
    let ended = run(&mut graph);
    graph.report_progress(true);
    match ended {
        Err(End::Cut(reason)) => undecided(reason, graph.statistics(0)),
        Ok(trail) => {
            let found = !trail.states.is_empty();
            let mut statistics = graph.statistics(trail.bytes_beside);
            statistics.errors = u64::from(found);
            if !found {
                let stopped = graph.cut.then_some(StopReason::Depth);
                let verdict = stopped.map_or(Verdict::Holds, Verdict::Undecided);
                if verdict == Verdict::Holds {
                    graph.hand_out_states();
                }
                return Report { verdict, stopped, statistics, by_label: vec![], violations: vec![] };
            }
            let states = trail.states.iter().map(|&id| graph.state(id)).collect();
            let path = Path { states, last: None, cycle_from: trail.cycle_from, turn: trail.turn };
            let found = Found { violation: trail.wrong.unwrap_or(violation), count: 1, path };
            let stopped = None;
            Report {
                verdict: Verdict::Violated,
                stopped,
                statistics,
                by_label: vec![],
                violations: vec![found],
            }
        }
    }
}

fn undecided(reason: StopReason, statistics: Statistics) -> Report {
    Report {
        verdict: Verdict::Undecided(reason),
        stopped: Some(reason),
        statistics,
        by_label: vec![],
        violations: vec![],
    }
}
