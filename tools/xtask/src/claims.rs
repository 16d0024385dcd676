//! Never claims and formulas: what the plain command says of each, beside SPIN's verdict with that claim.
//!
//! A claim that we do not check is undecided, which is neither a difference nor an agreement, so SPIN is not asked
//! about it. SPIN translates `[] p` into a claim with an assertion, and pan reports the violation of the formula as
//! that of the assertion.
use crate::outcome::{Outcome, Violation};
use crate::spin::{self, Scratch};
use crate::verdicts::{Claim, Said};
use std::path::Path;

/// Asks SPIN about every claim on which we have decided; the differences. `without` is its answer without claims, `job`
/// names the scratch directory.
pub fn compare(
    model: &Path,
    claims: &[Claim],
    config: &spin::Config,
    without: &Outcome,
    job: &str,
) -> std::io::Result<Vec<String>> {
    let named: Vec<&Claim> = claims.iter().filter(|claim| claim.named).collect();
    let mut found = Vec::new();
    for claim in &named {
        if matches!(claim.said, Said::Undecided(_)) {
            continue;
        }
        let scratch = Scratch::new(&format!("{job}-claim"))?;
        let config = config.clone().with_claim((named.len() > 1).then_some(&claim.name));
        let spin = spin::check(model, scratch.path(), &config)?.outcome;
        if differs(&claim.said, &spin, without) {
            found.push(format!("default: claim {}: {}; SPIN: {spin}", claim.name, claim.said.word()));
        }
    }
    Ok(found)
}

fn differs(ours: &Said, spin: &Outcome, without: &Outcome) -> bool {
    let fails = |outcome: &Outcome| match outcome {
        Outcome::Finished { violations, .. } | Outcome::Stopped(violations) => {
            violations.has(Violation::Assertion)
        }
        _ => false,
    };
    // An assertion that fails without the claim as well may hide whether the one in the claim does.
    let asserted = fails(spin) && !fails(without);
    match (ours, spin) {
        (Said::Holds, Outcome::Finished { violations, .. } | Outcome::Stopped(violations)) => {
            violations.has(Violation::Claim) || asserted
        }
        // After a run-time error pan may not have come as far as the claim's violation.
        (Said::Violated(_), Outcome::Finished { violations, .. }) => {
            !violations.has(Violation::Claim) && !fails(spin)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Violations;

    #[test]
    fn claims_are_compared_where_both_have_decided() {
        let violated = Said::Violated("claim".to_owned());
        let finished = |violations| Outcome::Finished { states: 4, violations };
        let claim = || finished(Violations::default().with(Violation::Claim, "claim violated!"));
        let assertion = || finished(Violations::default().with(Violation::Assertion, "assertion violated"));
        let none = finished(Violations::default());
        assert!(!differs(&Said::Holds, &none, &none));
        assert!(differs(&Said::Holds, &claim(), &none));
        assert!(differs(&Said::Holds, &assertion(), &none));
        assert!(!differs(&Said::Holds, &assertion(), &assertion()));
        assert!(!differs(&violated, &claim(), &none));
        assert!(!differs(&violated, &assertion(), &none));
        assert!(differs(&violated, &none, &none));
        assert!(!differs(&violated, &Outcome::Stopped(Violations::default()), &none));
        assert!(!differs(&Said::Undecided("not checked".to_owned()), &claim(), &none));
        assert!(!differs(&Said::Holds, &Outcome::unfinished("time limit"), &none));
    }
}
