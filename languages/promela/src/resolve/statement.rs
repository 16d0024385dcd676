//! Sequences and statements.

use super::Resolver;
use super::declaration::{find_run, zero};
use super::process::is_event;
use super::reference::Wanted;
use crate::ast::{self, Step};
use crate::resolved::{
    BinaryOp, Block, Exclusive, Expr, ExprKind, Initialiser, LValue, LabelId, ProctypeKind, Stmt, StmtKind,
    Type, VarId, VarRef,
};
use diagnostics::{Diagnostic, Span};

impl Resolver<'_> {
    pub(super) fn steps(&mut self, steps: &[Step], out: &mut Vec<Stmt>) {
        for step in steps {
            match step {
                Step::Decl(decl) => self.local_declaration(decl, out),
                Step::Mtype(symbols) => {
                    let message = "symbolic constants can only be declared at the top level";
                    self.error("misplaced-mtype", message, symbols.span);
                }
                Step::Exclusive { send, channels, span } => self.exclusive(*send, channels, *span),
                Step::Stmt(stmt) => self.stmt(stmt, Vec::new(), out),
            }
        }
    }

    /// Before the first statement an initialiser belongs to the variable, after it is an assignment; SPIN also assigns
    /// 0 to what is declared there without one.
    fn local_declaration(&mut self, decl: &ast::Decl, out: &mut Vec<Stmt>) {
        let initialising = self.here.as_ref().is_some_and(|here| here.initialising);
        for var in &decl.vars {
            let Some(id) = self.variable(decl, var, false) else { continue };
            if initialising {
                continue;
            }
            let init = std::mem::replace(&mut self.model.variables[id.index()].init, Initialiser::Zero);
            let value = match init {
                Initialiser::Zero => zero(var.name.span),
                Initialiser::Value(value) => value,
                Initialiser::List(_) | Initialiser::Channel(_) => {
                    self.late_initialiser(&var.name);
                    continue;
                }
            };
            let kind = self.implied_assignment(id, value);
            // Without an initialiser it is set to 0.
            let is_written = var.init.is_some();
            let text = if is_written { (&*var.text).into() } else { format!("{} = 0", var.text).into() };
            out.push(Stmt { labels: Vec::new(), kind, span: var.name.span, call: self.call(), text });
        }
    }

    fn late_initialiser(&mut self, name: &ast::Name) {
        let message = format!("`{}` must be declared before the first statement", name.text);
        let error = Diagnostic::error("late-initialiser", message, name.span);
        self.errors.push(error.hint("channels and lists can only initialise at the start of a proctype"));
    }

    /// SPIN assigns to the first element of an array only, and makes an empty step for a structure.
    fn implied_assignment(&self, id: VarId, value: Expr) -> StmtKind {
        let variable = self.model.var(id);
        let span = variable.span;
        if matches!(variable.ty, Type::Struct(_)) {
            return StmtKind::Condition(Expr { kind: ExprKind::Const(1), span });
        }
        let index = variable.array.map(|_| Box::new(zero(span)));
        let target = VarRef { var: id, index, path: Vec::new(), ty: variable.ty, span };
        StmtKind::Assign { target: LValue::Var(target), value }
    }

    fn call(&self) -> Option<Span> {
        self.here.as_ref().and_then(|here| here.call)
    }

    fn exclusive(&mut self, send: bool, channels: &[ast::VarRef], span: Span) {
        self.has_exclusive = true;
        let claim = if send { Exclusive::Send } else { Exclusive::Receive };
        for channel in channels {
            let Some(reference) = self.reference(channel, Wanted::Any) else { continue };
            if self.model.var(reference.var).array.is_some() {
                let error =
                    Diagnostic::error("exclusive", "an element of an array cannot be claimed", channel.span);
                self.errors.push(error.hint("copy it into a `chan` variable and claim that"));
            } else if !matches!(reference.ty, Type::Chan | Type::Struct(_)) {
                self.error("exclusive", "only a channel can be claimed", channel.span);
            }
            self.check_claimed_twice(claim, &reference, span);
            if let Some(id) = self.here.as_ref().map(|here| here.id) {
                self.model.proctypes[id.index()].exclusive.push((claim, reference));
            }
        }
    }

    fn check_claimed_twice(&mut self, claim: Exclusive, reference: &VarRef, span: Span) {
        let here = self.here.as_ref().map(|h| h.id.index());
        let others = self.model.proctypes.iter().enumerate().filter(|(i, _)| Some(*i) != here);
        let mut claims = others.flat_map(|(_, p)| &p.exclusive);
        let same = |(c, r): &&(Exclusive, VarRef)| {
            *c == claim && r.var == reference.var && reference.path.is_empty()
        };
        if let Some((_, first)) = claims.find(same) {
            let error = Diagnostic::error("exclusive", "another proctype claims this channel too", span);
            let error = error.also(first.span, "here");
            self.errors.push(error);
        }
    }

    /// Resolves a statement and appends it; a `for` or `select` appends its first assignment before.
    pub(super) fn stmt(&mut self, stmt: &ast::Stmt, mut labels: Vec<LabelId>, out: &mut Vec<Stmt>) {
        if let Some(here) = &mut self.here {
            here.initialising = false;
            here.call = stmt.call;
        }
        let kind = match &stmt.kind {
            ast::StmtKind::Labelled(name, inner) => {
                labels.push(self.label(name));
                match inner {
                    Some(inner) => return self.stmt(inner, labels, out),
                    None => Some(StmtKind::Condition(Expr { kind: ExprKind::Const(1), span: stmt.span })),
                }
            }
            ast::StmtKind::Inline { args, body, .. } => {
                self.inline_arguments(args);
                match body {
                    Some(body) => return self.stmt(body, labels, out),
                    None => return,
                }
            }
            ast::StmtKind::ForRange { var, from, to, body, texts } => {
                self.for_range((var, from, to, texts), body, stmt, out)
            }
            ast::StmtKind::ForIn { var, of, body, .. } => self.for_in(var, of, body, stmt, out),
            ast::StmtKind::Select { var, from, to, literal, texts } => {
                let first = out.len();
                let kind = self.select((var, from, to, texts), *literal, stmt, out);
                // The label of an expanded `select` goes with its first statement.
                if let (true, Some(assignment)) = (*literal, out.get_mut(first)) {
                    assignment.labels.append(&mut labels);
                }
                kind
            }
            ast::StmtKind::Unless(main, escape) => return self.unless(main, escape, stmt, out),
            other => Some(self.simple(other, stmt.span)),
        };
        let Some(kind) = kind else { return };
        self.check_place(&kind, matches!(stmt.kind, ast::StmtKind::Labelled(..)), stmt.span);
        out.push(Stmt { labels, kind, span: stmt.span, call: stmt.call, text: (&*stmt.text).into() });
    }

    /// Is the body at hand an event trace?
    pub(super) fn is_in_trace(&self) -> bool {
        let kind = self.here.as_ref().map(|here| here.kind);
        matches!(kind, Some(ProctypeKind::Trace | ProctypeKind::Notrace))
    }

    /// What a never claim or an event trace cannot contain.
    fn check_place(&mut self, kind: &StmtKind, labelled: bool, span: Span) {
        let Some(place) = self.here.as_ref().map(|here| here.kind) else { return };
        match place {
            ProctypeKind::Never if matches!(kind, StmtKind::Send { .. } | StmtKind::Receive { .. }) => {
                self.error("claim-io", "a never claim cannot send or receive", span);
            }
            ProctypeKind::Trace | ProctypeKind::Notrace if !labelled && !is_event(kind) => {
                let error =
                    Diagnostic::error("not-an-event", "an event trace holds only sends and receives", span);
                self.errors.push(error);
            }
            _ => {}
        }
    }

    /// Arguments of an inline are checked on their own: one that is never used must exist all the same.
    fn inline_arguments(&mut self, args: &[ast::InlineArg]) {
        let before = std::mem::replace(&mut self.lenient, true);
        for arg in args {
            if find_run(&arg.expr).is_none() {
                self.expr(&arg.expr);
            }
        }
        self.lenient = before;
    }

    fn simple(&mut self, kind: &ast::StmtKind, span: Span) -> StmtKind {
        use ast::StmtKind as A;
        let resolved = match kind {
            A::Assign(target, value) | A::Return(target, value) => self.assign(target, value),
            A::Increment(target) => self.step_by_one(target, BinaryOp::Add, span),
            A::Decrement(target) => self.step_by_one(target, BinaryOp::Subtract, span),
            A::Condition(expr) => self.condition(expr),
            A::Send { channel, args, sorted } => self.send(channel, args, *sorted, span),
            A::Receive { channel, args, random, keep } => self.receive(channel, args, *random, *keep, span),
            A::Assert(expr) => Some(StmtKind::Assert(self.expr(expr))),
            A::Printf(format, args) => self.printf(format, args, span),
            A::Printm(expr) => Some(StmtKind::Printm(self.expr(expr))),
            A::SetPriority(process, priority) => {
                self.model.uses_priority = true;
                Some(StmtKind::SetPriority(self.expr(process), self.expr(priority)))
            }
            A::Goto(label) => Some(self.goto(label)),
            A::Break => self.break_loop(span),
            A::Else => Some(StmtKind::Else),
            A::If(options) => Some(StmtKind::If(self.options(options))),
            A::Do(options) => Some(StmtKind::Do(self.in_loop(|r| r.options(options)))),
            A::Atomic(body) => Some(StmtKind::Atomic(self.block(body))),
            A::DStep(body) => Some(StmtKind::DStep(self.d_step(body))),
            A::Block(body) => Some(StmtKind::Block(self.block(body))),
            _ => None,
        };
        resolved.unwrap_or(StmtKind::Condition(Expr { kind: ExprKind::Const(1), span }))
    }

    fn target(&mut self, target: &ast::VarRef) -> Option<LValue> {
        match self.predefined(target) {
            Some("_") => Some(LValue::Discard(target.span)),
            Some("_priority") => {
                self.model.uses_priority = true;
                Some(LValue::Priority(target.span))
            }
            Some(name) => {
                self.error("read-only", format!("`{name}` cannot be assigned to"), target.span);
                None
            }
            None => {
                let reference = self.reference(target, Wanted::Scalar)?;
                self.check_self_index(target);
                Some(LValue::Var(reference))
            }
        }
    }

    /// SPIN cannot undo an assignment to `a[a[i]]`.
    fn check_self_index(&mut self, target: &ast::VarRef) {
        for part in &target.parts {
            let inner = match part.index.as_deref().map(|e| &e.kind) {
                Some(ast::ExprKind::Var(inner)) => inner,
                _ => continue,
            };
            let indexed = |p: &ast::VarPart| p.name.text == part.name.text && p.index.is_some();
            if target.parts.len() == 1 && inner.parts.len() == 1 && inner.parts.iter().any(indexed) {
                let message = format!("`{}` is indexed with itself", part.name.text);
                let error = Diagnostic::error("self-index", message, target.span);
                self.errors.push(error.hint("copy the index into a variable first"));
            }
        }
    }

    fn assign(&mut self, target: &ast::VarRef, value: &ast::Expr) -> Option<StmtKind> {
        let lvalue = self.target(target);
        let value = self.expr_or_run(value);
        let lvalue = lvalue?;
        if let LValue::Var(reference) = &lvalue {
            if reference.path.is_empty() {
                self.check_channel_use(&value, reference.ty, target.span);
            }
            self.check_set(reference, &value);
        }
        Some(StmtKind::Assign { target: lvalue, value })
    }

    fn step_by_one(&mut self, target: &ast::VarRef, op: BinaryOp, span: Span) -> Option<StmtKind> {
        let lvalue = self.target(target)?;
        if let LValue::Var(VarRef { ty: Type::Chan, .. }) = &lvalue {
            self.error("channel-arithmetic", "channels cannot be computed with", target.span);
        }
        let old = Box::new(match &lvalue {
            LValue::Var(reference) => Expr { kind: ExprKind::Var(reference.clone()), span: target.span },
            LValue::Priority(_) => Expr { kind: ExprKind::Priority, span: target.span },
            LValue::Discard(_) => {
                self.error("read-of-discard", "`_` cannot be read", target.span);
                return None;
            }
        });
        let one = Box::new(Expr { kind: ExprKind::Const(1), span });
        Some(StmtKind::Assign { target: lvalue, value: Expr { kind: ExprKind::Binary(op, old, one), span } })
    }

    fn condition(&mut self, expr: &ast::Expr) -> Option<StmtKind> {
        Some(StmtKind::Condition(self.expr_or_run(expr)))
    }

    fn send(
        &mut self,
        channel: &ast::VarRef,
        args: &[ast::Expr],
        sorted: bool,
        span: Span,
    ) -> Option<StmtKind> {
        let reference = self.channel(channel);
        let args = self.arguments(args);
        let channel = reference?;
        self.sends.push((args.len(), span));
        self.check_message_length(&channel, args.len(), span);
        Some(StmtKind::Send { channel, args, sorted })
    }

    fn receive(
        &mut self,
        channel: &ast::VarRef,
        args: &[ast::ReceiveArg],
        random: bool,
        keep: bool,
        span: Span,
    ) -> Option<StmtKind> {
        let reference = self.channel(channel);
        let args = self.receive_args(args);
        let channel = reference?;
        self.check_message_length(&channel, args.len(), span);
        Some(StmtKind::Receive { channel, args, random, keep })
    }

    fn printf(&mut self, format: &str, args: &[ast::Expr], span: Span) -> Option<StmtKind> {
        let format = format.get(1..format.len().saturating_sub(1)).unwrap_or("").to_owned();
        let wanted = format.replace("%%", "").matches('%').count();
        if wanted != args.len() {
            let message = format!("this format has {wanted} conversions, but {} values follow", args.len());
            self.errors.push(Diagnostic::warning("printf-arguments", message, span));
        }
        Some(StmtKind::Printf { format, args: args.iter().map(|a| self.expr(a)).collect() })
    }

    fn break_loop(&mut self, span: Span) -> Option<StmtKind> {
        let here = self.here.as_ref()?;
        if here.loops == 0 {
            let (message, hint) = if here.d_step.is_some() {
                ("this `break` leaves a `d_step`", "use `atomic`")
            } else {
                ("there is no loop to break out of", "`break` makes sense only inside `do … od` or `for`")
            };
            self.errors.push(Diagnostic::error("misplaced-break", message, span).hint(hint));
        }
        Some(StmtKind::Break)
    }

    /// `{ … }` with a scope of its own.
    pub(super) fn block(&mut self, body: &ast::Body) -> Block {
        let stmts = self.scoped(body);
        self.check_block(&stmts, body.span);
        Block { stmts, span: body.span }
    }

    /// The statements of a body, in a scope of its own.
    pub(super) fn scoped(&mut self, body: &ast::Body) -> Vec<Stmt> {
        if let Some(here) = &mut self.here {
            here.open();
            here.initialising = false;
        }
        let mut stmts = Vec::new();
        self.steps(&body.steps, &mut stmts);
        if let Some(here) = &mut self.here {
            here.close();
        }
        stmts
    }

    pub(super) fn check_block(&mut self, stmts: &[Stmt], span: Span) {
        let Some(first) = stmts.first() else {
            let error = Diagnostic::error("empty-sequence", "a sequence needs at least one statement", span);
            return self.errors.push(error.hint("write `skip` to do nothing"));
        };
        // In SPIN a loop begins with an unlabelled step, so its label may stand first.
        if let (Some(label), false) = (first.labels.first(), matches!(first.kind, StmtKind::Do(_))) {
            let label = &self.model.labels[label.index()];
            let error = Diagnostic::error("misplaced-label", "a block cannot begin with a label", label.span);
            let hint = format!("put it before the block: `{}: {{ … }}`", label.name);
            self.errors.push(error.hint(hint));
        }
    }

    fn d_step(&mut self, body: &ast::Body) -> Block {
        let Some(here) = &mut self.here else { return self.block(body) };
        let outer = (here.d_step, here.loops);
        if here.d_step.is_none() {
            here.d_steps += 1;
            here.d_step = Some(here.d_steps);
        }
        here.loops = 0;
        let block = self.block(body);
        if let Some(here) = &mut self.here {
            (here.d_step, here.loops) = outer;
        }
        block
    }

    pub(super) fn in_loop<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(here) = &mut self.here {
            here.loops += 1;
        }
        let result = read(self);
        if let Some(here) = &mut self.here {
            here.loops -= 1;
        }
        result
    }
}
