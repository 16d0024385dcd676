//! What the parser reads: the tokens of the text with inlines expanded, names classified, and SPIN's semicolons put in.
//!
//! This is `lex()` and `yylex()` of SPIN 6.5.2 (`spinlex.c`) on tokens instead of characters. A line break after
//! certain tokens is a semicolon; one is also supplied after `}` and after `else`, and dropped before `}`, `;` and
//! `->`. A call of an inline makes the stream continue with the text of its body, in which names of parameters are
//! replaced by the tokens of the actual ones; `ltl` blocks are put off to the end of the file.
//!
//! Differs from SPIN in that actual parameters stay tokens: SPIN glues them into a text without blanks.

mod frame;

use crate::lexer;
use crate::preprocess::Preprocessed;
use crate::token::{Kind, Token};
use diagnostics::{Diagnostic, Span};
use frame::{Call, Frame, Redirect};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// An `inline` as it was defined.
#[derive(Debug)]
pub(crate) struct Inline {
    pub name: String,
    pub params: Vec<String>,
    /// Its body in the token list, braces included.
    pub body: std::ops::Range<usize>,
    pub span: Span,
}

/// The names that the text so far has introduced.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub types: HashSet<String>,
    pub proctypes: HashSet<String>,
    pub symbols: HashSet<String>,
    pub inlines: HashMap<String, Rc<Inline>>,
}

/// SPIN's limit on inlines inside inlines is 16.
const MAX_INLINE_DEPTH: usize = 16;
/// Tokens read out of inlines before giving up: sixteen levels of calls can stand for more text than fits anywhere.
const MAX_INLINED: usize = 1 << 20;

/// The stream. The parser sets the public fields as it goes.
pub(crate) struct Stream<'a> {
    source: &'a Preprocessed,
    tokens: Vec<Token>,
    frames: Vec<Frame>,
    /// A token that was read too early.
    returned: Option<Token>,
    /// `ltl` blocks put off to the end, as ranges of tokens.
    deferred: Vec<std::ops::Range<usize>>,
    at_end: bool,
    /// The last token of the text, for line breaks.
    last_token: Kind,
    /// The last token given to the parser.
    last: Kind,
    hold: Option<Token>,
    end: u32,
    inlined: usize,
    /// Names known so far.
    pub names: Names,
    /// Are line breaks semicolons here? (inside bodies and structures)
    pub in_sequence: bool,
    /// How many parentheses are open; line breaks inside them are blanks.
    pub parens: u32,
    /// Is this an `ltl` block?
    pub ltl: bool,
    /// Is this the head of a `for`, where `in` is a keyword?
    pub in_for: bool,
    /// Was the last `select` one that SPIN expands while reading?
    pub literal_select: bool,
    pub errors: Vec<Diagnostic>,
}

impl<'a> Stream<'a> {
    pub fn new(source: &'a Preprocessed) -> Stream<'a> {
        let tokens = lexer::lex(&source.text);
        let frames = vec![Frame { next: 0, end: tokens.len(), call: None }];
        Stream {
            source,
            tokens,
            frames,
            returned: None,
            deferred: Vec::new(),
            at_end: false,
            last_token: Kind::Semi,
            last: Kind::Semi,
            hold: None,
            end: 0,
            inlined: 0,
            names: Names::default(),
            in_sequence: false,
            parens: 0,
            ltl: false,
            in_for: false,
            literal_select: false,
            errors: Vec::new(),
        }
    }

    pub fn text(&self, token: Token) -> &'a str {
        self.source.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    pub fn span(&self, token: Token) -> Span {
        if token.kind == Kind::End {
            return self.source.end();
        }
        if token.start == token.end {
            let last = (token.start as usize).saturating_sub(1);
            return self.source.span(last, last + 1).after();
        }
        self.source.span(token.start as usize, token.end as usize)
    }

    /// Where a token stands in the text that is read: what replaces a parameter, where the parameter is.
    pub fn place(&self, token: Token) -> Span {
        match token.formal {
            Some((start, end)) => self.source.span(start as usize, end as usize),
            None => self.span(token),
        }
    }

    /// Tokens as they were written.
    pub fn written(&self, tokens: &[Token]) -> Rc<str> {
        self.source.written(tokens).into()
    }

    /// The outermost call being read.
    pub fn call_site(&self) -> Option<Span> {
        self.frames.iter().find_map(|f| f.call.as_ref()).map(|c| c.site)
    }

    /// The calls being read, innermost first, with the names called.
    pub fn calls(&self) -> impl Iterator<Item = (&str, Span)> {
        let calls = self.frames.iter().rev().filter_map(|f| f.call.as_ref());
        calls.map(|c| (c.inline.name.as_str(), c.site))
    }

    /// The next token for the parser: SPIN's `yylex`.
    pub fn next(&mut self) -> Token {
        if let Some(held) = self.hold.take() {
            // A held `timeout` keeps the parenthesis that SPIN puts behind it.
            if held.kind != Kind::Timeout {
                self.last_token = held.kind;
            }
            self.last = held.kind;
            return held;
        }
        let mut token = self.lex();
        let missing = match self.last {
            Kind::Else => !matches!(token.kind, Kind::Semi | Kind::Arrow | Kind::Fi),
            Kind::RBrace => !goes_on_after_brace(token.kind),
            _ => false,
        };
        if missing {
            self.hold = Some(token);
            self.last = Kind::Semi;
            self.last_token = Kind::Semi;
            return self.implied();
        }
        if matches!(token.kind, Kind::Semi | Kind::Arrow) {
            let next = self.lex();
            if matches!(next.kind, Kind::RBrace | Kind::Arrow | Kind::Semi) {
                token = next;
            } else {
                self.hold = Some(next);
            }
        }
        self.last = token.kind;
        token
    }

    fn implied(&self) -> Token {
        Token { kind: Kind::Semi, start: self.end, end: self.end, space: false, formal: None }
    }

    /// SPIN's `lex`: line breaks, names, and the operators of `ltl`.
    fn lex(&mut self) -> Token {
        loop {
            let Some(token) = self.raw() else { return self.end_token() };
            if token.kind == Kind::Newline {
                if self.in_sequence
                    && self.parens == 0
                    && self.last_token.ends_statement()
                    && !self.before_unless()
                {
                    self.last_token = Kind::Semi;
                    return self.implied();
                }
                continue;
            }
            self.end = token.end;
            if token.kind == Kind::Ltl && self.frames.len() == 1 && !self.at_end {
                self.defer();
                continue;
            }
            let Some(kind) = self.classify(token) else { continue };
            let token =
                if self.ltl { self.temporal(Token { kind, ..token }) } else { Token { kind, ..token } };
            self.note_select(token);
            // SPIN reads `timeout` outside inlines as `(timeout)`, so a line break after it is a semicolon.
            let wrapped =
                token.kind == Kind::Timeout && self.frames.len() == 1 && self.last_token != Kind::LParen;
            self.last_token = if wrapped { Kind::RParen } else { token.kind };
            return token;
        }
    }

    fn end_token(&self) -> Token {
        let end = u32::try_from(self.source.text.len()).unwrap_or(u32::MAX);
        Token { kind: Kind::End, start: end, end, space: false, formal: None }
    }

    /// After `}` and line breaks: does a word follow that may be `unless`? SPIN looks at its first letter.
    fn before_unless(&mut self) -> bool {
        if self.last_token != Kind::RBrace {
            return false;
        }
        while let Some(token) = self.raw() {
            if token.kind != Kind::Newline {
                self.returned = Some(token);
                return self.text(token).starts_with('u');
            }
        }
        false
    }

    /// The next token of the text, out of a parameter, an inline, the file, or a block put off.
    fn raw(&mut self) -> Option<Token> {
        if let Some(token) = self.returned.take() {
            return Some(token);
        }
        loop {
            let depth = self.frames.len();
            let frame = self.frames.last_mut()?;
            if let Some(call) = &mut frame.call {
                self.inlined += 1;
                if let Some(token) = call.redirect.as_mut().and_then(Redirect::next) {
                    return Some(token);
                }
                call.redirect = None;
            }
            if frame.next < frame.end {
                frame.next += 1;
                return Some(self.tokens[frame.next - 1]);
            }
            if depth > 1 {
                self.frames.pop();
                continue;
            }
            self.at_end = true;
            if self.deferred.is_empty() {
                return None;
            }
            let block = self.deferred.remove(0);
            *frame = Frame { next: block.start, end: block.end, call: None };
        }
    }

    /// Puts an `ltl` block off to the end of the file.
    fn defer(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let start = frame.next - 1;
        let mut depth = 0;
        while frame.next < frame.end {
            let kind = self.tokens[frame.next].kind;
            frame.next += 1;
            match kind {
                Kind::LBrace => depth += 1,
                Kind::RBrace if depth <= 1 => break,
                Kind::RBrace => depth -= 1,
                _ => {}
            }
        }
        self.deferred.push(start..frame.next);
    }

    /// The kind of a word; `None` when it was a parameter and reading goes on with the actual one.
    fn classify(&mut self, token: Token) -> Option<Kind> {
        let is_word = self.text(token).starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !is_word {
            return Some(token.kind);
        }
        let text = self.text(token);
        if self.ltl
            && let Some(kind) = temporal_word(text)
        {
            return Some(kind);
        }
        let plain = token.kind == Kind::Name || (token.kind == Kind::In && !self.in_for);
        if !plain {
            return Some(token.kind);
        }
        if self.names.symbols.contains(text) {
            return Some(Kind::Symbol);
        }
        if self.redirect(token, text) {
            return None;
        }
        Some(match text {
            _ if self.names.types.contains(text) => Kind::TypeName,
            _ if self.names.proctypes.contains(text) => Kind::ProctypeName,
            _ if self.names.inlines.contains_key(text) => Kind::InlineName,
            _ => Kind::Name,
        })
    }

    /// Starts reading an actual parameter in place of the formal one, `name`.
    fn redirect(&mut self, formal: Token, name: &str) -> bool {
        let source = self.source;
        let text = |t: &Token| source.text.get(t.start as usize..t.end as usize).unwrap_or("");
        let Some(call) = self.frames.last_mut().and_then(|f| f.call.as_mut()) else { return false };
        if call.redirect.is_some() {
            return false;
        }
        let Some(i) = call.inline.params.iter().position(|p| p == name) else { return false };
        let actual = call.actuals[i].clone();
        if let [only] = &*actual {
            if text(only) == name {
                return false;
            }
            if call.inline.params.iter().any(|p| p == text(only)) {
                let error = capture_error(&call.inline, name, text(only), call.site);
                self.errors.push(error);
                return false;
            }
        }
        let in_structure = actual.windows(2).any(|pair| {
            let (left, right) = (text(&pair[0]), text(&pair[1]));
            (left == "." && right == name) || (left == name && right == ".")
        });
        if in_structure {
            let message = format!(
                "parameter `{name}` of inline `{}` is also part of what it stands for",
                call.inline.name
            );
            let error = Diagnostic::error("inline-parameter", message, call.site)
                .hint("rename the parameter; SPIN refuses this too");
            self.errors.push(error);
        }
        call.redirect = Some(Redirect { actual, next: 0, formal });
        true
    }

    /// Joins what is one operator inside `ltl`.
    fn temporal(&mut self, token: Token) -> Token {
        let kind = match token.kind {
            Kind::Arrow => return Token { kind: Kind::Implies, ..token },
            Kind::LBracket | Kind::Less | Kind::Slash | Kind::Backslash => token.kind,
            _ => return token,
        };
        let Some(next) = self.raw() else { return token };
        let joined = match (kind, next.kind) {
            _ if next.start != token.end => None,
            (Kind::LBracket, Kind::RBracket) => Some(Kind::Always),
            (Kind::Less, Kind::Greater) => Some(Kind::Eventually),
            (Kind::Less, Kind::Arrow) => Some(Kind::Equivalent),
            (Kind::Slash, Kind::Backslash) => Some(Kind::AndAnd),
            (Kind::Backslash, Kind::Slash) => Some(Kind::OrOr),
            _ => None,
        };
        match joined {
            Some(kind) => {
                self.end = next.end;
                Token { kind, end: next.end, ..token }
            }
            None => {
                self.returned = Some(next);
                token
            }
        }
    }

    /// SPIN expands `select (x : 1 .. 3)` while reading when both bounds are digits, the name has no underscore, all
    /// stands on one line, and the text is not inside an inline.
    fn note_select(&mut self, token: Token) {
        let [frame] = &self.frames[..] else {
            self.literal_select = false;
            return;
        };
        if token.kind != Kind::Select {
            return;
        }
        let rest = &self.tokens[frame.next..frame.end];
        let rest: Vec<Token> = rest.iter().skip_while(|t| t.kind == Kind::Newline).take(7).copied().collect();
        let kinds: Vec<Kind> = rest.iter().skip(2).map(|t| t.kind).collect();
        let name = rest.get(1).map_or("_", |t| self.text(*t));
        self.literal_select = rest.first().is_some_and(|t| t.kind == Kind::LParen)
            && name.bytes().all(|b| b.is_ascii_alphanumeric())
            && kinds[..] == [Kind::Colon, Kind::Number, Kind::DotDot, Kind::Number, Kind::RParen];
    }

    /// Reads the body of an inline after its parameters: everything up to the matching brace, unparsed.
    pub fn inline_body(&mut self) -> Option<std::ops::Range<usize>> {
        debug_assert!(self.hold.is_none());
        let frame = self.frames.last_mut()?;
        while frame.next < frame.end && self.tokens[frame.next].kind == Kind::Newline {
            frame.next += 1;
        }
        let start = frame.next;
        let mut depth = 0;
        while frame.next < frame.end {
            let kind = self.tokens[frame.next].kind;
            frame.next += 1;
            match kind {
                Kind::LBrace => depth += 1,
                Kind::RBrace => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let complete = self.tokens[start].kind == Kind::LBrace;
                self.last = Kind::RBrace;
                self.last_token = Kind::RBrace;
                self.end = self.tokens[frame.next - 1].end;
                return complete.then_some(start..frame.next);
            }
        }
        None
    }

    /// Skips the C text after `c_code` and its kind: `[…]`, then `{…}`.
    pub fn c_block(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let mut at = frame.next;
        while at < frame.end && self.tokens[at].kind != Kind::LBrace {
            at += 1;
        }
        frame.next = at;
        self.inline_body();
    }

    /// The tokens of a range, for printing an inline.
    pub fn slice(&self, range: std::ops::Range<usize>) -> &[Token] {
        self.tokens.get(range).unwrap_or_default()
    }

    /// Continues with the body of an inline. The error is told to the user.
    pub fn call(&mut self, inline: Rc<Inline>, actuals: Vec<Rc<[Token]>>, site: Span) -> Result<(), String> {
        let active = self.frames.iter().filter_map(|f| f.call.as_ref());
        if active.clone().any(|c| Rc::ptr_eq(&c.inline, &inline)) {
            return Err(format!("inline `{}` calls itself", inline.name));
        }
        if active.count() >= MAX_INLINE_DEPTH {
            return Err(format!("inlines are nested more than {MAX_INLINE_DEPTH} deep"));
        }
        if self.inlined > MAX_INLINED {
            return Err("the inlines of this model expand to too much text".to_owned());
        }
        let (next, end) = (inline.body.start, inline.body.end);
        self.frames.push(Frame { next, end, call: Some(Call { inline, actuals, redirect: None, site }) });
        self.last_token = Kind::Semi;
        Ok(())
    }
}

fn capture_error(inline: &Inline, formal: &str, actual: &str, site: Span) -> Diagnostic {
    let name = &inline.name;
    let message =
        format!("`{actual}` for `{formal}` of inline `{name}` is also the name of a parameter of `{name}`");
    Diagnostic::error("inline-parameter", message, site)
        .label("called here")
        .also(inline.span, "defined here")
        .hint("rename the parameter; SPIN refuses this too")
}

/// After `}`, these need no semicolon.
fn goes_on_after_brace(kind: Kind) -> bool {
    use Kind::*;
    matches!(kind, Proctype | Init | Never | Sep | Fi | Od | RBrace | Unless | Semi | Arrow | End)
}

fn temporal_word(text: &str) -> Option<Kind> {
    Some(match text {
        "U" | "until" | "stronguntil" => Kind::Until,
        "V" | "release" => Kind::Release,
        "W" | "weakuntil" => Kind::WeakUntil,
        "X" | "next" => Kind::Next,
        "always" => Kind::Always,
        "eventually" => Kind::Eventually,
        "implies" => Kind::Implies,
        "equivalent" => Kind::Equivalent,
        _ => return None,
    })
}
