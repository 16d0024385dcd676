//! Our own checker, run as a user runs it and read through its JSON.
//!
//! It is a separate process on purpose: what is compared is the whole of it, from the command to the verdict, and
//! a crash of it is a result like any other.
use crate::child::{Ending, Finished, Limits, run};
use crate::outcome::{Outcome, Violation, Violations};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How `quotient check` is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The binary.
    pub binary: PathBuf,
    /// Flags besides the file, `-D`, `--symmetry` and `--json`.
    pub flags: Vec<String>,
    /// `--symmetry`.
    pub symmetry: String,
    /// `-D` definitions.
    pub defines: Vec<String>,
    /// Limits enforced from outside.
    pub limits: Limits,
}

impl Config {
    /// The configuration that counts are compared with SPIN under.
    pub fn counting(binary: PathBuf, defines: &[String], limits: Limits) -> Config {
        let flags = ["-O0", "--search", "dfs", "--all-errors", "--ignore-claims"];
        Config {
            binary,
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
            symmetry: "none".to_owned(),
            defines: defines.to_vec(),
            limits,
        }
    }
}

/// One run of ours on one model.
#[derive(Clone, Debug)]
pub struct OurRun {
    /// Verdict and stored states.
    pub outcome: Outcome,
    /// Seconds from the command to its end.
    pub seconds: f64,
    /// Peak resident memory.
    pub peak_memory: u64,
    /// The whole JSON object, `Null` where there is none.
    pub report: Value,
}

/// Runs `quotient check` on `model`.
pub fn check(model: &Path, config: &Config) -> std::io::Result<OurRun> {
    let mut command = Command::new(&config.binary);
    command.arg("check").arg(model).args(["--symmetry", &config.symmetry]).args(&config.flags).arg("--json");
    for define in &config.defines {
        command.args(["-D", define]);
    }
    let done = run(&mut command, config.limits)?;
    let report = serde_json::from_str(&done.stdout).unwrap_or(Value::Null);
    let outcome = outcome_of(&done, &report);
    Ok(OurRun { outcome, seconds: done.seconds, peak_memory: done.peak_memory, report })
}

/// The binary to compare: `QUOTIENT_BIN`, or the release build of this workspace, built now.
pub fn binary() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("QUOTIENT_BIN") {
        return Ok(PathBuf::from(path));
    }
    let root = repository()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--quiet", "--release", "--bin", "quotient"];
    let built = Command::new(cargo).current_dir(root).args(arguments).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("cargo build --release --bin quotient failed".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(target.join("release").join("quotient"))
}

/// The root of the repository.
pub fn repository() -> Result<&'static Path, String> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .ok_or_else(|| "xtask has no room above it".to_owned())
}

fn outcome_of(done: &Finished, report: &Value) -> Outcome {
    let code = match done.ending {
        Ending::Exit(code) => code,
        Ending::Signal(number) => return Outcome::Crashed(format!("signal {number}: {}", panic_line(done))),
        Ending::TimeOut => return Outcome::unfinished("time limit"),
        Ending::MemoryOut => return Outcome::unfinished("memory limit"),
    };
    match (code, report["verdict"].as_str()) {
        (2, _) => Outcome::Refused(first_error(&done.stderr, &done.stdout)),
        (3, _) | (0, Some("undecided")) => {
            Outcome::unfinished(report["reason"].as_str().unwrap_or("undecided"))
        }
        (0, Some("holds")) | (1, Some("violated")) => counted(report),
        _ => Outcome::Crashed(format!("exit code {code}: {}", panic_line(done))),
    }
}

fn counted(report: &Value) -> Outcome {
    let mut violations = Violations::default();
    for error in report["errors"].as_array().into_iter().flatten() {
        let word = ["kind", "violation"].iter().find_map(|key| error[key].as_str()).or(error.as_str());
        let message = error["message"].as_str().unwrap_or("");
        match word.and_then(Violation::from_word) {
            Some(kind) => violations.add(kind, message),
            None => return Outcome::Crashed(format!("JSON: an error of unknown kind: {error}")),
        }
    }
    let violated = report["verdict"] == "violated";
    if violated == violations.kinds().is_empty() {
        return Outcome::Crashed(format!(
            "JSON: verdict {} with errors {}",
            report["verdict"], report["errors"]
        ));
    }
    match report["states"].as_u64() {
        Some(states) => Outcome::Finished { states, violations },
        None => Outcome::Crashed("JSON: no count of states".to_owned()),
    }
}

fn first_error(stderr: &str, stdout: &str) -> String {
    let lines = || stderr.lines().chain(stdout.lines());
    let error = lines().find(|line| line.to_lowercase().contains("error")).or(lines().next());
    error.unwrap_or("no message").trim().to_owned()
}

fn panic_line(done: &Finished) -> &str {
    let lines = || done.stderr.lines().filter(|line| !line.trim().is_empty());
    lines().find(|line| line.contains("panicked")).or(lines().next()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(code: i32, stdout: &str) -> Outcome {
        let stdout = stdout.to_owned();
        let done = Finished {
            ending: Ending::Exit(code),
            stdout,
            stderr: "error: no such".to_owned(),
            seconds: 0.0,
            peak_memory: 0,
            largest_process: 0,
            processor: std::time::Duration::ZERO,
        };
        outcome_of(&done, &serde_json::from_str(&done.stdout).unwrap_or(Value::Null))
    }

    #[test]
    fn the_contract_is_read() {
        let holds = r#"{"verdict":"holds","states":7,"errors":[]}"#;
        assert_eq!(outcome(0, holds), Outcome::Finished { states: 7, violations: Violations::default() });
        let violated = r#"{"verdict":"violated","states":7,"errors":[{"kind":"deadlock","message":"m"}]}"#;
        let deadlock = Violations::default().with(Violation::Deadlock, "m");
        assert_eq!(outcome(1, violated), Outcome::Finished { states: 7, violations: deadlock });
        assert_eq!(outcome(2, ""), Outcome::Refused("error: no such".to_owned()));
        assert_eq!(outcome(3, r#"{"reason":"memory"}"#), Outcome::unfinished("memory"));
        assert!(matches!(outcome(101, ""), Outcome::Crashed(_)));
        assert!(matches!(outcome(0, violated), Outcome::Crashed(_)), "verdict and exit code must agree");
    }
}
