//! `cargo xtask bench-peers`: whole runs beside other checkers, in one run on one machine.
//!
//! Rumur with heuristic and with exhaustive symmetry reduction on Murphi models of the same systems; SPIN with partial-order
//! reduction; stateright's symmetric two-phase commit; TopSPIN's exact methods, if `--topspin` names a command that runs it and
//! the models it takes (Promela as it stands, without definitions). Each from the command to the verdict: states,
//! seconds, peak memory of the process that searches, and how many times as much as ours. What is not installed is left
//! out, and said so. Murphi models have one state less: the one in which no process exists yet.
use crate::bench_symmetry::name;
use crate::child::Limits;
use crate::peers::{Measured, rumur, spin_with_partial_orders, stateright, topspin};
use crate::quotient::{self, Config};
use crate::spin;
use crate::table::Table;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `bench-peers`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each, of which the fastest counts
    #[arg(long, default_value_t = 1)]
    repeat: usize,
    /// Seconds for each process
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// TopSPIN: run as `COMMAND MODEL METHOD`
    #[arg(long)]
    topspin: Option<PathBuf>,
    /// TopSPIN's methods
    #[arg(long, value_delimiter = ',', default_value = "enumerate,segment")]
    methods: Vec<String>,
    /// Models for TopSPIN
    models: Vec<PathBuf>,
}

/// The same systems in Promela and in Murphi: model, definitions, Murphi model, its number of processes.
const MURPHI: [(&str, &[&str], &str, u32); 4] = [
    ("papers/simple_mutex.pml", &["N=10"], "mutex.m", 10),
    ("protocols/german.pml", &["N=3"], "german.m", 3),
    ("protocols/german.pml", &["N=4"], "german.m", 4),
    ("papers/peterson.pml", &["N=6"], "peterson.m", 6),
];

/// Two-phase commit, and its resource managers.
const COMMIT: (&str, &[&str], u32) = ("protocols/transaction_commit.pml", &["N=12"], 12);

/// A checker's name and what it needed.
type Peer = (String, Result<Measured, String>);

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let mut bench = Bench { arguments, binary, comparison: Comparison::new() };
    let limits = bench.limits();
    for (model, defines, murphi, n) in MURPHI {
        let murphi = models.join("murphi").join(murphi);
        bench.system(&models.join("promela").join(model), defines, |path| {
            let rumur = |reduction| rumur::check(&murphi, n, reduction, limits);
            let mut peers: Vec<Peer> = ["heuristic", "exhaustive"]
                .map(|reduction| (format!("rumur, {reduction}"), rumur(reduction)))
                .to_vec();
            peers.push((
                "spin, partial orders".into(),
                spin_with_partial_orders::check(path, defines, limits),
            ));
            peers
        })?;
    }
    let (model, defines, managers) = COMMIT;
    bench.system(&models.join("promela").join(model), defines, |path| {
        vec![
            ("stateright, symmetric".into(), stateright::check(managers, true, limits)),
            ("spin, partial orders".into(), spin_with_partial_orders::check(path, defines, limits)),
        ]
    })?;
    for model in &arguments.models {
        bench.system(model, &[], |path| {
            let command = arguments.topspin.as_deref().unwrap_or(Path::new("topspin"));
            let run = |method: &String| topspin::check(command, path, method, limits);
            arguments.methods.iter().map(|method| (format!("topspin, {method}"), run(method))).collect()
        })?;
    }
    print!("{}", bench.comparison.render());
    Ok(if bench.comparison.behind.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Bench<'a> {
    arguments: &'a Arguments,
    binary: PathBuf,
    comparison: Comparison,
}

impl Bench<'_> {
    fn limits(&self) -> Limits {
        spin::limits(self.arguments.timeout)
    }

    /// One system: ours, then the peers.
    fn system(
        &mut self,
        model: &Path,
        defines: &[&str],
        peers: impl Fn(&Path) -> Vec<Peer>,
    ) -> Result<(), String> {
        let name = name(&model.display().to_string(), defines);
        if !name.contains(&self.arguments.only) {
            return Ok(());
        }
        eprintln!("{name}");
        let ours = self.ours(model, defines)?;
        self.comparison.ours(&name, &ours);
        for round in 0..self.arguments.repeat.max(1) {
            let all = peers(model);
            self.comparison.peers(&name, &ours, all, round);
        }
        Ok(())
    }

    fn ours(&self, model: &Path, defines: &[&str]) -> Result<Measured, String> {
        let defines: Vec<String> = defines.iter().map(|&define| define.to_owned()).collect();
        let config = Config {
            binary: self.binary.clone(),
            flags: vec!["-O1".into(), "--ignore-claims".into()],
            symmetry: "auto".into(),
            defines,
            limits: self.limits(),
        };
        let mut best: Option<Measured> = None;
        for _ in 0..self.arguments.repeat.max(1) {
            let run = quotient::check(model, &config).map_err(|error| error.to_string())?;
            let states = run.outcome.states();
            if best.as_ref().is_none_or(|best| run.seconds < best.seconds) {
                best = Some(Measured { states, seconds: run.seconds, memory: run.peak_memory });
            }
        }
        best.ok_or_else(|| "no run".to_owned())
    }
}

/// The table, and where we are behind.
struct Comparison {
    table: Table,
    notes: String,
    behind: Vec<String>,
}

impl Comparison {
    fn new() -> Comparison {
        let headings = ["system", "checker", "states", "seconds", "MB", "x states", "x seconds", "x bytes"];
        Comparison { table: Table::new(&headings), notes: String::new(), behind: Vec::new() }
    }

    fn ours(&mut self, name: &str, ours: &Measured) {
        self.table.row(figures(name, "quotient", ours));
    }

    fn peers(&mut self, name: &str, ours: &Measured, peers: Vec<Peer>, round: usize) {
        for (checker, measured) in peers {
            let peer = match measured {
                Ok(peer) => peer,
                Err(why) if round == 0 => {
                    self.notes.push_str(&format!("{name}, {checker}: {why}\n"));
                    continue;
                }
                Err(_) => continue,
            };
            let mut row = figures(name, &checker, &peer);
            let states = |m: &Measured| m.states.unwrap_or(u64::MAX) as f64;
            let ratios = [
                ("states", (states(&peer) + 1.0) / states(ours)),
                ("seconds", peer.seconds / ours.seconds),
                ("bytes", peer.memory as f64 / ours.memory.max(1) as f64),
            ];
            // Of a search that did not finish nothing is known but that it took longer.
            let finished = peer.states.is_some();
            for (what, ratio) in ratios {
                let known = finished || what == "seconds";
                row.push(if known { format!("{ratio:.1}") } else { "-".to_owned() });
                if known && ratio < 1.0 {
                    self.behind.push(format!("{name}, {checker}: {what}"));
                }
            }
            self.table.row(row);
        }
    }

    fn render(&self) -> String {
        let behind = match self.behind.is_empty() {
            true => "ahead everywhere".to_owned(),
            false => format!("behind in: {}", self.behind.join("; ")),
        };
        format!("{}{}{behind}\n", self.table.render(), self.notes)
    }
}

fn figures(name: &str, checker: &str, run: &Measured) -> Vec<String> {
    vec![
        name.to_owned(),
        checker.to_owned(),
        run.states.map_or("not finished".to_owned(), |states| states.to_string()),
        format!("{:.2}", run.seconds),
        format!("{:.1}", run.memory as f64 / 1e6),
    ]
}
