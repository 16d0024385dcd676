//! Statements: is it executable, and what does it do?

use super::evaluate::Viewpoint;
use super::world::World;
use super::{FaultKind, Interpreter};
use crate::{Expr, ReceiveArg, Statement};

/// A message waiting in a rendezvous channel for its receiver.
#[derive(Clone, Debug)]
pub(super) struct Handshake {
    pub channel: i32,
    pub message: Vec<i32>,
}

/// Under which circumstances a statement is tried.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    /// No process can move without `timeout`.
    pub timeout: bool,
    /// No earlier transition of the location was executable.
    pub else_allowed: bool,
    /// A rendezvous has been offered: only a receive on its channel is executable.
    pub handshake: Option<&'a Handshake>,
}

impl<'a> Offer<'a> {
    pub fn free(timeout: bool, else_allowed: bool) -> Offer<'a> {
        Offer { timeout, else_allowed, handshake: None }
    }

    pub fn handshake(handshake: &'a Handshake) -> Offer<'a> {
        Offer { timeout: false, else_allowed: false, handshake: Some(handshake) }
    }
}

/// What came of trying a statement.
#[derive(Clone, Debug)]
pub(super) enum Performed {
    /// Not executable; the state is as it was.
    Blocked,
    /// Executed.
    Done,
    /// A rendezvous send: executed if some process takes the message.
    Offered(Handshake),
}

impl Performed {
    fn when(executable: bool) -> Performed {
        if executable { Performed::Done } else { Performed::Blocked }
    }
}

impl Interpreter {
    /// Tries a statement of process `pid`. A failed assertion is noted in `asserted` and does not stop it.
    pub(super) fn perform(
        &self,
        world: &mut World,
        pid: usize,
        statement: &Statement,
        offer: &Offer,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        let at = Viewpoint { pid, timeout: offer.timeout };
        match statement {
            Statement::Receive { channel, args, random, keep } => {
                return self.receive(world, at, channel, args, (*random, *keep), offer, asserted);
            }
            Statement::DStep(block) => return self.d_step(world, pid, block, offer, asserted),
            Statement::Sequence(statements) => return self.sequence(world, pid, statements, offer, asserted),
            _ if offer.handshake.is_some() => return Ok(Performed::Blocked),
            Statement::Skip => {}
            Statement::Guard(expr) => return Ok(Performed::when(self.evaluate(world, at, expr)? != 0)),
            Statement::Else => return Ok(Performed::when(offer.else_allowed)),
            Statement::Assign(place, expr) => {
                let value = self.evaluate(world, at, expr)?;
                self.assign(world, at, place, value)?;
            }
            Statement::Forget(place) => self.forget(world, at, place)?,
            Statement::Run { proctype, args, priority, result } => {
                let values: Vec<i32> = self.evaluate_all(world, at, args)?;
                let new = self.create_process(world, *proctype, &values, *priority)?;
                if let Some(place) = result {
                    self.assign(world, at, place, new as i32)?;
                } else if new == 0 {
                    return Ok(Performed::Blocked);
                }
            }
            Statement::Send { channel, args, sorted } => {
                return self.send(world, at, channel, args, *sorted, asserted);
            }
            Statement::Assert(expr) => {
                if self.evaluate(world, at, expr)? == 0 {
                    asserted.get_or_insert(FaultKind::Assertion);
                }
            }
            Statement::Print { format, args } => {
                let values = self.evaluate_all(world, at, args)?;
                self.print(world, pid, (format, args), &values);
            }
            Statement::SetPriority(process, value) => {
                let (process, value) = (self.evaluate(world, at, process)?, self.evaluate(world, at, value)?);
                self.set_priority(world, process, value)?;
            }
            Statement::Terminate => {
                if pid + 1 != world.process_count() {
                    return Ok(Performed::Blocked);
                }
                world.remove_youngest(self.layout()).ok_or(FaultKind::TooManyChannels)?;
            }
            Statement::Event { .. } => return Ok(Performed::Blocked),
        }
        Ok(Performed::Done)
    }

    pub(super) fn evaluate_all(
        &self,
        world: &World,
        at: Viewpoint,
        exprs: &[Expr],
    ) -> Result<Vec<i32>, FaultKind> {
        exprs.iter().map(|e| self.evaluate(world, at, e)).collect()
    }

    /// Merged statements: the first decides, the others are always executable.
    fn sequence(
        &self,
        world: &mut World,
        pid: usize,
        statements: &[Statement],
        offer: &Offer,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        let Some((first, rest)) = statements.split_first() else { return Ok(Performed::Done) };
        let performed = self.perform(world, pid, first, offer, asserted)?;
        if !matches!(performed, Performed::Done) {
            return Ok(performed);
        }
        for statement in rest {
            let offer = Offer::free(offer.timeout, true);
            if !matches!(self.perform(world, pid, statement, &offer, asserted)?, Performed::Done) {
                return Err(FaultKind::BlockedDStep);
            }
        }
        Ok(Performed::Done)
    }

    fn send(
        &self,
        world: &mut World,
        at: Viewpoint,
        channel: &Expr,
        args: &[Expr],
        sorted: bool,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        let value = self.evaluate(world, at, channel)?;
        let channel = self.channel(world, value)?;
        if self.is_full(world, channel) {
            return Ok(Performed::Blocked);
        }
        let message = self.evaluate_all(world, at, args)?;
        if message.len() != self.arity(channel) {
            return Err(FaultKind::WrongArity);
        }
        let kept = self.truncated(channel, &message);
        if self.capacity(channel) == 0 {
            self.observe(world, true, value, &kept, asserted)?;
            return Ok(Performed::Offered(Handshake { channel: value, message: kept }));
        }
        self.enqueue(world, channel, &message, sorted);
        self.observe(world, true, value, &kept, asserted)?;
        Ok(Performed::Done)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one statement")]
    fn receive(
        &self,
        world: &mut World,
        at: Viewpoint,
        channel: &Expr,
        args: &[ReceiveArg],
        (random, keep): (bool, bool),
        offer: &Offer,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        let value = self.evaluate(world, at, channel)?;
        let channel = self.channel(world, value)?;
        let rendezvous = self.capacity(channel) == 0;
        if rendezvous && keep {
            return Err(FaultKind::PollRendezvous);
        }
        let (message, slot) = match offer.handshake {
            Some(h) if rendezvous && h.channel == value && self.matches(world, at, &h.message, args)? => {
                (h.message.clone(), None)
            }
            None if !rendezvous => match self.matching_slot(world, at, channel, args, random)? {
                Some(slot) => (self.message(world, channel, slot), Some(slot)),
                None => return Ok(Performed::Blocked),
            },
            _ => return Ok(Performed::Blocked),
        };
        if args.len() != self.arity(channel) {
            return Err(FaultKind::WrongArity);
        }
        self.bind(world, at, args, &message)?;
        if !keep {
            self.observe(world, false, value, &message, asserted)?;
            if let Some(slot) = slot {
                self.dequeue(world, channel, slot);
            }
        }
        Ok(Performed::Done)
    }

    /// Assigns the fields in order, so that an earlier one may be the index of a later one.
    fn bind(
        &self,
        world: &mut World,
        at: Viewpoint,
        args: &[ReceiveArg],
        message: &[i32],
    ) -> Result<(), FaultKind> {
        for (arg, &value) in args.iter().zip(message) {
            if let ReceiveArg::Bind(place) = arg {
                self.assign(world, at, place, value)?;
            }
        }
        Ok(())
    }
}
