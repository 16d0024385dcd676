//! What the local variables of a process are known to hold.

use crate::instance::targets;
use crate::interpreter::{binary, unary};
use crate::{BinaryOp, Expr, Initialiser, LocalId, Place, Proctype, Statement, VarRef};

/// The value of each local variable, where it is known. Only scalars in the state are followed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    values: Vec<Option<i32>>,
}

impl Known {
    /// When a process has just been created.
    pub fn at_creation(body: &Proctype) -> Known {
        let value = |var: &crate::Variable| match &var.init {
            Initialiser::Zero => Some(0),
            Initialiser::Value(Expr::Const(value)) => Some(var.scalar.truncate(*value)),
            _ => None,
        };
        let followed =
            |(var, id): (&crate::Variable, u32)| value(var).filter(|_| is_followed(body, LocalId(id)));
        Known { values: body.locals.iter().zip(0..).map(followed).collect() }
    }

    /// What is known both here and there, if that is less than what is known here.
    pub fn weakened_by(&self, other: &Known) -> Option<Known> {
        let both = |(here, there): (&Option<i32>, &Option<i32>)| here.filter(|_| here == there);
        let values: Vec<_> = self.values.iter().zip(&other.values).map(both).collect();
        (values != self.values).then_some(Known { values })
    }

    /// All that is known.
    pub fn all(&self) -> impl Iterator<Item = (LocalId, i32)> + '_ {
        self.values.iter().zip((0..).map(LocalId)).filter_map(|(value, local)| Some((local, (*value)?)))
    }

    /// The same without what is known of one variable.
    pub fn without(&self, local: LocalId) -> Known {
        self.clone().only(|other| other != local)
    }

    /// Of all that is known, only this.
    pub fn only(mut self, keep: impl Fn(LocalId) -> bool) -> Known {
        for (value, local) in self.values.iter_mut().zip((0..).map(LocalId)) {
            *value = value.filter(|_| keep(local));
        }
        self
    }

    pub fn set(&mut self, local: LocalId, value: Option<i32>) {
        self.values[local.index()] = value;
    }

    pub fn get(&self, local: LocalId) -> Option<i32> {
        self.values[local.index()]
    }

    /// After any statement: of what it writes something is known only where it is an assignment.
    pub fn after(&mut self, body: &Proctype, statement: &Statement) {
        let value = match statement {
            Statement::Assign(place, value) => Some((place, self.with_values(value))),
            Statement::Sequence(all) => return all.iter().for_each(|part| self.after(body, part)),
            _ => None,
        };
        for place in targets(statement) {
            if let VarRef::Local(local) = place.var {
                self.set(local, None);
            }
        }
        if let Some((place, Expr::Const(value))) = value
            && let Some(local) = followed(body, place)
        {
            self.set(local, Some(place.scalar.truncate(value)));
        }
    }

    /// The expression with known values in it, computed as far as they go.
    pub fn with_values(&self, expr: &Expr) -> Expr {
        let boxed = |e: &Expr| Box::new(self.with_values(e));
        match expr {
            Expr::Load(place) => match &place.var {
                VarRef::Local(local) if place.index.is_empty() => {
                    self.get(*local).map_or_else(|| expr.clone(), Expr::Const)
                }
                _ => Expr::Load(self.place_with_values(place)),
            },
            Expr::Unary(op, e) => match self.with_values(e) {
                Expr::Const(value) => Expr::Const(unary(*op, value)),
                e => Expr::Unary(*op, Box::new(e)),
            },
            Expr::Binary(op, a, b) => self.operation(*op, a, b),
            Expr::Cond(c, a, b) => match self.with_values(c) {
                Expr::Const(0) => self.with_values(b),
                Expr::Const(_) => self.with_values(a),
                c => Expr::Cond(Box::new(c), boxed(a), boxed(b)),
            },
            Expr::Len(e) => Expr::Len(boxed(e)),
            Expr::Test(test, e) => Expr::Test(*test, boxed(e)),
            other => other.clone(),
        }
    }

    fn operation(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
        let a = self.with_values(a);
        // What is never evaluated may fail, so it goes.
        match (op, &a) {
            (BinaryOp::And, Expr::Const(0)) => return Expr::Const(0),
            (BinaryOp::Or, Expr::Const(value)) if *value != 0 => return Expr::Const(1),
            _ => {}
        }
        let b = self.with_values(b);
        if let (Expr::Const(a), Expr::Const(b)) = (&a, &b)
            && let Ok(value) = binary(op, *a, *b)
        {
            return Expr::Const(value);
        }
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    /// The place with known values in its indices.
    pub fn place_with_values(&self, place: &Place) -> Place {
        let index = place.index.iter().map(|e| self.with_values(e)).collect();
        Place { index, ..place.clone() }
    }
}

/// The local variable that a place is, if its values are followed.
pub(super) fn followed(body: &Proctype, place: &Place) -> Option<LocalId> {
    match place.var {
        VarRef::Local(local) if place.index.is_empty() => Some(local).filter(|&l| is_followed(body, l)),
        _ => None,
    }
}

fn is_followed(body: &Proctype, local: LocalId) -> bool {
    let var = body.local(local);
    var.dims.is_empty() && !var.hidden
}

/// Does the expression read nothing but variables, the own number, and how full channels are?
pub(super) fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Pid => true,
        Expr::Load(place) => is_plain_place(place),
        Expr::Unary(_, e) | Expr::Len(e) | Expr::Test(_, e) => is_plain(e),
        Expr::Binary(_, a, b) => is_plain(a) && is_plain(b),
        Expr::Cond(c, a, b) => is_plain(c) && is_plain(a) && is_plain(b),
        _ => false,
    }
}

pub(super) fn is_plain_place(place: &Place) -> bool {
    !matches!(place.var, VarRef::Remote { .. }) && place.index.iter().all(is_plain)
}
