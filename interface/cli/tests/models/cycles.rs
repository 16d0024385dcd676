//! Runs about cycles: every search for them, with and without symmetry, must give each property its verdict, and a run that goes on
//! for ever to each that is violated by one.

use methods::{Language, Method};
use serde_json::Value;

use crate::command::{Answer, Case};
use crate::expectations::{properties, verdict};

/// Everything that is not as the header says.
pub fn failures(case: &Case) -> Vec<String> {
    let both: [&[&str]; 4] = [
        &[],
        &["--symmetry", "none"],
        &["--symmetry", "none", "--cycles", "nested"],
        &["--cycles", "nested"],
    ];
    let own: &[&[&str]] = match case.language {
        Language::B => &[&["--symmetry", "label"]],
        _ => &[&["--symmetry", "segment"], &["--symmetry", "none", "--interpret"]],
    };
    let wrong = both.iter().chain(own).filter_map(|way| {
        let way: &[&str] = way;
        let flags = [way, &["--certify"]].concat();
        let wrong = match case.command("check", None, &flags) {
            Answer::Report(found) => verdict(case, None, Method::Auto, &found)
                .or_else(|| properties(case, &found))
                .or_else(|| incomplete(&found)),
            Answer::Refused(why) | Answer::Broken(why) => Some(why),
        };
        wrong.map(|wrong| format!("{}: {wrong}", way.join(" ")))
    });
    wrong.chain(by_markers(case)).collect()
}

/// Markers of B are not sound: nothing holds by them.
fn by_markers(case: &Case) -> Option<String> {
    if case.language != Language::B {
        return None;
    }
    let found = match case.command("check", None, &["--symmetry", "markers"]) {
        Answer::Report(found) => found,
        Answer::Refused(why) | Answer::Broken(why) => return Some(format!("markers: {why}")),
    };
    let held = found["properties"].as_array()?.iter().find(|property| property["verdict"] == "holds")?;
    Some(format!("{} holds by markers", held["name"]))
}

/// A cycle lies inside the run that is shown, there is one for each violation of a label, and what holds is certified.
fn incomplete(found: &Value) -> Option<String> {
    for property in found["properties"].as_array()? {
        if property["verdict"] == "holds" && property["certified"] != true {
            return Some(format!("{} holds and is not certified", property["name"]));
        }
        let steps = property["counterexample"].as_array().map_or(0, Vec::len) as u64;
        let from = property["cycle_from"].as_u64();
        let is_label = property["kind"] == "accept" || property["kind"] == "progress";
        if is_label && property["verdict"] == "violated" && from.is_none() {
            return Some(format!("{} is violated without a cycle", property["name"]));
        }
        if from.is_some_and(|from| from > steps) {
            return Some(format!("the cycle of {} begins behind its end", property["name"]));
        }
    }
    None
}
