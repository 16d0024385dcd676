//! What folding leaves in conditions: operands of `&&` and `||` that are constant.
//!
//! Folding keeps them, because an operand may fault and must then be evaluated. Here they are dropped where that cannot
//! matter: a guard of process 2 must not mention what only concerns process 5.

use program::BinaryOp;

use crate::system::{Expr, Operator};

/// An operator with its operands, without the constant ones that do not matter.
pub(super) fn operator(op: BinaryOp, kids: Vec<Expr>) -> Expr {
    match op {
        BinaryOp::And => logical(op, kids, false),
        BinaryOp::Or => logical(op, kids, true),
        _ => ordered(op, kids),
    }
}

/// An operator that knows whether the order of its operands matters. Which of two faults comes first does, and so does,
/// to `&&` and `||`, what keeps an operand from being evaluated.
fn ordered(op: BinaryOp, kids: Vec<Expr>) -> Expr {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Eq, Mul, Ne, Or};
    let faults = kids.iter().filter(|kid| kid.may_fault()).count();
    let unordered = match op {
        And | Or => faults == 0,
        Add | Mul | BitAnd | BitOr | BitXor | Eq | Ne => faults < 2,
        _ => false,
    };
    Expr::Operator(Operator { op, unordered }, kids)
}

/// `&&` (which a zero decides) or `||` (which anything else decides).
fn logical(op: BinaryOp, kids: Vec<Expr>, decided_by: bool) -> Expr {
    let mut kept: Vec<Expr> = Vec::new();
    for kid in kids {
        match kid {
            Expr::Const(value) if (value != 0) == decided_by => {
                // What follows is never evaluated; what comes before may still fault.
                if kept.iter().any(Expr::may_fault) {
                    kept.push(Expr::Const(i32::from(decided_by)));
                    return ordered(op, kept);
                }
                return Expr::Const(i32::from(decided_by));
            }
            Expr::Const(_) => {}
            Expr::Operator(inner, nested) if inner.op == op => kept.extend(nested),
            kid => kept.push(kid),
        }
    }
    if kept.is_empty() {
        return Expr::Const(i32::from(!decided_by));
    }
    match kept.pop() {
        Some(only) if kept.is_empty() && is_boolean(&only) => only,
        Some(last) => {
            kept.push(last);
            ordered(op, kept)
        }
        None => Expr::Const(i32::from(!decided_by)),
    }
}

fn is_boolean(expr: &Expr) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    match expr {
        Expr::Operator(op, _) => matches!(op.op, And | Or | Eq | Ne | Lt | Le | Gt | Ge),
        Expr::Fill(test, _) => test.is_some(),
        Expr::Poll(_) => true,
        _ => false,
    }
}
