//! The compressed store against the slow one, on random walks with the locality of a state space and without.

use std::sync::Arc;

use store::{Budget, Cursor, Full, ReferenceStore, Root, StateId, StateStore};

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

/// Arranges the store while some states wait to be inserted, of which some are stored already.
fn arrange(store: &mut StateStore, cursor: &mut Cursor, random: &mut Random, slow: &ReferenceStore) {
    let states: Vec<Vec<u8>> = (0..50)
        .map(|_| {
            let mut state = slow.get(random.below(slow.len()) as u32).expect("stored").to_vec();
            state.push(random.below(2) as u8);
            state
        })
        .collect();
    let mut waiting: Vec<Root> =
        states.iter().map(|state| store.encode(cursor, state).expect("memory")).collect();
    store.arrange(&mut waiting);
    assert!(!store.can_be_arranged());
    for (state, root) in states.iter().zip(waiting) {
        assert_eq!(store.encode(cursor, state), Ok(root));
        let known = (0..slow.len() as u32).any(|id| slow.get(id) == Some(state));
        assert_eq!(store.contains(root), known);
        assert_eq!(store.length(root) as usize, state.len());
    }
}

fn compare(seed: u64, values: usize, longest: usize, steps: usize) {
    let mut random = Random(seed);
    let arrange_at = random.below(2 * steps);
    let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
    let mut slow = ReferenceStore::default();
    let mut cursor = Cursor::new();
    let root = store.encode(&mut cursor, &[]).expect("memory");
    store.insert(root).expect("memory");
    slow.insert(&[]);
    for step in 0..steps {
        if step == arrange_at {
            arrange(&mut store, &mut cursor, &mut random, &slow);
        }
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
fn equal_lengths_with_parts_that_change_together() {
    for seed in 1..6 {
        let mut random = Random(seed);
        let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let (mut slow, mut cursor) = (ReferenceStore::default(), Cursor::new());
        let mut state = [0u8; 70];
        for step in 0..30_000 {
            let (part, value) = (random.below(7), random.below(4) as u8);
            // Bytes that never change at first do so later.
            let bytes = if step < 20_000 { 5 } else { 10 };
            (0..bytes).for_each(|i| state[(i * 7 + part) % 70] = value.wrapping_mul(i as u8 + 1));
            let root = store.encode(&mut cursor, &state).expect("memory");
            let inserted = store.insert(root).expect("memory");
            assert_eq!((inserted.id.0, inserted.new), slow.insert(&state));
            if store.can_be_arranged() {
                let before = store.statistics().parts;
                store.arrange(&mut []);
                assert!(store.statistics().parts < before);
            }
            store.decode(StateId(random.below(slow.len()) as u32), &mut cursor);
        }
        assert!(slow.len() > 8192, "{}", slow.len());
        for id in 0..slow.len() as u32 {
            store.decode(StateId(id), &mut cursor);
            assert_eq!(Some(cursor.state()), slow.get(id));
        }
    }
}

/// Bytes that never changed while it was learned what does: more classes than roots have room for.
#[test]
fn what_hardly_ever_changed_may_change_after_all() {
    let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
    let (mut slow, mut cursor) = (ReferenceStore::default(), Cursor::new());
    for n in 0..20_000u32 {
        let mut state = [0u8; 100];
        state[..2].copy_from_slice(&(n as u16 % 5000).to_le_bytes());
        state[50] = (n / 5000) as u8;
        if n > 10_000 {
            state[90] = n as u8;
        }
        let root = store.encode(&mut cursor, &state).expect("memory");
        let inserted = store.insert(root).expect("memory");
        assert_eq!((inserted.id.0, inserted.new), slow.insert(&state));
        if store.can_be_arranged() {
            store.arrange(&mut []);
        }
    }
    for id in (0..slow.len() as u32).chain([0]) {
        store.decode(StateId(id), &mut cursor);
        assert_eq!(Some(cursor.state()), slow.get(id));
    }
}

#[test]
fn a_store_without_room_to_be_arranged_stays_as_it_is() {
    let budget = Arc::new(Budget::new(3 << 20));
    let mut store = StateStore::new(&budget).expect("address space");
    let (mut slow, mut cursor, mut random) = (ReferenceStore::default(), Cursor::new(), Random(9));
    while !store.can_be_arranged() {
        let state: Vec<u8> = (0..100).map(|_| random.below(256) as u8).collect();
        let root = store.encode(&mut cursor, &state).expect("memory");
        store.insert(root).expect("memory");
        slow.insert(&state);
    }
    let waiting = store.encode(&mut cursor, &[1; 100]).expect("memory");
    let mut after = [waiting];
    store.arrange(&mut after);
    assert_eq!(after, [waiting]);
    for id in 0..slow.len() as u32 {
        store.decode(StateId(id), &mut cursor);
        assert_eq!(Some(cursor.state()), slow.get(id));
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
    let mut slow = ReferenceStore::default();
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
