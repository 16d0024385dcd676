//! stateright on two-phase commit, by the optional crate `stateright_peer`.
//!
//! stateright's models are Rust. What they depend on is built first and not counted, as other checkers are installed;
//! the model is compiled anew each time, and that is counted, as a C compiler is where a checker translates models to
//! C.
use super::Measured;
use crate::child::{Ending, Limits, run as run_child};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs two-phase commit with the given number of resource managers, with stateright's symmetry reduction or without.
pub fn check(managers: u32, symmetric: bool, limits: Limits) -> Result<Measured, String> {
    let built = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    if !built(&mut build()?) || !built(cargo()?.args(["clean", "--quiet", "--release", "-p", MODEL])) {
        return Err(format!("the crate {MODEL} cannot be built"));
    }
    let compiled = run_child(&mut build()?, limits).map_err(|error| error.to_string())?;
    let mut command = Command::new(target()?.join("release").join(MODEL));
    command.arg(managers.to_string()).args(symmetric.then_some("symmetric"));
    let done = run_child(&mut command, limits).map_err(|error| error.to_string())?;
    let states = done.stdout.trim().parse().ok().filter(|_| done.ending == Ending::Exit(0));
    Ok(Measured {
        states,
        seconds: compiled.seconds + done.seconds,
        searching: done.peak_memory,
        largest: compiled.largest_process.max(done.largest_process),
    })
}

/// The crate that is the model.
const MODEL: &str = "stateright_peer";

fn build() -> Result<Command, String> {
    let mut cargo = cargo()?;
    cargo.args(["build", "--quiet", "--release", "-p", MODEL, "--features", "peers"]);
    Ok(cargo)
}

fn cargo() -> Result<Command, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()?);
    Ok(cargo)
}

fn target() -> Result<PathBuf, String> {
    Ok(std::env::var_os("CARGO_TARGET_DIR").map_or(root()?.join("target"), PathBuf::from))
}

fn root() -> Result<&'static Path, String> {
    crate::quotient::repository()
}
