//! Live variables: which of some cells may be read before they are written.
//!
//! One backward step over a statement, for analyses that walk over the control flow graph themselves (Nielson, Nielson,
//! Hankin, *Principles of Program Analysis*, 1999, section 2.1.4).

use super::uses::parts;
use crate::{DStep, DStepNode, Expr, Place, Statement};

/// A set of cells, by number.
pub(super) type Set = Vec<bool>;

/// The cells that an analysis is about.
pub(super) trait Cells {
    /// The one cell that a write to this place gives a value for certain.
    fn killed(&self, place: &Place) -> Option<usize>;

    /// Adds every cell that an expression may read.
    fn read(&self, expr: &Expr, live: &mut Set);
}

/// What is live before a statement if this is live after it. What a process does not live to read is not live.
pub(super) fn before(cells: &impl Cells, statement: &Statement, after: &Set) -> Set {
    match statement {
        Statement::Terminate => vec![false; after.len()],
        Statement::Sequence(all) => {
            all.iter().rev().fold(after.clone(), |live, statement| before(cells, statement, &live))
        }
        Statement::DStep(step) => before_step(cells, step, after),
        _ => {
            let mut live = after.clone();
            let parts = parts(statement);
            for cell in parts.writes.iter().filter_map(|place| cells.killed(place)) {
                live[cell] = false;
            }
            parts.reads.iter().for_each(|expr| cells.read(expr, &mut live));
            live
        }
    }
}

fn before_step(cells: &impl Cells, step: &DStep, after: &Set) -> Set {
    let mut live = vec![vec![false; after.len()]; step.nodes.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (i, node) in step.nodes.iter().enumerate().rev() {
            let before = match node {
                DStepNode::Do { statement, next } => {
                    before(cells, statement, next.map_or(after, |n| &live[n as usize]))
                }
                DStepNode::Choice { options } => {
                    options.iter().fold(vec![false; after.len()], |mut all, &option| {
                        join(&mut all, &live[option as usize]);
                        all
                    })
                }
            };
            changed |= join(&mut live[i], &before);
        }
    }
    live.into_iter().next().unwrap_or_else(|| after.clone())
}

/// Adds `more`; true if that changed something.
pub(super) fn join(set: &mut Set, more: &Set) -> bool {
    let mut changed = false;
    for (bit, &new) in set.iter_mut().zip(more) {
        changed |= new && !*bit;
        *bit |= new;
    }
    changed
}
