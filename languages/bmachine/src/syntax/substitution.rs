//! Substitutions: B's statements.
//!
//! `||` and `;` have the same priority and associate to the left; a chain of one operator is kept flat.

use super::ast::{Formula, Ident, Node, Sub, Substitution};
use super::parser::{Parsed, Parser, is_reserved};
use super::token::Token;

impl Parser {
    /// A substitution with `||` and `;`.
    pub fn substitution(&mut self) -> Parsed<Substitution> {
        self.nested(|parser| parser.chain(true))
    }

    /// A substitution that ends before `;`, as in the body of a definition.
    pub fn parallel_substitution(&mut self) -> Parsed<Substitution> {
        self.nested(|parser| parser.chain(false))
    }

    fn chain(&mut self, sequences: bool) -> Parsed<Substitution> {
        let start = self.span();
        let mut left = self.simple()?;
        loop {
            if self.eat("||") {
                let right = self.simple()?;
                left = self.join(left, right, start, true);
            } else if sequences && self.at_symbol(";") && !self.ends_after_semicolon() {
                self.advance();
                let right = self.simple()?;
                left = self.join(left, right, start, false);
            } else {
                return Ok(left);
            }
        }
    }

    /// In OPERATIONS a `;` may also separate operations (`; name = ...`, `; r <-- name = ...`) or be stray before
    /// `END`.
    fn ends_after_semicolon(&self) -> bool {
        match self.look(1) {
            Token::Ident(word) if matches!(word.as_str(), "END" | "ELSE" | "ELSIF" | "WHEN" | "OR") => true,
            Token::Ident(word) if !is_reserved(word) => self.operation_header_follows(1),
            Token::End => true,
            Token::Ident(word) => super::parser::is_clause(word),
            _ => false,
        }
    }

    /// Whether `name [(params)] =` or `results <-- name [(params)] =` stands `ahead` tokens on.
    pub fn operation_header_follows(&self, ahead: usize) -> bool {
        let mut at = ahead;
        while matches!(self.look(at), Token::Ident(_)) && matches!(self.look(at + 1), Token::Sym(",")) {
            at += 2;
        }
        if matches!(self.look(at + 1), Token::Sym("<--")) {
            at += 2;
        } else if at != ahead {
            return false;
        }
        if !matches!(self.look(at), Token::Ident(_)) {
            return false;
        }
        at += 1;
        if matches!(self.look(at), Token::Sym("(")) {
            at += 1;
            while matches!(self.look(at), Token::Ident(_) | Token::Sym(",")) {
                at += 1;
            }
            if !matches!(self.look(at), Token::Sym(")")) {
                return false;
            }
            at += 1;
        }
        matches!(self.look(at), Token::Sym("=" | "=="))
    }

    fn join(
        &self,
        left: Substitution,
        right: Substitution,
        start: diagnostics::Span,
        parallel: bool,
    ) -> Substitution {
        let node = match (left.node, parallel) {
            (Sub::Parallel(mut items), true) => {
                items.push(right);
                Sub::Parallel(items)
            }
            (Sub::Sequence(mut items), false) => {
                items.push(right);
                Sub::Sequence(items)
            }
            (node, parallel) => {
                let items = vec![Substitution { node, span: left.span }, right];
                if parallel { Sub::Parallel(items) } else { Sub::Sequence(items) }
            }
        };
        Substitution { node, span: self.since(start) }
    }

    fn simple(&mut self) -> Parsed<Substitution> {
        let start = self.span();
        let Token::Ident(word) = self.peek().clone() else {
            if self.at_symbol("(") {
                return self.assignment();
            }
            return Err(self.unexpected("a substitution"));
        };
        let node = match word.as_str() {
            "skip" => {
                self.advance();
                Sub::Skip
            }
            "BEGIN" => {
                self.advance();
                let inner = self.substitution()?;
                self.block_end()?;
                // A block keeps its own node so that `BEGIN a; b END || c` does not merge with its neighbours.
                Sub::Choice(vec![inner])
            }
            "PRE" => self.guarded(Sub::Pre)?,
            "ASSERT" => self.guarded(Sub::Assert)?,
            "IF" => self.if_substitution()?,
            "SELECT" => self.select()?,
            "CHOICE" => self.choice()?,
            "ANY" => self.any()?,
            "LET" => self.let_substitution()?,
            "VAR" => self.var()?,
            "CASE" => self.case()?,
            "WHILE" => self.while_substitution()?,
            word if is_reserved(word) => return Err(self.unexpected("a substitution")),
            _ => return self.assignment(),
        };
        Ok(Substitution { node, span: self.since(start) })
    }

    fn block_end(&mut self) -> Parsed<()> {
        self.eat(";");
        self.expect_word("END")
    }

    fn boxed(&mut self) -> Parsed<Box<Substitution>> {
        let inner = self.substitution()?;
        self.eat(";");
        Ok(Box::new(inner))
    }

    fn guarded(&mut self, make: fn(Formula, Box<Substitution>) -> Sub) -> Parsed<Sub> {
        self.advance();
        let guard = self.formula()?;
        self.expect_word("THEN")?;
        let body = self.boxed()?;
        self.expect_word("END")?;
        Ok(make(guard, body))
    }

    fn branch(&mut self) -> Parsed<(Formula, Substitution)> {
        let condition = self.formula()?;
        self.expect_word("THEN")?;
        Ok((condition, *self.boxed()?))
    }

    fn otherwise(&mut self) -> Parsed<Option<Box<Substitution>>> {
        let otherwise = if self.eat_word("ELSE") { Some(self.boxed()?) } else { None };
        self.expect_word("END")?;
        Ok(otherwise)
    }

    fn if_substitution(&mut self) -> Parsed<Sub> {
        self.advance();
        let mut branches = vec![self.branch()?];
        while self.eat_word("ELSIF") {
            branches.push(self.branch()?);
        }
        Ok(Sub::If(branches, self.otherwise()?))
    }

    fn select(&mut self) -> Parsed<Sub> {
        self.advance();
        let mut branches = vec![self.branch()?];
        while self.eat_word("WHEN") {
            branches.push(self.branch()?);
        }
        Ok(Sub::Select(branches, self.otherwise()?))
    }

    fn choice(&mut self) -> Parsed<Sub> {
        self.advance();
        let mut branches = vec![*self.boxed()?];
        while self.eat_word("OR") {
            branches.push(*self.boxed()?);
        }
        self.expect_word("END")?;
        Ok(Sub::Choice(branches))
    }

    fn any(&mut self) -> Parsed<Sub> {
        self.advance();
        let names = self.identifiers()?;
        self.expect_word("WHERE")?;
        let (predicate, body) = self.branch()?;
        self.expect_word("END")?;
        Ok(Sub::Any(names, predicate, Box::new(body)))
    }

    fn let_substitution(&mut self) -> Parsed<Sub> {
        self.advance();
        let names = self.identifiers()?;
        self.expect_word("BE")?;
        let predicate = self.formula()?;
        self.expect_word("IN")?;
        let body = self.boxed()?;
        self.expect_word("END")?;
        Ok(Sub::Let(names, predicate, body))
    }

    fn var(&mut self) -> Parsed<Sub> {
        self.advance();
        let names = self.identifiers()?;
        self.expect_word("IN")?;
        let body = self.boxed()?;
        self.expect_word("END")?;
        Ok(Sub::Var(names, body))
    }

    fn case(&mut self) -> Parsed<Sub> {
        self.advance();
        let subject = self.formula()?;
        self.expect_word("OF")?;
        let mut branches = Vec::new();
        self.expect_word("EITHER")?;
        loop {
            let values = self.formulas()?;
            self.expect_word("THEN")?;
            branches.push((values, *self.boxed()?));
            if !self.eat_word("OR") {
                break;
            }
        }
        let otherwise = if self.eat_word("ELSE") { Some(self.boxed()?) } else { None };
        self.expect_word("END")?;
        self.expect_word("END")?;
        Ok(Sub::Case(subject, branches, otherwise))
    }

    fn while_substitution(&mut self) -> Parsed<Sub> {
        self.advance();
        let condition = self.formula()?;
        self.expect_word("DO")?;
        let body = self.boxed()?;
        let (mut invariant, mut variant) = (None, None);
        while !self.at_word("END") {
            if self.eat_word("INVARIANT") {
                invariant = Some(self.formula()?);
            } else {
                self.expect_word("VARIANT")?;
                variant = Some(self.formula()?);
            }
        }
        self.expect_word("END")?;
        match (invariant, variant) {
            (Some(invariant), Some(variant)) => Ok(Sub::While { condition, body, invariant, variant }),
            _ => Err(self.unexpected("a loop with INVARIANT and VARIANT")),
        }
    }

    /// `x := e`, `f(a) := e`, `x,y := e,g`, `x :: S`, `x : (P)`, `r <-- op(e)`, `op(e)`.
    fn assignment(&mut self) -> Parsed<Substitution> {
        let start = self.span();
        let targets = if self.eat("(") {
            let inner = self.list(Self::postfix)?;
            self.expect(")")?;
            inner
        } else {
            self.list(Self::postfix)?
        };
        let node = if self.eat(":=") {
            Sub::Assign(targets, self.formulas()?)
        } else if self.eat("::") {
            Sub::ChooseFrom(targets, self.formula()?)
        } else if self.at_symbol(":") {
            let names = targets.iter().map(|target| self.plain_name(target)).collect::<Parsed<Vec<_>>>()?;
            self.advance();
            self.expect("(")?;
            let predicate = self.formula()?;
            self.expect(")")?;
            Sub::SuchThat(names, predicate)
        } else if self.eat("<--") {
            let call = self.postfix()?;
            self.call(targets, call)?
        } else {
            let mut targets = targets;
            match targets.pop() {
                Some(call) if targets.is_empty() => self.call(Vec::new(), call)?,
                _ => return Err(self.unexpected("`:=`, `::`, `: (` or `<--`")),
            }
        };
        Ok(Substitution { node, span: self.since(start) })
    }

    fn plain_name(&self, target: &Formula) -> Parsed<Ident> {
        match &target.node {
            Node::Name(name) => Ok(Ident { name: name.clone(), span: target.span }),
            _ => Err(self.unexpected("`:=` after a function application")),
        }
    }

    fn call(&self, results: Vec<Formula>, call: Formula) -> Parsed<Sub> {
        match call.node {
            Node::Name(name) => {
                let operation = Ident { name, span: call.span };
                Ok(Sub::Call { results, operation, arguments: Vec::new() })
            }
            Node::Apply(function, arguments) => {
                Ok(Sub::Call { results, operation: self.plain_name(&function)?, arguments })
            }
            _ => Err(self.unexpected("`:=`, `::` or an operation call")),
        }
    }
}
