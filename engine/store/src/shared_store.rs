//! A store that several threads use at a time.
//!
//! All of them look up and insert without locks ([`crate::index`]). Now and then an index has to grow, which moves its
//! entries and needs the store for one thread alone; so does arranging it. Each thread enters the store with an [`Access`]
//! and stays in it. Who has to grow it says so by a flag, which the others look at between two states, and waits until they
//! have stood aside. Growth is rare (an index grows by half each time), so the others wait.
//!
//! Rejected: a read-write lock taken for each state (two atomic operations on one line that all threads write); growing a
//! part of the index beside the others (each lookup would have to ask which part has grown).

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::word_set::Refused;
use crate::{Cursor, Full, Inserted, Root, StateId, StateStore};

/// A state set for several threads. See the module's text.
#[derive(Debug)]
pub struct SharedStore {
    /// Borrowed by those who are inside; changed by one who holds the lock while nobody is inside.
    store: UnsafeCell<StateStore>,
    /// Some thread waits for the others to stand aside.
    wanted: AtomicBool,
    inside: Mutex<Inside>,
    /// Somebody left, or the one who waited is done.
    changed: Condvar,
}

/// Who is inside.
#[derive(Debug, Default)]
struct Inside {
    threads: usize,
    /// The only one is to stay the only one.
    alone: bool,
}

// SAFETY: the store is shared only between those who are inside, who have shared borrows of it and it is `Sync`; it is changed
// only while nobody is inside.
unsafe impl Sync for SharedStore {}

/// A thread's way into the store.
#[derive(Debug)]
pub struct Access<'s> {
    shared: &'s SharedStore,
    inside: bool,
}

impl SharedStore {
    /// Lets threads share a store.
    pub fn new(mut store: StateStore) -> Self {
        store.set_alone(false);
        SharedStore {
            store: UnsafeCell::new(store),
            wanted: AtomicBool::new(false),
            inside: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// A way into it, for one thread that is still outside.
    pub fn access(&self) -> Access<'_> {
        Access { shared: self, inside: false }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, inside: MutexGuard<'g, Inside>) -> MutexGuard<'g, Inside> {
        self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Access<'_> {
    /// Goes in, once nobody is or wants to be alone there.
    pub fn enter(&mut self) {
        if !self.inside {
            let mut inside = self.shared.lock();
            while inside.alone || self.shared.wanted.load(Ordering::Relaxed) {
                inside = self.shared.wait(inside);
            }
            inside.threads += 1;
            self.inside = true;
        }
    }

    /// Goes in once nobody is there, and keeps others out until it leaves: it can do without some synchronisation.
    pub fn enter_alone(&mut self) {
        if !self.inside {
            let mut inside = self.shared.lock();
            while inside.threads > 0 || self.shared.wanted.load(Ordering::Relaxed) {
                inside = self.shared.wait(inside);
            }
            // SAFETY: nobody is inside and nobody can enter, since the lock is held.
            unsafe { &mut *self.shared.store.get() }.set_alone(true);
            *inside = Inside { threads: 1, alone: true };
            self.inside = true;
        }
    }

    /// Goes out. A thread that is inside and does nothing keeps others from growing the store.
    pub fn leave(&mut self) {
        if self.inside {
            self.inside = false;
            let mut inside = self.shared.lock();
            inside.threads -= 1;
            if std::mem::take(&mut inside.alone) {
                // SAFETY: this was the only one inside, and nobody can enter, since the lock is held.
                unsafe { &mut *self.shared.store.get() }.set_alone(false);
            }
            drop(inside);
            self.shared.changed.notify_all();
        }
    }

    /// Stands aside for a moment if another thread wants the store alone.
    #[inline]
    pub fn stand_aside(&mut self) {
        if self.shared.wanted.load(Ordering::Relaxed) {
            self.leave();
            self.enter();
        }
    }

    /// The store.
    ///
    /// # Panics
    /// If the thread has not entered it.
    #[inline]
    pub fn store(&self) -> &StateStore {
        assert!(self.inside, "outside the store");
        // SAFETY: this access is counted as inside for as long as the borrow lasts, as `leave` and `alone` need it exclusively;
        // the store is changed only while nobody is inside.
        unsafe { &*self.shared.store.get() }
    }

    /// Stores the parts of `state`, as [`StateStore::encode`].
    #[inline]
    pub fn encode(&mut self, near: &mut Cursor, state: &[u8]) -> Result<Root, Full> {
        match self.store().try_encode(near, state) {
            Ok(root) => Ok(root),
            Err(refused) => self.encode_with_more_room(refused, near, state),
        }
    }

    #[cold]
    fn encode_with_more_room(
        &mut self,
        refused: Refused,
        near: &mut Cursor,
        state: &[u8],
    ) -> Result<Root, Full> {
        self.make_room(refused)?;
        self.encode(near, state)
    }

    /// Looks a root up and stores it if it is new.
    #[inline]
    pub fn insert(&mut self, root: Root) -> Result<Inserted, Full> {
        match self.store().try_insert(root) {
            Ok(inserted) => Ok(inserted),
            Err(refused) => self.insert_with_more_room(refused, root),
        }
    }

    #[cold]
    fn insert_with_more_room(&mut self, refused: Refused, root: Root) -> Result<Inserted, Full> {
        self.make_room(refused)?;
        self.insert(root)
    }

    /// Sets `cursor` to a stored state.
    #[inline]
    pub fn decode(&self, id: StateId, cursor: &mut Cursor) {
        self.store().decode(id, cursor);
    }

    /// Arranges the store, as [`StateStore::arrange`].
    pub fn arrange(&mut self, waiting: &mut [Root]) {
        let before = self.store().growths();
        self.alone(before, |store| store.arrange(waiting));
    }

    #[cold]
    fn make_room(&mut self, refused: Refused) -> Result<(), Full> {
        let before = self.store().growths();
        self.alone(before, |store| store.make_room(refused)).unwrap_or(Ok(()))
    }

    /// Changes the store while nobody else is inside, unless another thread has done so since it had grown `before` times.
    fn alone<T>(&mut self, before: u64, change: impl FnOnce(&mut StateStore) -> T) -> Option<T> {
        let shared = self.shared;
        let mut inside = shared.lock();
        self.inside = false;
        inside.threads -= 1;
        shared.changed.notify_all();
        shared.wanted.store(true, Ordering::Relaxed);
        while inside.threads > 0 && shared.wanted.load(Ordering::Relaxed) {
            inside = shared.wait(inside);
        }
        // Another thread may have waited for the same: who comes first does it, and lets the others in again.
        let result = shared.wanted.load(Ordering::Relaxed).then(|| {
            // SAFETY: nobody is inside and nobody can enter, since the lock is held; no borrow of it is left, since all are
            // bound to an access that is inside.
            let store = unsafe { &mut *shared.store.get() };
            let result = (store.growths() == before).then(|| change(store));
            store.set_alone(inside.alone);
            result
        });
        shared.wanted.store(false, Ordering::Relaxed);
        inside.threads += 1;
        self.inside = true;
        drop(inside);
        shared.changed.notify_all();
        result.flatten()
    }
}

impl Drop for Access<'_> {
    fn drop(&mut self) {
        self.leave();
    }
}
