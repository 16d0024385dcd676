//! Where successors go.
//!
//! The search owns the memory. Machine code writes successors into a region that the sink hands out, one slot after the
//! other, and the sink is told about them afterwards: nothing is copied, and the hot path makes no call per successor.

use crate::SLOT_ALIGNMENT;

/// Takes successors.
///
/// Memory handed out by [`Sink::reserve`] starts on a line of [`SLOT_ALIGNMENT`] bytes. Each [`Sink::commit`] takes the
/// next slot of it, in order: `len` bytes rounded up to whole lines.
pub trait Sink {
    /// Memory of at least `len` bytes for the slots that will be committed next. Contents are arbitrary.
    fn reserve(&mut self, len: usize) -> &mut [u8];

    /// The next slot holds a successor of `len` bytes. `fault` is 0 or a [`crate::fault_code`].
    fn commit(&mut self, len: usize, label: u32, fault: u32);

    /// A step that ended in a fault without a successor.
    fn fail(&mut self, label: u32, fault: u32);

    /// No more steps are wanted in this expansion. Asked now and then; further ones may still come.
    fn is_full(&self) -> bool {
        false
    }
}

/// One step in [`Successors`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    offset: usize,
    len: usize,
    /// The first move: see [`crate::label`].
    pub label: u32,
    /// The first fault: see [`crate::fault_code`]; 0 for none.
    pub fault: u32,
    /// False when a fault ended the step.
    pub has_state: bool,
}

/// A line of memory.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line(pub [u8; SLOT_ALIGNMENT]);

impl Line {
    pub const ZERO: Line = Line([0; SLOT_ALIGNMENT]);
}

/// A view of lines as bytes.
pub(crate) fn bytes_mut(lines: &mut [Line]) -> &mut [u8] {
    // SAFETY: a `Line` is an array of bytes without padding, and bytes have no alignment.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * SLOT_ALIGNMENT) }
}

/// A view of lines as bytes.
pub(crate) fn bytes(lines: &[Line]) -> &[u8] {
    // SAFETY: as in `bytes_mut`.
    unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * SLOT_ALIGNMENT) }
}

/// A sink that keeps what it is given.
#[derive(Debug, Default)]
pub struct Successors {
    lines: Vec<Line>,
    /// Lines that hold committed successors.
    used: usize,
    records: Vec<Successor>,
}

impl Successors {
    /// An empty one.
    pub fn new() -> Successors {
        Successors::default()
    }

    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.used = 0;
        self.records.clear();
    }

    /// The steps in the order they were made.
    pub fn steps(&self) -> &[Successor] {
        &self.records
    }

    /// The state a step leads to.
    pub fn state(&self, step: &Successor) -> &[u8] {
        &bytes(&self.lines)[step.offset..step.offset + step.len]
    }
}

impl Sink for Successors {
    fn reserve(&mut self, len: usize) -> &mut [u8] {
        let end = self.used + len.div_ceil(SLOT_ALIGNMENT);
        if end > self.lines.len() {
            self.lines.resize(2 * end, Line::ZERO);
        }
        bytes_mut(&mut self.lines[self.used..end])
    }

    fn commit(&mut self, len: usize, label: u32, fault: u32) {
        let offset = self.used * SLOT_ALIGNMENT;
        self.records.push(Successor { offset, len, label, fault, has_state: true });
        self.used += len.div_ceil(SLOT_ALIGNMENT);
    }

    fn fail(&mut self, label: u32, fault: u32) {
        self.records.push(Successor { offset: 0, len: 0, label, fault, has_state: false });
    }
}
