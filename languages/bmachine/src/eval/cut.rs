//! Answers that depend on an enumeration that was cut to the implementable integers.
//!
//! `#x.(x : INTEGER & x * x = 49)` is looked for from MININT to MAXINT only. A witness that is found is one; that none
//! is found says nothing, and a state must not be called wrong, nor a branch be taken, because of it. While a plan may
//! list what it finds of an infinite set (the search then says that it is incomplete), a value or a truth that needs
//! all of it has no answer.

use super::{Env, Evaluator, Fault, Res};
use crate::code::Pr;
use diagnostics::Span;

impl Evaluator<'_> {
    /// The result of an evaluation, which is given up if it depends on an enumeration that was cut.
    pub(super) fn uncut<T>(&self, env: &mut Env, body: impl FnOnce(&mut Env) -> Res<T>) -> Res<T> {
        let before = env.cut.take();
        let result = body(env);
        let cut = env.cut;
        env.cut = cut.or(before);
        match cut {
            Some(span) if result.is_ok() => Err(Fault::Infinite(span)),
            _ => result,
        }
    }

    /// Whether the predicate is false; given up if that depends on an enumeration that was cut.
    pub fn refutes(&self, env: &mut Env, predicate: &Pr) -> Res<bool> {
        let before = env.cut.take();
        let held = self.holds(env, predicate);
        let cut = env.cut;
        env.cut = cut.or(before);
        match (cut, held?) {
            (Some(span), false) => Err(Fault::Infinite(span)),
            (_, holds) => Ok(!holds),
        }
    }
}

impl Env {
    /// A quantifier that found what it looked for does not depend on what it did not look at. A cut elsewhere, in what
    /// it found, stays noted.
    pub(super) fn forget_cut(&mut self, own: Span, before: Option<Span>) {
        if self.cut == Some(own) {
            self.cut = before;
        }
    }
}
