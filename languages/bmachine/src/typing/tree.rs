//! The typed tree: definitions expanded, names resolved to slots, every node with its type.

use super::types::TypeId;
use crate::syntax::ast::{Arrow, Binary, Quantifier};
use crate::syntax::{Builtin, Constant};
use diagnostics::Span;

/// A storage cell of the evaluator: a constant, variable, parameter or bound name. Unique in the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// A typed formula.
#[derive(Clone, Debug)]
pub struct Typed {
    pub node: Term,
    pub ty: TypeId,
    pub span: Span,
}

/// The forms of a typed formula; predicates have the type table's predicate type.
#[derive(Clone, Debug)]
pub enum Term {
    Slot(Slot),
    Int(i64),
    Text(String),
    Constant(Constant),
    GivenSet(usize),
    /// The position in its set, which the type names.
    Element(usize),
    Not(Box<Typed>),
    Negate(Box<Typed>),
    Inverse(Box<Typed>),
    Binary(Binary, Box<Typed>, Box<Typed>),
    Arrow(Arrow, Box<Typed>, Box<Typed>),
    And(Vec<Typed>),
    Or(Vec<Typed>),
    Apply(Box<Typed>, Box<Typed>),
    Image(Box<Typed>, Box<Typed>),
    Call(Builtin, Vec<Typed>),
    SetOf(Vec<Typed>),
    Sequence(Vec<Typed>),
    Comprehension(Vec<Slot>, Box<Typed>),
    Quantified(Quantifier, Vec<Slot>, Box<Typed>, Option<Box<Typed>>),
    /// Fields sorted by name.
    Record(Vec<Typed>),
    Struct(Vec<Typed>),
    Field(Box<Typed>, String),
    If(Box<Typed>, Box<Typed>, Box<Typed>),
    Let(Vec<Slot>, Box<Typed>, Box<Typed>),
    /// The successor or predecessor function as a set of pairs.
    Successor(i64),
    /// A function of ProB's library, by name.
    External(External, Vec<Typed>),
}

impl Term {
    /// The formulas directly inside.
    pub fn parts(&self) -> impl Iterator<Item = &Typed> {
        let (boxed, listed): (Vec<&Typed>, &[Typed]) = match self {
            Term::Slot(_)
            | Term::Int(_)
            | Term::Text(_)
            | Term::Constant(_)
            | Term::GivenSet(_)
            | Term::Element(_)
            | Term::Successor(_) => (Vec::new(), &[]),
            Term::Not(a) | Term::Negate(a) | Term::Inverse(a) | Term::Field(a, _) => (vec![a], &[]),
            Term::Comprehension(_, a) => (vec![a], &[]),
            Term::Binary(_, a, b)
            | Term::Arrow(_, a, b)
            | Term::Apply(a, b)
            | Term::Image(a, b)
            | Term::Let(_, a, b) => (vec![a, b], &[]),
            Term::If(a, b, c) => (vec![a, b, c], &[]),
            Term::Quantified(_, _, a, b) => (std::iter::once(a).chain(b).map(|part| &**part).collect(), &[]),
            Term::And(items)
            | Term::Or(items)
            | Term::Call(_, items)
            | Term::SetOf(items)
            | Term::Sequence(items)
            | Term::Record(items)
            | Term::Struct(items)
            | Term::External(_, items) => (Vec::new(), items),
        };
        boxed.into_iter().chain(listed)
    }
}

impl Typed {
    /// The conjuncts of a predicate, those of nested conjunctions too.
    pub fn conjuncts(self) -> Vec<Typed> {
        match self.node {
            Term::And(items) => items.into_iter().flat_map(Typed::conjuncts).collect(),
            _ => vec![self],
        }
    }

    /// Whether the formula mentions a slot for which the test holds.
    pub fn mentions(&self, test: &dyn Fn(Slot) -> bool) -> bool {
        matches!(self.node, Term::Slot(slot) if test(slot))
            || self.node.parts().any(|part| part.mentions(test))
    }
}

/// Functions of ProB's standard library that are supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum External {
    StringLength,
    StringAppend,
    IntToString,
    ToString,
    Choose,
    /// The element of a set of tuples whose first component is largest, or smallest.
    Maximise,
    Minimise,
    /// Printing functions are the identity on truth.
    Print,
}

/// A typed substitution.
#[derive(Clone, Debug)]
pub struct TypedSub {
    pub node: TSub,
    pub span: Span,
}

/// The forms of a typed substitution.
#[derive(Clone, Debug)]
pub enum TSub {
    Skip,
    /// All right-hand sides are evaluated before any target changes.
    Assign(Vec<(Target, Typed)>),
    ChooseFrom(Vec<Target>, Typed),
    /// Slots of the new values, the variables they go to, the predicate.
    SuchThat(Vec<(Slot, Slot)>, Typed),
    Call {
        parameters: Vec<(Slot, Typed)>,
        results: Vec<(Slot, Target)>,
        body: Box<TypedSub>,
    },
    Pre(Typed, Box<TypedSub>),
    Assert(Typed, Box<TypedSub>),
    If(Vec<(Typed, TypedSub)>, Option<Box<TypedSub>>),
    Select(Vec<(Typed, TypedSub)>, Option<Box<TypedSub>>),
    Choice(Vec<TypedSub>),
    Any(Vec<Slot>, Typed, Box<TypedSub>),
    Var(Vec<Slot>, Box<TypedSub>),
    Case(Typed, Vec<(Vec<Typed>, TypedSub)>, Option<Box<TypedSub>>),
    While {
        condition: Typed,
        body: Box<TypedSub>,
        /// The conjuncts of the loop's invariant that speak only of what is in the state.
        invariant: Vec<Typed>,
        variant: Typed,
    },
    Sequence(Vec<TypedSub>),
    Parallel(Vec<TypedSub>),
}

impl TSub {
    /// The substitutions directly inside.
    pub fn parts(&self) -> Vec<&TypedSub> {
        match self {
            TSub::Skip | TSub::Assign(_) | TSub::ChooseFrom(..) | TSub::SuchThat(..) => Vec::new(),
            TSub::Call { body, .. }
            | TSub::Pre(_, body)
            | TSub::Assert(_, body)
            | TSub::Any(_, _, body)
            | TSub::Var(_, body)
            | TSub::While { body, .. } => vec![body],
            TSub::If(branches, otherwise) | TSub::Select(branches, otherwise) => {
                branches.iter().map(|(_, body)| body).chain(otherwise.as_deref()).collect()
            }
            TSub::Case(_, branches, otherwise) => {
                branches.iter().map(|(_, body)| body).chain(otherwise.as_deref()).collect()
            }
            TSub::Choice(items) | TSub::Parallel(items) | TSub::Sequence(items) => items.iter().collect(),
        }
    }
}

/// What an assignment changes.
#[derive(Clone, Debug)]
pub enum Target {
    Slot(Slot),
    /// `f(a) := e`, possibly curried; the slot and the arguments from the outside in.
    Function(Slot, Vec<Typed>),
    /// `r'f := e`: the slot and the field path.
    Field(Slot, Vec<String>),
}

impl Target {
    /// The variable that changes.
    pub fn slot(&self) -> Slot {
        match self {
            Target::Slot(slot) | Target::Function(slot, _) | Target::Field(slot, _) => *slot,
        }
    }
}
