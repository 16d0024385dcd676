//! What there is to report, as plain data.

use serde::Serialize;

use crate::{Property, Unreached};

/// The result of a check, whatever the language.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outcome {
    /// The answer.
    pub verdict: VerdictWord,
    /// Why undecided, or what is violated.
    pub reason: Option<String>,
    /// States stored.
    pub states: u64,
    /// Steps generated.
    pub transitions: u64,
    /// Greatest distance from the initial state.
    pub depth: u32,
    /// Threads that the search could use, had it become large enough; the most of all searches.
    pub threads: u32,
    /// From the command to the verdict.
    pub seconds: f64,
    /// The search alone.
    pub search_seconds: f64,
    /// Memory for each stored state.
    pub bytes_per_state: f64,
    /// Memory of the search.
    pub memory_bytes: u64,
    /// The symmetry found and used.
    pub symmetry: Symmetry,
    /// The run to the first violation.
    pub counterexample: Option<Vec<StepLine>>,
    /// Of a run that goes on for ever: how many steps of the counterexample come before the cycle. Behind the last step it goes on
    /// there; if that is the number of steps, nothing happens any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_from: Option<usize>,
    /// The violation the counterexample ends in.
    pub violation: Option<Violation>,
    /// How often each kind of violation occurred.
    pub errors: Vec<ErrorCount>,
    /// Where all violations were looked for: each that is at another place or of another kind, with a run to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<FoundViolation>,
    /// Everything that was to be checked, each with its own verdict.
    pub properties: Vec<Property>,
    /// The verdict was certified: what was stored was gone over by independent means and is a proof of it.
    pub certified: bool,
    /// How certifying went, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// Things a user should know that are not errors.
    pub notices: Vec<String>,
    /// After a complete search: what it has never executed, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreached: Option<Vec<Unreached>>,
    /// For B: how often each operation was executed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<(String, u64)>,
}

impl Outcome {
    /// Adds to the count of the same error, if there is one.
    pub fn count(&mut self, new: ErrorCount) {
        match self.errors.iter_mut().find(|error| error.kind == new.kind && error.message == new.message) {
            Some(error) => error.count += new.count,
            None => self.errors.push(new),
        }
    }
}

/// How certifying a verdict went.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Certificate {
    /// Why the verdict is not certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Steps of the reference from the stored states.
    pub steps: u64,
    /// Images of stored states whose steps were compared with those of the states.
    pub images: u64,
    /// They were the images under all elements of the group; otherwise under its generators and a sample.
    pub all_images: bool,
    /// How long it took.
    pub seconds: f64,
}

impl Certificate {
    /// That of two searches.
    pub fn and(self, other: Certificate) -> Certificate {
        Certificate {
            refused: self.refused.or(other.refused),
            steps: self.steps + other.steps,
            images: self.images + other.images,
            all_images: self.all_images && other.all_images,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// The three verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// Everything was explored and nothing is wrong.
    Holds,
    /// Something is wrong.
    Violated,
    /// Nothing wrong was found, and not everything was explored.
    #[default]
    Undecided,
}

/// What was found of symmetry and what was made of it.
#[derive(Clone, Debug, Serialize)]
pub struct Symmetry {
    /// The method used.
    pub method: String,
    /// No orbit can be missed: every state is replaced by one of its own orbit. A search that is not sound never says
    /// that a property holds.
    pub sound: bool,
    /// One state was stored for each orbit of the group: the method promises it, and did not give up on any state.
    pub exact: bool,
    /// Successors whose representative is not known to be the only one of its orbit.
    pub not_canonical: u64,
    /// Order of the group.
    pub group_order: String,
    /// Its structure, as in "S3 wr S2".
    pub structure: String,
    /// Generators, each a list of cycles in source names.
    pub generators: Vec<Vec<String>>,
    /// What the group exchanges, each orbit a list of source names.
    pub orbits: Vec<Vec<String>>,
    /// Why this method.
    pub reason: String,
    /// What broke symmetry, where.
    pub lost: Vec<Lost>,
    /// What canonicalising cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<CanonicaliserCost>,
}

impl Symmetry {
    /// The method of a run that ended before one was chosen.
    pub const NOT_KNOWN: &str = "unknown";

    /// Nothing is known: the run ended before symmetry had been looked for.
    pub fn unknown() -> Symmetry {
        let (method, structure) = (Symmetry::NOT_KNOWN.into(), Symmetry::NOT_KNOWN.into());
        Symmetry { method, structure, sound: false, exact: false, ..Symmetry::default() }
    }
}

impl Default for Symmetry {
    fn default() -> Symmetry {
        Symmetry {
            method: "none".into(),
            sound: true,
            exact: true,
            not_canonical: 0,
            group_order: "1".into(),
            structure: "trivial".into(),
            generators: Vec::new(),
            orbits: Vec::new(),
            reason: String::new(),
            lost: Vec::new(),
            cost: None,
        }
    }
}

/// A place where symmetry was lost.
#[derive(Clone, Debug, Serialize)]
pub struct Lost {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The reason.
    pub why: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// By about how much the group would be larger without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
}

/// What canonicalising cost.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CanonicaliserCost {
    /// Calls.
    pub calls: u64,
    /// Mean time of a call.
    pub nanoseconds_per_call: f64,
    /// Share of the search time.
    pub share: f64,
    /// Refinement rounds, over all calls.
    pub refinement_rounds: u64,
    /// Nodes of the search that refinement left over.
    pub search_nodes: u64,
    /// Successors that had just been reached in the same shape, and needed no call.
    pub cache_hits: u64,
}

/// One move of a counterexample.
#[derive(Clone, Debug, Serialize)]
pub struct StepLine {
    /// Who moved: `P(1)`, or the operation of a machine.
    pub process: String,
    /// The process number, for Promela.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The statement.
    pub statement: String,
    /// What it changed.
    pub changes: Vec<ChangeLine>,
    /// The message it sent or received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageLine>,
    /// What it printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
}

/// A variable with another value than before.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeLine {
    /// Its name.
    pub variable: String,
    /// The value before.
    pub from: Option<String>,
    /// The value after.
    pub to: Option<String>,
}

/// A message.
#[derive(Clone, Debug, Serialize)]
pub struct MessageLine {
    /// Sent rather than received.
    pub sent: bool,
    /// The channel.
    pub channel: String,
    /// The fields.
    pub fields: Vec<String>,
}

/// What a counterexample ends in.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    /// What kind of violation it is.
    pub kind: ErrorKind,
    /// In words.
    pub message: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// Where every process stands: who, line, what it is about to do.
    pub waiting: Vec<(String, u32, String)>,
    /// Everything the last state holds.
    pub final_state: Vec<(String, String)>,
}

/// One of several violations.
#[derive(Clone, Debug, Serialize)]
pub struct FoundViolation {
    /// The property that it is a violation of.
    pub property: String,
    /// How often it occurred.
    pub count: u64,
    /// What is wrong.
    pub violation: Violation,
    /// A run to it.
    pub counterexample: Vec<StepLine>,
    /// Of a run that goes on for ever: how many steps come before the cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_from: Option<usize>,
}

/// Kinds of violations, the same for all languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// An assertion does not hold.
    Assertion,
    /// Nothing can happen, and not everything is at an end.
    Deadlock,
    /// An error of execution: an index out of bounds, a division by zero, an undefined expression.
    Runtime,
    /// An event that a trace assertion does not allow.
    Trace,
    /// An invariant does not hold.
    Invariant,
    /// A never claim is completed, or a formula does not hold.
    Claim,
    /// A state that was looked for is reached.
    Goal,
    /// A cycle through an accept label, or one without a progress label.
    Cycle,
}

impl ErrorKind {
    /// The word for scripts.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Assertion => "assertion",
            ErrorKind::Deadlock => "deadlock",
            ErrorKind::Runtime => "runtime",
            ErrorKind::Trace => "trace",
            ErrorKind::Invariant => "invariant",
            ErrorKind::Claim => "claim",
            ErrorKind::Goal => "goal",
            ErrorKind::Cycle => "cycle",
        }
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// How often a kind of violation occurred.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorCount {
    /// What kind of violation it is.
    pub kind: ErrorKind,
    /// In words.
    pub message: String,
    /// How often.
    pub count: u64,
}
