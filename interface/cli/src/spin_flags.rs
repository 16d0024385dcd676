//! Flags of `spin` and `pan`, answered with ours.

use clap::error::{ContextKind, ContextValue, Error};

/// Flags that are refused, and what to write instead.
const FLAGS: [(&str, &str); 14] = [
    (
        "-a",
        "acceptance cycles are looked for whenever there are accept labels, never claims or formulas; leave it out",
    ),
    ("-f", "write `--fairness weak`"),
    ("-l", "write `--progress`"),
    ("-m", "there is no limit on depth unless `--max-depth N` sets one"),
    ("-N", "write `--claim NAME`"),
    (
        "-E",
        "invalid end states belong to the property `safety`; `--claim NAME` checks another property alone",
    ),
    ("-A", "assertions belong to the property `safety`; `--claim NAME` checks another property alone"),
    ("-w", "the table of states grows by itself; leave it out"),
    ("-b", "a search that `--max-depth N` cuts never says `holds`; leave it out"),
    ("-c", "write `--errors N`, or `--all-errors`"),
    ("-e", "write `--all-errors`"),
    ("-i", "breadth-first search, the default, finds shortest counterexamples; leave it out"),
    ("-n", "what is not reached is listed in the report, behind everything else; leave it out"),
    ("-t", "`quotient check` shows the counterexample; `--trail` writes it for `spin -t`"),
];

/// Definitions that mean something to the compiler of `pan.c`, and what to write instead.
const DEFINITIONS: [(&str, &str); 8] = [
    ("NP", "write `--progress` to look for cycles without progress"),
    ("SAFETY", "write `--ignore-claims` to check safety alone"),
    ("NOCLAIM", "write `--ignore-claims` to check safety alone"),
    ("NOREDUCE", "there is no partial-order reduction to be switched off"),
    ("BFS", "breadth-first search is the default"),
    ("COLLAPSE", "states are stored compressed in any case"),
    ("BITSTATE", "there is no search that may miss states"),
    ("NFAIR", "`--fairness weak` needs no number of processes"),
];

/// What to write instead of a flag that was refused, if it is one of SPIN's.
pub fn answer(error: &Error) -> Option<String> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return None };
    // As in `-m10000`: the letter decides.
    let (flag, remedy) = FLAGS.iter().find(|(flag, _)| given.get(..2) == Some(*flag))?;
    Some(format!("hint: `{flag}` is a flag of SPIN: {remedy}"))
}

/// Notices about definitions that only SPIN takes for more than macros.
pub fn notices(definitions: &[String]) -> impl Iterator<Item = String> {
    definitions.iter().filter_map(|definition| {
        let name = definition.split('=').next().unwrap_or_default();
        let (name, remedy) = DEFINITIONS.iter().find(|(known, _)| *known == name)?;
        Some(format!("`-D{name}` defines a macro of the model here: {remedy}"))
    })
}
