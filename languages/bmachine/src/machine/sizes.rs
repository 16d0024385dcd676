//! How large deferred sets are, and what the definitions of a machine set.
//!
//! In order: the user's `--card S=n`; a property that fixes the set (`card(S) = k`); a definition `scope_S`; the
//! default, as far as properties leave it (`card(S) >= 3`, `S = {a, b, c}`). With `S = {a, b, c}` and constants that
//! are said to differ, these become names of the elements, as in ProB, and the set is no longer deferred.

use super::Options;
use super::static_symmetry::{conjuncts_of, partition_of};
use crate::compose::Composition;
use crate::syntax::ast::{Arrow, Binary, Formula, Node, Unary};
use crate::syntax::{Builtin, Constant};
use crate::typing::Program;
use crate::typing::tree::{Slot, Term, Typed};
use crate::typing::types::Type;
use crate::value::Domain;
use crate::value::domain::SetFacts;

/// The domain of a program, and the constants that name elements: slot and ordinal.
pub fn domain(
    composition: &Composition,
    program: &Program,
    options: &Options,
) -> (Domain, Vec<(Slot, usize)>) {
    let mut named = Vec::new();
    let mut sets = Vec::new();
    for (index, set) in composition.sets.iter().enumerate() {
        if let Some(elements) = &set.elements {
            sets.push(SetFacts { name: set.name.clone(), elements: elements.clone(), deferred: false });
            continue;
        }
        if let Some(slots) = named_elements(program, index).filter(|slots| differ(slots, index, program)) {
            let elements = slots.iter().map(|slot| program.slots[slot.0 as usize].name.clone()).collect();
            named.extend(slots.into_iter().enumerate().map(|(ordinal, slot)| (slot, ordinal)));
            sets.push(SetFacts { name: set.name.clone(), elements, deferred: false });
            continue;
        }
        let size = size_of(&set.name, index, program, options).max(1);
        let elements = (1..=size).map(|number| format!("{}{number}", set.name)).collect();
        sets.push(SetFacts { name: set.name.clone(), elements, deferred: true });
    }
    let min_int = setting(program, "SET_PREF_MININT").unwrap_or(options.min_int);
    let max_int = setting(program, "SET_PREF_MAXINT").unwrap_or(options.max_int);
    (Domain::new(sets, min_int, max_int), named)
}

fn size_of(name: &str, set: usize, program: &Program, options: &Options) -> usize {
    if let Some((_, size)) = options.cards.iter().find(|(own, _)| own == name) {
        return *size;
    }
    let stated: Vec<Stated> =
        program.properties.iter().flat_map(|property| stated_sizes(property, set, program)).collect();
    let exact = stated.iter().find_map(|stated| match stated {
        Stated::Exactly(size) => Some(*size),
        Stated::AtLeast(_) | Stated::AtMost(_) => None,
    });
    let exact = exact.or_else(|| partitioned_size(program, set));
    let scope = program.settings.get(&format!("scope_{name}")).and_then(scope_size);
    let least = stated.iter().filter_map(|stated| match stated {
        Stated::Exactly(size) | Stated::AtLeast(size) => Some(*size),
        Stated::AtMost(_) => None,
    });
    let most = stated.iter().filter_map(|stated| match stated {
        Stated::AtMost(size) => Some(*size),
        _ => None,
    });
    let least = least.max().unwrap_or(1).max(distinct_constants(program, set).len());
    let most = most.min().unwrap_or(usize::MAX).max(least);
    exact.unwrap_or_else(|| scope.unwrap_or(options.default_set_size).clamp(least, most))
}

/// The size of a set that constants of known size partition.
fn partitioned_size(program: &Program, set: usize) -> Option<usize> {
    let parts: Vec<&Typed> = program.properties.iter().flat_map(conjuncts_of).collect();
    let size_of = |slot: &Slot| parts.iter().find_map(|part| counted(part, *slot, program));
    let sizes: Option<Vec<i64>> = partition_of(&parts, set)?.iter().map(size_of).collect();
    usize::try_from(sizes?.iter().sum::<i64>()).ok().filter(|size| (1..=100_000).contains(size))
}

/// The k of `card(slot) = k`.
fn counted(property: &Typed, slot: Slot, program: &Program) -> Option<i64> {
    let Term::Binary(Binary::Equal, left, right) = &property.node else { return None };
    [(left, right), (right, left)].into_iter().find_map(|(count, size)| match &count.node {
        Term::Call(Builtin::Card, arguments) if matches!(arguments[0].node, Term::Slot(own) if own == slot) => {
            constant(size, program).filter(|size| (0..=100_000).contains(size))
        }
        _ => None,
    })
}

/// What a property says about the size of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stated {
    Exactly(usize),
    AtLeast(usize),
    AtMost(usize),
}

/// Whether the properties say that the listed members of a set all differ.
fn differ(slots: &[Slot], set: usize, program: &Program) -> bool {
    let stated = program.properties.iter().flat_map(|property| stated_sizes(property, set, program));
    // The set is said to hold no more than these.
    let enough = [Stated::Exactly(slots.len()), Stated::AtLeast(slots.len())];
    let counted = stated.into_iter().any(|stated| enough.contains(&stated));
    counted || slots.len() == 1 || distinct_constants(program, set).len() == slots.len()
}

/// Constants of the given set that are pairwise stated to differ, found greedily.
pub fn distinct_constants(program: &Program, set: usize) -> Vec<Slot> {
    let mut pairs = Vec::new();
    program.properties.iter().for_each(|property| disequalities(property, false, &mut pairs));
    let is_member = |slot: &Slot| matches!(program.types.get(program.slots[slot.0 as usize].ty), Type::Given(own) if *own == set);
    let differ = |a: &Slot, b: &Slot| pairs.iter().any(|(x, y)| (x == a && y == b) || (x == b && y == a));
    let members: Vec<Slot> = program.constants.iter().copied().filter(is_member).collect();
    let mut best: Vec<Slot> = members.iter().take(1).copied().collect();
    for start in &members {
        let mut clique = vec![*start];
        for other in &members {
            if clique.iter().all(|member| differ(member, other)) {
                clique.push(*other);
            }
        }
        if clique.len() > best.len() {
            best = clique;
        }
    }
    best
}

/// Pairs of slots that a property says are different.
fn disequalities(property: &Typed, negated: bool, out: &mut Vec<(Slot, Slot)>) {
    match (&property.node, negated) {
        (Term::And(items), false) => items.iter().for_each(|item| disequalities(item, false, out)),
        (Term::Not(inner), _) => disequalities(inner, !negated, out),
        (Term::Binary(Binary::NotEqual, a, b), false) | (Term::Binary(Binary::Equal, a, b), true) => {
            if let (Term::Slot(a), Term::Slot(b)) = (&a.node, &b.node) {
                out.push((*a, *b));
            }
        }
        // `{a} /\ {b} = {}`.
        (Term::Binary(Binary::Equal, meet, empty), false) => {
            if let (Term::Binary(Binary::Intersection, a, b), Term::Constant(Constant::EmptySet)) =
                (&meet.node, &empty.node)
                && let (Term::SetOf(a), Term::SetOf(b)) = (&a.node, &b.node)
                && let ([a], [b]) = (a.as_slice(), b.as_slice())
                && let (Term::Slot(a), Term::Slot(b)) = (&a.node, &b.node)
            {
                out.push((*a, *b));
            }
        }
        _ => {}
    }
}

/// The sizes that a property fixes or demands.
fn stated_sizes(property: &Typed, set: usize, program: &Program) -> Vec<Stated> {
    match &property.node {
        Term::And(items) => items.iter().flat_map(|item| stated_sizes(item, set, program)).collect(),
        Term::Binary(Binary::Member, _, right) => onto_bijectively(right, set).into_iter().collect(),
        Term::Binary(operator, left, right) => {
            stated_by(*operator, left, right, set, program).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn stated_by(operator: Binary, left: &Typed, right: &Typed, set: usize, program: &Program) -> Option<Stated> {
    let (count, flipped) = match (&left.node, &right.node) {
        (Term::Call(Builtin::Card, arguments), _) if is_set(&arguments[0], set) => {
            (constant(right, program)?, false)
        }
        (_, Term::Call(Builtin::Card, arguments)) if is_set(&arguments[0], set) => {
            (constant(left, program)?, true)
        }
        (Term::Call(Builtin::Card, arguments), _) => {
            return members_that_differ(operator, &arguments[0], right, set, program);
        }
        (_, Term::Call(Builtin::Card, arguments)) => {
            return members_that_differ(operator, &arguments[0], left, set, program);
        }
        // Not all members of a list need to differ.
        (Term::GivenSet(own), Term::SetOf(items)) if *own == set && operator == Binary::Equal => {
            return Some(Stated::AtMost(items.len()));
        }
        _ => return None,
    };
    let size = |count: i64| usize::try_from(count).ok().filter(|size| (1..=100_000).contains(size));
    match (operator, flipped) {
        (Binary::Equal, _) => size(count).map(Stated::Exactly),
        (Binary::GreaterEqual, false) | (Binary::LessEqual, true) => size(count).map(Stated::AtLeast),
        (Binary::Greater, false) | (Binary::Less, true) => size(count.checked_add(1)?).map(Stated::AtLeast),
        _ => None,
    }
}

/// `card({a, b, c}) = 3`.
fn members_that_differ(
    operator: Binary,
    list: &Typed,
    size: &Typed,
    set: usize,
    program: &Program,
) -> Option<Stated> {
    let Term::SetOf(items) = &list.node else { return None };
    let is_member = |item: &Typed| matches!(program.types.get(item.ty), Type::Given(own) if *own == set);
    let all_differ = operator == Binary::Equal
        && items.iter().all(is_member)
        && constant(size, program) == i64::try_from(items.len()).ok();
    all_differ.then_some(Stated::AtLeast(items.len()))
}

/// `BOOL * BOOL >->> S`, or the other way round.
fn onto_bijectively(arrow: &Typed, set: usize) -> Option<Stated> {
    let Term::Arrow(Arrow::TotalBijection, from, to) = &arrow.node else { return None };
    let other = if is_set(to, set) { from } else { is_set(from, set).then_some(to)? };
    booleans(other).map(Stated::Exactly)
}

/// The size of a product of BOOL.
fn booleans(typed: &Typed) -> Option<usize> {
    match &typed.node {
        Term::Constant(Constant::Bool) => Some(2),
        Term::Binary(Binary::Times, a, b) => booleans(a)?.checked_mul(booleans(b)?),
        _ => None,
    }
}

fn is_set(typed: &Typed, set: usize) -> bool {
    matches!(typed.node, Term::GivenSet(own) if own == set)
}

/// An integer that is written out, or a constant that another property equates with one.
fn constant(typed: &Typed, program: &Program) -> Option<i64> {
    match &typed.node {
        Term::Int(value) => Some(*value),
        Term::Slot(slot) => program.properties.iter().find_map(|property| equated(property, *slot)),
        Term::Binary(Binary::Add, a, b) => constant(a, program)?.checked_add(constant(b, program)?),
        Term::Binary(Binary::Minus, a, b) => constant(a, program)?.checked_sub(constant(b, program)?),
        Term::Binary(Binary::Times, a, b) => constant(a, program)?.checked_mul(constant(b, program)?),
        _ => None,
    }
}

fn equated(property: &Typed, slot: Slot) -> Option<i64> {
    match &property.node {
        Term::And(items) => items.iter().find_map(|item| equated(item, slot)),
        Term::Binary(Binary::Equal, left, right) => match (&left.node, &right.node) {
            (Term::Slot(own), Term::Int(value)) | (Term::Int(value), Term::Slot(own)) if *own == slot => {
                Some(*value)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The constants of `S = {a, b, c}`, if a property says so.
fn named_elements(program: &Program, set: usize) -> Option<Vec<Slot>> {
    program.properties.iter().find_map(|property| named_in(property, set, program))
}

fn named_in(property: &Typed, set: usize, program: &Program) -> Option<Vec<Slot>> {
    match &property.node {
        Term::And(items) => items.iter().find_map(|item| named_in(item, set, program)),
        Term::Binary(Binary::Equal, left, right) => {
            let Term::GivenSet(own) = &left.node else { return None };
            if *own != set {
                return None;
            }
            let mut items = Vec::new();
            listed(right, &mut items)?;
            let mut slots = Vec::new();
            for item in items {
                let Term::Slot(slot) = item.node else { return None };
                if !program.constants.contains(&slot) || slots.contains(&slot) {
                    return None;
                }
                slots.push(slot);
            }
            Some(slots)
        }
        _ => None,
    }
}

/// The members of `{a, b} \/ {c}`.
fn listed<'t>(set: &'t Typed, out: &mut Vec<&'t Typed>) -> Option<()> {
    match &set.node {
        Term::SetOf(items) => out.extend(items),
        Term::Binary(Binary::Union, left, right) => {
            listed(left, out)?;
            listed(right, out)?;
        }
        _ => return None,
    }
    Some(())
}

fn scope_size(scope: &Formula) -> Option<usize> {
    let size = match &scope.node {
        Node::Int(size) => *size,
        Node::SetOf(items) => items.len() as i64,
        Node::Binary(Binary::Interval, low, high) => {
            literal(high)?.checked_sub(literal(low)?)?.checked_add(1)?
        }
        _ => return None,
    };
    usize::try_from(size).ok().filter(|size| (1..=100_000).contains(size))
}

fn literal(formula: &Formula) -> Option<i64> {
    match &formula.node {
        Node::Int(value) => Some(*value),
        Node::Unary(Unary::Minus, inner) => literal(inner)?.checked_neg(),
        Node::Binary(operator, left, right) => {
            let (left, right) = (literal(left)?, literal(right)?);
            match operator {
                Binary::Add => left.checked_add(right),
                Binary::Minus => left.checked_sub(right),
                Binary::Times => left.checked_mul(right),
                Binary::Power => left.checked_pow(u32::try_from(right).ok()?),
                _ => None,
            }
        }
        _ => None,
    }
}

fn setting(program: &Program, name: &str) -> Option<i64> {
    program.settings.get(name).and_then(literal)
}
