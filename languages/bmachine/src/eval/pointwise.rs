//! Searching for a set or a function one element at a time.
//!
//! While the search is under way its slot holds a [`Partial`]: what is decided so far. Evaluation answers from it where
//! it can and faults with [`Fault::Pending`] where the answer depends on the rest. A conjunct that is true on a part is
//! true of the whole and need not be asked again below; one that is false, or undefined, refutes the part. Ternary
//! evaluation over partial assignments is the idea of Kleene's logic; the same is done with coroutines in ProB
//! (Leuschel and Butler, 2008). No propagation beyond equations that give values: a check tells only whether to go on.

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
    range: Option<Arc<Vec<Value>>>,
    known: Vec<Value>,
    /// The function being searched for: total, injective, onto.
    demands: [bool; 3],
    /// The domain of a total function.
    domain: Option<Value>,
}

/// What can be decided about a point.
struct Choices {
    /// The point may be no member of the set, or be outside the domain of the function.
    left_out: bool,
    /// The images that the point may have; for a set, the point itself if it may be a member.
    taken: Arc<Vec<Value>>,
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
                Ok(to) => Some(Arc::new(elements(&to).collect())),
                Err(Fault::Infinite(_)) => None,
                Err(fault) => return Err(fault),
            };
        }
        let points = elements(&from).collect();
        let domain = demands[0].then_some(from);
        let mut search = Search { plan, span, points, range, known: Vec::new(), demands, domain };
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
        search.install(env, at)?;
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
            return if search.missing() == 0 { then(env) } else { Ok(true) };
        }
        let choices = self.choices(env, search, at)?;
        if choices.left_out && !self.decide(env, search, at + 1, &open, then)? {
            return Ok(false);
        }
        for choice in choices.taken.iter() {
            if !search.admits(choice) {
                continue;
            }
            search.known.push(search.member(at, choice));
            let result = self.decide(env, search, at + 1, &open, then);
            search.known.pop();
            if !result? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What may be added for the point: nothing, itself, or a pair with one of its possible values.
    fn choices(&self, env: &mut Env, search: &Search<'_>, at: usize) -> Res<Choices> {
        let Some((_, to)) = &search.plan.function else {
            return Ok(Choices { left_out: true, taken: Arc::new(vec![search.points[at].clone()]) });
        };
        search.burn_range(env)?;
        if search.missing() > search.points.len() - at {
            return Ok(Choices { left_out: false, taken: Arc::default() });
        }
        if let Some(image) = self.given(env, search, at)? {
            let inside = match &search.range {
                Some(range) => range.contains(&image),
                None => self.member(env, &image, to)?,
            };
            let taken = Arc::new(if inside { vec![image] } else { Vec::new() });
            return Ok(Choices { left_out: false, taken });
        }
        let taken = match &search.range {
            Some(range) => Arc::clone(range),
            // The range is infinite and no equation gives the value: the implementable part, with a note.
            None => {
                env.cut = Some(search.span);
                Arc::new(elements(&self.implementable(env, to)?).collect())
            }
        };
        Ok(Choices { left_out: !search.demands[0], taken })
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
            env.burn(1, Span::default())?;
            if !then(env, element)? {
                return Ok(false);
            }
        }
        Err(Fault::Pending)
    }
}

impl Search<'_> {
    /// Puts what is decided before `at` into the slot; the whole when everything is.
    fn install(&self, env: &mut Env, at: usize) -> Res<()> {
        env.burn_pass(self.known.len() + at)?;
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
        Ok(())
    }

    /// What is added for a point: itself, or its pair with an image.
    fn member(&self, at: usize, choice: &Value) -> Value {
        match self.plan.function {
            Some(_) => pair(self.points[at].clone(), choice.clone(), self.plan.info.right),
            None => choice.clone(),
        }
    }

    /// Uses fuel for looking up which values an injective or onto function takes already.
    fn burn_range(&self, env: &mut Env) -> Res<()> {
        let range = self.range.as_ref().map_or(1, |range| range.len());
        let looks_up = self.demands[1] || self.demands[2];
        env.burn_pass(if looks_up { range.saturating_mul(self.known.len()) } else { range })
    }

    /// Whether the function may take the value once more.
    fn admits(&self, image: &Value) -> bool {
        !self.demands[1] || !self.takes(image)
    }

    fn takes(&self, image: &Value) -> bool {
        self.known.iter().any(|known| split(known, self.plan.info.right).1 == *image)
    }

    /// How many values a function that must be onto does not take yet.
    fn missing(&self) -> usize {
        let range = self.range.iter().flat_map(|range| range.iter()).filter(|_| self.demands[2]);
        range.filter(|image| !self.takes(image)).count()
    }
}

fn set_of(items: &[Value], bits: bool) -> Value {
    let mut builder = SetBuilder::new(bits);
    items.iter().for_each(|item| builder.add(item.clone()));
    builder.finish()
}
