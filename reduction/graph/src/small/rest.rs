//! What the rounds leave of a small digraph: one representative of each twin class, refined and searched on words.
//!
//! The cells found by the rounds of hashing are the initial cells. All memory is kept from call to call.

use crate::bitset::Set;
use crate::limit::{Budget, GaveUp, WorkLimit};
use crate::mask_tree::MaskTree;
use crate::search::{Memory, Search};

use super::rounds::are_twins;
use super::{Layer, Rounds, SMALL_VERTICES, SmallDigraph};

/// Memory for the search of what is left.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    memory: Memory,
    tree: MaskTree<1>,
    /// Representative to its twin class; empty for other vertices.
    class: Vec<u64>,
    /// The cells of representatives.
    cells: Vec<u64>,
}

impl Rest {
    /// Searches, and puts the canonical labelling in `rounds`.
    pub(crate) fn search(
        &mut self,
        graph: &SmallDigraph,
        rounds: &mut Rounds,
        limit: WorkLimit,
    ) -> Result<(), GaveUp> {
        let representatives = self.find_classes(graph, rounds);
        self.load(graph, representatives);
        let mut budget = Budget::new(limit);
        Search { tree: &mut self.tree, memory: &mut self.memory, budget: &mut budget, canonical: true }
            .run()?;
        let mut number = 0;
        for representative in self.tree.canonical_order() {
            for v in bits(self.class[representative as usize]) {
                rounds.labelling[v] = number;
                number += 1;
            }
        }
        Ok(())
    }

    /// Finds the twin classes, which lie within cells, and returns the set of their representatives. Classes of one
    /// cell that differ in size, or in how their members are related, become different cells.
    fn find_classes(&mut self, graph: &SmallDigraph, rounds: &Rounds) -> u64 {
        let keys = &rounds.keys[..graph.vertex_count()];
        self.class.clear();
        self.class.resize(keys.len(), 0);
        self.cells.clear();
        let mut representatives = 0;
        for members in keys.chunk_by(|&a, &b| Rounds::same_cell(a, b)) {
            let cell = members.iter().fold(0, |set, &key| set | 1 << Rounds::vertex(key));
            let first = self.classes_of_cell(graph, cell);
            self.split_by_class(graph, first);
            representatives |= first;
        }
        representatives
    }

    /// Finds the twin classes of one cell and returns their smallest members.
    fn classes_of_cell(&mut self, graph: &SmallDigraph, cell: u64) -> u64 {
        let (mut first, mut left) = (0, cell);
        while let Some(v) = bits(left).next() {
            let twins =
                bits(possible_twins(graph.layers(), v) & left).filter(|&w| are_twins(graph.layers(), v, w));
            let class = twins.fold(1 << v, |set, w| set | 1 << w);
            self.class[v] = class;
            first |= 1 << v;
            left &= !class;
        }
        first
    }

    /// Adds the cells of representatives, by size and inner relation of their classes, ascending.
    fn split_by_class(&mut self, graph: &SmallDigraph, mut left: u64) {
        let described = |v: usize| (self.class[v].count_ones(), inner_relation(graph, self.class[v]));
        while let Some(least) = bits(left).map(described).min() {
            let cell = bits(left).filter(|&v| described(v) == least).fold(0, |set, v| set | 1 << v);
            self.cells.push(cell);
            left &= !cell;
        }
    }

    /// Loads the tree with the graph on the representatives. A layer that equals its reverse is loaded once.
    fn load(&mut self, graph: &SmallDigraph, representatives: u64) {
        let n = graph.vertex_count();
        let matrix = &mut self.tree.matrix;
        matrix.vertices = n;
        matrix.rows.clear();
        matrix.converse.clear();
        for layer in graph.layers() {
            let kind = matrix.converse.len() as u32;
            let rows = |rows: &[u64; SMALL_VERTICES], v: usize| {
                if representatives >> v & 1 == 0 { Set::EMPTY } else { Set::from(rows[v] & representatives) }
            };
            matrix.rows.extend((0..n).map(|v| rows(&layer.out, v)));
            if layer.out[..n] == layer.into[..n] {
                matrix.converse.push(kind);
            } else {
                matrix.rows.extend((0..n).map(|v| rows(&layer.into, v)));
                matrix.converse.extend([kind + 1, kind]);
            }
        }
        self.tree.start(self.cells.iter().map(|&cell| Set::from(cell)));
    }
}

/// A superset of the vertices that may be twins of `v`: its neighbours, and those that share one neighbour of it.
fn possible_twins(layers: &[Layer], v: usize) -> u64 {
    let related = layers.iter().fold(0, |set, layer| set | layer.out[v] | layer.into[v]);
    let shared = layers.iter().find_map(|layer| {
        let from_v = bits(layer.out[v] & !(1 << v)).next().map(|w| layer.into[w]);
        from_v.or_else(|| bits(layer.into[v] & !(1 << v)).next().map(|w| layer.out[w]))
    });
    (related | shared.unwrap_or(!0)) & !(1 << v)
}

/// The arcs between the first two members of a class, by colour. They are the same between any two.
fn inner_relation(graph: &SmallDigraph, class: u64) -> u32 {
    let mut members = bits(class);
    let (Some(v), Some(w)) = (members.next(), members.next()) else { return 0 };
    let layers = graph.layers().iter().enumerate();
    layers.fold(0, |code, (colour, layer)| code | ((layer.out[v] >> w & 1) as u32) << colour)
}

/// The members of a set, ascending.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then_some(set.trailing_zeros() as usize % SMALL_VERTICES);
        set &= set.wrapping_sub(1);
        lowest
    })
}
