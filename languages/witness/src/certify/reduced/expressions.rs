//! What statements evaluate and write, and which evaluations cannot fail.

use program::{
    BinaryOp, DStepNode, Expr, Initialiser, Place, Proctype, ProctypeId, Program, ReceiveArg, Statement,
    VarRef, Variable,
};

/// A statement with all statements inside it.
pub(super) fn flattened(statement: &Statement) -> Vec<&Statement> {
    let inside: Vec<&Statement> = match statement {
        Statement::Sequence(all) => all.iter().collect(),
        Statement::DStep(step) => {
            let does = |node: &DStepNode| matches!(node, DStepNode::Do { .. });
            let nodes = step.nodes.iter().filter(|node| does(node));
            nodes
                .filter_map(
                    |node| if let DStepNode::Do { statement, .. } = node { Some(statement) } else { None },
                )
                .collect()
        }
        _ => return vec![statement],
    };
    inside.into_iter().flat_map(flattened).collect()
}

/// The process types that take part: claims only if one is checked.
pub(super) fn acting(program: &Program) -> impl Iterator<Item = (ProctypeId, &Proctype)> {
    let all = program.proctypes.iter().zip(0..).map(|(proctype, i)| (ProctypeId(i), proctype));
    all.filter(|(id, _)| !program.claims.contains(id) || program.checked_claim == Some(*id))
}

/// Every simple statement of a process type.
pub(super) fn statements(proctype: &Proctype) -> impl Iterator<Item = &Statement> {
    proctype.locations.iter().flat_map(|l| &l.transitions).flat_map(|t| flattened(&t.statement))
}

/// The expressions that a simple statement evaluates, but those inside the places it writes.
pub(super) fn evaluated(statement: &Statement) -> Vec<&Expr> {
    let matched = |args: &'_ [ReceiveArg]| -> Vec<usize> {
        (0..args.len()).filter(|&i| matches!(args[i], ReceiveArg::Match(_))).collect()
    };
    match statement {
        Statement::Guard(e) | Statement::Assert(e) | Statement::Assign(_, e) => vec![e],
        Statement::Run { args, .. } | Statement::Print { args, .. } => args.iter().collect(),
        Statement::Send { channel, args, .. } => std::iter::once(channel).chain(args).collect(),
        Statement::Receive { channel, args, .. } | Statement::Event { channel, args, .. } => {
            let values = matched(args).into_iter().filter_map(|i| match &args[i] {
                ReceiveArg::Match(e) => Some(e),
                ReceiveArg::Bind(_) => None,
            });
            std::iter::once(channel).chain(values).collect()
        }
        Statement::SetPriority(a, b) => vec![a, b],
        Statement::Skip
        | Statement::Else
        | Statement::Forget(_)
        | Statement::Terminate
        | Statement::DStep(_)
        | Statement::Sequence(_) => Vec::new(),
    }
}

/// The places that a simple statement writes.
pub(super) fn written(statement: &Statement) -> Vec<&Place> {
    match statement {
        Statement::Assign(place, _) | Statement::Forget(place) => vec![place],
        Statement::Run { result, .. } => result.iter().collect(),
        Statement::Receive { args, .. } => (args.iter())
            .filter_map(|arg| match arg {
                ReceiveArg::Bind(place) => Some(place),
                ReceiveArg::Match(_) => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The expressions that give a variable its first values.
pub(super) fn first_values(variable: &Variable) -> Vec<&Expr> {
    match &variable.init {
        Initialiser::Value(e) => vec![e],
        Initialiser::List(all) => all.iter().collect(),
        Initialiser::Zero | Initialiser::Unset | Initialiser::Channel(_) | Initialiser::Parameter => {
            Vec::new()
        }
    }
}

/// The expressions that say which cell a place is.
pub(super) fn selectors(place: &Place) -> Vec<&Expr> {
    let pid = match &place.var {
        VarRef::Remote { pid, .. } => pid.as_deref(),
        VarRef::Global(_) | VarRef::Local(_) | VarRef::Scratch => None,
    };
    place.index.iter().chain(pid).collect()
}

/// Everything a simple statement evaluates.
pub(super) fn all_evaluated(statement: &Statement) -> Vec<&Expr> {
    let places = written(statement).into_iter().flat_map(selectors);
    evaluated(statement).into_iter().chain(places).collect()
}

/// The direct operands of an expression.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Load(place) => selectors(place),
        Expr::Unary(_, a)
        | Expr::Len(a)
        | Expr::Test(_, a)
        | Expr::Enabled(a)
        | Expr::PcValue(a)
        | Expr::Priority(a) => vec![a],
        Expr::Binary(_, a, b) => vec![a, b],
        Expr::Cond(a, b, c) => vec![a, b, c],
        Expr::Poll { channel, args, .. } => {
            let mut all: Vec<&Expr> = vec![channel];
            for arg in args {
                match arg {
                    ReceiveArg::Match(e) => all.push(e),
                    ReceiveArg::Bind(place) => all.extend(selectors(place)),
                }
            }
            all
        }
        Expr::AtLabel { pid, .. } => pid.iter().map(|pid| &**pid).collect(),
        Expr::Const(_) | Expr::Pid | Expr::ProcessCount | Expr::Last | Expr::Timeout | Expr::NonProgress => {
            Vec::new()
        }
    }
}

/// An expression and everything inside it.
pub(super) fn everything(expr: &Expr) -> Vec<&Expr> {
    let mut all = vec![expr];
    let mut next = 0;
    while next < all.len() {
        all.extend(operands(all[next]));
        next += 1;
    }
    all
}

/// The places that an expression loads, at any depth.
pub(super) fn loaded(expr: &Expr) -> Vec<&Place> {
    let load = |e: &'_ Expr| matches!(e, Expr::Load(_));
    let loads = everything(expr).into_iter().filter(|e| load(e));
    loads.filter_map(|e| if let Expr::Load(place) = e { Some(place) } else { None }).collect()
}

/// Can the evaluation not fail, whatever the state?
pub(super) fn is_total(program: &Program, owner: ProctypeId, expr: &Expr) -> bool {
    everything(expr).into_iter().all(|e| match e {
        Expr::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) => matches!(**divisor, Expr::Const(1..)),
        Expr::Load(place) => is_inside(program, owner, place),
        Expr::Len(_)
        | Expr::Test(..)
        | Expr::Poll { .. }
        | Expr::Enabled(_)
        | Expr::PcValue(_)
        | Expr::Priority(_) => false,
        _ => true,
    })
}

/// Is every index a number within its bound?
pub(super) fn is_inside(program: &Program, owner: ProctypeId, place: &Place) -> bool {
    let bounds = match &place.var {
        VarRef::Global(id) => &program.global(*id).dims,
        VarRef::Local(id) => &program.proctype(owner).local(*id).dims,
        VarRef::Remote { proctype, local, .. } => &program.proctype(*proctype).local(*local).dims,
        VarRef::Scratch => return true,
    };
    let within = |(index, bound): (&Expr, &u32)| match index {
        Expr::Const(i) => u32::try_from(*i).is_ok_and(|i| i < *bound),
        _ => false,
    };
    place.index.len() == bounds.len() && place.index.iter().zip(bounds).all(within)
}
