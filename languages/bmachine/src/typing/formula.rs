//! Typing of predicates and expressions.

use super::infer::{Inference, Meaning, Result2, Scope};
use super::tree::{External, Slot, Term, Typed};
use super::types::{Type, TypeId};
use crate::compose::Entity;
use crate::syntax::ast::{Binary, DefinitionBody, Formula, Ident, Node, Quantifier, Unary};
use crate::syntax::{Builtin, Constant};
use diagnostics::Span;

impl Inference<'_> {
    /// Types a predicate.
    pub fn predicate(&mut self, formula: &Formula, scope: &Scope) -> Result2<Typed> {
        let node = match &formula.node {
            Node::And(items) => Term::And(self.predicates(items, scope)?),
            Node::Or(items) => Term::Or(self.predicates(items, scope)?),
            Node::Unary(Unary::Not, inner) => Term::Not(Box::new(self.predicate(inner, scope)?)),
            Node::Constant(constant @ (Constant::BTrue | Constant::BFalse)) => Term::Constant(*constant),
            Node::Binary(operator @ (Binary::Implies | Binary::Iff), left, right) => {
                let (left, right) = (self.predicate(left, scope)?, self.predicate(right, scope)?);
                Term::Binary(*operator, Box::new(left), Box::new(right))
            }
            Node::Binary(operator, left, right) => {
                self.comparison(*operator, left, right, formula.span, scope)?
            }
            Node::Quantified(quantifier @ (Quantifier::Forall | Quantifier::Exists), names, body, _) => {
                let (slots, inner) = self.bind(names, scope);
                let body = self.predicate(body, &inner)?;
                Term::Quantified(*quantifier, slots, Box::new(body), None)
            }
            Node::If(condition, then, otherwise) => {
                let condition = Box::new(self.predicate(condition, scope)?);
                let then = Box::new(self.predicate(then, scope)?);
                Term::If(condition, then, Box::new(self.predicate(otherwise, scope)?))
            }
            Node::Let(names, binding, body) => {
                let (slots, inner) = self.bind(names, scope);
                let binding = Box::new(self.predicate(binding, &inner)?);
                Term::Let(slots, binding, Box::new(self.predicate(body, &inner)?))
            }
            Node::Call(Builtin::Finite, arguments) if arguments.len() == 1 => {
                let ty = self.any_set();
                Term::Call(Builtin::Finite, vec![self.expression(&arguments[0], scope, ty)?])
            }
            Node::Name(name) => return self.named_predicate(name, &[], formula.span, scope),
            Node::Apply(function, arguments) => match &function.node {
                Node::Name(name) => return self.named_predicate(name, arguments, formula.span, scope),
                _ => return self.fail(formula.span, "a predicate is needed here, not an expression"),
            },
            _ => return self.fail(formula.span, "a predicate is needed here, not an expression"),
        };
        Ok(Typed { node, ty: self.program.predicate, span: formula.span })
    }

    fn predicates(&mut self, items: &[Formula], scope: &Scope) -> Result2<Vec<Typed>> {
        items.iter().map(|item| self.predicate(item, scope)).collect()
    }

    /// A definition, or the argument of one, used as a predicate.
    fn named_predicate(
        &mut self,
        name: &str,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
    ) -> Result2<Typed> {
        if let Some(Meaning::Thunk(formula, outer, unit)) = scope.lookup(name).cloned() {
            let own = std::mem::replace(&mut self.unit, unit);
            let typed = self.predicate(&formula, &outer);
            self.unit = own;
            return typed;
        }
        let Some(definition) = self.composition.units[self.unit].definitions.get(name) else {
            return self.external_predicate(name, arguments, span, scope);
        };
        let DefinitionBody::Formula(body) = &definition.body else {
            return self.fail(span, format!("definition {name} is a substitution, not a predicate"));
        };
        let inner = self.enter_definition(name, arguments, &definition.parameters, span, scope)?;
        let typed = self.predicate(body, &inner);
        self.leave_definition();
        typed
    }

    fn external_predicate(
        &mut self,
        name: &str,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
    ) -> Result2<Typed> {
        if matches!(name, "printf" | "PRINT" | "fprintf" | "DEBUG") {
            for argument in arguments {
                let ty = self.program.types.fresh();
                self.expression(argument, scope, ty)?;
            }
            return Ok(Typed {
                node: Term::External(External::Print, Vec::new()),
                ty: self.program.predicate,
                span,
            });
        }
        if self.entity(name).is_some() || scope.lookup(name).is_some() {
            return self.fail(span, format!("{name} is an expression, not a predicate"));
        }
        self.fail(span, format!("unknown predicate {name}"))
    }

    fn comparison(
        &mut self,
        operator: Binary,
        left: &Formula,
        right: &Formula,
        span: Span,
        scope: &Scope,
    ) -> Result2<Term> {
        use Binary::{
            Equal, Greater, GreaterEqual, Less, LessEqual, Member, NotEqual, NotMember, NotStrictSubset,
            NotSubset, StrictSubset, Subset,
        };
        let (left_type, right_type) = match operator {
            Equal | NotEqual => {
                let ty = self.program.types.fresh();
                (ty, ty)
            }
            Member | NotMember => {
                let element = self.program.types.fresh();
                (element, self.program.types.power(element))
            }
            Subset | StrictSubset | NotSubset | NotStrictSubset => {
                let set = self.any_set();
                (set, set)
            }
            Less | LessEqual | Greater | GreaterEqual => (self.integer, self.integer),
            _ => return self.fail(span, "a predicate is needed here, not an expression"),
        };
        let left = self.expression(left, scope, left_type)?;
        let right = self.expression(right, scope, right_type)?;
        Ok(Term::Binary(operator, Box::new(left), Box::new(right)))
    }

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
            Node::Unary(Unary::Inverse, inner) => {
                let (a, b) = (self.program.types.fresh(), self.program.types.fresh());
                let (forth, back) = (self.program.types.relation(a, b), self.program.types.relation(b, a));
                self.unify(back, expected, formula.span)?;
                (Term::Inverse(Box::new(self.expression(inner, scope, forth)?)), back)
            }
            Node::Binary(operator, left, right) => {
                return self.binary(*operator, left, right, formula.span, scope, expected);
            }
            Node::Apply(function, arguments) => {
                return self.application(function, arguments, formula.span, scope, expected);
            }
            Node::Image(relation, set) => {
                let (a, b) = (self.program.types.fresh(), self.program.types.fresh());
                let (function, argument) = (self.program.types.relation(a, b), self.program.types.power(a));
                let relation = self.expression(relation, scope, function)?;
                let set = self.expression(set, scope, argument)?;
                (Term::Image(Box::new(relation), Box::new(set)), self.program.types.power(b))
            }
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
            Node::Field(record, field) => {
                let ty = self.program.types.fresh();
                let partial = self.program.types.add(Type::HasField(field.name.clone(), ty));
                let record = self.expression(record, scope, partial)?;
                (Term::Field(Box::new(record), field.name.clone()), ty)
            }
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

    /// A name in an expression: local, definition, or global entity.
    fn named_expression(
        &mut self,
        name: &str,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        match scope.lookup(name).cloned() {
            Some(Meaning::Slot(slot)) => return self.slot_expression(slot, span, expected),
            Some(Meaning::Thunk(formula, outer, unit)) => {
                let own = std::mem::replace(&mut self.unit, unit);
                let typed = self.expression(&formula, &outer, expected);
                self.unit = own;
                return typed;
            }
            None => {}
        }
        if let Some(definition) = self.composition.units[self.unit].definitions.get(name)
            && self.entity(name).is_none()
        {
            if let Some(external) = external(name) {
                return self.external(external, arguments, span, scope, expected);
            }
            let DefinitionBody::Formula(body) = &definition.body else {
                return self.fail(span, format!("definition {name} is a substitution, not an expression"));
            };
            let inner = self.enter_definition(name, arguments, &definition.parameters, span, scope)?;
            let typed = self.expression(body, &inner, expected);
            self.leave_definition();
            return typed;
        }
        self.global(name, span, expected)
    }

    fn global(&mut self, name: &str, span: Span, expected: TypeId) -> Result2<Typed> {
        let (node, ty) = match self.entity(name.strip_suffix("$0").unwrap_or(name)) {
            Some(Entity::Set(set)) => {
                let given = self.program.types.add(Type::Given(set));
                (Term::GivenSet(set), self.program.types.power(given))
            }
            Some(Entity::Element(set, element)) => {
                (Term::Element(element), self.program.types.add(Type::Given(set)))
            }
            Some(Entity::Constant(index)) => {
                return self.slot_expression(self.program.constants[index], span, expected);
            }
            Some(Entity::Variable(index)) => {
                return self.slot_expression(self.program.variables[index], span, expected);
            }
            Some(Entity::Argument(unit, position)) => {
                return self.machine_argument(unit, position, span, expected);
            }
            None if name == "succ" || name == "pred" => {
                let ty = self.program.types.relation(self.integer, self.integer);
                (Term::Successor(if name == "succ" { 1 } else { -1 }), ty)
            }
            None => return self.fail(span, format!("unknown identifier {name}")),
        };
        self.unify(ty, expected, span)?;
        Ok(Typed { node, ty, span })
    }

    /// A parameter of an included machine stands for the includer's argument.
    fn machine_argument(
        &mut self,
        unit: usize,
        position: usize,
        span: Span,
        expected: TypeId,
    ) -> Result2<Typed> {
        let composition = self.composition;
        let argument = composition.units[unit].arguments.as_ref().and_then(|(owner, used)| {
            used.arguments.get(position).filter(|_| *owner < composition.units.len()).map(|a| (*owner, a))
        });
        let Some((owner, argument)) = argument else { return self.fail(span, "missing machine parameter") };
        let own = std::mem::replace(&mut self.unit, owner);
        let typed = self.expression(argument, &Scope::default(), expected);
        self.unit = own;
        typed
    }

    fn slot_expression(&mut self, slot: Slot, span: Span, expected: TypeId) -> Result2<Typed> {
        let ty = self.slot_type(slot);
        self.unify(ty, expected, span)?;
        Ok(Typed { node: Term::Slot(slot), ty, span })
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

    fn external(
        &mut self,
        external: External,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        let open = self.program.types.fresh();
        let (wanted, ty) = match external {
            External::StringLength => (vec![self.text], self.integer),
            External::StringAppend => (vec![self.text, self.text], self.text),
            External::IntToString => (vec![self.integer], self.text),
            External::ToString => (vec![open], self.text),
            External::Choose | External::Maximise | External::Minimise => {
                (vec![self.program.types.power(open)], open)
            }
            External::Print => (Vec::new(), self.boolean),
        };
        if wanted.len() != arguments.len() {
            return self.fail(span, format!("{} arguments are needed here", wanted.len()));
        }
        let mut typed = Vec::new();
        for (argument, ty) in arguments.iter().zip(wanted) {
            typed.push(self.expression(argument, scope, ty)?);
        }
        self.unify(ty, expected, span)?;
        Ok(Typed { node: Term::External(external, typed), ty, span })
    }
}

fn external(name: &str) -> Option<External> {
    Some(match name {
        "STRING_LENGTH" => External::StringLength,
        "STRING_APPEND" => External::StringAppend,
        "INT_TO_STRING" => External::IntToString,
        "TO_STRING" => External::ToString,
        "CHOOSE" => External::Choose,
        "MAXIMIZE" => External::Maximise,
        "MINIMIZE" => External::Minimise,
        _ => return None,
    })
}
