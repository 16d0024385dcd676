//! What a checker said about a model, in terms both checkers share, and when two such answers differ.
use std::collections::BTreeMap;
use std::fmt;

/// Kinds of violation, named as in the expectation headers of the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// A failed `assert`.
    Assertion,
    /// An invalid end state.
    Deadlock,
    /// A run-time error: an index out of bounds, division by zero, a channel that does not exist...
    Runtime,
    /// A trace or notrace declaration was violated.
    Trace,
    /// A never claim or a formula was violated.
    Claim,
}

impl Violation {
    const ALL: [Violation; 5] =
        [Violation::Assertion, Violation::Deadlock, Violation::Runtime, Violation::Trace, Violation::Claim];

    /// The word used in tables, JSON and expectation headers.
    pub fn word(self) -> &'static str {
        match self {
            Violation::Assertion => "assertion",
            Violation::Deadlock => "deadlock",
            Violation::Runtime => "runtime",
            Violation::Trace => "trace",
            Violation::Claim => "claim",
        }
    }

    /// The inverse of [`Violation::word`].
    pub fn from_word(word: &str) -> Option<Violation> {
        Violation::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The kinds found, each with the first message that reported it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violations(BTreeMap<Violation, String>);

impl Violations {
    /// Adds a kind; the first message for it is kept.
    pub fn add(&mut self, kind: Violation, message: &str) {
        self.0.entry(kind).or_insert_with(|| message.to_owned());
    }

    /// [`Violations::add`] as an expression.
    pub fn with(mut self, kind: Violation, message: &str) -> Violations {
        self.add(kind, message);
        self
    }

    /// Whether this kind was found.
    pub fn has(&self, kind: Violation) -> bool {
        self.0.contains_key(&kind)
    }

    /// The kinds in their order.
    pub fn kinds(&self) -> Vec<Violation> {
        self.0.keys().copied().collect()
    }
}

/// What a checker said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The input is not accepted, with the first message.
    Refused(String),
    /// The checker itself failed.
    Crashed(String),
    /// A limit was met, so nothing is known.
    Unfinished(String),
    /// A run-time error ended the run or spoilt the count, or a limit on the depth cut the run after violations:
    /// violated, but the count means nothing.
    Stopped(Violations),
    /// Everything reachable was stored.
    Finished {
        /// Stored states.
        states: u64,
        /// Empty: the model holds.
        violations: Violations,
    },
}

impl Outcome {
    /// A run that met a limit.
    pub fn unfinished(why: &str) -> Outcome {
        Outcome::Unfinished(why.trim().to_owned())
    }

    /// Reads back what [`Display`](fmt::Display), [`Outcome::states`] and [`Outcome::message`] told.
    pub fn read_back(verdict: &str, states: Option<u64>, message: &str) -> Outcome {
        let violations = || {
            let mut found = Violations::default();
            verdict.split('+').filter_map(Violation::from_word).for_each(|kind| found.add(kind, ""));
            found
        };
        match (verdict, states) {
            ("refused", _) => Outcome::Refused(message.to_owned()),
            ("CRASHED", _) => Outcome::Crashed(message.to_owned()),
            (_, Some(states)) => Outcome::Finished { states, violations: violations() },
            (verdict, None) if verdict.starts_with("unfinished") => Outcome::unfinished(message),
            _ => Outcome::Stopped(violations()),
        }
    }

    /// The stored states, where they mean something.
    pub fn states(&self) -> Option<u64> {
        match self {
            Outcome::Finished { states, .. } => Some(*states),
            _ => None,
        }
    }

    /// The message of a refusal, crash or unfinished run.
    pub fn message(&self) -> &str {
        match self {
            Outcome::Refused(message) | Outcome::Crashed(message) | Outcome::Unfinished(message) => message,
            _ => "",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let violated = |violations: &Violations| {
            let words: Vec<_> = violations.kinds().into_iter().map(Violation::word).collect();
            words.join("+")
        };
        match self {
            Outcome::Refused(_) => f.write_str("refused"),
            Outcome::Crashed(_) => f.write_str("CRASHED"),
            Outcome::Unfinished(why) => write!(f, "unfinished: {why}"),
            Outcome::Stopped(violations) => f.write_str(&violated(violations)),
            Outcome::Finished { violations, .. } if violations.kinds().is_empty() => f.write_str("holds"),
            Outcome::Finished { violations, .. } => f.write_str(&violated(violations)),
        }
    }
}

/// How an answer of ours differs from SPIN's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// We refuse what SPIN accepts.
    Refused,
    /// We accept what SPIN refuses. Not an error by itself: SPIN is needlessly strict in places.
    Accepted,
    /// We crashed.
    Crashed,
    /// Both finished with different kinds of violation.
    Verdict,
    /// Both finished with the same verdict and different counts.
    States,
    /// SPIN finished within the limits and we did not.
    Unfinished,
    /// Our reductions change our verdict or store more states.
    Reduced,
    /// Some way that users run contradicts SPIN or the interpreter, fails, or breaks a limit.
    Ways,
    /// The model's header says that SPIN fails, and both say the same.
    SpinIsRight,
}

impl Difference {
    /// Whether it is a mistake of ours. Accepting more than SPIN is none, and a run that met a limit says nothing.
    pub fn is_mistake(self) -> bool {
        !matches!(self, Difference::Accepted | Difference::Unfinished)
    }

    /// The word used in tables and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Difference::Refused => "we refuse",
            Difference::Accepted => "we accept",
            Difference::Crashed => "we crash",
            Difference::Verdict => "verdict",
            Difference::States => "states",
            Difference::Unfinished => "we do not finish",
            Difference::Reduced => "-O2",
            Difference::Ways => "another way",
            Difference::SpinIsRight => "SPIN does not fail",
        }
    }
}

/// Compares the two answers; `None` where they agree or cannot be compared.
pub fn difference(spin: &Outcome, ours: &Outcome) -> Option<Difference> {
    use Outcome::{Crashed, Finished, Refused, Stopped, Unfinished};
    match (spin, ours) {
        (_, Crashed(_)) => Some(Difference::Crashed),
        (Crashed(_), _) | (Refused(_), Refused(_)) => None,
        (Refused(_), _) => Some(Difference::Accepted),
        (_, Refused(_)) => Some(Difference::Refused),
        (Unfinished(_), _) => None,
        (Finished { .. } | Stopped(_), Unfinished(_)) => Some(Difference::Unfinished),
        // After a run-time error SPIN's further errors and its count may be made of stray memory. What it found before
        // its depth limit is right.
        (Stopped(found), Finished { violations, .. } | Stopped(violations)) => {
            let cut = !found.kinds().is_empty() && !found.has(Violation::Runtime);
            let expected = if cut { found.kinds() } else { vec![Violation::Runtime] };
            (!expected.into_iter().all(|kind| violations.has(kind))).then_some(Difference::Verdict)
        }
        (Finished { violations: theirs, .. }, Stopped(ours)) => {
            (theirs.kinds() != ours.kinds()).then_some(Difference::Verdict)
        }
        (Finished { states: s, violations: v }, Finished { states, violations }) => {
            if v.kinds() != violations.kinds() {
                Some(Difference::Verdict)
            } else {
                (s != states).then_some(Difference::States)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(states: u64, kinds: &[Violation]) -> Outcome {
        let mut violations = Violations::default();
        kinds.iter().for_each(|&kind| violations.add(kind, "x"));
        Outcome::Finished { states, violations }
    }

    #[test]
    fn answers_are_compared_where_they_mean_something() {
        let refused = Outcome::Refused("x".to_owned());
        let runtime = Outcome::Stopped(Violations::default().with(Violation::Runtime, "x"));
        let deadlock = finished(4, &[Violation::Deadlock]);
        assert_eq!(difference(&finished(4, &[]), &finished(4, &[])), None);
        assert_eq!(difference(&finished(4, &[]), &finished(5, &[])), Some(Difference::States));
        assert_eq!(difference(&finished(4, &[]), &deadlock), Some(Difference::Verdict));
        assert_eq!(difference(&refused, &deadlock), Some(Difference::Accepted));
        assert_eq!(difference(&deadlock, &refused), Some(Difference::Refused));
        assert_eq!(difference(&Outcome::unfinished("time"), &deadlock), None);
        assert_eq!(difference(&deadlock, &Outcome::unfinished("time")), Some(Difference::Unfinished));
        assert_eq!(difference(&runtime, &finished(9, &[Violation::Runtime])), None);
        assert_eq!(difference(&runtime, &deadlock), Some(Difference::Verdict));
        let cut = Outcome::Stopped(Violations::default().with(Violation::Assertion, "x"));
        assert_eq!(difference(&cut, &finished(1, &[Violation::Assertion, Violation::Deadlock])), None);
        assert_eq!(difference(&cut, &finished(1, &[])), Some(Difference::Verdict));
    }

    #[test]
    fn outcomes_are_read_back() {
        let outcomes = [
            finished(4, &[]),
            finished(4, &[Violation::Assertion, Violation::Deadlock]),
            Outcome::Refused("x".to_owned()),
            Outcome::Crashed("x".to_owned()),
            Outcome::unfinished("time limit"),
            Outcome::Stopped(Violations::default().with(Violation::Runtime, "")),
        ];
        for outcome in outcomes {
            let read = Outcome::read_back(&outcome.to_string(), outcome.states(), outcome.message());
            assert_eq!(read.to_string(), outcome.to_string());
            assert_eq!(std::mem::discriminant(&read), std::mem::discriminant(&outcome));
        }
    }

    #[test]
    fn words_are_read_back() {
        for kind in Violation::ALL {
            assert_eq!(Violation::from_word(kind.word()), Some(kind));
        }
    }
}
