//! Flags of `quotient check`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use quotient::{CycleSearch, Engine, Fairness, Language, Limits, Order, ReadOptions};

use super::values::{cards, parse_bytes, parse_seconds};
use super::{ReadArguments, refuse};
use crate::input;

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub read: ReadArguments,
    /// More models; each is checked by itself and has a report of its own.
    #[arg(value_name = "FILE")]
    pub more: Vec<PathBuf>,
    /// Which of several files is checked: how this program starts itself for each of them.
    #[arg(long, value_name = "N", hide = true)]
    pub only_file: Option<usize>,
    /// Promela: static reductions: 0 none, 1 what `spin -a` does, 2 (the default) everything sound.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: Option<u8>,
    /// How to use symmetry. The methods for B are auto, none, label, flood and markers.
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub symmetry: String,
    /// Which state is expanded next.
    #[arg(long, value_enum, default_value_t = Search::Bfs)]
    pub search: Search,
    /// Promela: take only some of the steps of a state where these are enough to find violations of safety (partial-order
    /// reduction). Counterexamples need not be shortest then.
    #[arg(long, conflicts_with = "certify")]
    pub partial_order: bool,
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
    /// Explore everything, and show a run to each violation of another kind or at another place.
    #[arg(long)]
    pub all_errors: bool,
    /// Stop after N different violations of a property, and show a run to each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub errors: Option<u16>,
    /// Show every step of a long counterexample.
    #[arg(long)]
    pub full: bool,
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
            (self.partial_order, "--partial-order"),
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
        refuse(language, Language::B, given(&b))?;
        match self.partial_order {
            true => self.fits_partial_order(),
            false => Ok(()),
        }
    }

    /// Says which flag does not go with partial-order reduction, if one does not.
    fn fits_partial_order(&self) -> Result<(), String> {
        if self.optimise == Some(1) {
            return Err("`--partial-order` does not go with `-O1`, which merges statements as SPIN does; leave `-O1` out".into());
        }
        match self.symmetry.starts_with("lazy") {
            true => Err(format!(
                "`--partial-order` does not go with `--symmetry {}`; leave one out",
                self.symmetry
            )),
            false => Ok(()),
        }
    }

    /// How the model is read.
    pub fn reading(&self, limits: &Limits) -> Result<ReadOptions, String> {
        Ok(ReadOptions {
            defines: self.read.define.clone(),
            include_folders: self.read.include.clone(),
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
            ..ReadOptions::default()
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
