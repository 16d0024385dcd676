//! Which variables a statement reads and writes, and whether it touches anything shared.
//!
//! Only whole scalar variables count as used: of an array element only the index is (SPIN's `ana_stmnt`).

use super::super::element::Node;
use crate::resolved::{
    Exclusive, Expr, ExprKind, LValue, Model, Probe, ReceiveArg, Scope, Stmt, StmtKind, Type, VarId, VarRef,
    Visibility,
};

/// Variables read and written.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub reads: Vec<VarId>,
    pub writes: Vec<VarId>,
}

/// The uses of an element.
pub(super) fn uses_of(model: &Model, node: &Node) -> Uses {
    let mut uses = Uses::default();
    if let Node::Basic(stmt) = node {
        uses.statement(model, stmt);
    }
    uses
}

impl Uses {
    fn statement(&mut self, model: &Model, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.target(model, target);
                self.read(model, value);
            }
            StmtKind::Condition(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => self.read(model, e),
            StmtKind::Send { channel, args, .. } => {
                self.reference(model, channel, false);
                args.iter().for_each(|a| self.read(model, a));
            }
            StmtKind::Receive { channel, args, .. } => {
                self.reference(model, channel, false);
                args.iter().for_each(|a| self.receive_arg(model, a, true));
            }
            StmtKind::Printf { args, .. } => args.iter().for_each(|a| self.read(model, a)),
            StmtKind::SetPriority(a, b) => {
                self.read(model, a);
                self.read(model, b);
            }
            _ => {}
        }
    }

    fn receive_arg(&mut self, model: &Model, arg: &ReceiveArg, stores: bool) {
        match arg {
            ReceiveArg::Eval(e) => self.read(model, e),
            ReceiveArg::Store(target) if stores => self.target(model, target),
            ReceiveArg::Store(_) | ReceiveArg::Match(_) => {}
        }
    }

    fn target(&mut self, model: &Model, target: &LValue) {
        if let LValue::Var(var) = target {
            self.reference(model, var, true);
        }
    }

    fn reference(&mut self, model: &Model, var: &VarRef, written: bool) {
        match &var.index {
            Some(index) => self.read(model, index),
            None if var.path.is_empty() && model.var(var.var).array.is_none() => {
                let list = if written { &mut self.writes } else { &mut self.reads };
                if !list.contains(&var.var) {
                    list.push(var.var);
                }
            }
            None => {}
        }
        for index in var.path.iter().filter_map(|f| f.index.as_ref()) {
            self.read(model, index);
        }
    }

    fn read(&mut self, model: &Model, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => {
                self.reference(model, var, false);
            }
            ExprKind::Poll { channel, args, .. } => {
                self.reference(model, channel, false);
                args.iter().for_each(|a| self.receive_arg(model, a, false));
            }
            _ => operands(expr).into_iter().for_each(|e| self.read(model, e)),
        }
    }
}

/// The direct operands of an expression.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Unary(_, e) | ExprKind::Enabled(e) | ExprKind::PcValue(e) | ExprKind::GetPriority(e) => {
            vec![e]
        }
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Conditional(c, a, b) => vec![c, a, b],
        ExprKind::Run { args, .. } => args.iter().collect(),
        ExprKind::RemoteLabel { pid, .. } | ExprKind::RemoteVar { pid, .. } => {
            pid.iter().map(AsRef::as_ref).collect()
        }
        _ => Vec::new(),
    }
}

/// A local variable that is neither a channel nor a structure: what SPIN resets.
pub(super) fn is_resettable(model: &Model, var: VarId) -> bool {
    let variable = model.var(var);
    matches!(variable.scope, Scope::Local(_))
        && !matches!(variable.ty, Type::Chan | Type::Struct(_))
        && variable.array.is_none()
}

/// Does the element touch anything that another process may touch too (SPIN's `has_global`)?
pub(super) fn is_global(model: &Model, node: &Node) -> bool {
    let Node::Basic(stmt) = node else { return false };
    match &stmt.kind {
        StmtKind::Assign { target: LValue::Var(var), value } => {
            var_is_global(model, var) || expr_is_global(model, value)
        }
        StmtKind::Assign { target: LValue::Discard(_) | LValue::Priority(_), value } => {
            expr_is_global(model, value)
        }
        StmtKind::Condition(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => expr_is_global(model, e),
        StmtKind::Printf { args, .. } => args.iter().any(|a| expr_is_global(model, a)),
        // Without exclusive access to its channel every exchange is visible to others.
        StmtKind::Send { channel, args, .. } => {
            !is_exclusive(model, channel, Exclusive::Send) || args.iter().any(|a| expr_is_global(model, a))
        }
        StmtKind::Receive { channel, args, .. } => {
            !is_exclusive(model, channel, Exclusive::Receive) || args.iter().any(|a| arg_is_global(model, a))
        }
        StmtKind::SetPriority(..) => true,
        _ => false,
    }
}

/// Exactly one process type claims `xr` or `xs` for the channel.
fn is_exclusive(model: &Model, channel: &VarRef, claim: Exclusive) -> bool {
    let claims = |p: &&crate::resolved::Proctype| {
        p.exclusive.iter().any(|(c, var)| *c == claim && var.var == channel.var)
    };
    model.proctypes.iter().filter(claims).count() == 1
}

fn is_wholly_exclusive(model: &Model, channel: &VarRef) -> bool {
    [Exclusive::Receive, Exclusive::Send].into_iter().all(|claim| is_exclusive(model, channel, claim))
}

fn arg_is_global(model: &Model, arg: &ReceiveArg) -> bool {
    match arg {
        ReceiveArg::Match(_) | ReceiveArg::Store(LValue::Discard(_) | LValue::Priority(_)) => false,
        ReceiveArg::Eval(e) => expr_is_global(model, e),
        ReceiveArg::Store(LValue::Var(var)) => var_is_global(model, var),
    }
}

fn var_is_global(model: &Model, var: &VarRef) -> bool {
    let variable = model.var(var.var);
    matches!(variable.scope, Scope::Global) && variable.visibility != Some(Visibility::Local)
        || var.index.as_ref().is_some_and(|i| expr_is_global(model, i))
}

fn expr_is_global(model: &Model, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(var) => var_is_global(model, var),
        ExprKind::ProcessCount
        | ExprKind::Last
        | ExprKind::NonProgress
        | ExprKind::Timeout
        | ExprKind::Enabled(_)
        | ExprKind::PcValue(_)
        | ExprKind::GetPriority(_)
        | ExprKind::RemoteLabel { .. }
        | ExprKind::RemoteVar { .. } => true,
        ExprKind::Run { .. } => false,
        // What a question about a channel tells can be changed by one side alone, or by both.
        ExprKind::Probe(Probe::NotEmpty | Probe::Full, q) => !is_exclusive(model, q, Exclusive::Receive),
        ExprKind::Probe(Probe::NotFull | Probe::Empty, q) => !is_exclusive(model, q, Exclusive::Send),
        ExprKind::Len(q) => !is_wholly_exclusive(model, q),
        ExprKind::Poll { channel, args, .. } => {
            !is_wholly_exclusive(model, channel) || args.iter().any(|a| arg_is_global(model, a))
        }
        // The test of a conditional expression is looked at, its branches are not (SPIN 6.5.2, `has_global`).
        ExprKind::Conditional(c, _, _) => expr_is_global(model, c),
        _ => operands(expr).into_iter().any(|e| expr_is_global(model, e)),
    }
}
