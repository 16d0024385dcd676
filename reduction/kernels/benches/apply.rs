//! One permutation applied to one state: exchanges one after another, and all at once.
//!
//! `cargo bench -p kernels`. Donaldson (Vector symmetry reduction, 2009, section 5) compares a permutation applied as a
//! list of scalar swaps with the same list of vectorised swaps. Here both stand beside the whole permutation: byte by
//! byte, and compiled for each instruction set of this machine. The system is the message passing system of the paper's
//! section 2.1, larger: `n` components with two bytes of control state and two references each; the permutations are
//! random ones of all `n`, eight in turn, and, in the second table, single transpositions. Nanoseconds for one image, the
//! best of many rounds; the last column is the image compared with the smallest so far, as a search does it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kernels::{Block, ByteMap, InstructionSet, Shuffle, exchange_values};

/// Each way is measured in short rounds for so long; the best round counts.
const PATIENCE: Duration = Duration::from_millis(80);
const REPEATS: usize = 100;
const PERMUTATIONS: usize = 8;

fn main() {
    let sets: Vec<InstructionSet> = InstructionSet::ALL.into_iter().filter(|s| s.is_available()).collect();
    for (title, random) in [("whole permutations", true), ("one transposition", false)] {
        println!("{title}, nanoseconds for one image");
        print!(
            "{:>4} {:>6} {:>13} {:>13} {:>13}",
            "ids", "bytes", "scalar swaps", "vector swaps", "byte by byte"
        );
        sets.iter().for_each(|set| print!(" {:>9}", format!("{set:?}").to_lowercase()));
        println!(" {:>9}", "minimum");
        [4, 8, 16, 32, 64].into_iter().for_each(|n| line(n, random, &sets));
        println!();
    }
}

fn line(n: usize, random: bool, sets: &[InstructionSet]) {
    let mut seed = n as u64;
    let permutations: Vec<Vec<usize>> =
        (0..PERMUTATIONS).map(|_| permutation(n, random, &mut seed)).collect();
    let state = state(n, &mut seed);
    let swaps: Vec<Vec<(usize, usize)>> = permutations.iter().map(|p| transpositions(p)).collect();
    let maps: Vec<ByteMap> = permutations.iter().map(|p| byte_map(p)).collect();
    check(&state, n, &swaps, &maps);
    let mut image = Block::new(state.len());
    let scalar = measure(|k| {
        image.copy_from(&state);
        swaps[k].iter().for_each(|&(a, b)| scalar_swap(image.bytes_mut(), n, a, b));
        black_box(&image);
    });
    let vector = measure(|k| {
        image.copy_from(&state);
        swaps[k].iter().for_each(|&(a, b)| vector_swap(&mut image, n, a, b));
        black_box(&image);
    });
    let bytewise = measure(|k| {
        maps[k].apply(black_box(state.bytes()), image.bytes_mut());
        black_box(&image);
    });
    print!("{n:>4} {:>6} {scalar:>13.1} {vector:>13.1} {bytewise:>13.1}", state.len());
    for &set in sets {
        let shuffles: Vec<Shuffle> = maps.iter().filter_map(|m| Shuffle::with(m, set)).collect();
        let whole = measure(|k| {
            shuffles[k].apply(black_box(&state), &mut image);
            black_box(&image);
        });
        print!(" {whole:>9.1}");
    }
    let shuffles: Vec<Shuffle> = maps.iter().map(Shuffle::new).collect();
    let minimum = measure(|k| {
        black_box(shuffles[k].minimise(black_box(&state), &mut image));
    });
    println!(" {minimum:>9.1}");
}

/// The best time for one of the permutations, in nanoseconds.
fn measure(mut apply: impl FnMut(usize)) -> f64 {
    let mut best = f64::MAX;
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        let start = Instant::now();
        for _ in 0..REPEATS {
            (0..PERMUTATIONS).for_each(&mut apply);
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / (REPEATS * PERMUTATIONS) as f64
}

/// Components `0..n` are called `1..=n`; zero is no component.
fn state(n: usize, seed: &mut u64) -> Block {
    let bytes: Vec<u8> = (0..4 * n).map(|i| below(seed, if i < 2 * n { 200 } else { n + 1 }) as u8).collect();
    Block::from(bytes.as_slice())
}

/// Listing 2 of the paper.
fn scalar_swap(state: &mut [u8], n: usize, a: usize, b: usize) {
    let (x, y) = (a as u8 + 1, b as u8 + 1);
    for reference in &mut state[2 * n..] {
        if *reference == x {
            *reference = y;
        } else if *reference == y {
            *reference = x;
        }
    }
    swap_cells(state, n, a, b);
}

/// Listing 4 of the paper.
fn vector_swap(state: &mut Block, n: usize, a: usize, b: usize) {
    exchange_values(state, 2 * n, a as u8 + 1, b as u8 + 1, InstructionSet::best());
    swap_cells(state.bytes_mut(), n, a, b);
}

fn swap_cells(state: &mut [u8], n: usize, a: usize, b: usize) {
    for part in [0, 2 * n] {
        state.swap(part + 2 * a, part + 2 * b);
        state.swap(part + 2 * a + 1, part + 2 * b + 1);
    }
}

fn byte_map(permutation: &[usize]) -> ByteMap {
    let n = permutation.len();
    let mut map = ByteMap::identity(4 * n);
    let mut values = map.tables[0];
    for (from, &to) in permutation.iter().enumerate() {
        values[from + 1] = to as u8 + 1;
        for byte in [2 * to, 2 * to + 1, 2 * (n + to), 2 * (n + to) + 1] {
            map.source[byte] = (byte + 2 * from - 2 * to) as u16;
        }
    }
    map.tables.push(values);
    map.table[2 * n..].fill(1);
    map
}

/// All ways must agree before they are timed.
fn check(state: &Block, n: usize, swaps: &[Vec<(usize, usize)>], maps: &[ByteMap]) {
    for (swaps, map) in swaps.iter().zip(maps) {
        let mut expected = vec![0; state.len()];
        map.apply(state.bytes(), &mut expected);
        let (mut scalar, mut vector) = (state.clone(), state.clone());
        swaps.iter().for_each(|&(a, b)| scalar_swap(scalar.bytes_mut(), n, a, b));
        swaps.iter().for_each(|&(a, b)| vector_swap(&mut vector, n, a, b));
        assert_eq!((scalar.bytes(), vector.bytes()), (expected.as_slice(), expected.as_slice()));
    }
}

/// Applied from the first to the last, these make up the permutation.
fn transpositions(permutation: &[usize]) -> Vec<(usize, usize)> {
    let mut at: Vec<usize> = (0..permutation.len()).collect();
    let mut out = Vec::new();
    for start in 0..permutation.len() {
        // What is now at `start` belongs elsewhere: exchange it into its place until the right one arrives.
        while permutation[at[start]] != start {
            let to = permutation[at[start]];
            out.push((start, to));
            at.swap(start, to);
        }
    }
    out
}

fn permutation(n: usize, random: bool, seed: &mut u64) -> Vec<usize> {
    let mut out: Vec<usize> = (0..n).collect();
    if random {
        (1..n).rev().for_each(|i| out.swap(i, below(seed, i + 1)));
    } else {
        out.swap(below(seed, n - 1), n - 1);
    }
    out
}

fn below(seed: &mut u64, bound: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}
