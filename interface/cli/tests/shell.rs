//! What shells and `man` get to know of the command line.

use std::path::Path;
use std::process::{Command, Output};

fn quotient(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quotient")).args(arguments).output().expect("the tool runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const COMMANDS: [&str; 13] = [
    "check",
    "compare",
    "graph",
    "reproduce",
    "symmetry",
    "simulate",
    "explore",
    "eval",
    "show",
    "format",
    "group",
    "completions",
    "man",
];

#[test]
fn every_shell_gets_every_command_and_flag() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = quotient(&["completions", shell]);
        let script = text(&output);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        assert!(script.contains("max-seconds") && script.contains("all-errors"), "{shell}");
    }
    assert_eq!(quotient(&["completions", "tcsh"]).status.code(), Some(2));
}

/// Bash itself reads the script and completes with it.
#[test]
fn bash_completes_a_command() {
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("completions.bash");
    std::fs::write(&script, quotient(&["completions", "bash"]).stdout).expect("a file");
    let asked = "source \"$1\" && COMP_WORDS=(quotient repro) COMP_CWORD=1 && _quotient quotient repro quotient \
                 && echo \"${COMPREPLY[@]}\"";
    let output = Command::new("bash").args(["-c", asked, "bash"]).arg(&script).output();
    let Ok(output) = output else {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "bash is missing");
        eprintln!("SKIPPED: bash is missing");
        return;
    };
    assert_eq!(text(&output).trim(), "reproduce", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let output = quotient(&["man"]);
    let page = text(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(page.contains(".TH quotient 1") && page.contains(".SH SUBCOMMANDS"), "{page}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    std::fs::create_dir_all(&folder).expect("a folder");
    let output = quotient(&["man", "--out", folder.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for command in COMMANDS {
        let page = std::fs::read_to_string(folder.join(format!("quotient-{command}.1"))).expect("its page");
        assert!(page.contains(&format!("quotient\\-{command}")), "{page}");
    }
    let check = std::fs::read_to_string(folder.join("quotient-check.1")).expect("its page");
    assert!(check.contains("certify") && !check.contains("only\\-file"), "{check}");
    assert_eq!(quotient(&["man", "--out", "/there/is/no/such/folder"]).status.code(), Some(2));
}
