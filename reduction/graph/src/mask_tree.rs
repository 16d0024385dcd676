//! The search tree on sets in words: nodes are copied, not undone, because a copy is a few cache lines.

use std::cmp::Ordering;

use crate::bitset::Set;
use crate::images::Image;
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
    /// Nodes by level; those below `depth` are the current path.
    saved: Vec<Cells<W>>,
    depth: usize,
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

    /// The first of the largest of some cells.
    fn largest(&self, starts: impl Iterator<Item = usize>) -> Option<usize> {
        let longer = |a: usize, b: usize| self.cells.length[a] > self.cells.length[b];
        starts.reduce(|best, start| if longer(start, best) { start } else { best })
    }

    fn is_automorphism(&self, image: &Image) -> bool {
        let renamed = |row: &Set<W>| row.iter().map(|u| image.of(u as u32) as usize).collect::<Set<W>>();
        let keeps = |kind: usize, v: u32| {
            let (row, target) =
                (self.matrix.row(kind, v as usize), self.matrix.row(kind, image.of(v) as usize));
            row.len() == target.len() && renamed(row) == *target
        };
        (0..self.matrix.kinds()).all(|kind| image.moved().iter().all(|&v| keeps(kind, v)))
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
        self.depth = level;
    }

    fn restore(&mut self, level: usize) {
        self.cells.copy_from(&self.saved[level]);
    }

    fn is_leaf(&self) -> bool {
        self.cells.open_starts.is_empty()
    }

    fn target_cell(&self) -> impl Iterator<Item = u32> + '_ {
        let cut_off = |parent: &Cells<W>| {
            let new = self.cells.open_starts.iter().filter(|&start| parent.cell[start].is_empty());
            self.largest(new)
        };
        let newest = self.saved[..self.depth].iter().rev().find_map(cut_off);
        let target = newest.or_else(|| self.largest(self.cells.open_starts.iter())).unwrap_or(0);
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

    fn map_from_best(&self, image: &mut Image) {
        for (&from, to) in self.best.elements.iter().zip(&self.cells.cell) {
            image.set(u32::from(from), to.first().map_or(0, |v| v as u32));
        }
    }

    fn is_image_of_first(&mut self, _common: usize, image: &mut Image) -> bool {
        for (start, cell) in self.cells.cell.iter().enumerate() {
            if self.cells.open_starts.contains(start) {
                if !cell.iter().all(|v| self.map_back(start, v, image)) {
                    return false;
                }
            } else if let Some(v) = cell.first() {
                image.set(u32::from(self.first.elements[start]), v as u32);
            }
        }
        self.is_automorphism(image)
    }
}

impl<const W: usize> MaskTree<W> {
    /// Maps to `v`, a vertex of the cell at `start`: itself if the first leaf has it there, and otherwise, so that
    /// two vertices are exchanged, the one that now is where the first leaf has `v`.
    fn map_back(&self, start: usize, v: usize, image: &mut Image) -> bool {
        let positions = start..start + usize::from(self.cells.length[start]);
        let position = usize::from(self.first.position[v]);
        if positions.contains(&position) {
            return true;
        }
        let w = self.cells.cell[position].first().filter(|_| self.cells.length[position] == 1);
        let w = w.filter(|&w| positions.contains(&usize::from(self.first.position[w])));
        w.inspect(|&w| image.set(w as u32, v as u32)).is_some()
    }
}
