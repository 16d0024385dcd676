//! Promela's tokens.

use logos::Logos;

/// What a token is. Names are classified further while parsing, as in SPIN: what `typedef`, `proctype`, `inline` and
/// `mtype` have introduced so far decides.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[logos(skip r"[ \t\f\r\v]+")]
#[logos(skip r"\*/")]
#[expect(missing_docs, reason = "each variant is named after what it spells")]
pub enum Kind {
    /// Ends a line; may stand for a semicolon.
    #[token("\n")]
    Newline,
    /// A name not known to be anything else.
    #[regex("[A-Za-z_][A-Za-z0-9_]*", priority = 1)]
    Name,
    /// Decimal digits.
    #[regex("[0-9]+")]
    Number,
    /// In double quotes, or between dollar signs.
    #[regex(r#""([^"\n\\]|\\[^\n])*""#)]
    #[regex(r"\$[^$\n]*\$")]
    String,
    /// One character in single quotes.
    #[regex(r"'([^\\\n]|\\[^\n])'")]
    Char,
    #[token("active")]
    Active,
    #[token("assert")]
    Assert,
    #[token("atomic")]
    Atomic,
    #[token("bit")]
    Bit,
    #[token("bool")]
    Bool,
    #[token("break")]
    Break,
    #[token("byte")]
    Byte,
    #[token("c_code")]
    CCode,
    #[token("c_decl")]
    CDecl,
    #[token("c_expr")]
    CExpr,
    #[token("c_state")]
    CState,
    #[token("c_track")]
    CTrack,
    #[token("D_proctype")]
    DProctype,
    #[token("do")]
    Do,
    #[token("chan")]
    Chan,
    #[token("else")]
    Else,
    #[token("empty")]
    Empty,
    #[token("enabled")]
    Enabled,
    #[token("eval")]
    Eval,
    #[token("false")]
    False,
    #[token("fi")]
    Fi,
    #[token("for")]
    For,
    #[token("full")]
    Full,
    #[token("get_priority")]
    GetPriority,
    #[token("goto")]
    Goto,
    #[token("hidden")]
    Hidden,
    #[token("if")]
    If,
    #[token("in")]
    In,
    #[token("init")]
    Init,
    #[token("inline")]
    Inline,
    #[token("int")]
    Int,
    #[token("len")]
    Len,
    #[token("local")]
    Local,
    #[token("ltl")]
    Ltl,
    #[token("mtype")]
    Mtype,
    #[token("nempty")]
    Nempty,
    #[token("never")]
    Never,
    #[token("nfull")]
    Nfull,
    #[token("notrace")]
    Notrace,
    #[token("np_")]
    Np,
    #[token("od")]
    Od,
    #[token("of")]
    Of,
    #[token("pc_value")]
    PcValue,
    #[token("pid")]
    Pid,
    #[token("printf")]
    Printf,
    #[token("printm")]
    Printm,
    #[token("priority")]
    Priority,
    #[token("proctype")]
    Proctype,
    #[token("provided")]
    Provided,
    #[token("return")]
    Return,
    #[token("run")]
    Run,
    #[token("d_step")]
    DStep,
    #[token("select")]
    Select,
    #[token("set_priority")]
    SetPriority,
    #[token("short")]
    Short,
    #[token("skip")]
    Skip,
    #[token("timeout")]
    Timeout,
    #[token("trace")]
    Trace,
    #[token("true")]
    True,
    #[token("show")]
    Show,
    #[token("typedef")]
    Typedef,
    #[token("unless")]
    Unless,
    #[token("unsigned")]
    Unsigned,
    #[token("xr")]
    Xr,
    #[token("xs")]
    Xs,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token(",")]
    Comma,
    #[token(";")]
    Semi,
    // SPIN's lexer looks for the second `-` before the `>`, so three characters make an arrow too.
    #[token("->")]
    #[token("-->")]
    Arrow,
    #[token(":")]
    Colon,
    #[token("::")]
    Sep,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("=")]
    Assign,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    Ampersand,
    #[token("^")]
    Caret,
    #[token("|")]
    Bar,
    #[token("~")]
    Tilde,
    #[token(">")]
    Greater,
    #[token("<")]
    Less,
    #[token(">=")]
    GreaterEqual,
    #[token("<=")]
    LessEqual,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    OrOr,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("++")]
    Increment,
    #[token("--")]
    Decrement,
    #[token("!")]
    Bang,
    #[token("!!")]
    BangBang,
    #[token("?")]
    Query,
    #[token("??")]
    QueryQuery,
    #[token("@")]
    At,
    #[token("\\")]
    Backslash,
    /// The name of a structure.
    TypeName,
    /// The name of a proctype.
    ProctypeName,
    /// The name of an inline.
    InlineName,
    /// A symbolic constant.
    Symbol,
    // Inside `ltl` only:
    Implies,
    Equivalent,
    Always,
    Eventually,
    Until,
    Release,
    WeakUntil,
    Next,
    /// Something that is no token.
    Unknown,
    /// Behind the last token.
    End,
}

/// A token: its kind and its place in the preprocessed text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// One past the last byte; equal to `start` for a semicolon that a line break stands for.
    pub end: u32,
}

impl Kind {
    /// How messages call it.
    pub fn describe(self) -> &'static str {
        match self {
            Kind::Newline => "the end of the line",
            Kind::Name => "a name",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Char => "a character",
            Kind::TypeName => "the name of a structure",
            Kind::ProctypeName => "the name of a proctype",
            Kind::InlineName => "the name of an inline",
            Kind::Symbol => "a symbolic constant",
            Kind::Implies => "`->`",
            Kind::Equivalent => "`<->`",
            Kind::Always => "`[]`",
            Kind::Eventually => "`<>`",
            Kind::Until => "`U`",
            Kind::Release => "`V`",
            Kind::WeakUntil => "`W`",
            Kind::Next => "`X`",
            Kind::Unknown => "an unknown character",
            Kind::End => "the end of the file",
            Kind::Active => "`active`",
            Kind::Assert => "`assert`",
            Kind::Atomic => "`atomic`",
            Kind::Bit => "`bit`",
            Kind::Bool => "`bool`",
            Kind::Break => "`break`",
            Kind::Byte => "`byte`",
            Kind::CCode => "`c_code`",
            Kind::CDecl => "`c_decl`",
            Kind::CExpr => "`c_expr`",
            Kind::CState => "`c_state`",
            Kind::CTrack => "`c_track`",
            Kind::DProctype => "`D_proctype`",
            Kind::Do => "`do`",
            Kind::Chan => "`chan`",
            Kind::Else => "`else`",
            Kind::Empty => "`empty`",
            Kind::Enabled => "`enabled`",
            Kind::Eval => "`eval`",
            Kind::False => "`false`",
            Kind::Fi => "`fi`",
            Kind::For => "`for`",
            Kind::Full => "`full`",
            Kind::GetPriority => "`get_priority`",
            Kind::Goto => "`goto`",
            Kind::Hidden => "`hidden`",
            Kind::If => "`if`",
            Kind::In => "`in`",
            Kind::Init => "`init`",
            Kind::Inline => "`inline`",
            Kind::Int => "`int`",
            Kind::Len => "`len`",
            Kind::Local => "`local`",
            Kind::Ltl => "`ltl`",
            Kind::Mtype => "`mtype`",
            Kind::Nempty => "`nempty`",
            Kind::Never => "`never`",
            Kind::Nfull => "`nfull`",
            Kind::Notrace => "`notrace`",
            Kind::Np => "`np_`",
            Kind::Od => "`od`",
            Kind::Of => "`of`",
            Kind::PcValue => "`pc_value`",
            Kind::Pid => "`pid`",
            Kind::Printf => "`printf`",
            Kind::Printm => "`printm`",
            Kind::Priority => "`priority`",
            Kind::Proctype => "`proctype`",
            Kind::Provided => "`provided`",
            Kind::Return => "`return`",
            Kind::Run => "`run`",
            Kind::DStep => "`d_step`",
            Kind::Select => "`select`",
            Kind::SetPriority => "`set_priority`",
            Kind::Short => "`short`",
            Kind::Skip => "`skip`",
            Kind::Timeout => "`timeout`",
            Kind::Trace => "`trace`",
            Kind::True => "`true`",
            Kind::Show => "`show`",
            Kind::Typedef => "`typedef`",
            Kind::Unless => "`unless`",
            Kind::Unsigned => "`unsigned`",
            Kind::Xr => "`xr`",
            Kind::Xs => "`xs`",
            Kind::LBrace => "`{`",
            Kind::RBrace => "`}`",
            Kind::LParen => "`(`",
            Kind::RParen => "`)`",
            Kind::LBracket => "`[`",
            Kind::RBracket => "`]`",
            Kind::Comma => "`,`",
            Kind::Semi => "`;`",
            Kind::Arrow => "`->`",
            Kind::Colon => "`:`",
            Kind::Sep => "`::`",
            Kind::Dot => "`.`",
            Kind::DotDot => "`..`",
            Kind::Assign => "`=`",
            Kind::Plus => "`+`",
            Kind::Minus => "`-`",
            Kind::Star => "`*`",
            Kind::Slash => "`/`",
            Kind::Percent => "`%`",
            Kind::Ampersand => "`&`",
            Kind::Caret => "`^`",
            Kind::Bar => "`|`",
            Kind::Tilde => "`~`",
            Kind::Greater => "`>`",
            Kind::Less => "`<`",
            Kind::GreaterEqual => "`>=`",
            Kind::LessEqual => "`<=`",
            Kind::Equal => "`==`",
            Kind::NotEqual => "`!=`",
            Kind::AndAnd => "`&&`",
            Kind::OrOr => "`||`",
            Kind::ShiftLeft => "`<<`",
            Kind::ShiftRight => "`>>`",
            Kind::Increment => "`++`",
            Kind::Decrement => "`--`",
            Kind::Bang => "`!`",
            Kind::BangBang => "`!!`",
            Kind::Query => "`?`",
            Kind::QueryQuery => "`??`",
            Kind::At => "`@`",
            Kind::Backslash => "`\\`",
        }
    }

    /// May a line break after this token stand for a semicolon?
    pub(crate) fn ends_statement(self) -> bool {
        use Kind::*;
        matches!(self, RBrace | RParen | RBracket | Od | Fi | Else | Break | CCode | CExpr | CDecl)
            || matches!(self, Name | Number | Char | Symbol | True | False | Skip | Increment | Decrement)
    }

    /// Can it begin a top-level item?
    pub(crate) fn starts_item(self) -> bool {
        use Kind::*;
        self.starts_declaration()
            || matches!(self, Active | Proctype | DProctype | Init | Never | Ltl | Trace | Notrace)
            || matches!(self, Typedef | Inline | CCode | CDecl | CState | CTrack)
    }

    /// Can it begin a declaration?
    pub(crate) fn starts_declaration(self) -> bool {
        use Kind::*;
        self.is_type() || matches!(self, TypeName | Hidden | Show | Local)
    }

    /// Is it the name of a built-in type?
    pub(crate) fn is_type(self) -> bool {
        use Kind::*;
        matches!(self, Bit | Bool | Byte | Pid | Short | Int | Unsigned | Mtype | Chan)
    }
}
