//! Locations at which control is kept.
//!
//! **Relation**: a full state in which processes stand at such locations is related to the reduced states that follow from it by
//! their transitions from there. **Proved**, for each such location ℓ of a process type, from the text: every transition from
//! ℓ, and every transition of the `atomic` sequence that it begins, reads and writes nothing that another process can write
//! or read, cannot fail but by an assertion, and nobody asks whether the process is at ℓ; it does not lead to a receive if some
//! process does something else than wait where nobody receives. So it commutes with every
//! transition of every other process in every state, neither enables nor disables one, and is neither enabled nor disabled:
//! the transitions of the process at ℓ are a persistent set whose members are invisible (Godefroid, *Partial-order methods*,
//! 1996, chapters 3 and 4). And no way from ℓ
//! on which control is kept leads round a cycle, so no one is put off for ever and the step ends.
//!
//! **A property of runs** ([`prove_unseen`]) must not count steps, and no such transition may change what it sees: none writes a
//! variable that the property reads, leaves or reaches a location that it asks about, or, if it looks at labels, reaches one. Runs are then the
//! same up to repeated states (Peled, *Combining partial order reductions with on-the-fly model-checking*, 1996). Fair runs
//! are, too, if no channel is a rendezvous: the transitions from ℓ then neither enable nor disable any other process, and each
//! move is that of one process (`program/src/reduce/private.rs` has the argument in full).

use std::collections::HashSet;

use program::{Expr, LocationId, Place, Proctype, ProctypeId, Program, Sight, Statement, Transition, VarRef};

use super::Differences;
use super::expressions::{
    acting, all_evaluated, everything, first_values, flattened, is_inside, is_total, statements, written,
};

pub(super) fn prove(full: &Program, searched: &Program, found: &Differences) -> Result<(), String> {
    if found.passed.is_empty() {
        return Ok(());
    }
    if full.checked_claim.is_some() || full.uses_last || full.uses_priority {
        return Err("control is kept though others see who moves".into());
    }
    let check = Private { full, searched, watched: Watched::of(full)? };
    check.all(found)
}

/// Proves that a property of runs cannot tell that control is kept.
pub(super) fn prove_unseen(
    full: &Program,
    searched: &Program,
    found: &Differences,
    sight: Sight<'_>,
) -> Result<(), String> {
    if !sight.stutter_invariant {
        return Err("control is kept though the property counts steps".into());
    }
    if sight.fair && full.channel_types.iter().any(|shape| shape.capacity == 0) {
        return Err("control is kept though a rendezvous is a turn of one process alone".into());
    }
    let mut watched = Watched::of(full)?;
    watched.labels = sight.labels;
    for expr in sight.atoms.iter().flat_map(everything) {
        // `np_` asks for labels.
        if *expr != Expr::NonProgress || !sight.labels {
            watched.expression(expr)?;
        }
        if let Expr::Load(Place { var: VarRef::Global(id), .. }) = expr {
            watched.property_reads.insert(*id);
        }
    }
    Private { full, searched, watched }.all(found)
}

/// What processes see of each other, and what a property sees.
#[derive(Default)]
struct Watched {
    locals: HashSet<(ProctypeId, program::LocalId)>,
    /// Locations that some `P[i]@label` asks about; the number alone is compared, whatever the type of process `i`.
    locations: HashSet<LocationId>,
    /// Whether others stand ready to receive makes a difference beyond waiting for them.
    readiness: bool,
    written_globals: HashSet<program::GlobalId>,
    /// Global variables that a property reads.
    property_reads: HashSet<program::GlobalId>,
    /// A property looks at labels.
    labels: bool,
}

impl Watched {
    fn of(full: &Program) -> Result<Watched, String> {
        let mut watched = Watched::default();
        for (_, proctype) in acting(full) {
            let provided = proctype.provided.iter().chain(proctype.locals.iter().flat_map(first_values));
            for expr in statements(proctype).flat_map(all_evaluated).chain(provided).flat_map(everything) {
                watched.expression(expr)?;
            }
            for place in statements(proctype).flat_map(written) {
                if let VarRef::Global(id) = &place.var {
                    watched.written_globals.insert(*id);
                }
            }
        }
        let rendezvous = full.channel_types.iter().any(|shape| shape.capacity == 0);
        watched.readiness = rendezvous && acting(full).any(|(_, proctype)| asks_for_readiness(proctype));
        Ok(watched)
    }

    /// Notes what evaluating an expression shows of a process that is not one's own.
    fn expression(&mut self, expr: &Expr) -> Result<(), String> {
        match expr {
            Expr::Enabled(_) | Expr::PcValue(_) | Expr::NonProgress | Expr::Last | Expr::Priority(_) => {
                return Err("control is kept though somebody asks where processes stand".into());
            }
            Expr::Load(Place { var: VarRef::Remote { proctype, local, .. }, .. }) => {
                self.locals.insert((*proctype, *local));
            }
            Expr::AtLabel { location, .. } => {
                self.locations.insert(*location);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Does a process do something else where nobody stands ready to receive what it sends? There is an `else` or an escape
/// beside the send, or the send is inside an atomic sequence, which it interrupts.
fn asks_for_readiness(proctype: &Proctype) -> bool {
    let transitions = || proctype.locations.iter().flat_map(|l| &l.transitions);
    let inside: HashSet<LocationId> = transitions().filter(|t| t.atomic).map(|t| t.target).collect();
    proctype.locations.iter().zip(0..).any(|(location, number)| {
        let begins = |t: &Transition, sends: bool| match first(&t.statement) {
            Statement::Send { .. } => sends,
            Statement::Else => !sends,
            _ => false,
        };
        let all = &location.transitions;
        let instead = all.iter().any(|t| t.escape != 0 || begins(t, false));
        all.iter().any(|t| begins(t, true)) && (instead || inside.contains(&LocationId(number)))
    })
}

/// The first of the statements of a transition.
fn first(statement: &Statement) -> &Statement {
    match statement {
        Statement::Sequence(all) => all.first().map_or(statement, first),
        other => other,
    }
}

struct Private<'a> {
    full: &'a Program,
    searched: &'a Program,
    watched: Watched,
}

impl Private<'_> {
    /// May control be kept wherever it is?
    fn all(&self, found: &Differences) -> Result<(), String> {
        for &(id, to) in &found.passed {
            let name = &self.full.proctype(id).name;
            self.location(id, to).map_err(|why| format!("{name}: control is kept though {why}"))?;
            if self.goes_round(id, to) {
                return Err(format!("{name}: control is kept on a whole cycle"));
            }
        }
        Ok(())
    }

    /// May control be kept at a location?
    fn location(&self, id: ProctypeId, at: LocationId) -> Result<(), String> {
        let proctype = self.full.proctype(id);
        if proctype.provided.is_some() || self.full.trace.is_some_and(|(_, trace)| trace == id) {
            return Err("whether the process moves depends on others".into());
        }
        let (mut open, mut seen) = (vec![at], HashSet::from([at]));
        while let Some(here) = open.pop() {
            let location = proctype.location(here);
            if location.accept || location.progress || self.watched.locations.contains(&here) {
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
        let seen = self.watched.locations.contains(&transition.target);
        let receives =
            |t: &Transition| matches!(first(&t.statement), Statement::Receive { .. } | Statement::DStep(_));
        let target = self.full.proctype(id).location(transition.target);
        let ready = self.watched.readiness && target.transitions.iter().any(receives);
        let labelled = self.watched.labels && (target.accept || target.progress);
        match transition.escape == 0
            && !seen
            && !ready
            && !labelled
            && self.statement(id, &transition.statement)
        {
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
            VarRef::Global(global) => {
                self.searched.global(*global).hidden && !self.watched.property_reads.contains(global)
            }
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

    /// Does a way from a location on which control is kept lead round a cycle?
    fn goes_round(&self, id: ProctypeId, from: LocationId) -> bool {
        let proctype = self.searched.proctype(id);
        let kept = |at: LocationId| proctype.location(at).transitions.iter().filter(|t| t.atomic);
        // Locations that can be left behind for good are taken away; what remains is on a cycle or leads to one.
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            for transition in kept(reached[next]) {
                if !reached.contains(&transition.target) {
                    reached.push(transition.target);
                }
            }
            next += 1;
        }
        loop {
            let before = reached.len();
            let remaining = reached.clone();
            reached.retain(|&at| kept(at).any(|t| remaining.contains(&t.target)));
            if reached.len() == before {
                return !reached.is_empty();
            }
        }
    }
}
