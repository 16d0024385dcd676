//! The search tree on sets in words: nodes are copied, not undone, because a copy is a few cache lines.

use std::cmp::Ordering;

use crate::bitset::Set;
use crate::limit::{Budget, GaveUp};
use crate::masks::{Cells, MaskRefiner, Matrix};
use crate::relations::Relations;
use crate::trace::Trace;
use crate::tree::{Refined, Tree};

/// A graph and its search tree. The vertices of the tree may be some of those that have rows.
#[derive(Debug, Default)]
pub(crate) struct MaskTree<const W: usize> {
    pub(crate) matrix: Matrix<W>,
    /// The current node.
    cells: Cells<W>,
    saved: Vec<Cells<W>>,
    refiner: MaskRefiner<W>,
    first: MaskLeaf,
    best: MaskLeaf,
    /// Rows by position and kind, under the best leaf.
    best_form: Vec<Set<W>>,
}

/// A leaf as positions and their inverse.
#[derive(Debug, Default)]
struct MaskLeaf {
    /// The vertex at a position.
    elements: Vec<u16>,
    /// The position of a vertex of the tree; meaningless for others.
    position: Vec<u16>,
}

impl MaskLeaf {
    fn set<const W: usize>(&mut self, cells: &Cells<W>) {
        self.position.clone_from(&cells.start_of);
        self.elements.clear();
        self.elements.extend(cells.cell.iter().map_while(Set::first).map(|v| v as u16));
    }
}

impl<const W: usize> MaskTree<W> {
    /// How many vertices fit.
    pub(crate) const CAPACITY: usize = 64 * W;

    /// Takes a graph given by lists, with its keys as initial cells.
    pub(crate) fn load(&mut self, graph: &Relations) {
        let n = graph.vertex_count();
        self.matrix.vertices = n;
        self.matrix.converse.clone_from(&graph.converse);
        self.matrix.rows.clear();
        self.matrix.rows.resize(graph.kinds * n, Set::EMPTY);
        for v in 0..n {
            for (u, kind) in graph.row(v as u32) {
                self.matrix.rows[kind as usize * n + v].insert(u as usize);
            }
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_unstable_by_key(|&v| graph.key[v]);
        let same = |&a: &usize, &b: &usize| graph.key[a] == graph.key[b];
        self.start(order.chunk_by(same).map(|cell| cell.iter().copied().collect()));
    }

    /// Sets the initial cells, after the matrix.
    pub(crate) fn start(&mut self, cells: impl Iterator<Item = Set<W>>) {
        self.cells.reset(self.matrix.vertices, cells);
        self.refiner.reset(self.matrix.vertices);
    }

    /// The canonical order of the tree's vertices, at the end of a search for it.
    pub(crate) fn canonical_order(&self) -> impl Iterator<Item = u32> + '_ {
        self.best.elements.iter().map(|&v| u32::from(v))
    }

    /// The kinds that say everything: one of each pair of converses.
    fn telling_kinds(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.matrix.kinds()).filter(|&kind| self.matrix.converse[kind] as usize >= kind)
    }

    fn is_automorphism(&self, image: &[u32]) -> bool {
        let renamed = |row: &Set<W>| row.iter().map(|u| image[u] as usize).collect::<Set<W>>();
        let keeps = |kind: usize, v: usize| {
            let (row, target) = (self.matrix.row(kind, v), self.matrix.row(kind, image[v] as usize));
            row.len() == target.len() && renamed(row) == *target
        };
        let moved = || (0..image.len()).filter(|&v| image[v] as usize != v);
        (0..self.matrix.kinds()).all(|kind| moved().all(|v| keeps(kind, v)))
    }
}

impl<const W: usize> Tree for MaskTree<W> {
    fn vertex_count(&self) -> usize {
        self.matrix.vertices
    }

    fn root(&mut self, trace: &mut Trace, budget: &mut Budget) -> Result<(), GaveUp> {
        self.refiner.enqueue_all(&self.cells);
        self.refiner.refine(&self.matrix, &mut self.cells, trace, budget).map(|_| ())
    }

    fn individualise(
        &mut self,
        vertex: u32,
        trace: &mut Trace,
        budget: &mut Budget,
    ) -> Result<Refined, GaveUp> {
        self.refiner.individualise(&mut self.cells, vertex as usize);
        self.refiner.refine(&self.matrix, &mut self.cells, trace, budget)
    }

    fn save(&mut self, level: usize) {
        if self.saved.len() <= level {
            self.saved.resize_with(level + 1, Cells::default);
        }
        self.saved[level].copy_from(&self.cells);
    }

    fn restore(&mut self, level: usize) {
        self.cells.copy_from(&self.saved[level]);
    }

    fn is_leaf(&self) -> bool {
        self.cells.open_starts.is_empty()
    }

    /// The first of the largest cells, as in `lists.rs`.
    fn target_cell(&self) -> impl Iterator<Item = u32> + '_ {
        let mut target = 0;
        let mut largest = 0;
        for start in self.cells.open_starts.iter() {
            if self.cells.length[start] > largest {
                largest = self.cells.length[start];
                target = start;
            }
        }
        self.cells.cell[target].iter().map(|v| v as u32)
    }

    fn keep_as_first(&mut self) {
        self.first.set(&self.cells);
    }

    fn keep_as_best(&mut self) {
        self.best.set(&self.cells);
        let mut form = std::mem::take(&mut self.best_form);
        form.clear();
        for &v in &self.best.elements {
            let rows = self.telling_kinds().map(|kind| self.matrix.row(kind, usize::from(v)));
            form.extend(
                rows.map(|row| row.iter().map(|u| usize::from(self.best.position[u])).collect::<Set<W>>()),
            );
        }
        self.best_form = form;
    }

    fn compare_with_best(&mut self) -> Ordering {
        let position = |u: usize| usize::from(self.cells.start_of[u]);
        let mut best = self.best_form.iter();
        for v in self.cells.cell.iter().map_while(Set::first) {
            for kind in self.telling_kinds() {
                let row: Set<W> = self.matrix.row(kind, v).iter().map(position).collect();
                let Some(expected) = best.next() else { return Ordering::Greater };
                if row != *expected {
                    return row.words().cmp(expected.words());
                }
            }
        }
        Ordering::Equal
    }

    fn map_from_best(&self, image: &mut Vec<u32>) {
        image.clear();
        image.extend(0..self.vertex_count() as u32);
        for (&from, to) in self.best.elements.iter().zip(&self.cells.cell) {
            image[usize::from(from)] = to.first().map_or(0, |v| v as u32);
        }
    }

    fn is_image_of_first(&mut self, image: &mut Vec<u32>) -> bool {
        image.clear();
        image.extend(0..self.vertex_count() as u32);
        for (start, cell) in self.cells.cell.iter().enumerate() {
            if !self.cells.open_starts.contains(start) {
                if let Some(v) = cell.first() {
                    image[usize::from(self.first.elements[start])] = v as u32;
                }
                continue;
            }
            let positions = start..start + usize::from(self.cells.length[start]);
            for v in cell.iter() {
                let position = usize::from(self.first.position[v]);
                if positions.contains(&position) {
                    continue;
                }
                let w = self.cells.cell[position].first().filter(|_| self.cells.length[position] == 1);
                let Some(w) = w.filter(|&w| positions.contains(&usize::from(self.first.position[w]))) else {
                    return false;
                };
                image[w] = v as u32;
            }
        }
        self.is_automorphism(image)
    }
}
