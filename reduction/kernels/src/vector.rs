//! What the algorithm asks of a vector register.

use std::cmp::Ordering;

/// A register of bytes.
///
/// Every method may be called only where the instruction set it stands for is available; that is the whole of the
/// safety contract except for the methods that take a pointer.
pub(crate) trait Vector: Copy {
    /// Bytes of a register.
    const BYTES: usize;
    /// Bytes that one lookup can choose from; at most 64.
    const WINDOW: usize;
    /// Bytes to look up in.
    type Window: Copy;

    /// Reads a register.
    ///
    /// # Safety
    /// `BYTES` bytes must be readable, and the address aligned to them or to 64.
    unsafe fn load(from: *const u8) -> Self;

    /// Writes a register.
    ///
    /// # Safety
    /// `BYTES` bytes must be writable, and the address aligned to them or to 64.
    unsafe fn store(self, to: *mut u8);

    /// Reads what lookups choose from.
    ///
    /// # Safety
    /// `WINDOW` bytes must be readable, and the address aligned to them or to 64.
    unsafe fn window(from: *const u8) -> Self::Window;

    /// For each byte of `index` below `WINDOW`, that byte of the window; for each above 127, zero.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn lookup(window: Self::Window, index: Self) -> Self;

    /// For each byte that is less than `WINDOW` above `base`, that byte of the window; zero for the others.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn lookup_from(window: Self::Window, base: u8, values: Self) -> Self;

    /// The same value everywhere.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn splat(value: u8) -> Self;

    /// All ones where the bytes are equal.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn equal(self, other: Self) -> Self;

    /// Bitwise and.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn and(self, other: Self) -> Self;

    /// Bitwise or.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn or(self, other: Self) -> Self;

    /// Bitwise exclusive or.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn xor(self, other: Self) -> Self;

    /// The order of the first bytes that differ.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn compare(self, other: Self) -> Ordering;
}

/// All of a small state at once, to look up in.
pub(crate) trait Whole<V>: Copy {
    /// Reads it.
    ///
    /// # Safety
    /// As many bytes as [`crate::plan::Shape`] says must be readable, on a boundary of 64.
    unsafe fn read(from: *const u8) -> Self;

    /// For each byte of `index`, that byte of the state. All of them are in the halves of 128 bytes that `halves` names:
    /// 1 the lower, 2 the upper, 3 both.
    ///
    /// # Safety
    /// The instruction set must be available.
    unsafe fn choose(self, index: V, halves: usize) -> V;
}
