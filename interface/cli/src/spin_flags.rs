//! Flags of `spin` and `pan`, answered with ours.

use clap::error::{ContextKind, ContextValue, Error};

/// Flags that are refused, and what to write instead.
const FLAGS: [(&str, &str); 31] = [
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
    (
        "-I",
        "counterexamples are the shortest in any case; leave it out (here `-I DIR` says where included files are)",
    ),
    ("-O", "`-O0` reduces nothing, `-O1` does what `spin -a` does, `-O2`, the default, everything sound"),
    ("-o", "`-O0` reduces nothing, `-O1` does what `spin -a` does, `-O2`, the default, everything sound"),
    ("-r", "`spin -run` and `spin -search` are `quotient check`; leave it out"),
    ("-s", "`spin -run` and `spin -search` are `quotient check`; leave it out"),
    ("-k", "write `quotient simulate --trail FILE`"),
    ("-u", "write `quotient simulate --steps N`"),
    ("-p", "a run is shown with every statement, and what it changes, in any case; leave it out"),
    ("-g", "a run is shown with every statement, and what it changes, in any case; leave it out"),
    ("-v", "everything is shown in any case, long runs with `--full`; leave it out"),
    ("-M", "the report of a violation has a message chart, `--html FILE` draws it; leave it out"),
    ("-d", "write `quotient show graph FILE`"),
    ("-q", "put `assert(empty(c))` where a run ends; leave it out"),
    ("-Q", "write `--max-seconds N`"),
    ("-R", "write `quotient simulate --seed N`"),
    ("-B", "it means nothing here; leave it out"),
    ("-h", "write `--help`"),
    ("-w", "the table of states grows by itself; leave it out"),
    ("-b", "a search that `--max-depth N` cuts never says `holds`; leave it out"),
    ("-c", "write `--errors N`, or `--all-errors`"),
    ("-e", "write `--all-errors`"),
    ("-i", "breadth-first search, the default, finds shortest counterexamples; leave it out"),
    ("-n", "what is not reached is listed in the report, behind everything else; leave it out"),
    ("-t", "`quotient check` shows the counterexample; `--trail` writes it for `spin -t`"),
];

/// Definitions that mean something to the compiler of `pan.c`, and what to write instead.
const DEFINITIONS: [(&str, &str); 16] = [
    ("NP", "write `--progress` to look for cycles without progress"),
    ("SAFETY", "write `--ignore-claims` to check safety alone"),
    ("NOCLAIM", "write `--ignore-claims` to check safety alone"),
    ("NOREDUCE", "partial-order reduction is off unless `--partial-order` switches it on"),
    ("BFS", "breadth-first search is the default"),
    ("COLLAPSE", "states are stored compressed in any case"),
    ("BITSTATE", "there is no search that may miss states"),
    ("VECTORSZ", "states may be of any size"),
    ("MEMLIM", "write `--max-memory 4G`"),
    ("REACH", "breadth-first search finds shortest counterexamples without it"),
    ("HC", "states are stored whole, so that none is missed"),
    ("HC4", "states are stored whole, so that none is missed"),
    ("BFS_PAR", "breadth-first search takes all cores, or `--threads N`"),
    ("NOBOUNDCHECK", "indices are always checked"),
    ("SPACE", "the store grows and shrinks by itself"),
    ("NFAIR", "`--fairness weak` needs no number of processes"),
];

/// What to write instead of a flag that was refused, if it is one of SPIN's.
pub fn answer(error: &Error) -> Option<String> {
    if let Some(ContextValue::String(file)) = error.get(ContextKind::InvalidSubcommand) {
        let is_model = [".pml", ".prom", ".spin", ".mch", ".ref"].iter().any(|end| file.ends_with(end));
        return is_model.then(|| format!("hint: write `quotient check {file}`"));
    }
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
