//! Variables that nothing reads are not part of the state.
//!
//! A variable is *read* if its value can matter to anything but itself: a condition, an assertion, a message, an index,
//! an expression that may fail, or the value of a variable that is read. `x = x + 1` alone does not make `x` read, and
//! a chain of variables that are only copied to one another is read nowhere. (A faint variable, in the words of
//! Nielson, Nielson, Hankin, *Principles of Program Analysis*, 1999, exercise 2.4; here without regard to where in the
//! program it stands.)
//!
//! Sound: two states that differ in unread variables alone have the same enabled transitions, the same faults, and
//! successors that differ in unread variables alone. Leaving the variables out maps such states to one, so there are
//! never more. Whatever is written to an unread variable is still evaluated.
//!
//! SPIN hides global variables only, counts a variable that is received into as read, and does not follow copies.

use std::collections::{HashMap, HashSet};

use super::uses::{Name, can_fail, initial_values, loads, name, operands, parts, program_statements};
use crate::{Expr, GlobalId, Initialiser, LocalId, ProctypeId, Program, Scalar, Statement, Variable};

/// Takes the variables that nothing reads out of the state.
pub(super) fn hide_unread(program: &mut Program) {
    let read = Reads::of(program).closed();
    for (variable, i) in program.globals.iter_mut().zip(0..) {
        variable.hidden |= can_hide(variable) && !read.contains(&Name::Global(GlobalId(i)));
    }
    for (proctype, p) in program.proctypes.iter_mut().zip(0..) {
        for (variable, i) in proctype.locals.iter_mut().zip(0..) {
            variable.hidden |= can_hide(variable) && !read.contains(&Name::Local(ProctypeId(p), LocalId(i)));
        }
    }
}

/// Channels stay: a name for them belongs to what a user wants to see, and they are hardly ever unread.
fn can_hide(variable: &Variable) -> bool {
    variable.scalar != Scalar::Chan && !matches!(variable.init, Initialiser::Channel(_))
}

/// What is read for certain, and what is read if something else is.
struct Reads<'a> {
    program: &'a Program,
    certain: HashSet<Name>,
    /// Variables that flow into a variable.
    into: HashMap<Name, HashSet<Name>>,
}

impl Reads<'_> {
    fn of(program: &Program) -> Reads<'_> {
        let mut reads = Reads { program, certain: HashSet::new(), into: HashMap::new() };
        for (owner, statement) in program_statements(program) {
            reads.statement(owner, statement);
        }
        for (variable, i) in program.globals.iter().zip(0..) {
            reads.initialiser(ProctypeId(0), variable, Name::Global(GlobalId(i)));
        }
        for (proctype, p) in program.proctypes.iter().zip(0..) {
            let owner = ProctypeId(p);
            for (variable, i) in proctype.locals.iter().zip(0..) {
                reads.initialiser(owner, variable, Name::Local(owner, LocalId(i)));
            }
            proctype.provided.iter().for_each(|e| reads.certainly(owner, e));
        }
        reads
    }

    fn initialiser(&mut self, owner: ProctypeId, variable: &Variable, to: Name) {
        // What goes into a variable that stays is in the state.
        if !can_hide(variable) {
            self.certain.insert(to);
        }
        initial_values(variable).iter().for_each(|e| self.flows(owner, e, Some(to)));
    }

    fn statement(&mut self, owner: ProctypeId, statement: &Statement) {
        match statement {
            Statement::Assign(place, value) => {
                self.flows(owner, value, name(owner, &place.var));
                let indices = parts(statement).reads.into_iter().skip(1);
                indices.for_each(|e| self.certainly(owner, e));
            }
            Statement::Run { proctype, args, .. } => {
                let new = self.program.proctype(*proctype).locals.iter().zip(0..);
                let parameters = new.filter(|(v, _)| v.init == Initialiser::Parameter);
                let names = parameters.map(|(_, i)| Some(Name::Local(*proctype, LocalId(i))));
                let names: Vec<_> = names.chain(std::iter::repeat(None)).take(args.len()).collect();
                args.iter().zip(names).for_each(|(e, to)| self.flows(owner, e, to));
                let indices = parts(statement).reads.into_iter().skip(args.len());
                indices.for_each(|e| self.certainly(owner, e));
            }
            // What is printed is for simulations, and those are made on the program as it is written.
            Statement::Print { args, .. } => args.iter().for_each(|e| self.flows(owner, e, None)),
            other => parts(other).reads.into_iter().for_each(|e| self.certainly(owner, e)),
        }
    }

    /// The value goes nowhere but into this variable, or nowhere at all.
    fn flows(&mut self, owner: ProctypeId, value: &Expr, to: Option<Name>) {
        if can_fail(self.program, owner, value) {
            return self.certainly(owner, value);
        }
        if let Some(to) = to {
            loads(owner, value, self.into.entry(to).or_default());
        }
        // What decides which cell or process is looked at is read, whatever becomes of the value.
        self.inner(owner, value);
    }

    fn inner(&mut self, owner: ProctypeId, expr: &Expr) {
        for operand in operands(expr) {
            match expr {
                Expr::Load(_) | Expr::AtLabel { .. } => self.certainly(owner, operand),
                _ => self.inner(owner, operand),
            }
        }
    }

    fn certainly(&mut self, owner: ProctypeId, expr: &Expr) {
        loads(owner, expr, &mut self.certain);
    }

    /// All variables that are read.
    fn closed(self) -> HashSet<Name> {
        let mut read = self.certain;
        let mut todo: Vec<Name> = read.iter().copied().collect();
        while let Some(next) = todo.pop() {
            let sources = self.into.get(&next).into_iter().flatten();
            todo.extend(sources.filter(|&&source| read.insert(source)));
        }
        read
    }
}
