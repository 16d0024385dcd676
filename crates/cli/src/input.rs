//! Reading files.

use std::io::IsTerminal;
use std::path::Path;

use diagnostics::{Colour, Diagnostic, FileId, Renderer, SourceMap};
use promela::Reduction;
use promela::preprocess::{Define, Included, Loader};

use crate::arguments::ReadArguments;
use crate::check::Read;

/// Files larger than this are not models.
const LARGEST: u64 = 64 << 20;

/// The text of a file; bytes that are not UTF-8 are kept as replacement characters, so that messages can point at
/// them.
pub fn read(path: &Path) -> Result<String, String> {
    let fail = |why: String| format!("cannot read {}: {why}", path.display());
    let data = std::fs::metadata(path).map_err(|e| fail(e.to_string()))?;
    if data.is_dir() {
        return Err(fail("it is a folder".into()));
    }
    if data.len() > LARGEST {
        return Err(fail(format!("it is larger than {} MB", LARGEST >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|e| fail(e.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The static reductions of a level.
pub fn reduction(level: u8) -> Reduction {
    match level {
        // SPIN's reset of dead variables is optimistic at some branches: it is there to reproduce published figures, on
        // request only.
        1 => Reduction::Spin,
        2 => Reduction::Sound,
        _ => Reduction::None,
    }
}

/// A file and its definitions, ready for the front end; what is wrong has been printed when this fails.
pub fn source(arguments: &ReadArguments) -> Result<(SourceMap, FileId, Vec<Define>), ()> {
    let text = read(&arguments.file).map_err(|why| eprintln!("error: {why}"))?;
    let mut defines = Vec::new();
    for define in &arguments.define {
        let parsed = Define::parse(define);
        defines.push(parsed.ok_or_else(|| eprintln!("error: `-D {define}` is not of the form NAME=VALUE"))?);
    }
    let mut sources = SourceMap::new();
    let file = sources.add(arguments.file.display().to_string(), text);
    Ok((sources, file, defines))
}

/// Reads a Promela model; what is wrong with it has been printed when this fails.
pub fn promela(arguments: &ReadArguments) -> Result<Read, ()> {
    let (mut sources, file, defines) = source(arguments)?;
    let (model, diagnostics) = promela::parse(&mut sources, file, &Files, &defines);
    print_diagnostics(&sources, &diagnostics);
    match model {
        Some(model) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(Read { model, sources }),
        _ => Err(()),
    }
}

/// Included files, relative to the file that includes them.
pub struct Files;

impl Loader for Files {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().map_or_else(|| Path::new(name).to_path_buf(), |p| p.join(name));
        let text = read(&path)?;
        Ok(Included { name: path.display().to_string(), text })
    }
}

/// Prints messages on stderr, with colour on a terminal.
pub fn print_diagnostics(sources: &SourceMap, diagnostics: &[Diagnostic]) {
    let terminal = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut renderer = Renderer::new(sources, if terminal { Colour::Always } else { Colour::Never });
    for diagnostic in diagnostics {
        eprintln!("{}", renderer.render(diagnostic));
    }
}
