//! What machine code and Rust share: plain memory with fixed offsets.
//!
//! Machine code receives one pointer, to a [`Context`], and reads everything that depends on the configuration of the
//! state from tables behind it. The structures are `repr(C)`; code generation takes field offsets from `offset_of!`,
//! so there is one definition of each.

/// Fields of a message, patterns of a receive and arguments of a `run` that machine code can pass at once.
pub(crate) const MAX_FIELDS: usize = 64;

/// No label. Process 255 does not exist.
pub(crate) const NO_LABEL: u32 = u32::MAX;

/// Bytes a slot is aligned to; the next slot begins at the next multiple of it.
pub const SLOT_ALIGNMENT: usize = 64;

/// One step: where its successor stands, how it was made, what is wrong with it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// The successor; null when a fault ended the step.
    pub state: *mut u8,
    /// Its length in bytes.
    pub len: u32,
    /// First move of the step: see [`crate::label`].
    pub label: u32,
    /// First fault of the step: see [`crate::fault_code`]; 0 for none.
    pub fault: u32,
    /// The process that moved last: it keeps control if this is a record of the chain.
    pub pid: u32,
}

/// Memory that successors are written to, one slot after the other, and their records.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Area {
    /// The next free slot; aligned to [`SLOT_ALIGNMENT`].
    pub cursor: *mut u8,
    /// The end of the memory. A slot fits when `cursor + stride <= end`.
    pub end: *mut u8,
    /// The next free record. There is always one for every slot that fits.
    pub record: *mut Record,
}

/// Where the cells of a process stand.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessBase {
    pub control: u32,
    pub reference: u32,
    pub proctype: u32,
    /// Padding, so that an index is a shift.
    pub unused: u32,
}

/// Where the cells of a channel stand.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChannelBase {
    pub control: u32,
    pub reference: u32,
    /// An index into [`crate::shape::Shapes`].
    pub shape: u32,
    pub capacity: u32,
}

/// The root of everything machine code touches.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Context {
    /// Successors that will be stored.
    pub out: Area,
    /// Intermediate states of `atomic` sequences.
    pub chain: Area,
    pub processes: *const ProcessBase,
    pub channels: *const ChannelBase,
    /// By process type: the number of its first process, or -1.
    pub first_of_type: *const i32,
    pub process_count: u32,
    pub channel_count: u32,
    /// Where the reference part begins.
    pub reference_start: u32,
    /// Bytes of a state of this configuration.
    pub size: u32,
    /// `size` rounded up to whole slots.
    pub stride: u32,
    /// 1 in the second pass, when nothing could move in the first.
    pub timeout: u32,
    /// The channel on which a rendezvous is offered.
    pub handshake_channel: i32,
    /// Fields of the offered message.
    pub handshake_arity: u32,
    /// Channels that existed before the process being created.
    pub channel_base: u32,
    /// The first move of the step, if other moves precede the ones being made; [`NO_LABEL`] otherwise.
    pub prefix_label: u32,
    /// Where the program counter of the process that offers a rendezvous stands.
    pub sender_at: u32,
    /// What it becomes, as it is stored.
    pub sender_location: u32,
    /// The message on offer, truncated to its fields.
    pub offer: [i32; MAX_FIELDS],
    /// A message to insert, the values of patterns, or the arguments of `run`.
    pub message: [i32; MAX_FIELDS],
}

/// A compiled function: context, state, process; the result is how many steps it made (or a fault kind).
pub(crate) type Entry = unsafe extern "C" fn(*mut Context, *const u8, u32) -> u32;
