//! What an expression is worth in every state, and which faults it may end with, judged on the program as it is written.
//!
//! The instance was simplified by such judgements (`program::instance`). These are made anew here, from the declarations,
//! the states of the start and the list of what is ever assigned, so that a wrong one is noticed; see [`super::faithful`].

use program::{
    BinaryOp, CellName, Code, DStepNode, Expr, FaultKind, GlobalId, Instance, Interpreter, LocationId, Owner,
    Place, PlacedCell, ProctypeId, Program, ReceiveArg, Statement, VarKey, VarRef,
};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

/// A variable as declared: the type of its process if it is local, and its index.
pub(super) type Declared = (Option<ProctypeId>, u32);

/// Kinds of faults, a bit for each.
pub(super) type Faults = u32;

pub(super) struct Constants<'a> {
    interpreter: &'a Interpreter,
    pub program: &'a Program,
    instance: &'a Instance,
    assigned: HashSet<Declared>,
    /// Channels of the start whose entries stand before this one are never removed.
    permanent: u32,
}

impl<'a> Constants<'a> {
    pub fn new(interpreter: &'a Interpreter, instance: &'a Instance) -> Constants<'a> {
        let program = interpreter.program();
        let permanent = permanent(program, instance);
        Constants { interpreter, program, instance, assigned: assigned(program), permanent }
    }

    /// The value that an expression has in every state in which the code may evaluate it; `None` if it may have several or
    /// may not be evaluated at all.
    pub fn value(&self, code: &Code, expr: &Expr) -> Option<i32> {
        let literal = |value| Box::new(Expr::Const(value));
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Pid => match code.owner {
                Owner::Process(pid) => Some(i32::from(pid)),
                // A claim looks at the state as process 0 does.
                Owner::Observer(_) => Some(0),
                _ => None,
            },
            Expr::Load(place) => self.load(code, place),
            Expr::Unary(op, e) => {
                let operand = literal(self.value(code, e)?);
                self.interpreter.constant_value(&Expr::Unary(*op, operand))
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => self.decided(code, *op, expr),
            Expr::Binary(op, a, b) => {
                let (a, b) = (literal(self.value(code, a)?), literal(self.value(code, b)?));
                self.interpreter.constant_value(&Expr::Binary(*op, a, b))
            }
            Expr::Cond(condition, yes, no) => {
                self.value(code, if self.value(code, condition)? != 0 { yes } else { no })
            }
            _ => None,
        }
    }

    /// The value of a variable that nothing assigns; every start must agree on it.
    fn load(&self, code: &Code, place: &Place) -> Option<i32> {
        let (declared, owner) = match place.var {
            VarRef::Global(GlobalId(index)) => ((None, index), Owner::Global),
            VarRef::Local(local) => ((Some(code.proctype), local.0), code.owner),
            _ => return None,
        };
        if self.assigned.contains(&declared) {
            return None;
        }
        let index: Vec<i32> = place.index.iter().map(|e| self.value(code, e)).collect::<Option<_>>()?;
        let key = VarKey { owner, proctype: declared.0, index: declared.1 };
        let mut values = self.instance.starts.iter().map(|s| self.interpreter.variable(s, key, &index));
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// The value of a chain of `&&` (of `||`): an operand decides it if none before may fault.
    fn decided(&self, code: &Code, op: BinaryOp, expr: &Expr) -> Option<i32> {
        let (mut sure, mut open) = (true, false);
        for operand in chain(op, expr) {
            match self.value(code, operand) {
                Some(value) if decides(op, value) => return sure.then_some(i32::from(op == BinaryOp::Or)),
                Some(_) => {}
                None => {
                    open = true;
                    sure &= self.faults(code, operand) == 0;
                }
            }
        }
        (!open).then_some(i32::from(op == BinaryOp::And))
    }

    /// The faults that evaluating an expression may end with.
    pub fn faults(&self, code: &Code, expr: &Expr) -> Faults {
        let of = |e: &Expr| self.faults(code, e);
        match expr {
            Expr::Const(_)
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::Last
            | Expr::Timeout
            | Expr::NonProgress => 0,
            Expr::Load(place) => self.place_faults(code, place),
            Expr::Unary(_, e) | Expr::PcValue(e) | Expr::Priority(e) => of(e),
            Expr::Enabled(e) => of(e) | bit(FaultKind::EnabledSelf),
            Expr::AtLabel { pid, .. } => pid.as_deref().map_or(0, of),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                let mut all = 0;
                for operand in chain(*op, expr) {
                    match self.value(code, operand) {
                        // What comes behind is never evaluated.
                        Some(value) if decides(*op, value) => break,
                        Some(_) => {}
                        None => all |= of(operand),
                    }
                }
                all
            }
            Expr::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) => match self.value(code, b) {
                None | Some(0 | -1) => of(a) | of(b) | bit(FaultKind::DivisionByZero),
                Some(_) => of(a),
            },
            Expr::Binary(_, a, b) => of(a) | of(b),
            Expr::Cond(condition, yes, no) => match self.value(code, condition) {
                Some(0) => of(no),
                Some(_) => of(yes),
                None => of(condition) | of(yes) | of(no),
            },
            Expr::Len(channel) | Expr::Test(_, channel) => self.channel_faults(code, channel, false),
            Expr::Poll { channel, args, .. } => {
                let patterns = args.iter().map(|arg| match arg {
                    ReceiveArg::Match(e) => of(e),
                    ReceiveArg::Bind(_) => 0,
                });
                patterns.fold(self.channel_faults(code, channel, true), |all, one| all | one)
            }
        }
    }

    /// The faults of finding a place.
    pub fn place_faults(&self, code: &Code, place: &Place) -> Faults {
        let (dims, before) = match &place.var {
            VarRef::Global(id) => (&self.program.global(*id).dims, 0),
            VarRef::Local(id) => (&self.program.proctype(code.proctype).local(*id).dims, 0),
            VarRef::Remote { proctype, pid, local } => {
                let before = pid.as_deref().map_or(0, |pid| self.faults(code, pid));
                (&self.program.proctype(*proctype).local(*local).dims, before)
            }
            VarRef::Scratch => return 0,
        };
        let one = |(index, &bound): (&Expr, &u32)| match self.value(code, index) {
            Some(value) if u32::try_from(value).is_ok_and(|value| value < bound) => 0,
            Some(_) => bit(FaultKind::ArrayIndex),
            None => bit(FaultKind::ArrayIndex) | self.faults(code, index),
        };
        place.index.iter().zip(dims).map(one).fold(before, |all, one| all | one)
    }

    /// Is a place not in the state?
    pub fn is_hidden(&self, code: &Code, place: &Place) -> bool {
        match place.var {
            VarRef::Global(id) => self.program.global(id).hidden,
            VarRef::Local(id) => self.program.proctype(code.proctype).local(id).hidden,
            VarRef::Remote { .. } | VarRef::Scratch => false,
        }
    }

    fn channel_faults(&self, code: &Code, channel: &Expr, is_poll: bool) -> Faults {
        let any = bit(FaultKind::UninitialisedChannel) | bit(FaultKind::DeadChannel);
        let poll = if is_poll { bit(FaultKind::PollRendezvous) } else { 0 };
        let Some(value) = self.value(code, channel) else { return self.faults(code, channel) | any | poll };
        let configuration = &self.instance.configuration;
        let Some((shape, _)) = configuration.channel(value) else { return any | poll };
        let lasts = configuration.channels[value as usize - 1] < self.permanent;
        let queues = self.program.channel_type(shape).capacity > 0;
        (if lasts { 0 } else { any }) | (if queues { 0 } else { poll })
    }
}

/// For each start, what the cells of variables hold that nothing assigns and that the code still mentions. The others stay where
/// they are under every renaming.
pub(super) fn held(interpreter: &Interpreter, instance: &Instance) -> Vec<HashMap<(VarKey, u32), i32>> {
    let assigned = assigned(interpreter.program());
    let mentioned = instance.mentioned();
    let is_constant = |cell: &PlacedCell| match cell.name {
        CellName::Variable(var, _) => {
            mentioned.contains(&var.declared()) && !assigned.contains(&(var.proctype, var.index))
        }
        _ => false,
    };
    let cells = interpreter.layout().cells(&instance.configuration);
    let cells: Vec<PlacedCell> = cells.into_iter().filter(is_constant).collect();
    let one = |start: &Vec<u8>| {
        (cells.iter())
            .filter_map(|cell| match cell.name {
                CellName::Variable(var, index) => Some(((var, index), cell.slot.load(&start[cell.at..]))),
                _ => None,
            })
            .collect()
    };
    instance.starts.iter().map(one).collect()
}

/// The variables that some statement assigns.
pub(super) fn assigned(program: &Program) -> HashSet<Declared> {
    let mut assigned = HashSet::default();
    for (body, p) in program.proctypes.iter().zip(0..) {
        for transition in body.locations.iter().flat_map(|location| &location.transitions) {
            assigned_by(&transition.statement, ProctypeId(p), &mut assigned);
        }
    }
    assigned
}

/// The operands of a chain of `&&` (of `||`) that leans to the left, in order.
pub(super) fn chain(op: BinaryOp, expr: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    let mut at = expr;
    while let Expr::Binary(same, left, right) = at {
        if *same != op {
            break;
        }
        out.push(&**right);
        at = left;
    }
    out.push(at);
    out.reverse();
    out
}

/// Does an operand of this value decide an `&&` (an `||`)?
pub(super) fn decides(op: BinaryOp, value: i32) -> bool {
    (value != 0) == (op == BinaryOp::Or)
}

fn bit(kind: FaultKind) -> Faults {
    1 << kind as u32
}

pub(super) fn assigned_by(statement: &Statement, proctype: ProctypeId, out: &mut HashSet<Declared>) {
    let mut note = |place: &Place| match place.var {
        VarRef::Global(id) => {
            out.insert((None, id.0));
        }
        VarRef::Local(id) => {
            out.insert((Some(proctype), id.0));
        }
        VarRef::Remote { proctype, local, .. } => {
            out.insert((Some(proctype), local.0));
        }
        VarRef::Scratch => {}
    };
    match statement {
        Statement::Assign(place, _) | Statement::Forget(place) => note(place),
        Statement::Run { result, .. } => result.iter().for_each(note),
        Statement::Receive { args, .. } | Statement::Event { args, .. } => {
            for arg in args {
                if let ReceiveArg::Bind(place) = arg {
                    note(place);
                }
            }
        }
        Statement::DStep(block) => {
            for node in &block.nodes {
                if let DStepNode::Do { statement, .. } = node {
                    assigned_by(statement, proctype, out);
                }
            }
        }
        Statement::Sequence(parts) => parts.iter().for_each(|part| assigned_by(part, proctype, out)),
        Statement::Skip
        | Statement::Guard(_)
        | Statement::Else
        | Statement::Send { .. }
        | Statement::Assert(_)
        | Statement::Print { .. }
        | Statement::SetPriority(..)
        | Statement::Terminate => {}
    }
}

/// The entry of the oldest process that may be removed: of those that can end, above the youngest that cannot.
fn permanent(program: &Program, instance: &Instance) -> u32 {
    fn ends(statement: &Statement) -> bool {
        match statement {
            Statement::Terminate => true,
            Statement::Sequence(parts) => parts.iter().any(ends),
            _ => false,
        }
    }
    let can_end = |code: &&Code| {
        let body = program.proctype(code.proctype);
        let (mut seen, mut todo): (HashSet<LocationId>, _) = (HashSet::default(), vec![code.initial]);
        while let Some(location) = todo.pop() {
            for transition in &body.location(location).transitions {
                if ends(&transition.statement) {
                    return true;
                }
                if transition.target.0 != 0 && seen.insert(transition.target) {
                    todo.push(transition.target);
                }
            }
        }
        false
    };
    let mortal = instance.processes.iter().rev().take_while(can_end).count();
    let oldest = instance.processes.len() - mortal;
    instance.configuration.processes.get(oldest).copied().unwrap_or(u32::MAX)
}
