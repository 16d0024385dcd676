//! `quotient symmetry`: what was found, how it would be used, what was lost.

use std::fmt::Write;

use program::{Head, Instance, Tree, channel_name, process_name};
use promela_system::Reduction;
use quotient::{Language, Method, Model, ReadOptions};

use crate::arguments::SymmetryArguments;
use crate::{BAD_INPUT, input};

/// Prints the symmetry of a model.
pub fn run(arguments: &SymmetryArguments) -> u8 {
    let language = Model::language_of(&arguments.read.file);
    input::deeply(language, || show(arguments, language)).map_or(BAD_INPUT, |()| 0)
}

fn show(arguments: &SymmetryArguments, language: Language) -> Result<(), String> {
    let told = |why: String| {
        eprintln!("error: {why}");
        why
    };
    arguments.fits(language).map_err(told)?;
    let method = Method::named(&arguments.symmetry, language);
    let method = method.map_err(|why| told(format!("`--symmetry {}`: {why}", arguments.symmetry)))?;
    let level = input::level(arguments.optimise.unwrap_or(2));
    let options = ReadOptions { defines: arguments.read.define.clone(), level, ..ReadOptions::default() };
    let model = input::model(&arguments.read.file, &options)?;
    let Model::Promela(promela) = &model else {
        let (symmetry, notices) = model.symmetry(method).map_err(told)?;
        tell(&symmetry, &notices, arguments.json);
        return Ok(());
    };
    let program = promela::lower(&promela.model, &promela.sources, level.into());
    let reduction = promela_system::prepare(program, method, &promela.sources);
    if let Some(why) = &reduction.refused {
        return Err(told(format!("`--symmetry {method}`: {why}")));
    }
    let links = communication(&reduction);
    if arguments.dot {
        say!("{}", dot(&links));
        return Ok(());
    }
    tell(&reduction.symmetry, &reduction.notices, arguments.json);
    if !arguments.json {
        say!("{}", text(&reduction, &links));
    }
    Ok(())
}

fn tell(symmetry: &report::Symmetry, notices: &[String], json: bool) {
    if json {
        sayln!("{}", report::symmetry_json(symmetry));
        return;
    }
    for notice in notices {
        eprintln!("notice: {notice}");
    }
    say!("{}", report::symmetry_text(symmetry));
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
