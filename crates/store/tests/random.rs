//! The compressed store against the slow one, on random walks with the locality of a state space and without.

use std::sync::Arc;

use store::{Budget, Cursor, Full, SlowStore, StateId, StateStore};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

/// Changes a few cells; now and then the length.
fn successor(random: &mut Random, state: &[u8], values: usize, longest: usize) -> Vec<u8> {
    let mut next = state.to_vec();
    if random.below(10) == 0 {
        let len = random.below(longest + 1);
        next.resize(len, random.below(values) as u8);
    }
    for _ in 0..random.below(4) {
        if !next.is_empty() {
            let at = random.below(next.len());
            next[at] = random.below(values) as u8;
        }
    }
    next
}

fn compare(seed: u64, values: usize, longest: usize, steps: usize) {
    let mut random = Random(seed);
    let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
    let mut slow = SlowStore::default();
    let mut cursor = Cursor::new();
    let root = store.encode(&mut cursor, &[]).expect("memory");
    store.insert(root).expect("memory");
    slow.insert(&[]);
    for _ in 0..steps {
        let from = random.below(slow.len());
        store.decode(StateId(from as u32), &mut cursor);
        assert_eq!(Some(cursor.state()), slow.get(from as u32));
        for _ in 0..random.below(6) {
            let next = successor(&mut random, cursor.state(), values, longest);
            let root = store.encode(&mut cursor, &next).expect("memory");
            store.prefetch(root);
            store.prefetch_candidate(root);
            let inserted = store.insert(root).expect("memory");
            assert_eq!((inserted.id.0, inserted.new), slow.insert(&next));
            assert_eq!(Some(cursor.state()), slow.get(from as u32), "encoding leaves the cursor alone");
        }
    }
    for id in 0..slow.len() as u32 {
        store.decode(StateId(id), &mut cursor);
        assert_eq!(Some(cursor.state()), slow.get(id));
    }
    assert_eq!(store.statistics().states, slow.len());
}

#[test]
fn short_states_with_few_values() {
    for seed in 1..20 {
        compare(seed, 2, 12, 3000);
    }
}

#[test]
fn long_states_with_many_values() {
    for seed in 1..6 {
        compare(seed, 256, 300, 5000);
    }
}

#[test]
fn every_length_up_to_two_hundred_is_told_apart() {
    let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
    let mut cursor = Cursor::new();
    for len in 0..200u32 {
        let root = store.encode(&mut cursor, &vec![0; len as usize]).expect("memory");
        let inserted = store.insert(root).expect("memory");
        assert_eq!((inserted.id.0, inserted.new), (len, true));
        store.decode(inserted.id, &mut cursor);
        assert_eq!(cursor.state(), vec![0; len as usize]);
        assert_eq!(cursor.state().as_ptr().align_offset(64), 0);
    }
}

#[test]
fn a_store_at_its_limit_refuses_and_stays_readable() {
    let limit = 3 << 20;
    let budget = Arc::new(Budget::new(limit));
    let mut store = StateStore::new(&budget).expect("address space");
    let mut cursor = Cursor::new();
    let mut random = Random(7);
    let mut slow = SlowStore::default();
    let refused = loop {
        let state: Vec<u8> = (0..40).map(|_| random.below(256) as u8).collect();
        let root = store.encode(&mut cursor, &state);
        match root.and_then(|root| store.insert(root)) {
            Ok(inserted) => assert_eq!((inserted.id.0, inserted.new), slow.insert(&state)),
            Err(full) => break full,
        }
        assert!(budget.used() <= limit && store.memory() <= limit);
    };
    assert_eq!(refused, Full::Memory);
    assert!(slow.len() > 5000, "{}", slow.len());
    for id in 0..slow.len() as u32 {
        store.decode(StateId(id), &mut cursor);
        assert_eq!(Some(cursor.state()), slow.get(id));
    }
    drop(store);
    assert_eq!(budget.used(), 0);
}
