//! Differences at `-O1`: does SPIN say the same?
//!
//! `-O1` does what SPIN does by default, statement merging included, and merging can change what a program does: a merged
//! statement is not looked at by a second choice of a `D_proctype`. Where pan, made in the plain way, ends with the same kinds of
//! violations as our `-O1`, the difference from the program as it is written is SPIN's.
use super::kept::Record;
use crate::outcome::{Outcome, Violations};
use crate::spin::{self, Scratch};
use crate::{child, quotient};
use std::path::Path;
use std::time::Duration;

/// For each of spin, the compiler, pan and ours.
const LIMITS: child::Limits = child::Limits { time: Duration::from_secs(20), memory: 2 << 30 };

/// Is this a verdict of `-O1`, and does SPIN agree with it?
pub fn agrees_with_spin(record: &Record) -> Result<bool, String> {
    let is_verdict =
        ["wrong holds", "false alarm", "kinds differ", "states differ"].contains(&record.class.as_str());
    if !is_verdict || !record.way.starts_with("-O1") || record.kept.is_empty() || !spin::available() {
        return Ok(false);
    }
    let scratch = Scratch::new("merging").map_err(|error| error.to_string())?;
    let model = Path::new(&record.kept);
    let mut config = spin::Config::counting(0, &[], LIMITS).for_small_programs();
    config.spin_flags.clear();
    let theirs = spin::check(model, scratch.path(), &config).map_err(|error| error.to_string())?.outcome;
    let mut words = record.way.split_whitespace().map(str::to_owned);
    let mut flags = vec!["--ignore-claims".to_owned()];
    let mut symmetry = "none".to_owned();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--symmetry" => symmetry = words.next().unwrap_or_default(),
            _ => flags.push(word),
        }
    }
    let ours = quotient::Config {
        binary: quotient::binary()?,
        flags,
        symmetry,
        defines: Vec::new(),
        limits: LIMITS,
    };
    let ours = quotient::check(model, &ours).map_err(|error| error.to_string())?.outcome;
    Ok(match (violations(theirs), violations(ours)) {
        (Some(theirs), Some(ours)) => theirs.kinds() == ours.kinds(),
        _ => false,
    })
}

/// What a run found, also where a run-time error spoilt its count.
fn violations(outcome: Outcome) -> Option<Violations> {
    match outcome {
        Outcome::Finished { violations, .. } | Outcome::Stopped(violations) => Some(violations),
        _ => None,
    }
}
