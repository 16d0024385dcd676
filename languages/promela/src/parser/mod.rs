//! The parser: recursive descent for items and statements, precedence climbing for expressions.
//!
//! The grammar is `spin.y` of SPIN 6.5.2. It is not context-free: what a name is depends on the declarations before
//! it, and an inline is parsed anew at each call, so the parser and the token stream work hand in hand. SPIN's yacc
//! parser gives up soon after the first error; this one skips to the next statement or item and goes on, so that one
//! run reports them all. Nesting is limited, which bounds the stack of everything that walks the tree later.

mod c_habits;
mod declaration;
mod expression;
mod inline;
mod item;
mod statement;

use crate::ast::{Name, Number, Program};
use crate::lexer;
use crate::preprocess::Preprocessed;
use crate::stream::Stream;
use crate::token::{Kind, Token};
use diagnostics::{Diagnostic, Span};

/// Deepest nesting of statements and expressions together.
const MAX_DEPTH: u32 = 300;
/// After this number of errors the rest is not worth reading.
const MAX_ERRORS: usize = 100;

/// Something could not be parsed; the reason is already among the errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Parses preprocessed text. Errors go to `errors`; the tree then holds what could be read.
pub fn parse(source: &Preprocessed, errors: &mut Vec<Diagnostic>) -> Program {
    let stream = Stream::new(source);
    let mut parser = Parser {
        stream,
        next: None,
        last: source.end(),
        depth: 0,
        errors,
        last_place: source.end(),
        taken: Vec::new(),
        returns: Vec::new(),
        inline_calls: Vec::new(),
    };
    let mut program = parser.program();
    program.inline_calls = std::mem::take(&mut parser.inline_calls);
    let stream_errors = std::mem::take(&mut parser.stream.errors);
    errors.extend(stream_errors);
    program
}

struct Parser<'a, 'e> {
    stream: Stream<'a>,
    /// The token that was looked at. At most one, and only when needed: reading on classifies names.
    next: Option<Token>,
    /// The last token taken.
    last: Span,
    depth: u32,
    errors: &'e mut Vec<Diagnostic>,
    /// Where the last token taken stands: in the body of an inline, if it replaces a parameter there.
    last_place: Span,
    /// The tokens taken since the item began; of a call of an inline that was read, those of the call alone.
    taken: Vec<Token>,
    /// Where `return` puts its value in the inlines being read.
    returns: Vec<Option<crate::ast::VarRef>>,
    /// The calls of inlines that were met.
    inline_calls: Vec<Name>,
}

impl Parser<'_, '_> {
    fn peek(&mut self) -> Kind {
        self.peek_token().kind
    }

    fn peek_token(&mut self) -> Token {
        match self.next {
            Some(token) => token,
            None => {
                let token = self.stream.next();
                self.next = Some(token);
                token
            }
        }
    }

    fn peek_span(&mut self) -> Span {
        let token = self.peek_token();
        self.stream.span(token)
    }

    fn take(&mut self) -> Token {
        let token = self.peek_token();
        self.next = None;
        self.last = self.stream.span(token);
        self.last_place = self.stream.place(token);
        match token.kind {
            Kind::LParen => self.stream.parens += 1,
            Kind::RParen => self.stream.parens = self.stream.parens.saturating_sub(1),
            _ => {}
        }
        self.taken.push(token);
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, kind: Kind) -> Parsed<Span> {
        if self.eat(kind) {
            return Ok(self.last);
        }
        self.expected(kind.describe())
    }

    /// Reports that something else was expected here.
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.peek_token();
        let span = self.stream.span(token);
        let error =
            Diagnostic::error("syntax", format!("expected {what}, found {}", self.found(token)), span);
        let error = match (self.c_habit(token), token.kind) {
            (Some(remedy), _) => error.hint(remedy),
            (None, kind) => spins_habit(error, kind, token, self.after_brace()),
        };
        self.report(error)
    }

    /// An error where a sequence or a selection should go on, with what is still open.
    fn still_open<T>(&mut self, expected: &str, open: (Span, &str), hint: Option<String>) -> Parsed<T> {
        let token = self.peek_token();
        let (span, remedy) = (self.stream.span(token), self.c_habit(token).map(str::to_owned));
        let message = format!("expected {expected}, found {}", self.found(token));
        let error = Diagnostic::error("syntax", message, span).also(open.0, open.1);
        self.report(match remedy.or(hint) {
            Some(hint) => error.hint(hint),
            None => error,
        })
    }

    fn after_brace(&self) -> bool {
        self.last.start == self.last.end
    }

    fn found(&self, token: Token) -> String {
        let text = self.stream.text(token);
        match token.kind {
            Kind::Name => format!("`{text}`"),
            Kind::Unknown if text.starts_with('"') => {
                "a string without its closing quotation mark".to_owned()
            }
            Kind::Unknown => format!("`{}`, which is no part of Promela", text.escape_debug()),
            Kind::Number | Kind::Char => text.to_owned(),
            Kind::TypeName | Kind::ProctypeName | Kind::InlineName | Kind::Symbol => {
                format!("`{text}`, {}", token.kind.describe())
            }
            kind => kind.describe().to_owned(),
        }
    }

    /// Records an error, with the calls of inlines that lead to it.
    fn report<T>(&mut self, mut error: Diagnostic) -> Parsed<T> {
        for (name, site) in self.stream.calls() {
            error = error.also(site, format!("in this call of inline `{name}`"));
        }
        // Skipping after an error can meet the same place again.
        let known = self.errors.last().is_some_and(|e| e.span() == error.span());
        if self.errors.len() < MAX_ERRORS && !known {
            self.errors.push(error);
        }
        Err(Failed)
    }

    fn too_many_errors(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.peek_span();
            let message = format!("this is nested more than {MAX_DEPTH} levels deep");
            return self.report(Diagnostic::error("nesting", message, span));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn name(&mut self) -> Parsed<Name> {
        match self.peek() {
            Kind::Name => Ok(self.take_name()),
            _ => self.expected("a name"),
        }
    }

    fn take_name(&mut self) -> Name {
        let token = self.take();
        Name { text: self.stream.text(token).to_owned(), span: self.last }
    }

    /// A constant as the grammar's `CONST`: numbers, characters, truth values and symbolic constants.
    fn constant(&mut self) -> Parsed<Number> {
        let token = self.peek_token();
        let value = match token.kind {
            Kind::Number => Some(lexer::number_value(self.stream.text(token))),
            Kind::Char => lexer::char_value(self.stream.text(token)),
            Kind::True | Kind::Skip => Some(1),
            Kind::False => Some(0),
            _ => None,
        };
        match value {
            Some(value) => {
                self.take();
                Ok(Number { value, span: self.last })
            }
            None => self.expected("a constant"),
        }
    }

    /// Skips to a token that satisfies `stop`, over whole blocks in braces. Takes at least nothing.
    fn skip_until(&mut self, stop: impl Fn(Kind) -> bool) {
        let mut depth = 0u32;
        loop {
            let kind = self.peek();
            match kind {
                Kind::End => return,
                _ if depth == 0 && stop(kind) => return,
                Kind::LBrace => depth += 1,
                Kind::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.take();
        }
    }

    /// Refuses embedded C and skips it.
    fn embedded_c<T>(&mut self) -> Parsed<T> {
        let token = self.take();
        let span = self.last;
        let message = format!("embedded C (`{}`) is not supported", self.stream.text(token));
        let error = Diagnostic::error("embedded-c", message, span)
            .hint("a model is never allowed to run code; write it in Promela");
        if matches!(token.kind, Kind::CState | Kind::CTrack) {
            while self.eat(Kind::String) {}
        } else {
            self.next = None;
            self.stream.c_block();
        }
        self.report(error)
    }
}

/// Remedies for what SPIN reads otherwise than one expects.
fn spins_habit(error: Diagnostic, kind: Kind, token: Token, after_brace: bool) -> Diagnostic {
    match kind {
        Kind::Comma if after_brace => {
            error.hint("in SPIN a `}` ends the declaration; start a new one with its type")
        }
        Kind::Semi if token.start == token.end => {
            error.label("the line ends here").hint("SPIN reads this line break as `;`")
        }
        Kind::Symbol => error.hint("a symbolic constant of an `mtype` cannot be used as another name"),
        Kind::TypeName | Kind::ProctypeName | Kind::InlineName => {
            error.hint("a name has one meaning in the whole file")
        }
        _ => error,
    }
}
