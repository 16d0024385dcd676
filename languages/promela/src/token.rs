//! Promela's tokens.

use logos::Logos;

/// Declares [`Kind`] and how messages call each kind: a token that is always spelled alike by its spelling, any other
/// by the words beside it.
macro_rules! kinds {
    (
        spelled { $($(#[$more:meta])* $name:ident = $text:tt,)* }
        described { $($(#[$about:meta])* $other:ident = $words:literal,)* }
    ) => {
        /// What a token is. Names are classified further while parsing, as in SPIN: what `typedef`, `proctype`,
        /// `inline` and `mtype` have introduced so far decides.
        #[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[logos(skip r"[ \t\f\r\v]+")]
        #[logos(skip r"\*/")]
        #[expect(missing_docs, reason = "each variant is named after what it spells")]
        pub enum Kind {
            $($(#[$about])* $other,)*
            $(#[token($text)] $(#[$more])* $name,)*
        }

        impl Kind {
            /// How messages call it.
            pub fn describe(self) -> &'static str {
                match self {
                    $(Kind::$other => $words,)*
                    $(Kind::$name => concat!("`", $text, "`"),)*
                }
            }
        }
    };
}

kinds! {
    spelled {
        Active = "active", Assert = "assert", Atomic = "atomic", Bit = "bit", Bool = "bool",
        Break = "break", Byte = "byte", CCode = "c_code", CDecl = "c_decl", CExpr = "c_expr",
        CState = "c_state", CTrack = "c_track", DProctype = "D_proctype", Do = "do", Chan = "chan",
        Else = "else", Empty = "empty", Enabled = "enabled", Eval = "eval", False = "false", Fi = "fi",
        For = "for", Full = "full", GetPriority = "get_priority", Goto = "goto", Hidden = "hidden",
        If = "if", In = "in", Init = "init", Inline = "inline", Int = "int", Len = "len", Local = "local",
        Ltl = "ltl", Mtype = "mtype", Nempty = "nempty", Never = "never", Nfull = "nfull",
        Notrace = "notrace", Np = "np_", Od = "od", Of = "of", PcValue = "pc_value", Pid = "pid",
        Printf = "printf", Printm = "printm", Priority = "priority", Proctype = "proctype",
        Provided = "provided", Return = "return", Run = "run", DStep = "d_step", Select = "select",
        SetPriority = "set_priority", Short = "short", Skip = "skip", Timeout = "timeout", Trace = "trace",
        True = "true", Show = "show", Typedef = "typedef", Unless = "unless", Unsigned = "unsigned",
        Xr = "xr", Xs = "xs",
        LBrace = "{", RBrace = "}", LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", Comma = ",",
        Semi = ";", Colon = ":", Sep = "::", Dot = ".", DotDot = "..", Assign = "=", Plus = "+",
        Minus = "-", Star = "*", Slash = "/", Percent = "%", Ampersand = "&", Caret = "^", Bar = "|",
        Tilde = "~", Greater = ">", Less = "<", GreaterEqual = ">=", LessEqual = "<=", Equal = "==",
        NotEqual = "!=", AndAnd = "&&", OrOr = "||", ShiftLeft = "<<", ShiftRight = ">>", Increment = "++",
        Decrement = "--", Bang = "!", BangBang = "!!", Query = "?", QueryQuery = "??", At = "@",
        Backslash = "\\",
        // SPIN's lexer looks for the second `-` before the `>`, so three characters make an arrow too.
        #[token("-->")]
        Arrow = "->",
    }
    described {
        /// Ends a line; may stand for a semicolon.
        #[token("\n")]
        Newline = "the end of the line",
        /// A name not known to be anything else.
        #[regex("[A-Za-z_][A-Za-z0-9_]*", priority = 1)]
        Name = "a name",
        /// Decimal digits.
        #[regex("[0-9]+")]
        Number = "a number",
        /// In double quotes, or between dollar signs.
        #[regex(r#""([^"\n\\]|\\[^\n])*""#)]
        #[regex(r"\$[^$\n]*\$")]
        String = "a string",
        /// One character in single quotes.
        #[regex(r"'([^\\\n]|\\[^\n])'")]
        Char = "a character",
        /// The name of a structure.
        TypeName = "the name of a structure",
        /// The name of a proctype.
        ProctypeName = "the name of a proctype",
        /// The name of an inline.
        InlineName = "the name of an inline",
        /// A symbolic constant.
        Symbol = "a symbolic constant",
        // Operators inside `ltl` only, where the parser tells them from other tokens that are spelled alike:
        Implies = "`->`", Equivalent = "`<->`", Always = "`[]`", Eventually = "`<>`",
        Until = "`U`", Release = "`V`", WeakUntil = "`W`", Next = "`X`",
        /// Something that is no token.
        Unknown = "an unknown character",
        /// Behind the last token.
        End = "the end of the file",
    }
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
    /// Does a blank or a line break stand in front of it?
    pub space: bool,
    /// The parameter in the body of an inline that it was read in place of, as bytes of the text.
    pub formal: Option<(u32, u32)>,
}

impl Kind {
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
