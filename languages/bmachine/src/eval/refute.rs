//! Refuting predicates about a whole set from a part of it.
//!
//! `card(s) = 2` cannot be decided while s is being searched for, but it is false once three members are known, or when
//! too few elements are left. Bounds of integers and of sets are read off the [`Partial`] in the slot: what is known is
//! contained in the whole, and the whole adds to it at most what is left. Called only where evaluation has faulted as
//! pending, so it costs nothing elsewhere.

use super::{Env, Evaluator, Fault};
use crate::code::{Arith, Ex, Pr};
use crate::value::{self, Partial, Value, cardinality, elements};
use std::sync::Arc;

/// The least and greatest value an integer can still take.
type Bounds = (i64, i64);

impl Evaluator<'_> {
    /// Whether the predicate is false whatever the rest of the partial set turns out to be.
    pub(super) fn refuted(&self, env: &mut Env, predicate: &Pr) -> bool {
        match predicate {
            Pr::Equal(left, right) => match (self.bounds(env, left), self.bounds(env, right)) {
                (Some(a), Some(b)) => a.1 < b.0 || b.1 < a.0,
                _ => self.outgrown(env, left, right) || self.outgrown(env, right, left),
            },
            Pr::Less(left, right) => match (self.bounds(env, left), self.bounds(env, right)) {
                (Some(a), Some(b)) => a.0 >= b.1,
                _ => false,
            },
            Pr::LessEqual(left, right) => match (self.bounds(env, left), self.bounds(env, right)) {
                (Some(a), Some(b)) => a.0 > b.1,
                _ => false,
            },
            Pr::Subset(left, right) => self.outgrown(env, left, right) || self.excludes(env, left, right),
            _ => false,
        }
    }

    /// Bounds of an integer expression that counts members of a partial set; `None` for anything else that is pending.
    fn bounds(&self, env: &mut Env, expression: &Ex) -> Option<Bounds> {
        match expression {
            Ex::Card(set, _) => {
                let (known, left) = self.part(env, set)?;
                Some((cardinality(&known) as i64, (cardinality(&known) + left) as i64))
            }
            Ex::Arith(Arith::Add, a, b, _) => {
                let (a, b) = (self.bounds(env, a)?, self.bounds(env, b)?);
                Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
            }
            _ => match self.eval(env, expression) {
                Ok(Value::Word(word)) => Some((word, word)),
                _ => None,
            },
        }
    }

    /// Whether what is known of the left set is already not contained in the right one.
    fn outgrown(&self, env: &mut Env, left: &Ex, right: &Ex) -> bool {
        let Some((known, _)) = self.part(env, left) else { return false };
        match self.eval(env, right) {
            Ok(whole @ (Value::Word(_) | Value::Set(_))) => !value::is_subset(&known, &whole),
            _ => false,
        }
    }

    /// Whether some element of the left set is already excluded from the right one.
    fn excludes(&self, env: &mut Env, left: &Ex, right: &Ex) -> bool {
        let Some(partial) = partial_of(env, right) else { return false };
        match self.eval(env, left) {
            Ok(set @ (Value::Word(_) | Value::Set(_))) => {
                elements(&set).any(|element| partial.decides(&element) == Some(false))
            }
            _ => false,
        }
    }

    /// A lower bound of a set built from a partial one, and how many elements it may still gain.
    fn part(&self, env: &mut Env, set: &Ex) -> Option<(Value, usize)> {
        match set {
            Ex::Slot(_) => partial_of(env, set).map(|partial| (partial.known.clone(), partial.left)),
            Ex::Domain(inner, info) => {
                let (known, left) = self.part(env, inner)?;
                Some((value::domain(&known, *info), left))
            }
            Ex::Range(inner, info) => {
                let (known, left) = self.part(env, inner)?;
                Some((value::range(&known, *info), left))
            }
            Ex::RangeRestrict(inner, kept, info, inside) => {
                let (known, left) = self.part(env, inner)?;
                let kept = self.eval(env, kept).ok().filter(|kept| !matches!(kept, Value::Symbolic(_)))?;
                Some((value::range_restrict(&known, &kept, *info, *inside), left))
            }
            Ex::Image(inner, of, info) => match &**inner {
                Ex::Inverse(inner, from, _) => {
                    let (known, left) = self.part(env, inner)?;
                    let of = self.eval(env, of).ok().filter(|of| !matches!(of, Value::Symbolic(_)))?;
                    let kept = value::range_restrict(&known, &of, *from, true);
                    Some((value::domain(&kept, *from), left))
                }
                _ => {
                    let (known, left) = self.part(env, inner)?;
                    let of = self.eval(env, of).ok().filter(|of| !matches!(of, Value::Symbolic(_)))?;
                    Some((value::image(&known, &of, *info), left))
                }
            },
            _ => None,
        }
    }
}

fn partial_of(env: &Env, set: &Ex) -> Option<Arc<Partial>> {
    match set {
        Ex::Slot(slot) => match &env.slots[*slot as usize] {
            Value::Partial(partial) => Some(Arc::clone(partial)),
            _ => None,
        },
        _ => None,
    }
}

impl Evaluator<'_> {
    /// The answer of a comparison, or of its refutation where the comparison is pending.
    pub(super) fn or_refuted(
        &self,
        env: &mut Env,
        predicate: &Pr,
        answer: Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        match answer {
            Err(Fault::Pending) if self.refuted(env, predicate) => Ok(false),
            answer => answer,
        }
    }
}
