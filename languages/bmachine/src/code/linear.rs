//! Integer expressions as sums of unknown slots with constant factors, and what such sums tell about the slots.
//!
//! `2 * x + y = 10` gives x once y is known, and with `y : 0..4` it bounds x before that: the least and greatest value
//! of the other terms are moved to the other side. The bounds of all slots are narrowed in turn until nothing changes,
//! or a few rounds have passed; this is bounds propagation for linear constraints (Harvey and Stuckey, "Improving
//! linear constraint propagation by changing constraint representation", 2003, section 2). It runs when a plan is made
//! and not while a plan is carried out; only closed expressions are left to be evaluated then.

use super::lower::negated;
use super::plan::closed;
use super::{Arith, E, Ex, P, Pr};
use crate::value::Value;
use diagnostics::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A sum of slots times factors, of a closed expression, and of a number.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub terms: BTreeMap<u32, i64>,
    pub rest: Option<E>,
    pub constant: i64,
}

/// Rounds of narrowing: enough for chains of comparisons, and an end where bounds creep.
const ROUNDS: usize = 12;
/// Bounds beyond this tell nothing that is worth enumerating.
const WIDE: i64 = 1 << 40;

impl Linear {
    /// The expression as a sum over the unbound slots; `None` if it is not linear in them.
    pub fn of(expression: &E, unbound: &BTreeSet<u32>) -> Option<Linear> {
        match &**expression {
            Ex::Const(Value::Word(word)) => Some(Linear { constant: *word, ..Linear::default() }),
            Ex::Slot(slot) if unbound.contains(slot) => {
                Some(Linear { terms: [(*slot, 1)].into(), ..Linear::default() })
            }
            _ if closed(expression, unbound) => {
                Some(Linear { rest: Some(expression.clone()), ..Linear::default() })
            }
            Ex::Negate(inner) => Linear::of(inner, unbound)?.times(-1),
            Ex::Arith(Arith::Add, a, b, _) => Linear::of(a, unbound)?.plus(Linear::of(b, unbound)?),
            Ex::Arith(Arith::Subtract, a, b, _) => {
                Linear::of(a, unbound)?.plus(Linear::of(b, unbound)?.times(-1)?)
            }
            Ex::Arith(Arith::Multiply, a, b, _) => {
                let (a, b) = (Linear::of(a, unbound)?, Linear::of(b, unbound)?);
                match (a.number(), b.number()) {
                    (Some(factor), _) => b.times(factor),
                    (_, Some(factor)) => a.times(factor),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `left - right`.
    pub fn difference(left: &E, right: &E, unbound: &BTreeSet<u32>) -> Option<Linear> {
        Linear::of(left, unbound)?.plus(Linear::of(right, unbound)?.times(-1)?)
    }

    fn number(&self) -> Option<i64> {
        (self.terms.is_empty() && self.rest.is_none()).then_some(self.constant)
    }

    fn plus(mut self, other: Linear) -> Option<Linear> {
        for (slot, factor) in other.terms {
            let sum = self.terms.get(&slot).copied().unwrap_or(0).checked_add(factor)?;
            if sum == 0 {
                self.terms.remove(&slot)
            } else {
                self.terms.insert(slot, sum)
            };
        }
        self.constant = self.constant.checked_add(other.constant)?;
        self.rest = match (self.rest, other.rest) {
            (Some(a), Some(b)) => Some(arith(Arith::Add, a, b)),
            (a, b) => a.or(b),
        };
        Some(self)
    }

    fn times(mut self, factor: i64) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::default());
        }
        for own in self.terms.values_mut() {
            *own = own.checked_mul(factor)?;
        }
        self.constant = self.constant.checked_mul(factor)?;
        self.rest = self.rest.map(|rest| match factor {
            1 => rest,
            -1 => Arc::new(Ex::Negate(rest)),
            _ => arith(Arith::Multiply, number(factor), rest),
        });
        Some(self)
    }

    /// For a sum that is to be 0: the slot, its factor, and what the factor times the slot must be.
    pub fn solved(&self) -> Option<(u32, i64, E)> {
        let mut terms = self.terms.iter();
        let (slot, factor) = terms.next()?;
        terms.next().is_none().then(|| (*slot, *factor, self.opposite(0)))
    }

    /// The negation of all that is not a term, less `others`.
    fn opposite(&self, others: i64) -> E {
        let constant = number(self.constant.saturating_add(others).saturating_neg());
        match &self.rest {
            Some(rest) => arith(Arith::Subtract, constant, rest.clone()),
            None => constant,
        }
    }

    /// For a sum that is to be at most 0: a bound of the slot, and whether it is an upper one.
    fn bound(&self, slot: u32, ranges: &Ranges) -> Option<(E, bool)> {
        let factor = *self.terms.get(&slot)?;
        let opposite = self.opposite(self.least_of_others(slot, ranges)?);
        // Division rounds towards zero, which here is never beyond the bound.
        let bound = match factor {
            1 => opposite,
            _ => arith(Arith::Divide, opposite, number(factor)),
        };
        Some((bound, factor > 0))
    }

    /// The least value of the terms of the other slots.
    fn least_of_others(&self, slot: u32, ranges: &Ranges) -> Option<i64> {
        self.terms.iter().filter(|(other, _)| **other != slot).try_fold(0i64, |sum, (other, factor)| {
            let (low, high) = ranges.get(other)?;
            let end = if *factor > 0 { *low } else { *high };
            sum.checked_add(end?.checked_mul(*factor)?)
        })
    }

    /// Narrows the range of each slot of a sum that is to be at most 0; whether anything changed.
    fn narrow(&self, ranges: &mut Ranges) -> bool {
        let mut changed = false;
        for (slot, factor) in &self.terms {
            let Some(least) = self.least_of_others(*slot, ranges) else { continue };
            let Some(opposite) = self.constant.checked_add(least).and_then(i64::checked_neg) else {
                continue;
            };
            let bound = if *factor < 0 { ceiling(opposite, *factor) } else { opposite.div_euclid(*factor) };
            let range = ranges.entry(*slot).or_default();
            changed |= tighten(range, bound, *factor > 0);
        }
        changed
    }
}

fn ceiling(value: i64, divisor: i64) -> i64 {
    let quotient = value / divisor;
    let exact = value % divisor == 0;
    quotient + i64::from(!exact && (value < 0) == (divisor < 0))
}

/// Whether the bound is better than what was known.
fn tighten(range: &mut Range, bound: i64, upper: bool) -> bool {
    if bound.abs() > WIDE {
        return false;
    }
    let end = if upper { &mut range.1 } else { &mut range.0 };
    let better = end.is_none_or(|old| if upper { bound < old } else { bound > old });
    if better {
        *end = Some(bound);
    }
    better
}

/// The least and greatest value of a slot, as far as known.
pub(super) type Range = (Option<i64>, Option<i64>);
pub(super) type Ranges = BTreeMap<u32, Range>;

/// What a conjunction says about integers: sums that are to be at most 0.
#[derive(Debug, Default)]
pub(super) struct Inequalities {
    sums: Vec<Linear>,
    pub ranges: Ranges,
}

impl Inequalities {
    /// Collects the comparisons of a conjunction and narrows the ranges of its unbound slots.
    pub fn of(rest: &[(P, BTreeSet<u32>)], unbound: &BTreeSet<u32>) -> Inequalities {
        let mut found = Inequalities::default();
        rest.iter().for_each(|(conjunct, _)| found.add(conjunct, unbound));
        let constant: Vec<&Linear> = found.sums.iter().filter(|sum| sum.rest.is_none()).collect();
        let choices: Vec<Vec<Inequalities>> =
            rest.iter().filter_map(|(conjunct, _)| alternatives(conjunct, unbound)).collect();
        for _ in 0..ROUNDS {
            let mut changed = false;
            constant.iter().for_each(|sum| changed |= sum.narrow(&mut found.ranges));
            choices.iter().for_each(|choice| changed |= hull(choice, &mut found.ranges));
            if !changed {
                break;
            }
        }
        found
    }

    /// What the inequalities make of ranges; `None` if they leave nothing.
    fn narrowed(&self, ranges: &Ranges) -> Option<Ranges> {
        let mut own = ranges.clone();
        self.sums.iter().filter(|sum| sum.rest.is_none()).for_each(|sum| {
            sum.narrow(&mut own);
        });
        let possible = |(low, high): &Range| low.zip(*high).is_none_or(|(low, high)| low <= high);
        own.values().all(possible).then_some(own)
    }

    fn add(&mut self, conjunct: &Pr, unbound: &BTreeSet<u32>) {
        match conjunct {
            Pr::LessEqual(a, b) => self.at_most(a, b, 0, unbound),
            Pr::Less(a, b) => self.at_most(a, b, 1, unbound),
            Pr::Equal(a, b) => {
                self.at_most(a, b, 0, unbound);
                self.at_most(b, a, 0, unbound);
            }
            Pr::And(items) => items.iter().for_each(|item| self.add(item, unbound)),
            Pr::Member(a, set) => match super::plan::symbolic_code(set) {
                Ex::Integers(Some(least)) => self.at_most(&number(*least), a, 0, unbound),
                Ex::Interval(low, high, _) => {
                    self.at_most(low, a, 0, unbound);
                    self.at_most(a, high, 0, unbound);
                }
                Ex::Const(set @ Value::Set(_)) => self.among(a, set, unbound),
                _ => {}
            },
            _ => {}
        }
    }

    /// `a + gap <= b`.
    fn at_most(&mut self, a: &E, b: &E, gap: i64, unbound: &BTreeSet<u32>) {
        let sum = Linear::difference(a, b, unbound).filter(|sum| !sum.terms.is_empty());
        if let Some(mut sum) = sum
            && let Some(constant) = sum.constant.checked_add(gap)
        {
            sum.constant = constant;
            self.sums.push(sum);
        }
    }

    /// `a : {1, 5, 7}`.
    fn among(&mut self, a: &E, set: &Value, unbound: &BTreeSet<u32>) {
        let words: Option<Vec<i64>> = crate::value::elements(set)
            .map(|element| match element {
                Value::Word(word) => Some(word),
                _ => None,
            })
            .collect();
        let ends = words.and_then(|words| Some((*words.iter().min()?, *words.iter().max()?)));
        if let Some((low, high)) = ends {
            self.at_most(&number(low), a, 0, unbound);
            self.at_most(a, &number(high), 0, unbound);
        }
    }

    /// Lower and upper bounds of a slot, as closed expressions.
    pub fn bounds(&self, slot: u32) -> (Vec<E>, Vec<E>) {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for sum in &self.sums {
            match sum.bound(slot, &self.ranges) {
                Some((bound, true)) => high.push(bound),
                Some((bound, false)) => low.push(bound),
                None => {}
            }
        }
        // What only a disjunction bounds.
        if let Some((least, most)) = self.ranges.get(&slot) {
            low.extend(least.map(number));
            high.extend(most.map(number));
        }
        (low, high)
    }
}

/// The inequalities of each alternative of a disjunction.
fn alternatives(conjunct: &Pr, unbound: &BTreeSet<u32>) -> Option<Vec<Inequalities>> {
    let alternative = |item: &P| {
        let mut found = Inequalities::default();
        found.add(item, unbound);
        found
    };
    match conjunct {
        Pr::Or(items) => Some(items.iter().map(alternative).collect()),
        Pr::Implies(a, b) => Some(vec![alternative(&negated(a)), alternative(b)]),
        _ => None,
    }
}

/// Narrows ranges to what covers all alternatives that are possible; whether anything changed.
fn hull(alternatives: &[Inequalities], ranges: &mut Ranges) -> bool {
    let possible: Vec<Ranges> = alternatives.iter().filter_map(|choice| choice.narrowed(ranges)).collect();
    let Some(first) = possible.first() else { return false };
    let mut changed = false;
    for slot in first.keys() {
        let all = || possible.iter().map(|own| own.get(slot).copied().unwrap_or_default());
        let low = all().map(|(low, _)| low).collect::<Option<Vec<i64>>>();
        let high = all().map(|(_, high)| high).collect::<Option<Vec<i64>>>();
        let range = ranges.entry(*slot).or_default();
        low.and_then(|low| low.into_iter().min())
            .iter()
            .for_each(|low| changed |= tighten(range, *low, false));
        high.and_then(|high| high.into_iter().max())
            .iter()
            .for_each(|high| changed |= tighten(range, *high, true));
    }
    changed
}

fn number(value: i64) -> E {
    Arc::new(Ex::Const(Value::Word(value)))
}

fn arith(operator: Arith, a: E, b: E) -> E {
    match (&*a, &*b) {
        (Ex::Const(Value::Word(0)), _) if operator == Arith::Add => b,
        (_, Ex::Const(Value::Word(0))) if matches!(operator, Arith::Add | Arith::Subtract) => a,
        _ => Arc::new(Ex::Arith(operator, a, b, Span::default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(index: u32) -> E {
        Arc::new(Ex::Slot(index))
    }

    /// Every assignment that satisfies random inequalities lies within the ranges they are narrowed to.
    #[test]
    fn narrowing_loses_no_solution() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let unbound: BTreeSet<u32> = [0, 1].into();
        for _ in 0..2000 {
            let sums: Vec<[i64; 3]> =
                (0..3).map(|_| [next(7) as i64 - 3, next(7) as i64 - 3, next(15) as i64 - 7]).collect();
            let conjuncts: Vec<(P, BTreeSet<u32>)> = sums
                .iter()
                .map(|[a, b, c]| {
                    let term = |factor: &i64, index| arith(Arith::Multiply, number(*factor), slot(index));
                    let sum = arith(Arith::Add, term(a, 0), term(b, 1));
                    (Arc::new(Pr::LessEqual(sum, number(*c))), unbound.clone())
                })
                .collect();
            let found = Inequalities::of(&conjuncts, &unbound);
            let within = |index: u32, value: i64| {
                let (low, high) = found.ranges.get(&index).copied().unwrap_or_default();
                low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
            };
            for x in -12..=12 {
                for y in -12..=12 {
                    if sums.iter().all(|[a, b, c]| a * x + b * y <= *c) {
                        assert!(within(0, x) && within(1, y), "{sums:?} at {x}, {y}");
                    }
                }
            }
        }
    }
}
