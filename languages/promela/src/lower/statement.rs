//! Statements.

use program::{Expr, Place, ProctypeId, Scalar, Statement, VarRef};

use super::Lowering;
use crate::resolved::{self, ExprKind, LValue, StmtKind};

impl Lowering<'_> {
    /// A statement that is not control flow.
    pub(super) fn statement(&mut self, stmt: &resolved::Stmt) -> Statement {
        match &stmt.kind {
            StmtKind::Assign { target: LValue::Priority(_), value } => {
                let value = self.expression(value);
                Statement::SetPriority(Expr::Pid, value)
            }
            StmtKind::Assign { target, value } => self.assignment(target, value),
            StmtKind::Condition(expr) => self.condition(expr),
            StmtKind::Send { channel, args, sorted } => Statement::Send {
                channel: self.channel(channel),
                args: args.iter().map(|e| self.expression(e)).collect(),
                sorted: *sorted,
            },
            StmtKind::Receive { channel, args, random, keep } => Statement::Receive {
                channel: self.channel(channel),
                args: args.iter().map(|a| self.receive_arg(a)).collect(),
                random: *random,
                keep: *keep,
            },
            StmtKind::Assert(expr) => Statement::Assert(self.expression(expr)),
            StmtKind::Printf { format, args } => Statement::Print {
                format: format.clone(),
                args: args.iter().map(|e| self.expression(e)).collect(),
            },
            StmtKind::Printm(expr) => {
                Statement::Print { format: "%e".into(), args: vec![self.expression(expr)] }
            }
            StmtKind::SetPriority(pid, value) => {
                Statement::SetPriority(self.expression(pid), self.expression(value))
            }
            StmtKind::Else => Statement::Else,
            StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::Atomic(_)
            | StmtKind::DStep(_)
            | StmtKind::Block(_)
            | StmtKind::Unless { .. } => Statement::Skip,
        }
    }

    /// An event of a `trace` body.
    pub(super) fn event(&mut self, stmt: &resolved::Stmt) -> Statement {
        match &stmt.kind {
            StmtKind::Send { channel, args, .. } => Statement::Event {
                send: true,
                channel: self.channel(channel),
                args: args.iter().map(|e| self.event_arg(e)).collect(),
            },
            StmtKind::Receive { channel, args, .. } => Statement::Event {
                send: false,
                channel: self.channel(channel),
                args: args.iter().map(|a| self.receive_arg(a)).collect(),
            },
            _ => self.statement(stmt),
        }
    }

    /// In a `trace`, a constant must be sent as it stands; anything else matches whatever is sent.
    fn event_arg(&mut self, expr: &resolved::Expr) -> program::ReceiveArg {
        match expr.kind {
            ExprKind::Const(_) | ExprKind::Symbol(..) => program::ReceiveArg::Match(self.expression(expr)),
            _ => program::ReceiveArg::Bind(discard()),
        }
    }

    fn condition(&mut self, expr: &resolved::Expr) -> Statement {
        match &expr.kind {
            ExprKind::Const(1) => Statement::Skip,
            ExprKind::Run { .. } => self.run_statement(expr, None),
            _ => Statement::Guard(self.expression(expr)),
        }
    }

    fn assignment(&mut self, target: &LValue, value: &resolved::Expr) -> Statement {
        let place = self.target(target);
        match &value.kind {
            ExprKind::Run { .. } => self.run_statement(value, Some(place)),
            _ => Statement::Assign(place, self.expression(value)),
        }
    }

    fn target(&mut self, target: &LValue) -> Place {
        match target {
            LValue::Var(var) => self.written(var),
            LValue::Discard(_) | LValue::Priority(_) => discard(),
        }
    }

    fn run_statement(&mut self, expr: &resolved::Expr, result: Option<Place>) -> Statement {
        let ExprKind::Run { proctype, args, priority } = &expr.kind else { return Statement::Skip };
        Statement::Run {
            proctype: ProctypeId(proctype.0),
            args: args.iter().map(|e| self.expression(e)).collect(),
            priority: priority.unwrap_or(1),
            result,
        }
    }
}

fn discard() -> Place {
    Place { var: VarRef::Scratch, scalar: Scalar::Int, index: Vec::new() }
}
