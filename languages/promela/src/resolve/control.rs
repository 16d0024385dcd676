//! The control flow of a finished body: jumps get their targets, and jumps that lead nowhere are found.

use crate::resolved::{Block, Expr, ExprKind, LabelId, Model, Stmt, StmtKind};
use diagnostics::Diagnostic;
use std::collections::HashMap;

/// The blocks directly inside a statement.
pub(crate) fn blocks(kind: &StmtKind) -> Vec<&Block> {
    match kind {
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().collect(),
        StmtKind::Atomic(block) | StmtKind::DStep(block) | StmtKind::Block(block) => vec![block],
        StmtKind::Unless { main, escape } => vec![main, escape],
        _ => Vec::new(),
    }
}

fn blocks_mut(kind: &mut StmtKind) -> Vec<&mut Block> {
    match kind {
        StmtKind::If(options) | StmtKind::Do(options) => options.iter_mut().collect(),
        StmtKind::Atomic(block) | StmtKind::DStep(block) | StmtKind::Block(block) => vec![block],
        StmtKind::Unless { main, escape } => vec![main, escape],
        _ => Vec::new(),
    }
}

/// Replaces the numbers of jumps by the labels they lead to.
pub(super) fn point_gotos(stmts: &mut [Stmt], targets: &[LabelId]) {
    for stmt in stmts {
        if let StmtKind::Goto(at) = &mut stmt.kind
            && let Some(target) = targets.get(at.index())
        {
            *at = *target;
        }
        for block in blocks_mut(&mut stmt.kind) {
            point_gotos(&mut block.stmts, targets);
        }
    }
}

/// A jump is no state, so one whose label means something as a state (`end`, `accept`, `progress`, or named by a remote
/// reference) gets a skip in front of it, as in SPIN.
pub(super) fn settle(model: &mut Model) {
    let mut proctypes = std::mem::take(&mut model.proctypes);
    for proctype in &mut proctypes {
        settle_block(&mut proctype.body.stmts, model);
    }
    model.proctypes = proctypes;
}

fn settle_block(stmts: &mut Vec<Stmt>, model: &Model) {
    let mut at = 0;
    while at < stmts.len() {
        let stmt = &mut stmts[at];
        for block in blocks_mut(&mut stmt.kind) {
            settle_block(&mut block.stmts, model);
        }
        let jump = matches!(stmt.kind, StmtKind::Goto(_) | StmtKind::Break);
        let state = stmt.labels.iter().map(|l| model.label(*l));
        let needed =
            jump && state.into_iter().any(|l| l.remote || l.is_end() || l.is_accept() || l.is_progress());
        if needed {
            let labels = std::mem::take(&mut stmt.labels);
            let kind = StmtKind::Condition(Expr { kind: ExprKind::Const(1), span: stmt.span });
            let skip = Stmt { labels, kind, span: stmt.span, call: stmt.call, text: stmt.text.clone() };
            stmts.insert(at, skip);
            at += 1;
        }
        at += 1;
    }
}

/// Reports jumps that only lead to jumps, for ever.
pub(super) fn check_gotos(model: &Model, errors: &mut Vec<Diagnostic>) {
    let mut next = HashMap::new();
    for proctype in &model.proctypes {
        collect(&proctype.body.stmts, &mut next);
    }
    let mut reported = Vec::new();
    let mut starts: Vec<LabelId> = next.keys().copied().collect();
    starts.sort_unstable();
    for start in starts {
        let mut seen = vec![start];
        let mut at = start;
        while let Some(target) = next.get(&at) {
            at = *target;
            if seen.contains(&at) {
                break;
            }
            seen.push(at);
        }
        if next.contains_key(&at) && !reported.contains(&at) {
            let label = model.label(at);
            let message = format!("jumping to `{}` never comes to a statement", label.name);
            errors.push(Diagnostic::error("goto-cycle", message, label.span));
            reported.extend(seen);
        }
    }
}

/// Labels of jumps, with where those lead.
fn collect(stmts: &[Stmt], next: &mut HashMap<LabelId, LabelId>) {
    for stmt in stmts {
        if let StmtKind::Goto(target) = stmt.kind {
            next.extend(stmt.labels.iter().map(|label| (*label, target)));
        }
        for block in blocks(&stmt.kind) {
            collect(&block.stmts, next);
        }
    }
}
