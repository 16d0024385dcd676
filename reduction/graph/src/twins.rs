//! Twins: vertices that may be exchanged without moving anything else.
//!
//! Two vertices are twins when their transposition is an automorphism. That is an equivalence, and the members of a
//! class are pairwise related alike (all unrelated, or all by one symmetric relation). A class of k twins adds a
//! factor k! to the group and would add k levels to the search tree; so classes are found first, by comparing
//! hashed neighbour lists, and only one representative of each is searched, coloured by the size of its class and
//! the relation inside it. Idle processes, unused values and equal literals make twins common in program graphs
//! and in states.
//!
//! Known from modular decomposition; labelling tools use it as a preprocessing step (Anders, Schweitzer, Stieß,
//! *Engineering a preprocessor for symmetry detection*, 2023, section 3.4). Repeating the step on the quotient, which
//! would also remove trees, was not needed: refinement and orbit pruning cope with trees.

use crate::orbits::Orbits;
use crate::relations::{Relations, rank_by};
use crate::trace::mix;

/// The twin classes of a graph.
#[derive(Debug)]
pub(crate) struct Twins {
    /// The smallest member of each class, ascending: the vertices of the quotient.
    pub(crate) representatives: Vec<u32>,
    /// The classes in the same order, each ascending and starting with its representative.
    pub(crate) classes: Vec<Vec<u32>>,
}

impl Twins {
    /// Finds all twin classes, or `None` if no two vertices are twins.
    pub(crate) fn find(graph: &Relations) -> Option<Twins> {
        let n = graph.vertex_count();
        let hash: Vec<u64> = (0..n as u32).map(|v| row_hash(graph, v)).collect();
        let mut orbits = Orbits::default();
        orbits.reset(n);
        let mut found = join_related(graph, &hash, &mut orbits);
        found |= join_unrelated(graph, &hash, &mut orbits);
        found.then(|| Twins::collect(n, &mut orbits))
    }

    /// The graph on the representatives.
    pub(crate) fn quotient(&self, graph: &Relations) -> Relations {
        let class_key = |&i: &usize| {
            let class = &self.classes[i];
            let inside = class.get(1).and_then(|&twin| relation(graph, class[0], twin));
            (graph.key[class[0] as usize], class.len(), inside)
        };
        let key = rank_by(self.classes.len(), |a, b| class_key(a).cmp(&class_key(b)));
        graph.induced(&self.representatives, key)
    }

    fn collect(n: usize, orbits: &mut Orbits) -> Twins {
        let mut class_of = vec![u32::MAX; n];
        let mut twins = Twins { representatives: Vec::new(), classes: Vec::new() };
        for v in 0..n as u32 {
            let root = orbits.root(v) as usize;
            if class_of[root] == u32::MAX {
                class_of[root] = twins.classes.len() as u32;
                twins.representatives.push(v);
                twins.classes.push(Vec::new());
            }
            twins.classes[class_of[root] as usize].push(v);
        }
        twins
    }
}

/// Joins twins that are related: both ends of one pair.
fn join_related(graph: &Relations, hash: &[u64], orbits: &mut Orbits) -> bool {
    let mut found = false;
    for u in 0..graph.vertex_count() as u32 {
        for (v, r) in graph.row(u).filter(|&(v, r)| u < v && graph.converse[r as usize] == r) {
            let with_self = |x: u32| hash[x as usize].wrapping_add(entry_hash(x, r));
            if with_self(u) == with_self(v) && are_twins(graph, u, v) {
                found |= orbits.join(u, v);
            }
        }
    }
    found
}

/// Joins twins that are not related: equal lists.
fn join_unrelated(graph: &Relations, hash: &[u64], orbits: &mut Orbits) -> bool {
    let mut order: Vec<u32> = (0..graph.vertex_count() as u32).collect();
    // Equal lists must become neighbours even if others share their hash: a class that is found for some numberings
    // of the vertices and not for others would spoil the canonical form.
    let quick = |v: u32| (graph.key[v as usize], hash[v as usize]);
    order.sort_unstable_by(|&u, &v| quick(u).cmp(&quick(v)).then_with(|| graph.row(u).cmp(graph.row(v))));
    let mut found = false;
    for pair in order.windows(2) {
        let (u, v) = (pair[0], pair[1]);
        if hash[u as usize] == hash[v as usize] && are_twins(graph, u, v) {
            found |= orbits.join(u, v);
        }
    }
    found
}

/// Decides exactly whether the transposition (u v) is an automorphism.
fn are_twins(graph: &Relations, u: u32, v: u32) -> bool {
    let others_of = |x: u32, y: u32| graph.row(x).filter(move |&(w, _)| w != y);
    graph.key[u as usize] == graph.key[v as usize]
        && relation(graph, u, v) == relation(graph, v, u)
        && others_of(u, v).eq(others_of(v, u))
}

/// The relation between two vertices, seen from `u`.
fn relation(graph: &Relations, u: u32, v: u32) -> Option<u32> {
    let range = graph.range(u);
    let index = graph.neighbour[range.clone()].binary_search(&v).ok()?;
    Some(graph.relation[range.start + index])
}

fn row_hash(graph: &Relations, v: u32) -> u64 {
    graph.row(v).fold(0, |sum: u64, (u, r)| sum.wrapping_add(entry_hash(u, r)))
}

fn entry_hash(neighbour: u32, relation: u32) -> u64 {
    mix(u64::from(neighbour), u64::from(relation))
}
