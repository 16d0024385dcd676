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
mod claim_moves;
mod d_step;
mod evaluate;
mod event;
mod fault;
mod message;
mod moves;
mod perform;
mod print;
mod process;
mod world;

use std::sync::Arc;

use crate::{
    Expr, GlobalId, Layout, LocalId, LocationId, Owner, Pid, Place, ProctypeId, Program, Transition,
    TransitionId, VarKey, VarRef,
};
pub use claim::{asks_beside_the_state, asks_enabled_beside_timeout, is_observer, may_accept};
pub use claim_moves::{ClaimExpansion, ClaimMove, beside_the_state, changes_variables, unusable_claim};
use evaluate::Viewpoint;
pub use evaluate::{binary, unary};
pub use fault::{Fault, FaultKind};
pub use message::Transfer;
use perform::{Offer, Performed};
use world::World;

/// More processes than this cannot exist at once.
pub const MAX_PROCESSES: usize = 255;
/// More channels than this cannot exist at once.
pub const MAX_CHANNELS: usize = 255;
/// A `d_step` that executes more statements than this is cut.
pub const DSTEP_LIMIT: u32 = 1 << 20;

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

/// Says of the moves with which a step begins how far they come on the way that is looked for, and `None` if they leave it.
pub type Guide<'a> = &'a dyn Fn(&[Move]) -> Option<usize>;

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

    /// All steps from a stored state. Of several ways through an `atomic` that meet on the way, one is told.
    pub fn expand(&self, state: &[u8]) -> Expansion {
        self.expand_along(state, &|_| Some(0))
    }

    /// The steps from a stored state whose moves a guide allows, also where others come to the same states.
    pub fn expand_along(&self, state: &[u8], guide: Guide<'_>) -> Expansion {
        let start = World::of(&self.layout, state);
        if let Some(claim) = self.program().checked_claim {
            return self.expand_with_claim(&start, self.program().proctype(claim), guide);
        }
        let branches = self.system_moves(&start);
        let invalid_end = branches.is_empty() && !self.at_valid_end(&start);
        Expansion { steps: self.finish_atomics(branches, guide), invalid_end, claim: None }
    }

    /// The states after each of a step's moves, the intermediate ones of an `atomic` or a rendezvous included.
    /// Ends early at a move that faults.
    pub fn follow(&self, state: &[u8], moves: &[Move]) -> Vec<Vec<u8>> {
        let mut states = Vec::new();
        self.repeat(World::of(&self.layout, state), moves, &mut |world| states.push(world.bytes.clone()));
        states
    }

    /// Makes moves one after the other and shows what each leaves, until one of them faults.
    fn repeat(&self, mut world: World, moves: &[Move], each: &mut dyn FnMut(&mut World)) {
        let mut offered = None;
        for mv in moves {
            let Some(transition) = self.transition_of(&world, *mv) else { break };
            let offer = offered.as_ref().map_or(Offer::free(true, true), Offer::handshake);
            match self.perform(&mut world, mv.pid.index(), &transition.statement, &offer, &mut None) {
                Ok(Performed::Done) => offered = None,
                Ok(Performed::Offered(handshake)) => offered = Some(handshake),
                Ok(Performed::Blocked) | Err(_) => break,
            }
            self.arrive(&mut world, mv.pid.index(), &transition);
            each(&mut world);
        }
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

    /// The value of an expression in a state, asked from outside as a never claim would.
    pub fn value(&self, state: &[u8], expr: &Expr) -> Result<i32, FaultKind> {
        self.evaluate(&World::of(&self.layout, state), Viewpoint::CLAIM, expr)
    }

    /// The priority of a process.
    pub fn priority(&self, state: &[u8], pid: i32) -> i32 {
        self.priority_of(&World::of(&self.layout, state), pid)
    }

    /// The value of an expression without variables.
    pub fn constant_value(&self, expr: &Expr) -> Option<i32> {
        self.evaluate(&World::empty(&self.layout), Viewpoint { pid: 0, timeout: false }, expr).ok()
    }

    /// Everything a process could do where it stands, in the order in which it is tried.
    pub fn next_statements(&self, state: &[u8], pid: Pid) -> &[Transition] {
        let world = World::of(&self.layout, state);
        if world.configuration.process(pid.index()).is_none() {
            return &[];
        }
        let (proctype, location) = world.control(&self.layout, pid.index());
        self.transitions(proctype, location)
    }

    fn transition_of(&self, world: &World, mv: Move) -> Option<Transition> {
        world.configuration.process(mv.pid.index())?;
        let (proctype, location) = world.control(&self.layout, mv.pid.index());
        self.transitions(proctype, location).iter().find(|t| t.id == mv.transition).cloned()
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
