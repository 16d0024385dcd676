//! Processes that have ended and are not removed.
//!
//! **Relation**: a reduced state is a full state with the processes that were removed, which stand at their ends. **Proved**: let a
//! process have ended in a reachable reduced state. Neither there nor later does anything evaluate what depends on which
//! processes exist, is a process created, or does a process that is there own channels. So the others do the same whether or
//! not it is removed. Its own `provided` clause, which is evaluated until it is removed, cannot fail. It is at a valid end,
//! so end states are the same; `timeout` is true in the full program once everything that can be removed has been. Where
//! processes can stand is taken from the stored states, which up to symmetry are all there are, and followed on from there
//! through the text.
//!
//! A process may be created all the same where nothing at all looks at numbers of processes: no `_pid`, no result of a `run`, no
//! process that owns channels. It gets another number than it would if the ended one had been removed, which is then all
//! that differs, so the relation holds up to the numbers of processes.

use std::collections::HashSet;

use program::{
    BinaryOp, Expr, Initialiser, Layout, LocationId, Place, ProctypeId, Program, Sight, Statement, VarRef,
};

use super::expressions::{all_evaluated, everything, flattened, is_total};
use super::{Differences, LocationImages};

pub(super) fn prove(
    layout: &Layout,
    states: &[Vec<u8>],
    images: LocationImages<'_>,
    found: &Differences,
) -> Result<(), String> {
    let searched = &layout.program;
    if found.ends.is_empty() {
        return Ok(());
    }
    if searched.uses_last || searched.uses_priority {
        return Err("removals are left out though others see who moves".into());
    }
    let ends: HashSet<(ProctypeId, LocationId)> = found.ends.iter().copied().collect();
    if ends.iter().any(|&(id, end)| !searched.proctype(id).location(end).end) {
        return Err("a process may not rest where it ends".into());
    }
    let processes = states.iter().map(|state| layout.configuration_of(state).processes.len()).max();
    let total = |id: ProctypeId, clause: &Expr| clause_is_total(searched, id, clause, processes.unwrap_or(0));
    for (id, _) in &ends {
        let proctype = searched.proctype(*id);
        if !proctype.provided.iter().all(|clause| total(*id, clause)) {
            let name = &proctype.name;
            return Err(format!("removals of {name} are left out though its provided clause may fail"));
        }
    }
    let standing = standing(layout, states, &ends, images);
    for &(id, location) in &standing {
        let proctype = searched.proctype(id);
        if proctype.locals.iter().any(|local| matches!(local.init, Initialiser::Channel(_))) {
            return Err(format!("removals are left out though {} owns channels", proctype.name));
        }
        let transitions = &proctype.location(location).transitions;
        let statements = transitions.iter().flat_map(|t| flattened(&t.statement));
        let creates = |s: &Statement| match s {
            Statement::Run { .. } => !numbers_are_unseen(searched),
            other => matches!(other, Statement::SetPriority(..)),
        };
        if statements.clone().any(creates) {
            return Err(format!("removals are left out though {} creates processes", proctype.name));
        }
        let exprs = statements.flat_map(|s| mattering(searched, id, s)).chain(&proctype.provided);
        if exprs.flat_map(everything).any(observes) {
            return Err(format!("removals are left out though {} sees which processes exist", proctype.name));
        }
    }
    claim_allows(searched)
}

/// Does nothing in a program depend on the numbers of processes, or on which there are?
fn numbers_are_unseen(program: &Program) -> bool {
    program.proctypes.iter().all(|proctype| {
        let transitions = || proctype.locations.iter().flat_map(|l| &l.transitions);
        let statements = || transitions().flat_map(|t| flattened(&t.statement));
        let begins = proctype.locals.iter().flat_map(|local| match &local.init {
            Initialiser::Value(e) => std::slice::from_ref(e),
            Initialiser::List(all) => all.as_slice(),
            _ => &[],
        });
        let mut evaluated = statements().flat_map(all_evaluated).chain(&proctype.provided).chain(begins);
        let is_seen = |e: &&Expr| **e == Expr::Pid || observes(e);
        !evaluated.any(|e| everything(e).iter().any(is_seen))
            && !statements().any(|s| matches!(s, Statement::Run { result: Some(_), .. }))
            && !proctype.locals.iter().any(|local| matches!(local.init, Initialiser::Channel(_)))
    })
}

/// Where processes may stand when one has ended, there and later.
fn standing(
    layout: &Layout,
    states: &[Vec<u8>],
    ends: &HashSet<(ProctypeId, LocationId)>,
    images: LocationImages<'_>,
) -> HashSet<(ProctypeId, LocationId)> {
    let places_of = |state: &[u8]| {
        let configuration = layout.configuration_of(state);
        let place = |pid: usize| {
            let (proctype, entry) = configuration.process(pid)?;
            let slot = layout.processes[proctype.index()].location;
            Some((proctype, LocationId(slot.load(&state[slot.in_entry(entry, 0)..]) as u32)))
        };
        (0..configuration.processes.len()).filter_map(place).collect::<Vec<_>>()
    };
    let mut all = HashSet::new();
    for state in states {
        let places = places_of(state);
        if places.iter().any(|place| ends.contains(place)) {
            all.extend(places);
        }
    }
    let mut open: Vec<_> = all.iter().copied().collect();
    while let Some((id, location)) = open.pop() {
        let transitions = &layout.program.proctype(id).location(location).transitions;
        let next = transitions.iter().map(|t| (id, t.target)).chain(images(id, location));
        open.extend(next.filter(|&next| all.insert(next)));
    }
    all
}

/// The expressions whose value matters to what a statement does: what is printed does not, unless it may fail.
fn mattering<'a>(program: &Program, owner: ProctypeId, statement: &'a Statement) -> Vec<&'a Expr> {
    let is_harmless = |e: &&Expr| {
        let refers = |e: &&Expr| {
            matches!(e, Expr::AtLabel { .. } | Expr::Load(Place { var: VarRef::Remote { .. }, .. }))
        };
        is_total(program, owner, e) && !everything(e).iter().any(refers)
    };
    let mut all = all_evaluated(statement);
    if matches!(statement, Statement::Print { .. }) {
        all.retain(|e| !is_harmless(e));
    }
    all
}

/// Can a `provided` clause not fail, in a process whose number is below `processes`?
fn clause_is_total(program: &Program, owner: ProctypeId, clause: &Expr, processes: usize) -> bool {
    let total = |e: &Expr| clause_is_total(program, owner, e, processes);
    match clause {
        Expr::Load(Place { var: VarRef::Global(id), index, .. }) if index.as_slice() == [Expr::Pid] => {
            program.global(*id).dims.iter().all(|&bound| bound as usize >= processes)
        }
        Expr::Unary(_, e) => total(e),
        Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => is_total(program, owner, clause),
        Expr::Binary(_, a, b) => total(a) && total(b),
        _ => is_total(program, owner, clause),
    }
}

/// Does the value depend on which processes exist?
fn observes(expr: &Expr) -> bool {
    match expr {
        Expr::ProcessCount
        | Expr::Last
        | Expr::NonProgress
        | Expr::Enabled(_)
        | Expr::PcValue(_)
        | Expr::Priority(_)
        | Expr::AtLabel { .. } => true,
        Expr::Load(Place { var, .. }) => matches!(var, VarRef::Remote { .. }),
        _ => false,
    }
}

/// A property of runs sees nothing of removals: no atom depends on which processes exist, no label that is looked at
/// stands where a process is removed, and the step more or less that a removal is makes no difference.
pub(super) fn prove_unseen(full: &Program, sight: Sight<'_>) -> Result<(), String> {
    if !sight.stutter_invariant {
        return Err("removals are left out though the property counts steps".into());
    }
    // `np_` asks for labels.
    let is_seen = |e: &&Expr| observes(e) && (**e != Expr::NonProgress || !sight.labels);
    if sight.atoms.iter().flat_map(everything).any(|e| is_seen(&e)) {
        return Err("removals are left out though the property sees which processes exist".into());
    }
    let mut locations = full.proctypes.iter().flat_map(|proctype| &proctype.locations);
    let is_removed =
        |l: &program::Location| l.transitions.iter().any(|t| t.statement == Statement::Terminate);
    match sight.labels && locations.any(|l| (l.accept || l.progress) && is_removed(l)) {
        true => Err("removals are left out though the property looks at a label there".into()),
        false => Ok(()),
    }
}

/// A claim that is checked sees nothing of removals, and does not count steps: it stays where it is or is completed.
fn claim_allows(searched: &Program) -> Result<(), String> {
    let Some(id) = searched.checked_claim else { return Ok(()) };
    let claim = searched.proctype(id);
    for (here, location) in claim.locations.iter().enumerate() {
        for transition in &location.transitions {
            let counts = transition.statement != Statement::Terminate
                && transition.target.index() != here
                && !claim.location(transition.target).end;
            let exprs = flattened(&transition.statement).into_iter().flat_map(all_evaluated);
            if counts || exprs.flat_map(everything).any(observes) {
                return Err("removals are left out though the claim sees them".into());
            }
        }
    }
    Ok(())
}
