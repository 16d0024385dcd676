//! Small sets of values, and what operators make of them.

use std::collections::BTreeSet;

use crate::interpreter::{binary, unary};
use crate::{BinaryOp, UnaryOp};

/// Larger sets are given up: then the value may be any.
const MOST: usize = 16;

/// What a cell or an expression may hold. The empty set belongs to what never happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values(Option<BTreeSet<i32>>);

impl Values {
    pub fn any() -> Values {
        Values(None)
    }

    pub fn none() -> Values {
        Values(Some(BTreeSet::new()))
    }

    pub fn one(value: i32) -> Values {
        Values(Some(BTreeSet::from([value])))
    }

    /// 0 or 1.
    pub fn either() -> Values {
        Values(Some(BTreeSet::from([0, 1])))
    }

    pub fn of(values: impl IntoIterator<Item = i32>) -> Values {
        let mut set = BTreeSet::new();
        for value in values {
            set.insert(value);
            if set.len() > MOST {
                return Values::any();
            }
        }
        Values(Some(set))
    }

    /// The values, unless it may be any.
    pub fn known(&self) -> Option<&BTreeSet<i32>> {
        self.0.as_ref()
    }

    /// Adds what another set has; true if that is more.
    pub fn join(&mut self, other: &Values) -> bool {
        let Some(mine) = &mut self.0 else { return false };
        let Some(theirs) = &other.0 else {
            self.0 = None;
            return true;
        };
        let before = mine.len();
        mine.extend(theirs);
        let grown = mine.len() > before;
        if mine.len() > MOST {
            self.0 = None;
        }
        grown
    }

    pub fn map(&self, f: impl Fn(i32) -> i32) -> Values {
        Values(self.0.as_ref().map(|set| set.iter().map(|&v| f(v)).collect()))
    }

    pub fn may_be_zero(&self) -> bool {
        self.0.as_ref().is_none_or(|set| set.contains(&0))
    }

    pub fn may_be_true(&self) -> bool {
        self.0.as_ref().is_none_or(|set| set.iter().any(|&v| v != 0))
    }

    /// Are all of them below a bound, and none negative?
    pub fn are_below(&self, bound: u32) -> bool {
        let fits = |&v: &i32| u32::try_from(v).is_ok_and(|v| v < bound);
        self.0.as_ref().is_some_and(|set| set.iter().all(fits))
    }

    pub fn unary(&self, op: UnaryOp) -> Values {
        match (op, &self.0) {
            (UnaryOp::Not, None) => Values::either(),
            _ => self.map(|v| unary(op, v)),
        }
    }

    /// What an operator yields where it does not fault.
    pub fn binary(&self, op: BinaryOp, other: &Values) -> Values {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        let truth = |may_be_zero: bool, may_be_true: bool| {
            Values::of([0, 1].into_iter().filter(|&v| if v == 0 { may_be_zero } else { may_be_true }))
        };
        match op {
            // The right side is not evaluated where the left one decides.
            And => {
                truth(self.may_be_zero() || other.may_be_zero(), self.may_be_true() && other.may_be_true())
            }
            Or => truth(self.may_be_zero() && other.may_be_zero(), self.may_be_true() || other.may_be_true()),
            _ => match (&self.0, &other.0) {
                (Some(a), Some(b)) => {
                    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
                    let values: BTreeSet<i32> = pairs.filter_map(|(a, b)| binary(op, a, b).ok()).collect();
                    Values::of(values)
                }
                (Some(set), None) | (None, Some(set)) if set.is_empty() => Values::none(),
                _ if matches!(op, Eq | Ne | Lt | Le | Gt | Ge) => Values::either(),
                _ => Values::any(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_applied_to_all_pairs() {
        let (two, small) = (Values::one(2), Values::of([0, 1]));
        assert_eq!(two.binary(BinaryOp::Add, &small), Values::of([2, 3]));
        assert_eq!(two.binary(BinaryOp::Eq, &small), Values::one(0));
        assert_eq!(two.binary(BinaryOp::Eq, &Values::any()), Values::either());
        assert_eq!(Values::one(0).binary(BinaryOp::And, &Values::any()), Values::one(0));
        assert_eq!(Values::any().binary(BinaryOp::Or, &two), Values::one(1));
        // A division by zero yields nothing.
        assert_eq!(two.binary(BinaryOp::Div, &small), Values::one(2));
    }

    #[test]
    fn large_sets_are_given_up() {
        assert_eq!(Values::of(0..=MOST as i32), Values::any());
        // What is said many times is one value, and does not hide what comes after it.
        let many = std::iter::repeat_n(0, 3 * MOST).chain([5]);
        assert_eq!(Values::of(many), Values::of([0, 5]));
        let mut grown = Values::of(0..MOST as i32);
        assert!(grown.join(&Values::one(-1)));
        assert_eq!(grown.known(), None);
    }
}
