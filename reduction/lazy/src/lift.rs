//! From abstract runs to concrete ones: Lemma 10, backwards.
//!
//! Where something went wrong, one arrangement of the last abstract state is known to be wrong. Its predecessor on the
//! abstract run was unwound into an arrangement that stepped into *some* arrangement of it; a permutation within the
//! cells of the annotation carries the latter to the one wanted, and, as every edge on the way respects that
//! annotation, the former to a concrete predecessor. This is repeated down to the initial state, whose orbit has one
//! element. Steps are made again rather than remembered, so the search stores no more than a parent for each state.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use program::FaultKind;

use crate::certify::Annotated;
use crate::local::LocalId;
use crate::partition::Partition;
use crate::reached::{Entry, Reached, ReachedId};
use crate::search::{Concrete, concrete};
use crate::state::transport;
use crate::step::Engine;
use crate::unwind::{runs, unwind};

/// A concrete run to an arrangement of `last` in which, or in a step of which, this goes wrong.
/// Empty if it cannot be found again, which would be a defect.
pub(crate) fn lift(
    engine: &mut Engine<'_>,
    reached: &Reached,
    last: ReachedId,
    kind: FaultKind,
) -> Vec<Concrete> {
    engine.trace = true;
    let path = wrong_arrangement(engine, reached, last, kind).map(|at| lift_from(engine, reached, last, at));
    engine.trace = false;
    path.flatten().unwrap_or_default()
}

fn wrong_arrangement(
    engine: &mut Engine<'_>,
    reached: &Reached,
    last: ReachedId,
    kind: FaultKind,
) -> Option<Vec<LocalId>> {
    let entry = &reached.entries[last.0 as usize];
    let partition = engine.partitions.get(entry.state.partition).clone();
    let expansion = engine.expand(&entry.state.unpack(&partition));
    match kind {
        FaultKind::InvalidEnd => expansion.dead.into_iter().next().map(|node| node.at),
        kind => expansion.steps.into_iter().find(|s| s.fault == Some(kind)).and_then(|s| s.origin),
    }
}

fn lift_from(
    engine: &mut Engine<'_>,
    reached: &Reached,
    last: ReachedId,
    mut at: Vec<LocalId>,
) -> Option<Vec<Concrete>> {
    let mut path = Vec::new();
    let mut id = last;
    loop {
        let entry = &reached.entries[id.0 as usize];
        path.push(concrete(engine, entry.state.shared, &at));
        let Some(parent) = entry.parent else { break };
        let before = &reached.entries[parent.0 as usize].state;
        let expansion = engine.expand(&before.unpack(&engine.partitions.get(before.partition).clone()));
        let partition = engine.partitions.get(entry.state.partition).clone();
        at = expansion.steps.into_iter().find_map(|step| {
            let node = step.node?;
            let same = engine.pack(&node) == entry.state;
            same.then(|| transport(&partition, &node.at, &at, &step.origin?).into()).flatten()
        })?;
        id = parent;
    }
    path.reverse();
    Some(path)
}

/// The reached states, each as one that it stands for.
pub(crate) fn stored(engine: &Engine<'_>, reached: &Reached) -> Vec<Annotated> {
    let annotated = |entry: &Entry| {
        let partition = engine.partitions.get(entry.state.partition);
        let node = entry.state.unpack(partition);
        let state = concrete(engine, node.shared, &node.at);
        Annotated { state, cells: partition.cells.clone() }
    };
    reached.entries.iter().map(annotated).collect()
}

/// Every concrete state that is represented.
pub(crate) fn represented(engine: &mut Engine<'_>, reached: &Reached) -> BTreeSet<Concrete> {
    let mut all = BTreeSet::new();
    let finest = engine.partitions.intern(Partition::by_label(0..engine.system.processes.len()));
    for entry in &reached.entries {
        let partition = engine.partitions.get(entry.state.partition).clone();
        let node = entry.state.unpack(&partition);
        let refinement = engine.partitions.refine(entry.state.partition, finest);
        let meet = engine.partitions.get(refinement.meet).clone();
        unwind(runs(&node.at, &partition), &refinement, &meet, &|_| false, &|_, _| true, &mut |at| {
            all.insert(concrete(engine, node.shared, at));
            ControlFlow::Continue(())
        });
    }
    all
}
