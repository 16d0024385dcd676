//! Permutations in the making, and those found so far.
//!
//! Most automorphisms of a large graph move few vertices. A permutation in the making is an array that is the
//! identity between uses, with the list of the vertices it moves: making, verifying and forgetting it costs what it
//! moves. Those found lie one after the other in one array, so that finding one does not allocate once memory is warm.

/// A permutation in the making.
#[derive(Debug, Default)]
pub(crate) struct Image {
    of: Vec<u32>,
    /// The points that are not their own image.
    moved: Vec<u32>,
}

impl Image {
    /// Becomes the identity on `points` points.
    pub(crate) fn reset(&mut self, points: usize) {
        self.of.clear();
        self.of.extend(0..points as u32);
        self.moved.clear();
    }

    /// Becomes the identity again.
    pub(crate) fn clear(&mut self) {
        for v in self.moved.drain(..) {
            self.of[v as usize] = v;
        }
    }

    /// Maps `from`, which was its own image so far, to `to`.
    #[inline]
    pub(crate) fn set(&mut self, from: u32, to: u32) {
        if from != to {
            self.of[from as usize] = to;
            self.moved.push(from);
        }
    }

    #[inline]
    pub(crate) fn of(&self, v: u32) -> u32 {
        self.of[v as usize]
    }

    pub(crate) fn moved(&self) -> &[u32] {
        &self.moved
    }

    /// The images of all points.
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.of
    }
}

/// A list of permutations of the same points, as images.
#[derive(Debug, Default)]
pub(crate) struct Images {
    /// The number of points of each.
    points: usize,
    count: usize,
    /// All images; the memory of forgotten ones is kept for reuse.
    data: Vec<u32>,
}

impl Images {
    /// Forgets everything; permutations have `points` points from now on.
    pub(crate) fn reset(&mut self, points: usize) {
        self.points = points;
        self.count = 0;
        self.data.clear();
    }

    pub(crate) fn push(&mut self, image: &[u32]) {
        debug_assert_eq!(image.len(), self.points);
        self.data.extend_from_slice(image);
        self.count += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.data.chunks_exact(self.points.max(1))
    }
}
