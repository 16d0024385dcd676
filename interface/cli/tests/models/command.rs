//! The command as a user runs it, and its report.

use std::path::Path;
use std::process::Command;

use methods::{Language, Method};
use model_headers::{Level, Run};
use serde_json::Value;

/// A run of a model.
pub struct Case<'a> {
    pub file: &'a Path,
    pub run: &'a Run,
    pub language: Language,
}

/// What the command said.
pub enum Answer {
    Report(Value),
    /// It did not accept the model, or not with this method.
    Refused(String),
    /// It ended in another way than the contract says.
    Broken(String),
}

impl Case<'_> {
    /// The levels at which the run is made.
    pub fn levels(&self) -> Vec<Option<Level>> {
        self.run.levels(self.language)
    }

    /// The full search at a level by a method. Without symmetry and by `auto` it has three threads, if it becomes large: more
    /// than some machines have cores.
    pub fn search(&self, level: Option<Level>, method: Method, order: &str) -> Answer {
        let threads = if matches!(method, Method::None | Method::Auto) { "3" } else { "1" };
        let flags = ["--symmetry", method.name(), "--search", order, "--all-errors", "--threads", threads];
        self.command("check", level, &flags)
    }

    /// A command on this model, with the definitions of this run.
    pub fn command(&self, command: &str, level: Option<Level>, extra: &[&str]) -> Answer {
        let arguments = self.run.arguments();
        // Detection knows nothing of claims.
        let own = arguments.iter().filter(|argument| command == "check" || *argument != "--ignore-claims");
        let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
            .arg(command)
            .arg(self.file)
            .arg("--json")
            .args(own)
            .args(level.map(|level| format!("-{level}")))
            .args(extra)
            .output()
            .expect("the command can be started");
        let report = serde_json::from_slice::<Value>(&output.stdout);
        match (output.status.code(), report) {
            (Some(0 | 1 | 3), Ok(report)) => Answer::Report(report),
            (Some(2), Ok(report)) if report["error"].is_string() => {
                Answer::Refused(report["error"].to_string())
            }
            (code, _) => {
                let message = String::from_utf8_lossy(&output.stderr);
                Answer::Broken(format!("ended with {code:?}: {message}"))
            }
        }
    }

    /// A failure with the place it belongs to.
    pub fn at(&self, level: Option<Level>, method: Method, what: &str) -> String {
        let level = level.map_or(String::new(), |level| format!("-{level} "));
        format!("{level}--symmetry {method}: {what}")
    }
}
