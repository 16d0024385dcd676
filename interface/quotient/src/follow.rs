//! Finding a counterexample again in a walk.
//!
//! A trace is told in moves, a walk goes in steps, each of which may be several moves. Steps that agree with the moves that come next
//! (who, where, and what changes) are tried depth-first; what has failed once from a state is not tried again there.

use std::collections::HashSet;

use checker::{Step, Walk};
use report::StepLine;

/// The steps of a walk whose moves are those of a trace, the beginning included. An error has the number of moves that could be
/// followed.
pub fn follow(walk: &mut dyn Walk, trace: &[StepLine]) -> Result<Vec<Step>, usize> {
    let mut search = Search { walk, trace, tried: HashSet::new(), furthest: 0 };
    search.run().ok_or(search.furthest)
}

struct Search<'a> {
    walk: &'a mut dyn Walk,
    trace: &'a [StepLine],
    /// States from which the rest of the trace was tried, each with the number of moves made until there.
    tried: HashSet<(Vec<u8>, usize)>,
    furthest: usize,
}

/// A step of the run, and those to be tried if it leads nowhere.
struct Node {
    step: Step,
    others: Vec<(Step, usize)>,
}

impl Search<'_> {
    fn run(&mut self) -> Option<Vec<Step>> {
        let mut path: Vec<Node> = Vec::new();
        let starts = self.walk.start().unwrap_or_default();
        let mut candidates = self.fitting(starts, 0);
        loop {
            match candidates.pop() {
                Some((step, made)) => {
                    self.furthest = self.furthest.max(made);
                    let next = step.state.clone();
                    path.push(Node { step, others: candidates });
                    if made == self.trace.len() {
                        return Some(path.into_iter().map(|node| node.step).collect());
                    }
                    candidates = match next {
                        Some(state) if self.tried.insert((state.clone(), made)) => {
                            let steps = self.walk.steps(&state);
                            self.fitting(steps, made)
                        }
                        _ => Vec::new(),
                    };
                }
                None => candidates = path.pop()?.others,
            }
        }
    }

    /// The steps that make the moves that come next, the likeliest last: those with the same words.
    fn fitting(&self, steps: Vec<Step>, made: usize) -> Vec<(Step, usize)> {
        let rest = &self.trace[made..];
        let mut fitting: Vec<(bool, Step, usize)> = Vec::new();
        for step in steps {
            let count = step.moves.len();
            let Some(next) = rest.get(..count) else { continue };
            if !step.moves.iter().zip(next).all(|(own, told)| is_alike(own, told)) {
                continue;
            }
            // A step without a state is the end of a run.
            if step.state.is_none() && made + count < self.trace.len() {
                continue;
            }
            let same_words = step.moves.iter().zip(next).all(|(own, told)| own.statement == told.statement);
            fitting.push((same_words, step, made + count));
        }
        fitting.reverse();
        fitting.sort_by_key(|(same_words, step, _)| (*same_words, step.fault.is_some()));
        fitting.into_iter().map(|(_, step, made)| (step, made)).collect()
    }
}

/// Made by the same process at the same place with the same effect?
fn is_alike(own: &StepLine, told: &StepLine) -> bool {
    let place = |line: &StepLine| (line.process.clone(), line.pid, line.file.clone(), line.line);
    let changes = |line: &StepLine| -> Vec<(String, Option<String>)> {
        line.changes.iter().map(|change| (change.variable.clone(), change.to.clone())).collect()
    };
    place(own) == place(told) && changes(own) == changes(told)
}
