//! Variables that left the state.
//!
//! **Relation**: a full state and a reduced one agree on everything but the variables that left. **Proved**: such states have the
//! same steps and faults, and steps lead to related states. For that, no expression whose value or failure matters may load
//! a variable that left: it may be loaded only by an expression that cannot fail and whose value goes into a variable
//! that left as well, or is printed; and never where it decides which cell is meant.

use program::{Expr, Initialiser, Place, ProctypeId, Program, Statement, VarRef};

use super::Differences;
use super::expressions::{
    acting, evaluated, everything, is_total, loaded, operands, selectors, statements, written,
};

pub(super) fn prove(full: &Program, searched: &Program, found: &Differences) -> Result<(), String> {
    if found.hidden_globals.is_empty() && found.hidden_locals.is_empty() {
        return Ok(());
    }
    let check = Unread { full, searched, found };
    for (owner, proctype) in acting(full) {
        statements(proctype).try_for_each(|statement| check.statement(owner, statement))?;
        proctype.provided.iter().try_for_each(|e| check.matters(owner, e))?;
        for (local, variable) in proctype.locals.iter().enumerate() {
            let left = searched.proctype(owner).locals[local].hidden;
            check.initialiser(owner, &variable.init, left)?;
        }
    }
    for (variable, new) in full.globals.iter().zip(&searched.globals) {
        check.initialiser(ProctypeId(0), &variable.init, new.hidden)?;
    }
    Ok(())
}

struct Unread<'a> {
    full: &'a Program,
    searched: &'a Program,
    found: &'a Differences,
}

impl Unread<'_> {
    fn statement(&self, owner: ProctypeId, statement: &Statement) -> Result<(), String> {
        let mut places = written(statement).into_iter().flat_map(selectors);
        places.try_for_each(|e| self.matters(owner, e))?;
        let gone: Vec<bool> = match statement {
            Statement::Assign(place, _) => vec![self.is_hidden(owner, place)],
            Statement::Print { args, .. } => vec![true; args.len()],
            Statement::Run { proctype, args, .. } => {
                let locals = self.searched.proctype(*proctype).locals.iter();
                let parameters = locals.filter(|v| v.init == Initialiser::Parameter).map(|v| v.hidden);
                parameters.chain(std::iter::repeat(false)).take(args.len()).collect()
            }
            other => vec![false; evaluated(other).len()],
        };
        evaluated(statement).into_iter().zip(gone).try_for_each(|(e, gone)| self.value(owner, e, gone))
    }

    fn initialiser(&self, owner: ProctypeId, init: &Initialiser, gone: bool) -> Result<(), String> {
        match init {
            Initialiser::Value(e) => self.value(owner, e, gone),
            Initialiser::List(all) => all.iter().try_for_each(|e| self.value(owner, e, gone)),
            Initialiser::Zero | Initialiser::Unset | Initialiser::Channel(_) | Initialiser::Parameter => {
                Ok(())
            }
        }
    }

    /// The value of an expression goes where nothing sees it, if it is `gone`.
    fn value(&self, owner: ProctypeId, expr: &Expr, gone: bool) -> Result<(), String> {
        if !gone || !is_total(self.full, owner, expr) {
            return self.matters(owner, expr);
        }
        for inside in everything(expr) {
            if matches!(inside, Expr::Load(_) | Expr::AtLabel { .. }) {
                operands(inside).into_iter().try_for_each(|e| self.matters(owner, e))?;
            }
        }
        Ok(())
    }

    /// The value of an expression matters, so it may load nothing that left.
    fn matters(&self, owner: ProctypeId, expr: &Expr) -> Result<(), String> {
        match loaded(expr).into_iter().find(|place| self.left(owner, place)) {
            Some(place) => Err(format!("a variable that is read left the state: {:?}", place.var)),
            None => Ok(()),
        }
    }

    /// Is it one of the variables that left?
    fn left(&self, owner: ProctypeId, place: &Place) -> bool {
        match &place.var {
            VarRef::Global(id) => self.found.hidden_globals.contains(&id.index()),
            VarRef::Local(id) => self.found.hidden_locals.contains(&(owner, *id)),
            VarRef::Remote { proctype, local, .. } => self.found.hidden_locals.contains(&(*proctype, *local)),
            VarRef::Scratch => false,
        }
    }

    /// Is it not part of reduced states?
    fn is_hidden(&self, owner: ProctypeId, place: &Place) -> bool {
        match &place.var {
            VarRef::Global(id) => self.searched.global(*id).hidden,
            VarRef::Local(id) => self.searched.proctype(owner).local(*id).hidden,
            VarRef::Remote { .. } => false,
            VarRef::Scratch => true,
        }
    }
}
