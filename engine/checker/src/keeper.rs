//! Certifying a verdict: what the search stored is kept until it is gone over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explorer::{Limits, StopReason};
use report::{Outcome, VerdictWord};
use witness::{Certificate, Pause, Refusal};

use crate::system::Certifying;

/// Time to release what a certificate holds.
const MOST_RELEASE: Duration = Duration::from_secs(1);
/// Bytes that the checker's own set takes for each state beside its bytes.
const BYTES_PER_STATE: usize = 96;

/// Keeps the states that a search stored until they are gone over.
#[derive(Debug)]
pub(crate) struct Keeper {
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
        transitions: u64,
        interrupt: &AtomicBool,
        check: impl FnOnce(Certifying<'_>, Pause<'_>) -> Result<Certificate, Refusal>,
    ) -> Certified {
        let start = Instant::now();
        let mut pause = || self.reason_to_stop(interrupt);
        let stored = Certifying { states: &self.states, transitions, limits: self.limits };
        let result = match self.is_full() {
            true => Err(Refusal::Unfinished(StopReason::Memory.to_string())),
            false => check(stored, &mut pause),
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

/// What came of going over stored states.
#[derive(Debug)]
pub(crate) struct Certified {
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
        let certified = Keeper::new(limits).go_over(0, &AtomicBool::new(false), |_, pause| match pause() {
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
        let certified = keeper.go_over(0, &AtomicBool::new(false), |_, _| Ok(Certificate::default()));
        assert_eq!(certified.result, Err(Refusal::Unfinished(StopReason::Memory.to_string())));
    }
}
