//! `cargo xtask topspin-groups`: our groups beside those that TopSPIN's own test-suite records.
//!
//! The testers of TopSPIN (a checkout of its repository, named on the command line) list models with the order of the
//! group that is to be found. Ours must have an order that is a multiple of it. TopSPIN works on what `spin -a` makes
//! of a model, so we use the same reductions (`-O1`). Models that SPIN itself refuses are listed and set aside.
use crate::child::{self, Limits};
use crate::quotient;
use crate::table::Table;
use permutation::BigUint;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Arguments of `topspin-groups`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// A checkout of TopSPIN's repository
    checkout: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let mut expected: BTreeMap<PathBuf, BigUint> = BTreeMap::new();
    for tester in [
        "src/symmextractor/testing/SymmExtractorTester.java",
        "src/symmreducer/testing/SymmReducerTester.java",
    ] {
        let text =
            std::fs::read_to_string(arguments.checkout.join(tester)).map_err(|e| format!("{tester}: {e}"))?;
        expected.extend(recorded(&text));
    }
    let mut table = Table::new(&["model", "TopSPIN", "ours", "seconds", ""]);
    let (mut worse, mut refused) = (0, 0);
    for (model, order) in &expected {
        let found = group(&binary, &arguments.checkout.join(model))?;
        let row = |ours: String, seconds: f64, verdict: &str| {
            vec![
                model.display().to_string(),
                order.to_string(),
                ours,
                format!("{seconds:.3}"),
                verdict.into(),
            ]
        };
        match found {
            Some((ours, seconds)) => {
                let contains = &ours % order == BigUint::ZERO;
                worse += usize::from(!contains);
                table.row(row(ours.to_string(), seconds, if contains { "" } else { "SMALLER" }));
            }
            None => {
                refused += 1;
                table.row(row("refused".into(), 0.0, ""));
            }
        }
    }
    print!("{}", table.render());
    println!("{} models, {worse} with a smaller group, {refused} refused", expected.len());
    Ok(if worse == 0 && !expected.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Models and group orders: `TestCase("DIRECTORY", "FILE", ... RunTestOutcome(true, ORDER, ...`.
fn recorded(text: &str) -> Vec<(PathBuf, BigUint)> {
    let entry = |line: &str| {
        let (head, outcome) = line.split_once("RunTestOutcome(true,")?;
        let mut names = head.split('"').skip(1).step_by(2);
        let path = Path::new(names.next()?).join(names.next()?);
        let digits: String = outcome.trim_start().chars().take_while(char::is_ascii_digit).collect();
        Some((path, digits.parse().ok()?))
    };
    text.lines().filter(|line| !line.trim_start().starts_with("//")).filter_map(entry).collect()
}

/// The order of the group that we find, and the seconds; `None` if the model is refused.
fn group(binary: &Path, model: &Path) -> Result<Option<(BigUint, f64)>, String> {
    let limits = Limits { time: Duration::from_secs(60), memory: 4 << 30 };
    let mut command = Command::new(binary);
    command.arg("symmetry").arg(model).args(["-O1", "--json"]);
    let done = child::run(&mut command, limits).map_err(|e| e.to_string())?;
    let report: Value = serde_json::from_str(&done.stdout).unwrap_or(Value::Null);
    let order = report["group_order"].as_str().and_then(|text| text.parse().ok());
    Ok(order.map(|order| (order, done.seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_testers_are_read() {
        let line = r#"testCases.add(new SymmExtractorTestCase("A/b/", "c.p", new SymmExtractorRunTestOutcome(true, 120L, false)));"#;
        let commented = format!("// {line}");
        assert_eq!(recorded(line), [(PathBuf::from("A/b/c.p"), BigUint::from(120u32))]);
        assert!(recorded(&commented).is_empty());
        assert!(recorded("nothing").is_empty());
    }
}
