//! The program: processes, channels, variables and what must hold.

use crate::{
    ChannelTypeId, Expr, GlobalId, LocalId, LocationId, ProctypeId, Scalar, Span, Statement, TransitionId,
};

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Global variables in declaration order.
    pub globals: Vec<Variable>,
    /// Process types; `init` is one of them.
    pub proctypes: Vec<Proctype>,
    /// Shapes of channels, in the order of their declarations.
    pub channel_types: Vec<ChannelType>,
    /// Processes that exist initially, in order of creation: `active` ones, then `init`.
    pub active: Vec<ProctypeId>,
    /// Name and value of every `mtype` constant, for printing; `subtype` is "_unnamed_" for plain `mtype`.
    pub mtypes: Vec<(String, String, i32)>,
    /// `trace` or `notrace`: an automaton over channel events, as a process type that never runs by itself.
    pub trace: Option<(TraceMode, ProctypeId)>,
    /// Never claims, as process types that never run by themselves. A symmetry must respect them.
    pub claims: Vec<ProctypeId>,
    /// The claim that is checked, one of `claims`.
    pub checked_claim: Option<ProctypeId>,
    /// `_last` is mentioned, so it is part of the state.
    pub uses_last: bool,
    /// Priorities are in use, so each process carries one and only the highest run.
    pub uses_priority: bool,
    /// Number of transitions; their ids are below this.
    pub transition_count: u32,
}

/// Does the trace automaton describe what must happen or what must not?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceMode {
    /// `trace`: every event on its channels must fit.
    Must,
    /// `notrace`: completing it is an error.
    MustNot,
}

/// A variable; an array of cells of one type. Fields of structures are variables of their own.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name as in the source, fields joined by dots, `[]` where an index stands within it: `x[].b`.
    pub name: String,
    /// The type of its cells.
    pub scalar: Scalar,
    /// The subtype name for `mtype:name` variables, for printing.
    pub mtype: Option<String>,
    /// Array bounds, outermost first; empty for a scalar.
    pub dims: Vec<u32>,
    /// The initial value.
    pub init: Initialiser,
    /// Not part of the state: `hidden`, or found to be write-only.
    pub hidden: bool,
    /// Where it is declared.
    pub span: Span,
}

impl Variable {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.dims.iter().map(|&n| n as usize).product()
    }
}

/// How the cells of a variable begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Initialiser {
    /// Zero in every cell.
    Zero,
    /// No value yet: it is written before it is read. Zero bytes, which in a biased cell are no value.
    Unset,
    /// This value in every cell; evaluated when the process (or the program) starts.
    Value(Expr),
    /// One value per cell; missing ones are the last given, as in SPIN.
    List(Vec<Expr>),
    /// A new channel per cell.
    Channel(ChannelTypeId),
    /// A parameter: given by `run`.
    Parameter,
}

/// A shape of channel.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelType {
    /// How many messages it holds; 0 is a rendezvous channel.
    pub capacity: u32,
    /// The types of a message's fields, structures flattened.
    pub fields: Vec<Scalar>,
    /// Subtype names of `mtype` fields, for printing.
    pub mtypes: Vec<Option<String>>,
    /// The name of the variable that is initialised with it, for printing.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

/// A process type as a control-flow graph.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Its name; ":init:" for `init`.
    pub name: String,
    /// Parameters first, then local variables.
    pub locals: Vec<Variable>,
    /// How many of the locals are parameters.
    pub params: u32,
    /// Control locations. Number 0 is never used, so that locations have SPIN's numbers.
    pub locations: Vec<Location>,
    /// Where it starts.
    pub initial: LocationId,
    /// `provided (e)`.
    pub provided: Option<Expr>,
    /// Priority of `active` instances.
    pub priority: u8,
    /// `D_proctype`: two executable transitions at once are an error.
    pub deterministic: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A control location: its transitions in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// What can be done here. [`Transition::escape`] groups come first, outermost `unless` first.
    pub transitions: Vec<Transition>,
    /// A process may rest here: `end` labels and the end of the body.
    pub end: bool,
    /// Carries an `accept` label.
    pub accept: bool,
    /// Carries a `progress` label.
    pub progress: bool,
    /// Labels of the source, for printing.
    pub labels: Vec<String>,
}

/// One edge of the control-flow graph.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Its number in the whole program.
    pub id: TransitionId,
    /// SPIN's number of it within the whole model (`t_id`), for trail files.
    pub spin_id: u32,
    /// What it does.
    pub statement: Statement,
    /// Where it leads.
    pub target: LocationId,
    /// The process keeps control after it: more of the same `atomic` follows.
    pub atomic: bool,
    /// Part of the escape of an `unless`: once one of a group has been executable, transitions outside the group
    /// are not tried. 0 is the main sequence.
    pub escape: u32,
    /// Where the statement stands.
    pub span: Span,
    /// The statement as text.
    pub text: String,
}

impl Program {
    /// A global variable.
    pub fn global(&self, id: GlobalId) -> &Variable {
        &self.globals[id.index()]
    }

    /// A process type.
    pub fn proctype(&self, id: ProctypeId) -> &Proctype {
        &self.proctypes[id.index()]
    }

    /// A shape of channel.
    pub fn channel_type(&self, id: ChannelTypeId) -> &ChannelType {
        &self.channel_types[id.index()]
    }
}

impl Proctype {
    /// A local variable.
    pub fn local(&self, id: LocalId) -> &Variable {
        &self.locals[id.index()]
    }

    /// A control location.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }
}
