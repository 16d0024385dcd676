//! What the benchmarks of whole runs share: their options, the systems, and the fastest of some runs of ours.
use crate::child::Limits;
use crate::quotient::{self, Config, OurRun};
use crate::spin;
use std::path::{Path, PathBuf};

/// Options of every benchmark.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each, of which the fastest counts
    #[arg(long)]
    repeat: Option<usize>,
    /// Seconds for each process
    #[arg(long)]
    timeout: Option<u64>,
}

/// A model below `models/promela`, with its definitions.
pub type System = (&'static str, &'static [&'static str]);

/// A benchmark: our binary, and how it is run.
pub struct Bench {
    binary: PathBuf,
    only: String,
    /// Runs of each.
    pub repeat: usize,
    /// Limits of each process.
    pub limits: Limits,
}

impl Bench {
    /// Builds our binary; `repeat` and `timeout` are what holds where the options do not say.
    pub fn new(options: &Options, repeat: usize, timeout: u64) -> Result<Bench, String> {
        Ok(Bench {
            binary: quotient::binary()?,
            only: options.only.clone(),
            repeat: options.repeat.unwrap_or(repeat).max(1),
            limits: spin::limits(options.timeout.unwrap_or(timeout)),
        })
    }

    /// The name of a system, if it is asked for.
    pub fn name(&self, model: &Path, defines: &[&str]) -> Option<String> {
        let stem = model.file_stem().unwrap_or_default().display().to_string();
        let name = format!("{stem} {}", defines.join(" ")).trim_end().to_owned();
        name.contains(&self.only).then_some(name)
    }

    /// One run of ours, at `-O1`, with one thread and with these flags.
    pub fn run(
        &self,
        model: &Path,
        defines: &[&str],
        symmetry: &str,
        flags: &[&str],
    ) -> Result<OurRun, String> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let config = Config {
            binary: self.binary.clone(),
            flags: owned(&[&["-O1", "--threads", "1"][..], flags].concat()),
            symmetry: symmetry.to_owned(),
            defines: owned(defines),
            limits: self.limits,
        };
        quotient::check(model, &config).map_err(|error| error.to_string())
    }

    /// The fastest runs with some methods, which take turns. Runs that were not finished count only if all were not.
    pub fn fastest<const N: usize>(
        &self,
        model: &Path,
        defines: &[&str],
        methods: [&str; N],
        flags: &[&str],
    ) -> Result<[OurRun; N], String> {
        let round = || methods.map(|method| self.run(model, defines, method, flags));
        let mut best = all(round())?;
        for _ in 1..self.repeat {
            for (best, run) in best.iter_mut().zip(all(round())?) {
                let key = |run: &OurRun| (run.outcome.states().is_none(), run.seconds);
                if key(&run) < key(best) {
                    *best = run;
                }
            }
        }
        Ok(best)
    }
}

/// The runs, or the first failure.
fn all<const N: usize>(runs: [Result<OurRun, String>; N]) -> Result<[OurRun; N], String> {
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    runs.try_into().map_err(|_| "a run is missing".to_owned())
}

/// Where the Promela models are.
pub fn promela() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela")
}

/// A figure of a report; not a number where there is none.
pub fn figure(run: &OurRun, key: &str) -> f64 {
    run.report[key].as_f64().unwrap_or(f64::NAN)
}

/// The method a run came to use, and whether it was exact.
pub fn method(run: &OurRun) -> String {
    let symmetry = &run.report["symmetry"];
    let exact = if symmetry["exact"] == true { "exact" } else { "not exact" };
    format!("{} ({exact})", symmetry["method"].as_str().unwrap_or("?"))
}
