//! The parser's machinery: a cursor over tokens, located errors, and the depth limit.
//!
//! The parser is recursive descent, so hostile nesting could exhaust the stack; every nested construct passes through
//! [`Parser::nested`], which refuses depths beyond [`MAX_DEPTH`]. Later passes recurse over the tree and inherit the
//! bound. Errors stop the clause they occur in; the machine parser then resumes at the next clause, so that one run
//! reports several.

use super::ast::{Formula, Ident};
use super::token::{Located, Token};
use diagnostics::Span;

/// How deep formulas and substitutions may nest. Left-associative chains count too, since they make deep trees.
pub const MAX_DEPTH: u32 = 240;

/// A syntax error: what was expected, and what stood there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where it stands.
    pub span: Span,
    /// What was expected, and what is there.
    pub message: String,
}

pub type Parsed<T> = Result<T, ParseError>;

/// A cursor over the tokens of one file.
pub struct Parser {
    pub tokens: Vec<Located>,
    pub at: usize,
    depth: u32,
}

impl Parser {
    pub fn new(tokens: Vec<Located>) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    pub fn peek(&self) -> &Token {
        self.look(0)
    }

    pub fn look(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].token
    }

    pub fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].span
    }

    /// From `start` to the end of the token before the cursor.
    pub fn since(&self, start: Span) -> Span {
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        Span { file: start.file, start: start.start, end: end.max(start.start) }
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Sym(s) if *s == symbol)
    }

    pub fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Ident(s) if s == word)
    }

    pub fn at_end(&self) -> bool {
        matches!(self.peek(), Token::End)
    }

    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    pub fn identifier(&mut self) -> Parsed<Ident> {
        let span = self.span();
        match self.peek() {
            Token::Ident(name) if !is_reserved(name) => {
                let name = name.clone();
                self.advance();
                Ok(Ident { name, span })
            }
            _ => Err(self.unexpected("an identifier")),
        }
    }

    pub fn identifiers(&mut self) -> Parsed<Vec<Ident>> {
        let mut names = vec![self.identifier()?];
        while self.eat(",") {
            names.push(self.identifier()?);
        }
        Ok(names)
    }

    pub fn unexpected(&self, expected: &str) -> ParseError {
        let found = match self.peek() {
            Token::Ident(name) => format!("`{name}`"),
            Token::Int(_) | Token::Real => "a number".to_owned(),
            Token::Text(_) => "a string".to_owned(),
            Token::Sym(symbol) => format!("`{symbol}`"),
            Token::Bad(c) => format!("the character `{}`", c.escape_default()),
            Token::End => "the end of the file".to_owned(),
        };
        ParseError { span: self.span(), message: format!("expected {expected}, found {found}") }
    }

    /// Runs `parse` one level deeper, refusing hostile depths.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(ParseError {
                span: self.span(),
                message: format!("nested deeper than {MAX_DEPTH} levels"),
            });
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    pub fn too_deep(&self) -> ParseError {
        ParseError { span: self.span(), message: format!("operator chain longer than {MAX_DEPTH}") }
    }

    /// Parses `item`s separated by commas.
    pub fn list<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    pub fn formulas(&mut self) -> Parsed<Vec<Formula>> {
        self.list(Self::formula)
    }
}

/// Words that end a formula or start a clause and so cannot be identifiers.
pub fn is_reserved(word: &str) -> bool {
    is_clause(word)
        || matches!(
            word,
            "END"
                | "BEGIN"
                | "PRE"
                | "THEN"
                | "ASSERT"
                | "IF"
                | "ELSIF"
                | "ELSE"
                | "SELECT"
                | "WHEN"
                | "CHOICE"
                | "OR"
                | "ANY"
                | "WHERE"
                | "LET"
                | "BE"
                | "IN"
                | "VAR"
                | "CASE"
                | "OF"
                | "EITHER"
                | "WHILE"
                | "DO"
                | "VARIANT"
                | "skip"
                | "or"
                | "not"
                | "mod"
        )
}

/// Words that start a clause of a machine.
pub fn is_clause(word: &str) -> bool {
    matches!(
        word,
        "MACHINE"
            | "REFINEMENT"
            | "IMPLEMENTATION"
            | "REFINES"
            | "SETS"
            | "CONSTANTS"
            | "CONCRETE_CONSTANTS"
            | "ABSTRACT_CONSTANTS"
            | "PROPERTIES"
            | "VARIABLES"
            | "CONCRETE_VARIABLES"
            | "ABSTRACT_VARIABLES"
            | "INVARIANT"
            | "ASSERTIONS"
            | "INITIALISATION"
            | "INITIALIZATION"
            | "OPERATIONS"
            | "LOCAL_OPERATIONS"
            | "EVENTS"
            | "DEFINITIONS"
            | "SEES"
            | "USES"
            | "INCLUDES"
            | "EXTENDS"
            | "IMPORTS"
            | "PROMOTES"
            | "CONSTRAINTS"
            | "VALUES"
            | "FREETYPES"
            | "EXPRESSIONS"
            | "PREDICATES"
            | "REFERENCES"
    )
}
