//! `quotient simulate`: one run, with random choices, with choices of the user, or along a counterexample.

mod breakpoint;
mod command;
mod print;
mod run;
mod session;

use std::path::Path;
use std::time::Duration;

use quotient::{Language, Limits, Model, Options, Step, Trail, Verdict, follow, follow_trail, read_text};

use crate::arguments::SimulateArguments;
use crate::{BAD_INPUT, input};
use breakpoint::Breakpoint;
use run::Run;
use session::Session;

/// Nothing wrong was found, and not everything was explored.
const UNDECIDED: u8 = 3;

/// Runs a model.
pub fn run(arguments: &SimulateArguments) -> u8 {
    let language = Model::language_of(&arguments.walk.read.file);
    input::deeply(language, || simulate(arguments)).unwrap_or(BAD_INPUT)
}

fn simulate(arguments: &SimulateArguments) -> Result<u8, String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let options = arguments.walk.reading().map_err(told)?;
    let model = input::model(&arguments.walk.read.file, &options)?;
    let lines = model.sources().files().map(|(_, file)| file.text().lines().count()).max().unwrap_or(0);
    let mut run = Run::new(model.walk().map_err(told)?, lines as u32).map_err(told)?;
    if arguments.counterexample {
        match counterexample(&model, arguments.max_seconds).map_err(told)? {
            Ok(steps) => run.follow(steps),
            Err(code) => return Ok(code),
        }
    }
    if let Some(file) = &arguments.trail {
        run.follow(along_trail(&model, file).map_err(told)?);
    }
    let mut breakpoints = Vec::new();
    for text in &arguments.breakpoint {
        breakpoints.push(Breakpoint::parse(text, &mut run).map_err(|why| told(format!("`--break`: {why}")))?);
    }
    let mut session = Session::new(run, breakpoints, arguments.seed);
    match arguments.interactive {
        true => session.converse(),
        false => by_itself(&mut session, arguments.steps),
    }
    Ok(u8::from(session.run.wrong().is_some()))
}

/// A run that nobody is asked about.
fn by_itself(session: &mut Session<'_>, most: usize) {
    // What is followed is followed to its end.
    let most = session.run.guide().map_or(most, |(all, _)| most.max(all));
    let taken = session.go_on(most);
    match session.run.wrong() {
        Some(wrong) => sayln!("{wrong} after {taken} steps"),
        None if session.run.possible().is_empty() => sayln!("end after {taken} steps"),
        None => sayln!("stopped after {taken} steps"),
    }
    print::state(&mut session.run);
}

/// The steps of a counterexample, found by a check; the exit code where there is none, which has been said.
fn counterexample(model: &Model, limit: Option<Duration>) -> Result<Result<Vec<Step>, u8>, String> {
    let limits = Limits { time: limit, ..Limits::default() };
    let (outcome, trace) = model.check(&Options { limits, ..Options::default() })?;
    let Some(trace) = trace else {
        let reason = outcome.reason.map_or(String::new(), |reason| format!(": {reason}"));
        let (verdict, code) =
            if outcome.verdict == Verdict::Holds { ("holds", 0) } else { ("undecided", UNDECIDED) };
        sayln!("{verdict}{reason}; there is no counterexample to follow");
        return Ok(Err(code));
    };
    let mut walk = model.walk()?;
    let followed = follow(walk.as_mut(), &trace).map_err(|made| {
        format!("internal error: step {} of the counterexample cannot be followed", made + 1)
    })?;
    let all = followed.steps.len();
    let steps = without_beginning(followed.steps);
    sayln!("{}", trace.violation.message);
    if let Some(cycle_from) = followed.cycle_from {
        let before = cycle_from.saturating_sub(all - steps.len());
        let but =
            trace.cycle_from.map(|moves| report::unsettled_text(&trace.steps, moves)).unwrap_or_default();
        let but = if but.is_empty() { but } else { format!(", {but}") };
        sayln!(
            "it goes on for ever: behind its last step the run is again where it was after step {before}{but}"
        );
    }
    Ok(Ok(steps))
}

/// The steps that a trail names.
fn along_trail(model: &Model, file: &Path) -> Result<Vec<Step>, String> {
    if model.language() != Language::Promela {
        return Err("`--trail` is for Promela; `--counterexample` works for B".to_owned());
    }
    let name = file.display();
    let trail = Trail::parse(&read_text(file)?).map_err(|why| format!("{name}: {why}"))?;
    let mut walk = model.walk()?;
    let steps = follow_trail(walk.as_mut(), &trail).map_err(|made| {
        let (next, all) = (made + 1, trail.len());
        format!("{name}: move {next} of {all} is not possible in this model; were the macros the same?")
    })?;
    if let Some(cycle_from) = trail.cycle_from {
        sayln!(
            "it goes on for ever: behind its last move it is where it was after {cycle_from} moves of the trail"
        );
    }
    Ok(without_beginning(steps))
}

/// The steps behind the beginning, where that is no step of its own.
fn without_beginning(mut steps: Vec<Step>) -> Vec<Step> {
    if steps.first().is_some_and(|step| step.moves.is_empty()) {
        steps.remove(0);
    }
    steps
}

/// A small generator is enough to pick a branch (Marsaglia, Xorshift RNGs, 2003).
pub struct Xorshift(pub u64);

impl Xorshift {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
