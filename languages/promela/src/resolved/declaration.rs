//! Variables, their types and first values, structures and sets of symbolic constants.

use super::{Expr, MtypeId, ProctypeId, StructId, Visibility};
use diagnostics::Span;

/// A global or local variable, or a parameter.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The name as written.
    pub name: String,
    /// The name made unique within its proctype: inner blocks add a prefix, as SPIN's `_1_2_x`.
    pub unique_name: String,
    /// Where it lives.
    pub scope: Scope,
    /// Type of the variable, or of one element when it is an array.
    pub ty: Type,
    /// `Some(n)` when declared with `[n]`, also for n = 1.
    pub array: Option<u32>,
    /// What it holds when its scope starts. Initialisers that SPIN evaluates later are assignments in the body.
    pub init: Initialiser,
    /// `hidden`, `show` or `local`.
    pub visibility: Option<Visibility>,
    /// Is it a formal parameter?
    pub is_param: bool,
    /// The declared name in the source.
    pub span: Span,
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// In the whole model.
    Global,
    /// In each instance of a proctype.
    Local(ProctypeId),
}

/// The type of a scalar, channel or structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// 0 or 1.
    Bit,
    /// The same as `bit`; kept apart for printing.
    Bool,
    /// 0..255.
    Byte,
    /// 0..255, the type of process numbers.
    Pid,
    /// 16 bits, signed.
    Short,
    /// 32 bits, signed.
    Int,
    /// Unsigned, with this number of bits.
    Unsigned(u8),
    /// 0..255, a symbolic constant of that set.
    Mtype(MtypeId),
    /// A channel identifier.
    Chan,
    /// A structure.
    Struct(StructId),
}

/// The first value of a variable.
#[derive(Debug, Clone)]
pub enum Initialiser {
    /// Zero.
    Zero,
    /// An expression, evaluated in order of declaration; fills every element of an array.
    Value(Expr),
    /// `= { 1, 2, 3 }` for an array; missing ones repeat the last.
    List(Vec<Expr>),
    /// `= [n] of { … }`; each element of an array is a channel of its own.
    Channel(ChannelInit),
}

/// `[capacity] of { fields }`.
#[derive(Debug, Clone)]
pub struct ChannelInit {
    /// Number of slots, 0 for rendezvous.
    pub capacity: u32,
    /// The field types as written, structures not flattened.
    pub declared: Vec<Type>,
    /// The message fields after flattening structures and arrays inside them.
    pub fields: Vec<Type>,
    /// The initialiser in the source.
    pub span: Span,
}

/// A structure.
#[derive(Debug, Clone)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// The name in the source.
    pub span: Span,
}

/// A field of a structure.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Type of the field or of one element.
    pub ty: Type,
    /// `Some(n)` when declared with `[n]`.
    pub array: Option<u32>,
    /// Its first value in every instance of the structure.
    pub init: Initialiser,
    /// The name in the source.
    pub span: Span,
}

/// A set of symbolic constants.
#[derive(Debug, Clone)]
pub struct Mtype {
    /// Name of the set, `None` for plain `mtype`.
    pub name: Option<String>,
    /// The names; the value of `constants[i]` is given beside it. SPIN numbers from 1, the last one declared first.
    pub constants: Vec<(String, u8)>,
}
