//! Graphs to test with: random ones of several shapes, and the classical hard ones.
#![allow(dead_code)] // every test file uses some of the families

use graph::{Colour, Digraph, DigraphBuilder, Vertex};

/// A small deterministic random number generator (SplitMix64), so that failures repeat.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn permutation(&mut self, n: usize) -> Vec<u32> {
        let mut image: Vec<u32> = (0..n as u32).collect();
        for i in (1..n).rev() {
            image.swap(i, self.below(i + 1));
        }
        image
    }
}

/// Builds from vertex colours and arcs (from, to, colour).
pub fn digraph(colours: &[u32], arcs: impl IntoIterator<Item = (usize, usize, u32)>) -> Digraph {
    let mut builder = DigraphBuilder::new();
    for &colour in colours {
        builder.add_vertex(Colour(colour)).expect("few vertices");
    }
    for (from, to, colour) in arcs {
        builder.add_arc(Vertex(from as u32), Vertex(to as u32), Colour(colour)).expect("ends are vertices");
    }
    builder.build()
}

/// Builds an uncoloured undirected graph.
pub fn undirected(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Digraph {
    digraph(&vec![0; n], edges.into_iter().flat_map(|(a, b)| [(a, b, 0), (b, a, 0)]))
}

/// Random vertex colours, each vertex with `low..=high` arcs to random vertices.
pub fn state_like(random: &mut Random, n: usize, colours: usize, low: usize, high: usize) -> Digraph {
    let palette: Vec<u32> = (0..n).map(|_| random.below(colours) as u32).collect();
    let mut arcs = Vec::new();
    for v in 0..n {
        for _ in 0..low + random.below(high - low + 1) {
            arcs.push((v, random.below(n), 0));
        }
    }
    digraph(&palette, arcs)
}

/// A random digraph with arc colours and loops.
pub fn random_coloured(random: &mut Random, n: usize, colours: usize, arc_colours: usize) -> Digraph {
    let palette: Vec<u32> = (0..n).map(|_| random.below(colours) as u32).collect();
    let arcs: Vec<_> = (0..random.below(2 * n + 1))
        .map(|_| (random.below(n), random.below(n), random.below(arc_colours) as u32))
        .collect();
    digraph(&palette, arcs)
}

/// A random undirected graph with each edge present with probability `percent`.
pub fn random_undirected(random: &mut Random, n: usize, percent: usize) -> Digraph {
    undirected(n, pairs(n).filter(|_| random.below(100) < percent).collect::<Vec<_>>())
}

/// Several copies of a graph side by side, with its colours.
pub fn copies(graph: &Digraph, count: usize) -> Digraph {
    let n = graph.vertex_count();
    let colours: Vec<u32> = (0..n * count).map(|v| graph.colours()[v % n].0).collect();
    let arcs = (0..count).flat_map(|copy| {
        let shift = move |v: Vertex| v.index() + copy * n;
        graph.arcs().iter().map(move |arc| (shift(arc.from), shift(arc.to), arc.colour.0))
    });
    digraph(&colours, arcs)
}

pub fn cycle(n: usize) -> Digraph {
    undirected(n, (0..n).map(|v| (v, (v + 1) % n)))
}

/// A circulant digraph: arcs from `v` to `v + s` for each step.
pub fn circulant(n: usize, steps: &[usize]) -> Digraph {
    digraph(&vec![0; n], (0..n).flat_map(|v| steps.iter().map(move |s| (v, (v + s) % n, 0))))
}

pub fn hypercube(dimension: usize) -> Digraph {
    let n = 1 << dimension;
    undirected(n, (0..n).flat_map(|v| (0..dimension).map(move |bit| (v, v ^ (1 << bit)))))
}

/// The strongly regular Paley graph of a prime congruent to 1 modulo 4.
pub fn paley(prime: usize) -> Digraph {
    let squares = squares(prime);
    undirected(prime, pairs(prime).filter(|&(a, b)| squares[b - a]))
}

/// The line graph of a complete graph: strongly regular.
pub fn triangular(n: usize) -> Digraph {
    let vertices: Vec<_> = pairs(n).collect();
    let meets = |&(i, j): &(usize, usize)| {
        let ((a, b), (c, d)) = (vertices[i], vertices[j]);
        a == c || a == d || b == c || b == d
    };
    undirected(vertices.len(), pairs(vertices.len()).filter(meets).collect::<Vec<_>>())
}

/// The rook's graph, also strongly regular.
pub fn lattice(n: usize) -> Digraph {
    let meets = |&(a, b): &(usize, usize)| a / n == b / n || a % n == b % n;
    undirected(n * n, pairs(n * n).filter(meets))
}

/// The Shrikhande graph: the parameters of the 4 x 4 lattice, but another graph.
pub fn shrikhande() -> Digraph {
    let steps = [(0, 1), (1, 0), (1, 1)];
    let arc = |v: usize, (x, y): (usize, usize)| (v, (v / 4 + x) % 4 * 4 + (v % 4 + y) % 4);
    undirected(16, (0..16).flat_map(|v| steps.map(|step| arc(v, step))))
}

/// Points and lines of the projective plane over a prime field.
pub fn projective_plane(q: usize) -> Digraph {
    let mut points = vec![(0, 0, 1)];
    points.extend((0..q).map(|z| (0, 1, z)));
    points.extend((0..q * q).map(|yz| (1, yz / q, yz % q)));
    let count = points.len();
    let incident = |p: usize, l: usize| {
        let ((a, b, c), (x, y, z)) = (points[p], points[l]);
        (a * x + b * y + c * z) % q == 0
    };
    let flags: Vec<_> = (0..count * count)
        .map(|i| (i / count, i % count))
        .filter(|&(p, l)| incident(p, l))
        .map(|(p, l)| (p, count + l))
        .collect();
    undirected(2 * count, flags)
}

/// The graph of a Hadamard matrix (McKay 1979): rows and columns, each with a sign.
pub fn hadamard(matrix: &[Vec<bool>]) -> Digraph {
    let n = matrix.len();
    let mut edges: Vec<_> = (0..n).flat_map(|i| [(i, n + i), (2 * n + i, 3 * n + i)]).collect();
    for (i, row) in matrix.iter().enumerate() {
        for (j, &positive) in row.iter().enumerate() {
            let flip = if positive { 0 } else { n };
            edges.push((i, 2 * n + j + flip));
            edges.push((n + i, 2 * n + j + (n - flip)));
        }
    }
    undirected(4 * n, edges)
}

/// Sylvester's matrix of order 2^k.
pub fn sylvester(k: u32) -> Vec<Vec<bool>> {
    let n = 1usize << k;
    (0..n).map(|i| (0..n).map(|j| (i & j).count_ones() % 2 == 0).collect()).collect()
}

/// Paley's first construction, of order q + 1 for a prime q congruent to 3 modulo 4.
pub fn paley_hadamard(q: usize) -> Vec<Vec<bool>> {
    let squares = squares(q);
    let entry = |i: usize, j: usize| match (i, j) {
        (0, _) => true,
        (_, 0) => false,
        _ if i == j => true,
        _ => squares[(q + j - i) % q],
    };
    (0..=q).map(|i| (0..=q).map(|j| entry(i, j)).collect()).collect()
}

/// The graph of Cai, Fürer and Immerman over a base graph; `twisted` crosses one edge.
pub fn cfi(base: &Digraph, twisted: bool) -> Digraph {
    let mut builder = DigraphBuilder::new();
    let edges: Vec<(usize, usize)> =
        base.arcs().iter().map(|a| (a.from.index(), a.to.index())).filter(|(a, b)| a < b).collect();
    let mut end = |_: usize| builder.add_vertex(Colour(1)).expect("few vertices");
    // For each edge and each of its two ends, the vertices for "0" and "1".
    let ends: Vec<[[Vertex; 2]; 2]> =
        (0..edges.len()).map(|_| [0, 1].map(|_| [0, 1].map(&mut end))).collect();
    for (index, pair) in ends.iter().enumerate() {
        for bit in 0..2 {
            let other = bit ^ usize::from(twisted && index == 0);
            builder.add_edge(pair[0][bit], pair[1][other], Colour(0)).expect("both exist");
        }
    }
    for v in 0..base.vertex_count() {
        let at: Vec<[Vertex; 2]> = (0..edges.len())
            .filter(|&e| edges[e].0 == v || edges[e].1 == v)
            .map(|e| ends[e][usize::from(edges[e].1 == v)])
            .collect();
        for subset in (0..1usize << at.len()).filter(|subset| subset.count_ones() % 2 == 0) {
            let middle = builder.add_vertex(Colour(0)).expect("few vertices");
            for (i, pair) in at.iter().enumerate() {
                builder.add_edge(middle, pair[subset >> i & 1], Colour(0)).expect("both exist");
            }
        }
    }
    builder.build()
}

/// A connected cubic graph: a cycle and random chords.
pub fn random_cubic(random: &mut Random, n: usize) -> Digraph {
    loop {
        let order = random.permutation(n);
        let chords: Vec<_> = order.chunks(2).map(|c| (c[0] as usize, c[1] as usize)).collect();
        if chords.iter().all(|&(a, b)| a.abs_diff(b) != 1 && a.abs_diff(b) != n - 1) {
            return undirected(n, (0..n).map(|v| (v, (v + 1) % n)).chain(chords));
        }
    }
}

/// A graph like that of a program: `processes` copies of one control-flow graph, each beside a process vertex, all
/// tied to shared variables, with arc colours for positions.
pub fn program_like(random: &mut Random, processes: usize, locations: usize, shared: usize) -> Digraph {
    let block = locations + 2;
    let n = processes * block + shared;
    let mut colours: Vec<u32> = (0..n).map(|v| if v < processes * block { 2 } else { 3 }).collect();
    let mut body = Vec::new();
    for v in 0..locations {
        body.push((v, (v + 1) % locations, random.below(3) as u32));
        if random.below(3) == 0 {
            body.push((v, random.below(locations), 1));
        }
    }
    let uses: Vec<_> =
        (0..locations).map(|v| (v, random.below(shared), 3 + random.below(2) as u32)).collect();
    let mut arcs = Vec::new();
    for p in 0..processes {
        let start = p * block;
        let (process, local) = (start + locations, start + locations + 1);
        colours[process] = 0;
        colours[local] = 1;
        arcs.push((process, start, 5));
        arcs.push((process, local, 6));
        arcs.extend(body.iter().map(|&(a, b, c)| (start + a, start + b, c)));
        arcs.extend(uses.iter().map(|&(a, s, c)| (start + a, processes * block + s, c)));
        arcs.push((start + locations / 2, local, 4));
    }
    digraph(&colours, arcs)
}

fn squares(prime: usize) -> Vec<bool> {
    let mut is_square = vec![false; prime];
    for x in 1..prime {
        is_square[x * x % prime] = true;
    }
    is_square
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |b| (0..b).map(move |a| (a, b)))
}
