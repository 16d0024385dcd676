//! Colour refinement of small digraphs by rounds of hashing, one sort, and a twin test.
//!
//! In every round a vertex's hash becomes a hash of itself, the sum of the hashes of its successors and the (rotated)
//! sum of those of its predecessors: the one-dimensional Weisfeiler-Leman iteration (Weisfeiler and Leman, *The
//! reduction of a graph to canonical form*, 1968; hashing as in Shervashidze et al., *Weisfeiler-Lehman graph
//! kernels*, 2011). A round is two straight loops over arcs and vertices, without a branch that could be mispredicted;
//! a worklist on bit rows, as in nauty, was slower on graphs of this size because every step of it depends on the
//! one before. After a few rounds the vertices are sorted once. If equal hashes belong to twins only, the order is
//! canonical: exchanging twins changes nothing.
//!
//! The hashes depend on the isomorphism class alone, and so does the order. A collision can only make the partition
//! coarser, and a cell is left unsearched only if an exact test says that its members are twins.

use crate::trace::mix;

use super::{Layer, SMALL_VERTICES, SmallArc, SmallDigraph};

/// The state of the refinement, and its outcome.
#[derive(Debug)]
pub(crate) struct Rounds {
    /// By vertex. Longer than needed so that any byte is an index: the arrays are the hottest of all.
    hash: [u64; 256],
    sum: [u64; 256],
    /// Vertex to the rank of its colour.
    colour_rank: [u8; SMALL_VERTICES],
    /// Rank of a colour to the number of vertices of smaller colours.
    colour_start: [u8; SMALL_VERTICES + 1],
    /// Sorted: rank of the colour, 52 bits of the hash, vertex.
    pub(crate) keys: [u64; SMALL_VERTICES],
    /// Vertex to its number in sorted order, which is canonical when settled.
    pub(crate) labelling: [u8; SMALL_VERTICES],
}

impl Default for Rounds {
    fn default() -> Self {
        Rounds {
            hash: [0; 256],
            sum: [0; 256],
            colour_rank: [0; SMALL_VERTICES],
            colour_start: [0; SMALL_VERTICES + 1],
            keys: [0; SMALL_VERTICES],
            labelling: [0; SMALL_VERTICES],
        }
    }
}

/// Bits of a key that hold the vertex.
const VERTEX_BITS: u32 = 6;

impl Rounds {
    /// Refines; true if that gave a canonical labelling. Otherwise `keys` holds an ordered partition that may not
    /// be equitable yet.
    pub(crate) fn settle(&mut self, graph: &SmallDigraph) -> bool {
        let n = graph.vertex_count();
        self.rank_colours(graph);
        // Two rounds settle most graphs of ten vertices, three most of those with sixty. For the rest, more rounds
        // gain nothing over the worklist that follows.
        for _ in 0..if n <= 16 { 2 } else { 3 } {
            self.round(graph);
        }
        let numbered = match n {
            0..=12 => self.number_few::<12>(n),
            13..=24 => self.number_few::<24>(n),
            _ => false,
        };
        if numbered {
            return true;
        }
        self.sort(n);
        self.has_no_ties(n) || self.only_twins(graph)
    }

    /// Finds where each colour starts.
    fn count_colours(&mut self, n: usize) {
        let mut counts = [0u8; SMALL_VERTICES];
        let mut highest = 0;
        for &rank in &self.colour_rank[..n] {
            let rank = usize::from(rank) % SMALL_VERTICES;
            counts[rank] += 1;
            highest = highest.max(rank);
        }
        let mut start = 0;
        for (slot, &count) in self.colour_start.iter_mut().zip(&counts[..=highest]) {
            *slot = start;
            start += count;
        }
        self.colour_start[highest + 1] = start;
    }

    fn has_no_ties(&self, n: usize) -> bool {
        let tie = |pair: &[u64]| Rounds::same_cell(pair[0], pair[1]);
        !self.keys[..n].windows(2).fold(false, |any, pair| any | tie(pair))
    }

    /// Whether two sorted keys are of one cell.
    #[inline]
    pub(crate) fn same_cell(a: u64, b: u64) -> bool {
        a >> VERTEX_BITS == b >> VERTEX_BITS
    }

    /// The vertex of a key.
    #[inline]
    pub(crate) fn vertex(key: u64) -> usize {
        key as usize % SMALL_VERTICES
    }

    /// Ranks the colours and starts the hashes. Small colours are their own ranks; absent ones do no harm.
    fn rank_colours(&mut self, graph: &SmallDigraph) {
        let colours = &graph.colours[..];
        let mut all = 0;
        for (rank, &colour) in self.colour_rank.iter_mut().zip(colours) {
            *rank = colour as u8;
            all |= colour;
        }
        if all >= SMALL_VERTICES as u32 {
            self.rank_large_colours(colours);
        }
        for (hash, &rank) in self.hash.iter_mut().zip(&self.colour_rank[..colours.len()]) {
            *hash = COLOUR_HASH[usize::from(rank) % SMALL_VERTICES];
        }
    }

    #[cold]
    fn rank_large_colours(&mut self, colours: &[u32]) {
        let mut sorted = [u32::MAX; SMALL_VERTICES];
        sorted[..colours.len()].copy_from_slice(colours);
        sorted.sort_unstable();
        for (rank, colour) in self.colour_rank.iter_mut().zip(colours) {
            *rank = sorted.partition_point(|other| other < colour) as u8;
        }
    }

    fn round(&mut self, graph: &SmallDigraph) {
        let n = graph.vertex_count();
        for (sum, hash) in self.sum[..n].iter_mut().zip(&self.hash[..n]) {
            *sum = hash.rotate_left(41);
        }
        if graph.used_layers <= 1 {
            self.add_neighbours(&graph.arcs, |hash, _| hash);
        } else {
            self.add_neighbours(&graph.arcs, |hash, colour| {
                hash.wrapping_mul(COLOUR_HASH[usize::from(colour) % SMALL_VERTICES] | 1)
            });
        }
        for (hash, sum) in self.hash[..n].iter_mut().zip(&self.sum[..n]) {
            let x = sum.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            *hash = x ^ (x >> 32);
        }
    }

    #[inline]
    fn add_neighbours(&mut self, arcs: &[SmallArc], coloured: impl Fn(u64, u8) -> u64) {
        for arc in arcs {
            let (from, to) = (usize::from(arc.from), usize::from(arc.to));
            let forward = coloured(self.hash[to], arc.colour);
            let backward = coloured(self.hash[from], arc.colour).rotate_left(23);
            self.sum[from] = self.sum[from].wrapping_add(forward);
            self.sum[to] = self.sum[to].wrapping_add(backward);
        }
    }

    /// Numbers the vertices by colour and hash; true if no two are alike. Otherwise nothing is known.
    ///
    /// A vertex's number is how many are before it: quadratic, but fixed lengths make it straight vector code.
    fn number_few<const LANES: usize>(&mut self, n: usize) -> bool {
        let mut keys = [i32::MAX; LANES];
        for (key, v) in keys.iter_mut().zip(0..n) {
            *key = (u32::from(self.colour_rank[v]) << 26 | (self.hash[v] >> 38) as u32 ^ 1 << 31) as i32;
        }
        let mut number = [0i32; LANES];
        for w in 0..n.min(LANES) {
            let key = keys[w];
            for (number, other) in number.iter_mut().zip(&keys) {
                *number += i32::from(key < *other);
            }
        }
        let mut taken = 0u64;
        for (label, number) in self.labelling.iter_mut().zip(&number[..n.min(LANES)]) {
            *label = *number as u8;
            taken |= 1 << (number & 63);
        }
        taken == (1 << n) - 1
    }

    #[inline]
    fn key(&self, v: usize) -> u64 {
        u64::from(self.colour_rank[v]) << 58 | self.hash[v] >> 12 << VERTEX_BITS | v as u64
    }

    /// Sorts the vertices by colour and hash, and numbers them in that order. Hashes are uniform within a colour, so
    /// every vertex is first put near its place.
    fn sort(&mut self, n: usize) {
        self.count_colours(n);
        let mut ends = [0u8; SMALL_VERTICES + 1];
        let mut bucket = [0u8; SMALL_VERTICES];
        for v in 0..n {
            let rank = usize::from(self.colour_rank[v]) % SMALL_VERTICES;
            let (start, end) = (self.colour_start[rank], self.colour_start[rank + 1]);
            let inside = ((self.hash[v] >> 32) * u64::from(end - start)) >> 32;
            bucket[v] = start + inside as u8;
            ends[usize::from(bucket[v]) % SMALL_VERTICES] += 1;
        }
        let mut total = 0;
        for end in &mut ends[..n] {
            total += *end;
            *end = total;
        }
        // Backwards, so that equal hashes end up sorted by vertex.
        for v in (0..n).rev() {
            let slot = &mut ends[usize::from(bucket[v]) % SMALL_VERTICES];
            *slot -= 1;
            let position = usize::from(*slot) % SMALL_VERTICES;
            self.keys[position] = self.key(v);
        }
        insertion_sort(&mut self.keys[..n]);
        for (number, &key) in self.keys[..n].iter().enumerate() {
            self.labelling[Rounds::vertex(key)] = number as u8;
        }
    }

    /// Whether all members of every cell are twins.
    fn only_twins(&self, graph: &SmallDigraph) -> bool {
        self.keys[..graph.vertex_count()].windows(2).all(|pair| {
            !Rounds::same_cell(pair[0], pair[1])
                || are_twins(graph.layers(), Rounds::vertex(pair[0]), Rounds::vertex(pair[1]))
        })
    }
}

/// The first hash of a vertex by the rank of its colour; also the multipliers of arc colours. Far from any
/// arithmetic progression, so that sums over different neighbours differ.
const COLOUR_HASH: [u64; SMALL_VERTICES] = {
    let mut table = [0; SMALL_VERTICES];
    let mut rank = 0;
    while rank < SMALL_VERTICES {
        table[rank] = mix(0x5EED, rank as u64);
        rank += 1;
    }
    table
};

/// Whether exchanging two vertices of one colour is an automorphism.
#[inline]
pub(crate) fn are_twins(layers: &[Layer], u: usize, v: usize) -> bool {
    let exchanged = |row: u64| {
        let differ = (row >> u ^ row >> v) & 1;
        row ^ (differ << u | differ << v)
    };
    layers.iter().all(|l| exchanged(l.out[u]) == l.out[v] && exchanged(l.into[u]) == l.into[v])
}

fn insertion_sort(keys: &mut [u64]) {
    for i in 1..keys.len() {
        let key = keys[i];
        let mut j = i;
        while j > 0 && keys[j - 1] > key {
            keys[j] = keys[j - 1];
            j -= 1;
        }
        keys[j] = key;
    }
}
