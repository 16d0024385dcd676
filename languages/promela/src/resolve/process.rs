//! Bodies with control flow: proctypes, `init`, never claims and event traces.

use super::Resolver;
use super::scope::Here;
use crate::ast::{self, Item};
use crate::resolved::{
    Block, Expr, ExprKind, MtypeId, Proctype, ProctypeId, ProctypeKind, StmtKind, Type, VarId,
};
use diagnostics::{Diagnostic, Span};

/// A `run` to be checked when all proctypes are known.
pub(super) struct PendingRun {
    proctype: ProctypeId,
    /// The argument if it is a variable's name, or the set of a symbolic constant.
    args: Vec<Argument>,
    span: Span,
}

enum Argument {
    Variable(Span),
    Symbol(MtypeId, Span),
    Other,
}

impl PendingRun {
    pub fn new(proctype: ProctypeId, args: &[Expr], span: Span) -> PendingRun {
        let argument = |e: &Expr| match e.kind {
            ExprKind::Var(_) | ExprKind::Pid | ExprKind::ProcessCount => Argument::Variable(e.span),
            ExprKind::Symbol(set, _) => Argument::Symbol(set, e.span),
            _ => Argument::Other,
        };
        PendingRun { proctype, args: args.iter().map(argument).collect(), span }
    }
}

impl Resolver<'_> {
    /// Hands out the ids of all bodies, so that `run` can name a later one.
    pub(super) fn announce(&mut self, program: &ast::Program) {
        for item in &program.items {
            let (name, kind, span, body) = match item {
                Item::Proctype(p) => (p.name.text.clone(), ProctypeKind::Proctype, p.name.span, &p.body),
                Item::Init(i) => (":init:".to_owned(), ProctypeKind::Init, i.span, &i.body),
                Item::Never(n) => (self.claim_name(n), ProctypeKind::Never, n.span, &n.body),
                Item::Trace(t) if t.negated => {
                    (":notrace:".to_owned(), ProctypeKind::Notrace, t.span, &t.body)
                }
                Item::Trace(t) => (":trace:".to_owned(), ProctypeKind::Trace, t.span, &t.body),
                _ => continue,
            };
            let id = ProctypeId(u32::try_from(self.model.proctypes.len()).unwrap_or(u32::MAX));
            if kind == ProctypeKind::Proctype {
                self.proctypes.insert(name.clone(), id);
            } else if let Some(first) = self.model.proctypes.iter().find(|p| p.name == name) {
                let message = match kind {
                    ProctypeKind::Never => "there is already a never claim of that name",
                    ProctypeKind::Init => "there is already an `init`",
                    _ => "there is already an event trace",
                };
                let error = Diagnostic::error("redeclared", message, span).also(first.span, "here");
                self.errors.push(error);
            }
            self.model.proctypes.push(Proctype {
                name,
                kind,
                params: Vec::new(),
                locals: Vec::new(),
                body: Block { stmts: Vec::new(), span: body.span },
                active: 0,
                priority: None,
                provided: None,
                deterministic: false,
                exclusive: Vec::new(),
                span,
                end_span: body.close,
            });
        }
    }

    fn claim_name(&self, never: &ast::Never) -> String {
        let claims = self.model.proctypes.iter().filter(|p| p.kind == ProctypeKind::Never).count();
        never.name.as_ref().map_or_else(|| format!("never_{claims}"), |n| n.text.clone())
    }

    /// The next body to be filled in.
    fn enter(&mut self) -> ProctypeId {
        let id = ProctypeId(self.next_proctype);
        self.next_proctype += 1;
        let kind = self.model.proctype(id).kind;
        self.here = Some(Here::new(id, kind));
        id
    }

    fn at(&mut self, id: ProctypeId) -> &mut Proctype {
        &mut self.model.proctypes[id.index()]
    }

    pub(super) fn proctype(&mut self, proctype: &ast::Proctype) {
        let active = match &proctype.active {
            None => 0,
            Some(None) => 1,
            Some(Some(count)) => self.active_count(count),
        };
        if let Some(id) = self.globals.get(&proctype.name.text) {
            let first = self.model.var(*id).span;
            let message = format!("`{}` is already declared", proctype.name.text);
            let error = Diagnostic::error("redeclared", message, proctype.name.span);
            self.errors.push(error.also(first, "first declared here"));
        }
        let id = self.enter();
        if let Some(here) = &mut self.here {
            here.open();
        }
        let params = self.parameters(&proctype.params);
        let priority = proctype.priority.and_then(|p| self.priority_value(p, 1));
        let provided = proctype.provided.as_ref().map(|e| self.provided(e));
        let p = self.at(id);
        p.params = params;
        p.active = active;
        p.priority = priority;
        p.provided = provided;
        p.deterministic = proctype.deterministic;
        if active > 0 {
            self.model.initial_processes.push((id, active));
        }
        self.body(id, &proctype.body);
    }

    fn parameters(&mut self, params: &[ast::Decl]) -> Vec<VarId> {
        let mut ids = Vec::new();
        for decl in params {
            for var in &decl.vars {
                if var.init.is_some() {
                    let message = format!("parameter `{}` cannot have an initial value", var.name.text);
                    self.error("parameter", message, var.name.span);
                }
                if var.size.is_some() {
                    let message = format!("parameter `{}` cannot be an array", var.name.text);
                    let error = Diagnostic::error("parameter", message, var.name.span);
                    self.errors
                        .push(error.hint("make the array global, or put it into a channel or structure"));
                }
                ids.extend(self.variable(decl, var, true));
            }
        }
        for id in &ids {
            if self.holds_array(self.model.var(*id).ty) {
                let message =
                    format!("parameter `{}` is a structure with an array in it", self.model.var(*id).name);
                let span = self.model.var(*id).span;
                self.error("parameter", message, span);
            }
        }
        ids
    }

    fn holds_array(&self, ty: Type) -> bool {
        let Type::Struct(id) = ty else { return false };
        self.model.structure(id).fields.iter().any(|f| f.array.is_some() || self.holds_array(f.ty))
    }

    /// SPIN allows only what does not depend on the process itself.
    fn provided(&mut self, expr: &ast::Expr) -> Expr {
        let resolved = self.expr(expr);
        if let Some(span) = self.local_part(&resolved) {
            let error = Diagnostic::error("provided", "`provided` can depend on global state only", span);
            self.errors.push(error.hint("`_pid` and `_priority` are allowed too"));
        }
        resolved
    }

    fn local_part(&self, expr: &Expr) -> Option<Span> {
        use crate::resolved::Scope;
        let local =
            |r: &crate::resolved::VarRef| (self.model.var(r.var).scope != Scope::Global).then_some(r.span);
        match &expr.kind {
            ExprKind::Var(r) | ExprKind::Len(r) | ExprKind::Probe(_, r) => local(r),
            ExprKind::Poll { channel, .. } => local(channel),
            ExprKind::Unary(_, a)
            | ExprKind::Enabled(a)
            | ExprKind::PcValue(a)
            | ExprKind::GetPriority(a) => self.local_part(a),
            ExprKind::Binary(_, a, b) => self.local_part(a).or_else(|| self.local_part(b)),
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().find_map(|e| self.local_part(e)),
            ExprKind::Run { .. } | ExprKind::RemoteLabel { .. } | ExprKind::RemoteVar { .. } => {
                Some(expr.span)
            }
            ExprKind::NonProgress => Some(expr.span),
            _ => None,
        }
    }

    pub(super) fn init(&mut self, init: &ast::Init) {
        let id = self.enter();
        if let Some(here) = &mut self.here {
            here.open();
        }
        let priority = init.priority.and_then(|p| self.priority_value(p, 1));
        let p = self.at(id);
        p.priority = priority;
        p.active = 1;
        self.model.initial_processes.push((id, 1));
        self.body(id, &init.body);
    }

    pub(super) fn never(&mut self, never: &ast::Never) {
        let id = self.enter();
        if let Some(here) = &mut self.here {
            here.open();
        }
        self.body(id, &never.body);
    }

    pub(super) fn trace(&mut self, trace: &ast::Trace) {
        let id = self.enter();
        if let Some(here) = &mut self.here {
            here.open();
        }
        self.body(id, &trace.body);
    }

    fn body(&mut self, id: ProctypeId, body: &ast::Body) {
        let first = self.model.variables.len();
        if let Some(here) = &mut self.here {
            here.open();
            here.initialising = true;
        }
        let mut stmts = Vec::new();
        self.steps(&body.steps, &mut stmts);
        let targets = self.resolve_gotos();
        super::control::point_gotos(&mut stmts, &targets);
        let locals = (first..self.model.variables.len()).filter_map(|i| u32::try_from(i).ok().map(VarId));
        let locals: Vec<VarId> = locals.collect();
        self.check_claim_locals(id, &locals);
        let p = self.at(id);
        p.body.stmts = stmts;
        p.locals = locals;
        self.here = None;
    }

    fn check_claim_locals(&mut self, id: ProctypeId, locals: &[VarId]) {
        if let (ProctypeKind::Never, Some(first)) = (self.model.proctype(id).kind, locals.first()) {
            let span = self.model.var(*first).span;
            let error =
                Diagnostic::error("claim-local", "a never claim cannot have variables of its own", span);
            self.errors.push(error.hint("declare it globally"));
        }
    }

    pub(super) fn check_runs(&mut self) {
        for run in std::mem::take(&mut self.runs) {
            let params = self.model.proctype(run.proctype).params.clone();
            let mut types = Vec::new();
            for id in &params {
                self.scalars(self.model.var(*id).ty, &mut types);
            }
            if types.len() != run.args.len() {
                self.wrong_arguments(&run, types.len());
                continue;
            }
            for (ty, arg) in types.iter().zip(&run.args) {
                self.check_argument(*ty, arg);
            }
        }
    }

    fn scalars(&self, ty: Type, out: &mut Vec<Type>) {
        match ty {
            Type::Struct(id) => {
                for field in &self.model.structure(id).fields {
                    self.scalars(field.ty, out);
                }
            }
            _ => out.push(ty),
        }
    }

    fn wrong_arguments(&mut self, run: &PendingRun, wanted: usize) {
        let proctype = self.model.proctype(run.proctype);
        let message =
            format!("proctype `{}` takes {wanted} arguments, not {}", proctype.name, run.args.len());
        let error = Diagnostic::error("run-arguments", message, run.span).also(proctype.span, "defined here");
        self.errors.push(error);
    }

    /// SPIN wants a symbolic constant of the right set where the parameter is an `mtype`, or no name at all.
    fn check_argument(&mut self, ty: Type, arg: &Argument) {
        let Type::Mtype(wanted) = ty else { return };
        let (message, span) = match arg {
            Argument::Variable(span) => ("SPIN takes only a constant for a parameter of type `mtype`", *span),
            Argument::Symbol(set, span) if *set != wanted => {
                ("this constant belongs to another `mtype`", *span)
            }
            _ => return,
        };
        let error = Diagnostic::error("run-arguments", message, span);
        self.errors.push(error.hint("declare the parameter as `byte`"));
    }
}

/// Is a statement one that a trace may contain?
pub(super) fn is_event(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Send { sorted: false, .. }
            | StmtKind::Receive { random: false, keep: false, .. }
            | StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
    )
}
