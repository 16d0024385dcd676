//! The same models are accepted and refused as by `spin -a`.
//!
//! Always on the rules below; with `QUOTIENT_SPIN_MODELS` set to a list of directories (separated by `:`) also on every
//! model found there. SPIN itself is looked up on the path; without it the comparison is skipped, unless
//! `QUOTIENT_REQUIRE_ORACLES` is set.

use diagnostics::SourceMap;
use promela::preprocess::{Included, Loader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Disk;

impl Loader for Disk {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().unwrap_or(Path::new(".")).join(name);
        let bytes = std::fs::read(&path).map_err(|e| e.to_string())?;
        Ok(Included { name: path.display().to_string(), text: String::from_utf8_lossy(&bytes).into_owned() })
    }
}

/// What each says about a model.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Verdict {
    Accepted,
    Refused,
    /// SPIN crashed or hung, or we met embedded C: nothing to compare.
    Neither,
}

fn spin_is_there() -> bool {
    let there = Command::new("spin").arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !there {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is required");
        eprintln!("SKIPPED: needs spin");
    }
    there
}

/// `spin -a` in a directory of its own, beside copies of the model's neighbours.
fn spin(model: &Path, scratch: &Path) -> Verdict {
    let _ = std::fs::remove_dir_all(scratch);
    std::fs::create_dir_all(scratch).expect("scratch directory");
    for entry in model.parent().into_iter().flat_map(|p| std::fs::read_dir(p).ok()).flatten().flatten() {
        if entry.file_type().is_ok_and(|t| t.is_file()) {
            let _ = std::fs::copy(entry.path(), scratch.join(entry.file_name()));
        }
    }
    let name = model.file_name().unwrap_or_default();
    let mut child = Command::new("spin")
        .arg("-a")
        .arg(name)
        .current_dir(scratch)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("spin runs");
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                return match status.code() {
                    Some(0) if scratch.join("pan.c").exists() => Verdict::Accepted,
                    Some(0..=127) => Verdict::Refused,
                    _ => Verdict::Neither,
                };
            }
            Ok(None) if started.elapsed() < Duration::from_secs(20) => {
                std::thread::sleep(Duration::from_millis(2))
            }
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Verdict::Neither;
            }
        }
    }
}

fn ours(model: &Path) -> (Verdict, String) {
    let bytes = std::fs::read(model).expect("model can be read");
    let mut sources = SourceMap::new();
    let file = sources.add(model.display().to_string(), String::from_utf8_lossy(&bytes));
    let (found, messages) = promela::parse(&mut sources, file, &Disk, &[]);
    if messages.iter().any(|m| m.code == "embedded-c") {
        return (Verdict::Neither, String::new());
    }
    let first = messages.iter().find(|m| m.is_error()).map(|m| m.one_line(&sources)).unwrap_or_default();
    (if found.is_some() { Verdict::Accepted } else { Verdict::Refused }, first)
}

fn models_in(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(directory).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            models_in(&path, found);
        } else if path.extension().is_some_and(|e| e == "pml" || e == "p" || e == "pr" || e == "prom") {
            found.push(path);
        }
    }
}

#[test]
fn directories_of_models_are_accepted_and_refused_alike() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let mut models = Vec::new();
    models_in(&repository, &mut models);
    let extra = std::env::var("QUOTIENT_SPIN_MODELS").unwrap_or_default();
    extra.split(':').filter(|d| !d.is_empty()).for_each(|d| models_in(Path::new(d), &mut models));
    if !spin_is_there() {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("promela-agreement-{}", std::process::id()));
    let (mut accepted, mut both, mut refused, mut skipped) = (0, 0, 0, 0);
    for model in &models {
        let (ours, reason) = ours(model);
        let spin = spin(model, &scratch);
        match (spin, ours) {
            (Verdict::Neither, _) | (_, Verdict::Neither) => skipped += 1,
            (Verdict::Accepted, Verdict::Accepted) => (accepted, both) = (accepted + 1, both + 1),
            (Verdict::Accepted, Verdict::Refused) => {
                accepted += 1;
                eprintln!("only SPIN accepts {}: {reason}", model.display());
            }
            (Verdict::Refused, Verdict::Refused) => refused += 1,
            (Verdict::Refused, Verdict::Accepted) => eprintln!("only SPIN refuses {}", model.display()),
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    eprintln!(
        "{} models: SPIN accepts {accepted}, we too {both}; both refuse {refused}; not compared {skipped}",
        models.len()
    );
    assert!(both * 100 >= accepted * 99, "{both} of {accepted} accepted");
}

/// Rules of the language, each as one model; what SPIN says is asked, not assumed.
fn rules() -> Vec<String> {
    let lines = include_str!("../../../models/promela/one_liners.txt").lines();
    lines.filter(|line| !line.starts_with("//")).map(|line| line.replace('¶', "\n")).collect()
}

/// What SPIN takes and is refused here, as KNOWN_WEAKNESSES.md says: a refusal is no wrong answer.
const REFUSED_HERE: &[&str] = &[
    "proctype P() { skip } init { byte x; x = run P() + 1 }",
    "proctype P() { skip } init { assert(run P() > 0) }",
    "chan c = [256] of { byte }; init { c!1 }",
];

#[test]
fn what_is_refused_here_alone_is_known() {
    if !spin_is_there() {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("promela-refused-{}", std::process::id()));
    let source = std::env::temp_dir().join(format!("promela-refused-source-{}", std::process::id()));
    std::fs::create_dir_all(&source).expect("scratch directory");
    let model = source.join("rule.pml");
    for rule in REFUSED_HERE {
        std::fs::write(&model, rule).expect("scratch file");
        assert_eq!((spin(&model, &scratch), ours(&model).0), (Verdict::Accepted, Verdict::Refused), "{rule}");
    }
    let _ = std::fs::remove_dir_all(&scratch);
    let _ = std::fs::remove_dir_all(&source);
}

#[test]
fn rules_are_accepted_and_refused_alike() {
    if !spin_is_there() {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("promela-rules-{}", std::process::id()));
    let source = std::env::temp_dir().join(format!("promela-rules-source-{}", std::process::id()));
    std::fs::create_dir_all(&source).expect("scratch directory");
    let model = source.join("rule.pml");
    let mut differences = Vec::new();
    for rule in rules() {
        std::fs::write(&model, &rule).expect("scratch file");
        let spin = spin(&model, &scratch);
        let (ours, reason) = ours(&model);
        if spin != Verdict::Neither && spin != ours {
            differences.push(format!("{rule}\n    SPIN: {spin:?}, ours: {ours:?} {reason}"));
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    let _ = std::fs::remove_dir_all(&source);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
