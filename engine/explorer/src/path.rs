//! From stored states to steps: which step leads from each state of a path to the next.
//!
//! The search keeps one parent per state and no labels; a path is short, so its steps are found by expanding its
//! states once more, for systems that have no replay of their own. Under symmetry reduction the stored states are representatives, and consecutive ones are joined
//! by a step only up to a symmetry: [`concretise`] walks from a real initial state, choosing at each step a successor
//! whose representative is the next one. If equal orbits have equal representatives that cannot fail, because a
//! symmetry maps steps to steps.

use crate::{Batch, Canonicaliser, LastStep, Model, Path, Violation};

/// A run of the model itself: every state follows from the one before by the step named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcretePath {
    /// From an initial state to the source of the violation.
    pub states: Vec<Vec<u8>>,
    /// The step from each state to the next; one fewer than the states.
    pub labels: Vec<u32>,
    /// The violating step; `None` if the last state is wrong itself.
    pub last: Option<LastStep>,
}

/// The run behind a path of representatives, or `None` if the canonicaliser gives one orbit several representatives
/// and the walk lost the path.
pub fn concretise<M: Model, C: Canonicaliser>(
    model: &M,
    canonicaliser: &mut C,
    violation: Violation,
    path: &Path,
) -> Option<ConcretePath> {
    let mut worker = model.worker();
    let mut batch = Batch::new();
    let mut found = ConcretePath { states: Vec::new(), labels: Vec::new(), last: None };
    model.initial(&mut worker, &mut batch);
    for (at, representative) in path.states.iter().enumerate() {
        if let Some(state) = found.states.last() {
            batch.clear();
            model.expand(&mut worker, state, &mut batch);
        }
        let (label, state) = step_to(&batch, canonicaliser, representative)?;
        found.labels.extend((at > 0).then_some(label));
        found.states.push(state);
    }
    if path.last.is_some() {
        if let Some(state) = found.states.last() {
            batch.clear();
            model.expand(&mut worker, state, &mut batch);
        }
        found.last = Some(violating_step(&batch, violation)?);
    }
    Some(found)
}

/// The first step of the batch to a state with this representative, and that state.
fn step_to<C: Canonicaliser>(
    batch: &Batch,
    canonicaliser: &mut C,
    representative: &[u8],
) -> Option<(u32, Vec<u8>)> {
    let with_states = batch.successors().iter().filter(|successor| successor.has_state);
    for successor in with_states {
        let state = batch.state(successor);
        let mut image = state.to_vec();
        canonicaliser.canonicalise(&mut image);
        if image == representative {
            return Some((successor.label, state.to_vec()));
        }
    }
    None
}

fn violating_step(batch: &Batch, violation: Violation) -> Option<LastStep> {
    let index = batch.successors().iter().position(|successor| successor.violation == Some(violation))?;
    let successor = &batch.successors()[index];
    let state = successor.has_state.then(|| batch.state(successor).to_vec());
    Some(LastStep { label: successor.label, index: index as u32, state })
}
