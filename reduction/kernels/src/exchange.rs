//! The vectorised swap of two identifiers.
//!
//! Source: Donaldson, Vector symmetry reduction, 2009, section 4.1, listing 3: in a contiguous block of identifiers,
//! compare every byte with `a` and with `b` and select. Here both comparisons meet in one mask, and the bytes under it
//! change by `a ^ b`. It is what [`crate::Shuffle`] replaces; the benchmark compares the two.

use crate::vector::Vector;
use crate::{Block, InstructionSet};

/// Exchanges two values wherever they occur in the lines of a block that hold bytes `from..`; bytes before `from` in
/// the first of these lines are left alone.
pub fn exchange_values(block: &mut Block, from: usize, a: u8, b: u8, set: InstructionSet) {
    assert!(set.is_available() && a != 0 && b != 0, "padding is zero and must stay so");
    let first = from / Block::LINE;
    let lines = block.len().div_ceil(Block::LINE);
    let mut head = [0; Block::LINE];
    let spared = from % Block::LINE;
    head[..spared].copy_from_slice(&block.bytes()[first * Block::LINE..][..spared]);
    // SAFETY: the lines belong to the block, and the instructions were found to be available.
    unsafe {
        let start = block.start_mut().add(first * Block::LINE);
        let bytes = lines.saturating_sub(first) * Block::LINE;
        match set {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Vbmi => exchange_avx512(start, bytes, a, b),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => exchange_avx2(start, bytes, a, b),
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => exchange::<std::arch::aarch64::uint8x16_t>(start, bytes, a, b),
            _ => exchange_slowly(std::slice::from_raw_parts_mut(start, bytes), a, b),
        }
    }
    block.bytes_mut()[first * Block::LINE..][..spared].copy_from_slice(&head[..spared]);
}

fn exchange_slowly(values: &mut [u8], a: u8, b: u8) {
    for value in values {
        *value = match *value {
            v if v == a => b,
            v if v == b => a,
            v => v,
        };
    }
}

/// # Safety
/// `bytes` bytes at `start` must be readable and writable, whole lines, and the instructions of `V` available.
#[inline(always)]
unsafe fn exchange<V: Vector>(start: *mut u8, bytes: usize, a: u8, b: u8) {
    for at in (0..bytes).step_by(V::BYTES) {
        // SAFETY: the caller's promise.
        unsafe {
            let values = V::load(start.add(at));
            let either = values.equal(V::splat(a)).or(values.equal(V::splat(b)));
            values.xor(either.and(V::splat(a ^ b))).store(start.add(at));
        }
    }
}

/// # Safety
/// As [`exchange`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn exchange_avx2(start: *mut u8, bytes: usize, a: u8, b: u8) {
    // SAFETY: the caller's promise.
    unsafe { exchange::<crate::avx2::Wide<2>>(start, bytes, a, b) }
}

/// # Safety
/// As [`exchange`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn exchange_avx512(start: *mut u8, bytes: usize, a: u8, b: u8) {
    // SAFETY: the caller's promise.
    unsafe { exchange::<std::arch::x86_64::__m512i>(start, bytes, a, b) }
}
