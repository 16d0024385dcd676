//! `cargo xtask random-compare`: random programs by SPIN and by us; a mismatch is shrunk and kept.
use crate::compare::{Comparison, Config, Headway, compare, in_parallel, processors};
use crate::generate::{Census, Flavour, Program, print, program, shrink};
use crate::outcome::{Difference, Outcome, Violation};
use crate::spin::Scratch;
use crate::table::Table;
use crate::ways::Ways;
use crate::{quotient, spin};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `random-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 100)]
    programs: u64,
    /// The first seed; program number n has the seed plus n
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write shrunk mismatches into this directory
    #[arg(long)]
    keep: Option<PathBuf>,
    /// What kind of programs
    #[arg(long, value_enum, default_value = "general")]
    flavour: Flavour,
    /// Seconds for each of spin, gcc, pan and ours
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    /// Leave out programs with more states than this
    #[arg(long, default_value_t = 300_000)]
    most_states: u64,
    /// Programs compared at a time; as many as there are processors unless given
    #[arg(long)]
    jobs: Option<usize>,
    /// In which ways each program is checked by us; with `default` and `sample` verdicts alone are compared, no counts
    #[arg(long, value_enum, default_value = "all")]
    ways: Ways,
    /// Questions the shrinker may ask for each mismatch
    #[arg(long, default_value_t = 400)]
    shrink: usize,
    /// Run SPIN alone and report on the programs
    #[arg(long)]
    spin_only: bool,
    /// Print the program of the first seed and stop
    #[arg(long)]
    show: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.show {
        print!("{}", print(&program(arguments.flavour, arguments.seed)));
        return Ok(ExitCode::SUCCESS);
    }
    if !spin::available() {
        return Err("spin, gcc and stdbuf must be installed".to_owned());
    }
    let config = Config {
        binary: if arguments.spin_only { None } else { Some(quotient::binary()?) },
        limits: spin::limits(arguments.timeout),
        limit_states: None,
        optimise: 0,
        table: Some(16),
        most_states: Some(arguments.most_states),
        reduced: true,
        ways: arguments.ways,
        way_seconds: arguments.timeout,
        variation: 0,
        verdicts_only: arguments.ways != Ways::All,
        small: true,
        cache: None,
    };
    let headway = Headway::new(arguments.programs as usize);
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let results = in_parallel(arguments.programs as usize, jobs, |index| {
        let seed = arguments.seed + index as u64;
        let config = Config { variation: seed, ..config.clone() };
        let program = program(arguments.flavour, seed);
        let result = compare_program(&program, &config, &format!("random{seed}"))?;
        let difference = result.difference().filter(|difference| difference.is_mistake());
        headway.done(difference.is_some());
        let kept = difference.map(|difference| keep(&program, seed, difference, arguments, &config));
        Ok::<_, std::io::Error>((result, kept))
    });
    let results = results.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    if arguments.spin_only {
        print!("{}", census(arguments));
    }
    print!("{}", summary(&results.iter().map(|(result, _)| result).collect::<Vec<_>>()));
    let mismatches: Vec<_> = results.iter().filter_map(|(_, kept)| kept.as_ref()).collect();
    mismatches.iter().for_each(|text| println!("{text}"));
    let left_out = results.iter().filter(|(result, _)| result.left_out()).count();
    println!("{} programs, {left_out} too large, differences: {}", results.len(), mismatches.len());
    Ok(if mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare_program(program: &Program, config: &Config, job: &str) -> std::io::Result<Comparison> {
    let directory = Scratch::new(&format!("{job}-model"))?;
    let path = directory.path().join("model.pml");
    std::fs::write(&path, print(program))?;
    compare(&path, &[], config, job)
}

/// Shrinks a mismatch while the same kind of difference persists, keeps it, and describes it.
fn keep(
    program: &Program,
    seed: u64,
    difference: Difference,
    arguments: &Arguments,
    config: &Config,
) -> String {
    let job = format!("shrink{seed}");
    let persists = |candidate: &Program| {
        let result = compare_program(candidate, config, &job);
        result.is_ok_and(|result| result.difference() == Some(difference))
    };
    let small = shrink(program, arguments.shrink, persists);
    let said = match compare_program(&small, config, &job) {
        Ok(result) => describe(&result),
        Err(error) => error.to_string(),
    };
    let head = format!("seed {seed}: {}: {said}", difference.word());
    let mut text = format!("{head}\n{}", print(&small));
    if let Some(directory) = &arguments.keep
        && let Err(error) = write(directory, seed, &head, &small)
    {
        text.push_str(&format!("not kept: {error}\n"));
    }
    text
}

fn write(directory: &Path, seed: u64, head: &str, small: &Program) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    let text = format!("/* {} */\n{}", head.replace("*/", "* /"), print(small));
    std::fs::write(directory.join(format!("seed{seed}.pml")), text)
}

/// Both answers in one line.
fn describe(result: &Comparison) -> String {
    let one = |outcome: &Outcome| {
        let states = outcome.states().map_or(String::new(), |states| format!(" {states} states"));
        format!("{outcome}{states} {}", outcome.message())
    };
    let ours = result.ours.as_ref().map_or("not run".to_owned(), |ours| one(&ours.outcome));
    let reduced =
        result.reduced.as_ref().map_or(String::new(), |run| format!(" / -O2 {}", one(&run.outcome)));
    let ways = result.verdicts.as_ref().map_or(String::new(), |verdicts| {
        verdicts.disagreements.iter().map(|disagreement| format!(" / {disagreement}")).collect()
    });
    format!("SPIN {} / ours {ours}{reduced}{ways}", one(&result.spin.outcome).trim_end())
}

fn census(arguments: &Arguments) -> String {
    let mut census = Census::default();
    (0..arguments.programs).for_each(|n| census.count(&program(arguments.flavour, arguments.seed + n)));
    let mut table = Table::new(&["construct", "programs", "%"]);
    for (construct, count) in &census.constructs {
        let percent = 100 * count / census.programs.max(1);
        table.row(vec![(*construct).to_owned(), count.to_string(), percent.to_string()]);
    }
    table.render()
}

/// What SPIN said about the programs, and how large they are.
fn summary(results: &[&Comparison]) -> String {
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut sizes: Vec<u64> = Vec::new();
    for result in results {
        let verdict = match &result.spin.outcome {
            Outcome::Stopped(found) if found.has(Violation::Runtime) => "runtime (not counted)".to_owned(),
            outcome => outcome.to_string(),
        };
        *verdicts.entry(verdict).or_default() += 1;
        sizes.extend(result.spin.outcome.states());
    }
    sizes.sort_unstable();
    let mut table = Table::new(&["SPIN says", "programs"]);
    verdicts.into_iter().for_each(|(verdict, count)| table.row(vec![verdict, count.to_string()]));
    let at = |percent: usize| sizes.get(sizes.len() * percent / 100).copied().unwrap_or(0);
    let counts = results.iter().filter(|result| result.counts_compared()).count();
    let mut text = table.render();
    text.push_str(&format!(
        "states at 10 %: {}, median: {}, 90 %: {}, 99 %: {}, most: {}; counts compared: {counts}\n",
        at(10),
        at(50),
        at(90),
        at(99),
        sizes.last().copied().unwrap_or(0)
    ));
    for result in results {
        if let Outcome::Refused(why) | Outcome::Crashed(why) = &result.spin.outcome {
            text.push_str(&format!("SPIN refuses or fails: {why}\n"));
        }
    }
    text
}
