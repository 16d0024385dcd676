//! SPIN's answers, kept in files under the hash of everything that they depend on, so that a comparison can be repeated
//! quickly.
//!
//! An answer is right whatever the time limit was; that there was none within a limit is recalled for limits that are
//! no longer.
use crate::outcome::Outcome;
use crate::spin::{Config, SpinRun};
use crate::ways::variation_of;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The file for one model under one configuration. Included files count by their folder alone.
fn file(folder: &Path, model: &Path, config: &Config) -> Option<PathBuf> {
    let text = String::from_utf8_lossy(&std::fs::read(model).ok()?).into_owned();
    let beside = std::fs::canonicalize(model).ok()?.parent()?.display().to_string();
    let flags = [&config.spin_flags, &config.gcc_flags, &config.defines, &config.pan_flags];
    let parts: Vec<String> = [text, beside].into_iter().chain(flags.map(|flags| flags.join(" "))).collect();
    Some(folder.join(format!("{:016x}.json", variation_of(&parts.join("\0")))))
}

/// The answer of an earlier run.
pub fn recall(folder: &Path, model: &Path, config: &Config) -> Option<SpinRun> {
    let text = std::fs::read_to_string(file(folder, model, config)?).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    let word = |name: &str| value[name].as_str().unwrap_or("").to_owned();
    let outcome = Outcome::read_back(&word("verdict"), value["states"].as_u64(), &word("message"));
    let shorter = value["limit"].as_u64().unwrap_or(0) < config.limits.time.as_secs();
    if shorter && matches!(outcome, Outcome::Unfinished(_)) {
        return None;
    }
    Some(SpinRun::remembered(outcome, serde_json::from_value(value["seconds"].clone()).unwrap_or([0.0; 3])))
}

/// Keeps an answer. A cache that cannot be written to is no reason to stop.
pub fn keep(folder: &Path, model: &Path, config: &Config, run: &SpinRun) {
    let outcome = &run.outcome;
    let value = json!({"verdict": outcome.to_string(), "states": outcome.states(), "message": outcome.message(),
        "seconds": run.seconds, "limit": config.limits.time.as_secs(), "model": model.display().to_string()});
    if let Some(file) = file(folder, model, config) {
        let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(file, value.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spin::{Scratch, limits};

    #[test]
    fn an_answer_is_recalled_where_it_still_counts() {
        let scratch = Scratch::new("spin-cache").unwrap();
        let model = scratch.path().join("model.pml");
        std::fs::write(&model, "init { skip }").unwrap();
        let within = |seconds: u64| Config::counting(0, &[], limits(seconds));
        let recalled = |seconds: u64| recall(scratch.path(), &model, &within(seconds));
        assert!(recalled(5).is_none());
        let unfinished = SpinRun::remembered(Outcome::unfinished("time limit"), [0.0; 3]);
        keep(scratch.path(), &model, &within(5), &unfinished);
        assert!(recalled(5).is_some() && recalled(3).is_some() && recalled(6).is_none());
        let refused = SpinRun::remembered(Outcome::Refused("no".to_owned()), [0.0; 3]);
        keep(scratch.path(), &model, &within(5), &refused);
        assert_eq!(recalled(60).map(|run| run.outcome), Some(Outcome::Refused("no".to_owned())));
        assert!(recall(scratch.path(), &model, &Config::counting(1, &[], limits(5))).is_none());
        std::fs::write(&model, "init { false }").unwrap();
        assert!(recalled(5).is_none());
    }
}
