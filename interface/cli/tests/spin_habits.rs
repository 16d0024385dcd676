//! What users of SPIN type is answered, and models come from where they have them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn quotient(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quotient")).args(arguments).output().expect("the tool runs")
}

fn written(name: &str, text: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("habit_{name}"));
    std::fs::write(&path, text).expect("a file");
    path
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const HOLDS: &[u8] = b"byte x; active proctype P() { x = 1; assert(x == 1) }";
const VIOLATED: &[u8] = b"byte x; active proctype P() { x = 1; assert(x == 2) }";

#[test]
fn flags_of_spin_are_answered_with_ours() {
    let model = written("flags.pml", HOLDS);
    let model = model.to_str().expect("UTF-8");
    let answers = [
        ("-a", "leave it out"),
        ("-f", "--fairness weak"),
        ("-l", "--progress"),
        ("-m10000", "--max-depth"),
        ("-Np", "--claim NAME"),
        ("-E", "`safety`"),
        ("-A", "`safety`"),
        ("-e", "--all-errors"),
        ("-o3", "-O0"),
        ("-run", "quotient check"),
        ("-search", "quotient check"),
        ("-bfs", "--max-depth"),
        ("-u100", "simulate --steps"),
        ("-k", "simulate --trail"),
        ("-I", "shortest"),
    ];
    for (flag, answer) in answers {
        let output = quotient(&["check", model, flag]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flag}: {said}");
        let hint =
            said.lines().find(|line| line.starts_with("hint: ")).unwrap_or_else(|| panic!("{flag}: {said}"));
        assert!(
            hint.contains(&format!("`{}` is a flag of SPIN", &flag[..2])) && hint.contains(answer),
            "{hint}"
        );
        assert!(!said.contains("tip:"), "a flag of SPIN is no file: {said}");
    }
    let forgotten = quotient(&[model]);
    assert!(text(&forgotten.stderr).contains("hint: write `quotient check "), "{}", text(&forgotten.stderr));
    let unknown = quotient(&["check", model, "--fairnes", "weak"]);
    assert!(!text(&unknown.stderr).contains("flag of SPIN"), "{}", text(&unknown.stderr));
    for (definition, answer) in [
        ("-DNP", "--progress"),
        ("-DSAFETY", "--ignore-claims"),
        ("-DMEMLIM=9", "--max-memory"),
        ("-DN=3", ""),
    ] {
        let output = quotient(&["check", model, definition]);
        assert_eq!(output.status.code(), Some(0));
        let said = text(&output.stderr);
        assert_eq!(said.is_empty(), answer.is_empty(), "{definition}: {said}");
        assert!(said.contains(answer), "{definition}: {said}");
    }
}

#[test]
fn a_model_is_read_from_standard_input() {
    for (model, code) in [(HOLDS, 0), (VIOLATED, 1), (b"\xEF\xBB\xBFbyte x; init { x = 1 }", 0), (b"byte", 2)]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        command
            .args(["check", "-", "--trail"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the tool runs");
        child.stdin.take().expect("a pipe").write_all(model).expect("written");
        let output = child.wait_with_output().expect("it ends");
        let (said, told) = (text(&output.stdout), text(&output.stderr));
        // There is no name for a trail, which does not lose the report.
        let expected = if code == 1 { 2 } else { code };
        assert_eq!(output.status.code(), Some(expected), "{said}{told}");
        assert_eq!(said.contains("assertion violated: assert(x == 2) (-:1)"), code == 1, "{said}");
        assert_eq!(told.contains("no name for a trail"), code == 1, "{told}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_model() {
    let model = written("mark.pml", &[b"\xEF\xBB\xBF", HOLDS].concat());
    assert_eq!(quotient(&["check", model.to_str().expect("UTF-8")]).status.code(), Some(0));
}

#[test]
fn included_files_are_looked_for_in_other_folders() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("habit_folder");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("habit_declared.h"), "byte declared;\n").expect("a file");
    let model = written("include.pml", b"#include \"habit_declared.h\"\ninit { declared = 1 }");
    let (model, folder) = (model.to_str().expect("UTF-8"), folder.to_str().expect("UTF-8"));
    for command in [&["check"][..], &["symmetry"], &["format"], &["show", "graph"], &["compare"]] {
        let output = quotient(&[command, &[model, "-I", folder]].concat());
        assert_ne!(output.status.code(), Some(2), "{command:?}: {}", text(&output.stderr));
        assert_eq!(quotient(&[command, &[model]].concat()).status.code(), Some(2), "{command:?}");
    }
    assert_eq!(quotient(&["simulate", model, "-I", folder]).status.code(), Some(0));
}

#[test]
fn a_definition_of_the_command_line_overrides_the_file() {
    let model = written("define.pml", b"#define N 10\nbyte x; init { x = N; assert(x == 3) }");
    let output = quotient(&["check", model.to_str().expect("UTF-8"), "-DN=3"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("`N` keeps the value that the command line gives it"));
}

#[test]
fn a_trail_that_cannot_be_written_does_not_lose_the_report() {
    let model = written("trail.pml", VIOLATED);
    let mut trail = model.clone().into_os_string();
    trail.push(".trail");
    std::fs::create_dir_all(&trail).expect("a folder where the trail would be");
    let output = quotient(&["check", model.to_str().expect("UTF-8"), "--trail"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write"), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).starts_with("violated: assertion violated: assert(x == 2)"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn the_version_names_what_a_build_can_leave_out() {
    let said = text(&quotient(&["--version"]).stdout);
    assert!(said.starts_with("quotient ") && said.contains("nauty"), "{said}");
}
