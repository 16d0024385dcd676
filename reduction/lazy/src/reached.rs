//! The states reached, indexed so that subsumption is found without looking at all of them.
//!
//! A state subsumes another when its orbit contains the other's (Wahl and D'Silva, Definition 5). By Theorem 6 that is
//! so exactly if (1) every cell of the other's partition lies within a cell of its own, or the other state is
//! constant on it, and (2) the other's arrangement lies in its orbit. Both conditions leave the shared part and the
//! multiset of all local states alone, so states are kept in *buckets* by these. The paper sorts its list that way and
//! searches the range linearly (section 9); here a bucket is keyed by partition once more: for each partition that
//! occurs in it, condition 1 is a memoised question about two partitions plus a look at a few cells, and condition 2
//! says what the subsuming state must look like, cell by cell, which is one lookup in a hash table.
//!
//! The other direction (which waiting states does the new one subsume?) goes through the waiting states of the bucket.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use explorer::StateId;
use rapidhash::fast::RandomState;

use crate::local::SharedId;
use crate::partition::{Overlay, PartitionId, Partitions};
use crate::state::Abstract;
use crate::unwind::{Run, merged};

/// The runs of states with one partition.
type ByRuns = HashSet<Arc<[Run]>, RandomState>;

/// States with the same shared part and the same local states.
#[derive(Debug, Default)]
struct Bucket {
    states: Vec<(PartitionId, ByRuns)>,
    /// States that may still wait to be expanded; without subsumption none.
    waiting: Vec<(StateId, Abstract)>,
}

/// All states reached so far.
#[derive(Debug)]
pub(crate) struct Reached {
    buckets: HashMap<(SharedId, Box<[Run]>), Bucket, RandomState>,
    subsumption: bool,
    /// With subsumption: does the state of this number wait to be expanded?
    waits: Vec<bool>,
    /// Bytes held, roughly.
    pub bytes: usize,
}

impl Reached {
    /// No states. Without `subsumption` a state covers those with the same orbit alone.
    pub fn new(subsumption: bool) -> Reached {
        Reached { buckets: HashMap::default(), subsumption, waits: Vec::new(), bytes: 0 }
    }

    /// Is there a state that subsumes this one? Without subsumption: one with the same orbit.
    pub fn covers(&self, state: &Abstract, partitions: &mut Partitions) -> bool {
        let Some(bucket) = self.buckets.get(&(state.shared, state.multiset())) else { return false };
        bucket.states.iter().any(|(partition, states)| {
            if *partition == state.partition {
                return states.contains(&state.runs);
            }
            let Some(runs) = project(state, *partition, partitions) else { return false };
            if !states.contains(&runs) {
                return false;
            }
            let found = Abstract { shared: state.shared, partition: *partition, runs };
            self.subsumption || project(&found, state.partition, partitions).is_some()
        })
    }

    /// Adds a state under the next number. With subsumption, states that wait and are subsumed by it wait no longer.
    pub fn insert(&mut self, id: StateId, state: Abstract, partitions: &mut Partitions) {
        let bucket = self.buckets.entry((state.shared, state.multiset())).or_default();
        self.bytes += 96 + 2 * size_of::<Run>() * state.runs.len();
        let (partition, runs) = (state.partition, state.runs.clone());
        if self.subsumption {
            let waits = &mut self.waits;
            waits.push(true);
            bucket.waiting.retain(|(other, smaller)| {
                let waits = &mut waits[other.0 as usize];
                *waits = *waits && !subsumes(&state, smaller, partitions);
                *waits
            });
            bucket.waiting.push((id, state));
        }
        match bucket.states.iter_mut().find(|(p, _)| *p == partition) {
            Some((_, states)) => {
                states.insert(runs);
            }
            None => bucket.states.push((partition, [runs].into_iter().collect())),
        }
    }

    /// Does this state wait to be expanded? From now on it does not.
    pub fn must_expand(&mut self, id: StateId) -> bool {
        self.waits.get_mut(id.0 as usize).is_none_or(std::mem::take)
    }

    /// All of them, in no order.
    pub fn states(&self) -> impl Iterator<Item = Abstract> + '_ {
        self.buckets.iter().flat_map(|(&(shared, _), bucket)| {
            bucket.states.iter().flat_map(move |&(partition, ref states)| {
                states.iter().map(move |runs| Abstract { shared, partition, runs: runs.clone() })
            })
        })
    }
}

/// Theorem 6.
pub(crate) fn subsumes(larger: &Abstract, smaller: &Abstract, partitions: &mut Partitions) -> bool {
    larger.shared == smaller.shared
        && project(smaller, larger.partition, partitions).is_some_and(|runs| runs == larger.runs)
}

/// What a state annotated with `partition` must look like to subsume this one; `None` if none can.
fn project(state: &Abstract, partition: PartitionId, partitions: &mut Partitions) -> Option<Arc<[Run]>> {
    let overlay: Arc<Overlay> = partitions.overlay(state.partition, partition);
    let own = partitions.get(state.partition);
    let mut cells: Vec<Vec<Run>> = vec![Vec::new(); partitions.get(partition).cells.len()];
    for (runs, shares) in state.cells(own).zip(&overlay.shares) {
        match (runs, shares.as_slice()) {
            (_, [(cell, _)]) => cells[usize::from(*cell)].extend_from_slice(runs),
            ([(local, _)], _) => {
                for &(cell, count) in shares {
                    cells[usize::from(cell)].push((*local, count));
                }
            }
            // A cell that is torn apart and not constant: condition 1 fails.
            _ => return None,
        }
    }
    Some(cells.into_iter().flat_map(merged).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::local::LocalId;
    use crate::partition::Partition;
    use crate::state::{Node, pack};
    use crate::unwind::{runs, unwind};

    /// Definition 4, element by element.
    fn orbit(state: &Abstract, partitions: &mut Partitions) -> BTreeSet<Vec<LocalId>> {
        let partition = partitions.get(state.partition).clone();
        let finest = partitions.intern(Partition::by_label(0..partition.cell_of.len()));
        let refinement = partitions.refine(state.partition, finest);
        let meet = partitions.get(refinement.meet).clone();
        let mut all = BTreeSet::new();
        let at = state.unpack(&partition).at;
        unwind(runs(&at, &partition), &refinement, &meet, &|_| false, &|_, _| true, &mut |at| {
            all.insert(at.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    /// Theorem 6 against Definition 5, and the index against both.
    #[test]
    fn subsumption_is_inclusion_of_orbits() {
        let mut seed = 11u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let mut included = 0;
        for _ in 0..400 {
            let n = 2 + next(4) as usize;
            let mut partitions = Partitions::default();
            let base: Vec<LocalId> = (0..n).map(|_| LocalId(next(2) as u32)).collect();
            let states: Vec<Abstract> = (0..6)
                .map(|_| {
                    let mut at = base.clone();
                    at.swap(next(n as u64) as usize, next(n as u64) as usize);
                    let partition = Partition::by_label((0..n).map(|_| next(3)).collect::<Vec<_>>());
                    let partition = partitions.intern(partition);
                    let node = Node { shared: SharedId(0), at, partition, origin: None };
                    pack(&node, partitions.get(partition))
                })
                .collect();
            let orbits: Vec<_> = states.iter().map(|s| orbit(s, &mut partitions)).collect();
            let (mut reached, mut plain) = (Reached::new(true), Reached::new(false));
            for (i, state) in states.iter().enumerate() {
                let known = (0..i).any(|j| orbits[j].is_superset(&orbits[i]));
                let same = (0..i).any(|j| orbits[j] == orbits[i]);
                assert_eq!(reached.covers(state, &mut partitions), known);
                assert_eq!(plain.covers(state, &mut partitions), same);
                reached.insert(StateId(i as u32), state.clone(), &mut partitions);
                plain.insert(StateId(i as u32), state.clone(), &mut partitions);
                included += usize::from(known);
                for (j, other) in states.iter().enumerate() {
                    let contains = orbits[i].is_superset(&orbits[j]);
                    assert_eq!(subsumes(state, other, &mut partitions), contains);
                }
                for (waits, orbit) in reached.waits[..i].iter().zip(&orbits) {
                    assert!(!waits || !orbits[i].is_superset(orbit));
                }
            }
        }
        assert!(included > 300, "only {included}");
    }
}
