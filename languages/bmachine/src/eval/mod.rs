//! The evaluator: values of expressions, truth of predicates, solutions of plans, effects of substitutions.

mod cut;
mod each_of_type;
mod elements;
mod execute;
mod expression;
mod generators;
mod images;
mod loops;
mod membership;
mod operators;
mod plain;
mod plans;
mod pointwise;
mod predicate;
mod refute;
mod sequences;

use crate::value::{Domain, Value};
use diagnostics::Span;
use std::time::Instant;

/// Evaluates code over a domain.
#[derive(Clone, Copy)]
pub struct Evaluator<'a> {
    pub domain: &'a Domain,
}

/// The cells of one evaluation.
#[derive(Debug)]
pub struct Env {
    pub slots: Vec<Value>,
    /// New values that are not visible yet, in the order they were assigned.
    pub writes: Vec<(u32, Value)>,
    /// Steps left before the clock is looked at.
    fuel: u64,
    /// Steps left after those before the evaluation is given up.
    reserve: u64,
    /// When to give up whatever the steps.
    pub deadline: Option<Instant>,
    /// The last place where a guard was undefined, and how often that happened.
    pub undefined: Option<Undefined>,
    pub undefined_count: u64,
    /// An infinite type was cut to the implementable integers.
    pub cut: Option<Span>,
    /// Nesting of applications of symbolic functions.
    pub depth: u32,
    /// How conjunctions are solved.
    pub solving: Solving,
    /// The properties are being solved: an infinite function is taken to be what it is declared as, as ProB does.
    pub trusts_declarations: bool,
    /// A place to look out for, and whether it was found undefined.
    pub sought: Option<(Undefined, bool)>,
}

/// How conjunctions are solved (see `plain`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solving {
    /// By plans.
    Planned,
    /// By plans, whose solutions must satisfy what is written.
    Checked,
    /// By trying every value, where there are few.
    Tried,
}

/// An expression without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined {
    pub span: Span,
    pub what: &'static str,
}

/// Why an evaluation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Undefined(Undefined),
    /// The enumeration limit was exceeded at this predicate.
    TooLarge(Span),
    /// An infinite set would have to be listed.
    Infinite(Span),
    /// The loop at this place did not end within this number of iterations.
    LongLoop(Span, u64),
    Overflow(Span),
    /// The time limit was reached.
    Late,
    /// The answer depends on what a search has not decided yet (see `pointwise`).
    Pending,
    /// A precondition or assertion inside an operation does not hold, or what a loop promises.
    Broken(Span, &'static str),
}

impl Fault {
    /// Whether nothing is known, other than that an expression has no value or a condition does not hold.
    pub fn gives_up(self) -> bool {
        !matches!(self, Fault::Undefined(_) | Fault::Broken(..))
    }
}

pub type Res<T> = Result<T, Fault>;

/// What an enumeration calls for each solution; `false` stops it.
pub type Each<'k> = &'k mut dyn FnMut(&mut Env, Value) -> Res<bool>;
/// What a plan calls for each solution; `false` stops it.
pub type Then<'k> = &'k mut dyn FnMut(&mut Env) -> Res<bool>;

/// Steps one evaluation may take before it is given up.
pub const FUEL: u64 = 50_000_000;
/// Steps that an element costs which is kept in a set, for each part it has, so that sets stay within memory.
const KEPT: u64 = 9;
/// Elements that an operation on whole sets goes over in the time of a step.
const PASSED: usize = 16;
/// Steps between two looks at the clock.
const SLICE: u64 = 100_000;
/// Deepest recursion of symbolic functions.
pub const MAX_RECURSION: u32 = 200;

impl Env {
    /// An environment with the given number of slots.
    pub fn new(slots: usize) -> Self {
        Self {
            slots: vec![Value::Word(0); slots],
            writes: Vec::new(),
            fuel: SLICE,
            reserve: FUEL - SLICE,
            deadline: None,
            undefined: None,
            undefined_count: 0,
            cut: None,
            depth: 0,
            solving: Solving::Planned,
            trusts_declarations: false,
            sought: None,
        }
    }

    /// An environment that looks at the clock at its first step, since the time may be up already.
    pub fn until(deadline: Option<Instant>, slots: usize) -> Self {
        Self { deadline, fuel: 0, reserve: FUEL, ..Self::new(slots) }
    }

    /// Uses fuel, and gives up when there is none.
    #[inline]
    pub fn burn(&mut self, amount: u64, span: Span) -> Res<()> {
        if self.fuel < amount {
            return self.burn_reserve(amount, span);
        }
        self.fuel -= amount;
        Ok(())
    }

    /// Uses fuel for an element that is kept in a set.
    pub fn burn_kept(&mut self, element: &Value, span: Span) -> Res<()> {
        let parts = match element {
            Value::Set(items) | Value::Record(items) => items.len() as u64,
            _ => 0,
        };
        self.burn(KEPT * (1 + parts), span)
    }

    /// Uses fuel for the given number of elements, which will be kept in a set.
    pub fn burn_many(&mut self, elements: usize, span: Span) -> Res<()> {
        self.burn(KEPT.saturating_mul(elements as u64), span)
    }

    /// Uses fuel for going over the given number of elements, as a union or a comparison of sets does.
    #[inline]
    pub fn burn_pass(&mut self, elements: usize) -> Res<()> {
        if elements < PASSED {
            return Ok(());
        }
        self.burn((elements / PASSED) as u64, Span::default())
    }

    /// Uses fuel for a state that is handed out.
    pub fn burn_bytes(&mut self, bytes: usize) -> Res<()> {
        self.burn(1 + (bytes / PASSED) as u64, Span::default())
    }

    #[cold]
    fn burn_reserve(&mut self, amount: u64, span: Span) -> Res<()> {
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(Fault::Late);
        }
        if self.fuel + self.reserve < amount {
            (self.fuel, self.reserve) = (0, 0);
            return Err(Fault::TooLarge(span));
        }
        let left = self.fuel + self.reserve - amount;
        self.fuel = left.min(SLICE);
        self.reserve = left - self.fuel;
        Ok(())
    }

    /// Starts a new evaluation: all steps are there again. The slice goes on, so that many short evaluations come to
    /// look at the clock too.
    pub fn refuel(&mut self) {
        self.reserve = FUEL - SLICE;
    }

    #[inline]
    pub fn set(&mut self, slot: u32, value: Value) -> Value {
        std::mem::replace(&mut self.slots[slot as usize], value)
    }

    /// Leaves the given number of steps before the evaluation is given up.
    pub fn ration(&mut self, steps: u64) {
        (self.fuel, self.reserve) = (0, steps);
    }

    pub fn note(&mut self, undefined: Undefined) {
        if let Some((sought, found)) = &mut self.sought {
            *found |= *sought == undefined;
        }
        self.undefined = Some(undefined);
        self.undefined_count += 1;
    }
}

pub(crate) fn undefined<T>(span: Span, what: &'static str) -> Res<T> {
    Err(Fault::Undefined(Undefined { span, what }))
}
