//! Verdicts, counts and groups of full searches, beside what the header says.

use methods::{Exact, Language, Method};
use model_headers::{ByLevel, Level, Verdict};
use serde_json::Value;

use crate::command::{Answer, Case};

/// A refused model is refused at every level, with a reason.
pub fn refused(case: &Case) -> Vec<String> {
    let levels = case.levels().into_iter();
    let wrong = levels.filter_map(|level| match case.command("check", level, &[]) {
        Answer::Refused(_) => None,
        Answer::Report(found) => {
            Some(case.at(level, Method::Auto, &format!("accepted, {}", found["verdict"])))
        }
        Answer::Broken(why) => Some(case.at(level, Method::Auto, &why)),
    });
    wrong.collect()
}

/// Every level without symmetry. Counts do not depend on the order of the search.
pub fn without_symmetry(case: &Case) -> Vec<String> {
    let (run, mut failures) = (case.run, Vec::new());
    let levels = case.levels().into_iter().filter(|_| run.runs(Method::None));
    for (level, order) in levels.zip(["bfs", "dfs", "bfs"]) {
        let expected = run.states.as_ref().and_then(|states| states.at(level)).copied();
        let wrong = match case.search(level, Method::None, order) {
            Answer::Report(found) => verdict(case, level, Method::None, &found)
                .or_else(|| count(&found, expected))
                .or_else(|| properties(case, &found)),
            Answer::Refused(why) | Answer::Broken(why) => Some(why),
        };
        failures.extend(wrong.map(|wrong| case.at(level, Method::None, &wrong)));
    }
    failures
}

/// Every level with every method that promises one state for each orbit, and says so.
pub fn exact_methods(case: &Case) -> Vec<String> {
    let mut failures = Vec::new();
    for level in case.levels() {
        let methods = methods(case, level).filter(|method| method.promises_exactness());
        for (method, order) in methods.zip(["bfs", "dfs"].into_iter().cycle()) {
            failures.extend(with_method(case, level, method, order));
        }
    }
    failures
}

/// One level with every method that is exact for some groups and states only, or never: it must say which.
pub fn other_methods(case: &Case) -> Vec<String> {
    let levels = case.levels();
    let Some(level) = levels.iter().find(|level| **level == Some(Level::O1)).or(levels.first()) else {
        return Vec::new();
    };
    let others = methods(case, *level).filter(|method| !method.promises_exactness());
    others.filter_map(|method| with_method(case, *level, method, "bfs")).collect()
}

/// The methods of a run that reduce by the group; `auto` alone where it has one element.
fn methods(case: &Case, level: Option<Level>) -> impl Iterator<Item = Method> {
    let is_trivial =
        case.run.group.as_ref().and_then(|group| group.at(level)).is_some_and(|order| order == "1");
    let methods = Method::of(case.language).filter(|method| method.picks_representatives());
    methods.filter(move |method| case.run.runs(*method) && (*method == Method::Auto || !is_trivial))
}

fn with_method(case: &Case, level: Option<Level>, method: Method, order: &str) -> Option<String> {
    let is_refused = case.run.is_refused_by(level, method);
    let wrong = match case.search(level, method, order) {
        Answer::Report(_) if is_refused => Some("accepted, though `refused_by` names it".into()),
        Answer::Report(found) => difference(case, level, method, &found),
        Answer::Refused(_) if is_refused => None,
        Answer::Refused(why) | Answer::Broken(why) => Some(why),
    };
    wrong.map(|wrong| case.at(level, method, &wrong))
}

fn difference(case: &Case, level: Option<Level>, method: Method, found: &Value) -> Option<String> {
    let (run, symmetry) = (case.run, &found["symmetry"]);
    if !method.is_sound(case.language) {
        return unsound(case, level, found);
    }
    let is_exact = symmetry["exact"] == true;
    let may_be_exact = method.facts().exact != Exact::Never;
    if symmetry["sound"] != true {
        return Some("not sound".into());
    }
    if may_be_exact && is_exact == run.is_not_exact(level, method) {
        return Some(format!("says exact: {is_exact} ({}), `not_exact` says otherwise", symmetry["reason"]));
    }
    let group = run.group.as_ref().and_then(|group| group.at(level));
    if group.is_some_and(|order| symmetry["group_order"] != order.as_str()) {
        return Some(format!("a group of {} instead of {group:?}", symmetry["group_order"]));
    }
    let wrong = verdict(case, level, method, found).or_else(|| properties(case, found));
    wrong.or_else(|| representatives(case, level, is_exact, found))
}

/// One state for each orbit from a method that is exact; not fewer, and no more than there are, from others.
fn representatives(case: &Case, level: Option<Level>, is_exact: bool, found: &Value) -> Option<String> {
    let (run, states) = (case.run, found["states"].as_u64());
    // `auto` may have chosen annotated states, which are not representatives.
    if found["symmetry"]["method"] == "lazy" {
        return count(found, run.lazy.as_ref().and_then(|lazy| lazy.at(level)).copied());
    }
    let orbits = run.orbits_at(level);
    if is_exact {
        let not_canonical = &found["symmetry"]["not_canonical"];
        let contradicts = *not_canonical != 0;
        return count(found, orbits)
            .or_else(|| contradicts.then(|| format!("exact with {not_canonical} states not canonical")));
    }
    let most = run.states.as_ref().and_then(|states| states.at(level)).copied();
    (states < orbits || states > most)
        .then(|| format!("{states:?} states, between {orbits:?} and {most:?} expected"))
}

/// Markers of B take different orbits for one: there may be too few states, and nothing that holds is decided.
fn unsound(case: &Case, level: Option<Level>, found: &Value) -> Option<String> {
    let expected = match case.run.verdict {
        Verdict::Holds => Verdict::Undecided,
        other => other,
    };
    if found["verdict"] != expected.to_string() {
        return Some(format!("{} instead of {expected} of a method that is not sound", found["verdict"]));
    }
    let too_many = found["states"].as_u64() > case.run.orbits_at(level);
    too_many.then(|| format!("{} states, more than orbits", found["states"]))
}

/// Lazy reduction: the verdict at every level, and the number of annotated states where the header gives it.
pub fn lazy(case: &Case) -> Vec<String> {
    let (run, mut failures) = (case.run, Vec::new());
    if case.language != Language::Promela {
        return failures;
    }
    let figures =
        [(Method::Lazy, &run.lazy), (Method::LazyWithoutSubsumption, &run.lazy_without_subsumption)];
    for (method, figure) in figures.into_iter().filter(|(method, _)| run.runs(*method)) {
        for level in case.levels() {
            let figure = figure.as_ref().and_then(|figure| figure.at(level)).copied();
            if run.large && figure.is_none() {
                continue;
            }
            let is_refused = run.is_refused_by(level, method);
            let wrong = match case.search(level, method, "bfs") {
                Answer::Report(_) if is_refused => Some("accepted, though `refused_by` names it".into()),
                Answer::Report(found) => verdict(case, level, method, &found)
                    .or_else(|| figure.and_then(|states| count(&found, Some(states)))),
                Answer::Refused(_) if is_refused => None,
                Answer::Refused(why) | Answer::Broken(why) => Some(why),
            };
            failures.extend(wrong.map(|wrong| case.at(level, method, &wrong)));
        }
    }
    failures
}

/// The group of a large run, which is quick to find.
pub fn group(case: &Case) -> Vec<String> {
    let mut failures = Vec::new();
    for level in case.levels() {
        let Some(order) = case.run.group.as_ref().and_then(|group: &ByLevel<String>| group.at(level)) else {
            continue;
        };
        let wrong = match case.command("symmetry", level, &[]) {
            Answer::Report(found) if found["group_order"] == order.as_str() => None,
            Answer::Report(found) => Some(format!("a group of {} instead of {order}", found["group_order"])),
            Answer::Refused(why) | Answer::Broken(why) => Some(why),
        };
        failures.extend(wrong.map(|wrong| case.at(level, Method::Auto, &wrong)));
    }
    failures
}

/// The verdict, and the kind of violation among all that are found.
pub fn verdict(case: &Case, level: Option<Level>, method: Method, found: &Value) -> Option<String> {
    let expected = case.run.verdict_of(level, method);
    if found["verdict"] != expected.to_string() {
        return Some(format!("{} ({}) instead of {expected}", found["verdict"], found["reason"]));
    }
    if expected != Verdict::Violated {
        return None;
    }
    let kind = case.run.violation?.to_string();
    let kinds: Vec<&str> =
        found["errors"].as_array()?.iter().filter_map(|error| error["kind"].as_str()).collect();
    (!kinds.contains(&kind.as_str())).then(|| format!("violations {kinds:?} without {kind}"))
}

fn count(found: &Value, expected: Option<u64>) -> Option<String> {
    let states = found["states"].as_u64();
    (states != expected).then(|| format!("{states:?} states, {expected:?} expected"))
}

/// The verdict of each property, by its name, and which of them hold vacuously.
pub fn properties(case: &Case, found: &Value) -> Option<String> {
    let expected = case.run.properties.as_ref()?;
    let all = found["properties"].as_array()?;
    let told = |property: &Value| Some((property["name"].as_str()?.to_owned(), property["verdict"].clone()));
    let found: Vec<(String, Value)> = all.iter().filter_map(told).collect();
    let is_expected = |(name, verdict): &(String, Value)| {
        expected.get(name).is_some_and(|expected| *verdict == expected.to_string())
    };
    let is_same = found.len() == expected.len() && found.iter().all(is_expected);
    if !is_same {
        return Some(format!("properties {found:?}"));
    }
    let vacuous = all.iter().filter(|property| property["vacuous"] == true);
    let vacuous: Vec<&str> = vacuous.filter_map(|property| property["name"].as_str()).collect();
    (vacuous != case.run.vacuous).then(|| format!("vacuously {vacuous:?}"))
}
