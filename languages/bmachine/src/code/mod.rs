//! The compiled form: formulas over numbered slots, predicates with enumeration plans, and substitutions.
//!
//! A tree of enum nodes interpreted by `match`, with representations decided beforehand. Closures were considered: they
//! run no faster here, and cannot be inspected, which planning, membership tests and the printing of warnings need.
//! Children are shared pointers because a plan reuses parts of the predicate it was made from.

mod linear;
mod lower;
mod lower_operators;
mod lower_substitution;
mod plan;
mod plan_guarded;
mod plan_pointwise;
mod plan_together;
mod walk;

pub use lower::Lowering;
pub use lower_substitution::{Act, CompiledOperation, Loop};
pub use walk::Walk;

use crate::syntax::ast::Arrow;
use crate::typing::tree::External;
use crate::value::{RelationInfo, Ty, Value};
use diagnostics::Span;
use std::sync::Arc;

/// A shared expression.
pub type E = Arc<Ex>;
/// A shared predicate.
pub type P = Arc<Pr>;

/// An expression.
#[derive(Debug)]
pub enum Ex {
    Const(Value),
    Slot(u32),
    Arith(Arith, E, E, Span),
    Negate(E),
    Pair(E, E, u64),
    SetOf(Vec<E>, bool),
    Sequence(Vec<E>),
    Union(E, E),
    Intersection(E, E),
    Difference(E, E),
    Product(E, E, RelationInfo),
    Interval(E, E, Span),
    Card(E, Span),
    Extremum {
        set: E,
        largest: bool,
        span: Span,
    },
    GeneralUnion(E, bool),
    GeneralInter(E, Span),
    /// `POW`, `POW1`; `bits`: the base set is a bitset; `out`: the result is one.
    Power {
        set: E,
        nonempty: bool,
        bits: bool,
        out: bool,
    },
    Arrow {
        arrow: Arrow,
        from: E,
        to: E,
        info: RelationInfo,
        out: bool,
    },
    Sequences {
        kind: Sequences,
        set: E,
        out: bool,
    },
    Domain(E, RelationInfo),
    Range(E, RelationInfo),
    Inverse(E, RelationInfo, RelationInfo),
    Image(E, E, RelationInfo),
    DomainRestrict(E, E, RelationInfo, bool),
    RangeRestrict(E, E, RelationInfo, bool),
    Override(E, E, RelationInfo),
    Compose(E, E, [RelationInfo; 3]),
    /// Direct product, with the `right` of the inner pair.
    DirectProduct(E, E, [RelationInfo; 3], u64),
    /// Parallel product, with the `right` of the domain pair and of the range pair.
    Parallel(E, E, [RelationInfo; 3], [u64; 2]),
    Identity(E, RelationInfo),
    /// `prj1`, `prj2`: the pair type's `right` and the result.
    Projection {
        left: E,
        right: E,
        first: bool,
        pair: u64,
        info: RelationInfo,
    },
    Closure {
        relation: E,
        reflexive: Reflexive,
        info: RelationInfo,
    },
    /// The relation, how often, and all values of the type if they can be listed.
    Iterate(E, E, RelationInfo, Option<E>, Span),
    /// `fnc(r)`: a relation as a set-valued function.
    Fnc(E, RelationInfo, RelationInfo),
    Rel(E, RelationInfo, RelationInfo),
    Apply(E, E, RelationInfo, Span),
    SequenceOp(SequenceOp, E, Option<E>, Span),
    Comprehension(Arc<Comprehension>),
    Sum {
        plan: Plan,
        value: E,
        product: bool,
        span: Span,
    },
    BigUnion {
        plan: Plan,
        value: E,
        bits: bool,
    },
    BigInter {
        plan: Plan,
        value: E,
        span: Span,
    },
    Record(Vec<E>),
    Field(E, usize),
    Struct(Vec<E>),
    If(P, E, E),
    Let(Plan, E, Span),
    Truth(P),
    /// The integers from a least one on, or all.
    Integers(Option<i64>),
    Strings,
    /// The successor function, or another translation of the integers.
    Translation(i64),
    /// The ways to cut a sequence in two, as pairs.
    Splits(E),
    /// The sequences (or injective ones) over a set whose length is in another.
    OfLengths {
        lengths: E,
        set: E,
        injective: bool,
        info: RelationInfo,
    },
    /// An infinite set, passed around as code with the values of its free slots.
    Symbolic(E, Arc<Vec<u32>>),
    External(External, Vec<E>, Ty, Span),
}

/// A set comprehension or a lambda abstraction.
#[derive(Debug)]
pub struct Comprehension {
    /// The bound names as a pattern for elements (or arguments, for a lambda).
    pub pattern: Pattern,
    pub predicate: Vec<P>,
    pub plan: Plan,
    /// Binds the last of several names when the others are known.
    pub image: Option<Plan>,
    /// The element, built from the bound slots.
    pub element: E,
    /// The result, for a lambda; `element` is then the argument.
    pub value: Option<(E, RelationInfo)>,
    pub bits: bool,
    pub slots: Vec<u32>,
}

/// Integer operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arith {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
}

/// `seq`, `seq1`, `iseq`, `iseq1`, `perm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequences {
    pub nonempty: bool,
    pub injective: bool,
    pub onto: bool,
}

/// Operators on sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceOp {
    Size,
    Reverse,
    First,
    Last,
    Front,
    Tail,
    Flatten,
    Concat,
    Prepend,
    Append,
    Take,
    Drop,
}

/// A predicate.
#[derive(Debug)]
pub enum Pr {
    True,
    False,
    And(Vec<P>),
    Or(Vec<P>),
    Not(P),
    Implies(P, P),
    Iff(P, P),
    Equal(E, E),
    Less(E, E),
    LessEqual(E, E),
    Member(E, E),
    Subset(E, E),
    Forall(Plan, P),
    Exists { plan: Plan, slots: Vec<u32>, body: Vec<P> },
    If(P, P, P),
    Let(Plan, P, Span),
    Finite(E),
}

/// How to find all values of some slots that satisfy a conjunction.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// The slots that are bound, to be restored afterwards.
    pub slots: Vec<u32>,
    /// Where the predicate stands, for warnings.
    pub span: Span,
    /// Base-two logarithm of the expected number of tries; infinite if some slot ranges over an infinite set.
    pub cost: f64,
    /// What the plan was made from; `None` for parts of plans.
    pub written: Option<Arc<Written>>,
}

/// Which elements a closure relates to themselves.
#[derive(Clone, Debug)]
pub enum Reflexive {
    /// Only elements that reach themselves in the relation.
    No,
    /// All values of the type; they are few, and this is the set of them.
    On(E),
    /// All values of the type, of which there are too many to list.
    Everywhere,
}

/// The conjunction that a plan solves, as it stands in the source.
#[derive(Debug)]
pub struct Written {
    pub conjuncts: Vec<P>,
    /// The types of the slots that are bound.
    pub types: Vec<Ty>,
}

/// One step of a plan.
#[derive(Clone, Debug)]
pub enum Step {
    Check(P),
    /// The pattern must match the value.
    Bind(Pattern, E),
    /// The pattern ranges over the elements of a set.
    Choose(Pattern, E),
    /// The slot ranges over the subsets of a set; `bits`: they are bitsets.
    Subsets {
        slot: u32,
        set: E,
        bits: bool,
    },
    /// The slot ranges over integers; missing bounds are the least and greatest implementable integer.
    Integers {
        slot: u32,
        low: Vec<E>,
        high: Vec<E>,
    },
    /// The slot ranges over its whole type.
    Type {
        slot: u32,
        ty: Ty,
    },
    /// If the condition holds the slot has that value; otherwise the plan finds it.
    Guarded {
        slot: u32,
        condition: P,
        value: E,
        /// What else is said about the slot; the plan sees to it by itself.
        checks: Vec<P>,
        otherwise: Box<Plan>,
    },
    /// The slot is a set or function that is decided element by element.
    Pointwise(Arc<Pointwise>),
    /// The slots take every value that one of the plans finds, each once.
    Either {
        slots: Vec<u32>,
        plans: Vec<Plan>,
    },
}

/// A search for a set or a function that decides one element or argument at a time and checks conjuncts on the way.
#[derive(Debug)]
pub struct Pointwise {
    pub slot: u32,
    /// The set whose elements are decided, or the domain of the function.
    pub from: E,
    /// What the function must be, and its range; subsets of `from` are searched without one.
    pub function: Option<(Arrow, E)>,
    pub info: RelationInfo,
    /// Subsets are bitsets.
    pub bits: bool,
    /// What the whole must satisfy; refuting any of it on a part prunes the search.
    pub checks: Vec<P>,
    /// Equations that give the function's values at some arguments.
    pub givers: Vec<Giver>,
}

/// `f(argument) = value` under the conditions, for every solution of the plan if there is one.
#[derive(Debug)]
pub struct Giver {
    pub plan: Option<Plan>,
    pub conditions: Vec<P>,
    pub argument: E,
    pub value: E,
}

/// What a value is matched against.
#[derive(Clone, Debug)]
pub enum Pattern {
    Slot(u32),
    Pair(Box<Pattern>, Box<Pattern>, u64),
    /// The value must equal this expression, whose slots are bound.
    Equal(E),
    /// A sequence that starts (or, if `at_end`, ends) with this closed one; the rest matches the pattern.
    Affixed {
        known: E,
        rest: Box<Pattern>,
        at_end: bool,
    },
    /// An integer that is the factor, which is not 0, times the slot plus a closed expression.
    Linear {
        factor: i64,
        slot: u32,
        rest: E,
    },
    /// A sequence whose reverse matches.
    Reversed(Box<Pattern>),
}

/// An infinite set as a value: its code and the values of the slots it mentions.
#[derive(Debug)]
pub struct Symbolic {
    pub code: E,
    pub captured: Vec<(u32, Value)>,
}

impl Symbolic {
    /// Whether the two are the same code over the same values; equal sets with different code are not recognised.
    pub fn same(&self, other: &Symbolic) -> bool {
        Arc::ptr_eq(&self.code, &other.code) && self.captured == other.captured
    }
}

impl Pattern {
    /// The slots the pattern binds.
    pub fn slots(&self, out: &mut Vec<u32>) {
        match self {
            Pattern::Slot(slot) => out.push(*slot),
            Pattern::Pair(left, right, _) => {
                left.slots(out);
                right.slots(out);
            }
            Pattern::Affixed { rest, .. } | Pattern::Reversed(rest) => rest.slots(out),
            Pattern::Linear { slot, .. } => out.push(*slot),
            Pattern::Equal(_) => {}
        }
    }
}
