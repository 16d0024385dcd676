//! SPIN's answers, kept in files under the hash of everything that they depend on, so that a comparison can be repeated quickly.
use crate::outcome::Outcome;
use crate::spin::{Config, SpinRun};
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The file for one model under one configuration. Included files count by their folder alone.
fn file(folder: &Path, model: &Path, config: &Config) -> Option<PathBuf> {
    let mut hasher = DefaultHasher::new();
    std::fs::read(model).ok()?.hash(&mut hasher);
    std::fs::canonicalize(model).ok()?.parent().hash(&mut hasher);
    (&config.spin_flags, &config.gcc_flags, &config.defines, &config.pan_flags).hash(&mut hasher);
    (config.limits.time, config.limits.memory).hash(&mut hasher);
    Some(folder.join(format!("{:016x}.json", hasher.finish())))
}

/// The answer of an earlier run.
pub fn recall(folder: &Path, model: &Path, config: &Config) -> Option<SpinRun> {
    let text = std::fs::read_to_string(file(folder, model, config)?).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    let word = |name: &str| value[name].as_str().unwrap_or("").to_owned();
    let outcome = Outcome::read_back(&word("verdict"), value["states"].as_u64(), &word("message"));
    Some(SpinRun::remembered(outcome, serde_json::from_value(value["seconds"].clone()).unwrap_or([0.0; 3])))
}

/// Keeps an answer. A cache that cannot be written to is no reason to stop.
pub fn keep(folder: &Path, model: &Path, config: &Config, run: &SpinRun) {
    let outcome = &run.outcome;
    let value = json!({"verdict": outcome.to_string(), "states": outcome.states(), "message": outcome.message(),
        "seconds": run.seconds, "model": model.display().to_string()});
    if let Some(file) = file(folder, model, config) {
        let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(file, value.to_string()));
    }
}
