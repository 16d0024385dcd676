//! Concurrent insert-only state set with lossless compression.

mod budget;
mod column;
mod cursor;
mod index;
mod memo;
pub mod memory;
mod pair_set;
mod reference;
mod region;
mod shape;
mod tree;
mod unfolded;

pub use budget::{Budget, Full};
pub use column::{Column, Plain};
pub use cursor::Cursor;
pub use pair_set::PairSet;
pub use reference::SlowStore;
pub use tree::{Inserted, Root, StateId, StateStore, StoreStatistics};

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
