//! What is known of a document: the examined text, and where its lines begin.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diagnostics::{FileId, Occurrence, Span};
use quotient::{Examined, ReadOptions, examine, plain};
use serde_json::{Value, json};

use crate::position::{Encoding, Lines, Position};
use crate::uri;

/// An examined document.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(crate) examined: Examined,
    pub(crate) revision: u64,
    /// How long it took.
    pub(crate) took: Duration,
    /// Of every file of the sources.
    lines: BTreeMap<FileId, Lines>,
}

impl Analysis {
    /// Reads a document. A defect of ours that ends in a panic is no answer.
    pub(crate) fn of(path: &Path, text: &Arc<str>, revision: u64, options: &ReadOptions) -> Option<Analysis> {
        let begin = Instant::now();
        let examined = catch_unwind(AssertUnwindSafe(|| examine(path, text, options))).ok()?;
        let lines = examined.sources.files().map(|(id, file)| (id, Lines::of(file.text()))).collect();
        Some(Analysis { examined, revision, took: begin.elapsed(), lines })
    }

    /// The text of the document itself.
    pub(crate) fn text(&self) -> &str {
        self.examined.sources.text(self.examined.file)
    }

    /// The path of a file of the sources.
    pub(crate) fn path(&self, file: FileId) -> PathBuf {
        plain(Path::new(self.examined.sources.name(file)))
    }

    /// Does the document include or name this file?
    pub(crate) fn reads(&self, path: &Path) -> bool {
        self.examined.sources.files().any(|(id, _)| id != self.examined.file && self.path(id) == path)
    }

    /// The range of a span in the protocol.
    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> Value {
        let text = self.examined.sources.text(span.file);
        match self.lines.get(&span.file) {
            Some(lines) => lines.range(text, span.start as usize..span.end as usize, encoding),
            None => Value::Null,
        }
    }

    /// The range of a line of the document, numbered from 1; without one it is the beginning.
    pub(crate) fn line(&self, number: u32, encoding: Encoding) -> Value {
        let text = self.text();
        match self.lines.get(&self.examined.file) {
            Some(lines) if number > 0 => lines.range(text, lines.written_line(text, number), encoding),
            Some(lines) => lines.range(text, 0..0, encoding),
            None => Value::Null,
        }
    }

    /// A place of the sources as the protocol has it; `uri` is the address of the document itself.
    pub(crate) fn location(&self, uri: &str, span: Span, encoding: Encoding) -> Value {
        json!({ "uri": self.address(uri, span.file), "range": self.range(span, encoding) })
    }

    /// The address of a file of the sources.
    pub(crate) fn address(&self, uri: &str, file: FileId) -> String {
        if file == self.examined.file { uri.to_owned() } else { uri::uri(&self.path(file)) }
    }

    /// Is this a file that can be opened? Texts such as formulas of the command line are in none.
    pub(crate) fn is_file(&self, file: FileId) -> bool {
        let name = self.examined.sources.name(file);
        file == self.examined.file || !(name.starts_with('<') || name.starts_with("--"))
    }

    /// The names at a position of the document.
    pub(crate) fn names_at(&self, position: Position, encoding: Encoding) -> Vec<Occurrence> {
        let file = self.examined.file;
        let Some(lines) = self.lines.get(&file) else { return Vec::new() };
        let offset = lines.offset(self.text(), position, encoding);
        self.examined.names.at(file, u32::try_from(offset).unwrap_or(u32::MAX))
    }
}
