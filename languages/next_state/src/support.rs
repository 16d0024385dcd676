//! Which programs have machine code. The others are left to the interpreter as a whole: what they use is rare
//! (priorities, trace automata, `enabled`), so one slow path for everything is worth more than many.

use program::{DStepNode, Expr, Initialiser, Place, Program, ReceiveArg, Statement, VarRef};

use crate::context::MAX_FIELDS;

/// Does the compiler know everything the program uses?
pub(crate) fn is_supported(program: &Program) -> bool {
    let plain = program.trace.is_none() && !program.uses_priority && program.transition_count < 1 << 24;
    plain
        && program.channel_types.iter().all(|c| c.fields.len() <= MAX_FIELDS)
        && program.proctypes.iter().all(|p| {
            !p.deterministic
                && p.provided.as_ref().is_none_or(expression)
                && p.locals.iter().all(|v| initialiser(&v.init))
                && p.locations.iter().flat_map(|l| &l.transitions).all(|t| whole(&t.statement))
        })
}

fn initialiser(init: &Initialiser) -> bool {
    match init {
        Initialiser::Value(expr) => expression(expr),
        Initialiser::List(exprs) => exprs.iter().all(expression),
        Initialiser::Zero | Initialiser::Unset | Initialiser::Channel(_) | Initialiser::Parameter => true,
    }
}

/// A statement that stands by itself on a transition.
fn whole(statement: &Statement) -> bool {
    match statement {
        Statement::Run { args, result, .. } => {
            args.len() <= MAX_FIELDS
                && args.iter().all(expression)
                && result.as_ref().is_none_or(|p| place(p) && !p.index.iter().any(counts_processes))
        }
        Statement::Terminate => true,
        Statement::DStep(step) => step.nodes.iter().all(|node| match node {
            DStepNode::Do { statement, .. } => inner(statement),
            DStepNode::Choice { .. } => true,
        }),
        Statement::Sequence(statements) => match statements.split_first() {
            Some((first, rest)) => {
                rest.iter().all(inner) && if rest.is_empty() { whole(first) } else { inner(first) }
            }
            None => true,
        },
        _ => inner(statement),
    }
}

/// A statement that others may follow in the same step.
fn inner(statement: &Statement) -> bool {
    match statement {
        Statement::Skip | Statement::Else => true,
        Statement::Guard(expr) | Statement::Assert(expr) => expression(expr),
        Statement::Assign(target, expr) => place(target) && expression(expr),
        Statement::Forget(target) => place(target),
        Statement::Send { channel, args, .. } => {
            args.len() <= MAX_FIELDS && expression(channel) && args.iter().all(expression)
        }
        Statement::Receive { channel, args, .. } => {
            args.len() <= MAX_FIELDS && expression(channel) && args.iter().all(argument)
        }
        Statement::Print { args, .. } => args.iter().all(expression),
        Statement::Sequence(statements) => statements.iter().all(inner),
        Statement::Run { .. }
        | Statement::Terminate
        | Statement::DStep(_)
        | Statement::SetPriority(..)
        | Statement::Event { .. } => false,
    }
}

/// Does the compiler know everything a proposition about states uses? It has no variables of its own.
pub(crate) fn is_proposition(expr: &Expr) -> bool {
    expression(expr)
}

fn argument(arg: &ReceiveArg) -> bool {
    match arg {
        ReceiveArg::Match(expr) => expression(expr),
        ReceiveArg::Bind(target) => place(target) && !matches!(target.var, VarRef::Remote { .. }),
    }
}

fn place(place: &Place) -> bool {
    let pid = match &place.var {
        VarRef::Remote { pid: Some(pid), .. } => expression(pid),
        _ => true,
    };
    pid && place.index.iter().all(expression)
}

fn expression(expr: &Expr) -> bool {
    match expr {
        Expr::NonProgress | Expr::Enabled(_) | Expr::Priority(_) => false,
        Expr::Const(_) | Expr::Pid | Expr::ProcessCount | Expr::Last | Expr::Timeout => true,
        Expr::Load(target) => place(target),
        Expr::Unary(_, e) | Expr::Len(e) | Expr::Test(_, e) | Expr::PcValue(e) => expression(e),
        Expr::Binary(_, a, b) => expression(a) && expression(b),
        Expr::Cond(a, b, c) => expression(a) && expression(b) && expression(c),
        Expr::Poll { channel, args, .. } => expression(channel) && args.iter().all(argument),
        Expr::AtLabel { pid, .. } => pid.as_deref().is_none_or(expression),
    }
}

/// A `run` changes the number of processes, so an index that depends on it must be evaluated afterwards.
fn counts_processes(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Pid => false,
        Expr::Load(place) => {
            matches!(place.var, VarRef::Remote { .. }) || place.index.iter().any(counts_processes)
        }
        Expr::Unary(_, e) => counts_processes(e),
        Expr::Binary(_, a, b) => counts_processes(a) || counts_processes(b),
        _ => true,
    }
}
