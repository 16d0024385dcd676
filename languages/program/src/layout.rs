//! The state layout: one byte vector per state, `[ header | control part | reference part ]`.
//!
//! The control part holds what is not an identifier (program counters, plain variables, queue lengths), the
//! reference part every cell whose value a symmetry may change. So comparing two states of one configuration as
//! bytes *is* the ordering "control first, then references" of Donaldson and Miller (Extending symmetry reduction
//! techniques to a realistic model of computation, 2007, section 4), and the references are one contiguous block
//! (Donaldson, Vector symmetry reduction, 2009). Without symmetry every cell is in the control part.
//!
//! Processes and channels come and go, so where a cell stands depends on the [`Configuration`]: which process
//! types and channels exist, in order of creation. Its number is the header of every state. Within a process or a
//! channel the cells stand at fixed offsets from the two bases of its [`Entry`].

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use rapidhash::RapidHashMap;

use crate::configuration::{ConfigId, Configuration, Entry, EntryKind, HEADER};
use crate::{ChannelTypeId, GlobalId, LocalId, ProctypeId, Program, Scalar};

/// Which of the two parts of a state a cell is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Not an identifier.
    Control,
    /// An identifier.
    Reference,
}

/// A family of cells that are laid out alike: all elements of a variable in all processes of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellClass {
    /// The cells of a global variable.
    Global(GlobalId),
    /// The cells of a local variable.
    Local(ProctypeId, LocalId),
    /// One field of the messages of a shape of channel.
    Field(ChannelTypeId, u32),
    /// The program counters of a process type.
    Location(ProctypeId),
    /// `_last`.
    Last,
}

/// The classes whose cells belong to the reference part, and whether they are biased ([`CellSlot::biased`]).
pub type ReferenceCells = HashMap<CellClass, bool>;

/// Where the first cell of a class stands, relative to the base of its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSlot {
    /// The part.
    pub part: Part,
    /// Bytes from the base of the part in the entry (globals: in the state).
    pub offset: u32,
    /// The type of the cells.
    pub scalar: Scalar,
    /// Values are stored plus one, so that a zero byte is "no value": an unused message slot, a variable that has
    /// not been assigned yet or will never be read again. A symmetry may then move every value, 0 included, and
    /// leaves "no value" alone. A biased cell takes one byte, whatever its type, and holds values up to 254 and the one that
    /// "no value" reads as: 255 in a byte, -1 in a cell of more than eight bits.
    pub biased: bool,
}

impl CellSlot {
    /// Bytes one cell occupies.
    pub fn size(self) -> usize {
        if self.biased { 1 } else { self.scalar.size() }
    }

    /// Reads the cell that starts `bytes`.
    pub fn load(self, bytes: &[u8]) -> i32 {
        match self.biased {
            true => self.scalar.truncate(i32::from(bytes[0]) - 1),
            false => self.scalar.load(bytes),
        }
    }

    /// Writes `value`, truncated, into the cell that starts `bytes`.
    pub fn store(self, value: i32, bytes: &mut [u8]) {
        match self.biased {
            true => bytes[0] = self.scalar.truncate(value).wrapping_add(1) as u8,
            false => self.scalar.store(value, bytes),
        }
    }
}

/// The cells of one process.
#[derive(Clone, Debug)]
pub struct ProcessFrame {
    /// The program counter, a [`Scalar::Byte`] or 16 bits wide.
    pub location: CellSlot,
    /// The priority, if the program uses them; in the control part.
    pub priority: Option<CellSlot>,
    /// Where each local begins; `None` for hidden ones.
    pub locals: Vec<Option<CellSlot>>,
    /// Bytes in the control and the reference part.
    pub size: [u32; 2],
}

/// The cells of one channel. Message `i`'s field `f` stands at `fields[f].offset + i * stride[part]`.
/// A rendezvous channel has no cells.
#[derive(Clone, Debug)]
pub struct ChannelFrame {
    /// Offset of the number of messages (one byte) in the control part; meaningless when the capacity is 0.
    pub length: u32,
    /// Where the fields of message 0 stand.
    pub fields: Vec<CellSlot>,
    /// Bytes per message in the control and the reference part.
    pub stride: [u32; 2],
    /// Bytes in the control and the reference part.
    pub size: [u32; 2],
}

/// Where everything stands. Shared by interpreter, compiled code and symmetry.
#[derive(Debug)]
pub struct Layout {
    /// The program it lays out.
    pub program: Arc<Program>,
    /// Offset of `_last` (control part), if it is in the state.
    pub last: Option<u32>,
    /// Offset of the trace automaton's location (2 bytes), if there is one.
    pub event: Option<u32>,
    /// Offset of the checked claim's location (2 bytes), if there is one.
    pub claim: Option<u32>,
    /// Where each global begins; `None` for hidden ones. Control offsets count from the start of the state,
    /// reference offsets from the configuration's `reference_start`.
    pub globals: Vec<Option<CellSlot>>,
    /// Bytes of the header and the globals' control cells; the first entry's control cells follow.
    pub fixed_control: u32,
    /// Bytes of the globals' reference cells.
    pub fixed_reference: u32,
    /// By process type.
    pub processes: Vec<ProcessFrame>,
    /// By shape of channel.
    pub channels: Vec<ChannelFrame>,
    /// Those that were met so far.
    configurations: Arc<RwLock<Configurations>>,
}

impl Layout {
    /// Lays out `program` with the given classes in the reference part.
    pub fn new(program: Arc<Program>, reference: &ReferenceCells) -> Layout {
        let mut cursor = Cursor { used: [HEADER, 0], reference };
        let last = program.uses_last.then(|| cursor.plain(1));
        let event = program.trace.is_some().then(|| cursor.plain(2));
        let claim = program.checked_claim.is_some().then(|| cursor.plain(2));
        let globals = (program.globals.iter().zip(0..))
            .map(|(var, i)| {
                let class = CellClass::Global(GlobalId(i));
                (!var.hidden).then(|| cursor.place(class, var.scalar, var.cells()))
            })
            .collect();
        let [fixed_control, fixed_reference] = cursor.used;
        let processes = (0..program.proctypes.len() as u32)
            .map(|i| process_frame(&program, ProctypeId(i), reference))
            .collect();
        let channels = (0..program.channel_types.len() as u32)
            .map(|i| channel_frame(&program, ChannelTypeId(i), reference))
            .collect();
        let layout = Layout {
            program,
            last,
            event,
            claim,
            globals,
            fixed_control,
            fixed_reference,
            processes,
            channels,
            configurations: Arc::default(),
        };
        layout.intern(&[]);
        layout
    }

    /// The same layout, with the same configurations, for another program with the same variables and locations.
    pub fn with_program(&self, program: Arc<Program>) -> Layout {
        let (globals, configurations) = (self.globals.clone(), self.configurations.clone());
        let (processes, channels) = (self.processes.clone(), self.channels.clone());
        Layout { program, globals, processes, channels, configurations, ..*self }
    }

    /// The configuration with no process and no channel.
    pub fn empty(&self) -> Arc<Configuration> {
        self.intern(&[])
    }

    /// A configuration by its number; it was met before.
    pub fn configuration(&self, id: ConfigId) -> Arc<Configuration> {
        self.read()[&id].clone()
    }

    /// The configuration of a state.
    pub fn configuration_of(&self, state: &[u8]) -> Arc<Configuration> {
        self.configuration(ConfigId::of(state))
    }

    /// `from` with one more process or channel.
    pub fn extend(&self, from: &Configuration, kind: EntryKind) -> Arc<Configuration> {
        let kinds: Vec<EntryKind> = from.entries.iter().map(|e| e.kind).chain([kind]).collect();
        self.intern(&kinds)
    }

    /// `from` without its youngest process and the channels created since.
    pub fn without_youngest(&self, from: &Configuration) -> Option<Arc<Configuration>> {
        let &youngest = from.processes.last()?;
        let kinds: Vec<EntryKind> = from.entries[..youngest as usize].iter().map(|e| e.kind).collect();
        Some(self.intern(&kinds))
    }

    /// The configuration of these processes and channels, in order of creation.
    pub fn intern(&self, kinds: &[EntryKind]) -> Arc<Configuration> {
        if let Ok(known) = find(&self.read(), kinds) {
            return known;
        }
        let mut all = self.configurations.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        // Another thread may have been here in the meantime.
        find(&all, kinds).unwrap_or_else(|free| {
            let configuration = Arc::new(self.describe(free, kinds));
            all.insert(free, configuration.clone());
            configuration
        })
    }

    fn describe(&self, id: ConfigId, kinds: &[EntryKind]) -> Configuration {
        let sizes: Vec<[u32; 2]> = kinds.iter().map(|&kind| self.entry_size(kind)).collect();
        let control_end = self.fixed_control + sizes.iter().map(|s| s[0]).sum::<u32>();
        let mut at = [self.fixed_control, control_end + self.fixed_reference];
        let mut configuration = Configuration {
            id,
            entries: Vec::with_capacity(kinds.len()),
            processes: Vec::new(),
            channels: Vec::new(),
            reference_start: control_end,
            size: 0,
        };
        for (i, (&kind, size)) in kinds.iter().zip(sizes).enumerate() {
            configuration.entries.push(Entry { kind, control: at[0], reference: at[1] });
            match kind {
                EntryKind::Process(_) => configuration.processes.push(i as u32),
                EntryKind::Channel(_) => configuration.channels.push(i as u32),
            }
            at = [at[0] + size[0], at[1] + size[1]];
        }
        configuration.size = at[1];
        configuration
    }

    /// Bytes an entry has in the two parts.
    pub fn entry_size(&self, kind: EntryKind) -> [u32; 2] {
        match kind {
            EntryKind::Process(p) => self.processes[p.index()].size,
            EntryKind::Channel(c) => self.channels[c.index()].size,
        }
    }

    /// Copies what `from` and `to` have in common from a state of the one into a new state of the other.
    /// New entries are zero.
    pub fn migrate(&self, state: &[u8], from: &Configuration, to: &Configuration) -> Vec<u8> {
        let mut out = vec![0; to.size as usize];
        let mut copy = |src: u32, dst: u32, len: u32| {
            let (src, dst, len) = (src as usize, dst as usize, len as usize);
            out[dst..dst + len].copy_from_slice(&state[src..src + len]);
        };
        copy(HEADER, HEADER, self.fixed_control - HEADER);
        copy(from.reference_start, to.reference_start, self.fixed_reference);
        for (old, new) in from.entries.iter().zip(&to.entries) {
            let [control, reference] = self.entry_size(old.kind);
            copy(old.control, new.control, control);
            copy(old.reference, new.reference, reference);
        }
        to.id.write(&mut out);
        out
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Configurations> {
        self.configurations.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// By their numbers.
type Configurations = RapidHashMap<ConfigId, Arc<Configuration>>;

/// The configuration of these processes and channels, or the number that is free for it.
fn find(all: &Configurations, kinds: &[EntryKind]) -> Result<Arc<Configuration>, ConfigId> {
    let mut id = ConfigId::new(kinds);
    loop {
        match all.get(&id) {
            Some(known) if known.entries.iter().map(|entry| entry.kind).eq(kinds.iter().copied()) => {
                return Ok(known.clone());
            }
            Some(_) => id = id.next(),
            None => return Err(id),
        }
    }
}

/// Hands out offsets in the two parts.
struct Cursor<'a> {
    used: [u32; 2],
    reference: &'a ReferenceCells,
}

impl Cursor<'_> {
    fn plain(&mut self, bytes: u32) -> u32 {
        let at = self.used[0];
        self.used[0] += bytes;
        at
    }

    fn place(&mut self, class: CellClass, scalar: Scalar, cells: usize) -> CellSlot {
        let (part, biased) = match self.reference.get(&class) {
            Some(&biased) => (Part::Reference, biased),
            None => (Part::Control, false),
        };
        let used = &mut self.used[part as usize];
        let slot = CellSlot { part, offset: *used, scalar, biased };
        *used += (cells * slot.size()) as u32;
        slot
    }
}

fn process_frame(program: &Program, id: ProctypeId, reference: &ReferenceCells) -> ProcessFrame {
    let proctype = program.proctype(id);
    let mut cursor = Cursor { used: [0, 0], reference };
    let wide = proctype.locations.len() > 256;
    let counter = if wide { Scalar::Unsigned(16) } else { Scalar::Byte };
    let location = cursor.place(CellClass::Location(id), counter, 1);
    let priority = program.uses_priority.then(|| CellSlot {
        part: Part::Control,
        offset: cursor.plain(1),
        scalar: Scalar::Byte,
        biased: false,
    });
    let locals = (proctype.locals.iter().zip(0..))
        .map(|(var, i)| {
            let class = CellClass::Local(id, LocalId(i));
            (!var.hidden).then(|| cursor.place(class, var.scalar, var.cells()))
        })
        .collect();
    ProcessFrame { location, priority, locals, size: cursor.used }
}

fn channel_frame(program: &Program, id: ChannelTypeId, reference: &ReferenceCells) -> ChannelFrame {
    let channel = program.channel_type(id);
    if channel.capacity == 0 {
        return ChannelFrame { length: 0, fields: Vec::new(), stride: [0, 0], size: [0, 0] };
    }
    let mut cursor = Cursor { used: [1, 0], reference };
    let fields: Vec<CellSlot> = (channel.fields.iter().zip(0..))
        .map(|(&scalar, f)| cursor.place(CellClass::Field(id, f), scalar, 1))
        .collect();
    let stride = [cursor.used[0] - 1, cursor.used[1]];
    let size = [1 + channel.capacity * stride[0], channel.capacity * stride[1]];
    ChannelFrame { length: 0, fields, stride, size }
}
