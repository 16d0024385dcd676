//! Flags: a contract that scripts depend on.

mod check;
mod compare;
mod graph;
mod reproduce;
mod values;
mod walk;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use quotient::{Language, ReadOptions};

pub use check::CheckArguments;
pub use compare::CompareArguments;
pub use graph::GraphArguments;
pub use reproduce::ReproduceArguments;
pub use walk::{EvalArguments, ExploreArguments, LspArguments, SimulateArguments};

use crate::input;
use values::cards;

/// The version with what can be left out of a build.
const VERSION: &str = match cfg!(feature = "nauty") {
    true => concat!(env!("CARGO_PKG_VERSION"), " (with nauty)"),
    false => concat!(env!("CARGO_PKG_VERSION"), " (without nauty)"),
};

/// A model checker that explores one state per symmetry orbit.
#[derive(Debug, Parser)]
#[command(name = "quotient", version = VERSION)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check a model: assertions, invalid end states, run-time errors, claims.
    Check(CheckArguments),
    /// Check a model with every method of symmetry reduction that applies, and print one table.
    Compare(CompareArguments),
    /// Draw the states of a model and their quotient under symmetry side by side.
    Graph(GraphArguments),
    /// Print the tables of the papers beside ours.
    Reproduce(ReproduceArguments),
    /// Show the symmetry of a model: what was found, how it would be used, what was lost.
    Symmetry(SymmetryArguments),
    /// Run a model: random choices, choices read from standard input, or along a counterexample.
    Simulate(SimulateArguments),
    /// Walk through the states of a model in a local web page.
    Explore(ExploreArguments),
    /// Evaluate an expression or a predicate in a state of a model.
    Eval(EvalArguments),
    /// Show a stage of reading a model.
    Show(ShowArguments),
    /// Print a model back in a uniform layout.
    Format(ReadArguments),
    /// Describe a permutation group given by generators in cycle notation.
    Group(GroupArguments),
    /// Serve an editor: a language server over standard input and output.
    Lsp(LspArguments),
    /// Print a script that completes commands and flags in a shell.
    Completions(CompletionsArguments),
    /// Print the manual page, or write those of all commands into a folder.
    Man(ManArguments),
}

#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write `quotient.1`, `quotient-check.1` and so on into this folder instead.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SymmetryArguments {
    #[command(flatten)]
    pub read: ReadArguments,
    /// Static reductions, as for `check`.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: Option<u8>,
    /// How to use symmetry.
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub symmetry: String,
    /// B: size of a deferred set, as in `--card PROC=4`.
    #[arg(long, value_name = "SET=N")]
    pub card: Vec<String>,
    /// B: size of deferred sets about which nothing else is said (2).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub default_set_size: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Draw who communicates through what, for Graphviz.
    #[arg(long, conflicts_with = "json")]
    pub dot: bool,
}

impl SymmetryArguments {
    /// Says which flag does not fit the language, if one does not.
    pub fn fits(&self, language: Language) -> Result<(), String> {
        self.read.fits(language)?;
        let level = self.optimise.is_some().then_some("-O");
        let dot = self.dot.then_some("--dot");
        refuse(language, Language::Promela, level.or(dot))?;
        let card = (!self.card.is_empty()).then_some("--card");
        let size = self.default_set_size.is_some().then_some("--default-set-size");
        refuse(language, Language::B, card.or(size))
    }

    /// How the model is read.
    pub fn reading(&self) -> Result<ReadOptions, String> {
        Ok(ReadOptions {
            defines: self.read.define.clone(),
            include_folders: self.read.include.clone(),
            level: input::level(self.optimise.unwrap_or(2)),
            cards: cards(&self.card)?,
            default_set_size: self.default_set_size.map(|size| size as usize),
            ..ReadOptions::default()
        })
    }
}

#[derive(Debug, Args)]
pub struct ShowArguments {
    /// Which stage.
    #[arg(value_enum)]
    pub stage: Stage,
    #[command(flatten)]
    pub read: ReadArguments,
    /// Static reductions, as for `check`.
    #[arg(short = 'O', value_name = "LEVEL", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: u8,
    /// The graph or the automaton for Graphviz.
    #[arg(long)]
    pub dot: bool,
    /// The automaton in the Hanoi omega-automata format.
    #[arg(long, conflicts_with = "dot")]
    pub hoa: bool,
    /// The automaton of this formula too, as for `check`.
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Vec<String>,
}

/// Stages that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The tokens after preprocessing.
    Tokens,
    /// The syntax tree.
    Tree,
    /// The control-flow graphs.
    Graph,
    /// Where everything stands in a state.
    Layout,
    /// The automaton of what violates each formula.
    Automaton,
}

#[derive(Debug, Args)]
pub struct GroupArguments {
    /// A file of generators; `-` reads standard input.
    pub file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// How a Promela file is read.
#[derive(Debug, Args)]
pub struct ReadArguments {
    /// The model; `-` reads standard input, as Promela.
    pub file: PathBuf,
    /// Define a macro, as in `-D N=3`.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Look for included files in this folder too. May be given several times.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

impl ReadArguments {
    /// Says which flag does not fit the language, if one does not.
    pub fn fits(&self, language: Language) -> Result<(), String> {
        let include = (!self.include.is_empty()).then_some("-I");
        refuse(language, Language::Promela, (!self.define.is_empty()).then_some("-D").or(include))
    }
}

/// A flag that is for another language is an error: whoever gave it expects something of it.
fn refuse(language: Language, of: Language, flag: Option<&str>) -> Result<(), String> {
    match flag {
        Some(flag) if language != of => {
            Err(format!("`{flag}` is for {of}, and this file is {language}; leave it out"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    /// The part of the book's page about a command.
    fn section<'t>(page: &'t str, command: &str) -> Option<&'t str> {
        let begin = page.find(&format!("## `quotient {command}"))?;
        let rest = &page[begin + 3..];
        Some(rest.find("\n## ").map_or(rest, |end| &rest[..end]))
    }

    #[test]
    fn every_flag_of_every_command_is_in_the_book() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/flags.md");
        let page = std::fs::read_to_string(path).expect("the book has a page about flags");
        let mut flags = 0;
        for command in Arguments::command().get_subcommands() {
            let name = command.get_name();
            let own = section(&page, name).unwrap_or_else(|| panic!("flags.md has no part about `{name}`"));
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                let long = argument.get_long().map(|long| format!("`--{long}"));
                let short = argument.get_short().map(|short| format!("`-{short}"));
                let is_told = |flag: &String| own.contains(flag.as_str());
                let names: Vec<String> = long.into_iter().chain(short).collect();
                flags += names.len();
                assert!(names.iter().all(is_told), "flags.md does not name {names:?} of `{name}`");
            }
        }
        assert!(flags > 80, "only {flags} flags were looked for");
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
