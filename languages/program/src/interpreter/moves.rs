//! The moves of processes: which transitions can be taken, what a rendezvous adds, and where an `atomic` sequence ends.

use super::perform::{Handshake, Offer, Performed};
use super::world::World;
use super::{Fault, FaultKind, Guide, Interpreter, Move, Step};
use crate::{LocationId, Pid, ProctypeId, Statement, Transition};
use rapidhash::RapidHashSet as HashSet;

impl Interpreter {
    /// Moves of every process, youngest first.
    pub(super) fn free_moves(&self, world: &World, timeout: bool) -> Vec<Branch> {
        (0..world.process_count()).rev().flat_map(|pid| self.moves_of(world, pid, timeout)).collect()
    }

    /// Follows each branch that keeps control until it yields or blocks. Loops inside an `atomic` lead back to
    /// intermediate states already seen and are cut there: everything they can reach has been followed. A fault on the
    /// way is told where it happens, as the sequence may never end, and the branch goes on without it.
    ///
    /// What the guide does not allow is left out; an intermediate state is looked at again farther on the way of the guide.
    pub(super) fn finish_atomics(&self, branches: Vec<Branch>, guide: Guide<'_>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut seen = HashSet::default();
        let mut todo: Vec<Branch> = branches.into_iter().rev().collect();
        while let Some(mut branch) = todo.pop() {
            let Some(progress) = guide(until_fault(&branch.moves, branch.fault)) else { continue };
            let Some(pid) = branch.keeps_control.filter(|_| branch.world.is_some()) else {
                steps.push(branch.into_step());
                continue;
            };
            if let Some(fault) = branch.fault.take() {
                steps.push(Step { moves: branch.moves.clone(), state: None, fault: Some(fault) });
            }
            let Some(world) = &branch.world else { continue };
            if !seen.insert((world.bytes.clone(), pid, progress)) {
                continue;
            }
            let next = self.moves_of(world, pid, false);
            if next.is_empty() {
                steps.push(branch.into_step());
            } else {
                todo.extend(next.into_iter().rev().map(|n| n.after(&branch)));
            }
        }
        steps
    }

    /// The moves of one process: its transitions in order, with the rules for `unless`, `else` and `provided`.
    fn moves_of(&self, world: &World, pid: usize, timeout: bool) -> Vec<Branch> {
        let (proctype, location) = world.control(&self.layout, pid);
        match self.may_move(world, pid, timeout) {
            Ok(true) => {}
            Ok(false) => return Vec::new(),
            Err(kind) => return self.stopped(kind, pid, proctype, location),
        }
        let mut branches: Vec<Branch> = Vec::new();
        let mut escape = 0;
        for transition in self.transitions(proctype, location) {
            if escape > 0 && escape != transition.escape {
                break;
            }
            let found = self.try_transition(world, pid, transition, timeout, branches.is_empty());
            if found.is_empty() {
                continue;
            }
            escape = transition.escape;
            // `pan` has one piece of code for every `skip` and jump, which does not look for a second choice.
            let clash = self.program().proctype(proctype).deterministic
                && !branches.is_empty()
                && !is_skip(&transition.statement);
            branches.extend(found.into_iter().map(|b| if clash { b.nondeterministic() } else { b }));
        }
        branches
    }

    /// Executes one transition; a rendezvous send gives one branch per receiver that completes it.
    fn try_transition(
        &self,
        world: &World,
        pid: usize,
        transition: &Transition,
        timeout: bool,
        else_allowed: bool,
    ) -> Vec<Branch> {
        let mut after = world.clone();
        let mut asserted = None;
        let outcome = self.perform(
            &mut after,
            pid,
            &transition.statement,
            &Offer::free(timeout, else_allowed),
            &mut asserted,
        );
        let fault = |kind| Fault { kind, pid: Pid(pid as u8), transition: transition.id };
        let mv = Move { pid: Pid(pid as u8), transition: transition.id };
        match outcome {
            Err(kind) => {
                let first = asserted.unwrap_or(kind);
                vec![Branch { moves: vec![mv], world: None, keeps_control: None, fault: Some(fault(first)) }]
            }
            Ok(Performed::Blocked) => Vec::new(),
            Ok(Performed::Done) => {
                self.arrive(&mut after, pid, transition);
                let keeps_control = transition.atomic.then_some(pid);
                vec![Branch {
                    moves: vec![mv],
                    world: Some(after),
                    keeps_control,
                    fault: asserted.map(fault),
                }]
            }
            Ok(Performed::Offered(handshake)) => {
                self.arrive(&mut after, pid, transition);
                let receivers = (0..world.process_count()).rev().filter(|&other| other != pid);
                receivers
                    .flat_map(|other| self.complete(&after, other, &handshake))
                    .map(|b| b.preceded_by(mv, asserted.map(fault)))
                    .collect()
            }
        }
    }

    /// What a process does of which it cannot be said whether it may move.
    fn stopped(
        &self,
        kind: FaultKind,
        pid: usize,
        proctype: ProctypeId,
        location: LocationId,
    ) -> Vec<Branch> {
        let first = self.transitions(proctype, location).first();
        first.map(|t| Branch::faulty(kind, pid, t)).into_iter().collect()
    }

    /// The ways in which process `pid` can take part in a rendezvous that another has offered. SPIN evaluates the
    /// `provided` clause of every other process then, whether it waits for the message or not.
    fn complete(&self, world: &World, pid: usize, handshake: &Handshake) -> Vec<Branch> {
        let (proctype, location) = world.control(&self.layout, pid);
        match self.may_move(world, pid, false) {
            Ok(true) => {}
            Ok(false) => return Vec::new(),
            Err(kind) => return self.stopped(kind, pid, proctype, location),
        }
        let mut branches = Vec::new();
        let mut escape = 0;
        for transition in self.transitions(proctype, location) {
            if escape > 0 && escape != transition.escape {
                break;
            }
            let mut after = world.clone();
            let mut asserted = None;
            let offer = Offer::handshake(handshake);
            let outcome = self.perform(&mut after, pid, &transition.statement, &offer, &mut asserted);
            let mv = Move { pid: Pid(pid as u8), transition: transition.id };
            let fault = |kind| Fault { kind, pid: Pid(pid as u8), transition: transition.id };
            match outcome {
                Err(kind) => branches.push(Branch {
                    moves: vec![mv],
                    world: None,
                    keeps_control: None,
                    fault: Some(fault(asserted.unwrap_or(kind))),
                }),
                Ok(Performed::Done) => {
                    self.arrive(&mut after, pid, transition);
                    branches.push(Branch {
                        moves: vec![mv],
                        world: Some(after),
                        keeps_control: transition.atomic.then_some(pid),
                        fault: asserted.map(fault),
                    });
                    escape = transition.escape;
                }
                Ok(Performed::Blocked | Performed::Offered(_)) => {}
            }
        }
        branches
    }

    /// Sets the program counter and `_last` after a transition. A process that has just died has neither.
    pub(super) fn arrive(&self, world: &mut World, pid: usize, transition: &Transition) {
        world.set_last(&self.layout, pid);
        if transition.target.0 != 0 {
            world.set_location(&self.layout, pid, transition.target);
        }
    }
}

/// A `skip` or a jump, whether or not it forgets variables on the way.
fn is_skip(statement: &Statement) -> bool {
    match statement {
        Statement::Skip | Statement::Forget(_) => true,
        Statement::Sequence(statements) => statements.iter().all(is_skip),
        _ => false,
    }
}

/// The moves up to the one that faults, which a process may have made without a fault before.
fn until_fault(moves: &[Move], fault: Option<Fault>) -> &[Move] {
    let faulty = |mv: &Move| fault.is_some_and(|f| f.pid == mv.pid && f.transition == mv.transition);
    let end = moves.iter().rposition(faulty).map_or(moves.len(), |i| i + 1);
    &moves[..end]
}

impl Step {
    /// The moves up to its fault, which the transition may have made without one before.
    pub fn until_fault(&self) -> &[Move] {
        until_fault(&self.moves, self.fault)
    }
}

/// A step under construction.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    moves: Vec<Move>,
    world: Option<World>,
    /// The process that goes on alone, if the last move was inside an `atomic`.
    keeps_control: Option<usize>,
    fault: Option<Fault>,
}

impl Branch {
    /// The process fails before it can do anything; the fault is told of the first thing that it would have tried.
    fn faulty(kind: FaultKind, pid: usize, first: &Transition) -> Branch {
        let (pid, transition) = (Pid(pid as u8), first.id);
        let fault = Some(Fault { kind, pid, transition });
        Branch { moves: vec![Move { pid, transition }], world: None, keeps_control: None, fault }
    }

    /// The step, where nothing follows.
    fn into_step(self) -> Step {
        Step { moves: self.moves, state: self.world.map(|w| w.bytes), fault: self.fault }
    }

    /// This branch as the continuation of an earlier one.
    fn after(self, earlier: &Branch) -> Branch {
        let moves = earlier.moves.iter().copied().chain(self.moves).collect();
        Branch { moves, ..self }
    }

    /// This branch behind the sender's part of a rendezvous, whose fault comes first.
    fn preceded_by(self, mv: Move, fault: Option<Fault>) -> Branch {
        let moves = [mv].into_iter().chain(self.moves).collect();
        Branch { moves, fault: fault.or(self.fault), ..self }
    }

    /// This branch with the fault that it was not the only one of a `D_proctype`, unless it has a fault of its own.
    fn nondeterministic(self) -> Branch {
        let last = self.moves[0];
        let clash = Fault { kind: FaultKind::Nondeterminism, pid: last.pid, transition: last.transition };
        Branch { fault: self.fault.or(Some(clash)), ..self }
    }
}
