//! Applying a permutation to a block of bytes, and keeping the smaller image, with vector instructions.
//!
//! A symmetry acts on a state as a [`ByteMap`]: bytes move, values go through tables. [`Shuffle`] is the same compiled
//! for the machine at hand. The algorithm ([`Shuffle`]) is written once over a small trait; AVX-512 VBMI, AVX2 and NEON
//! are thin shims below it, chosen at run time, and byte by byte is the fallback. [`Gather`] collects bytes into words
//! that are compared as numbers. [`exchange_values`] is the older way of doing it, one exchange of two identifiers after
//! another, kept for comparison. [`short`] copies and compares what is too short for the library's functions.
//!
//! ```
//! use kernels::{Block, ByteMap, Shuffle};
//! let mut map = ByteMap::identity(3);
//! map.source = vec![1, 0, 2];
//! let mut image = Block::new(3);
//! Shuffle::new(&map).apply(&Block::from(&[7, 8, 9][..]), &mut image);
//! assert_eq!(image.bytes(), [8, 7, 9]);
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
mod block;
mod byte_map;
mod difference;
mod exchange;
mod fetch;
mod gather;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plan;
mod set;
pub mod short;
mod shuffle;
#[cfg(target_arch = "x86_64")]
mod vbmi;
mod vector;

pub use block::Block;
pub use byte_map::ByteMap;
pub use exchange::exchange_values;
pub use gather::Gather;
pub use set::InstructionSet;
pub use shuffle::Shuffle;
