//! What can go wrong in a step.

use crate::{Pid, TransitionId};

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
    /// A `d_step` does not end, or did not within [`DSTEP_LIMIT`](super::DSTEP_LIMIT) statements;
    /// [`Interpreter::proves_endless`](super::Interpreter::proves_endless) tells which.
    EndlessDStep,
    /// A rendezvous was attempted inside a `d_step`.
    RendezvousInDStep,
    /// `run` with [`MAX_PROCESSES`](super::MAX_PROCESSES) processes alive.
    TooManyProcesses,
    /// A channel was created with [`MAX_CHANNELS`](super::MAX_CHANNELS) alive, or more configurations than a state can
    /// name.
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
