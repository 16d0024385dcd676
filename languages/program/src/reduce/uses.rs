//! Which variables statements read and write, and which expressions can fail.

use std::collections::{HashSet, VecDeque};

use crate::{
    BinaryOp, DStepNode, Expr, GlobalId, Initialiser, LocalId, Location, LocationId, Place, Proctype,
    ProctypeId, Program, ReceiveArg, Sight, Statement, Transition, VarRef, Variable,
};

/// A variable of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Name {
    Global(GlobalId),
    Local(ProctypeId, LocalId),
}

/// The variable that a place of process type `owner` means; `_` is none.
pub(super) fn name(owner: ProctypeId, var: &VarRef) -> Option<Name> {
    match var {
        VarRef::Global(id) => Some(Name::Global(*id)),
        VarRef::Local(id) => Some(Name::Local(owner, *id)),
        VarRef::Remote { proctype, local, .. } => Some(Name::Local(*proctype, *local)),
        VarRef::Scratch => None,
    }
}

/// The direct operands of an expression, the indices of what it loads included.
pub(crate) fn operands(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Load(place) => inner(place),
        Expr::Unary(_, e)
        | Expr::Len(e)
        | Expr::Test(_, e)
        | Expr::Enabled(e)
        | Expr::PcValue(e)
        | Expr::Priority(e) => vec![e],
        Expr::Binary(_, a, b) => vec![a, b],
        Expr::Cond(c, a, b) => vec![c, a, b],
        Expr::Poll { channel, args, .. } => {
            let matches = args.iter().filter_map(|a| match a {
                ReceiveArg::Match(e) => Some(e),
                ReceiveArg::Bind(_) => None,
            });
            [&**channel].into_iter().chain(matches).collect()
        }
        Expr::AtLabel { pid, .. } => pid.iter().map(AsRef::as_ref).collect(),
        Expr::Const(_) | Expr::Pid | Expr::ProcessCount | Expr::Last | Expr::Timeout | Expr::NonProgress => {
            Vec::new()
        }
    }
}

/// The expressions inside a place: its indices and the number of the process it belongs to.
fn inner(place: &Place) -> Vec<&Expr> {
    let pid = match &place.var {
        VarRef::Remote { pid, .. } => pid.as_deref(),
        _ => None,
    };
    place.index.iter().chain(pid).collect()
}

/// The parts of a statement that is neither a `d_step` nor a sequence.
#[derive(Debug, Default)]
pub(crate) struct Parts<'a> {
    /// What it evaluates, the indices of what it writes included.
    pub reads: Vec<&'a Expr>,
    pub writes: Vec<&'a Place>,
}

/// The parts of a statement; those of statements inside it are left out.
pub(crate) fn parts(statement: &Statement) -> Parts<'_> {
    let mut parts = Parts::default();
    match statement {
        Statement::Guard(e) | Statement::Assert(e) => parts.reads.push(e),
        Statement::Assign(place, e) => {
            parts.reads.push(e);
            parts.writes.push(place);
        }
        Statement::Forget(place) => parts.writes.push(place),
        Statement::Run { args, result, .. } => {
            parts.reads.extend(args);
            parts.writes.extend(result);
        }
        Statement::Send { channel, args, .. } => parts.reads.extend([channel].into_iter().chain(args)),
        Statement::Receive { channel, args, .. } | Statement::Event { channel, args, .. } => {
            parts.reads.push(channel);
            for arg in args {
                match arg {
                    ReceiveArg::Match(e) => parts.reads.push(e),
                    ReceiveArg::Bind(place) => parts.writes.push(place),
                }
            }
        }
        Statement::Print { args, .. } => parts.reads.extend(args),
        Statement::SetPriority(a, b) => parts.reads.extend([a, b]),
        Statement::Skip
        | Statement::Else
        | Statement::Terminate
        | Statement::DStep(_)
        | Statement::Sequence(_) => {}
    }
    let indices: Vec<&Expr> = parts.writes.iter().flat_map(|p| inner(p)).collect();
    parts.reads.extend(indices);
    parts
}

/// The statement that decides whether this one is executable.
pub(crate) fn first(statement: &Statement) -> &Statement {
    match statement {
        Statement::Sequence(all) => all.first().map_or(&Statement::Skip, first),
        other => other,
    }
}

/// The statement itself and all statements inside it. Most have none inside, and nothing is allocated for them.
pub(crate) fn all_statements(statement: &Statement) -> impl Iterator<Item = &Statement> {
    let mut inside = VecDeque::new();
    let mut next = Some(statement);
    std::iter::from_fn(move || {
        let at = next.take().or_else(|| inside.pop_front())?;
        match at {
            Statement::Sequence(inner) => inside.extend(inner),
            Statement::DStep(step) => inside.extend(step.nodes.iter().filter_map(|node| match node {
                DStepNode::Do { statement, .. } => Some(statement),
                DStepNode::Choice { .. } => None,
            })),
            _ => {}
        }
        Some(at)
    })
}

/// Every statement of the program with the process type it belongs to.
pub(crate) fn program_statements(program: &Program) -> impl Iterator<Item = (ProctypeId, &Statement)> {
    let proctypes = program.proctypes.iter().zip(0..).map(|(p, i)| (ProctypeId(i), p));
    proctypes.flat_map(|(id, p)| {
        let transitions = p.locations.iter().flat_map(|l| &l.transitions);
        transitions.flat_map(|t| all_statements(&t.statement)).map(move |s| (id, s))
    })
}

/// Every expression that the program evaluates, each with all its operands.
pub(crate) fn program_expressions(program: &Program) -> impl Iterator<Item = &Expr> {
    let clauses = program.proctypes.iter().flat_map(|p| &p.provided);
    program_statements(program).flat_map(|(_, s)| parts(s).reads).chain(clauses).flat_map(all_expressions)
}

/// The expression itself and all its operands, to any depth.
pub(crate) fn all_expressions(expr: &Expr) -> Vec<&Expr> {
    let mut all = vec![expr];
    let mut next = 0;
    while let Some(&at) = all.get(next) {
        next += 1;
        all.extend(operands(at));
    }
    all
}

/// The variables that an expression loads, to any depth.
pub(super) fn loads(owner: ProctypeId, expr: &Expr, found: &mut HashSet<Name>) {
    if let Expr::Load(place) = expr {
        found.extend(name(owner, &place.var));
    }
    operands(expr).into_iter().for_each(|e| loads(owner, e, found));
}

/// May the evaluation end in a fault? Errs on the side of yes.
pub(crate) fn can_fail(program: &Program, owner: ProctypeId, expr: &Expr) -> bool {
    let fails = match expr {
        Expr::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) => !matches!(**divisor, Expr::Const(1..)),
        Expr::Load(place) => can_miss(program, owner, place),
        Expr::Len(_)
        | Expr::Test(..)
        | Expr::Poll { .. }
        | Expr::Enabled(_)
        | Expr::PcValue(_)
        | Expr::Priority(_) => true,
        _ => false,
    };
    fails || operands(expr).into_iter().any(|e| can_fail(program, owner, e))
}

/// May an index be out of its bounds?
pub(super) fn can_miss(program: &Program, owner: ProctypeId, place: &Place) -> bool {
    let dims = match &place.var {
        VarRef::Global(id) => &program.global(*id).dims,
        VarRef::Local(id) => &program.proctype(owner).local(*id).dims,
        VarRef::Remote { proctype, local, .. } => &program.proctype(*proctype).local(*local).dims,
        VarRef::Scratch => return false,
    };
    let inside = |(index, &bound): (&Expr, &u32)| matches!(index, Expr::Const(i) if (0..i64::from(bound)).contains(&i64::from(*i)));
    place.index.len() != dims.len() || !place.index.iter().zip(dims).all(inside)
}

/// What processes can see of one another.
#[derive(Debug, Default)]
pub(super) struct Observed {
    /// Local variables that some `P[i]:x` reads.
    pub locals: HashSet<(ProctypeId, LocalId)>,
    /// Locations that some `P[i]@label` asks about. Process `i` may be of another type: then its location of the same
    /// number is asked about, as in SPIN.
    pub locations: HashSet<LocationId>,
    /// Something asks where processes stand or whether they can move, in general.
    pub control: bool,
    /// What a process does may depend on whether another stands ready to receive from it in a rendezvous, and not only
    /// in that it has to wait for it.
    pub readiness: bool,
    /// Variables that a statement writes.
    pub written: HashSet<Name>,
    /// Variables that a property of runs reads.
    pub by_property: HashSet<Name>,
    /// A property of runs looks at accept or progress labels.
    pub labels: bool,
}

impl Observed {
    /// What the expressions of the whole program observe.
    pub fn of(program: &Program) -> Observed {
        let mut observed =
            Observed { control: program.uses_last || program.uses_priority, ..Observed::default() };
        for (owner, statement) in program_statements(program) {
            let parts = parts(statement);
            parts.reads.iter().for_each(|e| observed.expression(e));
            observed.written.extend(parts.writes.iter().filter_map(|p| name(owner, &p.var)));
        }
        program.proctypes.iter().filter_map(|p| p.provided.as_ref()).for_each(|e| observed.expression(e));
        let locals = program.proctypes.iter().flat_map(|p| &p.locals);
        for variable in program.globals.iter().chain(locals) {
            initial_values(variable).iter().for_each(|e| observed.expression(e));
        }
        let rendezvous = program.channel_types.iter().any(|c| c.capacity == 0);
        observed.readiness = rendezvous && program.proctypes.iter().any(asks_for_readiness);
        observed
    }

    /// What the program and a property of its runs observe. One that counts steps observes control; so does fairness where there
    /// are rendezvous, which are moves of two processes and turns of one, or a process may wait for a `timeout`, which it can do
    /// only as long as nobody else can move.
    pub fn beside(program: &Program, sight: Sight<'_>) -> Observed {
        let mut observed = Observed::of(program);
        let rendezvous = program.channel_types.iter().any(|c| c.capacity == 0);
        let depends_on_others = rendezvous || program_expressions(program).any(|e| *e == Expr::Timeout);
        observed.control |= !sight.stutter_invariant || (sight.fair && depends_on_others);
        observed.labels = sight.labels;
        for atom in sight.atoms {
            // The atoms of no process: they name variables of processes as those of others.
            loads(ProctypeId(0), atom, &mut observed.by_property);
            // `np_` looks at labels.
            if *atom != Expr::NonProgress || !sight.labels {
                observed.expression(atom);
            }
        }
        observed
    }

    fn expression(&mut self, expr: &Expr) {
        match expr {
            Expr::Load(Place { var: VarRef::Remote { proctype, local, .. }, .. }) => {
                self.locals.insert((*proctype, *local));
            }
            Expr::AtLabel { location, .. } => {
                self.locations.insert(*location);
            }
            Expr::Enabled(_) | Expr::PcValue(_) | Expr::NonProgress | Expr::Last | Expr::Priority(_) => {
                self.control = true;
            }
            _ => {}
        }
        operands(expr).into_iter().for_each(|e| self.expression(e));
    }
}

/// The expressions that give a variable its first values.
pub(super) fn initial_values(variable: &Variable) -> &[Expr] {
    match &variable.init {
        Initialiser::Value(e) => std::slice::from_ref(e),
        Initialiser::List(es) => es,
        Initialiser::Zero | Initialiser::Unset | Initialiser::Channel(_) | Initialiser::Parameter => &[],
    }
}

/// Is there a send beside an `else` or an escape, which are for when nobody takes the message, or one in the middle of
/// an `atomic`, where control is lost if nobody does?
fn asks_for_readiness(proctype: &Proctype) -> bool {
    let mut inside = vec![false; proctype.locations.len()];
    for transition in proctype.locations.iter().flat_map(|l| &l.transitions).filter(|t| t.atomic) {
        if let Some(inside) = inside.get_mut(transition.target.index()) {
            *inside = true;
        }
    }
    let sends = |t: &Transition| matches!(first(&t.statement), Statement::Send { .. });
    // An `else` may also be what a `d_step` begins with; anywhere in one it counts, which costs a reduction at worst.
    let has_else = |t: &Transition| all_statements(&t.statement).any(|s| matches!(s, Statement::Else));
    let instead = |t: &Transition| t.escape != 0 || has_else(t);
    let asks = |(location, inside): (&Location, bool)| {
        location.transitions.iter().any(sends) && (inside || location.transitions.iter().any(instead))
    };
    proctype.locations.iter().zip(inside).any(asks)
}
