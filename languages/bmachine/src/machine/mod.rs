//! A compiled machine: its constants, initial states and operations as the explorer's transition system.
//!
//! The semantics are ProB's (Leuschel and Butler, "ProB: an automated analysis toolset for the B method", 2008):
//! constants are set up first and make states of their own, the initialisation follows, operations are transitions
//! guarded by their outermost precondition. A state is a tag byte, the constants that vary, and the variables.

mod communication;
mod compile;
mod describe;
mod question;
mod replay;
mod setup;
mod sight;
mod site;
mod sizes;
mod slow_sight;
mod static_symmetry;
mod step;
mod walk;

pub use describe::{Change, StepText};
pub use replay::{Idle, Mismatch, Replayed};
pub(crate) use setup::Setup;
pub use setup::SetupProblem;
pub(crate) use sight::Sight;
pub use site::{Kind, Site};
pub(crate) use slow_sight::{SlowStep, SlowSteps};
pub use step::Worker;
pub use walk::MachineWalk;

use crate::code::{Act, CompiledOperation, E, P, Plan};
use crate::eval::Evaluator;
use crate::live::atom::Asked;
use crate::syntax::Constant;
use crate::value::{Domain, Ty, Value};
use diagnostics::Span;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// What the user may set.
#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes of deferred sets, by name.
    pub cards: Vec<(String, usize)>,
    /// Size of deferred sets about which nothing is said.
    pub default_set_size: usize,
    /// MININT, unless the machine sets it.
    pub min_int: i64,
    /// MAXINT, unless the machine sets it.
    pub max_int: i64,
    /// Report undefined guards instead of taking them as false.
    pub strict: bool,
    /// Report states without successors.
    pub check_deadlock: bool,
    /// Report states in which the invariant does not hold.
    pub check_invariant: bool,
    /// Report a state that satisfies GOAL.
    pub check_goal: bool,
    /// Evaluate ASSERTIONS in every state.
    pub check_assertions: bool,
    /// ProB's static symmetry breaking of constants, on in ProB and off here so that `none` means none.
    pub static_symmetry: bool,
    /// When to give up evaluating; the search itself has limits of its own.
    pub deadline: Option<std::time::Instant>,
    /// Most valuations of the constants that are kept.
    pub max_setups: usize,
    /// Temporal formulas beside those of the machine, each with its name.
    pub formulas: Vec<(String, String)>,
    /// Temporal formulas are not even read.
    pub ignores_temporal: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cards: Vec::new(),
            default_set_size: 2,
            min_int: -1,
            max_int: 3,
            strict: false,
            check_deadlock: true,
            check_invariant: true,
            check_goal: false,
            check_assertions: true,
            static_symmetry: false,
            deadline: None,
            max_setups: 2_000_000,
            formulas: Vec::new(),
            ignores_temporal: false,
        }
    }
}

/// A predicate with its place.
#[derive(Debug)]
pub(crate) struct Condition {
    pub predicate: P,
    pub span: Span,
    /// The predefined name in it whose meaning depends on MININT or MAXINT, if there is one.
    pub bounded: Option<Constant>,
}

/// What is asked for its value in a state.
#[derive(Debug)]
pub(crate) enum AskedValue {
    /// Whether it holds.
    Predicate(P),
    /// Its value.
    Expression(E, Ty),
}

/// A compiled machine.
#[derive(Debug)]
pub struct Machine {
    /// The component's name.
    pub name: String,
    /// Given sets and types.
    pub domain: Domain,
    pub(crate) slot_types: Vec<Ty>,
    pub(crate) slot_names: Vec<String>,
    pub(crate) constants: Vec<u32>,
    /// In ascending order.
    pub(crate) variables: Vec<u32>,
    /// The plan that finds the constants.
    pub(crate) properties: Plan,
    pub(crate) invariants: Vec<Condition>,
    pub(crate) assertions: Vec<Condition>,
    pub(crate) goal: Option<Condition>,
    /// What a temporal formula asks.
    pub(crate) asked: Asked<P>,
    /// What is asked for its value.
    pub(crate) value: Option<AskedValue>,
    /// Why elements of deferred sets are not interchangeable, if so.
    pub(crate) tells_apart: Option<&'static str>,
    pub(crate) initialisation: Act,
    pub(crate) initialisation_span: Span,
    pub(crate) operations: Vec<CompiledOperation>,
    /// The word that begins the operations, or the name of the machine if it has none.
    pub(crate) operations_span: Span,
    pub(crate) options: Options,
    /// What was left out because it is not supported.
    pub ignored: Vec<(Span, String)>,
    /// Constants that are part of every state, because they vary or are not symmetric.
    pub(crate) inline: Vec<u32>,
    /// Constants with one symmetric value.
    pub(crate) fixed: Vec<(u32, Value)>,
    /// The states after constants are set up; one without values when there are no constants.
    pub setups: Vec<Vec<u8>>,
    /// Whether setting up is a step of its own: there are constants that do not just name elements, or properties.
    pub(crate) has_setup: bool,
    /// Why not all valuations of the constants are known, if so.
    pub setup_problem: Option<SetupProblem>,
    /// What happened during exploration.
    pub notes: Notes,
}

/// What happened during exploration that is neither a state nor a violation.
#[derive(Debug, Default)]
pub struct Notes {
    /// Guards that were undefined and counted as false.
    pub undefined: AtomicU64,
    /// Evaluations that were given up; the verdict cannot be "holds" then.
    pub given_up: AtomicU64,
    /// Enumerations of infinite sets that were cut to the implementable integers.
    pub cut: AtomicU64,
    /// The first few of each kind.
    pub warnings: Mutex<Vec<(Span, String)>>,
    /// What was found wrong, by the explorer's number.
    sites: Mutex<Vec<Site>>,
}

/// A fault as a sentence.
pub(crate) fn fault_text(fault: crate::eval::Fault) -> String {
    step::describe_fault(fault).1
}

impl Machine {
    /// A machine with the same domain and slots and nothing else, for work on values while constants are set up.
    pub(crate) fn shell(&self) -> Machine {
        Machine {
            name: String::new(),
            domain: self.domain.clone(),
            slot_types: self.slot_types.clone(),
            slot_names: Vec::new(),
            constants: Vec::new(),
            variables: Vec::new(),
            properties: Plan::default(),
            invariants: Vec::new(),
            assertions: Vec::new(),
            goal: None,
            asked: Asked::default(),
            value: None,
            tells_apart: None,
            initialisation: Act::Skip,
            initialisation_span: Span::default(),
            operations: Vec::new(),
            operations_span: Span::default(),
            options: self.options.clone(),
            ignored: Vec::new(),
            inline: Vec::new(),
            fixed: Vec::new(),
            setups: Vec::new(),
            has_setup: false,
            setup_problem: None,
            notes: Notes::default(),
        }
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { domain: &self.domain }
    }

    /// The deferred sets whose elements are interchangeable: index and size.
    pub fn deferred_sets(&self) -> Vec<(usize, usize)> {
        let sets = self.domain.sets.iter().enumerate();
        sets.filter(|(_, set)| set.deferred).map(|(index, set)| (index, set.elements.len())).collect()
    }
}
