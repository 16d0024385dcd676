//! `quotient compare`: every method of symmetry reduction on one model, side by side.
//!
//! Each method is a process of its own, `quotient check … --json`: its seconds and memory are its own then, and one that does not keep
//! its limits ends alone. Safety is explored completely (`--all-errors`), so that the states of the methods can be compared.

use std::io::IsTerminal;
use std::process::{Command, Stdio};

use quotient::{Language, Method, Model, Verdict};
use report::{Comparison, MethodRun};
use serde_json::Value;

use crate::arguments::CompareArguments;
use crate::{BAD_INPUT, UNDECIDED, input};

/// Compares the methods and prints the table; the result is the exit code.
pub fn run(arguments: &CompareArguments) -> u8 {
    let compared = compare(arguments).and_then(|comparison| {
        if let Some(path) = &arguments.svg {
            std::fs::write(path, report::comparison_svg(&comparison))
                .map_err(|why| format!("cannot write {}: {why}", path.display()))?;
        }
        Ok(comparison)
    });
    let comparison = match compared {
        Ok(comparison) => comparison,
        Err(why) => {
            tell!("error: {why}");
            if arguments.json {
                sayln!("{}", report::error_json(&why));
            }
            return BAD_INPUT;
        }
    };
    match (arguments.json, arguments.csv) {
        (true, _) => sayln!("{}", report::comparison_json(&comparison)),
        (_, true) => say!("{}", report::comparison_csv(&comparison)),
        _ => say!("{}", report::comparison_text(&comparison)),
    }
    let verdicts = || comparison.methods.iter().filter_map(|run| run.verdict);
    match () {
        () if !comparison.contradictions.is_empty() => UNDECIDED,
        () if verdicts().any(|verdict| verdict == Verdict::Violated) => 1,
        () if verdicts().any(|verdict| verdict == Verdict::Holds) => 0,
        () => UNDECIDED,
    }
}

fn compare(arguments: &CompareArguments) -> Result<Comparison, String> {
    let file = &arguments.read.file;
    let language = Model::language_of(file);
    arguments.fits(language)?;
    let methods = selected(&arguments.methods, language)?;
    // Read once here: what is wrong with the model is told once, with its place.
    let options = arguments.reading()?;
    input::deeply(language, || input::model(file, &options).map(drop))?;
    let mut runs = Vec::new();
    for (n, method) in methods.iter().enumerate() {
        if std::io::stderr().is_terminal() {
            tell_on_line!("\r\x1b[K{} ({} of {})", method.name(), n + 1, methods.len());
        }
        runs.push(check(arguments, *method)?);
    }
    if std::io::stderr().is_terminal() {
        tell_on_line!("\r\x1b[K");
    }
    Ok(Comparison::new(file.display().to_string(), runs))
}

/// The methods that were named, or all there are.
fn selected(names: &[String], language: Language) -> Result<Vec<Method>, String> {
    match names {
        [] => Ok(Method::of(language).collect()),
        names => names
            .iter()
            .map(|name| Method::named(name, language).map_err(|why| format!("`--methods {name}`: {why}")))
            .collect(),
    }
}

/// Runs one method.
fn check(arguments: &CompareArguments, method: Method) -> Result<MethodRun, String> {
    let this = std::env::current_exe().map_err(|why| format!("cannot find this program: {why}"))?;
    let mut command = Command::new(this);
    command.args(["check", "--json", "--ignore-claims", "--all-errors", "--symmetry", method.name()]);
    command.arg("--max-seconds").arg(arguments.max_seconds.as_secs_f64().to_string());
    let mut flag = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            command.arg(format!("{name}={value}"));
        }
    };
    flag("--max-memory", arguments.max_memory.map(|bytes| bytes.to_string()));
    flag("--threads", arguments.threads.map(|threads| threads.to_string()));
    flag("--default-set-size", arguments.default_set_size.map(|size| size.to_string()));
    arguments.card.iter().for_each(|card| flag("--card", Some(card.clone())));
    command.args(arguments.optimise.map(|level| format!("-O{level}")));
    command.args(arguments.read.define.iter().map(|define| format!("-D{define}")));
    command.arg("--").arg(&arguments.read.file);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.map_err(|why| format!("cannot start this program again: {why}"))?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("the run of `{}` ended without an answer ({})", method.name(), output.status))?;
    Ok(read(method, &answer))
}

/// What a run says of itself.
fn read(method: Method, answer: &Value) -> MethodRun {
    let number = |name: &str| answer[name].as_u64().unwrap_or_default();
    let seconds = |name: &str| answer[name].as_f64().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let symmetry = &answer["symmetry"];
    let flag = |name: &str| symmetry[name].as_bool().unwrap_or_default();
    let verdict = match answer["verdict"].as_str() {
        Some("holds") => Some(Verdict::Holds),
        Some("violated") => Some(Verdict::Violated),
        Some(_) => Some(Verdict::Undecided),
        None => None,
    };
    let why = match verdict {
        Some(Verdict::Undecided) => text(&answer["reason"]),
        None => text(&answer["error"]).map(|why| without_flag(why, method)),
        _ => None,
    };
    MethodRun {
        method: method.name().to_owned(),
        used: text(&symmetry["method"]).unwrap_or_default(),
        verdict,
        states: number("states"),
        transitions: number("transitions"),
        seconds: seconds("seconds"),
        search_seconds: seconds("search_seconds"),
        memory_bytes: number("memory_bytes"),
        exact: flag("exact"),
        sound: flag("sound"),
        group_order: text(&symmetry["group_order"]).unwrap_or_default(),
        why,
    }
}

/// A refusal names the flag that was given; in the table the method stands beside it already.
fn without_flag(why: String, method: Method) -> String {
    let flag = format!("`--symmetry {}`: ", method.name());
    why.strip_prefix(&flag).map_or(why.clone(), str::to_owned)
}
