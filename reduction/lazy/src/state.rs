//! States, concrete and abstract. An abstract one is a shared part, a partition, and for each cell the multiset of its local
//! states.

use std::sync::Arc;

use crate::local::{LocalId, SharedId};
use crate::partition::{Partition, PartitionId};
use crate::unwind::{Run, merged, runs};

/// A concrete state: shared cells and local vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Concrete {
    /// The shared cells; one may hold no value at all.
    pub shared: Vec<i64>,
    /// The local vector of each process.
    pub local: Vec<Vec<i32>>,
}

/// In an identifier cell: a process of a class is named; it bears the mark.
pub(crate) const MARKED: i64 = i64::MIN + 1;

/// A stored state in canonical form (Wahl and D'Silva, section 5): within each cell the local states are sorted and
/// counted. The runs of the cells follow one another; the sizes of the cells say where each ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Abstract {
    pub shared: SharedId,
    pub partition: PartitionId,
    pub runs: Arc<[Run]>,
}

/// One arrangement that stands for its orbit under a partition.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub shared: SharedId,
    /// The local state of each process.
    pub at: Vec<LocalId>,
    pub partition: PartitionId,
    /// The arrangement of the stored state that this one was reached from, when traced.
    pub origin: Option<Vec<LocalId>>,
}

impl Node {
    /// The same arrangement, reached from `from` by rearranging it: the origin is rearranged alike.
    pub fn moved(mut self, from: &Node, partition: &Partition) -> Node {
        self.origin = from.origin.as_ref().map(|origin| transport(partition, &from.at, &self.at, origin));
        self
    }
}

impl Abstract {
    /// Bytes that [`Abstract::write`] needs.
    pub fn written_length(&self) -> usize {
        8 + 8 * self.runs.len()
    }

    /// Writes the state as the explorer stores it: the shared part, the partition, then the runs, four bytes each.
    pub fn write(&self, out: &mut [u8]) {
        let runs = self.runs.iter().flat_map(|&(local, count)| [local.0, count]);
        let words = [self.shared.0, self.partition.0].into_iter().chain(runs);
        for (place, word) in out.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Reads what was written.
    pub fn read(bytes: &[u8]) -> Abstract {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let runs = (8..bytes.len()).step_by(8).map(|at| (LocalId(word(at)), word(at + 4))).collect();
        Abstract { shared: SharedId(word(0)), partition: PartitionId(word(4)), runs }
    }

    /// The arrangement in which every cell is sorted.
    pub fn unpack(&self, partition: &Partition) -> Node {
        let mut at = vec![LocalId(0); partition.cell_of.len()];
        let mut run = self.runs.iter().copied();
        let mut current: Run = (LocalId(0), 0);
        for process in partition.cells.iter().flatten() {
            if current.1 == 0 {
                current = run.next().unwrap_or((LocalId(0), u32::MAX));
            }
            at[process.index()] = current.0;
            current.1 -= 1;
        }
        Node { shared: self.shared, at, partition: self.partition, origin: None }
    }

    /// The runs of each cell.
    pub fn cells<'s>(&'s self, partition: &'s Partition) -> impl Iterator<Item = &'s [Run]> + 's {
        let mut rest: &[Run] = &self.runs;
        partition.cells.iter().map(move |cell| {
            let mut left = cell.len() as u32;
            let mut count = 0;
            while left > 0 {
                left -= rest[count].1;
                count += 1;
            }
            let (here, later) = rest.split_at(count);
            rest = later;
            here
        })
    }

    /// All local states, whatever the cells: what any state with the same orbit elements agrees on.
    pub fn multiset(&self) -> Box<[Run]> {
        merged(self.runs.to_vec()).into()
    }
}

/// The canonical form of an arrangement.
pub(crate) fn pack(node: &Node, partition: &Partition) -> Abstract {
    let runs = runs(&node.at, partition).concat().into();
    Abstract { shared: node.shared, partition: node.partition, runs }
}

/// Rearranges `what` by a permutation within the cells that takes `from` to `to` (the proof of Lemma 10).
pub(crate) fn transport(
    partition: &Partition,
    from: &[LocalId],
    to: &[LocalId],
    what: &[LocalId],
) -> Vec<LocalId> {
    let mut out = what.to_vec();
    for cell in &partition.cells {
        let mut sources: Vec<_> = cell.clone();
        sources.sort_by_key(|p| from[p.index()]);
        let mut targets: Vec<_> = cell.clone();
        targets.sort_by_key(|p| to[p.index()]);
        for (source, target) in sources.iter().zip(&targets) {
            out[target.index()] = what[source.index()];
        }
    }
    out
}
