//! Machine composition: from a file and what it names to units that share one space of entities.
//!
//! Nothing is renamed or merged textually. Every machine instance becomes a `Unit` with its own scope, a map from the
//! names it may use to global entities; `INCLUDES p.M` puts M's entities into the includer's scope under `p.`. A seen
//! machine is instantiated once per name, an included one once per prefix. For a refinement the abstraction lends its
//! sets, constants and the types of its variables; its behaviour is replaced.
//!
//! Files come through a loader that the caller supplies, since libraries read no files.

mod exposed;

use crate::problem::Problem;
use crate::syntax::ast::{ComponentKind, Definition, Ident, Machine, MachineUse};
use crate::syntax::parse_machine;
use diagnostics::{FileId, SourceMap, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// Finds the text of a machine or definition file by the name used in the source.
pub trait Loader {
    /// The display name and text of machine `name`, or of the definition file `name` when `definitions` is set.
    fn load(&mut self, name: &str, definitions: bool) -> Option<(String, String)>;
}

/// A loader for machines that stand alone.
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _name: &str, _definitions: bool) -> Option<(String, String)> {
        None
    }
}

/// What a name can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Entity {
    Set(usize),
    Element(usize, usize),
    Constant(usize),
    Variable(usize),
    /// A parameter of an included machine: unit and position among its arguments.
    Argument(usize, usize),
}

/// A deferred or enumerated set; set parameters of the top machine are deferred sets too.
#[derive(Clone, Debug)]
pub(crate) struct GivenSet {
    pub(crate) name: String,
    pub(crate) elements: Option<Vec<String>>,
}

/// A constant or variable.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) span: Span,
    /// Abstract variables of a refined machine only lend their types.
    pub(crate) in_state: bool,
}

/// One machine instance.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) machine: Arc<Machine>,
    pub(crate) scope: HashMap<String, Entity>,
    /// Operations that may be called: unit and index. They have their own name space.
    pub(crate) operations: HashMap<String, (usize, usize)>,
    pub(crate) definitions: HashMap<String, Definition>,
    pub(crate) role: Role,
    /// Variables that every refinement keeps, whether it repeats them or not: its own and those of what it refines.
    pub(crate) concrete: Vec<String>,
    /// The unit whose scope the arguments of this inclusion are read in, and the arguments.
    pub(crate) arguments: Option<(usize, MachineUse)>,
}

/// How a unit takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Top,
    Included,
    Seen,
    /// Refined by the top machine: properties and types only.
    Abstract,
}

/// The whole composition, units in the order of initialisation (included before includers).
#[derive(Debug, Default)]
pub struct Composition {
    pub(crate) units: Vec<Unit>,
    pub(crate) sets: Vec<GivenSet>,
    pub(crate) constants: Vec<Named>,
    pub(crate) variables: Vec<Named>,
    /// Operations of the top machine and promoted ones: unit, index, visible name.
    pub(crate) exposed: Vec<(usize, usize, String)>,
}

/// Reads `text` and everything it names.
pub fn compose(
    sources: &mut SourceMap,
    file: FileId,
    loader: &mut dyn Loader,
) -> Result<Composition, Vec<Problem>> {
    let (composition, mut problems) = compose_broken(sources, file, loader);
    if let (Some(name), true) = (composition.only_defines(), problems.is_empty()) {
        let hint = "check a machine that names it in its DEFINITIONS";
        problems.push(Problem::new(name.span, "a file of definitions is nothing to check").hint(hint));
    }
    if problems.is_empty() { Ok(composition) } else { Err(problems) }
}

/// The same for a text that may be wrong: what could be read of it, and what is wrong.
pub(crate) fn compose_broken(
    sources: &mut SourceMap,
    file: FileId,
    loader: &mut dyn Loader,
) -> (Composition, Vec<Problem>) {
    let mut composer = Composer {
        sources,
        loader,
        out: Composition::default(),
        problems: Vec::new(),
        parsed: HashMap::new(),
        path: Vec::new(),
        seen: HashMap::new(),
    };
    let text = composer.sources.text(file).to_owned();
    let (machine, errors) = parse_machine(file, &text);
    composer.problems.extend(errors.into_iter().map(Problem::from));
    if let Some(machine) = machine {
        let wrong = composer.problems.len();
        composer.instantiate(Arc::new(machine), String::new(), Role::Top, None);
        // What is missing in a text that cannot be parsed only causes more problems.
        composer.problems.truncate(if wrong > 0 { wrong } else { composer.problems.len() });
    }
    (composer.out, composer.problems)
}

impl Composition {
    /// The place of a file that has definitions only.
    pub(crate) fn only_defines(&self) -> Option<&Ident> {
        let machine = &self.units.last()?.machine;
        (machine.kind == ComponentKind::Definitions).then_some(&machine.name)
    }
}

struct Composer<'a> {
    sources: &'a mut SourceMap,
    loader: &'a mut dyn Loader,
    out: Composition,
    problems: Vec<Problem>,
    parsed: HashMap<String, Option<Arc<Machine>>>,
    /// Names of the machines being instantiated, to find cycles.
    path: Vec<String>,
    /// Units already made, by name, prefix and role class.
    seen: HashMap<(String, String), usize>,
}

/// The names a unit may use, while they are collected.
#[derive(Default)]
struct Names {
    entities: HashMap<String, Entity>,
    operations: HashMap<String, (usize, usize)>,
    /// Where names come from that included, imported and seen machines declare.
    origins: HashMap<String, String>,
    /// Units that the unit gives arguments to, which are formulas over its own names.
    instantiated: Vec<usize>,
}

/// Deepest chain of machines that use each other.
const MAX_CHAIN: usize = 64;

impl Composer<'_> {
    fn instantiate(
        &mut self,
        machine: Arc<Machine>,
        prefix: String,
        role: Role,
        arguments: Option<(usize, MachineUse)>,
    ) -> Option<usize> {
        let key = (machine.name.name.clone(), prefix.clone());
        if let Some(&unit) = self.seen.get(&key) {
            self.strengthen(unit, &prefix, role);
            return Some(unit);
        }
        if self.path.contains(&machine.name.name) || self.path.len() > MAX_CHAIN {
            let chain = self.path.join(" -> ");
            let message = format!("machines use each other in a cycle: {chain} -> {}", machine.name.name);
            self.problems.push(Problem::new(machine.name.span, message));
            return None;
        }
        self.path.push(machine.name.name.clone());
        self.problems.extend(crate::declared::problems(&machine));
        let mut scope = Names::default();
        self.dependencies(&machine, &prefix, role, &mut scope);
        let unit = self.out.units.len();
        self.check_clashes(&machine, &scope);
        self.declare(&machine, &prefix, role, unit, arguments.is_some(), &mut scope);
        let concrete = self.keep_concrete(&machine, role, &scope);
        let definitions = self.definitions(&machine);
        self.path.pop();
        let Names { entities: scope, operations, .. } = scope;
        self.out.units.push(Unit { machine, scope, operations, definitions, role, concrete, arguments });
        self.seen.insert(key, unit);
        self.expose(unit);
        Some(unit)
    }

    /// What is seen by one and included by another belongs to the other, and what an abstraction and its refinement
    /// both use takes part with its state.
    fn strengthen(&mut self, unit: usize, prefix: &str, role: Role) {
        match (self.out.units[unit].role, role) {
            (Role::Seen, Role::Included) => self.out.units[unit].role = role,
            (Role::Abstract, Role::Seen | Role::Included) => {
                let own = &mut self.out.units[unit];
                own.role = role;
                let machine = Arc::clone(&own.machine);
                for variable in &machine.variables {
                    if let Some(Entity::Variable(index)) = own.scope.get(&variable.name) {
                        self.out.variables[*index].in_state = true;
                    }
                }
                let seen = machine.sees.iter().chain(&machine.uses).map(|used| (used, Role::Seen));
                let included = machine.includes.iter().chain(&machine.extends).chain(&machine.imports);
                for (used, role) in seen.chain(included.map(|used| (used, Role::Included))) {
                    let inner = used.prefix.as_ref().map_or(prefix.to_owned(), |p| format!("{prefix}{p}."));
                    if let Some(&other) = self.seen.get(&(used.name.name.clone(), inner.clone())) {
                        self.strengthen(other, &inner, role);
                    }
                }
            }
            _ => {}
        }
    }

    /// Instantiates what the machine uses and imports the visible names.
    fn dependencies(&mut self, machine: &Machine, prefix: &str, role: Role, scope: &mut Names) {
        if let Some(refined) = &machine.refines {
            let used = MachineUse { name: refined.clone(), prefix: None, arguments: Vec::new() };
            self.import(&used, prefix, Role::Abstract, scope);
        }
        let seen_role = if role == Role::Abstract { Role::Abstract } else { Role::Seen };
        for used in machine.sees.iter().chain(&machine.uses) {
            self.import(used, prefix, seen_role, scope);
        }
        let included_role = if role == Role::Abstract { Role::Abstract } else { Role::Included };
        for used in machine.includes.iter().chain(&machine.extends).chain(&machine.imports) {
            self.import(used, prefix, included_role, scope);
        }
    }

    fn import(&mut self, used: &MachineUse, prefix: &str, role: Role, scope: &mut Names) {
        let Some(machine) = self.load(&used.name) else { return };
        let inner = match &used.prefix {
            Some(own) => format!("{prefix}{own}."),
            None => prefix.to_owned(),
        };
        // Seen machines are shared: their instance does not depend on who sees them.
        let instance = if role == Role::Seen {
            used.prefix.as_ref().map_or(String::new(), |p| format!("{p}."))
        } else {
            inner
        };
        // The includer's unit number is not known yet; it is patched in `declare`.
        let arguments = (!used.arguments.is_empty()).then(|| (usize::MAX, used.clone()));
        let Some(unit) = self.instantiate(machine, instance, role, arguments) else { return };
        scope.instantiated.push(unit);
        let own = used.prefix.as_ref().map_or(String::new(), |p| format!("{p}."));
        for (name, operation) in &self.out.units[unit].operations {
            scope.operations.insert(format!("{own}{name}"), *operation);
        }
        let mut clashes = Vec::new();
        for (name, entity) in &self.out.units[unit].scope {
            // Sets and constants are visible without the prefix too; variables and operations only with it.
            let names = match entity {
                Entity::Variable(_) => vec![format!("{own}{name}")],
                Entity::Argument(..) => Vec::new(),
                _ => vec![name.clone(), format!("{own}{name}")],
            };
            for name in names {
                let old = scope.entities.insert(name.clone(), *entity);
                if role == Role::Abstract {
                    continue;
                }
                let origin = scope.origins.insert(name.clone(), used.name.name.clone());
                clashes.extend(origin.filter(|_| old.is_some_and(|old| old != *entity)).map(|o| (name, o)));
            }
        }
        clashes.sort();
        for (name, other) in clashes {
            let hint = format!("rename one of the machines: INCLUDES prefix.{}", used.name.name);
            let message = format!("{name} is declared by {} and by {other}", used.name.name);
            self.problems.push(Problem::new(used.name.span, message).hint(hint));
        }
    }

    /// Reports names of a machine that a machine it includes or sees declares too.
    fn check_clashes(&mut self, machine: &Machine, scope: &Names) {
        let elements = machine.sets.iter().flat_map(|set| set.elements.iter().flatten());
        let declared = machine.sets.iter().map(|set| &set.name).chain(elements);
        for name in declared.chain(&machine.constants).chain(&machine.variables) {
            if let Some(other) = scope.origins.get(&name.name) {
                let message = format!("{} is declared by {} and by {other}", name.name, machine.name.name);
                let hint = "give one of them another name";
                self.problems.push(Problem::new(name.span, message).hint(hint));
            }
        }
    }

    fn load(&mut self, name: &Ident) -> Option<Arc<Machine>> {
        if let Some(known) = self.parsed.get(&name.name) {
            return known.clone();
        }
        let machine = self.parse_file(name);
        self.parsed.insert(name.name.clone(), machine.clone());
        machine
    }

    fn parse_file(&mut self, name: &Ident) -> Option<Arc<Machine>> {
        let Some((display, text)) = self.loader.load(&name.name, false) else {
            let hint = format!("put {}.mch beside the machine that uses it", name.name);
            self.problems
                .push(Problem::new(name.span, format!("machine {} was not found", name.name)).hint(hint));
            return None;
        };
        let file = self.sources.add(display, text.clone());
        let (machine, errors) = parse_machine(file, &text);
        self.problems.extend(errors.into_iter().map(Problem::from));
        let machine = machine?;
        if machine.kind == ComponentKind::Definitions {
            self.problems.push(Problem::new(name.span, format!("{} is a file of definitions", name.name)));
            return None;
        }
        Some(Arc::new(machine))
    }

    fn declare(
        &mut self,
        machine: &Machine,
        prefix: &str,
        role: Role,
        unit: usize,
        has_arguments: bool,
        scope: &mut Names,
    ) {
        for other in &scope.instantiated {
            if let Some((owner, _)) = &mut self.out.units[*other].arguments
                && *owner == usize::MAX
            {
                *owner = unit;
            }
        }
        // Renaming does not apply to sets and constants: another instance of the machine shares them.
        let twin = self.out.units.iter().find(|other| other.machine.name.name == machine.name.name);
        for (name, entity) in twin.iter().flat_map(|twin| &twin.scope) {
            if matches!(entity, Entity::Set(_) | Entity::Element(..) | Entity::Constant(_)) {
                scope.entities.insert(name.clone(), *entity);
            }
        }
        for set in &machine.sets {
            self.declare_set(set, prefix, scope);
        }
        for (position, parameter) in machine.parameters.iter().enumerate() {
            if has_arguments {
                scope.entities.insert(parameter.name.clone(), Entity::Argument(unit, position));
            } else if let Some(abstract_one) = scope.entities.get(&parameter.name).copied() {
                scope.entities.insert(parameter.name.clone(), abstract_one);
            } else if is_set_parameter(&parameter.name) {
                let index = self.out.sets.len();
                self.out.sets.push(GivenSet { name: parameter.name.clone(), elements: None });
                scope.entities.insert(parameter.name.clone(), Entity::Set(index));
            } else {
                self.declare_constant(parameter, prefix, scope);
            }
        }
        for constant in &machine.constants {
            self.declare_constant(constant, prefix, scope);
        }
        for variable in &machine.variables {
            self.declare_variable(variable, prefix, role, scope);
        }
        for (index, operation) in machine.operations.iter().enumerate() {
            scope.operations.insert(operation.name.name.clone(), (unit, index));
        }
    }

    fn declare_set(&mut self, set: &crate::syntax::ast::SetDeclaration, prefix: &str, scope: &mut Names) {
        // A refinement may repeat a set of its abstraction, and then say what its elements are.
        if let Some(Entity::Set(index)) = scope.entities.get(&set.name.name).copied() {
            if let Some(elements) = &set.elements {
                self.out.sets[index].elements = Some(elements.iter().map(|e| e.name.clone()).collect());
                for (position, element) in elements.iter().enumerate() {
                    scope.entities.insert(element.name.clone(), Entity::Element(index, position));
                }
            }
            return;
        }
        let index = self.out.sets.len();
        let elements = set.elements.as_ref().map(|names| names.iter().map(|e| e.name.clone()).collect());
        self.out.sets.push(GivenSet { name: format!("{prefix}{}", set.name.name), elements });
        scope.entities.insert(set.name.name.clone(), Entity::Set(index));
        for (position, element) in set.elements.iter().flatten().enumerate() {
            scope.entities.insert(element.name.clone(), Entity::Element(index, position));
        }
    }

    fn declare_constant(&mut self, constant: &Ident, prefix: &str, scope: &mut Names) {
        if matches!(scope.entities.get(&constant.name), Some(Entity::Constant(_))) {
            return;
        }
        let index = self.out.constants.len();
        let name = format!("{prefix}{}", constant.name);
        self.out.constants.push(Named { name, span: constant.span, in_state: true });
        scope.entities.insert(constant.name.clone(), Entity::Constant(index));
    }

    fn declare_variable(&mut self, variable: &Ident, prefix: &str, role: Role, scope: &mut Names) {
        if let Some(Entity::Variable(index)) = scope.entities.get(&variable.name).copied() {
            // Kept from the abstraction: from now on it belongs to the state.
            self.out.variables[index].in_state |= role != Role::Abstract;
            return;
        }
        let index = self.out.variables.len();
        let name = format!("{prefix}{}", variable.name);
        self.out.variables.push(Named { name, span: variable.span, in_state: role != Role::Abstract });
        scope.entities.insert(variable.name.clone(), Entity::Variable(index));
    }

    /// Puts the concrete variables of the refined machine into the state; all that are concrete by now.
    fn keep_concrete(&mut self, machine: &Machine, role: Role, scope: &Names) -> Vec<String> {
        let refined = machine.refines.as_ref().and_then(|refined| {
            self.out
                .units
                .iter()
                .rfind(|unit| unit.role == Role::Abstract && unit.machine.name.name == refined.name)
        });
        let mut concrete = refined.map_or_else(Vec::new, |unit| unit.concrete.clone());
        for name in &concrete {
            if let (Some(Entity::Variable(index)), true) = (scope.entities.get(name), role != Role::Abstract)
            {
                self.out.variables[*index].in_state = true;
            }
        }
        concrete.extend(machine.concrete_variables.iter().cloned());
        concrete
    }

    fn definitions(&mut self, machine: &Machine) -> HashMap<String, Definition> {
        let mut map = HashMap::new();
        let mut files = machine.definition_files.clone();
        let mut read = Vec::new();
        while let Some((path, span)) = files.pop() {
            if read.contains(&path) {
                continue;
            }
            read.push(path.clone());
            // Library files of other tools are often absent; uses of what they define are reported where they occur.
            let Some((display, text)) = self.loader.load(&path, true) else { continue };
            let file = self.sources.add(display, text.clone());
            let (parsed, errors) = parse_machine(file, &text);
            if let Some(error) = errors.first() {
                self.problems.push(Problem::new(span, format!("in {path}: {}", error.message)));
            }
            let Some(parsed) = parsed else { continue };
            files.extend(parsed.definition_files.clone());
            for definition in parsed.definitions {
                map.insert(definition.name.name.clone(), definition);
            }
        }
        for definition in &machine.definitions {
            map.insert(definition.name.name.clone(), definition.clone());
        }
        map
    }
}

/// Machine parameters written in capitals stand for sets, others for scalars.
fn is_set_parameter(name: &str) -> bool {
    !name.chars().any(char::is_lowercase)
}
