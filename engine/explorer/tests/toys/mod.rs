//! Small systems whose state spaces are known exactly.
#![allow(dead_code, missing_docs)] // each test file uses some of them

use explorer::{Batch, Canonicaliser, Model, Violation};

pub fn violation(id: u32) -> Violation {
    Violation::new(id).expect("not zero")
}

/// `n` bits, each step flips one: 2^n states, n 2^n transitions, depth n. The state with all bits set violates 1 if asked to.
pub struct Bits {
    pub n: usize,
    pub all_set_is_wrong: bool,
}

impl Model for Bits {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&vec![0; self.n], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        if self.all_set_is_wrong && state.iter().all(|&bit| bit == 1) {
            out.flag_source(violation(1));
        }
        for bit in 0..self.n {
            out.reserve_copy(state)[bit] ^= 1;
            out.commit(self.n, bit as u32);
        }
    }
}

/// All bits are interchangeable: n + 1 orbits.
pub struct SortBytes;

impl Canonicaliser for SortBytes {
    fn canonicalise(&mut self, state: &mut [u8]) {
        state.sort_unstable();
    }

    fn for_another_thread(&self) -> Option<SortBytes> {
        Some(SortBytes)
    }
}

/// The 3 x 3 sliding puzzle: 9!/2 = 181440 states, 24/9 as many transitions, depth 31.
pub struct EightPuzzle;

impl Model for EightPuzzle {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&[1, 2, 3, 4, 5, 6, 7, 8, 0], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        let hole = state.iter().position(|&tile| tile == 0).expect("one hole");
        let (row, column) = (hole / 3, hole % 3);
        let steps = [(row > 0, -3), (row < 2, 3), (column > 0, -1), (column < 2, 1isize)];
        for (label, (possible, step)) in steps.into_iter().enumerate() {
            if possible {
                out.reserve_copy(state).swap(hole, hole.wrapping_add_signed(step));
                out.commit(9, label as u32);
            }
        }
    }
}

/// Towers of Hanoi from one peg: 3^n states, 3 (3^n - 1) transitions, depth 2^n - 1. All discs on peg 2 violates 7.
pub struct Hanoi {
    pub discs: usize,
}

impl Model for Hanoi {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&vec![0; self.discs], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        let top = |peg: u8| state.iter().position(|&at| at == peg);
        for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            let Some(disc) = top(from) else { continue };
            if top(to).is_none_or(|other| other > disc) {
                out.reserve_copy(state)[disc] = to;
                let done = to == 2 && disc == 0 && state[1..].iter().all(|&peg| peg == 2);
                out.commit_step(self.discs, u32::from(from * 3 + to), done.then(|| violation(7)));
            }
        }
        if state.iter().all(|&peg| peg == 2) {
            out.flag_source(violation(7));
        }
    }
}

/// Words over two letters, a letter appended or removed at the end: 2^(n+1) - 1 states of n + 1 lengths.
pub struct Words {
    pub longest: usize,
}

impl Model for Words {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&[], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        if let Some((_, rest)) = state.split_last() {
            out.push(rest, 2);
        }
        if state.len() < self.longest {
            for letter in 0..2 {
                let slot = out.reserve(state.len() + 1);
                slot[..state.len()].copy_from_slice(state);
                slot[state.len()] = letter;
                out.commit(state.len() + 1, u32::from(letter));
            }
        }
    }
}

/// Two jugs of 3 and 5 litres: 16 states; 4 litres in the larger (violates 4) takes 6 steps.
pub struct Jugs;

impl Model for Jugs {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&[0, 0], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        let (small, large) = (state[0], state[1]);
        if large == 4 {
            out.flag_source(violation(4));
        }
        let into_large = small.min(5 - large);
        let into_small = large.min(3 - small);
        let next = [
            [3, large],
            [small, 5],
            [0, large],
            [small, 0],
            [small - into_large, large + into_large],
            [small + into_small, large - into_small],
        ];
        for (label, state) in next.iter().enumerate() {
            out.push(state, label as u32);
        }
    }
}

/// An endless binary tree of states that do not compress: fills memory with few steps.
pub struct Noise;

impl Model for Noise {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        out.push(&[1; 48], 0);
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        for label in 0..2u8 {
            let slot = out.reserve_copy(state);
            let mut sum = u64::from(label) + 1;
            for byte in slot.iter_mut() {
                sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
                *byte = sum as u8;
            }
            out.commit(48, u32::from(label));
        }
    }
}

/// A random graph whose nodes have random names of random lengths, with random violations of steps and states.
pub struct RandomGraph {
    names: Vec<Vec<u8>>,
    numbers: std::collections::HashMap<Vec<u8>, usize>,
    edges: Vec<Vec<Edge>>,
    wrong: Vec<Option<Violation>>,
}

struct Edge {
    to: Option<usize>,
    violation: Option<Violation>,
}

impl RandomGraph {
    pub fn new(seed: u64, nodes: usize, one_wrong_in: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let names: Vec<Vec<u8>> = (0..nodes).map(|node| name(&mut random, node)).collect();
        let numbers = names.iter().cloned().zip(0..).collect();
        let maybe = |random: &mut Random| {
            (random.below(one_wrong_in) == 0).then(|| violation(1 + random.below(3) as u32))
        };
        let edge = |random: &mut Random| {
            let violation = maybe(random);
            let nowhere = violation.is_some() && random.below(2) == 0;
            Edge { to: (!nowhere).then(|| random.below(nodes as u64) as usize), violation }
        };
        let edges = (0..nodes).map(|_| (0..random.below(5)).map(|_| edge(&mut random)).collect()).collect();
        let wrong = (0..nodes)
            .map(|_| (random.below(2 * one_wrong_in) == 0).then(|| violation(4 + random.below(2) as u32)))
            .collect();
        RandomGraph { names, numbers, edges, wrong }
    }
}

/// A name no other node has: random bytes and the node's number in three bytes somewhere between.
fn name(random: &mut Random, node: usize) -> Vec<u8> {
    let mut name: Vec<u8> = (0..random.below(40)).map(|_| random.below(3) as u8).collect();
    name.extend((node as u32).to_le_bytes());
    let len = name.len();
    name.rotate_left(random.below(4) as usize % len);
    name
}

impl Model for RandomGraph {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, _: &mut (), out: &mut Batch) {
        for node in 0..2 {
            out.push(&self.names[node], 0);
        }
    }
    fn expand(&self, _: &mut (), state: &[u8], out: &mut Batch) {
        let node = self.numbers[state];
        if let Some(violation) = self.wrong[node] {
            out.flag_source(violation);
        }
        for (label, edge) in self.edges[node].iter().enumerate() {
            match (edge.to, edge.violation) {
                (Some(to), violation) => {
                    out.reserve_copy(&self.names[to]);
                    out.commit_step(self.names[to].len(), label as u32, violation);
                }
                (None, Some(violation)) => out.fail(label as u32, violation),
                (None, None) => unreachable!("an edge leads somewhere or violates"),
            }
        }
    }
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}
