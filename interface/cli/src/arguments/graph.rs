//! Flags of `quotient graph`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use quotient::{Language, ReadOptions};

use super::values::{cards, parse_seconds};
use super::{ReadArguments, refuse};
use crate::input;

#[derive(Debug, Args)]
pub struct GraphArguments {
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
    /// How symmetry is used in the quotient, as for `check`.
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub symmetry: String,
    /// Write the graphs for Graphviz into this file; `-`, the default, is standard output.
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Draw the graphs into this file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The most states of each graph that are drawn.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_states: u32,
    /// The longest that looking for the states of a graph may take.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60")]
    pub max_seconds: Duration,
}

impl GraphArguments {
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
            include_folders: self.read.include.clone(),
            level: input::level(self.optimise.unwrap_or(2)),
            ignores_temporal: true,
            cards: cards(&self.card)?,
            default_set_size: self.default_set_size.map(|size| size as usize),
            // Two graphs and two checks, and setting up the constants of a machine before each.
            deadline: Instant::now().checked_add(4 * self.max_seconds),
            ..ReadOptions::default()
        })
    }
}
