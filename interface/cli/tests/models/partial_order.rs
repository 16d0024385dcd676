//! The same verdicts with partial-order reduction, and no more states.

use methods::{Language, Method};
use model_headers::Level;

use crate::command::{Answer, Case};
use crate::expectations;

/// Both sound levels, with and without symmetry, in both orders.
pub fn failures(case: &Case) -> Vec<String> {
    if case.language != Language::Promela {
        return Vec::new();
    }
    let levels = case.levels().into_iter().filter(|level| *level != Some(Level::O1));
    let ways = levels.flat_map(|level| [Method::None, Method::Auto].map(|method| (level, method)));
    let ways = ways.filter(|(_, method)| case.run.runs(*method));
    ways.zip(["bfs", "dfs", "dfs", "bfs"])
        .filter_map(|((level, method), order)| {
            let wrong = difference(case, level, method, order)?;
            Some(case.at(level, method, &format!("--partial-order --search {order}: {wrong}")))
        })
        .collect()
}

fn difference(case: &Case, level: Option<Level>, method: Method, order: &str) -> Option<String> {
    let flags = ["--symmetry", method.name(), "--search", order, "--all-errors", "--threads", "3"];
    let found = match case.command("check", level, &[&flags[..], &["--partial-order"]].concat()) {
        Answer::Report(found) => found,
        Answer::Refused(why) | Answer::Broken(why) => return Some(why),
    };
    let wrong = expectations::verdict(case, level, method, &found);
    let most = case.run.states.as_ref().and_then(|states| states.at(level)).copied();
    let most = most.filter(|_| method == Method::None && case.run.properties.is_none());
    wrong.or_else(|| {
        let states = found["states"].as_u64();
        (most.is_some() && states > most).then(|| format!("{states:?} states instead of at most {most:?}"))
    })
}
