//! What there is to check in a Promela model: safety, every claim, and what its labels ask for.
//!
//! SPIN checks one claim in a run, with or without safety, and acceptance or non-progress cycles on request. Here a check
//! is about everything that the file says, each property with a verdict of its own:
//! - *safety* (assertions, end states, run-time errors, event traces) without any claim, as `pan` compiled with `-DNOCLAIM`;
//! - every never claim and every `ltl` formula that is an invariant, as `pan -a -N name`, of which the claim's completion
//!   is looked for, and not what the processes do wrong beside it;
//! - what needs cycles is not looked for and therefore undecided.

use std::cell::LazyCell;

use diagnostics::{SourceMap, Span};
use program::{Program, is_observer, may_accept};
use promela::resolved::{Label, Model, ProctypeKind};
use report::{Property, PropertyKind};

use crate::arguments::CheckArguments;

/// A property and how it is checked.
pub struct Planned {
    pub property: Property,
    pub how: How,
}

impl AsRef<Property> for Planned {
    fn as_ref(&self) -> &Property {
        &self.property
    }
}

/// What to do about properties that are not checked.
pub const SAFETY_ALONE: &str = "`--ignore-claims` checks safety alone";

/// How a property is checked.
pub enum How {
    /// Without a claim.
    Safety,
    /// With the claim of its name. What remains open if it is not completed, if anything does.
    Claim { open: Option<String> },
    /// Not at all, for this reason.
    NotChecked(String),
}

/// What the arguments ask to check of a model.
pub fn plan(arguments: &CheckArguments, model: &Model, sources: &SourceMap) -> Result<Vec<Planned>, String> {
    let safety = Planned { property: Property::new("safety", PropertyKind::Safety), how: How::Safety };
    if arguments.ignore_claims {
        return Ok(vec![safety]);
    }
    let mut all = vec![safety];
    // Needed only if there are claims.
    let program = LazyCell::new(|| promela::lower(model, sources, promela::Reduction::None));
    let planned = |name: &str, kind, span: Span, how| {
        let mut property = Property::new(name, kind);
        (property.file, property.line) = (sources.name(span.file).into(), sources.line(span));
        Planned { property, how }
    };
    for never in model.proctypes.iter().filter(|p| p.kind == ProctypeKind::Never) {
        all.push(planned(&never.name, PropertyKind::Never, never.span, with_claim(&program, &never.name)));
    }
    for ltl in &model.ltl {
        all.push(planned(&ltl.name, PropertyKind::Ltl, ltl.span, with_claim(&program, &ltl.name)));
    }
    let runs = |label: &&Label| {
        let kind = model.proctype(label.proctype).kind;
        matches!(kind, ProctypeKind::Proctype | ProctypeKind::Init)
    };
    let accept = model.labels.iter().filter(runs).find(|label| label.is_accept());
    let progress = model.labels.iter().filter(runs).find(|label| label.is_progress());
    let cycles = [
        ("accept", PropertyKind::Accept, "acceptance cycles are not looked for", accept),
        ("progress", PropertyKind::Progress, "non-progress cycles are not looked for", progress),
    ];
    for (name, kind, why, label) in cycles {
        all.extend(label.map(|label| {
            let why = format!("{why}: label `{}` at line {}", label.name, sources.line(label.span));
            planned(name, kind, label.span, How::NotChecked(why))
        }));
    }
    select(all, &arguments.claim)
}

/// How the claim of this name is checked.
fn with_claim(program: &Program, name: &str) -> How {
    let named = program.claims.iter().map(|&id| program.proctype(id)).find(|claim| claim.name == name);
    let Some(claim) = named else {
        let why = "only formulas that are invariants, such as `[] p`, are checked";
        return How::NotChecked(why.into());
    };
    if !is_observer(claim) {
        return How::NotChecked("only claims that do nothing but look at the state are checked".into());
    }
    let open = "it is never completed, but acceptance cycles are not looked for";
    How::Claim { open: may_accept(claim).then(|| open.into()) }
}

/// Those of the given names, or all if none are given.
pub fn select<P: AsRef<Property>>(all: Vec<P>, names: &[String]) -> Result<Vec<P>, String> {
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|p| p.as_ref().name == **name)) {
        let known: Vec<&str> = all.iter().map(|p| p.as_ref().name.as_str()).collect();
        return Err(format!("`--claim {unknown}`: no property of that name; there are {}", known.join(", ")));
    }
    let is_asked = |p: &P| names.is_empty() || names.contains(&p.as_ref().name);
    Ok(all.into_iter().filter(is_asked).collect())
}
