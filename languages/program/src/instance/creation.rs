//! Processes that one process creates one by one, while those that it has created already run.
//!
//! `init { run P(); run P() }` without `atomic` has no single moment when all processes exist and none has moved. But
//! every run comes to a state in which all exist, and from there on none is created: these states are closed under
//! steps, and it is enough that a symmetry respects the steps from them. What the instance needs is that they all look
//! alike: the same processes and channels under the same numbers, and the same values in variables that nothing
//! assigns, as these are folded into the code.
//!
//! That is so if the creator's way does not depend on the others. Its way is followed here with what it knows: its own scalar
//! variables, as long as they were computed from such and from constants. At each location on the way exactly one transition
//! must be possible, whatever the others have done (a condition on other things is allowed where it is the only
//! transition: the creator waits there), and what it gives to a parameter that nothing assigns must be known. No process
//! may end in the meantime, as the next one would get its number. Then every run takes the same transitions of
//! the creator, in any interleaving with the others. The state in which the creator has done all this alone, and the
//! others nothing, is one of those states, and stands for them as the start of the instance.

use super::fold::{constant_variables, ends, targets};
use super::settle::{Creators, LONGEST_START, Settled};
use super::tree::{Owner, VarKey};
use super::{reachable, runs};
use crate::interpreter::{MAX_PROCESSES, binary, unary};
use crate::{
    BinaryOp, Expr, Initialiser, Interpreter, LocalId, LocationId, Pid, Place, ProctypeId, Statement,
    Transition, TransitionId, VarRef,
};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

/// Follows the one process that creates others; an error says why all processes do not come to exist in one way.
pub(super) fn follow(interpreter: &Interpreter, creators: &Creators) -> Result<Settled, &'static str> {
    let initial = interpreter.initial().map_err(|_| FAULTY)?;
    let count = interpreter.layout().configuration_of(&initial).processes.len();
    let leads = |pid: &usize| {
        let found = interpreter.location(&initial, Pid(*pid as u8));
        found.is_some_and(|(proctype, location)| creators.leads(proctype, location))
    };
    let mut creating = (0..count).filter(leads);
    let (Some(pid), None) = (creating.next(), creating.next()) else { return Err(SEVERAL) };
    let (proctype, location) = interpreter.location(&initial, Pid(pid as u8)).ok_or(SEVERAL)?;
    let mut way = Way {
        interpreter,
        creators,
        initial: &initial,
        constant: constant_variables(interpreter.program()),
        taken: Vec::new(),
        processes: count,
    };
    let body = interpreter.program().proctype(proctype);
    if body.provided.is_some() || body.deterministic {
        return Err(DEPENDS);
    }
    let own = Known { pid: pid as u8, proctype, values: HashMap::default() };
    way.of_creator(own, location).ok_or(DEPENDS)?;
    let settled = alone(interpreter, creators, &way, pid as u8).ok_or(WAITS)?;
    match may_end_early(interpreter, &settled, pid as u8) {
        true => Err(ENDS),
        false => Ok(settled),
    }
}

const FAULTY: &str = "the program cannot start";
const SEVERAL: &str = "several processes create others";
const DEPENDS: &str = "which processes are created depends on what others do in the meantime";
const WAITS: &str = "whoever creates them waits for those that already run";
const ENDS: &str = "some may end before the last is created, which may then have their numbers";

/// Lets the creator do alone what it does on its way.
fn alone(interpreter: &Interpreter, creators: &Creators, way: &Way<'_>, pid: u8) -> Option<Settled> {
    let mut state = way.initial.to_vec();
    let (mut before, mut taken): (Vec<Vec<u8>>, Vec<TransitionId>) = (Vec::new(), Vec::new());
    while creators.create_more(interpreter.layout(), &state) && before.len() < LONGEST_START {
        let expansion = interpreter.expand(&state);
        let own = |step: &&crate::Step| step.moves.iter().all(|mv| mv.pid == Pid(pid));
        let mut steps = expansion.steps.iter().filter(own);
        let (Some(step), None) = (steps.next(), steps.next()) else { return None };
        let next = step.state.clone().filter(|_| step.fault.is_none())?;
        taken.extend(step.moves.iter().map(|mv| mv.transition));
        before.push(std::mem::replace(&mut state, next));
    }
    // An atomic sequence may go on behind the last location from which processes are created.
    let as_followed = taken.starts_with(&way.taken);
    let starts = vec![state];
    let settled = Settled { starts, before, creator: Some(pid), obstacle: None };
    as_followed.then_some(settled)
}

/// May a process end before the last one is created?
fn may_end_early(interpreter: &Interpreter, settled: &Settled, creator: u8) -> bool {
    let layout = interpreter.layout();
    let all = layout.configuration_of(&settled.starts[0]).entries.len();
    let incomplete = |state: &&Vec<u8>| layout.configuration_of(state).entries.len() < all;
    let Some(last) = settled.before.iter().rev().find(incomplete) else { return false };
    (0..layout.configuration_of(last).processes.len() as u8).filter(|&pid| pid != creator).any(|pid| {
        let Some((proctype, location)) = interpreter.location(last, Pid(pid)) else { return true };
        let body = interpreter.program().proctype(proctype);
        let reached = reachable(interpreter.program(), proctype, location);
        reached.iter().flat_map(|&l| &body.location(l).transitions).any(|t| ends(&t.statement))
    })
}

/// What is known of a process in every run.
struct Known {
    pid: u8,
    proctype: ProctypeId,
    /// Scalar variables whose values do not depend on other processes.
    values: HashMap<LocalId, i32>,
}

struct Way<'a> {
    interpreter: &'a Interpreter,
    creators: &'a Creators,
    initial: &'a [u8],
    constant: HashSet<VarKey>,
    /// The transitions of the creator.
    taken: Vec<TransitionId>,
    /// Processes that exist.
    processes: usize,
}

/// Whether a transition is possible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Possible {
    Never,
    Always,
    /// It depends on other things.
    Perhaps,
}

impl Way<'_> {
    fn of_creator(&mut self, mut known: Known, mut location: LocationId) -> Option<()> {
        let program = self.interpreter.program();
        let body = program.proctype(known.proctype);
        for (var, id) in body.locals.iter().zip(0..) {
            if var.dims.is_empty() {
                let key = VarKey::local(Owner::Process(known.pid), known.proctype, LocalId(id));
                let value = self.interpreter.variable(self.initial, key, &[]);
                known.values.extend(value.map(|value| (LocalId(id), value)));
            }
        }
        while self.creators.leads(known.proctype, location) {
            let transition = self.only_possible(&known, &body.location(location).transitions)?;
            if self.taken.len() == LONGEST_START {
                return None;
            }
            self.taken.push(transition.id);
            self.perform(&mut known, &transition.statement)?;
            location = transition.target;
        }
        Some(())
    }

    /// The transition that every run takes.
    fn only_possible<'t>(&self, known: &Known, transitions: &'t [Transition]) -> Option<&'t Transition> {
        let is_else = |t: &Transition| t.statement.begins_with_else();
        if transitions.iter().any(|t| t.escape != 0) {
            return None;
        }
        // An `else` shuts out nothing that is tried after it, and is shut out by what is tried before it alone.
        let mut candidates = Vec::new();
        let mut before = Possible::Never;
        for transition in transitions {
            let possible = match (is_else(transition), before) {
                (true, Possible::Always) => Possible::Never,
                (true, Possible::Perhaps) => Possible::Perhaps,
                (true, Possible::Never) => Possible::Always,
                (false, _) => self.is_possible(known, &transition.statement),
            };
            if possible != Possible::Never {
                candidates.push(transition);
                before = if before == Possible::Always { before } else { possible };
            }
        }
        match candidates.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn is_possible(&self, known: &Known, statement: &Statement) -> Possible {
        match statement {
            Statement::Guard(e) => match self.value(known, e) {
                Some(0) => Possible::Never,
                Some(_) => Possible::Always,
                None => Possible::Perhaps,
            },
            Statement::Skip
            | Statement::Assign(..)
            | Statement::Forget(_)
            | Statement::Run { .. }
            | Statement::Assert(_)
            | Statement::Print { .. } => Possible::Always,
            Statement::Sequence(parts) => {
                parts.first().map_or(Possible::Always, |first| self.is_possible(known, first))
            }
            _ => Possible::Perhaps,
        }
    }

    /// What the creator knows after a statement; `None` if what it creates depends on others.
    fn perform(&mut self, known: &mut Known, statement: &Statement) -> Option<()> {
        match statement {
            Statement::Assign(Place { var: VarRef::Local(id), scalar, index }, e) if index.is_empty() => {
                match self.value(known, e) {
                    Some(value) => known.values.insert(*id, scalar.truncate(value)),
                    None => known.values.remove(id),
                };
            }
            Statement::Sequence(parts) => {
                for part in parts {
                    self.perform(known, part)?;
                }
            }
            Statement::Run { proctype, args, result, .. } => {
                self.create(known, *proctype, args)?;
                if let Some(Place { var: VarRef::Local(id), .. }) = result {
                    known.values.remove(id);
                }
            }
            other => {
                debug_assert!(runs(other).is_none());
                for target in targets(other) {
                    if let VarRef::Local(id) = target.var {
                        known.values.remove(&id);
                    }
                }
            }
        }
        Some(())
    }

    /// Are the variables of a new process that nothing assigns the same in every run?
    fn create(&mut self, creator: &Known, proctype: ProctypeId, args: &[Expr]) -> Option<()> {
        let body = self.interpreter.program().proctype(proctype);
        if self.processes == MAX_PROCESSES || self.creators.leads(proctype, body.initial) {
            return None;
        }
        let mut new = Known { pid: self.processes as u8, proctype, values: HashMap::default() };
        self.processes += 1;
        for (var, id) in body.locals.iter().zip(0..) {
            let value = |e: &Expr| self.value(&new, e);
            let (is_known, value) = match &var.init {
                Initialiser::Parameter => match args.get(id as usize) {
                    Some(arg) => self.value(creator, arg).map_or((false, None), |v| (true, Some(v))),
                    None => (true, Some(0)),
                },
                Initialiser::Zero => (true, Some(0)),
                Initialiser::Value(e) => value(e).map_or((false, None), |v| (true, Some(v))),
                Initialiser::List(all) => (all.iter().all(|e| value(e).is_some()), None),
                // The number of a channel follows from what was created before; one without a value is assigned.
                Initialiser::Channel(_) | Initialiser::Unset => (true, None),
            };
            let local = VarKey::local(Owner::Later(proctype), proctype, LocalId(id));
            let is_constant = self.constant.contains(&local);
            if is_constant && !is_known {
                return None;
            }
            if let Some(value) = value.filter(|_| is_constant && var.dims.is_empty()) {
                new.values.insert(LocalId(id), var.scalar.truncate(value));
            }
        }
        Some(())
    }

    /// The value of an expression, if it does not depend on other processes.
    fn value(&self, known: &Known, expr: &Expr) -> Option<i32> {
        let value = |e: &Expr| self.value(known, e);
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Pid => Some(i32::from(known.pid)),
            Expr::Load(place) => self.load(known, place),
            Expr::Unary(op, e) => Some(unary(*op, value(e)?)),
            Expr::Binary(BinaryOp::And, a, b) => match value(a)? {
                0 => Some(0),
                _ => Some(i32::from(value(b)? != 0)),
            },
            Expr::Binary(BinaryOp::Or, a, b) => match value(a)? {
                0 => Some(i32::from(value(b)? != 0)),
                _ => Some(1),
            },
            Expr::Binary(op, a, b) => binary(*op, value(a)?, value(b)?).ok(),
            Expr::Cond(c, a, b) => match value(c)? {
                0 => value(b),
                _ => value(a),
            },
            _ => None,
        }
    }

    fn load(&self, known: &Known, place: &Place) -> Option<i32> {
        match place.var {
            VarRef::Local(id) if place.index.is_empty() => known.values.get(&id).copied(),
            VarRef::Global(id) if self.constant.contains(&VarKey::global(id)) => {
                let index: Vec<i32> =
                    place.index.iter().map(|e| self.value(known, e)).collect::<Option<_>>()?;
                self.interpreter.variable(self.initial, VarKey::global(id), &index)
            }
            _ => None,
        }
    }
}
