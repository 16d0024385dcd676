//! Local variables that are forgotten.
//!
//! **Relation**: a full state and a reduced one agree on everything but local variables that are dead where their process
//! stands. **Proved**: a variable that is forgotten on a transition, or begins without a value, is dead where the
//! transition leads or the process begins: on every way from there its process writes it before it reads it, and no one else
//! ever reads it. Dead variables are found by the usual backward analysis, over sets that grow until nothing changes.

use program::{
    DStep, DStepNode, Expr, Initialiser, LocalId, LocationId, Place, Proctype, ProctypeId, Program,
    Statement, Transition, VarRef,
};

use super::Differences;
use super::expressions::{acting, all_evaluated, first_values, is_total, loaded, statements, written};

/// Variables forgotten on a transition.
#[derive(Debug)]
pub(super) struct Forgotten {
    proctype: ProctypeId,
    target: LocationId,
    locals: Vec<LocalId>,
    /// The transition begins with a send.
    sends: bool,
}

impl Forgotten {
    /// Is this variable forgotten?
    pub fn is_of(&self, (proctype, local): (ProctypeId, LocalId)) -> bool {
        self.proctype == proctype && self.locals.contains(&local)
    }
}

/// What the reduced transition forgets beyond the full one. An error if they differ in any other way.
pub(super) fn forgotten(
    proctype: ProctypeId,
    old: &Transition,
    new: &Transition,
) -> Result<Option<Forgotten>, String> {
    if old.statement == new.statement {
        return Ok(None);
    }
    let other = || format!("the statement {} was changed", old.text);
    let places = match (&old.statement, &new.statement) {
        (Statement::DStep(before), Statement::DStep(after)) => added_nodes(before, after),
        (before, after) => {
            let (before, after) = (parts(before), parts(after));
            after.strip_prefix(before.as_slice()).map(<[_]>::to_vec)
        }
    };
    let mut locals = Vec::new();
    for statement in places.ok_or_else(other)? {
        match &statement {
            Statement::Forget(Place { var: VarRef::Local(id), .. }) => locals.push(*id),
            _ => return Err(other()),
        }
    }
    let sends = matches!(parts(&old.statement).first(), Some(Statement::Send { .. }));
    Ok(Some(Forgotten { proctype, target: old.target, locals, sends }))
}

fn parts(statement: &Statement) -> Vec<Statement> {
    match statement {
        Statement::Skip => Vec::new(),
        Statement::Sequence(all) => all.clone(),
        other => vec![other.clone()],
    }
}

/// The statements of nodes that follow where the step ended before.
fn added_nodes(before: &DStep, after: &DStep) -> Option<Vec<Statement>> {
    let count = before.nodes.len();
    let exit = count as u32;
    if after.nodes.len() <= count {
        return None;
    }
    for (old, new) in before.nodes.iter().zip(&after.nodes) {
        let same = match (old, new) {
            (DStepNode::Do { statement: a, next: None }, DStepNode::Do { statement: b, next }) => {
                a == b && *next == Some(exit)
            }
            (old, new) => old == new,
        };
        if !same {
            return None;
        }
    }
    let last = after.nodes.len() - 1;
    let added = after.nodes.iter().enumerate().skip(count);
    added
        .map(|(i, node)| match node {
            DStepNode::Do { statement, next } => {
                let expected = (i < last).then_some(i as u32 + 1);
                (*next == expected).then(|| statement.clone())
            }
            DStepNode::Choice { .. } => None,
        })
        .collect()
}

pub(super) fn prove(full: &Program, found: &Differences) -> Result<(), String> {
    let rendezvous = full.channel_types.iter().any(|shape| shape.capacity == 0);
    for (id, proctype) in full.proctypes.iter().zip(0..).map(|(p, i)| (ProctypeId(i), p)) {
        let here: Vec<&Forgotten> = found.forgotten.iter().filter(|f| f.proctype == id).collect();
        let unset: Vec<LocalId> =
            found.unset.iter().filter(|(p, _)| *p == id).map(|(_, local)| *local).collect();
        if here.is_empty() && unset.is_empty() {
            continue;
        }
        let live = live(proctype);
        let check = |local: LocalId, at: LocationId| match live[at.index()][local.index()] {
            true => Err(format!(
                "{}: {} is forgotten though it is live",
                proctype.name,
                proctype.local(local).name
            )),
            false => private_to_its_process(full, id, local),
        };
        for forgotten in here {
            if forgotten.sends && rendezvous {
                return Err(format!(
                    "{}: something is forgotten in the middle of a rendezvous",
                    proctype.name
                ));
            }
            forgotten.locals.iter().try_for_each(|&local| check(local, forgotten.target))?;
        }
        for local in unset {
            check(local, proctype.initial)?;
            if !begins_safely(full, id, local) {
                return Err(format!(
                    "{}: the first value of {} matters",
                    proctype.name,
                    proctype.local(local).name
                ));
            }
        }
    }
    Ok(())
}

/// A variable may begin without a value if giving it one cannot fail and gives none to another variable.
fn begins_safely(full: &Program, owner: ProctypeId, local: LocalId) -> bool {
    let proctype = full.proctype(owner);
    let mut others = proctype.locals.iter().flat_map(first_values).flat_map(loaded);
    !matches!(proctype.local(local).init, Initialiser::Channel(_))
        && first_values(proctype.local(local)).into_iter().all(|e| is_total(full, owner, e))
        && !others.any(|place| place.var == VarRef::Local(local))
}

/// Nobody else reads the variable, and whether its process may move does not depend on it.
fn private_to_its_process(full: &Program, owner: ProctypeId, local: LocalId) -> Result<(), String> {
    let reads_it = |e: &Expr| {
        let remote = |place: &&Place| matches!(&place.var, VarRef::Remote { proctype, local: l, .. } if (*proctype, *l) == (owner, local));
        loaded(e).iter().any(remote)
    };
    let remote = acting(full).any(|(_, proctype)| {
        statements(proctype).flat_map(all_evaluated).any(reads_it)
            || proctype.provided.iter().chain(proctype.locals.iter().flat_map(first_values)).any(reads_it)
    });
    let own = |place: &&Place| place.var == VarRef::Local(local);
    let provided = full.proctype(owner).provided.iter().any(|e| loaded(e).iter().any(own));
    match remote || provided {
        true => Err(format!("{} is forgotten though others read it", full.proctype(owner).local(local).name)),
        false => Ok(()),
    }
}

/// The variables that are live at each location.
fn live(proctype: &Proctype) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; proctype.locals.len()]; proctype.locations.len()];
    loop {
        let mut changed = false;
        for (at, location) in proctype.locations.iter().enumerate().rev() {
            for transition in &location.transitions {
                let before = before(&transition.statement, &live[transition.target.index()]);
                changed |= join(&mut live[at], &before);
            }
        }
        if !changed {
            return live;
        }
    }
}

fn before(statement: &Statement, after: &[bool]) -> Vec<bool> {
    match statement {
        Statement::Terminate => vec![false; after.len()],
        Statement::Sequence(all) => all.iter().rev().fold(after.to_vec(), |live, s| before(s, &live)),
        Statement::DStep(step) => before_d_step(step, after),
        simple => {
            let mut live = after.to_vec();
            for place in written(simple) {
                if let (VarRef::Local(id), true) = (&place.var, place.index.is_empty()) {
                    live[id.index()] = false;
                }
            }
            for place in all_evaluated(simple).into_iter().flat_map(loaded) {
                if let VarRef::Local(id) = place.var {
                    live[id.index()] = true;
                }
            }
            live
        }
    }
}

fn before_d_step(step: &DStep, after: &[bool]) -> Vec<bool> {
    let mut live = vec![vec![false; after.len()]; step.nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in step.nodes.iter().enumerate().rev() {
            let mut here = vec![false; after.len()];
            match node {
                DStepNode::Do { statement, next } => {
                    let then = next.map_or(after, |next| &live[next as usize]);
                    here = before(statement, then);
                }
                DStepNode::Choice { options } => {
                    for &option in options {
                        join(&mut here, &live[option as usize]);
                    }
                }
            }
            changed |= join(&mut live[at], &here);
        }
        if !changed {
            return live.into_iter().next().unwrap_or_else(|| after.to_vec());
        }
    }
}

/// Adds to a set; true if that changed it.
fn join(set: &mut [bool], more: &[bool]) -> bool {
    let mut changed = false;
    for (old, &new) in set.iter_mut().zip(more) {
        changed |= new && !*old;
        *old |= new;
    }
    changed
}
