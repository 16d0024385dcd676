//! `trace` and `notrace`: an automaton that watches sends and receives.
//!
//! It moves on every event of a channel and direction that it mentions anywhere. A `trace` must be able to follow;
//! a `notrace` must not reach its end, and stops watching at the first event it cannot follow.

use super::evaluate::Viewpoint;
use super::world::World;
use super::{FaultKind, Interpreter};
use crate::{LocationId, Proctype, Statement, TraceMode};

impl Interpreter {
    /// Lets the automaton see a send or a receive of `message` on a channel.
    pub(super) fn observe(
        &self,
        world: &mut World,
        send: bool,
        channel: i32,
        message: &[i32],
        asserted: &mut Option<FaultKind>,
    ) -> Result<(), FaultKind> {
        let Some((mode, automaton)) = self.program().trace else { return Ok(()) };
        let automaton = self.program().proctype(automaton);
        if !self.watches(world, automaton, send, channel)? {
            return Ok(());
        }
        let here = self.event_location(world, automaton);
        let mut targets = Vec::new();
        for t in &automaton.location(here).transitions {
            if self.fits(world, &t.statement, send, channel, message)? {
                targets.push(t.target);
            }
        }
        let end = LocationId(automaton.locations.len() as u32 - 1);
        match (targets.as_slice(), mode) {
            ([], TraceMode::Must) => {
                asserted.get_or_insert(FaultKind::Trace);
            }
            ([], TraceMode::MustNot) => self.set_event_location(world, automaton, end),
            ([target], _) => {
                self.set_event_location(world, automaton, *target);
                if mode == TraceMode::MustNot && *target == end {
                    asserted.get_or_insert(FaultKind::Notrace);
                }
            }
            _ => return Err(FaultKind::Nondeterminism),
        }
        Ok(())
    }

    /// A `trace` is over only at an end location.
    pub(super) fn trace_may_rest(&self, world: &World) -> bool {
        let Some((_, automaton)) = self.program().trace else { return true };
        let automaton = self.program().proctype(automaton);
        automaton.location(self.event_location(world, automaton)).end
    }

    fn watches(
        &self,
        world: &World,
        automaton: &Proctype,
        send: bool,
        channel: i32,
    ) -> Result<bool, FaultKind> {
        for t in automaton.locations.iter().flat_map(|l| &l.transitions) {
            if let Statement::Event { send: s, channel: c, .. } = &t.statement
                && *s == send
                && self.evaluate(world, Viewpoint { pid: 0, timeout: false }, c)? == channel
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fits(
        &self,
        world: &World,
        statement: &Statement,
        send: bool,
        channel: i32,
        message: &[i32],
    ) -> Result<bool, FaultKind> {
        let at = Viewpoint { pid: 0, timeout: false };
        match statement {
            Statement::Event { send: s, channel: c, args } => Ok(*s == send
                && self.evaluate(world, at, c)? == channel
                && self.matches(world, at, message, args)?),
            _ => Ok(false),
        }
    }

    /// 0 in the state means the initial location, also when the automaton has come back to it.
    fn event_location(&self, world: &World, automaton: &Proctype) -> LocationId {
        let at = self.layout().event.map_or(0, |o| o as usize);
        match u16::from_le_bytes([world.bytes[at], world.bytes[at + 1]]) {
            0 => automaton.initial,
            location => LocationId(u32::from(location)),
        }
    }

    fn set_event_location(&self, world: &mut World, automaton: &Proctype, location: LocationId) {
        if let Some(at) = self.layout().event {
            let at = at as usize;
            let stored = if location == automaton.initial { 0 } else { location.0 as u16 };
            world.bytes[at..at + 2].copy_from_slice(&stored.to_le_bytes());
        }
    }
}
