//! Folding: what is constant for a process becomes a number.
//!
//! `_pid` is; so are variables that nothing ever assigns (parameters, channel names, tables), elements of such arrays
//! at constant indices, and every operator on constants. And/or lose operands that decide nothing, and what stands
//! behind one that decides everything, which is never evaluated; what comes before it stays if it may fault.

use std::rc::Rc;
use std::sync::Arc;

use super::reachable;
use super::together::together;
use super::tree::{Head, Owner, Tree, VarKey};
use crate::interpreter::{binary, unary};
use crate::{
    BinaryOp, CellSlot, ChannelTypeId, Configuration, DStepNode, Expr, GlobalId, Interpreter, LocalId, Pid,
    Place, ProctypeId, Program, ReceiveArg, Statement, VarRef,
};
use rapidhash::RapidHashSet as HashSet;

/// Builds folded trees.
pub(super) struct Folder<'a> {
    interpreter: &'a Interpreter,
    state: &'a [u8],
    constant: Rc<HashSet<VarKey>>,
    configuration: Arc<Configuration>,
    /// The first entry of the configuration that may be removed: channels before it exist as long as the program runs.
    first_mortal: u32,
}

/// The variables (as declared) that no statement assigns.
pub fn constant_variables(program: &Program) -> HashSet<VarKey> {
    let mut all: HashSet<VarKey> =
        (0..program.globals.len() as u32).map(|i| VarKey::global(GlobalId(i))).collect();
    for (proctype, p) in program.proctypes.iter().zip(0..) {
        let owner = Owner::Later(ProctypeId(p));
        all.extend(
            (0..proctype.locals.len() as u32).map(|i| VarKey::local(owner, ProctypeId(p), LocalId(i))),
        );
    }
    for (proctype, p) in program.proctypes.iter().zip(0..) {
        for transition in proctype.locations.iter().flat_map(|l| &l.transitions) {
            for target in targets(&transition.statement) {
                match target.var {
                    VarRef::Global(id) => all.remove(&VarKey::global(id)),
                    VarRef::Local(id) => {
                        all.remove(&VarKey::local(Owner::Later(ProctypeId(p)), ProctypeId(p), id))
                    }
                    _ => false,
                };
            }
        }
    }
    all
}

pub(crate) fn targets(statement: &Statement) -> Vec<&Place> {
    match statement {
        Statement::Assign(place, _) | Statement::Forget(place) => vec![place],
        Statement::Run { result, .. } => result.iter().collect(),
        Statement::Receive { args, .. } => bound(args),
        Statement::DStep(block) => (block.nodes.iter())
            .flat_map(|node| match node {
                DStepNode::Do { statement, .. } => targets(statement),
                DStepNode::Choice { .. } => Vec::new(),
            })
            .collect(),
        Statement::Sequence(parts) => parts.iter().flat_map(targets).collect(),
        _ => Vec::new(),
    }
}

fn bound(args: &[ReceiveArg]) -> Vec<&Place> {
    args.iter().filter_map(|a| if let ReceiveArg::Bind(p) = a { Some(p) } else { None }).collect()
}

impl<'a> Folder<'a> {
    pub fn new(interpreter: &'a Interpreter, state: &'a [u8]) -> Folder<'a> {
        let configuration = interpreter.layout().configuration_of(state);
        let first_mortal = first_mortal(interpreter, state, &configuration);
        let constant = Rc::new(constant_variables(interpreter.program()));
        Folder { interpreter, state, constant, configuration, first_mortal }
    }

    /// The same for another state of the program.
    pub fn at(&self, state: &'a [u8]) -> Folder<'a> {
        let configuration = self.interpreter.layout().configuration_of(state);
        let first_mortal = first_mortal(self.interpreter, state, &configuration);
        Folder {
            interpreter: self.interpreter,
            state,
            constant: self.constant.clone(),
            configuration,
            first_mortal,
        }
    }

    /// Everything that folding reads from the state besides the configuration: where the processes are, and what the
    /// variables hold that nothing assigns.
    pub fn values_read(&self) -> Vec<u8> {
        let layout = self.interpreter.layout();
        let program = self.interpreter.program();
        let mut read = Vec::new();
        let mut note = |at: usize, cells: usize, slot: CellSlot| {
            read.extend_from_slice(&self.state[at..at + cells * slot.size()]);
        };
        for ((var, slot), id) in program.globals.iter().zip(&layout.globals).zip(0..) {
            if let Some(slot) = slot.filter(|_| self.constant.contains(&VarKey::global(GlobalId(id)))) {
                note(slot.in_globals(&self.configuration, 0), var.cells(), slot);
            }
        }
        for pid in 0..self.configuration.processes.len() {
            let Some((proctype, entry)) = self.configuration.process(pid) else { continue };
            let frame = &layout.processes[proctype.index()];
            note(frame.location.in_entry(entry, 0), 1, frame.location);
            for ((var, slot), id) in program.proctype(proctype).locals.iter().zip(&frame.locals).zip(0..) {
                let key = VarKey::local(Owner::Later(proctype), proctype, LocalId(id));
                if let Some(slot) = slot.filter(|_| self.constant.contains(&key)) {
                    note(slot.in_entry(entry, 0), var.cells(), slot);
                }
            }
        }
        read
    }

    /// The type of an owner's process.
    pub fn proctype_of(&self, owner: Owner) -> ProctypeId {
        match owner {
            Owner::Global => ProctypeId(0),
            Owner::Later(p) | Owner::Observer(p) => p,
            Owner::Process(pid) => {
                let found = self.interpreter.location(self.state, Pid(pid));
                found.map_or(ProctypeId(0), |(p, _)| p)
            }
        }
    }

    pub fn expression(&self, owner: Owner, proctype: ProctypeId, expr: &Expr) -> Tree {
        let fold = |e: &Expr| self.expression(owner, proctype, e);
        let tree = match expr {
            Expr::Const(value) => Tree::leaf(Head::Const(*value)),
            Expr::Load(place) => self.place(owner, proctype, place, true),
            Expr::Unary(op, e) => Tree::node(Head::Unary(*op), vec![fold(e)]),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                let kids = operands(*op, expr).into_iter().map(fold).collect();
                return short_circuit(Tree::operator(*op, kids), *op == BinaryOp::And);
            }
            Expr::Binary(op, a, b) => Tree::operator(*op, vec![fold(a), fold(b)]),
            Expr::Cond(c, a, b) => match fold(c).number() {
                Some(0) => return fold(b),
                Some(_) => return fold(a),
                None => Tree::node(Head::Cond, vec![fold(c), fold(a), fold(b)]),
            },
            Expr::Len(q) => self.channel_operator(Head::Len, vec![fold(q)]),
            Expr::Test(test, q) => self.channel_operator(Head::Test(*test), vec![fold(q)]),
            Expr::Poll { channel, args, random } => {
                let kids = [fold(channel)].into_iter().chain(self.patterns(owner, proctype, args));
                self.channel_operator(Head::Poll { random: *random }, kids.collect())
            }
            Expr::Pid => match owner {
                Owner::Process(pid) => Tree::node(Head::PidOf, vec![Tree::leaf(Head::Const(i32::from(pid)))]),
                // A claim looks at the state as process 0 does.
                Owner::Observer(_) => Tree::node(Head::PidOf, vec![Tree::leaf(Head::Const(0))]),
                _ => Tree::leaf(Head::OwnPid),
            },
            Expr::ProcessCount => Tree::leaf(Head::ProcessCount),
            Expr::Last => Tree::leaf(Head::Last),
            Expr::Timeout => Tree::leaf(Head::Timeout),
            Expr::NonProgress => Tree::leaf(Head::NonProgress),
            Expr::Enabled(e) => Tree::node(Head::Enabled, vec![fold(e)]),
            Expr::PcValue(e) => Tree::node(Head::PcValue, vec![fold(e)]),
            Expr::Priority(e) => Tree::node(Head::Priority, vec![fold(e)]),
            Expr::AtLabel { proctype: p, pid, location } => {
                Tree::node(Head::AtLabel(*p, *location), pid.iter().map(|e| fold(e)).collect())
            }
        };
        Self::compute(expr, tree)
    }

    /// Replaces an operator whose operands are all constant by its value. The value has no identity of its own: it
    /// is whatever its context takes it for.
    fn compute(expr: &Expr, tree: Tree) -> Tree {
        if !matches!(expr, Expr::Unary(..) | Expr::Binary(..)) {
            return tree;
        }
        let Some(values) = tree.kids.iter().map(Tree::number).collect::<Option<Vec<i32>>>() else {
            return tree;
        };
        let value = match (expr, values.as_slice()) {
            (Expr::Unary(op, _), [a]) => Some(unary(*op, *a)),
            (Expr::Binary(op, ..), [a, b]) => binary(*op, *a, *b).ok(),
            _ => return tree,
        };
        match value {
            Some(value) => Tree::leaf(Head::Const(value)),
            None => tree,
        }
    }

    fn place(&self, owner: Owner, proctype: ProctypeId, place: &Place, read: bool) -> Tree {
        let index: Vec<Tree> = place.index.iter().map(|e| self.expression(owner, proctype, e)).collect();
        let key = match &place.var {
            VarRef::Scratch => return Tree::leaf(Head::Scratch),
            VarRef::Remote { proctype: p, pid, local } => {
                let declared = &self.interpreter.program().proctype(*p).local(*local).dims;
                let within = are_within(&index, declared);
                let kids = pid.iter().map(|e| self.expression(owner, proctype, e)).chain(index).collect();
                let tree = Tree::node(Head::Remote(*p, *local, pid.is_some()), kids);
                return if within { tree.without_own_faults() } else { tree };
            }
            VarRef::Global(id) => VarKey::global(*id),
            VarRef::Local(id) => VarKey::local(owner, proctype, *id),
        };
        if read
            && self.constant.contains(&key.declared())
            && let Some(value) = self.constant_element(key, &index)
        {
            return Tree { from: Some(key), ..Tree::leaf(Head::Const(value)) };
        }
        if index.is_empty() {
            return Tree::leaf(Head::Var(key));
        }
        let within = are_within(&index, self.dims(key));
        let tree = Tree::node(Head::Element(key), index);
        if within { tree.without_own_faults() } else { tree }
    }

    fn dims(&self, key: VarKey) -> &[u32] {
        let program = self.interpreter.program();
        match key.proctype {
            Some(p) => &program.proctype(p).locals[key.index as usize].dims,
            None => &program.globals[key.index as usize].dims,
        }
    }

    /// `len`, `full` and their like, polls. They cannot go wrong on a channel that exists for ever; a poll needs a
    /// queue.
    fn channel_operator(&self, head: Head, kids: Vec<Tree>) -> Tree {
        let needs_queue = matches!(head, Head::Poll { .. });
        let tree = Tree::node(head, kids);
        let shape = tree.kids[0].number().and_then(|value| self.permanent_channel(value));
        match shape.map(|shape| self.interpreter.program().channel_type(shape).capacity) {
            Some(capacity) if capacity > 0 || !needs_queue => tree.without_own_faults(),
            _ => tree,
        }
    }

    /// The shape of a channel that is never removed.
    fn permanent_channel(&self, value: i32) -> Option<ChannelTypeId> {
        let (shape, _) = self.configuration.channel(value)?;
        let entry = *self.configuration.channels.get(usize::try_from(value - 1).ok()?)?;
        (entry < self.first_mortal).then_some(shape)
    }

    fn constant_element(&self, key: VarKey, index: &[Tree]) -> Option<i32> {
        let index: Vec<i32> = index.iter().map(Tree::number).collect::<Option<_>>()?;
        self.interpreter.variable(self.state, key, &index)
    }

    fn patterns(&self, owner: Owner, proctype: ProctypeId, args: &[ReceiveArg]) -> Vec<Tree> {
        args.iter()
            .map(|arg| match arg {
                ReceiveArg::Match(e) => Tree::node(Head::Match, vec![self.expression(owner, proctype, e)]),
                ReceiveArg::Bind(p) => Tree::node(Head::Bind, vec![self.place(owner, proctype, p, false)]),
            })
            .collect()
    }

    pub fn statement(&self, owner: Owner, proctype: ProctypeId, statement: &Statement) -> Tree {
        let expr = |e: &Expr| self.expression(owner, proctype, e);
        let place = |p: &Place| self.place(owner, proctype, p, false);
        match statement {
            Statement::Skip => Tree::leaf(Head::Skip),
            Statement::Guard(e) => Tree::node(Head::Guard, vec![expr(e)]),
            Statement::Else => Tree::leaf(Head::Else),
            Statement::Assign(p, e) => self.assignment(place(p), expr(e)),
            Statement::Forget(p) => Tree::node(Head::Forget, vec![place(p)]),
            Statement::Run { proctype, args, priority, result } => {
                // Parameters that are not given are 0.
                let missing = self.interpreter.program().proctype(*proctype).params as usize;
                let zero = (args.len()..missing).map(|_| Tree::leaf(Head::Const(0)));
                let kids = args.iter().map(expr).chain(zero).chain(result.iter().map(place)).collect();
                Tree::node(Head::Run(*proctype, *priority, result.is_some()), kids)
            }
            Statement::Send { channel, args, sorted } => {
                let kids = [expr(channel)].into_iter().chain(args.iter().map(expr)).collect();
                Tree::node(Head::Send { sorted: *sorted }, kids)
            }
            Statement::Receive { channel, args, random, keep } => {
                let kids = [expr(channel)].into_iter().chain(self.patterns(owner, proctype, args)).collect();
                Tree::node(Head::Receive { random: *random, keep: *keep }, kids)
            }
            Statement::Assert(e) => Tree::node(Head::Assert, vec![expr(e)]),
            Statement::Print { args, .. } => {
                // What cannot go wrong when it is printed has no effect.
                let kids = args.iter().map(expr).filter(Tree::may_fault).collect();
                Tree::node(Head::Print, kids)
            }
            Statement::SetPriority(p, v) => Tree::node(Head::SetPriority, vec![expr(p), expr(v)]),
            Statement::Terminate => Tree::leaf(Head::Terminate),
            Statement::DStep(block) => match chain(&block.nodes) {
                Some(statements) => {
                    let kids = statements.into_iter().map(|s| self.statement(owner, proctype, s)).collect();
                    Tree::node(Head::DStep, vec![Tree::node(Head::Sequence, together(kids))])
                }
                None => {
                    let kids = block.nodes.iter().map(|n| self.d_step_node(owner, proctype, n)).collect();
                    Tree::node(Head::DStep, kids)
                }
            },
            Statement::Event { send, channel, args } => {
                let kids = [expr(channel)].into_iter().chain(self.patterns(owner, proctype, args)).collect();
                Tree::node(Head::Event { send: *send }, kids)
            }
            Statement::Sequence(parts) => {
                let kids = parts.iter().map(|s| self.statement(owner, proctype, s)).collect();
                Tree::node(Head::Sequence, together(kids))
            }
        }
    }

    /// What is read from no cell and kept in none has no effect.
    fn assignment(&self, to: Tree, value: Tree) -> Tree {
        let is_lost = self.is_hidden(&to) && self.reads_hidden(&value);
        match is_lost && !to.may_fault() && !value.may_fault() {
            true => Tree::leaf(Head::Skip),
            false => Tree::node(Head::Assign, vec![to, value]),
        }
    }

    /// Is it a variable that is not in the state?
    fn is_hidden(&self, tree: &Tree) -> bool {
        let (Head::Var(key) | Head::Element(key)) = tree.head else { return false };
        let program = self.interpreter.program();
        match key.proctype {
            Some(p) => program.proctype(p).locals[key.index as usize].hidden,
            None => program.globals[key.index as usize].hidden,
        }
    }

    fn reads_hidden(&self, tree: &Tree) -> bool {
        self.is_hidden(tree) || tree.kids.iter().any(|kid| self.reads_hidden(kid))
    }

    fn d_step_node(&self, owner: Owner, proctype: ProctypeId, node: &DStepNode) -> Tree {
        match node {
            DStepNode::Do { statement, next } => {
                Tree::node(Head::Do(*next), vec![self.statement(owner, proctype, statement)])
            }
            DStepNode::Choice { options } => Tree::leaf(Head::Choice(options.clone())),
        }
    }
}

/// The statements of a `d_step` without choices, in order.
fn chain(nodes: &[DStepNode]) -> Option<Vec<&Statement>> {
    let mut statements = Vec::new();
    let mut at = Some(0);
    while let Some(node) = at {
        let DStepNode::Do { statement, next } = nodes.get(node as usize)? else { return None };
        statements.push(statement);
        at = *next;
        if statements.len() > nodes.len() {
            return None;
        }
    }
    (statements.len() == nodes.len()).then_some(statements)
}

/// The operands of a chain of one operator, from left to right. Long chains lean to the left.
fn operands(op: BinaryOp, expr: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    let mut at = expr;
    while let Expr::Binary(same, left, right) = at
        && *same == op
    {
        out.push(&**right);
        at = left;
    }
    out.push(at);
    out.reverse();
    out
}

/// Simplifies an `&&` (or an `||`) some of whose operands are constant.
fn short_circuit(tree: Tree, and: bool) -> Tree {
    let decides = |t: &Tree| t.number().map(|value| (value != 0) != and);
    let result = |truth: bool| Tree::leaf(Head::Const(i32::from(truth)));
    let mut kids = Vec::new();
    for kid in tree.kids {
        match decides(&kid) {
            Some(false) => {}
            Some(true) if !kids.iter().any(Tree::may_fault) => return result(!and),
            Some(true) => {
                kids.push(result(!and));
                break;
            }
            None => kids.push(kid),
        }
    }
    match kids.as_slice() {
        [] => result(and),
        [only] if only.head.is_boolean() => kids.swap_remove(0),
        _ => Tree::node(tree.head, kids),
    }
}

/// Is every index a number below its bound?
fn are_within(index: &[Tree], dims: &[u32]) -> bool {
    let is_within = |(tree, &bound): (&Tree, &u32)| {
        tree.number().is_some_and(|value| u32::try_from(value).is_ok_and(|value| value < bound))
    };
    index.len() == dims.len() && index.iter().zip(dims).all(is_within)
}

/// The entry of the oldest process that may be removed: the processes that can end, above the youngest that cannot.
fn first_mortal(interpreter: &Interpreter, state: &[u8], configuration: &Configuration) -> u32 {
    let program = interpreter.program();
    let can_end = |pid: &usize| {
        let found = interpreter.location(state, Pid(*pid as u8));
        found.is_none_or(|(proctype, location)| {
            let body = program.proctype(proctype);
            let reached = reachable(program, proctype, location);
            reached.iter().flat_map(|&l| &body.location(l).transitions).any(|t| ends(&t.statement))
        })
    };
    let oldest = (0..configuration.processes.len()).rev().take_while(can_end).last();
    oldest.map_or(u32::MAX, |pid| configuration.processes[pid])
}

pub(super) fn ends(statement: &Statement) -> bool {
    match statement {
        Statement::Terminate => true,
        Statement::Sequence(parts) => parts.iter().any(ends),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn and(kids: Vec<Tree>) -> Tree {
        short_circuit(Tree::operator(BinaryOp::And, kids), true)
    }

    fn constant(value: i32) -> Tree {
        Tree::leaf(Head::Const(value))
    }

    /// `a[i] == 3`, which goes wrong where `i` is outside.
    fn test(array: u32) -> Tree {
        let index = Tree::leaf(Head::Var(VarKey::global(GlobalId(7))));
        let element = Tree::node(Head::Element(VarKey::global(GlobalId(array))), vec![index]);
        Tree::node(Head::Binary(BinaryOp::Eq), vec![element, constant(3)])
    }

    #[test]
    fn what_is_never_evaluated_is_left_out() {
        assert_eq!(and(vec![constant(0), test(1)]), constant(0));
        assert_eq!(and(vec![constant(5), test(1)]), test(1));
        assert_eq!(and(vec![constant(5), constant(1)]), constant(1));
    }

    #[test]
    fn what_may_fault_first_stays() {
        let kept = and(vec![test(1), constant(0), test(2)]);
        assert_eq!(kept.kids, [test(1), constant(0)]);
        let safe = Tree::node(
            Head::Binary(BinaryOp::Eq),
            vec![Tree::leaf(Head::Var(VarKey::global(GlobalId(0)))), constant(1)],
        );
        assert_eq!(and(vec![safe, constant(0)]), constant(0));
    }
}
