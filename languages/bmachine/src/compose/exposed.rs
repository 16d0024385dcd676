//! Which operations are steps of the whole.

use super::{Composer, Role};
use crate::problem::Problem;
use std::sync::Arc;

impl Composer<'_> {
    /// Which operations the user of the top machine sees: its own, promoted ones and those of extended machines.
    pub(super) fn expose(&mut self, unit: usize) {
        if self.out.units[unit].role != Role::Top {
            return;
        }
        let machine = Arc::clone(&self.out.units[unit].machine);
        let mut exposed = Vec::new();
        for promoted in &machine.promotes {
            match self.out.units[unit].operations.get(&promoted.name) {
                Some(&(owner, index)) => exposed.push((owner, index, promoted.name.clone())),
                _ => self
                    .problems
                    .push(Problem::new(promoted.span, format!("unknown operation {}", promoted.name))),
            }
        }
        for used in &machine.extends {
            let own = used.prefix.as_ref().map_or(String::new(), |p| format!("{p}."));
            let Some(&extended) = self.seen.get(&(used.name.name.clone(), own.clone())) else { continue };
            self.expose_extended(extended, &own, &mut exposed);
        }
        for (index, operation) in machine.operations.iter().enumerate() {
            exposed.push((unit, index, operation.name.name.clone()));
        }
        self.expose_seen(&mut exposed);
        self.out.exposed = exposed;
    }

    /// A machine that is seen and included by nobody lives beside the others: as in ProB, its operations can happen
    /// too.
    fn expose_seen(&self, exposed: &mut Vec<(usize, usize, String)>) {
        for (unit, seen) in self.out.units.iter().enumerate().filter(|(_, seen)| seen.role == Role::Seen) {
            for (index, operation) in seen.machine.operations.iter().enumerate() {
                let name = &operation.name.name;
                let is_taken = exposed.iter().any(|(_, _, own)| own == name);
                let name = if is_taken { format!("{}.{name}", seen.machine.name.name) } else { name.clone() };
                exposed.push((unit, index, name));
            }
        }
    }

    fn expose_extended(&self, unit: usize, own: &str, exposed: &mut Vec<(usize, usize, String)>) {
        let machine = &self.out.units[unit].machine;
        for (index, operation) in machine.operations.iter().enumerate() {
            exposed.push((unit, index, format!("{own}{}", operation.name.name)));
        }
        for promoted in &machine.promotes {
            if let Some(&(owner, index)) = self.out.units[unit].operations.get(&promoted.name) {
                exposed.push((owner, index, format!("{own}{}", promoted.name)));
            }
        }
        for used in &machine.extends {
            if let Some(&deeper) = self.seen.get(&(used.name.name.clone(), own.to_owned())) {
                self.expose_extended(deeper, own, exposed);
            }
        }
    }
}
