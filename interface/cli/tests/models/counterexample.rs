//! The plain command: certificates of what holds, counterexamples of what does not.

use methods::{Language, Method};
use model_headers::Verdict;
use serde_json::Value;

use crate::command::{Answer, Case};

/// What holds is certified as the plain command finds it; nothing is ever rejected by the certifier.
pub fn plain_command(case: &Case) -> Vec<String> {
    if !case.run.runs(Method::Auto) {
        return Vec::new();
    }
    let wrong = match case.command("check", None, &["--certify"]) {
        Answer::Report(found) => uncertified(case, &found),
        Answer::Refused(why) | Answer::Broken(why) => Some(why),
    };
    wrong.map(|wrong| format!("--certify: {wrong}")).into_iter().collect()
}

fn uncertified(case: &Case, found: &Value) -> Option<String> {
    let expected = case.run.verdict;
    if found["verdict"] != expected.to_string() {
        return Some(format!("{} ({}) instead of {expected}", found["verdict"], found["reason"]));
    }
    let is_certified = found["certified"] == true;
    let why = &found["certificate"]["refused"];
    (expected == Verdict::Holds && !is_certified).then(|| format!("not certified: {why}"))
}

/// The shortest counterexample of every sound method, where the header says how it ends. A search of Promela that stops at the
/// first violation may find one of another kind than `violation`, so that alone says nothing of how it ends.
pub fn shortest(case: &Case) -> Vec<String> {
    let run = case.run;
    let is_told = run.depth.is_some() || run.line.is_some() || run.message.is_some() || run.idle.is_some();
    if run.verdict != Verdict::Violated || !(is_told || case.language == Language::B) {
        return Vec::new();
    }
    let mut failures = Vec::new();
    for level in case.levels() {
        let promising = |method: &Method| method.promises_exactness() || case.language == Language::B;
        let methods = Method::of(case.language).filter(promising);
        for method in methods.filter(|method| run.runs(*method) && !run.is_refused_by(level, *method)) {
            let wrong = match case.command("check", level, &["--symmetry", method.name()]) {
                Answer::Report(found) => ending(case, method, &found),
                Answer::Refused(why) | Answer::Broken(why) => Some(why),
            };
            failures.extend(wrong.map(|wrong| case.at(level, method, &format!("counterexample: {wrong}"))));
        }
    }
    failures
}

fn ending(case: &Case, method: Method, found: &Value) -> Option<String> {
    let (run, violation) = (case.run, &found["violation"]);
    let steps = found["counterexample"].as_array().filter(|steps| !steps.is_empty());
    let Some(steps) = steps else { return Some("there is none".into()) };
    if run.violation.is_some_and(|kind| violation["kind"] != kind.to_string()) {
        return Some(format!("ends in {}", violation["kind"]));
    }
    let is_shortest = method.is_sound(case.language);
    if run.depth.is_some_and(|depth| is_shortest && steps.len() as u64 != depth) {
        return Some(format!("{} steps instead of {:?}", steps.len(), run.depth));
    }
    if run.line.is_some_and(|line| violation["line"] != line) {
        return Some(format!("in line {} instead of {:?}", violation["line"], run.line));
    }
    let message = violation["message"].as_str().unwrap_or_default();
    if run.message.as_ref().is_some_and(|start| !message.starts_with(start)) {
        return Some(format!("says {message:?}"));
    }
    // A machine is set up once.
    if steps.iter().skip(1).any(|step| step["process"] == "SETUP_CONSTANTS") {
        return Some("starts anew in the middle".into());
    }
    let idle = run.idle.as_ref()?;
    let told = idle_operations(violation);
    (told != *idle).then(|| format!("idle operations {told:?}"))
}

/// Why each operation is not possible: the first part of each reason, without the text of the operation.
fn idle_operations(violation: &Value) -> Vec<String> {
    let waiting = violation["waiting"].as_array().into_iter().flatten();
    let told = waiting.map(|entry| {
        let (operation, why) = (entry[0].as_str().unwrap_or_default(), entry[2].as_str().unwrap_or_default());
        let why = why.split_once(": ").map_or(why, |(why, _)| why);
        format!("{operation}, line {}: {why}", entry[1])
    });
    told.collect()
}
