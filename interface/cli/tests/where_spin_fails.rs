//! Models whose verdict is known and which SPIN 6.5.2 gets wrong: they cannot stand among the models that are compared with it.

use std::process::{Command, Stdio};

/// The `unless` guards a jump out of the `atomic`, and its condition holds there, so the escape is taken and `x` becomes 100. pan has no
/// transition for the location of the `unless` and stops there; SPIN's simulator jumps.
const ESCAPE_OF_A_JUMP: &str = "
byte x = 0
active proctype jumper() { atomic { x = 1; { goto outside } unless { x }; x = 100 }; outside: x = 2 }
active proctype watcher() { byte seen; seen = x; assert(seen <= 2) }
";

#[test]
fn a_jump_out_of_an_atomic_sequence_can_be_escaped() {
    let file = std::env::temp_dir().join(format!("quotient-escape-{}.pml", std::process::id()));
    std::fs::write(&file, ESCAPE_OF_A_JUMP).expect("the folder is writable");
    for level in ["-O0", "-O1", "-O2"] {
        for way in [&["--symmetry", "none"][..], &["--symmetry", "none", "--interpret"], &[]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
            command.arg("check").arg(&file).arg(level).args(way).arg("--json").stderr(Stdio::null());
            let output = command.output().expect("the tool runs");
            let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            assert_eq!(found["verdict"], "violated", "{level} {way:?}");
            assert_eq!(found["violation"]["kind"], "assertion", "{level} {way:?}");
        }
    }
    std::fs::remove_file(file).expect("the file was written");
}
