//! Flags: a contract that scripts depend on.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand, ValueEnum};
use quotient::{CycleSearch, Engine, Fairness, Language, Limits, Order, ReadOptions};

use crate::input;

/// A model checker that explores one state per symmetry orbit.
#[derive(Debug, Parser)]
#[command(name = "quotient", version, about)]
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
    /// Show the symmetry of a model: what was found, how it would be used, what was lost.
    Symmetry(SymmetryArguments),
    /// Run a model: random choices, or choices read from standard input.
    Simulate(SimulateArguments),
    /// Show a stage of reading a model.
    Show(ShowArguments),
    /// Print a model back in a uniform layout.
    Format(ReadArguments),
    /// Describe a permutation group given by generators in cycle notation.
    Group(GroupArguments),
}

#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub read: ReadArguments,
    /// Promela: static reductions, as for `check`.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: Option<u8>,
    /// B: size of a deferred set, as in `--card PROC=4`.
    #[arg(long, value_name = "SET=N")]
    pub card: Vec<String>,
    /// B: size of deferred sets about which nothing else is said (2).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub default_set_size: Option<u32>,
    /// These methods alone, separated by commas.
    #[arg(long, value_name = "METHOD,…", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// What each method may take.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub max_seconds: Duration,
    /// What each method may hold (K, M, G).
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<usize>,
    /// Threads of each search (all cores).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print comma-separated values.
    #[arg(long)]
    pub csv: bool,
    /// Draw states, seconds and memory into this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl CompareArguments {
    /// Says which flag does not fit the language, if one does not.
    pub fn fits(&self, language: Language) -> Result<(), String> {
        self.read.fits(language)?;
        refuse(language, Language::Promela, self.optimise.is_some().then_some("-O"))?;
        let card = (!self.card.is_empty()).then_some("--card");
        let size = self.default_set_size.is_some().then_some("--default-set-size");
        refuse(language, Language::B, card.or(size))
    }

    /// How the model is read.
    pub fn reading(&self) -> Result<ReadOptions, String> {
        Ok(ReadOptions {
            defines: self.read.define.clone(),
            level: input::level(self.optimise.unwrap_or(2)),
            ignores_temporal: true,
            cards: cards(&self.card)?,
            default_set_size: self.default_set_size.map(|size| size as usize),
            ..ReadOptions::default()
        })
    }
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
        refuse(language, Language::Promela, level.or(dot))
    }
}

#[derive(Debug, Args)]
pub struct SimulateArguments {
    #[command(flatten)]
    pub read: ReadArguments,
    /// Random choices from this seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Read each choice from standard input.
    #[arg(long)]
    pub interactive: bool,
    /// Stop after so many steps.
    #[arg(long, default_value_t = 100)]
    pub steps: usize,
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
    /// The model.
    pub file: PathBuf,
    /// Define a macro, as in `-D N=3`.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
}

impl ReadArguments {
    /// Says which flag does not fit the language, if one does not.
    pub fn fits(&self, language: Language) -> Result<(), String> {
        refuse(language, Language::Promela, (!self.define.is_empty()).then_some("-D"))
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

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub read: ReadArguments,
    /// Promela: static reductions: 0 none, 1 what `spin -a` does, 2 (the default) everything sound.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: Option<u8>,
    /// How to use symmetry. The methods for B are auto, none, label, flood and markers.
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub symmetry: String,
    /// Which state is expanded next.
    #[arg(long, value_enum, default_value_t = Search::Bfs)]
    pub search: Search,
    /// Threads of a breadth-first search for violations (all cores). Small searches, and others, have one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Stop when this much memory is in use (K, M, G).
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<usize>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub max_seconds: Option<Duration>,
    /// Stop after so many states.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Do not go further than this from the initial state.
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    /// Explore everything and count violations instead of stopping at the first.
    #[arg(long)]
    pub all_errors: bool,
    /// Check safety alone, as if there were no never claims, LTL formulas, accept and progress labels or refinements.
    #[arg(long, conflicts_with = "claim")]
    pub ignore_claims: bool,
    /// Check this property alone: the name of a claim, or `safety`. May be given several times.
    #[arg(long, value_name = "NAME")]
    pub claim: Vec<String>,
    /// Check this formula of linear temporal logic too, in SPIN's notation or, for B, in ProB's. May be given several times.
    #[arg(long, value_name = "FORMULA", conflicts_with = "ignore_claims")]
    pub ltl: Vec<String>,
    /// Promela: look for non-progress cycles also where there are no progress labels.
    #[arg(long, conflicts_with = "ignore_claims")]
    pub progress: bool,
    /// Promela: which runs that go on for ever count: all, or those that are weakly fair to every process (as `pan -f`).
    #[arg(long, value_enum, default_value_t = Fair::None)]
    pub fairness: Fair,
    /// How cycles are looked for: by strongly connected components, or by nested depth-first search.
    #[arg(long, value_enum, default_value_t = Cycles::Components)]
    pub cycles: Cycles,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write the course of the run to this file, a line of JSON for each moment.
    #[arg(long, value_name = "FILE")]
    pub stats: Option<PathBuf>,
    /// Promela: write a SPIN trail file of the counterexample.
    #[arg(long)]
    pub trail: bool,
    /// Write the report as one HTML file too.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Have a verdict `holds` gone over by a slow, independent checker (takes much longer).
    #[arg(long)]
    pub certify: bool,
    /// B: size of deferred sets about which nothing else is said (2).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub default_set_size: Option<u32>,
    /// B: size of a deferred set, as in `--card PROC=4`.
    #[arg(long, value_name = "SET=N")]
    pub card: Vec<String>,
    /// B: report undefined guards instead of taking them as false.
    #[arg(long)]
    pub strict: bool,
    /// B: look for a state that satisfies GOAL.
    #[arg(long)]
    pub goal: bool,
    /// B: break the symmetry of constants that are elements of deferred sets before they are set up, as ProB does.
    #[arg(long)]
    pub static_symmetry: bool,
    /// Promela: use the reference interpreter instead of machine code (slow).
    #[arg(long)]
    pub interpret: bool,
}

impl CheckArguments {
    /// Says which flag does not fit the language, if one does not.
    pub fn fits(&self, language: Language) -> Result<(), String> {
        self.read.fits(language)?;
        let promela = [
            (self.optimise.is_some(), "-O"),
            (self.trail, "--trail"),
            (self.interpret, "--interpret"),
            (self.progress, "--progress"),
            (self.fairness != Fair::None, "--fairness"),
        ];
        let b = [
            (self.default_set_size.is_some(), "--default-set-size"),
            (!self.card.is_empty(), "--card"),
            (self.strict, "--strict"),
            (self.goal, "--goal"),
            (self.static_symmetry, "--static-symmetry"),
        ];
        let given = |flags: &[(bool, &'static str)]| flags.iter().find(|(given, _)| *given).map(|(_, f)| *f);
        refuse(language, Language::Promela, given(&promela))?;
        refuse(language, Language::B, given(&b))
    }

    /// How the model is read.
    pub fn reading(&self, limits: &Limits) -> Result<ReadOptions, String> {
        Ok(ReadOptions {
            defines: self.read.define.clone(),
            level: input::level(self.optimise.unwrap_or(2)),
            engine: if self.interpret { Engine::Interpreted } else { Engine::Compiled },
            for_trails: self.trail,
            formulas: self.ltl.clone(),
            progress: self.progress,
            ignores_temporal: self.ignore_claims,
            cards: cards(&self.card)?,
            default_set_size: self.default_set_size.map(|size| size as usize),
            strict: self.strict,
            goal: self.goal,
            static_symmetry: self.static_symmetry,
            deadline: limits.time.map(|time| limits.since.unwrap_or_else(Instant::now) + time),
        })
    }

    /// The properties that are checked, if not all are. What was asked for by a flag of its own is always among them.
    pub fn claims(&self) -> Vec<String> {
        let mut claims = self.claim.clone();
        if !claims.is_empty() {
            claims.extend((0..self.ltl.len()).map(quotient::formula_name));
            claims.extend(self.progress.then(|| "progress".to_owned()));
        }
        claims
    }

    /// The limits, with a clock that runs since `start`.
    pub fn limits(&self, start: Instant) -> Limits {
        Limits {
            memory: self.max_memory,
            time: self.max_seconds,
            since: Some(start),
            states: self.max_states,
            depth: self.max_depth,
        }
    }

    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    pub fn order(&self) -> Order {
        match self.search {
            Search::Bfs => Order::BreadthFirst,
            Search::Dfs => Order::DepthFirst,
        }
    }
}

/// Sizes of deferred sets, by name.
fn cards(texts: &[String]) -> Result<Vec<(String, usize)>, String> {
    let card = |text: &String| {
        let parsed = text.split_once('=').and_then(|(set, size)| Some((set.to_owned(), size.parse().ok()?)));
        let valid = parsed.filter(|(_, size)| (1..=100_000).contains(size));
        valid.ok_or_else(|| format!("`--card {text}` is not of the form SET=N"))
    };
    texts.iter().map(card).collect()
}

/// Kinds of fairness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fair {
    /// Every run counts.
    None,
    /// Runs count in which no process can always move from some point on without ever doing so.
    Weak,
    /// Runs count in which every process moves infinitely often that can move infinitely often.
    Strong,
}

impl From<Fair> for Fairness {
    fn from(fair: Fair) -> Fairness {
        match fair {
            Fair::None => Fairness::None,
            Fair::Weak => Fairness::Weak,
            Fair::Strong => Fairness::Strong,
        }
    }
}

/// Searches for cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cycles {
    /// Strongly connected components.
    Components,
    /// Nested depth-first search; with fairness, components all the same.
    Nested,
}

impl From<Cycles> for CycleSearch {
    fn from(cycles: Cycles) -> CycleSearch {
        match cycles {
            Cycles::Components => CycleSearch::Components,
            Cycles::Nested => CycleSearch::Nested,
        }
    }
}

/// Search orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Breadth first: shortest counterexamples.
    Bfs,
    /// Depth first.
    Dfs,
}

/// A number of seconds, with or without a fraction; no more than a century, which clocks can count.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    const MOST: f64 = 3.2e9;
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds, as in `0.5` or `60`".to_owned())?;
    match (0.0..=MOST).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(format!("not between 0 and {MOST:e} seconds")),
    }
}

/// `200M`, `1.5G`, `1000000`.
fn parse_bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(['B', 'b', 'i']);
    let (number, unit) = match digits.chars().last() {
        Some('K' | 'k') => (&digits[..digits.len() - 1], 1e3),
        Some('M' | 'm') => (&digits[..digits.len() - 1], 1e6),
        Some('G' | 'g') => (&digits[..digits.len() - 1], 1e9),
        _ => (digits, 1.0),
    };
    let value: f64 = number.trim().parse().map_err(|_| format!("`{text}` is not a size such as 200M"))?;
    match value.is_finite() && value >= 0.0 {
        true => Ok((value * unit) as usize),
        false => Err(format!("`{text}` is not a size such as 200M")),
    }
}
