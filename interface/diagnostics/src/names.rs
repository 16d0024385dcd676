//! What the names of a text mean: declarations, their uses, and the outline. An editor asks for it.
//!
//! A front end fills a [`NameTable`] while it resolves names; that may go wrong half way, so the table holds what was
//! found.

use std::collections::HashMap;

use crate::{FileId, Span};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameKind {
    /// A process type.
    Process,
    /// An `inline`.
    Inline,
    /// A macro of the preprocessor.
    Macro,
    /// A structure.
    Structure,
    /// A field of a structure.
    Field,
    /// A variable.
    Variable,
    /// A parameter of a process, an operation, an inline or a definition.
    Parameter,
    /// A constant.
    Constant,
    /// A set of symbolic constants, or a given set.
    Set,
    /// An element of such a set.
    Element,
    /// A label.
    Label,
    /// A label at which a process may end.
    EndLabel,
    /// A label that violates a property if it is passed for ever.
    AcceptLabel,
    /// A label that counts as progress.
    ProgressLabel,
    /// A property.
    Property,
    /// A definition that has its meaning from its name.
    Setting,
    /// A machine.
    Machine,
    /// An operation of a machine.
    Operation,
    /// A definition of a machine.
    Definition,
}

/// Names a declaration of a [`NameTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub usize);

/// A name that was declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub kind: NameKind,
    /// Where it is declared.
    pub span: Span,
    /// The declaration in the words of the language.
    pub code: String,
    /// What else is to be known: the range of values, the type.
    pub about: String,
}

/// A place where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Occurrence {
    /// The place; of a name that a macro brings in, the place of the macro.
    pub span: Span,
    /// What it means there.
    pub name: NameId,
}

/// All declarations and all places where they are named.
#[derive(Debug, Clone, Default)]
pub struct NameTable {
    declared: Vec<Declared>,
    by_place: HashMap<(Span, String), NameId>,
    occurrences: Vec<Occurrence>,
    /// Texts in which names may stand that nobody has resolved, such as the bodies of macros, each with its name.
    pub unresolved: Vec<(String, String)>,
}

impl NameTable {
    /// Declares a name. What is declared at one place is one name, however often it is read there.
    pub fn declare(&mut self, declared: Declared) -> NameId {
        let key = (declared.span, declared.name.clone());
        if let Some(&known) = self.by_place.get(&key) {
            return known;
        }
        let id = NameId(self.declared.len());
        self.occurrences.push(Occurrence { span: declared.span, name: id });
        self.by_place.insert(key, id);
        self.declared.push(declared);
        id
    }

    /// A name stands there.
    pub fn mention(&mut self, name: NameId, span: Span) {
        self.occurrences.push(Occurrence { span, name });
    }

    /// Sorts what was collected; each occurrence stays once.
    pub fn finish(&mut self) {
        self.occurrences.sort_unstable();
        self.occurrences.dedup();
    }

    /// The declaration of a name.
    pub fn get(&self, name: NameId) -> &Declared {
        &self.declared[name.0]
    }

    /// Replaces what is to be known about a name.
    pub fn tell(&mut self, name: NameId, code: String, about: String) {
        let own = &mut self.declared[name.0];
        (own.code, own.about) = (code, about);
    }

    /// All declarations.
    pub fn declarations(&self) -> impl Iterator<Item = (NameId, &Declared)> {
        self.declared.iter().enumerate().map(|(at, declared)| (NameId(at), declared))
    }

    /// Every place where a name stands, in order.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// The places of one name, in order.
    pub fn places(&self, name: NameId) -> impl Iterator<Item = Span> {
        self.occurrences.iter().filter(move |own| own.name == name).map(|own| own.span)
    }

    /// What stands at a byte of a file, or just before it. Several, where an inline means something else at each
    /// call; a name that a macro brings in gives way to the macro.
    pub fn at(&self, file: FileId, offset: u32) -> Vec<Occurrence> {
        let from = self.occurrences.partition_point(|own| own.span.file < file);
        let touched = self.occurrences[from..].iter().take_while(|own| own.span.file == file);
        let touched: Vec<Occurrence> =
            touched.filter(|own| own.span.start <= offset && offset <= own.span.end).copied().collect();
        let shortest = touched.iter().map(|own| (own.span.end - own.span.start, own.span)).min();
        let mut found: Vec<Occurrence> =
            touched.into_iter().filter(|own| Some(own.span) == shortest.map(|(_, span)| span)).collect();
        if found.iter().any(|own| self.get(own.name).kind == NameKind::Macro) {
            found.retain(|own| self.get(own.name).kind == NameKind::Macro);
        }
        found
    }
}

/// A part of a text with what is declared in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// How it is called.
    pub name: String,
    /// What it is.
    pub kind: NameKind,
    /// Its type, or what else is short.
    pub detail: String,
    /// The whole of it.
    pub whole: Span,
    /// Its name.
    pub place: Span,
    /// What is declared in it.
    pub inside: Vec<OutlineItem>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(name: &str, kind: NameKind, span: Span) -> Declared {
        Declared { name: name.into(), kind, span, code: String::new(), about: String::new() }
    }

    #[test]
    fn a_place_declares_once_and_occurrences_are_found_at_both_ends() {
        let file = FileId(0);
        let mut table = NameTable::default();
        let x = table.declare(declared("x", NameKind::Variable, Span::new(file, 5, 6)));
        assert_eq!(table.declare(declared("x", NameKind::Variable, Span::new(file, 5, 6))), x);
        table.mention(x, Span::new(file, 10, 11));
        table.mention(x, Span::new(file, 10, 11));
        table.finish();
        assert_eq!(table.places(x).count(), 2);
        assert_eq!(table.at(file, 11).len(), 1);
        assert_eq!(table.at(file, 12), []);
    }

    #[test]
    fn a_macro_hides_what_it_brings_in() {
        let file = FileId(0);
        let mut table = NameTable::default();
        let x = table.declare(declared("x", NameKind::Variable, Span::new(file, 5, 6)));
        let twice = table.declare(declared("TWICE", NameKind::Macro, Span::new(file, 20, 25)));
        table.mention(x, Span::new(file, 30, 35));
        table.mention(twice, Span::new(file, 30, 35));
        table.finish();
        let found: Vec<NameId> = table.at(file, 32).iter().map(|own| own.name).collect();
        assert_eq!(found, [twice]);
    }
}
