//! Lines that begin with `#`.

use super::expand::{Context, Macro};
use super::scan::{Kind, Token};
use super::{Conditional, MAX_INCLUDE_DEPTH, Preprocessor, condition};
use diagnostics::{Diagnostic, Span, nearest};
use std::rc::Rc;

const DIRECTIVES: [&str; 13] = [
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning",
    "line", "ident",
];

impl Preprocessor<'_> {
    /// Obeys the directive that starts with `hash`; in a branch that is not read, only conditionals count.
    pub(super) fn directive(&mut self, hash: &Token, active: bool) {
        let line = self.rest_of_line();
        let Some(name) = line.first() else { return };
        let span = hash.span.to(name.span);
        let args = &line[1..];
        match &*name.text {
            "if" | "ifdef" | "ifndef" => self.open_conditional(name, args, active, span),
            "elif" => self.elif(args, span),
            "else" => self.switch_branch(span, None),
            "endif" => self.endif(span),
            _ if !active => {}
            "define" => self.define(args, span),
            "undef" => self.undefine(args, span),
            "include" => self.include(args, span),
            "error" => {
                let text: Vec<&str> = args.iter().map(|t| &*t.text).collect();
                self.error("error-directive", format!("#error {}", text.join(" ")), span);
            }
            "warning" | "line" | "ident" => {}
            _ if name.kind == Kind::Number => {}
            _ => self.unknown(name, span),
        }
    }

    fn unknown(&mut self, name: &Token, span: Span) {
        let error =
            Diagnostic::error("unknown-directive", format!("there is no directive `#{}`", name.text), span);
        self.errors.push(match nearest(&name.text, DIRECTIVES) {
            Some(near) => error.hint(format!("did you mean `#{near}`?")),
            None => error,
        });
    }

    fn rest_of_line(&mut self) -> Vec<Token> {
        let mut line = Vec::new();
        if let Some(open) = self.files.last_mut() {
            while open.tokens.as_slice().first().is_some_and(|t| !t.first) {
                line.extend(open.tokens.next());
            }
        }
        line
    }

    fn define(&mut self, args: &[Token], span: Span) {
        let Some(name) = args.first().filter(|t| t.kind == Kind::Identifier) else {
            return self.error("bad-define", "`#define` needs a name", span);
        };
        let mut definition = Macro { params: None, variadic: false, body: Vec::new(), span: name.span };
        let mut rest = &args[1..];
        if rest.first().is_some_and(|t| &*t.text == "(" && !t.space) {
            let Some(after) = self.parameters(&rest[1..], &mut definition) else {
                return self.error("bad-define", "this list of macro parameters is malformed", name.span);
            };
            rest = after;
        }
        definition.body = rest.to_vec();
        if let Some(first) = definition.body.first_mut() {
            first.space = false;
        }
        let pasting = |t: Option<&Token>| t.is_some_and(|t| &*t.text == "##");
        if pasting(definition.body.first()) || pasting(definition.body.last()) {
            return self.error("bad-define", "`##` cannot stand at either end of a macro", name.span);
        }
        let definition = Rc::new(definition);
        self.seen.definitions.push((name.text.clone(), Rc::clone(&definition)));
        if self.is_given(&name.text, span) {
            let message = format!("`{}` keeps the value that the command line gives it", name.text);
            let warning = Diagnostic::warning("defined-outside", message, name.span);
            return self.errors.push(warning.label("this definition has no effect"));
        }
        self.macros.insert(name.text.clone(), definition);
    }

    /// Was a macro defined on the command line, and is this another definition of it? `#undef` makes room for one.
    fn is_given(&self, name: &str, span: Span) -> bool {
        let known = self.macros.get(name).map(|known| known.span.file);
        self.command_line.is_some_and(|file| known == Some(file) && span.file != file)
    }

    /// Reads `a, b)` and gives what follows.
    fn parameters<'t>(&mut self, mut rest: &'t [Token], definition: &mut Macro) -> Option<&'t [Token]> {
        let mut params = Vec::new();
        loop {
            let (token, after) = rest.split_first()?;
            rest = after;
            match &*token.text {
                ")" if params.is_empty() => break,
                "..." => {
                    definition.variadic = true;
                    params.push("__VA_ARGS__".into());
                }
                _ if token.kind == Kind::Identifier => params.push(token.text.clone()),
                _ => return None,
            }
            let (separator, after) = rest.split_first()?;
            rest = after;
            match &*separator.text {
                ")" => break,
                "," if !definition.variadic => {}
                _ => return None,
            }
        }
        definition.params = Some(params);
        Some(rest)
    }

    fn undefine(&mut self, args: &[Token], span: Span) {
        match args.first() {
            Some(name) if name.kind == Kind::Identifier => {
                self.note_macro(name);
                self.macros.remove(&name.text);
            }
            _ => self.error("bad-undef", "`#undef` needs a name", span),
        }
    }

    fn include(&mut self, args: &[Token], span: Span) {
        let Some(from) = self.files.last().map(|open| open.file) else { return };
        let Some(name) = self.included_name(args) else {
            return self.error("bad-include", "`#include` needs a file name in quotes", span);
        };
        if self.files.len() >= MAX_INCLUDE_DEPTH {
            let message = format!("`{name}` is included too deeply; it probably includes itself");
            return self.stop(span, &message);
        }
        match self.loader.load(&name, self.sources.name(from)) {
            Ok(included) => {
                let file = self.sources.add(included.name, included.text);
                self.enter(file);
            }
            Err(reason) => {
                let message = format!("cannot include `{name}`: {reason}");
                let place = args.first().map_or(span, |t| t.span);
                let error = Diagnostic::error("bad-include", message, place);
                let is_of_c = self.sources.slice(place).starts_with('<');
                self.errors.push(match is_of_c {
                    true => error.hint("models need no headers of C; `-I DIR` says where other files are"),
                    false => error.hint("`-I DIR` says where else to look"),
                });
            }
        }
    }

    fn included_name(&mut self, args: &[Token]) -> Option<String> {
        let args = match args.first()?.kind {
            Kind::Identifier => self.expand_line(args),
            _ => args.to_vec(),
        };
        let first = args.first()?;
        if first.kind == Kind::String {
            return Some(first.text.trim_matches('"').to_owned());
        }
        let name: String = args.iter().map(|t| &*t.text).collect();
        Some(name.strip_prefix('<')?.split_once('>')?.0.to_owned())
    }

    /// Expands the macros in the rest of a directive's line.
    pub(super) fn expand_line(&mut self, line: &[Token]) -> Vec<Token> {
        let outer = std::mem::take(&mut self.contexts);
        let files = std::mem::take(&mut self.files);
        self.contexts.push(Context { tokens: line.iter().cloned().collect(), of: None });
        let mut out = Vec::new();
        while let Some(token) = self.next() {
            if !(token.kind == Kind::Identifier && self.try_expand(&token)) {
                out.push(token);
            }
        }
        self.contexts = outer;
        self.files = files;
        out
    }

    fn open_conditional(&mut self, name: &Token, args: &[Token], active: bool, span: Span) {
        let holds = active
            && match &*name.text {
                "if" => self.condition(args, span),
                word => match args.first() {
                    Some(t) if t.kind == Kind::Identifier => {
                        self.note_macro(t);
                        self.macros.contains_key(&t.text) == (word == "ifdef")
                    }
                    _ => {
                        self.error("bad-condition", format!("`#{word}` needs a name"), span);
                        false
                    }
                },
            };
        // A conditional inside a branch that is not read counts as taken, so none of its branches is.
        let conditional = Conditional { span, active: holds, taken: holds || !active, last: false };
        if let Some(open) = self.files.last_mut() {
            open.conditionals.push(conditional);
        }
    }

    fn elif(&mut self, args: &[Token], span: Span) {
        let open = self.files.last().and_then(|open| open.conditionals.last());
        let wanted = open.is_some_and(|c| !c.taken);
        let holds = wanted && self.condition(args, span);
        self.switch_branch(span, Some(holds));
    }

    /// `#elif` with its truth, or `#else`.
    fn switch_branch(&mut self, span: Span, elif: Option<bool>) {
        let conditional = self.files.last_mut().and_then(|open| open.conditionals.last_mut());
        match conditional {
            Some(c) if !c.last => {
                c.active = !c.taken && elif.unwrap_or(true);
                c.taken |= c.active;
                c.last = elif.is_none();
            }
            Some(c) => {
                let error = Diagnostic::error("misplaced-conditional", "`#else` was already seen", span)
                    .also(c.span, "of this conditional");
                self.errors.push(error);
            }
            None => self.error("misplaced-conditional", "there is no `#if` before this", span),
        }
    }

    fn endif(&mut self, span: Span) {
        if self.files.last_mut().is_none_or(|open| open.conditionals.pop().is_none()) {
            self.error("misplaced-conditional", "there is no `#if` before this", span);
        }
    }

    fn condition(&mut self, args: &[Token], span: Span) -> bool {
        args.iter().for_each(|token| self.note_macro(token));
        let replaced = condition::replace_defined(args, |name| self.macros.contains_key(name));
        let tokens = self.expand_line(&replaced);
        match condition::evaluate(&tokens, span) {
            Ok(value) => value != 0,
            Err(error) => {
                self.errors.push(*error);
                false
            }
        }
    }
}
