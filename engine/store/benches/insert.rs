//! Inserts per second and bytes per state of the tree-compressed store, against two plain ones.
//!
//! A synthetic system with the locality of Promela: `n` processes with a record each and a few shared cells; a step
//! changes a program counter and at most two more cells. Every store drives the same breadth-first search, and every
//! generated successor is an insert. The peers are `std`'s `HashSet<Box<[u8]>>` with rapidhash and an open-addressing
//! table of numbers over a flat array of whole keys; both also need that array as their queue.
//!
//! `cargo bench -p store -- STATES LENGTH...` (10^6 states of 48, 104 and 200 bytes unless told; `tree` leaves the
//! peers out).

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::Arc;

use rapidhash::fast::RandomState;
use store::{Budget, Cursor, Root, StateId, StateStore};

type Run = fn(&System, usize) -> Outcome;
const STORES: [(&str, Run); 3] =
    [("tree", tree), ("std HashSet<Box<[u8]>>", boxed), ("open addressing", open_addressing)];
const BATCH: usize = 32;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<usize>().ok());
    let target = numbers.next().unwrap_or(1_000_000);
    let only_tree = std::env::args().any(|arg| arg == "tree");
    let mut lengths: Vec<usize> = numbers.collect();
    if lengths.is_empty() {
        lengths = vec![48, 104, 200];
    }
    println!(
        "{:>6} {:>22} {:>10} {:>11} {:>9} {:>8}",
        "length", "store", "states", "inserts", "M/s", "B/state"
    );
    for &len in &lengths {
        let system = System { len, records: len / 12 };
        for (name, run) in STORES.into_iter().filter(|(name, _)| !only_tree || *name == "tree") {
            let begin = cpu_seconds();
            let outcome = run(&system, target);
            let rate = outcome.inserts as f64 / (cpu_seconds() - begin) / 1e6;
            let bytes = outcome.bytes as f64 / outcome.states as f64;
            let (states, inserts) = (outcome.states, outcome.inserts);
            println!("{len:>6} {name:>22} {states:>10} {inserts:>11} {rate:>9.2} {bytes:>8.1}");
        }
    }
}

/// Processor time of this process: unlike the wall clock it does not count what others run.
fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a live, writable timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

struct Outcome {
    states: usize,
    inserts: usize,
    bytes: usize,
}

struct System {
    len: usize,
    records: usize,
}

impl System {
    fn successors(&self, state: &[u8], next: &mut Vec<u8>, mut take: impl FnMut(&[u8])) {
        let shared = self.records * 10;
        for process in 0..self.records.min(10) {
            next.clear();
            next.extend_from_slice(state);
            let record = &mut next[process * 10..process * 10 + 10];
            record[0] = (record[0] + 1) % 7;
            match record[0] {
                2 => record[4] = state[shared + process % 3],
                4 => next[shared + process % 3] = process as u8,
                6 => next[(process + 1) % self.records * 10 + 7] ^= 1,
                _ => {}
            }
            take(next);
        }
    }
}

fn tree(system: &System, target: usize) -> Outcome {
    let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("memory");
    let mut cursor = Cursor::new();
    let mut pending: Vec<Root> = Vec::new();
    let (mut next, mut inserts, mut at) = (Vec::new(), 0, 0);
    let root = store.encode(&mut cursor, &vec![0; system.len]).expect("memory");
    store.insert(root).expect("memory");
    while at < store.len() && store.len() < target {
        while pending.len() < BATCH && at < store.len() {
            store.decode(StateId(at as u32), &mut cursor);
            at += 1;
            let state = cursor.state().to_vec();
            system.successors(&state, &mut next, |successor| {
                let root = store.encode(&mut cursor, successor).expect("memory");
                store.prefetch(root);
                pending.push(root);
            });
        }
        inserts += pending.len();
        pending.iter().for_each(|&root| store.prefetch_candidate(root));
        for root in pending.drain(..) {
            store.insert(root).expect("memory");
        }
    }
    Outcome { states: store.len(), inserts, bytes: store.memory() }
}

fn boxed(system: &System, target: usize) -> Outcome {
    let mut set: HashSet<Box<[u8]>, RandomState> = HashSet::default();
    let mut queue = vec![0; system.len];
    let (mut next, mut inserts, mut at) = (Vec::new(), 0, 0);
    set.insert(queue.clone().into());
    while at < queue.len() && set.len() < target {
        let state = queue[at..at + system.len].to_vec();
        at += system.len;
        system.successors(&state, &mut next, |successor| {
            inserts += 1;
            if !set.contains(successor) {
                set.insert(successor.into());
                queue.extend_from_slice(successor);
            }
        });
    }
    // Seven eighths load at most, a 16-byte fat pointer and a control byte a slot, a block of 16 bytes more per box.
    let slots = (set.len() * 8 / 7).next_power_of_two();
    Outcome { states: set.len(), inserts, bytes: slots * 17 + set.len() * (system.len + 16) }
}

fn open_addressing(system: &System, target: usize) -> Outcome {
    let hasher = RandomState::default();
    let mut slots = vec![0u32; 1 << 16];
    let mut keys = vec![0; system.len];
    let len = system.len;
    let (mut next, mut inserts, mut at) = (Vec::new(), 0, 0);
    let first = place(&slots, hasher.hash_one(&keys[..]), |_| false);
    slots[first] = 1;
    while at < keys.len() && keys.len() / len < target {
        let state = keys[at..at + len].to_vec();
        at += len;
        system.successors(&state, &mut next, |successor| {
            inserts += 1;
            let hash = hasher.hash_one(successor);
            let slot = place(&slots, hash, |id| &keys[(id - 1) * len..id * len] == successor);
            if slots[slot] == 0 {
                keys.extend_from_slice(successor);
                slots[slot] = (keys.len() / len) as u32;
                if keys.len() / len * 4 > slots.len() * 3 {
                    let mut larger = vec![0; slots.len() * 2];
                    for id in 1..=keys.len() / len {
                        let hash = hasher.hash_one(&keys[(id - 1) * len..id * len]);
                        let slot = place(&larger, hash, |_| false);
                        larger[slot] = id as u32;
                    }
                    slots = larger;
                }
            }
        });
    }
    Outcome { states: keys.len() / len, inserts, bytes: slots.len() * 4 + keys.capacity() }
}

fn place(slots: &[u32], hash: u64, is_it: impl Fn(usize) -> bool) -> usize {
    let mut slot = (hash >> 20) as usize & (slots.len() - 1);
    while slots[slot] != 0 && !is_it(slots[slot] as usize) {
        slot = (slot + 1) & (slots.len() - 1);
    }
    slot
}
