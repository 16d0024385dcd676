//! Scopes: which name means which variable, at this point of the text.

use super::Resolver;
use super::label::{GotoRef, LabelSymbol, LabelUse};
use crate::ast::Name;
use crate::resolved::{ProctypeId, ProctypeKind, Scope, VarId};
use diagnostics::{Diagnostic, Span, nearest};
use std::collections::HashMap;

/// The body being resolved.
pub(super) struct Here {
    pub id: ProctypeId,
    pub kind: ProctypeKind,
    /// Open braces, outermost first.
    pub blocks: Vec<Block>,
    /// Number of blocks opened so far, for names of blocks.
    pub opened: u32,
    /// Before the first statement, where initialisers belong to the declaration.
    pub initialising: bool,
    /// How many loops a `break` could leave, per d_step and per body.
    pub loops: u32,
    /// The `d_step` being read.
    pub d_step: Option<u32>,
    pub d_steps: u32,
    /// The inline call being read, for statements without one of their own.
    pub call: Option<Span>,
    pub label_symbols: Vec<LabelSymbol>,
    pub labels: Vec<LabelUse>,
    pub gotos: Vec<GotoRef>,
}

pub(super) struct Block {
    pub number: u32,
    pub names: HashMap<String, VarId>,
}

impl Here {
    pub fn new(id: ProctypeId, kind: ProctypeKind) -> Here {
        Here {
            id,
            kind,
            blocks: Vec::new(),
            opened: 0,
            initialising: true,
            loops: 0,
            d_step: None,
            d_steps: 0,
            call: None,
            label_symbols: Vec::new(),
            labels: Vec::new(),
            gotos: Vec::new(),
        }
    }

    pub fn open(&mut self) {
        self.blocks.push(Block { number: self.opened, names: HashMap::new() });
        self.opened += 1;
    }

    pub fn close(&mut self) {
        self.blocks.pop();
    }

    pub fn path(&self) -> Vec<u32> {
        self.blocks.iter().map(|b| b.number).collect()
    }

    fn find(&self, name: &str) -> Option<VarId> {
        self.blocks.iter().rev().find_map(|b| b.names.get(name)).copied()
    }

    /// The name with its block in front when that is not the outermost: parameters and locals of the body proper live
    /// in blocks 0 and 1.
    fn unique_name(&self, name: &str) -> String {
        match self.blocks.last() {
            Some(block) if block.number > 1 => format!("_{}_{name}", block.number),
            _ => name.to_owned(),
        }
    }
}

/// Names that exist without a declaration.
pub(super) const PREDEFINED: [&str; 6] = ["_", "_p", "_pid", "_last", "_nr_pr", "_priority"];

/// Does a name exist without a declaration?
pub(crate) fn is_predefined(name: &str) -> bool {
    PREDEFINED.contains(&name)
}

impl Resolver<'_> {
    pub(super) fn lookup(&self, name: &str) -> Option<VarId> {
        let local = self.here.as_ref().and_then(|here| here.find(name));
        local.or_else(|| self.globals.get(name).copied())
    }

    /// Makes room for a new name here; reports one that is taken.
    pub(super) fn declare(&mut self, name: &Name, id: VarId) {
        if let Some(first) = self.lookup(&name.text) {
            let first = self.model.var(first).span;
            let error =
                Diagnostic::error("redeclared", format!("`{}` is already declared", name.text), name.span)
                    .label("declared again here")
                    .also(first, "first declared here")
                    .hint("SPIN has no shadowing: choose another name");
            self.errors.push(error);
        } else if self.here.as_ref().is_some_and(|here| here.label_in_scope(&name.text)) {
            self.error("redeclared", format!("`{}` is already a label", name.text), name.span);
        } else if PREDEFINED.contains(&name.text.as_str()) {
            let message = format!("`{}` is predefined", name.text);
            self.error("redeclared", message, name.span);
        } else if self.proctypes.contains_key(&name.text) && self.here.is_none() {
            let message = format!("`{}` is also the name of a proctype", name.text);
            self.error("redeclared", message, name.span);
        }
        let names = match self.here.as_mut().and_then(|here| here.blocks.last_mut()) {
            Some(block) => &mut block.names,
            None => &mut self.globals,
        };
        names.insert(name.text.clone(), id);
    }

    pub(super) fn scope(&self) -> Scope {
        self.here.as_ref().map_or(Scope::Global, |here| Scope::Local(here.id))
    }

    pub(super) fn unique_name(&self, name: &str) -> String {
        self.here.as_ref().map_or_else(|| name.to_owned(), |here| here.unique_name(name))
    }

    pub(super) fn undeclared(&mut self, name: &Name) {
        let text = &name.text;
        // Finding a near name costs time, and nobody reads on after so many.
        if self.errors.len() > crate::MAX_MESSAGES {
            return self.error("undeclared-name", format!("`{text}` is not declared"), name.span);
        }
        let locals = self.here.iter().flat_map(|h| &h.blocks).flat_map(|b| b.names.keys());
        let candidates = locals.chain(self.globals.keys()).chain(self.symbols.keys()).map(String::as_str);
        let mut candidates: Vec<&str> = candidates.chain(PREDEFINED).collect();
        candidates.sort_unstable();
        let near = nearest(text, candidates).map(|n| format!("did you mean `{n}`?"));
        let error = Diagnostic::error("undeclared-name", format!("`{text}` is not declared"), name.span);
        let error = match (self.declared_elsewhere(text), near) {
            (Some(span), _) => error
                .label("not visible here")
                .also(span, "declared here")
                .hint("a name is visible after its declaration, up to the closing brace around it"),
            (None, Some(near)) => error.label("not declared before this point").hint(near),
            (None, None) if text == "continue" => {
                error.hint("there is no `continue`: write `goto` and a label")
            }
            (None, None) => error
                .label("not declared before this point")
                .hint(format!("declare it first, as in `int {text}`")),
        };
        // One message per name is enough.
        let known = |e: &Diagnostic| e.code == error.code && e.message == error.message;
        if !self.errors.iter().any(known) {
            self.errors.push(error);
        }
    }

    fn declared_elsewhere(&self, name: &str) -> Option<Span> {
        let here = self.here.as_ref().map(|h| h.id);
        let visible = |scope| scope == Scope::Global || here.is_some_and(|id| scope == Scope::Local(id));
        self.model.variables.iter().find(|v| v.name == name && visible(v.scope)).map(|v| v.span)
    }
}
