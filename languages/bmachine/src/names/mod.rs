//! What an editor asks of a component: what is wrong with it, what each name means, and its outline.
//!
//! Names are resolved on the syntax tree by the rules of `typing`, and independently of types, so that a predicate
//! with a type error has names all the same. Definitions are macros whose bodies are read in the scope of each use: a
//! local name that a body takes from there is told to be unresolved, as nobody can rename it safely.

mod declare;
mod formula;
mod outline;
mod substitution;

use std::collections::{HashMap, HashSet};

use diagnostics::{Declared, FileId, NameId, NameKind, NameTable, OutlineItem, SourceMap, Span};

use crate::compose::{Composition, Entity, Loader, compose_broken};
use crate::live::atom::Question;
use crate::machine::Options;
use crate::problem::Problem;
use crate::specification::compile;
use crate::syntax::ast::{DefinitionBody, Ident};
use crate::syntax::{Builtin, Constant, Token, is_reserved, lex};
use crate::typing::types_of_names;

/// A component, read for an editor.
#[derive(Debug, Clone, Default)]
pub struct Examined {
    /// What is wrong, as in [`crate::BMachine::read`].
    pub problems: Vec<Problem>,
    /// What its names mean.
    pub names: NameTable,
    /// Its clauses, and what is declared in them.
    pub outline: Vec<OutlineItem>,
}

/// Reads a component for an editor: what can be understood of it, whatever is wrong with it.
pub fn examine(
    sources: &mut SourceMap,
    file: FileId,
    loader: &mut dyn Loader,
    options: &Options,
) -> Examined {
    let (composition, mut problems) = compose_broken(sources, file, loader);
    let mut questions = Vec::new();
    if problems.is_empty() && composition.only_defines().is_none() {
        match compile(&composition, sources, options) {
            Ok((_, temporal)) => {
                let read = temporal.iter().filter_map(|own| own.read(&composition).ok());
                questions.extend(read.map(|read| read.question));
            }
            Err(found) => problems = found,
        }
    }
    let types = types_of_names(&composition);
    let names = table(&composition, sources, &types, &questions);
    let outline = outline::outline(&composition, sources, file, &types);
    Examined { problems, names, outline }
}

/// Why a name cannot be used for something new, if so.
pub fn refused_name(name: &str) -> Option<String> {
    if is_reserved(name) || Builtin::from_name(name).is_some() || Constant::from_name(name).is_some() {
        return Some(format!("`{name}` is a word of B"));
    }
    let tokens = lex(FileId::default(), name);
    let plain = |c: char| c.is_alphanumeric() || c == '_';
    match tokens.first().map(|located| &located.token) {
        Some(Token::Ident(word)) if word == name && name.chars().all(plain) && name != "_" => None,
        _ => Some(format!("`{name}` is not a name: letters, digits and `_`, and a letter first")),
    }
}

/// Every name of a composition, with the places where it stands.
fn table(
    composition: &Composition,
    sources: &SourceMap,
    types: &[(Span, String)],
    questions: &[Question],
) -> NameTable {
    let mut walk = Walk {
        composition,
        sources,
        types: types.iter().map(|(span, ty)| (*span, ty.as_str())).collect(),
        table: NameTable::default(),
        machines: HashMap::new(),
        entities: HashMap::new(),
        operations: HashMap::new(),
        definitions: HashMap::new(),
        unit: 0,
        locals: Vec::new(),
    };
    for unit in 0..composition.units.len() {
        walk.unit = unit;
        walk.declarations();
    }
    for unit in 0..composition.units.len() {
        walk.unit = unit;
        walk.clauses();
    }
    // Temporal formulas are those of the top machine, which is the last unit.
    questions.iter().for_each(|question| walk.question(question));
    walk.table.unresolved.sort();
    walk.table.unresolved.dedup();
    walk.table.finish();
    walk.table
}

struct Walk<'a> {
    composition: &'a Composition,
    sources: &'a SourceMap,
    types: HashMap<Span, &'a str>,
    table: NameTable,
    machines: HashMap<String, NameId>,
    entities: HashMap<Entity, NameId>,
    /// By unit and position.
    operations: HashMap<(usize, usize), NameId>,
    /// By the place of the name.
    definitions: HashMap<Span, NameId>,
    /// The unit that is read.
    unit: usize,
    /// Local names, the innermost last.
    locals: Vec<(String, NameId)>,
}

impl Walk<'_> {
    fn declare(&mut self, name: &Ident, kind: NameKind, code: String, about: String) -> NameId {
        self.table.declare(Declared { name: name.name.clone(), kind, span: name.span, code, about })
    }

    /// A name with the type that was inferred for it.
    fn declare_typed(&mut self, name: &Ident, kind: NameKind, what: &str) -> NameId {
        let code = match self.types.get(&name.span) {
            Some(ty) => format!("{} : {ty}", name.name),
            None => name.name.clone(),
        };
        self.declare(name, kind, code, what.to_owned())
    }

    /// A name that stands somewhere, without parentheses around it and the prefix of a machine before it.
    fn mention(&mut self, id: NameId, span: Span) {
        let mut span = span;
        if self.sources.slice(span).starts_with('(') {
            let tokens = lex(span.file, self.sources.slice(span));
            let word = tokens.iter().find(|located| matches!(located.token, Token::Ident(_)));
            let Some(word) = word.map(|located| located.span) else { return };
            span = Span { start: span.start + word.start, end: span.start + word.end, ..span };
        }
        let text = self.sources.slice(span);
        let text = text.strip_suffix("$0").unwrap_or(text);
        let tail = text.rsplit('.').next().unwrap_or(text);
        let before = u32::try_from(text.len() - tail.len()).unwrap_or(0);
        let length = u32::try_from(tail.len()).unwrap_or(0);
        let start = span.start + before;
        self.table.mention(id, Span { start, end: start + length, ..span });
    }

    /// Binds local names and runs `read` in their scope.
    fn bound(&mut self, names: &[Ident], kind: NameKind, what: &str, read: impl FnOnce(&mut Self)) {
        let outer = self.locals.len();
        for name in names {
            let id = self.declare_typed(name, kind, what);
            self.locals.push((name.name.clone(), id));
        }
        read(self);
        self.locals.truncate(outer);
    }

    /// What a name in a formula means.
    fn name(&mut self, name: &str, span: Span) {
        let name = name.strip_suffix("$0").unwrap_or(name);
        if let Some((_, id)) = self.locals.iter().rev().find(|(own, _)| own == name) {
            let id = *id;
            return self.mention(id, span);
        }
        let unit = &self.composition.units[self.unit];
        if let Some(entity) = unit.scope.get(name) {
            if let Some(&id) = self.entities.get(entity) {
                self.mention(id, span);
            }
        } else if let Some(definition) = unit.definitions.get(name) {
            self.use_of_definition(definition.name.span, name, span);
        }
    }

    fn use_of_definition(&mut self, place: Span, name: &str, span: Span) {
        if let Some(&id) = self.definitions.get(&place) {
            self.mention(id, span);
        }
        if self.locals.is_empty() {
            return;
        }
        let mut words = HashSet::new();
        self.words_of(name, &mut HashSet::new(), &mut words);
        let captured = self.locals.iter().filter(|(own, _)| words.contains(own.as_str()));
        let captured: Vec<(String, String)> =
            captured.map(|(own, _)| (name.to_owned(), own.clone())).collect();
        self.table.unresolved.extend(captured);
    }

    /// The names in the body of a definition and of those that it uses.
    fn words_of(&self, name: &str, met: &mut HashSet<String>, words: &mut HashSet<String>) {
        let Some(definition) = self.composition.units[self.unit].definitions.get(name) else { return };
        if met.len() > 200 || !met.insert(name.to_owned()) {
            return;
        }
        let span = match &definition.body {
            DefinitionBody::Formula(body) => body.span,
            DefinitionBody::Substitution(body) => body.span,
        };
        for located in lex(span.file, self.sources.slice(span)) {
            if let Token::Ident(word) = located.token {
                self.words_of(&word, met, words);
                words.insert(word);
            }
        }
    }
}
