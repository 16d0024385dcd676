//! `cargo xtask never-slower`: whole runs with `auto` beside runs with `none`, from the command to the verdict.
//!
//! Models with much symmetry, with little, with some that merges nothing, and with none at all. The two take turns, and
//! the faster of some runs counts. Reduction may cost a tenth at most, in time and in memory for each stored state. The
//! latter is compared where there are enough states for it to say anything, with a search without reduction that is
//! stopped at as many states: neighbouring states share their parts, so the first states of any search take more.
use crate::bench::{Bench, Options, System, figure, method, promela};
use crate::table::LiveTable;
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `never-slower`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    options: Options,
}

/// What reduction may cost.
const ALLOWED: f64 = 1.10;
/// Fewer states than these say nothing about memory.
const ENOUGH_STATES: f64 = 20_000.0;

const ASYMMETRIC: [System; 14] = [
    ("protocols/alternating_bit.pml", &["BROKEN=1"]),
    ("protocols/bakery.pml", &["BROKEN=1"]),
    ("protocols/dining_philosophers.pml", &["N=6"]),
    ("protocols/dining_philosophers.pml", &["N=8"]),
    ("protocols/elevator.pml", &["FLOORS=4"]),
    ("protocols/leader_election_ring.pml", &["N=4"]),
    ("protocols/leader_election_ring.pml", &["N=4", "BROKEN=1"]),
    ("protocols/msi_directory.pml", &["N=3"]),
    ("protocols/needham_schroeder.pml", &["BROKEN=1"]),
    ("protocols/pipeline_sort.pml", &["N=4"]),
    ("protocols/ricart_agrawala.pml", &["N=3"]),
    ("protocols/sliding_window.pml", &["WINDOW=2"]),
    ("protocols/szymanski.pml", &["N=3", "BROKEN=1"]),
    ("protocols/token_ring.pml", &["N=3", "BROKEN=1"]),
];

const SYMMETRIC: [System; 34] = [
    ("lazy/fixed_arbitration_bus.pml", &["N=8"]),
    ("lazy/resource_controller.pml", &["CLASSES=9", "SIZE=2"]),
    ("papers/cache_coherence.pml", &["N=4"]),
    ("papers/cache_coherence.pml", &["N=5"]),
    ("papers/email.pml", &["N=3"]),
    ("papers/email.pml", &["N=4"]),
    ("papers/hypercube.pml", &["DIM=3"]),
    ("papers/hypercube.pml", &["DIM=4"]),
    ("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=4"]),
    ("papers/paxos.pml", &["ACCEPTORS=3", "BALLOTS=3"]),
    ("papers/peterson.pml", &["N=3"]),
    ("papers/peterson.pml", &["N=4"]),
    ("papers/peterson.pml", &["N=5"]),
    ("papers/peterson_without_atomicity.pml", &["N=3"]),
    ("papers/resource_allocator.pml", &["A=2", "B=2", "C=2"]),
    ("papers/resource_allocator.pml", &["A=4", "B=4"]),
    ("papers/ring.pml", &["N=8"]),
    ("papers/ring.pml", &["N=11"]),
    ("papers/ring_reflective.pml", &["N=6"]),
    ("papers/ring_reflective.pml", &["N=8"]),
    ("papers/simple_mutex.pml", &["N=10"]),
    ("papers/simple_mutex.pml", &["N=15"]),
    ("papers/telephone.pml", &["N=6"]),
    ("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=2"]),
    ("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=3"]),
    ("papers/torus.pml", &["W=5"]),
    ("papers/tree.pml", &["INNER=6", "LEAVES=8"]),
    ("papers/two_balancers.pml", &["EACH=3"]),
    ("protocols/barrier.pml", &["N=3", "BROKEN=1"]),
    ("protocols/fischer.pml", &["N=3", "BROKEN=1"]),
    ("protocols/german.pml", &["N=3"]),
    ("protocols/german.pml", &["N=4"]),
    ("symmetry/below_hidden_values.pml", &[]),
    ("symmetry/idle_clones.pml", &["TOP=250"]),
];

/// Everything is explored, whatever is wrong with it.
const FLAGS: [&str; 2] = ["--all-errors", "--ignore-claims"];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let bench = Bench::new(&arguments.options, 7, 120)?;
    let table = LiveTable::new(&[
        ("system", 38),
        ("states", 8),
        ("none", 8),
        ("seconds", 8),
        ("none", 8),
        ("ratio", 0),
        ("bytes/state", 0),
        ("none", 6),
        ("ratio", 0),
        ("method", 0),
    ]);
    let mut over = Vec::new();
    let mut rows = 0;
    for (model, defines) in ASYMMETRIC.iter().chain(&SYMMETRIC) {
        let path = promela().join(model);
        let Some(name) = bench.name(&path, defines) else { continue };
        let (row, too_much) = compare(&bench, &path, defines, &name)?;
        table.row(&row);
        over.extend(too_much);
        rows += 1;
    }
    println!("{rows} systems; {} times over {ALLOWED:.2}: {}", over.len(), over.join(", "));
    Ok(if over.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare(
    bench: &Bench,
    model: &Path,
    defines: &[&str],
    name: &str,
) -> Result<(Vec<String>, Vec<String>), String> {
    let [auto, none] = bench.fastest(model, defines, ["auto", "none"], &FLAGS)?;
    if auto.outcome.states().is_none() || none.outcome.states().is_none() {
        return Err(format!("{name}: no run was finished"));
    }
    let time = auto.seconds / none.seconds;
    let states = figure(&auto, "states");
    let (mut bytes, mut beside) = (f64::NAN, f64::NAN);
    if states >= ENOUGH_STATES && auto.report["symmetry"]["method"] != "lazy" {
        bytes = figure(&auto, "bytes_per_state");
        let as_many = states.to_string();
        let flags = [&FLAGS[..], &["--max-states", &as_many]].concat();
        beside = figure(&bench.run(model, defines, "none", &flags)?, "bytes_per_state");
    }
    let mut over = Vec::new();
    over.extend((time > ALLOWED).then(|| format!("{name} (time)")));
    over.extend((bytes / beside > ALLOWED).then(|| format!("{name} (memory)")));
    let shown = |value: f64, digits: usize| match value.is_nan() {
        true => "-".to_owned(),
        false => format!("{value:.digits$}"),
    };
    let row = vec![
        name.to_owned(),
        states.to_string(),
        figure(&none, "states").to_string(),
        format!("{:.4}", auto.seconds),
        format!("{:.4}", none.seconds),
        format!("{time:.2}"),
        shown(bytes, 1),
        shown(beside, 1),
        shown(bytes / beside, 2),
        method(&auto),
    ];
    Ok((row, over))
}
