//! `cargo xtask partial-order-compare`: random programs with and without partial-order reduction.
//!
//! Each program is searched at both sound levels, in both orders, with and without symmetry: verdict and kinds of
//! violations must be those of the interpreter, which takes all steps. Of small programs every set that is proposed
//! in every state is compared with what the interpreter does when all others move (`partial_order::brute_force`).
//! With `--weakness` a condition is left out on purpose; what is said then shows that it would be noticed.
use crate::compare::in_parallel;
use crate::engines::{Bounds, promela_model};
use crate::generate::{Flavour, print, program};
use crate::table::Table;
use diagnostics::SourceMap;
use partial_order::{StubbornSets, Weakness, brute_force};
use program::{Interpreter, Layout, ReferenceCells};
use promela::preprocess::NoIncludes;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Arguments of `partial-order-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 200)]
    programs: u64,
    /// The first seed; program number n has the seed plus n
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// States that the interpreter may store
    #[arg(long, default_value_t = 6000)]
    most_states: u64,
    /// Programs with more states than this are not compared with brute force
    #[arg(long, default_value_t = 300)]
    most_checked: usize,
    /// Leave out brute force
    #[arg(long)]
    searches_only: bool,
    /// Programs compared at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Leave out a condition on purpose; only brute force and the reference search are asked then
    #[arg(long, value_enum)]
    weakness: Option<Broken>,
    /// Print the differing programs
    #[arg(long)]
    show: bool,
}

/// A condition that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Broken {
    /// Of the others only what they do next is looked at
    FuturesCut,
    /// Two sends on one channel commute
    IndependentSends,
    /// Steps that are not possible are not looked at
    NothingAwaited,
    /// Conditions on channels read nothing
    NoPolls,
    /// `timeout` is a condition like any other
    TimeoutFree,
    /// Sets may be empty
    EmptySets,
    /// A set is taken wherever it leads
    NoProviso,
}

impl Broken {
    fn weakness(self) -> Option<Weakness> {
        match self {
            Broken::FuturesCut => Some(Weakness::FuturesCut),
            Broken::IndependentSends => Some(Weakness::IndependentSends),
            Broken::NothingAwaited => Some(Weakness::NothingAwaited),
            Broken::NoPolls => Some(Weakness::NoPolls),
            Broken::TimeoutFree => Some(Weakness::TimeoutFree),
            Broken::EmptySets => Some(Weakness::EmptySets),
            Broken::NoProviso => None,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let results = in_parallel(arguments.programs as usize, arguments.jobs, |index| {
        let seed = arguments.seed + index as u64;
        (seed, compare(seed, arguments))
    });
    let (mut differences, mut counts) = (0, BTreeMap::<String, usize>::new());
    let (mut sets, mut pairs) = (0, 0);
    for (seed, result) in results {
        match result {
            Ok(compared) => {
                *counts.entry(compared.word).or_default() += 1;
                (sets, pairs) = (sets + compared.sets, pairs + compared.pairs);
            }
            Err(difference) => {
                differences += 1;
                println!("seed {seed}: {difference}");
                if arguments.show {
                    println!("{}", text(seed));
                }
            }
        }
    }
    let mut table = Table::new(&["partial-order reduction", "programs"]);
    counts.into_iter().for_each(|(word, count)| table.row(vec![word, count.to_string()]));
    print!("{}", table.render());
    println!("{sets} sets checked, {pairs} pairs of steps");
    println!("{} programs, differences: {differences}", arguments.programs);
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Compared {
    word: String,
    sets: usize,
    pairs: usize,
}

fn text(seed: u64) -> String {
    let flavour = match seed % 8 {
        0 => Flavour::EndlessAtomic,
        1 | 2 => Flavour::Symmetric,
        3 => Flavour::AlmostSymmetric,
        _ => Flavour::General,
    };
    print(&program(flavour, seed))
}

fn compare(seed: u64, arguments: &Arguments) -> Result<Compared, String> {
    let text = text(seed);
    let mut compared = Compared { word: "refused".into(), sets: 0, pairs: 0 };
    for level in [promela::Reduction::None, promela::Reduction::Sound] {
        let Some(interpreter) = interpreter(&text, level) else { continue };
        let weakness = arguments.weakness.and_then(Broken::weakness);
        let sets = match StubbornSets::with_weakness(&interpreter, weakness) {
            Ok(sets) => sets,
            Err(why) => {
                compared.word = format!("no: {why}");
                continue;
            }
        };
        compared.word = "yes".into();
        if !arguments.searches_only {
            let checked = brute_force::check(&interpreter, &sets, arguments.most_checked);
            if let Some(checked) = checked.map_err(|why| format!("{level:?}: {why}"))? {
                (compared.sets, compared.pairs) =
                    (compared.sets + checked.sets, compared.pairs + checked.pairs);
            }
        }
        if let Some(broken) = arguments.weakness {
            searches_agree(&interpreter, &sets, broken, arguments.most_states as usize)?;
        }
    }
    if arguments.weakness.is_none() {
        let bounds = Bounds { states: arguments.most_states, time: Duration::from_secs(20) };
        let all = promela_model::compare_partial_order(&text, bounds);
        if let Some(finding) = all.findings.first() {
            return Err(format!("{}: {}: {}", finding.class, finding.way, finding.what));
        }
    }
    Ok(compared)
}

/// The reference search with a condition broken, beside the one that takes all steps.
fn searches_agree(
    interpreter: &Interpreter,
    sets: &StubbornSets,
    broken: Broken,
    most: usize,
) -> Result<(), String> {
    let proviso = broken != Broken::NoProviso;
    let Some(all) = brute_force::search(interpreter, None, true, most) else { return Ok(()) };
    let Some(some) = brute_force::search(interpreter, Some(sets), proviso, most) else { return Ok(()) };
    match all.faults == some.faults && all.invalid_ends == some.invalid_ends {
        true => Ok(()),
        false => Err(format!(
            "{:?} and {} ends instead of {:?} and {}",
            some.faults,
            some.invalid_ends.len(),
            all.faults,
            all.invalid_ends.len()
        )),
    }
}

fn interpreter(text: &str, level: promela::Reduction) -> Option<Interpreter> {
    let mut sources = SourceMap::new();
    let file = sources.add("random.pml", text.to_owned());
    let (model, _) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    let program = promela::lower_with(&model?, &sources, level, promela::Claims::None);
    Some(Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new()))))
}
