//! When answers about one model contradict each other.
use super::{Answer, Bounds, Said};
use report::VerdictWord;
use std::collections::BTreeMap;
use std::time::Duration;

/// One run: how, and what it said.
#[derive(Clone, Debug)]
pub struct Run {
    /// The flags.
    pub way: String,
    /// Runs of one group search the same transition system: those of one `-O` level.
    pub level: u8,
    /// It counted all violations instead of stopping at the first.
    pub all_errors: bool,
    /// It stores every reachable state.
    pub plain: bool,
    /// It stores annotated states, of which there may be any number.
    pub annotated: bool,
    /// It leaves states by some of their steps only, and stores fewer than there are.
    pub partial_order: bool,
    /// What it said.
    pub said: Said,
    /// The processor time it took.
    pub time: Duration,
}

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of failure: `wrong holds`, `false alarm`, `internal error`...
    pub class: &'static str,
    /// The flags of the run.
    pub way: String,
    /// What it said and what the reference said.
    pub what: String,
}

/// A run may take this much longer than its limit: reading the model and replaying come on top.
const SLACK: Duration = Duration::from_millis(500);

/// Compares every run with the first, the reference, and with each other.
pub fn judge(runs: &[Run], bounds: Bounds) -> Vec<Finding> {
    let mut findings = Vec::new();
    for run in runs {
        if let Some((class, what)) = failure(run, bounds) {
            findings.push(Finding { class, way: run.way.clone(), what });
        }
    }
    let Some((first, Said::Answer(reference))) = runs.first().map(|run| (run, &run.said)) else {
        return findings;
    };
    let complete = reference.verdict != VerdictWord::Undecided && reference.states < bounds.states;
    for run in &runs[1..] {
        let Said::Answer(answer) = &run.said else { continue };
        if is_internal_error(answer) {
            continue;
        }
        // There may be more annotated states than states, and more at `-O1`: what is dead is zero there, as in SPIN,
        // also where it was something else at the start.
        if (run.annotated || run.level == 1) && answer.met_limit() {
            continue;
        }
        if let Some((class, what)) = contradiction(answer, tells_all(run), reference, complete) {
            let what = format!("{what}; {}: {}", first.way, describe(reference));
            findings.push(Finding { class, way: run.way.clone(), what });
        }
    }
    if complete {
        findings.extend(counts(runs));
    } else {
        findings.extend(opposed(runs));
    }
    findings
}

/// Failures that need no comparison.
fn failure(run: &Run, bounds: Bounds) -> Option<(&'static str, String)> {
    match &run.said {
        Said::Panicked(message) => return Some(("panic", message.clone())),
        Said::Answer(answer) if is_internal_error(answer) => {
            let notice = answer.notices.iter().find(|notice| notice.contains("internal error"));
            return Some(("internal error", notice.unwrap_or(&answer.reason).clone()));
        }
        _ => {}
    }
    (run.time > bounds.time + SLACK).then(|| {
        (
            "limit ignored",
            format!("{:.1} s instead of {:.1} s", run.time.as_secs_f64(), bounds.time.as_secs_f64()),
        )
    })
}

fn is_internal_error(answer: &Answer) -> bool {
    let told = answer.notices.iter().chain([&answer.reason]);
    told.into_iter().any(|text| text.contains("internal error"))
}

/// Does the run tell every kind of violation there is? At `-O1` merged statements are one step, which ends with its first.
fn tells_all(run: &Run) -> bool {
    run.all_errors && run.level != 1
}

fn contradiction(
    answer: &Answer,
    tells_all: bool,
    reference: &Answer,
    complete: bool,
) -> Option<(&'static str, String)> {
    use VerdictWord::{Holds, Undecided, Violated};
    let said = describe(answer);
    match (answer.verdict, reference.verdict) {
        (Holds, Violated) => Some(("wrong holds", said)),
        (Holds, Undecided) if !reference.kinds.is_empty() => Some(("wrong holds", said)),
        (Violated, Holds) => Some(("false alarm", said)),
        (Violated, Violated) if complete => {
            let foreign = answer.kinds.difference(&reference.kinds).next().is_some();
            let missing = tells_all && answer.kinds != reference.kinds && !answer.met_limit();
            (foreign || missing).then_some(("kinds differ", said))
        }
        (Undecided, Holds | Violated) if complete && answer.met_limit() => Some(("unfinished", said)),
        (Undecided, Holds | Violated) if complete => Some(("undecided", said)),
        _ => None,
    }
}

/// Counts of complete searches of one level: plain searches agree, exact methods agree and store no more than a plain search.
/// A method that is not exact may: from a start that is not symmetric it goes to images of states, several of one orbit, that no
/// run reaches.
fn counts(runs: &[Run]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut plain: BTreeMap<u8, (u64, &str)> = BTreeMap::new();
    let mut exact: BTreeMap<u8, (u64, &str)> = BTreeMap::new();
    for run in runs {
        let Some(answer) = counted(run) else { continue };
        if run.partial_order || !run.plain && (!answer.exact || run.annotated) {
            continue;
        }
        let table = if run.plain { &mut plain } else { &mut exact };
        let (expected, by) = *table.entry(run.level).or_insert((answer.states, &run.way));
        if answer.states != expected {
            let what = format!("{} states; {by}: {expected}", answer.states);
            findings.push(Finding { class: "states differ", way: run.way.clone(), what });
        }
    }
    for run in runs {
        let Some(answer) = counted(run) else { continue };
        if run.annotated || !(run.plain || answer.exact) {
            continue;
        }
        let without_levels = plain.get(&0).filter(|_| run.level == 2);
        let most = plain.get(&run.level).into_iter().chain(without_levels).min();
        if let Some((most, by)) = most
            && answer.states > *most
        {
            let what = format!("{} states; {by}: {most}", answer.states);
            findings.push(Finding { class: "more states", way: run.way.clone(), what });
        }
    }
    findings
}

/// The answer of a run that has seen everything.
fn counted(run: &Run) -> Option<&Answer> {
    match &run.said {
        Said::Answer(answer) if answer.verdict == VerdictWord::Holds => Some(answer),
        Said::Answer(answer) if answer.verdict == VerdictWord::Violated && run.all_errors => Some(answer),
        _ => None,
    }
}

/// Without a complete reference: one way that holds and one that found a violation, which it has replayed.
fn opposed(runs: &[Run]) -> Option<Finding> {
    let by = |verdict: VerdictWord| {
        runs.iter().find(|run| matches!(&run.said, Said::Answer(answer) if answer.verdict == verdict))
    };
    let (holds, violated) = (by(VerdictWord::Holds)?, by(VerdictWord::Violated)?);
    let what = format!("holds; {}: violated; the reference was cut", violated.way);
    Some(Finding { class: "wrong holds", way: holds.way.clone(), what })
}

fn describe(answer: &Answer) -> String {
    let kinds: Vec<&str> = answer.kinds.iter().map(String::as_str).collect();
    let verdict = match answer.verdict {
        VerdictWord::Holds => "holds".to_owned(),
        VerdictWord::Violated => format!("violated ({})", kinds.join(", ")),
        VerdictWord::Undecided => format!("undecided ({})", answer.reason),
    };
    format!("{verdict}, {} states", answer.states)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(way: &str, verdict: VerdictWord, kinds: &[&str], states: u64) -> Run {
        let answer = Answer {
            verdict,
            reason: String::new(),
            kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
            states,
            exact: way.contains("exact"),
            trivial: false,
            notices: Vec::new(),
        };
        let plain = !way.contains("exact");
        let (said, time) = (Said::Answer(answer), Duration::ZERO);
        let (annotated, partial_order) = (false, false);
        Run { way: way.to_owned(), level: 0, all_errors: true, plain, annotated, partial_order, said, time }
    }

    fn classes(runs: &[Run]) -> Vec<&'static str> {
        let bounds = Bounds { states: 100, time: Duration::from_secs(1) };
        judge(runs, bounds).into_iter().map(|finding| finding.class).collect()
    }

    #[test]
    fn contradictions_are_found() {
        use VerdictWord::{Holds, Undecided, Violated};
        let violated = run("reference", Violated, &["assertion"], 9);
        let holds = run("reference", Holds, &[], 9);
        assert!(
            classes(&[holds.clone(), run("exact a", Holds, &[], 4), run("exact b", Holds, &[], 4)])
                .is_empty()
        );
        assert_eq!(classes(&[violated.clone(), run("exact", Holds, &[], 4)]), ["wrong holds"]);
        assert_eq!(classes(&[holds.clone(), run("exact", Violated, &["deadlock"], 4)]), ["false alarm"]);
        assert_eq!(classes(&[violated, run("exact", Violated, &["deadlock"], 4)]), ["kinds differ"]);
        assert_eq!(classes(&[holds.clone(), run("exact", Undecided, &[], 4)]), ["undecided"]);
        assert_eq!(
            classes(&[holds.clone(), run("exact a", Holds, &[], 4), run("exact b", Holds, &[], 5)]),
            ["states differ"]
        );
        assert_eq!(classes(&[holds.clone(), run("plain", Holds, &[], 8)]), ["states differ"]);
        assert_eq!(classes(&[holds, run("exact", Holds, &[], 10)]), ["more states"]);
    }

    #[test]
    fn levels_are_compared() {
        let at = |level: u8, verdict, states| Run { level, ..run("plain", verdict, &[], states) };
        let reference = run("reference", VerdictWord::Holds, &[], 9);
        assert!(classes(&[reference.clone(), at(1, VerdictWord::Holds, 12)]).is_empty());
        assert_eq!(classes(&[reference.clone(), at(2, VerdictWord::Holds, 10)]), ["more states"]);
        let cut = |level: u8| {
            let mut run = at(level, VerdictWord::Undecided, 300);
            if let Said::Answer(answer) = &mut run.said {
                answer.reason = "the limit on stored states was reached".to_owned();
            }
            run
        };
        assert!(classes(&[reference.clone(), cut(1)]).is_empty());
        assert_eq!(classes(&[reference, cut(2)]), ["unfinished"]);
    }

    #[test]
    fn a_cut_reference_still_counts() {
        use VerdictWord::{Holds, Undecided, Violated};
        let cut = run("reference", Undecided, &[], 100);
        assert!(classes(&[cut.clone(), run("exact", Holds, &[], 40)]).is_empty());
        assert_eq!(
            classes(&[cut, run("exact a", Holds, &[], 40), run("exact b", Violated, &["deadlock"], 4)]),
            ["wrong holds"]
        );
        let found = run("reference", Undecided, &["assertion"], 100);
        assert_eq!(classes(&[found, run("exact", Holds, &[], 40)]), ["wrong holds"]);
    }

    #[test]
    fn an_internal_error_is_told_once() {
        let reference = run("reference", VerdictWord::Holds, &[], 9);
        let mut wrong = run("exact", VerdictWord::Undecided, &[], 4);
        if let Said::Answer(answer) = &mut wrong.said {
            answer.reason = "internal error: no step".to_owned();
        }
        assert_eq!(classes(&[reference, wrong]), ["internal error"]);
    }
}
