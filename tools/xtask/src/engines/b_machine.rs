//! B: every method against the search without symmetry.
use super::promela_model::{Compared, answer_of};
use super::{Bounds, Run, Said, caught, judge};
use bmachine::symmetry::sets_up_orbits;
use quotient::{Language, Method, Model, Options, ReadOptions};
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
        for method in Method::of(Language::B) {
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
            let (plain, annotated) = (method == Method::None, !sets_up_orbits(method) && !counts(&said));
            let partial_order = false;
            runs.push(Run { way: flags, level: 0, all_errors, plain, annotated, partial_order, said, time });
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
    let options = ReadOptions {
        cards: cards.to_vec(),
        deadline: Some(Instant::now() + bounds.time),
        ignores_temporal: true,
        ..ReadOptions::default()
    };
    let Ok(machine) = Model::from_text(&path.display().to_string(), text, &options) else {
        return Said::Refused;
    };
    let options = Options { method, all_errors, limits, ignore_claims: true, ..Options::default() };
    let Ok((outcome, _)) = machine.check(&options) else { return Said::Refused };
    Said::Answer(answer_of(outcome))
}
