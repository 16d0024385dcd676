//! `cargo xtask bench-spin`: speed and memory beside SPIN, in one run on one machine.
//!
//! SPIN is given its best chance: its own static reductions (plain `spin -a`), gcc -O2, and besides pan's defaults a
//! run with stack (`-m`) and hash table (`-w`) fitted to the model, which the first run has told; of its runs the
//! fastest and the smallest count. Ours does the same reductions (`-O1`), explores without symmetry on one thread, and
//! its rate is taken from the search alone, as pan's is. The two take turns, so that a busy machine slows both.
use crate::bench::System;
use crate::quotient::{self, OurRun};
use crate::spin::{self, Scratch, SpinRun};
use crate::table::Table;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `bench-spin`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Further models, as FILE or FILE,NAME=VALUE,...
    extra: Vec<String>,
    /// Only the further models
    #[arg(long)]
    only_extra: bool,
    /// Write the results here as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Runs of each, of which the best counts
    #[arg(long, default_value_t = 3)]
    repeat: usize,
    /// Seconds for each process
    #[arg(long, default_value_t = 300)]
    timeout: u64,
    /// The level of static reductions of ours
    #[arg(long, default_value = "-O1", allow_hyphen_values = true)]
    level: String,
    /// The order of our search
    #[arg(long, default_value = "bfs")]
    search: String,
}

/// The benchmark set: systems of the literature between 10^5 and 10^7 states.
pub const SET: [System; 15] = [
    ("papers/peterson.pml", &["N=5"]),
    ("papers/email.pml", &["N=4"]),
    ("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=4"]),
    ("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=4"]),
    ("papers/two_balancers.pml", &["EACH=3"]),
    ("papers/resource_allocator.pml", &["A=4", "B=4"]),
    ("papers/simple_mutex.pml", &["N=15"]),
    ("papers/cache_coherence.pml", &["N=6"]),
    ("papers/ring_reflective.pml", &["N=9"]),
    ("papers/paxos.pml", &["ACCEPTORS=4", "BALLOTS=3"]),
    ("protocols/pipeline_sort.pml", &["N=4"]),
    ("protocols/leader_election_ring.pml", &["N=7"]),
    ("protocols/data_transfer.pml", &["WINDOW=2", "ROOM=3"]),
    ("protocols/cambridge_ring.pml", &["N=3"]),
    ("protocols/mobile_phones.pml", &["BASES=4"]),
];

struct Case {
    path: PathBuf,
    defines: Vec<String>,
}

/// The best of the runs on one model.
struct Measured {
    name: String,
    spin: SpinRun,
    /// Seconds of `spin -a`, gcc and pan with its defaults.
    spin_total: f64,
    ours: OurRun,
    our_search: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !spin::available() {
        return Err("spin, gcc and stdbuf must be installed".to_owned());
    }
    let binary = quotient::binary()?;
    let (mut measured, mut failures) = (Vec::new(), Vec::new());
    for case in cases(arguments) {
        let name =
            format!("{} {}", case.path.file_stem().unwrap_or_default().display(), case.defines.join(" "));
        eprintln!("{name}");
        match measure(&name, &case, arguments, &binary) {
            Ok(row) => measured.push(row),
            Err(why) => failures.push(format!("{name}: {why}")),
        }
    }
    print!("{}", render(&measured));
    failures.iter().for_each(|failure| println!("not measured: {failure}"));
    if let Some(path) = &arguments.json {
        let rows: Vec<Value> = measured.iter().map(to_json).collect();
        let text = serde_json::to_string_pretty(&json!({"models": rows, "failures": failures}));
        std::fs::write(path, text.unwrap_or_default()).map_err(|error| error.to_string())?;
    }
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn cases(arguments: &Arguments) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let own = SET.iter().map(|(path, defines)| Case {
        path: root.join(path),
        defines: defines.iter().map(|&define| define.to_owned()).collect(),
    });
    let extra = arguments.extra.iter().map(|text| {
        let mut parts = text.split(',').map(str::to_owned);
        Case { path: PathBuf::from(parts.next().unwrap_or_default()), defines: parts.collect() }
    });
    if arguments.only_extra { extra.collect() } else { own.chain(extra).collect() }
}

fn measure(name: &str, case: &Case, arguments: &Arguments, binary: &Path) -> Result<Measured, String> {
    let scratch = Scratch::new("bench").map_err(|error| error.to_string())?;
    let limits = spin::limits(arguments.timeout);
    let mut spin_config = spin::Config::fast(&case.defines, limits);
    let mut our_config = quotient::Config::counting(binary.to_owned(), &case.defines, limits);
    our_config.flags = [&arguments.level, "--search", &arguments.search, "--threads", "1", "--ignore-claims"]
        .map(str::to_owned)
        .to_vec();
    let failed = |error: std::io::Error| error.to_string();
    let first = spin::check(&case.path, scratch.path(), &spin_config).map_err(failed)?;
    let states = first
        .outcome
        .states()
        .ok_or_else(|| format!("SPIN: {} {}", first.outcome, first.outcome.message()))?;
    let spin_total = first.seconds.iter().sum();
    spin_config.depth = first.depth_reached + 100;
    spin_config.table = Some(states.next_power_of_two().ilog2().max(10));
    let (mut spin, mut best): (SpinRun, Option<(f64, OurRun)>) = (first, None);
    for _ in 0..arguments.repeat.max(1) {
        let mut again = spin.clone();
        spin::search(scratch.path(), &spin_config, &mut again).map_err(failed)?;
        spin.search_seconds = spin.search_seconds.min(again.search_seconds);
        spin.peak_memory = spin.peak_memory.min(again.peak_memory);
        let ours = quotient::check(&case.path, &our_config).map_err(failed)?;
        let search = ours.report["search_seconds"].as_f64();
        let search = search.ok_or_else(|| format!("ours: {} {}", ours.outcome, ours.outcome.message()))?;
        best = match best {
            Some((least, kept)) if least <= search => Some((least, smaller(kept, &ours))),
            Some((_, kept)) => Some((search, smaller(kept, &ours))),
            None => Some((search, ours)),
        };
    }
    let (our_search, ours) = best.ok_or("no run")?;
    Ok(Measured { name: name.to_owned(), spin, spin_total, ours, our_search })
}

/// The lesser of both figures of two runs.
fn smaller(mut kept: OurRun, other: &OurRun) -> OurRun {
    kept.seconds = kept.seconds.min(other.seconds);
    kept.peak_memory = kept.peak_memory.min(other.peak_memory);
    kept
}

impl Measured {
    fn spin_states(&self) -> u64 {
        self.spin.outcome.states().unwrap_or(0)
    }

    fn our_states(&self) -> u64 {
        self.ours.report["states"].as_u64().unwrap_or(0)
    }

    /// States per second. pan's clock ticks in hundredths of a second.
    fn rates(&self) -> [f64; 2] {
        let rate = |states: u64, seconds: f64| states as f64 / seconds;
        [
            rate(self.spin_states(), self.spin.search_seconds.max(0.01)),
            rate(self.our_states(), self.our_search.max(1e-6)),
        ]
    }

    /// Rate, time to the verdict and memory: how many times better than SPIN, in that order, then less is better.
    fn ratios(&self) -> [f64; 3] {
        let [spin, ours] = self.rates();
        let memory = self.ours.peak_memory as f64 / self.spin.peak_memory.max(1) as f64;
        [ours / spin, self.spin_total / self.ours.seconds, memory]
    }
}

fn render(rows: &[Measured]) -> String {
    let headings = [
        "model", "states", "ours", "pan st/s", "our st/s", "ratio", "SPIN s", "ours s", "ratio", "pan MB",
        "our MB", "ratio", "pan B/st", "our B/st", "vector",
    ];
    let mut table = Table::new(&headings);
    for row in rows {
        let ([pan, ours], ratios) = (row.rates(), row.ratios());
        let megabytes = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
        let per_state = |bytes: u64, states: u64| format!("{:.0}", bytes as f64 / states.max(1) as f64);
        table.row(vec![
            row.name.clone(),
            row.spin_states().to_string(),
            row.our_states().to_string(),
            format!("{pan:.0}"),
            format!("{ours:.0}"),
            format!("{:.2}x", ratios[0]),
            format!("{:.2}", row.spin_total),
            format!("{:.2}", row.ours.seconds),
            format!("{:.1}x", ratios[1]),
            megabytes(row.spin.peak_memory),
            megabytes(row.ours.peak_memory),
            format!("{:.2}x", ratios[2]),
            per_state(row.spin.peak_memory, row.spin_states()),
            per_state(row.ours.peak_memory, row.our_states()),
            row.spin.state_vector.to_string(),
        ]);
    }
    let mut text = table.render();
    for (index, what) in ["states per second", "time to the verdict", "resident memory"].iter().enumerate() {
        let mut ratios: Vec<f64> = rows.iter().map(|row| row.ratios()[index]).collect();
        ratios.sort_by(f64::total_cmp);
        if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
            text.push_str(&format!(
                "{what}: median {:.2}x, from {least:.2}x to {most:.2}x\n",
                ratios[ratios.len() / 2]
            ));
        }
    }
    text
}

fn to_json(row: &Measured) -> Value {
    let ([pan, ours], [rate, time, memory]) = (row.rates(), row.ratios());
    json!({
        "model": row.name,
        "spin": {
            "states": row.spin_states(), "states_per_second": pan, "seconds": row.spin_total,
            "search_seconds": row.spin.search_seconds, "memory_bytes": row.spin.peak_memory,
            "state_vector": row.spin.state_vector,
        },
        "ours": {
            "states": row.our_states(), "states_per_second": ours, "seconds": row.ours.seconds,
            "search_seconds": row.our_search, "memory_bytes": row.ours.peak_memory, "report": row.ours.report,
        },
        "ratios": {"states_per_second": rate, "seconds": time, "memory": memory},
    })
}
