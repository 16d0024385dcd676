//! Findings in the words of the source.

use diagnostics::{SourceMap, Span};
use program::{Counterexample, FaultKind, Interpreter};
use report::{ChangeLine, ErrorKind, MessageLine, StepLine, Violation};

/// The kind of a fault as the report names it, and what it means.
pub fn fault_text(kind: FaultKind) -> (ErrorKind, &'static str) {
    match kind {
        FaultKind::Assertion => (ErrorKind::Assertion, "assertion violated"),
        FaultKind::InvalidEnd => {
            (ErrorKind::Deadlock, "invalid end state: no process can move and not all are at an end")
        }
        FaultKind::Claim => (ErrorKind::Claim, "the never claim is completed: what it forbids has happened"),
        FaultKind::ClaimFault => (
            ErrorKind::Runtime,
            "a condition of the formula or never claim cannot be evaluated: it uses a channel that is not there, divides by \
             zero, or leaves an array",
        ),
        FaultKind::Trace => (ErrorKind::Trace, "an event that the trace assertion does not allow"),
        FaultKind::Notrace => (ErrorKind::Trace, "the notrace assertion is matched to its end"),
        FaultKind::ArrayIndex => (ErrorKind::Runtime, "array index out of bounds"),
        FaultKind::DivisionByZero => (ErrorKind::Runtime, "division by zero, or of -2147483648 by -1"),
        FaultKind::UninitialisedChannel => {
            (ErrorKind::Runtime, "use of a channel variable that holds no channel")
        }
        FaultKind::DeadChannel => (ErrorKind::Runtime, "use of a channel whose creator has died"),
        FaultKind::BlockedDStep => (ErrorKind::Runtime, "a statement inside a d_step blocks"),
        FaultKind::EndlessDStep => (ErrorKind::Runtime, "a d_step does not end"),
        FaultKind::RendezvousInDStep => (ErrorKind::Runtime, "a rendezvous send inside a d_step"),
        FaultKind::TooManyProcesses => (ErrorKind::Runtime, "more than 255 processes"),
        FaultKind::TooManyChannels => (ErrorKind::Runtime, "more than 255 channels"),
        FaultKind::WrongArity => (ErrorKind::Runtime, "a message with a wrong number of fields"),
        FaultKind::PollRendezvous => (ErrorKind::Runtime, "a rendezvous channel is polled"),
        FaultKind::Nondeterminism => {
            (ErrorKind::Runtime, "two statements of a D_proctype are executable at once")
        }
        FaultKind::Priority => (ErrorKind::Runtime, "a priority outside 1..255"),
        FaultKind::EnabledSelf => (ErrorKind::Runtime, "enabled() asked about the process itself"),
    }
}

/// The steps of a counterexample with their lines.
pub(crate) fn step_lines(counterexample: &Counterexample, sources: &SourceMap) -> Vec<StepLine> {
    (counterexample.steps.iter())
        .map(|step| StepLine {
            process: step.process.clone(),
            pid: Some(u32::from(step.by.pid.0)),
            file: sources.name(step.span.file).into(),
            line: sources.line(step.span),
            statement: step.statement.clone(),
            changes: (step.changes.iter())
                .map(|c| ChangeLine { variable: c.name.clone(), from: c.from.clone(), to: c.to.clone() })
                .collect(),
            message: step.message.as_ref().map(|m| MessageLine {
                sent: m.sent,
                channel: m.name.clone(),
                fields: m.fields.clone(),
            }),
            printed: step.printed.clone(),
        })
        .collect()
}

/// The initial state cannot be built.
pub(crate) fn at_the_start(interpreter: &Interpreter, kind: FaultKind, sources: &SourceMap) -> Violation {
    let (word, why) = fault_text(kind);
    let variable = interpreter.faulty_initialiser();
    let of = variable.map_or(String::new(), |v| format!(", in the initial value of `{}`", v.name));
    Violation {
        kind: word,
        message: format!("the initial state cannot be built: {why}{of}"),
        file: variable.map_or(String::new(), |v| sources.name(v.span.file).into()),
        line: variable.map_or(0, |v| sources.line(v.span)),
        waiting: Vec::new(),
        final_state: Vec::new(),
    }
}

/// What the counterexample ends in.
pub(crate) fn violation(counterexample: &Counterexample, kind: FaultKind, sources: &SourceMap) -> Violation {
    let (word, message) = fault_text(kind);
    let span = match kind {
        FaultKind::InvalidEnd => {
            let blocked = counterexample.waiting.iter().find(|(_, _, text)| text != "-end-");
            blocked.or(counterexample.waiting.first()).map(|(_, span, _)| *span)
        }
        _ => counterexample.steps.last().map(|s| s.span),
    };
    let text = counterexample.steps.last().map(|s| s.statement.as_str()).unwrap_or_default();
    let message = match kind {
        FaultKind::InvalidEnd | FaultKind::Claim | FaultKind::ClaimFault => message.into(),
        _ => format!("{message}: {text}"),
    };
    let line = |span: Span| sources.line(span);
    Violation {
        kind: word,
        message,
        file: span.map_or(String::new(), |s| sources.name(s.file).into()),
        line: span.map_or(0, line),
        waiting: counterexample.waiting.iter().map(|(p, s, t)| (p.clone(), line(*s), t.clone())).collect(),
        final_state: counterexample.last.iter().map(|v| (v.name.clone(), v.value.clone())).collect(),
    }
}
