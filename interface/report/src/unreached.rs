//! What a complete search never executed: statements by line, and operations.

use std::fmt::Write;

use serde::Serialize;

/// A statement that no run executes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreached {
    /// The process type, or the operation of a machine.
    pub process: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The statement; empty for a process that is never run, and for an operation that is never enabled.
    pub statement: String,
    /// It stands in an inline or a macro, and is executed where that is used elsewhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub executed_in_other_uses: bool,
}

/// More statements of one process type are counted and not listed.
const MOST_LISTED: usize = 20;

/// What is said of a statement of an inline that is executed in another of its uses.
const ELSEWHERE: &str = "  (in one of several uses)";

/// The list, by process; empty if everything is reached.
pub(crate) fn unreached_text(all: &[Unreached]) -> String {
    let mut out = String::new();
    for group in all.chunk_by(|one, other| one.process == other.process) {
        let Unreached { process, file, line, statement, .. } = &group[0];
        if statement.is_empty() {
            let _ = writeln!(out, "never executed: {process} ({file}:{line})");
            continue;
        }
        let _ = writeln!(out, "unreached in {process}:");
        for one in group.iter().take(MOST_LISTED) {
            let Unreached { file, line, statement, executed_in_other_uses, .. } = one;
            let elsewhere = if *executed_in_other_uses { ELSEWHERE } else { "" };
            let _ = writeln!(out, "  {file}:{line}: {statement}{elsewhere}");
        }
        if group.len() > MOST_LISTED {
            let _ = writeln!(out, "  … {} more", group.len() - MOST_LISTED);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_reached_is_listed_by_process() {
        let one = |process: &str, line, statement: &str| Unreached {
            process: process.into(),
            file: "m.pml".into(),
            line,
            statement: statement.into(),
            executed_in_other_uses: statement == "skip",
        };
        let all = [one("P", 3, "x = 1"), one("P", 4, "skip"), one("Q", 9, "")];
        let expected = "unreached in P:\n  m.pml:3: x = 1\n  m.pml:4: skip  (in one of several uses)\nnever executed: Q (m.pml:9)\n";
        assert_eq!(unreached_text(&all), expected);
        let many: Vec<Unreached> = (1..=25).map(|line| one("P", line, "skip")).collect();
        assert!(unreached_text(&many).ends_with("  m.pml:20: skip  (in one of several uses)\n  … 5 more\n"));
    }
}
