//! A component that was read, with what it says about itself.

use crate::compose::{Composition, Loader, compose};
use crate::machine::{Machine, Options, Setup};
use crate::problem::Problem;
use crate::symmetry::{Direct, Labeller, Method, sets_up_orbits};
use crate::system::MachineSystem;
use crate::unchecked::{self, UncheckedKind};
use crate::value::{Ty, Value};
use checker::{How, Language, Planned, Specification};
use diagnostics::{FileId, SourceMap};
use report::{Property, PropertyKind};
use std::cell::RefCell;

/// A component that was read.
#[derive(Debug)]
pub struct BMachine {
    /// Its text and that of everything it names.
    pub sources: SourceMap,
    composition: Composition,
    options: Options,
    /// Compiled to see whether it can be, and kept for the first search.
    compiled: RefCell<Option<Machine>>,
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
            let machine = Machine::compile(&composition, options.clone())?;
            Ok((composition, machine))
        });
        match compiled {
            Ok((composition, machine)) => {
                Ok(BMachine { sources, composition, options, compiled: RefCell::new(Some(machine)) })
            }
            Err(problems) => Err((sources, problems)),
        }
    }

    /// The machine, set up for a method.
    pub fn machine(&self, method: Method) -> Result<Machine, String> {
        let compiled = match self.compiled.take() {
            Some(machine) => Ok(machine),
            None => Machine::compile(&self.composition, self.options.clone()),
        };
        let mut machine = compiled.map_err(|_| "the machine cannot be compiled again")?;
        match sets_up_orbits(method) && !machine.deferred_sets().is_empty() {
            true => set_up_orbits(&mut machine),
            false => machine.setup(Setup::All),
        }
        Ok(machine)
    }

    /// Why a size that was asked for concerns no set, if so.
    pub fn unknown_set(&self) -> Option<String> {
        let compiled = self.compiled.borrow();
        let machine = compiled.as_ref()?;
        let sets = machine.deferred_sets().into_iter().map(|(set, _)| machine.domain.sets[set].name.clone());
        let sets: Vec<String> = sets.collect();
        let (unknown, _) = self.options.cards.iter().find(|(name, _)| !sets.contains(name))?;
        let known = if sets.is_empty() { "none".to_owned() } else { sets.join(", ") };
        Some(format!("`--card {unknown}=…`: no deferred set of that name; there are: {known}"))
    }

    /// Why a goal that was asked for cannot be looked for, if so.
    pub fn missing_goal(&self) -> Option<String> {
        let compiled = self.compiled.borrow();
        let asked = self.options.check_goal && compiled.as_ref()?.goal.is_none();
        asked.then(|| "`--goal`: the machine defines no GOAL; try `DEFINITIONS GOAL == …`".to_owned())
    }
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

impl Specification for BMachine {
    type System<'a> = MachineSystem<'a>;

    const LANGUAGE: Language = Language::B;

    fn properties(&self) -> Vec<Planned> {
        let safety = Property::new("safety", PropertyKind::Safety);
        let mut all = vec![Planned { property: safety, how: How::Search { open: None } }];
        all.extend(unchecked::unchecked(&self.composition).into_iter().map(|unchecked| {
            let (kind, why) = match unchecked.kind {
                UncheckedKind::Refinement => {
                    (PropertyKind::Refinement, "the gluing invariant and the refinement of operations")
                }
                UncheckedKind::Temporal => (PropertyKind::Ltl, "temporal formulas"),
            };
            let mut property = Property::new(unchecked.name.clone(), kind);
            property.file = self.sources.name(unchecked.span.file).to_owned();
            property.line = self.sources.line(unchecked.span);
            Planned { property, how: How::NotChecked(why.to_owned()) }
        }));
        all
    }

    fn system<'a>(&'a self, _: &Property, options: &checker::Options) -> Result<MachineSystem<'a>, String> {
        Ok(MachineSystem::new(self, self.machine(options.method)?, options.method))
    }
}
