//! The outline of a component: its clauses, and what is declared in them.

use std::collections::HashMap;

use diagnostics::{FileId, NameKind, OutlineItem, SourceMap, Span};

use crate::compose::Composition;
use crate::syntax::ast::{DefinitionBody, Formula, Ident, Machine};

/// The component in a file.
pub(super) fn outline(
    composition: &Composition,
    sources: &SourceMap,
    file: FileId,
    types: &[(Span, String)],
) -> Vec<OutlineItem> {
    let types = types.iter().map(|(span, ty)| (*span, ty.as_str())).collect();
    let own = composition.units.iter().find(|unit| unit.machine.name.span.file == file);
    let Some(machine) = own.map(|unit| &unit.machine) else { return Vec::new() };
    let clauses = Clauses { machine, types };
    let name = machine.name.name.clone();
    let whole = Span::new(file, 0, sources.text(file).len());
    let (kind, detail) = (NameKind::Machine, String::new());
    vec![OutlineItem { name, kind, detail, whole, place: machine.name.span, inside: clauses.all() }]
}

struct Clauses<'a> {
    machine: &'a Machine,
    types: HashMap<Span, &'a str>,
}

impl Clauses<'_> {
    fn all(&self) -> Vec<OutlineItem> {
        let machine = self.machine;
        let typed = |names: &[Ident], kind| names.iter().map(|name| self.leaf(name, kind)).collect();
        let stated = |title, formulas: &[Formula]| {
            let parts: Vec<Span> = formulas.iter().map(|formula| formula.span).collect();
            spread(title, NameKind::Property, &parts)
        };
        let initialisation: Vec<Span> = machine.initialisation.iter().map(|own| own.span).collect();
        let mut all: Vec<OutlineItem> = [
            group("SETS", NameKind::Set, self.sets()),
            group("CONSTANTS", NameKind::Constant, typed(&machine.constants, NameKind::Constant)),
            stated("PROPERTIES", &machine.properties),
            group("VARIABLES", NameKind::Variable, typed(&machine.variables, NameKind::Variable)),
            stated("INVARIANT", &machine.invariant),
            stated("ASSERTIONS", &machine.assertions),
            group("DEFINITIONS", NameKind::Definition, self.definitions()),
            spread("INITIALISATION", NameKind::Operation, &initialisation),
            group("OPERATIONS", NameKind::Operation, self.operations()),
        ]
        .into_iter()
        .flatten()
        .collect();
        all.sort_by_key(|item| item.whole);
        all
    }

    fn leaf(&self, name: &Ident, kind: NameKind) -> OutlineItem {
        let detail = self.types.get(&name.span).map_or_else(String::new, |ty| (*ty).to_owned());
        item(name, kind, detail, name.span, Vec::new())
    }

    fn sets(&self) -> Vec<OutlineItem> {
        let set = |own: &crate::syntax::ast::SetDeclaration| {
            let elements = own.elements.iter().flatten();
            let inside: Vec<OutlineItem> = elements
                .map(|name| item(name, NameKind::Element, String::new(), name.span, Vec::new()))
                .collect();
            let whole = inside.last().map_or(own.name.span, |last| own.name.span.to(last.whole));
            item(&own.name, NameKind::Set, String::new(), whole, inside)
        };
        self.machine.sets.iter().map(set).collect()
    }

    fn operations(&self) -> Vec<OutlineItem> {
        let operation = |own: &crate::syntax::ast::Operation| {
            let names: Vec<&str> = own.parameters.iter().map(|name| name.name.as_str()).collect();
            let inside = own.parameters.iter().map(|name| self.leaf(name, NameKind::Parameter)).collect();
            let whole = own.name.span.to(own.body.span);
            item(&own.name, NameKind::Operation, format!("({})", names.join(", ")), whole, inside)
        };
        self.machine.operations.iter().map(operation).collect()
    }

    fn definitions(&self) -> Vec<OutlineItem> {
        let definition = |own: &crate::syntax::ast::Definition| {
            let body = match &own.body {
                DefinitionBody::Formula(body) => body.span,
                DefinitionBody::Substitution(body) => body.span,
            };
            item(&own.name, NameKind::Definition, String::new(), own.name.span.to(body), Vec::new())
        };
        self.machine.definitions.iter().map(definition).collect()
    }
}

fn item(name: &Ident, kind: NameKind, detail: String, whole: Span, inside: Vec<OutlineItem>) -> OutlineItem {
    OutlineItem { name: name.name.clone(), kind, detail, whole, place: name.span, inside }
}

/// A clause that declares something.
fn group(title: &str, kind: NameKind, inside: Vec<OutlineItem>) -> Option<OutlineItem> {
    let parts: Vec<Span> = inside.iter().map(|item| item.whole).collect();
    spread(title, kind, &parts).map(|clause| OutlineItem { inside, ..clause })
}

/// A clause over the places of its parts.
fn spread(title: &str, kind: NameKind, parts: &[Span]) -> Option<OutlineItem> {
    let first = *parts.first()?;
    let whole = parts.iter().fold(first, |whole, part| whole.to(*part));
    let (name, detail) = (title.to_owned(), String::new());
    Some(OutlineItem { name, kind, detail, whole, place: first, inside: Vec::new() })
}
