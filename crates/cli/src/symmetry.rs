//! `quotient symmetry`: what was found, how it would be used, what was lost.

use std::fmt::Write;

use checker::Reduction;
use program::{Head, Instance, Tree, channel_name, process_name};

use crate::arguments::SymmetryArguments;
use crate::{BAD_INPUT, input};

/// Prints the symmetry of a model.
pub fn run(arguments: &SymmetryArguments) -> u8 {
    let Ok(model) = input::promela(&arguments.read) else { return BAD_INPUT };
    let program = promela::lower(&model.model, &model.sources, input::reduction(arguments.optimise));
    let reduction = checker::prepare(program, arguments.symmetry, &model.sources);
    if let Some(why) = &reduction.refused {
        eprintln!("error: `--symmetry {}`: {why}", arguments.symmetry);
        return BAD_INPUT;
    }
    if arguments.json {
        sayln!("{}", report::symmetry_json(&reduction.symmetry));
        return 0;
    }
    for notice in &reduction.notices {
        eprintln!("notice: {notice}");
    }
    let links = communication(&reduction);
    match arguments.dot {
        true => say!("{}", dot(&links)),
        false => {
            say!("{}", report::symmetry_text(&reduction.symmetry));
            say!("{}", text(&reduction, &links));
        }
    }
    0
}

/// Who sends or receives on what, where that is known before the run.
struct Link {
    process: String,
    channel: String,
    sends: bool,
}

fn communication(reduction: &Reduction) -> Vec<Link> {
    let Some(group) = &reduction.group else { return Vec::new() };
    let instance: &Instance = &group.detection.instance;
    let mut links: Vec<Link> = Vec::new();
    for (code, pid) in instance.processes.iter().zip(0u8..) {
        let process = process_name(&group.layout, &instance.configuration, program::Pid(pid));
        for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
            for (value, sends) in exchanges(&edge.action) {
                let channel = channel_name(&group.layout, &instance.configuration, value);
                if !links.iter().any(|l| l.process == process && l.channel == channel && l.sends == sends) {
                    links.push(Link { process: process.clone(), channel, sends });
                }
            }
        }
    }
    links
}

fn exchanges(tree: &Tree) -> Vec<(i32, bool)> {
    let here = match tree.head {
        Head::Send { .. } => tree.kids[0].constant().map(|v| (v, true)),
        Head::Receive { .. } => tree.kids[0].constant().map(|v| (v, false)),
        _ => None,
    };
    here.into_iter().chain(tree.kids.iter().flat_map(exchanges)).collect()
}

fn text(reduction: &Reduction, links: &[Link]) -> String {
    let mut out = String::new();
    if let Some(group) = &reduction.group {
        let instance = &group.detection.instance;
        let orbits = group.group.orbits();
        for orbit in orbits.non_trivial() {
            let names: Vec<String> = (orbit.iter())
                .filter_map(|p| match group.points[p.index()] {
                    symmetry::Point::Process(pid) => {
                        Some(process_name(&group.layout, &instance.configuration, program::Pid(pid)))
                    }
                    symmetry::Point::Channel(c) => {
                        Some(channel_name(&group.layout, &instance.configuration, c as i32 + 1))
                    }
                    symmetry::Point::Value(_, v) => Some(format!("value {v}")),
                    _ => None,
                })
                .collect();
            if !names.is_empty() {
                let _ = writeln!(out, "orbit: {}", names.join(", "));
            }
        }
    }
    for link in links {
        let arrow = if link.sends { "->" } else { "<-" };
        let _ = writeln!(out, "{} {arrow} {}", link.process, link.channel);
    }
    out
}

fn dot(links: &[Link]) -> String {
    let mut out = String::from("digraph communication {\n");
    for link in links {
        let _ = match link.sends {
            true => writeln!(out, "  {:?} -> {:?};", link.process, link.channel),
            false => writeln!(out, "  {:?} -> {:?};", link.channel, link.process),
        };
    }
    out + "}\n"
}
