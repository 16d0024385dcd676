//! Top-level items.

use super::{Failed, Parsed, Parser};
use crate::ast::{
    ArraySize, Body, Decl, ExprKind, Init, Item, Ltl, Never, Number, Proctype, Program, Trace, Typedef,
    VarPart,
};
use crate::token::Kind;
use diagnostics::Diagnostic;

impl Parser<'_, '_> {
    pub(super) fn program(&mut self) -> Program {
        let mut program = Program::default();
        if self.peek() == Kind::End {
            let span = self.peek_span();
            let error = Diagnostic::error("empty", "there is no model here", span);
            let _ = self.report::<()>(error.hint("a model needs at least one declaration or process"));
        }
        while self.peek() != Kind::End && !self.too_many_errors() {
            if matches!(self.peek(), Kind::Semi | Kind::Arrow) {
                self.take();
                continue;
            }
            match self.item() {
                Ok(item) => program.items.push(item),
                Err(Failed) => self.skip_to_item(),
            }
        }
        program
    }

    fn skip_to_item(&mut self) {
        self.stream.in_sequence = false;
        self.stream.parens = 0;
        self.stream.ltl = false;
        self.stream.in_for = false;
        self.returns.clear();
        self.depth = 0;
        if !matches!(self.peek(), Kind::End) && !self.peek().starts_item() {
            self.take();
        }
        self.skip_until(Kind::starts_item);
    }

    fn item(&mut self) -> Parsed<Item> {
        // What stands in front of an item may explain why it is none.
        let last = self.taken.pop();
        self.taken.clear();
        self.taken.extend(last);
        match self.peek() {
            Kind::Active | Kind::Proctype | Kind::DProctype => Ok(Item::Proctype(self.proctype()?)),
            Kind::Init => Ok(Item::Init(self.init()?)),
            Kind::Never => Ok(Item::Never(self.never()?)),
            Kind::Ltl => Ok(Item::Ltl(self.ltl()?)),
            Kind::Trace | Kind::Notrace => Ok(Item::Trace(self.trace()?)),
            Kind::Typedef => Ok(Item::Typedef(self.typedef()?)),
            Kind::Inline => Ok(Item::Inline(self.inline_definition()?)),
            Kind::CCode | Kind::CDecl | Kind::CState | Kind::CTrack => self.embedded_c(),
            kind if kind.starts_declaration() => self.declaration_item(),
            _ => self.expected("a declaration or a process"),
        }
    }

    fn proctype(&mut self) -> Parsed<Proctype> {
        let active = if self.eat(Kind::Active) { Some(self.active_count()?) } else { None };
        let deterministic = self.peek() == Kind::DProctype;
        if !self.eat(Kind::DProctype) {
            self.expect(Kind::Proctype)?;
        }
        if self.peek() == Kind::ProctypeName {
            let span = self.peek_span();
            return self.report(Diagnostic::error("redeclared", "this proctype is already defined", span));
        }
        let name = self.name()?;
        self.stream.names.proctypes.insert(name.text.clone());
        self.expect(Kind::LParen)?;
        let params = self.parameters()?;
        self.expect(Kind::RParen)?;
        let priority = self.priority()?;
        let provided = if self.eat(Kind::Provided) {
            self.expect(Kind::LParen)?;
            let condition = self.full_expression()?;
            self.expect(Kind::RParen)?;
            Some(condition)
        } else {
            None
        };
        let body = self.body()?;
        Ok(Proctype { active, deterministic, name, params, priority, provided, body })
    }

    fn active_count(&mut self) -> Parsed<Option<ArraySize>> {
        if !self.eat(Kind::LBracket) {
            return Ok(None);
        }
        let size = self.array_size()?;
        self.expect(Kind::RBracket)?;
        Ok(Some(size))
    }

    fn parameters(&mut self) -> Parsed<Vec<Decl>> {
        let mut params = Vec::new();
        while self.peek() != Kind::RParen {
            params.push(self.variables()?);
            if !self.eat(Kind::Semi) {
                break;
            }
        }
        Ok(params)
    }

    pub(super) fn priority(&mut self) -> Parsed<Option<Number>> {
        if self.eat(Kind::Priority) { self.constant().map(Some) } else { Ok(None) }
    }

    fn init(&mut self) -> Parsed<Init> {
        let span = self.expect(Kind::Init)?;
        let priority = self.priority()?;
        Ok(Init { span, priority, body: self.body()? })
    }

    fn never(&mut self) -> Parsed<Never> {
        let span = self.expect(Kind::Never)?;
        let name = if self.peek() == Kind::LBrace { None } else { Some(self.name()?) };
        Ok(Never { span, name, body: self.body()? })
    }

    fn trace(&mut self) -> Parsed<Trace> {
        let negated = self.peek() == Kind::Notrace;
        self.take();
        Ok(Trace { span: self.last, negated, body: self.body()? })
    }

    fn ltl(&mut self) -> Parsed<Ltl> {
        let start = self.expect(Kind::Ltl)?;
        let name = if self.peek() == Kind::LBrace { None } else { Some(self.name()?) };
        if self.peek() != Kind::LBrace {
            return self.expected("`{`");
        }
        self.stream.ltl = true;
        self.take();
        let formula = self.full_expression()?;
        if matches!(self.peek(), Kind::Semi | Kind::Arrow) {
            self.take();
        }
        if self.peek() != Kind::RBrace
            && let ExprKind::Var(variable) = &formula.kind
            && let [VarPart { name: letter, .. }] = variable.parts.as_slice()
            && let Some(operator) = operator_meant(&letter.text)
        {
            let message = format!("`{}` is no operator of Promela", letter.text);
            let error = Diagnostic::error("syntax", message, formula.span);
            return self.report(error.hint(format!("SPIN writes it `{operator}`")));
        }
        let end = self.expect(Kind::RBrace)?;
        self.stream.ltl = false;
        Ok(Ltl { span: start.to(end), name, formula })
    }

    fn typedef(&mut self) -> Parsed<Typedef> {
        self.expect(Kind::Typedef)?;
        if self.peek() == Kind::TypeName {
            let span = self.peek_span();
            return self.report(Diagnostic::error("redeclared", "this structure is already defined", span));
        }
        let name = self.name()?;
        if self.peek() != Kind::LBrace {
            return self.expected("`{`");
        }
        self.stream.in_sequence = true;
        self.take();
        let mut fields = vec![self.variables()?];
        while self.eat(Kind::Semi) {
            fields.push(self.variables()?);
        }
        self.expect(Kind::RBrace)?;
        self.stream.in_sequence = false;
        self.stream.names.types.insert(name.text.clone());
        Ok(Typedef { name, fields })
    }

    /// The body of a process: here line breaks become semicolons.
    fn body(&mut self) -> Parsed<Body> {
        if self.peek() != Kind::LBrace {
            return self.expected("`{`");
        }
        self.stream.in_sequence = true;
        let body = self.block()?;
        self.stream.in_sequence = false;
        Ok(body)
    }
}

/// The operator that a letter stands for in other notations.
fn operator_meant(letter: &str) -> Option<&'static str> {
    match letter {
        "G" => Some("[]"),
        "F" => Some("<>"),
        "R" => Some("V"),
        _ => None,
    }
}
