//! Replaying a counterexample with the reference interpreter.
//!
//! The search hands over the states it stored on the way. Under symmetry these are representatives, so the concrete
//! run is found again from the initial state: at each step some successor must have the next representative. This
//! needs no group element and shares no code with the canonicaliser but the question "is this its representative?".

use std::collections::HashMap;
use std::fmt;

use program::{
    Change, Counterexample, Expansion, Fault, FaultKind, Interpreter, NamedValue, Pid, Step, TraceStep,
    TransitionId, describe, describe_unlike, process_name,
};

/// How the run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last state is an invalid end state.
    InvalidEnd,
    /// The claim is completed in the last state, or fails there.
    Claim(FaultKind),
    /// A step from the last state faults in this way, at this transition if it is known.
    Fault(FaultKind, Option<TransitionId>),
}

/// The search and the interpreter do not agree: a defect of this program, never of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The step that could not be repeated, counted from 0.
    pub step: usize,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} of the counterexample could not be repeated by the interpreter", self.step)
    }
}

impl std::error::Error for Mismatch {}

/// Repeats the run through `path` (stored states, the initial one first) and its `ending`.
/// `represents(state, stored)` says whether `stored` is what the search stores for `state`.
pub fn replay(
    interpreter: &Interpreter,
    path: &[Vec<u8>],
    ending: Ending,
    represents: &mut dyn FnMut(&[u8], &[u8]) -> bool,
) -> Result<Counterexample, Mismatch> {
    let mut trace = Trace { interpreter, steps: Vec::new() };
    let mut current = interpreter.initial().map_err(|_| Mismatch { step: 0 })?;
    if path.first().is_none_or(|first| !represents(&current, first)) {
        return Err(Mismatch { step: 0 });
    }
    for (number, stored) in path[1..].iter().enumerate() {
        let expansion = interpreter.expand(&current);
        let leads_there = |s: &&Step| s.state.as_ref().is_some_and(|state| represents(state, stored));
        let step = expansion.steps.iter().find(leads_there).ok_or(Mismatch { step: number })?;
        trace.record(&current, step, number);
        current = step.state.clone().unwrap_or_default();
    }
    let number = path.len() - 1;
    let expansion = interpreter.expand(&current);
    let fault = match ending {
        Ending::InvalidEnd if expansion.invalid_end => None,
        Ending::Claim(kind) if expansion.claim == Some(kind) => None,
        Ending::InvalidEnd | Ending::Claim(_) => return Err(Mismatch { step: number }),
        Ending::Fault(kind, at) => {
            let step = shortest_fault(&expansion, kind, at).ok_or(Mismatch { step: number })?;
            current = trace.record(&current, step, number);
            step.fault
        }
    };
    Ok(trace.finish(&current, fault))
}

/// The moves of one step up to its fault, told as in a counterexample.
pub fn tell(interpreter: &Interpreter, from: &[u8], step: &Step) -> Vec<TraceStep> {
    let mut trace = Trace { interpreter, steps: Vec::new() };
    trace.record(from, step, 0);
    trace.steps
}

/// Where every process stands in a state: its name, the place of what it is about to do, and the same as text.
pub fn standing(interpreter: &Interpreter, state: &[u8]) -> Vec<(String, program::Span, String)> {
    waiting(interpreter, state)
}

/// The fault at the transition that is wanted comes first, and then the one with the fewest moves.
fn shortest_fault(expansion: &Expansion, kind: FaultKind, at: Option<TransitionId>) -> Option<&Step> {
    let faults = expansion.steps.iter().filter(|s| s.fault.is_some_and(|f| f.kind == kind));
    let is_elsewhere = |step: &Step| at.is_some_and(|at| step.fault.is_some_and(|f| f.transition != at));
    faults.min_by_key(|&s| (is_elsewhere(s), s.moves.len()))
}

/// A counterexample under construction.
pub(crate) struct Trace<'a> {
    pub interpreter: &'a Interpreter,
    pub steps: Vec<TraceStep>,
}

impl Trace<'_> {
    /// The run that ends in `last`.
    pub fn finish(self, last: &[u8], fault: Option<Fault>) -> Counterexample {
        Counterexample {
            steps: self.steps,
            fault,
            last: describe(self.interpreter.layout(), last),
            waiting: waiting(self.interpreter, last),
        }
    }

    /// Records the moves of a step up to its fault, and returns the last state reached.
    pub fn record(&mut self, from: &[u8], step: &Step, number: usize) -> Vec<u8> {
        let after = self.interpreter.follow(from, &step.moves);
        let printed = self.interpreter.printed(from, &step.moves);
        let until = step.until_fault().len();
        let mut before = from.to_vec();
        let mut sent: Option<program::Transfer> = None;
        for (i, &mv) in step.moves.iter().enumerate() {
            let Some(transition) = self.interpreter.transition(&before, mv) else { break };
            let next = after.get(i).unwrap_or(&before);
            let mut message = self.interpreter.transfer(&before, mv);
            if let (Some(m), Some(s)) = (&mut message, &sent)
                && !m.sent
                && m.fields.is_empty()
                && m.channel == s.channel
            {
                m.fields = s.fields.clone();
            }
            sent = message.clone().filter(|m| m.sent);
            let layout = self.interpreter.layout();
            self.steps.push(TraceStep {
                by: mv,
                process: process_name(layout, &layout.configuration_of(&before), mv.pid),
                span: transition.span,
                statement: transition.text.clone(),
                changes: changes(
                    &describe_unlike(layout, &before, Some(next)),
                    &describe_unlike(layout, next, Some(&before)),
                ),
                message,
                printed: printed.get(i).filter(|text| !text.is_empty()).cloned(),
                spin_id: transition.spin_id,
                step: number as u32,
            });
            before = next.clone();
            if i + 1 == until {
                break;
            }
        }
        before
    }
}

fn changes(before: &[NamedValue], after: &[NamedValue]) -> Vec<Change> {
    // Large arrays have as many names as elements, so names are not searched for one by one.
    let by_name = |all: &[NamedValue]| -> HashMap<String, String> {
        all.iter().rev().map(|v| (v.name.clone(), v.value.clone())).collect()
    };
    let (old, new) = (by_name(before), by_name(after));
    let mut out = Vec::new();
    for value in before {
        let to = new.get(&value.name);
        if to != Some(&value.value) {
            let to = to.cloned();
            out.push(Change { name: value.name.clone(), from: Some(value.value.clone()), to });
        }
    }
    for value in after.iter().filter(|v| !old.contains_key(&v.name)) {
        out.push(Change { name: value.name.clone(), from: None, to: Some(value.value.clone()) });
    }
    out
}

/// More statements than this are not told of a place.
const MOST_NEXT: usize = 4;

/// Where every process stands, and everything that it could do there.
fn waiting(interpreter: &Interpreter, state: &[u8]) -> Vec<(String, program::Span, String)> {
    let layout = interpreter.layout();
    let configuration = layout.configuration_of(state);
    (0..configuration.processes.len())
        .filter_map(|pid| {
            let pid = Pid(pid as u8);
            let next = interpreter.next_statements(state, pid);
            let mut texts: Vec<&str> = next.iter().map(|transition| transition.text.as_str()).collect();
            texts.dedup();
            let more = if texts.len() > MOST_NEXT { " or …" } else { "" };
            texts.truncate(MOST_NEXT);
            let text = texts.join(" or ") + more;
            Some((process_name(layout, &configuration, pid), next.first()?.span, text))
        })
        .collect()
}
