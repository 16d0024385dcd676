//! `quotient lsp`: a language server over standard input and output.

use std::io::{self, BufReader};
use std::time::Duration;

use ::lsp::{Config, Ended};
use quotient::ReadOptions;

use crate::arguments::LspArguments;
use crate::{BAD_INPUT, input};

/// Longer texts are read beside the answers.
const LONGEST_TEXT: usize = 512 << 10;
/// So are texts that took longer the last time.
const SLOW_TEXT: Duration = Duration::from_millis(200);

/// Serves until the client ends the session.
pub fn run(arguments: &LspArguments) -> u8 {
    input::on_deep_stack(|| serve(arguments)).unwrap_or(BAD_INPUT)
}

fn serve(arguments: &LspArguments) -> Result<u8, String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    // A definition that cannot be read is told here, as no document is at fault.
    quotient::defines(&arguments.define).map_err(told)?;
    let reading = ReadOptions {
        defines: arguments.define.clone(),
        include_folders: arguments.include.clone(),
        ..ReadOptions::default()
    };
    let config = Config {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        check_patience: arguments.max_seconds,
        symmetry_patience: arguments.symmetry_seconds,
        longest_text: LONGEST_TEXT,
        slow_text: SLOW_TEXT,
        reading,
    };
    let ended = ::lsp::serve(BufReader::new(io::stdin()), io::stdout(), config);
    // The protocol has codes of its own.
    Ok(match ended.map_err(|why| told(why.to_string()))? {
        Ended::InOrder => 0,
        Ended::Abruptly => 1,
    })
}
