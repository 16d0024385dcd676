//! The system that is explored: processes of a few kinds, each with a vector of local cells, and shared cells.
//!
//! This is the computational model of Wahl and D'Silva (A lazy approach to symmetry reduction, 2009, section 4.2) with
//! the shared variables of their section 4.3. A permutation of the processes moves whole local vectors; it moves
//! nothing else. What else could refer to a process is made to fit:
//!
//! - A shared cell that holds a process number (an *identifier cell*) becomes a mark on the process it names, so it moves
//!   along with that process. Values that name no process of a class ("nobody") stay in the shared part.
//! - A *local* cell that holds a process number would be a relation between processes, which no vector of local states
//!   can express. Here lies the boundary: such a cell is a number that permutations leave alone, and statements that take
//!   it for a process (an index, a comparison with `_pid`) tell processes apart. That is sound, and reduces less.
//!
//! Which cells move is a matter of choice as long as every statement's partition is derived for that choice: any action
//! of the permutations on states will do (sections 5 to 8 use nothing else), so nothing here needs to be trusted.

use program::{BinaryOp, ChannelTest, FaultKind, Scalar, Span, UnaryOp};

/// A process, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcessId(pub u16);

impl ProcessId {
    /// As an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Not in the state: reads as 0, writing has no effect.
    Nowhere,
    /// A shared cell.
    Shared(u32),
    /// A cell of a process's local vector.
    Local(ProcessId, u32),
}

/// An expression, evaluated to a wrapping 32-bit integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number: the same under every permutation.
    Const(i32),
    /// The number of a process as an identifier: a permutation maps it.
    Process(ProcessId),
    /// The content of a cell.
    Cell(Place),
    /// An element of an array whose index is not constant.
    Element(Element),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with operands, applied from the left.
    Operator(Operator, Vec<Expr>),
    /// `(c -> a : b)`.
    Cond(Box<[Expr; 3]>),
    /// An identifier where a number is needed, or the reverse: no permutation respects it.
    Rigid(Box<Expr>),
    /// How full a channel is. `None` is its length.
    Fill(Option<ChannelTest>, ChannelRef),
    /// Would this receive succeed?
    Poll(Box<Exchange>),
    /// How many processes are alive.
    Alive,
}

impl Expr {
    /// Can its evaluation go wrong?
    pub fn may_fault(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Process(_) | Expr::Cell(_) | Expr::Alive => false,
            Expr::Element(_) | Expr::Poll(_) => true,
            Expr::Fill(_, channel) => matches!(channel, ChannelRef::Computed(_)),
            Expr::Unary(_, inner) | Expr::Rigid(inner) => inner.may_fault(),
            Expr::Operator(op, kids) => {
                matches!(op.op, BinaryOp::Div | BinaryOp::Rem) || kids.iter().any(Expr::may_fault)
            }
            Expr::Cond(parts) => parts.iter().any(Expr::may_fault),
        }
    }
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// Which array: an index into [`System::arrays`].
    pub array: u32,
    /// One index per dimension. The first one of an array that processes own is an identifier.
    pub index: Vec<Expr>,
}

/// An operator with two operands, and whether they may be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operator {
    /// What it is.
    pub op: BinaryOp,
    /// The order of the operands is without meaning: it is commutative, and no two operands can fault (of `&&` and `||`
    /// none), so that the order does not decide which fault it is either.
    pub unordered: bool,
}

/// Which channel is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChannelRef {
    /// A channel that is known before the run: an index into [`System::channels`].
    Fixed(u32),
    /// The number of a channel, from 1, computed in the run.
    Computed(Box<Expr>),
}

/// A message that is sent, or a pattern that is received.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The channel.
    pub channel: ChannelRef,
    /// The fields.
    pub fields: Vec<Field>,
    /// `??`: the first message that matches rather than the first.
    pub random: bool,
    /// `?<..>`: the message stays.
    pub keep: bool,
}

/// One field of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// A value that is sent, or must be met.
    Value(Expr),
    /// Where the field goes.
    Bind(Target),
    /// The same, but an identifier becomes a number or the reverse: no permutation respects it.
    Rigid(Target),
}

/// Where an assignment goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A cell that is known before the run.
    Cell(Place),
    /// An element of an array.
    Element(Element),
}

/// What one transition does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing.
    Skip,
    /// Executable when the expression is not zero.
    Guard(Expr),
    /// Executable when no earlier transition of the location is. These are the earlier ones.
    Else(Vec<Action>),
    /// Always executable.
    Assign(Target, Expr),
    /// Leaves no value behind.
    Forget(Target),
    /// A violation when the expression is zero.
    Assert(Expr),
    /// Sends into a queue.
    Send(Exchange),
    /// Takes from a queue.
    Receive(Exchange),
    /// A sequence of which only the first statement may block.
    Sequence(Vec<Action>),
    /// Assignments whose order is no matter.
    Together(Vec<Action>),
    /// A `d_step`.
    DStep(Vec<Node>),
    /// The process dies once all of these, the younger ones, are dead.
    Terminate(Vec<ProcessId>),
    /// Evaluates the expressions, for their faults alone.
    Evaluate(Vec<Expr>),
}

/// A node of a `d_step`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Executes and goes on.
    Do(Action, Option<u32>),
    /// Goes on at the first option that can begin.
    Choice(Vec<u32>),
}

/// A transition of one process.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Which statement it is an instance of; alike for all processes of a kind.
    pub statement: u32,
    /// The location it leaves.
    pub source: i32,
    /// The location it leads to; `None` stays.
    pub target: Option<i32>,
    /// The process keeps control.
    pub atomic: bool,
    /// What it does.
    pub action: Action,
    /// Where it stands.
    pub span: Span,
}

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    /// How many messages it holds.
    pub capacity: u32,
    /// How many fields a message has.
    pub width: u32,
    /// Where its cells begin: the length, then the messages. Cells of a process if the process owns the channel.
    pub base: Place,
}

/// An array: bounds, and where each element stands, in row-major order.
#[derive(Clone, Debug)]
pub struct Array {
    /// Bounds, outermost first.
    pub bounds: Vec<u32>,
    /// The elements.
    pub places: Vec<Place>,
    /// A local array: whose, and its first cell. Processes of a kind have theirs at the same cell.
    pub local: Option<(ProcessId, u32)>,
}

/// What is alike about processes of one kind: the shape of the local vector. Cell 0 is the control location.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The types of the cells; cell 0 is not truncated.
    pub cells: Vec<Scalar>,
    /// So many cells, from the first, vanish with the process; the others are elements of global arrays.
    pub private: u32,
    /// Locations where a process may rest.
    pub ends: Vec<i32>,
    /// There are several processes of this kind, so identifiers of them become marks.
    pub is_class: bool,
}

/// A shared cell.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// Its type.
    pub scalar: Scalar,
    /// It holds process numbers.
    pub identifier: bool,
}

/// The whole system.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The kind of each process.
    pub processes: Vec<u16>,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The transitions of each process.
    pub transitions: Vec<Vec<Transition>>,
    /// The shared cells.
    pub shared: Vec<Shared>,
    /// The arrays.
    pub arrays: Vec<Array>,
    /// The channels, in the order of their numbers.
    pub channels: Vec<Channel>,
    /// What the shared cells hold at first.
    pub initial_shared: Vec<i64>,
    /// The local vectors at first.
    pub initial_local: Vec<Vec<i32>>,
}

/// The location of a process that has died.
pub const DEAD: i32 = -1;

/// In a shared cell: no value at all. Shared cells are wider than their values so that none can be taken for this.
pub const NO_VALUE: i64 = i64::MIN;

/// What an evaluation gives.
pub type Value = Result<i32, FaultKind>;

impl System {
    /// The kind of a process.
    pub fn kind(&self, process: ProcessId) -> &Kind {
        &self.kinds[usize::from(self.processes[process.index()])]
    }

    /// The process that an identifier names, if it is one of a class.
    pub fn class_process(&self, value: i64) -> Option<ProcessId> {
        let index = usize::try_from(value).ok().filter(|&i| i < self.processes.len())?;
        let process = ProcessId(index as u16);
        self.kind(process).is_class.then_some(process)
    }
}
