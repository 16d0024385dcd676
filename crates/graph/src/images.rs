//! Automorphisms found so far, one after the other in one array: finding one does not allocate once memory is warm.

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
