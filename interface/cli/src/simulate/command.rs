//! What one can say to an interactive simulation.

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing: the next step, where it is clear which that is.
    Next,
    /// One of the steps that were listed, counted from 1.
    Choose(usize),
    /// Take back so many choices.
    Undo(usize),
    /// Go on by itself, for so many steps if that is said.
    Continue(Option<usize>),
    /// Show the values.
    State,
    /// Show where the processes stand.
    Where,
    /// Show the steps so far.
    Trace,
    /// Evaluate.
    Evaluate(String),
    /// Look for a state, and let it be followed there.
    Find(String),
    /// Stop at a line or a condition; without one, list them.
    Break(Option<String>),
    /// Forget a breakpoint by its number.
    Delete(usize),
    /// Whether single choices are taken by themselves.
    Automatic(bool),
    /// Say what there is.
    Help,
    /// End.
    Quit,
}

/// The help.
pub const HELP: &str = "  NUMBER          take the step of that number
  Enter           take the only step, or the next one of what is followed (marked *)
  u [N], undo     take back the last choice, or N of them
  c [N], continue go on at random, or along what is followed, for N steps or until something stops it
  s, state        the values of all variables and channels
  w, where        where every process stands
  t, trace        the steps so far
  e EXPR, eval    the value of an expression or a predicate here
  f EXPR, find    look for a state in which it holds, and follow the way there
  b LINE|EXPR     stop after a step of a line, or when a condition becomes true; alone: list them
  d N, delete     forget a breakpoint
  a on|off        whether a step is taken by itself where there is only one
  q, quit         end";

impl Command {
    /// Reads a line; an error says what is wrong with it.
    pub fn parse(line: &str) -> Result<Command, String> {
        let line = line.trim();
        if let Ok(number) = line.parse() {
            return Ok(Command::Choose(number));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = || match rest {
            "" => Ok(None),
            _ => rest.parse().map(Some).map_err(|_| format!("`{word}` takes a number, not `{rest}`")),
        };
        let text = || match rest {
            "" => Err(format!("`{word}` takes an expression, as in `{word} x == 3`")),
            _ => Ok(rest.to_owned()),
        };
        Ok(match word {
            "" => Command::Next,
            "u" | "undo" | "back" => Command::Undo(number()?.unwrap_or(1)),
            "c" | "continue" | "r" | "run" => Command::Continue(number()?),
            "s" | "state" | "p" | "print" if rest.is_empty() => Command::State,
            "w" | "where" => Command::Where,
            "t" | "trace" => Command::Trace,
            "e" | "eval" | "p" | "print" => Command::Evaluate(text()?),
            "f" | "find" => Command::Find(text()?),
            "b" | "break" => Command::Break((!rest.is_empty()).then(|| rest.to_owned())),
            "d" | "delete" => Command::Delete(number()?.ok_or("`d` takes the number of a breakpoint")?),
            "a" | "auto" if rest == "on" || rest == "off" => Command::Automatic(rest == "on"),
            "h" | "help" | "?" => Command::Help,
            "q" | "quit" | "exit" => Command::Quit,
            _ => return Err(format!("`{line}` is no command; `h` lists them")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn commands_have_short_and_long_names() {
        assert_eq!(Command::parse(" 3 "), Ok(Command::Choose(3)));
        assert_eq!(Command::parse(""), Ok(Command::Next));
        assert_eq!(Command::parse("u 2"), Ok(Command::Undo(2)));
        assert_eq!(Command::parse("eval  x == 3"), Ok(Command::Evaluate("x == 3".into())));
        assert_eq!(Command::parse("p"), Ok(Command::State));
        assert_eq!(Command::parse("p x"), Ok(Command::Evaluate("x".into())));
        assert_eq!(Command::parse("b"), Ok(Command::Break(None)));
        assert!(Command::parse("eval").is_err_and(|why| why.contains("expression")));
        assert!(Command::parse("undo x").is_err_and(|why| why.contains("number")));
        assert!(Command::parse("fly").is_err_and(|why| why.contains("`h`")));
    }
}
