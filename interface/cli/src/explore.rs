//! `quotient explore`: a local web page to walk through the states of a model.

use std::io::Write;
use std::process::{Command, Stdio};

use explore::{Config, Server};

use crate::arguments::ExploreArguments;
use crate::{BAD_INPUT, input};

/// Serves the page until the program is ended.
pub fn run(arguments: &ExploreArguments) -> u8 {
    // What somebody types into the page may be nested deeply, whatever the language.
    input::on_deep_stack(|| serve(arguments)).map_or(BAD_INPUT, |()| 0)
}

fn serve(arguments: &ExploreArguments) -> Result<(), String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let options = arguments.walk.reading().map_err(told)?;
    let model = input::model(&arguments.walk.read.file, &options)?;
    let server = Server::bind(arguments.port).map_err(told)?;
    let address = server.address();
    sayln!("{address}");
    // Whoever reads this from a pipe waits for it.
    let _ = std::io::stdout().flush();
    tell!("the address works on this machine, for whoever knows it; Ctrl-C ends it");
    if !arguments.no_browser {
        open_browser(&address);
    }
    let name = arguments.walk.read.file.display().to_string();
    let (patience, most_searched) = (arguments.max_seconds, arguments.max_states.max(1));
    server.serve(&model, Config { name, patience, most_searched }).map_err(told)
}

/// Asks the desktop for its browser. Where there is none, the address has been printed.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    let _ = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
