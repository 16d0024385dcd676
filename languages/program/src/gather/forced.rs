//! The one way on from a location inside a sequence.

use super::known::Known;
use crate::{DStep, DStepNode, Expr, Location, Statement, Transition};

/// What a way on begins with.
enum Beginning {
    /// It can always be taken.
    Open,
    /// It can never be taken.
    Closed,
    /// It can be taken if nothing that is tried before it can.
    Else,
    /// That depends on more than is known.
    Unknown,
}

fn beginning(statement: &Statement, known: &Known) -> Beginning {
    match statement {
        plain if plain.is_plain() => Beginning::Open,
        Statement::Guard(condition) => match known.with_values(condition) {
            Expr::Const(0) => Beginning::Closed,
            Expr::Const(_) => Beginning::Open,
            _ => Beginning::Unknown,
        },
        Statement::Else => Beginning::Else,
        Statement::Sequence(all) => match all.first() {
            Some(first) => beginning(first, known),
            None => Beginning::Open,
        },
        _ => Beginning::Unknown,
    }
}

/// Can the statement never be executed here?
pub(super) fn is_closed(statement: &Statement, known: &Known) -> bool {
    matches!(beginning(statement, known), Beginning::Closed)
}

/// The transition that must be taken here, if there is exactly one that can be. An `else` inside a block in braces is tried
/// where it stands, and shuts out only what is tried before it.
pub(super) fn next<'a>(location: &'a Location, known: &Known) -> Option<&'a Transition> {
    let mut open = None;
    for transition in &location.transitions {
        // The escape of an `unless` may begin here.
        if transition.escape != 0 {
            return None;
        }
        match beginning(&transition.statement, known) {
            Beginning::Else if open.is_some() => {}
            Beginning::Open if open.is_some() => return None,
            Beginning::Open | Beginning::Else => open = Some(transition),
            Beginning::Closed => {}
            Beginning::Unknown => return None,
        }
    }
    open
}

/// The option of a `d_step`'s choice that is taken: the first that can be.
pub(super) fn option(step: &DStep, options: &[u32], known: &Known) -> Option<u32> {
    for &option in options {
        let DStepNode::Do { statement, .. } = &step.nodes[option as usize] else { return None };
        match beginning(statement, known) {
            Beginning::Open | Beginning::Else => return Some(option),
            Beginning::Closed => {}
            Beginning::Unknown => return None,
        }
    }
    None
}
