//! ProB's static symmetry breaking of constants.
//!
//! Constants that are elements of a deferred set can be renamed so that they come in order: the first is the first
//! element, each further one is an element used before or the next new one (a restricted growth string). Constants that
//! the properties say are pairwise different are simply the first elements. This is what ProB does before it sets up constants
//! (its preference `USE_STATIC_SYMMETRY_DETECTION`, on by default), and it is less than one valuation per orbit: constants
//! that are sets or functions over the deferred set are left alone. Any valuation can be permuted into one that is kept, so
//! every orbit of constants survives.

use super::sizes::distinct_constants;
use crate::code::{Arith, E, Ex, P, Pr};
use crate::typing::Program;
use crate::typing::tree::Slot;
use crate::typing::types::Type;
use crate::value::{Domain, Value};
use diagnostics::Span;
use std::sync::Arc;

/// The conjuncts to add to the properties.
pub fn conjuncts(program: &Program, domain: &Domain) -> Vec<P> {
    let deferred = domain.sets.iter().enumerate().filter(|(_, set)| set.deferred);
    deferred.flat_map(|(set, _)| for_set(program, set)).collect()
}

fn for_set(program: &Program, set: usize) -> Vec<P> {
    let is_element = |slot: &&Slot| matches!(program.types.get(program.slots[slot.0 as usize].ty), Type::Given(own) if *own == set);
    let mut order = distinct_constants(program, set);
    let first = order.len();
    order.extend(
        program
            .constants
            .iter()
            .filter(is_element)
            .filter(|slot| !order.contains(slot))
            .copied()
            .collect::<Vec<_>>(),
    );
    let named = order.iter().take(first.max(1)).enumerate().map(|(ordinal, slot)| equals(*slot, ordinal));
    let later = (first.max(1)..order.len()).map(|position| grows(&order[..position], order[position]));
    named.chain(later).collect()
}

fn equals(slot: Slot, ordinal: usize) -> P {
    Arc::new(Pr::Equal(cell(slot), word(ordinal as i64)))
}

/// `slot` is at most one more than some earlier one.
fn grows(earlier: &[Slot], slot: Slot) -> P {
    let at_most = |earlier: &Slot| {
        let next = Ex::Arith(Arith::Add, cell(*earlier), word(1), Span::default());
        Arc::new(Pr::LessEqual(cell(slot), Arc::new(next)))
    };
    Arc::new(Pr::Or(earlier.iter().map(at_most).collect()))
}

fn cell(slot: Slot) -> E {
    Arc::new(Ex::Slot(slot.0))
}

fn word(value: i64) -> E {
    Arc::new(Ex::Const(Value::Word(value)))
}
