//! Which processes and channels exist: the shape of a state.

use rapidhash::v3::rapidhash_v3;

use crate::{ChannelTypeId, ProctypeId};

/// The number of a configuration, in the header of every state.
///
/// It is a hash of what the configuration consists of, so the bytes of a state do not depend on the order in which a search,
/// a thread or another process meets configurations. Where two have the same hash (one model in ten thousand of those with
/// a thousand configurations), the one that is met later has the next number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConfigId([u8; HEADER as usize]);

/// Bytes of the configuration number at the start of every state. Eight would cost a search five per cent.
pub const HEADER: u32 = 4;

impl ConfigId {
    /// The hash of the configuration of these processes and channels, in order of creation.
    pub fn new(kinds: &[EntryKind]) -> ConfigId {
        let content: Vec<u8> = (kinds.iter())
            .flat_map(|kind| {
                let (tag, number) = match kind {
                    EntryKind::Process(id) => (0, id.0),
                    EntryKind::Channel(id) => (1, id.0),
                };
                [tag].into_iter().chain(number.to_le_bytes())
            })
            .collect();
        ConfigId((rapidhash_v3(&content) as u32).to_le_bytes())
    }

    /// The next number.
    pub(crate) fn next(self) -> ConfigId {
        ConfigId(u32::from_le_bytes(self.0).wrapping_add(1).to_le_bytes())
    }

    /// The number that a state begins with.
    #[inline]
    pub fn of(state: &[u8]) -> ConfigId {
        let mut number = [0; HEADER as usize];
        number.copy_from_slice(&state[..HEADER as usize]);
        ConfigId(number)
    }

    /// Makes it the number that a state begins with.
    #[inline]
    pub fn write(self, state: &mut [u8]) {
        state[..HEADER as usize].copy_from_slice(&self.0);
    }
}

/// What an entry of a configuration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntryKind {
    /// A process of this type.
    Process(ProctypeId),
    /// A channel of this shape.
    Channel(ChannelTypeId),
}

/// A process or a channel of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// Where its control cells begin in the state.
    pub control: u32,
    /// Where its reference cells begin in the state.
    pub reference: u32,
}

/// The processes and channels of a state, in order of creation, and where their cells are.
///
/// Creation order is kept because SPIN's is observable: process numbers are positions, only the youngest process
/// can die, and the channels it created die with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The number of the configuration.
    pub id: ConfigId,
    /// Processes and channels interleaved as they were created.
    pub entries: Vec<Entry>,
    /// For each process number, the index of its entry.
    pub processes: Vec<u32>,
    /// For each channel number (a `chan` value minus 1), the index of its entry.
    pub channels: Vec<u32>,
    /// Where the reference part begins; the globals' reference cells come first.
    pub reference_start: u32,
    /// Bytes of a state.
    pub size: u32,
}

impl Configuration {
    /// The type and entry of a process.
    pub fn process(&self, pid: usize) -> Option<(ProctypeId, &Entry)> {
        let entry = &self.entries[*self.processes.get(pid)? as usize];
        match entry.kind {
            EntryKind::Process(p) => Some((p, entry)),
            EntryKind::Channel(_) => None,
        }
    }

    /// The shape and entry of a channel, by its value: 1 is the first.
    pub fn channel(&self, value: i32) -> Option<(ChannelTypeId, &Entry)> {
        let index = usize::try_from(value).ok()?.checked_sub(1)?;
        let entry = &self.entries[*self.channels.get(index)? as usize];
        match entry.kind {
            EntryKind::Channel(c) => Some((c, entry)),
            EntryKind::Process(_) => None,
        }
    }
}
