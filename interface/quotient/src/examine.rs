//! Reading a text for an editor: messages, names and outline, whatever is wrong with it.

use std::path::Path;

use checker::Language;
use diagnostics::{Diagnostic, FileId, NameTable, OutlineItem, SourceMap};

use crate::model::{Model, ReadOptions, defines, machine_options};

/// A text, read for an editor.
#[derive(Debug, Clone)]
pub struct Examined {
    /// Its language.
    pub language: Language,
    /// Its text and that of everything that it includes or names.
    pub sources: SourceMap,
    /// The text itself among them.
    pub file: FileId,
    /// What is wrong or doubtful, as [`Model::read`] says it.
    pub messages: Vec<Diagnostic>,
    /// What its names mean.
    pub names: NameTable,
    /// What is declared in it.
    pub outline: Vec<OutlineItem>,
}

/// Reads a text as if it stood in a file of this name. Macros that cannot be read are left out.
pub fn examine(path: &Path, text: &str, options: &ReadOptions) -> Examined {
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let language = Model::language_of(path);
    let (messages, names, outline) = match language {
        Language::B => {
            let mut folder = options.folder(path);
            let own = bmachine::examine(&mut sources, file, &mut folder, &machine_options(options));
            (own.problems.into_iter().map(Diagnostic::from).collect(), own.names, own.outline)
        }
        _ => {
            let defines = defines(&options.defines).unwrap_or_default();
            let own = promela::examine(&mut sources, file, &options.includes(), &defines);
            (own.messages, own.names, own.outline)
        }
    };
    Examined { language, sources, file, messages, names, outline }
}

/// Why a name cannot be used for something new in a language, if so.
pub fn refused_name(language: Language, name: &str) -> Option<String> {
    match language {
        Language::B => bmachine::refused_name(name),
        _ => promela::refused_name(name),
    }
}
