//! Reads a model, checks it, and walks the counterexample or a few steps of its own:
//! `cargo run --example check_file -- models/promela/trust/endless_atomic_assertion.pml`.

use quotient::{Model, Options, ReadOptions, Unreadable, Verdict};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: check_file MODEL");
        return ExitCode::from(2);
    };
    match checked(&path) {
        Ok(Verdict::Holds) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn checked(path: &std::path::Path) -> Result<Verdict, String> {
    let model = Model::read(path, &ReadOptions::default()).map_err(|why| match why {
        Unreadable::Messages(sources, messages) => {
            let lines = messages.iter().map(|m| format!("line {}: {}", sources.line(m.span()), m.message));
            lines.collect::<Vec<_>>().join("; ")
        }
        Unreadable::Other(why) => why,
    })?;
    let (outcome, trace) = model.check(&Options::default())?;
    println!("{:?}: {} states in orbits of a group of order {}", outcome.verdict, outcome.states, {
        &outcome.symmetry.group_order
    });
    if let Some(trace) = trace {
        for step in &trace.steps {
            println!("  {} at line {}: {}", step.process, step.line, step.statement);
        }
        println!("  {}", trace.violation.message);
        return Ok(outcome.verdict);
    }
    // Nothing is wrong: the first possibilities instead.
    let mut walk = model.walk()?;
    let mut state = walk.start()?.into_iter().find_map(|step| step.state);
    for _ in 0..5 {
        let Some(at) = state else { break };
        let Some(step) = walk.steps(&at).into_iter().next() else { break };
        println!("  {}", step.text);
        state = step.state;
    }
    Ok(outcome.verdict)
}
