//! The action on states: cells move, values map.
//!
//! An element of the group acts on a state of one configuration as one table: for each byte, where it comes from and
//! through which value table it goes. A whole permutation costs no more than one transposition (design.md), so
//! strategies compose permutations of *points* and make the action of the product.

use std::collections::HashMap;

use program::{CellSlot, Configuration, Entry, Layout, LocationId, Part, VarKey};

use crate::detect::{CellName, Class, Detection};
use crate::generator::Generator;
use crate::state_group::Point;

/// One group element acting on states of one configuration. Applying it to a state: byte `i` of the image is
/// `tables[table[i]][state[source[i]]]`. Table 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// For each byte, the byte it comes from.
    pub source: Vec<u16>,
    /// For each byte, the value table it goes through.
    pub table: Vec<u8>,
    /// Value tables; the first is the identity.
    pub tables: Vec<[u8; 256]>,
}

impl Action {
    /// The identity on states of `size` bytes.
    pub fn identity(size: usize) -> Action {
        Action { source: (0..size as u16).collect(), table: vec![0; size], tables: vec![identity_table()] }
    }

    /// Writes the image of `state` to `image`.
    pub fn apply(&self, state: &[u8], image: &mut [u8]) {
        for (i, byte) in image.iter_mut().enumerate() {
            *byte = self.tables[usize::from(self.table[i])][usize::from(state[usize::from(self.source[i])])];
        }
    }
}

fn identity_table() -> [u8; 256] {
    std::array::from_fn(|i| i as u8)
}

/// Builds actions for one configuration.
#[derive(Debug)]
pub(crate) struct ActionBuilder<'a> {
    cells: HashMap<CellName, (usize, CellSlot)>,
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
                self.cells.insert(CellName::Field { channel, shape: shape.0, slot, field }, (at, cell));
            }
        }
    }

    /// The action of a symmetry. `None` where the configuration lacks something that it moves.
    pub fn action(&self, symmetry: &Generator, kind_of: &dyn Fn(CellName) -> Class) -> Option<Action> {
        let mut action = Action::identity(self.size);
        for (&name, &(from, slot)) in &self.cells {
            let mut image = symmetry.cell(name);
            if let CellName::Field { channel, slot, field, .. } = image {
                // The shape is that of the image channel.
                image = *self.cells.keys().find(|n| {
                    matches!(n, CellName::Field { channel: c, slot: s, field: f, .. }
                        if (*c, *s, *f) == (channel, slot, field))
                })?;
            }
            let &(to, image_slot) = self.cells.get(&image)?;
            if (image_slot.scalar.size(), image_slot.part, image_slot.biased)
                != (slot.scalar.size(), slot.part, slot.biased)
            {
                return None;
            }
            let table = match name {
                CellName::Location(pid) => self.location_table(symmetry, pid, slot)?,
                _ => value_table(symmetry, kind_of(name), slot.biased),
            };
            let table = intern(&mut action.tables, table)?;
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
        Some(action)
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
