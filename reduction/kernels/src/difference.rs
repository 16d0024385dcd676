//! The bytes in which two states differ, as bits.
//!
//! A state and its successor differ in a few bytes, in no order that a branch could foresee. So all bytes are compared
//! first, sixteen at a time, and only the numbers of the different ones are read off.

use crate::Block;

/// Bytes compared at a time.
const WORD: usize = 16;

impl Block {
    /// Calls `take` with the number of each byte in which two blocks of the same length differ.
    #[inline]
    pub fn for_each_difference(&self, other: &Block, mut take: impl FnMut(usize)) {
        let (these, those) = (self.padded().as_chunks::<64>().0, other.padded().as_chunks::<64>().0);
        for (line, (this, that)) in these.iter().zip(those).enumerate() {
            let mut different = differences(this, that);
            while different != 0 {
                take(line * Block::LINE + different.trailing_zeros() as usize);
                different &= different - 1;
            }
        }
    }
}

/// A bit for each byte in which two lines differ.
#[inline]
fn differences(this: &[u8; Block::LINE], that: &[u8; Block::LINE]) -> u64 {
    let words = this.as_chunks::<WORD>().0.iter().zip(that.as_chunks::<WORD>().0);
    words.rev().fold(0, |bits, (this, that)| bits << WORD | u64::from(different(this, that)))
}

/// The same for sixteen bytes.
#[cfg(target_arch = "x86_64")]
#[inline]
fn different(this: &[u8; WORD], that: &[u8; WORD]) -> u16 {
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8};
    // SAFETY: every processor of this kind has these instructions, and sixteen bytes are read from each array.
    let equal = unsafe {
        let load = |bytes: &[u8; WORD]| _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>());
        _mm_movemask_epi8(_mm_cmpeq_epi8(load(this), load(that)))
    };
    !(equal as u16)
}

/// The same for sixteen bytes.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn different(this: &[u8; WORD], that: &[u8; WORD]) -> u16 {
    this.iter().zip(that).rev().fold(0, |bits, (this, that)| bits << 1 | u16::from(this != that))
}

#[cfg(test)]
mod tests {
    use crate::Block;

    #[test]
    fn every_difference_is_found_once_and_in_order() {
        let mut seed = 5u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for len in (1..=300).chain([511, 512, 513]) {
            let one: Vec<u8> = (0..len).map(|_| random() as u8).collect();
            let other: Vec<u8> =
                one.iter().map(|&byte| byte ^ if random() % 4 == 0 { random() as u8 } else { 0 }).collect();
            let expected: Vec<usize> = (0..len).filter(|&i| one[i] != other[i]).collect();
            let mut found = Vec::new();
            Block::from(&one[..]).for_each_difference(&Block::from(&other[..]), |byte| found.push(byte));
            assert_eq!(found, expected, "{len} bytes");
        }
    }
}
