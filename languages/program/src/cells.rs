//! Where every cell of a state stands: the one place that turns slots of the layout into addresses.

use crate::{
    CellSlot, ChannelFrame, Configuration, Entry, GlobalId, Layout, LocalId, Owner, Part, ProctypeId, VarKey,
};

/// A cell of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellName {
    /// An element of a variable, by flat index.
    Variable(VarKey, u32),
    /// A field of a message of a channel (by number from 0).
    Field {
        /// The channel.
        channel: u32,
        /// The shape of the channel.
        shape: u32,
        /// Position in the queue.
        slot: u32,
        /// Position in the message.
        field: usize,
    },
    /// The program counter of a process.
    Location(u8),
}

/// A cell with its address in states of a configuration.
#[derive(Clone, Copy, Debug)]
pub struct PlacedCell {
    /// Which cell.
    pub name: CellName,
    /// The first byte of the cell in the state.
    pub at: usize,
    /// How the cell is stored.
    pub slot: CellSlot,
}

impl CellSlot {
    /// Where cell `index` of a global stands.
    pub fn in_globals(self, configuration: &Configuration, index: usize) -> usize {
        let base = match self.part {
            Part::Control => 0,
            Part::Reference => configuration.reference_start,
        };
        (base + self.offset) as usize + index * self.size()
    }

    /// Where cell `index` of a process's or channel's class stands.
    pub fn in_entry(self, entry: &Entry, index: usize) -> usize {
        let base = match self.part {
            Part::Control => entry.control,
            Part::Reference => entry.reference,
        };
        (base + self.offset) as usize + index * self.size()
    }
}

impl ChannelFrame {
    /// Where a field of the message in `slot` stands.
    pub fn field_at(&self, entry: &Entry, slot: usize, field: usize) -> usize {
        let cell = self.fields[field];
        let stride = self.stride[if cell.part == Part::Control { 0 } else { 1 }];
        cell.in_entry(entry, 0) + slot * stride as usize
    }

    /// Where the number of messages stands.
    pub fn length_at(&self, entry: &Entry) -> usize {
        (entry.control + self.length) as usize
    }
}

impl Layout {
    /// Every cell of a configuration: globals, then processes (location first), then the messages of channels, the
    /// empty slots included.
    pub fn cells(&self, configuration: &Configuration) -> Vec<PlacedCell> {
        let mut all = Vec::new();
        for (var, i) in self.program.globals.iter().zip(0..) {
            let Some(slot) = self.globals[i as usize] else { continue };
            let key = VarKey::global(GlobalId(i));
            all.extend((0..var.cells()).map(|index| PlacedCell {
                name: CellName::Variable(key, index as u32),
                at: slot.in_globals(configuration, index),
                slot,
            }));
        }
        for pid in 0..configuration.processes.len() {
            if let Some((proctype, entry)) = configuration.process(pid) {
                self.process_cells(pid as u8, proctype, entry, &mut all);
            }
        }
        for channel in 0..configuration.channels.len() as u32 {
            self.channel_cells(configuration, channel, &mut all);
        }
        all
    }

    fn process_cells(&self, pid: u8, proctype: ProctypeId, entry: &Entry, all: &mut Vec<PlacedCell>) {
        let frame = &self.processes[proctype.index()];
        let at = frame.location.in_entry(entry, 0);
        all.push(PlacedCell { name: CellName::Location(pid), at, slot: frame.location });
        for (var, i) in self.program.proctype(proctype).locals.iter().zip(0..) {
            let Some(slot) = frame.locals[i as usize] else { continue };
            let key = VarKey::local(Owner::Process(pid), proctype, LocalId(i));
            all.extend((0..var.cells()).map(|index| PlacedCell {
                name: CellName::Variable(key, index as u32),
                at: slot.in_entry(entry, index),
                slot,
            }));
        }
    }

    fn channel_cells(&self, configuration: &Configuration, channel: u32, all: &mut Vec<PlacedCell>) {
        let Some((shape, entry)) = configuration.channel(channel as i32 + 1) else { return };
        let frame = &self.channels[shape.index()];
        // A rendezvous channel has no cells.
        for slot in 0..self.program.channel_type(shape).capacity {
            all.extend(frame.fields.iter().enumerate().map(|(field, &cell)| PlacedCell {
                name: CellName::Field { channel, shape: shape.0, slot, field },
                at: frame.field_at(entry, slot as usize, field),
                slot: cell,
            }));
        }
    }
}
