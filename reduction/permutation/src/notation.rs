//! Cycle notation, read.
//!
//! One permutation is a product of disjoint cycles, `(1 2)(3 4 5)`, points counted from one and separated by
//! blanks or commas; `()` and `id` are the identity. A generator list is a sequence of permutations separated
//! by commas, semicolons or line ends, optionally enclosed in `<…>`, `[…]` or GAP's `Group(…)`; `#` starts a
//! comment that runs to the end of the line, and a leading `degree 12` fixes the number of points when the
//! last ones do not move.
//!
//! Every complaint carries the byte range it is about, so that a caller can underline it. (Writing is
//! [`Perm`]'s `Display`.) A line end always separates two generators, even where a product of cycles could go
//! on: a generator list that a program wrote one per line must not be read as one long product.

use std::{fmt, ops::Range};

use crate::{MAX_DEGREE, Perm, Point};

/// The generators of a text, with the degree they need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorList {
    /// The number of points: the largest one mentioned, or what the `degree` line says.
    pub degree: usize,
    /// All of this degree, in the order of the text.
    pub generators: Vec<Perm>,
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    /// The offending bytes of the text.
    pub span: Range<usize>,
    /// The one-based line of the first of them.
    pub line: usize,
    /// The one-based column, in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: NotationErrorKind,
}

/// The ways in which a text is not cycle notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotationErrorKind {
    /// Points count from one.
    PointZero,
    /// A point beyond the degree that was asked for.
    PointBeyondDegree {
        /// The point as written.
        point: usize,
        /// The degree.
        degree: usize,
    },
    /// A number above [`MAX_DEGREE`].
    DegreeOverflow,
    /// The point occurred before in the same permutation, so this is no product of disjoint cycles.
    RepeatedPoint(usize),
    /// Something else was expected.
    Expected(&'static str),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for NotationErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PointZero => write!(f, "points count from 1, there is no point 0"),
            Self::PointBeyondDegree { point, degree } => {
                write!(f, "point {point} lies beyond the degree {degree}")
            }
            Self::DegreeOverflow => write!(f, "no degree above {MAX_DEGREE} is supported"),
            Self::RepeatedPoint(point) => {
                write!(f, "point {point} occurs twice, so this is not a permutation")
            }
            Self::Expected(what) => write!(f, "expected {what}"),
        }
    }
}

impl std::error::Error for NotationError {}

/// Reads one permutation of the given degree.
pub fn parse_perm(text: &str, degree: usize) -> Result<Perm, NotationError> {
    let mut reader = Reader { text, at: 0, degree: Some(degree.min(MAX_DEGREE)) };
    reader.skip(true);
    let cycles = reader.perm()?;
    reader.skip(true);
    if reader.at < text.len() {
        return Err(reader.unexpected("the end of the permutation"));
    }
    Ok(build(&cycles, degree.min(MAX_DEGREE)))
}

/// Reads a list of generators.
pub fn parse_generators(text: &str) -> Result<GeneratorList, NotationError> {
    let mut reader = Reader { text, at: 0, degree: None };
    reader.skip(true);
    if reader.take_word("degree") {
        reader.skip(false);
        reader.degree = Some(reader.number()?.1);
        reader.skip_separators();
    }
    let close = reader.opening();
    reader.skip_separators();
    let mut read = Vec::new();
    while reader.peek().is_some() && reader.peek() != close {
        read.push(reader.perm()?);
        let end = reader.at;
        reader.skip_separators();
        if reader.at == end && reader.peek().is_some() && reader.peek() != close {
            return Err(reader.unexpected("a separator between two generators"));
        }
    }
    reader.closing(close)?;
    let mentioned = read.iter().flatten().flatten().max().map_or(0, |&p| p);
    let degree = reader.degree.unwrap_or(mentioned);
    Ok(GeneratorList { degree, generators: read.iter().map(|c| build(c, degree)).collect() })
}

/// One-based cycles whose points are already known to be distinct.
type Cycles = Vec<Vec<usize>>;

fn build(cycles: &Cycles, degree: usize) -> Perm {
    let mut images: Vec<Point> = Point::all(degree).collect();
    for cycle in cycles {
        for (k, &from) in cycle.iter().enumerate() {
            images[from - 1] = Point::new(cycle[(k + 1) % cycle.len()] - 1);
        }
    }
    Perm::from_points(images)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Points above this are refused; without it, any point up to [`MAX_DEGREE`] is taken.
    degree: Option<usize>,
}

impl Reader<'_> {
    fn perm(&mut self) -> Result<Cycles, NotationError> {
        let mut cycles = Vec::new();
        let mut seen = std::collections::HashSet::new();
        if self.take_word("id") {
            return Ok(cycles);
        }
        if self.peek() != Some('(') {
            return Err(self.unexpected("a cycle such as (1 2 3)"));
        }
        while self.peek() == Some('(') {
            self.at += 1;
            cycles.push(self.cycle(&mut seen)?);
            self.skip(false);
        }
        Ok(cycles)
    }

    fn cycle(&mut self, seen: &mut std::collections::HashSet<usize>) -> Result<Vec<usize>, NotationError> {
        let mut cycle = Vec::new();
        loop {
            self.skip(true);
            if self.peek() == Some(')') {
                self.at += 1;
                return Ok(cycle);
            }
            let (span, point) = self.number()?;
            self.check_point(&span, point)?;
            if !seen.insert(point) {
                return Err(self.error(span, NotationErrorKind::RepeatedPoint(point)));
            }
            cycle.push(point);
            self.after_point()?;
        }
    }

    /// After a point: a blank, one comma that another point must follow, or the end of the cycle.
    fn after_point(&mut self) -> Result<(), NotationError> {
        let before = self.at;
        self.skip(true);
        match self.peek() {
            Some(')') => Ok(()),
            Some(',') => {
                self.at += 1;
                self.skip(true);
                match self.peek() {
                    Some(c) if c.is_ascii_digit() => Ok(()),
                    _ => Err(self.unexpected("a point after the comma")),
                }
            }
            Some(c) if c.is_ascii_digit() && self.at > before => Ok(()),
            _ => Err(self.unexpected("a point or `)`")),
        }
    }

    fn check_point(&self, span: &Range<usize>, point: usize) -> Result<(), NotationError> {
        let kind = match self.degree {
            _ if point == 0 => NotationErrorKind::PointZero,
            Some(degree) if point > degree => NotationErrorKind::PointBeyondDegree { point, degree },
            _ => return Ok(()),
        };
        Err(self.error(span.clone(), kind))
    }

    fn number(&mut self) -> Result<(Range<usize>, usize), NotationError> {
        let start = self.at;
        let digits = self.text[start..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.unexpected("a number"));
        }
        let span = start..start + digits;
        self.at = span.end;
        match self.text[span.clone()].parse() {
            Ok(number) if number <= MAX_DEGREE => Ok((span, number)),
            _ => Err(self.error(span, NotationErrorKind::DegreeOverflow)),
        }
    }

    /// Consumes what may open a list and says what must close it.
    fn opening(&mut self) -> Option<char> {
        for (open, close) in [("Group(", ')'), ("<", '>'), ("[", ']')] {
            if self.text[self.at..].starts_with(open) {
                self.at += open.len();
                return Some(close);
            }
        }
        None
    }

    fn closing(&mut self, close: Option<char>) -> Result<(), NotationError> {
        if close.is_some() {
            if self.peek() != close {
                return Err(self.unexpected("the bracket that closes the list"));
            }
            self.at += 1;
            self.skip_separators();
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the list")),
        }
    }

    fn skip_separators(&mut self) {
        self.skip(true);
        while matches!(self.peek(), Some(',' | ';')) {
            self.at += 1;
            self.skip(true);
        }
    }

    /// Skips blanks and comments; line ends only when asked to.
    fn skip(&mut self, lines: bool) {
        while let Some(c) = self.peek() {
            if c == '#' {
                self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |n| self.at + n);
            } else if c.is_whitespace() && (lines || c != '\n') {
                self.at += c.len_utf8();
            } else {
                return;
            }
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word)
            && !self.text[self.at + word.len()..].starts_with(|c: char| c.is_alphanumeric());
        if found {
            self.at += word.len();
        }
        found
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn unexpected(&self, expected: &'static str) -> NotationError {
        let length = self.peek().map_or(0, char::len_utf8);
        self.error(self.at..self.at + length, NotationErrorKind::Expected(expected))
    }

    fn error(&self, span: Range<usize>, kind: NotationErrorKind) -> NotationError {
        let before = &self.text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        NotationError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NotationErrorKind::*, *};

    fn failure(text: &str) -> (usize, usize, NotationErrorKind) {
        let error = parse_generators(text).expect_err(text);
        (error.line, error.column, error.kind)
    }

    #[test]
    fn lists_in_every_dress_are_the_same() {
        let plain = parse_generators("(1 2)(3 4)\n(2 3)").unwrap();
        assert_eq!((plain.degree, plain.generators.len()), (4, 2));
        for text in [
            "(1,2)(3,4), (2,3)",
            "<(1 2) (3 4); (2 3)>",
            "Group((1,2)(3,4),(2,3));",
            "[(1 2)(3 4)\n,(2 3) # c\n]",
        ] {
            assert_eq!(parse_generators(text).unwrap(), plain, "{text}");
        }
        assert_eq!(parse_generators("degree 6\nid, ()").unwrap().degree, 6);
        assert_eq!(parse_generators("").unwrap(), GeneratorList { degree: 0, generators: vec![] });
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut random = crate::Random::new(3);
        for degree in 1..40 {
            let perm = random.perm(degree);
            assert_eq!(parse_perm(&perm.to_string(), degree), Ok(perm));
        }
    }

    #[test]
    fn complaints_say_where() {
        assert_eq!(failure("(1 2)\n(0 3)"), (2, 2, PointZero));
        assert_eq!(failure("(1 2)(3 4 1)"), (1, 11, RepeatedPoint(1)));
        assert_eq!(failure("(1 1)"), (1, 4, RepeatedPoint(1)));
        assert_eq!(failure("degree 3\n (1 4)"), (2, 5, PointBeyondDegree { point: 4, degree: 3 }));
        assert_eq!(failure("(1 70000)"), (1, 4, DegreeOverflow));
        assert_eq!(failure("(1 99999999999999999999999)"), (1, 4, DegreeOverflow));
        assert_eq!(failure("(1 2"), (1, 5, Expected("a point or `)`")));
        assert_eq!(failure("(1,)"), (1, 4, Expected("a point after the comma")));
        assert_eq!(failure("é"), (1, 1, Expected("a cycle such as (1 2 3)")));
        assert_eq!(failure("<(1 2)"), (1, 7, Expected("the bracket that closes the list")));
        assert_eq!(failure("(1 2) 3"), (1, 7, Expected("a separator between two generators")));
        assert!(parse_perm("(1 2) (3 4),", 4).is_err());
    }
}
