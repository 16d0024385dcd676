//! Locations at which control is kept.
//!
//! **Relation**: a full state in which processes stand at such locations is related to the reduced states that follow from it by
//! their transitions from there. **Proved**, for each such location ℓ of a process type, from the text: every transition from
//! ℓ, and every transition of the `atomic` sequence that it begins, reads and writes nothing that another process can write
//! or read, cannot fail but by an assertion, and nobody asks whether the process is at ℓ. So it commutes with every
//! transition of every other process in every state, neither enables nor disables one, and is neither enabled nor disabled:
//! the transitions of the process at ℓ are a persistent set whose members are invisible (Godefroid, *Partial-order methods*,
//! 1996, chapters 3 and 4). And no cycle of transitions on which control is kept contains one on which it is newly kept, so
//! no one is put off for ever.

use std::collections::HashSet;

use program::{Expr, LocationId, Place, ProctypeId, Program, Statement, Transition, VarRef};

use super::Differences;
use super::expressions::{
    acting, all_evaluated, everything, flattened, is_inside, is_total, statements, written,
};

pub(super) fn prove(full: &Program, searched: &Program, found: &Differences) -> Result<(), String> {
    if found.passed.is_empty() {
        return Ok(());
    }
    if full.checked_claim.is_some() || full.uses_last || full.uses_priority {
        return Err("control is kept though others see who moves".into());
    }
    let watched = Watched::of(full)?;
    let check = Private { full, searched, watched };
    for &(id, from, to) in &found.passed {
        let name = &full.proctype(id).name;
        check.location(id, to).map_err(|why| format!("{name}: control is kept though {why}"))?;
        if check.leads_back(id, to, from) {
            return Err(format!("{name}: control is kept on a whole cycle"));
        }
    }
    Ok(())
}

/// What processes see of each other.
struct Watched {
    locals: HashSet<(ProctypeId, program::LocalId)>,
    locations: HashSet<(ProctypeId, LocationId)>,
    written_globals: HashSet<program::GlobalId>,
}

impl Watched {
    fn of(full: &Program) -> Result<Watched, String> {
        let mut watched =
            Watched { locals: HashSet::new(), locations: HashSet::new(), written_globals: HashSet::new() };
        for (_, proctype) in acting(full) {
            let provided = proctype.provided.iter();
            for expr in statements(proctype).flat_map(all_evaluated).chain(provided).flat_map(everything) {
                match expr {
                    Expr::Enabled(_)
                    | Expr::PcValue(_)
                    | Expr::NonProgress
                    | Expr::Last
                    | Expr::Priority(_) => {
                        return Err("control is kept though processes ask where others stand".into());
                    }
                    Expr::Load(Place { var: VarRef::Remote { proctype, local, .. }, .. }) => {
                        watched.locals.insert((*proctype, *local));
                    }
                    Expr::AtLabel { proctype, location, .. } => {
                        watched.locations.insert((*proctype, *location));
                    }
                    _ => {}
                }
            }
            for place in statements(proctype).flat_map(written) {
                if let VarRef::Global(id) = &place.var {
                    watched.written_globals.insert(*id);
                }
            }
        }
        Ok(watched)
    }
}

struct Private<'a> {
    full: &'a Program,
    searched: &'a Program,
    watched: Watched,
}

impl Private<'_> {
    /// May control be kept at a location?
    fn location(&self, id: ProctypeId, at: LocationId) -> Result<(), String> {
        let proctype = self.full.proctype(id);
        if proctype.provided.is_some() || self.full.trace.is_some_and(|(_, trace)| trace == id) {
            return Err("whether the process moves depends on others".into());
        }
        let (mut open, mut seen) = (vec![at], HashSet::from([at]));
        while let Some(here) = open.pop() {
            let location = proctype.location(here);
            if location.accept || location.progress || self.watched.locations.contains(&(id, here)) {
                return Err("the location is watched".into());
            }
            // In the middle of an atomic sequence there need be no way on.
            if location.transitions.is_empty() && here == at {
                return Err("the process has ended there".into());
            }
            for transition in &location.transitions {
                self.transition(id, transition)?;
                // The rest of an atomic sequence belongs to the same step.
                if transition.atomic && seen.insert(transition.target) {
                    open.push(transition.target);
                }
            }
        }
        Ok(())
    }

    fn transition(&self, id: ProctypeId, transition: &Transition) -> Result<(), String> {
        let seen = self.watched.locations.contains(&(id, transition.target));
        match transition.escape == 0 && !seen && self.statement(id, &transition.statement) {
            true => Ok(()),
            false => Err(format!("`{}` is not private", transition.text)),
        }
    }

    fn statement(&self, id: ProctypeId, statement: &Statement) -> bool {
        if matches!(statement, Statement::DStep(_)) {
            return false;
        }
        flattened(statement).into_iter().all(|simple| {
            let harmless = matches!(
                simple,
                Statement::Skip
                    | Statement::Else
                    | Statement::Guard(_)
                    | Statement::Assert(_)
                    | Statement::Assign(..)
                    | Statement::Forget(_)
                    | Statement::Print { .. }
            );
            harmless
                && all_evaluated(simple).into_iter().all(|e| self.expression(id, e))
                && written(simple).into_iter().all(|place| self.target(id, place))
        })
    }

    fn target(&self, id: ProctypeId, place: &Place) -> bool {
        let own = match &place.var {
            VarRef::Local(local) => !self.watched.locals.contains(&(id, *local)),
            // What is not part of the state is read by nobody; of what left it, that was proved.
            VarRef::Global(global) => self.searched.global(*global).hidden,

            VarRef::Scratch => true,
            VarRef::Remote { .. } => false,
        };
        own && is_inside(self.full, id, place)
    }

    fn expression(&self, id: ProctypeId, expr: &Expr) -> bool {
        let own = |e: &Expr| match e {
            Expr::Const(_) | Expr::Pid | Expr::Unary(..) | Expr::Binary(..) | Expr::Cond(..) => true,
            Expr::Load(place) => match &place.var {
                VarRef::Local(_) => true,
                // Nothing writes it, or it left the state: its value is the same for all or goes nowhere.
                VarRef::Global(global) => {
                    !self.watched.written_globals.contains(global) || self.left(*global)
                }
                VarRef::Remote { .. } | VarRef::Scratch => false,
            },
            _ => false,
        };
        is_total(self.full, id, expr) && everything(expr).into_iter().all(own)
    }

    fn left(&self, global: program::GlobalId) -> bool {
        self.searched.global(global).hidden && !self.full.global(global).hidden
    }

    /// Does a way on which control is kept lead from one location to another?
    fn leads_back(&self, id: ProctypeId, from: LocationId, to: LocationId) -> bool {
        let proctype = self.searched.proctype(id);
        let (mut open, mut seen) = (vec![from], HashSet::from([from]));
        while let Some(here) = open.pop() {
            if here == to {
                return true;
            }
            for transition in proctype.location(here).transitions.iter().filter(|t| t.atomic) {
                if seen.insert(transition.target) {
                    open.push(transition.target);
                }
            }
        }
        false
    }
}
