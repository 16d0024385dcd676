//! The graph as the search sees it: one relation number per ordered pair of adjacent vertices.
//!
//! Between two distinct vertices there may be arcs in both directions and of several colours. All that matters to
//! an automorphism is the *set* of these arcs, seen from one end: its relation. Numbering the distinct relations
//! turns any coloured digraph into lists of (neighbour, relation), and refinement, twin detection, leaf comparison
//! and verification never look at directions or colours again. An undirected graph with one colour has exactly one
//! relation, so it pays nothing for the generality. nauty instead turns edge colours into layers of extra vertices
//! (*nauty User's Guide*, section 14), which multiplies the size of the graph.
//!
//! Relation numbers follow the sorted order of the sets, so isomorphic graphs number them alike. Loops are folded
//! into the vertex keys, which number the distinct (colour, loops) in the same way.

use crate::digraph::{Arc, Digraph, Vertex};
use rapidhash::RapidHashMap as HashMap;

/// Lists of (neighbour, relation), symmetric: `u` lists `v` exactly when `v` lists `u`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relations {
    /// Vertex to the number of its (colour, loops); sorted order.
    pub(crate) key: Vec<u32>,
    pub(crate) starts: Vec<u32>,
    /// Per vertex sorted by neighbour; twin detection relies on it, the search does not.
    pub(crate) neighbour: Vec<u32>,
    /// The relation to the neighbour, as seen from the owner of the list.
    pub(crate) relation: Vec<u32>,
    /// The relation as seen from the other end; for twin detection only.
    pub(crate) converse: Vec<u32>,
    /// How many distinct relations there are.
    pub(crate) kinds: usize,
}

impl Relations {
    pub(crate) fn new(graph: &Digraph) -> Relations {
        let (starts, half_arcs) = half_arcs(graph);
        let mut sets = Interner::default();
        let mut relations = Relations { starts: vec![0], ..Relations::default() };
        let mut reverse = Vec::new();
        for v in 0..graph.vertex_count() {
            let list = &half_arcs[starts[v] as usize..starts[v + 1] as usize];
            for set in list.chunk_by(|a, b| a.0 == b.0) {
                relations.neighbour.push(set[0].0);
                relations.relation.push(sets.number(set.iter().map(|&(_, code)| code), &mut reverse));
            }
            relations.starts.push(relations.neighbour.len() as u32);
        }
        let order = sets.sorted_order();
        for relation in &mut relations.relation {
            *relation = order[*relation as usize];
        }
        relations.converse = sets.converses(&order);
        relations.kinds = order.len();
        relations.key = vertex_keys(graph);
        relations
    }

    pub(crate) fn vertex_count(&self) -> usize {
        self.key.len()
    }

    /// The range of `v`'s list in `neighbour` and `relation`.
    #[inline]
    pub(crate) fn range(&self, v: u32) -> std::ops::Range<usize> {
        self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize
    }

    /// `v`'s list.
    #[inline]
    pub(crate) fn row(&self, v: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let range = self.range(v);
        self.neighbour[range.clone()].iter().copied().zip(self.relation[range].iter().copied())
    }

    #[inline]
    pub(crate) fn degree(&self, v: u32) -> usize {
        self.range(v).len()
    }

    /// The subgraph on the vertices `kept` (ascending), with new keys.
    pub(crate) fn induced(&self, kept: &[u32], key: Vec<u32>) -> Relations {
        let mut new_number = vec![u32::MAX; self.vertex_count()];
        for (new, &old) in kept.iter().enumerate() {
            new_number[old as usize] = new as u32;
        }
        let mut result = Relations { key, starts: vec![0], kinds: self.kinds, ..Relations::default() };
        result.converse.clone_from(&self.converse);
        for &old in kept {
            for (u, r) in self.row(old).filter(|&(u, _)| new_number[u as usize] != u32::MAX) {
                result.neighbour.push(new_number[u as usize]);
                result.relation.push(r);
            }
            result.starts.push(result.neighbour.len() as u32);
        }
        result
    }
}

/// Every arc that is no loop, listed at both ends as (other end, code), sorted; with the index by vertex. A code is
/// a colour and a direction.
fn half_arcs(graph: &Digraph) -> (Vec<u32>, Vec<(u32, u64)>) {
    let n = graph.vertex_count();
    let mut starts = vec![0u32; n + 2];
    let proper = || graph.arcs().iter().filter(|arc| arc.from != arc.to);
    for arc in proper() {
        starts[arc.from.index() + 2] += 1;
        starts[arc.to.index() + 2] += 1;
    }
    for v in 0..=n {
        starts[v + 1] += starts[v];
    }
    let mut lists = vec![(0, 0); starts[n + 1] as usize];
    let mut put = |at: Vertex, entry| {
        lists[starts[at.index() + 1] as usize] = entry;
        starts[at.index() + 1] += 1;
    };
    for &Arc { from, to, colour } in proper() {
        put(from, (to.0, 2 * u64::from(colour.0)));
        put(to, (from.0, 2 * u64::from(colour.0) + 1));
    }
    starts.pop();
    for v in 0..n {
        lists[starts[v] as usize..starts[v + 1] as usize].sort_unstable();
    }
    (starts, lists)
}

/// Numbers sets of codes in the order of their first appearance. Almost all sets have one element, so those have a
/// map of their own.
#[derive(Default)]
struct Interner {
    single: HashMap<u64, u32>,
    several: HashMap<Vec<u64>, u32>,
    sets: Vec<Vec<u64>>,
}

impl Interner {
    fn number(&mut self, set: impl Iterator<Item = u64>, buffer: &mut Vec<u64>) -> u32 {
        buffer.clear();
        buffer.extend(set);
        let known = match buffer[..] {
            [code] => self.single.get(&code),
            _ => self.several.get(buffer),
        };
        known.copied().unwrap_or_else(|| self.insert(buffer.clone()))
    }

    fn insert(&mut self, set: Vec<u64>) -> u32 {
        let number = self.sets.len() as u32;
        match set[..] {
            [code] => self.single.insert(code, number),
            _ => self.several.insert(set.clone(), number),
        };
        self.sets.push(set);
        number
    }

    /// For each number by appearance, the number by sorted order.
    fn sorted_order(&self) -> Vec<u32> {
        let mut by_set: Vec<usize> = (0..self.sets.len()).collect();
        by_set.sort_by(|&a, &b| self.sets[a].cmp(&self.sets[b]));
        let mut order = vec![0; by_set.len()];
        for (rank, &number) in by_set.iter().enumerate() {
            order[number] = rank as u32;
        }
        order
    }

    /// The converse of each relation, in sorted numbers. Every relation's converse occurs, at the other end.
    fn converses(&self, order: &[u32]) -> Vec<u32> {
        let mut result = vec![0; order.len()];
        let mut buffer = Vec::new();
        for (number, set) in self.sets.iter().enumerate() {
            buffer.clear();
            buffer.extend(set.iter().map(|code| code ^ 1));
            buffer.sort_unstable();
            let converse = match buffer[..] {
                [code] => self.single.get(&code),
                _ => self.several.get(&buffer),
            };
            result[order[number] as usize] = converse.map_or(order[number], |&c| order[c as usize]);
        }
        result
    }
}

/// Numbers the distinct (colour, colours of the loops) of the vertices in sorted order.
fn vertex_keys(graph: &Digraph) -> Vec<u32> {
    if graph.arcs().iter().all(|arc| arc.from != arc.to) {
        let mut sorted = graph.colours().to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        return graph.colours().iter().map(|colour| sorted.partition_point(|c| c < colour) as u32).collect();
    }
    let described = |v: usize| {
        let vertex = Vertex(v as u32);
        let loops = graph.arcs_from(vertex).iter().filter(move |arc| arc.to == vertex).map(|arc| arc.colour);
        (graph.colours()[v], loops)
    };
    let compare = |&a: &usize, &b: &usize| {
        let ((colour_a, loops_a), (colour_b, loops_b)) = (described(a), described(b));
        colour_a.cmp(&colour_b).then_with(|| loops_a.cmp(loops_b))
    };
    rank_by(graph.vertex_count(), compare)
}

/// The rank of each of `0..n` among the classes of an order: equal elements share a rank.
pub(crate) fn rank_by(n: usize, compare: impl Fn(&usize, &usize) -> std::cmp::Ordering) -> Vec<u32> {
    let mut sorted: Vec<usize> = (0..n).collect();
    sorted.sort_by(&compare);
    let mut ranks = vec![0; n];
    for pair in 1..n {
        let (before, this) = (sorted[pair - 1], sorted[pair]);
        ranks[this] = ranks[before] + u32::from(compare(&before, &this).is_ne());
    }
    ranks
}
