//! A message-sequence chart in text: one column per process, one row per move.

use std::fmt::Write;

use crate::StepLine;

/// Width of a column.
const COLUMN: usize = 14;
/// More processes than this make a chart nobody reads.
const MOST: usize = 10;

/// The chart of a counterexample; empty when no message is exchanged or there are too many processes.
pub fn chart(steps: &[StepLine]) -> String {
    let mut names: Vec<&str> = steps.iter().map(|s| s.process.as_str()).collect();
    names.sort_by_key(|name| steps.iter().find(|s| s.process == *name).and_then(|s| s.pid));
    names.dedup();
    if names.len() > MOST || steps.iter().all(|s| s.message.is_none()) {
        return String::new();
    }
    let mut out = String::new();
    for name in &names {
        let _ = write!(out, "{:^COLUMN$}", clip(name));
    }
    out.push('\n');
    for step in steps {
        let Some(message) = &step.message else { continue };
        let arrow = if message.sent { '!' } else { '?' };
        let channel = message.channel.split(' ').next().unwrap_or_default();
        let text = format!("{channel}{arrow}{}", message.fields.join(","));
        let at = names.iter().position(|n| *n == step.process).unwrap_or(0);
        for column in 0..names.len() {
            match column == at {
                true => write!(out, "{:^COLUMN$}", clip(&text)),
                false => write!(out, "{:^COLUMN$}", "|"),
            }
            .unwrap_or_default();
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

fn clip(text: &str) -> String {
    match text.chars().count() > COLUMN - 2 {
        true => text.chars().take(COLUMN - 3).chain(['~']).collect(),
        false => text.into(),
    }
}
