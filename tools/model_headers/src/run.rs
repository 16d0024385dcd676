//! One way to run a model, and what is expected of it.

use std::collections::BTreeMap;
use std::fmt;

use methods::Language;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::by_level::{ByLevel, Level};

/// A verdict by its name in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every property that is checked holds.
    Holds,
    /// One is violated.
    Violated,
    /// Something is not checked.
    Undecided,
    /// The model is not accepted.
    Refused,
}

/// A kind of violation by its name in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Violation {
    /// An assertion fails.
    Assertion,
    /// Nothing is possible.
    Deadlock,
    /// An error at run time.
    Runtime,
    /// A trace declaration is violated.
    Trace,
    /// An invariant of a B machine is violated.
    Invariant,
    /// A never claim or a formula is violated.
    Claim,
    /// An acceptance cycle, or a cycle without progress.
    Cycle,
}

/// Whether a run is about everything that the model says, or about safety alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claims {
    /// Safety alone, as in SPIN's counts.
    #[default]
    Ignored,
    /// Everything.
    Checked,
}

/// A method of symmetry reduction by its word on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method(pub methods::Method);

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Method).map_err(|why| D::Error::custom(format!("`{name}`: {why}")))
    }
}

/// A run. The table in CONTRIBUTING.md says what each key means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Promela: definitions, as with `-D`.
    #[serde(default)]
    pub define: Vec<String>,
    /// B: sizes of deferred sets, as with `--card`.
    #[serde(default)]
    pub card: BTreeMap<String, u64>,
    /// B: `--strict`.
    #[serde(default)]
    pub strict: bool,
    /// Without `claim = "checked"` the run has `--ignore-claims`.
    #[serde(default)]
    pub claim: Claims,
    /// The run is about cycles: the verdict of every property is tested, with every search for cycles, with and without
    /// symmetry; states are not counted.
    #[serde(default)]
    pub cycles: bool,
    /// Promela: `--fairness weak`, in a run about cycles.
    #[serde(default)]
    pub weakly_fair: bool,
    /// Promela: `--fairness strong`, in a run about cycles.
    #[serde(default)]
    pub strongly_fair: bool,
    /// Promela: `--progress`, in a run about cycles.
    #[serde(default)]
    pub progress: bool,
    /// The verdict at every level and with every method.
    pub verdict: Verdict,
    /// What is among the violations.
    pub violation: Option<Violation>,
    /// The verdict of each property by its name.
    pub properties: Option<BTreeMap<String, Verdict>>,
    /// The formulas that hold vacuously, by their names.
    #[serde(default)]
    pub vacuous: Vec<String>,
    /// States without symmetry.
    pub states: Option<ByLevel<u64>>,
    /// Order of the symmetry group, as text because it may be a very large number.
    pub group: Option<ByLevel<String>>,
    /// States with any exact method, where there are fewer than without symmetry.
    pub orbits: Option<ByLevel<u64>>,
    /// Annotated states of lazy reduction.
    pub lazy: Option<ByLevel<u64>>,
    /// The same without subsumption.
    pub lazy_without_subsumption: Option<ByLevel<u64>>,
    /// Methods that must say they are not exact, though they promise to be or are for other models.
    pub not_exact: Option<ByLevel<Vec<Method>>>,
    /// Methods that check some property not at all, so that their verdict is `undecided`.
    pub undecided_by: Option<ByLevel<Vec<Method>>>,
    /// Methods that must refuse the model.
    pub refused_by: Option<ByLevel<Vec<Method>>>,
    /// The methods to be run, `none` among them, where all would take too long.
    pub methods: Option<Vec<Method>>,
    /// The methods not to be run because they would take too long, where `methods` would be a long list.
    #[serde(default)]
    pub slow_methods: Vec<Method>,
    /// The levels to be run, where all would take too long.
    pub levels: Option<Vec<Level>>,
    /// Only the group and the figures of lazy reduction are tested; the rest is for benchmarks.
    #[serde(default)]
    pub large: bool,
    /// Steps of the shortest counterexample.
    pub depth: Option<u64>,
    /// Line of the violation that the shortest counterexample ends in.
    pub line: Option<u64>,
    /// How the message of that violation begins.
    pub message: Option<String>,
    /// B: why each operation is not possible, for a deadlock.
    pub idle: Option<Vec<String>>,
    /// Promela: how SPIN itself fails, so that its answer is another.
    pub spin_fails: Option<String>,
}

impl Run {
    /// The arguments of the command that the run is about, without level and method.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<String> = self.define.iter().map(|define| format!("-D{define}")).collect();
        arguments.extend(self.card.iter().map(|(set, size)| format!("--card={set}={size}")));
        arguments.extend(self.strict.then(|| "--strict".to_owned()));
        arguments.extend((self.claim == Claims::Ignored).then(|| "--ignore-claims".to_owned()));
        arguments.extend(self.weakly_fair.then(|| "--fairness=weak".to_owned()));
        arguments.extend(self.strongly_fair.then(|| "--fairness=strong".to_owned()));
        arguments.extend(self.progress.then(|| "--progress".to_owned()));
        arguments
    }

    /// What tells the run from others of its model, in words; empty for a run without any definitions.
    pub fn name(&self) -> String {
        let cards = self.card.iter().map(|(set, size)| format!("{set}={size}"));
        let strict = self.strict.then(|| "strict".to_owned());
        let claims = (self.claim == Claims::Checked).then(|| "claims".to_owned());
        let fair = self.weakly_fair.then(|| "fair".to_owned());
        let strong = self.strongly_fair.then(|| "strongly fair".to_owned());
        let fair = fair.into_iter().chain(strong);
        let parts = self.define.iter().cloned().chain(cards).chain(strict).chain(claims).chain(fair);
        parts.collect::<Vec<_>>().join(" ")
    }

    /// The levels at which the run is tested; one without a name for B.
    pub fn levels(&self, language: Language) -> Vec<Option<Level>> {
        match (language, &self.levels) {
            (Language::Promela, Some(levels)) => levels.iter().copied().map(Some).collect(),
            (Language::Promela, None) => Level::ALL.into_iter().map(Some).collect(),
            _ => vec![None],
        }
    }

    /// Whether a method is to be run.
    pub fn runs(&self, method: methods::Method) -> bool {
        let is_listed = self.methods.as_ref().is_none_or(|listed| listed.contains(&Method(method)));
        is_listed && !self.slow_methods.contains(&Method(method))
    }

    /// The states expected of an exact method at a level.
    pub fn orbits_at(&self, level: Option<Level>) -> Option<u64> {
        let orbits = self.orbits.as_ref().and_then(|orbits| orbits.at(level));
        orbits.or_else(|| self.states.as_ref().and_then(|states| states.at(level))).copied()
    }
}

/// Whether a list of methods contains one, at a level.
fn lists(all: &Option<ByLevel<Vec<Method>>>, level: Option<Level>, method: methods::Method) -> bool {
    let listed = all.as_ref().and_then(|all| all.at(level));
    listed.is_some_and(|listed| listed.contains(&Method(method)))
}

impl Run {
    /// Must the method say that it is not exact here?
    pub fn is_not_exact(&self, level: Option<Level>, method: methods::Method) -> bool {
        lists(&self.not_exact, level, method)
    }

    /// The verdict of a method at a level.
    pub fn verdict_of(&self, level: Option<Level>, method: methods::Method) -> Verdict {
        match lists(&self.undecided_by, level, method) {
            true => Verdict::Undecided,
            false => self.verdict,
        }
    }

    /// Must the method refuse the model?
    pub fn is_refused_by(&self, level: Option<Level>, method: methods::Method) -> bool {
        lists(&self.refused_by, level, method)
    }
}

macro_rules! display_as_in_a_header {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.serialize(f)
            }
        }
    )*};
}

display_as_in_a_header!(Verdict, Violation);
