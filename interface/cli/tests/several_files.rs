//! `quotient check` with several files: a report for each, and the worst exit code.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn written(test: &str, name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("several_{test}_{name}"));
    std::fs::write(&path, text).expect("a file");
    path
}

fn check(files: &[&PathBuf], flags: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quotient"))
        .arg("check")
        .args(files)
        .args(flags)
        .output()
        .expect("the tool runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Files {
    holds: PathBuf,
    violated: PathBuf,
    wrong: PathBuf,
    endless: PathBuf,
}

/// The files of a test; tests run side by side.
fn files(test: &str) -> Files {
    Files {
        holds: written(
            test,
            "holds.pml",
            "#ifndef N\n#define N 1\n#endif\nbyte x; init { x = 1; assert(x == N) }",
        ),
        violated: written(
            test,
            "violated.mch",
            "MACHINE m VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 2 OPERATIONS o = skip END",
        ),
        wrong: written(test, "wrong.pml", "init { if (x) }"),
        endless: written(test, "endless.pml", "int x; active proctype P() { do :: x++; assert(x != -1) od }"),
    }
}

#[test]
fn each_file_has_a_report_and_the_worst_verdict_counts() {
    let Files { holds, violated, wrong, endless } = files("each");
    // `-D` is for Promela; the machine is refused with it, and the others are checked all the same.
    let cases: [(&[&PathBuf], &[&str], i32, &str); 5] = [
        (&[&holds, &holds], &["-DN=1"], 0, "2 files: 2 holds"),
        (&[&holds, &endless], &["-DN=1", "--max-states=500"], 3, "2 files: 1 undecided, 1 holds"),
        (
            &[&endless, &wrong, &holds],
            &["-DN=1", "--max-states=500"],
            2,
            "3 files: 1 wrong input, 1 undecided, 1 holds",
        ),
        (&[&violated, &wrong], &[], 1, "2 files: 1 violated, 1 wrong input"),
        (&[&violated, &holds], &["-DN=1"], 2, "2 files: 1 wrong input, 1 holds"),
    ];
    for (files, flags, code, summary) in cases {
        let output = check(files, flags);
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{told}{}", text(&output.stderr));
        assert_eq!(told.trim_end().lines().last(), Some(summary), "{told}");
        for file in files {
            assert!(told.lines().any(|line| line == format!("{}:", file.display())), "{told}");
        }
    }
}

#[test]
fn objects_stand_on_lines_of_their_own_with_their_files() {
    let Files { holds, violated, wrong, .. } = files("json");
    let output = check(&[&holds, &wrong, &violated], &["--json"]);
    let told = text(&output.stdout);
    let objects: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let of = |object: &serde_json::Value| object["file"].as_str().expect("a name").to_owned();
    let names: Vec<String> = objects.iter().map(of).collect();
    let given: Vec<String> =
        [&holds, &wrong, &violated].iter().map(|file| file.display().to_string()).collect();
    assert_eq!(names, given);
    assert!(objects[1]["error"].is_string());
    assert_eq!(objects[2]["verdict"], "violated");
    assert_eq!(output.status.code(), Some(1), "{told}");
}

#[test]
fn what_is_for_one_file_is_refused() {
    let Files { holds, violated, .. } = files("one");
    for flags in [&["--html", "report.html"][..], &["--stats", "-"]] {
        let output = check(&[&holds, &violated], flags);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(flags[0]) && told.contains("one by one") && output.stdout.is_empty(), "{told}");
    }
    let twice =
        Command::new(env!("CARGO_BIN_EXE_quotient")).args(["check", "-", "-"]).output().expect("it runs");
    assert_eq!(twice.status.code(), Some(2), "{}", text(&twice.stdout));
}
