//! The abstract syntax tree, close to the text: names are unresolved, overloaded operators undecided.

use super::builtin::{Builtin, Constant};
use diagnostics::Span;

/// An identifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

/// A predicate or an expression.
#[derive(Clone, Debug)]
pub struct Formula {
    pub node: Node,
    pub span: Span,
}

/// The forms of a formula.
#[derive(Clone, Debug)]
pub enum Node {
    Name(String),
    Int(i64),
    Text(String),
    Constant(Constant),
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<Formula>, Box<Formula>),
    /// A conjunction; kept flat because long ones are common.
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Apply(Box<Formula>, Vec<Formula>),
    Image(Box<Formula>, Box<Formula>),
    Call(Builtin, Vec<Formula>),
    SetOf(Vec<Formula>),
    Sequence(Vec<Formula>),
    /// `{ids | predicate}`, or Event-B's `{ids . predicate | element}`.
    Comprehension(Vec<Ident>, Box<Formula>, Option<Box<Formula>>),
    Quantified(Quantifier, Vec<Ident>, Box<Formula>, Option<Box<Formula>>),
    Record(Vec<(Ident, Formula)>),
    Struct(Vec<(Ident, Formula)>),
    Field(Box<Formula>, Ident),
    If(Box<Formula>, Box<Formula>, Box<Formula>),
    Let(Vec<Ident>, Box<Formula>, Box<Formula>),
    /// A construct that parses but is not supported; named so that the checker can say which.
    Unsupported(&'static str),
}

/// Prefix and postfix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    Minus,
    Inverse,
}

/// Quantifiers, lambda and the quantified sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Forall,
    Exists,
    Lambda,
    Sum,
    Product,
    Union,
    Inter,
}

/// The function and relation arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    Relation,
    TotalRelation,
    SurjectiveRelation,
    TotalSurjectiveRelation,
    PartialFunction,
    TotalFunction,
    PartialInjection,
    TotalInjection,
    PartialSurjection,
    TotalSurjection,
    PartialBijection,
    TotalBijection,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Implies,
    Iff,
    Equal,
    NotEqual,
    Member,
    NotMember,
    Subset,
    StrictSubset,
    NotSubset,
    NotStrictSubset,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Arrow(Arrow),
    Union,
    Intersection,
    Maplet,
    Override,
    DirectProduct,
    DomainRestrict,
    DomainSubtract,
    RangeRestrict,
    RangeSubtract,
    Concat,
    Prepend,
    Append,
    TakeFirst,
    DropFirst,
    Interval,
    Add,
    /// Subtraction or set difference, by type.
    Minus,
    SetMinus,
    /// Multiplication or Cartesian product, by type.
    Times,
    Divide,
    Modulo,
    Power,
    Compose,
    Parallel,
}

/// A substitution.
#[derive(Clone, Debug)]
pub struct Substitution {
    pub node: Sub,
    pub span: Span,
}

/// The forms of a substitution.
#[derive(Clone, Debug)]
pub enum Sub {
    Skip,
    Assign(Vec<Formula>, Vec<Formula>),
    ChooseFrom(Vec<Formula>, Formula),
    SuchThat(Vec<Ident>, Formula),
    /// `results <-- operation(arguments)`, or a use of a definition.
    Call {
        results: Vec<Formula>,
        operation: Ident,
        arguments: Vec<Formula>,
    },
    Pre(Formula, Box<Substitution>),
    Assert(Formula, Box<Substitution>),
    If(Vec<(Formula, Substitution)>, Option<Box<Substitution>>),
    Select(Vec<(Formula, Substitution)>, Option<Box<Substitution>>),
    Choice(Vec<Substitution>),
    Any(Vec<Ident>, Formula, Box<Substitution>),
    Let(Vec<Ident>, Formula, Box<Substitution>),
    Var(Vec<Ident>, Box<Substitution>),
    Case(Formula, Vec<(Vec<Formula>, Substitution)>, Option<Box<Substitution>>),
    While {
        condition: Formula,
        body: Box<Substitution>,
        invariant: Formula,
        variant: Formula,
    },
    Sequence(Vec<Substitution>),
    Parallel(Vec<Substitution>),
}

/// What kind of component a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentKind {
    Machine,
    Refinement,
    Implementation,
    /// A file of definitions only.
    Definitions,
}

/// A deferred (`elements` is `None`) or enumerated set.
#[derive(Clone, Debug)]
pub struct SetDeclaration {
    pub name: Ident,
    pub elements: Option<Vec<Ident>>,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: Ident,
    pub results: Vec<Ident>,
    pub parameters: Vec<Ident>,
    pub body: Substitution,
}

/// A use of another machine, with its renaming prefix and actual parameters.
#[derive(Clone, Debug)]
pub struct MachineUse {
    pub name: Ident,
    pub prefix: Option<String>,
    pub arguments: Vec<Formula>,
}

/// A definition; the body is a formula or a substitution.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub body: DefinitionBody,
}

/// The right-hand side of a definition.
#[derive(Clone, Debug)]
pub enum DefinitionBody {
    Formula(Formula),
    Substitution(Substitution),
}

/// A parsed component.
#[derive(Clone, Debug)]
pub struct Machine {
    pub kind: ComponentKind,
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub refines: Option<Ident>,
    pub sees: Vec<MachineUse>,
    pub uses: Vec<MachineUse>,
    pub includes: Vec<MachineUse>,
    pub extends: Vec<MachineUse>,
    pub imports: Vec<MachineUse>,
    pub promotes: Vec<Ident>,
    pub sets: Vec<SetDeclaration>,
    pub constants: Vec<Ident>,
    pub variables: Vec<Ident>,
    /// Where a definition stands for a list of variables or constants.
    pub lists: Vec<Ident>,
    /// The names among `variables` that every refinement keeps.
    pub concrete_variables: Vec<String>,
    pub constraints: Vec<Formula>,
    pub properties: Vec<Formula>,
    pub invariant: Vec<Formula>,
    pub assertions: Vec<Formula>,
    pub values: Vec<(Ident, Formula)>,
    pub initialisation: Option<Substitution>,
    pub operations: Vec<Operation>,
    /// The word that begins the operations.
    pub operations_span: Option<Span>,
    pub definitions: Vec<Definition>,
    /// Files named in DEFINITIONS whose definitions are to be read too.
    pub definition_files: Vec<(String, Span)>,
    /// Clauses that were skipped because they are not supported, with their names.
    pub unsupported: Vec<Ident>,
}

impl Formula {
    /// A formula with its place.
    pub fn new(node: Node, span: Span) -> Self {
        Self { node, span }
    }
}
