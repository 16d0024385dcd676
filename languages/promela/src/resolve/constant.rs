//! Constant expressions: sizes of arrays, capacities of channels, numbers of processes.

use super::{Entity, Resolver};
use crate::ast::{ArraySize, BinaryOp, Expr, ExprKind, Name, UnaryOp};
use crate::resolved::{self, Initialiser};
use diagnostics::{Diagnostic, Span};

impl Resolver<'_> {
    /// The value of a constant expression, in 32 bits like SPIN.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Number(n) | ExprKind::Word(_, n) => Some(*n),
            ExprKind::Symbol(name) => {
                self.mention(expr.span, || Entity::Symbol(name.clone()));
                self.symbols.get(name).map(|(_, value)| i32::from(*value))
            }
            ExprKind::Unary(UnaryOp::Minus, e) => self.constant(e).map(i32::wrapping_neg),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match op {
                    BinaryOp::Add => Some(a.wrapping_add(b)),
                    BinaryOp::Subtract => Some(a.wrapping_sub(b)),
                    BinaryOp::Multiply => Some(a.wrapping_mul(b)),
                    BinaryOp::Divide if a.checked_div(b).is_some() => Some(a / b),
                    BinaryOp::Remainder if a.checked_rem(b).is_some() => Some(a % b),
                    _ => {
                        self.error("division-by-zero", "division by zero", expr.span);
                        None
                    }
                }
            }
            _ => None,
        }
    }

    /// The number of elements of an array.
    pub(super) fn array_size(&mut self, size: &ArraySize, name: &Name) -> u32 {
        let value = match size {
            ArraySize::Const(expr) => self.constant(expr).unwrap_or(1),
            ArraySize::Name(bound) => self.named_size(bound),
        };
        match u32::try_from(value) {
            Ok(n) if n > 0 && n <= MAX_ARRAY => n,
            _ => {
                let message = format!("`{}` cannot have {value} elements", name.text);
                self.error("array-size", message, size_span(size));
                1
            }
        }
    }

    /// SPIN reads a variable's initial value as a bound, and 8 when there is none.
    fn named_size(&mut self, bound: &Name) -> i32 {
        let Some(id) = self.lookup(&bound.text) else {
            self.undeclared(bound);
            return 1;
        };
        self.mention(bound.span, || Entity::Variable(id));
        let value = match &self.model.var(id).init {
            Initialiser::Value(resolved::Expr { kind: resolved::ExprKind::Const(n), .. }) if *n > 0 => *n,
            _ => 8,
        };
        let message = format!("the variable `{}` used as a bound counts as {value}", bound.text);
        let warning = Diagnostic::warning("variable-bound", message, bound.span);
        self.errors.push(warning.hint("define the bound with `#define`"));
        value
    }

    /// The count of `active [n]`.
    pub(super) fn active_count(&mut self, count: &ArraySize) -> u32 {
        let value = match count {
            ArraySize::Const(expr) => self.constant(expr).unwrap_or(1),
            ArraySize::Name(bound) => {
                let found = self.lookup(&bound.text);
                if let Some(id) = found {
                    self.mention(bound.span, || Entity::Variable(id));
                }
                match found.map(|id| self.model.var(id).init.clone()) {
                    None => {
                        self.undeclared(bound);
                        1
                    }
                    Some(Initialiser::Value(resolved::Expr {
                        kind: resolved::ExprKind::Const(n), ..
                    })) => n,
                    Some(Initialiser::Zero) => 0,
                    Some(_) => {
                        let message =
                            format!("`{}` needs a constant initial value to count processes", bound.text);
                        self.error("not-constant", message, bound.span);
                        1
                    }
                }
            }
        };
        if value > 255 {
            self.error("too-many-processes", "at most 255 processes can exist", size_span(count));
        }
        u32::try_from(value).unwrap_or(0).min(255)
    }
}

/// Larger arrays would not fit into any state.
const MAX_ARRAY: u32 = 1 << 20;

fn size_span(size: &ArraySize) -> Span {
    match size {
        ArraySize::Const(expr) => expr.span,
        ArraySize::Name(name) => name.span,
    }
}
