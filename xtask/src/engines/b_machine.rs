//! B: every method against the search without symmetry.
use super::promela_model::Compared;
use super::{Answer, Bounds, Run, Said, caught, judge};
use crate::b_attempt::Directory;
use bmachine::check::{Outcome, Reason, check, load};
use bmachine::machine::Options;
use bmachine::symmetry::Method;
use diagnostics::SourceMap;
use report::VerdictWord;
use std::path::Path;
use std::time::Instant;

/// Formulas are evaluated by recursion over their structure, as in the command line.
const STACK: usize = 256 << 20;

/// Checks a text by every method, on a thread with a deep stack. Other components are looked for beside `path`.
pub fn compare(
    text: &str,
    path: &Path,
    cards: &[(String, usize)],
    bounds: Bounds,
    before: &(dyn Fn(&str) + Sync),
) -> Compared {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, || compare_deeply(text, path, cards, bounds, before));
        spawned.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

fn compare_deeply(
    text: &str,
    path: &Path,
    cards: &[(String, usize)],
    bounds: Bounds,
    before: &dyn Fn(&str),
) -> Compared {
    let mut runs: Vec<Run> = Vec::new();
    for all_errors in [true, false] {
        for &method in Method::ALL {
            // The first violation is looked at for the reference and the default alone.
            if !all_errors && !matches!(method, Method::None | Method::Auto) {
                continue;
            }
            let flags =
                format!("--symmetry {}{}", method.name(), if all_errors { " --all-errors" } else { "" });
            before(&flags);
            let is_reference = runs.is_empty();
            let (said, time) =
                caught(|| answer(text, path, cards, method, all_errors, bounds.limits(is_reference), bounds));
            if is_reference && matches!(said, Said::Refused) {
                return Compared::default();
            }
            // What a search says is exact must be, however it came about.
            let counts = |said: &Said| matches!(said, Said::Answer(a) if a.exact && !a.met_limit());
            let (plain, annotated) = (method == Method::None, !method.labels() && !counts(&said));
            runs.push(Run { way: flags, level: 0, all_errors, plain, annotated, said, time });
        }
    }
    let complete = matches!(&runs[0].said, Said::Answer(answer) if answer.verdict != VerdictWord::Undecided);
    let mut findings = judge(&runs, bounds);
    // Hash markers may miss states and say so: an answer that is not given is none that differs.
    findings.retain(|finding| !(finding.way.contains("markers") && finding.class == "undecided"));
    Compared { accepted: true, complete, runs: runs.len(), refusals: 0, findings }
}

fn answer(
    text: &str,
    path: &Path,
    cards: &[(String, usize)],
    method: Method,
    all_errors: bool,
    limits: explorer::Limits,
    bounds: Bounds,
) -> Said {
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let mut loader = Directory(path.parent().map(Path::to_path_buf).unwrap_or_default());
    let deadline = Some(Instant::now() + bounds.time);
    let options = Options { cards: cards.to_vec(), deadline, ..Options::default() };
    let Ok(machine) = load(&mut sources, file, &mut loader, options, method) else { return Said::Refused };
    let mut config = explorer::Config { all_errors, limits, ..explorer::Config::default() };
    let checked = check(&machine, method, &mut config);
    let (verdict, reason) = match &checked.outcome {
        Outcome::Holds => (VerdictWord::Holds, String::new()),
        Outcome::Violated(found) => (VerdictWord::Violated, found.message.clone()),
        Outcome::Undecided(Reason::Stopped(reason)) => (VerdictWord::Undecided, reason.to_string()),
        Outcome::Undecided(Reason::Incomplete(what)) => (VerdictWord::Undecided, what.clone()),
        Outcome::Undecided(Reason::NotSound) => (VerdictWord::Undecided, "not sound".to_owned()),
        Outcome::Undecided(Reason::NotRepeated(mismatch)) => {
            (VerdictWord::Undecided, format!("internal error: {mismatch}"))
        }
    };
    // A violation that was found before a limit says nothing about the rest.
    let verdict = if checked.stopped.is_some() && all_errors { VerdictWord::Undecided } else { verdict };
    let reason = checked.stopped.map_or(reason, |stopped| stopped.to_string());
    Said::Answer(Answer {
        verdict,
        reason,
        kinds: checked.violations.iter().map(|(kind, _)| format!("{kind:?}")).collect(),
        states: checked.statistics.states,
        exact: checked.exact,
        trivial: checked.group_order == "1",
        notices: Vec::new(),
    })
}
