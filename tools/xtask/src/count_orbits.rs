//! `cargo xtask count-orbits`: are the representatives one for each orbit? By brute force, on spaces too large to keep.
//!
//! Everything reachable is counted without symmetry by the compiled search. Then the representatives are found with an
//! exact method and the reference interpreter, and the orbit of each is made by applying the generators until nothing
//! new appears. If the sizes of these orbits add up to the unreduced count, no orbit was counted twice and none is
//! missing. No canonicaliser takes part in the sum.
use checker::{Options, Watch, check_system};
use diagnostics::SourceMap;
use explorer::Canonicaliser;
use promela::preprocess::{Define, Included, Loader};
use promela::{lower, parse};
use promela_system::{PromelaSystem, Reduction, prepare};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use symmetry::{Method, StateGroup};
use witness::reach;

/// Arguments of `count-orbits`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The model
    file: PathBuf,
    /// Define a macro
    #[arg(short = 'D')]
    define: Vec<String>,
    /// An exact method
    #[arg(long, default_value = "auto")]
    symmetry: Method,
    /// Representatives to keep at most
    #[arg(long, default_value_t = 2_000_000)]
    most: usize,
}

/// Models with `#include` are not needed here.
struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let text = std::fs::read_to_string(&arguments.file).map_err(|e| e.to_string())?;
    let mut sources = SourceMap::new();
    let file = sources.add(arguments.file.display().to_string(), text);
    let defines: Vec<Define> = arguments.define.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, _) = parse(&mut sources, file, &NoFiles, &defines);
    let model = model.ok_or("the model is refused")?;
    let prepared =
        || prepare(lower(&model, &sources, promela::Reduction::Spin), arguments.symmetry, &sources);
    let everything = Reduction { reducer: None, candidate: None, ..prepared() };
    let options = Options { all_errors: true, ..Options::default() };
    let mut everything = PromelaSystem::of(everything, &sources);
    let (unreduced, _) = check_system(&mut everything, &options, &mut Watch::nobody());
    println!("{} states without symmetry", unreduced.states);
    let mut reduction = prepared();
    let group = reduction.group.take().ok_or("no symmetry")?;
    let mut reducer = reduction.reducer.take().ok_or("no reduction")?;
    let mut canonical = |state: &mut Vec<u8>| reducer.canonicalise(state);
    let reached =
        reach(&reduction.interpreter, arguments.most, &mut canonical).ok_or("too many representatives")?;
    println!("{} representatives under a group of order {}", reached.states.len(), group.group.order());
    let sum: u64 = reached.states.iter().map(|state| orbit_size(&group, state)).sum();
    println!("their orbits hold {sum} states");
    Ok(if sum == unreduced.states { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn orbit_size(group: &StateGroup, state: &[u8]) -> u64 {
    let mut images: Vec<_> = group.detection.generators.iter().map(|g| group.images(g)).collect();
    let mut seen: HashSet<Vec<u8>> = HashSet::from([state.to_vec()]);
    let mut todo = vec![state.to_vec()];
    while let Some(state) = todo.pop() {
        for image in images.iter_mut().filter_map(|image| image(&state)) {
            if seen.insert(image.clone()) {
                todo.push(image);
            }
        }
    }
    seen.len() as u64
}
