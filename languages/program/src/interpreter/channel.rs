//! Channels as queues of messages.

use super::world::World;
use super::{FaultKind, Interpreter};
use crate::{ChannelTypeId, Entry};

/// A channel of a state, looked up by its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Channel {
    pub shape: ChannelTypeId,
    entry: Entry,
}

impl Interpreter {
    /// The channel a `chan` value means.
    pub(super) fn channel(&self, world: &World, value: i32) -> Result<Channel, FaultKind> {
        if value == 0 {
            return Err(FaultKind::UninitialisedChannel);
        }
        let (shape, &entry) = world.configuration.channel(value).ok_or(FaultKind::DeadChannel)?;
        Ok(Channel { shape, entry })
    }

    pub(super) fn capacity(&self, channel: Channel) -> usize {
        self.program().channel_type(channel.shape).capacity as usize
    }

    pub(super) fn arity(&self, channel: Channel) -> usize {
        self.program().channel_type(channel.shape).fields.len()
    }

    /// Number of messages in the queue; a rendezvous channel never holds one.
    pub(super) fn length(&self, world: &World, channel: Channel) -> usize {
        if self.capacity(channel) == 0 {
            return 0;
        }
        let frame = &self.layout().channels[channel.shape.index()];
        usize::from(world.bytes[frame.length_at(&channel.entry)])
    }

    /// A rendezvous channel is never full: whether a send succeeds depends on its receivers.
    pub(super) fn is_full(&self, world: &World, channel: Channel) -> bool {
        let capacity = self.capacity(channel);
        capacity > 0 && self.length(world, channel) == capacity
    }

    pub(super) fn message(&self, world: &World, channel: Channel, slot: usize) -> Vec<i32> {
        (0..self.arity(channel)).map(|f| self.field(world, channel, slot, f)).collect()
    }

    fn field(&self, world: &World, channel: Channel, slot: usize, field: usize) -> i32 {
        let cell = self.layout().channels[channel.shape.index()].fields[field];
        world.load(self.field_address(channel, slot, field), cell)
    }

    fn field_address(&self, channel: Channel, slot: usize, field: usize) -> usize {
        self.layout().channels[channel.shape.index()].field_at(&channel.entry, slot, field)
    }

    fn set_contents(&self, world: &mut World, channel: Channel, messages: &[Vec<i32>]) {
        let frame = &self.layout().channels[channel.shape.index()];
        world.bytes[frame.length_at(&channel.entry)] = messages.len() as u8;
        for slot in 0..self.capacity(channel) {
            for (field, &cell) in frame.fields.iter().enumerate() {
                let at = self.field_address(channel, slot, field);
                match messages.get(slot) {
                    Some(message) => world.store(at, cell, message[field]),
                    None => world.forget(at, cell),
                }
            }
        }
    }

    fn contents(&self, world: &World, channel: Channel) -> Vec<Vec<i32>> {
        (0..self.length(world, channel)).map(|slot| self.message(world, channel, slot)).collect()
    }

    /// A message as the channel's fields hold it.
    pub(super) fn truncated(&self, channel: Channel, message: &[i32]) -> Vec<i32> {
        let fields = &self.program().channel_type(channel.shape).fields;
        message.iter().zip(fields).map(|(&v, f)| f.truncate(v)).collect()
    }

    /// Puts a message at the end or, sorted, before the first larger one. As in pan, what is compared is the message
    /// before its fields are truncated.
    pub(super) fn enqueue(&self, world: &mut World, channel: Channel, message: &[i32], sorted: bool) {
        let mut queue = self.contents(world, channel);
        let at = match sorted {
            true => queue.iter().position(|m| m.as_slice() > message).unwrap_or(queue.len()),
            false => queue.len(),
        };
        queue.insert(at, self.truncated(channel, message));
        self.set_contents(world, channel, &queue);
    }

    /// Takes out the message in `slot`; later ones move up and the last slot is cleared.
    pub(super) fn dequeue(&self, world: &mut World, channel: Channel, slot: usize) {
        let mut queue = self.contents(world, channel);
        queue.remove(slot);
        self.set_contents(world, channel, &queue);
    }
}
