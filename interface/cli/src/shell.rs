//! `quotient completions` and `quotient man`: what shells and `man` know of the command line, made from its own
//! description.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;

use crate::BAD_INPUT;
use crate::arguments::{Arguments, CompletionsArguments, ManArguments};

/// Prints the script for a shell.
pub fn completions(arguments: &CompletionsArguments) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "quotient", &mut script);
    // A reader that has gone away wants no more.
    let _ = std::io::stdout().write_all(&script);
    0
}

/// Prints the manual page, or writes one for each command.
pub fn manual(arguments: &ManArguments) -> u8 {
    let written = match &arguments.out {
        Some(folder) => {
            clap_mangen::generate_to(Arguments::command(), folder).map_err(|why| cannot_write(folder, &why))
        }
        None => clap_mangen::Man::new(Arguments::command()).render(&mut std::io::stdout()).or(Ok(())),
    };
    match written {
        Ok(()) => 0,
        Err(why) => {
            tell!("error: {why}");
            BAD_INPUT
        }
    }
}

fn cannot_write(folder: &Path, why: &std::io::Error) -> String {
    format!("cannot write into {}: {why}", folder.display())
}
