//! The typed program, its state layout and the reference interpreter.
//!
//! A [`Program`] is what every front end lowers to and everything else reads: processes as control-flow graphs
//! whose edges carry one [`Statement`] each, channels, variables and the property. It says nothing of how it is
//! compiled or searched. States are byte vectors described by a [`Layout`].

mod cells;
mod configuration;
mod counterexample;
mod describe;
mod expression;
mod gather;
mod ids;
mod instance;
mod interpreter;
mod layout;
mod model;
mod omit_process_removals;
mod reduce;
mod repetition;
mod resting;
mod scalar;
mod sight;
mod specialise;
mod statement;

pub use cells::{CellName, PlacedCell};
pub use configuration::{ConfigId, Configuration, Entry, EntryKind, HEADER};
pub use counterexample::{Change, Counterexample, TraceStep};
pub use describe::{NamedValue, channel_name, describe, describe_unlike, process_name, value_text};
pub use expression::{BinaryOp, ChannelTest, Expr, Place, UnaryOp, VarRef};
pub use gather::{Gathered, gather, gather_specialised};
pub use ids::{ChannelTypeId, GlobalId, LocalId, LocationId, Pid, ProctypeId, TransitionId};
pub use instance::{
    Code, Creators, Edge, Head, Instance, Owner, Tree, VarKey, code_of_process, code_of_types,
    constant_variables,
};
pub use interpreter::{
    ClaimExpansion, ClaimMove, DSTEP_LIMIT, Expansion, Fault, FaultKind, Guide, Interpreter, MAX_CHANNELS,
    MAX_PROCESSES, Move, Step, Transfer, asks_beside_the_state, asks_enabled_beside_timeout,
    beside_the_state, binary, changes_variables, is_observer, may_accept, unary, unusable_claim,
};
pub use layout::{CellClass, CellSlot, ChannelFrame, Layout, Part, ProcessFrame, ReferenceCells};
pub use model::{ChannelType, Initialiser, Location, Proctype, Program, TraceMode, Transition, Variable};
pub use omit_process_removals::{omit_process_removals, omit_process_removals_while_creating};
pub use reduce::{carried_over, reduce, reduce_beside_property};
pub use repetition::Repetition;
pub use resting::{number_resting_first, resting};
pub use scalar::Scalar;
pub use sight::Sight;
pub use specialise::Fact;
pub use statement::{DStep, DStepNode, ReceiveArg, Statement};

pub use diagnostics::Span;
