//! `quotient show` and `quotient format`: every stage can be printed.

use std::fmt::Write;
use std::sync::Arc;

use diagnostics::Diagnostic;
use program::{Layout, Part, Proctype, Program, ReferenceCells};
use quotient::{Model, Notation, Promela, ReadOptions};

use crate::arguments::{ReadArguments, ShowArguments, Stage};
use crate::{BAD_INPUT, input};

/// Prints a stage.
pub fn run(arguments: &ShowArguments) -> u8 {
    if input::only_promela("show", &arguments.read.file).is_err() {
        return BAD_INPUT;
    }
    if arguments.dot && !matches!(arguments.stage, Stage::Graph | Stage::Automaton) {
        tell!("error: `--dot` draws the graph or the automaton; try `quotient show graph --dot`");
        return BAD_INPUT;
    }
    if (arguments.hoa || !arguments.ltl.is_empty()) && arguments.stage != Stage::Automaton {
        tell!("error: `--hoa` and `--ltl` are about automata; try `quotient show automaton`");
        return BAD_INPUT;
    }
    match arguments.stage {
        Stage::Tokens | Stage::Tree => syntax(arguments),
        Stage::Graph | Stage::Layout | Stage::Automaton => {
            let (defines, formulas) = (arguments.read.define.clone(), arguments.ltl.clone());
            let include_folders = arguments.read.include.clone();
            let options = ReadOptions { defines, formulas, include_folders, ..ReadOptions::default() };
            let Ok(Model::Promela(read)) = input::model(&arguments.read.file, &options) else {
                return BAD_INPUT;
            };
            if arguments.stage == Stage::Automaton {
                return automata(&read, arguments);
            }
            let level = input::level(arguments.optimise);
            let program = promela::lower(&read.model, &read.sources, level.into());
            match arguments.stage {
                Stage::Layout => say!("{}", layout(program)),
                _ => say!("{}", graphs(&program, arguments.dot)),
            }
            0
        }
    }
}

/// Prints the automaton of what violates each formula.
fn automata(read: &Promela, arguments: &ShowArguments) -> u8 {
    let notation = match (arguments.dot, arguments.hoa) {
        (true, _) => Notation::Dot,
        (_, true) => Notation::Hoa,
        _ => Notation::Text,
    };
    if read.model.ltl.is_empty() {
        tell!("error: the model has no formula; give one with `--ltl`");
        return BAD_INPUT;
    }
    for (name, automaton) in read.automata(notation) {
        match automaton {
            Ok(text) if notation == Notation::Text => say!("{name}: {text}"),
            Ok(text) => say!("{text}"),
            Err(why) => {
                tell!("error: {name}: {why}");
                return BAD_INPUT;
            }
        }
    }
    0
}

/// Prints the model back.
pub fn format(arguments: &ReadArguments) -> u8 {
    if input::only_promela("format", &arguments.file).is_err() {
        return BAD_INPUT;
    }
    let Ok((mut sources, file, defines)) = input::source(arguments) else { return BAD_INPUT };
    let mut messages = Vec::new();
    let text = promela::preprocess::preprocess(
        &mut sources,
        file,
        &input::includes(arguments),
        &defines,
        &mut messages,
    );
    let program = promela::parser::parse(&text, &mut messages);
    input::print_diagnostics(&sources, &messages);
    if messages.iter().any(Diagnostic::is_error) {
        return BAD_INPUT;
    }
    say!("{}", promela::printer::print(&program));
    0
}

fn syntax(arguments: &ShowArguments) -> u8 {
    let Ok((mut sources, file, defines)) = input::source(&arguments.read) else { return BAD_INPUT };
    let mut messages = Vec::new();
    let text = promela::preprocess::preprocess(
        &mut sources,
        file,
        &input::includes(&arguments.read),
        &defines,
        &mut messages,
    );
    if arguments.stage == Stage::Tokens {
        say!("{}", promela::lexer::list_text(&sources, &text));
    } else {
        let program = promela::parser::parse(&text, &mut messages);
        say!("{}", promela::tree::tree(&program));
    }
    input::print_diagnostics(&sources, &messages);
    if messages.iter().any(Diagnostic::is_error) { BAD_INPUT } else { 0 }
}

fn graphs(program: &Program, dot: bool) -> String {
    program.proctypes.iter().map(|p| if dot { graph_dot(p) } else { graph_text(p) }).collect()
}

fn graph_text(proctype: &Proctype) -> String {
    let mut out = format!("{} starts at {}\n", proctype.name, proctype.initial.0);
    for (number, location) in proctype.locations.iter().enumerate() {
        for t in &location.transitions {
            let end = if location.end { " (end)" } else { "" };
            let atomic = if t.atomic { " atomic" } else { "" };
            let _ = writeln!(out, "  {number}{end} -> {}{atomic}: {}", t.target.0, t.text);
        }
    }
    out
}

fn graph_dot(proctype: &Proctype) -> String {
    let mut out = format!("digraph {:?} {{\n", proctype.name);
    for (number, location) in proctype.locations.iter().enumerate() {
        for t in &location.transitions {
            let _ = writeln!(out, "  {number} -> {} [label={:?}];", t.target.0, t.text);
        }
    }
    out + "}\n"
}

fn layout(program: Program) -> String {
    let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
    let program = &layout.program;
    let mut out = String::from("state: 2 bytes of configuration, then\n");
    let part = |p: Part| if p == Part::Control { "control" } else { "reference" };
    for (var, slot) in program.globals.iter().zip(&layout.globals) {
        if let Some(slot) = slot {
            let _ =
                writeln!(out, "  {} at {}: {} ({:?})", part(slot.part), slot.offset, var.name, var.scalar);
        }
    }
    for (proctype, frame) in program.proctypes.iter().zip(&layout.processes) {
        let _ = writeln!(out, "process {}: {} bytes", proctype.name, frame.size[0] + frame.size[1]);
        let _ = writeln!(out, "  {} at {}: location", part(frame.location.part), frame.location.offset);
        for (var, slot) in proctype.locals.iter().zip(&frame.locals) {
            if let Some(slot) = slot {
                let _ = writeln!(
                    out,
                    "  {} at {}: {} ({:?})",
                    part(slot.part),
                    slot.offset,
                    var.name,
                    var.scalar
                );
            }
        }
    }
    for (channel, frame) in program.channel_types.iter().zip(&layout.channels) {
        let size = frame.size[0] + frame.size[1];
        let _ = writeln!(out, "channel {}: {} messages, {size} bytes", channel.name, channel.capacity);
    }
    out
}
