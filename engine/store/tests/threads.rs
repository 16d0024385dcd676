//! Several threads fill one store, while its indices grow; what they stored is what a set of byte strings says.

use std::collections::HashSet;
use std::sync::Arc;

use store::{Access, Budget, Cursor, Full, SharedStore, StateId, StateStore};

const STATES: u64 = 60_000;

/// A number spread over 64 bits.
fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// A state that resembles its neighbours, of one of many lengths, with parts that change at different paces.
fn state(number: u64) -> Vec<u8> {
    let mut state = vec![7; 20 + (number % 90) as usize];
    state[..4].copy_from_slice(&(number as u32 / 64).to_le_bytes());
    state[9..13].copy_from_slice(&(spread(number / 5) as u32 % 1000).to_le_bytes());
    state[17] = (number % 64) as u8;
    state
}

/// Stores states and checks what it reads back; returns how many were new.
fn fill(mut access: Access<'_>, numbers: impl Iterator<Item = u64>) -> Result<usize, Full> {
    let (mut cursor, mut back) = (Cursor::new(), Cursor::new());
    let mut new = 0;
    access.enter();
    for number in numbers {
        access.stand_aside();
        let state = state(number);
        let root = access.encode(&mut cursor, &state)?;
        let inserted = access.insert(root)?;
        new += usize::from(inserted.new);
        access.decode(inserted.id, &mut back);
        assert_eq!(back.state(), state);
    }
    Ok(new)
}

/// Upwards or downwards, half of all states for each of the first two threads and all for others.
fn share(thread: u64) -> impl Iterator<Item = u64> {
    let number = move |n| if thread.is_multiple_of(3) { n } else { STATES - 1 - n };
    (0..STATES).map(number).filter(move |n| (n / 100 + thread).is_multiple_of(2) || thread > 1)
}

/// Runs `fill` on some threads and returns how many were new in all, or why one could not go on.
fn fill_by(threads: u64, shared: &SharedStore) -> Result<usize, Full> {
    std::thread::scope(|scope| {
        let run = |thread| scope.spawn(move || fill(shared.access(), share(thread)));
        let running: Vec<_> = (0..threads).map(run).collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).sum()
    })
}

#[test]
fn every_state_is_stored_once() {
    for threads in [2, 3, 8] {
        let store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let shared = SharedStore::new(store);
        assert_eq!(fill_by(threads, &shared), Ok(STATES as usize));
        let mut access = shared.access();
        access.enter();
        assert_eq!(access.store().len(), STATES as usize);
        let mut cursor = Cursor::new();
        let mut all = |access: &Access<'_>| -> HashSet<Vec<u8>> {
            let state = |id| {
                access.decode(StateId(id), &mut cursor);
                cursor.state().to_vec()
            };
            (0..STATES as u32).map(state).collect()
        };
        let expected: HashSet<Vec<u8>> = (0..STATES).map(state).collect();
        assert!(all(&access) == expected);
        access.arrange(&mut []);
        assert!(all(&access) == expected);
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    let store = StateStore::with_limit(&Arc::new(Budget::new(usize::MAX)), 10_007).expect("address space");
    let shared = SharedStore::new(store);
    assert_eq!(fill_by(3, &shared), Err(Full::Numbers));
    let budget = Arc::new(Budget::new(1 << 20));
    let full = SharedStore::new(StateStore::new(&budget).expect("memory"));
    assert_eq!(fill_by(3, &full), Err(Full::Memory));
    assert!(budget.used() <= 1 << 20);
    let mut access = shared.access();
    access.enter();
    assert_eq!(access.store().len(), 10_007);
}

#[test]
#[should_panic(expected = "outside the store")]
fn a_thread_enters_before_it_looks() {
    let store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
    SharedStore::new(store).access().store();
}
