//! Declarations of variables, channels and symbolic constants.

use super::{Parsed, Parser};
use crate::ast::{
    ArraySize, ChannelInit, Decl, Declarator, Expr, ExprKind, Initialiser, Item, MtypeDecl, Name, TypeName,
    Visibility,
};
use crate::token::Kind;
use diagnostics::{Diagnostic, Span};

/// What a declaration turned out to be.
pub(super) enum Declared {
    Variables(Decl),
    Symbols(MtypeDecl),
}

impl Parser<'_, '_> {
    pub(super) fn declaration_item(&mut self) -> Parsed<Item> {
        Ok(match self.declaration()? {
            Declared::Variables(decl) => Item::Decl(decl),
            Declared::Symbols(symbols) => Item::Mtype(symbols),
        })
    }

    /// A declaration where only variables make sense.
    pub(super) fn variables(&mut self) -> Parsed<Decl> {
        if !self.peek().starts_declaration() {
            return self.expected("a type");
        }
        match self.declaration()? {
            Declared::Variables(decl) => Ok(decl),
            Declared::Symbols(symbols) => {
                let message = "symbolic constants can only be declared at the top level";
                self.report(Diagnostic::error("misplaced-mtype", message, symbols.span))
            }
        }
    }

    pub(super) fn declaration(&mut self) -> Parsed<Declared> {
        let start = self.peek_span();
        let visibility = match self.peek() {
            Kind::Hidden => Some(Visibility::Hidden),
            Kind::Show => Some(Visibility::Show),
            Kind::Local => Some(Visibility::Local),
            _ => None,
        };
        if visibility.is_some() {
            self.take();
        }
        let ty = self.type_name()?;
        if let TypeName::Mtype(set) = &ty
            && matches!(self.peek(), Kind::Assign | Kind::LBrace)
        {
            return Ok(Declared::Symbols(self.symbols(set.clone(), start)?));
        }
        let mut vars = vec![self.declarator()?];
        while self.eat(Kind::Comma) {
            vars.push(self.declarator()?);
        }
        Ok(Declared::Variables(Decl { visibility, ty, vars, span: start.to(self.last) }))
    }

    /// A type, with the set of an `mtype:name`.
    fn type_name(&mut self) -> Parsed<TypeName> {
        let token = self.peek_token();
        let ty = match token.kind {
            Kind::Bit => TypeName::Bit,
            Kind::Bool => TypeName::Bool,
            Kind::Byte => TypeName::Byte,
            Kind::Pid => TypeName::Pid,
            Kind::Short => TypeName::Short,
            Kind::Int => TypeName::Int,
            Kind::Unsigned => TypeName::Unsigned,
            Kind::Chan => TypeName::Chan,
            Kind::Mtype => {
                self.take();
                let set = if self.eat(Kind::Colon) { Some(self.name()?) } else { None };
                return Ok(TypeName::Mtype(set));
            }
            Kind::TypeName => return Ok(TypeName::User(self.take_name())),
            _ => return self.expected("a type"),
        };
        self.take();
        Ok(ty)
    }

    fn symbols(&mut self, set: Option<Name>, start: Span) -> Parsed<MtypeDecl> {
        // Only the unnamed set can do without `=`.
        if !self.eat(Kind::Assign) && set.is_some() {
            return self.expected("`=`");
        }
        self.expect(Kind::LBrace)?;
        let mut constants = vec![self.symbol_name()?];
        loop {
            match self.peek() {
                Kind::Comma => {
                    self.take();
                }
                Kind::RBrace => break,
                _ => constants.push(self.symbol_name()?),
            }
        }
        self.take();
        self.stream.names.symbols.extend(constants.iter().map(|c| c.text.clone()));
        Ok(MtypeDecl { set, constants, span: start.to(self.last) })
    }

    fn symbol_name(&mut self) -> Parsed<Name> {
        if self.peek() == Kind::Symbol {
            let span = self.peek_span();
            return self.report(Diagnostic::error(
                "redeclared",
                "this symbolic constant is already declared",
                span,
            ));
        }
        self.name()
    }

    fn declarator(&mut self) -> Parsed<Declarator> {
        let from = self.taken.len();
        let name = self.name()?;
        let mut declarator = Declarator { name, width: None, size: None, init: None, text: "".into() };
        if self.eat(Kind::Colon) {
            declarator.width = Some(self.constant()?);
        } else if self.eat(Kind::LBracket) {
            declarator.size = Some(self.array_size()?);
            self.expect(Kind::RBracket)?;
        }
        if self.eat(Kind::Assign) {
            declarator.init = Some(self.initialiser()?);
        }
        declarator.text = self.stream.written(&self.taken[from..]);
        Ok(declarator)
    }

    /// Between the brackets: a constant expression, or one name.
    pub(super) fn array_size(&mut self) -> Parsed<ArraySize> {
        if self.peek() == Kind::Name {
            return Ok(ArraySize::Name(self.take_name()));
        }
        Ok(ArraySize::Const(self.constant_expression()?))
    }

    fn constant_expression(&mut self) -> Parsed<Expr> {
        let expression = self.expression()?;
        match first_variable(&expression) {
            None => Ok(expression),
            Some(span) => {
                let error = Diagnostic::error("not-constant", "this must be a constant", span);
                self.report(error.hint("define it with `#define`"))
            }
        }
    }

    fn initialiser(&mut self) -> Parsed<Initialiser> {
        match self.peek() {
            Kind::LBrace => {
                self.take();
                let mut values = vec![self.constant_primary()?];
                while self.eat(Kind::Comma) {
                    values.push(self.constant_primary()?);
                }
                self.expect(Kind::RBrace)?;
                Ok(Initialiser::List(values))
            }
            Kind::LBracket => Ok(Initialiser::Channel(self.channel_init()?)),
            _ => Ok(Initialiser::Value(self.expression()?)),
        }
    }

    fn channel_init(&mut self) -> Parsed<ChannelInit> {
        let start = self.expect(Kind::LBracket)?;
        let capacity = self.constant_expression()?;
        self.expect(Kind::RBracket)?;
        self.expect(Kind::Of)?;
        self.expect(Kind::LBrace)?;
        let mut fields = vec![self.message_field()?];
        while self.eat(Kind::Comma) {
            fields.push(self.message_field()?);
        }
        let end = self.expect(Kind::RBrace)?;
        Ok(ChannelInit { capacity, fields, span: start.to(end) })
    }

    fn message_field(&mut self) -> Parsed<(TypeName, Span)> {
        let start = self.peek_span();
        let ty = self.type_name()?;
        if matches!(ty, TypeName::Unsigned) {
            let error = Diagnostic::error("message-type", "an `unsigned` cannot be a message field", start);
            return self.report(error.hint("use `byte`, `short` or `int`"));
        }
        Ok((ty, start.to(self.last)))
    }
}

/// Where an expression stops being one that the grammar's `const_expr` allows.
fn first_variable(expression: &Expr) -> Option<Span> {
    use crate::ast::{BinaryOp, UnaryOp};
    match &expression.kind {
        ExprKind::Number(_) | ExprKind::Word(..) | ExprKind::Symbol(_) => None,
        ExprKind::Unary(UnaryOp::Minus, e) => first_variable(e),
        ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder,
            a,
            b,
        ) => first_variable(a).or_else(|| first_variable(b)),
        _ => Some(expression.span),
    }
}
