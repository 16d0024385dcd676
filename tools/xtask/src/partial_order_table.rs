//! `cargo xtask partial-order-table DIR…`: states with partial-order reduction beside those of SPIN as it is used.
//!
//! SPIN stores what it stores by default (`spin -a`, `cc -DSAFETY -DNOCLAIM`, `pan -c0`: its reductions and its
//! partial order on, all errors passed over), ours what the plain command stores with `--all-errors --ignore-claims`,
//! without and with `--partial-order`. A line for each model that both finish; where the last is more than SPIN's,
//! the line is marked, with the reason if the program is not reduced. `QUOTIENT_BIN` names the build that is
//! measured.
use crate::compare::{in_parallel, processors};
use crate::outcome::Outcome;
use crate::quotient::{self, OurRun};
use crate::spin::{self, Scratch};
use crate::table::Table;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `partial-order-table`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Models, or folders of them
    #[arg(default_value = "models/promela")]
    roots: Vec<PathBuf>,
    /// Seconds for each process
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Models measured at a time
    #[arg(long)]
    jobs: Option<usize>,
    /// Leave out models of which both store fewer states than this
    #[arg(long, default_value_t = 0)]
    least: u64,
    /// Show the models alone of which ours stores more states than SPIN
    #[arg(long)]
    behind: bool,
}

/// What was stored of one model.
struct Line {
    model: String,
    spin: u64,
    plain: u64,
    reduced: u64,
    remark: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !spin::available() {
        return Err("spin, gcc and stdbuf must be installed".to_owned());
    }
    let binary = quotient::binary()?;
    let models = crate::models::find(&arguments.roots).map_err(|e| e.to_string())?;
    let models: Vec<PathBuf> = models.into_iter().filter(|m| !m.embedded_c).map(|m| m.path).collect();
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let measured =
        in_parallel(models.len(), jobs, |index| measure(&models[index], index, &binary, arguments));
    let measured: Vec<Result<Line, String>> =
        measured.into_iter().collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let mut table = Table::new(&["model", "SPIN", "default", "partial order", "of SPIN's", "remark"]);
    let (mut totals, mut behind, mut count) = ([0; 3], 0, 0);
    for line in measured.iter().flatten() {
        let Line { model, spin, plain, reduced, remark } = line;
        if spin.max(reduced) < &arguments.least {
            continue;
        }
        (count, behind) = (count + 1, behind + usize::from(reduced > spin));
        [spin, plain, reduced].into_iter().zip(&mut totals).for_each(|(states, total)| *total += states);
        if !arguments.behind || reduced > spin {
            let share = format!("{:.2}", *reduced as f64 / (*spin).max(1) as f64);
            let mark = if reduced > spin { format!("MORE {remark}") } else { remark.clone() };
            table.row(vec![
                model.clone(),
                spin.to_string(),
                plain.to_string(),
                reduced.to_string(),
                share,
                mark,
            ]);
        }
    }
    print!("{}", table.render());
    measured.iter().filter_map(|line| line.as_ref().err()).for_each(|why| println!("left out: {why}"));
    let [spin, plain, reduced] = totals;
    println!(
        "{count} models, {behind} with more states than SPIN's; states: SPIN {spin}, default {plain}, partial order {reduced}"
    );
    Ok(ExitCode::SUCCESS)
}

fn measure(
    model: &Path,
    number: usize,
    binary: &Path,
    arguments: &Arguments,
) -> std::io::Result<Result<Line, String>> {
    let name = model.display().to_string();
    let limits = spin::limits(arguments.timeout);
    let directory = Scratch::new(&format!("partial-order-{number}"))?;
    let flags = ["-w", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=4000", "-O1"];
    let config = spin::Config {
        spin_flags: Vec::new(),
        gcc_flags: flags.map(str::to_owned).to_vec(),
        table: Some(20),
        ..spin::Config::counting(1, &[], limits)
    };
    let spin = spin::check(model, directory.path(), &config)?.outcome;
    let Outcome::Finished { states: spin, .. } = spin else {
        return Ok(Err(format!("{name}: SPIN: {spin}")));
    };
    let ask = |flags: &[&str]| {
        let seconds = arguments.timeout.to_string();
        let all = ["--all-errors", "--ignore-claims", "--max-seconds", &seconds].into_iter();
        let flags = all.chain(flags.iter().copied()).map(str::to_owned).collect();
        let symmetry = "auto".to_owned();
        quotient::check(
            model,
            &quotient::Config { binary: binary.into(), flags, symmetry, defines: vec![], limits },
        )
    };
    let (plain, reduced) = (ask(&[])?, ask(&["--partial-order"])?);
    let states = |run: &OurRun| match run.outcome {
        Outcome::Finished { states, .. } => Some(states),
        _ => None,
    };
    let verdict = |run: &OurRun| run.report["verdict"].as_str().unwrap_or("none").to_owned();
    let kinds = |run: &OurRun| {
        let errors = run.report["errors"].as_array().cloned().unwrap_or_default();
        let mut kinds: Vec<String> =
            errors.iter().map(|e| format!("{} {}", e["kind"], e["message"])).collect();
        kinds.sort();
        kinds
    };
    let (Some(all), Some(some)) = (states(&plain), states(&reduced)) else {
        return Ok(Err(format!("{name}: ours: {} / {}", plain.outcome, reduced.outcome)));
    };
    let mut remark = remark(&reduced.report);
    if verdict(&plain) != verdict(&reduced) || kinds(&plain) != kinds(&reduced) {
        remark = format!("VERDICTS DIFFER: {} and {}", verdict(&plain), verdict(&reduced));
    }
    Ok(Ok(Line { model: name, spin, plain: all, reduced: some, remark }))
}

/// Why the program is not reduced, or the group that both use.
fn remark(report: &Value) -> String {
    let mut notices = report["notices"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let refused = notices.find_map(|notice| notice.strip_prefix("no partial-order reduction: "));
    refused.unwrap_or_default().to_owned()
}
