//! `cargo xtask bench-live`: properties of runs that go on for ever, beside `pan -a`, in one run on one machine.
//!
//! Each system has a condition `p`, and the formula says that `p` is followed by `!p` or stays for ever: it holds in
//! every system, so that both search the whole product, and neither translator can tell. pan is compiled by gcc -O2
//! without partial-order reduction, which ours has not either, and gets a stack and a table that fit the first run.
//! Ours runs as by default, with and without symmetry. Rows with `fair` are under weak fairness, as `pan -f` has it.
//! The runs take turns and the least time of each counts. Rates are product states in a second of the search; a
//! verdict takes SPIN `spin -a`, gcc and pan.
use crate::bench::{System, promela};
use crate::child::{self, Ending, Limits};
use crate::quotient::{self, OurRun};
use crate::spin::{self, Scratch};
use crate::table::Table;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Arguments of `bench-live`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each, of which the fastest counts
    #[arg(long, default_value_t = 3)]
    repeat: usize,
    /// Seconds for each process
    #[arg(long, default_value_t = 300)]
    timeout: u64,
}

/// A system, its condition, and whether runs are weakly fair.
type Row = (System, &'static str, bool);

const SET: [Row; 14] = [
    (("papers/peterson.pml", &["N=5"]), "inside == 1", false),
    (("papers/email.pml", &["N=4"]), "len(network) > 0", false),
    (("papers/resource_allocator.pml", &["A=4", "B=4"]), "user != 0", false),
    (("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=4"]), "len(arrivals) > 0", false),
    (("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=4"]), "len(to_database) > 0", false),
    (("papers/simple_mutex.pml", &["N=12"]), "at[1] == critical", false),
    (("papers/two_balancers.pml", &["EACH=3"]), "len(arrivals[0]) > 0", false),
    (("papers/ring_reflective.pml", &["N=9"]), "node_is[0] == working", false),
    (("papers/paxos.pml", &["ACCEPTORS=4", "BALLOTS=3"]), "chosen == nothing", false),
    (("papers/cache_coherence.pml", &["N=5"]), "owner != 0", false),
    (("protocols/data_transfer.pml", &["WINDOW=2", "ROOM=3"]), "len(forth) > 0", false),
    (("protocols/cambridge_ring.pml", &["N=3"]), "len(link[0]) > 0", false),
    (("papers/resource_allocator.pml", &["A=3", "B=3"]), "user != 0", true),
    (("papers/email.pml", &["N=3"]), "len(network) > 0", true),
];

/// The least times of both on one row.
struct Measured {
    name: String,
    pan: Pan,
    plain: OurRun,
    reduced: OurRun,
}

/// Runs of SPIN's verifier.
#[derive(Clone, Debug, PartialEq)]
struct Pan {
    states: u64,
    /// Seconds of `spin -a` and gcc.
    made: f64,
    /// Seconds of pan, as pan measures them and as we do.
    search: f64,
    whole: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !spin::available() {
        return Err("spin, gcc and stdbuf must be installed".to_owned());
    }
    let binary = quotient::binary()?;
    let (mut measured, mut failures) = (Vec::new(), Vec::new());
    for ((model, defines), condition, is_fair) in SET {
        let stem = Path::new(model).file_stem().unwrap_or_default().display().to_string();
        let name = format!("{stem} {}{}", defines.join(" "), if is_fair { " fair" } else { "" });
        if !name.contains(&arguments.only) {
            continue;
        }
        eprintln!("{name}");
        let bench = Bench { defines, is_fair, limits: spin::limits(arguments.timeout), binary: &binary };
        match bench.measure(model, condition, arguments.repeat.max(1)) {
            Ok((pan, plain, reduced)) => measured.push(Measured { name, pan, plain, reduced }),
            Err(why) => failures.push(format!("{name}: {why}")),
        }
    }
    print!("{}", render(&measured));
    failures.iter().for_each(|failure| println!("not measured: {failure}"));
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How one row is measured.
struct Bench<'a> {
    defines: &'a [&'a str],
    is_fair: bool,
    limits: Limits,
    binary: &'a Path,
}

impl Bench<'_> {
    fn measure(&self, model: &str, p: &str, repeat: usize) -> Result<(Pan, OurRun, OurRun), String> {
        let failed = |error: std::io::Error| error.to_string();
        let scratch = Scratch::new("live").map_err(failed)?;
        let text = std::fs::read_to_string(promela().join(model)).map_err(failed)?;
        let formula = format!("([] (({p}) -> <> !({p}))) || <> [] ({p})");
        let text = format!("{}ltl p {{ {formula} }}\n", model_headers::without_header(&text));
        let file = scratch.path().join("model.pml");
        std::fs::write(&file, text).map_err(failed)?;
        let made = self.make(scratch.path())?;
        let first = self.pan(scratch.path(), made, &["-m10000000", "-w24"])?;
        let table = format!("-w{}", first.states.next_power_of_two().ilog2().max(10));
        let mut pan = first;
        let mut best: Option<[OurRun; 2]> = None;
        for _ in 0..repeat {
            let again = self.pan(scratch.path(), made, &["-m10000000", &table])?;
            pan.search = pan.search.min(again.search);
            pan.whole = pan.whole.min(again.whole);
            let [plain, reduced] = [self.ours(&file, "none")?, self.ours(&file, "auto")?];
            best = Some(match best {
                Some([a, b]) => [faster(a, plain), faster(b, reduced)],
                None => [plain, reduced],
            });
        }
        let [plain, reduced] = best.ok_or("no run")?;
        Ok((pan, plain, reduced))
    }

    /// Makes the verifier; how many seconds it took.
    fn make(&self, directory: &Path) -> Result<f64, String> {
        let mut spin = Command::new("spin");
        spin.current_dir(directory).args(self.defines.iter().map(|define| format!("-D{define}")));
        let mut gcc = Command::new("gcc");
        gcc.current_dir(directory).args(["-O2", "-w", "-DNOREDUCE", "-DMEMLIM=8000", "-o", "pan", "pan.c"]);
        let mut seconds = 0.0;
        for command in [spin.args(["-a", "model.pml"]), &mut gcc] {
            let done = child::run(command, self.limits).map_err(|error| error.to_string())?;
            if done.ending != Ending::Exit(0) {
                return Err(format!("{command:?}: {}", done.stdout));
            }
            seconds += done.seconds;
        }
        Ok(seconds)
    }

    fn pan(&self, directory: &Path, made: f64, flags: &[&str]) -> Result<Pan, String> {
        let mut command = Command::new(directory.join("pan"));
        command.current_dir(directory).args(["-a", "-A"]).args(self.is_fair.then_some("-f")).args(flags);
        let done = child::run(&mut command, self.limits).map_err(|error| error.to_string())?;
        let before = |word: &str| {
            let line = done.stdout.lines().find(|line| line.contains(word));
            line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok())
        };
        let clock = done.stdout.split("elapsed time ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let (Some(states), Some(clock)) = (before("states, stored"), clock) else {
            return Err(format!("pan: {:?}", done.ending));
        };
        if !done.stdout.contains("errors: 0") || done.stdout.contains("too small") {
            return Err("pan does not find that it holds".to_owned());
        }
        // pan's clock ticks in hundredths of a second.
        let search = clock.parse().unwrap_or(0.0_f64).max(0.01);
        Ok(Pan { states: states as u64, made, search, whole: done.seconds })
    }

    fn ours(&self, model: &Path, symmetry: &str) -> Result<OurRun, String> {
        let mut flags = vec!["--claim".to_owned(), "p".to_owned()];
        flags.extend(self.is_fair.then(|| "--fairness=weak".to_owned()));
        let config = quotient::Config {
            binary: self.binary.to_owned(),
            flags,
            symmetry: symmetry.to_owned(),
            defines: self.defines.iter().map(|&define| define.to_owned()).collect(),
            limits: self.limits,
        };
        let run = quotient::check(model, &config).map_err(|error| error.to_string())?;
        match run.report["verdict"] == "holds" {
            true => Ok(run),
            false => Err(format!("ours: {}", run.report["reason"])),
        }
    }
}

fn search(run: &OurRun) -> f64 {
    run.report["search_seconds"].as_f64().unwrap_or(f64::NAN)
}

fn states(run: &OurRun) -> u64 {
    run.report["states"].as_u64().unwrap_or(0)
}

/// The run with the shorter search, with the lesser time of both.
fn faster(one: OurRun, other: OurRun) -> OurRun {
    let seconds = one.seconds.min(other.seconds);
    let kept = if search(&other) < search(&one) { other } else { one };
    OurRun { seconds, ..kept }
}

impl Measured {
    /// Product states in a second, times to the verdict without and with symmetry: how many times better than SPIN.
    fn ratios(&self) -> [f64; 3] {
        let pan = self.pan.states as f64 / self.pan.search;
        let ours = states(&self.plain) as f64 / search(&self.plain);
        let whole = self.pan.made + self.pan.whole;
        [ours / pan, whole / self.plain.seconds, whole / self.reduced.seconds]
    }
}

fn render(rows: &[Measured]) -> String {
    let headings = [
        "model",
        "pan states",
        "none",
        "auto",
        "pan s",
        "none s",
        "auto s",
        "rate",
        "SPIN s",
        "none s",
        "auto s",
        "none",
        "auto",
    ];
    let mut table = Table::new(&headings);
    for row in rows {
        let [rate, plain, reduced] = row.ratios();
        let mut cells = vec![row.name.clone()];
        cells.extend([row.pan.states, states(&row.plain), states(&row.reduced)].map(|n| n.to_string()));
        let searches = [row.pan.search, search(&row.plain), search(&row.reduced)];
        cells.extend(searches.map(|seconds| format!("{seconds:.2}")));
        cells.push(format!("{rate:.2}x"));
        let wholes = [row.pan.made + row.pan.whole, row.plain.seconds, row.reduced.seconds];
        cells.extend(wholes.map(|seconds| format!("{seconds:.2}")));
        cells.extend([plain, reduced].map(|ratio| format!("{ratio:.1}x")));
        table.row(cells);
    }
    let mut text = table.render();
    let names = ["product states per second", "verdict without symmetry", "verdict by default"];
    for (index, what) in names.iter().enumerate() {
        let mut ratios: Vec<f64> = rows.iter().map(|row| row.ratios()[index]).collect();
        ratios.sort_by(f64::total_cmp);
        if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
            let median = ratios[ratios.len() / 2];
            text.push_str(&format!("{what}: median {median:.2}x, from {least:.2}x to {most:.2}x\n"));
        }
    }
    text
}
