//! Where a run stops by itself.

use std::fmt;

use quotient::NoValue;

use super::run::Run;

/// A line, or a condition on states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    /// A step of this line was taken.
    Line(u32),
    /// The condition has become true.
    Condition(String),
}

impl Breakpoint {
    /// A number is a line, anything else a condition, which must have a meaning in this model.
    pub fn parse(text: &str, run: &mut Run<'_>) -> Result<Breakpoint, String> {
        let text = text.trim();
        let line = text.strip_prefix("line ").unwrap_or(text).trim();
        if let Ok(line) = line.parse() {
            return match (1..=run.lines()).contains(&line) {
                true => Ok(Breakpoint::Line(line)),
                false => Err(format!("there is no line {line}: the model has {}", run.lines())),
            };
        }
        // Before the beginning nothing can be evaluated; what is wrong with the text is told then too.
        let state = run.shown().map(<[u8]>::to_vec);
        let state = state.or_else(|| run.possible().iter().find_map(|step| step.state.clone()));
        let Some(state) = state else { return Ok(Breakpoint::Condition(text.to_owned())) };
        match run.walk().evaluate(&state, text) {
            Ok(value) if value.truth.is_none() => {
                Err(format!("`{text}` is an expression and no condition: {} here", value.text))
            }
            Err(NoValue::Unreadable(why)) => Err(format!("`{text}`: {why}")),
            _ => Ok(Breakpoint::Condition(text.to_owned())),
        }
    }

    /// Does the last step meet it?
    pub fn is_met(&self, run: &mut Run<'_>) -> bool {
        match self {
            Breakpoint::Line(line) => {
                let last = run.taken().last();
                last.is_some_and(|taken| taken.step.moves.iter().any(|own| own.line == *line))
            }
            Breakpoint::Condition(condition) => run.became_true(condition),
        }
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breakpoint::Line(line) => write!(f, "line {line}"),
            Breakpoint::Condition(condition) => f.write_str(condition),
        }
    }
}
