//! The outline of a model: what is declared at the top, and in processes and structures.

use std::collections::HashMap;

use diagnostics::{NameKind, OutlineItem, Span};

use super::describe::type_name;
use crate::ast::{Body, Decl, Item, Name, Program, Step};
use crate::resolved::{Model, Type};

/// Everything that is declared, in the order of the text.
pub(super) fn outline(program: &Program, model: &Model) -> Vec<OutlineItem> {
    let variables = model.variables.iter().map(|own| (own.span, (own.ty, own.array)));
    let fields = model.structs.iter().flat_map(|own| &own.fields);
    let fields = fields.map(|own| (own.span, (own.ty, own.array)));
    let outline = Outline { model, types: variables.chain(fields).collect() };
    program.items.iter().flat_map(|item| outline.item(item)).collect()
}

struct Outline<'a> {
    model: &'a Model,
    /// The type of what is declared at a place, and its length.
    types: HashMap<Span, (Type, Option<u32>)>,
}

impl Outline<'_> {
    fn item(&self, item: &Item) -> Vec<OutlineItem> {
        match item {
            Item::Proctype(own) => {
                let params = own.params.iter().flat_map(|decl| self.variables(decl, NameKind::Parameter));
                let inside = params.chain(self.locals(&own.body)).collect();
                let whole = own.name.span.to(own.body.span);
                vec![named(&own.name, NameKind::Process, "proctype", whole, inside)]
            }
            Item::Init(own) => vec![self.body("init", NameKind::Process, own.span, &own.body)],
            Item::Never(own) => {
                let name = own.name.as_ref().map_or("never", |name| &name.text);
                vec![self.body(name, NameKind::Property, own.span, &own.body)]
            }
            Item::Trace(own) => {
                let name = if own.negated { "notrace" } else { "trace" };
                vec![self.body(name, NameKind::Property, own.span, &own.body)]
            }
            Item::Ltl(own) => {
                let (name, place) = match &own.name {
                    Some(name) => (name.text.clone(), name.span),
                    None => ("ltl".to_owned(), own.span),
                };
                let detail = "ltl".to_owned();
                let kind = NameKind::Property;
                vec![OutlineItem { name, kind, detail, whole: own.span, place, inside: Vec::new() }]
            }
            Item::Decl(decl) => self.variables(decl, NameKind::Variable).collect(),
            Item::Mtype(own) => {
                let constants = own.constants.iter();
                let inside = constants.map(|name| leaf(name, NameKind::Element, "")).collect();
                let set = own.set.as_ref().map_or_else(String::new, |set| format!(":{}", set.text));
                let (name, kind, detail) = (format!("mtype{set}"), NameKind::Set, String::new());
                vec![OutlineItem { name, kind, detail, whole: own.span, place: own.span, inside }]
            }
            Item::Typedef(own) => {
                let inside: Vec<OutlineItem> =
                    own.fields.iter().flat_map(|decl| self.variables(decl, NameKind::Field)).collect();
                let whole = own.fields.last().map_or(own.name.span, |last| own.name.span.to(last.span));
                vec![named(&own.name, NameKind::Structure, "typedef", whole, inside)]
            }
            Item::Inline(own) => {
                let inside = own.params.iter().map(|name| leaf(name, NameKind::Parameter, "")).collect();
                let whole = own.body.last().map_or(own.name.span, |last| own.name.span.to(last.span));
                vec![named(&own.name, NameKind::Inline, "inline", whole, inside)]
            }
        }
    }

    fn body(&self, name: &str, kind: NameKind, place: Span, body: &Body) -> OutlineItem {
        let (name, detail) = (name.to_owned(), String::new());
        OutlineItem { name, kind, detail, whole: place.to(body.span), place, inside: self.locals(body) }
    }

    fn locals(&self, body: &Body) -> Vec<OutlineItem> {
        let declared = body.steps.iter().filter_map(|step| match step {
            Step::Decl(decl) => Some(decl),
            _ => None,
        });
        declared.flat_map(|decl| self.variables(decl, NameKind::Variable)).collect()
    }

    fn variables<'d>(&'d self, decl: &'d Decl, kind: NameKind) -> impl Iterator<Item = OutlineItem> + 'd {
        let detail = move |name: &Name| {
            let ty = self.types.get(&name.span);
            ty.map_or_else(String::new, |&(ty, array)| {
                let size = array.map_or_else(String::new, |length| format!("[{length}]"));
                format!("{}{size}", type_name(self.model, ty))
            })
        };
        decl.vars.iter().map(move |var| leaf(&var.name, kind, &detail(&var.name)))
    }
}

fn leaf(name: &Name, kind: NameKind, detail: &str) -> OutlineItem {
    named(name, kind, detail, name.span, Vec::new())
}

fn named(name: &Name, kind: NameKind, detail: &str, whole: Span, inside: Vec<OutlineItem>) -> OutlineItem {
    let detail = detail.to_owned();
    OutlineItem { name: name.text.clone(), kind, detail, whole, place: name.span, inside }
}
