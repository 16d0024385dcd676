//! A counterexample in text: a table of its steps, what is wrong at its end, where every process stands, the last state.

use std::fmt::Write;

use crate::channel_names::ChannelNames;
use crate::fold::left_out;
use crate::page::{Page, clipped, padded, thousands};
use crate::state_table::state_table;
use crate::{ChangeLine, ErrorKind, StepLine, Violation, chart, unsettled_text};

/// A run to a violation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    pub steps: &'a [StepLine],
    pub cycle_from: Option<usize>,
    /// What is known of its end.
    pub violation: Option<&'a Violation>,
}

/// The run with its end and its messages.
pub(crate) fn trace_text(run: Run<'_>, page: Page) -> String {
    let names = ChannelNames::of(run.steps, run.violation);
    let mut out = steps(run, &names, page);
    if let Some(violation) = run.violation {
        let _ = match violation.line {
            0 => writeln!(out, "{}", violation.message),
            line => writeln!(out, "{}:{line}: {}", violation.file, violation.message),
        };
        out += &standing(violation, page);
        out += &state_table(violation, &names, page);
    }
    let drawn = chart(run.steps, &left_out(run.steps.len(), run.cycle_from, page.is_full), &names, page);
    if !drawn.is_empty() {
        let _ = writeln!(out, "messages:\n{drawn}");
    }
    out
}

/// Widths of the columns in front of the statements.
struct Columns {
    number: usize,
    /// Zero where every step is told with its name, as operations of machines are.
    process: usize,
    place: usize,
    statement: usize,
    /// Lines are told with their files.
    has_files: bool,
}

impl Columns {
    fn of(steps: &[StepLine], page: Page) -> Columns {
        let widest = |texts: &mut dyn Iterator<Item = usize>, most: usize| texts.max().unwrap_or(0).min(most);
        let files = |step: &&StepLine| !step.file.is_empty();
        let first = steps.iter().find(files).map(|step| &step.file);
        let is_named = steps.iter().all(|step| step.statement.starts_with(&step.process));
        let most = if is_named { 0 } else { 24 };
        let mut columns = Columns {
            number: steps.len().to_string().len(),
            process: widest(&mut steps.iter().map(|step| step.process.chars().count()), most),
            place: 0,
            statement: 0,
            has_files: steps.iter().filter(files).any(|step| Some(&step.file) != first),
        };
        columns.place = widest(&mut steps.iter().map(|step| columns.place_of(step).chars().count()), 30);
        let before = columns.number + columns.process + columns.place + 6;
        let room = page.width.map_or(60, |width| width.saturating_sub(before) * 3 / 5).max(16);
        let changing = steps.iter().filter(|step| !step.changes.is_empty());
        columns.statement = widest(&mut changing.map(|step| step.statement.chars().count()), room);
        columns
    }

    fn place_of(&self, step: &StepLine) -> String {
        match (step.line, self.has_files) {
            (0, _) => String::new(),
            (line, false) => format!("line {line}"),
            (line, true) => format!("{}:{line}", step.file),
        }
    }
}

fn steps(run: Run<'_>, names: &ChannelNames, page: Page) -> String {
    let mut out = String::new();
    let columns = Columns::of(run.steps, page);
    let width = columns.number;
    let folds = left_out(run.steps.len(), run.cycle_from, page.is_full);
    for (number, step) in run.steps.iter().enumerate() {
        if let Some(fold) = folds.iter().find(|fold| fold.contains(&number)) {
            if fold.start == number {
                let count = thousands(fold.len());
                let _ = writeln!(out, "{:width$}  … {count} steps (--full shows them)", "");
            }
            continue;
        }
        if run.cycle_from == Some(number) {
            let _ = writeln!(out, "{:width$}  -- the cycle begins here --", "");
        }
        out += &row(number, step, &columns, names, page);
    }
    match run.cycle_from {
        Some(from) if from < run.steps.len() => {
            let but = unsettled_text(run.steps, from);
            let but = if but.is_empty() { but } else { format!(", {but}") };
            out += &page.line(&format!("{:width$}  -- and goes on at {}{but} --", "", from + 1));
            out.push('\n');
        }
        Some(_) => drop(writeln!(out, "{:width$}  -- and nothing happens any more --", "")),
        None => {}
    }
    out
}

fn row(number: usize, step: &StepLine, columns: &Columns, names: &ChannelNames, page: Page) -> String {
    let mut line = format!("{:>width$}", number + 1, width = columns.number);
    if columns.process > 0 {
        let _ = write!(line, "  {}", padded(&clipped(&step.process, columns.process), columns.process));
    }
    if columns.place > 0 {
        let place = clipped(&columns.place_of(step), columns.place);
        let _ = write!(line, "  {place:<width$}", width = columns.place);
    }
    let mut statement = step.statement.clone();
    if !step.changes.is_empty() && page.width.is_some() {
        statement = clipped(&statement, columns.statement);
    }
    let _ = write!(line, "  {}", padded(&statement, columns.statement));
    for change in &step.changes {
        let _ = write!(line, "  [{}]", changed(change, step, names));
    }
    let mut out = page.line(&line) + "\n";
    if let Some(printed) = &step.printed {
        for text in printed.lines() {
            let before = columns.number + columns.process + 2;
            out += &page.line(&format!("{:before$}  > {text}", ""));
            out.push('\n');
        }
    }
    out
}

/// `x = 0 -> 1`; a variable of the process that moves without the name of the process.
fn changed(change: &ChangeLine, step: &StepLine, names: &ChannelNames) -> String {
    let own = change.variable.strip_prefix(step.process.as_str()).and_then(|rest| rest.strip_prefix(':'));
    let name = own.map_or_else(|| names.told(&change.variable), str::to_owned);
    let told = |value: &str| if value.is_empty() { "empty".into() } else { names.told(value) };
    match (&change.from, &change.to) {
        (Some(from), Some(to)) => format!("{name} = {} -> {}", told(from), told(to)),
        (None, Some(to)) => format!("{name} = {}", told(to)),
        (_, None) => format!("{name} gone"),
    }
}

/// What every process is about to do: at a deadlock, what it waits for.
fn standing(violation: &Violation, page: Page) -> String {
    let waiting = &violation.waiting;
    let mut out = String::new();
    if !waiting.is_empty() {
        out += if violation.kind == ErrorKind::Deadlock { "waiting:\n" } else { "next:\n" };
    }
    let who = waiting.iter().map(|(who, ..)| who.chars().count()).max().unwrap_or(0);
    let places: Vec<String> = (waiting.iter())
        .map(|(_, line, _)| if *line == 0 { String::new() } else { format!("line {line}  ") })
        .collect();
    let place = places.iter().map(String::len).max().unwrap_or(0);
    for ((name, _, what), line) in waiting.iter().zip(&places) {
        // SPIN's word for the last location of a process.
        let what = if what == "-end-" { "has ended" } else { what };
        let text = format!("  {}  {line:<place$}{what}", padded(name, who));
        out += &page.line(&text);
        out.push('\n');
    }
    out
}
