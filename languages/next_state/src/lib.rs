//! Machine code for the successor function.
//!
//! A [`NextState`] is a program compiled with Cranelift: one function per process type that evaluates guards on the
//! state at hand and writes successors straight into memory of the search (a [`Sink`]). It gives exactly the steps
//! of [`program::Interpreter`], in another order. Programs that use something it has no code for (see `support`) are
//! interpreted, behind the same interface.
//!
//! ```text
//! lib ── support                    is there code for everything the program uses?
//!  ├─── code ── process             one function per process type: jump on the program counter
//!  │             ├ slot                take a copy, commit a successor
//!  │             ├ continuation        the rest of an atomic sequence, in place
//!  │             ├ statement, d_step   guard on the source, effect on the copy
//!  │             ├ channel             per shape of channel
//!  │             └ expression, place
//!  ├─── watch                       the value of propositions in a state
//!  └─── machine ── table            one thread's memory; where cells stand in a configuration
//!        └ callback ── handshake, spawn, queue   what machine code leaves to Rust
//! ```

mod callback;
mod channel;
mod code;
mod context;
mod continuation;
mod d_step;
mod emitter;
mod executed;
mod expression;
mod flow;
mod handshake;
mod machine;
mod place;
mod process;
mod queue;
mod seen;
mod shape;
mod sink;
mod slot;
mod spawn;
mod statement;
mod support;
mod table;
mod unit;
mod watch;

use std::sync::Arc;

use program::{Expansion, Expr, FaultKind, Interpreter, Layout, Step, TransitionId};

pub use code::CompileError;
pub use context::SLOT_ALIGNMENT;
pub use sink::{Sink, Successor, Successors};

use code::Code;
use machine::Machine;

/// A compiled program.
pub struct NextState {
    interpreter: Interpreter,
    watched: Vec<Expr>,
    /// `None` for a program that is interpreted.
    code: Option<Arc<Code>>,
}

/// Can anything happen in a state?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Some process can move.
    Moves,
    /// None can, and each is at a valid end.
    ValidEnd,
    /// None can, and some process is not at a valid end.
    InvalidEnd,
}

/// The memory of one thread.
pub struct Worker(Option<Box<Machine>>);

impl NextState {
    /// Compiles the program of a layout. An error for a program with a claim that is checked: successors and the end of a
    /// run are all that [`NextState::expand`] tells, so a violated claim would go unseen.
    pub fn new(layout: Arc<Layout>) -> Result<NextState, CompileError> {
        match layout.program.checked_claim {
            Some(_) => Err(CompileError::claim()),
            None => NextState::watching(layout, &[]),
        }
    }

    /// The same, with propositions about states that can be asked for. A claim that is checked is followed by the caller.
    pub fn watching(layout: Arc<Layout>, watched: &[Expr]) -> Result<NextState, CompileError> {
        let code = match support::is_supported(&layout.program) {
            true => Some(Arc::new(Code::new(layout.clone(), watched)?)),
            false => None,
        };
        Ok(NextState { interpreter: Interpreter::new(layout), watched: watched.to_vec(), code })
    }

    /// Is there machine code, or is the program interpreted?
    pub fn is_compiled(&self) -> bool {
        self.code.is_some()
    }

    /// By transition, whether a worker has executed it; `None` if the program is interpreted.
    pub fn executed(&self) -> Option<Vec<bool>> {
        self.code.as_ref().map(|code| code.executed.all())
    }

    /// The layout of the states.
    pub fn layout(&self) -> &Arc<Layout> {
        self.interpreter.layout()
    }

    /// Memory for one more thread.
    pub fn worker(&self) -> Worker {
        Worker(self.code.as_ref().map(|code| Machine::new(code.clone())))
    }

    /// The initial state.
    pub fn initial(&self) -> Result<Vec<u8>, FaultKind> {
        self.interpreter.initial()
    }

    /// Gives every step from `state` to the sink.
    pub fn expand<S: Sink>(&self, worker: &mut Worker, state: &[u8], sink: &mut S) -> Rest {
        match &mut worker.0 {
            Some(machine) => machine.expand(state, sink),
            None => interpret(&self.interpreter.expand(state), sink),
        }
    }
}

fn interpret<S: Sink>(expansion: &Expansion, sink: &mut S) -> Rest {
    for Step { moves, state, fault } in &expansion.steps {
        let label = moves.first().map_or(0, |m| label(u32::from(m.pid.0), m.transition.0));
        let fault = fault.map_or(0, |f| fault_code(f.kind, f.transition));
        match state {
            Some(state) => {
                sink.reserve(state.len())[..state.len()].copy_from_slice(state);
                sink.commit(state.len(), label, fault);
            }
            None => sink.fail(label, fault),
        }
    }
    match (expansion.invalid_end, expansion.steps.is_empty()) {
        (true, _) => Rest::InvalidEnd,
        (false, true) => Rest::ValidEnd,
        (false, false) => Rest::Moves,
    }
}

/// A move as a label: the process in the upper eight bits, the transition below.
pub fn label(pid: u32, transition: u32) -> u32 {
    (pid << 24) | (transition & 0xff_ffff)
}

/// The process and the transition of a label.
pub fn first_move(label: u32) -> (usize, u32) {
    ((label >> 24) as usize, label & 0xff_ffff)
}

/// A fault as a number that is not 0: its kind in the upper eight bits, the transition below.
pub fn fault_code(kind: FaultKind, transition: TransitionId) -> u32 {
    ((kind as u32) << 24) | (transition.0 & 0xff_ffff)
}

/// The number of the transition in a fault's code, but for bits that no program needs.
pub fn fault_transition(code: u32) -> u32 {
    code & 0xff_ffff
}

/// The number of the [`FaultKind`] in a fault's code; 0 for none.
pub fn fault_kind(code: u32) -> u32 {
    code >> 24
}
