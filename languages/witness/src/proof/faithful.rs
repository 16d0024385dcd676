//! Does the instance say what the program says?
//!
//! Both proofs of a symmetry read the instance: the code of each process with everything constant folded, what never
//! happens left out, assignments that do not touch one another taken as a set, and operands marked whose order is no
//! matter. Each of these is a claim about the program as it is written. Here the two are laid side by side, statement by
//! statement: a number in the instance must be the value of the expression in every state, without a fault; what is
//! missing must never be evaluated; what is called unordered must be. The judgements are those of [`super::constants`], which
//! shares nothing with the simplification.

use program::{
    BinaryOp, Code, DStep, DStepNode, Edge, Expr, Head, Initialiser, Instance, Interpreter, Owner, Place,
    ReceiveArg, Statement, Transition, Tree, UnaryOp, VarKey, VarRef,
};
use rapidhash::RapidHashSet as HashSet;

use super::constants::{Constants, chain, decides};

/// The owner of the first code that does not say what the program says.
pub(super) fn first_unfaithful(interpreter: &Interpreter, instance: &Instance) -> Option<Owner> {
    let comparison = Comparison { constants: Constants::new(interpreter, instance), instance };
    let stands = |code: &&Code, pid: u8| {
        let here = Some((code.proctype, code.initial));
        code.owner == Owner::Process(pid)
            && instance.starts.iter().all(|start| interpreter.location(start, program::Pid(pid)) == here)
    };
    let begins = |code: &&Code| code.initial == comparison.constants.program.proctype(code.proctype).initial;
    let processes = instance.processes.iter().zip(0..).filter(|(code, pid)| !stands(code, *pid));
    let others = instance.later.iter().chain(&instance.observers).filter(|code| !begins(code));
    let misplaced = processes.map(|(code, _)| code).chain(others).next();
    let mut all = instance.processes.iter().chain(&instance.later).chain(&instance.observers);
    misplaced.or_else(|| all.find(|code| !comparison.code(code))).map(|code| code.owner)
}

struct Comparison<'a> {
    constants: Constants<'a>,
    instance: &'a Instance,
}

/// An operand of `&&` or `||` that is not left out.
#[derive(Clone, Copy)]
enum Operand<'e> {
    Open(&'e Expr),
    /// It decides the whole, so that nothing behind it is evaluated.
    Deciding,
}

impl Comparison<'_> {
    fn code(&self, code: &Code) -> bool {
        let body = self.constants.program.proctype(code.proctype);
        let known: HashSet<_> = code.locations.iter().map(|(location, _)| *location).collect();
        let provided = match (&body.provided, &code.provided) {
            (Some(expr), Some(tree)) => self.expression(code, expr, tree),
            (None, None) => true,
            _ => false,
        };
        let leads = |edge: &Edge| edge.target.0 == 0 || known.contains(&edge.target);
        provided
            && known.len() == code.locations.len()
            && known.contains(&code.initial)
            && (!matches!(code.owner, Owner::Later(_)) || self.starts(code))
            && code.locations.iter().all(|(location, edges)| {
                let transitions = &body.location(*location).transitions;
                edges.iter().all(leads) && self.edges(code, body.deterministic, transitions, edges)
            })
    }

    /// How the variables of a process begin that is created later.
    fn starts(&self, code: &Code) -> bool {
        let locals = &self.constants.program.proctype(code.proctype).locals;
        let one = |var: &program::Variable, values: &[Tree]| match &var.init {
            Initialiser::Zero => values.len() == 1 && values[0].constant() == Some(0),
            Initialiser::Value(e) => values.len() == 1 && self.expression(code, e, &values[0]),
            Initialiser::List(all) => self.expressions(code, all.iter(), values),
            Initialiser::Unset | Initialiser::Parameter | Initialiser::Channel(_) => values.is_empty(),
        };
        locals.len() == code.starts.len()
            && (locals.iter().zip(0..).zip(&code.starts))
                .all(|((var, i), (local, values))| *local == i && one(var, values))
    }

    /// Every transition is there, in order, or never possible.
    fn edges(&self, code: &Code, ordered: bool, transitions: &[Transition], edges: &[Edge]) -> bool {
        let (mut groups, mut before) = (Vec::new(), 0);
        let mut rest = edges.iter().peekable();
        for transition in transitions {
            if transition.escape != 0 && !groups.contains(&transition.escape) {
                groups.push(transition.escape);
            }
            let rank =
                groups.iter().position(|&group| group == transition.escape).map_or(0, |at| at as u32 + 1);
            let same = match rest.next_if(|edge| edge.id == transition.id) {
                Some(edge) => {
                    (edge.target, edge.atomic, edge.rank, edge.after_else)
                        == (transition.target, transition.atomic, rank, before)
                        && self.statement(code, &transition.statement, &edge.action)
                }
                None => self.is_never(code, &transition.statement),
            };
            if !same {
                return false;
            }
            before += u32::from(ordered || transition.statement.depends_on_earlier());
        }
        rest.next().is_none()
    }

    fn is_never(&self, code: &Code, statement: &Statement) -> bool {
        match statement {
            Statement::Guard(e) => self.constants.value(code, e) == Some(0),
            Statement::Sequence(parts) => parts.first().is_some_and(|first| self.is_never(code, first)),
            _ => false,
        }
    }

    fn statement(&self, code: &Code, statement: &Statement, tree: &Tree) -> bool {
        let kids = tree.kids.as_slice();
        let expr = |e: &Expr, kid: &Tree| self.expression(code, e, kid);
        match (statement, &tree.head) {
            (Statement::Skip, Head::Skip)
            | (Statement::Else, Head::Else)
            | (Statement::Terminate, Head::Terminate) => kids.is_empty(),
            (Statement::Guard(e), Head::Guard) | (Statement::Assert(e), Head::Assert) => {
                kids.len() == 1 && expr(e, &kids[0])
            }
            (Statement::Assign(place, e), Head::Assign) => {
                kids.len() == 2 && self.place(code, place, &kids[0]) && expr(e, &kids[1])
            }
            // Nothing is kept of what is assigned to a variable that is not in the state.
            (Statement::Assign(place, e), Head::Skip) => {
                kids.is_empty()
                    && self.constants.is_hidden(code, place)
                    && self.constants.place_faults(code, place) == 0
                    && self.constants.faults(code, e) == 0
            }
            (Statement::Forget(place), Head::Forget) => kids.len() == 1 && self.place(code, place, &kids[0]),
            (Statement::Run { .. }, Head::Run(..)) => self.run(code, statement, tree),
            (Statement::Send { channel, args, sorted }, Head::Send { sorted: same }) => {
                sorted == same && self.expressions(code, [channel].into_iter().chain(args), kids)
            }
            (Statement::Receive { channel, args, random, keep }, Head::Receive { random: r, keep: k }) => {
                (random, keep) == (r, k) && self.exchange(code, channel, args, kids)
            }
            (Statement::Event { send, channel, args }, Head::Event { send: same }) => {
                send == same && self.exchange(code, channel, args, kids)
            }
            (Statement::Print { args, .. }, Head::Print) => {
                // What cannot go wrong when it is printed has no effect.
                let matter = args.iter().filter(|e| self.constants.faults(code, e) != 0);
                self.expressions(code, matter, kids)
            }
            (Statement::SetPriority(process, value), Head::SetPriority) => {
                self.expressions(code, [process, value].into_iter(), kids)
            }
            (Statement::DStep(block), Head::DStep) => self.d_step(code, block, kids),
            (Statement::Sequence(parts), Head::Sequence) => {
                self.sequence(code, &parts.iter().collect::<Vec<_>>(), kids)
            }
            _ => false,
        }
    }

    /// Parameters that are not given are 0. What is created must have code.
    fn run(&self, code: &Code, statement: &Statement, tree: &Tree) -> bool {
        let (Statement::Run { proctype, args, priority, result }, Head::Run(p, same, has_result)) =
            (statement, &tree.head)
        else {
            return false;
        };
        let count = args.len().max(self.constants.program.proctype(*proctype).params as usize);
        if tree.kids.len() != count + usize::from(*has_result) || result.is_some() != *has_result {
            return false;
        }
        let (given, rest) = tree.kids.split_at(args.len());
        let (missing, place) = rest.split_at(count - args.len());
        (proctype, priority) == (p, same)
            && self.instance.later.iter().any(|later| later.proctype == *proctype)
            && self.expressions(code, args.iter(), given)
            && missing.iter().all(|kid| kid.constant() == Some(0))
            && result.iter().zip(place).all(|(result, kid)| self.place(code, result, kid))
    }

    fn d_step(&self, code: &Code, block: &DStep, kids: &[Tree]) -> bool {
        if let [Tree { head: Head::Sequence, kids, .. }] = kids {
            let (mut seen, mut parts, mut at) = (HashSet::default(), Vec::new(), Some(0));
            while let Some(node) = at {
                match block.nodes.get(node as usize) {
                    Some(DStepNode::Do { statement, next }) if seen.insert(node) => {
                        parts.push(statement);
                        at = *next;
                    }
                    _ => return false,
                }
            }
            return parts.len() == block.nodes.len() && self.sequence(code, &parts, kids);
        }
        block.nodes.len() == kids.len()
            && block.nodes.iter().zip(kids).all(|(node, kid)| match (node, &kid.head) {
                (DStepNode::Do { statement, next }, Head::Do(same)) => {
                    next == same && kid.kids.len() == 1 && self.statement(code, statement, &kid.kids[0])
                }
                (DStepNode::Choice { options }, Head::Choice(same)) => options == same,
                _ => false,
            })
    }

    /// Statements one after the other, of which some are taken as a set.
    fn sequence(&self, code: &Code, parts: &[&Statement], kids: &[Tree]) -> bool {
        let mut rest = parts;
        for kid in kids {
            let count = if kid.head == Head::Together { kid.kids.len() } else { 1 };
            if count > rest.len() {
                return false;
            }
            let (here, behind) = rest.split_at(count);
            let same = match kid.head {
                Head::Together => {
                    self.are_independent(code, here)
                        && here.iter().zip(&kid.kids).all(|(part, kid)| self.statement(code, part, kid))
                }
                _ => self.statement(code, here[0], kid),
            };
            if !same {
                return false;
            }
            rest = behind;
        }
        rest.is_empty()
    }

    /// Assignments of which none can go wrong, and none reads or writes what another writes.
    fn are_independent(&self, code: &Code, parts: &[&Statement]) -> bool {
        let faults = |place: &Place, value: Option<&Expr>| {
            self.constants.place_faults(code, place) | value.map_or(0, |e| self.constants.faults(code, e))
        };
        let split = |part: &&Statement| match part {
            Statement::Assign(place, value) => Some((place.clone(), Some(value.clone()))),
            Statement::Forget(place) => Some((place.clone(), None)),
            _ => None,
        };
        let Some(all) = parts.iter().map(split).collect::<Option<Vec<_>>>() else { return false };
        all.iter().enumerate().all(|(i, (place, value))| {
            let apart = |(j, (other, read)): (usize, &(Place, Option<Expr>))| {
                i == j
                    || !(self.may_be_same(code, place, other)
                        || read.as_ref().is_some_and(|e| self.may_read(code, e, place)))
            };
            faults(place, value.as_ref()) == 0 && all.iter().enumerate().all(apart)
        })
    }

    /// May two places be one cell?
    fn may_be_same(&self, code: &Code, one: &Place, other: &Place) -> bool {
        match (&one.var, &other.var) {
            (VarRef::Remote { .. }, _) | (_, VarRef::Remote { .. }) => true,
            (VarRef::Scratch, _) | (_, VarRef::Scratch) => false,
            (a, b) if a != b => false,
            _ => {
                let value = |e: &Expr| self.constants.value(code, e);
                let differ = |(a, b): (&Expr, &Expr)| match (value(a), value(b)) {
                    (Some(a), Some(b)) => a != b,
                    _ => false,
                };
                !one.index.iter().zip(&other.index).any(differ)
            }
        }
    }

    /// May an expression read a cell?
    fn may_read(&self, code: &Code, expr: &Expr, cell: &Place) -> bool {
        let reads = |e: &Expr| self.may_read(code, e, cell);
        match expr {
            Expr::Load(place) => self.may_be_same(code, place, cell) || place.index.iter().any(reads),
            // It asks what others can do, which may depend on anything.
            Expr::Enabled(_) => true,
            Expr::Unary(_, e) | Expr::PcValue(e) | Expr::Priority(e) | Expr::Len(e) | Expr::Test(_, e) => {
                reads(e)
            }
            Expr::Binary(_, a, b) => reads(a) || reads(b),
            Expr::Cond(c, a, b) => reads(c) || reads(a) || reads(b),
            Expr::Poll { channel, args, .. } => {
                reads(channel)
                    || args.iter().any(|arg| match arg {
                        ReceiveArg::Match(e) => reads(e),
                        ReceiveArg::Bind(_) => false,
                    })
            }
            Expr::AtLabel { pid, .. } => pid.as_deref().is_some_and(reads),
            Expr::Const(_)
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::Last
            | Expr::Timeout
            | Expr::NonProgress => false,
        }
    }

    fn expressions<'e>(&self, code: &Code, exprs: impl Iterator<Item = &'e Expr>, kids: &[Tree]) -> bool {
        let exprs: Vec<&Expr> = exprs.collect();
        exprs.len() == kids.len() && exprs.iter().zip(kids).all(|(e, kid)| self.expression(code, e, kid))
    }

    fn exchange(&self, code: &Code, channel: &Expr, args: &[ReceiveArg], kids: &[Tree]) -> bool {
        let Some((first, patterns)) = kids.split_first() else { return false };
        let pattern = |(arg, kid): (&ReceiveArg, &Tree)| match (arg, &kid.head, kid.kids.as_slice()) {
            (ReceiveArg::Match(e), Head::Match, [inner]) => self.expression(code, e, inner),
            (ReceiveArg::Bind(place), Head::Bind, [inner]) => self.place(code, place, inner),
            _ => false,
        };
        args.len() == patterns.len()
            && self.expression(code, channel, first)
            && args.iter().zip(patterns).all(pattern)
    }

    fn place(&self, code: &Code, place: &Place, tree: &Tree) -> bool {
        let key = match &place.var {
            VarRef::Scratch => return tree.head == Head::Scratch && tree.kids.is_empty(),
            VarRef::Remote { proctype, pid, local } => {
                let all = pid.as_deref().into_iter().chain(&place.index);
                return tree.head == Head::Remote(*proctype, *local, pid.is_some())
                    && self.expressions(code, all, &tree.kids);
            }
            VarRef::Global(id) => VarKey::global(*id),
            VarRef::Local(id) => VarKey::local(code.owner, code.proctype, *id),
        };
        let head = if place.index.is_empty() { Head::Var(key) } else { Head::Element(key) };
        tree.head == head && self.expressions(code, place.index.iter(), &tree.kids)
    }

    fn expression(&self, code: &Code, expr: &Expr, tree: &Tree) -> bool {
        if let Head::Const(value) = tree.head {
            return self.constants.value(code, expr) == Some(value);
        }
        let kids = tree.kids.as_slice();
        let all = |exprs: &[&Expr]| self.expressions(code, exprs.iter().copied(), kids);
        match (self.resolved(code, expr), &tree.head) {
            (Expr::Load(place), _) => self.place(code, place, tree),
            (Expr::Unary(op, e), Head::Unary(same)) => op == same && all(&[e]),
            (whole @ Expr::Binary(op, ..), Head::Binary(same)) => {
                op == same && self.operator(code, *op, whole, tree)
            }
            (Expr::Cond(c, a, b), Head::Cond) => all(&[c, a, b]),
            (Expr::Len(q), Head::Len) => all(&[q]),
            (Expr::Test(test, q), Head::Test(same)) => test == same && all(&[q]),
            (Expr::Poll { channel, args, random }, Head::Poll { random: same }) => {
                random == same && self.exchange(code, channel, args, kids)
            }
            (Expr::Pid, Head::PidOf) => {
                let own = kids.first().and_then(Tree::constant);
                own.is_some() && own == self.constants.value(code, &Expr::Pid)
            }
            (Expr::Pid, Head::OwnPid) => matches!(code.owner, Owner::Later(_)),
            (Expr::ProcessCount, Head::ProcessCount)
            | (Expr::Last, Head::Last)
            | (Expr::Timeout, Head::Timeout)
            | (Expr::NonProgress, Head::NonProgress) => true,
            (Expr::Enabled(e), Head::Enabled)
            | (Expr::PcValue(e), Head::PcValue)
            | (Expr::Priority(e), Head::Priority) => all(&[e]),
            (Expr::AtLabel { proctype, pid, location }, Head::AtLabel(p, l)) => {
                (proctype, location) == (p, l) && self.expressions(code, pid.as_deref().into_iter(), kids)
            }
            _ => false,
        }
    }

    /// An operator, whose operands may be taken in any order if that is claimed.
    fn operator(&self, code: &Code, op: BinaryOp, expr: &Expr, tree: &Tree) -> bool {
        use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Eq, Mul, Ne, Or};
        let decided = matches!(op, And | Or);
        let operands = match op {
            And | Or => self.remaining(code, op, expr),
            Add | Mul | BitAnd | BitOr | BitXor => {
                self.flat(code, op, expr).into_iter().map(Operand::Open).collect()
            }
            _ => match expr {
                Expr::Binary(_, a, b) => vec![Operand::Open(a), Operand::Open(b)],
                _ => return false,
            },
        };
        let same = operands.len() == tree.kids.len()
            && operands.iter().zip(&tree.kids).all(|(operand, kid)| match operand {
                Operand::Open(e) => self.expression(code, e, kid),
                Operand::Deciding => kid.constant() == Some(i32::from(op == Or)),
            });
        let faults: Vec<u32> = (operands.iter())
            .filter_map(|operand| match operand {
                Operand::Open(e) => Some(self.constants.faults(code, e)).filter(|&faults| faults != 0),
                Operand::Deciding => None,
            })
            .collect();
        let one_kind = faults.iter().fold(0, |all, one| all | one).count_ones() < 2;
        let commutes = matches!(op, Add | Mul | BitAnd | BitOr | BitXor | Eq | Ne);
        let free = if decided { faults.is_empty() } else { commutes && (faults.len() < 2 || one_kind) };
        same && (free || !tree.is_unordered())
    }

    /// The expression that is evaluated in place of one, as everything else about it is constant.
    fn resolved<'e>(&self, code: &Code, mut expr: &'e Expr) -> &'e Expr {
        loop {
            expr = match expr {
                Expr::Cond(condition, yes, no) => match self.constants.value(code, condition) {
                    Some(0) => no,
                    Some(_) => yes,
                    None => return expr,
                },
                Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                    match self.remaining(code, *op, expr).as_slice() {
                        [Operand::Open(only)] if is_boolean(only) => only,
                        _ => return expr,
                    }
                }
                _ => return expr,
            }
        }
    }

    /// The operands of an `&&` (an `||`) up to one that decides it, without those that decide nothing.
    fn remaining<'e>(&self, code: &Code, op: BinaryOp, expr: &'e Expr) -> Vec<Operand<'e>> {
        let mut out = Vec::new();
        for operand in chain(op, expr) {
            match self.constants.value(code, operand) {
                Some(value) if decides(op, value) => out.push(Operand::Deciding),
                Some(_) => {}
                None => match self.resolved(code, operand) {
                    inner @ Expr::Binary(same, ..) if *same == op => {
                        out.extend(self.remaining(code, op, inner))
                    }
                    inner => out.push(Operand::Open(inner)),
                },
            }
            if let Some(Operand::Deciding) = out.last() {
                break;
            }
        }
        out
    }

    /// The operands of an associative operator.
    fn flat<'e>(&self, code: &Code, op: BinaryOp, expr: &'e Expr) -> Vec<&'e Expr> {
        match self.resolved(code, expr) {
            inner @ Expr::Binary(same, a, b)
                if *same == op && self.constants.value(code, inner).is_none() =>
            {
                let mut out = self.flat(code, op, a);
                out.extend(self.flat(code, op, b));
                out
            }
            inner => vec![inner],
        }
    }
}

/// Does it yield 0 or 1?
fn is_boolean(expr: &Expr) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(
        expr,
        Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(And | Or | Eq | Ne | Lt | Le | Gt | Ge, ..)
            | Expr::Test(..)
            | Expr::Poll { .. }
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Enabled(_)
            | Expr::AtLabel { .. }
    )
}
