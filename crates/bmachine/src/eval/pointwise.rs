//! Searching for a set or a function one element at a time.
//!
//! While the search is under way its slot holds a [`Partial`]: what is decided so far. Evaluation answers from it where it
//! can and faults with [`Fault::Pending`] where the answer depends on the rest. A conjunct that is true on a part is true
//! of the whole and need not be asked again below; one that is false, or undefined, refutes the part. Ternary evaluation over
//! partial assignments is the idea of Kleene's logic; the same is done with coroutines in ProB (Leuschel and Butler,
//! 2008). No propagation beyond equations that give values: a check tells only whether to go on.

use super::{Each, Env, Evaluator, Fault, Res, Then};
use crate::code::{Giver, P, Pointwise};
use crate::value::{Partial, RelationInfo, SetBuilder, Value, contains, elements, pair, split};
use diagnostics::Span;
use std::sync::Arc;

impl Partial {
    /// Whether the element is a member, if that is decided.
    pub fn decides(&self, element: &Value) -> Option<bool> {
        let key = match self.function {
            Some(info) => split(element, info.right).0,
            None => element.clone(),
        };
        contains(&self.decided, &key).then(|| contains(&self.known, element))
    }
}

/// What is decided, and the lists it is decided from.
struct Search<'s> {
    plan: &'s Pointwise,
    span: Span,
    points: Vec<Value>,
    /// The range of a function if it can be listed.
    range: Option<Vec<Value>>,
    /// How often each element of the range is used.
    uses: Vec<u32>,
    known: Vec<Value>,
    /// The function being searched for: total, injective, onto.
    demands: [bool; 3],
    /// The domain of a total function.
    domain: Option<Value>,
}

impl Evaluator<'_> {
    /// Calls `then` with every set or function that passes the checks.
    pub(super) fn pointwise(&self, env: &mut Env, plan: &Pointwise, span: Span, then: Then<'_>) -> Res<bool> {
        let from = self.listed(env, &plan.from)?;
        let (mut range, mut demands) = (None, [false; 3]);
        if let Some((arrow, to)) = &plan.function {
            let asked = arrow.demands();
            demands = [asked.total, asked.injective, asked.onto];
            range = match self.listed(env, to) {
                Ok(to) => Some(elements(&to).collect()),
                Err(Fault::Infinite(_)) => None,
                Err(fault) => return Err(fault),
            };
        }
        let uses = vec![0; range.as_ref().map_or(0, Vec::len)];
        let points = elements(&from).collect();
        let domain = demands[0].then_some(from);
        let mut search = Search { plan, span, points, range, uses, known: Vec::new(), demands, domain };
        let saved = env.slots[plan.slot as usize].clone();
        let checks: Vec<&P> = plan.checks.iter().collect();
        let result = self.decide(env, &mut search, 0, &checks, then);
        env.set(plan.slot, saved);
        result
    }

    /// Decides the point `at` in every way.
    fn decide(
        &self,
        env: &mut Env,
        search: &mut Search<'_>,
        at: usize,
        checks: &[&P],
        then: Then<'_>,
    ) -> Res<bool> {
        env.burn(1, search.span)?;
        search.install(env, at);
        let mut open = Vec::with_capacity(checks.len());
        for check in checks {
            match self.holds(env, check) {
                Ok(true) => {}
                Ok(false) => return Ok(true),
                Err(Fault::Pending) => open.push(*check),
                Err(Fault::Undefined(undefined)) => {
                    env.note(undefined);
                    return Ok(true);
                }
                Err(fault) => return Err(fault),
            }
        }
        if at == search.points.len() {
            // The whole is in place; what is pending now waits for a search around this one.
            if !open.is_empty() {
                return Err(Fault::Pending);
            }
            let onto = !search.demands[2] || search.uses.iter().all(|count| *count > 0);
            return if onto { then(env) } else { Ok(true) };
        }
        if search.plan.function.is_none() {
            return self.decide_membership(env, search, at, &open, then);
        }
        self.decide_value(env, search, at, &open, then)
    }

    fn decide_membership(
        &self,
        env: &mut Env,
        search: &mut Search<'_>,
        at: usize,
        checks: &[&P],
        then: Then<'_>,
    ) -> Res<bool> {
        if !self.decide(env, search, at + 1, checks, then)? {
            return Ok(false);
        }
        search.known.push(search.points[at].clone());
        let result = self.decide(env, search, at + 1, checks, then);
        search.known.pop();
        result
    }

    fn decide_value(
        &self,
        env: &mut Env,
        search: &mut Search<'_>,
        at: usize,
        checks: &[&P],
        then: Then<'_>,
    ) -> Res<bool> {
        let [total, injective, onto] = search.demands;
        let missing = search.uses.iter().filter(|count| **count == 0).count();
        if onto && missing > search.points.len() - at {
            return Ok(true);
        }
        if let Some(value) = self.given(env, search, at)? {
            return self.with_value(env, search, (at, value), checks, then);
        }
        if !total && !self.decide(env, search, at + 1, checks, then)? {
            return Ok(false);
        }
        let Some(range) = search.range.clone() else {
            return self.cut_values(env, search, at, checks, then);
        };
        for (index, image) in range.into_iter().enumerate() {
            if injective && search.uses[index] > 0 {
                continue;
            }
            if !self.with_value(env, search, (at, image), checks, then)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The range is infinite and no equation gives the value: the implementable part, with a note.
    fn cut_values(
        &self,
        env: &mut Env,
        search: &mut Search<'_>,
        at: usize,
        checks: &[&P],
        then: Then<'_>,
    ) -> Res<bool> {
        let Some((_, to)) = &search.plan.function else { return Ok(true) };
        env.cut = Some(search.span);
        let mut images = Vec::new();
        self.each(env, to, &mut |_, image| {
            images.push(image);
            Ok(true)
        })?;
        for image in images {
            if !self.with_value(env, search, (at, image), checks, then)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn with_value(
        &self,
        env: &mut Env,
        search: &mut Search<'_>,
        (at, image): (usize, Value),
        checks: &[&P],
        then: Then<'_>,
    ) -> Res<bool> {
        let used = search.range.as_ref().and_then(|range| range.iter().position(|own| *own == image));
        let outside = search.range.is_some() && used.is_none();
        if outside || search.demands[1] && search.repeats(&image) {
            return Ok(true);
        }
        if let (None, Some((_, to))) = (&search.range, &search.plan.function)
            && !self.member(env, &image, to)?
        {
            return Ok(true);
        }
        used.iter().for_each(|index| search.uses[*index] += 1);
        search.known.push(pair(search.points[at].clone(), image, search.plan.info.right));
        let result = self.decide(env, search, at + 1, checks, then);
        search.known.pop();
        used.iter().for_each(|index| search.uses[*index] -= 1);
        result
    }

    /// The value that an equation gives to the point, if one does already.
    fn given(&self, env: &mut Env, search: &Search<'_>, at: usize) -> Res<Option<Value>> {
        for giver in &search.plan.givers {
            match self.given_by(env, giver, &search.points[at]) {
                Ok(Some(value)) => return Ok(Some(value)),
                // What is undefined here is left to the check of the conjunct itself.
                Ok(None) | Err(Fault::Pending | Fault::Undefined(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(None)
    }

    fn given_by(&self, env: &mut Env, giver: &Giver, point: &Value) -> Res<Option<Value>> {
        let Some(plan) = &giver.plan else { return self.given_here(env, giver, point) };
        let mut found = None;
        self.solve(env, plan, &mut |env| {
            found = self.given_here(env, giver, point)?;
            Ok(found.is_none())
        })?;
        Ok(found)
    }

    fn given_here(&self, env: &mut Env, giver: &Giver, point: &Value) -> Res<Option<Value>> {
        if self.eval(env, &giver.argument)? != *point {
            return Ok(None);
        }
        for condition in &giver.conditions {
            if !self.holds(env, condition)? {
                return Ok(None);
            }
        }
        self.eval(env, &giver.value).map(Some)
    }

    /// Calls `then` for the members of a partial set that are known, and faults if that does not settle the matter.
    pub(super) fn each_known(&self, env: &mut Env, slot: u32, then: Each<'_>) -> Res<bool> {
        let Value::Partial(partial) = &env.slots[slot as usize] else { return Ok(true) };
        let partial = Arc::clone(partial);
        for element in elements(&partial.known) {
            if !then(env, element)? {
                return Ok(false);
            }
        }
        Err(Fault::Pending)
    }
}

impl Search<'_> {
    /// Puts what is decided before `at` into the slot; the whole when everything is.
    fn install(&self, env: &mut Env, at: usize) {
        let RelationInfo { bits, domain_bits, .. } = self.plan.info;
        let is_function = self.plan.function.is_some();
        let known = set_of(&self.known, if is_function { bits } else { self.plan.bits });
        let value = if at == self.points.len() {
            known
        } else {
            let decided = set_of(&self.points[..at], if is_function { domain_bits } else { self.plan.bits });
            let function = is_function.then_some(self.plan.info);
            let left = self.points.len() - at;
            Value::Partial(Arc::new(Partial { known, decided, left, function, domain: self.domain.clone() }))
        };
        env.set(self.plan.slot, value);
    }

    fn repeats(&self, image: &Value) -> bool {
        self.known.iter().any(|known| split(known, self.plan.info.right).1 == *image)
    }
}

fn set_of(items: &[Value], bits: bool) -> Value {
    let mut builder = SetBuilder::new(bits);
    items.iter().for_each(|item| builder.add(item.clone()));
    builder.finish()
}
