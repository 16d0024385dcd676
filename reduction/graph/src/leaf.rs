//! Leaves of the search tree: numbering the graph by a discrete partition, comparing and verifying exactly.
//!
//! A leaf gives every vertex a position. Two leaves are equivalent exactly when the graph renumbered by one equals
//! the graph renumbered by the other; the map between them is then an automorphism. Everything before this point
//! may rest on hashes, because everything that leaves the search passes through here.

use std::cmp::Ordering;

use crate::images::Image;
use crate::relations::Relations;

/// A discrete ordered partition and its inverse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) elements: Vec<u32>,
    pub(crate) position: Vec<u32>,
}

impl Leaf {
    pub(crate) fn set(&mut self, elements: &[u32], position: &[u32]) {
        self.elements.clear();
        self.elements.extend_from_slice(elements);
        self.position.clear();
        self.position.extend_from_slice(position);
    }
}

/// The graph renumbered by a leaf: the lists in order of position, each sorted.
#[derive(Debug, Default)]
pub(crate) struct Form {
    entries: Vec<(u32, u32)>,
    /// Where the list of each position ends.
    ends: Vec<usize>,
    /// One list of the leaf that is compared.
    row: Vec<(u32, u32)>,
}

impl Form {
    /// Becomes the form of the graph under a leaf.
    pub(crate) fn set(&mut self, graph: &Relations, elements: &[u32], position: &[u32]) {
        self.entries.clear();
        self.ends.clear();
        for &v in elements {
            fill_row(&mut self.row, graph, position, v);
            self.entries.extend_from_slice(&self.row);
            self.ends.push(self.entries.len());
        }
    }

    /// Compares the graph's form under a leaf with this one.
    pub(crate) fn against(&mut self, graph: &Relations, elements: &[u32], position: &[u32]) -> Ordering {
        let mut begin = 0;
        for (&v, &end) in elements.iter().zip(&self.ends) {
            fill_row(&mut self.row, graph, position, v);
            match self.row[..].cmp(&self.entries[begin..end]) {
                Ordering::Equal => begin = end,
                different => return different,
            }
        }
        Ordering::Equal
    }
}

fn fill_row(row: &mut Vec<(u32, u32)>, graph: &Relations, position: &[u32], v: u32) {
    row.clear();
    row.extend(graph.row(v).map(|(u, r)| (position[u as usize], r)));
    row.sort_unstable();
}

/// Verifies automorphisms; owns the memory for it.
#[derive(Debug, Default)]
pub(crate) struct Verifier {
    /// For the neighbours of the vertex under test, their relation plus one; zero elsewhere.
    seen: Vec<u32>,
}

impl Verifier {
    pub(crate) fn reset(&mut self, n: usize) {
        self.seen.clear();
        self.seen.resize(n, 0);
    }

    /// Whether `image`, a permutation that preserves vertex keys, preserves all relations. Lists of vertices that
    /// stay where they are need no look: a change in them shows at the other end.
    pub(crate) fn is_automorphism(&mut self, graph: &Relations, image: &Image) -> bool {
        image.moved().iter().all(|&v| self.preserves_row(graph, image, v))
    }

    fn preserves_row(&mut self, graph: &Relations, image: &Image, v: u32) -> bool {
        let w = image.of(v);
        if graph.degree(v) != graph.degree(w) {
            return false;
        }
        for (u, r) in graph.row(w) {
            self.seen[u as usize] = r + 1;
        }
        let same = graph.row(v).all(|(u, r)| self.seen[image.of(u) as usize] == r + 1);
        for (u, _) in graph.row(w) {
            self.seen[u as usize] = 0;
        }
        same
    }
}
