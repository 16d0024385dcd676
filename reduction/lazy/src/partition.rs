//! Partitions of the processes, interned, with their greatest lower bounds.
//!
//! A partition annotates a state with what its past has told apart (Wahl and D'Silva, section 3): it generates the
//! permutations that keep every process within its cell. Few different ones occur in a search, so each is stored once
//! and a state holds its number. Everything asked about two partitions is computed once for each pair: the meet with
//! how each cell splits, and which cells of the one are not contained in a cell of the other. The paper encodes the
//! coarsest partition as the empty string because most states carry it; here every annotation costs one number, and the
//! coarsest one is number 0 without a list of its own in any state.

use std::collections::HashMap;
use std::sync::Arc;

use crate::system::ProcessId;

/// A partition, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartitionId(pub u32);

/// A partition of the processes. Cells are numbered by their first members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The cell of each process.
    pub cell_of: Box<[u16]>,
    /// The members of each cell, in ascending order.
    pub cells: Vec<Vec<ProcessId>>,
}

impl Partition {
    /// Processes with equal labels share a cell.
    pub fn by_label<L: Eq + std::hash::Hash>(labels: impl IntoIterator<Item = L>) -> Partition {
        let mut seen: HashMap<L, u16> = HashMap::new();
        let mut cells: Vec<Vec<ProcessId>> = Vec::new();
        let mut cell_of = Vec::new();
        for (label, process) in labels.into_iter().zip(0u16..) {
            let next = cells.len() as u16;
            let cell = *seen.entry(label).or_insert(next);
            if cell == next {
                cells.push(Vec::new());
            }
            cells[usize::from(cell)].push(ProcessId(process));
            cell_of.push(cell);
        }
        Partition { cell_of: cell_of.into(), cells }
    }

    /// The greatest lower bound: two processes share a cell when they do in both.
    pub fn meet(&self, other: &Partition) -> Partition {
        Partition::by_label(self.cell_of.iter().copied().zip(other.cell_of.iter().copied()))
    }

    /// Are the two processes told apart?
    pub fn separates(&self, a: ProcessId, b: ProcessId) -> bool {
        self.cell_of[a.index()] != self.cell_of[b.index()]
    }
}

/// How a partition splits when it is met with another.
#[derive(Debug)]
pub struct Refinement {
    /// The meet.
    pub meet: PartitionId,
    /// For each cell of the coarser partition the cells of the meet that it falls into.
    pub parts: Vec<Vec<u16>>,
}

/// How the cells of one partition lie in those of another.
#[derive(Debug)]
pub struct Overlay {
    /// For each cell of the finer one, the cells of the other it meets and how many members they share.
    pub shares: Vec<Vec<(u16, u32)>>,
}

/// All partitions met so far.
#[derive(Debug, Default)]
pub struct Partitions {
    all: Vec<Arc<Partition>>,
    numbers: HashMap<Box<[u16]>, PartitionId>,
    refinements: HashMap<(PartitionId, PartitionId), Arc<Refinement>>,
    overlays: HashMap<(PartitionId, PartitionId), Arc<Overlay>>,
}

impl Partitions {
    /// The number of a partition.
    pub fn intern(&mut self, partition: Partition) -> PartitionId {
        if let Some(&id) = self.numbers.get(&partition.cell_of) {
            return id;
        }
        let id = PartitionId(self.all.len() as u32);
        self.numbers.insert(partition.cell_of.clone(), id);
        self.all.push(Arc::new(partition));
        id
    }

    /// A partition by its number.
    pub fn get(&self, id: PartitionId) -> &Arc<Partition> {
        &self.all[id.0 as usize]
    }

    /// How `coarse` splits when it is met with `edge`.
    pub fn refine(&mut self, coarse: PartitionId, edge: PartitionId) -> Arc<Refinement> {
        if let Some(found) = self.refinements.get(&(coarse, edge)) {
            return found.clone();
        }
        let from = self.get(coarse).clone();
        let meet = from.meet(self.get(edge));
        let mut parts = vec![Vec::new(); from.cells.len()];
        for (cell, number) in meet.cells.iter().zip(0..) {
            parts[usize::from(from.cell_of[cell[0].index()])].push(number);
        }
        let refinement = Arc::new(Refinement { meet: self.intern(meet), parts });
        self.refinements.insert((coarse, edge), refinement.clone());
        refinement
    }

    /// How the cells of `fine` lie in those of `coarse`.
    pub fn overlay(&mut self, fine: PartitionId, coarse: PartitionId) -> Arc<Overlay> {
        if let Some(found) = self.overlays.get(&(fine, coarse)) {
            return found.clone();
        }
        let (below, above) = (self.get(fine).clone(), self.get(coarse).clone());
        let shares = below.cells.iter().map(|cell| {
            let mut shares: Vec<(u16, u32)> = Vec::new();
            for process in cell {
                let other = above.cell_of[process.index()];
                match shares.iter_mut().find(|(c, _)| *c == other) {
                    Some((_, count)) => *count += 1,
                    None => shares.push((other, 1)),
                }
            }
            shares
        });
        let overlay = Arc::new(Overlay { shares: shares.collect() });
        self.overlays.insert((fine, coarse), overlay.clone());
        overlay
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(labels: &[u8]) -> Partition {
        Partition::by_label(labels.iter().copied())
    }

    #[test]
    fn the_meet_is_the_coarsest_common_refinement() {
        let (p, l) = (of(&[0, 0, 0, 1, 1]), of(&[0, 0, 1, 1, 1]));
        let meet = p.meet(&l);
        assert_eq!(meet, of(&[0, 0, 1, 2, 2]));
        assert_eq!((meet.meet(&p), meet.meet(&l)), (meet.clone(), meet.clone()));
        assert!(meet.separates(ProcessId(1), ProcessId(2)));
    }

    #[test]
    fn a_refinement_lists_the_parts_of_each_cell() {
        let mut all = Partitions::default();
        let (p, l) = (all.intern(of(&[0, 0, 0, 1])), all.intern(of(&[0, 1, 0, 1])));
        let refinement = all.refine(p, l);
        assert_eq!(refinement.parts, vec![vec![0, 1], vec![2]]);
        let overlay = all.overlay(l, p);
        assert_eq!(overlay.shares, vec![vec![(0, 2)], vec![(0, 1), (1, 1)]]);
        assert_eq!(all.all.len(), 3);
    }
}
