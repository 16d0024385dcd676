//! Every instruction set that this machine has, against the byte-by-byte reference, on random maps and states.

use std::cmp::Ordering;

use kernels::{Block, ByteMap, Gather, InstructionSet, Shuffle, exchange_values};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((z ^ (z >> 29)) as usize >> 8) % bound
    }

    fn bytes(&mut self, len: usize, bound: usize) -> Vec<u8> {
        (0..len).map(|_| self.below(bound) as u8).collect()
    }
}

fn random_table(random: &mut Random) -> [u8; 256] {
    let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
    let moved = [2, 16, 64, 256][random.below(4)];
    let first = random.below(257 - moved);
    for i in (1..moved).rev() {
        table.swap(first + i, first + random.below(i + 1));
    }
    table
}

fn random_map(random: &mut Random, len: usize) -> ByteMap {
    let mut map = ByteMap::identity(len);
    for _ in 0..[0, 1, 4, len][random.below(4)] {
        map.source.swap(random.below(len), random.below(len));
    }
    map.tables.extend((0..random.below(4)).map(|_| random_table(random)));
    for _ in 0..[0, 1, len][random.below(3)] {
        map.table[random.below(len)] = random.below(map.tables.len()) as u8;
    }
    map
}

fn available() -> Vec<InstructionSet> {
    InstructionSet::ALL.into_iter().filter(|set| set.is_available()).collect()
}

#[test]
fn images() {
    let mut random = Random(1);
    for round in 0..3_000 {
        let len = 1 + random.below([20, 70, 300, 1_000][round % 4]);
        let map = random_map(&mut random, len);
        let bound = [8, 64, 256][random.below(3)];
        let state = random.bytes(len, bound);
        let mut expected = vec![0; len];
        map.apply(&state, &mut expected);
        for set in available() {
            let shuffle = Shuffle::with(&map, set).expect("available");
            let mut image = Block::new(0);
            shuffle.apply(&Block::from(state.as_slice()), &mut image);
            assert_eq!(image.bytes(), expected, "{set:?} {map:?}");
            let mut bytes = vec![0; len];
            shuffle.apply_bytes(&state, &mut bytes);
            assert_eq!(bytes, expected, "{set:?} {map:?}");
            assert!(image.padded()[len..].iter().all(|&b| b == 0), "{set:?}: the padding stays zero");
        }
    }
}

#[test]
fn the_smaller_of_two() {
    let mut random = Random(2);
    for _ in 0..3_000 {
        let len = 1 + random.below(200);
        let map = random_map(&mut random, len);
        let state = random.bytes(len, 4);
        let mut expected = vec![0; len];
        map.apply(&state, &mut expected);
        // Close competitors, so that the comparison is decided anywhere.
        let mut rival = expected.clone();
        for _ in 0..random.below(3) {
            rival[random.below(len)] = random.below(4) as u8;
        }
        for set in available() {
            let shuffle = Shuffle::with(&map, set).expect("available");
            let mut best = Block::from(rival.as_slice());
            let replaced = shuffle.minimise(&Block::from(state.as_slice()), &mut best);
            assert_eq!(replaced, expected < rival, "{set:?}");
            assert_eq!(best.bytes(), expected.as_slice().min(&rival), "{set:?}");
            let order = shuffle.improve(&Block::from(state.as_slice()), &mut best);
            assert_eq!(order, expected.cmp(&state), "{set:?}");
            assert!(order != Ordering::Less || best.bytes() == expected, "{set:?}");
            assert!(best.padded()[len..].iter().all(|&b| b == 0), "{set:?}: the padding stays zero");
        }
    }
}

#[test]
fn gathered_words() {
    let mut random = Random(4);
    for _ in 0..1_000 {
        let len = 1 + random.below(400);
        let state = random.bytes(len, 256);
        let bytes = 1 + random.below(8);
        let words: Vec<Vec<u16>> =
            (0..random.below(40)).map(|_| (0..bytes).map(|_| random.below(len) as u16).collect()).collect();
        let value = |word: &Vec<u16>| {
            let filled = word.iter().chain(std::iter::repeat_n(&0, 8 - bytes));
            filled.fold(0u64, |value, &byte| value << 8 | u64::from(state[usize::from(byte)]))
        };
        let expected: Vec<u64> = words.iter().map(value).collect();
        for set in available() {
            let gather = Gather::with(&words, len, set).expect("available");
            let mut gathered = Block::default();
            let found: Vec<u64> = gather.words(&Block::from(state.as_slice()), &mut gathered).collect();
            assert_eq!(found, expected, "{set:?}");
        }
    }
}

#[test]
fn exchanged_values() {
    let mut random = Random(3);
    for _ in 0..1_000 {
        let len = 1 + random.below(300);
        let (from, state) = (random.below(len), random.bytes(len, 9));
        let (a, b) = (1 + random.below(8) as u8, 1 + random.below(8) as u8);
        let swapped = |v: u8| {
            if v == a {
                b
            } else if v == b {
                a
            } else {
                v
            }
        };
        let expected: Vec<u8> =
            state.iter().enumerate().map(|(i, &v)| if i < from { v } else { swapped(v) }).collect();
        for set in available() {
            let mut block = Block::from(state.as_slice());
            exchange_values(&mut block, from, a, b, set);
            assert_eq!(block.bytes(), expected, "{set:?} from {from}");
        }
    }
}

#[test]
fn the_best_is_available() {
    assert!(InstructionSet::best().is_available());
    assert!(Shuffle::with(&ByteMap::identity(5), InstructionSet::Portable).is_some());
    let missing = InstructionSet::ALL.into_iter().filter(|set| !set.is_available());
    missing.for_each(|set| assert!(Shuffle::with(&ByteMap::identity(5), set).is_none()));
}
