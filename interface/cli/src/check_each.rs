//! `quotient check` with several files: each is checked by a process of its own.
//!
//! A model that takes all its time or memory, or is wrong, takes nothing from the others then, and limits are those
//! of each file.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::arguments::CheckArguments;
use crate::{BAD_INPUT, UNDECIDED, check};

/// Raised by Ctrl-C: the check that runs ends with a report, and no other begins.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Checks one file, or several; the result is the exit code.
pub fn run(mut arguments: CheckArguments) -> u8 {
    if arguments.more.is_empty() {
        return check::run(&arguments);
    }
    let mut files = std::mem::take(&mut arguments.more);
    files.insert(0, arguments.read.file.clone());
    if let Some(number) = arguments.only_file {
        let Some(file) = files.into_iter().nth(number) else { return BAD_INPUT };
        arguments.read.file = file;
        return check::run(&arguments);
    }
    let whole = [(arguments.html.is_some(), "--html"), (arguments.stats.is_some(), "--stats")];
    let whole = whole.iter().find(|(given, _)| *given).map(|(_, flag)| *flag);
    let twice = files.iter().filter(|file| file.as_os_str() == "-").count() > 1;
    let refused = match (whole, twice) {
        (Some(flag), _) => {
            Some(format!("`{flag}` writes one file, and there are several models; check them one by one"))
        }
        (None, true) => Some("standard input (`-`) can be read once".to_owned()),
        (None, false) => None,
    };
    match refused.map_or_else(|| each(&files, arguments.json), Err) {
        Ok(codes) => worst(&codes),
        Err(why) => {
            tell!("error: {why}");
            BAD_INPUT
        }
    }
}

/// Checks files one after the other; an error says why that is not possible.
fn each(files: &[std::path::PathBuf], is_json: bool) -> Result<Vec<u8>, String> {
    // The process that checks is interrupted with this one, and says what it has covered.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let this = std::env::current_exe().map_err(|why| format!("cannot find this program: {why}"))?;
    let given: Vec<_> = std::env::args_os().skip(1).collect();
    let Some((command, flags)) = given.split_first() else { return Err("the command line is empty".into()) };
    let mut codes = Vec::new();
    for (number, file) in files.iter().enumerate() {
        if INTERRUPTED.load(Ordering::Relaxed) {
            tell!("interrupted: {} of {} files were not checked", files.len() - number, files.len());
            codes.push(UNDECIDED);
            break;
        }
        let mut own = Command::new(&this);
        own.arg(command).arg(format!("--only-file={number}")).args(flags);
        let code = match is_json {
            true => object(&mut own, file)?,
            false => report(&mut own, file, number)?,
        };
        codes.push(code);
    }
    if !is_json {
        sayln!("\n{}", summary(&codes));
    }
    Ok(codes)
}

/// A report below the name of its file.
fn report(own: &mut Command, file: &Path, number: usize) -> Result<u8, String> {
    use std::io::Write;
    let above = if number == 0 { "" } else { "\n" };
    sayln!("{above}{}:", file.display());
    let _ = std::io::stdout().flush();
    let status = own.status().map_err(|why| format!("cannot start this program again: {why}"))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(BAD_INPUT))
}

/// An object on one line that names its file.
fn object(own: &mut Command, file: &Path) -> Result<u8, String> {
    let output = own.stdin(Stdio::inherit()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|why| format!("cannot start this program again: {why}"))?;
    let answer = serde_json::from_slice(&output.stdout);
    let mut answer = answer.unwrap_or_else(|_| report::error_json("the check ended without an answer"));
    if let Value::Object(fields) = &mut answer {
        fields.insert("file".into(), file.display().to_string().into());
    }
    sayln!("{answer}");
    Ok(output.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(BAD_INPUT))
}

/// Violated is worse than input that is wrong, and that is worse than undecided.
fn worst(codes: &[u8]) -> u8 {
    let rank = |code: &u8| match code {
        0 => 0,
        &UNDECIDED => 1,
        &BAD_INPUT => 2,
        _ => 3,
    };
    codes.iter().copied().max_by_key(rank).unwrap_or(0)
}

fn summary(codes: &[u8]) -> String {
    let count = |code: u8| codes.iter().filter(|own| **own == code).count();
    let told = [
        (count(1), "violated"),
        (count(BAD_INPUT), "wrong input"),
        (count(UNDECIDED), "undecided"),
        (count(0), "holds"),
    ];
    let parts = told.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    format!("{} files: {}", codes.len(), parts.collect::<Vec<_>>().join(", "))
}
