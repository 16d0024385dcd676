//! A run to each violation, where all were looked for: one for each kind and place.

use explorer::Report;
use report::FoundViolation;

use crate::system::System;

/// More runs than this are not made: each repeats its steps with the reference.
const MOST_RUNS: usize = 100;

/// Every violation that differs from the others in what is wrong or where. One that cannot be repeated is left out.
pub(crate) fn each_violation<S: System>(
    system: &mut S,
    report: &Report,
    most: Option<usize>,
) -> Vec<FoundViolation> {
    let mut all: Vec<FoundViolation> = Vec::new();
    for found in report.violations.iter().take(MOST_RUNS) {
        let Ok(trace) = system.retrace(found) else { continue };
        let place = |violation: &report::Violation| {
            (violation.kind, violation.message.clone(), violation.file.clone(), violation.line)
        };
        match all.iter_mut().find(|known| place(&known.violation) == place(&trace.violation)) {
            Some(known) => known.count += found.count,
            None => all.push(FoundViolation {
                property: String::new(),
                count: found.count,
                violation: trace.violation,
                counterexample: trace.steps,
                cycle_from: trace.cycle_from,
            }),
        }
    }
    all.truncate(most.unwrap_or(MOST_RUNS));
    all
}
