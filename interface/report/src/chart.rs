//! A message-sequence chart in text: one column per process, one row per move, labels as long as there is room for.

use std::fmt::Write;
use std::ops::Range;

use crate::StepLine;
use crate::channel_names::ChannelNames;
use crate::page::{Page, clipped};

/// A column narrower than this tells nothing.
const NARROWEST: usize = 8;
/// More processes than this make a chart nobody reads.
const MOST: usize = 20;
/// Blanks between columns.
const GAP: usize = 2;

/// The chart of a counterexample without the steps that are left out; empty when no message is exchanged or there is no room.
pub(crate) fn chart(
    steps: &[StepLine],
    left_out: &[Range<usize>],
    channels: &ChannelNames,
    page: Page,
) -> String {
    let mut names: Vec<&str> = steps.iter().map(|s| s.process.as_str()).collect();
    names.sort_by_key(|name| steps.iter().find(|s| s.process == *name).and_then(|s| s.pid));
    names.dedup();
    if names.len() > MOST || steps.iter().all(|s| s.message.is_none()) {
        return String::new();
    }
    let is_left_out = |step: usize| left_out.iter().any(|range| range.contains(&step));
    let rows: Vec<Option<(usize, String)>> = (steps.iter().enumerate())
        .filter_map(|(number, step)| match is_left_out(number) {
            true => left_out.iter().any(|range| range.start == number).then_some(None),
            false => {
                let column = names.iter().position(|name| *name == step.process)?;
                Some(Some((column, label(step, channels)?)))
            }
        })
        .collect();
    let mut widths: Vec<usize> = names.iter().map(|name| name.chars().count()).collect();
    for (column, label) in rows.iter().flatten() {
        widths[*column] = widths[*column].max(label.chars().count());
    }
    if page.width.is_some_and(|width| !narrow(&mut widths, width)) {
        return String::new();
    }
    draw(&names, &rows, &widths)
}

fn draw(names: &[&str], rows: &[Option<(usize, String)>], widths: &[usize]) -> String {
    let mut out = String::new();
    let mut line = |cells: &dyn Fn(usize) -> String| {
        let start = out.len();
        for (column, &width) in widths.iter().enumerate() {
            let cell = clipped(&cells(column), width);
            let _ = write!(out, "{cell:^width$}{:GAP$}", "");
        }
        out.truncate(start + out[start..].trim_end().len());
        out.push('\n');
    };
    line(&|column| names[column].to_owned());
    for row in rows {
        match row {
            Some((at, label)) => {
                line(&|column| if column == *at { label.clone() } else { "|".to_owned() });
            }
            None => line(&|_| "⋮".to_owned()),
        }
    }
    out
}

/// `q!req,1`.
fn label(step: &StepLine, channels: &ChannelNames) -> Option<String> {
    let message = step.message.as_ref()?;
    let arrow = if message.sent { '!' } else { '?' };
    let channel = channels.told(&message.channel);
    let fields: Vec<String> = message.fields.iter().map(|field| channels.told(field)).collect();
    Some(format!("{channel}{arrow}{}", fields.join(",")))
}

/// Takes room from the widest columns until all of them fit; whether they do.
fn narrow(widths: &mut [usize], room: usize) -> bool {
    let total = |widths: &[usize]| widths.iter().map(|width| width + GAP).sum::<usize>();
    while total(widths) > room + GAP {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST => *widest -= 1,
            _ => return false,
        }
    }
    true
}
