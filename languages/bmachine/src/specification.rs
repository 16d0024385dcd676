//! A component that was read, with what it says about itself.

use crate::compose::{Composition, Loader, Role, compose};
use crate::live::atom::Question;
use crate::live::{self, LiveMachine, Read, Refused, Temporal};
use crate::machine::{Machine, Options, Setup};
use crate::problem::Problem;
use crate::symmetry::{Direct, Labeller, Method, sets_up_orbits};
use crate::syntax::ast::{Definition, DefinitionBody, Formula, Node};
use crate::system::MachineSystem;
use crate::unchecked::{self, UncheckedKind};
use crate::value::{Ty, Value};
use checker::{AnySystem, How, Language, Planned, Premise, Specification};
use diagnostics::{FileId, SourceMap, Span};
use explorer::CycleSearch;
use report::{Link, Property, PropertyKind};
use std::sync::{Mutex, PoisonError};

/// A component that was read.
#[derive(Debug)]
pub struct BMachine {
    /// Its text and that of everything it names.
    pub sources: SourceMap,
    composition: Composition,
    options: Options,
    /// What it states about runs, and what was asked about them beside it.
    temporal: Vec<Temporal>,
    /// Compiled to see whether it can be, and kept for the first search.
    compiled: Mutex<Option<Machine>>,
}

impl BMachine {
    /// Parses, composes, types and compiles a component; what is wrong with it, if anything is, stands in the sources.
    pub fn read(
        mut sources: SourceMap,
        file: FileId,
        loader: &mut dyn Loader,
        options: Options,
    ) -> Result<BMachine, (SourceMap, Vec<Problem>)> {
        let compiled = compose(&mut sources, file, loader).and_then(|composition| {
            let (machine, temporal) = compile(&composition, &mut sources, &options)?;
            Ok((composition, machine, temporal))
        });
        match compiled {
            Ok((composition, machine, temporal)) => {
                let compiled = Mutex::new(Some(machine));
                Ok(BMachine { sources, composition, options, temporal, compiled })
            }
            Err(problems) => Err((sources, problems)),
        }
    }

    /// The temporal formula of this name, read anew.
    pub(crate) fn formula(&self, name: &str) -> Result<Read, String> {
        self.read_by(name, |temporal| temporal.read(&self.composition))
    }

    fn read_by(
        &self,
        name: &str,
        read: impl FnOnce(&Temporal) -> Result<Read, Refused>,
    ) -> Result<Read, String> {
        let named = self.temporal.iter().find(|temporal| temporal.name == name);
        read(named.ok_or("there is no such formula")?).map_err(|refused| match refused {
            Refused::Wrong(problem) => problem.message,
            Refused::Unsupported(why) => why,
        })
    }

    /// The machine with a formula that was read, as a system.
    fn live(
        &self,
        name: &str,
        read: Read,
        options: &checker::Options,
    ) -> Result<AnySystem<MachineSystem<'_>, LiveMachine<'_>>, String> {
        let live = LiveMachine::new(self, name, read, options.method, options.cycle_search)?;
        Ok(AnySystem::Live(Box::new(live)))
    }

    /// How the temporal formula of this name is checked.
    fn how(&self, name: &str) -> How {
        let read = self.formula(name);
        match read.and_then(|mut read| live::watcher(&mut read, CycleSearch::Components)) {
            Ok(_) => How::Search { open: None },
            Err(why) => How::NotChecked(why),
        }
    }

    /// The machine, set up for a method.
    pub fn machine(&self, method: Method) -> Result<Machine, String> {
        let kept = self.compiled.lock().unwrap_or_else(PoisonError::into_inner).take();
        let compiled = match kept {
            Some(machine) => Ok(machine),
            None => Machine::compile(&self.composition, self.options.clone()),
        };
        let machine = compiled.map_err(|_| "the machine cannot be compiled again")?;
        Ok(set_up(machine, method))
    }

    /// The machine with what a temporal formula asks, set up for a method.
    pub(crate) fn machine_asked(&self, question: &Question, method: Method) -> Result<Machine, String> {
        let asked = self.machine_with(question, method);
        asked.map_err(|_| "the machine cannot be compiled with the formula".to_owned())
    }

    /// The same; an error has what is wrong with the question.
    pub(crate) fn machine_with(&self, question: &Question, method: Method) -> Result<Machine, Vec<Problem>> {
        let compiled = Machine::compile_with(&self.composition, self.options.clone(), question);
        compiled.map(|machine| set_up(machine, method))
    }

    /// Why a size that was asked for concerns no set, if so.
    pub fn unknown_set(&self) -> Option<String> {
        let compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = compiled.as_ref()?;
        let sets = machine.deferred_sets().into_iter().map(|(set, _)| machine.domain.sets[set].name.clone());
        let sets: Vec<String> = sets.collect();
        let (unknown, _) = self.options.cards.iter().find(|(name, _)| !sets.contains(name))?;
        let known = if sets.is_empty() { "none".to_owned() } else { sets.join(", ") };
        Some(format!("`--card {unknown}=…`: no deferred set of that name; there are: {known}"))
    }

    /// Why a goal that was asked for cannot be looked for, if so.
    pub fn missing_goal(&self) -> Option<String> {
        let compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = self.options.check_goal && compiled.as_ref()?.goal.is_none();
        asked.then(|| "`--goal`: the machine defines no GOAL; try `DEFINITIONS GOAL == …`".to_owned())
    }
}

/// Compiles a composition and reads its temporal formulas; what is wrong with either stands in the sources.
pub(crate) fn compile(
    composition: &Composition,
    sources: &mut SourceMap,
    options: &Options,
) -> Result<(Machine, Vec<Temporal>), Vec<Problem>> {
    let machine = Machine::compile(composition, options.clone())?;
    let temporal = temporal(composition, sources, options)?;
    problems_of(&temporal, composition, options)?;
    Ok((machine, temporal))
}

/// Sets up the constants as a method wants them.
fn set_up(mut machine: Machine, method: Method) -> Machine {
    match sets_up_orbits(method) && !machine.deferred_sets().is_empty() {
        true => set_up_orbits(&mut machine),
        false => machine.setup(Setup::All),
    }
    machine
}

/// Sets up one valuation of the constants per orbit.
fn set_up_orbits(machine: &mut Machine) {
    // The labeller reads types and representations only, which setting up does not change; `constants` below are
    // positions in the list of values, so any machine with this domain serves.
    let shell = machine.shell();
    let mut labeller = Labeller::new(&shell, Direct::default());
    let mut buffer = Vec::new();
    machine.setup(Setup::Orbits(&mut |values: &[(Value, Ty)]| {
        let listed: Vec<(usize, Value, Ty)> =
            values.iter().enumerate().map(|(position, (value, ty))| (position, value.clone(), *ty)).collect();
        let permutation = labeller.permutation(&shell, &listed).clone();
        buffer.clear();
        for (value, ty) in values {
            let image = labeller.action.image(value, *ty, &shell.domain, &permutation);
            crate::value::encode::encode(&image, *ty, &shell.domain, &mut buffer);
        }
        buffer.clone()
    }));
}

/// The temporal formulas of the top machine in the order of its text, and those that stand beside it.
fn temporal(
    composition: &Composition,
    sources: &mut SourceMap,
    options: &Options,
) -> Result<Vec<Temporal>, Vec<Problem>> {
    let mut all = Vec::new();
    let mut problems = Vec::new();
    if options.ignores_temporal {
        return Ok(all);
    }
    for unit in composition.units.iter().filter(|unit| unit.role == Role::Top) {
        // Formulas may share their name: nothing uses it. The map has the last of them, and those of other files.
        let own = &unit.machine.definitions;
        let other = unit.definitions.values().filter(|one| !own.iter().any(|d| d.name.name == one.name.name));
        let mut stated: Vec<&Definition> =
            own.iter().chain(other).filter(|d| d.name.name.starts_with("ASSERT_LTL")).collect();
        stated.sort_by_key(|definition| definition.name.span);
        for definition in stated {
            let DefinitionBody::Formula(Formula { node: Node::Text(text), span }) = &definition.body else {
                let problem = Problem::new(definition.name.span, "a temporal formula is written as a string");
                problems.push(problem.hint("as in ASSERT_LTL == \"G F {x = 1}\""));
                continue;
            };
            let place = live::written(sources, *span, text);
            let name = definition.name.name.clone();
            all.push(Temporal { name, span: definition.name.span, text: text.clone(), place });
        }
    }
    for (name, text) in &options.formulas {
        let file = sources.add("--ltl", text.clone());
        let span = Span::new(file, 0, text.len());
        all.push(Temporal { name: name.clone(), span, text: text.clone(), place: span });
    }
    let names: Vec<String> = all.iter().map(|temporal: &Temporal| temporal.name.clone()).collect();
    for (index, temporal) in all.iter_mut().enumerate() {
        let same = names[..index].iter().filter(|name| **name == temporal.name).count();
        if same > 0 {
            temporal.name = format!("{} ({})", temporal.name, same + 1);
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(problems) }
}

/// What is wrong with formulas: their notation, and the types of what they ask.
fn problems_of(all: &[Temporal], composition: &Composition, options: &Options) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    for temporal in all {
        match temporal.read(composition) {
            Ok(read) => {
                let compiled = Machine::compile_with(composition, options.clone(), &read.question);
                problems.extend(compiled.err().into_iter().flatten());
            }
            Err(Refused::Wrong(problem)) => problems.push(problem),
            Err(Refused::Unsupported(_)) => {}
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

impl Specification for BMachine {
    type System<'a> = AnySystem<MachineSystem<'a>, LiveMachine<'a>>;

    const LANGUAGE: Language = Language::B;

    fn properties(&self) -> Vec<Planned> {
        let safety = Property::new("safety", PropertyKind::Safety);
        let mut all = vec![Planned { property: safety, how: How::Search { open: None } }];
        all.extend(unchecked::unchecked(&self.composition).into_iter().map(|unchecked| {
            let (kind, why) = match unchecked.kind {
                UncheckedKind::Refinement => {
                    (PropertyKind::Refinement, "the gluing invariant and the refinement of operations")
                }
                UncheckedKind::Branching => (PropertyKind::Ltl, "formulas of branching time"),
            };
            let mut property = Property::new(unchecked.name.clone(), kind);
            property.file = self.sources.name(unchecked.span.file).to_owned();
            property.line = self.sources.line(unchecked.span);
            Planned { property, how: How::NotChecked(why.to_owned()) }
        }));
        all.extend(self.temporal.iter().map(|temporal| {
            let mut property = Property::new(temporal.name.clone(), PropertyKind::Ltl);
            property.file = self.sources.name(temporal.span.file).to_owned();
            property.line = self.sources.line(temporal.span);
            Planned { property, how: self.how(&temporal.name) }
        }));
        all
    }

    fn communication(&self) -> Vec<Link> {
        self.machine(Method::None).map(|machine| machine.communication()).unwrap_or_default()
    }

    fn system<'a>(
        &'a self,
        property: &Property,
        options: &checker::Options,
    ) -> Result<Self::System<'a>, String> {
        let method = options.method;
        if property.kind == PropertyKind::Ltl {
            return self.live(&property.name, self.formula(&property.name)?, options);
        }
        Ok(AnySystem::Plain(Box::new(MachineSystem::of(self, method)?)))
    }

    fn premises(&self, property: &Property) -> Vec<Premise> {
        let temporal = self.temporal.iter().find(|temporal| temporal.name == property.name);
        temporal.and_then(|temporal| temporal.premises(&self.composition).ok()).unwrap_or_default()
    }

    fn system_without_consequent<'a>(
        &'a self,
        property: &Property,
        premise: &Premise,
        options: &checker::Options,
    ) -> Result<Self::System<'a>, String> {
        let read = self.read_by(&property.name, |temporal| {
            temporal.read_without_consequent(premise.number, &self.composition)
        })?;
        self.live(&property.name, read, options)
    }
}
