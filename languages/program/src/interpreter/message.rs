//! Which message a move sends or receives: for message-sequence charts.

use super::evaluate::Viewpoint;
use super::world::World;
use super::{Interpreter, Move};
use crate::{Statement, channel_name, value_text};

/// A message seen at a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Sent rather than received.
    pub sent: bool,
    /// The channel's value.
    pub channel: i32,
    /// Its name.
    pub name: String,
    /// The fields as text.
    pub fields: Vec<String>,
}

impl Interpreter {
    /// The message that `mv` transfers in `state`. A receive from a rendezvous channel finds nothing there: its
    /// message is the one of the send before it.
    pub fn transfer(&self, state: &[u8], mv: Move) -> Option<Transfer> {
        let world = World::of(self.layout(), state);
        let at = Viewpoint { pid: mv.pid.index(), timeout: true };
        let transition = self.transition_of(&world, mv)?;
        let first = match &transition.statement {
            Statement::Sequence(parts) => parts.first()?,
            other => other,
        };
        let (sent, value, message) = match first {
            Statement::Send { channel, args, .. } => {
                let value = self.evaluate(&world, at, channel).ok()?;
                let channel = self.channel(&world, value).ok()?;
                (true, value, self.truncated(channel, &self.evaluate_all(&world, at, args).ok()?))
            }
            Statement::Receive { channel, args, random, .. } => {
                let value = self.evaluate(&world, at, channel).ok()?;
                let channel = self.channel(&world, value).ok()?;
                let slot = self.matching_slot(&world, at, channel, args, *random).ok()?;
                (false, value, slot.map(|s| self.message(&world, channel, s)).unwrap_or_default())
            }
            _ => return None,
        };
        let (shape, _) = world.configuration.channel(value)?;
        let shape = self.program().channel_type(shape);
        let fields = (message.iter().zip(&shape.fields).zip(&shape.mtypes))
            .map(|((&v, &scalar), mtype)| {
                value_text(self.layout(), &world.configuration, (scalar, mtype.as_deref()), v)
            })
            .collect();
        let name = channel_name(self.layout(), &world.configuration, value);
        Some(Transfer { sent, channel: value, name, fields })
    }
}
