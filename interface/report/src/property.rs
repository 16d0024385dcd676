//! What was to be checked, and the verdict of a run as the worst of its properties.

use serde::Serialize;

use crate::{Outcome, StepLine, VerdictWord};

/// One thing that a model says about itself.
#[derive(Clone, Debug, Serialize)]
pub struct Property {
    /// As `--claim` takes it: the name of a claim, or `safety`, `accept`, `progress`.
    pub name: String,
    /// What kind of property it is.
    pub kind: Kind,
    /// The answer.
    pub verdict: VerdictWord,
    /// Why undecided, or what is violated.
    pub reason: Option<String>,
    /// The verdict was certified.
    pub certified: bool,
    /// Whether it holds for want of anything that it speaks of; `None` where nobody has looked.
    pub vacuous: Option<bool>,
    /// The property that was checked in its stead, because a symmetry carries that one to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<String>,
    /// The file it stands in; empty for safety.
    pub file: String,
    /// The line it stands at; 0 for safety.
    pub line: u32,
    /// States stored when it was checked.
    pub states: u64,
    /// The run to the first violation.
    pub counterexample: Vec<StepLine>,
    /// Of a run that goes on for ever: how many steps come before the cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_from: Option<usize>,
}

/// Kinds of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Assertions, end states, run-time errors, event traces; for B invariants, assertions and deadlocks.
    Safety,
    /// A formula of linear temporal logic.
    Ltl,
    /// A never claim.
    Never,
    /// No run passes through an accept label for ever.
    Accept,
    /// Every run passes through a progress label for ever.
    Progress,
    /// A refinement does nothing that its abstraction does not allow.
    Refinement,
}

impl Property {
    /// A property about which nothing is known yet.
    pub fn new(name: impl Into<String>, kind: Kind) -> Property {
        Property {
            name: name.into(),
            kind,
            verdict: VerdictWord::Undecided,
            reason: None,
            certified: false,
            vacuous: None,
            follows: None,
            file: String::new(),
            line: 0,
            states: 0,
            counterexample: Vec::new(),
            cycle_from: None,
        }
    }

    /// Takes verdict, reason, figures and counterexample from a search for violations of this property alone.
    pub fn answer(&mut self, outcome: &Outcome) {
        self.verdict = outcome.verdict;
        self.reason = outcome.reason.clone();
        self.certified = outcome.certified;
        self.states = outcome.states;
        self.counterexample = outcome.counterexample.clone().unwrap_or_default();
        self.cycle_from = outcome.cycle_from;
    }

    /// How a person would call it.
    pub fn title(&self) -> String {
        let kind = match self.kind {
            Kind::Safety => return self.name.clone(),
            Kind::Ltl => "ltl",
            Kind::Never => "never",
            Kind::Accept => return "accept labels".into(),
            Kind::Progress => return "progress labels".into(),
            Kind::Refinement => "refinement",
        };
        format!("{kind} {}", self.name)
    }
}

/// One outcome from those of several searches, in the order of the properties that they were made for: the verdict is the
/// worst, the counterexample that of the first violated property, and the figures are sums (depth and memory the largest).
pub fn combine(searches: Vec<Outcome>, properties: Vec<Property>) -> Outcome {
    let violated = searches.iter().position(|search| search.verdict == VerdictWord::Violated);
    let shown = violated.unwrap_or(0);
    let mut all = searches.get(shown).cloned().unwrap_or_default();
    for (_, search) in searches.into_iter().enumerate().filter(|(number, _)| *number != shown) {
        all.states += search.states;
        all.transitions += search.transitions;
        all.certified &= search.certified;
        all.certificate = match (all.certificate.take(), search.certificate) {
            (Some(one), Some(other)) => Some(one.and(other)),
            (one, other) => one.or(other),
        };
        all.depth = all.depth.max(search.depth);
        all.threads = all.threads.max(search.threads);
        all.search_seconds += search.search_seconds;
        all.bytes_per_state = all.bytes_per_state.max(search.bytes_per_state);
        all.memory_bytes = all.memory_bytes.max(search.memory_bytes);
        search.errors.into_iter().for_each(|error| all.count(error));
        all.violations.extend(search.violations);
        all.unreached = all.unreached.take().or(search.unreached);
        let new: Vec<String> = search.notices.into_iter().filter(|n| !all.notices.contains(n)).collect();
        all.notices.extend(new);
    }
    all.verdict = worst(&properties);
    all.certified &= all.verdict == VerdictWord::Holds;
    all.reason = match all.verdict {
        VerdictWord::Holds => None,
        VerdictWord::Violated => reasons(&properties, VerdictWord::Violated).into_iter().next(),
        VerdictWord::Undecided => Some(reasons(&properties, VerdictWord::Undecided).join("; ")),
    };
    all.properties = properties;
    all
}

fn worst(properties: &[Property]) -> VerdictWord {
    let any = |verdict| properties.iter().any(|property| property.verdict == verdict);
    match (any(VerdictWord::Violated), any(VerdictWord::Undecided)) {
        (true, _) => VerdictWord::Violated,
        (false, true) => VerdictWord::Undecided,
        (false, false) => VerdictWord::Holds,
    }
}

/// What the properties of this verdict say, each with its name unless it is the safety that every model has.
fn reasons(properties: &[Property], verdict: VerdictWord) -> Vec<String> {
    let all = properties.iter().filter(|property| property.verdict == verdict);
    let text = |property: &Property| {
        let reason = property.reason.clone().unwrap_or_default();
        match property.kind {
            Kind::Safety => reason,
            _ => format!("{}: {reason}", property.title()),
        }
    };
    all.map(text).collect()
}
