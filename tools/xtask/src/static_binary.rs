//! `cargo xtask static-binary`: builds the binary that runs on any Linux of this processor, and tries it.
//!
//! It must need no library of the system, be small enough to be handed around, and check a model: machine code is made at
//! run time, which a static binary does with a C library of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The C library inside, no relocations when it starts, functions with the same code once.
const FLAGS: &str = "-C target-feature=+crt-static -C relocation-model=static -C link-arg=-Wl,--icf=all";

/// Arguments of `static-binary`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// What it is built for
    #[arg(long, default_value = "x86_64-unknown-linux-gnu")]
    target: String,
    /// Fail if it is larger than so many million bytes
    #[arg(long, default_value_t = 15.0)]
    most_megabytes: f64,
    /// Try the binary that was built before
    #[arg(long)]
    no_build: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !arguments.no_build {
        build(&arguments.target)?;
    }
    let binary = PathBuf::from("target").join(&arguments.target).join("dist/quotient");
    let megabytes =
        std::fs::metadata(&binary).map_err(|why| format!("{}: {why}", binary.display()))?.len() as f64 / 1e6;
    let linked = said(Command::new("ldd").arg(&binary))?;
    // The words of glibc's `ldd` for programs with and without an address of their own.
    let is_static =
        ["statically linked", "not a dynamic executable"].iter().any(|words| linked.contains(words));
    let holds = checks(&binary, "models/promela/papers/email.pml", &["-DN=3", "-O1"], 0, "3902 states")?;
    let violated = checks(&binary, "models/b/bank_bug.mch", &[], 1, "violated")?;
    println!("{}: {megabytes:.1} MB, {}", binary.display(), if is_static { "static" } else { linked.trim() });
    let problems = [
        (!is_static, "it is not static"),
        (megabytes >= arguments.most_megabytes, "it is too large"),
        (!holds, "it does not check a Promela model"),
        (!violated, "it does not check a B machine"),
    ];
    let problems: Vec<&str> = problems.iter().filter(|(is_one, _)| *is_one).map(|(_, what)| *what).collect();
    problems.iter().for_each(|what| println!("{what}"));
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn build(target: &str) -> Result<(), String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--profile", "dist", "-p", "cli", "--target", target]);
    // With a target of its own, build scripts and procedural macros are built without these.
    command.env("RUSTFLAGS", FLAGS);
    let status = command.status().map_err(|why| format!("cargo: {why}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo ended with {status}")) }
}

/// Whether a check ends with an exit code and says something.
fn checks(binary: &Path, model: &str, flags: &[&str], code: i32, words: &str) -> Result<bool, String> {
    let output = Command::new(binary).arg("check").arg(model).args(flags).output();
    let output = output.map_err(|why| format!("{}: {why}", binary.display()))?;
    Ok(output.status.code() == Some(code) && String::from_utf8_lossy(&output.stdout).contains(words))
}

/// What a command says on both of its channels.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|why| format!("{}: {why}", command.get_program().display()))?;
    Ok(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}
