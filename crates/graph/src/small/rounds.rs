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

use super::{Layer, SMALL_VERTICES, SmallArc, SmallDigraph};

/// The state of the refinement, and its outcome.
#[derive(Debug)]
pub(crate) struct Rounds {
    hash: [u64; SMALL_VERTICES],
    sum: [u64; SMALL_VERTICES],
    /// Vertex to the rank of its colour.
    colour_rank: [u8; SMALL_VERTICES],
    /// Rank of a colour to the number of vertices of smaller colours.
    colour_start: [u8; SMALL_VERTICES + 1],
    /// Sorted: rank of the colour, 52 bits of the hash, vertex.
    pub(crate) keys: [u64; SMALL_VERTICES],
    /// Vertex to canonical number, when settled.
    pub(crate) labelling: [u8; SMALL_VERTICES],
}

impl Default for Rounds {
    fn default() -> Self {
        Rounds {
            hash: [0; SMALL_VERTICES],
            sum: [0; SMALL_VERTICES],
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
        for _ in 0..if n <= 16 { 3 } else { 4 } {
            self.round(graph);
        }
        self.sort(n);
        let settled = self.only_twins(graph);
        if settled {
            self.number_vertices(n);
        }
        settled
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

    fn rank_colours(&mut self, graph: &SmallDigraph) {
        let colours = &graph.colours[..];
        let mut present = 0u64;
        for &colour in colours {
            present |= 1 << colour.min(63);
        }
        if present >> 63 != 0 {
            return self.rank_large_colours(colours);
        }
        let mut counts = [0u8; SMALL_VERTICES];
        for (v, &colour) in colours.iter().enumerate() {
            let rank = (present & ((1 << colour) - 1)).count_ones() as u8;
            self.colour_rank[v] = rank;
            counts[usize::from(rank)] += 1;
            self.hash[v] = FIRST.wrapping_mul(u64::from(rank) + 1);
        }
        self.start_colours(&counts, present.count_ones() as usize);
    }

    /// The same for colours that do not fit in a bit set.
    #[cold]
    fn rank_large_colours(&mut self, colours: &[u32]) {
        let mut sorted = colours.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut counts = [0u8; SMALL_VERTICES];
        for (v, colour) in colours.iter().enumerate() {
            let rank = sorted.partition_point(|c| c < colour);
            self.colour_rank[v] = rank as u8;
            counts[rank] += 1;
            self.hash[v] = FIRST.wrapping_mul(rank as u64 + 1);
        }
        self.start_colours(&counts, sorted.len());
    }

    fn start_colours(&mut self, counts: &[u8; SMALL_VERTICES], colours: usize) {
        let mut start = 0;
        for (slot, &count) in self.colour_start.iter_mut().zip(counts).take(colours) {
            *slot = start;
            start += count;
        }
        self.colour_start[colours] = start;
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
                hash.wrapping_mul(FIRST.wrapping_add(u64::from(colour) << 33))
            });
        }
        for (hash, sum) in self.hash[..n].iter_mut().zip(&self.sum[..n]) {
            let x = (sum ^ (sum >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            *hash = x ^ (x >> 29);
        }
    }

    #[inline]
    fn add_neighbours(&mut self, arcs: &[SmallArc], coloured: impl Fn(u64, u8) -> u64) {
        for arc in arcs {
            let (from, to) = (usize::from(arc.from) % SMALL_VERTICES, usize::from(arc.to) % SMALL_VERTICES);
            let forward = coloured(self.hash[to], arc.colour);
            let backward = coloured(self.hash[from], arc.colour).rotate_left(23);
            self.sum[from] = self.sum[from].wrapping_add(forward);
            self.sum[to] = self.sum[to].wrapping_add(backward);
        }
    }

    /// Sorts the vertices by colour and hash: hashes are uniform, so every vertex is first put near its place.
    fn sort(&mut self, n: usize) {
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
        for v in 0..n {
            let slot = &mut ends[usize::from(bucket[v]) % SMALL_VERTICES];
            *slot -= 1;
            let hash = self.hash[v] >> 12 << VERTEX_BITS;
            self.keys[usize::from(*slot) % SMALL_VERTICES] =
                u64::from(self.colour_rank[v]) << 58 | hash | v as u64;
        }
        insertion_sort(&mut self.keys[..n]);
    }

    /// Whether all members of every cell are twins.
    fn only_twins(&self, graph: &SmallDigraph) -> bool {
        self.keys[..graph.vertex_count()].windows(2).all(|pair| {
            !Rounds::same_cell(pair[0], pair[1])
                || are_twins(graph.layers(), Rounds::vertex(pair[0]), Rounds::vertex(pair[1]))
        })
    }

    fn number_vertices(&mut self, n: usize) {
        for (number, &key) in self.keys[..n].iter().enumerate() {
            self.labelling[Rounds::vertex(key)] = number as u8;
        }
    }
}

/// The multiplier behind the hashes of colours.
const FIRST: u64 = 0xE703_7ED1_A0B4_28DB;

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
