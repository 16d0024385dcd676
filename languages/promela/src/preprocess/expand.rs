//! Macro expansion.
//!
//! Tokens are read from a stack of contexts, each the replacement of one macro. While a context is on the stack its
//! macro is disabled; its name met meanwhile is painted and never expands. Arguments are expanded on their own before
//! they are put in, except beside `#` and `##` (C99 6.10.3.1 to 6.10.3.4). This is GNU cpp's way; Prosser's hide sets
//! would differ only where the standard leaves both open.

use super::scan::{self, Kind, Token};
use super::{MAX_EXPANSION, Preprocessor};
use diagnostics::{Diagnostic, Span};
use std::collections::VecDeque;
use std::rc::Rc;

/// What `#define` defines.
#[derive(Debug)]
pub(super) struct Macro {
    /// `None` for a macro without parentheses.
    pub params: Option<Vec<Rc<str>>>,
    /// Does the last parameter take all remaining arguments?
    pub variadic: bool,
    pub body: Vec<Token>,
    pub span: Span,
}

/// Tokens waiting to be read.
#[derive(Debug)]
pub(super) struct Context {
    pub tokens: VecDeque<Token>,
    /// The macro that is disabled meanwhile.
    pub of: Option<Rc<str>>,
}

/// Deepest nesting of calls in the arguments of calls.
const MAX_DEPTH: usize = 200;

impl Preprocessor<'_> {
    /// Replaces a macro's name by a context to be read next. `false` when it is none, or is not called.
    pub(super) fn try_expand(&mut self, name: &Token) -> bool {
        self.try_expand_at(name, 0)
    }

    fn try_expand_at(&mut self, name: &Token, depth: usize) -> bool {
        if name.painted || self.stopped {
            return false;
        }
        if let Some(text) = self.built_in(name) {
            self.push_context(name, vec![text], None);
            return true;
        }
        let Some(definition) = self.macros.get(&name.text).cloned() else { return false };
        self.note_macro(name);
        if self.contexts.iter().any(|c| c.of.as_ref() == Some(&name.text)) {
            let painted = Token { painted: true, ..name.clone() };
            self.contexts.push(Context { tokens: [painted].into(), of: None });
            return true;
        }
        let body = match &definition.params {
            None => self.substitute(&definition, &[], name, depth),
            Some(params) => {
                if self.peek().is_none_or(|t| &*t.text != "(") {
                    return false;
                }
                self.next();
                let Some(args) = self.arguments(name, &definition, params.len()) else { return true };
                self.substitute(&definition, &args, name, depth)
            }
        };
        self.push_context(name, body, Some(name.text.clone()));
        true
    }

    fn built_in(&self, name: &Token) -> Option<Token> {
        let (kind, text) = match &*name.text {
            "__LINE__" => (Kind::Number, name.line.to_string()),
            "__FILE__" => (Kind::String, format!("{:?}", self.sources.name(name.span.file))),
            _ => return None,
        };
        Some(Token { kind, text: text.into(), exact: false, ..name.clone() })
    }

    fn push_context(&mut self, name: &Token, mut body: Vec<Token>, of: Option<Rc<str>>) {
        self.expanded += body.len();
        if self.expanded > MAX_EXPANSION {
            return self.stop(name.span, "this macro expands to too much text");
        }
        if let Some(first) = body.first_mut() {
            first.space = name.space;
        }
        self.contexts.push(Context { tokens: body.into(), of });
        self.output.edge();
    }

    /// Reads the arguments of a call up to its closing parenthesis.
    fn arguments(&mut self, name: &Token, definition: &Macro, count: usize) -> Option<Vec<Vec<Token>>> {
        let mut args = vec![Vec::new()];
        let mut depth = 0;
        loop {
            let Some(token) = self.next() else {
                self.unterminated_call(name, definition);
                return None;
            };
            match &*token.text {
                ")" if depth == 0 => break,
                "," if depth == 0 && !(definition.variadic && args.len() == count) => {
                    args.push(Vec::new());
                    continue;
                }
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            args.last_mut()?.push(token);
        }
        self.check_count(name, definition, count, args)
    }

    fn unterminated_call(&mut self, name: &Token, definition: &Macro) {
        let message = format!("the call of macro `{}` never ends", name.text);
        let error = Diagnostic::error("unterminated-macro-call", message, name.span)
            .label("no matching `)` follows")
            .also(definition.span, "defined here");
        self.errors.push(error);
    }

    fn check_count(
        &mut self,
        name: &Token,
        definition: &Macro,
        count: usize,
        mut args: Vec<Vec<Token>>,
    ) -> Option<Vec<Vec<Token>>> {
        if count == 0 && args.len() == 1 && args[0].is_empty() {
            args.clear();
        }
        if definition.variadic && args.len() + 1 == count {
            args.push(Vec::new());
        }
        if args.len() == count {
            return Some(args);
        }
        let message = format!("macro `{}` takes {count} arguments, not {}", name.text, args.len());
        let error = Diagnostic::error("macro-arguments", message, name.span)
            .label("called here")
            .also(definition.span, "defined here");
        self.errors.push(error);
        None
    }

    /// The body with its arguments put in, every token blamed on the call.
    fn substitute(
        &mut self,
        definition: &Macro,
        args: &[Vec<Token>],
        name: &Token,
        depth: usize,
    ) -> Vec<Token> {
        let mut out: Vec<Token> = Vec::with_capacity(definition.body.len());
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; args.len()];
        let mut after_argument = false;
        let mut body = definition.body.iter().peekable();
        while let Some(token) = body.next() {
            if out.len() > MAX_EXPANSION {
                self.stop(name.span, "this macro expands to too much text");
                break;
            }
            let edge = std::mem::take(&mut after_argument);
            if let ("#", Some(i)) = (&*token.text, body.peek().and_then(|t| definition.param(t))) {
                body.next();
                out.push(quote(&args[i], token, name));
            } else if &*token.text == "##" {
                let Some(right) = body.next() else { break };
                let tokens = match definition.param(right) {
                    Some(i) => args[i].clone(),
                    None => vec![moved(right, name)],
                };
                self.paste(&mut out, tokens, name);
            } else if let Some(i) = definition.param(token) {
                let raw = body.peek().is_some_and(|t| &*t.text == "##");
                let mut tokens = match &expanded[i] {
                    _ if raw => args[i].clone(),
                    Some(tokens) => tokens.clone(),
                    None => expanded[i].insert(self.expand_alone(&args[i], name, depth)).clone(),
                };
                place_argument(&mut tokens, token, name);
                out.append(&mut tokens);
                after_argument = true;
            } else {
                out.push(Token { edge, ..moved(token, name) });
            }
        }
        out
    }

    /// Expands an argument as if it were the rest of the file.
    fn expand_alone(&mut self, arg: &[Token], name: &Token, depth: usize) -> Vec<Token> {
        if depth >= MAX_DEPTH {
            self.stop(name.span, "macro calls are nested too deeply");
            return Vec::new();
        }
        // Below the argument lie empty contexts that keep the outer macros disabled, and no file.
        let outer = std::mem::take(&mut self.contexts);
        let files = std::mem::take(&mut self.files);
        self.contexts = outer.iter().map(|c| Context { tokens: VecDeque::new(), of: c.of.clone() }).collect();
        self.contexts.push(Context { tokens: arg.iter().cloned().collect(), of: None });
        let mut out = Vec::new();
        while let Some(token) = self.next() {
            if token.kind == Kind::Identifier && self.try_expand_at(&token, depth + 1) {
                continue;
            }
            out.push(token);
        }
        self.contexts = outer;
        self.files = files;
        out
    }

    /// `##`: the last token so far and the first of `right` become one.
    fn paste(&mut self, out: &mut Vec<Token>, mut right: Vec<Token>, name: &Token) {
        if right.is_empty() {
            return;
        }
        let Some(left) = out.pop() else {
            out.append(&mut right);
            return;
        };
        let text = format!("{}{}", left.text, right[0].text);
        let mut again = scan::scan(name.span.file, &text, &mut Vec::new());
        if again.len() != 1 {
            let message = format!("pasting `{}` and `{}` does not give one token", left.text, right[0].text);
            self.error("bad-paste", message, name.span);
        }
        if let Some(first) = again.first_mut() {
            *first = Token { kind: first.kind, text: text.into(), exact: false, ..left };
            out.push(first.clone());
        }
        out.extend(right.into_iter().skip(1));
    }
}

impl Macro {
    fn param(&self, token: &Token) -> Option<usize> {
        let params = self.params.as_ref()?;
        params.iter().position(|p| token.kind == Kind::Identifier && *p == token.text)
    }
}

/// An argument takes the place of its parameter: on the macro's line, with the parameter's blank before it.
fn place_argument(tokens: &mut [Token], parameter: &Token, name: &Token) {
    for token in tokens.iter_mut() {
        token.line = name.line;
    }
    if let Some(first) = tokens.first_mut() {
        first.space = parameter.space;
        first.edge = true;
    }
}

/// A token of a macro's body, at the macro's use.
fn moved(token: &Token, name: &Token) -> Token {
    Token { span: name.span, line: name.line, first: false, exact: false, ..token.clone() }
}

/// `#`: an argument as a string.
fn quote(arg: &[Token], hash: &Token, name: &Token) -> Token {
    let mut text = String::from("\"");
    for (i, token) in arg.iter().enumerate() {
        if i > 0 && (token.space || token.first) {
            text.push(' ');
        }
        let escape = matches!(token.kind, Kind::String | Kind::Char);
        text.extend(token.text.chars().flat_map(|c| {
            let escaped = escape && matches!(c, '"' | '\\');
            escaped.then_some('\\').into_iter().chain([c])
        }));
    }
    text.push('"');
    Token { kind: Kind::String, text: text.into(), ..moved(hash, name) }
}
