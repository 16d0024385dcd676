//! Locations from which a process moves unnoticed are passed through.
//!
//! A transition is *private* if all it reads and writes belongs to its own process and nobody else looks at it, and if it
//! cannot fail in a way that ends the run. A location all of whose transitions are private is passed through: the process
//! that arrives there keeps control, as inside an `atomic`, and moves on at once, so the state in between is not stored.
//! This is partial order reduction with the ample set "all that this process can do here", chosen statically and compressed
//! into the step before it. Sources: Holzmann and Peled, *An improvement in formal verification*, 1994 (safe statements,
//! static ample sets); Kurshan, Levin, Minea, Peled, Yenigün, *Static partial order reduction*, 1998; SPIN merges such
//! statements too (Holzmann, *The engineering of a model checker*, 1999), but only where there is no choice.
//!
//! Sound for safety: a private transition commutes with every transition of every other process, is neither enabled nor
//! disabled by one, and cannot change the truth of an assertion or a condition elsewhere. So a run that delays it can be
//! rearranged into one that does not, with the same violation, and a run that never makes it can be extended by it. If none
//! of them is executable the process is blocked there for ever, and the state is stored as it is. No cycle that others could
//! enter before becomes one on which control is kept all the way round: one location of each is not passed through, so
//! nothing is put off for ever (condition C3 of Clarke, Grumberg, Peled, *Model Checking*, 1999, section 10.3).
//!
//! Never more states: a run of this program is a run of the original in which others hold still at times.
//!
//! What processes can observe of each other in general (`enabled`, `pc_value`, `np_`, `_last`, priorities) switches the pass
//! off; locations that `P[i]@label` asks about are neither left nor entered by a private transition.

use super::uses::{Name, Observed, can_fail, can_miss, operands};
use crate::{Expr, Location, LocationId, Place, ProctypeId, Program, Statement, Transition, VarRef};

/// Lets processes pass through the locations from which they move unnoticed.
pub(super) fn pass_through_private(program: &mut Program) {
    let observed = Observed::of(program);
    if observed.control {
        return;
    }
    for p in 0..program.proctypes.len() as u32 {
        let id = ProctypeId(p);
        let observer = program.trace.is_some_and(|(_, trace)| trace == id);
        if observer || program.proctype(id).provided.is_some() {
            continue;
        }
        let mut passed = Private { program, owner: id, observed: &observed }.locations();
        break_cycles(&program.proctype(id).locations, &mut passed);
        let locations = &mut program.proctypes[id.index()].locations;
        for transition in locations.iter_mut().flat_map(|l| &mut l.transitions) {
            transition.atomic |= passed.get(transition.target.index()) == Some(&true);
        }
    }
}

struct Private<'a> {
    program: &'a Program,
    owner: ProctypeId,
    observed: &'a Observed,
}

impl Private<'_> {
    /// Which locations may be passed through.
    fn locations(&self) -> Vec<bool> {
        let locations = self.program.proctype(self.owner).locations.iter().zip(0..);
        locations.map(|(location, i)| self.location(location, LocationId(i))).collect()
    }

    fn location(&self, location: &Location, id: LocationId) -> bool {
        let marked = location.accept || location.progress;
        let seen = |id: LocationId| self.observed.locations.contains(&(self.owner, id));
        let unnoticed = |t: &Transition| t.escape == 0 && !seen(t.target) && self.statement(&t.statement);
        !marked && !seen(id) && !location.transitions.is_empty() && location.transitions.iter().all(unnoticed)
    }

    fn statement(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Skip | Statement::Else => true,
            Statement::Guard(e) | Statement::Assert(e) => self.expression(e),
            Statement::Assign(place, e) => self.target(place) && self.expression(e),
            Statement::Forget(place) => self.target(place),
            Statement::Print { args, .. } => args.iter().all(|e| self.expression(e)),
            Statement::Sequence(all) => all.iter().all(|s| self.statement(s)),
            Statement::Run { .. }
            | Statement::Send { .. }
            | Statement::Receive { .. }
            | Statement::SetPriority(..)
            | Statement::Terminate
            | Statement::DStep(_)
            | Statement::Event { .. } => false,
        }
    }

    fn target(&self, place: &Place) -> bool {
        let own = match &place.var {
            VarRef::Local(id) => !self.observed.locals.contains(&(self.owner, *id)),
            VarRef::Global(id) => self.program.global(*id).hidden,
            VarRef::Scratch => true,
            VarRef::Remote { .. } => false,
        };
        own && !can_miss(self.program, self.owner, place)
    }

    fn expression(&self, expr: &Expr) -> bool {
        let own = match expr {
            Expr::Const(_) | Expr::Pid | Expr::Unary(..) | Expr::Binary(..) | Expr::Cond(..) => true,
            Expr::Load(place) => match &place.var {
                VarRef::Local(_) => true,
                // A global that nothing writes is a constant.
                VarRef::Global(id) => !self.observed.written.contains(&Name::Global(*id)),
                VarRef::Remote { .. } | VarRef::Scratch => false,
            },
            _ => false,
        };
        own && !can_fail(self.program, self.owner, expr)
            && operands(expr).into_iter().all(|e| self.expression(e))
    }
}

/// Stops passing through one location of every cycle on which control would newly be kept all the way round. Cycles inside
/// an `atomic` count as far as they are left through a location that is passed through.
fn break_cycles(locations: &[Location], passed: &mut [bool]) {
    loop {
        let is_passed = |t: &Transition| passed.get(t.target.index()) == Some(&true);
        let keeps = |t: &&Transition| (t.atomic || is_passed(t)) && t.target.index() < locations.len();
        let targets = |at: usize| -> Vec<usize> {
            locations[at].transitions.iter().filter(keeps).map(|t| t.target.index()).collect()
        };
        let component = components(&(0..locations.len()).map(targets).collect::<Vec<_>>());
        let mut broken = vec![false; locations.len()];
        let mut heads = Vec::new();
        for (at, location) in locations.iter().enumerate() {
            for transition in location.transitions.iter().filter(|t| !t.atomic && is_passed(t)) {
                let to = transition.target.index();
                if component[at] == component[to] && !std::mem::replace(&mut broken[component[at]], true) {
                    heads.push(to);
                }
            }
        }
        if heads.is_empty() {
            return;
        }
        heads.into_iter().for_each(|head| passed[head] = false);
    }
}

/// The strongly connected component of each vertex (Kosaraju's algorithm: search forwards, then backwards in the order in
/// which vertices were finished).
fn components(targets: &[Vec<usize>]) -> Vec<usize> {
    let mut sources = vec![Vec::new(); targets.len()];
    for (from, to) in targets.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |&to| (from, to)))
    {
        sources[to].push(from);
    }
    let mut seen = vec![false; targets.len()];
    let mut finished = Vec::new();
    for start in 0..targets.len() {
        walk(targets, start, &mut seen, &mut finished);
    }
    let mut component = vec![0; targets.len()];
    let mut seen = vec![false; targets.len()];
    for &start in finished.iter().rev() {
        let mut members = Vec::new();
        walk(&sources, start, &mut seen, &mut members);
        members.into_iter().for_each(|member| component[member] = start);
    }
    component
}

/// Depth first from `start`; vertices are added to `finished` when all that can be reached from them has been.
fn walk(targets: &[Vec<usize>], start: usize, seen: &mut [bool], finished: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, targets[start].iter())];
    while let Some((at, rest)) = path.last_mut() {
        match rest.next() {
            Some(&next) if !std::mem::replace(&mut seen[next], true) => {
                path.push((next, targets[next].iter()))
            }
            Some(_) => {}
            None => {
                finished.push(*at);
                path.pop();
            }
        }
    }
}
