//! `hidden` variables that are read: they live while one process keeps control and are forgotten with the step.
//!
//! SPIN leaves them out of the state altogether, so that what they hold after backtracking depends on the order of the
//! search. Used as they are meant (written before they are read within one `atomic` or `d_step`) they behave here as
//! there: the last move of a step forgets them, and no stored state differs by them alone.

use std::collections::HashSet;

use program::{DStep, DStepNode, GlobalId, Place, Program, Statement, VarRef};

/// Lets every process forget the hidden globals it writes whenever it gives up control.
pub(super) fn forget_hidden(program: &mut Program, hidden: &HashSet<GlobalId>) {
    if hidden.is_empty() {
        return;
    }
    let scalars: Vec<(GlobalId, program::Scalar, Vec<u32>)> = (hidden.iter())
        .map(|&id| (id, program.global(id).scalar, program.global(id).dims.clone()))
        .filter(|(_, _, dims)| dims.is_empty())
        .collect();
    for proctype in &mut program.proctypes {
        for transition in proctype.locations.iter_mut().flat_map(|l| &mut l.transitions) {
            if transition.atomic {
                continue;
            }
            for &(id, scalar, _) in &scalars {
                let place = Place { var: VarRef::Global(id), scalar, index: Vec::new() };
                append(&mut transition.statement, &place);
            }
        }
    }
}

/// Adds a `Forget` behind a statement, unless that would come between a sender and its receiver or keep a dead
/// process from being dead.
fn append(statement: &mut Statement, place: &Place) {
    match statement {
        Statement::Send { .. } | Statement::Terminate | Statement::Run { .. } | Statement::Event { .. } => {}
        Statement::DStep(block) => append_to_block(block, place),
        Statement::Sequence(parts) => {
            if !matches!(parts.first(), Some(Statement::Send { .. })) {
                parts.push(Statement::Forget(place.clone()));
            }
        }
        other => {
            let first = std::mem::replace(other, Statement::Skip);
            *other = Statement::Sequence(vec![first, Statement::Forget(place.clone())]);
        }
    }
}

fn append_to_block(block: &mut DStep, place: &Place) {
    let exit = block.nodes.len() as u32;
    for node in &mut block.nodes {
        if let DStepNode::Do { next, .. } = node {
            next.get_or_insert(exit);
        }
    }
    block.nodes.push(DStepNode::Do { statement: Statement::Forget(place.clone()), next: None });
}
