//! The command line of Quotient: files, flags, progress and exit codes.
//!
//! Data goes to stdout, messages to stderr. Exit codes: 0 holds, 1 violated, 2 the input is wrong, 3 undecided.

/// Writes to standard output. A reader that has gone away (`| head`) wants no more, which is no failure.
macro_rules! say {
    ($($argument:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stdout(), format_args!($($argument)*));
    }};
}

/// [`say`] and a new line.
macro_rules! sayln {
    ($($argument:tt)*) => {{
        say!($($argument)*);
        say!("\n");
    }};
}

/// Writes a message to standard error, whose reader may have gone away too, and does not end the line.
macro_rules! tell_on_line {
    ($($argument:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!($($argument)*));
    }};
}

/// Writes a message to standard error.
macro_rules! tell {
    ($($argument:tt)*) => {{
        tell_on_line!($($argument)*);
        tell_on_line!("\n");
    }};
}

mod arguments;
mod check;
mod check_each;
mod compare;
mod eval;
mod explore;
mod graph;
mod group;
mod html;
mod input;
mod lsp;
mod page;
mod progress;
mod progress_line;
mod reproduce;
mod shell;
mod show;
mod simulate;
mod spin_flags;
mod symmetry;
mod watchdog;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ContextKind;

use arguments::{Arguments, Command};

/// The input is wrong.
const BAD_INPUT: u8 = 2;
/// Something was cut, or answers contradict one another.
const UNDECIDED: u8 = 3;

fn main() -> ExitCode {
    // A bad command line is bad input; asking for help is not.
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(mut error) => {
            let wrong = error.use_stderr();
            let answer = spin_flags::answer(&error);
            if answer.is_some() {
                // Nobody wants to pass a flag of SPIN as a file.
                error.remove(ContextKind::Suggested);
            }
            let _ = error.print();
            if let Some(answer) = answer {
                tell!("{answer}");
            }
            return ExitCode::from(if wrong { BAD_INPUT } else { 0 });
        }
    };
    let code = match arguments.command {
        Command::Check(arguments) => check_each::run(arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Symmetry(arguments) => symmetry::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Format(arguments) => show::format(&arguments),
        Command::Group(arguments) => group::run(&arguments),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Graph(arguments) => graph::run(&arguments),
        Command::Reproduce(arguments) => reproduce::run(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::manual(&arguments),
    };
    ExitCode::from(code)
}
