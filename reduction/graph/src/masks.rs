//! Ordered partitions as sets in words, and their refinement: for graphs of at most a few hundred vertices.
//!
//! A cell is a set of vertices, stored at the position where the cell starts. To split by the neighbours of a single
//! vertex, its row is intersected with the cells it meets: a few instructions per cell, without sorting or moving
//! vertices. The worklist is a set of positions, and what is added to the trace for one splitter is a sum over the
//! cells it splits; so the order in which cells are met, which does depend on vertex numbers, has no effect.
//!
//! The refinement is that of `refine.rs`, which has the sources; nauty's dense representation is the model
//! (McKay, *Practical graph isomorphism*, 1981), but there every splitter looks at every cell.

use crate::bitset::Set;
use crate::limit::{Budget, GaveUp};
use crate::trace::{Trace, mix};
use crate::tree::Refined;

/// The rows of a graph, one matrix per kind of relation. Kinds need not be disjoint.
#[derive(Debug, Default)]
pub(crate) struct Matrix<const W: usize> {
    /// `rows[kind * vertices + v]` are the vertices that `v` relates to.
    pub(crate) rows: Vec<Set<W>>,
    pub(crate) vertices: usize,
    /// Kind to the kind as seen from the other end.
    pub(crate) converse: Vec<u32>,
}

impl<const W: usize> Matrix<W> {
    #[inline]
    pub(crate) fn row(&self, kind: usize, v: usize) -> &Set<W> {
        &self.rows[kind * self.vertices + v]
    }

    pub(crate) fn kinds(&self) -> usize {
        self.converse.len()
    }
}

/// An ordered partition of a set of vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells<const W: usize> {
    /// The cell that starts at a position; empty elsewhere.
    pub(crate) cell: Vec<Set<W>>,
    /// The size of the cell that starts at a position; meaningless elsewhere.
    pub(crate) length: Vec<u16>,
    /// Vertex to the start of its cell.
    pub(crate) start_of: Vec<u16>,
    /// The starts of cells with several vertices.
    pub(crate) open_starts: Set<W>,
    /// The vertices in such cells.
    open: Set<W>,
}

impl<const W: usize> Cells<W> {
    /// Starts again with the given cells, in order, of vertices below `n`.
    pub(crate) fn reset(&mut self, n: usize, cells: impl Iterator<Item = Set<W>>) {
        self.cell.clear();
        self.cell.resize(n, Set::EMPTY);
        self.length.clear();
        self.length.resize(n, 0);
        self.start_of.clear();
        self.start_of.resize(n, 0);
        self.open_starts = Set::EMPTY;
        self.open = Set::EMPTY;
        let mut start = 0;
        for cell in cells {
            let length = cell.len();
            self.put(start, cell, length);
            start += length;
        }
    }

    /// Copies another partition, reusing memory.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Cells<W>) {
        self.cell.clone_from(&other.cell);
        self.length.clone_from(&other.length);
        self.start_of.clone_from(&other.start_of);
        self.open_starts = other.open_starts;
        self.open = other.open;
    }

    #[inline]
    fn put(&mut self, start: usize, cell: Set<W>, length: usize) {
        self.cell[start] = cell;
        self.length[start] = length as u16;
        for v in cell.iter() {
            self.start_of[v] = start as u16;
        }
        if length > 1 {
            self.open_starts.insert(start);
            self.open = self.open.or(&cell);
        } else {
            self.open = self.open.without(&cell);
        }
    }

    /// Puts `part` of the cell at `start` in a cell of its own behind the rest, and returns where.
    #[inline]
    fn split(&mut self, start: usize, part: Set<W>) -> usize {
        let rest = self.cell[start].without(&part);
        let part_length = part.len();
        let length = usize::from(self.length[start]) - part_length;
        self.cell[start] = rest;
        self.length[start] = length as u16;
        if length == 1 {
            self.open_starts.remove(start);
            self.open = self.open.without(&rest);
        }
        self.put(start + length, part, part_length);
        start + length
    }
}

/// The worklist and memory of refinement.
#[derive(Debug, Default)]
pub(crate) struct MaskRefiner<const W: usize> {
    /// Waiting cells of one vertex, by start; taken first.
    singles: Set<W>,
    /// Other waiting cells.
    others: Set<W>,
    /// Number of neighbours to the vertices that have so many; empty between uses.
    by_count: Vec<Set<W>>,
}

impl<const W: usize> MaskRefiner<W> {
    pub(crate) fn reset(&mut self, n: usize) {
        self.singles = Set::EMPTY;
        self.others = Set::EMPTY;
        self.by_count.clear();
        self.by_count.resize(n + 1, Set::EMPTY);
    }

    /// Puts every cell on the worklist.
    pub(crate) fn enqueue_all(&mut self, cells: &Cells<W>) {
        for start in (0..cells.cell.len()).filter(|&start| !cells.cell[start].is_empty()) {
            self.enqueue(cells, start);
        }
    }

    /// Individualises `v` and puts it on the worklist.
    pub(crate) fn individualise(&mut self, cells: &mut Cells<W>, v: usize) {
        let start = usize::from(cells.start_of[v]);
        let alone = cells.split(start, std::iter::once(v).collect());
        self.enqueue(cells, alone);
    }

    /// Empties the worklist by refining `cells`.
    pub(crate) fn refine(
        &mut self,
        matrix: &Matrix<W>,
        cells: &mut Cells<W>,
        trace: &mut Trace,
        budget: &mut Budget,
    ) -> Result<Refined, GaveUp> {
        while !cells.open_starts.is_empty() {
            let summary = if let Some(start) = self.singles.pop() {
                budget.spend(matrix.kinds() + 1)?;
                mix(start as u64, self.split_by_single(matrix, cells, start))
            } else if let Some(start) = self.others.pop() {
                let splitter = cells.cell[start];
                budget.spend(matrix.kinds() * cells.cell.len())?;
                mix(start as u64, self.split_by_set(matrix, cells, splitter))
            } else {
                break;
            };
            if !trace.push(summary) {
                self.singles = Set::EMPTY;
                self.others = Set::EMPTY;
                return Ok(Refined::Pruned);
            }
        }
        self.singles = Set::EMPTY;
        self.others = Set::EMPTY;
        Ok(Refined::Equitable)
    }

    /// Splits all cells by the neighbours of one vertex.
    #[inline]
    fn split_by_single(&mut self, matrix: &Matrix<W>, cells: &mut Cells<W>, start: usize) -> u64 {
        let Some(w) = cells.cell[start].first() else { return 0 };
        let mut summary = 0u64;
        for kind in 0..matrix.kinds() {
            let mut met = matrix.row(kind, w).and(&cells.open);
            while let Some(v) = met.first() {
                let start = usize::from(cells.start_of[v]);
                let cell = cells.cell[start];
                let part = met.and(&cell);
                met = met.without(&part);
                if part == cell {
                    summary = summary.wrapping_add(mix(kind as u64, start as u64));
                } else {
                    let at = cells.split(start, part);
                    summary = summary.wrapping_add(mix(start as u64, (at << 8 | kind) as u64));
                    self.enqueue_smaller(cells, start, at);
                }
            }
        }
        summary
    }

    /// Splits all cells by the numbers of neighbours in a set.
    fn split_by_set(&mut self, matrix: &Matrix<W>, cells: &mut Cells<W>, splitter: Set<W>) -> u64 {
        let mut summary = 0u64;
        for kind in 0..matrix.kinds() {
            let neighbours = splitter.iter().fold(Set::EMPTY, |set, w| matrix.row(kind, w).or(&set));
            let mut met = neighbours.and(&cells.open);
            let back = matrix.converse[kind] as usize;
            while let Some(v) = met.first() {
                let start = usize::from(cells.start_of[v]);
                let part = met.and(&cells.cell[start]);
                met = met.without(&part);
                let counts = self.tally(matrix, back, part, &splitter);
                summary = summary.wrapping_add(mix(kind as u64, self.split_by_count(cells, start, counts)));
            }
        }
        summary
    }

    /// Sorts the vertices of `part` into `by_count` and returns which numbers occur, less one.
    fn tally(&mut self, matrix: &Matrix<W>, kind: usize, part: Set<W>, splitter: &Set<W>) -> Set<W> {
        let mut counts = Set::EMPTY;
        for v in part.iter() {
            let count = matrix.row(kind, v).common(splitter);
            self.by_count[count].insert(v);
            counts.insert(count - 1);
        }
        counts
    }

    /// Splits one cell by `by_count`, vertices without neighbours first, and empties it.
    fn split_by_count(&mut self, cells: &mut Cells<W>, start: usize, mut counts: Set<W>) -> u64 {
        let mut summary = start as u64;
        let mut parts: Set<W> = std::iter::once(start).collect();
        // From the greatest number down, because a part goes behind what is left of the cell.
        while let Some(count) = counts.pop_last() {
            let part = std::mem::take(&mut self.by_count[count + 1]);
            summary = mix(summary, count as u64);
            if part != cells.cell[start] {
                let at = cells.split(start, part);
                parts.insert(at);
                summary = mix(summary, at as u64);
            }
        }
        self.enqueue_parts(cells, start, parts);
        summary
    }

    /// After a cell was split: all parts wait if it did, otherwise all but the first of the largest.
    fn enqueue_parts(&mut self, cells: &Cells<W>, start: usize, parts: Set<W>) {
        let waits = self.others.contains(start);
        self.others.remove(start);
        let length = |&part: &usize| cells.length[part];
        let largest =
            parts.iter().fold(start, |best, part| if length(&part) > length(&best) { part } else { best });
        for part in parts.iter().filter(|&part| waits || part != largest) {
            self.enqueue(cells, part);
        }
    }

    #[inline]
    fn enqueue(&mut self, cells: &Cells<W>, start: usize) {
        if cells.open_starts.contains(start) { &mut self.others } else { &mut self.singles }.insert(start);
    }

    /// The same for two parts.
    #[inline]
    fn enqueue_smaller(&mut self, cells: &Cells<W>, start: usize, at: usize) {
        if self.others.contains(start) {
            self.others.remove(start);
            self.enqueue(cells, start);
            self.enqueue(cells, at);
        } else if cells.length[start] < cells.length[at] {
            self.enqueue(cells, start);
        } else {
            self.enqueue(cells, at);
        }
    }
}
