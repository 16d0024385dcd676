//! Typing of expressions.

use super::infer::{Inference, Result2, Scope};
use super::names::external;
use super::tree::{Slot, Term, Typed};
use super::types::{Type, TypeId};
use crate::syntax::Constant;
use crate::syntax::ast::{Binary, Formula, Ident, Node, Quantifier, Unary};
use diagnostics::Span;

impl Inference<'_> {
    /// Types an expression that must have type `expected`.
    pub fn expression(&mut self, formula: &Formula, scope: &Scope, expected: TypeId) -> Result2<Typed> {
        let (node, ty) = match &formula.node {
            Node::Name(name) => return self.named_expression(name, &[], formula.span, scope, expected),
            Node::Int(value) => (Term::Int(*value), self.integer),
            Node::Text(text) => (Term::Text(text.clone()), self.text),
            Node::Constant(constant) => self.constant(*constant, formula.span)?,
            Node::Unary(Unary::Minus, inner) => {
                (Term::Negate(Box::new(self.expression(inner, scope, self.integer)?)), self.integer)
            }
            Node::Unary(Unary::Inverse, inner) => self.inverse(inner, scope, expected, formula.span)?,
            Node::Binary(operator, left, right) => {
                return self.binary(*operator, left, right, formula.span, scope, expected);
            }
            Node::Apply(function, arguments) => {
                return self.application(function, arguments, formula.span, scope, expected);
            }
            Node::Image(relation, set) => self.image(relation, set, scope)?,
            Node::Call(builtin, arguments) => {
                return self.builtin(*builtin, arguments, formula.span, scope, expected);
            }
            Node::SetOf(items) => {
                let element = self.program.types.fresh();
                let set = self.program.types.power(element);
                self.unify(set, expected, formula.span)?;
                (Term::SetOf(self.expressions(items, scope, element)?), set)
            }
            Node::Sequence(items) => {
                let element = self.program.types.fresh();
                let sequence = self.program.types.relation(self.integer, element);
                self.unify(sequence, expected, formula.span)?;
                (Term::Sequence(self.expressions(items, scope, element)?), sequence)
            }
            Node::Comprehension(names, body, element) => {
                self.comprehension(names, body, element.as_deref(), scope, expected, formula.span)?
            }
            Node::Quantified(quantifier, names, body, Some(value)) => {
                self.quantified(*quantifier, names, body, value, scope)?
            }
            Node::Record(fields) => self.record(fields, scope)?,
            Node::Struct(fields) => self.structure(fields, scope)?,
            Node::Field(record, field) => self.field(record, &field.name, scope)?,
            Node::If(condition, then, otherwise) => {
                let condition = Box::new(self.predicate(condition, scope)?);
                let then = Box::new(self.expression(then, scope, expected)?);
                (Term::If(condition, then, Box::new(self.expression(otherwise, scope, expected)?)), expected)
            }
            Node::Let(names, binding, body) => {
                let (slots, inner) = self.bind(names, scope);
                let binding = Box::new(self.predicate(binding, &inner)?);
                (Term::Let(slots, binding, Box::new(self.expression(body, &inner, expected)?)), expected)
            }
            Node::Unsupported(what) => return self.fail(formula.span, format!("{what} are not supported")),
            Node::And(_) | Node::Or(_) | Node::Unary(Unary::Not, _) | Node::Quantified(..) => {
                return self.fail(formula.span, "an expression is needed here, not a predicate");
            }
        };
        self.unify(ty, expected, formula.span)?;
        Ok(Typed { node, ty, span: formula.span })
    }

    fn expressions(&mut self, items: &[Formula], scope: &Scope, ty: TypeId) -> Result2<Vec<Typed>> {
        items.iter().map(|item| self.expression(item, scope, ty)).collect()
    }

    pub fn any_set(&mut self) -> TypeId {
        let element = self.program.types.fresh();
        self.program.types.power(element)
    }

    fn constant(&mut self, constant: Constant, span: Span) -> Result2<(Term, TypeId)> {
        use Constant::{BFalse, BTrue, Bool, EmptySet, False, MaxInt, MinInt, String, True};
        let ty = match constant {
            Bool => self.program.types.power(self.boolean),
            True | False => self.boolean,
            String => self.program.types.power(self.text),
            MaxInt | MinInt => self.integer,
            EmptySet => self.any_set(),
            BTrue | BFalse => return self.fail(span, "an expression is needed here, not a predicate"),
            _ => self.program.types.power(self.integer),
        };
        Ok((Term::Constant(constant), ty))
    }

    fn application(
        &mut self,
        function: &Formula,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        if let Node::Name(name) = &function.node {
            let definition = self.composition.units[self.unit].definitions.get(name);
            let takes_arguments = definition.is_some_and(|d| !d.parameters.is_empty());
            if scope.lookup(name).is_none() && self.entity(name).is_none() && takes_arguments {
                return self.named_expression(name, arguments, span, scope, expected);
            }
            if scope.lookup(name).is_none()
                && self.entity(name).is_none()
                && definition.is_none()
                && let Some(external) = external(name)
            {
                return self.external(external, arguments, span, scope, expected);
            }
        }
        let argument_type = self.program.types.fresh();
        let relation = self.program.types.relation(argument_type, expected);
        let function = self.expression(function, scope, relation)?;
        let argument = self.tuple(arguments, scope, argument_type, span)?;
        Ok(Typed { node: Term::Apply(Box::new(function), Box::new(argument)), ty: expected, span })
    }

    /// Several arguments make a left-associated tuple.
    fn tuple(&mut self, items: &[Formula], scope: &Scope, expected: TypeId, span: Span) -> Result2<Typed> {
        let Some((last, rest)) = items.split_last() else { return self.fail(span, "an argument is missing") };
        if rest.is_empty() {
            return self.expression(last, scope, expected);
        }
        let (a, b) = (self.program.types.fresh(), self.program.types.fresh());
        let pair = self.program.types.product(a, b);
        self.unify(pair, expected, span)?;
        let left = Box::new(self.tuple(rest, scope, a, span)?);
        let right = Box::new(self.expression(last, scope, b)?);
        Ok(Typed { node: Term::Binary(Binary::Maplet, left, right), ty: pair, span })
    }

    fn comprehension(
        &mut self,
        names: &[Ident],
        body: &Formula,
        element: Option<&Formula>,
        scope: &Scope,
        expected: TypeId,
        span: Span,
    ) -> Result2<(Term, TypeId)> {
        let (slots, inner) = self.bind(names, scope);
        if let Some(element) = element {
            // {x . P | E} is UNION(x).(P | {E}).
            let ty = self.program.types.fresh();
            let set = self.program.types.power(ty);
            let body = self.predicate(body, &inner)?;
            let element = self.expression(element, &inner, ty)?;
            let value = Typed { span: element.span, node: Term::SetOf(vec![element]), ty: set };
            let node = Term::Quantified(Quantifier::Union, slots, Box::new(body), Some(Box::new(value)));
            return Ok((node, set));
        }
        let tuple = self.tuple_type(&slots);
        let set = self.program.types.power(tuple);
        self.unify(set, expected, span)?;
        let body = self.predicate(body, &inner)?;
        Ok((Term::Comprehension(slots, Box::new(body)), set))
    }

    fn tuple_type(&mut self, slots: &[Slot]) -> TypeId {
        let mut types =
            slots.iter().map(|slot| self.program.slots[slot.0 as usize].ty).collect::<Vec<_>>().into_iter();
        let first = types.next().unwrap_or(self.integer);
        types.fold(first, |left, right| self.program.types.product(left, right))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        names: &[Ident],
        body: &Formula,
        value: &Formula,
        scope: &Scope,
    ) -> Result2<(Term, TypeId)> {
        let (slots, inner) = self.bind(names, scope);
        let body = Box::new(self.predicate(body, &inner)?);
        let value_type = match quantifier {
            Quantifier::Sum | Quantifier::Product => self.integer,
            Quantifier::Union | Quantifier::Inter => self.any_set(),
            _ => self.program.types.fresh(),
        };
        let value = Box::new(self.expression(value, &inner, value_type)?);
        let ty = if quantifier == Quantifier::Lambda {
            let argument = self.tuple_type(&slots);
            self.program.types.relation(argument, value_type)
        } else {
            value_type
        };
        Ok((Term::Quantified(quantifier, slots, body, Some(value)), ty))
    }

    fn inverse(
        &mut self,
        inner: &Formula,
        scope: &Scope,
        expected: TypeId,
        span: Span,
    ) -> Result2<(Term, TypeId)> {
        let (a, b) = (self.program.types.fresh(), self.program.types.fresh());
        let (forth, back) = (self.program.types.relation(a, b), self.program.types.relation(b, a));
        self.unify(back, expected, span)?;
        Ok((Term::Inverse(Box::new(self.expression(inner, scope, forth)?)), back))
    }

    fn image(&mut self, relation: &Formula, set: &Formula, scope: &Scope) -> Result2<(Term, TypeId)> {
        let (a, b) = (self.program.types.fresh(), self.program.types.fresh());
        let (function, argument) = (self.program.types.relation(a, b), self.program.types.power(a));
        let relation = self.expression(relation, scope, function)?;
        let set = self.expression(set, scope, argument)?;
        Ok((Term::Image(Box::new(relation), Box::new(set)), self.program.types.power(b)))
    }

    fn field(&mut self, record: &Formula, name: &str, scope: &Scope) -> Result2<(Term, TypeId)> {
        let ty = self.program.types.fresh();
        let partial = self.program.types.add(Type::HasField(name.to_owned(), ty));
        let record = self.expression(record, scope, partial)?;
        Ok((Term::Field(Box::new(record), name.to_owned()), ty))
    }

    fn record(&mut self, fields: &[(Ident, Formula)], scope: &Scope) -> Result2<(Term, TypeId)> {
        let mut sorted: Vec<_> = fields.iter().collect();
        sorted.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        let (mut values, mut types) = (Vec::new(), Vec::new());
        for (name, value) in sorted {
            let ty = self.program.types.fresh();
            values.push(self.expression(value, scope, ty)?);
            types.push((name.name.clone(), ty));
        }
        Ok((Term::Record(values), self.program.types.add(Type::Record(types))))
    }

    fn structure(&mut self, fields: &[(Ident, Formula)], scope: &Scope) -> Result2<(Term, TypeId)> {
        let mut sorted: Vec<_> = fields.iter().collect();
        sorted.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        let (mut sets, mut types) = (Vec::new(), Vec::new());
        for (name, set) in sorted {
            let ty = self.program.types.fresh();
            let power = self.program.types.power(ty);
            sets.push(self.expression(set, scope, power)?);
            types.push((name.name.clone(), ty));
        }
        let record = self.program.types.add(Type::Record(types));
        Ok((Term::Struct(sets), self.program.types.power(record)))
    }
}
