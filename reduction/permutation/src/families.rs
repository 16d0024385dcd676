//! Generators of well-known groups.
//!
//! They serve tests, benchmarks and the command line; each function returns generators of one common degree.

use crate::{Perm, notation::parse_generators, orbits::orbits_of};

/// The symmetric group on `n` points.
#[must_use]
pub fn symmetric(n: usize) -> Vec<Perm> {
    if n < 2 {
        return vec![Perm::identity(n)];
    }
    let mut generators = cyclic(n);
    generators.push(Perm::from_cycles(n, &[&[0, 1]]));
    generators
}

/// The alternating group on `n` points.
#[must_use]
pub fn alternating(n: usize) -> Vec<Perm> {
    let three_cycles = (2..n).map(|k| Perm::from_cycles(n, &[&[0, 1, k]]));
    std::iter::once(Perm::identity(n)).chain(three_cycles).collect()
}

/// The rotations of `n` points on a circle.
#[must_use]
pub fn cyclic(n: usize) -> Vec<Perm> {
    let points: Vec<usize> = (0..n).collect();
    vec![Perm::from_cycles(n, &[&points])]
}

/// The rotations and reflections of `n` points on a circle.
#[must_use]
pub fn dihedral(n: usize) -> Vec<Perm> {
    let mirror: Vec<usize> = (0..n).map(|i| (n - i) % n).collect();
    let mut generators = cyclic(n);
    generators.push(from_images(&mirror));
    generators
}

/// The symmetries of the corners of a hypercube, of order `2^d · d!`: a point's binary digits are its
/// coordinates.
#[must_use]
pub fn hypercube(dimension: usize) -> Vec<Perm> {
    let size = 1 << dimension;
    let flip: Vec<usize> = (0..size).map(|x| x ^ 1).collect();
    let swap = |d: usize| {
        let exchange = move |x: usize| {
            let differ = ((x >> d) ^ (x >> (d + 1))) & 1;
            x ^ (differ << d) ^ (differ << (d + 1))
        };
        from_images(&(0..size).map(exchange).collect::<Vec<_>>())
    };
    std::iter::once(from_images(&flip)).chain((0..dimension.saturating_sub(1)).map(swap)).collect()
}

/// The symmetries of a rectangular grid of points.
#[must_use]
pub fn grid(rows: usize, columns: usize) -> Vec<Perm> {
    let map = |f: &dyn Fn(usize, usize) -> (usize, usize)| {
        let images: Vec<usize> =
            (0..rows * columns).map(|p| f(p / columns, p % columns)).map(|(r, c)| r * columns + c).collect();
        from_images(&images)
    };
    let mut generators = vec![map(&|r, c| (rows - 1 - r, c)), map(&|r, c| (r, columns - 1 - c))];
    if rows == columns {
        generators.push(map(&|r, c| (c, r)));
    }
    generators
}

/// The symmetries of the nodes of a rooted tree in which every node of depth `i` has `branching[i]` children.
/// Nodes are numbered level by level.
#[must_use]
pub fn tree(branching: &[usize]) -> Vec<Perm> {
    // At each depth, exchange the first subtree with each of its siblings below the first node of that depth.
    let mut starts = vec![0, 1];
    let mut width = 1;
    for b in branching {
        width *= b;
        starts.push(starts[starts.len() - 1] + width);
    }
    let size = starts[branching.len() + 1];
    let mut generators = vec![Perm::identity(size)];
    for (depth, &children) in branching.iter().enumerate() {
        let parents = starts[depth + 1] - starts[depth];
        for parent in 0..parents {
            for child in 1..children {
                let (a, b) = (parent * children, parent * children + child);
                generators.push(swap_subtrees(&starts, branching, depth + 1, a, b));
            }
        }
    }
    generators
}

/// Exchanges the subtrees below the nodes number `a` and `b` of one depth.
fn swap_subtrees(starts: &[usize], branching: &[usize], depth: usize, a: usize, b: usize) -> Perm {
    let mut images: Vec<usize> = (0..starts[starts.len() - 1]).collect();
    let (mut a, mut b, mut width) = (a, b, 1);
    for (level, start) in starts[..=branching.len()].iter().enumerate().skip(depth) {
        for k in 0..width {
            images.swap(start + a + k, start + b + k);
        }
        if let Some(&children) = branching.get(level) {
            (a, b, width) = (a * children, b * children, width * children);
        }
    }
    from_images(&images)
}

/// The automorphisms of the Petersen graph, the cage of degree three and girth five: `S5` on the ten pairs
/// out of five.
#[must_use]
pub fn petersen() -> Vec<Perm> {
    action_on_pairs(5)
}

/// `S_n` acting on the pairs of `0 .. n` (the automorphisms of the triangular graph, and of its complement).
#[must_use]
pub fn action_on_pairs(n: usize) -> Vec<Perm> {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let number = |a: usize, b: usize| pairs.iter().position(|&p| p == (a.min(b), a.max(b))).unwrap_or(0);
    let lift =
        |g: &Perm| from_images(&pairs.iter().map(|&(a, b)| number(g.at(a), g.at(b))).collect::<Vec<_>>());
    symmetric(n).iter().map(lift).collect()
}

/// The automorphisms of the Heawood graph, the cage of degree three and girth six: `PGL(2, 7)` on fourteen
/// points, that is on the points and lines of the Fano plane.
#[must_use]
pub fn heawood() -> Vec<Perm> {
    // Line j holds the points j+1, j+2 and j+4 modulo seven; lines are numbered from seven.
    let rotation: Vec<usize> = (0..14).map(|p| p / 7 * 7 + (p + 1 - p / 7 * 7) % 7).collect();
    let doubling: Vec<usize> = (0..14).map(|p| p / 7 * 7 + (p - p / 7 * 7) * 2 % 7).collect();
    let polarity: Vec<usize> = (0..14).map(|p| if p < 7 { 7 + (7 - p) % 7 } else { (14 - p) % 7 }).collect();
    let collineation = generators("(1 2)(5 7)(8 13)(11 12)", 14);
    [rotation, doubling, polarity].iter().map(|i| from_images(i)).chain(collineation).collect()
}

/// The Mathieu groups of degree 11, 12, 22, 23 and 24; nothing for other degrees.
#[must_use]
pub fn mathieu(degree: usize) -> Vec<Perm> {
    let m11 = "(1 2 3 4 5 6 7 8 9 10 11)\n(3 7 11 8)(4 10 5 6)";
    let m22 = "(1 2 3 4 5 6 7 8 9 10 11)(12 13 14 15 16 17 18 19 20 21 22)\n\
        (1 4 5 9 3)(2 8 10 7 6)(12 15 16 20 14)(13 19 21 18 17)\n\
        (1 21)(2 10 8 6)(3 13 4 17)(5 19 9 18)(11 22)(12 14 16 20)";
    let m23 = "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)\n\
        (3 17 10 7 9)(4 13 14 19 5)(8 18 11 12 23)(15 20 22 21 16)";
    match degree {
        11 => generators(m11, 11),
        12 => generators(&format!("{m11}\n(1 12)(2 11)(3 6)(4 8)(5 9)(7 10)"), 12),
        22 => generators(m22, 22),
        23 => generators(m23, 23),
        24 => generators(
            &format!("{m23}\n(1 24)(2 23)(3 12)(4 16)(5 18)(6 10)(7 20)(8 14)(9 21)(11 17)(13 22)(15 19)"),
            24,
        ),
        _ => Vec::new(),
    }
}

/// The group of `left` beside the group of `right`, on the points of both.
#[must_use]
pub fn product(left: &[Perm], right: &[Perm]) -> Vec<Perm> {
    let (m, n) = (degree(left), degree(right));
    let shift = |g: &Perm| {
        let images: Vec<usize> = (0..m).chain(g.iter().map(|p| p.index() + m)).collect();
        from_images(&images)
    };
    left.iter().map(|g| g.extended(m + n)).chain(right.iter().map(shift)).collect()
}

/// The wreath product in its imprimitive action: a copy of `inner` on each of `degree(outer)` consecutive
/// blocks, which `outer` permutes.
#[must_use]
pub fn wreath(inner: &[Perm], outer: &[Perm]) -> Vec<Perm> {
    let (m, d) = (degree(inner), degree(outer));
    let first_points = orbits_of(d, outer);
    let inside = |block: usize, g: &Perm| {
        let images: Vec<usize> =
            (0..m * d).map(|p| if p / m == block { block * m + g.at(p % m) } else { p }).collect();
        from_images(&images)
    };
    let across = |g: &Perm| from_images(&(0..m * d).map(|p| g.at(p / m) * m + p % m).collect::<Vec<_>>());
    let bases = first_points.iter().flat_map(|o| inner.iter().map(move |g| (o[0].index(), g)));
    bases.map(|(block, g)| inside(block, g)).chain(outer.iter().map(across)).collect()
}

fn degree(generators: &[Perm]) -> usize {
    generators.first().map_or(0, Perm::degree)
}

/// The text is a constant of this file.
fn generators(text: &str, degree: usize) -> Vec<Perm> {
    let read = parse_generators(text).map(|list| list.generators).unwrap_or_default();
    read.iter().map(|g| g.extended(degree)).collect()
}

/// The images are a permutation by construction.
fn from_images(images: &[usize]) -> Perm {
    Perm::from_points(images.iter().map(|&i| crate::Point::new(i)).collect::<Vec<_>>())
}
