//! Labels and jumps.
//!
//! SPIN gives a label's name a scope like any other name, and finds the target of a `goto` by preference: a label whose
//! name was first seen in the same block, then one of a surrounding block, then any of the process (`get_labspec` in
//! `flow.c`). Because a name that is first used in a jump belongs to the block of that jump, the scopes here belong to
//! names, not to labels.

use super::scope::Here;
use super::{Entity, Resolver};
use crate::ast::Name;
use crate::resolved::{Label, LabelId, StmtKind};
use diagnostics::{Diagnostic, Span, nearest};

/// A label's name with the block it was first seen in.
pub(super) struct LabelSymbol {
    name: String,
    path: Vec<u32>,
}

/// A label that was placed.
pub(super) struct LabelUse {
    id: LabelId,
    symbol: usize,
    d_step: Option<u32>,
    /// The block the label stands in, to find a label placed twice.
    path: Vec<u32>,
}

/// A jump whose target is found when the body is complete.
pub(super) struct GotoRef {
    symbol: usize,
    d_step: Option<u32>,
    name: Name,
}

impl Here {
    /// Was the name used as a label where it is still visible here?
    pub(super) fn label_in_scope(&self, name: &str) -> bool {
        let path = self.path();
        self.label_symbols.iter().any(|s| s.name == name && path.starts_with(&s.path))
    }
}

impl Resolver<'_> {
    fn label_symbol(&mut self, name: &str) -> usize {
        let Some(here) = &mut self.here else { return 0 };
        let path = here.path();
        let found = here.label_symbols.iter().rposition(|s| s.name == name && path.starts_with(&s.path));
        found.unwrap_or_else(|| {
            here.label_symbols.push(LabelSymbol { name: name.to_owned(), path });
            here.label_symbols.len() - 1
        })
    }

    /// Places a label here.
    pub(super) fn label(&mut self, name: &Name) -> LabelId {
        self.check_label_name(name);
        let symbol = self.label_symbol(&name.text);
        let id = LabelId(u32::try_from(self.model.labels.len()).unwrap_or(u32::MAX));
        let Some(here) = &mut self.here else { return id };
        let (path, d_step) = (here.path(), here.d_step);
        let twice = here.labels.iter().find(|l| l.symbol == symbol && l.path == path);
        let first = twice.map(|l| self.model.labels[l.id.index()].span);
        here.labels.push(LabelUse { id, symbol, d_step, path });
        let proctype = here.id;
        self.model.labels.push(Label { name: name.text.clone(), proctype, span: name.span, remote: false });
        if let Some(first) = first {
            let error = Diagnostic::error(
                "redeclared",
                format!("label `{}` stands here twice", name.text),
                name.span,
            );
            self.errors.push(error.also(first, "first here"));
        }
        id
    }

    fn check_label_name(&mut self, name: &Name) {
        if let Some(id) = self.lookup(&name.text) {
            let declared = self.model.var(id).span;
            let error = Diagnostic::error(
                "label-name",
                format!("`{}` is a variable, not a label", name.text),
                name.span,
            );
            self.errors.push(error.also(declared, "declared here"));
        }
    }

    /// A jump; its id is that of the jump until [`Self::resolve_gotos`].
    pub(super) fn goto(&mut self, name: &Name) -> StmtKind {
        self.check_label_name(name);
        let symbol = self.label_symbol(&name.text);
        let Some(here) = &mut self.here else { return StmtKind::Break };
        let at = u32::try_from(here.gotos.len()).unwrap_or(u32::MAX);
        here.gotos.push(GotoRef { symbol, d_step: here.d_step, name: name.clone() });
        StmtKind::Goto(LabelId(at))
    }

    /// The targets of all jumps of the body, in the order of the jumps.
    pub(super) fn resolve_gotos(&mut self) -> Vec<LabelId> {
        let Some(here) = self.here.take() else { return Vec::new() };
        let mut targets = Vec::with_capacity(here.gotos.len());
        for goto in &here.gotos {
            let wanted = &here.label_symbols[goto.symbol];
            let Some(label) = best(&here.labels, &here.label_symbols, wanted) else {
                self.unknown_label(&goto.name, &here.labels);
                targets.push(LabelId(0));
                continue;
            };
            if label.d_step != goto.d_step {
                self.jump_across(goto, label);
            }
            self.mention(goto.name.span, || Entity::Label(label.id));
            targets.push(label.id);
        }
        self.here = Some(here);
        targets
    }

    fn jump_across(&mut self, goto: &GotoRef, label: &LabelUse) {
        let message =
            if goto.d_step.is_some() { "this jump leaves a `d_step`" } else { "this jump enters a `d_step`" };
        let error = Diagnostic::error("jump-across-d-step", message, goto.name.span);
        let place: Span = self.model.labels[label.id.index()].span;
        self.errors.push(error.also(place, "the label is here").hint("use `atomic`"));
    }

    fn unknown_label(&mut self, name: &Name, labels: &[LabelUse]) {
        let error = Diagnostic::error(
            "unknown-label",
            format!("there is no label `{}` in this process", name.text),
            name.span,
        );
        let known = labels.iter().map(|l| self.model.labels[l.id.index()].name.as_str());
        self.errors.push(match nearest(&name.text, known) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        });
    }
}

/// SPIN searches from the label placed last to the first.
fn best<'l>(labels: &'l [LabelUse], symbols: &[LabelSymbol], wanted: &LabelSymbol) -> Option<&'l LabelUse> {
    let mut any = None;
    for label in labels.iter().rev() {
        let symbol = &symbols[label.symbol];
        if symbol.name != wanted.name {
            continue;
        }
        if symbol.path == wanted.path {
            return Some(label);
        }
        if wanted.path.starts_with(&symbol.path) || any.is_none() {
            any = Some(label);
        }
    }
    any
}
