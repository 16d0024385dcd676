//! The generator's own small syntax tree of Promela: just what is grown, printed, counted and shrunk.
//!
//! It is deliberately not the tree of the `promela` crate: a mistake shared by parser and generator would hide itself.

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Names of the single anonymous mtype.
    pub mtype: Vec<String>,
    /// Structures.
    pub typedefs: Vec<Typedef>,
    /// Global variables, channels among them.
    pub globals: Vec<Variable>,
    /// Inline definitions.
    pub inlines: Vec<Inline>,
    /// Proctypes.
    pub processes: Vec<Process>,
    /// The body of `init`.
    pub init: Option<Block>,
    /// Declarations at the head of `init`.
    pub init_locals: Vec<Variable>,
    /// Channels that only `init` uses, declared with `xr` and `xs`.
    pub init_exclusive: Vec<String>,
    /// `init priority n`.
    pub init_priority: Option<usize>,
    /// Global variables that are no part of a state.
    pub hidden: Vec<Variable>,
    /// Channels of one byte whose operations a `trace` observes, and allows in any order.
    pub traced: Vec<String>,
}

/// `typedef name { fields }`.
#[derive(Clone, Debug)]
pub struct Typedef {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Variable>,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its type.
    pub kind: Type,
    /// Its name.
    pub name: String,
    /// The length, for an array.
    pub size: Option<usize>,
    /// The initial value.
    pub initial: Option<Initial>,
}

/// What stands behind `=` in a declaration.
#[derive(Clone, Debug)]
pub enum Initial {
    /// An expression.
    Value(Expression),
    /// `[capacity] of { fields }`.
    Channel(usize, Vec<Type>),
}

/// Types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `bit`, `bool`, `byte`, `short`, `int`, `pid`, `mtype` or `chan`.
    Basic(&'static str),
    /// `unsigned name : bits`.
    Unsigned(u8),
    /// A typedef's name.
    Structure(String),
}

/// `inline name(parameters) { body }`.
#[derive(Clone, Debug)]
pub struct Inline {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// Its body.
    pub body: Block,
}

/// A proctype.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// `active [n]`.
    pub active: Option<usize>,
    /// Its parameters.
    pub parameters: Vec<Variable>,
    /// `priority n`.
    pub priority: Option<usize>,
    /// `provided (e)`.
    pub provided: Option<Expression>,
    /// `D_proctype`.
    pub deterministic: bool,
    /// Channels that no other process uses, declared with `xr` and `xs`.
    pub exclusive: Vec<String>,
    /// Declarations at the head of the body.
    pub locals: Vec<Variable>,
    /// The rest of the body.
    pub body: Block,
}

/// Statements in sequence.
pub type Block = Vec<Statement>;

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `place = value`.
    Assign(Place, Expression),
    /// `place++` or `place--`.
    Step(Place, &'static str),
    /// An expression as a statement.
    Guard(Expression),
    /// `else`.
    Else,
    /// `channel!arguments` or `channel!!arguments`.
    Send(Place, &'static str, Vec<Expression>),
    /// `channel?pattern` and its kin; `copy` for `?<...>`.
    Receive { channel: Place, operator: &'static str, copy: bool, pattern: Vec<Expression> },
    /// `if`.
    If(Vec<Block>),
    /// `do`.
    Do(Vec<Block>),
    /// `atomic`.
    Atomic(Block),
    /// `d_step`.
    DStep(Block),
    /// `{ ... }`.
    Scope(Vec<Variable>, Block),
    /// `{ main } unless { escape }`.
    Unless(Block, Block),
    /// `for (name : low .. high) { }`.
    For(String, Expression, Expression, Block),
    /// `for (name in array) { }`.
    ForIn(String, String, Block),
    /// `select (name : low .. high)`.
    Select(String, Expression, Expression),
    /// `label: statement`.
    Label(String, Box<Statement>),
    /// `goto label`.
    Goto(String),
    /// `break`.
    Break,
    /// `assert(e)`.
    Assert(Expression),
    /// `printf(...)`.
    Print(Expression),
    /// `skip`.
    Skip,
    /// A call of an inline.
    Call(String, Vec<Expression>),
}

/// A variable, an element of an array or a field.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub name: String,
    /// Its index.
    pub index: Option<Box<Expression>>,
    /// The field of a structure.
    pub field: Option<String>,
    /// The field's index.
    pub field_index: Option<Box<Expression>>,
}

impl Place {
    /// A plain variable.
    pub fn plain(name: &str) -> Place {
        Place { name: name.to_owned(), index: None, field: None, field_index: None }
    }

    /// An element of an array.
    pub fn element(name: &str, index: Expression) -> Place {
        Place { index: Some(Box::new(index)), ..Place::plain(name) }
    }
}

/// An expression. Arguments of calls and patterns of receives are expressions too.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// Any fixed text: `_pid`, `true`, a name of an mtype, `timeout`, `_`.
    Word(String),
    /// A variable.
    Read(Place),
    /// A unary operator.
    Unary(&'static str, Box<Expression>),
    /// A binary operator.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `(c -> a : b)`.
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `len(q)` and its kin, `eval(e)`, `enabled(e)`: a function of one argument.
    Function(&'static str, Box<Expression>),
    /// `q?[pattern]` or `q??[pattern]`.
    Poll(Place, &'static str, Vec<Expression>),
    /// `P[e]@label`.
    AtLabel(String, Box<Expression>, String),
    /// `P[e]:variable`.
    Remote(String, Box<Expression>, String),
    /// `run P(arguments)`.
    Run(String, Vec<Expression>),
    /// Printed without parentheses, so that precedence decides what it means.
    Bare(Box<Expression>),
}

impl Expression {
    /// A word.
    pub fn word(text: &str) -> Expression {
        Expression::Word(text.to_owned())
    }

    /// A plain variable.
    pub fn name(text: &str) -> Expression {
        Expression::Read(Place::plain(text))
    }

    /// `left operator right`.
    pub fn binary(left: Expression, operator: &'static str, right: Expression) -> Expression {
        Expression::Binary(operator, Box::new(left), Box::new(right))
    }

    /// The direct subexpressions.
    pub fn children(&mut self) -> Vec<&mut Expression> {
        match self {
            Expression::Number(_) | Expression::Word(_) => Vec::new(),
            Expression::Read(place) => place.children(),
            Expression::Unary(_, inner) | Expression::Function(_, inner) | Expression::Bare(inner) => {
                vec![inner]
            }
            Expression::Binary(_, left, right) => vec![left, right],
            Expression::Choice(condition, yes, no) => vec![condition, yes, no],
            Expression::Poll(place, _, pattern) => {
                place.children().into_iter().chain(pattern.iter_mut()).collect()
            }
            Expression::AtLabel(_, inner, _) | Expression::Remote(_, inner, _) => vec![inner],
            Expression::Run(_, arguments) => arguments.iter_mut().collect(),
        }
    }
}

impl Place {
    /// The expressions in its indices.
    pub fn children(&mut self) -> Vec<&mut Expression> {
        let indices = [&mut self.index, &mut self.field_index];
        indices.into_iter().filter_map(|index| index.as_deref_mut()).collect()
    }
}

impl Statement {
    /// The blocks directly inside.
    pub fn blocks(&mut self) -> Vec<&mut Block> {
        match self {
            Statement::If(options) | Statement::Do(options) => options.iter_mut().collect(),
            Statement::Atomic(body) | Statement::DStep(body) | Statement::Scope(_, body) => vec![body],
            Statement::For(_, _, _, body) | Statement::ForIn(_, _, body) => vec![body],
            Statement::Unless(main, escape) => vec![main, escape],
            Statement::Label(_, inner) => inner.blocks(),
            _ => Vec::new(),
        }
    }

    /// The expressions directly inside, not those of inner blocks.
    pub fn expressions(&mut self) -> Vec<&mut Expression> {
        match self {
            Statement::Assign(place, value) => place.children().into_iter().chain([value]).collect(),
            Statement::Step(place, _) => place.children(),
            Statement::Guard(e) | Statement::Assert(e) | Statement::Print(e) => vec![e],
            Statement::Send(channel, _, arguments) => {
                channel.children().into_iter().chain(arguments.iter_mut()).collect()
            }
            Statement::Receive { channel, pattern, .. } => {
                channel.children().into_iter().chain(pattern.iter_mut()).collect()
            }
            Statement::For(_, low, high, _) | Statement::Select(_, low, high) => vec![low, high],
            Statement::Label(_, inner) => inner.expressions(),
            Statement::Call(_, arguments) => arguments.iter_mut().collect(),
            _ => Vec::new(),
        }
    }
}

impl Program {
    /// All outermost blocks.
    pub fn blocks(&mut self) -> Vec<&mut Block> {
        let inlines = self.inlines.iter_mut().map(|inline| &mut inline.body);
        let processes = self.processes.iter_mut().map(|process| &mut process.body);
        inlines.chain(processes).chain(self.init.as_mut()).collect()
    }
}
