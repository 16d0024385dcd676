//! The expectations that a model carries in its first lines: one schema for Promela and B, and one reader of it.
//!
//! What goes in: the text of a model. What comes out: its [`Header`], or a [`Problem`] with file and line. What must never
//! break: a key that the schema does not know, a value of the wrong type and an expectation that no test would look at are
//! refused, so that no model seems tested and is not. A newcomer may add keys: to [`Run`], to its checks, to the table in
//! CONTRIBUTING.md and to the runner `interface/cli/tests/models`.
//!
//! A header is the TOML behind `//! ` in the lines at the very beginning of the file.

mod by_level;
mod check;
mod find;
mod header;
mod run;

pub use by_level::{ByLevel, Level};
pub use find::{files, language_of, models};
pub use header::{Header, Problem, read};
pub use run::{Claims, Method, Run, Verdict, Violation};

/// The text without its header.
pub fn without_header(text: &str) -> String {
    text.lines().skip_while(|line| line.starts_with("//!")).flat_map(|line| [line, "\n"]).collect()
}
