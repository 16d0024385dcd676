//! Messages as the user sees them: source lines with carets, drawn by `ariadne`, readable without colour.
//!
//! A line of thousands of characters (a truncated binary, a generated file) would drown the message, so a message
//! whose lines are that long falls back to its one-line form.

use crate::{Diagnostic, FileId, Severity, SourceMap, Span};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::collections::HashMap;
use std::fmt::{Debug, Display};

/// Longest source line that is shown.
const LONGEST_LINE: usize = 400;

/// Whether to colour the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Escape sequences for a terminal.
    Always,
    /// Plain text.
    Never,
}

/// Renders messages of one source map; keeps what is expensive between them.
#[derive(Debug)]
pub struct Renderer<'a> {
    sources: &'a SourceMap,
    colour: Colour,
    files: FileCache<'a>,
}

impl<'a> Renderer<'a> {
    /// Renders messages about `sources`.
    pub fn new(sources: &'a SourceMap, colour: Colour) -> Renderer<'a> {
        Renderer { sources, colour, files: FileCache { sources, lines: HashMap::new() } }
    }

    /// The message with its source lines.
    pub fn render(&mut self, diagnostic: &Diagnostic) -> String {
        if diagnostic.labels.iter().any(|l| !self.showable(l.span)) {
            return diagnostic.one_line(self.sources) + "\n";
        }
        let mut out = Vec::new();
        let written = self.report(diagnostic).write(&mut self.files, &mut out);
        match written {
            Ok(()) => without_trailing_space(&String::from_utf8_lossy(&out)),
            Err(_) => diagnostic.one_line(self.sources) + "\n",
        }
    }

    fn report(&self, diagnostic: &Diagnostic) -> Report<'a, Place> {
        let (kind, colour) = match diagnostic.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
            Severity::Note => (ReportKind::Advice, Color::Cyan),
        };
        let config = Config::default()
            .with_index_type(IndexType::Byte)
            .with_color(self.colour == Colour::Always)
            .with_tab_width(4);
        let mut report = Report::build(kind, self.place(diagnostic.span()))
            .with_config(config)
            .with_code(diagnostic.code)
            .with_message(&diagnostic.message);
        // In the order of the text, or `ariadne` shows the same file several times.
        let mut labels: Vec<_> = diagnostic.labels.iter().enumerate().collect();
        labels.sort_by_key(|(_, label)| (label.span.file != diagnostic.span().file, label.span));
        for (i, label) in labels {
            let message = if label.message.is_empty() { "here" } else { &label.message };
            let colour = if i == 0 { colour } else { Color::Blue };
            report = report
                .with_label(Label::new(self.place(label.span)).with_message(message).with_color(colour));
        }
        if let Some(hint) = &diagnostic.hint {
            report = report.with_help(hint);
        }
        report.finish()
    }

    /// The span clamped to the text and to character boundaries, without blanks at its end: `ariadne` cannot point
    /// at a line break.
    fn place(&self, span: Span) -> Place {
        let text = self.sources.text(span.file);
        let start = text.floor_char_boundary((span.start as usize).min(text.len()));
        let end = text.floor_char_boundary((span.end as usize).clamp(start, text.len()));
        Place { file: span.file, start, end: start + text[start..end].trim_end().len() }
    }

    fn showable(&self, span: Span) -> bool {
        let place = self.place(span);
        let text = self.sources.text(span.file);
        let before = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let after = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at);
        text[before..after].lines().all(|line| line.len() <= LONGEST_LINE)
    }
}

/// `ariadne` pads some lines; trailing blanks only get in the way of comparing output.
fn without_trailing_space(text: &str) -> String {
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[derive(Debug, Clone)]
struct Place {
    file: FileId,
    start: usize,
    end: usize,
}

impl ariadne::Span for Place {
    type SourceId = FileId;

    fn source(&self) -> &FileId {
        &self.file
    }

    fn start(&self) -> usize {
        self.start
    }

    fn end(&self) -> usize {
        self.end
    }
}

#[derive(Debug)]
struct FileCache<'a> {
    sources: &'a SourceMap,
    lines: HashMap<FileId, Source<&'a str>>,
}

impl<'a> Cache<FileId> for &mut FileCache<'a> {
    type Storage = &'a str;

    fn fetch(&mut self, id: &FileId) -> Result<&Source<&'a str>, impl Debug> {
        let sources = self.sources;
        Ok::<_, ()>(self.lines.entry(*id).or_insert_with(|| Source::from(sources.text(*id))))
    }

    fn display<'b>(&self, id: &'b FileId) -> Option<impl Display + 'b> {
        Some(self.sources.name(*id).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_source_second_place_and_hint_without_colour() {
        let mut sources = SourceMap::new();
        let file = sources.add("m.pml", "byte x;\nbyte x;\n");
        let d = Diagnostic::error("redeclared", "`x` is declared twice", Span::new(file, 13, 14))
            .label("again here")
            .also(Span::new(file, 5, 6), "first here")
            .hint("rename one");
        insta::assert_snapshot!(Renderer::new(&sources, Colour::Never).render(&d));
    }

    #[test]
    fn survives_any_span_and_long_lines() {
        let mut sources = SourceMap::new();
        let file = sources.add("m", "aé\nb");
        let long = sources.add("long", "x".repeat(5000));
        let mut renderer = Renderer::new(&sources, Colour::Never);
        for start in 0..8 {
            for end in 0..8 {
                let d = Diagnostic::warning("w", "message", Span::new(file, start, end));
                assert!(renderer.render(&d).contains("message"));
            }
        }
        let d = Diagnostic::error("e", "too long", Span::new(long, 17, 18));
        assert_eq!(renderer.render(&d), "long:1:18: error: too long [e]\n");
        let d = Diagnostic::error("e", "nowhere", Span::new(FileId(77), 1, 2));
        assert!(renderer.render(&d).contains("nowhere"));
    }
}
