//! `inline`: definitions are kept as tokens, calls are parsed in place.

use super::{Parsed, Parser};
use crate::ast::{Expr, InlineArg, InlineDef, InlineToken, Name, StmtKind, VarRef};
use crate::stream::Inline;
use crate::token::{Kind, Token};
use diagnostics::{Diagnostic, Span};
use std::rc::Rc;

impl Parser<'_, '_> {
    pub(super) fn inline_definition(&mut self) -> Parsed<InlineDef> {
        self.expect(Kind::Inline)?;
        if self.peek() == Kind::InlineName {
            return self.inline_again();
        }
        let name = self.name()?;
        self.expect(Kind::LParen)?;
        let mut params = Vec::new();
        while self.peek() != Kind::RParen {
            params.push(self.name()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RParen)?;
        let Some(body) = self.stream.inline_body() else {
            let error = Diagnostic::error("syntax", "the body of this inline never ends", name.span);
            return self.report(error.hint("write it in balanced braces"));
        };
        let inline = Inline {
            name: name.text.clone(),
            params: params.iter().map(|p| p.text.clone()).collect(),
            body: body.clone(),
            span: name.span,
        };
        self.stream.names.inlines.insert(name.text.clone(), Rc::new(inline));
        Ok(InlineDef { name, params, body: self.inline_tokens(body) })
    }

    fn inline_again<T>(&mut self) -> Parsed<T> {
        let name = self.take_name();
        let first = self.stream.names.inlines.get(&name.text).map(|i| i.span);
        let error =
            Diagnostic::error("redeclared", format!("inline `{}` is already defined", name.text), name.span);
        self.skip_until(|k| k == Kind::LBrace);
        self.next = None;
        self.report(match first {
            Some(span) => error.also(span, "first here"),
            None => error,
        })
    }

    fn inline_tokens(&self, body: std::ops::Range<usize>) -> Vec<InlineToken> {
        let mut tokens = Vec::new();
        let mut new_line = false;
        let mut end = 0;
        for token in self.stream.slice(body.start + 1..body.end - 1) {
            if token.kind == Kind::Newline {
                new_line = true;
            } else {
                let text = self.stream.text(*token).to_owned();
                let (space, span) = (token.start != end, self.stream.span(*token));
                tokens.push(InlineToken { text, new_line, space, span });
                new_line = false;
            }
            end = token.end;
        }
        tokens
    }

    /// A call, or `target = call`; the stream goes on with the body.
    pub(super) fn inline_call(&mut self, target: Option<VarRef>, start: Span) -> Parsed<StmtKind> {
        let name = self.take_name();
        let Some(inline) = self.stream.names.inlines.get(&name.text).cloned() else {
            return self.expected("the name of an inline");
        };
        self.inline_calls.push(name.clone());
        self.expect(Kind::LParen)?;
        let from = self.taken.len();
        let args = self.inline_arguments()?;
        let tokens = self.taken[from..].to_vec();
        if self.peek() != Kind::RParen {
            return self.expected("`,` or `)`");
        }
        self.take();
        let site = start.to(self.last);
        if args.len() != inline.params.len() {
            return self.wrong_count(&name, args.len(), &inline);
        }
        let actuals = split(&tokens, args.len());
        let text = |tokens: &Rc<[Token]>| {
            let texts: Vec<&str> = tokens.iter().map(|t| self.stream.text(*t)).collect();
            texts.join(" ")
        };
        let args =
            args.into_iter().zip(&actuals).map(|(expr, tokens)| InlineArg { expr, text: text(tokens) });
        let args = args.collect();
        if let Err(message) = self.stream.call(inline, actuals, site) {
            return self.report(Diagnostic::error("inline-nesting", message, name.span));
        }
        self.returns.push(target.clone());
        let read = self.taken.len();
        let body = self.nested(Self::statement);
        self.taken.truncate(read);
        self.returns.pop();
        Ok(StmtKind::Inline { target, name, args, body: Some(Box::new(body?)) })
    }

    fn inline_arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut args = Vec::new();
        while self.peek() != Kind::RParen {
            args.push(self.expression()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        Ok(args)
    }

    fn wrong_count<T>(&mut self, name: &Name, count: usize, inline: &Inline) -> Parsed<T> {
        let wanted = inline.params.len();
        let message = format!("inline `{}` takes {wanted} parameters, not {count}", name.text);
        let error = Diagnostic::error("inline-parameters", message, name.span);
        self.report(error.also(inline.span, "defined here"))
    }

    /// `return e` in an inline called as `x = f()`.
    pub(super) fn return_statement(&mut self) -> Parsed<StmtKind> {
        let span = self.expect(Kind::Return)?;
        let value = self.full_expression()?;
        match self.returns.last().cloned().flatten() {
            Some(target) => Ok(StmtKind::Return(target, value)),
            None => {
                let message = "`return` makes sense only in an inline called as `x = f()`";
                let hint = "a process ends where its code does; to end it earlier, write `goto done` and put `done:` there";
                self.report(Diagnostic::error("misplaced-return", message, span).hint(hint))
            }
        }
    }
}

/// Cuts the tokens between the parentheses of a call at its commas.
fn split(tokens: &[Token], count: usize) -> Vec<Rc<[Token]>> {
    if count == 0 {
        return Vec::new();
    }
    let mut actuals = vec![Vec::new()];
    let mut depth = 0u32;
    for token in tokens {
        match token.kind {
            Kind::Comma if depth == 0 => {
                actuals.push(Vec::new());
                continue;
            }
            Kind::LParen | Kind::LBracket | Kind::LBrace => depth += 1,
            Kind::RParen | Kind::RBracket | Kind::RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(actual) = actuals.last_mut() {
            actual.push(*token);
        }
    }
    actuals.into_iter().map(Rc::from).collect()
}
