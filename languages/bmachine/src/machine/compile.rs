//! From a composition to a machine.

use super::{AskedValue, Condition, Machine, Notes, Options, sizes};
use crate::code::{Act, Ex, Lowering, P, Plan, Pr, Walk};
use crate::compose::{Composition, Role};
use crate::live::atom::{Asked, Atom, Pattern, Question};
use crate::problem::Problem;
use crate::syntax::Constant;
use crate::syntax::ast::Binary;
use crate::typing::tree::{Slot, Term, Typed};
use crate::typing::{Program, infer};
use crate::value::{Domain, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Machine {
    /// Types and compiles a composition. Constants are not set up yet; see `Machine::setup`.
    pub fn compile(composition: &Composition, options: Options) -> Result<Machine, Vec<Problem>> {
        Machine::compile_with(composition, options, &Question::default())
    }

    /// The same with what a temporal formula asks; the names that it quantifies over are constants beside those of
    /// the machine.
    pub(crate) fn compile_with(
        composition: &Composition,
        options: Options,
        question: &Question,
    ) -> Result<Machine, Vec<Problem>> {
        let program = infer(composition, question)?;
        let (domain, named) = sizes::domain(composition, &program, &options);
        elements_exist(&program, &domain)?;
        let mut lowering = Lowering::new(&program, domain, options.deadline);
        let (constants, plan) = constants(&program, &mut lowering, &named, &options);
        let hidden: BTreeSet<u32> = abstract_slots(composition, &program);
        let invariants = conditions(&mut lowering, &program.invariants, &hidden);
        let assertions = conditions(&mut lowering, &program.assertions, &hidden);
        let goal = goal(&program, &mut lowering);
        let initialisation = initialisation(composition, &program, &mut lowering);
        let operations = program.operations.iter().map(|own| lowering.operation(own)).collect();
        let tells_apart = tells_apart(&program, &mut lowering);
        // Behind everything else, so that the machine is compiled as it is without a formula.
        let asked = asked(&program, &mut lowering);
        let value = program.question.value.as_ref().map(|value| asked_value(value, &program, &mut lowering));
        let has_setup = has_parameter(composition) || has_setup(&program, &lowering.domain);
        let top = composition.units.last();
        let ignored = composition.units.iter().flat_map(|unit| &unit.machine.unsupported);
        let mut slot_names: Vec<String> = program.slots.iter().map(|slot| slot.name.clone()).collect();
        slot_names.resize(lowering.slot_types.len(), String::new());
        Ok(Machine {
            name: top.map_or_else(String::new, |unit| unit.machine.name.name.clone()),
            slot_types: lowering.slot_types,
            domain: lowering.domain,
            slot_names,
            constants,
            variables: state_slots(composition, &program),
            properties: plan,
            invariants,
            assertions,
            goal,
            asked,
            value,
            tells_apart,
            initialisation,
            initialisation_span: program.initialisation.last().map_or_else(Default::default, |sub| sub.span),
            operations,
            operations_span: top.map_or_else(Default::default, |unit| {
                unit.machine.operations_span.unwrap_or(unit.machine.name.span)
            }),
            options,
            ignored: ignored
                .map(|clause| (clause.span, format!("{} is not supported", clause.name)))
                .collect(),
            inline: Vec::new(),
            fixed: Vec::new(),
            setups: Vec::new(),
            has_setup,
            setup_problem: None,
            notes: Notes::default(),
        })
    }
}

/// The slots of the constants, those of quantified names last, and the plan that finds their values.
fn constants(
    program: &Program,
    lowering: &mut Lowering<'_>,
    named: &[(Slot, usize)],
    options: &Options,
) -> (Vec<u32>, Plan) {
    let Program { properties, constants, question, .. } = program;
    let stated = properties.iter().chain(&question.ranges);
    let mut conjuncts: Vec<P> = stated.flat_map(|p| lowering.conjuncts(p)).collect();
    for (slot, ordinal) in named {
        let value = Ex::Const(Value::Word(*ordinal as i64));
        conjuncts.insert(0, Arc::new(Pr::Equal(Arc::new(Ex::Slot(slot.0)), Arc::new(value))));
    }
    // Elements that have names are not interchangeable.
    if options.static_symmetry && tells_apart(program, lowering).is_none() {
        conjuncts.extend(super::static_symmetry::conjuncts(program, lowering));
    }
    let span = properties.first().map_or_else(Default::default, |p| p.span);
    let slots: Vec<Slot> = constants.iter().chain(&question.rigid).copied().collect();
    let plan = lowering.plan_parts(&slots, &conjuncts, span);
    (slots.iter().map(|slot| slot.0).collect(), plan)
}

/// Why elements of deferred sets are not interchangeable, if so.
fn tells_apart(program: &Program, lowering: &mut Lowering<'_>) -> Option<&'static str> {
    if !program.question.elements.is_empty() {
        return Some("the formula names elements of deferred sets");
    }
    let by_order = program.ordered.iter().any(|own| {
        let ty = lowering.ty(*own);
        lowering.domain.has_deferred(ty)
    });
    by_order.then_some("CHOOSE, MAXIMIZE, MINIMIZE or TO_STRING tells elements of deferred sets apart")
}

/// Elements of deferred sets that a formula names must be there.
fn elements_exist(program: &Program, domain: &Domain) -> Result<(), Vec<Problem>> {
    let missing = program.question.elements.iter().find_map(|(set, ordinal, span)| {
        let set = &domain.sets[*set];
        let size = set.elements.len();
        (*ordinal >= size || !set.deferred).then_some((set, size, *span))
    });
    let Some((set, size, span)) = missing else { return Ok(()) };
    let message = format!("{} has {size} elements here, and this is none of them", set.name);
    Err(vec![Problem::new(span, message).hint(format!("--card {}=N makes it larger", set.name))])
}

/// What a formula asks, compiled.
fn asked(program: &Program, lowering: &mut Lowering<'_>) -> Asked<P> {
    let Asked { atoms, patterns } = &program.question.asked;
    let pattern = |pattern: &Pattern<Typed>| Pattern {
        operation: pattern.operation,
        arguments: (pattern.arguments.iter())
            .map(|(position, equation)| (*position, lowering.predicate(equation)))
            .collect(),
        bit: pattern.bit,
    };
    let patterns = patterns.iter().map(pattern).collect();
    let atom = |atom: &Atom<Typed>| match atom {
        Atom::State(predicate) => Atom::State(lowering.predicate(predicate)),
        Atom::Taken(pattern) => Atom::Taken(*pattern),
        Atom::Enabled(pattern) => Atom::Enabled(*pattern),
        Atom::Ended => Atom::Ended,
        Atom::Deadlock => Atom::Deadlock,
        Atom::Sink => Atom::Sink,
    };
    Asked { atoms: atoms.iter().map(atom).collect(), patterns }
}

/// The state that is looked for, compiled.
fn goal(program: &Program, lowering: &mut Lowering<'_>) -> Option<Condition> {
    let goal = program.goal.as_ref()?;
    Some(Condition { predicate: lowering.predicate(goal), span: goal.span, bounded: None })
}

/// What is asked for its value, compiled.
fn asked_value(value: &Typed, program: &Program, lowering: &mut Lowering<'_>) -> AskedValue {
    match value.ty == program.predicate {
        true => AskedValue::Predicate(lowering.predicate(value)),
        false => {
            let ty = lowering.ty(value.ty);
            AskedValue::Expression(lowering.expression(value), ty)
        }
    }
}

/// The initialisations of all units one after the other; each variable of the state has a value in the end.
fn initialisation(composition: &Composition, program: &Program, lowering: &mut Lowering<'_>) -> Act {
    let mut acts: Vec<Act> = program.initialisation.iter().map(|sub| lowering.act(sub)).collect();
    let variables = composition.variables.iter().zip(&program.variables);
    let in_state = variables.filter(|(variable, _)| variable.in_state);
    acts.push(Act::Initialised(in_state.map(|(variable, slot)| (slot.0, variable.span)).collect()));
    Act::Sequence(acts)
}

/// ProB makes setting up a step of its own unless all that the properties say is that each constant is an element of
/// a deferred set of its own: such constants become names of elements. Names that a formula quantifies over have
/// values of their own in each run.
fn has_setup(program: &Program, domain: &Domain) -> bool {
    if !program.question.rigid.is_empty() {
        return true;
    }
    let parts = program.properties.iter().flat_map(parts).collect::<Vec<_>>();
    let declared = |part: &&Typed| match &part.node {
        Term::Binary(Binary::Member, left, right) => match (&left.node, &right.node) {
            (Term::Slot(_), Term::GivenSet(set)) => domain.sets[*set].deferred.then_some(*set),
            _ => None,
        },
        _ => None,
    };
    let sets: Option<BTreeSet<usize>> = parts.iter().map(declared).collect();
    sets.is_none_or(|sets| sets.len() < parts.len() || program.constants.len() > parts.len())
}

/// Whether the machine itself has a parameter that is not a set.
fn has_parameter(composition: &Composition) -> bool {
    let top = composition.units.iter().filter(|unit| unit.role == Role::Top);
    let mut parameters = top.flat_map(|unit| &unit.machine.parameters);
    parameters.any(|parameter| composition.constants.iter().any(|constant| constant.name == parameter.name))
}

fn state_slots(composition: &Composition, program: &Program) -> Vec<u32> {
    let variables = composition.variables.iter().zip(&program.variables);
    variables.filter(|(variable, _)| variable.in_state).map(|(_, slot)| slot.0).collect()
}

/// Variables of a refined machine that the refinement does not keep.
fn abstract_slots(composition: &Composition, program: &Program) -> BTreeSet<u32> {
    let variables = composition.variables.iter().zip(&program.variables);
    variables.filter(|(variable, _)| !variable.in_state).map(|(_, slot)| slot.0).collect()
}

/// The conjuncts that speak only of what is in the state; gluing invariants do not.
fn conditions(lowering: &mut Lowering<'_>, predicates: &[Typed], hidden: &BTreeSet<u32>) -> Vec<Condition> {
    let mut out = Vec::new();
    for predicate in predicates {
        for item in parts(predicate) {
            let condition = lowering.predicate(item);
            if Walk::of_predicate(&condition).is_disjoint(hidden) {
                out.push(Condition { predicate: condition, span: item.span, bounded: bounded(item) });
            }
        }
    }
    out
}

/// A name in the formula whose meaning depends on MININT or MAXINT.
fn bounded(formula: &Typed) -> Option<Constant> {
    match formula.node {
        Term::Constant(
            constant @ (Constant::Nat | Constant::Nat1 | Constant::Int | Constant::MinInt | Constant::MaxInt),
        ) => Some(constant),
        _ => formula.node.parts().find_map(bounded),
    }
}

fn parts(predicate: &Typed) -> Vec<&Typed> {
    match &predicate.node {
        Term::And(items) => items.iter().flat_map(parts).collect(),
        _ => vec![predicate],
    }
}
