//! The search tree on neighbour lists: ordered partitions as arrays, refined by the worklist of `refine.rs`.
//!
//! Nodes are not copied: going back to one undoes the splits made since (`partition.rs`).

use std::cmp::Ordering;

use crate::images::Image;
use crate::leaf::{Form, Leaf, Verifier};
use crate::limit::{Budget, GaveUp};
use crate::partition::{Mark, Partition};
use crate::refine::Refiner;
use crate::relations::Relations;
use crate::trace::Trace;
use crate::tree::{Refined, Tree};

/// Memory of the tree, reused from call to call.
#[derive(Debug, Default)]
pub(crate) struct ListMemory {
    partition: Partition,
    refiner: Refiner,
    /// Level to its node.
    marks: Vec<Mark>,
    first: Leaf,
    /// The canonical leaf, at the end of a search for it.
    pub(crate) best: Leaf,
    best_form: Form,
    verifier: Verifier,
    /// All false between uses.
    is_cut: Vec<bool>,
}

impl ListMemory {
    /// The cells of the current node, in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[u32]> {
        self.partition.starts().map(|start| self.partition.cell(start))
    }
}

/// The tree of one graph.
#[derive(Debug)]
pub(crate) struct ListTree<'a> {
    graph: &'a Relations,
    memory: &'a mut ListMemory,
}

impl<'a> ListTree<'a> {
    pub(crate) fn new(graph: &'a Relations, memory: &'a mut ListMemory) -> ListTree<'a> {
        memory.partition.reset(&graph.key);
        memory.refiner.reset(graph);
        memory.verifier.reset(graph.vertex_count());
        memory.is_cut.resize(graph.vertex_count(), false);
        ListTree { graph, memory }
    }

    fn refine(&mut self, trace: &mut Trace, budget: &mut Budget) -> Result<Refined, GaveUp> {
        let ListMemory { partition, refiner, .. } = &mut *self.memory;
        refiner.refine(self.graph, partition, trace, budget)
    }
}

impl Tree for ListTree<'_> {
    fn vertex_count(&self) -> usize {
        self.graph.vertex_count()
    }

    fn root(&mut self, trace: &mut Trace, budget: &mut Budget) -> Result<(), GaveUp> {
        let ListMemory { partition, refiner, .. } = &mut *self.memory;
        for start in partition.starts() {
            refiner.enqueue(partition, start);
        }
        self.refine(trace, budget).map(|_| ())
    }

    fn individualise(
        &mut self,
        vertex: u32,
        trace: &mut Trace,
        budget: &mut Budget,
    ) -> Result<Refined, GaveUp> {
        let ListMemory { partition, refiner, .. } = &mut *self.memory;
        partition.individualise(vertex);
        refiner.enqueue(partition, partition.cell_of[vertex as usize]);
        self.refine(trace, budget)
    }

    fn save(&mut self, level: usize) {
        self.memory.marks.truncate(level);
        self.memory.marks.push(self.memory.partition.mark());
    }

    fn restore(&mut self, level: usize) {
        self.memory.partition.undo_to(self.memory.marks[level]);
    }

    fn is_leaf(&self) -> bool {
        self.memory.partition.is_discrete()
    }

    fn target_cell(&self) -> impl Iterator<Item = u32> + '_ {
        let ListMemory { partition, marks, .. } = &*self.memory;
        let newest = marks.windows(2).rev().find_map(|pair| partition.largest_cut_between(pair[0], pair[1]));
        let target = newest.unwrap_or_else(|| partition.largest());
        partition.cell(target).iter().copied()
    }

    fn keep_as_first(&mut self) {
        let ListMemory { partition, first, .. } = &mut *self.memory;
        first.set(&partition.elements, &partition.position);
    }

    fn keep_as_best(&mut self) {
        let ListMemory { partition, best, best_form, .. } = &mut *self.memory;
        best.set(&partition.elements, &partition.position);
        best_form.set(self.graph, &partition.elements, &partition.position);
    }

    fn compare_with_best(&mut self) -> Ordering {
        let ListMemory { partition, best_form, .. } = &mut *self.memory;
        best_form.against(self.graph, &partition.elements, &partition.position)
    }

    fn map_from_best(&self, image: &mut Image) {
        for (&from, &to) in self.memory.best.elements.iter().zip(&self.memory.partition.elements) {
            image.set(from, to);
        }
    }

    /// Looks only at what was cut off since the common node: elsewhere both nodes have the same cells.
    fn is_image_of_first(&mut self, common: usize, image: &mut Image) -> bool {
        let ListMemory { partition, first, verifier, marks, is_cut, .. } = &mut *self.memory;
        let cuts = partition.cuts_since(marks[common]);
        cuts.iter().for_each(|&(_, at)| is_cut[at as usize] = true);
        let guess = Guess { partition, first, is_cut };
        // The last cuts first: if a guess is impossible, it mostly shows there.
        let complete = cuts.iter().rev().all(|&cut| guess.map(cut, image));
        cuts.iter().for_each(|&(_, at)| is_cut[at as usize] = false);
        complete && verifier.is_automorphism(self.graph, image)
    }
}

/// A map from the first leaf to the current node, guessed cell by cell.
///
/// Both have the same vertices in each cell of a common ancestor. Of such a cell, all parts but the first were cut
/// off; they and single first parts are looked at as a whole, and of the other first parts only what came there in
/// exchange. Every part is mapped onto the same part, so the map is always a permutation.
struct Guess<'a> {
    partition: &'a Partition,
    first: &'a Leaf,
    /// Whether the cell that starts at a position was cut off.
    is_cut: &'a [bool],
}

impl Guess<'_> {
    /// Maps what the cut of a cell that starts at `start` put in the cell that starts at `at`; false if there is no
    /// simple way.
    fn map(&self, (start, at): (u32, u32), image: &mut Image) -> bool {
        let partition = self.partition;
        if partition.length[start as usize] == 1 && !self.is_cut[start as usize] {
            self.map_single(start, image);
        }
        let cell = partition.cell(at);
        if cell.len() == 1 {
            self.map_single(at, image);
        } else if !cell.iter().all(|&v| self.map_back(at, v, image)) {
            return false;
        }
        let had = &self.first.elements[at as usize..at as usize + cell.len()];
        had.iter().all(|&v| {
            let now = partition.cell_of[v as usize];
            let rest = !self.is_cut[now as usize] && partition.length[now as usize] > 1;
            !rest || self.map_back(now, v, image)
        })
    }

    /// Maps to the only vertex of a cell.
    fn map_single(&self, start: u32, image: &mut Image) {
        let from = self.first.elements[start as usize];
        if image.of(from) == from {
            image.set(from, self.partition.elements[start as usize]);
        }
    }

    /// Maps to `v`, a vertex of the cell at `start`: itself if the first leaf has it there, and otherwise, so that
    /// two vertices are exchanged, the one that now is where the first leaf has `v`.
    fn map_back(&self, start: u32, v: u32, image: &mut Image) -> bool {
        let cell = start..start + self.partition.length[start as usize];
        let position = self.first.position[v as usize];
        if cell.contains(&position) {
            return true;
        }
        let w = self.partition.elements[position as usize];
        let possible = cell.contains(&self.first.position[w as usize]);
        if possible {
            image.set(w, v);
        }
        possible
    }
}
