//! A walk over a Promela syntax tree that may change it: every sequence, statement and expression is shown to a visitor
//! once.
//!
//! A visitor that wants the k-th of some kind of place counts what it is shown ([`Turn`]): a first walk, on which
//! nothing is ever chosen, says how many there are, a second one changes one of them.
use promela::ast::{
    ArraySize, Body, Decl, Expr, ExprKind, Initialiser, Item, Program, ReceiveArg, Step, Stmt, StmtKind,
    VarRef,
};
use std::cell::Cell;

/// What a walk shows. Each method may change what it is given; what it leaves is walked through afterwards.
pub trait Visitor {
    /// A sequence of statements.
    fn body(&mut self, _: &mut Body) {}
    /// A statement, also one behind a label or in an `unless`.
    fn statement(&mut self, _: &mut Stmt) {}
    /// An expression, also one inside another.
    fn expression(&mut self, _: &mut Expr) {}
    /// A variable that is read, written or indexed.
    fn variable(&mut self, _: &mut VarRef) {}
    /// A declaration.
    fn declaration(&mut self, _: &mut Decl) {}
}

/// Counts places and says which is the one that was chosen.
pub struct Turn<'a> {
    /// The number of the chosen place; `usize::MAX` on a walk that only counts.
    pub wanted: usize,
    /// How many there have been.
    pub seen: &'a Cell<usize>,
}

impl Turn<'_> {
    /// Counts one more place; true for the chosen one.
    pub fn take(&mut self) -> bool {
        let number = self.seen.get();
        self.seen.set(number + 1);
        number == self.wanted
    }
}

/// Shows everything in the processes and declarations of a program. Claims and formulas are left alone.
pub fn walk(program: &mut Program, visitor: &mut dyn Visitor) {
    for item in &mut program.items {
        match item {
            Item::Proctype(proctype) => {
                if let Some(Some(ArraySize::Const(count))) = &mut proctype.active {
                    expression(count, visitor);
                }
                if let Some(condition) = &mut proctype.provided {
                    expression(condition, visitor);
                }
                body(&mut proctype.body, visitor);
            }
            Item::Init(init) => body(&mut init.body, visitor),
            Item::Decl(decl) => declaration(decl, visitor),
            Item::Typedef(typedef) => {
                typedef.fields.iter_mut().for_each(|decl| declaration(decl, visitor));
            }
            Item::Never(_) | Item::Ltl(_) | Item::Trace(_) | Item::Mtype(_) | Item::Inline(_) => {}
        }
    }
}

fn declaration(decl: &mut Decl, visitor: &mut dyn Visitor) {
    visitor.declaration(decl);
    for declarator in &mut decl.vars {
        if let Some(ArraySize::Const(size)) = &mut declarator.size {
            expression(size, visitor);
        }
        match &mut declarator.init {
            Some(Initialiser::Value(value)) => expression(value, visitor),
            Some(Initialiser::List(values)) => values.iter_mut().for_each(|value| expression(value, visitor)),
            Some(Initialiser::Channel(channel)) => expression(&mut channel.capacity, visitor),
            None => {}
        }
    }
}

fn body(sequence: &mut Body, visitor: &mut dyn Visitor) {
    visitor.body(sequence);
    for step in &mut sequence.steps {
        match step {
            Step::Decl(decl) => declaration(decl, visitor),
            Step::Stmt(stmt) => statement(stmt, visitor),
            Step::Mtype(_) | Step::Exclusive { .. } => {}
        }
    }
}

fn statement(stmt: &mut Stmt, visitor: &mut dyn Visitor) {
    visitor.statement(stmt);
    match &mut stmt.kind {
        StmtKind::Labelled(_, inner) => inner.iter_mut().for_each(|inner| statement(inner, visitor)),
        StmtKind::If(options) | StmtKind::Do(options) => {
            options.iter_mut().for_each(|option| body(option, visitor));
        }
        StmtKind::Atomic(inner) | StmtKind::DStep(inner) | StmtKind::Block(inner) => body(inner, visitor),
        StmtKind::ForRange { var, from, to, body: inner, .. } => {
            reference(var, visitor);
            expression(from, visitor);
            expression(to, visitor);
            body(inner, visitor);
        }
        StmtKind::ForIn { body: inner, .. } => body(inner, visitor),
        StmtKind::Unless(main, escape) => {
            statement(main, visitor);
            statement(escape, visitor);
        }
        simple => parts(simple, visitor),
    }
}

/// The variables and expressions of a statement that contains no other.
fn parts(kind: &mut StmtKind, visitor: &mut dyn Visitor) {
    match kind {
        StmtKind::Assign(target, value) | StmtKind::Return(target, value) => {
            reference(target, visitor);
            expression(value, visitor);
        }
        StmtKind::Increment(target) | StmtKind::Decrement(target) => reference(target, visitor),
        StmtKind::Condition(value) | StmtKind::Assert(value) | StmtKind::Printm(value) => {
            expression(value, visitor);
        }
        StmtKind::Send { channel, args, .. } => {
            reference(channel, visitor);
            args.iter_mut().for_each(|value| expression(value, visitor));
        }
        StmtKind::Receive { channel, args, .. } => {
            reference(channel, visitor);
            pattern(args, visitor);
        }
        StmtKind::Printf(_, args) => args.iter_mut().for_each(|value| expression(value, visitor)),
        StmtKind::SetPriority(process, priority) => {
            expression(process, visitor);
            expression(priority, visitor);
        }
        StmtKind::Select { var, from, to, .. } => {
            reference(var, visitor);
            expression(from, visitor);
            expression(to, visitor);
        }
        _ => {}
    }
}

fn pattern(args: &mut [ReceiveArg], visitor: &mut dyn Visitor) {
    for arg in args {
        match arg {
            ReceiveArg::Var(var) => reference(var, visitor),
            ReceiveArg::Const(value) | ReceiveArg::Eval(value) => expression(value, visitor),
        }
    }
}

fn reference(var: &mut VarRef, visitor: &mut dyn Visitor) {
    visitor.variable(var);
    for part in &mut var.parts {
        part.index.iter_mut().for_each(|index| expression(index, visitor));
    }
}

fn expression(expr: &mut Expr, visitor: &mut dyn Visitor) {
    visitor.expression(expr);
    match &mut expr.kind {
        ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => reference(var, visitor),
        ExprKind::Unary(_, inner)
        | ExprKind::Enabled(inner)
        | ExprKind::PcValue(inner)
        | ExprKind::GetPriority(inner) => expression(inner, visitor),
        ExprKind::Binary(_, left, right) => {
            expression(left, visitor);
            expression(right, visitor);
        }
        ExprKind::Conditional(condition, yes, no) => {
            [condition, yes, no].into_iter().for_each(|part| expression(part, visitor));
        }
        ExprKind::Run(_, args, _) => args.iter_mut().for_each(|value| expression(value, visitor)),
        ExprKind::Poll(channel, args, _) => {
            reference(channel, visitor);
            pattern(args, visitor);
        }
        ExprKind::RemoteLabel(_, index, _) | ExprKind::RemoteVar(_, index, _) => {
            index.iter_mut().for_each(|index| expression(index, visitor));
        }
        _ => {}
    }
}
