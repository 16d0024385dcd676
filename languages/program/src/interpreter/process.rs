//! Processes: creation, priorities, who may move.

use super::evaluate::Viewpoint;
use super::perform::{Offer, Performed};
use super::world::World;
use super::{FaultKind, Interpreter, MAX_CHANNELS, MAX_PROCESSES};
use crate::{
    ChannelTypeId, EntryKind, Expr, GlobalId, Initialiser, LocalId, Place, ProctypeId, VarRef, Variable,
};

impl Interpreter {
    pub(super) fn initialise_globals(&self, world: &mut World) -> Result<(), FaultKind> {
        let at = Viewpoint { pid: 0, timeout: false };
        for (var, i) in self.program().globals.iter().zip(0..) {
            self.initialise(world, at, var, &VarRef::Global(GlobalId(i)))?;
        }
        Ok(())
    }

    /// Creates a process: its number is the count of those alive. Returns that number.
    pub(super) fn create_process(
        &self,
        world: &mut World,
        proctype: ProctypeId,
        args: &[i32],
        priority: u8,
    ) -> Result<usize, FaultKind> {
        let pid = world.process_count();
        if pid >= MAX_PROCESSES {
            return Err(FaultKind::TooManyProcesses);
        }
        world.extend(self.layout(), EntryKind::Process(proctype));
        let description = self.program().proctype(proctype);
        world.set_location(self.layout(), pid, description.initial);
        self.store_priority(world, pid, priority);
        let at = Viewpoint { pid, timeout: false };
        let mut args = args.iter();
        for (var, i) in description.locals.iter().zip(0..) {
            let place = VarRef::Local(LocalId(i));
            match (&var.init, args.as_slice().first()) {
                (Initialiser::Parameter, Some(&value)) => {
                    args.next();
                    let place = Place { var: place, scalar: var.scalar, index: Vec::new() };
                    self.assign(world, at, &place, value)?;
                }
                _ => self.initialise(world, at, var, &place)?,
            }
        }
        Ok(pid)
    }

    /// The variable whose initial value cannot be computed, if the initial state cannot be built.
    pub fn faulty_initialiser(&self) -> Option<&Variable> {
        let program = self.program();
        let mut world = World::empty(self.layout());
        let at = Viewpoint { pid: 0, timeout: false };
        for (var, i) in program.globals.iter().zip(0..) {
            if self.initialise(&mut world, at, var, &VarRef::Global(GlobalId(i))).is_err() {
                return Some(var);
            }
        }
        for &id in &program.active {
            let (pid, proctype) = (world.process_count(), program.proctype(id));
            if self.create_process(&mut world, id, &[], proctype.priority).is_err() {
                // The process is there, with the locals that could be initialised.
                let at = Viewpoint { pid, timeout: false };
                let mut locals = proctype.locals.iter().zip(0..);
                let fails = |(var, i): &(&Variable, u32)| {
                    self.initialise(&mut world.clone(), at, var, &VarRef::Local(LocalId(*i))).is_err()
                };
                return locals.find(|local| pid < world.process_count() && fails(local)).map(|(var, _)| var);
            }
        }
        None
    }

    fn initialise(
        &self,
        world: &mut World,
        at: Viewpoint,
        var: &Variable,
        place: &VarRef,
    ) -> Result<(), FaultKind> {
        for cell in 0..var.cells() {
            let value = match &var.init {
                Initialiser::Zero | Initialiser::Parameter => 0,
                Initialiser::Unset => continue,
                Initialiser::Value(expr) => self.evaluate(world, at, expr)?,
                Initialiser::List(exprs) => {
                    let Some(expr) = exprs.get(cell).or(exprs.last()) else { continue };
                    self.evaluate(world, at, expr)?
                }
                Initialiser::Channel(shape) => self.create_channel(world, *shape)?,
            };
            let place = Place { var: place.clone(), scalar: var.scalar, index: unflatten(cell, &var.dims) };
            self.assign(world, at, &place, value)?;
        }
        Ok(())
    }

    fn create_channel(&self, world: &mut World, shape: ChannelTypeId) -> Result<i32, FaultKind> {
        if world.configuration.channels.len() >= MAX_CHANNELS {
            return Err(FaultKind::TooManyChannels);
        }
        world.extend(self.layout(), EntryKind::Channel(shape));
        Ok(world.configuration.channels.len() as i32)
    }

    /// Neither its `provided` clause nor a process of higher priority stops it; one that waits for a `timeout` does so once
    /// that is true. An error if a clause that has to be looked at cannot be evaluated.
    pub(super) fn may_move(&self, world: &World, pid: usize, timeout: bool) -> Result<bool, FaultKind> {
        Ok(self.is_provided(world, pid)?
            && (!self.program().uses_priority || self.has_priority(world, pid, timeout)?))
    }

    fn is_provided(&self, world: &World, pid: usize) -> Result<bool, FaultKind> {
        let Some((proctype, _)) = world.configuration.process(pid) else { return Ok(false) };
        let at = Viewpoint { pid, timeout: false };
        match &self.program().proctype(proctype).provided {
            Some(clause) => Ok(self.evaluate(world, at, clause)? != 0),
            None => Ok(true),
        }
    }

    fn has_priority(&self, world: &World, pid: usize, timeout: bool) -> Result<bool, FaultKind> {
        let own = self.priority_of(world, pid as i32);
        for other in (0..world.process_count()).filter(|&other| other != pid) {
            if self.priority_of(world, other as i32) > own
                && self.is_provided(world, other)?
                && self.can_execute(world, other, timeout).unwrap_or(true)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `enabled(pid)`. Whether a process can move may depend on whether others can, but not, through them, on itself.
    pub(super) fn is_enabled(&self, world: &World, at: Viewpoint, pid: i32) -> Result<bool, FaultKind> {
        if pid == at.pid as i32 {
            return Err(FaultKind::EnabledSelf);
        }
        match usize::try_from(pid) {
            Ok(pid) if pid < world.process_count() => self.can_execute(world, pid, at.timeout),
            _ => Ok(false),
        }
    }

    /// Some transition of the process is executable, taken by itself; a rendezvous send counts without a receiver. Of a
    /// transition that never waits nothing is evaluated, as in pan. Any other with a fault counts too, unless the fault is
    /// that `enabled` asks in a circle, which leaves the question without an answer.
    fn can_execute(&self, world: &World, pid: usize, timeout: bool) -> Result<bool, FaultKind> {
        // One of more questions than there are processes is about a process that is being asked about.
        if world.nested_enabled > world.process_count() {
            return Err(FaultKind::EnabledSelf);
        }
        let (proctype, location) = world.control(self.layout(), pid);
        for transition in self.transitions(proctype, location) {
            if transition.statement.never_waits() {
                return Ok(true);
            }
            let mut asked = World { nested_enabled: world.nested_enabled + 1, ..world.clone() };
            let offer = Offer::free(timeout, true);
            match self.perform(&mut asked, pid, &transition.statement, &offer, &mut None) {
                Ok(Performed::Blocked) => {}
                Err(FaultKind::EnabledSelf) => return Err(FaultKind::EnabledSelf),
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    pub(super) fn priority_of(&self, world: &World, pid: i32) -> i32 {
        let process = usize::try_from(pid).ok().and_then(|p| world.configuration.process(p));
        let Some((proctype, entry)) = process else { return 0 };
        let slot = self.layout().processes[proctype.index()].priority;
        slot.map_or(1, |slot| world.load(slot.in_entry(entry, 0), slot))
    }

    pub(super) fn set_priority(&self, world: &mut World, pid: i32, value: i32) -> Result<(), FaultKind> {
        let Some(pid) = usize::try_from(pid).ok().filter(|&p| p < world.process_count()) else {
            return Ok(());
        };
        let value = u8::try_from(value).ok().filter(|&v| v > 0).ok_or(FaultKind::Priority)?;
        self.store_priority(world, pid, value);
        Ok(())
    }

    fn store_priority(&self, world: &mut World, pid: usize, value: u8) {
        let Some((proctype, entry)) = world.configuration.process(pid) else { return };
        if let Some(slot) = self.layout().processes[proctype.index()].priority {
            let at = slot.in_entry(entry, 0);
            world.store(at, slot, i32::from(value));
        }
    }
}

/// The indices of the `cell`-th element in row-major order.
fn unflatten(mut cell: usize, dims: &[u32]) -> Vec<Expr> {
    let mut index = Vec::with_capacity(dims.len());
    for &bound in dims.iter().rev() {
        index.push(Expr::Const((cell % bound as usize) as i32));
        cell /= bound as usize;
    }
    index.reverse();
    index
}
