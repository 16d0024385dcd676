//! Which operation reads and writes which variable, by the compiled code.

use super::Machine;
use crate::code::{Act, CompiledOperation, Walk};
use report::{Link, LinkKind};
use std::collections::BTreeSet;

/// Slots that a substitution reads and those that it writes.
#[derive(Default)]
struct Used {
    read: Walk,
    written: BTreeSet<u32>,
}

impl Machine {
    /// One link for each operation and variable that it may read or write.
    pub(crate) fn communication(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for operation in &self.operations {
            let used = Used::by(operation);
            for (kind, slots) in [(LinkKind::Reads, &used.read.mentioned), (LinkKind::Writes, &used.written)]
            {
                let variables = self.variables.iter().filter(|&slot| slots.contains(slot));
                let named = variables.filter_map(|&slot| self.slot_names.get(slot as usize));
                links.extend(named.map(|name| Link {
                    process: operation.name.clone(),
                    object: name.clone(),
                    kind,
                }));
            }
        }
        links
    }
}

impl Used {
    fn by(operation: &CompiledOperation) -> Used {
        let mut used = Used::default();
        operation.guards.iter().for_each(|(guard, _)| used.read.predicate(guard));
        used.read.plan(&operation.plan);
        used.act(&operation.body);
        used
    }

    fn assigns<E: AsRef<crate::code::Ex>>(&mut self, targets: &[(u32, E)]) {
        for (target, value) in targets {
            self.written.insert(*target);
            self.read.expression(value.as_ref());
        }
    }

    fn all<'a>(&mut self, acts: impl IntoIterator<Item = &'a Act>) {
        acts.into_iter().for_each(|act| self.act(act));
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Skip | Act::Initialised(_) => {}
            Act::Assign(pairs) => self.assigns(pairs),
            Act::ChooseFrom { targets, set, .. } => {
                self.read.expression(set);
                self.assigns(targets);
            }
            Act::SuchThat(plan, pairs) => {
                self.read.plan(plan);
                self.written.extend(pairs.iter().map(|&(_, variable)| variable));
            }
            Act::Call { parameters, results, body } => {
                self.assigns(parameters);
                for (_, variable, value) in results {
                    self.written.insert(*variable);
                    self.read.expression(value);
                }
                self.act(body);
            }
            Act::Pre(condition, _, body) | Act::Assert(condition, _, body) => {
                self.read.predicate(condition);
                self.act(body);
            }
            Act::If(branches, otherwise) | Act::Select(branches, otherwise) => {
                branches.iter().for_each(|(condition, _)| self.read.predicate(condition));
                self.all(branches.iter().map(|(_, body)| body).chain(otherwise.as_deref()));
            }
            Act::Choice(items) | Act::Sequence(items) | Act::Parallel(items) => self.all(items),
            Act::Any(plan, body) => {
                self.read.plan(plan);
                self.act(body);
            }
            Act::Var(_, body) => self.act(body),
            Act::Case(subject, branches, otherwise) => {
                self.read.expression(subject);
                let values = branches.iter().flat_map(|(values, _)| values);
                values.for_each(|value| self.read.expression(value));
                self.all(branches.iter().map(|(_, body)| body).chain(otherwise.as_deref()));
            }
            Act::While(own) => {
                self.read.predicate(&own.condition);
                self.act(&own.body);
            }
        }
    }
}
