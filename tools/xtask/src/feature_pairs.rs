//! `cargo xtask feature-pairs`: how often the random programs bring each two features of the language together.
use crate::generate::{FEATURES, Flavour, Pairs, all_pairs, features, program, refused};
use crate::table::Table;
use std::process::ExitCode;

/// Arguments of `feature-pairs`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 10_000)]
    programs: u64,
    /// The first seed; program number n has the seed plus n
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Every pair that the language allows must occur in this many of the programs
    #[arg(long, default_value_t = 20)]
    least: usize,
    /// Also print how often every pair occurs
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut pairs = Pairs::default();
    for number in 0..arguments.programs {
        pairs.count(&features(&program(Flavour::General, arguments.seed + number)));
    }
    print!("{}", singles(&pairs));
    print!("{}", refusals());
    let (table, rare) = rare(&pairs, arguments.least, arguments.all);
    print!("{table}");
    println!(
        "{} programs, {} features, {} pairs in one process, {} in two, {} triples in one process",
        pairs.programs,
        FEATURES.len(),
        pairs.within.len(),
        pairs.across.len(),
        pairs.triples.len()
    );
    println!("pairs that occur in fewer than {} programs: {rare}", arguments.least);
    Ok(if rare == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn singles(pairs: &Pairs) -> String {
    let mut table = Table::new(&["feature", "programs"]);
    for (at, feature) in FEATURES.iter().enumerate() {
        let count = pairs.single.get(&at).copied().unwrap_or(0);
        table.row(vec![(*feature).to_owned(), count.to_string()]);
    }
    table.render()
}

fn refusals() -> String {
    let mut table = Table::new(&["not allowed", "with", "in", "because"]);
    for (a, b, within) in all_pairs() {
        let Some(why) = refused(FEATURES[a], FEATURES[b], within) else { continue };
        let place = if within { "one process" } else { "two" };
        table.row([FEATURES[a], FEATURES[b], place, why].map(str::to_owned).to_vec());
    }
    table.render()
}

/// The pairs that occur too seldom (or all), and how many are too rare.
fn rare(pairs: &Pairs, least: usize, all: bool) -> (String, usize) {
    let mut table = Table::new(&["feature", "with", "in", "programs"]);
    let mut rare = 0;
    for (a, b, within) in all_pairs().filter(|&(a, b, w)| refused(FEATURES[a], FEATURES[b], w).is_none()) {
        let counts = if within { &pairs.within } else { &pairs.across };
        let count = counts.get(&(a, b)).copied().unwrap_or(0);
        rare += usize::from(count < least);
        if all || count < least {
            let place = if within { "one process" } else { "two" };
            table.row([FEATURES[a], FEATURES[b], place, &count.to_string()].map(str::to_owned).to_vec());
        }
    }
    (table.render(), rare)
}
