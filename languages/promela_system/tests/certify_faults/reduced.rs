//! Static reductions made unsound on purpose: a reduced program that does not have every violation of the full one.

use explorer::NoReduction;
use program::{BinaryOp, Expr, Initialiser, LocalId, Place, Program, Scalar, Statement, VarRef};
use promela_system::certify_program;
use symmetry::Method;
use witness::{Certificate, Refusal};

use crate::{blind, lower, rejected, search, transition};

/// Certifies a search of a program that `alter` changed, against the program as it was.
fn with_reduction(text: &str, alter: &dyn Fn(&mut Program)) -> Result<Certificate, Refusal> {
    let (full, sources) = lower(text, promela::Reduction::None);
    let mut reduced = full.clone();
    alter(&mut reduced);
    let mut reduction = promela_system::prepare(reduced, Method::None, &sources);
    let (states, transitions) =
        search(&reduction.interpreter, &mut NoReduction, &blind).expect("nothing is looked at");
    certify_program(&full, &mut reduction, &states, transitions, &mut || None)
}

fn keep_control_after(text: &'static str) -> impl Fn(&mut Program) {
    move |program| transition(program, text).atomic = true
}

#[test]
fn control_kept_where_others_can_see_it_is_rejected() {
    // Class 1: what follows the private beginning of an atomic sequence is not private.
    let before_atomic = "
        byte counter; active [2] proctype P() { byte t; t = 1; atomic { t = 2; counter++; counter-- } }";
    rejected("before an atomic", with_reduction(before_atomic, &keep_control_after("t = 1")));
    let race = "byte n; active [2] proctype P() { byte t; t = n; n = t + 1; t = 0 }";
    rejected("before a write", with_reduction(race, &keep_control_after("t = n")));
    let guard = "byte n; active [2] proctype P() { byte t; t = 1; n == 0; n = 0 }";
    rejected("before a guard", with_reduction(guard, &keep_control_after("t = 1")));
    let send = "chan q = [2] of { byte }; active [2] proctype P() { byte t; t = 1; q ! t; t = 0 }";
    rejected("before a send", with_reduction(send, &keep_control_after("t = 1")));
    let fails = "byte a[2]; active [2] proctype P() { byte t, u; t = 1; u = a[t]; t = 0 }";
    rejected("before an index", with_reduction(fails, &keep_control_after("t = 1")));
    let cycle = "byte n; active [2] proctype P() { byte t; end: do :: t = 1; t = 2 od }";
    let both = |program: &mut Program| {
        let locations = program.proctypes[0].locations.iter_mut();
        locations
            .flat_map(|l| &mut l.transitions)
            .filter(|t| t.text.starts_with('t'))
            .for_each(|t| t.atomic = true);
    };
    rejected("on a cycle", with_reduction(cycle, &both));
    let watched = "
        active proctype P() { byte t; t = 1; here: t = 2; t = 3 }
        active proctype W() { P[0]@here -> skip }";
    rejected("where others look", with_reduction(watched, &keep_control_after("t = 1")));
}

/// Takes the first global out of the state.
fn hide_global(program: &mut Program) {
    program.globals[0].hidden = true;
}

#[test]
fn variables_that_are_read_and_left_the_state_are_rejected() {
    let unread = "byte n; active [2] proctype P() { byte t; t = 1; n = t }";
    assert!(with_reduction(unread, &hide_global).is_ok());
    let read = "byte n; active [2] proctype P() { n = 1; if :: n == 1 -> skip :: else -> skip fi }";
    rejected("in a guard", with_reduction(read, &hide_global));
    let copied = "byte n, m; active [2] proctype P() { n = 1; m = n; assert(m < 2) }";
    rejected("through a copy", with_reduction(copied, &hide_global));
    // Class 6: an argument of `printf` that may fail.
    let printed = "byte n; active [2] proctype P() { n = 1; printf(\"%d\", 1 / n) }";
    rejected("in a division that is printed", with_reduction(printed, &hide_global));
    let index = "byte n; byte a[2]; active [2] proctype P() { n = 1; a[n] = 1 }";
    rejected("as an index", with_reduction(index, &hide_global));
}

/// Forgets the first local of the first process type on a transition.
fn forget_after(text: &'static str) -> impl Fn(&mut Program) {
    move |program| {
        let place = Place { var: VarRef::Local(LocalId(0)), scalar: Scalar::Byte, index: Vec::new() };
        let statement = &mut transition(program, text).statement;
        *statement = Statement::Sequence(vec![statement.clone(), Statement::Forget(place)]);
    }
}

#[test]
fn variables_that_are_live_and_forgotten_are_rejected() {
    let text =
        "byte n; active [2] proctype P() { byte t; t = 1; n = t; n = 0; if :: n = 1 :: t = 2; n = t fi }";
    assert!(with_reduction(text, &forget_after("n = 0")).is_ok());
    rejected("before it is read", with_reduction(text, &forget_after("t = 1")));
    let looped =
        "byte n; active [2] proctype P() { byte t; t = 1; end: do :: n < 2 -> n++ :: n == 2 -> n = t od }";
    rejected("before a loop", with_reduction(looped, &forget_after("n++")));
    let remote = "
        byte n; active proctype P() { byte t; t = 1; n = 0; n = 1 }
        active proctype W() { P[0]:t == 1 -> n = 2 }";
    rejected("where others read it", with_reduction(remote, &forget_after("n = 0")));
    let start = "byte n; active [2] proctype P() { byte t = 1; n = t }";
    let unset = |program: &mut Program| program.proctypes[0].locals[0].init = Initialiser::Unset;
    rejected("at the start", with_reduction(start, &unset));
}

/// Leaves all removals out.
fn leave_out_removals(program: &mut Program) {
    for location in program.proctypes.iter_mut().flat_map(|p| &mut p.locations) {
        location.transitions.retain(|t| t.statement != Statement::Terminate);
    }
}

#[test]
fn removals_that_are_observed_are_rejected() {
    let unseen = "byte n; active [2] proctype P() { n++ }";
    assert!(with_reduction(unseen, &leave_out_removals).is_ok());
    let printed = |what: &str| {
        format!(
            "byte n; active proctype W() {{ n == 1; printf(\"%d\", {what}) }} active [2] proctype P() {{ n = 1 }}"
        )
    };
    assert!(with_reduction(&printed("_nr_pr"), &leave_out_removals).is_ok());
    rejected(
        "by a division that is printed",
        with_reduction(&printed("1 / (_nr_pr - 2)"), &leave_out_removals),
    );
    let counted = "byte n; active proctype W() { _nr_pr == 1 -> n = 1 } active [2] proctype P() { n = 2 }";
    rejected("by a count", with_reduction(counted, &leave_out_removals));
    // A process that has ended is asked for its clause until it is removed.
    let clause = "byte n; byte a[2]; active proctype P() provided (a[n] == 0) { n = 1 } active proctype W() { n == 1; n = 7 }";
    rejected("by a provided clause", with_reduction(clause, &leave_out_removals));
    let own = "byte n; bit a[2]; active [2] proctype P() provided (a[_pid] == 0) { n = 1 }";
    assert!(with_reduction(own, &leave_out_removals).is_ok());
    let small = "byte n; bit a[1]; active [2] proctype P() provided (a[_pid] == 0 || 1) { n = 1 }";
    rejected("by a provided clause at a number too large", with_reduction(small, &leave_out_removals));
    // A process that comes later has another number than it would have, which is no matter if nothing looks at it.
    let created = "byte n; proctype P() { n = 1 } init { run P(); run P(); n = 2 }";
    assert!(with_reduction(created, &leave_out_removals).is_ok());
    let numbered = "byte n; proctype P() { n = _pid } init { run P(); run P(); n = 2 }";
    rejected("by the number of one that comes later", with_reduction(numbered, &leave_out_removals));
    let told = "byte n; proctype P() { skip } init { n = run P(); n = run P(); n = 2 }";
    rejected("by the result of a run", with_reduction(told, &leave_out_removals));
}

#[test]
fn other_changes_to_a_program_are_rejected() {
    let text = "byte n; active [2] proctype P() { if :: n = 1 :: n = 2 fi; n = 3 }";
    let less = |program: &mut Program| {
        let locations = program.proctypes[0].locations.iter_mut();
        locations.filter(|l| l.transitions.len() > 1).for_each(|l| drop(l.transitions.pop()));
    };
    rejected("a transition less", with_reduction(text, &less));
    let other = |program: &mut Program| {
        let global =
            Place { var: VarRef::Global(program::GlobalId(0)), scalar: Scalar::Byte, index: Vec::new() };
        let two = Expr::Binary(BinaryOp::Add, Box::new(Expr::Const(1)), Box::new(Expr::Const(1)));
        transition(program, "n = 3").statement = Statement::Assign(global, two);
    };
    rejected("another statement", with_reduction(text, &other));
    let target = |program: &mut Program| {
        let to = transition(program, "n = 3").target;
        transition(program, "n = 1").target = to;
    };
    rejected("another target", with_reduction(text, &target));
    let rest = |program: &mut Program| program.proctypes[0].locations.iter_mut().for_each(|l| l.end = true);
    rejected("another end", with_reduction(text, &rest));
}
