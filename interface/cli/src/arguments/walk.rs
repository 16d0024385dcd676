//! Flags of what walks through a model: `simulate`, `explore`, `eval`; and of what serves editors.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use quotient::{Model, ReadOptions};

use super::values::{cards, parse_seconds};
use super::{Language, ReadArguments, refuse};

/// Which model is walked.
#[derive(Debug, Args)]
pub struct WalkArguments {
    #[command(flatten)]
    pub read: ReadArguments,
    /// B: size of a deferred set, as in `--card PROC=4`.
    #[arg(long, value_name = "SET=N")]
    pub card: Vec<String>,
    /// B: size of deferred sets about which nothing else is said (2).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub default_set_size: Option<u32>,
}

impl WalkArguments {
    /// How the model is read; an error says which flag does not fit the language.
    pub fn reading(&self) -> Result<ReadOptions, String> {
        let language = Model::language_of(&self.read.file);
        self.read.fits(language)?;
        let card = (!self.card.is_empty()).then_some("--card");
        let size = self.default_set_size.is_some().then_some("--default-set-size");
        refuse(language, Language::B, card.or(size))?;
        let (defines, include_folders) = (self.read.define.clone(), self.read.include.clone());
        let (cards, default_set_size) = (cards(&self.card)?, self.default_set_size.map(|size| size as usize));
        Ok(ReadOptions { defines, include_folders, cards, default_set_size, ..ReadOptions::default() })
    }
}

#[derive(Debug, Args)]
pub struct SimulateArguments {
    #[command(flatten)]
    pub walk: WalkArguments,
    /// Random choices from this seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Ask for each choice; `h` lists what else can be said.
    #[arg(long, short)]
    pub interactive: bool,
    /// Stop after so many steps.
    #[arg(long, default_value_t = 100)]
    pub steps: usize,
    /// Check the model first and follow its counterexample.
    #[arg(long)]
    pub counterexample: bool,
    /// Promela: follow a trail of SPIN, or of `check --trail`.
    #[arg(long, value_name = "FILE", conflicts_with = "counterexample")]
    pub trail: Option<PathBuf>,
    /// Stop after a step of a line, or when a condition becomes true: `--break 12`, `--break 'x == 3'`. May be given
    /// several times.
    #[arg(long = "break", value_name = "LINE|CONDITION")]
    pub breakpoint: Vec<String>,
    /// Give up looking for a counterexample after this time.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, requires = "counterexample")]
    pub max_seconds: Option<Duration>,
}

#[derive(Debug, Args)]
pub struct ExploreArguments {
    #[command(flatten)]
    pub walk: WalkArguments,
    /// The port on this machine (any that is free).
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Do not open a browser.
    #[arg(long)]
    pub no_browser: bool,
    /// The longest that a check or a search for a state may take.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60")]
    pub max_seconds: Duration,
    /// The most states among which one is searched for.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_states: usize,
}

#[derive(Debug, Args)]
pub struct EvalArguments {
    #[command(flatten)]
    pub walk: WalkArguments,
    /// Expressions or predicates in the language of the model. Local variables of Promela are `P(1):x`.
    #[arg(required = true, value_name = "EXPR")]
    pub expressions: Vec<String>,
    /// After so many steps of a random run, instead of at the beginning.
    #[arg(long, default_value_t = 0)]
    pub steps: usize,
    /// Random choices from this seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct LspArguments {
    /// Promela: define a macro in every model, as in `-D N=3`.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Promela: look for included files in this folder too. May be given several times.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// The longest that a check may take.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60")]
    pub max_seconds: Duration,
    /// The longest that looking for lost symmetry may take.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "5")]
    pub symmetry_seconds: Duration,
    /// What editors say when they start a server; it is the only way here.
    #[arg(long, hide = true)]
    pub stdio: bool,
}
