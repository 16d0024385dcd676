//! Ordered partitions of the vertices, with splitting and undoing.
//!
//! The vertices lie in one array in which every cell is a contiguous range; a cell is named by the position of its
//! first element, which is independent of how the vertices are numbered. Splitting a cell only reorders the elements
//! within its range, so undoing a split is merging two neighbouring ranges: no copy of the partition is kept per
//! level of the search tree (McKay and Piperno, *Practical graph isomorphism II*, 2014, section 3; the undo list is
//! that of Junttila and Kaski, *Engineering an efficient canonical labeling tool for large and sparse graphs*, 2007,
//! section 5.1). The order of elements inside a cell means nothing and may differ after an undo.

/// An ordered partition of `0..n`.
#[derive(Debug, Default)]
pub(crate) struct Partition {
    /// Position to vertex.
    pub(crate) elements: Vec<u32>,
    /// Vertex to position: the inverse of `elements`.
    pub(crate) position: Vec<u32>,
    /// Vertex to the start of its cell.
    pub(crate) cell_of: Vec<u32>,
    /// Length of the cell that starts at a position; meaningless elsewhere.
    pub(crate) length: Vec<u32>,
    pub(crate) cells: usize,
    /// Splits in order: (start of the left part, start of the right part).
    splits: Vec<(u32, u32)>,
}

/// A point in the history of splits, to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl Partition {
    /// Starts again from the cells given by `key`: vertices with smaller keys come first.
    pub(crate) fn reset(&mut self, key: &[u32]) {
        let n = key.len();
        self.elements.clear();
        self.elements.extend(0..n as u32);
        self.elements.sort_unstable_by_key(|&v| key[v as usize]);
        self.position.resize(n, 0);
        self.cell_of.resize(n, 0);
        self.length.clear();
        self.length.resize(n, 0);
        self.cells = 0;
        self.splits.clear();
        let mut start = 0;
        for p in 0..n {
            let v = self.elements[p] as usize;
            if p == 0 || key[self.elements[p - 1] as usize] != key[v] {
                start = p;
                self.cells += 1;
            }
            self.position[v] = p as u32;
            self.cell_of[v] = start as u32;
            self.length[start] += 1;
        }
    }

    pub(crate) fn is_discrete(&self) -> bool {
        self.cells == self.elements.len()
    }

    /// The vertices of the cell that starts at `start`.
    #[inline]
    pub(crate) fn cell(&self, start: u32) -> &[u32] {
        &self.elements[start as usize..(start + self.length[start as usize]) as usize]
    }

    /// The starts of all cells, in order.
    pub(crate) fn starts(&self) -> impl Iterator<Item = u32> + '_ {
        let mut next = 0u32;
        std::iter::from_fn(move || {
            let start = next;
            let length = *self.length.get(start as usize)?;
            next += length;
            Some(start)
        })
    }

    /// Cuts the cell at `start` so that its elements from position `at` on form a cell of their own.
    #[inline]
    pub(crate) fn split(&mut self, start: u32, at: u32) {
        let end = start + self.length[start as usize];
        debug_assert!(start < at && at < end);
        self.length[start as usize] = at - start;
        self.length[at as usize] = end - at;
        for p in at..end {
            self.cell_of[self.elements[p as usize] as usize] = at;
        }
        self.cells += 1;
        self.splits.push((start, at));
    }

    /// Exchanges the contents of two positions of one cell.
    #[inline]
    pub(crate) fn swap(&mut self, p: u32, q: u32) {
        let (v, w) = (self.elements[p as usize], self.elements[q as usize]);
        self.elements[p as usize] = w;
        self.elements[q as usize] = v;
        self.position[v as usize] = q;
        self.position[w as usize] = p;
    }

    /// Puts `v` in a cell of its own behind the rest of its cell, so that only `v` changes its cell.
    pub(crate) fn individualise(&mut self, v: u32) {
        let start = self.cell_of[v as usize];
        let last = start + self.length[start as usize] - 1;
        self.swap(self.position[v as usize], last);
        self.split(start, last);
    }

    /// The first of the largest cells.
    pub(crate) fn largest(&self) -> u32 {
        self.starts().fold(0, |best, start| if self.is_larger(start, best) { start } else { best })
    }

    /// The first of the largest cells with several vertices that were cut off others between two marks.
    pub(crate) fn largest_cut_between(&self, from: Mark, to: Mark) -> Option<u32> {
        let cut =
            self.splits[from.0..to.0].iter().map(|&(_, at)| at).filter(|&at| self.length[at as usize] > 1);
        cut.reduce(|best, start| {
            let before = start < best && !self.is_larger(best, start);
            if before || self.is_larger(start, best) { start } else { best }
        })
    }

    fn is_larger(&self, start: u32, than: u32) -> bool {
        self.length[start as usize] > self.length[than as usize]
    }

    /// The splits made since `mark`: starts of what was left and of what was cut off.
    pub(crate) fn cuts_since(&self, mark: Mark) -> &[(u32, u32)] {
        &self.splits[mark.0..]
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.splits.len())
    }

    /// Undoes every split made since `mark`.
    pub(crate) fn undo_to(&mut self, mark: Mark) {
        while self.splits.len() > mark.0 {
            let Some((start, at)) = self.splits.pop() else { break };
            let length = self.length[at as usize];
            for p in at..at + length {
                self.cell_of[self.elements[p as usize] as usize] = start;
            }
            self.length[start as usize] += length;
            self.cells -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_undone_in_reverse() {
        let mut partition = Partition::default();
        partition.reset(&[1, 0, 1, 0, 1]);
        assert_eq!(partition.starts().collect::<Vec<_>>(), [0, 2]);
        let mark = partition.mark();
        partition.individualise(4);
        partition.individualise(3);
        assert_eq!(partition.starts().collect::<Vec<_>>(), [0, 1, 2, 4]);
        assert_eq!(partition.elements[4], 4);
        partition.undo_to(mark);
        assert_eq!(partition.starts().collect::<Vec<_>>(), [0, 2]);
        let mut cell = partition.cell(2).to_vec();
        cell.sort_unstable();
        assert_eq!(cell, [0, 2, 4]);
        assert!(partition.cell(2).iter().all(|&v| partition.cell_of[v as usize] == 2));
    }
}
