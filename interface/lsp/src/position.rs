//! Positions of the protocol, which count lines and the units of one encoding, and bytes of a text.

use serde_json::{Value, json};

/// In which units columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, which every client understands.
    #[default]
    Utf16,
}

/// A position as the protocol has it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub line: u64,
    pub column: u64,
}

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Encoding {
    /// The name of the encoding in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        }
    }

    fn units(self, letter: char) -> u64 {
        let units = match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
        };
        units as u64
    }
}

impl Position {
    /// What a message says, if it is a position.
    pub fn read(value: &Value) -> Option<Position> {
        // Negative numbers and fractions are none.
        Some(Position { line: value.get("line")?.as_u64()?, column: value.get("character")?.as_u64()? })
    }

    fn write(self) -> Value {
        json!({ "line": self.line, "character": self.column })
    }
}

impl Lines {
    /// The lines of a text.
    pub fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Lines { starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// The bytes of a line without its end; those behind the last line are empty.
    fn line<'t>(&self, text: &'t str, line: usize) -> (usize, &'t str) {
        let Some(&start) = self.starts.get(line) else { return (text.len(), "") };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        (start, text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']))
    }

    /// The byte of a position: what lies behind the end of a line is its end, what lies behind the text is its end,
    /// and what lies within a character is its beginning.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let (start, line) = self.line(text, usize::try_from(position.line).unwrap_or(usize::MAX));
        let mut column = 0;
        for (at, letter) in line.char_indices() {
            column += encoding.units(letter);
            if column > position.column {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The position of a byte; within a character it is that of the character.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.starts[line];
        let letters = text.get(start..).unwrap_or("").char_indices();
        let before = letters.take_while(|(at, letter)| start + at + letter.len_utf8() <= offset);
        let column = before.map(|(_, letter)| encoding.units(letter)).sum();
        Position { line: line as u64, column }
    }

    /// The range of the protocol for some bytes.
    pub fn range(&self, text: &str, bytes: std::ops::Range<usize>, encoding: Encoding) -> Value {
        let (start, end) = (bytes.start.min(bytes.end), bytes.end);
        json!({
            "start": self.position(text, start, encoding).write(),
            "end": self.position(text, end, encoding).write(),
        })
    }

    /// The bytes of a line, numbered from 1 as in messages, without blanks around them.
    pub fn written_line(&self, text: &str, number: u32) -> std::ops::Range<usize> {
        // Messages count line feeds alone.
        let mut lines = text.split_inclusive('\n');
        let index = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1);
        let start: usize = lines.by_ref().take(index).map(str::len).sum();
        let line = lines.next().unwrap_or("");
        let blank = line.len() - line.trim_start().len();
        let length = line.trim().len();
        if length == 0 { start..start } else { start + blank..start + blank + length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "aé😀b\r\nx\ry\n\nlast";

    fn at(line: u64, column: u64) -> Position {
        Position { line, column }
    }

    #[test]
    fn columns_are_units_and_offsets_are_bytes() {
        let lines = Lines::of(TEXT);
        let utf16 = |line, column| lines.offset(TEXT, at(line, column), Encoding::Utf16);
        assert_eq!([utf16(0, 0), utf16(0, 1), utf16(0, 2), utf16(0, 4), utf16(0, 5)], [0, 1, 3, 7, 8]);
        // In the middle of a surrogate pair, behind the end of a line, behind the text.
        assert_eq!([utf16(0, 3), utf16(0, 99), utf16(99, 0)], [3, 8, TEXT.len()]);
        let utf8 = |line, column| lines.offset(TEXT, at(line, column), Encoding::Utf8);
        assert_eq!([utf8(0, 3), utf8(0, 2), utf8(0, 7)], [3, 1, 7]);
        assert_eq!([utf16(1, 0), utf16(2, 0), utf16(4, 4)], [10, 12, TEXT.len()]);
    }

    #[test]
    fn positions_and_offsets_are_inverse_at_every_character() {
        let lines = Lines::of(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (offset, letter) in TEXT.char_indices().filter(|(_, letter)| !matches!(letter, '\r' | '\n')) {
                let position = lines.position(TEXT, offset, encoding);
                assert_eq!(lines.offset(TEXT, position, encoding), offset, "{letter:?} {encoding:?}");
            }
        }
        assert_eq!(lines.position(TEXT, 5, Encoding::Utf16), at(0, 2));
        assert_eq!(lines.position(TEXT, 1000, Encoding::Utf16), at(4, 4));
    }

    #[test]
    fn lines_of_messages_are_found_without_blanks() {
        let lines = Lines::of("a\n  b c \n\n");
        assert_eq!(lines.written_line("a\n  b c \n\n", 2), 4..7);
        assert_eq!(lines.written_line("a\n  b c \n\n", 3), 9..9);
        assert_eq!(lines.written_line("a\n  b c \n\n", 99), 10..10);
    }

    #[test]
    fn only_natural_numbers_are_positions() {
        assert_eq!(Position::read(&json!({"line": 1, "character": 2})), Some(at(1, 2)));
        for wrong in [json!({"line": -1, "character": 2}), json!({"line": 1.5, "character": 2}), json!(null)]
        {
            assert_eq!(Position::read(&wrong), None);
        }
    }
}
