//! The table of names, from what the resolver has looked up.

use std::collections::HashMap;

use diagnostics::{Declared, NameId, NameKind, NameTable, Span};

use super::describe;
use crate::ast::{InlineDef, Item, Name, Program};
use crate::preprocess::Preprocessed;
use crate::resolve::{Entity, Mention};
use crate::resolved::{LabelId, Model, MtypeId, ProctypeId, ProctypeKind, Scope, StructId, VarId};

/// Every name of a program, with the places where it stands.
pub(super) fn table(
    text: &Preprocessed,
    program: &Program,
    model: &Model,
    mentions: &[Mention],
) -> NameTable {
    let mut builder =
        Builder { model, table: NameTable::default(), by_entity: HashMap::new(), inlines: HashMap::new() };
    builder.macros(text);
    builder.model();
    builder.items(program, mentions);
    for mention in mentions {
        if let Some(&name) = builder.by_entity.get(&mention.entity) {
            builder.table.mention(name, mention.span);
        }
    }
    for call in &program.inline_calls {
        if let Some(&name) = builder.inlines.get(&call.text) {
            builder.table.mention(name, call.span);
        }
    }
    builder.uncalled(program);
    builder.table.finish();
    builder.table
}

struct Builder<'a> {
    model: &'a Model,
    table: NameTable,
    by_entity: HashMap<Entity, NameId>,
    inlines: HashMap<String, NameId>,
}

impl Builder<'_> {
    fn declare(&mut self, name: &str, kind: NameKind, span: Span, (code, about): (String, String)) -> NameId {
        self.table.declare(Declared { name: name.to_owned(), kind, span, code, about })
    }

    fn entity(&mut self, entity: Entity, name: &str, kind: NameKind, span: Span, told: (String, String)) {
        let id = self.declare(name, kind, span, told);
        self.by_entity.insert(entity, id);
    }

    fn macros(&mut self, text: &Preprocessed) {
        let mut by_span = HashMap::new();
        for definition in text.macro_definitions() {
            let told = (definition.code, String::new());
            let id = self.declare(&definition.name, NameKind::Macro, definition.span, told);
            by_span.insert(definition.span, id);
            let words = definition.words.into_iter().map(|word| (definition.name.clone(), word));
            self.table.unresolved.extend(words);
        }
        for (place, definition) in text.macro_mentions() {
            if let Some(&id) = by_span.get(definition) {
                self.table.mention(id, *place);
            }
        }
    }

    /// Everything that the resolver has made.
    fn model(&mut self) {
        let model = self.model;
        for (at, variable) in model.variables.iter().enumerate() {
            // Nobody has written the counter of a loop over a channel.
            if variable.name == format!("_for_{at}") {
                continue;
            }
            let kind = if variable.is_param { NameKind::Parameter } else { NameKind::Variable };
            let told = describe::variable(model, variable);
            self.entity(Entity::Variable(VarId(index(at))), &variable.name, kind, variable.span, told);
        }
        for (at, structure) in model.structs.iter().enumerate() {
            let id = StructId(index(at));
            let told = describe::structure(model, structure);
            self.entity(Entity::Structure(id), &structure.name, NameKind::Structure, structure.span, told);
            for (number, field) in structure.fields.iter().enumerate() {
                let told = describe::field(model, structure, field);
                self.entity(Entity::Field(id, index(number)), &field.name, NameKind::Field, field.span, told);
            }
        }
        for (at, proctype) in model.proctypes.iter().enumerate() {
            let kind = match proctype.kind {
                ProctypeKind::Proctype => NameKind::Process,
                ProctypeKind::Never if !proctype.name.starts_with("never_") => NameKind::Property,
                _ => continue,
            };
            let told = describe::proctype(model, proctype);
            self.entity(Entity::Proctype(ProctypeId(index(at))), &proctype.name, kind, proctype.span, told);
        }
        for (at, label) in model.labels.iter().enumerate() {
            let told = describe::label(model, label);
            let kind = describe::label_kind(&label.name);
            self.entity(Entity::Label(LabelId(index(at))), &label.name, kind, label.span, told);
        }
    }

    /// What the tree alone knows: symbolic constants, inlines, names of formulas.
    fn items(&mut self, program: &Program, mentions: &[Mention]) {
        for item in &program.items {
            match item {
                Item::Mtype(decl) => {
                    for constant in &decl.constants {
                        let told = describe::symbol(self.model, &constant.text);
                        let entity = Entity::Symbol(constant.text.clone());
                        self.entity(entity, &constant.text, NameKind::Element, constant.span, told);
                    }
                }
                Item::Inline(inline) => self.inline(inline),
                Item::Ltl(ltl) => {
                    if let Some(name) = &ltl.name {
                        let told = (format!("ltl {}", name.text), String::new());
                        self.declare(&name.text, NameKind::Property, name.span, told);
                    }
                }
                Item::Proctype(p) => self.claim_name(&p.name),
                _ => {}
            }
        }
        // A set is declared where it is first named.
        for mention in mentions {
            if let Entity::Set(set) = mention.entity
                && !self.by_entity.contains_key(&mention.entity)
            {
                let told = describe::set(self.model, set);
                let name = self.set_name(set);
                self.entity(mention.entity.clone(), &name, NameKind::Set, mention.span, told);
            }
        }
    }

    /// A proctype that is declared twice has two names; both are told.
    fn claim_name(&mut self, name: &Name) {
        let told = (format!("proctype {}", name.text), String::new());
        self.declare(&name.text, NameKind::Process, name.span, told);
    }

    fn set_name(&self, set: MtypeId) -> String {
        self.model.mtypes.get(set.index()).and_then(|own| own.name.clone()).unwrap_or_default()
    }

    /// An inline and its parameters, which are replaced wherever their names stand in its body.
    fn inline(&mut self, inline: &InlineDef) {
        let params: Vec<&str> = inline.params.iter().map(|param| param.text.as_str()).collect();
        let code = format!("inline {}({})", inline.name.text, params.join(", "));
        let id = self.declare(&inline.name.text, NameKind::Inline, inline.name.span, (code, String::new()));
        self.inlines.insert(inline.name.text.clone(), id);
        for param in &inline.params {
            let about =
                format!("parameter of inline `{}`: stands for the text of the call", inline.name.text);
            let told = (param.text.clone(), about);
            let id = self.declare(&param.text, NameKind::Parameter, param.span, told);
            for token in inline.body.iter().filter(|token| token.text == param.text) {
                self.table.mention(id, token.span);
            }
        }
    }

    /// Nobody looks up the names in an inline that is not called: those of global things are found here.
    fn uncalled(&mut self, program: &Program) {
        let globals = self.globals();
        for item in &program.items {
            let Item::Inline(inline) = item else { continue };
            if program.inline_calls.iter().any(|call| call.text == inline.name.text) {
                continue;
            }
            let is_param = |word: &str| inline.params.iter().any(|param| param.text == word);
            for token in inline.body.iter().filter(|token| !is_param(&token.text)) {
                if let Some(&name) = globals.get(&token.text) {
                    self.table.mention(name, token.span);
                }
            }
        }
    }

    fn globals(&self) -> HashMap<String, NameId> {
        let is_global = |entity: &Entity| match entity {
            Entity::Variable(id) => self.model.var(*id).scope == Scope::Global,
            Entity::Field(..) | Entity::Label(_) | Entity::Set(_) => false,
            _ => true,
        };
        let found = self.by_entity.iter().filter(|(entity, _)| is_global(entity));
        let named = found.map(|(_, &name)| (self.table.get(name).name.clone(), name));
        named.chain(self.inlines.iter().map(|(name, &id)| (name.clone(), id))).collect()
    }
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
