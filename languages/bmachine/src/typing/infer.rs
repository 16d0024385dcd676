//! The driver of type inference, names and the expansion of definitions.
//!
//! Definitions are macros: the body is typed anew at each use, in the scope of the use extended by the arguments. An
//! argument is kept as a thunk with its own scope, so that a name bound inside the body cannot capture a name of the
//! argument.

use super::temporal::TypedQuestion;
use super::tree::{Slot, Typed, TypedSub};
use super::types::{Type, TypeId, TypeTable};
use crate::compose::{Composition, Entity, Role};
use crate::live::atom::Question;
use crate::problem::Problem;
use crate::syntax::ast::{DefinitionBody, Formula, Ident, Operation};
use diagnostics::Span;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A whole program after inference.
#[derive(Debug)]
pub struct Program {
    pub types: TypeTable,
    pub slots: Vec<SlotInfo>,
    /// Slots of the composition's constants and variables.
    pub constants: Vec<Slot>,
    pub variables: Vec<Slot>,
    pub properties: Vec<Typed>,
    pub invariants: Vec<Typed>,
    pub assertions: Vec<Typed>,
    pub initialisation: Vec<TypedSub>,
    pub operations: Vec<TypedOperation>,
    pub goal: Option<Typed>,
    /// `SET_PREF_*` and `scope_*` definitions with a value known from the text.
    pub settings: HashMap<String, Formula>,
    pub predicate: TypeId,
    /// What a temporal formula asks.
    pub question: TypedQuestion,
    /// Types of what is chosen from, or shown, by the order or the names of elements.
    pub ordered: Vec<TypeId>,
}

/// What is known about a slot.
#[derive(Clone, Debug)]
pub struct SlotInfo {
    pub name: String,
    pub ty: TypeId,
    pub span: Span,
}

/// An operation the user sees.
#[derive(Debug)]
pub struct TypedOperation {
    pub name: String,
    pub parameters: Vec<Slot>,
    pub results: Vec<Slot>,
    pub body: TypedSub,
}

/// Infers the types of a composition and of what is asked of it.
pub fn infer(composition: &Composition, question: &Question) -> Result<Program, Vec<Problem>> {
    let mut inference = Inference::new(composition);
    inference.globals();
    inference.clauses();
    if inference.problems.is_empty() {
        inference.question(question);
    }
    inference.settle(true);
    inference.check_closed();
    if inference.problems.is_empty() {
        inference.problems = super::assigned::problems(&inference.program, composition);
        inference.problems.extend(super::conflicts::problems(&inference.program));
    }
    if inference.problems.is_empty() { Ok(inference.program) } else { Err(inference.problems) }
}

/// The types of everything that has a name, as far as they can be told, each with the place of the name: for editors.
pub fn types_of_names(composition: &Composition) -> Vec<(Span, String)> {
    let mut inference = Inference::new(composition);
    inference.globals();
    inference.clauses();
    inference.settle(true);
    let Program { types, slots, .. } = &inference.program;
    slots.iter().map(|slot| (slot.span, types.show(slot.ty, &inference.set_names))).collect()
}

/// `left * right`, of numbers or of sets.
#[derive(Clone, Copy)]
pub struct Product {
    pub left: TypeId,
    pub right: TypeId,
    pub result: TypeId,
    pub span: Span,
}

/// A chain of local names; the innermost first.
#[derive(Clone, Default)]
pub struct Scope(Option<Rc<Binding>>);

struct Binding {
    name: String,
    meaning: Meaning,
    outer: Scope,
}

/// What a local name stands for.
#[derive(Clone)]
pub enum Meaning {
    Slot(Slot),
    /// The argument of a definition, to be read in the scope of the use.
    Thunk(Rc<Formula>, Scope, usize),
}

impl Drop for Binding {
    /// Unlinks long chains one by one: the derived drop would recurse.
    fn drop(&mut self) {
        let mut next = self.outer.0.take();
        while let Some(binding) = next {
            match Rc::try_unwrap(binding) {
                Ok(mut own) => next = own.outer.0.take(),
                Err(_) => return,
            }
        }
    }
}

impl Scope {
    pub fn with(&self, name: &str, meaning: Meaning) -> Scope {
        Scope(Some(Rc::new(Binding { name: name.to_owned(), meaning, outer: self.clone() })))
    }

    pub fn lookup(&self, name: &str) -> Option<&Meaning> {
        let mut at = self.0.as_deref();
        while let Some(binding) = at {
            if binding.name == name {
                return Some(&binding.meaning);
            }
            at = binding.outer.0.as_deref();
        }
        None
    }
}

/// How deep definitions may use each other.
const MAX_EXPANSION: usize = 60;
/// How many uses of definitions are expanded in all.
const MAX_EXPANSIONS: usize = 200_000;
/// How deep operation calls may nest.
const MAX_CALLS: usize = 32;

/// A typing that failed; the problem is already recorded.
#[derive(Debug)]
pub struct Failed;
pub type Result2<T> = Result<T, Failed>;

pub struct Inference<'a> {
    pub composition: &'a Composition,
    pub program: Program,
    pub problems: Vec<Problem>,
    /// The unit whose clauses are being typed.
    pub unit: usize,
    pub integer: TypeId,
    pub boolean: TypeId,
    pub text: TypeId,
    pub set_names: Vec<String>,
    /// Products whose kind was unknown when they were met.
    pub pending: Vec<Product>,
    pub expansion: Vec<String>,
    pub expansions: usize,
    pub calls: usize,
    /// Elements of deferred sets have names, as in temporal formulas.
    pub names_elements: bool,
    /// Local names that may be assigned: results of operations and what VAR declares.
    pub assignable: HashSet<Slot>,
    /// Bound names must have closed types at the end; implicit ones are not reported twice.
    reported: HashSet<u32>,
}

impl<'a> Inference<'a> {
    fn new(composition: &'a Composition) -> Self {
        let mut types = TypeTable::default();
        let predicate = types.fresh();
        let (integer, boolean, text) =
            (types.add(Type::Integer), types.add(Type::Boolean), types.add(Type::Text));
        let program = Program {
            types,
            slots: Vec::new(),
            constants: Vec::new(),
            variables: Vec::new(),
            properties: Vec::new(),
            invariants: Vec::new(),
            assertions: Vec::new(),
            initialisation: Vec::new(),
            operations: Vec::new(),
            goal: None,
            settings: HashMap::new(),
            predicate,
            question: TypedQuestion::default(),
            ordered: Vec::new(),
        };
        Self {
            composition,
            program,
            problems: Vec::new(),
            unit: 0,
            integer,
            boolean,
            text,
            set_names: composition.sets.iter().map(|set| set.name.clone()).collect(),
            pending: Vec::new(),
            expansion: Vec::new(),
            expansions: 0,
            calls: 0,
            names_elements: false,
            assignable: HashSet::new(),
            reported: HashSet::new(),
        }
    }

    fn globals(&mut self) {
        for constant in &self.composition.constants {
            let slot = self.slot(&constant.name, constant.span);
            self.program.constants.push(slot);
        }
        for variable in &self.composition.variables {
            let slot = self.slot(&variable.name, variable.span);
            self.program.variables.push(slot);
        }
    }

    /// A new slot with an unknown type.
    pub fn slot(&mut self, name: &str, span: Span) -> Slot {
        let ty = self.program.types.fresh();
        self.program.slots.push(SlotInfo { name: name.to_owned(), ty, span });
        Slot(self.program.slots.len() as u32 - 1)
    }

    pub fn slot_type(&self, slot: Slot) -> TypeId {
        self.program.slots[slot.0 as usize].ty
    }

    /// Whether the slot belongs to a variable of a refined machine that the refinement does not keep.
    pub fn is_abstract(&self, slot: Slot) -> bool {
        let position = self.program.variables.iter().position(|variable| *variable == slot);
        position.is_some_and(|index| !self.composition.variables[index].in_state)
    }

    /// Binds names to new slots, which cannot be assigned.
    pub fn bind(&mut self, names: &[Ident], scope: &Scope) -> (Vec<Slot>, Scope) {
        let mut scope = scope.clone();
        let mut slots = Vec::new();
        for (position, name) in names.iter().enumerate() {
            let slot = self.slot(&name.name, name.span);
            if let Some(first) = names[..position].iter().position(|other| other.name == name.name) {
                let problem = Problem::new(name.span, format!("{} is declared twice", name.name));
                self.problems.push(problem.hint("give each of them a name of its own"));
                // So that its type is not reported as well.
                let (ty, other) = (self.slot_type(slot), self.slot_type(slots[first]));
                let _ = self.program.types.unify(ty, other);
            }
            scope = scope.with(&name.name, Meaning::Slot(slot));
            slots.push(slot);
        }
        (slots, scope)
    }

    /// Binds names to new slots that can be assigned.
    pub fn bind_assignable(&mut self, names: &[Ident], scope: &Scope) -> (Vec<Slot>, Scope) {
        let (slots, scope) = self.bind(names, scope);
        self.assignable.extend(&slots);
        (slots, scope)
    }

    pub fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Result2<T> {
        self.problems.push(Problem::new(span, message));
        Err(Failed)
    }

    pub fn unify(&mut self, found: TypeId, expected: TypeId, span: Span) -> Result2<()> {
        if self.program.types.unify(found, expected).is_ok() {
            return Ok(());
        }
        let (found, expected) = (
            self.program.types.show(found, &self.set_names),
            self.program.types.show(expected, &self.set_names),
        );
        self.fail(span, format!("type {found} where {expected} is needed"))
    }

    fn clauses(&mut self) {
        let composition = self.composition;
        for (index, unit) in composition.units.iter().enumerate() {
            self.unit = index;
            self.settings(index);
            for predicate in unit.machine.constraints.iter().chain(&unit.machine.properties) {
                let typed = self.predicate(predicate, &Scope::default());
                self.program.properties.extend(typed);
                self.settle(false);
            }
            self.values(index);
            for predicate in &unit.machine.invariant {
                let typed = self.predicate(predicate, &Scope::default());
                if unit.role != Role::Abstract {
                    self.program.invariants.extend(typed);
                }
                self.settle(false);
            }
        }
        for (index, unit) in composition.units.iter().enumerate() {
            self.unit = index;
            if unit.role == Role::Abstract {
                continue;
            }
            for predicate in &unit.machine.assertions {
                let typed = self.predicate(predicate, &Scope::default());
                self.program.assertions.extend(typed);
            }
            if let Some(initialisation) = &unit.machine.initialisation {
                let typed = self.substitution(initialisation, &Scope::default());
                self.program.initialisation.extend(typed);
            }
            self.settle(false);
        }
        for (unit, index, name) in &composition.exposed {
            self.unit = *unit;
            let operation = &composition.units[*unit].machine.operations[*index];
            if let Ok((parameters, results, body)) = self.operation(operation) {
                let body = self.inherit(operation, &parameters, body);
                let name = name.clone();
                self.program.operations.push(TypedOperation { name, parameters, results, body });
            }
            self.settle(false);
        }
    }

    /// VALUES of an implementation act as properties.
    fn values(&mut self, unit: usize) {
        let composition = self.composition;
        for (name, value) in &composition.units[unit].machine.values {
            let Some(Entity::Constant(index)) = composition.units[unit].scope.get(&name.name).copied() else {
                continue;
            };
            let slot = self.program.constants[index];
            let ty = self.slot_type(slot);
            let Ok(value) = self.expression(value, &Scope::default(), ty) else { continue };
            let left = Typed { node: super::tree::Term::Slot(slot), ty, span: name.span };
            let span = value.span;
            let node =
                super::tree::Term::Binary(crate::syntax::ast::Binary::Equal, Box::new(left), Box::new(value));
            self.program.properties.push(Typed { node, ty: self.program.predicate, span });
        }
    }

    fn settings(&mut self, unit: usize) {
        let definitions = &self.composition.units[unit].definitions;
        for (name, definition) in definitions {
            let DefinitionBody::Formula(body) = &definition.body else { continue };
            if name.starts_with("SET_PREF_") || name.starts_with("scope_") {
                self.program.settings.insert(name.clone(), body.clone());
            }
        }
        let is_top = self.composition.units[unit].role == Role::Top;
        if let (Some(goal), true) = (definitions.get("GOAL"), is_top)
            && let (DefinitionBody::Formula(body), true) = (&goal.body, goal.parameters.is_empty())
        {
            // A goal that does not type-check is not a reason to refuse the machine.
            let before = self.problems.len();
            self.program.goal = self.predicate(body, &Scope::default()).ok();
            self.problems.truncate(before);
        }
    }

    /// Types an operation; called once for each call and once for each exposed operation.
    pub fn operation(&mut self, operation: &Operation) -> Result2<(Vec<Slot>, Vec<Slot>, TypedSub)> {
        if self.calls >= MAX_CALLS {
            return self.fail(operation.name.span, "operation calls nest too deeply");
        }
        self.calls += 1;
        let (parameters, scope) = self.bind(&operation.parameters, &Scope::default());
        let (results, scope) = self.bind_assignable(&operation.results, &scope);
        let body = self.substitution(&operation.body, &scope);
        self.calls -= 1;
        Ok((parameters, results, body?))
    }

    /// Enters the body of a definition; `None` (with a problem) when definitions use each other without end.
    pub fn enter_definition(
        &mut self,
        name: &str,
        arguments: &[Formula],
        parameters: &[Ident],
        span: Span,
        scope: &Scope,
    ) -> Result2<Scope> {
        self.expansions += 1;
        if self.expansion.len() >= MAX_EXPANSION || self.expansions > MAX_EXPANSIONS {
            return self.fail(span, format!("definition {name} expands without end"));
        }
        if arguments.len() != parameters.len() {
            let message =
                format!("definition {name} takes {} arguments, not {}", parameters.len(), arguments.len());
            return self.fail(span, message);
        }
        self.expansion.push(name.to_owned());
        let mut inner = scope.clone();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let thunk = Meaning::Thunk(Rc::new(argument.clone()), scope.clone(), self.unit);
            inner = inner.with(&parameter.name, thunk);
        }
        Ok(inner)
    }

    pub fn leave_definition(&mut self) {
        self.expansion.pop();
    }

    pub fn entity(&self, name: &str) -> Option<Entity> {
        self.composition.units[self.unit].scope.get(name).copied()
    }

    /// Decides `*` where the operands' types are known by now; at the end what is left is multiplication.
    pub(super) fn settle(&mut self, last: bool) {
        loop {
            let before = self.pending.len();
            let pending = std::mem::take(&mut self.pending);
            for product in pending {
                // An error has been noted; the product is done with.
                if !self.decide_product(product).unwrap_or(true) {
                    self.pending.push(product);
                }
            }
            if self.pending.is_empty() || (self.pending.len() == before && !last) {
                return;
            }
            if self.pending.len() == before
                && let Some(product) = self.pending.first().copied()
            {
                let _ = self.program.types.unify(product.left, self.integer);
            }
        }
    }

    /// Whether the kind of the product could be told.
    pub fn decide_product(&mut self, product: Product) -> Result2<bool> {
        let Product { left, right, result, span } = product;
        let types = &self.program.types;
        let shapes = [types.get(left), types.get(right), types.get(result)];
        if shapes.iter().any(|shape| **shape == Type::Integer) {
            for ty in [left, right, result] {
                self.unify(ty, self.integer, span)?;
            }
            Ok(true)
        } else if shapes.iter().any(|shape| matches!(shape, Type::Power(_))) {
            let (a, b) = (self.program.types.fresh(), self.program.types.fresh());
            let (set_a, set_b) = (self.program.types.power(a), self.program.types.power(b));
            let pairs = self.program.types.relation(a, b);
            self.unify(left, set_a, span)?;
            self.unify(right, set_b, span)?;
            self.unify(pairs, result, span)?;
            Ok(true)
        } else {
            Ok(false)
        }
    }

    /// Every named thing must have a type; what is anonymous and open (as in `{} = {}`) may be anything.
    fn check_closed(&mut self) {
        for index in 0..self.program.slots.len() {
            let info = self.program.slots[index].clone();
            if !self.program.types.is_closed(info.ty) && self.reported.insert(info.span.start) {
                let shown = self.program.types.show(info.ty, &self.set_names);
                let message = format!("the type of {} cannot be inferred (so far: {shown})", info.name);
                let hint = format!("add a predicate such as {} : SET", info.name);
                self.problems.push(Problem::new(info.span, message).hint(hint));
            }
        }
    }
}
