//! Counterexamples as data for the page: names once in a table, steps as numbers, states as differences.
//!
//! A step is `[process, file, line, statement, [variable, value, variable, value, …], message]`, where a value is one more than
//! its place in the table and 0 is "gone", and a message is `[1 if sent, channel, fields]`. States are not stored: the page
//! keeps for each variable when it took which value, which is no more than the changes.

use std::collections::HashMap;

use report::{
    ChangeLine, ChannelNames, Outcome, StepLine, VerdictWord, Violation, is_channel, unsettled_text,
};
use serde_json::{Value, json};

/// Longer data is cut: a page of more than some megabytes opens slowly.
const MOST_BYTES: usize = 3_400_000;

/// The trace of every property that is violated, or of every violation where all were looked for.
pub fn traces(outcome: &Outcome) -> Value {
    let mut left = MOST_BYTES;
    let mut out = Vec::new();
    for (number, found) in outcome.violations.iter().enumerate() {
        let message = &found.violation.message;
        let about = About {
            name: format!("{}. {}: {message}", number + 1, found.property),
            reason: Some(message.clone()),
            cycle: found.cycle_from,
        };
        out.extend(fitting(&found.counterexample, about, Some(&found.violation), &mut left));
    }
    if !out.is_empty() {
        return Value::Array(out);
    }
    let violated = outcome.properties.iter().filter(|property| property.verdict == VerdictWord::Violated);
    let mut violation = outcome.violation.as_ref();
    for property in violated.filter(|property| !property.counterexample.is_empty()) {
        let about =
            About { name: property.title(), reason: property.reason.clone(), cycle: property.cycle_from };
        // What is known of the end belongs to the first property that is violated.
        out.extend(fitting(&property.counterexample, about, violation.take(), &mut left));
    }
    if let (true, Some(steps)) = (out.is_empty(), &outcome.counterexample) {
        let about = About {
            name: "counterexample".into(),
            reason: outcome.reason.clone(),
            cycle: outcome.cycle_from,
        };
        out.extend(fitting(steps, about, outcome.violation.as_ref(), &mut left));
    }
    Value::Array(out)
}

/// Where a step has its message.
const MESSAGE: usize = 5;

#[derive(Clone)]
struct About {
    name: String,
    reason: Option<String>,
    cycle: Option<usize>,
}

/// The trace, or as much of its end as there is room for, to within a sixteenth of it.
fn fitting(
    steps: &[StepLine],
    about: About,
    violation: Option<&Violation>,
    left: &mut usize,
) -> Option<Value> {
    let names = ChannelNames::of(steps, violation);
    let of = |first: usize| {
        let value = one(steps, first, about.clone(), violation, &names);
        let size = value.to_string().len();
        (value, size)
    };
    let (whole, size) = of(0);
    if size <= *left {
        *left -= size;
        return Some(whole);
    }
    // Too much is told from `long` on, little enough from `short` on.
    let (mut long, mut short, mut best) = (0, steps.len(), None);
    while short - long > (steps.len() - long) / 16 + 1 {
        let middle = long + (short - long) / 2;
        let (value, size) = of(middle);
        match size <= *left {
            true => (short, best) = (middle, Some((value, size))),
            false => long = middle,
        }
    }
    let (value, size) = best?;
    *left -= size;
    Some(value)
}

/// A table of texts, each once.
#[derive(Default)]
struct Table<'a> {
    numbers: HashMap<&'a str, usize>,
    texts: Vec<&'a str>,
}

impl<'a> Table<'a> {
    fn number(&mut self, text: &'a str) -> usize {
        *self.numbers.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }
}

fn one(
    steps: &[StepLine],
    first: usize,
    about: About,
    violation: Option<&Violation>,
    names: &ChannelNames,
) -> Value {
    let [mut processes, mut files, mut texts, mut variables, mut values] =
        std::array::from_fn(|_| Table::default());
    let before = state_before(&steps[first..], violation);
    let initial: Vec<usize> = (before.iter())
        .filter(|(name, value)| !names.is_name_of_itself(name, value))
        .flat_map(|(name, value)| [variables.number(name), values.number(value) + 1])
        .collect();
    let mut rows = Vec::new();
    // Processes in the order of their numbers, as people look for them.
    let mut actors: Vec<(Option<u32>, &str)> = steps.iter().map(|s| (s.pid, s.process.as_str())).collect();
    actors.sort_by_key(|(pid, _)| *pid);
    for (_, name) in actors {
        processes.number(name);
    }
    for step in &steps[first..] {
        let changes: Vec<usize> = (told_changes(step, names))
            .flat_map(|change| {
                let to = change.to.as_ref().map_or(0, |to| values.number(to) + 1);
                [variables.number(&change.variable), to]
            })
            .collect();
        let mut row = vec![
            json!(processes.number(&step.process)),
            json!(files.number(&step.file)),
            json!(step.line),
            json!(texts.number(&step.statement)),
            json!(changes),
        ];
        if let Some(message) = &step.message {
            let (channel, fields) = (names.told(&message.channel), names.told(&message.fields.join(",")));
            row.push(json!([u8::from(message.sent), channel, fields]));
        }
        if let Some(printed) = &step.printed {
            row.resize(MESSAGE + 1, Value::Null);
            row.push(json!(printed));
        }
        rows.push(Value::Array(row));
    }
    let but = about.cycle.map(|cycle| unsettled_text(steps, cycle)).unwrap_or_default();
    let cycle = about.cycle.map(|cycle| cycle.saturating_sub(first));
    let channels: Vec<usize> =
        (variables.texts.iter().enumerate()).filter(|(_, name)| is_channel(name)).map(|(n, _)| n).collect();
    let told = |texts: &[&str]| texts.iter().map(|text| names.told(text)).collect::<Vec<_>>();
    let waiting = violation.map(|violation| json!(violation.waiting)).unwrap_or_else(|| json!([]));
    json!({
        "name": about.name, "reason": about.reason, "cycle": cycle, "skipped": first, "waiting": waiting,
        "processes": processes.texts, "files": files.texts, "texts": texts.texts, "variables": told(&variables.texts),
        "channels": channels, "but": but, "values": told(&values.texts), "initial": initial, "steps": rows,
    })
}

/// The changes of a step, without those that give a channel its own name.
fn told_changes<'s>(step: &'s StepLine, names: &ChannelNames) -> impl Iterator<Item = &'s ChangeLine> {
    let is_name = |change: &ChangeLine, to: &String| names.is_name_of_itself(&change.variable, to);
    (step.changes.iter()).filter(move |change| !change.to.as_ref().is_some_and(|to| is_name(change, to)))
}

/// What holds before some steps: the final state with everything undone; without a final state, what the steps tell of it.
fn state_before<'a>(steps: &'a [StepLine], violation: Option<&'a Violation>) -> Vec<(&'a str, &'a str)> {
    let last = violation.map(|violation| violation.final_state.as_slice()).unwrap_or_default();
    let mut order: Vec<&str> = last.iter().map(|(name, _)| name.as_str()).collect();
    let mut state: HashMap<&str, Option<&str>> =
        last.iter().map(|(name, value)| (name.as_str(), Some(value.as_str()))).collect();
    for change in steps.iter().rev().flat_map(|step| step.changes.iter().rev()) {
        if state.insert(&change.variable, change.from.as_deref()).is_none() {
            order.push(&change.variable);
        }
    }
    order.iter().filter_map(|&name| Some((name, state[name]?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::{ErrorKind, MessageLine};

    fn step(variable: &str, from: Option<&str>, to: Option<&str>) -> StepLine {
        let change =
            ChangeLine { variable: variable.into(), from: from.map(Into::into), to: to.map(Into::into) };
        StepLine {
            process: "P(0)".into(),
            pid: Some(0),
            file: "m.pml".into(),
            line: 1,
            statement: "x".into(),
            changes: vec![change],
            message: None,
            printed: None,
        }
    }

    fn violation(last: &[(&str, &str)]) -> Violation {
        Violation {
            kind: ErrorKind::Assertion,
            message: String::new(),
            file: String::new(),
            line: 0,
            waiting: Vec::new(),
            final_state: last.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect(),
        }
    }

    #[test]
    fn the_first_state_is_the_last_with_everything_undone() {
        let steps = [
            step("x", Some("0"), Some("1")),
            step("y", None, Some("7")),
            step("x", Some("1"), Some("2")),
            step("gone", Some("5"), None),
        ];
        let last = violation(&[("x", "2"), ("y", "7"), ("z", "3")]);
        let before = state_before(&steps, Some(&last));
        assert_eq!(before, [("x", "0"), ("z", "3"), ("gone", "5")]);
        assert_eq!(state_before(&steps[2..], None), [("gone", "5"), ("x", "1")]);
    }

    /// As people know them: channels by the variables that hold them, what is printed, what a cycle does not bring back.
    #[test]
    fn channels_have_names_and_what_is_printed_is_told() {
        let mut sends = step("q (channel 1)", Some(""), Some("[7]"));
        sends.message =
            Some(MessageLine { sent: true, channel: "q (channel 1)".into(), fields: vec!["7".into()] });
        let mut prints = step("n", Some("0"), Some("1"));
        prints.printed = Some("hello\n".into());
        let last = violation(&[("q", "q (channel 1)"), ("n", "1"), ("q (channel 1)", "[7]")]);
        let about = About { name: String::new(), reason: None, cycle: Some(1) };
        let steps = [sends, prints];
        let names = ChannelNames::of(&steps, Some(&last));
        let told = one(&steps, 0, about, Some(&last), &names);
        assert_eq!(told["variables"], json!(["n", "q"]));
        assert_eq!(told["channels"], json!([1]));
        assert_eq!(told["steps"][0][5], json!([1, "q", "7"]));
        assert_eq!((&told["steps"][1][5], &told["steps"][1][6]), (&Value::Null, &json!("hello\n")));
        assert!(told["but"].as_str().is_some_and(|but| but.contains("another n")), "{told}");
    }

    #[test]
    fn a_long_trace_keeps_its_end() {
        let steps: Vec<StepLine> =
            (0..4000).map(|n| step(&format!("variable_{n}"), None, Some("some value"))).collect();
        let about = About { name: "safety".into(), reason: None, cycle: Some(3_990) };
        let mut left = 60_000;
        let value = fitting(&steps, about, None, &mut left).expect("a part of it fits");
        assert!(value.to_string().len() <= 60_000);
        let kept = value["steps"].as_array().map_or(0, Vec::len);
        let skipped = value["skipped"].as_u64().expect("a number") as usize;
        assert!(kept > 500 && kept + skipped == 4000, "{kept} {skipped}");
        assert_eq!(value["cycle"].as_u64(), Some(3_990 - skipped as u64));
    }
}
