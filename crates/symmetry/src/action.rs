//! The action on states: cells move, values map.
//!
//! An element of the group acts on a state of one configuration as one table: for each byte, where it comes from and
//! through which value table it goes. A whole permutation costs no more than one transposition (`kernels`), so
//! strategies compose permutations of *points* and make the action of the product.

use std::collections::HashMap;

use kernels::{Block, ByteMap, Shuffle};
use program::{CellSlot, Configuration, Entry, Layout, LocationId, Part, VarKey};

use crate::detect::{CellName, Class, Detection};
use crate::generator::Generator;
use crate::state_group::Point;

/// One group element acting on states of one configuration, spelt out and compiled.
#[derive(Clone, Debug)]
pub struct Action {
    /// What happens to each byte.
    pub map: ByteMap,
    shuffle: Shuffle,
}

impl Action {
    /// Compiles a map.
    pub fn new(map: ByteMap) -> Action {
        let shuffle = Shuffle::new(&map);
        Action { map, shuffle }
    }

    /// Writes the image of `state` to `image`.
    pub fn apply(&self, state: &[u8], image: &mut [u8]) {
        self.shuffle.apply_bytes(state, image);
    }

    /// Writes the image of `state` to `image`.
    pub fn apply_block(&self, state: &Block, image: &mut Block) {
        self.shuffle.apply(state, image);
    }

    /// Replaces `best` by the image of `state` if that is smaller, and says whether it was.
    pub fn minimise(&self, state: &Block, best: &mut Block) -> bool {
        self.shuffle.minimise(state, best)
    }
}

fn identity_table() -> [u8; 256] {
    std::array::from_fn(|i| i as u8)
}

/// Builds actions for one configuration.
#[derive(Debug)]
pub(crate) struct ActionBuilder<'a> {
    cells: HashMap<CellName, (usize, CellSlot)>,
    /// Fields of messages by channel, slot and number.
    fields: HashMap<(u32, u32, usize), CellName>,
    /// Cells that move as they are: lengths of channels, priorities.
    plain: Vec<(PlainCell, usize)>,
    size: usize,
    detection: &'a Detection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PlainCell {
    Length(u32),
    Priority(u8),
}

impl<'a> ActionBuilder<'a> {
    pub fn new(
        layout: &Layout,
        detection: &'a Detection,
        configuration: &Configuration,
    ) -> ActionBuilder<'a> {
        let mut builder = ActionBuilder {
            cells: HashMap::new(),
            fields: HashMap::new(),
            plain: Vec::new(),
            size: configuration.size as usize,
            detection,
        };
        builder.globals(layout, configuration);
        for (pid, _) in detection.instance.processes.iter().enumerate() {
            builder.process(layout, configuration, pid as u8);
        }
        for channel in 0..detection.instance.configuration.channels.len() as u32 {
            builder.channel(layout, configuration, channel);
        }
        builder
    }

    fn globals(&mut self, layout: &Layout, configuration: &Configuration) {
        for (var, i) in layout.program.globals.iter().zip(0..) {
            let Some(slot) = layout.globals[i as usize] else { continue };
            let base = if slot.part == Part::Control { 0 } else { configuration.reference_start };
            let key = VarKey::global(program::GlobalId(i));
            self.variable(key, var.cells(), base, slot);
        }
    }

    fn variable(&mut self, key: VarKey, cells: usize, base: u32, slot: CellSlot) {
        for cell in 0..cells {
            let at = (base + slot.offset) as usize + cell * slot.scalar.size();
            let name = CellName::Variable(key, cell as u32);
            if self.detection.is_live(name) {
                self.cells.insert(name, (at, slot));
            }
        }
    }

    fn process(&mut self, layout: &Layout, configuration: &Configuration, pid: u8) {
        let Some((proctype, entry)) = configuration.process(usize::from(pid)) else { return };
        let frame = &layout.processes[proctype.index()];
        let place = |slot: CellSlot, entry: &Entry| match slot.part {
            Part::Control => (entry.control + slot.offset) as usize,
            Part::Reference => (entry.reference + slot.offset) as usize,
        };
        self.cells.insert(CellName::Location(pid), (place(frame.location, entry), frame.location));
        if let Some(slot) = frame.priority {
            self.plain.push((PlainCell::Priority(pid), place(slot, entry)));
        }
        for (var, i) in layout.program.proctype(proctype).locals.iter().zip(0..) {
            let Some(slot) = frame.locals[i as usize] else { continue };
            let base = if slot.part == Part::Control { entry.control } else { entry.reference };
            let key = VarKey::local(program::Owner::Process(pid), proctype, program::LocalId(i));
            self.variable(key, var.cells(), base, slot);
        }
    }

    fn channel(&mut self, layout: &Layout, configuration: &Configuration, channel: u32) {
        let Some((shape, entry)) = configuration.channel(channel as i32 + 1) else { return };
        let frame = &layout.channels[shape.index()];
        let capacity = layout.program.channel_type(shape).capacity;
        if capacity == 0 {
            return;
        }
        self.plain.push((PlainCell::Length(channel), (entry.control + frame.length) as usize));
        for slot in 0..capacity {
            for (field, &cell) in frame.fields.iter().enumerate() {
                let (base, stride) = match cell.part {
                    Part::Control => (entry.control, frame.stride[0]),
                    Part::Reference => (entry.reference, frame.stride[1]),
                };
                let at = (base + cell.offset + slot * stride) as usize;
                let name = CellName::Field { channel, shape: shape.0, slot, field };
                self.cells.insert(name, (at, cell));
                self.fields.insert((channel, slot, field), name);
            }
        }
    }

    /// The action of a symmetry. `None` where the configuration lacks something that it moves.
    pub fn action(&self, symmetry: &Generator, kind_of: &dyn Fn(CellName) -> Class) -> Option<Action> {
        let mut action = ByteMap::identity(self.size);
        let mut known: HashMap<(Class, bool), u8> = HashMap::new();
        for (&name, &(from, slot)) in &self.cells {
            let mut image = symmetry.cell(name);
            if let CellName::Field { channel, slot, field, .. } = image {
                // The shape is that of the image channel.
                image = *self.fields.get(&(channel, slot, field))?;
            }
            let &(to, image_slot) = self.cells.get(&image)?;
            if (image_slot.scalar.size(), image_slot.part, image_slot.biased)
                != (slot.scalar.size(), slot.part, slot.biased)
            {
                return None;
            }
            let kind = (kind_of(name), slot.biased);
            let table = match (name, known.get(&kind)) {
                (CellName::Location(pid), _) => {
                    intern(&mut action.tables, self.location_table(symmetry, pid, slot)?)?
                }
                (_, Some(&table)) => table,
                (_, None) => {
                    let table = intern(&mut action.tables, value_table(symmetry, kind.0, kind.1))?;
                    known.insert(kind, table);
                    table
                }
            };
            for byte in 0..slot.scalar.size() {
                action.source[to + byte] = (from + byte) as u16;
                action.table[to + byte] = table;
            }
        }
        for &(cell, from) in &self.plain {
            let image = match cell {
                PlainCell::Length(channel) => {
                    PlainCell::Length(*symmetry.channels.get(channel as usize).unwrap_or(&channel))
                }
                PlainCell::Priority(pid) => PlainCell::Priority(symmetry.process(pid)),
            };
            let &(_, to) = self.plain.iter().find(|(c, _)| *c == image)?;
            action.source[to] = from as u16;
        }
        Some(Action::new(action))
    }

    fn location_table(&self, symmetry: &Generator, pid: u8, slot: CellSlot) -> Option<[u8; 256]> {
        let mut table = identity_table();
        for (&(p, from), &to) in &symmetry.locations {
            if p == pid {
                if slot.scalar.size() > 1 {
                    return None;
                }
                table[from.0 as usize] = LocationId(to.0).0 as u8;
            }
        }
        Some(table)
    }

    /// Bytes of a state.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Every cell with its offset and kind.
    pub fn cells(&self) -> impl Iterator<Item = (CellName, usize, CellSlot)> + '_ {
        self.cells.iter().map(|(&name, &(at, slot))| (name, at, slot))
    }

    /// Lengths of channels and priorities of processes, with the point they belong to.
    pub fn plain_cells(&self) -> impl Iterator<Item = (Point, usize)> + '_ {
        self.plain.iter().map(|&(cell, at)| match cell {
            PlainCell::Length(channel) => (Point::Channel(channel), at),
            PlainCell::Priority(pid) => (Point::Process(pid), at),
        })
    }

    /// The classes of the cells known to the detection; message slots that were empty then have their field's class.
    pub fn classes(&self) -> impl Fn(CellName) -> Class + '_ {
        |name| self.detection.class(name)
    }
}

fn value_table(symmetry: &Generator, class: Class, biased: bool) -> [u8; 256] {
    let mut table = identity_table();
    if class == Class::Plain {
        return table;
    }
    let bias = i32::from(biased);
    for (raw, entry) in table.iter_mut().enumerate().skip(usize::from(biased)) {
        *entry = (symmetry.value(class, raw as i32 - bias) + bias) as u8;
    }
    table
}

/// The number of a table, added if it is new; `None` when there are too many.
fn intern(tables: &mut Vec<[u8; 256]>, table: [u8; 256]) -> Option<u8> {
    if let Some(known) = tables.iter().position(|t| *t == table) {
        return u8::try_from(known).ok();
    }
    tables.push(table);
    u8::try_from(tables.len() - 1).ok()
}
