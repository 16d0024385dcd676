//! One B component in a process of its own: read, typed, set up and explored under limits.
//!
//! The comparison with ProB and the survey of whole repositories run thousands of machines, some of which were written
//! to break tools. Each therefore gets a child process (this program again, as `b-attempt`), which ends with one line
//! of JSON; whatever else ends it is a finding.

use crate::child::{self, Ending, Limits};
use bmachine::{BMachine, MachineSystem};
use checker::{Options, Watch, check_system};
use clap::Args;
use diagnostics::SourceMap;
use quotient::{Method, Model, ReadOptions, Unreadable};
use report::{ErrorKind, VerdictWord};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Arguments {
    /// The component
    file: PathBuf,
    /// Stop after this many states
    #[arg(long)]
    max_states: u64,
    /// Give up after this many seconds, as a user would ask for
    #[arg(long)]
    max_seconds: Option<u64>,
    /// Explore with this method
    #[arg(long, default_value = "none")]
    symmetry: String,
}

/// Signals of a process that has used up its processor time: SIGKILL and SIGXCPU.
const KILLED: i32 = 9;
/// See [`KILLED`].
const OUT_OF_TIME: i32 = 24;
/// A child may wait for the processor this many times as long as it may use it.
const PATIENCE: u32 = 100;

/// Formulas are evaluated by recursion over their structure.
const STACK: usize = 256 << 20;

/// Runs the command: the child's side.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let answer = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, || attempt(arguments));
        spawned.map_err(|error| error.to_string())?.join().map_err(|_| "panic".to_owned())
    })?;
    println!("{answer}");
    Ok(ExitCode::SUCCESS)
}

/// What became of an attempt.
pub struct Attempt {
    /// `refused`, `explored`, `timeout`, `memory` or `crash`.
    pub stage: &'static str,
    /// The child's answer, if it gave one.
    pub answer: Value,
    /// The last line of standard error, for crashes.
    pub complaint: String,
}

impl Attempt {
    /// A number of the answer.
    pub fn number(&self, name: &str) -> u64 {
        self.answer[name].as_u64().unwrap_or(0)
    }

    /// A text of the answer.
    pub fn text(&self, name: &str) -> &str {
        self.answer[name].as_str().unwrap_or("")
    }
}

/// The parent's side: starts the child and judges how it ended. The time limit is one of processor time.
pub fn in_child(file: &Path, flags: &[String], limits: Limits) -> Result<Attempt, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("sh");
    // Processor time, so that other work on the machine makes no difference.
    command.args(["-c", &format!("ulimit -t {}; exec \"$0\" \"$@\"", limits.time.as_secs())]);
    command.arg(program).arg("b-attempt").arg(file).args(flags);
    let outer = Limits { time: limits.time * PATIENCE, ..limits };
    let done = child::run(&mut command, outer).map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_str(done.stdout.trim()).unwrap_or(Value::Null);
    let stage = match (done.ending, answer["stage"].as_str()) {
        (Ending::TimeOut | Ending::Signal(KILLED | OUT_OF_TIME), _) => "timeout",
        (Ending::MemoryOut, _) => "memory",
        (Ending::Exit(0), Some("refused")) => "refused",
        (Ending::Exit(0), Some("explored")) => "explored",
        _ => "crash",
    };
    let complaint = done.stderr.lines().last().unwrap_or("").to_owned();
    Ok(Attempt { stage, answer, complaint })
}

fn attempt(arguments: &Arguments) -> Value {
    let file = &arguments.file;
    let Ok(bytes) = std::fs::read(file) else { return json!({"stage": "refused", "why": "unreadable"}) };
    let mut sources = SourceMap::new();
    let id = sources.add(file.display().to_string(), String::from_utf8_lossy(&bytes).into_owned());
    if let Err(error) = bmachine::parses(id, sources.text(id)) {
        let why = format!("{}: {}", sources.line(error.span), error.message);
        return json!({"stage": "refused", "parsed": false, "why": why});
    }
    let method = arguments.symmetry.parse().unwrap_or(Method::None);
    let time = arguments.max_seconds.map(Duration::from_secs);
    let deadline = time.map(|time| Instant::now() + time);
    let options =
        ReadOptions { static_symmetry: true, ignores_temporal: true, deadline, ..ReadOptions::default() };
    match Model::read(file, &options) {
        Ok(Model::B(machine)) => explored(&machine, method, arguments),
        Ok(Model::Promela(_)) => json!({"stage": "refused", "why": "Promela"}),
        Err(Unreadable::Other(why)) => json!({"stage": "refused", "parsed": true, "why": why}),
        Err(Unreadable::Messages(sources, messages)) => {
            let why = messages.first().map_or_else(String::new, |first| {
                format!("{}: {}", sources.line(first.span()), first.message)
            });
            json!({"stage": "refused", "parsed": true, "why": why})
        }
    }
}

fn explored(read: &BMachine, method: Method, arguments: &Arguments) -> Value {
    let time = arguments.max_seconds.map(Duration::from_secs);
    let limits = explorer::Limits { states: Some(arguments.max_states), time, ..Default::default() };
    let options = Options { method, all_errors: true, limits, ..Options::default() };
    let machine = match read.machine(method) {
        Ok(machine) => machine,
        Err(why) => return json!({"stage": "refused", "parsed": true, "why": why}),
    };
    let mut system = MachineSystem::new(read, machine, method);
    let (outcome, _) = check_system(&mut system, &options, &mut Watch::nobody());
    let faults = outcome.errors.iter().filter(|error| error.kind == ErrorKind::Runtime);
    let stopped = outcome.reason.filter(|_| outcome.verdict == VerdictWord::Undecided);
    json!({
        "stage": "explored",
        "states": outcome.states,
        "transitions": outcome.transitions,
        "setup": system.machine.setup_problem.as_ref().map(|problem| format!("{problem:?}")).unwrap_or_default(),
        "warnings": outcome.notices,
        "violations": format!("{:?}", outcome.errors),
        "faults": faults.map(|error| error.count).sum::<u64>(),
        "stopped": stopped.unwrap_or_default(),
    })
}
