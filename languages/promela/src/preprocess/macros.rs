//! Which macros a text defines and where it names them, for editors.

use std::rc::Rc;

use super::expand::Macro;
use super::scan::{Kind, Token};
use super::{Preprocessed, Preprocessor};
use diagnostics::Span;

/// Macros in the order of their definitions, and the places that name them.
#[derive(Debug, Clone, Default)]
pub(super) struct SeenMacros {
    pub definitions: Vec<(Rc<str>, Rc<Macro>)>,
    /// The place of a name, and of the definition that counts there.
    pub mentions: Vec<(Span, Span)>,
}

/// A definition of a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroDefinition {
    /// Its name.
    pub name: String,
    /// Where the name stands in the definition.
    pub span: Span,
    /// As it could be written, on one line.
    pub code: String,
    /// The names in its body, but for its parameters.
    pub words: Vec<String>,
}

impl Preprocessor<'_> {
    /// Remembers that a macro is named by a token that is written there.
    pub(super) fn note_macro(&mut self, token: &Token) {
        if let (true, Some(definition)) = (token.exact, self.macros.get(&token.text)) {
            self.seen.mentions.push((token.span, definition.span));
        }
    }
}

impl Preprocessed {
    /// All definitions of macros, those that have no effect too.
    pub fn macro_definitions(&self) -> impl Iterator<Item = MacroDefinition> {
        self.seen.definitions.iter().map(|(name, definition)| definition.describe(name))
    }

    /// Where macros are named, each with the place of the definition.
    pub fn macro_mentions(&self) -> &[(Span, Span)] {
        &self.seen.mentions
    }
}

impl Macro {
    fn describe(&self, name: &str) -> MacroDefinition {
        let mut code = format!("#define {name}");
        if let Some(params) = &self.params {
            code += &format!("({})", params.join(", "));
        }
        for (at, token) in self.body.iter().enumerate() {
            if at == 0 || token.space {
                code.push(' ');
            }
            code += &token.text;
        }
        let is_param = |word: &str| self.params.iter().flatten().any(|param| **param == *word);
        let names = self.body.iter().filter(|token| token.kind == Kind::Identifier);
        let words = names.map(|token| token.text.to_string()).filter(|word| !is_param(word)).collect();
        MacroDefinition { name: name.to_owned(), span: self.span, code, words }
    }
}
