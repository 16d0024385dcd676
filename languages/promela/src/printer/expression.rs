//! Expressions as text, with the parentheses they need and no others.

use crate::ast::{BinaryOp, Expr, ExprKind, ReceiveArg, TemporalBinary, TemporalUnary, VarPart, VarRef};
use crate::resolved::Probe;

/// An expression as text.
pub fn expression(expr: &Expr) -> String {
    at_level(expr, 0)
}

/// Unary operators bind tighter than all others.
const UNARY: u8 = 12;

/// In parentheses when it binds weaker than `least`.
fn at_level(expr: &Expr, least: u8) -> String {
    let (text, level) = text_and_level(expr);
    if level < least { format!("({text})") } else { text }
}

fn text_and_level(expr: &Expr) -> (String, u8) {
    use ExprKind as E;
    let atom = u8::MAX;
    match &expr.kind {
        E::Unary(op, e) => (format!("{}{}", op.symbol(), at_level(e, UNARY + 1)), UNARY),
        E::Temporal1(op, e) => {
            let word = match op {
                TemporalUnary::Next => "X",
                TemporalUnary::Always => "[]",
                TemporalUnary::Eventually => "<>",
            };
            (format!("{word} {}", at_level(e, UNARY)), UNARY)
        }
        E::Binary(op, a, b) => binary(op.symbol(), level(*op), a, b),
        E::Temporal2(op, a, b) => {
            let (word, level) = match op {
                TemporalBinary::Implies => ("->", 0),
                TemporalBinary::Equivalent => ("<->", 0),
                TemporalBinary::Until => ("U", 3),
                TemporalBinary::Release => ("V", 3),
                TemporalBinary::WeakUntil => ("W", 3),
            };
            binary(word, level, a, b)
        }
        _ => (primary(expr), atom),
    }
}

fn binary(symbol: &str, level: u8, a: &Expr, b: &Expr) -> (String, u8) {
    (format!("{} {symbol} {}", at_level(a, level), at_level(b, level + 1)), level)
}

/// The level of an operator in `spin.y`, as the parser has it.
pub(crate) fn level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::BitOr => 4,
        BinaryOp::BitXor => 5,
        BinaryOp::BitAnd => 6,
        BinaryOp::Equal | BinaryOp::NotEqual => 7,
        BinaryOp::Greater | BinaryOp::Less | BinaryOp::GreaterEqual | BinaryOp::LessEqual => 8,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => 9,
        BinaryOp::Add | BinaryOp::Subtract => 10,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => 11,
    }
}

fn primary(expr: &Expr) -> String {
    use ExprKind as E;
    match &expr.kind {
        // A number that wrapped around is written so that it wraps around again.
        E::Number(n) => n.cast_unsigned().to_string(),
        E::Word(word, _) => (*word).to_owned(),
        E::Symbol(name) => name.clone(),
        E::Var(var) => reference(var),
        E::Conditional(c, a, b) => format!("({} -> {} : {})", expression(c), expression(a), expression(b)),
        E::Run(name, args, priority) => {
            let priority = priority.map(|p| format!(" priority {}", p.value)).unwrap_or_default();
            format!("run {}({}){priority}", name.text, list(args))
        }
        E::Len(channel) => format!("len({})", reference(channel)),
        E::Probe(probe, channel) => format!("{}({})", probe_word(*probe), reference(channel)),
        E::Poll(channel, args, random) => {
            let mark = if *random { "??" } else { "?" };
            format!("{}{mark}[{}]", reference(channel), receive_args(args))
        }
        E::Enabled(e) => format!("enabled({})", expression(e)),
        E::PcValue(e) => format!("pc_value({})", expression(e)),
        E::GetPriority(e) => format!("get_priority({})", expression(e)),
        E::Timeout => "timeout".to_owned(),
        E::NonProgress => "np_".to_owned(),
        E::RemoteLabel(process, pid, label) => {
            format!("{}{}@{}", process.text, index(pid.as_deref()), label.text)
        }
        E::RemoteVar(process, pid, variable) => {
            format!("{}{}:{}", process.text, index(pid.as_deref()), part(variable))
        }
        E::Unary(..) | E::Binary(..) | E::Temporal1(..) | E::Temporal2(..) => {
            format!("({})", expression(expr))
        }
        E::Invalid => "0".to_owned(),
    }
}

pub(crate) fn probe_word(probe: Probe) -> &'static str {
    match probe {
        Probe::Full => "full",
        Probe::Empty => "empty",
        Probe::NotFull => "nfull",
        Probe::NotEmpty => "nempty",
    }
}

pub(super) fn list(args: &[Expr]) -> String {
    let args: Vec<String> = args.iter().map(expression).collect();
    args.join(", ")
}

pub(super) fn receive_args(args: &[ReceiveArg]) -> String {
    let text = |arg: &ReceiveArg| match arg {
        ReceiveArg::Var(var) => reference(var),
        ReceiveArg::Const(e) => expression(e),
        ReceiveArg::Eval(e) => format!("eval({})", expression(e)),
    };
    args.iter().map(text).collect::<Vec<_>>().join(", ")
}

pub(crate) fn reference(var: &VarRef) -> String {
    let parts: Vec<String> = var.parts.iter().map(part).collect();
    parts.join(".")
}

fn part(part: &VarPart) -> String {
    format!("{}{}", part.name.text, index(part.index.as_deref()))
}

fn index(index: Option<&Expr>) -> String {
    index.map(|e| format!("[{}]", expression(e))).unwrap_or_default()
}
