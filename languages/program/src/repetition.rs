//! Has a deterministic run come back to where it was?
//!
//! Inside a `d_step` nothing is left to chance, so one that is twice in the same state never ends, and that is a proof.
//! The run is compared with one state kept from before, which is replaced at every power of two (R. P. Brent, An
//! improved Monte Carlo factorization algorithm, BIT 20, 1980, section 2): a cycle of length `l` behind `m` statements
//! is noticed within some `3 max(l, m)` statements, and one copy is kept.

/// Statements before the first copy is made: most `d_step`s are shorter.
const FIRST_COPY: u32 = 32;

/// A run of a `d_step` that is watched.
#[derive(Clone, Debug)]
pub struct Repetition<S> {
    kept: Option<(u32, S)>,
    executed: u32,
    next_copy: u32,
}

impl<S> Default for Repetition<S> {
    fn default() -> Repetition<S> {
        Repetition { kept: None, executed: 0, next_copy: FIRST_COPY }
    }
}

impl<S> Repetition<S> {
    /// The run is about to execute `node`. Is it certain that it has been there before, with all values as they are
    /// now? `is_now` compares a copy with them and `copy` makes one.
    pub fn is_certain(
        &mut self,
        node: u32,
        is_now: impl FnOnce(&S) -> bool,
        copy: impl FnOnce() -> S,
    ) -> bool {
        self.executed += 1;
        if self.kept.as_ref().is_some_and(|(at, kept)| *at == node && is_now(kept)) {
            return true;
        }
        if self.executed == self.next_copy {
            self.kept = Some((node, copy()));
            self.next_copy = self.next_copy.saturating_mul(2);
        }
        false
    }

    /// How many statements the run has begun.
    pub fn executed(&self) -> u32 {
        self.executed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements until a run through `next` is known to repeat itself.
    fn noticed(mut state: u32, next: impl Fn(u32) -> u32, most: u32) -> Option<u32> {
        let mut repetition = Repetition::default();
        for executed in 1..=most {
            if repetition.is_certain(0, |kept| *kept == state, || state) {
                return Some(executed);
            }
            state = next(state);
        }
        None
    }

    #[test]
    fn cycles_are_noticed_and_nothing_else_is() {
        for (tail, length) in [(0, 1), (3, 7), (100, 1), (1, 1000), (5000, 60)] {
            let next = |state| if state + 1 == tail + length { tail } else { state + 1 };
            let noticed = noticed(0, next, 1 << 20).unwrap_or(u32::MAX);
            assert!(noticed <= 2 * FIRST_COPY + 4 * u32::max(tail, length), "{tail} {length}: {noticed}");
            assert!(noticed > tail + length, "{tail} {length}: {noticed}");
        }
        assert_eq!(noticed(0, |state| state + 1, 10_000), None);
    }
}
