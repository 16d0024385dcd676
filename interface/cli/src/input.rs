//! Reading models, with messages.

use std::io::IsTerminal;
use std::path::Path;

use diagnostics::{Colour, Diagnostic, FileId, Renderer, SourceMap};
use promela::preprocess::Define;
use quotient::{Includes, Language, Level, Model, ReadOptions, Unreadable, read_text};

use crate::arguments::ReadArguments;

/// Formulas of B are evaluated by recursion over their structure, and recursive functions nest further.
const STACK: usize = 256 << 20;

/// Does something about a model, on a thread with a deep stack if the language needs one. An error has been printed.
pub fn deeply<T: Send>(
    language: Language,
    work: impl FnOnce() -> Result<T, String> + Send,
) -> Result<T, String> {
    if language == Language::B { on_deep_stack(work) } else { work() }
}

/// Does something on a thread with a deep stack. An error has been printed.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let spawned = spawned.map_err(|why| {
            tell!("error: cannot start a thread: {why}");
            why.to_string()
        })?;
        spawned.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Reads a model. An error has been printed; here it is what was printed first, in one line.
pub fn model(path: &Path, options: &ReadOptions) -> Result<Model, String> {
    match Model::read(path, options) {
        Ok(model) => {
            let (sources, warnings) = model.warnings();
            print_diagnostics(sources, warnings);
            Ok(model)
        }
        Err(Unreadable::Messages(sources, messages)) => {
            print_diagnostics(&sources, &messages);
            let first = messages.iter().find(|message| message.is_error());
            Err(first.map_or_else(String::new, |message| {
                let place = message.span();
                format!("{}:{}: {}", sources.name(place.file), sources.line(place), message.message)
            }))
        }
        Err(Unreadable::Other(why)) => {
            tell!("error: {why}");
            Err(why)
        }
    }
}

/// The static reductions of a level.
pub fn level(level: u8) -> Level {
    match level {
        0 => Level::Written,
        1 => Level::Spin,
        _ => Level::Sound,
    }
}

/// A command that there is for Promela alone; what stands in its way has been printed when this fails.
pub fn only_promela(command: &str, path: &Path) -> Result<(), ()> {
    match Model::language_of(path) {
        Language::Promela => Ok(()),
        language => {
            tell!(
                "error: `quotient {command}` is for Promela, and {} is {language}; `check`, `symmetry` and `simulate` work",
                path.display()
            );
            Err(())
        }
    }
}

/// Where included files are looked for.
pub fn includes(arguments: &ReadArguments) -> Includes {
    Includes { folders: arguments.include.clone(), ..Includes::default() }
}

/// A Promela file and its definitions, ready for the front end; what is wrong has been printed when this fails.
pub fn source(arguments: &ReadArguments) -> Result<(SourceMap, FileId, Vec<Define>), ()> {
    let text = read_text(&arguments.file).map_err(|why| tell!("error: {why}"))?;
    let defines = quotient::defines(&arguments.define).map_err(|why| tell!("error: {why}"))?;
    let mut sources = SourceMap::new();
    let file = sources.add(arguments.file.display().to_string(), text);
    Ok((sources, file, defines))
}

/// Prints messages on stderr, with colour on a terminal.
pub fn print_diagnostics(sources: &SourceMap, diagnostics: &[Diagnostic]) {
    let terminal = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut renderer = Renderer::new(sources, if terminal { Colour::Always } else { Colour::Never });
    for diagnostic in diagnostics {
        tell!("{}", renderer.render(diagnostic));
    }
}
