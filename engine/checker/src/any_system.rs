//! The two kinds of systems that there are for properties of a model: for a search of states, and for one of cycles.

use explorer::{Config, Found, Report, Violation};
use report::{ErrorKind, Symmetry, Unreached};
use witness::{Certificate, Pause, Refusal};

use crate::system::{Certifying, System, Trace};

/// A system that was made ready for one search.
pub enum AnySystem<P, L> {
    /// For a search of states.
    Plain(Box<P>),
    /// For a search of cycles.
    Live(Box<L>),
}

/// Asks whichever it is.
macro_rules! ask {
    ($self:ident, $question:ident $(, $argument:expr)*) => {
        match $self {
            AnySystem::Plain(system) => system.$question($($argument),*),
            AnySystem::Live(system) => system.$question($($argument),*),
        }
    };
}

impl<P: System, L: System> System for AnySystem<P, L> {
    fn search(&mut self, config: &mut Config<'_>) -> Report {
        ask!(self, search, config)
    }

    fn symmetry(&self) -> Symmetry {
        ask!(self, symmetry)
    }

    fn describe(&self, violation: Violation) -> (ErrorKind, String) {
        ask!(self, describe, violation)
    }

    fn clearest_violation<'r>(&self, report: &'r Report) -> Option<&'r Found> {
        ask!(self, clearest_violation, report)
    }

    fn retrace(&mut self, found: &Found) -> Result<Trace, String> {
        ask!(self, retrace, found)
    }

    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
        ask!(self, certify, stored, pause)
    }

    fn open_question(&self) -> Option<String> {
        ask!(self, open_question)
    }

    fn notices(&self) -> Vec<String> {
        ask!(self, notices)
    }

    fn unreached(&self) -> Option<Vec<Unreached>> {
        ask!(self, unreached)
    }

    fn coverage(&self) -> Vec<(String, u64)> {
        ask!(self, coverage)
    }
}
