//! The lexer: ASCII and Unicode symbols of B become the same tokens.
//!
//! Symbols are matched longest first from one table, so adding a spelling is adding a row. Keywords are not separated
//! from identifiers here; the parser asks for them by text. Whatever is not understood becomes `Token::Bad`, so that
//! lexing never fails and the parser reports the place.

use diagnostics::{FileId, Span};

/// What a token is; identifiers and numbers are read back from the source through the span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// An identifier or keyword, dots of renamed machines included (`lib.var`).
    Ident(String),
    /// An integer literal; `None` when it does not fit 64 bits.
    Int(Option<i64>),
    /// A literal with a decimal point; parsed, but reals are not supported further.
    Real,
    /// A string literal, escapes resolved.
    Text(String),
    /// An operator or punctuation mark, in its canonical ASCII spelling.
    Sym(&'static str),
    /// A character that belongs to no token.
    Bad(char),
    /// The end of the file.
    End,
}

/// A token with its place.
#[derive(Clone, Debug)]
pub struct Located {
    pub token: Token,
    pub span: Span,
}

/// Cuts the text into tokens; the last one is always `End`.
pub fn lex(file: FileId, text: &str) -> Vec<Located> {
    let mut lexer = Lexer { file, text, at: 0, out: Vec::new() };
    lexer.run();
    lexer.out
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    out: Vec<Located>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.skip_blank();
            let start = self.at;
            let Some(first) = self.peek() else {
                self.push(start, Token::End);
                return;
            };
            let token = self.token(first);
            self.push(start, token);
        }
    }

    fn push(&mut self, start: usize, token: Token) {
        self.out.push(Located { token, span: Span::new(self.file, start, self.at) });
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn token(&mut self, first: char) -> Token {
        if self.rest().starts_with("'''") {
            return self.long_text();
        }
        if let Some(symbol) = self.symbol() {
            // `⋃` and `⋂` stand for words.
            return match symbol {
                "UNION" | "INTER" => Token::Ident(symbol.to_owned()),
                _ => Token::Sym(symbol),
            };
        }
        match first {
            '"' => self.text_literal(),
            '`' => self.quoted_identifier(),
            '0'..='9' => self.number(),
            c if is_start(c) => self.identifier(),
            other => {
                self.at += other.len_utf8();
                Token::Bad(other)
            }
        }
    }

    /// Skips white space, comments and a first line for the shell; an unclosed comment runs to the end of the file.
    fn skip_blank(&mut self) {
        loop {
            let before = self.at;
            let rest = self.rest();
            self.at +=
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            let rest = self.rest();
            if let Some(comment) = rest.strip_prefix("/*") {
                self.at += comment.find("*/").map_or(rest.len(), |n| n + 4);
            } else if rest.starts_with("//") || (self.at == 0 && rest.starts_with("#!")) {
                self.at += rest.find('\n').unwrap_or(rest.len());
            }
            if self.at == before {
                return;
            }
        }
    }

    fn symbol(&mut self) -> Option<&'static str> {
        let rest = self.rest();
        let (spelling, canonical) = SYMBOLS.iter().find(|(spelling, _)| rest.starts_with(spelling))?;
        // `ℕ1`, `λ` and the like are letters to Unicode but symbols to B, so the table is asked first.
        self.at += spelling.len();
        Some(canonical)
    }

    fn number(&mut self) -> Token {
        let digits = self.take_while(|c| c.is_ascii_digit());
        let mut after = self.rest().chars();
        if digits == "0"
            && after.next() == Some('x')
            && self.rest()[1..].starts_with(|c: char| c.is_ascii_hexdigit())
        {
            self.at += 1;
            let hex = self.take_while(|c| c.is_ascii_hexdigit());
            return Token::Int(i64::from_str_radix(&hex, 16).ok());
        }
        let mut after = self.rest().chars();
        if after.next() == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
            return Token::Real;
        }
        Token::Int(digits.parse().ok())
    }

    fn identifier(&mut self) -> Token {
        let mut name = self.take_while(is_continue);
        // A dot followed by a letter is a renamed identifier, but `!x.y` never occurs: the body is in parentheses.
        while self.rest().starts_with('.')
            && self.rest()[1..].starts_with(is_start)
            && !self.after_quantifier()
        {
            self.at += 1;
            name.push('.');
            name.push_str(&self.take_while(is_continue));
        }
        if self.rest().starts_with("$0") {
            self.at += 2;
            name.push_str("$0");
        }
        Token::Ident(name)
    }

    fn after_quantifier(&self) -> bool {
        matches!(self.out.last(), Some(Located { token: Token::Sym("!" | "#" | "%"), .. }))
    }

    fn quoted_identifier(&mut self) -> Token {
        self.at += 1;
        let name = self.take_while(|c| c != '`' && c != '\n');
        self.at += usize::from(self.rest().starts_with('`'));
        Token::Ident(name)
    }

    fn long_text(&mut self) -> Token {
        let body = &self.text[self.at + 3..];
        let length = body.find("'''").unwrap_or(body.len());
        let value = body[..length].to_owned();
        self.at = (self.at + 6 + length).min(self.text.len());
        Token::Text(value)
    }

    fn text_literal(&mut self) -> Token {
        self.at += 1;
        let mut value = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '"' => break,
                '\\' => match self.peek() {
                    Some('n') => self.escape(&mut value, '\n'),
                    Some('t') => self.escape(&mut value, '\t'),
                    Some(quote @ ('"' | '\\' | '\'')) => self.escape(&mut value, quote),
                    _ => value.push('\\'),
                },
                other => value.push(other),
            }
        }
        Token::Text(value)
    }

    fn escape(&mut self, value: &mut String, meaning: char) {
        self.at += 1;
        value.push(meaning);
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let end = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let taken = rest[..end].to_owned();
        self.at += end;
        taken
    }
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_continue(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every spelling and its canonical symbol, longer spellings before their prefixes.
const SYMBOLS: &[(&str, &str)] = &[
    ("/<<:", "/<<:"),
    ("-->>", "-->>"),
    ("+->>", "+->>"),
    (">->>", ">->>"),
    (">+>>", ">+>>"),
    ("<<->>", "<<->>"),
    ("<<->", "<<->"),
    ("<->>", "<->>"),
    ("/<:", "/<:"),
    ("/|\\", "/|\\"),
    ("\\|/", "\\|/"),
    ("<=>", "<=>"),
    ("<<:", "<<:"),
    ("<->", "<->"),
    ("<--", "<--"),
    ("<<|", "<<|"),
    (">+>", ">+>"),
    (">->", ">->"),
    ("-->", "-->"),
    ("+->", "+->"),
    ("|->", "|->"),
    ("|>>", "|>>"),
    ("=>", "=>"),
    ("<=", "<="),
    (">=", ">="),
    ("<:", "<:"),
    ("<-", "<-"),
    ("<+", "<+"),
    ("<|", "<|"),
    ("<>", "<>"),
    ("><", "><"),
    ("->", "->"),
    ("/\\", "/\\"),
    ("/:", "/:"),
    ("/=", "/="),
    ("\\/", "\\/"),
    ("|>", "|>"),
    ("||", "||"),
    (":=", ":="),
    ("::", "::"),
    ("==", "=="),
    ("..", ".."),
    ("**", "**"),
    ("<", "<"),
    (">", ">"),
    ("-", "-"),
    ("+", "+"),
    ("/", "/"),
    ("\\", "\\"),
    ("|", "|"),
    (":", ":"),
    ("=", "="),
    (".", "."),
    (",", ","),
    (";", ";"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("[", "["),
    ("]", "]"),
    ("*", "*"),
    ("^", "^"),
    ("~", "~"),
    ("'", "'"),
    ("!", "!"),
    ("#", "#"),
    ("%", "%"),
    ("&", "&"),
    ("∈", ":"),
    (":∈", "::"),
    ("∉", "/:"),
    ("⊆", "<:"),
    ("⊈", "/<:"),
    ("⊂", "<<:"),
    ("⊄", "/<<:"),
    ("⋃", "UNION"),
    ("⋂", "INTER"),
    ("⋖", "<+"),
    ("⌒", "^"),
    ("∪", "\\/"),
    ("∩", "/\\"),
    ("∖", "\\"),
    ("×", "*"),
    ("∗", "*"),
    ("∧", "&"),
    ("∨", "or"),
    ("¬", "not"),
    ("⇒", "=>"),
    ("⇔", "<=>"),
    ("∀", "!"),
    ("∃", "#"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "/="),
    ("↔", "<->"),
    ("→", "-->"),
    ("⇸", "+->"),
    ("↣", ">->"),
    ("⤔", ">+>"),
    ("↠", "-->>"),
    ("⤀", "+->>"),
    ("⤖", ">->>"),
    ("↦", "|->"),
    ("∅", "{}"),
    ("ℕ1", "NATURAL1"),
    ("ℕ₁", "NATURAL1"),
    ("ℕ", "NATURAL"),
    ("ℤ", "INTEGER"),
    ("ℙ1", "POW1"),
    ("ℙ₁", "POW1"),
    ("ℙ", "POW"),
    ("λ", "%"),
    ("·", "."),
    ("•", "."),
    ("∣", "|"),
    ("‥", ".."),
    ("◁", "<|"),
    ("⩤", "<<|"),
    ("▷", "|>"),
    ("⩥", "|>>"),
    ("⊗", "><"),
    ("∥", "||"),
    ("∼", "~"),
    ("−", "-"),
    ("÷", "/"),
    ("≔", ":="),
    ("⊤", "btrue"),
    ("⊥", "bfalse"),
    ("⋃", "union"),
    ("⋂", "inter"),
    ("\u{e103}", "<+"),
    ("\u{e100}", "<<->"),
    ("\u{e101}", "<->>"),
    ("\u{e102}", "<<->>"),
];
