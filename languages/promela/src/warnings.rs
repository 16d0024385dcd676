//! Warnings for SPIN's classic traps: things it accepts that are seldom meant.
//!
//! They come from the manual pages of SPIN and from what its users ask most: an assignment where a comparison was
//! meant, code behind a jump, `else` beside a receive, a channel that nobody reads. Each is found on the resolved model
//! (the assignment on the syntax tree, for only there `->` differs from `;`), and none keeps a model from being
//! checked.

use crate::ast;
use crate::resolve::{blocks, uses_channel};
use crate::resolved::{
    Block, Expr, ExprKind, Initialiser, LValue, Model, ReceiveArg, Stmt, StmtKind, Type, VarId, VarRef,
};
use diagnostics::{Diagnostic, Span};

/// All warnings about an accepted model.
pub fn warn(program: &ast::Program, model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for item in &program.items {
        assigned_guards(item, &mut found);
    }
    for proctype in &model.proctypes {
        walk(&proctype.body, model, &mut found);
    }
    unread_channels(model, &mut found);
    dedup(found)
}

/// An inline called twice would say everything twice.
fn dedup(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for warning in found {
        if !out.iter().any(|w| w.code == warning.code && w.span() == warning.span()) {
            out.push(warning);
        }
    }
    out
}

/// `:: x = 1 -> …` assigns; `==` was probably meant.
fn assigned_guards(item: &ast::Item, found: &mut Vec<Diagnostic>) {
    let body = match item {
        ast::Item::Proctype(p) => &p.body,
        ast::Item::Init(i) => &i.body,
        ast::Item::Never(n) => &n.body,
        _ => return,
    };
    assigned_in(body, found);
}

fn assigned_in(body: &ast::Body, found: &mut Vec<Diagnostic>) {
    for step in &body.steps {
        if let ast::Step::Stmt(stmt) = step {
            assigned_in_statement(stmt, found);
        }
    }
}

fn assigned_in_statement(stmt: &ast::Stmt, found: &mut Vec<Diagnostic>) {
    use ast::StmtKind as S;
    match &stmt.kind {
        S::If(options) | S::Do(options) => {
            for option in options {
                if let (Some(ast::Step::Stmt(guard)), true) = (option.steps.first(), option.arrow)
                    && matches!(guard.kind, S::Assign(..))
                {
                    let warning =
                        Diagnostic::warning("assigned-guard", "this guard is an assignment", guard.span);
                    let warning = warning.label("always executable");
                    found.push(
                        warning
                            .hint("to compare, write `==`; if the assignment is meant, write `;` after it"),
                    );
                }
                assigned_in(option, found);
            }
        }
        S::ForRange { body, .. } | S::ForIn { body, .. } => assigned_in(body, found),
        S::Atomic(body) | S::DStep(body) | S::Block(body) => assigned_in(body, found),
        S::Labelled(_, Some(inner)) | S::Inline { body: Some(inner), .. } => {
            assigned_in_statement(inner, found)
        }
        S::Unless(a, b) => {
            assigned_in_statement(a, found);
            assigned_in_statement(b, found);
        }
        _ => {}
    }
}

fn walk(block: &Block, model: &Model, found: &mut Vec<Diagnostic>) {
    unreachable_code(&block.stmts, found);
    for stmt in &block.stmts {
        if let StmtKind::If(options) | StmtKind::Do(options) = &stmt.kind {
            dubious_else(options, found);
        }
        if let StmtKind::Assign { target: LValue::Var(target), value } = &stmt.kind {
            truncated(target, value, model, found);
        }
        for inner in blocks(&stmt.kind) {
            walk(inner, model, found);
        }
    }
}

/// What stands behind a jump, or behind a loop without a way out, is reached only through a label.
fn unreachable_code(stmts: &[Stmt], found: &mut Vec<Diagnostic>) {
    for pair in stmts.windows(2) {
        let [before, after] = pair else { continue };
        if !never_goes_on(before) || has_label(after) {
            continue;
        }
        let warning = Diagnostic::warning("unreachable", "this statement is never reached", after.span);
        found.push(warning.also(before.span, "control never goes on after this"));
        return;
    }
}

fn has_label(stmt: &Stmt) -> bool {
    !stmt.labels.is_empty() || blocks(&stmt.kind).iter().any(|b| b.stmts.iter().any(has_label))
}

fn never_goes_on(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Goto(_) | StmtKind::Break => true,
        StmtKind::Do(options) => !options.iter().any(|o| breaks(&o.stmts)),
        StmtKind::If(options) => options.iter().all(|o| o.stmts.last().is_some_and(never_goes_on)),
        StmtKind::Block(b) | StmtKind::Atomic(b) | StmtKind::DStep(b) => {
            b.stmts.last().is_some_and(never_goes_on)
        }
        _ => false,
    }
}

/// Is there a `break` that leaves the loop around these statements?
fn breaks(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::Do(_) => false,
        kind => blocks(kind).iter().any(|b| breaks(&b.stmts)),
    })
}

fn dubious_else(options: &[Block], found: &mut Vec<Diagnostic>) {
    let Some(Stmt { span, .. }) = options.iter().find(|o| o.begins_with_else()).and_then(|o| o.stmts.first())
    else {
        return;
    };
    let guard = options.iter().filter_map(|o| o.stmts.first()).find(|s| uses_channel(s));
    if let Some(guard) = guard {
        let warning =
            Diagnostic::warning("else-with-channel", "`else` stands beside a send or receive", *span);
        let warning = warning.also(guard.span, "whether this is executable depends on other processes");
        found.push(warning.hint("`else` is taken as soon as the channel is not ready at this instant"));
    }
}

/// A constant that does not fit its variable loses its upper bits.
fn truncated(target: &VarRef, value: &Expr, model: &Model, found: &mut Vec<Diagnostic>) {
    let ExprKind::Const(n) = value.kind else { return };
    let fits = match target.ty {
        Type::Bit | Type::Bool => (0..=1).contains(&n),
        Type::Byte | Type::Pid | Type::Mtype(_) => (0..=255).contains(&n),
        Type::Short => i16::try_from(n).is_ok(),
        Type::Unsigned(bits) => n >= 0 && (bits >= 31 || n < 1 << bits),
        Type::Int | Type::Chan | Type::Struct(_) => true,
    };
    if !fits {
        let message = format!("{n} does not fit into `{}`", model.reference_text(target));
        let warning = Diagnostic::warning("truncated", message, value.span);
        found.push(warning.also(model.var(target.var).span, "declared here"));
    }
}

/// A channel that is sent to, never received from, and never passed on under another name.
fn unread_channels(model: &Model, found: &mut Vec<Diagnostic>) {
    let mut uses =
        ChannelUses { sent: vec![None; model.variables.len()], other: vec![false; model.variables.len()] };
    for proctype in &model.proctypes {
        uses.block(&proctype.body);
    }
    for (i, variable) in model.variables.iter().enumerate() {
        if let (Initialiser::Channel(_), Some(sent), false) = (&variable.init, uses.sent[i], uses.other[i]) {
            let message = format!("nobody receives from `{}`", variable.name);
            found.push(
                Diagnostic::warning("unread-channel", message, variable.span).also(sent, "sent to here"),
            );
        }
    }
}

struct ChannelUses {
    sent: Vec<Option<Span>>,
    /// Received from, looked at, or passed on.
    other: Vec<bool>,
}

impl ChannelUses {
    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Send { channel, args, .. } => {
                let sent = &mut self.sent[channel.var.index()];
                *sent = sent.or(Some(stmt.span));
                args.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Receive { channel, args, .. } => {
                self.used(channel.var);
                self.pattern(args);
            }
            StmtKind::Assign { value, .. } | StmtKind::Condition(value) | StmtKind::Assert(value) => {
                self.expr(value)
            }
            StmtKind::Printf { args, .. } => args.iter().for_each(|e| self.expr(e)),
            kind => blocks(kind).into_iter().for_each(|b| self.block(b)),
        }
    }

    fn used(&mut self, var: VarId) {
        self.other[var.index()] = true;
    }

    fn pattern(&mut self, args: &[ReceiveArg]) {
        for arg in args {
            if let ReceiveArg::Match(e) | ReceiveArg::Eval(e) = arg {
                self.expr(e);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(r) | ExprKind::Len(r) | ExprKind::Probe(_, r) => self.used(r.var),
            ExprKind::Poll { channel, args, .. } => {
                self.used(channel.var);
                self.pattern(args);
            }
            ExprKind::Unary(_, a) => self.expr(a),
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Run { args, .. } => args.iter().for_each(|e| self.expr(e)),
            _ => {}
        }
    }
}
