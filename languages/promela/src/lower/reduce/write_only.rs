//! Write-only variables: a global that nothing reads is not part of the state (SPIN's `chanaccess`).

use std::collections::HashSet;

use super::uses::operands;
use crate::resolved::{
    BinaryOp, Block, Expr, ExprKind, LValue, Model, ReceiveArg, Scope, Stmt, StmtKind, Type, VarId, VarRef,
};

/// Global scalars and arrays of scalars that are never read, printing and counting up aside.
pub(in super::super) fn write_only(model: &Model) -> HashSet<VarId> {
    let read = Read::of(model);
    let scalar = |v: VarId| !matches!(model.var(v).ty, Type::Chan | Type::Struct(_));
    let all = model.globals.iter().copied();
    all.filter(|v| matches!(model.var(*v).scope, Scope::Global) && scalar(*v) && !read.vars.contains(v))
        .collect()
}

/// Does some expression read a local variable of another process?
pub(in super::super) fn has_remote_variables(model: &Model) -> bool {
    Read::of(model).remote
}

struct Read {
    vars: HashSet<VarId>,
    /// A remote reference to a variable was seen.
    remote: bool,
}

impl Read {
    fn of(model: &Model) -> Read {
        let mut read = Read { vars: HashSet::new(), remote: false };
        for proctype in &model.proctypes {
            read.block(&proctype.body);
            proctype.provided.iter().for_each(|e| read.expr(e));
        }
        for variable in &model.variables {
            match &variable.init {
                crate::resolved::Initialiser::Value(e) => read.expr(e),
                crate::resolved::Initialiser::List(es) => es.iter().for_each(|e| read.expr(e)),
                _ => {}
            }
        }
        for ltl in &model.ltl {
            read.formula(&ltl.formula);
        }
        read
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.indices_of(target);
                match counts(target, value) {
                    true => {}
                    false => self.expr(value),
                }
            }
            StmtKind::Condition(e) | StmtKind::Assert(e) => self.expr(e),
            StmtKind::Send { channel, args, .. } => {
                self.var(channel);
                args.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Receive { channel, args, .. } => {
                self.var(channel);
                args.iter().for_each(|a| self.receive_arg(a));
            }
            StmtKind::SetPriority(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|b| self.block(b)),
            StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => self.block(b),
            StmtKind::Unless { main, escape } => {
                self.block(main);
                self.block(escape);
            }
            StmtKind::Printf { args, .. } => args.iter().for_each(|e| self.printed(e)),
            StmtKind::Printm(_) | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Else => {}
        }
    }

    /// A value that is only printed is not read, unless printing it may fail: divisors and indices are, and what is
    /// divided by something that may be -1, as the smallest number cannot be.
    fn printed(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => self.indices(var),
            ExprKind::Binary(BinaryOp::Divide | BinaryOp::Remainder, a, b) => {
                match b.kind {
                    ExprKind::Const(1..) => self.printed(a),
                    _ => self.expr(a),
                }
                self.expr(b);
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Conditional(..) => {
                operands(expr).into_iter().for_each(|e| self.printed(e));
            }
            // Questions about channels and processes.
            _ => self.expr(expr),
        }
    }

    /// SPIN counts a variable that a message is received into as read.
    fn receive_arg(&mut self, arg: &ReceiveArg) {
        match arg {
            ReceiveArg::Match(e) | ReceiveArg::Eval(e) => self.expr(e),
            ReceiveArg::Store(LValue::Var(var)) => self.var(var),
            ReceiveArg::Store(_) => {}
        }
    }

    fn indices_of(&mut self, target: &LValue) {
        if let LValue::Var(var) = target {
            self.indices(var);
        }
    }

    fn indices(&mut self, var: &VarRef) {
        var.index.iter().for_each(|e| self.expr(e));
        var.path.iter().filter_map(|f| f.index.as_ref()).for_each(|e| self.expr(e));
    }

    fn var(&mut self, var: &VarRef) {
        self.vars.insert(var.var);
        self.indices(var);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => self.var(var),
            ExprKind::RemoteVar { var, .. } => {
                self.remote = true;
                self.var(var);
            }
            ExprKind::Poll { channel, args, .. } => {
                self.var(channel);
                args.iter().for_each(|a| self.receive_arg(a));
            }
            _ => {}
        }
        operands(expr).into_iter().for_each(|e| self.expr(e));
    }

    fn formula(&mut self, formula: &crate::resolved::Formula) {
        use crate::resolved::FormulaKind as F;
        match &formula.kind {
            F::Atom(e) => self.expr(e),
            F::Not(f) | F::Next(f) | F::Always(f) | F::Eventually(f) => self.formula(f),
            F::And(a, b)
            | F::Or(a, b)
            | F::Implies(a, b)
            | F::Equivalent(a, b)
            | F::Until(a, b)
            | F::Release(a, b)
            | F::WeakUntil(a, b) => {
                self.formula(a);
                self.formula(b);
            }
        }
    }
}

/// `x++` and `x--`: the old value goes nowhere but into the new one.
fn counts(target: &LValue, value: &Expr) -> bool {
    let (LValue::Var(to), ExprKind::Binary(_, a, b)) = (target, &value.kind) else { return false };
    match (&a.kind, &b.kind) {
        (ExprKind::Var(from), ExprKind::Const(1)) => from.var == to.var && from.span == to.span,
        _ => false,
    }
}
