//! SPIN as an oracle: `spin -a`, gcc, pan, and what pan's words mean.
//!
//! Counts are taken without any reduction: `spin -o1 -o2 -o3 -a` (no dataflow optimisation, no dead-variable
//! resets, no statement merging), `gcc -DSAFETY -DNOREDUCE -DNOCLAIM` and `pan -c0`, which goes on after errors so
//! that the whole state space is stored. Three traps, found in SPIN's own sources (`pangen1.h`, `pangen3.h`):
//!
//! - After a failed `assert` or an invalid end state the search goes on in a well-defined way and the count is
//!   meaningful. After a run-time error (array index out of bounds, a channel that does not exist) pan also goes on,
//!   but with memory it should not have touched; after division by zero it dies. Errors raised through `Uerror`
//!   (too many processes, a blocked `d_step`, ...) end the run. So with a run-time error only the verdict is
//!   comparable.
//! - `error: max search depth too small` and `out of memory` leave part of the states unvisited and yet pan
//!   exits 0 and may print `errors: 0`: such a run has not finished. What it found is wrong all the same. An `atomic`
//!   that never ends is followed down to any depth, as the states inside are not stored: where ten times the depth
//!   finds no more states, a larger one is not tried.
//! - pan's output is fully buffered when piped, and lost when it dies: hence `stdbuf -oL`.
use crate::child::{Ending, Finished, Limits, run};
use crate::outcome::{Outcome, Violation, Violations};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How SPIN is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Flags of `spin` before the file, such as `-o1`.
    pub spin_flags: Vec<String>,
    /// Flags of gcc.
    pub gcc_flags: Vec<String>,
    /// `-D` definitions for the model.
    pub defines: Vec<String>,
    /// Flags of pan besides `-m` and `-w`.
    pub pan_flags: Vec<String>,
    /// First `-m`; multiplied by ten while pan finds it too small.
    pub depth: u64,
    /// The last `-m` that is tried. pan touches all of its stack at the start, which takes longer than most searches.
    pub deepest: u64,
    /// `-w`: logarithm of the slots in pan's hash table, `None` for its default.
    pub table: Option<u32>,
    /// Limits of each of the three programs.
    pub limits: Limits,
}

impl Config {
    /// The configuration that counts are compared under. `optimise` is gcc's `-O` level.
    pub fn counting(optimise: u8, defines: &[String], limits: Limits) -> Config {
        let owned = |flags: &[&str]| flags.iter().map(|&flag| flag.to_owned()).collect::<Vec<_>>();
        let mut gcc_flags = owned(&["-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=8000"]);
        gcc_flags.push(format!("-O{optimise}"));
        Config {
            spin_flags: owned(&["-o1", "-o2", "-o3"]),
            gcc_flags,
            defines: defines.to_vec(),
            pan_flags: owned(&["-c0"]),
            depth: 1_000_000,
            deepest: 100_000_000,
            table: None,
            limits,
        }
    }

    /// Cheaper for thousands of small programs: few paths are long, and without macros nothing is to be preprocessed.
    pub fn for_small_programs(mut self) -> Config {
        (self.depth, self.deepest) = (10_000, 1_000_000);
        self.table = Some(16);
        self.spin_flags.push("-Pcat".to_owned());
        self
    }

    /// The same with a claim, which SPIN takes by its name where a model has several. Invalid end states are not looked
    /// for.
    pub fn with_claim(mut self, name: Option<&str>) -> Config {
        self.gcc_flags.retain(|flag| flag != "-DSAFETY" && flag != "-DNOCLAIM");
        self.pan_flags.push("-a".to_owned());
        self.pan_flags.extend(name.into_iter().flat_map(|name| ["-N".to_owned(), name.to_owned()]));
        self
    }
}

/// How deep a second look goes where the search does not end.
const NEAR: u32 = 40;

/// One run of SPIN on one model.
#[derive(Clone, Debug)]
pub struct SpinRun {
    /// Verdict and stored states.
    pub outcome: Outcome,
    /// Seconds of `spin -a`, of gcc and of the last pan.
    pub seconds: [f64; 3],
    /// pan's own figure for its search alone, in hundredths of a second.
    pub search_seconds: f64,
    /// Peak resident memory of pan.
    pub peak_memory: u64,
    /// Peak resident memory of the largest process: spin, gcc's compiler, or pan.
    pub largest_process: u64,
    /// The deepest path pan reported.
    pub depth_reached: u64,
    /// pan's own figure: bytes of one state vector.
    pub state_vector: u64,
}

impl SpinRun {
    /// A run of which only the outcome and the seconds are known.
    pub fn remembered(outcome: Outcome, seconds: [f64; 3]) -> SpinRun {
        SpinRun {
            outcome,
            seconds,
            search_seconds: 0.0,
            peak_memory: 0,
            largest_process: 0,
            depth_reached: 0,
            state_vector: 0,
        }
    }
}

/// Whether `spin` and the compiler can be run here.
pub fn available() -> bool {
    let works = |name: OsString, flag: &str| Command::new(name).arg(flag).output().is_ok();
    works("spin".into(), "-V") && works(compiler(), "-v") && works("stdbuf".into(), "--version")
}

/// The C compiler: gcc, or what `CC` names. For thousands of small programs `tcc` takes a tenth of the time.
fn compiler() -> OsString {
    std::env::var_os("CC").unwrap_or_else(|| "gcc".into())
}

/// Runs SPIN on `model` in `directory`, which must exist and may be littered with files.
pub fn check(model: &Path, directory: &Path, config: &Config) -> std::io::Result<SpinRun> {
    let mut result = SpinRun::remembered(Outcome::unfinished("not run"), [0.0; 3]);
    let model = std::fs::canonicalize(model)?;
    let spin = run(&mut spin_command(&model, directory, config), config.limits)?;
    result.seconds[0] = spin.seconds;
    result.largest_process = spin.largest_process;
    if let Some(outcome) = refusal(&spin, directory) {
        result.outcome = outcome;
        return Ok(result);
    }
    let mut vector = 4096;
    loop {
        let gcc = run(&mut gcc_command(directory, config, vector), config.limits)?;
        result.seconds[1] = gcc.seconds;
        result.largest_process = result.largest_process.max(gcc.largest_process);
        if matches!(gcc.ending, Ending::TimeOut | Ending::MemoryOut) {
            result.outcome = Outcome::unfinished("gcc met a limit");
            return Ok(result);
        }
        if gcc.ending != Ending::Exit(0) {
            result.outcome = Outcome::Crashed(format!("gcc fails on pan.c: {}", first_line(&gcc.stderr)));
            return Ok(result);
        }
        search(directory, config, &mut result)?;
        match &result.outcome {
            Outcome::Unfinished(why) if why.contains("VECTORSZ") && vector < 1 << 20 => vector *= 16,
            _ => return Ok(result),
        }
    }
}

fn spin_command(model: &Path, directory: &Path, config: &Config) -> Command {
    let mut command = Command::new("spin");
    command.current_dir(directory).args(&config.spin_flags);
    command.args(config.defines.iter().map(|define| format!("-D{define}")));
    command.arg("-a").arg(model);
    command
}

fn gcc_command(directory: &Path, config: &Config, vector: u32) -> Command {
    let mut command = Command::new(compiler());
    command.current_dir(directory).args(&config.gcc_flags);
    command.arg(format!("-DVECTORSZ={vector}")).args(["-o", "pan", "pan.c"]);
    command
}

fn refusal(spin: &Finished, directory: &Path) -> Option<Outcome> {
    let said = format!("{}{}", spin.stdout, spin.stderr);
    match spin.ending {
        Ending::Exit(0) if directory.join("pan.c").exists() => None,
        Ending::Exit(_) => {
            let error = said.lines().find(|line| line.contains("rror")).unwrap_or(first_line(&said));
            Some(Outcome::Refused(error.trim().to_owned()))
        }
        Ending::Signal(number) => Some(Outcome::Crashed(format!("spin -a: signal {number}"))),
        Ending::TimeOut | Ending::MemoryOut => Some(Outcome::Crashed("spin -a does not end".to_owned())),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| line.contains("error")).or(text.lines().next()).unwrap_or("no message")
}

/// Runs the pan in `directory`, deepening `-m` while it is too small.
pub fn search(directory: &Path, config: &Config, result: &mut SpinRun) -> std::io::Result<()> {
    let mut depth = config.depth;
    let mut stored_before = None;
    loop {
        let mut command = Command::new("stdbuf");
        command.current_dir(directory).arg("-oL").arg("./pan").args(&config.pan_flags);
        command.arg(format!("-m{depth}"));
        command.args(config.table.map(|bits| format!("-w{bits}")));
        let pan = run(&mut command, config.limits)?;
        result.seconds[2] = pan.seconds;
        result.peak_memory = pan.peak_memory;
        result.largest_process = result.largest_process.max(pan.largest_process);
        read_figures(&pan.stdout, result);
        result.outcome = outcome_of(&pan);
        let stored = states_stored(&pan.stdout);
        let deeper = pan.stdout.contains("max search depth too small")
            && matches!(result.outcome, Outcome::Unfinished(_))
            && (stored.is_none() || stored != stored_before);
        if !deeper || depth >= config.deepest {
            return look_around(directory, config, result);
        }
        (depth, stored_before) = (depth * 10, stored);
    }
}

/// Looks for a violation near the start if the search has not finished: choices inside an `atomic` that never ends make
/// as many runs as the depth allows, all of them without a stored state.
fn look_around(directory: &Path, config: &Config, result: &mut SpinRun) -> std::io::Result<()> {
    // States that are too large for this pan are for another one.
    if !matches!(&result.outcome, Outcome::Unfinished(why) if !why.contains("VECTORSZ")) {
        return Ok(());
    }
    let mut command = Command::new("stdbuf");
    command.current_dir(directory).args(["-oL", "./pan"]).args(&config.pan_flags).arg(format!("-m{NEAR}"));
    let found = violations(&run(&mut command, config.limits)?.stdout);
    if !found.kinds().is_empty() {
        result.outcome = Outcome::Stopped(found);
    }
    Ok(())
}

fn read_figures(stdout: &str, result: &mut SpinRun) {
    let number_after = |words: &str| {
        let rest = &stdout[stdout.find(words)? + words.len()..];
        rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok()
    };
    let elapsed = stdout.split_once("pan: elapsed time ").and_then(|(_, rest)| rest.split(' ').next());
    result.search_seconds = elapsed.and_then(|seconds| seconds.parse().ok()).unwrap_or(0.0);
    result.depth_reached = number_after("depth reached").unwrap_or(0);
    result.state_vector = number_after("State-vector").unwrap_or(0);
}

/// Reads what pan printed.
fn outcome_of(pan: &Finished) -> Outcome {
    let found = violations(&pan.stdout);
    match pan.ending {
        Ending::TimeOut => return Outcome::unfinished("time limit"),
        Ending::MemoryOut => return Outcome::unfinished("memory limit"),
        Ending::Signal(8) => return Outcome::Stopped(found.with(Violation::Runtime, "division by zero")),
        // An index out of bounds was reported and then used.
        Ending::Signal(_) if found.has(Violation::Runtime) => return Outcome::Stopped(found),
        Ending::Signal(number) => return Outcome::Crashed(format!("pan: signal {number}")),
        Ending::Exit(_) => {}
    }
    if !found.kinds().is_empty() && pan.stdout.contains("max search depth too small") {
        return Outcome::Stopped(found);
    }
    for words in ["out of memory", "max search depth too small", "VECTORSZ", "memory limit"] {
        if pan.stdout.contains(words) {
            return Outcome::unfinished(words);
        }
    }
    let Some(states) = states_stored(&pan.stdout) else {
        return Outcome::unfinished(first_line(&pan.stdout));
    };
    if pan.stdout.contains("Search not completed") || found.has(Violation::Runtime) {
        return Outcome::Stopped(found);
    }
    Outcome::Finished { states, violations: found }
}

fn states_stored(stdout: &str) -> Option<u64> {
    let (number, _) = stdout.lines().find_map(|line| line.trim().split_once(" states, stored"))?;
    number.trim().parse::<f64>().ok().map(|states| states as u64)
}

/// The kinds of violation pan reported, from its lines `pan:N: message (at depth D)`.
fn violations(stdout: &str) -> Violations {
    let mut found = Violations::default();
    for line in stdout.lines() {
        let Some(rest) = line.strip_prefix("pan:") else { continue };
        let Some((number, message)) = rest.split_once(": ") else { continue };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let message = message.split(" (at depth").next().unwrap_or(message);
        found.add(kind_of(message), message);
    }
    found
}

/// How pan reports that a claim is violated: at once, by its end, or by a cycle.
const CLAIM: [&str; 3] = ["claim violated", "end state in claim reached", "acceptance cycle"];

fn kind_of(message: &str) -> Violation {
    if message.contains("invalid array index") {
        Violation::Runtime
    } else if message.starts_with("assertion violated") {
        Violation::Assertion
    } else if message.starts_with("invalid end state") {
        Violation::Deadlock
    } else if message.starts_with("event_trace error") {
        Violation::Trace
    } else if CLAIM.iter().any(|words| message.starts_with(words)) {
        Violation::Claim
    } else {
        Violation::Runtime
    }
}

impl Config {
    /// What a SPIN user would run for speed: SPIN's own static reductions, gcc -O2, no partial-order reduction.
    pub fn fast(defines: &[String], limits: Limits) -> Config {
        let flags = ["-w", "-O2", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=16000"];
        Config {
            spin_flags: Vec::new(),
            gcc_flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
            pan_flags: Vec::new(),
            depth: 10_000,
            ..Config::counting(2, defines, limits)
        }
    }
}

/// A fresh directory below the system's temporary one, removed when dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the directory; `name` keeps concurrent jobs apart.
    pub fn new(name: &str) -> std::io::Result<Scratch> {
        let path = std::env::temp_dir().join(format!("quotient-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A directory left behind in the temporary directory is no reason to fail.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Generous limits for one model: `seconds` of wall-clock time and eight gigabytes.
pub fn limits(seconds: u64) -> Limits {
    Limits { time: Duration::from_secs(seconds), memory: 8 << 30 }
}
