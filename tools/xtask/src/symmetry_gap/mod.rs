//! `cargo xtask symmetry-gap DIR… [--random N]`: how much of the symmetry of state graphs is found.
//!
//! **What is measured.** For each Promela model whose processes are created within a run that can be followed, the
//! states from the moment when they all exist are explored at `-O0` by the reference interpreter. An edge of this graph
//! is labelled with the processes that move and with what goes wrong on the way; a state with whether it is an invalid
//! end. A permutation of alike processes is a *symmetry of the graph* if the graph with renamed labels is isomorphic to
//! the graph (`isomorphism.rs`). Nothing is asked about what the isomorphism does to variables, channels, values and
//! locations: it may move them in any way, so the yardstick does not depend on how states are encoded or on what
//! detection takes for a reference. These permutations are compared with those that the group at the default acts by.
//!
//! **What is not measured.** Symmetries that move channels or values and no process. Symmetries of a program whose
//! start is not symmetric, unless they are found: an isomorphism has to carry the start to a state of the graph. Found
//! permutations count as symmetries whether or not the graph shows them, since they are proved elsewhere.
//!
//! The yardstick is generous: a graph may be symmetric by accident, because the code that tells processes apart is
//! never reached, or because two variables that have nothing to do with each other behave alike in reachable states.
//! Nobody can find all of these on the code; what is missed is listed with the reason that detection gives.
//!
//! Alike are processes of one type, or of types whose code has one shape after the reductions of `-O2`. Claims are left
//! out, as they are where safety is checked. Models with more permutations than [`MOST_PERMUTATIONS`] or more states
//! than asked for are left out, and counted.
mod isomorphism;
mod permutations;
mod state_graph;
mod tally;

use crate::compare::in_parallel;
use crate::generate::{Flavour, print, program};
use crate::models::Beside;
use diagnostics::SourceMap;
use isomorphism::Isomorphisms;
use permutations::{Closed, Renaming};
use program::{Instance, Program};
use promela::{Claims, Reduction};
use state_graph::StateGraph;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use symmetry::Found;
use tally::Tally;

/// Six processes can be permuted in as many ways.
const MOST_PERMUTATIONS: usize = 720;

/// Arguments of `symmetry-gap`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Models, or folders of them
    roots: Vec<PathBuf>,
    /// Also so many random programs, those of `symmetric-compare`: every other one has statements that tell processes
    /// apart
    #[arg(long, default_value_t = 0)]
    random: u64,
    /// The first seed; program number n has the seed plus n
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Models with more states are left out
    #[arg(long, default_value_t = 20_000)]
    most_states: usize,
    /// Models whose graph takes longer are left out
    #[arg(long, default_value_t = 20.0)]
    most_seconds: f64,
    /// Models measured at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Fail if a larger part is missed, in percent of the symmetric models
    #[arg(long)]
    most_missed: Option<f64>,
    /// Print the random program of the first seed and stop
    #[arg(long)]
    show: bool,
}

/// What came of one model.
enum Measured {
    /// It is refused, or its processes are not known.
    Unread,
    /// No two processes are alike.
    NothingAlike,
    /// It has too many states or permutations, or takes too long.
    TooLarge(&'static str),
    /// Permutations that are symmetries, those of them that were not found, and what is said of them.
    Compared(Gap),
}

/// The symmetries of a state graph beside those found.
struct Gap {
    /// Permutations of alike processes.
    permutations: usize,
    /// Those that are symmetries of the graph or were found.
    symmetries: usize,
    /// Those of them that were found.
    found: usize,
    /// Permutations for which the search for an isomorphism was given up.
    undecided: usize,
    /// States of the graph.
    states: usize,
    /// The reasons that are given, with their lines.
    reasons: Vec<(u32, String)>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.show {
        print!("{}", print(&program(flavour(arguments.seed), arguments.seed)));
        return Ok(ExitCode::SUCCESS);
    }
    let models = crate::models::find(&arguments.roots).map_err(|e| e.to_string())?;
    let models: Vec<_> = models.into_iter().filter(|model| !model.embedded_c).collect();
    let count = models.len() + arguments.random as usize;
    let measured = in_parallel(count, arguments.jobs, |index| match models.get(index) {
        Some(model) => (model.path.display().to_string(), Source::File, of_file(&model.path, arguments)),
        None => {
            let seed = arguments.seed + (index - models.len()) as u64;
            let flavour = flavour(seed);
            let text = print(&program(flavour, seed));
            (format!("seed {seed}"), Source::Random(flavour), of_text("random.pml", text, arguments))
        }
    });
    let mut is_good = true;
    for source in [Source::File, Source::Random(Flavour::Symmetric), Source::Random(Flavour::AlmostSymmetric)]
    {
        let mut tally = Tally::default();
        let those = measured.iter().filter(|(_, from, _)| *from == source);
        those.clone().for_each(|(name, _, measured)| tally.add(name, measured));
        if those.count() > 0 {
            println!("{}\n{}", source.heading(), tally.render());
        }
        is_good &= tally.unexplained() == 0;
        is_good &= arguments.most_missed.is_none_or(|most| tally.percent_missed() <= most);
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Where a model comes from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    File,
    Random(Flavour),
}

impl Source {
    fn heading(self) -> &'static str {
        match self {
            Source::File => "Models",
            Source::Random(Flavour::AlmostSymmetric) => {
                "Random programs with statements that tell processes apart"
            }
            Source::Random(_) => "Random symmetric programs",
        }
    }
}

/// What kind of program a seed means, the same as for `symmetric-compare`.
fn flavour(seed: u64) -> Flavour {
    if seed.is_multiple_of(2) { Flavour::AlmostSymmetric } else { Flavour::Symmetric }
}

fn of_file(path: &Path, arguments: &Arguments) -> Measured {
    match std::fs::read(path) {
        Ok(text) => {
            let name = path.display().to_string();
            of_text(&name, String::from_utf8_lossy(&text).into_owned(), arguments)
        }
        Err(_) => Measured::Unread,
    }
}

fn of_text(name: &str, text: String, arguments: &Arguments) -> Measured {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let Some(model) = promela::parse(&mut sources, file, &Beside, &[]).0 else { return Measured::Unread };
    let lowered = |level| promela::lower_with(&model, &sources, level, Claims::None);
    let programs = (lowered(Reduction::None), lowered(Reduction::Sound));
    measure(programs, &sources, arguments).unwrap_or(Measured::Unread)
}

/// The symmetries of a program's state graph beside those that are found in the program as the default command reduces
/// it; `None` if it has no instance.
fn measure(
    (written, reduced): (Program, Program),
    sources: &SourceMap,
    arguments: &Arguments,
) -> Option<Measured> {
    let plain = symmetry::find(written).plain;
    let instance = Instance::new(&plain)?;
    let found = symmetry::find(reduced);
    let copies = symmetry::first_of_copies(found.plain.program(), &Instance::new(&found.plain)?);
    let alike = permutations::alike(instance.processes.iter().map(|code| copies[code.proctype.index()]));
    let permutations = permutations::all(instance.processes.len(), &alike, MOST_PERMUTATIONS);
    let Some(permutations) = permutations else { return Some(Measured::TooLarge("permutations")) };
    if permutations.len() == 1 {
        return Some(Measured::NothingAlike);
    }
    let time = Duration::from_secs_f64(arguments.most_seconds);
    let deadline = Instant::now() + time;
    let graph = match StateGraph::explore(&plain, &instance, arguments.most_states, deadline) {
        Ok(graph) => graph,
        Err(why) => return Some(Measured::TooLarge(why)),
    };
    let (generators, reasons) = told(found, sources);
    let found = Closed::of(&generators, MOST_PERMUTATIONS)?;
    let deadline = Instant::now() + time;
    let (symmetries, undecided) = symmetries(&graph, &permutations, &generators, deadline);
    Some(Measured::Compared(Gap {
        permutations: permutations.len(),
        symmetries: permutations.iter().filter(|p| symmetries.contains(p)).count(),
        found: permutations.iter().filter(|p| found.contains(p)).count(),
        undecided,
        states: graph.states(),
        reasons,
    }))
}

/// What the generators that are found at the default do to processes, and the reasons for what is not found.
fn told(found: Found, sources: &SourceMap) -> (Vec<Renaming>, Vec<(u32, String)>) {
    let grouped = match found.group {
        Ok(grouped) => grouped,
        Err(why) => return (Vec::new(), vec![(0, why.to_owned())]),
    };
    let detection = &grouped.group.detection;
    let lost = detection.lost.iter().map(|l| (sources.line(l.span), l.why.clone()));
    let reasons = lost.chain(grouped.notices.into_iter().map(|notice| (0, notice))).collect();
    (detection.generators.iter().map(|g| g.processes.clone()).collect(), reasons)
}

/// The permutations that are symmetries, and how many were not decided. Those known form a group, so with one that is
/// none, its products with all known ones are none.
fn symmetries(
    graph: &StateGraph,
    permutations: &[Renaming],
    known: &[Renaming],
    deadline: Instant,
) -> (Closed, usize) {
    let mut generators = known.to_vec();
    let mut group = Closed::of(&generators, MOST_PERMUTATIONS).unwrap_or_default();
    let isomorphisms = Isomorphisms::new(graph);
    let mut refused = Closed::default();
    let mut undecided = Closed::default();
    for permutation in permutations {
        if group.contains(permutation) || refused.contains(permutation) || undecided.contains(permutation) {
            continue;
        }
        let is_symmetry = match Instant::now() < deadline {
            true => isomorphisms.exists(permutation),
            false => None,
        };
        match is_symmetry {
            Some(true) => {
                generators.push(permutation.clone());
                group = Closed::of(&generators, MOST_PERMUTATIONS).unwrap_or(group);
            }
            Some(false) => refused.add_products(permutation, &group),
            None => undecided.add_products(permutation, &group),
        }
    }
    let left = permutations.iter().filter(|p| undecided.contains(p) && !group.contains(p)).count();
    (group, left)
}
