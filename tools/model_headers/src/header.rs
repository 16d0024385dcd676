//! From the first lines of a model to its header.

use std::fmt;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::check::check;
use crate::find::language_of;
use crate::run::Run;

/// What a model says of itself.
#[derive(Clone, Debug)]
pub struct Header {
    /// What the model is, in one line.
    pub about: String,
    /// The ways to run it, at least one.
    pub runs: Vec<Run>,
}

/// Why a header is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The model.
    pub file: String,
    /// The line in it.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for Problem {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    about: Spanned<String>,
    run: Vec<Spanned<Run>>,
}

/// The header at the beginning of a model's text; `None` if it has none, as models that others wrote.
pub fn read(path: &Path, text: &str) -> Result<Option<Header>, Problem> {
    let problem = |line, message| Problem { file: path.display().to_string(), line, message };
    let lines: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let late = text.lines().skip(lines.len()).position(|line| line.starts_with("//!"));
    if let Some(after) = late {
        let message = "an expectation after the end of the header, where nobody reads it".to_owned();
        return Err(problem(lines.len() + after + 1, message));
    }
    let source = lines.join("\n");
    let line_at = |offset: usize| source[..offset.min(source.len())].matches('\n').count() + 1;
    let document: Document = toml::from_str(&source).map_err(|error| {
        problem(error.span().map_or(1, |span| line_at(span.start)), error.message().to_owned())
    })?;
    if document.about.get_ref().trim().is_empty() {
        return Err(problem(line_at(document.about.span().start), "`about` is empty".into()));
    }
    if document.run.is_empty() {
        return Err(problem(1, "there is no run".into()));
    }
    let Some(language) = language_of(path) else {
        return Err(problem(1, "not a model by the ending of its name".into()));
    };
    let mut runs: Vec<Run> = Vec::new();
    for run in document.run {
        let start = line_at(run.span().start);
        let run = run.into_inner();
        let place = |key: &str| start + place_of(&lines[start - 1..], key);
        if let Some((key, message)) = check(&run, language).err() {
            return Err(problem(place(key), message));
        }
        if runs.iter().any(|other| other.arguments() == run.arguments()) {
            return Err(problem(start, "the same run as one above".into()));
        }
        runs.push(run);
    }
    Ok(Some(Header { about: document.about.into_inner(), runs }))
}

/// How many lines after the beginning of a run a key of it stands.
fn place_of(lines: &[&str], key: &str) -> usize {
    let is_key = |line: &&str| {
        let rest = line.trim_start().strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let own = lines.iter().enumerate().take_while(|(at, line)| *at == 0 || !line.contains("[[run]]"));
    own.into_iter().find(|(_, line)| is_key(line)).map_or(0, |(at, _)| at)
}
