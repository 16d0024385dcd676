//! What a simulation shows.

use quotient::{Step, StepLine};
use report::ChannelNames;

use super::run::{Run, Taken};
use crate::page::page;

/// The widest that the words of a choice may be.
const WIDEST: usize = 160;

/// A step that was taken: a line of the terminal for each of its moves, what they print, and what went wrong.
pub fn step(number: usize, step: &Step, names: &ChannelNames) {
    let mut label = number.to_string();
    if step.moves.is_empty() {
        sayln!("{label:>5}        {}", step.text);
    }
    for (line, printed) in step.moves.iter().zip(&step.printed) {
        // A jump that nobody has written, on the way of a longer step.
        if line.statement == "(goto)" && step.moves.len() > 1 {
            continue;
        }
        let told = format!("{label:>5}  {:>4}  {}{}", line.line, words(line), changes(line, names));
        sayln!("{}", page(false).line(&told));
        printed_text(printed);
        label.clear();
    }
}

/// What `printf` has written, so that it cannot be taken for anything else.
fn printed_text(text: &str) {
    for line in text.lines() {
        sayln!("             | {line}");
    }
}

fn words(line: &StepLine) -> String {
    match line.pid {
        Some(_) => format!("{} {}", line.process, line.statement),
        // A step of a machine begins with the name of its operation.
        None => line.statement.clone(),
    }
}

/// As the report of a check tells it: a variable of the process that moves without the name of the process.
fn changes(line: &StepLine, names: &ChannelNames) -> String {
    let told = line.changes.iter().map(|change| {
        let own = change.variable.strip_prefix(&line.process).and_then(|rest| rest.strip_prefix(':'));
        let name = own.unwrap_or(&change.variable);
        match (&change.from, &change.to) {
            (Some(from), Some(to)) => format!("{name} = {} -> {}", shown(from), shown(to)),
            (None, Some(to)) => format!("{name} = {}", shown(to)),
            (_, None) => format!("{name} is gone"),
        }
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { names.told(&format!("    [{}]", told.join(", "))) }
}

/// What can be chosen, the one that a guide takes marked.
pub fn choices(run: &mut Run<'_>) {
    let names = run.channel_names();
    let guided = run.guided();
    let effect = |step: &Step| step.moves.iter().map(|line| changes(line, &names)).collect();
    for (i, step) in run.possible().iter().enumerate() {
        let line = step.moves.first().map_or(String::new(), |line| format!("line {}: ", line.line));
        let fault = step.fault.as_ref().map_or(String::new(), |fault| format!("  !! {fault}"));
        let mark = if guided == Some(i) { '*' } else { ' ' };
        // What reads alike is told apart by what it changes.
        let is_alone = run.possible().iter().filter(|other| other.text == step.text).count() == 1;
        let effect = if is_alone { String::new() } else { effect(step) };
        sayln!("{mark} {:>3}) {line}{}{}{fault}", i + 1, cut(&step.text), cut(&effect));
    }
}

/// A value; that of an empty channel has no letters.
fn shown(value: &str) -> &str {
    if value.is_empty() { "empty" } else { value }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Everything that the state holds.
pub fn state(run: &mut Run<'_>) {
    let values = run.values();
    if values.is_empty() {
        sayln!("  there are no variables here");
    }
    for (name, value, _) in ChannelNames::of_state(&values).told_state(&values) {
        sayln!("  {name} = {}", shown(&value));
    }
}

/// Where every process stands.
pub fn standing(run: &mut Run<'_>) {
    let state = run.shown().map(<[u8]>::to_vec);
    let all = state.map(|state| run.walk().standing(&state)).unwrap_or_default();
    if all.is_empty() {
        sayln!("  there are no processes here");
    }
    for place in all {
        sayln!("  {} at line {}: {}", place.process, place.line, cut(&place.statement));
    }
}

/// The steps so far.
pub fn trace(taken: &[Taken], names: &ChannelNames) {
    for (number, taken) in taken.iter().enumerate() {
        step(number + 1, &taken.step, names);
    }
}
