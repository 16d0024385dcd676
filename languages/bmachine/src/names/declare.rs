//! What the clauses of each machine declare, and the order in which they are read.

use std::sync::Arc;

use diagnostics::{NameKind, Span};

use super::Walk;
use crate::compose::Entity;
use crate::syntax::ast::{
    Definition, DefinitionBody, Formula, Ident, Machine, MachineUse, Node, Operation, SetDeclaration,
};
use crate::syntax::{Token, lex};

/// Definitions that mean something by their names, but for GOAL: how they begin.
const SETTINGS: [&str; 5] = ["ASSERT_", "SET_PREF_", "scope_", "EXTERNAL_", "ANIMATION_"];

/// Whether a definition has its meaning from its name.
pub(super) fn definition_kind(name: &str) -> NameKind {
    let is_setting = name == "GOAL" || SETTINGS.iter().any(|begin| name.starts_with(begin));
    if is_setting { NameKind::Setting } else { NameKind::Definition }
}

/// The longest definition that is told.
const LONGEST: usize = 200;

impl Walk<'_> {
    /// What the unit declares. What a refinement repeats is a mention.
    pub(super) fn declarations(&mut self) {
        let machine = Arc::clone(&self.composition.units[self.unit].machine);
        let id = self.declare(
            &machine.name,
            NameKind::Machine,
            format!("MACHINE {}", machine.name.name),
            String::new(),
        );
        self.machines.insert(machine.name.name.clone(), id);
        for set in &machine.sets {
            self.set(set);
        }
        for parameter in &machine.parameters {
            self.global(parameter, NameKind::Parameter, &format!("parameter of {}", machine.name.name));
        }
        for constant in &machine.constants {
            self.global(constant, NameKind::Constant, &format!("constant of {}", machine.name.name));
        }
        for variable in &machine.variables {
            self.global(variable, NameKind::Variable, &format!("variable of {}", machine.name.name));
        }
        for (index, operation) in machine.operations.iter().enumerate() {
            self.operation_name(&machine, index, operation);
        }
        for definition in self.composition.units[self.unit].definitions.values() {
            let code = self.definition_text(definition);
            let kind = definition_kind(&definition.name.name);
            let id = self.declare(&definition.name, kind, code, String::new());
            self.definitions.insert(definition.name.span, id);
        }
    }

    fn global(&mut self, name: &Ident, kind: NameKind, what: &str) {
        let Some(&entity) = self.composition.units[self.unit].scope.get(&name.name) else { return };
        match self.entities.get(&entity) {
            Some(&known) => self.mention(known, name.span),
            None => {
                let id = self.declare_typed(name, kind, what);
                self.entities.insert(entity, id);
            }
        }
    }

    fn set(&mut self, set: &SetDeclaration) {
        let what = match &set.elements {
            None => "deferred set".to_owned(),
            Some(elements) => format!("set of {} elements", elements.len()),
        };
        self.named(&set.name, NameKind::Set, set.name.name.clone(), &what);
        for element in set.elements.iter().flatten() {
            let code = format!("{} : {}", element.name, set.name.name);
            self.named(element, NameKind::Element, code, &format!("element of {}", set.name.name));
        }
    }

    fn named(&mut self, name: &Ident, kind: NameKind, code: String, what: &str) {
        let Some(&entity) = self.composition.units[self.unit].scope.get(&name.name) else { return };
        let expected = matches!(
            (kind, entity),
            (NameKind::Set, Entity::Set(_)) | (NameKind::Element, Entity::Element(..))
        );
        match self.entities.get(&entity) {
            Some(&known) => self.mention(known, name.span),
            None if expected => {
                let id = self.declare(name, kind, code, what.to_owned());
                self.entities.insert(entity, id);
            }
            None => {}
        }
    }

    /// An operation of a refinement is the one it refines.
    fn operation_name(&mut self, machine: &Machine, index: usize, operation: &Operation) {
        let refined = machine.refines.as_ref().and_then(|refined| {
            let units = &self.composition.units;
            let unit = units[..self.unit].iter().rposition(|own| own.machine.name.name == refined.name)?;
            let mut operations = units[unit].machine.operations.iter();
            let same = operations.position(|own| own.name.name == operation.name.name)?;
            self.operations.get(&(unit, same)).copied()
        });
        let id = match refined {
            Some(known) => {
                self.mention(known, operation.name.span);
                known
            }
            None => {
                let about = format!("operation of {}", machine.name.name);
                let code = self.operation_text(operation);
                self.declare(&operation.name, NameKind::Operation, code, about)
            }
        };
        self.operations.insert((self.unit, index), id);
    }

    fn operation_text(&self, operation: &Operation) -> String {
        let typed = |name: &Ident| match self.types.get(&name.span) {
            Some(ty) => format!("{} : {ty}", name.name),
            None => name.name.clone(),
        };
        let list = |names: &[Ident]| names.iter().map(typed).collect::<Vec<_>>().join(", ");
        let results = match &operation.results[..] {
            [] => String::new(),
            results => format!("{} <-- ", list(results)),
        };
        let parameters = match &operation.parameters[..] {
            [] => String::new(),
            parameters => format!("({})", list(parameters)),
        };
        format!("{results}{}{parameters}", operation.name.name)
    }

    fn definition_text(&self, definition: &Definition) -> String {
        let span = match &definition.body {
            DefinitionBody::Formula(body) => body.span,
            DefinitionBody::Substitution(body) => body.span,
        };
        let whole = self.sources.slice(definition.name.span.to(span));
        let text: String = whole.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }

    /// Everything that the unit says, with the names in it.
    pub(super) fn clauses(&mut self) {
        let machine = Arc::clone(&self.composition.units[self.unit].machine);
        self.uses(&machine);
        let stated = machine.constraints.iter().chain(&machine.properties).chain(&machine.invariant);
        for formula in stated.chain(&machine.assertions) {
            self.formula(formula);
        }
        machine.lists.iter().for_each(|list| self.name(&list.name, list.span));
        for (name, value) in &machine.values {
            self.name(&name.name, name.span);
            self.formula(value);
        }
        if let Some(initialisation) = &machine.initialisation {
            self.substitution(initialisation);
        }
        for operation in &machine.operations {
            let what = format!("parameter of operation {}", operation.name.name);
            let result = format!("result of operation {}", operation.name.name);
            self.bound(&operation.parameters, NameKind::Parameter, &what, |walk| {
                walk.bound(&operation.results, NameKind::Parameter, &result, |walk| {
                    walk.substitution(&operation.body);
                });
            });
        }
        self.steps_of_formulas();
        for definition in self.composition.units[self.unit].definitions.values() {
            let what = format!("parameter of definition {}", definition.name.name);
            self.bound(&definition.parameters, NameKind::Parameter, &what, |walk| match &definition.body {
                DefinitionBody::Formula(body) => walk.formula(body),
                DefinitionBody::Substitution(body) => walk.substitution(body),
            });
        }
    }

    /// Steps in temporal formulas, which are strings, have no places of their own.
    fn steps_of_formulas(&mut self) {
        let unit = &self.composition.units[self.unit];
        for definition in unit.definitions.values() {
            let DefinitionBody::Formula(Formula { node: Node::Text(text), span }) = &definition.body else {
                continue;
            };
            let words = lex(span.file, text).into_iter().filter_map(|located| match located.token {
                Token::Ident(word) if unit.operations.contains_key(&word) => Some(word),
                _ => None,
            });
            self.table.unresolved.extend(words.map(|word| (definition.name.name.clone(), word)));
        }
    }

    /// The machines that are named, and what is promoted of them.
    fn uses(&mut self, machine: &Machine) {
        let named = machine.sees.iter().chain(&machine.uses).chain(&machine.includes);
        for MachineUse { name, arguments, .. } in named.chain(&machine.extends).chain(&machine.imports) {
            self.machine_name(&name.name, name.span);
            arguments.iter().for_each(|argument| self.formula(argument));
        }
        if let Some(refined) = &machine.refines {
            self.machine_name(&refined.name, refined.span);
        }
        for promoted in &machine.promotes {
            self.operation(&promoted.name, promoted.span);
        }
    }

    fn machine_name(&mut self, name: &str, span: Span) {
        if let Some(&id) = self.machines.get(name) {
            self.mention(id, span);
        }
    }

    /// An operation that is called or promoted.
    pub(super) fn operation(&mut self, name: &str, span: Span) {
        let found = self.composition.units[self.unit].operations.get(name);
        if let Some(&id) = found.and_then(|place| self.operations.get(place)) {
            self.mention(id, span);
        }
    }
}
