//! The resolver: from the syntax tree to the resolved model.
//!
//! One walk over the text in order, because in SPIN a name exists only after its declaration. Scopes are SPIN 6's: a
//! pair of braces opens one, and no declaration may hide another, not even a local one a global one. Semantic checks
//! are those SPIN 6.5.2 makes up to and including `spin -a`, whichever of its phases makes them; what it accepts is
//! accepted here, with a warning where it is probably a slip.
//!
//! Rejected: resolving while parsing, as SPIN does. It saves one walk and costs that every error in a declaration
//! hides all later ones.

mod channel;
mod constant;
mod control;
mod declaration;
mod desugar;
mod expression;
mod formula;
mod label;
mod mention;
mod process;
mod reference;
mod scope;
mod statement;

pub(crate) use control::blocks;
pub(crate) use desugar::uses_channel;
pub(crate) use mention::{Entity, Mention};
pub(crate) use scope::is_predefined;

use crate::ast::{self, Item};
use crate::resolved::{Model, Mtype, MtypeId, ProctypeId, StructId, VarId};
use diagnostics::{Diagnostic, FileId, Span};
use scope::Here;
use std::collections::HashMap;

/// Resolves a program. `None` when something went wrong; the errors say what.
pub fn resolve(program: &ast::Program, file: FileId, errors: &mut Vec<Diagnostic>) -> Option<Model> {
    let before = errors.iter().filter(|e| e.is_error()).count();
    let mut resolver = Resolver::new(file, errors);
    resolver.announce(program);
    for item in &program.items {
        resolver.item(item);
    }
    resolver.finish(program);
    let model = resolver.model;
    let failed = errors.iter().filter(|e| e.is_error()).count() > before;
    (!failed).then_some(model)
}

/// Resolves what can be resolved of a program that may be wrong, and says what its names mean.
pub(crate) fn resolve_names(program: &ast::Program, file: FileId) -> (Model, Vec<Mention>) {
    let mut errors = Vec::new();
    let mut resolver = Resolver::new(file, &mut errors);
    resolver.mentions = Some(Vec::new());
    resolver.announce(program);
    for item in &program.items {
        resolver.item(item);
    }
    (resolver.model, resolver.mentions.unwrap_or_default())
}

struct Resolver<'e> {
    model: Model,
    errors: &'e mut Vec<Diagnostic>,
    globals: HashMap<String, VarId>,
    structs: HashMap<String, StructId>,
    sets: HashMap<String, MtypeId>,
    symbols: HashMap<String, (MtypeId, u8)>,
    proctypes: HashMap<String, ProctypeId>,
    /// Proctypes in the order of the items, as their ids were handed out.
    next_proctype: u32,
    /// The body being resolved.
    here: Option<Here>,
    /// The set that the first constant assigned to a plain `mtype` variable decided for it.
    inferred_sets: HashMap<VarId, MtypeId>,
    /// `run`s to be checked when all proctypes are known.
    runs: Vec<process::PendingRun>,
    /// Sends to be checked when all channels are known: number of fields, place.
    sends: Vec<(usize, Span)>,
    /// Was `xr` or `xs` seen?
    has_exclusive: bool,
    /// The first `enabled`.
    enabled: Option<Span>,
    /// Is this an argument of an inline, which may be half a reference?
    lenient: bool,
    /// What names mean, where somebody asks for it.
    mentions: Option<Vec<Mention>>,
}

impl<'e> Resolver<'e> {
    fn new(file: FileId, errors: &'e mut Vec<Diagnostic>) -> Resolver<'e> {
        let model = Model {
            file,
            variables: Vec::new(),
            globals: Vec::new(),
            structs: Vec::new(),
            mtypes: vec![Mtype { name: None, constants: Vec::new() }],
            proctypes: Vec::new(),
            labels: Vec::new(),
            ltl: Vec::new(),
            initial_processes: Vec::new(),
            uses_priority: false,
        };
        Resolver {
            model,
            errors,
            globals: HashMap::new(),
            structs: HashMap::new(),
            sets: HashMap::new(),
            symbols: HashMap::new(),
            proctypes: HashMap::new(),
            next_proctype: 0,
            here: None,
            inferred_sets: HashMap::new(),
            runs: Vec::new(),
            sends: Vec::new(),
            has_exclusive: false,
            enabled: None,
            lenient: false,
            mentions: None,
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Proctype(p) => self.proctype(p),
            Item::Init(i) => self.init(i),
            Item::Never(n) => self.never(n),
            Item::Trace(t) => self.trace(t),
            Item::Ltl(l) => self.ltl(l),
            Item::Decl(d) => self.global_declaration(d),
            Item::Mtype(m) => self.symbolic_constants(m),
            Item::Typedef(t) => self.typedef(t),
            Item::Inline(_) => {}
        }
    }

    fn finish(&mut self, program: &ast::Program) {
        self.check_runs();
        self.check_sends();
        self.check_rendezvous();
        control::settle(&mut self.model);
        control::check_gotos(&self.model, self.errors);
        if self.model.initial_processes.is_empty() {
            let span = match program.items.iter().find_map(proctype_name) {
                Some(name) => name.span,
                None => Span::new(self.model.file, 0, 0),
            };
            let error = Diagnostic::error("no-process", "no process is ever started", span);
            self.errors.push(error.hint("write `active` before a proctype, or add `init { … }`"));
        }
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.errors.push(Diagnostic::error(code, message, span));
    }
}

fn proctype_name(item: &Item) -> Option<&ast::Name> {
    match item {
        Item::Proctype(p) => Some(&p.name),
        _ => None,
    }
}
