//! stateright on two-phase commit, by the optional crate `stateright_peer`, which is built first: its models are Rust, and
//! neither the seconds nor the memory of the Rust compiler are counted.
use super::Measured;
use crate::child::{Ending, Limits, run as run_child};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs two-phase commit with so many resource managers, with stateright's symmetry reduction or without.
pub fn check(managers: u32, symmetric: bool, limits: Limits) -> Result<Measured, String> {
    let mut command = Command::new(binary()?);
    command.arg(managers.to_string()).args(symmetric.then_some("symmetric"));
    let done = run_child(&mut command, limits).map_err(|error| error.to_string())?;
    let states = done.stdout.trim().parse().ok().filter(|_| done.ending == Ending::Exit(0));
    let (searching, largest) = (done.peak_memory, done.largest_process);
    Ok(Measured { states, seconds: done.seconds, searching, largest })
}

fn binary() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--quiet", "--release", "-p", "stateright_peer", "--features", "peers"];
    let built = Command::new(cargo).current_dir(root).args(arguments).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the crate stateright_peer cannot be built".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(target.join("release").join("stateright_peer"))
}
