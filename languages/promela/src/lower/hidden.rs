//! `hidden` variables that are read: they live while one process keeps control and are forgotten with the step.
//!
//! SPIN leaves them out of the state altogether, so that what they hold after backtracking depends on the order of the
//! search. Used as they are meant (written before they are read within one `atomic` or `d_step`) they behave here as
//! there: the last move of a step forgets them, and no stored state differs by them alone. One that may be read with a
//! value from an earlier step ([`program::carried_over`]) is part of the state, as if it were not `hidden`: what a run
//! of the model can do depends on it. What only `init` writes, such as the shape of a network, is not forgotten either:
//! it differs in no two states, but all depend on it.

use std::collections::HashSet;

use program::{DStep, DStepNode, Expr, GlobalId, Place, Program, Statement, VarRef, Variable};

/// Larger arrays are not forgotten, and stay part of the state.
const MOST_CELLS: usize = 64;

/// Lets every process forget the hidden globals whenever it gives up control.
pub(super) fn forget_hidden(program: &mut Program, hidden: &HashSet<GlobalId>) {
    let mut sorted: Vec<GlobalId> = hidden.iter().copied().collect();
    sorted.sort_unstable();
    sorted.retain(|&id| program.global(id).cells() <= MOST_CELLS);
    if sorted.is_empty() {
        return;
    }
    let carried = program::carried_over(program, &sorted);
    sorted.retain(|id| !carried.contains(id));
    let places: Vec<Place> = sorted.iter().flat_map(|&id| cells(id, program.global(id))).collect();
    if places.is_empty() {
        return;
    }
    for proctype in &mut program.proctypes {
        for transition in proctype.locations.iter_mut().flat_map(|l| &mut l.transitions) {
            if !transition.atomic {
                places.iter().for_each(|place| append(&mut transition.statement, place));
            }
        }
    }
}

fn cells(id: GlobalId, variable: &Variable) -> Vec<Place> {
    let place = |mut cell: usize| {
        let mut index: Vec<Expr> = (variable.dims.iter().rev())
            .map(|&bound| {
                let at = cell % bound as usize;
                cell /= bound as usize;
                Expr::Const(at as i32)
            })
            .collect();
        index.reverse();
        Place { var: VarRef::Global(id), scalar: variable.scalar, index }
    };
    Some(variable.cells()).filter(|&n| n <= MOST_CELLS).map_or(Vec::new(), |n| (0..n).map(place).collect())
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
