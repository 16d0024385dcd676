//! Local variables are forgotten when they die.
//!
//! A variable is live at a location if some way from there reads it before it is written (Nielson, Nielson, Hankin,
//! *Principles of Program Analysis*, 1999, section 2.1.4). The transition on which a variable dies leaves no value in
//! it, and a variable that is dead where its process starts begins without one. Source for model checking: Bozga,
//! Fernandez, Ghirvu, *State space reduction based on live variables analysis*, 1999.
//!
//! Sound: what a dead variable holds can be observed by nobody. Its process writes it before reading it, and variables
//! that another process reads (`P[i]:x`) or that decide whether a process may move (`provided`) are left alone.
//!
//! Never more states: in every state a variable that is dead where its process stands holds no value. So the map that
//! forgets all dead variables takes the states of the original program onto those of this one. That is why a transition
//! on which nothing can be forgotten (a rendezvous, whose sender is not the last to move; `run`) lets its variables
//! live on to its target, and why a dead parameter, whose value comes from outside, is left alone.
//!
//! A variable that no statement writes is a constant of its process: it is left alone too, because what is known to be
//! constant helps to find symmetry. Whole arrays die as scalars do, if they are small.

use super::liveness::{Cells, Set, before, join};
use super::uses::{Name, Observed, can_fail, first, initial_values, loads, parts};
use crate::{
    DStepNode, Expr, Initialiser, LocalId, Place, Proctype, ProctypeId, Program, Statement, Transition,
    VarRef,
};
use std::collections::HashSet;

/// Arrays of more cells are not forgotten.
const MOST_CELLS: usize = 16;

/// Lets processes forget their dead variables.
pub(super) fn forget_dead(program: &mut Program) {
    let observed = Observed::of(program);
    let rendezvous = program.channel_types.iter().any(|c| c.capacity == 0);
    for p in 0..program.proctypes.len() as u32 {
        let id = ProctypeId(p);
        if program.trace.is_some_and(|(_, trace)| trace == id) {
            continue;
        }
        let analysis = Analysis::of(program, id, &observed, rendezvous);
        let plan = analysis.plan();
        apply(&mut program.proctypes[id.index()], plan);
    }
}

/// What is to be forgotten on each transition, by location and position, and what starts without a value.
struct Plan {
    on: Vec<Vec<Vec<LocalId>>>,
    unset: Vec<LocalId>,
}

struct Analysis<'a> {
    program: &'a Program,
    owner: ProctypeId,
    proctype: &'a Proctype,
    eligible: Set,
    rendezvous: bool,
    /// Variables live at each location.
    live: Vec<Set>,
}

impl Cells for Analysis<'_> {
    fn killed(&self, place: &Place) -> Option<usize> {
        match (&place.var, place.index.as_slice()) {
            (VarRef::Local(id), []) => Some(id.index()),
            _ => None,
        }
    }

    fn read(&self, expr: &Expr, live: &mut Set) {
        let mut found = HashSet::new();
        loads(self.owner, expr, &mut found);
        for name in found {
            if let Name::Local(owner, id) = name
                && owner == self.owner
            {
                live[id.index()] = true;
            }
        }
    }
}

impl<'a> Analysis<'a> {
    fn of(program: &'a Program, owner: ProctypeId, observed: &Observed, rendezvous: bool) -> Analysis<'a> {
        let proctype = program.proctype(owner);
        let none = vec![false; proctype.locals.len()];
        let mut analysis = Analysis {
            program,
            owner,
            proctype,
            eligible: none.clone(),
            rendezvous,
            live: vec![none; proctype.locations.len()],
        };
        analysis.eligible = analysis.eligible(observed);
        analysis.solve();
        analysis.keep_given_values();
        analysis
    }

    fn eligible(&self, observed: &Observed) -> Set {
        let mut outside = HashSet::new();
        self.proctype.provided.iter().for_each(|e| loads(self.owner, e, &mut outside));
        // What another variable starts with is read before the first location.
        let values = self.proctype.locals.iter().flat_map(initial_values);
        values.for_each(|e| loads(self.owner, e, &mut outside));
        let locals = self.proctype.locals.iter().zip(0..);
        locals
            .map(|(variable, i)| {
                let name = Name::Local(self.owner, LocalId(i));
                !variable.hidden
                    && variable.cells() <= MOST_CELLS
                    && !matches!(variable.init, Initialiser::Channel(_))
                    && observed.written.contains(&name)
                    && !observed.locals.contains(&(self.owner, LocalId(i)))
                    && !outside.contains(&name)
            })
            .collect()
    }

    /// Grows the live sets until they are consistent.
    fn solve(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for at in (0..self.proctype.locations.len()).rev() {
                for transition in &self.proctype.locations[at].transitions {
                    let to = transition.target.index();
                    let before = before(self, &transition.statement, &self.live[to]);
                    changed |= join(&mut self.live[at], &before);
                    if !self.can_forget_on(transition) && !is_end(transition) {
                        let mut kept = self.live[at].clone();
                        self.written(&transition.statement, &mut kept);
                        changed |= join(&mut self.live[to], &kept);
                    }
                }
            }
        }
    }

    /// A variable that starts with a value from outside, and dead, cannot be forgotten in time.
    fn keep_given_values(&mut self) {
        let start = self.proctype.initial.index();
        for (i, variable) in self.proctype.locals.iter().enumerate() {
            let given = match &variable.init {
                Initialiser::Zero | Initialiser::Unset => false,
                Initialiser::Value(_) | Initialiser::List(_) => {
                    initial_values(variable).iter().any(|e| can_fail(self.program, self.owner, e))
                }
                Initialiser::Channel(_) | Initialiser::Parameter => true,
            };
            self.eligible[i] &= !given || self.live[start][i];
        }
    }

    /// The sending half of a rendezvous is not the end of its step, and a new process changes where everything stands.
    fn can_forget_on(&self, transition: &Transition) -> bool {
        match first(&transition.statement) {
            Statement::Send { .. } => !self.rendezvous,
            Statement::Run { .. } | Statement::Terminate | Statement::Event { .. } => false,
            _ => true,
        }
    }

    /// Adds what a statement may write.
    fn written(&self, statement: &Statement, set: &mut Set) {
        for statement in super::uses::all_statements(statement) {
            for place in parts(statement).writes {
                if let VarRef::Local(id) = &place.var {
                    set[id.index()] = true;
                }
            }
        }
    }

    fn plan(&self) -> Plan {
        let start = &self.live[self.proctype.initial.index()];
        let all = || (0..self.eligible.len()).filter(|&i| self.eligible[i]);
        let on = (self.proctype.locations.iter().zip(&self.live))
            .map(|(location, here)| {
                let dying = |transition: &Transition| {
                    if is_end(transition) || !self.can_forget_on(transition) {
                        return Vec::new();
                    }
                    let mut dirty = here.clone();
                    self.written(&transition.statement, &mut dirty);
                    let there = &self.live[transition.target.index()];
                    all().filter(|&i| dirty[i] && !there[i]).map(|i| LocalId(i as u32)).collect()
                };
                location.transitions.iter().map(dying).collect()
            })
            .collect();
        Plan { on, unset: all().filter(|&i| !start[i]).map(|i| LocalId(i as u32)).collect() }
    }
}

fn is_end(transition: &Transition) -> bool {
    transition.target.0 == 0 || matches!(transition.statement, Statement::Terminate)
}

fn apply(proctype: &mut Proctype, plan: Plan) {
    for id in plan.unset {
        proctype.locals[id.index()].init = Initialiser::Unset;
    }
    let cells: Vec<Vec<Place>> =
        (0..proctype.locals.len() as u32).map(|i| cells(proctype, LocalId(i))).collect();
    for (location, on) in proctype.locations.iter_mut().zip(plan.on) {
        for (transition, dying) in location.transitions.iter_mut().zip(on) {
            for place in dying.iter().flat_map(|id| &cells[id.index()]) {
                append(&mut transition.statement, Statement::Forget(place.clone()));
            }
        }
    }
}

/// The cells of a variable.
fn cells(proctype: &Proctype, id: LocalId) -> Vec<Place> {
    let variable = proctype.local(id);
    if variable.cells() > MOST_CELLS {
        return Vec::new();
    }
    let indices = variable.dims.iter().fold(vec![Vec::new()], |all: Vec<Vec<Expr>>, &bound| {
        let with = |index: &Vec<Expr>, i: u32| index.iter().cloned().chain([Expr::Const(i as i32)]).collect();
        all.iter().flat_map(|index| (0..bound).map(move |i| with(index, i))).collect()
    });
    let place = |index| Place { var: VarRef::Local(id), scalar: variable.scalar, index };
    indices.into_iter().map(place).collect()
}

/// Puts a statement that is always executable behind another, into the same transition.
fn append(statement: &mut Statement, last: Statement) {
    match statement {
        Statement::Skip => *statement = last,
        Statement::Sequence(parts) => parts.push(last),
        // The end of a `d_step` is a place inside it.
        Statement::DStep(step) => {
            let exit = step.nodes.len() as u32;
            for node in &mut step.nodes {
                if let DStepNode::Do { next, .. } = node {
                    next.get_or_insert(exit);
                }
            }
            step.nodes.push(DStepNode::Do { statement: last, next: None });
        }
        other => {
            let first = std::mem::replace(other, Statement::Skip);
            *other = Statement::Sequence(vec![first, last]);
        }
    }
}
