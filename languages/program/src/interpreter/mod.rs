//! The reference interpreter: slow and obvious. It defines what a program means.
//!
//! The meaning is that of the verifiers SPIN generates (`pan`, without partial order reduction), so that verdicts
//! and state counts agree. One [`Step`] leads from a stored state to a stored state: a single move, a rendezvous
//! (two moves), or a whole chain of moves of an `atomic` sequence, whose intermediate states are not stored.
//!
//! Nothing here is shared with compiled code or the search: it replays counterexamples and is what the fast parts
//! are tested against.

mod channel;
mod claim;
mod d_step;
mod evaluate;
mod event;
mod message;
mod perform;
mod process;
mod world;

use std::sync::Arc;

use crate::{
    Expr, GlobalId, Layout, LocalId, LocationId, Owner, Pid, Place, ProctypeId, Program, Statement,
    Transition, TransitionId, VarKey, VarRef,
};
pub use claim::{is_observer, may_accept};
use evaluate::Viewpoint;
pub use evaluate::{binary, unary};
pub use message::Transfer;
use perform::{Offer, Performed};
use rapidhash::RapidHashSet as HashSet;
use world::World;

/// More processes than this cannot exist at once.
pub const MAX_PROCESSES: usize = 255;
/// More channels than this cannot exist at once.
pub const MAX_CHANNELS: usize = 255;
/// A `d_step` that executes more statements than this is cut.
pub const DSTEP_LIMIT: u32 = 1 << 20;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum FaultKind {
    /// An `assert` failed. The step goes on after it, as after [`FaultKind::Trace`].
    Assertion = 1,
    /// An index outside its array.
    ArrayIndex,
    /// Division or remainder by zero, or of the smallest number by -1: the processor stops at both.
    DivisionByZero,
    /// A `chan` variable that holds no channel was used.
    UninitialisedChannel,
    /// A channel was used after the process that created it died.
    DeadChannel,
    /// A statement inside a `d_step` blocked.
    BlockedDStep,
    /// A `d_step` does not end, or did not within [`DSTEP_LIMIT`] statements; [`Interpreter::proves_endless`] tells which.
    EndlessDStep,
    /// A rendezvous was attempted inside a `d_step`.
    RendezvousInDStep,
    /// `run` with [`MAX_PROCESSES`] processes alive.
    TooManyProcesses,
    /// A channel was created with [`MAX_CHANNELS`] alive, or more configurations than a state can name.
    TooManyChannels,
    /// A message with more or fewer fields than the channel has.
    WrongArity,
    /// A rendezvous channel was polled.
    PollRendezvous,
    /// Two transitions of a `D_proctype` were executable at once.
    Nondeterminism,
    /// An event that the `trace` does not allow.
    Trace,
    /// A priority outside 1..255.
    Priority,
    /// No process can move and not all are at a valid end location.
    InvalidEnd,
    /// `enabled(_pid)`, or `enabled` in a circle: of a process that asks, perhaps through others, about this one.
    EnabledSelf,
    /// The never claim was completed.
    Claim,
    /// A condition of the never claim could not be evaluated.
    ClaimFault,
    /// A `notrace` was matched to its end. The step goes on after it.
    Notrace,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 20] = [
        FaultKind::Assertion,
        FaultKind::ArrayIndex,
        FaultKind::DivisionByZero,
        FaultKind::UninitialisedChannel,
        FaultKind::DeadChannel,
        FaultKind::BlockedDStep,
        FaultKind::EndlessDStep,
        FaultKind::RendezvousInDStep,
        FaultKind::TooManyProcesses,
        FaultKind::TooManyChannels,
        FaultKind::WrongArity,
        FaultKind::PollRendezvous,
        FaultKind::Nondeterminism,
        FaultKind::Trace,
        FaultKind::Priority,
        FaultKind::InvalidEnd,
        FaultKind::EnabledSelf,
        FaultKind::Claim,
        FaultKind::ClaimFault,
        FaultKind::Notrace,
    ];

    /// The kind with this number.
    pub fn numbered(number: u32) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|&kind| kind as u32 == number)
    }
}

/// A fault and who caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The process that moved.
    pub pid: Pid,
    /// Its transition.
    pub transition: TransitionId,
}

/// One transition taken by one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The process.
    pub pid: Pid,
    /// What it did.
    pub transition: TransitionId,
}

/// From a stored state to a stored state, or to a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The moves in order; the receiver of a rendezvous follows its sender.
    pub moves: Vec<Move>,
    /// Where it leads; `None` when a fault ended it, or happened inside an `atomic`: the rest of the sequence, which
    /// may never end, is a step of its own.
    pub state: Option<Vec<u8>>,
    /// The fault of its last move.
    pub fault: Option<Fault>,
}

/// Everything that can happen next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The steps, in the order in which `pan` takes them; different steps may lead to the same state.
    pub steps: Vec<Step>,
    /// Nothing can happen and some process is not at a valid end location.
    pub invalid_end: bool,
    /// The claim that is checked can reach its end from here, or fails: [`FaultKind::Claim`] or
    /// [`FaultKind::ClaimFault`].
    pub claim: Option<FaultKind>,
}

/// The interpreter of one program.
#[derive(Clone, Debug)]
pub struct Interpreter {
    layout: Arc<Layout>,
    /// A `d_step` that is merely long counts as blocked and not as endless.
    only_proved: bool,
}

impl Interpreter {
    /// An interpreter for states of this layout.
    pub fn new(layout: Arc<Layout>) -> Interpreter {
        Interpreter { layout, only_proved: false }
    }

    /// The layout of its states.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.layout.program
    }

    /// The initial state: globals initialised in order, then the active processes created in order.
    pub fn initial(&self) -> Result<Vec<u8>, FaultKind> {
        let mut world = World::empty(&self.layout);
        self.initialise_globals(&mut world)?;
        for &proctype in &self.program().active {
            let priority = self.program().proctype(proctype).priority;
            self.create_process(&mut world, proctype, &[], priority)?;
        }
        Ok(world.bytes)
    }

    /// All steps from a stored state.
    pub fn expand(&self, state: &[u8]) -> Expansion {
        let start = World::of(&self.layout, state);
        if let Some(claim) = self.program().checked_claim {
            return self.expand_with_claim(&start, self.program().proctype(claim));
        }
        let branches = self.system_moves(&start);
        let invalid_end = branches.is_empty() && !self.at_valid_end(&start);
        Expansion { steps: self.finish_atomics(branches), invalid_end, claim: None }
    }

    /// The states after each of a step's moves, the intermediate ones of an `atomic` or a rendezvous included.
    /// Ends early at a move that faults.
    pub fn follow(&self, state: &[u8], moves: &[Move]) -> Vec<Vec<u8>> {
        let mut world = World::of(&self.layout, state);
        let mut offered = None;
        let mut states = Vec::new();
        for mv in moves {
            let Some(transition) = self.transition_of(&world, *mv) else { break };
            let offer = offered.as_ref().map_or(Offer::free(true, true), Offer::handshake);
            match self.perform(&mut world, mv.pid.index(), &transition.statement, &offer, &mut None) {
                Ok(Performed::Done) => offered = None,
                Ok(Performed::Offered(handshake)) => offered = Some(handshake),
                Ok(Performed::Blocked) | Err(_) => break,
            }
            self.arrive(&mut world, mv.pid.index(), &transition);
            states.push(world.bytes.clone());
        }
        states
    }

    /// The transition a move names, if its process stands where it starts.
    pub fn transition(&self, state: &[u8], mv: Move) -> Option<Transition> {
        self.transition_of(&World::of(&self.layout, state), mv)
    }

    /// The type and location of a process.
    pub fn location(&self, state: &[u8], pid: Pid) -> Option<(ProctypeId, LocationId)> {
        self.location_of(&World::of(&self.layout, state), i32::from(pid.0))
    }

    /// The value of a variable's element in a state; of a local, the owner must be a process that exists.
    pub fn variable(&self, state: &[u8], key: VarKey, index: &[i32]) -> Option<i32> {
        let (pid, var, scalar) = match key.owner {
            Owner::Global => {
                let id = GlobalId(key.index);
                (0, VarRef::Global(id), self.program().global(id).scalar)
            }
            Owner::Process(pid) => {
                let id = LocalId(key.index);
                (usize::from(pid), VarRef::Local(id), self.program().proctype(key.proctype?).local(id).scalar)
            }
            Owner::Later(_) | Owner::Observer(_) => return None,
        };
        let place = Place { var, scalar, index: index.iter().map(|&i| Expr::Const(i)).collect() };
        let world = World::of(&self.layout, state);
        self.evaluate(&world, Viewpoint { pid, timeout: false }, &Expr::Load(place)).ok()
    }

    /// The priority of a process.
    pub fn priority(&self, state: &[u8], pid: i32) -> i32 {
        self.priority_of(&World::of(&self.layout, state), pid)
    }

    /// The value of an expression without variables.
    pub fn constant_value(&self, expr: &Expr) -> Option<i32> {
        self.evaluate(&World::empty(&self.layout), Viewpoint { pid: 0, timeout: false }, expr).ok()
    }

    /// The first thing a process could do where it stands.
    pub fn next_statement(&self, state: &[u8], pid: Pid) -> Option<Transition> {
        let world = World::of(&self.layout, state);
        world.configuration.process(pid.index())?;
        let (proctype, location) = world.control(&self.layout, pid.index());
        self.transitions(proctype, location).first().cloned()
    }

    fn transition_of(&self, world: &World, mv: Move) -> Option<Transition> {
        world.configuration.process(mv.pid.index())?;
        let (proctype, location) = world.control(&self.layout, mv.pid.index());
        self.transitions(proctype, location).iter().find(|t| t.id == mv.transition).cloned()
    }

    /// Moves of every process, youngest first.
    fn free_moves(&self, world: &World, timeout: bool) -> Vec<Branch> {
        (0..world.process_count()).rev().flat_map(|pid| self.moves_of(world, pid, timeout)).collect()
    }

    /// Follows each branch that keeps control until it yields or blocks. Loops inside an `atomic` lead back to
    /// intermediate states already seen and are cut there: everything they can reach has been followed. A fault on the
    /// way is told where it happens, as the sequence may never end, and the branch goes on without it.
    fn finish_atomics(&self, branches: Vec<Branch>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut seen = HashSet::default();
        let mut todo: Vec<Branch> = branches.into_iter().rev().collect();
        while let Some(mut branch) = todo.pop() {
            let Some(pid) = branch.keeps_control.filter(|_| branch.world.is_some()) else {
                steps.push(branch.into_step());
                continue;
            };
            if let Some(fault) = branch.fault.take() {
                steps.push(Step { moves: branch.moves.clone(), state: None, fault: Some(fault) });
            }
            let Some(world) = &branch.world else { continue };
            if !seen.insert((world.bytes.clone(), pid)) {
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
        match self.may_move(world, pid) {
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

    /// The ways in which process `pid` can take part in a rendezvous that another has offered. SPIN evaluates the `provided`
    /// clause of every other process then, whether it waits for the message or not.
    fn complete(&self, world: &World, pid: usize, handshake: &perform::Handshake) -> Vec<Branch> {
        let (proctype, location) = world.control(&self.layout, pid);
        match self.may_move(world, pid) {
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
    fn arrive(&self, world: &mut World, pid: usize, transition: &Transition) {
        world.set_last(&self.layout, pid);
        if transition.target.0 != 0 {
            world.set_location(&self.layout, pid, transition.target);
        }
    }

    fn transitions(&self, proctype: ProctypeId, location: LocationId) -> &[Transition] {
        &self.program().proctype(proctype).location(location).transitions
    }

    fn at_valid_end(&self, world: &World) -> bool {
        let at_end = |pid| {
            let (proctype, location) = world.control(&self.layout, pid);
            self.program().proctype(proctype).location(location).end
        };
        (0..world.process_count()).all(at_end) && (world.process_count() == 0 || self.trace_may_rest(world))
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

/// A step under construction.
#[derive(Clone, Debug)]
struct Branch {
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

    fn into_step(self) -> Step {
        Step { moves: self.moves, state: self.world.map(|w| w.bytes), fault: self.fault }
    }

    fn after(self, earlier: &Branch) -> Branch {
        let moves = earlier.moves.iter().copied().chain(self.moves).collect();
        Branch { moves, ..self }
    }

    fn preceded_by(self, mv: Move, fault: Option<Fault>) -> Branch {
        let moves = [mv].into_iter().chain(self.moves).collect();
        Branch { moves, fault: fault.or(self.fault), ..self }
    }

    fn nondeterministic(self) -> Branch {
        let last = self.moves[0];
        let clash = Fault { kind: FaultKind::Nondeterminism, pid: last.pid, transition: last.transition };
        Branch { fault: self.fault.or(Some(clash)), ..self }
    }
}
