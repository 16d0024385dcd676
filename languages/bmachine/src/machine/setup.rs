//! Setting up the constants.
//!
//! Without reduction every valuation is listed. With it the plan is run breadth-first, one step at a time, and after
//! each step only one partial valuation of each orbit is kept: the properties cannot tell symmetric ones apart, so each
//! orbit of complete valuations is still reached. For philosophers with n forks that is one left-fork bijection instead
//! of n!.

use super::Machine;
use crate::eval::{Env, Fault};
use crate::symmetry::Action;
use crate::value::encode::encode;
use crate::value::{Ty, Value};
use std::collections::HashSet;

/// Why the constants could not all be listed.
#[derive(Clone, Debug)]
pub enum SetupProblem {
    /// The evaluator gave up.
    Fault(Fault),
    /// There are more valuations than the options allow.
    TooMany,
    /// An infinite type was cut to the implementable integers.
    Cut(diagnostics::Span),
}

/// Values of constants that are kept at most with their elements, all valuations together.
const MAX_VALUES: usize = 10_000_000;

/// How to treat symmetric valuations.
pub(crate) enum Setup<'s> {
    All,
    /// Keep one of each orbit, found with this canonical labelling of value lists.
    Orbits(&'s mut Canonical<'s>),
}

/// The canonical form of a list of values.
pub(crate) type Canonical<'s> = dyn FnMut(&[(Value, Ty)]) -> Vec<u8> + 's;

impl Machine {
    /// Finds the values of the constants and fixes the layout of states.
    pub(crate) fn setup(&mut self, mode: Setup<'_>) {
        let valuations = match mode {
            Setup::All => self.all_valuations(),
            Setup::Orbits(label) => self.orbit_valuations(label),
        };
        self.lay_out(&valuations);
        if self.has_unlisted(&valuations) {
            self.setup_problem = Some(SetupProblem::Fault(Fault::Infinite(self.properties.span)));
            return;
        }
        // In the order found: approximate methods depend on which state they meet first.
        let mut seen = HashSet::new();
        let states = valuations.iter().map(|values| self.setup_state(values));
        self.setups = states.filter(|state| seen.insert(state.clone())).collect();
    }

    fn all_valuations(&mut self) -> Vec<Vec<Value>> {
        let (mut found, mut kept) = (Vec::new(), 0);
        let mut env = Env::until(self.options.deadline, self.slot_types.len());
        env.trusts_declarations = true;
        let limit = self.most_setups();
        let outcome = self.evaluator().solve(&mut env, &self.properties, &mut |env| {
            let values: Vec<Value> =
                self.constants.iter().map(|slot| env.slots[*slot as usize].clone()).collect();
            kept += values.iter().map(Value::parts).sum::<usize>();
            found.push(values);
            env.refuel();
            Ok(found.len() <= limit && kept <= MAX_VALUES)
        });
        self.conclude(&env, outcome);
        found
    }

    fn orbit_valuations(&mut self, label: &mut Canonical<'_>) -> Vec<Vec<Value>> {
        let mut env = Env::until(self.options.deadline, self.slot_types.len());
        env.trusts_declarations = true;
        let mut partial: Vec<Vec<(u32, Value)>> = vec![Vec::new()];
        for step in &self.properties.steps {
            let (mut next, mut kept) = (Vec::new(), 0);
            let mut seen = HashSet::new();
            for values in &partial {
                for (slot, value) in values {
                    env.set(*slot, value.clone());
                }
                let single = crate::code::Plan {
                    steps: vec![step.clone()],
                    span: self.properties.span,
                    ..Default::default()
                };
                let bound = crate::code::Plan::bound(step);
                let outcome = self.evaluator().solve(&mut env, &single, &mut |env| {
                    let mut extended = values.clone();
                    extended.extend(bound.iter().map(|slot| (*slot, env.slots[*slot as usize].clone())));
                    let typed: Vec<(Value, Ty)> = extended
                        .iter()
                        .map(|(slot, value)| (value.clone(), self.slot_types[*slot as usize]))
                        .collect();
                    if bound.is_empty() || seen.insert(label(&typed)) {
                        kept += extended.iter().map(|(_, value)| value.parts()).sum::<usize>();
                        next.push(extended);
                    }
                    env.refuel();
                    Ok(next.len() <= self.most_setups() && kept <= MAX_VALUES)
                });
                if !matches!(outcome, Ok(true)) {
                    self.conclude(&env, outcome);
                    return Vec::new();
                }
            }
            partial = next;
        }
        self.conclude(&env, Ok(true));
        let ordered = |values: Vec<(u32, Value)>| -> Vec<Value> {
            let find = |slot: &u32| {
                values.iter().find(|(own, _)| own == slot).map_or(Value::Word(0), |(_, v)| v.clone())
            };
            self.constants.iter().map(find).collect()
        };
        partial.into_iter().map(ordered).collect()
    }

    /// Valuations that are kept at most: fewer when there are many constants, for the sake of memory.
    fn most_setups(&self) -> usize {
        self.options.max_setups.min(MAX_VALUES / self.constants.len().max(1))
    }

    fn conclude(&mut self, env: &Env, outcome: Result<bool, Fault>) {
        self.setup_problem = match outcome {
            Err(fault) => Some(SetupProblem::Fault(fault)),
            Ok(false) => Some(SetupProblem::TooMany),
            Ok(true) => env.cut.map(SetupProblem::Cut),
        };
    }

    /// Whether a constant that states have to hold is an infinite set.
    fn has_unlisted(&self, valuations: &[Vec<Value>]) -> bool {
        let is_inline = |position: &usize| self.inline.contains(&self.constants[*position]);
        let inline: Vec<usize> = (0..self.constants.len()).filter(is_inline).collect();
        valuations.iter().any(|values| inline.iter().any(|position| !values[*position].is_listed()))
    }

    /// Constants with one value that no permutation of deferred elements moves need not be stored in states.
    fn lay_out(&mut self, valuations: &[Vec<Value>]) {
        let action = Action::new(&self.domain);
        let (mut inline, mut fixed) = (Vec::new(), Vec::new());
        for (position, slot) in self.constants.iter().enumerate() {
            let ty = self.slot_types[*slot as usize];
            let first = valuations.first().map(|values| &values[position]);
            let same = valuations.iter().all(|values| Some(&values[position]) == first);
            match first {
                Some(value)
                    if same
                        && (matches!(value, Value::Symbolic(_)) || action.fixes(value, ty, &self.domain)) =>
                {
                    fixed.push((*slot, value.clone()));
                }
                _ => inline.push(*slot),
            }
        }
        self.inline = inline;
        self.fixed = fixed;
    }

    fn setup_state(&self, values: &[Value]) -> Vec<u8> {
        let mut state = vec![0];
        for slot in &self.inline {
            let position = self.constants.iter().position(|own| own == slot).unwrap_or(0);
            encode(&values[position], self.slot_types[*slot as usize], &self.domain, &mut state);
        }
        state
    }
}
