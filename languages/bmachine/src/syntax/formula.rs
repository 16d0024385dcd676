//! Predicates and expressions, by operator precedence.
//!
//! The priorities are those of the B language reference as ProB reads them: `=>` 30, `&` and `or` 40 (equal, left
//! associative), `<=>` 60, the comparisons and memberships above it, arrows 125, the set and relation operators 160,
//! `..` 170, `+ -` 180, `* / mod` 190, `**` 200 (right associative), unary minus 210, then the postfix forms. `;` and
//! `||` are operators only directly inside parentheses, and so is the comma that makes a pair.

use super::ast::{Arrow, Binary, Formula, Ident, Node, Quantifier, Unary};
use super::builtin::{Builtin, Constant};
use super::parser::{MAX_DEPTH, Parsed, Parser, is_reserved};
use super::token::Token;

/// The loosest priority: a whole formula.
const LOOSEST: u8 = 30;
/// Looser operators than these make predicates; a set or an argument list is cut at commas before them.
const UNARY_MINUS: u8 = 210;

impl Parser {
    /// A whole predicate or expression.
    pub fn formula(&mut self) -> Parsed<Formula> {
        self.nested(|parser| parser.binary(LOOSEST))
    }

    fn binary(&mut self, floor: u8) -> Parsed<Formula> {
        let start = self.span();
        let mut left = self.prefix()?;
        let mut chain = 0;
        while let Some((operator, priority, right_associative)) = self.operator() {
            if priority < floor {
                break;
            }
            chain += 1;
            if chain > MAX_DEPTH && !matches!(operator, Infix::And | Infix::Or) {
                return Err(self.too_deep());
            }
            self.advance();
            let next = if right_associative { priority } else { priority + 1 };
            let right = self.nested(|parser| parser.binary(next))?;
            let span = self.since(start);
            left = combine(operator, left, right, span);
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(Infix, u8, bool)> {
        match self.peek() {
            Token::Sym(symbol) => infix(symbol),
            Token::Ident(word) if word == "or" => infix("or"),
            Token::Ident(word) if word == "mod" => Some((Infix::Binary(Binary::Modulo), 190, false)),
            _ => None,
        }
    }

    fn prefix(&mut self) -> Parsed<Formula> {
        let start = self.span();
        if self.eat("-") {
            let inner = self.nested(|parser| parser.binary(UNARY_MINUS))?;
            return Ok(negate(inner, self.since(start)));
        }
        if self.eat("not") || self.eat_word("not") {
            let inner = if self.at_symbol("(") {
                self.nested(Self::postfix)?
            } else {
                self.nested(|parser| parser.binary(61))?
            };
            return Ok(Formula::new(Node::Unary(Unary::Not, Box::new(inner)), self.since(start)));
        }
        self.postfix()
    }

    /// An atom followed by applications, images, inverses and field accesses.
    pub fn postfix(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let mut left = self.atom()?;
        let mut chain = 0;
        loop {
            chain += 1;
            if chain > MAX_DEPTH {
                return Err(self.too_deep());
            }
            let node = if self.eat("(") {
                let arguments = self.arguments(")")?;
                Node::Apply(Box::new(left), arguments)
            } else if self.eat("[") {
                let argument = self.grouped()?;
                self.expect("]")?;
                Node::Image(Box::new(left), Box::new(argument))
            } else if self.eat("~") {
                Node::Unary(Unary::Inverse, Box::new(left))
            } else if self.eat("'") {
                Node::Field(Box::new(left), self.field_name()?)
            } else {
                return Ok(left);
            };
            left = Formula::new(node, self.since(start));
        }
    }

    /// Arguments up to and including `close`; each may be a composition, as in `closure((f;g))` written `closure(f;g)`.
    fn arguments(&mut self, close: &str) -> Parsed<Vec<Formula>> {
        let mut items = vec![self.composed()?];
        while self.eat(",") {
            items.push(self.composed()?);
        }
        self.expect(close)?;
        Ok(items)
    }

    /// A formula with `;` and `||` as operators, allowed directly inside brackets.
    fn composed(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let mut left = self.formula()?;
        let mut chain = 0;
        loop {
            let operator = if self.eat(";") {
                Binary::Compose
            } else if self.eat("||") {
                Binary::Parallel
            } else {
                return Ok(left);
            };
            chain += 1;
            if chain > MAX_DEPTH {
                return Err(self.too_deep());
            }
            let right = self.formula()?;
            left = Formula::new(Node::Binary(operator, Box::new(left), Box::new(right)), self.since(start));
        }
    }

    /// The inside of parentheses: compositions and pairs.
    fn grouped(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let mut left = self.composed()?;
        let mut chain = 0;
        while self.eat(",") {
            chain += 1;
            if chain > MAX_DEPTH {
                return Err(self.too_deep());
            }
            let right = self.composed()?;
            left = Formula::new(
                Node::Binary(Binary::Maplet, Box::new(left), Box::new(right)),
                self.since(start),
            );
        }
        Ok(left)
    }

    fn atom(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let node = match self.peek().clone() {
            Token::Int(Some(value)) => self.then(Node::Int(value)),
            Token::Int(None) => return Err(self.unexpected("a number that fits 64 bits")),
            Token::Real => self.then(Node::Unsupported("real numbers")),
            Token::Text(text) => self.then(Node::Text(text)),
            Token::Sym(symbol) => self.symbol_atom(symbol)?,
            Token::Ident(word) => self.word_atom(&word)?,
            _ => return Err(self.unexpected("a formula")),
        };
        Ok(Formula::new(node, self.since(start)))
    }

    fn then(&mut self, node: Node) -> Node {
        self.advance();
        node
    }

    fn symbol_atom(&mut self, symbol: &'static str) -> Parsed<Node> {
        match symbol {
            "(" => {
                self.advance();
                let inner = self.nested(Self::grouped)?;
                self.expect(")")?;
                Ok(inner.node)
            }
            "{" => self.nested(Self::braces),
            "[" => {
                self.advance();
                let items = if self.at_symbol("]") { Vec::new() } else { self.nested(Self::formulas)? };
                self.expect("]")?;
                Ok(Node::Sequence(items))
            }
            "<>" => Ok(self.then(Node::Sequence(Vec::new()))),
            "!" => self.quantified(Quantifier::Forall),
            "#" => self.quantified(Quantifier::Exists),
            "%" => self.quantified(Quantifier::Lambda),
            other => self.predefined(other),
        }
    }

    fn word_atom(&mut self, word: &str) -> Parsed<Node> {
        match word {
            "SIGMA" => self.quantified(Quantifier::Sum),
            "PI" => self.quantified(Quantifier::Product),
            "UNION" => self.quantified(Quantifier::Union),
            "INTER" => self.quantified(Quantifier::Inter),
            "rec" if matches!(self.look(1), Token::Sym("(")) => Ok(Node::Record(self.fields()?)),
            "struct" if matches!(self.look(1), Token::Sym("(")) => Ok(Node::Struct(self.fields()?)),
            "IF" => self.conditional(),
            "LET" => self.let_formula(),
            word if Constant::from_name(word).is_some() || Builtin::from_name(word).is_some() => {
                self.predefined(word)
            }
            word if is_reserved(word) => Err(self.unexpected("a formula")),
            word => Ok(self.then(Node::Name(word.to_owned()))),
        }
    }

    fn predefined(&mut self, word: &str) -> Parsed<Node> {
        if let Some(constant) = Constant::from_name(word) {
            return Ok(self.then(Node::Constant(constant)));
        }
        let Some(builtin) = Builtin::from_name(word) else { return Err(self.unexpected("a formula")) };
        self.advance();
        // `succ` and `pred` are also functions in their own right; so are user names that shadow a builtin.
        if !self.eat("(") {
            return Ok(Node::Name(word.to_owned()));
        }
        let arguments = self.nested(|parser| parser.arguments(")"))?;
        Ok(Node::Call(builtin, arguments))
    }

    fn braces(&mut self) -> Parsed<Node> {
        self.expect("{")?;
        if self.eat("}") {
            return Ok(Node::Constant(Constant::EmptySet));
        }
        let items = self.formulas()?;
        if self.eat("}") {
            return Ok(Node::SetOf(items));
        }
        let event_b = self.at_symbol(".");
        if !event_b && !self.at_symbol("|") {
            return Err(self.unexpected("`,`, `|` or `}`"));
        }
        let mut names = Vec::new();
        for item in &items {
            collect_names(item, &mut names)
                .map_err(|()| self.unexpected("`}` after a set of expressions"))?;
        }
        self.advance();
        let predicate = self.formula()?;
        let element = if event_b && self.eat("|") { Some(Box::new(self.formula()?)) } else { None };
        self.expect("}")?;
        Ok(Node::Comprehension(names, Box::new(predicate), element))
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Parsed<Node> {
        self.advance();
        let names = self.bound_names()?;
        self.expect(".")?;
        let parenthesised = self.eat("(");
        let body = self.formula()?;
        let predicate_only = matches!(quantifier, Quantifier::Forall | Quantifier::Exists);
        let value = if predicate_only {
            None
        } else {
            self.expect("|")?;
            Some(Box::new(self.grouped()?))
        };
        if parenthesised {
            self.expect(")")?;
        }
        Ok(Node::Quantified(quantifier, names, Box::new(body), value))
    }

    fn bound_names(&mut self) -> Parsed<Vec<Ident>> {
        let parenthesised = self.eat("(");
        let mut names = vec![self.identifier()?];
        while self.eat(",") || self.eat("|->") {
            names.push(self.identifier()?);
        }
        if parenthesised {
            self.expect(")")?;
        }
        Ok(names)
    }

    fn fields(&mut self) -> Parsed<Vec<(Ident, Formula)>> {
        self.advance();
        self.expect("(")?;
        let fields = self.list(|parser| {
            let name = parser.field_name()?;
            parser.expect(":")?;
            Ok((name, parser.formula()?))
        })?;
        self.expect(")")?;
        Ok(fields)
    }

    fn field_name(&mut self) -> Parsed<Ident> {
        self.identifier()
    }

    fn conditional(&mut self) -> Parsed<Node> {
        self.advance();
        let condition = self.formula()?;
        self.expect_word("THEN")?;
        let then = self.formula()?;
        let start = self.span();
        if self.at_word("ELSIF") {
            let otherwise = self.nested(Self::conditional)?;
            let otherwise = Formula::new(otherwise, self.since(start));
            return Ok(Node::If(Box::new(condition), Box::new(then), Box::new(otherwise)));
        }
        self.expect_word("ELSE")?;
        let otherwise = self.formula()?;
        self.expect_word("END")?;
        Ok(Node::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    fn let_formula(&mut self) -> Parsed<Node> {
        self.advance();
        let names = self.bound_names()?;
        self.expect_word("BE")?;
        let predicate = self.formula()?;
        self.expect_word("IN")?;
        let body = self.formula()?;
        self.expect_word("END")?;
        Ok(Node::Let(names, Box::new(predicate), Box::new(body)))
    }
}

/// Bound names of a comprehension may be written `a,b` or `a|->b`.
fn collect_names(item: &Formula, names: &mut Vec<Ident>) -> Result<(), ()> {
    match &item.node {
        Node::Name(name) => {
            names.push(Ident { name: name.clone(), span: item.span });
            Ok(())
        }
        Node::Binary(Binary::Maplet, left, right) => {
            collect_names(left, names)?;
            collect_names(right, names)
        }
        _ => Err(()),
    }
}

fn negate(inner: Formula, span: diagnostics::Span) -> Formula {
    match inner.node {
        Node::Int(value) => Formula::new(Node::Int(-value), span),
        node => Formula::new(Node::Unary(Unary::Minus, Box::new(Formula::new(node, inner.span))), span),
    }
}

enum Infix {
    And,
    Or,
    Binary(Binary),
}

fn combine(operator: Infix, left: Formula, right: Formula, span: diagnostics::Span) -> Formula {
    let node = match (operator, left.node) {
        (Infix::And, Node::And(mut items)) => {
            items.push(right);
            Node::And(items)
        }
        (Infix::Or, Node::Or(mut items)) => {
            items.push(right);
            Node::Or(items)
        }
        (Infix::And, node) => Node::And(vec![Formula::new(node, left.span), right]),
        (Infix::Or, node) => Node::Or(vec![Formula::new(node, left.span), right]),
        (Infix::Binary(binary), node) => {
            Node::Binary(binary, Box::new(Formula::new(node, left.span)), Box::new(right))
        }
    };
    Formula::new(node, span)
}

fn infix(symbol: &str) -> Option<(Infix, u8, bool)> {
    let binary = |operator, priority| Some((Infix::Binary(operator), priority, false));
    match symbol {
        "=>" => binary(Binary::Implies, 30),
        "&" => Some((Infix::And, 40, false)),
        "or" => Some((Infix::Or, 40, false)),
        "<=>" => binary(Binary::Iff, 60),
        "=" => binary(Binary::Equal, 61),
        ":" => binary(Binary::Member, 61),
        "/=" => binary(Binary::NotEqual, 110),
        "/:" => binary(Binary::NotMember, 110),
        "<:" => binary(Binary::Subset, 110),
        "<<:" => binary(Binary::StrictSubset, 110),
        "/<:" => binary(Binary::NotSubset, 110),
        "/<<:" => binary(Binary::NotStrictSubset, 110),
        "<" => binary(Binary::Less, 110),
        "<=" => binary(Binary::LessEqual, 110),
        ">" => binary(Binary::Greater, 110),
        ">=" => binary(Binary::GreaterEqual, 110),
        ".." => binary(Binary::Interval, 170),
        "+" => binary(Binary::Add, 180),
        "-" => binary(Binary::Minus, 180),
        "\\" => binary(Binary::SetMinus, 180),
        "*" => binary(Binary::Times, 190),
        "/" => binary(Binary::Divide, 190),
        "**" => Some((Infix::Binary(Binary::Power), 200, true)),
        other => arrow(other)
            .map(|a| (Infix::Binary(Binary::Arrow(a)), 125, false))
            .or_else(|| set_operator(other)),
    }
}

fn set_operator(symbol: &str) -> Option<(Infix, u8, bool)> {
    let operator = match symbol {
        "\\/" => Binary::Union,
        "/\\" => Binary::Intersection,
        "|->" => Binary::Maplet,
        "<+" => Binary::Override,
        "><" => Binary::DirectProduct,
        "<|" => Binary::DomainRestrict,
        "<<|" => Binary::DomainSubtract,
        "|>" => Binary::RangeRestrict,
        "|>>" => Binary::RangeSubtract,
        "^" => Binary::Concat,
        "->" => Binary::Prepend,
        "<-" => Binary::Append,
        "/|\\" => Binary::TakeFirst,
        "\\|/" => Binary::DropFirst,
        _ => return None,
    };
    Some((Infix::Binary(operator), 160, false))
}

fn arrow(symbol: &str) -> Option<Arrow> {
    Some(match symbol {
        "<->" => Arrow::Relation,
        "<<->" => Arrow::TotalRelation,
        "<->>" => Arrow::SurjectiveRelation,
        "<<->>" => Arrow::TotalSurjectiveRelation,
        "+->" => Arrow::PartialFunction,
        "-->" => Arrow::TotalFunction,
        ">+>" => Arrow::PartialInjection,
        ">->" => Arrow::TotalInjection,
        "+->>" => Arrow::PartialSurjection,
        "-->>" => Arrow::TotalSurjection,
        ">+>>" => Arrow::PartialBijection,
        ">->>" => Arrow::TotalBijection,
        _ => return None,
    })
}
