//! SPIN replays our trail files: `spin -t` follows every move of the counterexample and ends where ours ends.
//!
//! Needs `spin` from Debian's packages.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Models with a violation, what defines it, and what SPIN says at its end; models whose trails have rendezvous, atomic
/// sequences, `d_step`, `unless`, new processes, and processes that pass through locations.
const VIOLATED: [(&str, &[&str], &str); 11] = [
    ("protocols/bakery", &["BROKEN=1"], "assertion violated"),
    ("protocols/elevator", &["FLOORS=3", "BROKEN=1"], "assertion violated"),
    ("protocols/token_ring", &["N=3", "BROKEN=1"], "assertion violated"),
    ("protocols/alternating_bit", &["BROKEN=1"], "assertion violated"),
    ("protocols/needham_schroeder", &["BROKEN=1"], "assertion violated"),
    ("papers/peterson", &["N=3", "BROKEN=1"], "assertion violated"),
    ("papers/cache_coherence", &["N=3", "BROKEN=1"], "assertion violated"),
    ("papers/paxos", &["ACCEPTORS=3", "BALLOTS=2", "BROKEN=1"], "assertion violated"),
    ("rules/lost_update", &[], "assertion violated"),
    ("trust/else_in_the_middle", &[], "assertion violated"),
    ("protocols/dining_philosophers", &["N=3", "BROKEN=1"], "trail ends after"),
];

#[test]
fn spin_replays_our_trails() {
    if Command::new("spin").arg("-V").output().is_err() {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is not installed");
        eprintln!("SKIPPED: needs spin");
        return;
    }
    for (model, defines, ending) in VIOLATED {
        for level in ["-O0", "-O1", "-O2"] {
            let folder = Folder::new(&format!("{}{level}", model.replace('/', "-")));
            let steps = write_trail(&folder.0, model, defines, &[level]);
            let said = replay(&folder.0, defines);
            assert!(!said.contains("error: ") && said.contains(ending), "{model} {level}: {said}");
            let last = format!("trail ends after {steps} steps");
            assert!(said.contains(&last), "{model} {level}: not {steps} steps: {said}");
        }
    }
}

/// Models with a property that a run violates by going on for ever.
const CYCLES: [(&str, &str); 6] = [
    ("liveness/token_may_stay", "comes_back"),
    ("liveness/symmetric_token", "comes_back"),
    ("liveness/request_and_grant", "granted"),
    ("liveness/spin_lock", "first"),
    ("trust/accept_label", "accept"),
    ("trust/progress_label", "progress"),
];

#[test]
fn spin_replays_our_cycles() {
    if Command::new("spin").arg("-V").output().is_err() {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is not installed");
        eprintln!("SKIPPED: needs spin");
        return;
    }
    for (model, claim) in CYCLES {
        for symmetry in ["none", "auto"] {
            let folder = Folder::new(&format!("{}{symmetry}", model.replace('/', "-")));
            let steps = write_trail(&folder.0, model, &[], &["--claim", claim, "--symmetry", symmetry]);
            let said = replay(&folder.0, &[]);
            assert!(
                !said.contains("error: ") && said.contains("START OF CYCLE"),
                "{model} {symmetry}: {said}"
            );
            let last = format!("trail ends after {steps} steps");
            assert!(said.contains(&last), "{model} {symmetry}: not {steps} steps: {said}");
        }
    }
}

/// Checks a copy of the model in `folder` and returns the length of the counterexample.
fn write_trail(folder: &Path, model: &str, defines: &[&str], flags: &[&str]) -> usize {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    std::fs::copy(models.join(format!("{model}.pml")), folder.join("model.pml")).expect("the model is there");
    let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .current_dir(folder)
        .args(["check", "model.pml", "--trail", "--json"])
        .args(flags)
        .args(defines.iter().map(|d| format!("-D{d}")))
        .output()
        .expect("the tool runs");
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(found["verdict"], "violated", "{model} {flags:?}");
    found["counterexample"].as_array().expect("a counterexample").len()
}

fn replay(folder: &Path, defines: &[&str]) -> String {
    let output = Command::new("spin")
        .current_dir(folder)
        .args(defines.iter().map(|d| format!("-D{d}")))
        .args(["-t", "-p", "model.pml"])
        .output()
        .expect("spin runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quotient-trail-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
