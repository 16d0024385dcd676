//! Expressions and `ltl` formulas, by precedence climbing.
//!
//! The levels are those of `spin.y`: temporal operators of two operands bind tighter than `&&`, those of one operand
//! like `!`, and `->` in a formula binds weakest. A test of a channel's fill (`full(q)`) may only be joined by `&&` and
//! `||`: SPIN forbids its negation because `!full` under partial order reduction is not what it seems.

use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Name, TemporalBinary, TemporalUnary, UnaryOp, VarPart, VarRef};
use crate::resolved::Probe;
use crate::token::Kind;
use diagnostics::{Diagnostic, Span};

/// An expression, and the first test of a channel's fill in it that must not be operated on.
struct Operand {
    expr: Expr,
    probe: Option<Span>,
    /// Depth of the tree below.
    depth: u32,
}

#[derive(Clone, Copy)]
enum Operator {
    Plain(BinaryOp),
    Temporal(TemporalBinary),
}

impl Parser<'_, '_> {
    /// The grammar's `full_expr`: channel tests allowed.
    pub(super) fn full_expression(&mut self) -> Parsed<Expr> {
        Ok(self.nested(|p| p.binary(0, None))?.expr)
    }

    /// As [`Self::full_expression`], when its first variable was already taken.
    pub(super) fn full_expression_from(&mut self, first: VarRef) -> Parsed<Expr> {
        let first = Expr { span: first.span, kind: ExprKind::Var(first) };
        self.full_expression_with(first)
    }

    pub(super) fn full_expression_with(&mut self, first: Expr) -> Parsed<Expr> {
        let first = Operand { expr: first, probe: None, depth: 1 };
        Ok(self.nested(|p| p.binary(0, Some(first)))?.expr)
    }

    /// The grammar's `expr`: no channel tests.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let operand = self.nested(|p| p.binary(0, None))?;
        self.no_probe(&operand)?;
        Ok(operand.expr)
    }

    fn no_probe(&mut self, operand: &Operand) -> Parsed<()> {
        let Some(span) = operand.probe else { return Ok(()) };
        let message = "a test of a channel's fill can only be combined with `&&` and `||`";
        let error = Diagnostic::error("probe", message, span);
        self.report(
            error.hint("instead of `!full(q)` write `nfull(q)`, instead of `!empty(q)` write `nempty(q)`"),
        )
    }

    fn binary(&mut self, least: u8, first: Option<Operand>) -> Parsed<Operand> {
        let mut left = match first {
            Some(operand) => operand,
            None => self.unary()?,
        };
        while let Some((operator, level)) = operator(self.peek()).filter(|(_, level)| *level >= least) {
            self.take();
            let right = self.nested(|p| p.binary(level + 1, None))?;
            left = self.join(operator, left, right)?;
        }
        Ok(left)
    }

    fn join(&mut self, operator: Operator, left: Operand, right: Operand) -> Parsed<Operand> {
        let joinable = matches!(operator, Operator::Plain(BinaryOp::And | BinaryOp::Or));
        if !joinable {
            self.no_probe(&left)?;
            self.no_probe(&right)?;
        }
        let depth = left.depth.max(right.depth) + 1;
        let span = left.expr.span.to(right.expr.span);
        if depth > super::MAX_DEPTH {
            let error = Diagnostic::error("nesting", "this expression has too many operators in a row", span);
            return self.report(error.hint("bracket parts of it"));
        }
        let (a, b) = (Box::new(left.expr), Box::new(right.expr));
        let kind = match operator {
            Operator::Plain(op) => ExprKind::Binary(op, a, b),
            Operator::Temporal(op) => ExprKind::Temporal2(op, a, b),
        };
        Ok(Operand { expr: Expr { kind, span }, probe: left.probe.or(right.probe), depth })
    }

    fn unary(&mut self) -> Parsed<Operand> {
        let start = self.peek_span();
        let (plain, temporal) = match self.peek() {
            Kind::Minus => (Some(UnaryOp::Minus), None),
            Kind::Bang => (Some(UnaryOp::Not), None),
            Kind::Tilde => (Some(UnaryOp::Complement), None),
            Kind::Next => (None, Some(TemporalUnary::Next)),
            Kind::Always => (None, Some(TemporalUnary::Always)),
            Kind::Eventually => (None, Some(TemporalUnary::Eventually)),
            _ => return self.primary(),
        };
        self.take();
        let operand = self.nested(Self::unary)?;
        self.no_probe(&operand)?;
        let span = start.to(operand.expr.span);
        let inner = Box::new(operand.expr);
        let kind = match (plain, temporal) {
            (Some(op), _) => ExprKind::Unary(op, inner),
            (None, Some(op)) => ExprKind::Temporal1(op, inner),
            (None, None) => inner.kind,
        };
        Ok(Operand { expr: Expr { kind, span }, probe: None, depth: operand.depth + 1 })
    }

    fn primary(&mut self) -> Parsed<Operand> {
        let start = self.peek_span();
        let kind = match self.peek() {
            Kind::LParen => return self.parenthesised(),
            Kind::Full => return self.probe(Probe::Full),
            Kind::Empty => return self.probe(Probe::Empty),
            Kind::Nfull => return self.probe(Probe::NotFull),
            Kind::Nempty => return self.probe(Probe::NotEmpty),
            Kind::Name => {
                let variable = self.reference()?;
                return self.variable_or_poll(variable);
            }
            Kind::ProctypeName => self.remote()?,
            Kind::Run => self.run()?,
            Kind::Len => {
                self.take();
                ExprKind::Len(self.reference_in_parens()?)
            }
            Kind::Enabled => ExprKind::Enabled(self.operand_in_parens()?),
            Kind::PcValue => ExprKind::PcValue(self.operand_in_parens()?),
            Kind::GetPriority => ExprKind::GetPriority(self.operand_in_parens()?),
            Kind::Timeout => self.word(ExprKind::Timeout),
            Kind::Np => self.word(ExprKind::NonProgress),
            Kind::CExpr => return self.embedded_c(),
            Kind::Number | Kind::Char | Kind::True | Kind::False | Kind::Skip | Kind::Symbol => {
                self.constant_primary()?.kind
            }
            _ => return self.expected("an expression"),
        };
        Ok(self.operand(kind, start))
    }

    fn operand(&self, kind: ExprKind, start: Span) -> Operand {
        Operand { expr: Expr { kind, span: start.to(self.last) }, probe: None, depth: 1 }
    }

    fn word(&mut self, kind: ExprKind) -> ExprKind {
        self.take();
        kind
    }

    /// The grammar's `CONST`.
    pub(super) fn constant_primary(&mut self) -> Parsed<Expr> {
        let token = self.peek_token();
        let kind = match token.kind {
            Kind::True => ExprKind::Word("true", 1),
            Kind::Skip => ExprKind::Word("skip", 1),
            Kind::False => ExprKind::Word("false", 0),
            Kind::Symbol => ExprKind::Symbol(self.stream.text(token).to_owned()),
            _ => {
                let number = self.constant()?;
                return Ok(Expr { kind: ExprKind::Number(number.value), span: number.span });
            }
        };
        self.take();
        Ok(Expr { kind, span: self.last })
    }

    /// `(e)` or `(c -> a : b)`.
    fn parenthesised(&mut self) -> Parsed<Operand> {
        let start = self.expect(Kind::LParen)?;
        let inner = self.nested(|p| p.binary(0, None))?;
        if self.peek() == Kind::Arrow {
            self.no_probe(&inner)?;
            self.take();
            let yes = Box::new(self.expression()?);
            self.expect(Kind::Colon)?;
            let no = Box::new(self.expression()?);
            self.expect(Kind::RParen)?;
            return Ok(self.operand(ExprKind::Conditional(Box::new(inner.expr), yes, no), start));
        }
        if self.peek() != Kind::RParen {
            let token = self.peek_token();
            let message = format!("expected `)` or an operator, found {}", self.found(token));
            let span = self.peek_span();
            let error =
                Diagnostic::error("syntax", message, span).also(start, "this parenthesis is still open");
            return self.report(match token.kind {
                Kind::Assign => error.hint("`=` assigns; to compare, write `==`"),
                _ => error,
            });
        }
        self.take();
        let expr = Expr { kind: inner.expr.kind, span: start.to(self.last) };
        Ok(Operand { expr, ..inner })
    }

    fn probe(&mut self, probe: Probe) -> Parsed<Operand> {
        let start = self.peek_span();
        self.take();
        let channel = self.reference_in_parens()?;
        let operand = self.operand(ExprKind::Probe(probe, channel), start);
        Ok(Operand { probe: Some(operand.expr.span), ..operand })
    }

    fn reference_in_parens(&mut self) -> Parsed<VarRef> {
        self.expect(Kind::LParen)?;
        let variable = self.reference()?;
        self.expect(Kind::RParen)?;
        Ok(variable)
    }

    fn operand_in_parens(&mut self) -> Parsed<Box<Expr>> {
        self.take();
        self.expect(Kind::LParen)?;
        let inner = self.expression()?;
        self.expect(Kind::RParen)?;
        Ok(Box::new(inner))
    }

    fn variable_or_poll(&mut self, variable: VarRef) -> Parsed<Operand> {
        let start = variable.span;
        if !matches!(self.peek(), Kind::Query | Kind::QueryQuery) {
            return Ok(self.operand(ExprKind::Var(variable), start));
        }
        let random = self.take().kind == Kind::QueryQuery;
        if self.peek() != Kind::LBracket {
            let span = self.peek_span();
            let error = Diagnostic::error("receive-in-expression", "a receive is no expression", span);
            return self.report(error.hint("to test whether it would succeed, write `q?[…]`"));
        }
        let expr = self.poll(variable, random)?;
        Ok(Operand { expr, probe: None, depth: 1 })
    }

    /// `[…]` after `q?`.
    pub(super) fn poll(&mut self, channel: VarRef, random: bool) -> Parsed<Expr> {
        self.expect(Kind::LBracket)?;
        let args = self.receive_arguments()?;
        let end = self.expect(Kind::RBracket)?;
        let span = channel.span.to(end);
        Ok(Expr { kind: ExprKind::Poll(channel, args, random), span })
    }

    fn run(&mut self) -> Parsed<ExprKind> {
        self.take();
        let name = match self.peek() {
            Kind::ProctypeName => self.take_name(),
            _ => self.name()?,
        };
        self.expect(Kind::LParen)?;
        let args = if self.peek() == Kind::RParen { Vec::new() } else { self.expressions()? };
        self.expect(Kind::RParen)?;
        let priority = self.priority()?;
        Ok(ExprKind::Run(name, args, priority))
    }

    /// `p[e]@label`, `p@label`, `p[e]:x`, `p:x`.
    fn remote(&mut self) -> Parsed<ExprKind> {
        let process = self.take_name();
        let pid = if self.eat(Kind::LBracket) {
            let pid = self.expression()?;
            self.expect(Kind::RBracket)?;
            Some(Box::new(pid))
        } else {
            None
        };
        match self.peek() {
            Kind::At => {
                self.take();
                Ok(ExprKind::RemoteLabel(process, pid, self.name()?))
            }
            Kind::Colon => {
                self.take();
                let name = self.name()?;
                Ok(ExprKind::RemoteVar(process, pid, self.part(name)?))
            }
            _ => self.expected("`@` or `:` after the name of a proctype"),
        }
    }

    /// `v[i].f[j]`.
    pub(super) fn reference(&mut self) -> Parsed<VarRef> {
        let name = self.name()?;
        self.reference_from(name)
    }

    pub(super) fn reference_from(&mut self, name: Name) -> Parsed<VarRef> {
        let start = name.span;
        let mut parts = vec![self.part(name)?];
        while self.eat(Kind::Dot) {
            let name = self.name()?;
            parts.push(self.part(name)?);
        }
        Ok(VarRef { parts, span: start.to(self.last) })
    }

    fn part(&mut self, name: Name) -> Parsed<VarPart> {
        let index = if self.eat(Kind::LBracket) {
            let index = self.expression()?;
            self.expect(Kind::RBracket)?;
            Some(Box::new(index))
        } else {
            None
        };
        Ok(VarPart { name, index })
    }
}

/// The operator a token stands for, with its level; all of them associate to the left.
fn operator(kind: Kind) -> Option<(Operator, u8)> {
    use Operator::{Plain, Temporal};
    Some(match kind {
        Kind::Implies => (Temporal(TemporalBinary::Implies), 0),
        Kind::Equivalent => (Temporal(TemporalBinary::Equivalent), 0),
        Kind::OrOr => (Plain(BinaryOp::Or), 1),
        Kind::AndAnd => (Plain(BinaryOp::And), 2),
        Kind::Until => (Temporal(TemporalBinary::Until), 3),
        Kind::Release => (Temporal(TemporalBinary::Release), 3),
        Kind::WeakUntil => (Temporal(TemporalBinary::WeakUntil), 3),
        Kind::Bar => (Plain(BinaryOp::BitOr), 4),
        Kind::Caret => (Plain(BinaryOp::BitXor), 5),
        Kind::Ampersand => (Plain(BinaryOp::BitAnd), 6),
        Kind::Equal => (Plain(BinaryOp::Equal), 7),
        Kind::NotEqual => (Plain(BinaryOp::NotEqual), 7),
        Kind::Greater => (Plain(BinaryOp::Greater), 8),
        Kind::Less => (Plain(BinaryOp::Less), 8),
        Kind::GreaterEqual => (Plain(BinaryOp::GreaterEqual), 8),
        Kind::LessEqual => (Plain(BinaryOp::LessEqual), 8),
        Kind::ShiftLeft => (Plain(BinaryOp::ShiftLeft), 9),
        Kind::ShiftRight => (Plain(BinaryOp::ShiftRight), 9),
        Kind::Plus => (Plain(BinaryOp::Add), 10),
        Kind::Minus => (Plain(BinaryOp::Subtract), 10),
        Kind::Star => (Plain(BinaryOp::Multiply), 11),
        Kind::Slash => (Plain(BinaryOp::Divide), 11),
        Kind::Percent => (Plain(BinaryOp::Remainder), 11),
        _ => return None,
    })
}
