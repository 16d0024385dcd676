//! `cargo xtask bench-symmetry`: what exact reduction costs, beside the approximate one.
//!
//! Every system of the papers with `auto` and with `fast`, in turns: states stored, time for each generated step, memory for
//! each state. `never-slower` compares with no reduction, `bench-peers` with other checkers.
use crate::quotient::{self, OurRun};
use crate::spin;
use crate::table::Table;
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `bench-symmetry`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each, of which the fastest counts
    #[arg(long, default_value_t = 1)]
    repeat: usize,
    /// Seconds for each process
    #[arg(long, default_value_t = 300)]
    timeout: u64,
}

/// The systems whose exact counts are published or follow from brute force.
const SET: [(&str, &[&str]); 35] = [
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
    let binary = quotient::binary()?;
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let mut table = Table::new(&[
        "system",
        "states",
        "fast",
        "ns/step",
        "fast",
        "ratio",
        "bytes/state",
        "fast",
        "seconds",
        "fast",
        "method",
    ]);
    for (model, defines) in SET {
        let name = name(model, defines);
        if !name.contains(&arguments.only) {
            continue;
        }
        eprintln!("{name}");
        let path = models.join("promela").join(model);
        let best = |symmetry: &str| best(&binary, &path, defines, symmetry, arguments);
        table.row(own_row(name.clone(), &best("auto")?, &best("fast")?));
    }
    print!("{}", table.render());
    Ok(ExitCode::SUCCESS)
}

/// How a run is called in tables.
pub fn name(model: &str, defines: &[&str]) -> String {
    let stem = Path::new(model).file_stem().unwrap_or_default().display().to_string();
    format!("{stem} {}", defines.join(" "))
}

fn best(
    binary: &Path,
    model: &Path,
    defines: &[&str],
    symmetry: &str,
    arguments: &Arguments,
) -> Result<OurRun, String> {
    let defines: Vec<String> = defines.iter().map(|&define| define.to_owned()).collect();
    let mut config = quotient::Config::counting(binary.to_owned(), &defines, spin::limits(arguments.timeout));
    config.flags = vec!["-O1".to_owned()];
    config.symmetry = symmetry.to_owned();
    let mut runs = Vec::new();
    for _ in 0..arguments.repeat.max(1) {
        runs.push(quotient::check(model, &config).map_err(|error| error.to_string())?);
    }
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    runs.into_iter().next().ok_or_else(|| "no run".to_owned())
}

fn own_row(name: String, auto: &OurRun, fast: &OurRun) -> Vec<String> {
    let figure = |run: &OurRun, key: &str| run.report[key].as_f64().unwrap_or(f64::NAN);
    let step = |run: &OurRun| 1e9 * figure(run, "search_seconds") / figure(run, "transitions").max(1.0);
    let states = |run: &OurRun| match run.report["verdict"].as_str() {
        Some("holds") => figure(run, "states").to_string(),
        _ => "not finished".to_owned(),
    };
    let symmetry = &auto.report["symmetry"];
    let exact = if symmetry["exact"].as_bool() == Some(true) { "exact" } else { "approximate" };
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
        format!("{} ({exact})", symmetry["method"].as_str().unwrap_or("?")),
    ]
}
