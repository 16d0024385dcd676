//! `quotient graph`: the state graph of a model and its quotient under symmetry, side by side.

use std::path::{Path, PathBuf};

use quotient::{GraphOptions, Method, Model, state_graphs};
use report::GraphPair;

use crate::arguments::GraphArguments;
use crate::{BAD_INPUT, UNDECIDED, input};

/// Draws the graphs; the result is the exit code.
pub fn run(arguments: &GraphArguments) -> u8 {
    let language = Model::language_of(&arguments.read.file);
    let drawn = input::deeply(language, || {
        let pair = graphs(arguments)?;
        write(arguments, &pair).inspect_err(|why| tell!("error: {why}"))?;
        Ok(pair)
    });
    let Ok(pair) = drawn else { return BAD_INPUT };
    let summary = format!(
        "{} states and {} steps; {} states and {} steps in the quotient; {}",
        pair.full.states.len(),
        pair.full.edges.len(),
        pair.quotient.states.len(),
        pair.quotient.edges.len(),
        pair.symmetry
    );
    // Standard output belongs to a drawing that goes there.
    if destinations(arguments).iter().any(|path| path.as_os_str() == "-") {
        tell!("{summary}");
    } else {
        sayln!("{summary}");
    }
    pair.notices.iter().for_each(|notice| tell!("notice: {notice}"));
    if pair.is_cut() {
        tell!("hint: `--max-states N` draws more, `-D` or `--card` makes a model smaller");
    }
    if pair.is_cut() || !pair.agrees_with_check { UNDECIDED } else { 0 }
}

/// Both graphs; an error has been printed.
fn graphs(arguments: &GraphArguments) -> Result<GraphPair, String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let not_this_method = |why: String| told(format!("`--symmetry {}`: {why}", arguments.symmetry));
    let file = &arguments.read.file;
    let language = Model::language_of(file);
    arguments.fits(language).map_err(told)?;
    let method = Method::named(&arguments.symmetry, language).map_err(not_this_method)?;
    let model = input::model(file, &arguments.reading().map_err(told)?)?;
    let options =
        GraphOptions { method, most_states: arguments.max_states as usize, patience: arguments.max_seconds };
    state_graphs(&model, &file.display().to_string(), &options).map_err(not_this_method)
}

/// Where drawings go; without a word about it, one for Graphviz to standard output.
fn destinations(arguments: &GraphArguments) -> Vec<&Path> {
    let asked: Vec<&Path> = arguments.dot.iter().chain(&arguments.svg).map(PathBuf::as_path).collect();
    if asked.is_empty() { vec![Path::new("-")] } else { asked }
}

fn write(arguments: &GraphArguments, pair: &GraphPair) -> Result<(), String> {
    if arguments.dot.is_some() || arguments.svg.is_none() {
        put(arguments.dot.as_deref().unwrap_or(Path::new("-")), &report::graph_dot(pair))?;
    }
    arguments.svg.as_deref().map_or(Ok(()), |path| put(path, &report::graph_svg(pair)))
}

fn put(path: &Path, text: &str) -> Result<(), String> {
    if path.as_os_str() == "-" {
        say!("{text}");
        return Ok(());
    }
    std::fs::write(path, text).map_err(|why| format!("cannot write {}: {why}", path.display()))
}
