//! Operators of expressions and formulas.

/// Operators of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`.
    Minus,
    /// `!`.
    Not,
    /// `~`.
    Complement,
}

/// Operators of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `>`.
    Greater,
    /// `<`.
    Less,
    /// `>=`.
    GreaterEqual,
    /// `<=`.
    LessEqual,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
}

/// Temporal operators of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemporalUnary {
    /// `X`.
    Next,
    /// `[]`.
    Always,
    /// `<>`.
    Eventually,
}

/// Temporal operators of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemporalBinary {
    /// `->`.
    Implies,
    /// `<->`.
    Equivalent,
    /// `U`.
    Until,
    /// `V`.
    Release,
    /// `W`.
    WeakUntil,
}

impl UnaryOp {
    /// The operator as it is written in Promela.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::Complement => "~",
        }
    }
}

impl BinaryOp {
    /// The operator as it is written in Promela.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::Greater => ">",
            BinaryOp::Less => "<",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
        }
    }
}
