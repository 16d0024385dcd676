//! Colour refinement to an equitable partition, with a label-invariant trace.
//!
//! A partition is equitable when any two vertices of a cell have, for every cell and every relation, equally many
//! neighbours there. Refinement takes cells from a worklist and splits every cell by its members' neighbours in the
//! cell taken (Hopcroft's worklist: of the parts of a cell that was not waiting, the largest need not wait). Sources:
//! Cardon and Crochemore, *Partitioning a graph in O(|A| log |V|)*, 1982; McKay and Piperno, *Practical graph
//! isomorphism II*, 2014, section 2; Junttila and Kaski 2007, section 5 for counting and moving only what is touched.
//!
//! Every decision (which cell is next, in which order cells are split, in which order the parts follow) depends on
//! positions, sizes and counts alone, so isomorphic inputs give isomorphic outputs and equal traces. Neighbours of
//! several relations are counted at once as a sum of per-relation weights. Two different multisets of relations may,
//! with negligible probability, have equal sums; the partition is then less fine than it could be, which costs time
//! and never correctness, because leaves of the search are compared exactly.

use crate::limit::{Budget, GaveUp};
use crate::partition::Partition;
use crate::relations::Relations;
use crate::trace::{Trace, mix};
use crate::tree::Refined;

/// Weighted numbers of neighbours, for the vertices that have any.
#[derive(Debug, Default)]
struct Tally {
    /// Zero except for `touched` vertices.
    value: Vec<u64>,
    touched: Vec<u32>,
    /// Relation to weight, positive and below 2^40, so that sums neither vanish nor overflow.
    weight: Vec<u64>,
}

impl Tally {
    fn reset(&mut self, vertices: usize, kinds: usize) {
        self.value.clear();
        self.value.resize(vertices, 0);
        self.touched.clear();
        self.weight.clear();
        self.weight
            .extend((0..kinds as u64).map(|r| if r == 0 { 1 } else { (mix(r, kinds as u64) >> 24) | 1 }));
    }

    /// Counts the neighbours in `splitter`; returns the number of list entries read.
    #[inline]
    fn count(&mut self, graph: &Relations, splitter: &[u32]) -> usize {
        let mut read = 0;
        for &w in splitter {
            let range = graph.range(w);
            read += range.len();
            if graph.kinds == 1 {
                for &u in &graph.neighbour[range] {
                    self.add(u, 1);
                }
            } else {
                for (&u, &r) in graph.neighbour[range.clone()].iter().zip(&graph.relation[range]) {
                    self.add(u, self.weight[r as usize]);
                }
            }
        }
        read
    }

    #[inline]
    fn add(&mut self, v: u32, weight: u64) {
        let value = &mut self.value[v as usize];
        if *value == 0 {
            self.touched.push(v);
        }
        *value += weight;
    }

    fn clear(&mut self) {
        for v in self.touched.drain(..) {
            self.value[v as usize] = 0;
        }
    }
}

/// Reused memory, and the worklist.
#[derive(Debug, Default)]
pub(crate) struct Refiner {
    tally: Tally,
    /// Waiting cells of one element, taken first: they split most and cost least.
    singles: Vec<u32>,
    /// The other waiting cells.
    queue: Vec<u32>,
    /// Whether the cell that starts at a position is waiting.
    waiting: Vec<bool>,
    /// How many vertices of the cell are touched, moved to its end.
    hits: Vec<u32>,
    /// The starts of cells with hits.
    cells: Vec<u32>,
    /// Buffer for sorting the touched part of a cell.
    order: Vec<(u64, u32)>,
}

impl Refiner {
    pub(crate) fn reset(&mut self, graph: &Relations) {
        let n = graph.vertex_count();
        self.tally.reset(n, graph.kinds);
        self.waiting.clear();
        self.waiting.resize(n, false);
        self.hits.clear();
        self.hits.resize(n, 0);
        self.singles.clear();
        self.queue.clear();
    }

    /// Puts the cell that starts at `start` on the worklist.
    pub(crate) fn enqueue(&mut self, partition: &Partition, start: u32) {
        if !std::mem::replace(&mut self.waiting[start as usize], true) {
            let list =
                if partition.length[start as usize] == 1 { &mut self.singles } else { &mut self.queue };
            list.push(start);
        }
    }

    /// Empties the worklist by refining `partition`.
    pub(crate) fn refine(
        &mut self,
        graph: &Relations,
        partition: &mut Partition,
        trace: &mut Trace,
        budget: &mut Budget,
    ) -> Result<Refined, GaveUp> {
        while let Some(start) = self.singles.pop().or_else(|| self.queue.pop()) {
            self.waiting[start as usize] = false;
            let splitter = partition.cell(start);
            budget.spend(self.tally.count(graph, splitter) + 1)?;
            let open = self.split_touched(start, partition, trace);
            self.tally.clear();
            if !open || partition.is_discrete() {
                self.abandon();
            }
            if !open {
                return Ok(Refined::Pruned);
            }
        }
        Ok(Refined::Equitable)
    }

    fn abandon(&mut self) {
        for start in self.singles.drain(..).chain(self.queue.drain(..)) {
            self.waiting[start as usize] = false;
        }
    }

    /// Splits all cells with touched vertices; false if the trace closed.
    fn split_touched(&mut self, splitter: u32, partition: &mut Partition, trace: &mut Trace) -> bool {
        let mut fixed = mix(u64::from(splitter), self.tally.touched.len() as u64);
        for &v in &self.tally.touched {
            let cell = partition.cell_of[v as usize];
            let length = partition.length[cell as usize];
            if length == 1 {
                fixed = fixed.wrapping_add(mix(u64::from(cell), self.tally.value[v as usize]));
                continue;
            }
            let hits = &mut self.hits[cell as usize];
            if *hits == 0 {
                self.cells.push(cell);
            }
            *hits += 1;
            let target = cell + length - *hits;
            partition.swap(partition.position[v as usize], target);
        }
        self.cells.sort_unstable();
        let mut open = trace.push(fixed);
        for index in 0..self.cells.len() {
            let cell = self.cells[index];
            let hits = std::mem::take(&mut self.hits[cell as usize]);
            open = open && trace.push(self.split_cell(cell, hits, partition));
        }
        self.cells.clear();
        open
    }

    /// Splits one cell whose last `hits` elements are touched, and returns a number that describes the split.
    fn split_cell(&mut self, cell: u32, hits: u32, partition: &mut Partition) -> u64 {
        let length = partition.length[cell as usize];
        let touched = cell + length - hits;
        self.sort_by_value(touched, cell + length, partition);
        let mut description = mix(u64::from(cell), u64::from(length - hits));
        let mut start = cell;
        let mut before = if hits == length { self.order[0].0 } else { 0 };
        for (at, &(value, _)) in (touched..).zip(&self.order) {
            if value != before {
                before = value;
                description = mix(mix(description, u64::from(at)), value);
                partition.split(start, at);
                start = at;
            }
        }
        if start == cell {
            return mix(description, before);
        }
        self.enqueue_parts(cell, cell + length, partition);
        description
    }

    /// After a cell was split: all parts wait if it did, otherwise all but the first of the largest.
    fn enqueue_parts(&mut self, cell: u32, end: u32, partition: &Partition) {
        let next = |&part: &u32| Some(part + partition.length[part as usize]).filter(|&next| next < end);
        let parts = || std::iter::successors(Some(cell), next);
        let longer = |a: u32, b: u32| partition.length[a as usize] > partition.length[b as usize];
        let largest = parts().fold(cell, |best, part| if longer(part, best) { part } else { best });
        let waits = self.waiting[cell as usize];
        for part in parts().filter(|&part| waits || part != largest) {
            self.enqueue(partition, part);
        }
    }

    /// Sorts the elements from `touched` to `end` by their tallies, and leaves the sorted tallies in `order`.
    fn sort_by_value(&mut self, touched: u32, end: u32, partition: &mut Partition) {
        let range = touched as usize..end as usize;
        self.order.clear();
        self.order.extend(partition.elements[range].iter().map(|&v| (self.tally.value[v as usize], v)));
        let first = self.order[0].0;
        if self.order.iter().all(|&(value, _)| value == first) {
            return;
        }
        self.order.sort_unstable_by_key(|&(value, _)| value);
        for (p, &(_, v)) in (touched..end).zip(&self.order) {
            partition.elements[p as usize] = v;
            partition.position[v as usize] = p;
        }
    }
}
