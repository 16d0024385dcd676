//! Expressions and references.

use program::{ChannelTest, Expr, LocationId, Place, ProctypeId, VarRef};

use super::Lowering;
use super::variables::cell_scalar;
use crate::resolved::{self, BinaryOp, ExprKind, LValue, Probe, ReceiveArg, UnaryOp};

impl Lowering<'_> {
    pub(super) fn expression(&mut self, expr: &resolved::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Const(value) => Expr::Const(*value),
            ExprKind::Symbol(_, value) => Expr::Const(i32::from(*value)),
            ExprKind::Var(var) => Expr::Load(self.read(var)),
            ExprKind::Pid => Expr::Pid,
            ExprKind::ProcessCount => Expr::ProcessCount,
            ExprKind::Last => {
                self.program.uses_last = true;
                Expr::Last
            }
            ExprKind::Priority => Expr::Priority(Box::new(Expr::Pid)),
            ExprKind::ControlState => Expr::PcValue(Box::new(Expr::Pid)),
            // Events of a trace do not evaluate it.
            ExprKind::Anything => Expr::Const(0),
            ExprKind::NonProgress => Expr::NonProgress,
            ExprKind::Timeout => Expr::Timeout,
            ExprKind::Unary(op, e) => Expr::Unary(unary(*op), self.boxed(e)),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Conditional(c, a, b) => Expr::Cond(self.boxed(c), self.boxed(a), self.boxed(b)),
            // As part of a larger expression a `run` is refused by the resolver.
            ExprKind::Run { .. } => Expr::Const(0),
            ExprKind::Len(q) => Expr::Len(Box::new(self.channel(q))),
            ExprKind::Probe(probe, q) => Expr::Test(channel_test(*probe), Box::new(self.channel(q))),
            ExprKind::Poll { channel, args, random } => Expr::Poll {
                channel: Box::new(self.channel(channel)),
                args: args.iter().map(|a| self.receive_arg(a)).collect(),
                random: *random,
            },
            ExprKind::Enabled(e) => Expr::Enabled(self.boxed(e)),
            ExprKind::PcValue(e) => Expr::PcValue(self.boxed(e)),
            ExprKind::GetPriority(e) => Expr::Priority(self.boxed(e)),
            ExprKind::RemoteLabel { proctype, pid, label } => Expr::AtLabel {
                proctype: ProctypeId(proctype.0),
                pid: pid.as_ref().map(|e| self.boxed(e)),
                location: LocationId(self.label_locations[label.index()]),
            },
            ExprKind::RemoteVar { proctype, pid, var } => {
                let mut place = self.read(var);
                if let VarRef::Local(local) = place.var {
                    let pid = pid.as_ref().map(|e| self.boxed(e));
                    place.var = VarRef::Remote { proctype: ProctypeId(proctype.0), pid, local };
                }
                Expr::Load(place)
            }
        }
    }

    /// The one place where a constant of pan's does not fit an `int`: the number 2147483648 wraps to `-2147483648`,
    /// which C reads as the negation of a `long`, so that its negation in turn lies above every `int` it is compared
    /// with.
    fn binary(&mut self, op: BinaryOp, a: &resolved::Expr, b: &resolved::Expr) -> Expr {
        let (op, other) = match (is_above_int(a), is_above_int(b)) {
            (false, true) => (op, a),
            (true, false) => (mirrored(op), b),
            _ => return Expr::Binary(binary(op), self.boxed(a), self.boxed(b)),
        };
        let below = match op {
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::NotEqual => program::BinaryOp::Le,
            BinaryOp::Greater | BinaryOp::GreaterEqual | BinaryOp::Equal => program::BinaryOp::Gt,
            _ => return Expr::Binary(binary(op), self.boxed(a), self.boxed(b)),
        };
        Expr::Binary(below, self.boxed(other), Box::new(Expr::Const(i32::MAX)))
    }

    fn boxed(&mut self, expr: &resolved::Expr) -> Box<Expr> {
        Box::new(self.expression(expr))
    }

    /// A channel-valued reference.
    pub(super) fn channel(&mut self, var: &resolved::VarRef) -> Expr {
        Expr::Load(self.read(var))
    }

    /// A reference whose value is used.
    fn read(&mut self, var: &resolved::VarRef) -> Place {
        self.variables.read.insert(leaf(var));
        self.place(var)
    }

    /// A reference that is written.
    pub(super) fn written(&mut self, var: &resolved::VarRef) -> Place {
        if !self.in_init {
            self.variables.written_later.insert(leaf(var));
        }
        self.place(var)
    }

    fn place(&mut self, var: &resolved::VarRef) -> Place {
        let mut index = Vec::new();
        let mut ty = self.model.var(var.var).ty;
        let mut is_array = self.model.var(var.var).array.is_some();
        if is_array {
            index.push(self.index(var.index.as_deref()));
        }
        for step in &var.path {
            let resolved::Type::Struct(id) = ty else { break };
            let field = &self.model.structure(id).fields[step.field as usize];
            // Whether the field itself is an array decides how its elements are stored.
            is_array = field.array.is_some();
            if is_array {
                index.push(self.index(step.index.as_deref()));
            }
            ty = field.ty;
        }
        Place { var: self.variables.leaf(&leaf(var)), scalar: cell_scalar(ty, is_array), index }
    }

    /// An array named without an index means its first element.
    fn index(&mut self, index: Option<&resolved::Expr>) -> Expr {
        index.map_or(Expr::Const(0), |e| self.expression(e))
    }

    pub(super) fn receive_arg(&mut self, arg: &ReceiveArg) -> program::ReceiveArg {
        match arg {
            ReceiveArg::Match(e) | ReceiveArg::Eval(e) => program::ReceiveArg::Match(self.expression(e)),
            ReceiveArg::Store(LValue::Var(var)) => program::ReceiveArg::Bind(self.written(var)),
            ReceiveArg::Store(LValue::Discard(_) | LValue::Priority(_)) => program::ReceiveArg::Bind(Place {
                var: VarRef::Scratch,
                scalar: program::Scalar::Int,
                index: Vec::new(),
            }),
        }
    }
}

fn is_above_int(expr: &resolved::Expr) -> bool {
    let ExprKind::Unary(UnaryOp::Minus, negated) = &expr.kind else { return false };
    matches!(negated.kind, ExprKind::Const(i32::MIN))
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

fn unary(op: UnaryOp) -> program::UnaryOp {
    match op {
        UnaryOp::Minus => program::UnaryOp::Neg,
        UnaryOp::Not => program::UnaryOp::Not,
        UnaryOp::Complement => program::UnaryOp::BitNot,
    }
}

fn binary(op: BinaryOp) -> program::BinaryOp {
    use program::BinaryOp as P;
    match op {
        BinaryOp::Add => P::Add,
        BinaryOp::Subtract => P::Sub,
        BinaryOp::Multiply => P::Mul,
        BinaryOp::Divide => P::Div,
        BinaryOp::Remainder => P::Rem,
        BinaryOp::BitAnd => P::BitAnd,
        BinaryOp::BitOr => P::BitOr,
        BinaryOp::BitXor => P::BitXor,
        BinaryOp::ShiftLeft => P::Shl,
        BinaryOp::ShiftRight => P::Shr,
        BinaryOp::Less => P::Lt,
        BinaryOp::LessEqual => P::Le,
        BinaryOp::Greater => P::Gt,
        BinaryOp::GreaterEqual => P::Ge,
        BinaryOp::Equal => P::Eq,
        BinaryOp::NotEqual => P::Ne,
        BinaryOp::And => P::And,
        BinaryOp::Or => P::Or,
    }
}

fn channel_test(probe: Probe) -> ChannelTest {
    match probe {
        Probe::Full => ChannelTest::Full,
        Probe::Empty => ChannelTest::Empty,
        Probe::NotFull => ChannelTest::NotFull,
        Probe::NotEmpty => ChannelTest::NotEmpty,
    }
}

/// A variable and the fields on the way to the part of it that is meant.
fn leaf(var: &resolved::VarRef) -> (resolved::VarId, Vec<u32>) {
    (var.var, var.path.iter().map(|f| f.field).collect())
}
