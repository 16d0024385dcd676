//! A state with its configuration at hand: reading and writing cells.

use std::sync::Arc;

use crate::{CellSlot, Configuration, EntryKind, Layout, LocationId, ProctypeId};

/// A state that can be read and changed.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub bytes: Vec<u8>,
    pub configuration: Arc<Configuration>,
    /// How many `enabled` are being evaluated within each other.
    pub nested_enabled: usize,
    /// What was printed so far, if anybody wants to know.
    pub printed: Option<String>,
}

impl World {
    pub fn empty(layout: &Layout) -> World {
        let configuration = layout.empty();
        World { bytes: vec![0; configuration.size as usize], configuration, nested_enabled: 0, printed: None }
    }

    pub fn of(layout: &Layout, state: &[u8]) -> World {
        World {
            bytes: state.to_vec(),
            configuration: layout.configuration_of(state),
            nested_enabled: 0,
            printed: None,
        }
    }

    pub fn process_count(&self) -> usize {
        self.configuration.processes.len()
    }

    /// The type and location of a process.
    pub fn control(&self, layout: &Layout, pid: usize) -> (ProctypeId, LocationId) {
        let (proctype, entry) = self.configuration.process(pid).expect("only living processes are asked");
        let slot = layout.processes[proctype.index()].location;
        (proctype, LocationId(self.load(slot.in_entry(entry, 0), slot) as u32))
    }

    pub fn set_location(&mut self, layout: &Layout, pid: usize, location: LocationId) {
        let Some((proctype, entry)) = self.configuration.process(pid) else { return };
        let slot = layout.processes[proctype.index()].location;
        let at = slot.in_entry(entry, 0);
        self.store(at, slot, location.0 as i32);
    }

    pub fn set_last(&mut self, layout: &Layout, pid: usize) {
        if let Some(at) = layout.last {
            self.bytes[at as usize] = pid as u8;
        }
    }

    /// Adds a process or channel.
    pub fn extend(&mut self, layout: &Layout, kind: EntryKind) {
        let to = layout.extend(&self.configuration, kind);
        self.bytes = layout.migrate(&self.bytes, &self.configuration, &to);
        self.configuration = to;
    }

    /// Removes the youngest process and its channels.
    pub fn remove_youngest(&mut self, layout: &Layout) -> Option<()> {
        let to = layout.without_youngest(&self.configuration)?;
        self.bytes = layout.migrate(&self.bytes, &self.configuration, &to);
        self.configuration = to;
        Some(())
    }

    pub fn load(&self, at: usize, slot: CellSlot) -> i32 {
        slot.load(&self.bytes[at..])
    }

    pub fn store(&mut self, at: usize, slot: CellSlot, value: i32) {
        slot.store(value, &mut self.bytes[at..]);
    }

    /// Leaves "no value" in a cell.
    pub fn forget(&mut self, at: usize, slot: CellSlot) {
        self.bytes[at..at + slot.size()].fill(0);
    }
}
