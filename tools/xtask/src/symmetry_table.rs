//! `cargo xtask symmetry-table DIR…`: how much symmetry is found in models that others wrote, and what is said where there is less.
//!
//! A line for each model with several processes of one type, or of types that are copies of one another: how many are alike, the order of the group at `-O0`, `-O1` and
//! `-O2`, and the first reason that the report gives for what is missing. The processes are counted here and not by the
//! program that is measured (`QUOTIENT_BIN`), so two builds of it can be compared line by line.
use crate::child::{self, Ending, Limits};
use crate::models::Beside;
use crate::quotient;
use crate::table::Table;
use diagnostics::SourceMap;
use permutation::BigUint;
use program::{Instance, Statement};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Arguments of `symmetry-table`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Models, or folders of them
    #[arg(default_value = "models/promela")]
    roots: Vec<PathBuf>,
    /// Leave the lines out of models that have the whole group
    #[arg(long)]
    missing: bool,
}

/// What is found of one model at one level.
#[derive(Clone, Debug)]
struct Found {
    order: BigUint,
    /// The first reason for what is missing.
    reason: Option<String>,
}

/// How often something happened.
#[derive(Debug, Default)]
struct Totals {
    models: usize,
    refused: usize,
    alike: usize,
    trivial: usize,
    trivial_unexplained: usize,
    smaller: usize,
    smaller_unexplained: usize,
    shrinking: usize,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let mut table = Table::new(&["model", "alike", "-O0", "-O1", "-O2", "reason"]);
    let mut totals = Totals::default();
    for model in crate::models::find(&arguments.roots).map_err(|e| e.to_string())? {
        if model.embedded_c {
            continue;
        }
        totals.models += 1;
        let Some(alike) = processes_alike(&model.path) else {
            totals.refused += 1;
            continue;
        };
        if alike.is_empty() {
            continue;
        }
        let found: Vec<Option<Found>> = ["-O0", "-O1", "-O2"].map(|l| group(&binary, &model.path, l)).into();
        let expected: BigUint = alike.iter().map(|&count| factorial(count)).product();
        let is_missing = totals.count(&found, &expected);
        if is_missing || !arguments.missing {
            table.row(line(&model.path, &alike, &found));
        }
    }
    print!("{}", table.render());
    print!("{totals}");
    Ok(ExitCode::SUCCESS)
}

impl Totals {
    /// Counts a model; is its group smaller than that of all permutations of alike processes?
    fn count(&mut self, found: &[Option<Found>], expected: &BigUint) -> bool {
        self.alike += 1;
        let Some(last) = found.last().cloned().flatten() else { return true };
        let one = BigUint::from(1u32);
        let (is_trivial, is_smaller) = (last.order == one, last.order < *expected);
        let is_unexplained = last.reason.is_none();
        self.trivial += usize::from(is_trivial);
        self.trivial_unexplained += usize::from(is_trivial && is_unexplained);
        self.smaller += usize::from(is_smaller);
        self.smaller_unexplained += usize::from(is_smaller && is_unexplained);
        self.shrinking += usize::from(found.iter().flatten().any(|f| f.order > last.order));
        is_smaller
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} models, {} of them not read", self.models, self.refused)?;
        writeln!(f, "{} with several processes alike; at -O2, of these:", self.alike)?;
        writeln!(
            f,
            "  the trivial group: {}, of which without a reason: {}",
            self.trivial, self.trivial_unexplained
        )?;
        writeln!(
            f,
            "  a group smaller than all permutations: {}, of which without a reason: {}",
            self.smaller, self.smaller_unexplained
        )?;
        writeln!(f, "  a smaller group than at -O0 or -O1: {}", self.shrinking)
    }
}

fn line(path: &Path, alike: &[usize], found: &[Option<Found>]) -> Vec<String> {
    let alike: Vec<String> = alike.iter().map(usize::to_string).collect();
    let order = |f: &Option<Found>| f.as_ref().map_or("-".into(), |f| short(&f.order));
    let mut cells = vec![path.display().to_string(), alike.join("+")];
    cells.extend(found.iter().map(order));
    let reason = found.last().cloned().flatten().and_then(|f| f.reason);
    cells.push(reason.unwrap_or_default());
    cells
}

/// A number, by its digits only while these are few.
fn short(order: &BigUint) -> String {
    let digits = order.to_string();
    match digits.len() {
        0..=12 => digits,
        n => format!("{}.{}e{}", &digits[..1], &digits[1..3], n - 1),
    }
}

fn factorial(count: usize) -> BigUint {
    (1..=count).map(BigUint::from).product()
}

/// What a build finds in a model; `None` where it refuses it or takes too long.
fn group(binary: &Path, model: &Path, level: &str) -> Option<Found> {
    let limits = Limits { time: Duration::from_secs(20), memory: 2 << 30 };
    let mut command = Command::new(binary);
    command.arg("symmetry").arg(model).args([level, "--json"]);
    let done = child::run(&mut command, limits).ok().filter(|done| done.ending == Ending::Exit(0))?;
    let report: Value = serde_json::from_str(&done.stdout).ok()?;
    let order = report["group_order"].as_str()?.parse().ok()?;
    let told = report["lost"].as_array().and_then(|lost| lost.first()).map(|lost| {
        let line = lost["line"].as_u64().unwrap_or(0);
        format!("{line}: {}", lost["why"].as_str().unwrap_or(""))
    });
    Some(Found { order, reason: told })
}

/// How many processes there are of each type, with its copies, that has several; `None` if the model is refused.
fn processes_alike(path: &Path) -> Option<Vec<usize>> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let model = promela::parse(&mut sources, file, &Beside, &[]).0?;
    let program = promela::lower(&model, &sources, promela::Reduction::None);
    let plain = symmetry::without_references(program);
    let instance = Instance::new(&plain)?;
    let first = symmetry::first_of_copies(plain.program(), &instance);
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for code in &instance.processes {
        *counts.entry(first[code.proctype.index()].0).or_default() += 1;
    }
    // Processes that come later are counted by the places where they are created.
    let program = plain.program();
    for code in instance.processes.iter().chain(&instance.later) {
        for (location, _) in &code.locations {
            for transition in &program.proctype(code.proctype).location(*location).transitions {
                created(&transition.statement, &mut |p| *counts.entry(p).or_default() += 1);
            }
        }
    }
    Some(counts.into_values().filter(|&count| count > 1).collect())
}

fn created(statement: &Statement, note: &mut dyn FnMut(u32)) {
    match statement {
        Statement::Run { proctype, .. } => note(proctype.0),
        Statement::Sequence(parts) => parts.iter().for_each(|part| created(part, note)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(order: u32, reason: Option<&str>) -> Option<Found> {
        Some(Found { order: BigUint::from(order), reason: reason.map(str::to_owned) })
    }

    #[test]
    fn what_is_missing_is_counted() {
        let mut totals = Totals::default();
        let six = factorial(3);
        assert!(!totals.count(&[found(6, None), found(6, None), found(6, None)], &six));
        assert!(totals.count(&[found(6, None), found(6, None), found(1, None)], &six));
        assert!(totals.count(&[found(2, None), found(2, None), found(2, Some("4: it is named"))], &six));
        assert_eq!((totals.alike, totals.trivial, totals.trivial_unexplained), (3, 1, 1));
        assert_eq!((totals.smaller, totals.smaller_unexplained, totals.shrinking), (2, 1, 1));
    }
}
