//! Successors in flight: one flat buffer, reused for every expansion.
//!
//! A Promela successor is mostly a copy of its source with a few cells changed, so the code that makes it must be
//! able to write where the explorer will read: no vector per successor, no second copy. A slot starts on a 64-byte
//! line (the alignment design.md asks of a state), is handed out uninitialised in meaning (it holds whatever the last
//! batch left) and becomes a successor when it is committed.
//!
//! The buffer is an over-allocated `Vec<u8>` whose first aligned byte is remembered, so alignment needs no `unsafe`.
//! A step with very many outcomes is taken in pieces: a batch that was given a limit takes no more once that is reached and
//! says so, and the expansion is repeated with the steps left out that were taken before ([`Batch::next_piece`]).
//!
//! Rejected: a vector of `[u8; 64]` blocks (viewing it as bytes is `unsafe`); one `Vec<u8>` per successor (an
//! allocation per transition costs more than the successor itself).

use std::num::NonZeroU32;

use crate::StopReason;

/// Bytes a slot is aligned to.
pub const SLOT_ALIGNMENT: usize = 64;

/// What a model says is wrong with a state or a step; opaque to the explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation(pub NonZeroU32);

impl Violation {
    /// The violation with this number; `None` for zero, which compiled code uses for "no violation".
    pub fn new(id: u32) -> Option<Self> {
        NonZeroU32::new(id).map(Violation)
    }

    /// The model's number for it.
    pub fn id(self) -> u32 {
        self.0.get()
    }
}

/// One generated successor, or one step that failed before it could make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Where the slot starts, in lines of `SLOT_ALIGNMENT` bytes.
    line: u32,
    len: u32,
    /// The model's name for the step taken.
    pub label: u32,
    /// What the step violates, if anything.
    pub violation: Option<Violation>,
    /// False for a step that violates something and leads nowhere.
    pub has_state: bool,
}

/// The successors of one state. See the module's text.
#[derive(Debug)]
pub struct Batch {
    /// Always at its full length, so every slot is initialised memory.
    bytes: Vec<u8>,
    /// Index of the first byte of `bytes` on a 64-byte line.
    start: usize,
    /// Bytes after `start` that belong to committed successors; a multiple of the alignment.
    used: usize,
    records: Vec<Successor>,
    source_violations: Vec<Violation>,
    /// Steps of this expansion that earlier pieces have taken.
    earlier: usize,
    /// Steps still to be left out: those of earlier pieces, or all that follow once the batch is full.
    left_out: usize,
    /// Bytes of states after which it is full.
    limit: usize,
    /// Bytes after `start` that may be handed out before [`Batch::grow`] is asked: the whole buffer, or up to the limit.
    room: usize,
    full: bool,
    /// Why the model gave up an expansion. The search ends, so it is never forgotten.
    given_up: Option<StopReason>,
}

impl Default for Batch {
    fn default() -> Self {
        Batch::with_limit(usize::MAX)
    }
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty batch that is full when its states have about this many bytes.
    pub fn with_limit(limit: usize) -> Self {
        Batch {
            bytes: Vec::new(),
            start: 0,
            used: 0,
            records: Vec::new(),
            source_violations: Vec::new(),
            earlier: 0,
            left_out: 0,
            limit,
            room: 0,
            full: false,
            given_up: None,
        }
    }

    /// Forgets the successors and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.used = 0;
        self.records.clear();
        self.source_violations.clear();
        if self.full || self.earlier > 0 {
            self.forget_pieces();
        }
    }

    #[cold]
    fn forget_pieces(&mut self) {
        self.earlier = 0;
        self.left_out = 0;
        self.full = false;
        self.room = self.bytes.len().min(self.limit);
    }

    /// If steps were left out because the batch was full: forgets the others, and is ready for the same expansion once
    /// more, of which it will take what follows.
    #[inline]
    pub fn next_piece(&mut self) -> bool {
        let more = self.full;
        if more {
            self.leave_out_what_was_taken();
        }
        more
    }

    #[cold]
    fn leave_out_what_was_taken(&mut self) {
        let taken = self.earlier + self.records.len();
        self.clear();
        (self.earlier, self.left_out) = (taken, taken);
    }

    /// No more steps will be taken: there is no use in making them.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The model cannot finish this expansion, for a reason that ends the search.
    pub fn give_up(&mut self, reason: StopReason) {
        self.full = true;
        self.given_up = Some(reason);
    }

    /// Why the model gave up, if it did; only a batch that is full need be asked.
    pub fn given_up(&self) -> Option<StopReason> {
        self.given_up
    }

    /// Steps of the same expansion in the pieces before this one.
    pub fn earlier(&self) -> usize {
        self.earlier
    }

    /// A slot of `len` bytes with arbitrary contents. It belongs to nobody until `commit`; another `reserve` before
    /// that hands out the same slot again.
    #[inline]
    pub fn reserve(&mut self, len: usize) -> &mut [u8] {
        self.make_room(len);
        let from = self.start + self.used;
        &mut self.bytes[from..from + len]
    }

    /// `reserve` for machine code: the slot's address, valid for `len` bytes until the next call on this batch.
    pub fn reserve_ptr(&mut self, len: usize) -> *mut u8 {
        self.reserve(len).as_mut_ptr()
    }

    /// A slot that starts as a copy of `state`.
    pub fn reserve_copy(&mut self, state: &[u8]) -> &mut [u8] {
        let slot = self.reserve(state.len());
        slot.copy_from_slice(state);
        slot
    }

    /// Makes the first `len` bytes of the reserved slot a successor.
    #[inline]
    pub fn commit(&mut self, len: usize, label: u32) {
        self.commit_step(len, label, None);
    }

    /// `commit`, for a step that may also violate something.
    #[inline]
    pub fn commit_step(&mut self, len: usize, label: u32, violation: Option<Violation>) {
        assert!(
            self.start + self.used + len <= self.bytes.len(),
            "commit without a reserved slot of that length"
        );
        if self.left_out > 0 {
            return self.leave_out(len);
        }
        self.records.push(Successor {
            line: (self.used / SLOT_ALIGNMENT) as u32,
            len: len as u32,
            label,
            violation,
            has_state: true,
        });
        self.used += len.next_multiple_of(SLOT_ALIGNMENT);
    }

    /// Counts a step down that this piece does not take. Its slot is passed over, as the slots after it may be filled.
    #[cold]
    fn leave_out(&mut self, len: usize) {
        self.left_out -= 1;
        self.used += len.next_multiple_of(SLOT_ALIGNMENT);
    }

    /// Appends a copy of `state` as a successor.
    pub fn push(&mut self, state: &[u8], label: u32) {
        self.reserve_copy(state);
        self.commit(state.len(), label);
    }

    /// A step that violates something and has no successor (a run-time error aborts the step).
    pub fn fail(&mut self, label: u32, violation: Violation) {
        if self.left_out > 0 {
            return self.leave_out(0);
        }
        let record = Successor { line: 0, len: 0, label, violation: Some(violation), has_state: false };
        self.records.push(record);
    }

    /// The state being expanded itself is wrong: an invalid end state, a broken invariant.
    pub fn flag_source(&mut self, violation: Violation) {
        self.source_violations.push(violation);
    }

    /// Steps so far, in the order they were made.
    #[inline]
    pub fn successors(&self) -> &[Successor] {
        &self.records
    }

    /// Violations of the source state.
    #[inline]
    pub fn source_violations(&self) -> &[Violation] {
        &self.source_violations
    }

    /// The bytes of a successor; empty for a step without a state.
    #[inline]
    pub fn state(&self, successor: &Successor) -> &[u8] {
        let from = self.start + successor.line as usize * SLOT_ALIGNMENT;
        &self.bytes[from..from + successor.len as usize]
    }

    /// The bytes of a successor, for the canonicaliser.
    #[inline]
    pub fn state_mut(&mut self, successor: &Successor) -> &mut [u8] {
        let from = self.start + successor.line as usize * SLOT_ALIGNMENT;
        &mut self.bytes[from..from + successor.len as usize]
    }

    /// Bytes of memory held.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.records.capacity() * size_of::<Successor>()
    }

    #[inline]
    fn make_room(&mut self, len: usize) {
        // An empty batch has no aligned slot to give, even of length zero.
        if self.used + len + SLOT_ALIGNMENT > self.room {
            self.grow(len);
        }
    }

    /// Makes room, or finds that the batch is full.
    #[cold]
    fn grow(&mut self, len: usize) {
        let needed = self.used + len + SLOT_ALIGNMENT;
        if self.left_out == 0 && !self.records.is_empty() && needed > self.limit {
            self.full = true;
            self.left_out = usize::MAX;
        }
        if self.left_out > 0 {
            // The slots of steps that were left out are free.
            let last = self.records.iter().rev().find(|record| record.has_state);
            self.used = last.map_or(0, |record| {
                record.line as usize * SLOT_ALIGNMENT + (record.len as usize).next_multiple_of(SLOT_ALIGNMENT)
            });
        }
        if self.used + len + SLOT_ALIGNMENT > self.bytes.len() {
            self.move_to_larger(len);
        }
        self.room = self.bytes.len();
        if !self.full {
            self.room = self.room.min(self.limit).max(self.used + len + SLOT_ALIGNMENT);
        }
    }

    /// The new buffer may start at another distance from a 64-byte line, so the committed successors are copied rather than
    /// left to `Vec::resize`. It is hardly larger than the limit allows, with some slots to spare for what will be left out.
    fn move_to_larger(&mut self, len: usize) {
        let most = self.limit.max(self.used + len).saturating_add(4 * len);
        let size = (2 * (self.used + len)).max(4096).min(most).next_multiple_of(SLOT_ALIGNMENT);
        let mut bytes = vec![0; size + SLOT_ALIGNMENT];
        let start = bytes.as_ptr().align_offset(SLOT_ALIGNMENT).min(SLOT_ALIGNMENT);
        bytes[start..start + self.used].copy_from_slice(&self.bytes[self.start..self.start + self.used]);
        self.bytes = bytes;
        self.start = start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_aligned_and_survive_growth() {
        let mut batch = Batch::new();
        for i in 0..1000u32 {
            let len = (i % 150) as usize;
            assert_eq!(batch.reserve_ptr(len).align_offset(SLOT_ALIGNMENT), 0);
            batch.push(&vec![i as u8; len], i);
        }
        for (i, successor) in batch.successors().iter().enumerate() {
            assert_eq!(successor.label, i as u32);
            assert_eq!(batch.state(successor), vec![i as u8; i % 150]);
        }
        batch.clear();
        assert!(batch.successors().is_empty());
    }

    #[test]
    fn pieces_are_the_whole() {
        let expand = |batch: &mut Batch| {
            for i in 0..1000u32 {
                match i % 7 {
                    3 => batch.fail(i, Violation::new(1).expect("not zero")),
                    // Several slots are reserved at once, as compiled code does.
                    _ => {
                        let len = (i % 150) as usize;
                        batch.reserve(8 * 192)[..len].fill(i as u8);
                        batch.commit(len, i);
                    }
                }
            }
        };
        let mut batch = Batch::with_limit(10_000);
        let (mut seen, mut pieces) = (0, 0);
        loop {
            expand(&mut batch);
            assert_eq!(batch.earlier(), seen as usize);
            for successor in batch.successors() {
                assert_eq!(successor.label, seen);
                assert!(batch.state(successor).iter().all(|&byte| byte == seen as u8));
                seen += 1;
            }
            pieces += 1;
            assert!(batch.memory() < 40_000, "{}", batch.memory());
            if !batch.next_piece() {
                break;
            }
        }
        assert_eq!(seen, 1000);
        assert!(pieces > 5, "{pieces}");
    }

    #[test]
    fn a_shorter_commit_than_the_reservation_is_kept_short() {
        let mut batch = Batch::new();
        batch.reserve(100)[..3].copy_from_slice(b"abc");
        batch.commit(3, 7);
        batch.fail(8, Violation::new(5).expect("not zero"));
        batch.flag_source(Violation::new(6).expect("not zero"));
        let records = batch.successors().to_vec();
        assert_eq!(batch.state(&records[0]), b"abc");
        assert!(!records[1].has_state);
        assert_eq!(batch.state(&records[1]), b"");
        assert_eq!(batch.source_violations(), [Violation::new(6).expect("not zero")]);
        assert_eq!(Violation::new(0), None);
    }
}
