//! Which integers are identifiers: inference by unification.
//!
//! Every variable, message field, array dimension and expression has a kind. Copying, comparing for equality and
//! indexing unify kinds; `_pid`, `run` and remote references say "process"; channel operations say "channel of these
//! fields"; arithmetic and order say "number". A kind that nothing says anything about holds values that are only
//! copied, compared and used as indices: these are permutable too. The idea is that of type inference for Promela
//! (Donaldson, Gay: Etch, 2004, and seed 002 section 8); what differs is that everything is inferred on the folded
//! code of instances, so `(_pid+1)%N` is no arithmetic, and that a number is not an error but a loss to report.

mod domains;
mod storage;
mod walk;

use std::collections::BTreeSet;

use program::{CellName, Head, Instance, LocalId, ProctypeId, Program, Scalar, Span, Tree, VarKey, Variable};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

use crate::detect::copies::Copies;

/// Index of a kind before unification is finished; [`Kinds::resolve`] gives its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct KindId(u32);

/// What a kind turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    /// Nothing is known: values that are only copied and compared.
    Open,
    /// A process number.
    Process,
    /// A channel number; its messages have these kinds.
    Channel(Vec<KindId>),
    /// A number.
    Number,
}

/// The class of a resolved kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Numbers: never moved.
    Plain,
    /// Process numbers.
    Process,
    /// Channel numbers.
    Channel,
    /// A class of permutable values.
    Values(u32),
}

/// Why a kind became a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// The kind, at that time.
    kind: KindId,
    /// Where.
    pub span: Span,
    /// How it was used.
    pub why: &'static str,
    /// What it was before: processes, channels or values.
    pub of: Class,
    /// What would keep the symmetry.
    pub hint: &'static str,
}

/// All kinds of an instance.
#[derive(Debug)]
pub(crate) struct Kinds {
    parent: Vec<u32>,
    terms: Vec<Term>,
    variables: HashMap<VarKey, KindId>,
    dimensions: HashMap<(VarKey, usize), KindId>,
    fields: HashMap<(u32, usize), KindId>,
    /// Kinds of tree nodes, by position in a walk of the code; see [`Kinds::literal`].
    literals: Vec<(KindId, i32)>,
    /// The channels of sends, receives, polls and events.
    channels_used: Vec<KindId>,
    /// Variables, as declared, that are not part of the state.
    hidden: HashSet<VarKey>,
    /// Values a class may hold, by root, once resolved.
    domains: HashMap<KindId, BTreeSet<i32>>,
    pub losses: Vec<Loss>,
    span: Span,
}

impl Kinds {
    /// Infers the kinds of everything.
    pub fn infer(
        program: &Program,
        instance: &Instance,
        initial: &[(CellName, i32)],
        mentioned: &HashSet<VarKey>,
        copies: &Copies,
    ) -> Kinds {
        let mut kinds = Kinds {
            parent: Vec::new(),
            terms: Vec::new(),
            variables: HashMap::default(),
            dimensions: HashMap::default(),
            fields: HashMap::default(),
            literals: Vec::new(),
            channels_used: Vec::new(),
            hidden: HashSet::default(),
            domains: HashMap::default(),
            losses: Vec::new(),
            span: Span::default(),
        };
        kinds.declare(program);
        for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
            kinds.code(code);
        }
        for (one, other) in copies.corresponding(program, instance) {
            kinds.are_of_one_kind(one, other);
        }
        kinds.connect_channels(program, instance, initial);
        kinds.collect_domains(initial);
        kinds.demote_unstorable(program, instance, mentioned);
        kinds.demote_messages();
        kinds
    }

    /// Declared types that say what a variable holds.
    fn declare(&mut self, program: &Program) {
        for (var, i) in program.globals.iter().zip(0..) {
            let key = VarKey::global(program::GlobalId(i));
            self.declare_variable(key, var);
        }
        for (proctype, p) in program.proctypes.iter().zip(0..) {
            for (var, i) in proctype.locals.iter().zip(0..) {
                let owner = program::Owner::Later(ProctypeId(p));
                self.declare_variable(VarKey::local(owner, ProctypeId(p), LocalId(i)), var);
            }
        }
        for (channel, c) in program.channel_types.iter().zip(0..) {
            for (field, &scalar) in channel.fields.iter().enumerate() {
                let kind = self.fresh(by_scalar(scalar));
                self.fields.insert((c, field), kind);
            }
        }
    }

    fn declare_variable(&mut self, key: VarKey, var: &Variable) {
        let kind = self.fresh(by_scalar(var.scalar));
        self.variables.insert(key, kind);
        if var.hidden {
            self.hidden.insert(key);
        }
    }

    fn fresh(&mut self, term: Term) -> KindId {
        self.parent.push(self.parent.len() as u32);
        self.terms.push(term);
        KindId(self.parent.len() as u32 - 1)
    }

    fn root(&self, kind: KindId) -> KindId {
        let mut at = kind.0;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        KindId(at)
    }

    fn unify(&mut self, a: KindId, b: KindId) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (ta, tb) = (self.terms[a.0 as usize].clone(), self.terms[b.0 as usize].clone());
        self.parent[b.0 as usize] = a.0;
        match (ta, tb) {
            (Term::Open, other) => self.terms[a.0 as usize] = other,
            (_, Term::Open) => {}
            (Term::Number, Term::Number) | (Term::Process, Term::Process) => {}
            (Term::Channel(f), Term::Channel(g)) => {
                for (&x, &y) in f.iter().zip(&g) {
                    self.unify(x, y);
                }
                if g.len() > f.len() {
                    let root = self.root(a);
                    self.terms[root.0 as usize] = Term::Channel(g);
                }
            }
            (other, Term::Number) | (Term::Number, other) => {
                self.terms[a.0 as usize] = Term::Number;
                self.lose(a, &other, "is used as a number", "compare identifiers only with == and !=");
                self.forget_fields(&other);
            }
            (x, y) => {
                self.terms[a.0 as usize] = Term::Number;
                self.lose(
                    a,
                    &x,
                    "is mixed with another kind of identifier",
                    "keep process and channel numbers apart",
                );
                self.forget_fields(&x);
                self.forget_fields(&y);
            }
        }
    }

    /// A channel that is a number takes its messages with it.
    fn forget_fields(&mut self, term: &Term) {
        if let Term::Channel(fields) = term {
            for &field in fields {
                self.number(field, "travels in a channel that is used as a number", "");
            }
        }
    }

    fn lose(&mut self, kind: KindId, term: &Term, why: &'static str, hint: &'static str) {
        let of = match term {
            Term::Process => Class::Process,
            Term::Channel(_) => Class::Channel,
            Term::Open => Class::Values(0),
            Term::Number => return,
        };
        self.losses.push(Loss { kind, span: self.span, why, of, hint });
    }

    fn number(&mut self, kind: KindId, why: &'static str, hint: &'static str) {
        let root = self.root(kind);
        let term = std::mem::replace(&mut self.terms[root.0 as usize], Term::Number);
        if term != Term::Number {
            self.lose(root, &term, why, hint);
            self.forget_fields(&term);
        }
    }

    fn process(&mut self, kind: KindId) {
        let process = self.fresh(Term::Process);
        self.unify(kind, process);
    }

    fn variable(&mut self, key: VarKey) -> KindId {
        let key = key.declared();
        if let Some(&kind) = self.variables.get(&key) {
            return kind;
        }
        let kind = self.fresh(Term::Open);
        self.variables.insert(key, kind);
        kind
    }

    fn dimension(&mut self, key: VarKey, dimension: usize) -> KindId {
        let key = (key.declared(), dimension);
        if let Some(&kind) = self.dimensions.get(&key) {
            return kind;
        }
        let kind = self.fresh(Term::Open);
        self.dimensions.insert(key, kind);
        kind
    }

    /// Variables that stand in the same places of the code of copied process types.
    fn are_of_one_kind(&mut self, one: VarKey, other: VarKey) {
        let (a, b) = (self.variable(one), self.variable(other));
        self.unify(a, b);
        let mut d = 0;
        while self.dimensions.contains_key(&(one, d)) && self.dimensions.contains_key(&(other, d)) {
            let (a, b) = (self.dimension(one, d), self.dimension(other, d));
            self.unify(a, b);
            d += 1;
        }
    }

    /// The kind of a cell.
    fn cell_kind(&self, name: CellName) -> Option<KindId> {
        match name {
            CellName::Variable(key, _) => self.variables.get(&key.declared()).copied(),
            CellName::Field { shape, field, .. } => self.fields.get(&(shape, field)).copied(),
            CellName::Location(_) => None,
        }
    }

    fn class_of(&self, kind: KindId) -> Class {
        let root = self.root(kind);
        match &self.terms[root.0 as usize] {
            Term::Open => Class::Values(root.0),
            Term::Process => Class::Process,
            Term::Channel(_) => Class::Channel,
            Term::Number => Class::Plain,
        }
    }

    /// The class of a cell.
    pub fn cell_class(&self, name: CellName) -> Class {
        self.cell_kind(name).map_or(Class::Plain, |k| self.class_of(k))
    }

    /// Where a kind became a number.
    pub fn lost_at(&self, kind: KindId) -> Option<&Loss> {
        self.losses.iter().find(|loss| self.root(loss.kind) == self.root(kind))
    }

    /// Is it a kind of numbers?
    pub fn is_number(&self, kind: KindId) -> bool {
        self.class_of(kind) == Class::Plain
    }

    /// The kind of what a variable holds.
    pub fn kind_of(&self, key: VarKey) -> Option<KindId> {
        self.variables.get(&key.declared()).copied()
    }

    /// The kind of the indices of a dimension.
    pub fn dimension_kind(&self, key: VarKey, dimension: usize) -> Option<KindId> {
        self.dimensions.get(&(key.declared(), dimension)).copied()
    }

    /// The class of a variable.
    pub fn variable_class(&self, key: VarKey) -> Class {
        self.variables.get(&key.declared()).map_or(Class::Plain, |&k| self.class_of(k))
    }

    /// The class of the indices of a dimension; one that is never indexed is plain.
    pub fn dimension_class(&self, key: VarKey, dimension: usize) -> Class {
        self.dimensions.get(&(key.declared(), dimension)).map_or(Class::Plain, |&k| self.class_of(k))
    }

    /// The class of an expression; `None` for a literal, which is what its context takes it for.
    pub fn tree_class(&self, tree: &Tree) -> Option<Class> {
        match &tree.head {
            Head::OwnPid | Head::Last => Some(Class::Process),
            Head::PidOf => None,
            Head::Cond => self.tree_class(&tree.kids[1]).or_else(|| self.tree_class(&tree.kids[2])),
            Head::Const(_) | Head::Var(_) | Head::Element(_) | Head::Remote(..) => {
                self.tree_kind(tree).map(|k| self.class_of(k))
            }
            Head::Scratch => None,
            _ => Some(Class::Plain),
        }
    }

    fn tree_kind(&self, tree: &Tree) -> Option<KindId> {
        let key = match &tree.head {
            Head::Const(_) => tree.from?,
            Head::Var(key) | Head::Element(key) => *key,
            Head::Remote(p, local, _) => VarKey::local(program::Owner::Later(*p), *p, *local),
            Head::Cond => return self.tree_kind(&tree.kids[1]).or_else(|| self.tree_kind(&tree.kids[2])),
            _ => return None,
        };
        self.variables.get(&key.declared()).copied()
    }

    /// The classes of the fields of the messages of a channel expression.
    pub fn message_classes(&self, channel: &Tree, instance: &Instance) -> Vec<Class> {
        if let Some(kind) = self.tree_kind(channel)
            && let Term::Channel(fields) = &self.terms[self.root(kind).0 as usize]
        {
            return fields.iter().map(|&f| self.class_of(f)).collect();
        }
        let shape = channel.constant().and_then(|v| instance.configuration.channel(v));
        match shape {
            Some((shape, _)) => {
                let fields = self.fields.keys().filter(|(s, _)| *s == shape.0).count();
                (0..fields).map(|f| self.field_class(shape.0, f)).collect()
            }
            None => Vec::new(),
        }
    }

    /// The class of a message field.
    pub fn field_class(&self, shape: u32, field: usize) -> Class {
        self.fields.get(&(shape, field)).map_or(Class::Plain, |&k| self.class_of(k))
    }

    /// May a cell of a class of permutable values hold this one?
    pub fn may_hold(&self, class: Class, value: i32) -> bool {
        match class {
            Class::Values(root) => self.domains.get(&KindId(root)).is_some_and(|d| d.contains(&value)),
            _ => false,
        }
    }

    /// The values a class of permutable values may hold, and all its cells may hold nothing else.
    pub fn domain(&self, class: Class) -> Vec<i32> {
        match class {
            Class::Values(root) => {
                self.domains.get(&KindId(root)).map(|d| d.iter().copied().collect()).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}

/// What a declaration alone says. A `pid` is a byte: whether it holds the numbers of processes is a matter of its use.
fn by_scalar(scalar: Scalar) -> Term {
    match scalar {
        Scalar::Chan => Term::Channel(Vec::new()),
        _ => Term::Open,
    }
}
