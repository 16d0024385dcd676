//! Do all runs come to the processes of the instance, where one process creates the others while these already run?
//!
//! The instance has one start, in which the creator has moved alone. Other runs come to other states in which all processes
//! exist, and the instance speaks of these too: it must have their processes, channels and constants. The argument here
//! is another than that by which the instance was made (`program::instance`), and weaker: it follows no values. A variable
//! of the creator is its *own* if every assignment to it, anywhere on the way, takes a value computed from own variables and
//! constants. Where the creator has a choice on its way, own variables decide; what it gives to a parameter
//! that nothing assigns is computed from own variables. So what it does depends on nothing but itself, and one run of it,
//! made by the interpreter, in which it never has two possibilities, shows all of them. Nobody else creates anything, and
//! nobody ends before the last process exists, so that numbers are not used twice.

use program::{
    DStepNode, Expr, Initialiser, Instance, Interpreter, LocalId, Location, Pid, Place, Proctype, ProctypeId,
    Program, Statement, Transition, VarRef,
};
use rapidhash::RapidHashSet as HashSet;

use super::constants::{Declared, assigned, assigned_by};

/// Is the instance that of every run?
pub(super) fn is_alike_in_all_runs(interpreter: &Interpreter, instance: &Instance) -> bool {
    let Some(creator) = instance.creator else { return true };
    let program = interpreter.program();
    let Some((proctype, _)) = instance.configuration.process(usize::from(creator)) else { return false };
    let types: Vec<ProctypeId> = (0..instance.configuration.processes.len())
        .filter_map(|pid| instance.configuration.process(pid).map(|(proctype, _)| proctype))
        .collect();
    let creates = |p: &&ProctypeId| statements(program.proctype(**p)).any(creates_process);
    let only_creator = types.iter().filter(creates).count() == 1 && creates(&&proctype);
    let body = program.proctype(proctype);
    let way = Way { program, body, proctype, assigned: assigned(program), leading: leading(body) };
    let own = way.own();
    only_creator
        && body.provided.is_none()
        && !body.deterministic
        && way.locations().all(|location| way.own_decide(&own, location))
        && way.statements().all(|statement| way.gives_own(&own, statement))
        && runs_alone(interpreter, instance, creator)
}

/// The creator has one possibility after the other until it is at the start, and nobody else can end by then.
fn runs_alone(interpreter: &Interpreter, instance: &Instance, creator: u8) -> bool {
    let [start] = instance.starts.as_slice() else { return false };
    let Ok(mut state) = interpreter.initial() else { return false };
    let layout = interpreter.layout();
    let mut incomplete = None;
    for _ in 0..=instance.before.len() {
        if state == *start {
            return incomplete.is_none_or(|last: Vec<u8>| nobody_ends(interpreter, &last, creator));
        }
        if layout.configuration_of(&state).entries.len() < instance.configuration.entries.len() {
            incomplete = Some(state.clone());
        }
        let expansion = interpreter.expand(&state);
        let alone = |step: &&program::Step| step.moves.iter().all(|mv| mv.pid == Pid(creator));
        let steps: Vec<&program::Step> = expansion.steps.iter().filter(alone).collect();
        let [program::Step { state: Some(next), fault: None, .. }] = steps.as_slice() else { return false };
        state = next.clone();
    }
    false
}

fn nobody_ends(interpreter: &Interpreter, state: &[u8], creator: u8) -> bool {
    let configuration = interpreter.layout().configuration_of(state);
    (0..configuration.processes.len()).filter(|&pid| pid != usize::from(creator)).all(|pid| {
        let found = configuration.process(pid);
        found.is_some_and(|(proctype, _)| {
            !statements(interpreter.program().proctype(proctype)).any(|s| *s == Statement::Terminate)
        })
    })
}

/// The statements of a body, those inside others included.
fn statements(body: &Proctype) -> impl Iterator<Item = &Statement> {
    body.locations.iter().flat_map(|l| &l.transitions).flat_map(|t| parts(&t.statement))
}

/// A statement and those inside it.
fn parts(statement: &Statement) -> Vec<&Statement> {
    let mut all = vec![statement];
    match statement {
        Statement::Sequence(inner) => all.extend(inner.iter().flat_map(parts)),
        Statement::DStep(block) => all.extend(block.nodes.iter().flat_map(|node| match node {
            DStepNode::Do { statement, .. } => parts(statement),
            DStepNode::Choice { .. } => Vec::new(),
        })),
        _ => {}
    }
    all
}

fn creates_process(statement: &Statement) -> bool {
    matches!(statement, Statement::Run { .. })
}

/// For each location, whether a process can be created from there on.
fn leading(body: &Proctype) -> Vec<bool> {
    let mut leading = vec![false; body.locations.len()];
    loop {
        let mut grown = false;
        for (location, at) in body.locations.iter().zip(0..) {
            let leads = |t: &Transition| {
                leading[t.target.index()] || parts(&t.statement).into_iter().any(creates_process)
            };
            if !leading[at] && location.transitions.iter().any(leads) {
                leading[at] = true;
                grown = true;
            }
        }
        if !grown {
            return leading;
        }
    }
}

/// What the creator does as long as it can still create processes.
struct Way<'a> {
    program: &'a Program,
    body: &'a Proctype,
    proctype: ProctypeId,
    assigned: HashSet<Declared>,
    leading: Vec<bool>,
}

impl<'a> Way<'a> {
    fn locations(&self) -> impl Iterator<Item = &'a Location> + use<'a, '_> {
        self.body.locations.iter().zip(&self.leading).filter(|(_, leads)| **leads).map(|(l, _)| l)
    }

    fn statements(&self) -> impl Iterator<Item = &'a Statement> + use<'a, '_> {
        self.locations().flat_map(|l| &l.transitions).flat_map(|t| parts(&t.statement))
    }

    /// The own variables: fewer and fewer until every assignment to one that is left is from such.
    fn own(&self) -> HashSet<LocalId> {
        let locals = self.body.locals.iter().zip(0..);
        let mut own: HashSet<LocalId> =
            locals.filter(|(var, _)| var.dims.is_empty()).map(|(_, id)| LocalId(id)).collect();
        loop {
            let count = own.len();
            for statement in self.statements() {
                match statement {
                    Statement::Assign(Place { var: VarRef::Local(id), .. }, e) => {
                        if !self.is_own(&own, e) {
                            own.remove(id);
                        }
                    }
                    // What is forgotten is not read again.
                    Statement::Sequence(_)
                    | Statement::DStep(_)
                    | Statement::Assign(..)
                    | Statement::Forget(_) => {}
                    other => {
                        let mut changed = HashSet::default();
                        assigned_by(other, self.proctype, &mut changed);
                        own.retain(|id| !changed.contains(&(Some(self.proctype), id.0)));
                    }
                }
            }
            if own.len() == count {
                return own;
            }
        }
    }

    /// Is an expression computed from own variables and constants?
    fn is_own(&self, own: &HashSet<LocalId>, expr: &Expr) -> bool {
        let of = |e: &Expr| self.is_own(own, e);
        match expr {
            Expr::Const(_) | Expr::Pid => true,
            Expr::Load(Place { var: VarRef::Local(id), index, .. }) => index.is_empty() && own.contains(id),
            Expr::Load(Place { var: VarRef::Global(id), index, .. }) => {
                !self.assigned.contains(&(None, id.0)) && index.iter().all(of)
            }
            Expr::Unary(_, e) => of(e),
            Expr::Binary(_, a, b) => of(a) && of(b),
            Expr::Cond(c, a, b) => of(c) && of(a) && of(b),
            _ => false,
        }
    }

    /// If there is a choice, does it depend on own variables alone?
    fn own_decide(&self, own: &HashSet<LocalId>, location: &Location) -> bool {
        fn first(statement: &Statement) -> &Statement {
            match statement {
                Statement::Sequence(parts) => parts.first().map_or(statement, first),
                other => other,
            }
        }
        let decides = |transition: &Transition| match first(&transition.statement) {
            Statement::Guard(e) => self.is_own(own, e),
            Statement::Skip
            | Statement::Else
            | Statement::Assign(..)
            | Statement::Forget(_)
            | Statement::Run { .. }
            | Statement::Assert(_)
            | Statement::Print { .. } => true,
            _ => false,
        };
        location.transitions.iter().all(|t| t.escape == 0)
            && (location.transitions.len() == 1 || location.transitions.iter().all(decides))
    }

    /// Is what a new process holds for ever computed from own variables?
    fn gives_own(&self, own: &HashSet<LocalId>, statement: &Statement) -> bool {
        let Statement::Run { proctype, args, .. } = statement else { return true };
        let body = self.program.proctype(*proctype);
        let is_constant = |id: u32| !self.assigned.contains(&(Some(*proctype), id));
        let constants: HashSet<LocalId> = (body.locals.iter().zip(0..))
            .filter(|(var, id)| is_constant(*id) && var.dims.is_empty())
            .map(|(_, id)| LocalId(id))
            .collect();
        (body.locals.iter().zip(0..)).filter(|(_, id)| is_constant(*id)).all(|(var, id)| match &var.init {
            Initialiser::Parameter => args.get(id as usize).is_none_or(|arg| self.is_own(own, arg)),
            Initialiser::Value(e) => self.is_own(&constants, e),
            Initialiser::List(all) => all.iter().all(|e| self.is_own(&constants, e)),
            Initialiser::Zero | Initialiser::Unset | Initialiser::Channel(_) => true,
        })
    }
}
