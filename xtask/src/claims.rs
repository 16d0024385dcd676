//! Never claims and formulas: what the plain command says of each, beside SPIN's verdict with that claim.
//!
//! A claim that we do not check is undecided, which is neither a difference nor an agreement, so SPIN is not asked about it.
use crate::outcome::{Outcome, Violation};
use crate::spin::{self, Scratch};
use crate::verdicts::{Claim, Said};
use std::path::Path;

/// Asks SPIN about every claim on which we have decided; the differences. `job` names the scratch directory.
pub fn compare(
    model: &Path,
    claims: &[Claim],
    config: &spin::Config,
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
        if differs(&claim.said, &spin) {
            found.push(format!("default: claim {}: {}; SPIN: {spin}", claim.name, claim.said.word()));
        }
    }
    Ok(found)
}

fn differs(ours: &Said, spin: &Outcome) -> bool {
    match (ours, spin) {
        (Said::Holds, Outcome::Finished { violations, .. } | Outcome::Stopped(violations)) => {
            violations.has(Violation::Claim)
        }
        // After a run-time error pan may not have come as far as the claim's violation.
        (Said::Violated(_), Outcome::Finished { violations, .. }) => !violations.has(Violation::Claim),
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
        let claim = || Violations::default().with(Violation::Claim, "claim violated!");
        assert!(!differs(&Said::Holds, &finished(Violations::default())));
        assert!(differs(&Said::Holds, &finished(claim())));
        assert!(!differs(&violated, &finished(claim())));
        assert!(differs(&violated, &finished(Violations::default())));
        let assertion = Violations::default().with(Violation::Assertion, "assertion violated");
        assert!(differs(&violated, &finished(assertion)));
        assert!(!differs(&violated, &Outcome::Stopped(Violations::default())));
        assert!(!differs(&Said::Undecided("not checked".to_owned()), &finished(claim())));
        assert!(!differs(&Said::Holds, &Outcome::unfinished("time limit")));
    }
}
