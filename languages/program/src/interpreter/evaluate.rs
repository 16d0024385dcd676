//! Expressions.

use super::channel::Channel;
use super::world::World;
use super::{FaultKind, Interpreter};
use crate::{
    BinaryOp, CellSlot, ChannelTest, Expr, LocationId, Place, ProctypeId, ReceiveArg, UnaryOp, VarRef,
    Variable,
};

/// Who evaluates, and whether nothing else can move.
#[derive(Clone, Copy)]
pub(super) struct Viewpoint {
    pub pid: usize,
    pub timeout: bool,
}

impl Viewpoint {
    /// A never claim is none of the processes.
    pub const CLAIM: Viewpoint = Viewpoint { pid: usize::MAX, timeout: false };

    /// `_pid`, which is 0 in a never claim.
    fn own_number(self) -> i32 {
        if self.pid == Viewpoint::CLAIM.pid { 0 } else { self.pid as i32 }
    }
}

impl Interpreter {
    /// The value of an expression.
    pub(super) fn evaluate(&self, world: &World, at: Viewpoint, expr: &Expr) -> Result<i32, FaultKind> {
        let eval = |e: &Expr| self.evaluate(world, at, e);
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Load(place) => self.load(world, at, place)?,
            Expr::Unary(op, operand) => unary(*op, eval(operand)?),
            Expr::Binary(BinaryOp::And, a, b) => i32::from(eval(a)? != 0 && eval(b)? != 0),
            Expr::Binary(BinaryOp::Or, a, b) => i32::from(eval(a)? != 0 || eval(b)? != 0),
            Expr::Binary(op, a, b) => binary(*op, eval(a)?, eval(b)?)?,
            Expr::Cond(condition, yes, no) => eval(if eval(condition)? != 0 { yes } else { no })?,
            Expr::Len(channel) => self.length(world, self.channel(world, eval(channel)?)?) as i32,
            Expr::Test(test, channel) => {
                i32::from(self.channel_test(world, *test, self.channel(world, eval(channel)?)?))
            }
            Expr::Poll { channel, args, random } => {
                let channel = self.channel(world, eval(channel)?)?;
                if self.capacity(channel) == 0 {
                    return Err(FaultKind::PollRendezvous);
                }
                i32::from(self.matching_slot(world, at, channel, args, *random)?.is_some())
            }
            Expr::Pid => at.own_number(),
            Expr::ProcessCount => world.process_count() as i32,
            Expr::Last => self.layout().last.map_or(0, |offset| i32::from(world.bytes[offset as usize])),
            Expr::Timeout => i32::from(at.timeout),
            Expr::NonProgress => i32::from(!self.some_progress(world)),
            Expr::Enabled(pid) => i32::from(self.is_enabled(world, at, eval(pid)?)?),
            Expr::PcValue(pid) => self.location_of(world, eval(pid)?).map_or(0, |(_, l)| l.0 as i32),
            Expr::Priority(pid) => self.priority_of(world, eval(pid)?),
            Expr::AtLabel { proctype, pid, location } => {
                let pid = self.remote_pid(world, at, *proctype, pid.as_deref())?;
                i32::from(self.location_of(world, pid).is_some_and(|(_, l)| l == *location))
            }
        })
    }

    fn load(&self, world: &World, at: Viewpoint, place: &Place) -> Result<i32, FaultKind> {
        Ok(self.locate(world, at, place)?.map_or(0, |(address, slot)| world.load(address, slot)))
    }

    /// Writes a variable; writing a hidden one or `_` has no effect beyond checking its index.
    pub(super) fn assign(
        &self,
        world: &mut World,
        at: Viewpoint,
        place: &Place,
        value: i32,
    ) -> Result<(), FaultKind> {
        if let Some((address, slot)) = self.locate(world, at, place)? {
            world.store(address, slot, value);
        }
        Ok(())
    }

    /// Leaves "no value" in a variable.
    pub(super) fn forget(&self, world: &mut World, at: Viewpoint, place: &Place) -> Result<(), FaultKind> {
        if let Some((address, slot)) = self.locate(world, at, place)? {
            world.forget(address, slot);
        }
        Ok(())
    }

    /// Where a place stands in the state; `None` when it is not there.
    fn locate(
        &self,
        world: &World,
        at: Viewpoint,
        place: &Place,
    ) -> Result<Option<(usize, CellSlot)>, FaultKind> {
        match &place.var {
            VarRef::Scratch => Ok(None),
            VarRef::Global(id) => {
                let index = self.flat_index(world, at, self.program().global(*id), &place.index)?;
                let slot = self.layout().globals[id.index()];
                Ok(slot.map(|slot| (slot.in_globals(&world.configuration, index), slot)))
            }
            VarRef::Local(id) => self.locate_local(world, at, at.pid as i32, None, id.index(), &place.index),
            VarRef::Remote { proctype, pid, local } => {
                let pid = self.remote_pid(world, at, *proctype, pid.as_deref())?;
                self.locate_local(world, at, pid, Some(*proctype), local.index(), &place.index)
            }
        }
    }

    fn locate_local(
        &self,
        world: &World,
        at: Viewpoint,
        pid: i32,
        expected: Option<ProctypeId>,
        local: usize,
        index: &[Expr],
    ) -> Result<Option<(usize, CellSlot)>, FaultKind> {
        let process = usize::try_from(pid).ok().and_then(|p| world.configuration.process(p));
        let Some((proctype, entry)) = process else { return Ok(None) };
        if expected.is_some_and(|e| e != proctype) {
            return Ok(None);
        }
        let index = self.flat_index(world, at, &self.program().proctype(proctype).locals[local], index)?;
        let slot = self.layout().processes[proctype.index()].locals[local];
        Ok(slot.map(|slot| (slot.in_entry(entry, index), slot)))
    }

    /// Row-major position of an element; every index is checked.
    fn flat_index(
        &self,
        world: &World,
        at: Viewpoint,
        var: &Variable,
        index: &[Expr],
    ) -> Result<usize, FaultKind> {
        let mut flat = 0;
        for (expr, &bound) in index.iter().zip(&var.dims) {
            let value = self.evaluate(world, at, expr)?;
            let value = u32::try_from(value).ok().filter(|&v| v < bound).ok_or(FaultKind::ArrayIndex)?;
            flat = flat * bound as usize + value as usize;
        }
        Ok(flat)
    }

    /// The process a remote reference means; without a number, the first of its type (or -1).
    fn remote_pid(
        &self,
        world: &World,
        at: Viewpoint,
        proctype: ProctypeId,
        pid: Option<&Expr>,
    ) -> Result<i32, FaultKind> {
        if let Some(expr) = pid {
            return self.evaluate(world, at, expr);
        }
        let is_it = |&p: &usize| world.configuration.process(p).is_some_and(|(t, _)| t == proctype);
        Ok((0..world.process_count()).find(is_it).map_or(-1, |p| p as i32))
    }

    pub(super) fn location_of(&self, world: &World, pid: i32) -> Option<(ProctypeId, LocationId)> {
        let pid = usize::try_from(pid).ok().filter(|&p| p < world.process_count())?;
        Some(world.control(self.layout(), pid))
    }

    fn some_progress(&self, world: &World) -> bool {
        (0..world.process_count()).any(|pid| {
            let (proctype, location) = world.control(self.layout(), pid);
            self.program().proctype(proctype).location(location).progress
        })
    }

    fn channel_test(&self, world: &World, test: ChannelTest, channel: Channel) -> bool {
        let (full, length) = (self.is_full(world, channel), self.length(world, channel));
        match test {
            ChannelTest::Full => full,
            ChannelTest::NotFull => !full,
            ChannelTest::Empty => length == 0,
            ChannelTest::NotEmpty => length > 0,
        }
    }

    /// The message a receive would take: the first, or with `random` the first that matches.
    pub(super) fn matching_slot(
        &self,
        world: &World,
        at: Viewpoint,
        channel: Channel,
        args: &[ReceiveArg],
        random: bool,
    ) -> Result<Option<usize>, FaultKind> {
        let candidates = self.length(world, channel).min(if random { usize::MAX } else { 1 });
        for slot in 0..candidates {
            if self.matches(world, at, &self.message(world, channel, slot), args)? {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    pub(super) fn matches(
        &self,
        world: &World,
        at: Viewpoint,
        message: &[i32],
        args: &[ReceiveArg],
    ) -> Result<bool, FaultKind> {
        for (arg, &value) in args.iter().zip(message) {
            if let ReceiveArg::Match(expr) = arg
                && self.evaluate(world, at, expr)? != value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The value of an operator on one value.
pub fn unary(op: UnaryOp, value: i32) -> i32 {
    match op {
        UnaryOp::Neg => value.wrapping_neg(),
        UnaryOp::Not => i32::from(value == 0),
        UnaryOp::BitNot => !value,
    }
}

/// The value of an operator on two values; `&&` and `||` as if both sides had been evaluated.
pub fn binary(op: BinaryOp, a: i32, b: i32) -> Result<i32, FaultKind> {
    Ok(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b).ok_or(FaultKind::DivisionByZero)?,
        BinaryOp::Rem => a.checked_rem(b).ok_or(FaultKind::DivisionByZero)?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        // As the processor does it: only the low five bits of the count matter.
        BinaryOp::Shl => a.wrapping_shl(b as u32),
        BinaryOp::Shr => a.wrapping_shr(b as u32),
        BinaryOp::Lt => i32::from(a < b),
        BinaryOp::Le => i32::from(a <= b),
        BinaryOp::Gt => i32::from(a > b),
        BinaryOp::Ge => i32::from(a >= b),
        BinaryOp::Eq => i32::from(a == b),
        BinaryOp::Ne => i32::from(a != b),
        BinaryOp::And => i32::from(a != 0 && b != 0),
        BinaryOp::Or => i32::from(a != 0 || b != 0),
    })
}
