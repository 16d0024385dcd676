//! Truth of predicates.
//!
//! Undefinedness is three-valued: a conjunction with a false conjunct is false even if another is undefined, and dually
//! for disjunctions; otherwise it is undefined. At the guards of operations and inside plans, undefined counts as
//! false.

use super::{Env, Evaluator, Fault, Res, undefined};
use crate::code::{E, Ex, P, Plan, Pr};
use crate::value::{Value, cardinality, elements, is_subset};
use diagnostics::Span;

impl Evaluator<'_> {
    /// Whether the predicate holds.
    pub fn holds(&self, env: &mut Env, predicate: &Pr) -> Res<bool> {
        Ok(match predicate {
            Pr::True => true,
            Pr::False => false,
            Pr::And(items) => return self.any_of(env, items, false),
            Pr::Or(items) => return self.any_of(env, items, true),
            Pr::Not(inner) => !self.holds(env, inner)?,
            Pr::Implies(left, right) => return self.implies(env, left, right),
            Pr::Iff(left, right) => self.holds(env, left)? == self.holds(env, right)?,
            Pr::Equal(..) | Pr::Less(..) | Pr::LessEqual(..) | Pr::Subset(..) => {
                let answer = self.compare(env, predicate);
                return self.or_refuted(env, predicate, answer);
            }
            Pr::Member(element, set) => {
                let element = self.eval(env, element)?;
                self.member(env, &element, set)?
            }
            Pr::Forall(plan, body) => return self.for_all(env, plan, body),
            Pr::Exists { plan, .. } => self.exists(env, plan)?,
            Pr::If(condition, then, otherwise) => {
                let chosen = if self.holds(env, condition)? { then } else { otherwise };
                self.holds(env, chosen)?
            }
            Pr::Let(plan, body, span) => {
                let mut result = None;
                self.solve(env, plan, &mut |env| {
                    result = Some(self.holds(env, body)?);
                    Ok(false)
                })?;
                return result.map_or_else(|| undefined(*span, "LET without a solution"), Ok);
            }
            Pr::Finite(set) => match self.eval(env, set)? {
                Value::Symbolic(own) if matches!(*own.code, Ex::Integers(_) | Ex::Strings) => false,
                // Listing the set shows that it is finite; that it cannot be listed shows nothing.
                set => self.explicit(env, set, Span::default()).map(|_| true)?,
            },
        })
    }

    fn implies(&self, env: &mut Env, left: &Pr, right: &Pr) -> Res<bool> {
        match self.holds(env, left) {
            Ok(true) => self.holds(env, right),
            Ok(false) => Ok(true),
            Err(fault @ (Fault::Undefined(_) | Fault::Pending)) => {
                if self.holds(env, right)? {
                    Ok(true)
                } else {
                    Err(fault)
                }
            }
            Err(fault) => Err(fault),
        }
    }

    /// Whether the body holds in every solution; one where it is false settles that, before or after undefined ones.
    fn for_all(&self, env: &mut Env, plan: &Plan, body: &Pr) -> Res<bool> {
        let (mut open, before) = (None, env.cut);
        let mut holds = true;
        self.solve(env, plan, &mut |env| match self.holds(env, body) {
            Ok(true) => Ok(true),
            Ok(false) => {
                holds = false;
                Ok(false)
            }
            Err(fault @ (Fault::Undefined(_) | Fault::Pending)) => {
                open = more_open(open, fault);
                Ok(true)
            }
            Err(fault) => Err(fault),
        })?;
        if !holds {
            env.forget_cut(plan.span, before);
        }
        match (holds, open) {
            (true, Some(fault)) => Err(fault),
            (holds, _) => Ok(holds),
        }
    }

    /// Whether the plan has a solution.
    fn exists(&self, env: &mut Env, plan: &Plan) -> Res<bool> {
        let (mut found, before) = (false, env.cut);
        self.solve(env, plan, &mut |_| {
            found = true;
            Ok(false)
        })?;
        if found {
            env.forget_cut(plan.span, before);
        }
        Ok(found)
    }

    /// Comparisons of integers and sets.
    #[inline]
    fn compare(&self, env: &mut Env, predicate: &Pr) -> Res<bool> {
        match predicate {
            Pr::Equal(left, right) => self.equal(env, left, right),
            Pr::Less(left, right) => Ok(self.eval(env, left)?.word() < self.eval(env, right)?.word()),
            Pr::LessEqual(left, right) => Ok(self.eval(env, left)?.word() <= self.eval(env, right)?.word()),
            Pr::Subset(left, right) => {
                let left = self.eval(env, left)?;
                self.subset(env, &left, right)
            }
            _ => Ok(false),
        }
    }

    /// `decisive` is the truth value that settles the whole: false for conjunctions, true for disjunctions.
    fn any_of(&self, env: &mut Env, items: &[P], decisive: bool) -> Res<bool> {
        let mut open = None;
        for item in items {
            match self.holds(env, item) {
                Ok(value) if value == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(fault @ (Fault::Undefined(_) | Fault::Pending)) => open = more_open(open, fault),
                Err(fault) => return Err(fault),
            }
        }
        open.map_or(Ok(!decisive), Err)
    }

    fn equal(&self, env: &mut Env, left: &E, right: &E) -> Res<bool> {
        let (left, right) = (self.eval(env, left)?, self.eval(env, right)?);
        match (&left, &right) {
            (Value::Symbolic(_), Value::Symbolic(_)) if left == right => Ok(true),
            (Value::Symbolic(_), _) | (_, Value::Symbolic(_)) => {
                let (a, b) =
                    (self.explicit(env, left, Span::default())?, self.explicit(env, right, Span::default())?);
                Ok(a == b)
            }
            (Value::Set(a), Value::Set(b)) => {
                env.burn_pass(a.len().min(b.len()))?;
                Ok(a == b)
            }
            _ => Ok(left == right),
        }
    }

    /// Whether every element of `left` is in `right`, which may be infinite.
    pub fn subset(&self, env: &mut Env, left: &Value, right: &Ex) -> Res<bool> {
        if !self.has_structure(right) {
            let right = self.eval(env, right)?;
            if !matches!(left, Value::Symbolic(_)) && !matches!(right, Value::Symbolic(_)) {
                env.burn_pass(cardinality(left))?;
                return Ok(is_subset(left, &right));
            }
            let left = self.explicit(env, left.clone(), Span::default())?;
            for element in elements(&left) {
                env.burn(1, Span::default())?;
                if !self.member_of_value(env, &element, &right)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if let (Ex::Symbolic(inner, _), Value::Symbolic(own)) = (right, left) {
            if std::sync::Arc::ptr_eq(inner, &own.code) || matches!(**inner, Ex::Integers(None) | Ex::Strings)
            {
                return Ok(true);
            }
            if let (Ex::Integers(Some(wide)), Ex::Integers(Some(narrow))) = (&**inner, &*own.code) {
                return Ok(wide <= narrow);
            }
        }
        let left = self.explicit(env, left.clone(), Span::default())?;
        for element in elements(&left) {
            env.burn(1, Span::default())?;
            if !self.member(env, &element, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Of two reasons for having no answer, the first; but "not decided yet" may still become an answer.
fn more_open(open: Option<Fault>, fault: Fault) -> Option<Fault> {
    match (open, fault) {
        (Some(open), Fault::Undefined(_)) => Some(open),
        _ => Some(fault),
    }
}
