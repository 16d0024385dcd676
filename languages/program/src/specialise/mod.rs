//! The program without what never happens, for those who compare code: conditions that always hold or never, and
//! messages that nobody sends.
//!
//! A process that may do `owner == 2 -> …` and one that may do `owner == 3 -> …` differ, unless `owner` never holds
//! either. Small sets of the values that variables may hold (`analysis`) decide such conditions; what is decided
//! becomes 0 or 1 in the code, and a statement that is never executable a condition that never holds. Only truth is
//! replaced: a variable that always holds the same number still says what the number is a name of.
//!
//! **Claim.** From a state in which the facts hold that the code rests on ([`Specialised::facts`]), both programs have
//! the same steps and faults. A fact is a set of values for a variable wherever the processes stand, or for a local
//! variable at a location. Each condition that is decided cannot fault and has that value wherever the facts hold; and
//! the facts that it was decided by, with all those that these follow from, hold after a statement if they hold before
//! it. So they hold between the statements of one step too.
//!
//! As with [`crate::gather`], the search goes through the program as it was, and a symmetry must carry the facts along.
//! That messages are never sent is such a fact too, and every symmetry carries it: queues that are empty stay empty.

mod analysis;
mod context;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    BinaryOp, DStepNode, Expr, LocalId, LocationId, Owner, ProctypeId, Program, Statement, UnaryOp, VarKey,
};
use analysis::{Effect, Possible};
use context::{Because, Context};

/// Programs with more transitions are left as they are.
const MOST_TRANSITIONS: u32 = 3_000;

/// What may be said of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// Every cell of a variable, as declared, holds one of some values.
    Anywhere(VarKey),
    /// A local variable holds one of some values when its process stands at a location.
    At(ProctypeId, LocationId, LocalId),
    /// Processes come to a location.
    #[doc(hidden)]
    Reached(ProctypeId, LocationId),
}

/// A program without what never happens.
#[derive(Clone, Debug)]
pub struct Specialised {
    /// The program.
    pub program: Program,
    /// What its code rests on, with the values.
    pub facts: Vec<(Fact, Vec<i32>)>,
}

fn local_key(proctype: ProctypeId, local: LocalId) -> VarKey {
    VarKey::local(Owner::Later(proctype), proctype, local)
}

/// The program without what never happens; `None` if nothing changes.
pub fn specialise(program: &Program) -> Option<Specialised> {
    // A claim may write to variables, and with priorities a process may be passed over.
    if program.checked_claim.is_some() || program.uses_priority || program.transition_count > MOST_TRANSITIONS
    {
        return None;
    }
    let possible = Possible::new(program);
    let mut used = Because::new();
    let mut out = program.clone();
    for p in (0..program.proctypes.len() as u32).map(ProctypeId) {
        for l in (0..program.proctype(p).locations.len() as u32).map(LocationId) {
            let Some(here) = possible.at(p, l) else { continue };
            for transition in &mut out.proctypes[p.index()].locations[l.index()].transitions {
                transition.statement = here.clone().rewritten(&transition.statement, &mut used);
            }
        }
    }
    let changed = out.proctypes.iter().zip(&program.proctypes).any(|(new, old)| {
        let statements = |l: &crate::Location| -> Vec<Statement> {
            l.transitions.iter().map(|t| t.statement.clone()).collect()
        };
        new.locations.iter().zip(&old.locations).any(|(new, old)| statements(new) != statements(old))
    });
    changed.then(|| Specialised { facts: needed(&possible, used), program: out })
}

/// The facts that were used, and those that they follow from.
fn needed(possible: &Possible<'_>, used: Because) -> Vec<(Fact, Vec<i32>)> {
    let program = possible.program;
    let mut because: BTreeMap<Fact, BTreeSet<Fact>> = BTreeMap::new();
    for p in (0..program.proctypes.len() as u32).map(ProctypeId) {
        for (location, l) in program.proctype(p).locations.iter().zip((0..).map(LocationId)) {
            for transition in &location.transitions {
                let Some(mut context) = possible.at(p, l) else { break };
                for flow in context.effect(transition).flows {
                    because.entry(flow.to).or_default().extend(flow.because);
                }
            }
        }
    }
    let mut all = used.clone();
    let mut todo: Vec<Fact> = used.into_iter().collect();
    while let Some(fact) = todo.pop() {
        let more = because.get(&fact).into_iter().flatten();
        todo.extend(more.filter(|&&other| all.insert(other)));
    }
    let values: BTreeMap<Fact, Vec<i32>> = possible
        .facts()
        .map(|(fact, values)| (fact, values.known().into_iter().flatten().copied().collect()))
        .collect();
    all.into_iter().filter_map(|fact| Some((fact, values.get(&fact)?.clone()))).collect()
}

impl Context<'_> {
    /// The statement with what is decided in it. The context becomes that after it.
    fn rewritten(mut self, statement: &Statement, used: &mut Because) -> Statement {
        self.rewrite(statement, used)
    }

    fn rewrite(&mut self, statement: &Statement, used: &mut Because) -> Statement {
        let new = match statement {
            Statement::Receive { channel, args, .. } if self.is_closed(statement) => {
                // What shows that it cannot fault either.
                used.extend(self.receives_totally(channel, args).into_iter().flatten());
                Statement::Guard(Expr::Const(0))
            }
            Statement::Guard(e) => Statement::Guard(self.truth(e, used)),
            Statement::Assert(e) => Statement::Assert(self.truth(e, used)),
            Statement::Assign(place, e) => Statement::Assign(place.clone(), self.value(e, used)),
            Statement::Send { channel, args, sorted } => Statement::Send {
                channel: channel.clone(),
                args: args.iter().map(|e| self.value(e, used)).collect(),
                sorted: *sorted,
            },
            Statement::Sequence(all) => {
                return Statement::Sequence(all.iter().map(|part| self.rewrite(part, used)).collect());
            }
            Statement::DStep(step) => {
                let mut step = step.clone();
                for node in &mut step.nodes {
                    if let DStepNode::Do { statement: Statement::Guard(e) | Statement::Assert(e), .. } = node
                    {
                        *e = self.possible.inside(self.proctype).truth(e, used);
                    }
                }
                Statement::DStep(step)
            }
            other => other.clone(),
        };
        self.statement(statement, &mut Effect::default());
        new
    }

    /// An expression of which only the truth matters.
    fn truth(&self, expr: &Expr, used: &mut Because) -> Expr {
        if let Some(value) = self.decided(expr, used) {
            return Expr::Const(value);
        }
        let inner = |e: &Expr, used: &mut Because| Box::new(self.truth(e, used));
        match expr {
            Expr::Unary(UnaryOp::Not, e) => Expr::Unary(UnaryOp::Not, inner(e, used)),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => self.junction(*op, a, b, used),
            other => self.value(other, used),
        }
    }

    /// A conjunction or disjunction without the sides that decide nothing.
    fn junction(&self, op: BinaryOp, a: &Expr, b: &Expr, used: &mut Because) -> Expr {
        let (a, b) = (self.truth(a, used), self.truth(b, used));
        let neutral = Expr::Const(i32::from(op == BinaryOp::And));
        match (a == neutral, b == neutral) {
            (true, _) => b,
            (_, true) => a,
            _ => Expr::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    /// An expression whose value matters: what is asked inside it may be decided.
    fn value(&self, expr: &Expr, used: &mut Because) -> Expr {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match expr {
            Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(And | Or | Eq | Ne | Lt | Le | Gt | Ge, ..)
            | Expr::Poll { .. } => self.decided(expr, used).map_or_else(|| expr.clone(), Expr::Const),
            Expr::Binary(op, a, b) => {
                Expr::Binary(*op, Box::new(self.value(a, used)), Box::new(self.value(b, used)))
            }
            Expr::Cond(c, a, b) => Expr::Cond(
                Box::new(self.truth(c, used)),
                Box::new(self.value(a, used)),
                Box::new(self.value(b, used)),
            ),
            other => other.clone(),
        }
    }

    /// Is it certainly true (1) or certainly zero, and never a fault?
    fn decided(&self, expr: &Expr, used: &mut Because) -> Option<i32> {
        if matches!(expr, Expr::Const(_)) {
            return None;
        }
        let mut because = Because::new();
        let values = self.values(expr, &mut because);
        let decided = match (values.may_be_zero(), values.may_be_true()) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return None,
        };
        let is_total = self.is_total(expr, &mut because);
        is_total.then(|| used.extend(because)).map(|()| decided)
    }
}

#[cfg(test)]
mod tests;
