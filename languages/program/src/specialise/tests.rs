use super::*;
use crate::{BinaryOp, GlobalId, Initialiser, Location, Place, Proctype, Scalar, Span, Transition, Variable};
use crate::{TransitionId, VarRef};

fn variable(name: &str, dims: &[u32], value: i32) -> Variable {
    Variable {
        name: name.into(),
        scalar: Scalar::Byte,
        mtype: None,
        dims: dims.to_vec(),
        init: Initialiser::Value(Expr::Const(value)),
        hidden: false,
        span: Span::default(),
    }
}

fn load(var: VarRef, index: Vec<Expr>) -> Expr {
    Expr::Load(Place { var, scalar: Scalar::Byte, index })
}

fn is(e: Expr, value: i32) -> Statement {
    Statement::Guard(Expr::Binary(BinaryOp::Eq, Box::new(e), Box::new(Expr::Const(value))))
}

fn assign(var: VarRef, value: i32) -> Statement {
    Statement::Assign(Place { var, scalar: Scalar::Byte, index: Vec::new() }, Expr::Const(value))
}

/// One process with the local `x`, at first 7, and the globals `a[2]`, at first 0, and `b`. Each line: from, statement,
/// to.
fn program(lines: Vec<(u32, Statement, u32)>) -> Program {
    let count = lines.iter().map(|&(from, _, to)| from.max(to)).max().unwrap_or(0) + 1;
    let mut locations = vec![Location::default(); count as usize];
    for ((from, statement, to), id) in lines.into_iter().zip(0..) {
        locations[from as usize].transitions.push(Transition {
            id: TransitionId(id),
            spin_id: 0,
            statement,
            target: LocationId(to),
            atomic: false,
            escape: 0,
            span: Span::default(),
            text: String::new(),
        });
    }
    let body = Proctype {
        name: "P".into(),
        locals: vec![variable("x", &[], 7)],
        locations,
        params: 0,
        initial: LocationId(1),
        provided: None,
        priority: 1,
        deterministic: false,
        span: Span::default(),
    };
    Program {
        globals: vec![variable("a", &[2], 0), variable("b", &[], 1)],
        proctypes: vec![body],
        active: vec![ProctypeId(0)],
        ..Program::default()
    }
}

const X: VarRef = VarRef::Local(LocalId(0));
const A: VarRef = VarRef::Global(GlobalId(0));
const B: VarRef = VarRef::Global(GlobalId(1));

fn statement(of: &Specialised, location: usize, transition: usize) -> &Statement {
    &of.program.proctypes[0].locations[location].transitions[transition].statement
}

#[test]
fn a_condition_that_never_holds_takes_what_follows_along() {
    // `b` would become 2 behind a condition that never holds, so `b == 2` never holds either.
    let element = || load(A, vec![load(X, vec![])]);
    let found = specialise(&program(vec![
        (1, assign(X, 0), 2),
        (1, assign(X, 1), 2),
        (2, is(element(), 3), 3),
        (3, assign(B, 2), 2),
        (2, is(load(B, vec![]), 2), 2),
    ]))
    .expect("something is decided");
    assert_eq!(statement(&found, 2, 0), &Statement::Guard(Expr::Const(0)));
    assert_eq!(statement(&found, 2, 1), &Statement::Guard(Expr::Const(0)));
    // It rests on the array, on `b`, and on the index being within bounds where it is used, and on no more.
    let x = Fact::At(ProctypeId(0), LocationId(2), LocalId(0));
    let of_a = Fact::Anywhere(VarKey::global(GlobalId(0)));
    let of_b = Fact::Anywhere(VarKey::global(GlobalId(1)));
    let mut facts = found.facts;
    facts.sort();
    assert_eq!(facts, [(of_a, vec![0]), (of_b, vec![1]), (x, vec![0, 1])]);
}

#[test]
fn what_may_fault_is_left_alone() {
    // At its start the process has x == 7, which is no index of `a`.
    let lines = vec![(1, is(load(A, vec![load(X, vec![])]), 3), 2)];
    assert!(specialise(&program(lines)).is_none());
}

#[test]
fn what_may_be_assigned_is_not_decided() {
    let lines = vec![(1, is(load(B, vec![]), 2), 1), (1, assign(B, 2), 1)];
    assert!(specialise(&program(lines)).is_none());
}

#[test]
fn what_a_condition_says_is_known_behind_it() {
    // Where x == 7 was found to hold, x == 1 does not.
    let lines = vec![(1, assign(X, 1), 1), (1, is(load(X, vec![]), 7), 2), (2, is(load(X, vec![]), 1), 2)];
    let found = specialise(&program(lines)).expect("something is decided");
    assert_eq!(statement(&found, 2, 0), &Statement::Guard(Expr::Const(0)));
    assert!(matches!(statement(&found, 1, 1), Statement::Guard(Expr::Binary(..))));
}
