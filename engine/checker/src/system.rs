//! What the pipeline asks of something that can be searched.

use explorer::{Config, Found, Limits, Report, Violation};
use report::{ErrorKind, StepLine, Symmetry, Unreached};
use witness::{Certificate, Pause, Refusal};

/// A transition system that was made ready to be searched in one way.
///
/// The order of calls is that of the pipeline: `search` once, then whatever is asked about it.
pub trait System {
    /// Explores it, by [`explorer::explore`] with the model and the canonicaliser that it has.
    fn search(&mut self, config: &mut Config<'_>) -> Report;

    /// What is known of its symmetry and how the search used it.
    fn symmetry(&self) -> Symmetry;

    /// What a violation is: its kind, and the same in words.
    fn describe(&self, violation: Violation) -> (ErrorKind, String);

    /// The violation to show: the first, unless another says more.
    fn clearest_violation<'r>(&self, report: &'r Report) -> Option<&'r Found> {
        report.first_violation()
    }

    /// Repeats what was found as a run, independently of the search. An error says why that is not possible; nothing is
    /// shown as a violation then.
    fn retrace(&mut self, found: &Found) -> Result<Trace, String>;

    /// Goes over the states that a search without a violation stored, by means that share nothing with it.
    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal>;

    /// Why a search that found nothing and met no limit still decides nothing, if that is so.
    fn open_question(&self) -> Option<String> {
        None
    }

    /// What a user should know.
    fn notices(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the search has never executed; `None` if that is not known. Asked after a complete search.
    fn unreached(&self) -> Option<Vec<Unreached>> {
        None
    }

    /// How often each operation was executed, where operations have names.
    fn coverage(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

/// A run to a violation, replayed.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Its steps.
    pub steps: Vec<StepLine>,
    /// Of a run that goes on for ever: how many steps come before the cycle.
    pub cycle_from: Option<usize>,
    /// What is wrong at its end.
    pub violation: report::Violation,
    /// The same run as a file for SPIN, where there is one.
    pub trail: Option<String>,
}

/// What a search stored, and what its certificate may use.
#[derive(Clone, Copy)]
pub struct Certifying<'a> {
    /// Every stored state.
    pub states: &'a [Vec<u8>],
    /// Steps that the search counted.
    pub transitions: u64,
    /// The limits of the run.
    pub limits: Limits,
}
