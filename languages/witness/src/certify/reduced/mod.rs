//! Has a reduced program every violation of the program as it is written?
//!
//! The two programs are compared text by text. Whatever differs must be one of four changes, and each is proved harmless
//! from the text of the *full* program by an analysis of its own; nothing of `program::reduce` is used. The relation
//! between a full state f and a reduced state r that the four stand for:
//!
//! | change | relation | proved in |
//! |---|---|---|
//! | a variable is not part of the state | f and r agree on all other variables | [`unread`] |
//! | a local variable is forgotten | f and r agree on all variables but those dead where their process stands | [`dead`] |
//! | control is kept at a location | r is f after the private transitions that are possible there | [`private`] |
//! | processes that have ended stay | r is f with the processes that were removed, at their ends | [`removal`] |
//!
//! A fifth difference has no proof and is a reason to reject. The proofs are over all states of the program, so that nothing is
//! sampled; [`removal`] alone uses the stored states, to know where processes can be once one has ended.

mod dead;
mod expressions;
mod private;
mod removal;
mod unread;

use program::{
    Initialiser, Layout, LocalId, LocationId, Proctype, ProctypeId, Program, Sight, Statement, Transition,
    VarRef, Variable,
};

use dead::Forgotten;
use expressions::{all_evaluated, loaded, statements};

/// What was changed, and proved harmless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// Variables that left the state.
    pub hidden: usize,
    /// Transitions on which variables are forgotten, and variables that begin without a value.
    pub forgotten: usize,
    /// Transitions after which control is kept.
    pub passed: usize,
    /// Removals of processes that were left out.
    pub removals: usize,
}

/// Where the searched program differs from the full one.
#[derive(Debug, Default)]
struct Differences {
    hidden_globals: Vec<usize>,
    hidden_locals: Vec<(ProctypeId, LocalId)>,
    forgotten: Vec<Forgotten>,
    /// Locals that begin without a value.
    unset: Vec<(ProctypeId, LocalId)>,
    /// Where transitions lead after which control is newly kept.
    passed: Vec<(ProctypeId, LocationId)>,
    /// Locations that lost the removal of their process.
    ends: Vec<(ProctypeId, LocationId)>,
}

/// The locations that symmetries make of a location.
pub type LocationImages<'a> = &'a dyn Fn(ProctypeId, LocationId) -> Vec<(ProctypeId, LocationId)>;

/// Proves that the program of `layout`, whose reachable states up to symmetry are `states`, has every violation of `full`.
pub fn relate(
    full: &Program,
    layout: &Layout,
    states: &[Vec<u8>],
    images: LocationImages<'_>,
) -> Result<Relation, String> {
    let searched = &layout.program;
    let found = differences(full, searched)?;
    unread::prove(full, searched, &found)?;
    dead::prove(full, &found)?;
    private::prove(full, searched, &found)?;
    removal::prove(layout, states, images, &found)?;
    Ok(Relation {
        hidden: found.hidden_globals.len() + found.hidden_locals.len(),
        forgotten: found.forgotten.len() + found.unset.len(),
        passed: found.passed.len(),
        removals: found.ends.len(),
    })
}

/// Proves that the program of `layout` has every *run* of `full`, in the eyes of a property. Variables that left the state or
/// were forgotten leave runs as they are, step by step, if the property reads none of them; where removals of processes
/// are left out or control is kept, runs are the same up to repeated states.
pub fn relate_runs(
    full: &Program,
    layout: &Layout,
    states: &[Vec<u8>],
    images: LocationImages<'_>,
    sight: Sight<'_>,
) -> Result<Relation, String> {
    let relation = relate(full, layout, states, images)?;
    let found = differences(full, &layout.program)?;
    let claims = full.claims.iter().flat_map(|&id| statements(full.proctype(id)));
    let mut seen = sight.atoms.iter().chain(claims.flat_map(all_evaluated)).flat_map(loaded);
    if let Some(place) = seen.find(|place| found.concerns(&place.var)) {
        return Err(format!("a variable that the property reads left the state: {:?}", place.var));
    }
    if relation.passed > 0 {
        private::prove_unseen(full, &layout.program, &found, sight)?;
    }
    if relation.removals > 0 {
        removal::prove_unseen(full, sight)?;
    }
    Ok(relation)
}

fn differences(full: &Program, searched: &Program) -> Result<Differences, String> {
    let same = full.globals.len() == searched.globals.len()
        && full.proctypes.len() == searched.proctypes.len()
        && full.channel_types == searched.channel_types
        && full.active == searched.active
        && full.trace == searched.trace
        && full.checked_claim == searched.checked_claim
        && (full.uses_last, full.uses_priority) == (searched.uses_last, searched.uses_priority);
    if !same {
        return Err("the reduced program has other variables, processes or channels".into());
    }
    let mut found = Differences::default();
    for (number, (old, new)) in full.globals.iter().zip(&searched.globals).enumerate() {
        if !alike(old, new) || old.init != new.init || (old.hidden && !new.hidden) {
            return Err(format!("the variable {} was changed", old.name));
        }
        found.hidden_globals.extend((new.hidden && !old.hidden).then_some(number));
    }
    for (number, (old, new)) in full.proctypes.iter().zip(&searched.proctypes).enumerate() {
        let id = ProctypeId(number as u32);
        // A claim that is not checked never runs.
        if !full.claims.contains(&id) || full.checked_claim == Some(id) {
            found.proctype(id, old, new)?;
        }
    }
    Ok(found)
}

impl Differences {
    /// Did the variable that a property reads leave the state, or may it have been forgotten?
    fn concerns(&self, var: &VarRef) -> bool {
        match var {
            VarRef::Global(id) => self.hidden_globals.contains(&id.index()),
            VarRef::Remote { proctype, local, .. } => {
                let local = (*proctype, *local);
                self.hidden_locals.contains(&local)
                    || self.unset.contains(&local)
                    || self.forgotten.iter().any(|forgotten| forgotten.is_of(local))
            }
            VarRef::Local(_) | VarRef::Scratch => false,
        }
    }

    fn proctype(&mut self, id: ProctypeId, old: &Proctype, new: &Proctype) -> Result<(), String> {
        let same = old.locals.len() == new.locals.len()
            && old.locations.len() == new.locations.len()
            && old.params == new.params
            && old.initial == new.initial
            && old.provided == new.provided
            && (old.priority, old.deterministic) == (new.priority, new.deterministic);
        if !same {
            return Err(format!("the process type {} was changed", old.name));
        }
        for (number, (before, after)) in old.locals.iter().zip(&new.locals).enumerate() {
            let local = (id, LocalId(number as u32));
            if !alike(before, after) || (before.hidden && !after.hidden) {
                return Err(format!("the variable {} was changed", before.name));
            }
            self.hidden_locals.extend((after.hidden && !before.hidden).then_some(local));
            match (before.init == after.init, &after.init) {
                (true, _) => {}
                (false, Initialiser::Unset) => self.unset.push(local),
                (false, _) => return Err(format!("the variable {} begins with another value", before.name)),
            }
        }
        for (number, (before, after)) in old.locations.iter().zip(&new.locations).enumerate() {
            let marks = |l: &program::Location| (l.end, l.accept, l.progress);
            if marks(before) != marks(after) {
                return Err(format!("a location of {} was changed", old.name));
            }
            self.location((id, LocationId(number as u32)), &before.transitions, &after.transitions)
                .map_err(|why| format!("{}: {why}", old.name))?;
        }
        Ok(())
    }

    fn location(
        &mut self,
        (id, here): (ProctypeId, LocationId),
        old: &[Transition],
        new: &[Transition],
    ) -> Result<(), String> {
        let is_removal = |t: &&Transition| t.statement == Statement::Terminate;
        let mut old: Vec<&Transition> = old.iter().collect();
        if old.iter().any(is_removal) && !new.iter().any(|t| is_removal(&t)) {
            if old.len() != 1 {
                return Err("a removal was left out beside another transition".into());
            }
            self.ends.push((id, here));
            old.clear();
        }
        if old.len() != new.len() {
            return Err("a transition was added or left out".into());
        }
        for (before, after) in old.into_iter().zip(new) {
            let same = (before.id, before.target, before.escape) == (after.id, after.target, after.escape);
            if !same || (before.atomic && !after.atomic) {
                return Err(format!("the transition {} was changed", before.text));
            }
            if after.atomic && !before.atomic {
                self.passed.push((id, after.target));
            }
            self.forgotten.extend(dead::forgotten(id, before, after)?);
        }
        Ok(())
    }
}

fn alike(old: &Variable, new: &Variable) -> bool {
    old.scalar == new.scalar && old.dims == new.dims && old.name == new.name
}
