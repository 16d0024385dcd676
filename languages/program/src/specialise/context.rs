//! What expressions may yield at a place in the program, and which facts say so.

use std::collections::BTreeSet;

use super::analysis::Possible;
use super::values::Values;
use super::{Fact, local_key};
use crate::{BinaryOp, Expr, Initialiser, LocalId, Place, ProctypeId, VarKey, VarRef, Variable};

/// The facts that something rests on.
pub(super) type Because = BTreeSet<Fact>;

/// What a local variable may hold, and the facts that say so.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Held {
    pub values: Values,
    pub because: Because,
}

/// A place in the code of a process type: what its local variables may hold there.
#[derive(Clone, Debug)]
pub(super) struct Context<'a> {
    pub possible: &'a Possible<'a>,
    pub proctype: ProctypeId,
    pub locals: Vec<Held>,
}

impl Context<'_> {
    /// What an expression may yield where it does not fault.
    pub fn values(&self, expr: &Expr, because: &mut Because) -> Values {
        match expr {
            Expr::Const(value) => Values::one(*value),
            Expr::Pid => self.possible.pids(self.proctype),
            Expr::Load(place) => self.loaded(place, because),
            Expr::Unary(op, e) => self.values(e, because).unary(*op),
            Expr::Binary(op, a, b) => {
                let left = self.values(a, because);
                left.binary(*op, &self.values(b, because))
            }
            Expr::Cond(c, a, b) => {
                let condition = self.values(c, because);
                let mut values = Values::none();
                if condition.may_be_true() {
                    values.join(&self.values(a, because));
                }
                if condition.may_be_zero() {
                    values.join(&self.values(b, because));
                }
                values
            }
            Expr::Poll { .. } if !self.possible.sends() => Values::one(0),
            Expr::Test(..) | Expr::Poll { .. } | Expr::Enabled(_) | Expr::AtLabel { .. } => Values::either(),
            _ => Values::any(),
        }
    }

    fn loaded(&self, place: &Place, because: &mut Because) -> Values {
        match place.var {
            VarRef::Local(id) if place.index.is_empty() => {
                let held = &self.locals[id.index()];
                because.extend(&held.because);
                held.values.clone()
            }
            VarRef::Local(id) => self.anywhere(local_key(self.proctype, id), because),
            VarRef::Global(id) => self.anywhere(VarKey::global(id), because),
            VarRef::Remote { .. } | VarRef::Scratch => Values::any(),
        }
    }

    fn anywhere(&self, key: VarKey, because: &mut Because) -> Values {
        let values = self.possible.anywhere(key);
        if values.known().is_some() {
            because.insert(Fact::Anywhere(key));
        }
        values
    }

    /// Can the evaluation never fault?
    pub fn is_total(&self, expr: &Expr, because: &mut Because) -> bool {
        let total = |e: &Expr, because: &mut Because| self.is_total(e, because);
        match expr {
            Expr::Const(_) | Expr::Pid => true,
            Expr::Load(place) => self.is_total_place(place, because),
            Expr::Unary(_, e) => total(e, because),
            Expr::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) => {
                let divisor = self.values(b, because);
                let divides = divisor.known().is_some_and(|set| set.iter().all(|&v| v > 0));
                divides && total(a, because) && total(b, because)
            }
            // The right side is not evaluated where the left one decides.
            Expr::Binary(BinaryOp::And, a, _) if !self.values(a, because).may_be_true() => total(a, because),
            Expr::Binary(BinaryOp::Or, a, _) if !self.values(a, because).may_be_zero() => total(a, because),
            Expr::Binary(_, a, b) => total(a, because) && total(b, because),
            Expr::Cond(c, a, b) => total(c, because) && total(a, because) && total(b, because),
            Expr::Poll { channel, args, .. } => {
                let matches = args.iter().all(|arg| match arg {
                    crate::ReceiveArg::Match(e) => total(e, because),
                    crate::ReceiveArg::Bind(_) => true,
                });
                matches && self.has_queue(channel) && self.is_channel(channel, because)
            }
            Expr::Len(e) | Expr::Test(_, e) => self.is_channel(e, because),
            _ => false,
        }
    }

    fn is_total_place(&self, place: &Place, because: &mut Because) -> bool {
        let dims = match place.var {
            VarRef::Local(id) => &self.possible.program.proctype(self.proctype).local(id).dims,
            VarRef::Global(id) => &self.possible.program.global(id).dims,
            VarRef::Remote { .. } | VarRef::Scratch => return false,
        };
        place.index.len() == dims.len()
            && place.index.iter().zip(dims).all(|(index, &bound)| {
                self.values(index, because).are_below(bound) && self.is_total(index, because)
            })
    }

    /// Does the expression certainly name a channel that exists: a variable that was declared with one, and never
    /// assigned?
    pub fn is_channel(&self, expr: &Expr, because: &mut Because) -> bool {
        let Expr::Load(place) = expr else { return false };
        let Some((variable, key)) = self.declared(place) else { return false };
        matches!(variable.init, Initialiser::Channel(_))
            && !self.possible.is_assigned(key)
            && self.is_total_place(place, because)
    }

    /// Was the variable declared with a channel that holds messages? To look at the messages of a rendezvous channel is an
    /// error.
    pub fn has_queue(&self, expr: &Expr) -> bool {
        let Expr::Load(place) = expr else { return false };
        match self.declared(place).map(|(variable, _)| &variable.init) {
            Some(Initialiser::Channel(kind)) => {
                self.possible.program.channel_types[kind.index()].capacity > 0
            }
            _ => false,
        }
    }

    /// The declaration of a variable that no other process owns.
    fn declared(&self, place: &Place) -> Option<(&Variable, VarKey)> {
        let program = self.possible.program;
        match place.var {
            VarRef::Local(id) => {
                Some((program.proctype(self.proctype).local(id), local_key(self.proctype, id)))
            }
            VarRef::Global(id) => Some((program.global(id), VarKey::global(id))),
            VarRef::Remote { .. } | VarRef::Scratch => None,
        }
    }

    /// After a condition was found to hold: values of local variables with which it cannot are left out.
    pub fn refine(&mut self, condition: &Expr) {
        let mut read = Vec::new();
        locals_read(condition, &mut read);
        read.sort_unstable();
        read.dedup();
        for local in read {
            let held = self.locals[local.index()].clone();
            let Some(known) = held.values.known().cloned() else { continue };
            let mut because = held.because.clone();
            let kept: Vec<i32> = (known.iter().copied())
                .filter(|&value| {
                    self.locals[local.index()].values = Values::one(value);
                    self.values(condition, &mut because).may_be_true()
                })
                .collect();
            let is_smaller = !kept.is_empty() && kept.len() < known.len();
            self.locals[local.index()] = match is_smaller {
                true => Held { values: Values::of(kept), because },
                false => held,
            };
        }
    }
}

/// Scalar local variables that an expression loads.
fn locals_read(expr: &Expr, out: &mut Vec<LocalId>) {
    if let Expr::Load(Place { var: VarRef::Local(id), index, .. }) = expr
        && index.is_empty()
    {
        out.push(*id);
    }
    crate::reduce::operands(expr).into_iter().for_each(|e| locals_read(e, out));
}
