//! What an operation of a refinement inherits from the operation it refines.
//!
//! A refinement may be called only as its abstraction may: the abstract precondition types the parameters and holds,
//! whether or not the refinement repeats it (Abrial, "The B-Book", 1996, section 11.2). Conjuncts about variables that
//! the refinement does not keep are left out.

use super::infer::{Inference, Meaning, Scope};
use super::tree::{Slot, TSub, Term, Typed, TypedSub};
use crate::compose::Role;
use crate::syntax::ast::{Formula, Ident, Operation, Sub};

impl<'a> Inference<'a> {
    /// The body under the precondition of the refined operation, where it has none itself or does not type a parameter.
    pub(super) fn inherit(&mut self, operation: &Operation, parameters: &[Slot], body: TypedSub) -> TypedSub {
        let is_typed = parameters.iter().all(|slot| self.program.types.is_closed(self.slot_type(*slot)));
        if is_typed && matches!(body.node, TSub::Pre(..)) {
            return body;
        }
        let Some((unit, names, guard)) = self.refined_precondition(operation) else { return body };
        let mut scope = Scope::default();
        for (name, slot) in names.iter().zip(parameters) {
            scope = scope.with(&name.name, Meaning::Slot(*slot));
        }
        let (own, known) = (std::mem::replace(&mut self.unit, unit), self.problems.len());
        let typed = self.predicate(guard, &scope);
        self.unit = own;
        // What is wrong with the abstraction is said when that is checked.
        self.problems.truncate(known);
        let Ok(typed) = typed else { return body };
        let (ty, place, span) = (typed.ty, typed.span, body.span);
        let mut conjuncts = typed.conjuncts();
        conjuncts.retain(|conjunct| !conjunct.mentions(&|slot| self.is_abstract(slot)));
        let guard = Typed { node: Term::And(conjuncts), ty, span: place };
        TypedSub { node: TSub::Pre(guard, Box::new(body)), span }
    }

    /// The nearest precondition up the chain of refinements: its unit, the names of its parameters and itself.
    fn refined_precondition(&self, operation: &Operation) -> Option<(usize, &'a [Ident], &'a Formula)> {
        let units = &self.composition.units;
        let mut unit = self.unit;
        loop {
            let refined = &units[unit].machine.refines.as_ref()?.name;
            // An abstraction stands before what refines it.
            unit = units[..unit]
                .iter()
                .rposition(|other| other.role == Role::Abstract && other.machine.name.name == *refined)?;
            let mut operations = units[unit].machine.operations.iter();
            let same = operations.find(|other| other.name.name == operation.name.name)?;
            if same.parameters.len() != operation.parameters.len() {
                return None;
            }
            if let Sub::Pre(guard, _) = &same.body.node {
                return Some((unit, &same.parameters, guard));
            }
        }
    }
}
