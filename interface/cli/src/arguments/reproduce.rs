//! Flags of `quotient reproduce`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{parse_bytes, parse_seconds};

#[derive(Debug, Args)]
pub struct ReproduceArguments {
    /// This paper alone: segmentation, vector, constructive-orbit, lazy, nauty. May be given several times.
    #[arg(long, value_name = "NAME")]
    pub paper: Vec<String>,
    /// What each figure may take; those that take longer are left out.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub seconds: Duration,
    /// What each figure may hold (K, M, G).
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<usize>,
    /// Threads of each search (all cores).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The folder with the B machines of the paper about nauty, which are not part of Quotient.
    #[arg(long, value_name = "DIR")]
    pub machines: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print comma-separated values.
    #[arg(long)]
    pub csv: bool,
}
