//! Leaving the dead where they are, when nobody can tell.
//!
//! SPIN removes processes in the order of their numbers, youngest first: of three alike processes that have ended, only
//! the last can go. That order is the one asymmetry of otherwise alike processes that end. Where nothing observes a
//! removal it can be left out: a process that has reached its end simply stays there.
//!
//! Why that is sound for safety: let `s` be a state and `s'` the state after the removals that are possible in it.
//! Whatever the others can do in `s` they can do in `s'` and the other way round, with equal effects, as nothing they
//! evaluate depends on which processes exist; `timeout` is true in `s'` whenever it becomes true after the removals. A
//! process at its end is at a valid end, there or gone. So leaving removals out identifies `s` and `s'`, and every
//! assertion, run-time error and invalid end state stays reachable. What could tell the difference, and makes us
//! decline: `_nr_pr`, `_last`, `enabled`, `pc_value`, references to other processes, priorities, a `run` after the
//! start (it would reuse a number), channels that a process makes, as they are removed with it, a claim that counts
//! steps, a `trace`, which must be at its end only as long as there is a process, and a `provided` clause that may be
//! faulty, which it is for a process at its end too. Until the start anything may be observed and created, so we decline
//! too if a process can be removed by then.
//!
//! Where one process creates the others while these run ([`Instance::creator`]), one that has ended is removed before the
//! next is created, which then gets its number. Left where it is, the next has another number. That is no matter if nothing
//! looks at numbers: no `_pid`, no result of a `run`. Then let `s` be a state, and `s'` the state without processes
//! at their end, the others numbered anew: the steps of both are the same but for the numbers, also those that create.

use crate::reduce::{can_fail, operands, parts};
use crate::{
    BinaryOp, DStepNode, Expr, Head, Initialiser, Instance, Interpreter, LocationId, Place, Proctype,
    ProctypeId, Program, Statement, Transition, TransitionId, Tree, VarRef,
};
use rapidhash::RapidHashSet as HashSet;

/// The program without removals of processes; `None` where there are none or they may be observed.
pub fn omit_process_removals(interpreter: &Interpreter, instance: &Instance) -> Option<Program> {
    let program = interpreter.program();
    let mortal = instance.processes.iter().any(|code| {
        code.locations.iter().flat_map(|(_, edges)| edges).any(|e| e.action.head == Head::Terminate)
    });
    if !mortal || is_observed(program, instance) || removes_before_start(interpreter, instance) {
        return None;
    }
    let mut left = Program::clone(program);
    for location in left.proctypes.iter_mut().flat_map(|p| &mut p.locations) {
        location.transitions.retain(|t| t.statement != Statement::Terminate);
    }
    Some(left)
}

/// The program without removals of processes that would be removed while others are still created; `None` where they may be
/// observed, or the processes do not come to exist in one way without them either.
pub fn omit_process_removals_while_creating(
    interpreter: &Interpreter,
    instance: &Instance,
) -> Option<Program> {
    let program = interpreter.program();
    let transitions = || program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    let ends = transitions().any(|t| t.statement == Statement::Terminate);
    let looks = |(p, id): (&Proctype, u32)| {
        let fails = |e: &Expr| can_fail(program, ProctypeId(id), e) || looks_at_processes(e);
        p.provided.as_ref().is_some_and(fails)
            || p.locals.iter().any(|var| match &var.init {
                Initialiser::Channel(_) => true,
                Initialiser::Value(e) => looks_at_processes(e),
                Initialiser::List(all) => all.iter().any(looks_at_processes),
                _ => false,
            })
            || (p.locations.iter().flat_map(|l| &l.transitions)).any(|t| observes_statement(&t.statement))
    };
    if instance.settled
        || !ends
        || program.trace.is_some()
        || program.uses_last
        || program.uses_priority
        || program.checked_claim.is_some()
        || program.proctypes.iter().zip(0..).any(looks)
    {
        return None;
    }
    let mut left = Program::clone(program);
    for location in left.proctypes.iter_mut().flat_map(|p| &mut p.locations) {
        location.transitions.retain(|t| t.statement != Statement::Terminate);
    }
    Some(left)
}

/// May a statement tell whether a process has been removed, or which number it has?
fn observes_statement(statement: &Statement) -> bool {
    parts(statement).reads.into_iter().any(looks_at_processes)
        || match statement {
            Statement::Run { result, .. } => result.is_some(),
            Statement::SetPriority(..) => true,
            // Merged with something else, a removal is more than a removal.
            Statement::Sequence(all) => {
                all.iter().any(|s| *s == Statement::Terminate || observes_statement(s))
            }
            Statement::DStep(block) => block.nodes.iter().any(|node| match node {
                DStepNode::Do { statement, .. } => observes_statement(statement),
                DStepNode::Choice { .. } => false,
            }),
            _ => false,
        }
}

/// Does an expression look at numbers of processes, or at which there are?
fn looks_at_processes(expr: &Expr) -> bool {
    *expr == Expr::Pid || looks_at_others(expr) || operands(expr).into_iter().any(looks_at_processes)
}

/// Does an expression look at which processes there are, or at another?
fn looks_at_others(expr: &Expr) -> bool {
    let here = match expr {
        Expr::ProcessCount
        | Expr::Last
        | Expr::NonProgress
        | Expr::Enabled(_)
        | Expr::PcValue(_)
        | Expr::Priority(_)
        | Expr::AtLabel { .. } => true,
        Expr::Load(place) => matches!(place.var, VarRef::Remote { .. }),
        _ => false,
    };
    here || operands(expr).into_iter().any(looks_at_others)
}

/// Whether a process can be removed before the moment when all processes exist.
fn removes_before_start(interpreter: &Interpreter, instance: &Instance) -> bool {
    let locations = interpreter.program().proctypes.iter().flat_map(|p| &p.locations);
    let removals: HashSet<TransitionId> = locations
        .flat_map(|l| &l.transitions)
        .filter(|t| t.statement == Statement::Terminate)
        .map(|t| t.id)
        .collect();
    instance.before.iter().any(|state| {
        let steps = interpreter.expand(state).steps;
        steps.iter().flat_map(|step| &step.moves).any(|mv| removals.contains(&mv.transition))
    })
}

fn is_observed(program: &Program, instance: &Instance) -> bool {
    let makes_channels = |code: &crate::Code| {
        let locals = &program.proctype(code.proctype).locals;
        locals.iter().any(|v| matches!(v.init, Initialiser::Channel(_)))
    };
    instance.creation.is_some()
        || program.trace.is_some()
        || program.uses_last
        || program.uses_priority
        || program.checked_claim.is_some_and(|claim| counts_steps(program.proctype(claim)))
        || instance.processes.iter().any(makes_channels)
        || (instance.processes.iter().chain(&instance.observers)).any(|code| {
            // A process that has ended can still go wrong in its clause, until it is removed.
            let mut clause = program.proctype(code.proctype).provided.iter();
            clause.any(|e| may_fail(program, code.proctype, e, instance.processes.len()))
                || code.provided.iter().any(observes)
                || code.locations.iter().flat_map(|(_, edges)| edges).any(|e| observes(&e.action))
                || text_from(program.proctype(code.proctype), code.initial).any(|t| {
                    let printed = matches!(t.statement, Statement::Print { .. });
                    creates_or_ranks(&t.statement)
                        || (!printed && parts(&t.statement).reads.into_iter().any(looks_at_others))
                })
        })
}

/// The transitions that follow in the text of a body, whether or not their conditions can ever hold: a certificate goes by
/// the text too, and does not know the values of variables.
fn text_from(body: &Proctype, from: LocationId) -> impl Iterator<Item = &Transition> {
    let mut is_reached = vec![false; body.locations.len()];
    is_reached[from.index()] = true;
    let mut reached = vec![from];
    let mut at = 0;
    while at < reached.len() {
        for transition in &body.location(reached[at]).transitions {
            let target = transition.target;
            if target.0 != 0 && !std::mem::replace(&mut is_reached[target.index()], true) {
                reached.push(target);
            }
        }
        at += 1;
    }
    reached.into_iter().flat_map(|location| &body.location(location).transitions)
}

/// Does a statement create a process, or change the priority of one?
fn creates_or_ranks(statement: &Statement) -> bool {
    match statement {
        Statement::Run { .. } | Statement::SetPriority(..) => true,
        Statement::Sequence(all) => all.iter().any(creates_or_ranks),
        Statement::DStep(block) => block.nodes.iter().any(|node| match node {
            DStepNode::Do { statement, .. } => creates_or_ranks(statement),
            DStepNode::Choice { .. } => false,
        }),
        _ => false,
    }
}

/// May a `provided` clause be faulty? Errs on the side of yes. An array is often read at the number of the process.
fn may_fail(program: &Program, owner: ProctypeId, clause: &Expr, processes: usize) -> bool {
    let fails = |e: &Expr| may_fail(program, owner, e, processes);
    match clause {
        Expr::Load(Place { var: VarRef::Global(id), index, .. }) if matches!(index[..], [Expr::Pid]) => {
            (program.global(*id).dims[0] as usize) < processes
        }
        Expr::Unary(_, a) => fails(a),
        Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => can_fail(program, owner, clause),
        Expr::Binary(_, a, b) => fails(a) || fails(b),
        other => can_fail(program, owner, other),
    }
}

/// A claim of which some move leads to another place than the one it stands at or the end may tell two steps from one.
fn counts_steps(claim: &Proctype) -> bool {
    claim.locations.iter().zip(0..).any(|(location, here)| {
        let elsewhere = |t: &Transition| t.target.0 != here && !claim.location(t.target).end;
        location.transitions.iter().filter(|t| t.statement != Statement::Terminate).any(elsewhere)
    })
}

fn observes(tree: &Tree) -> bool {
    let here = match tree.head {
        Head::ProcessCount
        | Head::Last
        | Head::NonProgress
        | Head::Enabled
        | Head::PcValue
        | Head::Priority
        | Head::SetPriority
        | Head::AtLabel(..)
        | Head::Remote(..)
        | Head::Run(..) => true,
        // Merged with something else, a removal is more than a removal.
        Head::Sequence | Head::DStep | Head::Do(_) => tree.kids.iter().any(|k| k.head == Head::Terminate),
        _ => false,
    };
    here || tree.kids.iter().any(observes)
}
