//! Registers of 32 bytes that look up in 16: `vpshufb`. Several side by side share each window.

use std::arch::x86_64::*;
use std::cmp::Ordering;

use crate::vector::Vector;

/// Several registers as one.
#[derive(Clone, Copy)]
pub(crate) struct Wide<const N: usize>([__m256i; N]);

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn each(self, f: impl Fn(__m256i) -> __m256i) -> Self {
        Wide(std::array::from_fn(|i| f(self.0[i])))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Vector for Wide<N> {
    const BYTES: usize = 32 * N;
    const WINDOW: usize = 16;
    type Window = __m256i;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises AVX2, readable bytes and their alignment.
        Wide(std::array::from_fn(|i| unsafe { _mm256_load_si256(from.add(32 * i).cast()) }))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        for i in 0..N {
            // SAFETY: the caller promises AVX2, writable bytes and their alignment.
            unsafe { _mm256_store_si256(to.add(32 * i).cast(), self.0[i]) }
        }
    }

    /// The 16 bytes in both halves, since `vpshufb` looks up within halves.
    #[inline(always)]
    unsafe fn window(from: *const u8) -> __m256i {
        // SAFETY: the caller promises AVX2 and readable bytes.
        unsafe { _mm256_broadcastsi128_si256(_mm_load_si128(from.cast())) }
    }

    #[inline(always)]
    unsafe fn lookup(window: __m256i, index: Self) -> Self {
        // SAFETY: the caller promises AVX2.
        index.each(|i| unsafe { _mm256_shuffle_epi8(window, i) })
    }

    #[inline(always)]
    unsafe fn lookup_from(window: __m256i, base: u8, values: Self) -> Self {
        // SAFETY: the caller promises AVX2.
        values.each(|v| unsafe {
            let moved = _mm256_sub_epi8(v, _mm256_set1_epi8(base as i8));
            // Sixteen and more saturate to what `vpshufb` turns into zero.
            _mm256_shuffle_epi8(window, _mm256_adds_epu8(moved, _mm256_set1_epi8(0x70)))
        })
    }

    #[inline(always)]
    unsafe fn splat(value: u8) -> Self {
        // SAFETY: the caller promises AVX2.
        Wide([unsafe { _mm256_set1_epi8(value as i8) }; N])
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX2.
        self.zip(other, |a, b| unsafe { _mm256_cmpeq_epi8(a, b) })
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX2.
        self.zip(other, |a, b| unsafe { _mm256_and_si256(a, b) })
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX2.
        self.zip(other, |a, b| unsafe { _mm256_or_si256(a, b) })
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX2.
        self.zip(other, |a, b| unsafe { _mm256_xor_si256(a, b) })
    }

    #[inline(always)]
    unsafe fn compare(self, other: Self) -> Ordering {
        for i in 0..N {
            // SAFETY: the caller promises AVX2.
            let order = unsafe { compare(self.0[i], other.0[i]) };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}

/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn compare(left: __m256i, right: __m256i) -> Ordering {
    // SAFETY: the caller promises AVX2.
    unsafe {
        let differ = !_mm256_movemask_epi8(_mm256_cmpeq_epi8(left, right));
        if differ == 0 {
            return Ordering::Equal;
        }
        // The first byte that differs is the left one where that is the smaller of both.
        let smallest = _mm256_min_epu8(left, right);
        let own = _mm256_movemask_epi8(_mm256_cmpeq_epi8(smallest, left));
        if own >> differ.trailing_zeros() & 1 == 1 { Ordering::Less } else { Ordering::Greater }
    }
}
