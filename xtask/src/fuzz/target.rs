//! What an input is fed to.
use crate::child::{self, Ending, Limits};
use crate::quotient;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The parts that can be fuzzed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Target {
    /// The whole program as a user runs it: a process for each input, so only some hundred a second
    Command,
}

impl Target {
    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Target::Command => "command",
        }
    }

    /// Tries one input, which is also in the file `path`. An error or a panic is a finding.
    pub fn attempt(self, _input: &[u8], path: &Path) -> Result<(), String> {
        match self {
            Target::Command => command(path),
        }
    }
}

/// Whatever the input, the program must end by itself with one of its four exit codes.
fn command(path: &Path) -> Result<(), String> {
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let binary = BINARY.get_or_init(quotient::binary).as_ref()?;
    let limits = Limits { time: Duration::from_secs(8), memory: 400 << 20 };
    let mut command = Command::new(binary);
    command.arg("check").arg(path).args([
        "--max-states",
        "3000",
        "--max-seconds",
        "2",
        "--max-memory",
        "200M",
        "--json",
    ]);
    let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
    match done.ending {
        Ending::Exit(0..=3) => Ok(()),
        ending => Err(format!("{ending:?}: {}", done.stderr.lines().take(4).collect::<Vec<_>>().join(" "))),
    }
}
