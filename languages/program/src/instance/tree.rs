//! Statements and expressions as plain trees: one shape for both, easy to walk, compare and draw as a graph.

use super::faults::Faults;
use crate::{BinaryOp, ChannelTest, GlobalId, LocalId, LocationId, ProctypeId, UnaryOp};

/// Whose a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// A global variable.
    Global,
    /// A process that exists.
    Process(u8),
    /// Any process of a type that may be created later.
    Later(ProctypeId),
    /// A `trace` or a claim.
    Observer(ProctypeId),
}

/// A variable of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarKey {
    /// Whose the variable is.
    pub owner: Owner,
    /// The type of the process that a local variable belongs to.
    pub proctype: Option<ProctypeId>,
    /// Its index among the globals or the locals of the type.
    pub index: u32,
}

impl VarKey {
    /// A global variable.
    pub fn global(id: GlobalId) -> VarKey {
        VarKey { owner: Owner::Global, proctype: None, index: id.0 }
    }

    /// A local variable.
    pub fn local(owner: Owner, proctype: ProctypeId, id: LocalId) -> VarKey {
        VarKey { owner, proctype: Some(proctype), index: id.0 }
    }

    /// The variable as declared, whoever owns it.
    pub fn declared(self) -> VarKey {
        match self.proctype {
            Some(p) => VarKey { owner: Owner::Later(p), ..self },
            None => self,
        }
    }
}

/// A node and its children.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// What it is.
    pub head: Head,
    /// Operands in order.
    pub kids: Vec<Tree>,
    /// For a constant: the variable whose constant value it is.
    pub from: Option<VarKey>,
    /// What evaluating it may end with.
    pub(super) faults: Faults,
}

impl Tree {
    /// A node without children.
    pub fn leaf(head: Head) -> Tree {
        Tree::node(head, Vec::new())
    }

    /// A node.
    pub fn node(head: Head, kids: Vec<Tree>) -> Tree {
        let faults = Faults::of_head(&head, &kids).union(Faults::of_all(&kids));
        Tree { head, kids, from: None, faults }
    }

    /// The same node, of which it is known that it cannot go wrong once its operands have been evaluated.
    pub(super) fn without_own_faults(self) -> Tree {
        Tree { faults: Faults::of_all(&self.kids), ..self }
    }

    /// An operator with its operands; operands that are the same associative operator are taken apart.
    pub fn operator(op: BinaryOp, kids: Vec<Tree>) -> Tree {
        use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Mul, Or};
        let head = Head::Binary(op);
        if !matches!(op, Add | And | BitAnd | BitOr | BitXor | Mul | Or) {
            return Tree::node(head, kids);
        }
        // The left operand is where long chains grow, so its list is taken over.
        let flat = |kid: Tree| if kid.head == head { kid.kids } else { vec![kid] };
        let mut kids = kids.into_iter();
        let mut all = kids.next().map_or(Vec::new(), flat);
        kids.for_each(|kid| all.extend(flat(kid)));
        Tree::node(head, all)
    }

    /// May the children be exchanged? Of `&&` and `||` only if none can fault: the left operand may be what keeps the
    /// right one from being evaluated. Of other operators if no other fault comes first then.
    pub fn is_unordered(&self) -> bool {
        match self.head {
            Head::Binary(BinaryOp::And | BinaryOp::Or) => !self.may_fault(),
            _ => self.head.is_commutative() && Faults::allow_any_order(&self.kids),
        }
    }

    /// Can evaluating it go wrong?
    pub fn may_fault(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The value of a literal or of the own number of a process that exists.
    pub fn number(&self) -> Option<i32> {
        match self.head {
            Head::PidOf => self.kids[0].constant(),
            _ => self.constant(),
        }
    }

    /// Its value if it is constant.
    pub fn constant(&self) -> Option<i32> {
        match self.head {
            Head::Const(value) => Some(value),
            _ => None,
        }
    }
}

/// What a node is. `Kids` names the children.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// A number.
    Const(i32),
    /// `_pid` of a process that is not known yet.
    OwnPid,
    /// `_pid` of a process that exists, or of a claim, whose number is 0. Kids: the number.
    PidOf,
    /// A scalar variable.
    Var(VarKey),
    /// An array element. Kids: indices.
    Element(VarKey),
    /// `_` as a target.
    Scratch,
    /// An operator. Kids: operand.
    Unary(UnaryOp),
    /// An operator. Kids: operands.
    Binary(BinaryOp),
    /// `(c -> a : b)`. Kids: c, a, b.
    Cond,
    /// `len`. Kids: channel.
    Len,
    /// `full` and its kind. Kids: channel.
    Test(ChannelTest),
    /// `q?[..]`. Kids: channel, patterns.
    Poll {
        /// `??`.
        random: bool,
    },
    /// A pattern that must match. Kids: value.
    Match,
    /// A pattern that stores. Kids: place.
    Bind,
    /// `_nr_pr`.
    ProcessCount,
    /// `_last`.
    Last,
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `enabled`. Kids: pid.
    Enabled,
    /// `pc_value`. Kids: pid.
    PcValue,
    /// `get_priority`. Kids: pid.
    Priority,
    /// `P[e]@l`. Kids: pid, if given.
    AtLabel(ProctypeId, LocationId),
    /// `P[e]:x`. Kids: pid if `true`, then indices.
    Remote(ProctypeId, LocalId, bool),
    /// `skip`.
    Skip,
    /// A condition. Kids: expression.
    Guard,
    /// `else`.
    Else,
    /// Kids: place, value.
    Assign,
    /// Kids: place.
    Forget,
    /// Kids: arguments, then the place of the result if `true`.
    Run(ProctypeId, u8, bool),
    /// Kids: channel, message.
    Send {
        /// `!!`.
        sorted: bool,
    },
    /// Kids: channel, patterns.
    Receive {
        /// `??`.
        random: bool,
        /// `<..>`.
        keep: bool,
    },
    /// Kids: expression.
    Assert,
    /// `printf`. Kids: the arguments that may go wrong when they are evaluated; nothing else matters.
    Print,
    /// Kids: pid, value.
    SetPriority,
    /// The end of a process.
    Terminate,
    /// Kids: nodes in order.
    DStep,
    /// A node of a `d_step`. Kids: statement.
    Do(Option<u32>),
    /// A node of a `d_step`.
    Choice(Vec<u32>),
    /// Kids: channel, patterns.
    Event {
        /// A send.
        send: bool,
    },
    /// Kids: statements in order.
    Sequence,
    /// Part of a sequence. Kids: assignments of which none touches what another writes, so their order is no matter.
    Together,
}

impl Head {
    /// Is the order of the operands without meaning, faults aside?
    fn is_commutative(&self) -> bool {
        use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Eq, Mul, Ne, Or};
        matches!(
            self,
            Head::Together | Head::Binary(Add | Mul | BitAnd | BitOr | BitXor | Eq | Ne | And | Or)
        )
    }

    /// Is child `position` only asked whether it is zero?
    pub fn is_truth_position(&self, position: usize) -> bool {
        match self {
            Head::Guard | Head::Assert | Head::Unary(UnaryOp::Not) => true,
            Head::Binary(BinaryOp::And | BinaryOp::Or) => true,
            Head::Cond => position == 0,
            _ => false,
        }
    }

    /// Does it yield 0 or 1?
    pub fn is_boolean(&self) -> bool {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        matches!(
            self,
            Head::Unary(UnaryOp::Not)
                | Head::Binary(And | Or | Eq | Ne | Lt | Le | Gt | Ge)
                | Head::Test(_)
                | Head::Poll { .. }
                | Head::Timeout
                | Head::NonProgress
                | Head::Enabled
                | Head::AtLabel(..)
        )
    }
}
