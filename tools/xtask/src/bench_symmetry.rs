//! `cargo xtask bench-symmetry`: what exact reduction costs, beside the approximate one.
//!
//! Every system of the papers with `auto` and with `fast`, in turns: states stored, time for each generated step,
//! memory for each state. `never-slower` compares with no reduction, `bench-peers` with other checkers.
use crate::bench::{Bench, Options, System, figure, method, promela};
use crate::quotient::OurRun;
use crate::table::LiveTable;
use std::process::ExitCode;

/// Arguments of `bench-symmetry`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    options: Options,
}

/// The systems whose exact counts are published or follow from brute force.
pub const SET: [System; 35] = [
    ("papers/email.pml", &["N=3"]),
    ("papers/email.pml", &["N=4"]),
    ("papers/email.pml", &["N=5"]),
    ("papers/email.pml", &["N=6"]),
    ("papers/email.pml", &["N=7"]),
    ("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=6"]),
    ("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=7"]),
    ("papers/loadbalancer.pml", &["SERVERS=3", "CLIENTS=6"]),
    ("papers/loadbalancer.pml", &["SERVERS=3", "CLIENTS=7"]),
    ("papers/loadbalancer.pml", &["SERVERS=4", "CLIENTS=6"]),
    ("papers/loadbalancer.pml", &["SERVERS=4", "CLIENTS=7"]),
    ("papers/peterson.pml", &["N=3"]),
    ("papers/peterson.pml", &["N=4"]),
    ("papers/peterson.pml", &["N=5"]),
    ("papers/peterson.pml", &["N=6"]),
    ("papers/peterson.pml", &["N=7"]),
    ("papers/peterson.pml", &["N=8"]),
    ("papers/peterson.pml", &["N=9"]),
    ("papers/peterson_without_atomicity.pml", &["N=3"]),
    ("papers/peterson_without_atomicity.pml", &["N=4"]),
    ("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=3"]),
    ("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=4"]),
    ("papers/three_tiered.pml", &["SERVERS=3", "CLIENTS=3"]),
    ("papers/three_tiered.pml", &["SERVERS=3", "CLIENTS=4"]),
    ("papers/three_tiered.pml", &["SERVERS=3", "CLIENTS=5"]),
    ("papers/resource_allocator.pml", &["A=3", "B=3"]),
    ("papers/resource_allocator.pml", &["A=5", "B=5"]),
    ("papers/resource_allocator.pml", &["A=4", "B=4", "C=4"]),
    ("papers/resource_allocator.pml", &["A=5", "B=5", "C=5"]),
    ("papers/hypercube.pml", &["DIM=3"]),
    ("papers/hypercube.pml", &["DIM=4"]),
    ("papers/hypercube.pml", &["DIM=5"]),
    ("papers/ring.pml", &["N=8"]),
    ("papers/torus.pml", &["W=5"]),
    ("papers/two_balancers.pml", &["EACH=3"]),
];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let bench = Bench::new(&arguments.options, 1, 300)?;
    let table = LiveTable::new(&[
        ("system", 40),
        ("states", 9),
        ("fast", 9),
        ("ns/step", 0),
        ("fast", 6),
        ("ratio", 0),
        ("bytes/state", 0),
        ("fast", 6),
        ("seconds", 0),
        ("fast", 7),
        ("method", 0),
    ]);
    for (model, defines) in SET {
        let path = promela().join(model);
        let Some(name) = bench.name(&path, defines) else { continue };
        let [auto, fast] = bench.fastest(&path, defines, ["auto", "fast"], &[])?;
        table.row(&row(name, &auto, &fast));
    }
    Ok(ExitCode::SUCCESS)
}

fn row(name: String, auto: &OurRun, fast: &OurRun) -> Vec<String> {
    let step = |run: &OurRun| 1e9 * figure(run, "search_seconds") / figure(run, "transitions").max(1.0);
    let states = |run: &OurRun| match run.report["verdict"].as_str() {
        Some("holds") => figure(run, "states").to_string(),
        _ => "not finished".to_owned(),
    };
    vec![
        name,
        states(auto),
        states(fast),
        format!("{:.0}", step(auto)),
        format!("{:.0}", step(fast)),
        format!("{:.2}", step(auto) / step(fast)),
        format!("{:.1}", figure(auto, "bytes_per_state")),
        format!("{:.1}", figure(fast, "bytes_per_state")),
        format!("{:.2}", auto.seconds),
        format!("{:.2}", fast.seconds),
        method(auto),
    ]
}
