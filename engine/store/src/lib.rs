//! Insert-only state set with lossless compression.
//!
//! ```text
//! shared_store (SharedStore)                          lets several threads use a store, and one alone
//!   │
//! tree (StateStore) ── cursor ── unfolded             a state as a tree of shared parts
//!   │                               └── arrangement   which byte stands where, and what is above
//!   │                                     ├── divide  which bytes go left and right, learned from states
//!   │                                     └── shape   which leaves and nodes are grouped
//!   └── memo ── word_set                              word <-> number, dense, in order of insertion
//!                 ├── shared_column                   arrays that threads append to
//!                 └── index                           hash index that threads fill and that grows in place
//!                        └── region ── budget         address space reserved, pages charged before use
//! memory                                              what the operating system counts
//! reference (ReferenceStore)                               the obvious store the tests compare with
//! ```
//!
//! Nothing here knows what a state means. A full store is a value ([`Full`]), and what is stored stays readable after it.
//!
//! Parts and roots never move and are never removed, so numbers are read without a lock; the index is written bucket by
//! bucket, one cache line each, which a lock bit guards. Growth is the one step that has to stop the other threads.

mod arrangement;
mod budget;
mod column;
mod cursor;
mod divide;
mod index;
mod memo;
pub mod memory;
mod reference;
mod region;
mod shape;
mod shared_column;
mod shared_store;
mod tree;
mod unfolded;
mod word_set;

pub use budget::{Budget, Full};
pub use column::{Column, Plain};
pub use cursor::Cursor;
pub use reference::ReferenceStore;
pub use shared_column::{Shareable, SharedColumn};
pub use shared_store::{Access, SharedStore};
pub use tree::{Inserted, Root, StateId, StateStore, StoreStatistics};
pub use word_set::{Refused, Word, WordSet};

/// Asks the processor to fetch the line where `bytes` begin.
#[inline]
pub fn announce(bytes: &[u8]) {
    prefetch(bytes.as_ptr());
}

/// Asks the processor to fetch the line at `address`; harmless whatever the address.
#[inline]
fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults and has no effect a program can see.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
