//! One thread's working memory, and the loop over processes.
//!
//! A step leads from a stored state to a stored state. Moves that keep control (`atomic`) leave their intermediate
//! states in the *chain*, a list that is worked off when all processes have moved: each is expanded for the one
//! process that holds control; one that cannot go on is a successor after all. Intermediate states that were seen before
//! in the same expansion are not followed again, so loops inside an `atomic` end.

use std::ptr::{NonNull, null, null_mut};
use std::sync::Arc;

use program::{ConfigId, HEADER};
use rapidhash::RapidHashMap;

use crate::Rest;
use crate::code::Code;
use crate::context::{Area, Context, MAX_FIELDS, NO_LABEL, Record};
use crate::label;
use crate::seen::Seen;
use crate::sink::{Line, Sink, bytes_mut};
use crate::table::Table;

/// Slots asked of the sink at a time.
const SLOTS: usize = 32;
/// Lines in a chunk of the chain.
const CHUNK: usize = 1024;
/// Branches inside branches are followed at once up to this depth; deeper ones wait on the worklist.
const DEEP: u32 = 128;
/// Up to this many intermediate states are compared one by one.
const FEW: usize = 8;

/// Memory of one worker. The context comes first: callbacks are given its address and find the machine there.
#[repr(C)]
pub(crate) struct Machine {
    pub ctx: Context,
    pub code: Arc<Code>,
    tables: RapidHashMap<ConfigId, Box<Table>>,
    /// The configuration the context describes.
    current: Option<ConfigId>,
    /// The state being expanded, padded to lines.
    source: Vec<Line>,
    /// The state after the sending half of a rendezvous.
    pub handshake: Vec<Line>,
    out_records: Vec<Record>,
    chain_records: Vec<Record>,
    chunks: Vec<Vec<Line>>,
    /// Chunks of the chain in use.
    chunks_used: usize,
    seen: Seen,
    /// Branches being followed, one inside the other.
    depth: u32,
    /// A rendezvous is on offer: the context holds its message and its sender until the last receiver was asked, so
    /// nobody may make a move of his own, which could be another offer.
    pub offering: bool,
    /// The sink wants no more steps: the rest of the expansion is left.
    full: bool,
    sink: Option<NonNull<dyn Sink>>,
}

// SAFETY: all pointers in the context lead into memory the machine owns (tables, chunks, records) or, during an
// expansion only, into the sink, which is borrowed for that long.
unsafe impl Send for Machine {}

const EMPTY: Record = Record { state: null_mut(), len: 0, label: 0, fault: 0, pid: 0 };

impl Machine {
    pub fn new(code: Arc<Code>) -> Box<Machine> {
        let area = || Area { cursor: null_mut(), end: null_mut(), record: null_mut() };
        Box::new(Machine {
            ctx: Context {
                out: area(),
                chain: area(),
                processes: null(),
                channels: null(),
                first_of_type: null(),
                process_count: 0,
                channel_count: 0,
                reference_start: 0,
                size: 0,
                stride: 0,
                timeout: 0,
                handshake_channel: 0,
                handshake_arity: 0,
                channel_base: 0,
                prefix_label: NO_LABEL,
                sender_at: 0,
                sender_location: 0,
                offer: [0; MAX_FIELDS],
                message: [0; MAX_FIELDS],
            },
            code,
            tables: RapidHashMap::default(),
            current: None,
            source: Vec::new(),
            handshake: Vec::new(),
            out_records: Vec::new(),
            chain_records: Vec::new(),
            chunks: Vec::new(),
            chunks_used: 0,
            seen: Seen::default(),
            depth: 0,
            offering: false,
            full: false,
            sink: None,
        })
    }

    /// Gives the successors of `state` to the sink.
    pub fn expand<S: Sink>(&mut self, state: &[u8], sink: &mut S) -> Rest {
        self.select(ConfigId::of(state));
        let erased: NonNull<dyn Sink + '_> = NonNull::from(&mut *sink as &mut (dyn Sink + '_));
        // SAFETY: only the lifetime changes; the pointer is dropped below, before the borrow of the sink ends.
        self.sink = Some(unsafe { std::mem::transmute::<NonNull<dyn Sink + '_>, NonNull<dyn Sink>>(erased) });
        self.full = false;
        self.open_region();
        self.open_chain();
        let source = self.load_source(state);
        let moved = self.round(source) || (self.code.uses_timeout && self.timeout_round(source));
        let rest = match moved {
            true => Rest::Moves,
            false if self.at_valid_end(source) => Rest::ValidEnd,
            false => Rest::InvalidEnd,
        };
        self.follow_chain();
        self.sink = None;
        self.deliver(sink);
        rest
    }

    fn load_source(&mut self, state: &[u8]) -> *const u8 {
        let lines = self.ctx.stride as usize / size_of::<Line>();
        if self.source.len() < lines {
            self.source.resize(lines, Line::ZERO);
        }
        bytes_mut(&mut self.source)[..state.len()].copy_from_slice(state);
        self.source.as_ptr().cast()
    }

    /// Lets every process move, youngest first; true if one could.
    fn round(&mut self, source: *const u8) -> bool {
        let mut moved = 0;
        for pid in (0..self.ctx.process_count).rev() {
            moved |= self.moves_of(source, pid);
        }
        moved != 0
    }

    fn timeout_round(&mut self, source: *const u8) -> bool {
        self.ctx.timeout = 1;
        let moved = self.round(source);
        self.ctx.timeout = 0;
        moved
    }

    fn moves_of(&mut self, source: *const u8, pid: u32) -> u32 {
        // SAFETY: `processes` has `process_count` entries and `pid` is below that.
        let proctype = unsafe { (*self.ctx.processes.add(pid as usize)).proctype };
        let entry = self.code.moves[proctype as usize];
        // SAFETY: the context describes the configuration of the state at `source`, which is padded to lines.
        unsafe { entry(&raw mut *self as *mut Context, source, pid) }
    }

    fn at_valid_end(&self, state: *const u8) -> bool {
        (0..self.ctx.process_count).all(|pid| {
            let (proctype, location) = self.location(state, pid);
            self.code.ends[proctype as usize][location]
        })
    }

    /// Type and location of a process.
    pub fn location(&self, state: *const u8, pid: u32) -> (u32, usize) {
        // SAFETY: `pid` is below `process_count`.
        let base = unsafe { *self.ctx.processes.add(pid as usize) };
        (base.proctype, self.code.location_at(state, base))
    }

    // Configurations.

    /// Makes the context describe a configuration.
    pub fn select(&mut self, id: ConfigId) {
        if self.current != Some(id) {
            let (code, tables) = (&self.code, &mut self.tables);
            let table =
                tables.entry(id).or_insert_with(|| Box::new(Table::new(code, code.layout.configuration(id))));
            table.install(&mut self.ctx);
            self.current = Some(id);
        }
    }

    /// The table of the current configuration.
    pub fn current_table(&mut self) -> &mut Table {
        let table = self.current.and_then(|id| self.tables.get_mut(&id));
        table.expect("a configuration is selected before anything moves")
    }

    // Output.

    /// Asks the sink for room.
    fn open_region(&mut self) {
        let Some(mut sink) = self.sink else { return };
        let len = self.ctx.stride as usize * SLOTS;
        // SAFETY: `expand` borrows the sink for as long as the pointer is set.
        let region = unsafe { sink.as_mut() }.reserve(len);
        let start = region.as_mut_ptr();
        self.ctx.out.cursor = start;
        // SAFETY: the end of a slice is inside its allocation or one past it.
        self.ctx.out.end = unsafe { start.add(region.len().min(len)) };
        let records = len / size_of::<Line>() + 2;
        if self.out_records.len() < records {
            self.out_records.resize(records, EMPTY);
        }
        self.ctx.out.record = self.out_records.as_mut_ptr();
    }

    fn out_used(&self) -> usize {
        // SAFETY: `record` was derived from this vector and only moves inside it.
        unsafe { self.ctx.out.record.offset_from(self.out_records.as_ptr()) as usize }
    }

    fn chain_used(&self) -> usize {
        // SAFETY: as for `out_used`.
        unsafe { self.ctx.chain.record.offset_from(self.chain_records.as_ptr()) as usize }
    }

    /// Hands all finished steps to the sink.
    fn deliver<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        let used = self.out_used();
        for record in &self.out_records[..used] {
            if record.state.is_null() {
                sink.fail(record.label, record.fault);
            } else {
                sink.commit(record.len as usize, record.label, record.fault);
            }
        }
        self.ctx.out.record = self.out_records.as_mut_ptr();
    }

    /// Makes room for a slot of `stride` bytes and returns it.
    pub fn grow(&mut self, chain: bool, stride: usize) -> *mut u8 {
        if chain {
            self.grow_chain(stride);
            return self.ctx.chain.cursor;
        }
        if let Some(mut sink) = self.sink {
            // SAFETY: as in `open_region`.
            self.deliver(unsafe { sink.as_mut() });
        }
        let before = self.ctx.stride;
        self.ctx.stride = before.max(stride as u32);
        self.open_region();
        self.ctx.stride = before;
        // SAFETY: as in `open_region`.
        self.full = self.sink.is_some_and(|sink| unsafe { sink.as_ref() }.is_full());
        self.ctx.out.cursor
    }

    /// A slot for a state of any configuration.
    pub fn reserve(&mut self, chain: bool, stride: usize) -> *mut u8 {
        let area = self.area(chain);
        let room = area.end as usize - area.cursor as usize;
        if room >= stride { area.cursor } else { self.grow(chain, stride) }
    }

    /// Makes the reserved slot a step.
    pub fn push(&mut self, chain: bool, record: Record, stride: usize) {
        let area = self.area(chain);
        // SAFETY: there is a record for every slot that fits, and the slot was reserved.
        unsafe {
            area.record.write(record);
            area.record = area.record.add(1);
            area.cursor = area.cursor.add(stride);
        }
    }

    /// A step that ended in a fault.
    pub fn push_fault(&mut self, fault: u32, label: u32, pid: u32) {
        let slots = (self.ctx.out.end as usize - self.ctx.out.cursor as usize) / size_of::<Line>();
        if self.out_used() + slots + 1 >= self.out_records.len() {
            self.grow(false, self.ctx.stride as usize);
        }
        self.push(false, Record { label, fault, pid, ..EMPTY }, 0);
    }

    fn area(&mut self, chain: bool) -> &mut Area {
        if chain { &mut self.ctx.chain } else { &mut self.ctx.out }
    }

    // Steps of several moves.

    /// Label of a step whose current move is the given one.
    pub fn label_of_step(&self, pid: u32, transition: u32) -> u32 {
        match self.ctx.prefix_label {
            NO_LABEL => label(pid, transition),
            first => first,
        }
    }

    /// A fault of a move that Rust makes.
    pub fn push_own_fault(&mut self, kind: u32, transition: u32, pid: u32) {
        let label = self.label_of_step(pid, transition);
        self.push_fault((kind << 24) | transition, label, pid);
    }

    /// A fault inside an `atomic`, told at once because the sequence may never end. The slot in which it goes on is
    /// returned: the sink may have taken the memory of the one given.
    pub fn push_fault_on_the_way(&mut self, slot: *const u8, fault: u32, label: u32, pid: u32) -> *mut u8 {
        let stride = self.ctx.stride as usize;
        // SAFETY: machine code passes the slot that it took, of `stride` bytes.
        let copy = unsafe { std::slice::from_raw_parts(slot, stride) }.to_vec();
        self.push_fault(fault, label, pid);
        let slot = self.reserve(false, stride);
        // SAFETY: the slot has `stride` bytes and the copy is elsewhere.
        unsafe { slot.copy_from_nonoverlapping(copy.as_ptr(), stride) };
        slot
    }

    /// All moves of a process that keeps control, from a state whose slot will be used again. The receiver of a rendezvous
    /// waits on the worklist until the offer is over. This also ends loops in which control is passed to and fro
    /// between processes: no process has such a loop in its own code, but each turn passes the worklist.
    pub fn branch(&mut self, state: *const u8, pid: u32, label: u32) {
        if self.full {
            return;
        }
        if self.depth == DEEP || self.offering {
            return self.chain(state, pid, label);
        }
        let copy = self.set_aside(state);
        let (waiting, chunks) = (self.chain_used(), self.chunks_used);
        self.depth += 1;
        self.go_on(Record { state: copy, len: self.ctx.size, label, fault: 0, pid });
        self.depth -= 1;
        // Unless something was put on the worklist meanwhile, nobody needs the copy any more, nor what follows it.
        if self.chain_used() == waiting {
            if self.chunks_used != chunks {
                self.open_chunk(chunks - 1);
            }
            self.ctx.chain.cursor = copy;
        }
    }

    /// Puts a state on the worklist.
    pub fn chain(&mut self, state: *const u8, pid: u32, label: u32) {
        let copy = self.set_aside(state);
        self.push(true, Record { state: copy, len: self.ctx.size, label, fault: 0, pid }, 0);
    }

    /// A copy that stays until the end of the expansion, or of the branch.
    fn set_aside(&mut self, state: *const u8) -> *mut u8 {
        let stride = self.ctx.stride as usize;
        let copy = self.reserve(true, stride);
        // SAFETY: both have `stride` bytes, and the copy is in memory nobody else has yet.
        unsafe { copy.copy_from_nonoverlapping(state, stride) };
        self.push_none(stride);
        copy
    }

    /// Takes a slot of the chain without a record.
    fn push_none(&mut self, stride: usize) {
        // SAFETY: the slot was reserved.
        self.ctx.chain.cursor = unsafe { self.ctx.chain.cursor.add(stride) };
    }

    /// The process that has control moves; if it cannot, the state is stored.
    fn go_on(&mut self, record: Record) {
        let (label, timeout) = (self.ctx.prefix_label, self.ctx.timeout);
        (self.ctx.prefix_label, self.ctx.timeout) = (record.label, 0);
        let alive = record.pid < self.ctx.process_count;
        if !alive || self.moves_of(record.state, record.pid) == 0 {
            let stride = self.ctx.stride as usize;
            let slot = self.reserve(false, stride);
            // SAFETY: both have `stride` bytes; the slot is not in the chain.
            unsafe { slot.copy_from_nonoverlapping(record.state, stride) };
            self.push(false, Record { state: slot, ..record }, stride);
        }
        (self.ctx.prefix_label, self.ctx.timeout) = (label, timeout);
    }

    // The chain.

    fn open_chain(&mut self) {
        self.ctx.chain.record = self.chain_records.as_mut_ptr();
        if !self.chunks.is_empty() {
            // There are as many records as it has lines since it was made.
            self.open_chunk(0);
        }
    }

    /// What is set aside next goes to the beginning of this chunk.
    fn open_chunk(&mut self, index: usize) {
        let memory = bytes_mut(&mut self.chunks[index]).as_mut_ptr_range();
        self.ctx.chain.cursor = memory.start;
        self.ctx.chain.end = memory.end;
        self.chunks_used = index + 1;
    }

    /// Chunks never move: the state being expanded may stand in one.
    fn grow_chain(&mut self, stride: usize) {
        let lines = CHUNK.max(stride / size_of::<Line>());
        if self.chunks_used == self.chunks.len() {
            self.chunks.push(Vec::new());
        }
        let chunk = &mut self.chunks[self.chunks_used];
        if chunk.len() < lines {
            *chunk = vec![Line::ZERO; lines];
        }
        self.open_chunk(self.chunks_used);
        let used = self.chain_used();
        self.chain_records.resize(self.chain_records.len().max(used + lines + 1), EMPTY);
        // SAFETY: `used` is below the new length.
        self.ctx.chain.record = unsafe { self.chain_records.as_mut_ptr().add(used) };
    }

    /// Works the chain off.
    fn follow_chain(&mut self) {
        let mut next = 0;
        while next < self.chain_used() && !self.full {
            if !self.seen_before(next) {
                self.follow(self.chain_records[next]);
            }
            next += 1;
        }
        self.seen.clear();
    }

    fn follow(&mut self, record: Record) {
        // SAFETY: records of the chain lead to states in its chunks, which begin with their configuration.
        let state = unsafe { std::slice::from_raw_parts(record.state, HEADER as usize) };
        self.select(ConfigId::of(state));
        self.go_on(record);
    }

    /// Is there an earlier record of the same state and process?
    fn seen_before(&mut self, index: usize) -> bool {
        let same =
            |a: &Record, b: &Record| (a.pid, a.len) == (b.pid, b.len) && record_bytes(a) == record_bytes(b);
        let records = &self.chain_records;
        if index < FEW {
            return records[..index].iter().any(|earlier| same(earlier, &records[index]));
        }
        let first_hashed = if index == FEW { 0 } else { index };
        let mut found = false;
        for (record, i) in records[first_hashed..=index].iter().zip(first_hashed..) {
            let hash = rapidhash::v3::rapidhash_v3(record_bytes(record));
            found = self.seen.find_or_put(hash, i as u32, |earlier| same(&records[earlier as usize], record));
        }
        found
    }
}

fn record_bytes(record: &Record) -> &[u8] {
    // SAFETY: a record of the chain leads to `len` bytes in a chunk.
    unsafe { std::slice::from_raw_parts(record.state, record.len as usize) }
}
