//! A model that was read, and what there is to check in it.

use methods::Language;
use report::{Link, Property};

use crate::{Options, System};

/// A model that was read.
pub trait Specification {
    /// What is searched for one property.
    type System<'a>: System
    where
        Self: 'a;

    /// Decides which methods there are.
    const LANGUAGE: Language;

    /// Everything that the model says about itself, in the order of the report.
    fn properties(&self) -> Vec<Planned>;

    /// The first of some properties, by their names, that has the verdict of another because a symmetry of the model carries it there,
    /// and that symmetry in words.
    fn carried_from(&self, _property: &Property, _from: &[&str]) -> Option<(String, String)> {
        None
    }

    /// Who communicates through what, as far as that is known before the run.
    fn communication(&self) -> Vec<Link> {
        Vec::new()
    }

    /// The system to search for violations of a property, reduced as the options say; an error says why the method cannot
    /// be used.
    fn system<'a>(&'a self, property: &Property, options: &Options) -> Result<Self::System<'a>, String>;

    /// What the implications of a property's formula assume, as far as leaving out what is implied makes it stronger.
    fn premises(&self, _property: &Property) -> Vec<Premise> {
        Vec::new()
    }

    /// The system to search for violations of a formula that has `false` for what a premise implies. If there are none, nothing
    /// was ever asked of what is implied, and the formula holds vacuously.
    fn system_without_consequent<'a>(
        &'a self,
        property: &Property,
        premise: &Premise,
        _options: &Options,
    ) -> Result<Self::System<'a>, String> {
        Err(format!("{} assumes no `{}`", property.name, premise.text))
    }
}

/// What an implication of a formula assumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// Which implication of the formula it is, in the order of its text.
    pub number: usize,
    /// The premise as text.
    pub text: String,
}

/// A property and how it is checked.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The property, without an answer.
    pub property: Property,
    /// How it is checked.
    pub how: How,
}

/// How a property is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By a search. What remains open if it finds nothing, if anything does.
    Search {
        /// Why the search alone decides nothing.
        open: Option<String>,
    },
    /// Not at all, for this reason.
    NotChecked(String),
}

/// What to do about properties that are not checked.
pub const SAFETY_ALONE: &str = "`--ignore-claims` checks safety alone";

/// The properties that the options ask for.
pub(crate) fn select(mut all: Vec<Planned>, options: &Options) -> Result<Vec<Planned>, String> {
    if options.ignore_claims {
        all.retain(|planned| planned.property.kind == report::PropertyKind::Safety);
        return Ok(all);
    }
    let names = &options.claims;
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|p| p.property.name == **name)) {
        let known: Vec<&str> = all.iter().map(|planned| planned.property.name.as_str()).collect();
        return Err(format!("`--claim {unknown}`: no property of that name; there are {}", known.join(", ")));
    }
    all.retain(|planned| names.is_empty() || names.contains(&planned.property.name));
    Ok(all)
}
