//! `cargo xtask bench-symmetry`: what exact reduction costs, beside the approximate one and beside other checkers.
//!
//! The first table runs every system of the papers with `auto` and with `fast`, in turns: states stored, time for each
//! generated step, memory for each state. The second runs peers on the same systems: Rumur (`rumur` and a C compiler)
//! on the Murphi models in `models/murphi`, with its heuristic and its exhaustive symmetry reduction, and SPIN with partial order
//! reduction, from the command to the verdict. What is not installed is left out, and said so.
use crate::child::{Ending, Limits, run as run_child};
use crate::quotient::{self, OurRun};
use crate::spin::{self, Scratch};
use crate::table::Table;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
    /// Leave the peers out
    #[arg(long)]
    without_peers: bool,
}

/// The systems whose exact counts are published or follow from brute force.
const SET: [(&str, &[&str]); 34] = [
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
    ("papers/ring.pml", &["N=8"]),
    ("papers/torus.pml", &["W=5"]),
    ("papers/two_balancers.pml", &["EACH=3"]),
];

/// The same systems in Promela and in Murphi: model, definitions, Murphi model, what to put for N.
const PEERS: [(&str, &[&str], &str, &str); 4] = [
    ("papers/simple_mutex.pml", &["N=20"], "mutex.m", "20"),
    ("protocols/german.pml", &["N=3"], "german.m", "3"),
    ("protocols/german.pml", &["N=4"], "german.m", "4"),
    ("papers/peterson.pml", &["N=6"], "peterson.m", "6"),
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
    if !arguments.without_peers {
        print!("{}", peers(&binary, &models, arguments)?);
    }
    Ok(ExitCode::SUCCESS)
}

fn name(model: &str, defines: &[&str]) -> String {
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
    let mut config = quotient::Config::counting(binary.to_owned(), &defines, limits(arguments));
    config.flags = vec!["-O1".to_owned()];
    config.symmetry = symmetry.to_owned();
    let mut runs = Vec::new();
    for _ in 0..arguments.repeat.max(1) {
        runs.push(quotient::check(model, &config).map_err(|error| error.to_string())?);
    }
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    runs.into_iter().next().ok_or_else(|| "no run".to_owned())
}

fn limits(arguments: &Arguments) -> Limits {
    spin::limits(arguments.timeout)
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

fn peers(binary: &Path, models: &Path, arguments: &Arguments) -> Result<String, String> {
    let mut table = Table::new(&["system", "checker", "states", "seconds", "peak MB"]);
    let mut notes = String::new();
    for (model, defines, murphi, n) in PEERS {
        let name = name(model, defines);
        if !name.contains(&arguments.only) {
            continue;
        }
        eprintln!("{name}");
        let path = models.join("promela").join(model);
        let ours = best(binary, &path, defines, "auto", arguments)?;
        let states = ours.outcome.states().map_or("not finished".to_owned(), |states| states.to_string());
        table.row(peer_row(&name, "quotient", states, ours.seconds, ours.peak_memory));
        let murphi = models.join("murphi").join(murphi);
        for reduction in ["heuristic", "exhaustive"] {
            match rumur(&murphi, n, reduction, arguments) {
                Ok(peer) => table.row(peer_row(&name, &format!("rumur {reduction}"), peer.0, peer.1, peer.2)),
                Err(why) => notes.push_str(&format!("{name}, rumur {reduction}: {why}\n")),
            }
        }
        match spin_with_partial_orders(&path, defines, arguments) {
            Ok(peer) => table.row(peer_row(&name, "spin, partial orders", peer.0, peer.1, peer.2)),
            Err(why) => notes.push_str(&format!("{name}, spin: {why}\n")),
        }
    }
    Ok(format!("\n{}{notes}", table.render()))
}

fn peer_row(name: &str, checker: &str, states: String, seconds: f64, memory: u64) -> Vec<String> {
    vec![
        name.to_owned(),
        checker.to_owned(),
        states,
        format!("{seconds:.2}"),
        format!("{:.0}", memory as f64 / f64::from(1 << 20)),
    ]
}

/// States, seconds from the command to the verdict, peak memory.
type Peer = (String, f64, u64);

fn rumur(model: &Path, n: &str, reduction: &str, arguments: &Arguments) -> Result<Peer, String> {
    let scratch = Scratch::new("rumur").map_err(|error| error.to_string())?;
    let inside = |name: &str| -> PathBuf { scratch.path().join(name) };
    let text = std::fs::read_to_string(model).map_err(|error| error.to_string())?;
    let text: Vec<String> = text
        .lines()
        .map(|line| if line.starts_with("const N:") { format!("const N: {n};") } else { line.to_owned() })
        .collect();
    std::fs::write(inside("model.m"), text.join("\n")).map_err(|error| error.to_string())?;
    let mut translate = Command::new("rumur");
    translate.args(["--threads", "1", "--symmetry-reduction", reduction, "--output"]);
    translate.arg(inside("model.c")).arg(inside("model.m"));
    let mut compile = Command::new("cc");
    compile.args(["-O3", "-mcx16", "-o"]).arg(inside("model")).arg(inside("model.c")).arg("-lpthread");
    let mut seconds = 0.0;
    for command in [&mut translate, &mut compile] {
        let done = run_child(command, limits(arguments)).map_err(|error| error.to_string())?;
        seconds += done.seconds;
        if done.ending != Ending::Exit(0) {
            return Err(done.stderr.lines().next().unwrap_or("it fails").to_owned());
        }
    }
    let done = run_child(&mut Command::new(inside("model")), limits(arguments))
        .map_err(|error| error.to_string())?;
    let states = done.stdout.lines().rev().find_map(|line| line.trim().split_once(" states, "));
    let states = match (&done.ending, states) {
        (Ending::Exit(0), Some((states, _))) => states.to_owned(),
        _ => "not finished".to_owned(),
    };
    Ok((states, seconds + done.seconds, done.peak_memory))
}

fn spin_with_partial_orders(model: &Path, defines: &[&str], arguments: &Arguments) -> Result<Peer, String> {
    if !spin::available() {
        return Err("not installed".to_owned());
    }
    let defines: Vec<String> = defines.iter().map(|&define| define.to_owned()).collect();
    let scratch = Scratch::new("spin").map_err(|error| error.to_string())?;
    let mut config = spin::Config::fast(&defines, limits(arguments));
    config.gcc_flags.retain(|flag| flag != "-DNOREDUCE");
    let run = spin::check(model, scratch.path(), &config).map_err(|error| error.to_string())?;
    let states = run.outcome.states().map_or("not finished".to_owned(), |states| states.to_string());
    Ok((states, run.seconds.iter().sum(), run.peak_memory))
}
