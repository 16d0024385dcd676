//! Certifying a verdict: what was stored is handed to the witness, which goes over it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explorer::{Limits, Report, StopReason, Verdict};
use lazy::Uncertified;
use program::{Interpreter, LocationId, ProctypeId, Program};
use report::{Outcome, VerdictWord};
use symmetry::{Reducer, SlowGroup};
use witness::{Certificate, NoSymmetries, Pause, Refusal, Stored, Symmetries, relate};

use crate::lazily::Lazily;
use crate::reduction::Reduction;

/// Whether a verdict can be certified, and against what.
#[derive(Clone, Debug)]
pub enum Certify {
    /// Against the program as it is written.
    Against(Arc<Program>),
    /// It cannot be certified, for this reason.
    Refuse(String),
}

/// So many states that annotated ones stand for are written out.
const MOST_WRITTEN_OUT: usize = 2_000_000;
/// Time to release what a certificate holds.
const MOST_RELEASE: Duration = Duration::from_secs(1);
/// Bytes that the checker's own set takes for each state beside its bytes.
const BYTES_PER_STATE: usize = 96;

/// Keeps the states that a search stored until they are gone over.
#[derive(Debug)]
pub struct Keeper {
    limits: Limits,
    begin: Instant,
    states: Vec<Vec<u8>>,
    bytes: usize,
}

impl Keeper {
    /// For a search that begins now; its limits are those of the certificate too, which ends a little earlier: a million
    /// states are not released in a moment, and a verdict that has been reached should be reported in time.
    pub fn new(limits: Limits) -> Keeper {
        let shorter = |time: Duration| time - (time / 10).min(MOST_RELEASE);
        let limits = Limits { time: limits.time.map(shorter), ..limits };
        Keeper { limits, begin: Instant::now(), states: Vec::new(), bytes: 0 }
    }

    /// Keeps a state, unless there is no memory for it.
    pub fn keep(&mut self, state: &[u8]) {
        self.bytes += state.len() + BYTES_PER_STATE;
        match self.is_full() {
            true => self.states = Vec::new(),
            false => self.states.push(state.to_vec()),
        }
    }

    fn is_full(&self) -> bool {
        self.limits.memory.is_some_and(|limit| self.bytes > limit)
    }

    /// Has `check` go over the states.
    pub fn go_over(
        self,
        interrupt: &AtomicBool,
        check: impl FnOnce(&[Vec<u8>], Pause<'_>) -> Result<Certificate, Refusal>,
    ) -> Certified {
        let start = Instant::now();
        let mut pause = || self.reason_to_stop(interrupt);
        let result = match self.is_full() {
            true => Err(Refusal::Unfinished(StopReason::Memory.to_string())),
            false => check(&self.states, &mut pause),
        };
        Certified { result, time: start.elapsed() }
    }

    fn reason_to_stop(&self, interrupt: &AtomicBool) -> Option<String> {
        if interrupt.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted.to_string());
        }
        let late = self.limits.time_is_up(self.begin, Instant::now());
        late.then(|| StopReason::Time.to_string())
    }
}

/// Certifies a verdict on a program, if that was asked for.
pub(crate) fn certify(
    asked: Option<&Certify>,
    keeper: Keeper,
    reduction: &mut Reduction,
    report: &Report,
    interrupt: &AtomicBool,
) -> Option<Certified> {
    let asked = asked.filter(|_| report.verdict == Verdict::Holds)?;
    Some(keeper.go_over(interrupt, |states, pause| match asked {
        Certify::Refuse(why) => Err(Refusal::Unfinished(why.clone())),
        Certify::Against(full) => {
            certify_program(full, reduction, states, report.statistics.transitions, pause)
        }
    }))
}

/// Certifies a verdict on a program that was explored with annotated states, if that was asked for.
pub(crate) fn certify_lazily(
    asked: Option<&Certify>,
    keeper: Keeper,
    interpreter: &Interpreter,
    lazy: &Lazily,
    report: &Report,
    interrupt: &AtomicBool,
) -> Option<Certified> {
    let asked = asked.filter(|_| report.verdict == Verdict::Holds)?;
    let limits = keeper.limits;
    let each = interpreter.initial().map_or(0, |state| state.len()) + BYTES_PER_STATE;
    let most = limits.memory.map_or(MOST_WRITTEN_OUT, |limit| MOST_WRITTEN_OUT.min(limit / (2 * each)));
    Some(keeper.go_over(interrupt, |_, pause| match asked {
        Certify::Refuse(why) => Err(Refusal::Unfinished(why.clone())),
        Certify::Against(full) => {
            let proved = lazy.certify(interpreter, most, limits, interrupt, pause);
            let invariant = proved.map_err(|why| match why {
                Uncertified::TooMany | Uncertified::Stopped(_) => Refusal::Unfinished(why.to_string()),
                why => Refusal::Rejected(why.to_string()),
            })?;
            relate(full, interpreter.layout(), &invariant.states, &|_, _| Vec::new()).map_err(unrelated)?;
            let states = invariant.states.len() as u64;
            Ok(Certificate { states, steps: invariant.steps, images: 0, all_images: true })
        }
    }))
}

fn unrelated(why: String) -> Refusal {
    Refusal::Rejected(format!("a static reduction is not proved: {why}"))
}

/// Goes over the states stored for a program.
pub fn certify_program(
    full: &Program,
    reduction: &mut Reduction,
    states: &[Vec<u8>],
    transitions: u64,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    let interpreter = &reduction.interpreter;
    let group = reduction.group.as_ref().filter(|_| reduction.reducer.is_some());
    let images = |id: ProctypeId, location: LocationId| -> Vec<LocationId> {
        let Some(group) = group.filter(|group| !group.keeps_locations) else { return Vec::new() };
        let detection = &group.detection;
        let of_type = detection.instance.processes.iter().zip(0u8..).filter(|(code, _)| code.proctype == id);
        of_type
            .flat_map(|(_, pid)| detection.generators.iter().map(move |g| g.location(pid, location)))
            .collect()
    };
    relate(full, interpreter.layout(), states, &images).map_err(unrelated)?;
    let exempt = reduction.reducer.as_ref().map(Reducer::exempt).cloned().unwrap_or_default();
    let stored = Stored { states, exempt: &exempt, transitions: Some(transitions) };
    let Some((group, reducer)) = group.zip(reduction.reducer.as_mut()) else {
        return plainly(interpreter, stored, pause);
    };
    let mut symmetries = SlowGroup::new(group, states.len());
    if !symmetries.are_all() {
        let proved = symmetries.prove_generators(interpreter);
        proved.map_err(|why| Refusal::Rejected(format!("a symmetry is not proved: {why}")))?;
    }
    let mut propose = |state: &[u8]| vec![reducer.representative(state)];
    witness::certify(&mut &*interpreter, &mut symmetries, stored, &mut propose, pause)
}

fn plainly(interpreter: &Interpreter, stored: Stored<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
    debug_assert!(stored.exempt == &HashSet::new());
    witness::certify(&mut &*interpreter, &mut NoSymmetries, stored, &mut |_| Vec::new(), pause)
}

/// What came of going over stored states.
#[derive(Debug)]
pub struct Certified {
    result: Result<Certificate, Refusal>,
    time: Duration,
}

impl Certified {
    /// Says so in the outcome. A verdict whose certificate was rejected is none.
    pub fn into_outcome(self, outcome: &mut Outcome) {
        let mut told =
            report::Certificate { seconds: self.time.as_secs_f64(), ..report::Certificate::default() };
        match self.result {
            Ok(certificate) => {
                outcome.certified = true;
                told.steps = certificate.steps;
                told.images = certificate.images;
                told.all_images = certificate.all_images;
            }
            Err(refusal) => {
                if matches!(refusal, Refusal::Rejected(_)) {
                    outcome.verdict = VerdictWord::Undecided;
                    outcome.reason = Some(format!("internal error: {refusal}"));
                }
                told.refused = Some(refusal.to_string());
            }
        }
        outcome.certificate = Some(told);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped_after(elapsed: Duration, limit: Duration) -> bool {
        let since = Instant::now().checked_sub(elapsed).expect("the clock is older");
        let limits = Limits { time: Some(limit), since: Some(since), ..Limits::default() };
        let certified = Keeper::new(limits).go_over(&AtomicBool::new(false), |_, pause| match pause() {
            Some(why) => Err(Refusal::Unfinished(why)),
            None => Ok(Certificate::default()),
        });
        certified.result.is_err()
    }

    #[test]
    fn a_certificate_leaves_time_to_release_what_it_holds() {
        let seconds = Duration::from_secs;
        assert!(!stopped_after(seconds(8), seconds(10)));
        assert!(stopped_after(Duration::from_millis(9100), seconds(10)));
        assert!(!stopped_after(seconds(90), seconds(100)));
        assert!(stopped_after(Duration::from_millis(99_100), seconds(100)));
    }

    #[test]
    fn without_memory_for_the_states_nothing_is_certified() {
        let mut keeper = Keeper::new(Limits { memory: Some(1000), ..Limits::default() });
        (0..10).for_each(|byte| keeper.keep(&[byte; 20]));
        let certified = keeper.go_over(&AtomicBool::new(false), |_, _| Ok(Certificate::default()));
        assert_eq!(certified.result, Err(Refusal::Unfinished(StopReason::Memory.to_string())));
    }
}
