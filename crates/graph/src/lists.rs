//! The search tree on neighbour lists: ordered partitions as arrays, refined by the worklist of `refine.rs`.
//!
//! Nodes are not copied: going back to one undoes the splits made since (`partition.rs`).

use std::cmp::Ordering;

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

    /// The first of the largest cells: its orbits are found once, and the refinement after it splits most.
    fn target_cell(&self) -> impl Iterator<Item = u32> + '_ {
        let partition = &self.memory.partition;
        let mut target = 0;
        for start in partition.starts() {
            if partition.length[start as usize] > partition.length[target as usize] {
                target = start;
            }
        }
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

    fn map_from_best(&self, image: &mut Vec<u32>) {
        image.clear();
        image.resize(self.vertex_count(), 0);
        for (&from, &to) in self.memory.best.elements.iter().zip(&self.memory.partition.elements) {
            image[from as usize] = to;
        }
    }

    fn is_image_of_first(&mut self, image: &mut Vec<u32>) -> bool {
        let ListMemory { partition, first, verifier, .. } = &mut *self.memory;
        image.clear();
        image.extend(0..partition.elements.len() as u32);
        for start in partition.starts() {
            let length = partition.length[start as usize];
            if length == 1 {
                image[first.elements[start as usize] as usize] = partition.elements[start as usize];
                continue;
            }
            let cell = start..start + length;
            for &v in partition.cell(start) {
                let position = first.position[v as usize];
                if cell.contains(&position) {
                    continue;
                }
                let w = partition.elements[position as usize];
                if !cell.contains(&first.position[w as usize]) {
                    return false;
                }
                image[w as usize] = v;
            }
        }
        verifier.is_automorphism(self.graph, image)
    }
}
