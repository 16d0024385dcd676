//! Whether a formula that holds says anything: are its premises ever true?
//!
//! For each implication whose consequent matters, the formula is checked once more with `false` for the consequent
//! (`property`, file `vacuity`, has the argument and its sources). If that holds too, the premise never does where
//! the formula asks for it. The search for a violation is one for a single occurrence of the premise and mostly ends
//! at once; it may store about twice the states that the property took itself. What it meets a limit in is left open.

use report::{Property, PropertyKind, VerdictWord};

use crate::check::{Options, Watch, check_system};
use crate::specification::Specification;

/// Says of a formula that holds whether it does so vacuously.
pub(crate) fn tell<S: Specification>(
    specification: &S,
    property: &mut Property,
    options: &Options,
    watch: &mut Watch<'_>,
) {
    if property.kind != PropertyKind::Ltl || property.verdict != VerdictWord::Holds {
        return;
    }
    let mut options = Options { certify: false, all_errors: false, ..options.clone() };
    let most = options.limits.states.unwrap_or(u64::MAX);
    options.limits.states = Some(property.states.saturating_mul(2).saturating_add(LEEWAY).min(most));
    let premises = specification.premises(property);
    let mut vacuous = (!premises.is_empty()).then_some(false);
    for premise in premises {
        let verdict = match specification.system_without_consequent(property, &premise, &options) {
            Ok(mut system) => check_system(&mut system, &options, watch).0.verdict,
            Err(_) => VerdictWord::Undecided,
        };
        match verdict {
            VerdictWord::Violated => {}
            VerdictWord::Undecided => vacuous = None,
            VerdictWord::Holds => {
                let premise = premise.text;
                property.reason = Some(format!(
                    "vacuously: the premise `{premise}` is never true where the formula asks for it"
                ));
                property.vacuous = Some(true);
                return;
            }
        }
    }
    property.vacuous = vacuous;
}

/// States beside twice those that the property took: another formula has another automaton, and an invariant has none.
const LEEWAY: u64 = 1000;
