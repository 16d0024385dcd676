//! What an input is fed to.
use crate::child::{self, Ending, Limits};
use crate::quotient;
use checker::{Options, Watch, check_system};
use diagnostics::{Colour, Renderer, SourceMap};
use promela::preprocess::{Included, Loader};
use promela::resolved::Model;
use promela::{Reduction, lower, parse};
use promela_system::{PromelaSystem, prepare};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use symmetry::Method;

/// The parts that can be fuzzed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Target {
    /// Preprocessor, parser, resolver, and the rendering of their messages
    Parse,
    /// All of the above, then lowering with and without reductions, and a bounded search
    Pipeline,
    /// B: everything from the text to a bounded search, with every component seeing itself
    B,
    /// The whole program as a user runs it: a process for each input, so only some hundred a second
    Command,
}

impl Target {
    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Target::Parse => "parse",
            Target::Pipeline => "pipeline",
            Target::B => "b",
            Target::Command => "command",
        }
    }

    /// Tries one input, which is also in the file `path`. An error or a panic is a finding.
    pub fn attempt(self, input: &[u8], path: &Path) -> Result<(), String> {
        let text = String::from_utf8_lossy(input);
        match self {
            Target::Parse => read(&text).map(|_| ()),
            Target::Pipeline => pipeline(&text),
            Target::B => super::b_machine::attempt(&text),
            Target::Command => command(path),
        }
    }
}

/// Every file includes itself: the worst that a loader can do.
struct Itself(String);

impl Loader for Itself {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Ok(Included { name: name.to_owned(), text: self.0.clone() })
    }
}

/// Reads a model and renders all messages. A refusal must come with an error, an acceptance with none.
fn read(text: &str) -> Result<Option<(Model, SourceMap)>, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("input.pml", text);
    let (model, messages) = parse(&mut sources, file, &Itself(text.to_owned()), &[]);
    let mut renderer = Renderer::new(&sources, Colour::Never);
    // Rendering thousands of messages tells no more than rendering some.
    messages.iter().take(20).for_each(|message| drop(renderer.render(message)));
    let errors = messages.iter().any(diagnostics::Diagnostic::is_error);
    match model {
        None if !errors => Err("refused without an error".to_owned()),
        Some(_) if errors => Err("accepted with an error".to_owned()),
        model => Ok(model.map(|model| (model, sources))),
    }
}

/// Reads, lowers and searches: plainly, and with every reduction and symmetry.
fn pipeline(text: &str) -> Result<(), String> {
    let Some((model, sources)) = read(text)? else { return Ok(()) };
    let mut options = Options::default();
    options.limits.states = Some(1000);
    options.limits.time = Some(Duration::from_secs(2));
    options.limits.memory = Some(1 << 29);
    let ways =
        [(Reduction::None, Method::None), (Reduction::Spin, Method::None), (Reduction::Sound, Method::Auto)];
    for (reduction, method) in ways {
        let prepared = prepare(lower(&model, &sources, reduction), method, &sources);
        check_system(&mut PromelaSystem::of(prepared, &sources), &options, &mut Watch::nobody());
    }
    Ok(())
}

/// Whatever the input, the program must end by itself with one of its four exit codes.
fn command(path: &Path) -> Result<(), String> {
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let binary = BINARY.get_or_init(quotient::binary).as_ref()?;
    let limits = Limits { time: Duration::from_secs(8), memory: 400 << 20 };
    let mut command = Command::new(binary);
    command.arg("check").arg(path);
    command.args(["--max-states", "3000", "--max-seconds", "2", "--max-memory", "200M", "--json"]);
    let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
    match done.ending {
        Ending::Exit(0..=3) => Ok(()),
        ending => Err(format!("{ending:?}: {}", done.stderr.lines().take(4).collect::<Vec<_>>().join(" "))),
    }
}
