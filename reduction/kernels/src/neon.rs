//! Registers of 16 bytes that look up in 64: `tbl` with four registers.

use std::arch::aarch64::*;
use std::cmp::Ordering;

use crate::vector::{Vector, Whole};

impl Vector for uint8x16_t {
    const BYTES: usize = 16;
    const WINDOW: usize = 64;
    type Window = uint8x16x4_t;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises NEON and readable bytes.
        unsafe { vld1q_u8(from) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises NEON and writable bytes.
        unsafe { vst1q_u8(to, self) }
    }

    #[inline(always)]
    unsafe fn window(from: *const u8) -> uint8x16x4_t {
        // SAFETY: the caller promises NEON and readable bytes.
        unsafe { vld1q_u8_x4(from) }
    }

    /// `tbl` gives zero for every index past the window by itself.
    #[inline(always)]
    unsafe fn lookup(window: uint8x16x4_t, index: Self) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { vqtbl4q_u8(window, index) }
    }

    #[inline(always)]
    unsafe fn lookup_from(window: uint8x16x4_t, base: u8, values: Self) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { vqtbl4q_u8(window, vsubq_u8(values, vdupq_n_u8(base))) }
    }

    #[inline(always)]
    unsafe fn splat(value: u8) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { vdupq_n_u8(value) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { vceqq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { vandq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { vorrq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: the caller promises NEON.
        unsafe { veorq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn compare(self, other: Self) -> Ordering {
        let bytes = |v: uint8x16_t| {
            let mut out = [0; 16];
            // SAFETY: the array has sixteen bytes; the caller promises NEON.
            unsafe { vst1q_u8(out.as_mut_ptr(), v) };
            u128::from_be_bytes(out)
        };
        bytes(self).cmp(&bytes(other))
    }
}

/// One line.
#[derive(Clone, Copy)]
pub(crate) struct One(uint8x16x4_t);

impl Whole<uint8x16_t> for One {
    #[inline(always)]
    unsafe fn read(from: *const u8) -> One {
        // SAFETY: the caller promises NEON and a readable line.
        One(unsafe { vld1q_u8_x4(from) })
    }

    #[inline(always)]
    unsafe fn choose(self, index: uint8x16_t, _: usize) -> uint8x16_t {
        // SAFETY: the caller promises NEON.
        unsafe { vqtbl4q_u8(self.0, index) }
    }
}
