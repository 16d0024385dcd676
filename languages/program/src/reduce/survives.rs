//! Global variables whose value is carried from one step to another.
//!
//! A variable that every process writes before it reads it, all within one step, is scratch memory: what it holds
//! between steps says nothing, and a front end may let it be forgotten there (`hidden` in Promela). One that may be
//! read before it is written, at a place where a process can stand between steps, is part of the state whatever it was
//! declared to be.
//!
//! A process can stand between steps where it starts, where a transition leads that gives up control, and, inside an
//! `atomic`, wherever it may have to wait.

use std::collections::HashSet;

use super::liveness::{Cells, Set, before, join};
use super::uses::{first, initial_values, operands};
use crate::{Expr, GlobalId, Location, Place, Proctype, Program, Statement, VarRef};

/// Those of `variables` that may be read before they are written in the same step.
pub fn carried_over(program: &Program, variables: &[GlobalId]) -> HashSet<GlobalId> {
    let scratch = Scratch { program, variables };
    let mut live = vec![false; scratch.offset(variables.len())];
    for proctype in &program.proctypes {
        scratch.at_rest(proctype, &mut live);
    }
    let is_live = |at: &usize| live[scratch.offset(*at)..scratch.offset(*at + 1)].contains(&true);
    (0..variables.len()).filter(is_live).map(|at| variables[at]).collect()
}

struct Scratch<'a> {
    program: &'a Program,
    /// Their cells are numbered one after the other.
    variables: &'a [GlobalId],
}

impl Scratch<'_> {
    /// The number of the first cell of a variable, by its position.
    fn offset(&self, at: usize) -> usize {
        self.variables[..at].iter().map(|&id| self.program.global(id).cells()).sum()
    }

    /// Cells that a place may mean: one, all of its variable, or none.
    fn cells(&self, place: &Place) -> std::ops::Range<usize> {
        let VarRef::Global(id) = place.var else { return 0..0 };
        let Some(at) = self.variables.iter().position(|&own| own == id) else { return 0..0 };
        let start = self.offset(at);
        let dims = &self.program.global(id).dims;
        let flat = place.index.iter().zip(dims).try_fold(0, |flat, (index, &bound)| match index {
            Expr::Const(i) => {
                let i = u32::try_from(*i).ok().filter(|&i| i < bound)?;
                Some(flat * bound as usize + i as usize)
            }
            _ => None,
        });
        match flat {
            Some(flat) if place.index.len() == dims.len() => start + flat..start + flat + 1,
            _ => start..self.offset(at + 1),
        }
    }

    /// Adds the cells that a process of this type may read first where it stands between steps.
    fn at_rest(&self, proctype: &Proctype, live: &mut Set) {
        let none = vec![false; live.len()];
        let mut at = vec![none; proctype.locations.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (i, location) in proctype.locations.iter().enumerate().rev() {
                for transition in &location.transitions {
                    let Some(after) = at.get(transition.target.index()) else { continue };
                    let before = before(self, &transition.statement, after);
                    changed |= join(&mut at[i], &before);
                }
            }
        }
        let mut rests = vec![false; proctype.locations.len()];
        rests.iter_mut().skip(proctype.initial.index()).take(1).for_each(|rests| *rests = true);
        for transition in proctype.locations.iter().flat_map(|l| &l.transitions) {
            let to = transition.target.index();
            if let (Some(rests), Some(location)) = (rests.get_mut(to), proctype.locations.get(to)) {
                *rests |= !transition.atomic || may_wait(location);
            }
        }
        for (cells, _) in at.iter().zip(rests).filter(|(_, rests)| *rests) {
            join(live, cells);
        }
        proctype.provided.iter().for_each(|e| self.read(e, live));
        proctype.locals.iter().flat_map(initial_values).for_each(|e| self.read(e, live));
    }
}

impl Cells for Scratch<'_> {
    fn killed(&self, place: &Place) -> Option<usize> {
        let cells = self.cells(place);
        (cells.len() == 1).then_some(cells.start)
    }

    fn read(&self, expr: &Expr, live: &mut Set) {
        if let Expr::Load(place) = expr {
            self.cells(place).for_each(|cell| live[cell] = true);
        }
        operands(expr).into_iter().for_each(|e| self.read(e, live));
    }
}

/// May all transitions of a location have to wait at once?
fn may_wait(location: &Location) -> bool {
    !location.transitions.iter().any(|t| {
        matches!(
            first(&t.statement),
            Statement::Skip
                | Statement::Else
                | Statement::Assign(..)
                | Statement::Assert(_)
                | Statement::Print { .. }
                | Statement::Forget(_)
        )
    })
}
