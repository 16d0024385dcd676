//! Orbits of a group that is known by generators only: union-find whose roots are the smallest members.
//!
//! Smallest roots make pruning a single comparison: a search that tries the members of a cell in ascending order
//! may skip every vertex that is not its own root (McKay, *Practical graph isomorphism*, 1981, section 2).

/// A partition of `0..n` into orbits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orbits {
    /// Towards the smallest member.
    parent: Vec<u32>,
    /// Size of the orbit, at its root.
    size: Vec<u32>,
}

impl Orbits {
    /// Every point alone.
    pub(crate) fn reset(&mut self, n: usize) {
        self.parent.clear();
        self.parent.extend(0..n as u32);
        self.size.clear();
        self.size.resize(n, 1);
    }

    /// Puts `v` alone again; only sound when its whole orbit is treated so.
    pub(crate) fn isolate(&mut self, v: u32) {
        self.parent[v as usize] = v;
        self.size[v as usize] = 1;
    }

    /// The smallest member of `v`'s orbit.
    #[inline]
    pub(crate) fn root(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            let grandparent = self.parent[self.parent[v as usize] as usize];
            self.parent[v as usize] = grandparent;
            v = grandparent;
        }
        v
    }

    /// Unites two orbits; false if they were one.
    #[inline]
    pub(crate) fn join(&mut self, u: u32, v: u32) -> bool {
        let (a, b) = (self.root(u), self.root(v));
        let (low, high) = (a.min(b), a.max(b));
        if low == high {
            return false;
        }
        self.parent[high as usize] = low;
        self.size[low as usize] += self.size[high as usize];
        true
    }

    /// How many points `v`'s orbit has.
    pub(crate) fn size(&mut self, v: u32) -> u32 {
        let root = self.root(v);
        self.size[root as usize]
    }

    /// Unites points with their images; true if any two orbits became one.
    pub(crate) fn join_all(&mut self, pairs: impl Iterator<Item = (u32, u32)>) -> bool {
        pairs.fold(false, |changed, (v, w)| changed | (v != w && self.join(v, w)))
    }
}
