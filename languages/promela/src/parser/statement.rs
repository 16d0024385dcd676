//! Sequences and statements.

use super::declaration::Declared;
use super::{Failed, Parsed, Parser};
use crate::ast::{Body, Expr, RangeTexts, ReceiveArg, Step, Stmt, StmtKind, VarRef};
use crate::printer;
use crate::token::Kind;
use diagnostics::{Diagnostic, Span};
use std::rc::Rc;

impl Parser<'_, '_> {
    /// `{ sequence }`.
    pub(super) fn block(&mut self) -> Parsed<Body> {
        let open = self.expect(Kind::LBrace)?;
        let (steps, arrow) = self.sequence(open)?;
        if self.peek() != Kind::RBrace {
            let hint = match self.peek() {
                Kind::Fi | Kind::Od => Some("a `}` is missing before it".to_owned()),
                _ => None,
            };
            return self.still_open("`;` or `}`", (open, "this block is still open"), hint);
        }
        self.take();
        Ok(Body { steps, span: open.to(self.last), close: self.last, arrow })
    }

    /// Steps separated by semicolons or arrows, up to something that cannot be one.
    fn sequence(&mut self, open: Span) -> Parsed<(Vec<Step>, bool)> {
        let mut steps = Vec::new();
        let mut arrow = false;
        let mut failed = false;
        loop {
            match self.nested(Self::step) {
                Ok(step) => steps.push(step),
                Err(Failed) => {
                    failed = true;
                    self.skip_step();
                }
            }
            arrow |= steps.len() == 1 && self.peek() == Kind::Arrow;
            if !self.separators() {
                break;
            }
            if ends_sequence(self.peek()) {
                break;
            }
        }
        if steps.is_empty() && !failed {
            let error = Diagnostic::error("syntax", "a sequence needs at least one statement", open);
            return self.report(error.hint("write `skip` to do nothing"));
        }
        let arrow = arrow && steps.len() > 1;
        Ok((steps, arrow))
    }

    fn separators(&mut self) -> bool {
        let found = matches!(self.peek(), Kind::Semi | Kind::Arrow);
        while matches!(self.peek(), Kind::Semi | Kind::Arrow) {
            self.take();
        }
        found
    }

    /// Skips what is left of a statement that could not be read.
    fn skip_step(&mut self) {
        if self.too_many_errors() {
            self.skip_until(|_| false);
        }
        let mut options = 0u32;
        let mut braces = 0u32;
        loop {
            let kind = self.peek();
            let inner = options > 0 || braces > 0;
            match kind {
                Kind::End => return,
                Kind::Proctype | Kind::Active | Kind::Init | Kind::Typedef => return,
                Kind::Semi | Kind::Arrow if !inner => break,
                Kind::RBrace | Kind::Sep | Kind::Fi | Kind::Od if !inner => break,
                Kind::If | Kind::Do => options += 1,
                Kind::Fi | Kind::Od => options = options.saturating_sub(1),
                Kind::LBrace => braces += 1,
                Kind::RBrace => braces = braces.saturating_sub(1),
                _ => {}
            }
            self.take();
        }
        self.stream.parens = 0;
        self.stream.in_for = false;
    }

    fn step(&mut self) -> Parsed<Step> {
        match self.peek() {
            kind if kind.starts_declaration() => Ok(match self.declaration()? {
                Declared::Variables(decl) => Step::Decl(decl),
                Declared::Symbols(symbols) => Step::Mtype(symbols),
            }),
            kind @ (Kind::Xr | Kind::Xs) => {
                self.take();
                let start = self.last;
                let mut channels = vec![self.reference()?];
                while self.eat(Kind::Comma) {
                    channels.push(self.reference()?);
                }
                Ok(Step::Exclusive { send: kind == Kind::Xs, channels, span: start.to(self.last) })
            }
            _ => {
                let statement = self.statement()?;
                if !self.eat(Kind::Unless) {
                    return Ok(Step::Stmt(statement));
                }
                let escape = self.nested(Self::statement)?;
                let (span, call) = (statement.span.to(self.last_place), statement.call);
                let kind = StmtKind::Unless(Box::new(statement), Box::new(escape));
                Ok(Step::Stmt(Stmt { kind, span, call, text: "unless".into() }))
            }
        }
    }

    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        let call = self.stream.call_site();
        let token = self.peek_token();
        let start = self.stream.place(token);
        let from = self.taken.len();
        let kind = self.statement_kind(start)?;
        let text = self.statement_text(&kind, from);
        Ok(Stmt { kind, span: start.to(self.last_place), call, text })
    }

    /// What a trace shows of a statement: its source, or the head of one that is made of others.
    fn statement_text(&self, kind: &StmtKind, from: usize) -> Rc<str> {
        match kind {
            StmtKind::ForRange { texts, .. } => {
                format!("for ({} : {} .. {})", texts.var, texts.from, texts.to).into()
            }
            StmtKind::ForIn { head, .. } => head.clone(),
            StmtKind::Return(target, _) => {
                let value = self.stream.written(self.taken.get(from + 1..).unwrap_or_default());
                format!("{} = {value}", printer::reference(target)).into()
            }
            StmtKind::If(_) | StmtKind::Do(_) | StmtKind::Atomic(_) | StmtKind::Block(_) => "".into(),
            StmtKind::Labelled(_, Some(_)) | StmtKind::Inline { .. } => "".into(),
            _ => self.stream.written(&self.taken[from..]),
        }
    }

    fn statement_kind(&mut self, start: Span) -> Parsed<StmtKind> {
        match self.peek() {
            Kind::Name => self.starts_with_name(),
            Kind::InlineName => self.inline_call(None, start),
            Kind::If => Ok(StmtKind::If(self.options(Kind::Fi)?)),
            Kind::Do => Ok(StmtKind::Do(self.options(Kind::Od)?)),
            Kind::For => self.for_loop(),
            Kind::Select => self.select(),
            Kind::Break => self.alone(StmtKind::Break),
            Kind::Else => self.alone(StmtKind::Else),
            Kind::Goto => {
                self.take();
                Ok(StmtKind::Goto(self.name()?))
            }
            Kind::Atomic => {
                self.take();
                Ok(StmtKind::Atomic(self.block()?))
            }
            Kind::DStep => {
                self.take();
                Ok(StmtKind::DStep(self.block()?))
            }
            Kind::LBrace => Ok(StmtKind::Block(self.block()?)),
            Kind::Assert => {
                self.take();
                Ok(StmtKind::Assert(self.full_expression()?))
            }
            Kind::Printf => self.printf(),
            Kind::Printm => self.printm(),
            Kind::SetPriority => self.set_priority(),
            Kind::Return => self.return_statement(),
            Kind::CCode | Kind::CDecl => self.embedded_c(),
            _ => Ok(StmtKind::Condition(self.full_expression()?)),
        }
    }

    fn alone(&mut self, kind: StmtKind) -> Parsed<StmtKind> {
        self.take();
        Ok(kind)
    }

    /// A label, an assignment, a send or receive, or an expression that begins with a variable.
    fn starts_with_name(&mut self) -> Parsed<StmtKind> {
        let name = self.take_name();
        if self.eat(Kind::Colon) {
            return self.labelled(name);
        }
        let start = name.span;
        let variable = self.reference_from(name)?;
        match self.peek() {
            Kind::Assign => {
                self.take();
                if self.peek() == Kind::InlineName {
                    return self.inline_call(Some(variable), start);
                }
                Ok(StmtKind::Assign(variable, self.full_expression()?))
            }
            Kind::Increment => self.alone(StmtKind::Increment(variable)),
            Kind::Decrement => self.alone(StmtKind::Decrement(variable)),
            Kind::Bang | Kind::BangBang => {
                let sorted = self.take().kind == Kind::BangBang;
                let args = self.send_arguments()?;
                Ok(StmtKind::Send { channel: variable, args, sorted })
            }
            Kind::Query | Kind::QueryQuery => self.receive(variable),
            _ => Ok(StmtKind::Condition(self.full_expression_from(variable)?)),
        }
    }

    fn labelled(&mut self, label: crate::ast::Name) -> Parsed<StmtKind> {
        let kind = self.peek();
        if kind.starts_declaration() || matches!(kind, Kind::Xr | Kind::Xs) {
            let error =
                Diagnostic::error("misplaced-label", "a label cannot stand before a declaration", label.span);
            return self.report(error.hint("put the label after the declaration"));
        }
        if ends_sequence(kind) || matches!(kind, Kind::Semi | Kind::Arrow | Kind::Unless) {
            return Ok(StmtKind::Labelled(label, None));
        }
        let statement = self.nested(Self::statement)?;
        Ok(StmtKind::Labelled(label, Some(Box::new(statement))))
    }

    fn send_arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut args = vec![self.expression()?];
        if self.eat(Kind::LParen) {
            args.extend(self.expressions()?);
            self.expect(Kind::RParen)?;
            return Ok(args);
        }
        while self.eat(Kind::Comma) {
            args.push(self.expression()?);
        }
        Ok(args)
    }

    /// One or more expressions between commas.
    pub(super) fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        let mut list = vec![self.expression()?];
        while self.eat(Kind::Comma) {
            list.push(self.expression()?);
        }
        Ok(list)
    }

    /// After `q`: `?…` in its forms; `?[…]` begins an expression.
    fn receive(&mut self, channel: VarRef) -> Parsed<StmtKind> {
        let random = self.take().kind == Kind::QueryQuery;
        match self.peek() {
            Kind::LBracket => {
                let poll = self.poll(channel, random)?;
                Ok(StmtKind::Condition(self.full_expression_with(poll)?))
            }
            Kind::Less => {
                self.take();
                let args = self.receive_arguments()?;
                self.expect(Kind::Greater)?;
                Ok(StmtKind::Receive { channel, args, random, keep: true })
            }
            _ => {
                let args = self.receive_arguments()?;
                Ok(StmtKind::Receive { channel, args, random, keep: false })
            }
        }
    }

    /// `a, b`, `a(b, c)`, `(a, b)`.
    pub(super) fn receive_arguments(&mut self) -> Parsed<Vec<ReceiveArg>> {
        if self.eat(Kind::LParen) {
            let args = self.nested(Self::receive_arguments)?;
            self.expect(Kind::RParen)?;
            return Ok(args);
        }
        let mut args = vec![self.receive_argument()?];
        loop {
            if self.eat(Kind::LParen) {
                args.extend(self.nested(Self::receive_arguments)?);
                self.expect(Kind::RParen)?;
                return Ok(args);
            }
            if !self.eat(Kind::Comma) {
                return Ok(args);
            }
            if self.peek() == Kind::LParen {
                args.extend(self.nested(Self::receive_arguments)?);
                return Ok(args);
            }
            args.push(self.receive_argument()?);
        }
    }

    fn receive_argument(&mut self) -> Parsed<ReceiveArg> {
        match self.peek() {
            Kind::Name => Ok(ReceiveArg::Var(self.reference()?)),
            Kind::Eval => {
                self.take();
                self.expect(Kind::LParen)?;
                let value = self.expression()?;
                self.expect(Kind::RParen)?;
                Ok(ReceiveArg::Eval(value))
            }
            Kind::Minus => {
                let start = self.peek_span();
                self.take();
                let constant = self.constant_primary()?;
                Ok(ReceiveArg::Const(negated(constant, start)))
            }
            _ => Ok(ReceiveArg::Const(self.constant_primary()?)),
        }
    }

    fn options(&mut self, end: Kind) -> Parsed<Vec<Body>> {
        let open = self.take();
        let open = self.stream.span(open);
        let mut options = Vec::new();
        while self.peek() == Kind::Sep {
            self.take();
            let start = self.last;
            let (steps, arrow) = self.sequence(start)?;
            options.push(Body { steps, span: start.to(self.last), close: self.last.after(), arrow });
        }
        if options.is_empty() {
            return self.expected("`::`");
        }
        if self.peek() != end {
            let closes = matches!(self.peek(), Kind::RBrace | Kind::End | Kind::Fi | Kind::Od);
            let hint = closes.then(|| format!("{} is missing for what was opened", end.describe()));
            return self.still_open(&format!("`::` or {}", end.describe()), (open, "opened here"), hint);
        }
        self.take();
        Ok(options)
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        let first = self.taken.len();
        self.take();
        self.expect(Kind::LParen)?;
        self.stream.in_for = true;
        let at = self.taken.len();
        let var = self.reference()?;
        let var_text = self.stream.written(&self.taken[at..]);
        if self.eat(Kind::In) {
            let of = self.reference()?;
            self.expect(Kind::RParen)?;
            self.stream.in_for = false;
            let head = self.stream.written(&self.taken[first..]);
            return Ok(StmtKind::ForIn { var, of, body: self.for_body()?, head });
        }
        let (from, to, texts) = self.range(var_text)?;
        self.stream.in_for = false;
        Ok(StmtKind::ForRange { var, from, to, body: self.for_body()?, texts })
    }

    /// `: a .. b )`.
    fn range(&mut self, var: Rc<str>) -> Parsed<(Expr, Expr, RangeTexts)> {
        self.expect(Kind::Colon)?;
        let at = self.taken.len();
        let from = self.expression()?;
        let from_text = self.stream.written(&self.taken[at..]);
        if self.peek() != Kind::DotDot {
            let span = self.peek_span();
            let token = self.peek_token();
            let error =
                Diagnostic::error("syntax", format!("expected `..`, found {}", self.found(token)), span);
            return self.report(error.hint("a range is written `from .. to`"));
        }
        self.take();
        let at = self.taken.len();
        let to = self.expression()?;
        let texts = RangeTexts { var, from: from_text, to: self.stream.written(&self.taken[at..]) };
        self.expect(Kind::RParen)?;
        Ok((from, to, texts))
    }

    fn for_body(&mut self) -> Parsed<Body> {
        self.eat(Kind::Semi);
        self.block()
    }

    fn select(&mut self) -> Parsed<StmtKind> {
        self.take();
        let literal = self.stream.literal_select;
        self.expect(Kind::LParen)?;
        let at = self.taken.len();
        let var = self.reference()?;
        let var_text = self.stream.written(&self.taken[at..]);
        let (from, to, texts) = self.range(var_text)?;
        Ok(StmtKind::Select { var, from, to, literal, texts })
    }

    fn printf(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect(Kind::LParen)?;
        if self.peek() != Kind::String {
            return self.expected("a string");
        }
        let format = self.take();
        let format = self.stream.text(format).to_owned();
        let args = if self.eat(Kind::Comma) { self.expressions()? } else { Vec::new() };
        self.expect(Kind::RParen)?;
        Ok(StmtKind::Printf(format, args))
    }

    fn printm(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect(Kind::LParen)?;
        let value = if self.peek() == Kind::Name {
            let variable = self.reference()?;
            Expr { span: variable.span, kind: crate::ast::ExprKind::Var(variable) }
        } else {
            self.constant_primary()?
        };
        self.expect(Kind::RParen)?;
        Ok(StmtKind::Printm(value))
    }

    fn set_priority(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect(Kind::LParen)?;
        let process = self.expression()?;
        self.expect(Kind::Comma)?;
        let priority = self.expression()?;
        self.expect(Kind::RParen)?;
        Ok(StmtKind::SetPriority(process, priority))
    }
}

/// Can this token only stand behind a sequence?
fn ends_sequence(kind: Kind) -> bool {
    matches!(kind, Kind::RBrace | Kind::Sep | Kind::Fi | Kind::Od | Kind::End)
}

fn negated(constant: Expr, start: Span) -> Expr {
    use crate::ast::{ExprKind, UnaryOp};
    let span = start.to(constant.span);
    Expr { kind: ExprKind::Unary(UnaryOp::Minus, Box::new(constant)), span }
}
