//! What refinement leaves of a small digraph: one representative of each twin class, searched in the general way.
//!
//! The cells found by the rounds of hashing become the keys of the general search, so it starts where they stopped.
//! All memory is kept from call to call.

use crate::limit::{Budget, GaveUp, WorkLimit};
use crate::relations::Relations;
use crate::search::{Memory, Search};
use crate::sparse::Sparse;

use super::rounds::are_twins;
use super::{Rounds, SMALL_VERTICES, SmallDigraph};

/// Memory for the search of what is left.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    memory: Memory,
    relations: Relations,
    /// The twin classes as sets; the smallest member stands for the class.
    classes: Vec<u64>,
    /// Vertex to its class.
    class_of: Vec<u8>,
    /// The distinct relations: bits of arcs out by colour, then in by colour.
    kinds: Vec<u64>,
}

impl Rest {
    /// Searches, and puts the canonical labelling in `rounds`.
    pub(crate) fn search(
        &mut self,
        graph: &SmallDigraph,
        rounds: &mut Rounds,
        limit: WorkLimit,
    ) -> Result<(), GaveUp> {
        self.find_classes(graph, rounds);
        self.relate(graph);
        let budget = Budget::new(limit);
        let memory = &mut self.memory;
        Search { graph: &Sparse(&self.relations), memory, budget, canonical: true }.run()?;
        let mut number = 0;
        for &representative in &self.memory.best.elements {
            for v in bits(self.classes[representative as usize]) {
                rounds.labelling[v] = number;
                number += 1;
            }
        }
        Ok(())
    }

    /// Twin classes lie within cells; classes are made in the order of cells, their keys by cell, size and the relation
    /// between their members.
    fn find_classes(&mut self, graph: &SmallDigraph, rounds: &Rounds) {
        let keys = &rounds.keys[..graph.vertex_count()];
        self.classes.clear();
        self.class_of.clear();
        self.class_of.resize(keys.len(), 0);
        self.relations.key.clear();
        for (cell, members) in keys.chunk_by(|&a, &b| Rounds::same_cell(a, b)).enumerate() {
            let first = self.classes.len();
            for &key in members {
                self.add_to_class(graph, Rounds::vertex(key), first);
            }
            let described = |class: u64| (class.count_ones(), inner_relation(graph, class));
            for &class in &self.classes[first..] {
                let smaller = |&&other: &&u64| described(other) < described(class);
                let rank = self.classes[first..].iter().filter(smaller).count();
                self.relations.key.push((cell * SMALL_VERTICES + rank) as u32);
            }
        }
    }

    fn add_to_class(&mut self, graph: &SmallDigraph, v: usize, first: usize) {
        let found = self.classes[first..]
            .iter()
            .position(|class| are_twins(graph.layers(), class.trailing_zeros() as usize % SMALL_VERTICES, v));
        let class = found.map_or(self.classes.len(), |index| first + index);
        if found.is_none() {
            self.classes.push(0);
        }
        self.classes[class] |= 1 << v;
        self.class_of[v] = class as u8;
    }

    /// Fills the lists of (neighbour, relation) between representatives.
    fn relate(&mut self, graph: &SmallDigraph) {
        let representatives = self.classes.iter().fold(0u64, |set, class| set | class & class.wrapping_neg());
        let relations = &mut self.relations;
        relations.starts.clear();
        relations.starts.push(0);
        relations.neighbour.clear();
        relations.relation.clear();
        self.kinds.clear();
        for class in &self.classes {
            let v = class.trailing_zeros() as usize % SMALL_VERTICES;
            let adjacent = graph.layers().iter().fold(0, |set, layer| set | layer.out[v] | layer.into[v]);
            for w in bits(adjacent & representatives & !(1 << v)) {
                relations.neighbour.push(u32::from(self.class_of[w]));
                relations.relation.push(kind(&mut self.kinds, graph, v, w));
            }
            relations.starts.push(relations.neighbour.len() as u32);
        }
        self.sort_kinds();
    }

    /// Numbers the relations in sorted order, which does not depend on the order of appearance.
    fn sort_kinds(&mut self) {
        let mut rank = [0u32; 2 * SMALL_VERTICES];
        let known = &self.kinds;
        if known.len() > rank.len() {
            let mut sorted = known.clone();
            sorted.sort_unstable();
            let find = |code| sorted.partition_point(|&other| other < code) as u32;
            self.relations.relation.iter_mut().for_each(|r| *r = find(known[*r as usize]));
        } else {
            for (slot, code) in rank.iter_mut().zip(known) {
                *slot = known.iter().filter(|&other| other < code).count() as u32;
            }
            self.relations.relation.iter_mut().for_each(|r| *r = rank[*r as usize]);
        }
        self.relations.kinds = known.len();
    }
}

/// The arcs between the first two members of a class, by colour. They are the same between any two.
fn inner_relation(graph: &SmallDigraph, class: u64) -> u32 {
    let mut members = bits(class);
    let (Some(v), Some(w)) = (members.next(), members.next()) else { return 0 };
    let arcs =
        graph.layers().iter().enumerate().map(|(colour, layer)| ((layer.out[v] >> w & 1) as u32) << colour);
    arcs.fold(0, |code, arc| code | arc)
}

/// The number of the relation from `v` to `w`, by appearance.
fn kind(kinds: &mut Vec<u64>, graph: &SmallDigraph, v: usize, w: usize) -> u32 {
    let mut code = 0;
    for (colour, layer) in graph.layers().iter().enumerate() {
        code |= (layer.out[v] >> w & 1) << colour | (layer.into[v] >> w & 1) << (32 + colour);
    }
    let number = kinds.iter().position(|&known| known == code).unwrap_or_else(|| {
        kinds.push(code);
        kinds.len() - 1
    });
    number as u32
}

/// The members of a set, ascending.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then_some(set.trailing_zeros() as usize % SMALL_VERTICES);
        set &= set.wrapping_sub(1);
        lowest
    })
}
