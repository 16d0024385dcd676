//! Where violations were first found, and which of several to show.
//!
//! A search of many states meets the states of a level in an order that depends on its threads. So which of the violations
//! of a level is taken must not depend on which was met first: a wrong state comes before a wrong step, whose path is
//! longer by one, then the smaller source in the order of bytes comes first, then the earlier step of it. The states of a
//! level are the same in every run, and so is what is taken.

use crate::{LastStep, Violation};

/// A violation and the first place where it was found, or the one that was chosen among the first.
#[derive(Debug)]
pub(crate) struct Occurrence {
    pub(crate) violation: Violation,
    pub(crate) count: u64,
    /// The number of the state it was found in, or from which the violating step leads.
    pub(crate) source: u32,
    /// The violating step; `None` if the source is wrong itself.
    pub(crate) last: Option<LastStep>,
    /// The bytes of the source, where they decide.
    pub(crate) state: Vec<u8>,
}

impl Occurrence {
    /// What decides between two violations of a level; those of one state are met in order.
    fn rank(&self) -> (bool, &[u8], u32) {
        (self.last.is_some(), &self.state, self.last.as_ref().map_or(0, |last| last.index))
    }
}

/// Is a violation of the state `source`, or of its step with this index, to be shown rather than `known`?
pub(crate) fn precedes(source: &[u8], step: Option<u32>, known: &Occurrence) -> bool {
    (step.is_some(), source, step.unwrap_or(0)) < known.rank()
}

/// Brings together what several threads found in one level. They come in the order in which they are to be shown.
pub(crate) fn merge(found: impl Iterator<Item = Occurrence>) -> Vec<Occurrence> {
    let mut merged: Vec<Occurrence> = Vec::new();
    for new in found {
        match merged.iter_mut().find(|known| known.violation == new.violation) {
            Some(known) => {
                let count = known.count + new.count;
                if new.rank() < known.rank() {
                    *known = new;
                }
                known.count = count;
            }
            None => merged.push(new),
        }
    }
    merged.sort_by(|a, b| a.rank().cmp(&b.rank()));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurrence(violation: u32, state: u8, step: Option<u32>) -> Occurrence {
        let violation = Violation::new(violation).expect("not zero");
        let last = step.map(|index| LastStep { label: 0, index, state: None });
        Occurrence { violation, count: 1, source: 0, last, state: vec![state] }
    }

    #[test]
    fn the_order_of_discovery_does_not_matter() {
        let all = || {
            let mut all = vec![occurrence(1, 5, Some(2)), occurrence(1, 5, Some(1)), occurrence(2, 9, None)];
            all.extend([occurrence(2, 8, Some(0)), occurrence(3, 4, Some(7)), occurrence(1, 6, Some(0))]);
            all
        };
        for turn in 0..6 {
            let mut found = all();
            found.rotate_left(turn);
            let merged = merge(found.into_iter());
            let seen: Vec<_> =
                merged.iter().map(|o| (o.violation.id(), o.count, o.state[0], o.rank().2)).collect();
            assert_eq!(seen, [(2, 2, 9, 0), (3, 1, 4, 7), (1, 3, 5, 1)]);
        }
        let known = occurrence(1, 5, Some(3));
        assert!(precedes(&[5], Some(2), &known) && precedes(&[7], None, &known));
        assert!(!precedes(&[5], Some(3), &known) && !precedes(&[6], Some(0), &known));
    }
}
