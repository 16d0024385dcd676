//! The states of a level that are still to be expanded: threads take some at a time.
//!
//! A thread takes a share of what is left, so that shares become small towards the end and threads end together (guided
//! self-scheduling: Polychronopoulos and Kuck, 1987). States with neighbouring numbers stay together: they resemble each
//! other, which decoding, encoding and the cache of successors live on.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most states taken at a time by one of several threads, and the fewest.
const MOST: u32 = 1024;
const FEWEST: u32 = 8;
/// Each thread takes its part of what is left in so many turns.
const TURNS: u32 = 4;

/// A range of states. See the module's text.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// Where it begins, and where it ends in the upper half.
    left: AtomicU64,
}

impl Claims {
    /// Offers states, of which nothing was left.
    pub(crate) fn offer(&self, states: Range<u32>) {
        self.left.store(join(states), Ordering::Relaxed);
    }

    /// Takes some states, for one of so many threads: all, if it is the only one.
    pub(crate) fn take(&self, threads: u32) -> Option<Range<u32>> {
        let take = |states: Range<u32>| match states.len() as u32 {
            0 => None,
            len if threads == 1 => Some(len),
            len => Some((len / (threads * TURNS)).clamp(FEWEST, MOST).min(len)),
        };
        let rest = |left| {
            let states = split(left);
            take(states.clone()).map(|count| join(states.start + count..states.end))
        };
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok()?;
        let states = split(left);
        let count = take(states.clone())?;
        Some(states.start..states.start + count)
    }

    /// What nobody has taken.
    pub(crate) fn left(&self) -> Range<u32> {
        split(self.left.load(Ordering::Relaxed))
    }
}

fn join(states: Range<u32>) -> u64 {
    u64::from(states.start) | u64::from(states.end) << 32
}

fn split(left: u64) -> Range<u32> {
    left as u32..(left >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_is_taken_once() {
        let claims = Claims::default();
        assert_eq!(claims.take(1), None);
        claims.offer(3..9);
        assert_eq!((claims.take(1), claims.take(1)), (Some(3..9), None));
        claims.offer(100..100_000);
        let taken: Vec<Vec<Range<u32>>> = std::thread::scope(|scope| {
            let take = || std::iter::from_fn(|| claims.take(3)).collect();
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(take)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let mut all: Vec<u32> = taken.into_iter().flatten().flatten().collect();
        all.sort_unstable();
        assert_eq!(all, (100..100_000).collect::<Vec<_>>());
        assert!(claims.left().is_empty());
    }
}
