//! `cargo xtask lazy-compare`: random almost symmetric programs, lazily and plainly.
//!
//! For each program the reference interpreter explores everything. The concrete states that the annotated ones
//! represent must be these, and a fault must be found at its distance by a run that the interpreter can repeat.
//! Programs that lazy reduction refuses, and large ones, are passed over until the number asked for has been compared.
use crate::compare::in_parallel;
use crate::generate::{Flavour, print, program};
use crate::table::Table;
use diagnostics::SourceMap;
use lazy::reference::{Comparison, compare};
use program::{Interpreter, Layout, ReferenceCells};
use promela::preprocess::{Included, Loader};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `lazy-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many programs to compare
    #[arg(long, default_value_t = 200)]
    programs: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs with more states than this are left out
    #[arg(long, default_value_t = 2000)]
    most_states: usize,
    /// Programs compared at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Seeds tried at once.
const ROUND: u64 = 100;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut seed = arguments.seed;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let (mut same, mut reduced, mut different) = (0, 0, 0);
    while same + different < arguments.programs {
        let results = in_parallel(ROUND as usize, arguments.jobs, |index| {
            let text = print(&program(Flavour::AlmostSymmetric, seed + index as u64));
            (compare_text(&text, seed.is_multiple_of(2), arguments.most_states), text)
        });
        for (result, text) in results {
            match result? {
                Comparison::Same { annotated, concrete } => {
                    same += 1;
                    reduced += u64::from(annotated < concrete as u64);
                }
                Comparison::Different(why) => {
                    different += 1;
                    println!("{why}\n{text}");
                }
                Comparison::Refused(refusal) => *counts.entry(refusal.to_string()).or_default() += 1,
                Comparison::TooLarge => *counts.entry("too large".into()).or_default() += 1,
            }
        }
        seed += ROUND;
    }
    let mut table = Table::new(&["passed over", "programs"]);
    counts.into_iter().for_each(|(why, count)| table.row(vec![why, count.to_string()]));
    print!("{}", table.render());
    println!("{} programs compared, {reduced} reduced, differences: {different}", same + different);
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn compare_text(text: &str, optimised: bool, most_states: usize) -> Result<Comparison, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("random.pml", text.to_owned());
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &[]);
    let model = model.ok_or_else(|| format!("{messages:?}"))?;
    let level = if optimised { promela::Reduction::Spin } else { promela::Reduction::None };
    let program = promela::lower(&model, &sources, level);
    let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
    Ok(compare(&Interpreter::new(Arc::new(layout)), true, most_states))
}
