//! ProB's static symmetry breaking of constants.
//!
//! Constants that are elements of a deferred set can be renamed so that they come in order: the first is the first
//! element, each further one is an element used before or the next new one (a restricted growth string). Constants that
//! the properties say are pairwise different are simply the first elements. A deferred set without such constants that
//! is partitioned by constants has the elements of each before those of the next; a bijection onto a deferred set that
//! nothing else orders keeps the order. This is what ProB does before it sets up constants, as far as its recorded
//! counts tell (its preference `USE_STATIC_SYMMETRY_DETECTION`, on by default), and it is less than one valuation per
//! orbit. Any valuation can be permuted into one that is kept, so every orbit of constants survives.

use super::sizes::distinct_constants;
use crate::code::{Arith, E, Ex, Lowering, P, Pr};
use crate::syntax::Constant;
use crate::syntax::ast::{Arrow, Binary};
use crate::typing::Program;
use crate::typing::tree::{Slot, Term, Typed};
use crate::typing::types::Type;
use crate::value::Value;
use diagnostics::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Partitions of larger sets are left alone: the order of their parts takes a conjunct for each pair of elements.
const LARGEST_PARTITIONED: usize = 24;

/// The conjuncts to add to the properties.
pub fn conjuncts(program: &Program, lowering: &mut Lowering<'_>) -> Vec<P> {
    let sets = lowering.domain.sets.iter().enumerate();
    let deferred: Vec<(usize, usize)> =
        sets.filter(|(_, set)| set.deferred).map(|(index, set)| (index, set.elements.len())).collect();
    let parts: Vec<&Typed> = program.properties.iter().flat_map(conjuncts_of).collect();
    let (mut out, mut ordered) = (Vec::new(), BTreeSet::new());
    for (set, size) in &deferred {
        let own = elements_in_order(program, *set);
        let partition = partition_of(&parts, *set).filter(|_| own.is_empty() && *size <= LARGEST_PARTITIONED);
        let partition = partition.map(|slots| pairs_of(&slots));
        if !own.is_empty() || partition.is_some() {
            ordered.insert(*set);
        }
        out.extend(own);
        let ordered_pairs = partition.into_iter().flatten();
        out.extend(ordered_pairs.flat_map(|(first, second)| before(first, second, *size)));
    }
    for part in parts {
        if let Some((slot, from, onto)) = bijection(part)
            && from != onto
            && deferred.iter().any(|(set, _)| *set == onto)
            && ordered.insert(onto)
        {
            out.push(monotone(slot, onto, lowering));
        }
    }
    out
}

fn elements_in_order(program: &Program, set: usize) -> Vec<P> {
    let is_element = |slot: &&Slot| matches!(program.types.get(program.slots[slot.0 as usize].ty), Type::Given(own) if *own == set);
    let mut order = distinct_constants(program, set);
    let first = order.len().max(1);
    let others: Vec<Slot> = program.constants.iter().filter(is_element).copied().collect();
    others.into_iter().for_each(|slot| {
        if !order.contains(&slot) {
            order.push(slot);
        }
    });
    let named = order.iter().take(first).enumerate().map(|(ordinal, slot)| equals(*slot, ordinal));
    let later = (first..order.len()).map(|position| grows(&order[..position], order[position]));
    named.chain(later).collect()
}

fn equals(slot: Slot, ordinal: usize) -> P {
    Arc::new(Pr::Equal(cell(slot), word(ordinal)))
}

/// `slot` is at most one more than some earlier one.
fn grows(earlier: &[Slot], slot: Slot) -> P {
    let at_most = |earlier: &Slot| {
        let next = Ex::Arith(Arith::Add, cell(*earlier), word(1), Span::default());
        Arc::new(Pr::LessEqual(cell(slot), Arc::new(next)))
    };
    Arc::new(Pr::Or(earlier.iter().map(at_most).collect()))
}

/// The constants of `a \\/ b \\/ c = S`, if the properties say that each two of them are disjoint.
pub fn partition_of(parts: &[&Typed], set: usize) -> Option<Vec<Slot>> {
    let is_whole = |term: &Term| matches!(term, Term::GivenSet(own) if *own == set);
    let is_empty = |term: &Term| matches!(term, Term::Constant(Constant::EmptySet));
    let operands = |operator: Binary, is_other: &dyn Fn(&Term) -> bool, part: &Typed| match &part.node {
        Term::Binary(Binary::Equal, a, b) if is_other(&b.node) => operands_of(operator, a),
        Term::Binary(Binary::Equal, a, b) if is_other(&a.node) => operands_of(operator, b),
        _ => None,
    };
    let slots = parts.iter().find_map(|part| operands(Binary::Union, &is_whole, part))?;
    let disjoint: Vec<Vec<Slot>> =
        parts.iter().filter_map(|part| operands(Binary::Intersection, &is_empty, part)).collect();
    let are_disjoint = |(a, b): (Slot, Slot)| disjoint.iter().any(|pair| *pair == [a, b] || *pair == [b, a]);
    (slots.len() > 1 && pairs_of(&slots).into_iter().all(are_disjoint)).then_some(slots)
}

/// The constants that one operator joins.
fn operands_of(operator: Binary, typed: &Typed) -> Option<Vec<Slot>> {
    match &typed.node {
        Term::Slot(slot) => Some(vec![*slot]),
        Term::Binary(own, a, b) if *own == operator => {
            Some([operands_of(operator, a)?, operands_of(operator, b)?].concat())
        }
        _ => None,
    }
}

/// All pairs of slots in which the first comes earlier in the list.
fn pairs_of(slots: &[Slot]) -> Vec<(Slot, Slot)> {
    let later = |position: usize| slots[position + 1..].iter().map(move |other| (slots[position], *other));
    (0..slots.len()).flat_map(later).collect()
}

/// No element of the second part comes before one of the first.
fn before(first: Slot, second: Slot, size: usize) -> Vec<P> {
    let member = |element: usize, slot: Slot| Arc::new(Pr::Member(word(element), cell(slot)));
    let pairs = (0..size).flat_map(|low| (low + 1..size).map(move |high| (low, high)));
    pairs
        .map(|(low, high)| {
            Arc::new(Pr::Not(Arc::new(Pr::And(vec![member(high, first), member(low, second)]))))
        })
        .collect()
}

/// `f : S >->> T`.
fn bijection(part: &Typed) -> Option<(Slot, usize, usize)> {
    let Term::Binary(Binary::Member, left, right) = &part.node else { return None };
    match (&left.node, &right.node) {
        (Term::Slot(slot), Term::Arrow(Arrow::TotalBijection, from, to)) => match (&from.node, &to.node) {
            (Term::GivenSet(from), Term::GivenSet(to)) => Some((*slot, *from, *to)),
            _ => None,
        },
        _ => None,
    }
}

/// The function sends each element to the one with the same number.
fn monotone(slot: Slot, onto: usize, lowering: &mut Lowering<'_>) -> P {
    let size = lowering.domain.sets[onto].elements.len();
    let info = lowering.domain.relation(lowering.slot_types[slot.0 as usize]);
    let pair = |element: usize| Arc::new(Ex::Pair(word(element), word(element), info.right));
    let all = Ex::SetOf((0..size).map(pair).collect(), info.bits);
    Arc::new(Pr::Equal(cell(slot), Arc::new(all)))
}

/// The conjuncts of a property.
pub fn conjuncts_of(property: &Typed) -> Vec<&Typed> {
    match &property.node {
        Term::And(items) => items.iter().flat_map(conjuncts_of).collect(),
        _ => vec![property],
    }
}

fn cell(slot: Slot) -> E {
    Arc::new(Ex::Slot(slot.0))
}

fn word(value: usize) -> E {
    Arc::new(Ex::Const(Value::Word(value as i64)))
}
