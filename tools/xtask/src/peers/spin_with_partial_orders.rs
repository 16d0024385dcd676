//! SPIN without symmetry, with its partial-order reduction.
use super::Measured;
use crate::child::Limits;
use crate::spin::{self, Scratch};
use std::path::Path;

/// Runs SPIN on a model.
pub fn check(model: &Path, defines: &[&str], limits: Limits) -> Result<Measured, String> {
    if !spin::available() {
        return Err("not installed".to_owned());
    }
    let defines: Vec<String> = defines.iter().map(|&define| define.to_owned()).collect();
    let scratch = Scratch::new("spin").map_err(|error| error.to_string())?;
    let mut config = spin::Config::fast(&defines, limits);
    config.gcc_flags.retain(|flag| flag != "-DNOREDUCE");
    let run = spin::check(model, scratch.path(), &config).map_err(|error| error.to_string())?;
    Ok(Measured {
        states: run.outcome.states(),
        seconds: run.seconds.iter().sum(),
        searching: run.peak_memory,
        largest: run.largest_process,
    })
}
