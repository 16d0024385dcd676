//! What is wrong, exactly: the kind, the place and the words, known from the moment it is found.
//!
//! The explorer knows violations by number. Each different thing that can be wrong gets a number of its own when it is
//! first met, so that the number a counterexample comes with says which conjunct, which ASSERT or which expression it
//! was.

use super::Machine;
use diagnostics::Span;
use explorer::Violation;

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No operation is possible.
    Deadlock,
    /// The invariant does not hold.
    Invariant,
    /// An assertion does not hold.
    Assertion,
    /// GOAL holds.
    Goal,
    /// An undefined expression in what a step does, and under `--strict` in a guard too.
    Undefined,
    /// A precondition or ASSERT inside an operation does not hold.
    Broken,
    /// The constants have values but the initialisation cannot run.
    NoInitialisation,
}

/// One thing that can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its kind.
    pub kind: Kind,
    /// Where it stands: the broken conjunct, the undefined expression, the word OPERATIONS.
    pub span: Option<Span>,
    /// What is wrong there, in words.
    pub what: &'static str,
}

impl Machine {
    /// The number under which the explorer knows the site.
    pub(super) fn violation(&self, site: Site) -> Violation {
        // A list that another thread left behind in a panic is as good as any.
        let mut sites = self.notes.sites.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = sites.iter().position(|own| *own == site);
        let number = known.unwrap_or_else(|| {
            sites.push(site);
            sites.len() - 1
        });
        Violation(std::num::NonZeroU32::MIN.saturating_add(number as u32))
    }

    /// What the explorer's number stands for.
    pub fn site(&self, violation: Violation) -> Option<Site> {
        let sites = self.notes.sites.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        sites.get(violation.id() as usize - 1).copied()
    }

    /// No operation is possible.
    pub(super) fn deadlock(&self) -> Site {
        Site { kind: Kind::Deadlock, span: Some(self.operations_span), what: "no operation is possible" }
    }
}
