//! Registers of 64 bytes that look up in 64: `vpermb` of AVX-512 VBMI; in 128: `vpermi2b`; in 256: two of these.

use std::arch::x86_64::*;
use std::cmp::Ordering;

use crate::vector::{Vector, Whole};

impl Vector for __m512i {
    const BYTES: usize = 64;
    const WINDOW: usize = 64;
    type Window = __m512i;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises AVX-512, readable bytes and their alignment.
        unsafe { _mm512_load_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises AVX-512, writable bytes and their alignment.
        unsafe { _mm512_store_si512(to.cast(), self) }
    }

    #[inline(always)]
    unsafe fn window(from: *const u8) -> __m512i {
        // SAFETY: the caller promises AVX-512, readable bytes and their alignment.
        unsafe { _mm512_load_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn lookup(window: __m512i, index: Self) -> Self {
        // SAFETY: the caller promises AVX-512 VBMI and BW.
        unsafe { _mm512_maskz_permutexvar_epi8(!_mm512_movepi8_mask(index), index, window) }
    }

    #[inline(always)]
    unsafe fn lookup_from(window: __m512i, base: u8, values: Self) -> Self {
        // SAFETY: the caller promises AVX-512 VBMI and BW.
        unsafe {
            let moved = _mm512_sub_epi8(values, _mm512_set1_epi8(base as i8));
            let inside = _mm512_cmplt_epu8_mask(moved, _mm512_set1_epi8(64));
            _mm512_maskz_permutexvar_epi8(inside, moved, window)
        }
    }

    #[inline(always)]
    unsafe fn splat(value: u8) -> Self {
        // SAFETY: the caller promises AVX-512.
        unsafe { _mm512_set1_epi8(value as i8) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX-512 BW.
        unsafe { _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(self, other)) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX-512.
        unsafe { _mm512_and_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX-512.
        unsafe { _mm512_or_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: the caller promises AVX-512.
        unsafe { _mm512_xor_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn compare(self, other: Self) -> Ordering {
        // SAFETY: the caller promises AVX-512 BW.
        let (less, greater) =
            unsafe { (_mm512_cmplt_epu8_mask(self, other), _mm512_cmpgt_epu8_mask(self, other)) };
        // The lowest set bit of both together is the first byte that differs: the fewer ones below, the earlier.
        let below = |mask: u64| mask.wrapping_sub(1) & !mask;
        below(less).cmp(&below(greater))
    }
}

/// One line.
#[derive(Clone, Copy)]
pub(crate) struct One(__m512i);

/// Two lines.
#[derive(Clone, Copy)]
pub(crate) struct Two(__m512i, __m512i);

/// Four lines.
#[derive(Clone, Copy)]
pub(crate) struct Four(Two, Two);

impl Whole<__m512i> for One {
    #[inline(always)]
    unsafe fn read(from: *const u8) -> One {
        // SAFETY: the caller promises AVX-512 and a readable line.
        One(unsafe { __m512i::load(from) })
    }

    #[inline(always)]
    unsafe fn choose(self, index: __m512i, _: usize) -> __m512i {
        // SAFETY: the caller promises AVX-512 VBMI.
        unsafe { _mm512_permutexvar_epi8(index, self.0) }
    }
}

impl Whole<__m512i> for Two {
    #[inline(always)]
    unsafe fn read(from: *const u8) -> Two {
        // SAFETY: the caller promises AVX-512 and two readable lines.
        unsafe { Two(__m512i::load(from), __m512i::load(from.add(64))) }
    }

    #[inline(always)]
    unsafe fn choose(self, index: __m512i, _: usize) -> __m512i {
        // SAFETY: the caller promises AVX-512 VBMI.
        unsafe { _mm512_permutex2var_epi8(self.0, index, self.1) }
    }
}

impl Whole<__m512i> for Four {
    #[inline(always)]
    unsafe fn read(from: *const u8) -> Four {
        // SAFETY: the caller promises AVX-512 and four readable lines.
        unsafe { Four(Two::read(from), Two::read(from.add(128))) }
    }

    /// The highest bit of an index, which `vpermi2b` ignores, says in which half to look.
    #[inline(always)]
    unsafe fn choose(self, index: __m512i, halves: usize) -> __m512i {
        // SAFETY: the caller promises AVX-512 VBMI and BW.
        unsafe {
            match halves {
                1 => self.0.choose(index, 1),
                2 => self.1.choose(index, 1),
                _ => {
                    let (low, high) = (self.0.choose(index, 1), self.1.choose(index, 1));
                    _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high)
                }
            }
        }
    }
}
