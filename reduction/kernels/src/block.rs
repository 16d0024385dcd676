//! A block of bytes on cache-line boundaries, padded with zeros to what a kernel reads at once.

use std::fmt;

use crate::short;

/// One cache line, which is also the widest vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; Block::LINE]);

/// A state as the kernels want it: aligned, and readable up to the end of its last line.
#[derive(Clone, Default)]
pub struct Block {
    /// Bytes past `len` are zero.
    lines: Vec<Line>,
    len: usize,
}

impl Block {
    /// The bytes of a line.
    pub const LINE: usize = 64;

    /// The most bytes that a kernel reads at once.
    pub(crate) const MOST: usize = 256;

    /// So many zeros.
    #[must_use]
    pub fn new(len: usize) -> Block {
        Block { lines: vec![Line([0; Block::LINE]); Block::padded_len(len) / Block::LINE], len }
    }

    /// One line, two lines, or a multiple of four.
    pub(crate) fn padded_len(len: usize) -> usize {
        len.next_multiple_of(len.next_power_of_two().clamp(Block::LINE, Block::MOST))
    }

    /// The bytes, without the padding.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.padded()[..self.len]
    }

    /// The bytes, without the padding.
    #[must_use]
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let len = self.len;
        // SAFETY: lines are arrays of bytes without gaps, as many as the vector owns, borrowed as long as the slice.
        let all = unsafe {
            std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.lines.len() * Block::LINE)
        };
        &mut all[..len]
    }

    /// The bytes with the padding: 64, 128 or a multiple of 256, on a boundary of 64.
    #[must_use]
    #[inline]
    pub fn padded(&self) -> &[u8] {
        // SAFETY: lines are arrays of bytes without gaps, as many as the vector owns, borrowed as long as the slice.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len() * Block::LINE) }
    }

    /// For kernels that write whole vectors; what they leave past the end must be zero.
    #[inline]
    pub(crate) fn start_mut(&mut self) -> *mut u8 {
        self.lines.as_mut_ptr().cast()
    }

    /// The number of bytes.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes the bytes of a slice, of any length.
    #[inline]
    pub fn set(&mut self, bytes: &[u8]) {
        if self.len != bytes.len() {
            *self = Block::new(bytes.len());
        }
        short::copy(bytes, self.bytes_mut());
    }

    /// Takes the bytes of another block.
    #[inline]
    pub fn copy_from(&mut self, other: &Block) {
        if self.len == other.len {
            self.lines.copy_from_slice(&other.lines);
        } else {
            self.clone_from(other);
        }
    }
}

impl From<&[u8]> for Block {
    fn from(bytes: &[u8]) -> Block {
        let mut block = Block::new(bytes.len());
        block.bytes_mut().copy_from_slice(bytes);
        block
    }
}

impl PartialEq for Block {
    fn eq(&self, other: &Block) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Block {}

impl PartialOrd for Block {
    fn partial_cmp(&self, other: &Block) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Block {
    fn cmp(&self, other: &Block) -> std::cmp::Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Block").field(&self.bytes()).finish()
    }
}
