//! One model, both checkers: the comparison that `spin-compare` and `random-compare` share.
use crate::child::Limits;
use crate::claims;
use crate::outcome::{Difference, Outcome, difference};
use crate::quotient::{self, OurRun};
use crate::spin::{self, Scratch, SpinRun};
use crate::spin_cache;
use crate::verdicts::{self, Said, Verdicts};
use crate::ways::Ways;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How both checkers are run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Our binary; without one only SPIN is run.
    pub binary: Option<PathBuf>,
    /// Limits of each process.
    pub limits: Limits,
    /// Stop ours at this many states.
    pub limit_states: Option<u64>,
    /// gcc's optimisation level: compiling dominates for small models, searching for large ones.
    pub optimise: u8,
    /// pan's `-w`; its default table costs 128 MB.
    pub table: Option<u32>,
    /// Models with more states than this are left out.
    pub most_states: Option<u64>,
    /// Check ours with all its reductions as well.
    pub reduced: bool,
    /// In which ways ours is asked for its verdict.
    pub ways: Ways,
    /// Seconds for each way.
    pub way_seconds: u64,
    /// What a sample of ways is drawn from.
    pub variation: u64,
    /// Compare verdicts alone: no counts.
    pub verdicts_only: bool,
    /// The models are small and use no macros, which makes SPIN cheaper.
    pub small: bool,
    /// Where SPIN's answers are kept.
    pub cache: Option<PathBuf>,
}

/// Both answers about one model.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The model.
    pub path: PathBuf,
    /// Its `-D` definitions.
    pub defines: Vec<String>,
    /// It has embedded C, and SPIN was not asked.
    pub embedded_c: bool,
    /// SPIN's answer.
    pub spin: SpinRun,
    /// Ours, unless only SPIN was run.
    pub ours: Option<OurRun>,
    /// Ours with all its reductions, where that was asked for.
    pub reduced: Option<OurRun>,
    /// The verdicts of every way, where they were asked for.
    pub verdicts: Option<Verdicts>,
    /// The model's header says that SPIN itself fails here.
    pub spin_fails: bool,
}

impl Comparison {
    /// How the answers differ. Where SPIN is said to fail, they must.
    pub fn difference(&self) -> Option<Difference> {
        let found = self.difference_of_counts().or_else(|| {
            let disagree = self.verdicts.as_ref().is_some_and(|verdicts| !verdicts.disagreements.is_empty());
            disagree.then_some(Difference::Ways)
        });
        match found {
            None if self.spin_fails => Some(Difference::SpinIsRight),
            Some(Difference::Verdict | Difference::States | Difference::Ways) if self.spin_fails => None,
            found => found,
        }
    }

    fn difference_of_counts(&self) -> Option<Difference> {
        let ours = self.ours.as_ref()?;
        let reduced = self.reduced.as_ref();
        difference(&self.spin.outcome, &ours.outcome).or_else(|| {
            let unsound = |reduced: &OurRun| !is_reduction(&ours.outcome, &reduced.outcome);
            // Where the search without reductions was cut, the other may have seen more.
            (!self.left_out() && reduced.is_some_and(unsound)).then_some(Difference::Reduced)
        })
    }

    /// Whether the model was too large to be compared.
    pub fn left_out(&self) -> bool {
        self.spin.outcome == Outcome::unfinished(TOO_LARGE)
    }

    /// Whether both accepted and finished, so that counts were compared.
    pub fn counts_compared(&self) -> bool {
        let ours = self.ours.as_ref().and_then(|ours| ours.outcome.states());
        ours.is_some() && self.spin.outcome.states().is_some()
    }
}

/// What is said of SPIN when it was not asked about a model that is too large.
const TOO_LARGE: &str = "left out: too many states";

/// Asks both checkers. `job` names the scratch directory.
pub fn compare(path: &Path, defines: &[String], config: &Config, job: &str) -> std::io::Result<Comparison> {
    let asked = Asked { path, defines, config, job };
    if config.verdicts_only { asked.verdicts() } else { asked.counts() }
}

/// Asks only ours about a model with embedded C, which it must refuse.
pub fn refuse(path: &Path, defines: &[String], config: &Config) -> std::io::Result<Comparison> {
    let asked = Asked { path, defines, config, job: "" };
    let mut result = asked.result(Outcome::unfinished("embedded C"));
    if let Some(ways) = asked.ways() {
        result.verdicts = Some(Verdicts::of_default(path, defines, &ways)?);
    }
    Ok(Comparison { embedded_c: true, ..result })
}

/// One model and how it is compared.
struct Asked<'a> {
    path: &'a Path,
    defines: &'a [String],
    config: &'a Config,
    job: &'a str,
}

impl Asked<'_> {
    fn result(&self, spin: Outcome) -> Comparison {
        Comparison {
            path: self.path.to_owned(),
            defines: self.defines.to_vec(),
            embedded_c: false,
            spin: SpinRun::remembered(spin, [0.0; 3]),
            ours: None,
            reduced: None,
            verdicts: None,
            spin_fails: false,
        }
    }

    fn spin(&self) -> spin::Config {
        let mut spin = spin::Config::counting(self.config.optimise, self.defines, self.config.limits);
        spin.table = self.config.table;
        if self.config.small { spin.for_small_programs() } else { spin }
    }

    fn ways(&self) -> Option<verdicts::Config> {
        Some(verdicts::Config {
            binary: self.config.binary.clone()?,
            seconds: self.config.way_seconds,
            states: self.config.most_states,
            ways: self.config.ways,
            variation: self.config.variation,
        })
    }

    /// The plain command first: SPIN is not asked about a model that is too large for it.
    fn verdicts(&self) -> std::io::Result<Comparison> {
        let mut result = self.result(Outcome::unfinished(TOO_LARGE));
        let ways = self.ways();
        let verdicts =
            ways.as_ref().map(|ways| Verdicts::of_default(self.path, self.defines, ways)).transpose()?;
        let too_large = |verdicts: &Verdicts| match verdicts.safety() {
            Said::Undecided(why) => self.config.most_states.is_some() && why.contains(TOO_MANY),
            _ => false,
        };
        if verdicts.as_ref().is_some_and(too_large) {
            return Ok(Comparison { verdicts, ..result });
        }
        let scratch = Scratch::new(self.job)?;
        result.spin = ask_spin(self.path, scratch.path(), &self.spin(), self.config)?;
        if let (Some(mut verdicts), Some(ways)) = (verdicts, &ways) {
            verdicts.compare(self.path, self.defines, ways, &result.spin.outcome)?;
            let without = &result.spin.outcome;
            let claims = claims::compare(self.path, verdicts.claims(), &self.spin(), without, self.job)?;
            verdicts.disagreements.extend(claims);
            result.verdicts = Some(verdicts);
        }
        Ok(result)
    }

    /// Counts without reductions, then the verdicts of every way.
    fn counts(&self) -> std::io::Result<Comparison> {
        let Asked { path, defines, config, job } = *self;
        let mut answered = None;
        if let (Some(most), Some(_)) = (config.most_states, &config.binary) {
            let limited = Config { limit_states: Some(most), ..config.clone() };
            let too_large = SpinRun::remembered(Outcome::unfinished(TOO_LARGE), [0.0; 3]);
            let tried = compare_with(too_large, path, defines, &limited)?;
            let ours = tried.ours.as_ref().map(|ours| &ours.outcome);
            // A violation found before the limit hides that the limit was met.
            let cut = ours.is_some_and(|ours| {
                ours.message().contains(TOO_MANY) || ours.states().is_some_and(|stored| stored >= most)
            });
            if cut {
                return Ok(tried);
            }
            answered = Some(tried);
        }
        let scratch = Scratch::new(job)?;
        let spin = ask_spin(path, scratch.path(), &self.spin(), config)?;
        let mut compared = match answered {
            Some(tried) => Comparison { spin, ..tried },
            None => compare_with(spin, path, defines, config)?,
        };
        if let Some(ways) = self.ways() {
            let mut verdicts = Verdicts::of_default(path, defines, &ways)?;
            verdicts.compare(path, defines, &ways, &compared.spin.outcome)?;
            compared.verdicts = Some(verdicts);
        }
        Ok(compared)
    }
}

/// What ours says when it has stored as many states as it may.
const TOO_MANY: &str = "limit on stored states";

/// SPIN's answer, from the cache where there is one.
fn ask_spin(path: &Path, scratch: &Path, spin: &spin::Config, config: &Config) -> std::io::Result<SpinRun> {
    let known = config.cache.as_deref().and_then(|folder| spin_cache::recall(folder, path, spin));
    if let Some(known) = known {
        return Ok(known);
    }
    let answer = spin::check(path, scratch, spin)?;
    if let Some(folder) = &config.cache {
        spin_cache::keep(folder, path, spin, &answer);
    }
    Ok(answer)
}

/// Asks ours alone, SPIN's answer being known.
pub fn compare_with(
    spin: SpinRun,
    path: &Path,
    defines: &[String],
    config: &Config,
) -> std::io::Result<Comparison> {
    let mut result = Comparison {
        path: path.to_owned(),
        defines: defines.to_vec(),
        embedded_c: false,
        spin,
        ours: None,
        reduced: None,
        verdicts: None,
        spin_fails: false,
    };
    let Some(binary) = config.binary.as_ref().filter(|_| !config.verdicts_only) else { return Ok(result) };
    let mut ours = quotient::Config::counting(binary.clone(), defines, config.limits);
    if let Some(limit) = config.limit_states {
        ours.flags.extend(["--max-states".to_owned(), limit.to_string()]);
    }
    result.ours = Some(quotient::check(path, &ours)?);
    if config.reduced {
        ours.flags.iter_mut().filter(|flag| *flag == "-O0").for_each(|flag| *flag = "-O2".to_owned());
        result.reduced = Some(quotient::check(path, &ours)?);
    }
    Ok(result)
}

/// Whether the second answer says the same as the first with at most as many states.
fn is_reduction(plain: &Outcome, reduced: &Outcome) -> bool {
    match (plain, reduced) {
        (Outcome::Finished { states, violations }, Outcome::Finished { states: fewer, violations: same }) => {
            fewer <= states && violations.kinds() == same.kinds()
        }
        (Outcome::Refused(_), other) => matches!(other, Outcome::Refused(_)),
        (_, other) => !matches!(other, Outcome::Refused(_) | Outcome::Crashed(_)),
    }
}

/// How many processors there are.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Applies `work` to the numbers below `count` on `jobs` threads; the results come back in order.
pub fn in_parallel<T: Send>(count: usize, jobs: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let result = work(index);
                    done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((index, result));
                }
            });
        }
    });
    let mut results = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Says now and then how far a long comparison has come, so that one that is ended early was not in vain.
pub struct Headway {
    all: usize,
    so_far: Mutex<(usize, usize, Instant)>,
}

impl Headway {
    /// Time between two messages.
    const PAUSE: Duration = Duration::from_secs(20);

    /// The headway of the given number of comparisons, none of which is done yet.
    pub fn new(all: usize) -> Headway {
        Headway { all, so_far: Mutex::new((0, 0, Instant::now())) }
    }

    /// Counts a comparison that is done.
    pub fn done(&self, differs: bool) {
        let mut so_far = self.so_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (done, differences, last) = &mut *so_far;
        *done += 1;
        *differences += usize::from(differs);
        if last.elapsed() >= Headway::PAUSE {
            *last = Instant::now();
            eprintln!("{done} of {} compared, differences: {differences}", self.all);
        }
    }
}

/// A short form of an outcome for the states column.
pub fn states_cell(outcome: &Outcome) -> String {
    outcome.states().map_or("-".to_owned(), |states| states.to_string())
}
