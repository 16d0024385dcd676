//! `cargo xtask bench-peers`: whole runs beside other checkers, in one run on one machine.
//!
//! Rumur with heuristic and with exhaustive symmetry reduction on Murphi models of the same systems; SPIN with
//! partial-order reduction; stateright's symmetric two-phase commit; TopSPIN's exact methods, if `--topspin` names a
//! command that runs it and the models it takes (Promela as it stands, without definitions). Each from the command to
//! the verdict: states, seconds, and how many times as much as ours. What is not installed is left out, and said so.
//! Murphi models have one state less: the one in which no process exists yet.
//!
//! Memory is shown twice. `MB` is the largest process from the command to the verdict, so it covers what the seconds
//! cover: a checker that translates models to C needs a C compiler, and one whose models are Rust needs the Rust
//! compiler. `MB searching` is the process that searches, alone. Ours is one process, which makes its machine code
//! itself.
use crate::bench::{Bench, Options, promela};
use crate::peers::{Measured, rumur, spin_with_partial_orders, stateright, topspin};
use crate::table::LiveTable;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `bench-peers`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    options: Options,
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

/// The column of the process that searches.
const SEARCHING: &str = "bytes searching";

/// A checker's name and what it needed.
type Peer = (String, Result<Measured, String>);

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let bench = Bench::new(&arguments.options, 1, 60)?;
    let limits = bench.limits;
    let mut table = Comparison::new(bench);
    for (model, defines, murphi, n) in MURPHI {
        let murphi = promela().join("../murphi").join(murphi);
        table.system(&promela().join(model), defines, |path| {
            let rumur = |reduction| rumur::check(&murphi, n, reduction, limits);
            vec![
                ("rumur, heuristic".into(), rumur("heuristic")),
                ("rumur, exhaustive".into(), rumur("exhaustive")),
                ("spin, partial orders".into(), spin_with_partial_orders::check(path, defines, limits)),
            ]
        })?;
    }
    let (model, defines, managers) = COMMIT;
    table.system(&promela().join(model), defines, |path| {
        vec![
            ("stateright, symmetric".into(), stateright::check(managers, true, limits)),
            ("spin, partial orders".into(), spin_with_partial_orders::check(path, defines, limits)),
        ]
    })?;
    for model in &arguments.models {
        table.system(model, &[], |path| {
            let command = arguments.topspin.as_deref().unwrap_or(Path::new("topspin"));
            let run = |method: &String| topspin::check(command, path, method, limits);
            arguments.methods.iter().map(|method| (format!("topspin, {method}"), run(method))).collect()
        })?;
    }
    println!("from the command to the verdict: {}", summary(&table.behind));
    println!("the process that searches, alone: {}", summary(&table.larger));
    let ahead = table.behind.is_empty() && table.larger.is_empty();
    Ok(if ahead { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The table, and where we are behind.
struct Comparison {
    bench: Bench,
    table: LiveTable,
    behind: Vec<String>,
    /// Where a peer's process that searches is smaller than ours, whatever came before it.
    larger: Vec<String>,
}

impl Comparison {
    fn new(bench: Bench) -> Comparison {
        let table = LiveTable::new(&[
            ("system", 28),
            ("checker", 21),
            ("states", 12),
            ("seconds", 8),
            ("MB", 7),
            ("MB searching", 0),
            ("x states", 0),
            ("x seconds", 0),
            ("x bytes", 0),
            ("x searching", 0),
        ]);
        Comparison { bench, table, behind: Vec::new(), larger: Vec::new() }
    }

    /// One system: ours, then the peers.
    fn system(
        &mut self,
        model: &Path,
        defines: &[&str],
        peers: impl Fn(&Path) -> Vec<Peer>,
    ) -> Result<(), String> {
        let Some(name) = self.bench.name(model, defines) else { return Ok(()) };
        let [ours] = self.bench.fastest(model, defines, ["auto"], &["--ignore-claims"])?;
        let ours = Measured {
            states: ours.outcome.states(),
            seconds: ours.seconds,
            searching: ours.peak_memory,
            largest: ours.peak_memory,
        };
        self.table.row(&figures(&name, "quotient", &ours));
        for round in 0..self.bench.repeat {
            for (checker, measured) in peers(model) {
                match measured {
                    Ok(peer) => self.peer(&name, &ours, &checker, &peer),
                    Err(why) if round == 0 => self.table.row(&[name.clone(), checker, why]),
                    Err(_) => {}
                }
            }
        }
        Ok(())
    }

    fn peer(&mut self, name: &str, ours: &Measured, checker: &str, peer: &Measured) {
        let mut row = figures(name, checker, peer);
        let states = |m: &Measured| m.states.unwrap_or(u64::MAX) as f64;
        let ratios = [
            ("states", (states(peer) + 1.0) / states(ours)),
            ("seconds", peer.seconds / ours.seconds),
            ("bytes", peer.largest as f64 / ours.largest.max(1) as f64),
            (SEARCHING, peer.searching as f64 / ours.searching.max(1) as f64),
        ];
        // Of a search that did not finish nothing is known but that it took longer.
        let finished = peer.states.is_some();
        for (what, ratio) in ratios {
            let known = finished || what == "seconds";
            row.push(if known { format!("{ratio:.1}") } else { "-".to_owned() });
            if known && ratio < 1.0 {
                let list = if what == SEARCHING { &mut self.larger } else { &mut self.behind };
                list.push(format!("{name}, {checker}: {what} ({ratio:.2})"));
            }
        }
        self.table.row(&row);
    }
}

fn summary(behind: &[String]) -> String {
    match behind.is_empty() {
        true => "ahead everywhere".to_owned(),
        false => format!("behind in: {}", behind.join("; ")),
    }
}

fn figures(name: &str, checker: &str, run: &Measured) -> Vec<String> {
    vec![
        name.to_owned(),
        checker.to_owned(),
        run.states.map_or("not finished".to_owned(), |states| states.to_string()),
        format!("{:.2}", run.seconds),
        format!("{:.1}", run.largest as f64 / 1e6),
        format!("{:.1}", run.searching as f64 / 1e6),
    ]
}
