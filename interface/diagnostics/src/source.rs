//! The source files of one run and positions inside them.
//!
//! A [`Span`] is twelve bytes and `Copy`: every token, expression and statement of every language carries one, so it
//! must cost nothing to pass around. It names bytes, not lines; lines are computed only when a message is shown.

/// All files that take part in one run: the model, what it includes, and texts without a file such as `-D` values.
#[derive(Debug, Default, Clone)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// One text with the name shown to the user.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Byte offsets at which lines begin; the first is always 0.
    line_starts: Vec<u32>,
}

/// Names a file of a [`SourceMap`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// The bytes `start..end` of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file the bytes belong to.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A line and a column, both counted from 1; the column counts characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Column number in characters, from 1.
    pub column: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: clamp(start), end: clamp(end) }
    }

    /// The smallest span that covers both; `self` when they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span just after this one.
    pub fn after(self) -> Span {
        Span { file: self.file, start: self.end, end: self.end }
    }
}

impl SourceMap {
    /// No files yet.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a text under the name that messages will show. Positions are 32 bits wide, so what lies beyond 4 GiB
    /// cannot be pointed at; readers refuse such files long before.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| clamp(at + 1))).collect();
        self.files.push(SourceFile { name: name.into(), text, line_starts });
        FileId(clamp(self.files.len() - 1))
    }

    /// The file behind an id; `None` for an id of another map.
    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }

    /// The whole text of a file, empty for an unknown id.
    pub fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |f| &f.text)
    }

    /// The name of a file.
    pub fn name(&self, file: FileId) -> &str {
        self.get(file).map_or("<unknown>", |f| &f.name)
    }

    /// The text a span covers, empty when it does not fall on characters.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of the first byte of a span.
    pub fn position(&self, span: Span) -> Position {
        let Some(file) = self.get(span.file) else { return Position { line: 1, column: 1 } };
        let line = file.line_starts.partition_point(|&start| start <= span.start);
        let start = file.line_starts[line.saturating_sub(1)] as usize;
        let end = (span.start as usize).min(file.text.len());
        let before = file.text.as_bytes().get(start..end).unwrap_or_default();
        let column = before.iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Position { line: clamp(line.max(1)), column: clamp(column) }
    }

    /// The line number of the first byte of a span, from 1.
    pub fn line(&self, span: Span) -> u32 {
        self.position(span).line
    }

    /// All files in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(clamp(i)), f))
    }
}

impl SourceFile {
    /// The name shown in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn clamp(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let mut map = SourceMap::new();
        let file = map.add("a", "x\nçé y\n");
        let at = |offset| map.position(Span::new(file, offset, offset));
        assert_eq!(at(0), Position { line: 1, column: 1 });
        assert_eq!(at(2), Position { line: 2, column: 1 });
        assert_eq!(at(7), Position { line: 2, column: 4 });
        assert_eq!(at(9), Position { line: 3, column: 1 });
        assert_eq!(at(999).line, 3);
    }

    #[test]
    fn joining_spans_covers_both_and_never_mixes_files() {
        let mut map = SourceMap::new();
        let (a, b) = (map.add("a", "abcdef"), map.add("b", "x"));
        let joined = Span::new(a, 4, 5).to(Span::new(a, 1, 2));
        assert_eq!(map.slice(joined), "bcde");
        assert_eq!(Span::new(a, 1, 2).to(Span::new(b, 0, 1)), Span::new(a, 1, 2));
    }
}
