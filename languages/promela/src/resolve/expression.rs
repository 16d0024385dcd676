//! Expressions.

use super::process::PendingRun;
use super::reference::Wanted;
use super::{Entity, Resolver};
use crate::ast::{self, Name, Number};
use crate::resolved::{Expr, ExprKind, Probe, ProctypeKind, Scope, VarRef};
use diagnostics::{Diagnostic, Span, nearest};

impl Resolver<'_> {
    /// Resolves an expression; what is wrong in it is reported and counts as 0.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        let kind = self.expr_kind(expr).unwrap_or(ExprKind::Const(0));
        Expr { kind, span: expr.span }
    }

    fn boxed(&mut self, expr: &ast::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    /// An expression that is executed by itself or assigned: it may be a `run`, which is a step and no value.
    pub(super) fn expr_or_run(&mut self, expr: &ast::Expr) -> Expr {
        let ast::ExprKind::Run(name, args, priority) = &expr.kind else { return self.expr(expr) };
        let kind = self.run(name, args, *priority, expr.span).unwrap_or(ExprKind::Const(0));
        Expr { kind, span: expr.span }
    }

    fn expr_kind(&mut self, expr: &ast::Expr) -> Option<ExprKind> {
        use ast::ExprKind as A;
        Some(match &expr.kind {
            A::Number(n) | A::Word(_, n) => ExprKind::Const(*n),
            A::Symbol(name) => {
                self.mention(expr.span, || Entity::Symbol(name.clone()));
                let (set, value) = self.symbols.get(name)?;
                ExprKind::Symbol(*set, *value)
            }
            A::Var(var) => return Some(self.variable_expr(var).kind),
            A::Unary(op, e) => ExprKind::Unary(*op, self.boxed(e)),
            A::Binary(op, a, b) => ExprKind::Binary(*op, self.boxed(a), self.boxed(b)),
            A::Conditional(c, a, b) => ExprKind::Conditional(self.boxed(c), self.boxed(a), self.boxed(b)),
            A::Run(..) => {
                let message = "`run` cannot be part of a larger expression";
                let error = Diagnostic::error("run-in-expression", message, expr.span);
                self.errors.push(error.hint("assign it to a variable first: `p = run …`"));
                return None;
            }
            A::Len(channel) => ExprKind::Len(self.measured(channel)?),
            // SPIN insists on a channel only for these two.
            A::Probe(probe @ (Probe::NotFull | Probe::NotEmpty), channel) => {
                ExprKind::Probe(*probe, self.channel(channel)?)
            }
            A::Probe(probe, channel) => ExprKind::Probe(*probe, self.measured(channel)?),
            A::Poll(channel, args, random) => {
                let channel = self.channel(channel)?;
                let args = self.receive_args(args);
                self.check_message_length(&channel, args.len(), expr.span);
                ExprKind::Poll { channel, args, random: *random }
            }
            A::Enabled(e) => {
                self.enabled.get_or_insert(expr.span);
                ExprKind::Enabled(self.boxed(e))
            }
            A::PcValue(e) => ExprKind::PcValue(self.boxed(e)),
            A::GetPriority(e) => {
                self.model.uses_priority = true;
                ExprKind::GetPriority(self.boxed(e))
            }
            A::Timeout => ExprKind::Timeout,
            A::NonProgress => {
                self.check_non_progress(expr.span);
                ExprKind::NonProgress
            }
            A::RemoteLabel(process, pid, label) => self.remote_label(process, pid.as_deref(), label)?,
            A::RemoteVar(process, pid, part) => {
                self.remote_variable(process, pid.as_deref(), part, expr.span)?
            }
            A::Temporal1(..) | A::Temporal2(..) => {
                self.error("misplaced-temporal", "temporal operators make sense only in `ltl`", expr.span);
                return None;
            }
            A::Invalid => return None,
        })
    }

    /// The channel of `len` and its kind; SPIN does not insist that it is one.
    fn measured(&mut self, channel: &ast::VarRef) -> Option<VarRef> {
        let reference = self.reference(channel, Wanted::Scalar)?;
        if reference.ty != crate::resolved::Type::Chan {
            let message = format!("`{}` is no channel", self.model.var(reference.var).name);
            let warning = Diagnostic::warning("not-a-channel", message, channel.span);
            self.errors.push(warning.label("its value is taken for a channel's number"));
        }
        Some(reference)
    }

    /// A variable in an expression, predefined ones included.
    pub(super) fn variable_expr(&mut self, var: &ast::VarRef) -> Expr {
        let kind = match self.predefined(var) {
            Some("_pid") => ExprKind::Pid,
            Some("_nr_pr") => ExprKind::ProcessCount,
            Some("_last") => ExprKind::Last,
            Some("_p") => ExprKind::ControlState,
            Some("_priority") => {
                self.model.uses_priority = true;
                ExprKind::Priority
            }
            Some(_) if self.is_in_trace() => ExprKind::Anything,
            Some(_) if self.lenient => ExprKind::Const(0),
            Some(_) => {
                let error = Diagnostic::error("read-of-discard", "`_` cannot be read", var.span);
                self.errors.push(error.label("it only throws values away"));
                ExprKind::Const(0)
            }
            None => match self.reference(var, Wanted::Scalar) {
                Some(reference) => ExprKind::Var(reference),
                None => ExprKind::Const(0),
            },
        };
        Expr { kind, span: var.span }
    }

    fn check_non_progress(&mut self, span: Span) {
        let in_process = self.here.as_ref().is_some_and(|here| here.kind != ProctypeKind::Never);
        if in_process {
            self.error("misplaced-np", "`np_` makes sense only in a never claim or in `ltl`", span);
        }
    }

    fn run(
        &mut self,
        name: &Name,
        args: &[ast::Expr],
        priority: Option<Number>,
        span: Span,
    ) -> Option<ExprKind> {
        let args = self.arguments(args);
        if self.here.is_none() {
            self.error("misplaced-run", "`run` makes sense only inside a process", span);
            return None;
        }
        if self.here.as_ref().is_some_and(|here| here.d_step.is_some()) {
            let error = Diagnostic::error("run-in-d-step", "`run` cannot stand in a `d_step`", span);
            self.errors.push(error.hint("use `atomic`"));
        }
        let Some(proctype) = self.proctypes.get(&name.text).copied() else {
            self.unknown_proctype(name);
            return None;
        };
        self.mention(name.span, || Entity::Proctype(proctype));
        self.runs.push(PendingRun::new(proctype, &args, span));
        let priority = priority.and_then(|p| self.priority_value(p, 0));
        Some(ExprKind::Run { proctype, args, priority })
    }

    fn unknown_proctype(&mut self, name: &Name) {
        let error =
            Diagnostic::error("undeclared-name", format!("there is no proctype `{}`", name.text), name.span);
        let mut known: Vec<&str> = self.proctypes.keys().map(String::as_str).collect();
        known.sort_unstable();
        self.errors.push(match nearest(&name.text, known) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        });
    }

    pub(super) fn priority_value(&mut self, priority: Number, least: u8) -> Option<u8> {
        self.model.uses_priority = true;
        match u8::try_from(priority.value) {
            Ok(value) if value >= least => Some(value),
            _ => {
                self.error("priority", "a priority lies between 1 and 255", priority.span);
                None
            }
        }
    }

    fn remote_label(&mut self, process: &Name, pid: Option<&ast::Expr>, label: &Name) -> Option<ExprKind> {
        let pid = pid.map(|e| self.boxed(e));
        let proctype = *self.proctypes.get(&process.text)?;
        self.mention(process.span, || Entity::Proctype(proctype));
        let found = self.model.labels.iter().position(|l| l.proctype == proctype && l.name == label.text);
        let Some(at) = found else {
            let message = format!("proctype `{}` has no label `{}`", process.text, label.text);
            let error = Diagnostic::error("unknown-label", message, label.span);
            let of_it = self.model.labels.iter().filter(|l| l.proctype == proctype);
            self.errors.push(match nearest(&label.text, of_it.map(|l| l.name.as_str())) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error,
            });
            return None;
        };
        if self.here.as_ref().is_some_and(|here| here.d_step.is_some()) {
            self.error("remote-in-d-step", "a remote reference cannot stand in a `d_step`", label.span);
        }
        self.model.labels[at].remote = true;
        let id = crate::resolved::LabelId(u32::try_from(at).ok()?);
        self.mention(label.span, || Entity::Label(id));
        Some(ExprKind::RemoteLabel { proctype, pid, label: id })
    }

    /// `p[e]:x`; SPIN can name only the outermost locals and parameters, not fields.
    fn remote_variable(
        &mut self,
        process: &Name,
        pid: Option<&ast::Expr>,
        part: &ast::VarPart,
        span: Span,
    ) -> Option<ExprKind> {
        let pid = pid.map(|e| self.boxed(e));
        let index = part.index.as_ref().map(|e| self.boxed(e));
        let proctype = *self.proctypes.get(&process.text)?;
        self.mention(process.span, || Entity::Proctype(proctype));
        let local = |v: &crate::resolved::Variable| {
            v.scope == Scope::Local(proctype) && v.name == part.name.text && v.unique_name == v.name
        };
        let Some(at) = self.model.variables.iter().position(local) else {
            let message = format!("proctype `{}` has no variable `{}`", process.text, part.name.text);
            self.error("undeclared-name", message, part.name.span);
            return None;
        };
        let variable = &self.model.variables[at];
        if variable.array.is_some() != index.is_some() {
            let message = format!(
                "`{}` {}",
                variable.name,
                if index.is_some() { "is no array" } else { "is an array" }
            );
            self.error("missing-index", message, part.name.span);
            return None;
        }
        let ty = variable.ty;
        let var = crate::resolved::VarId(u32::try_from(at).ok()?);
        self.mention(part.name.span, || Entity::Variable(var));
        let var = VarRef { var, index, path: Vec::new(), ty, span };
        Some(ExprKind::RemoteVar { proctype, pid, var })
    }
}
