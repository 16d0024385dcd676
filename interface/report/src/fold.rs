//! Which steps of a long run are shown: its beginning, the beginning of its cycle, and its end.

use std::ops::Range;

/// Runs of no more steps than this are shown whole.
const SHORT: usize = 60;
/// Steps shown of the beginning of the run and of its cycle.
const FIRST: usize = 12;
/// Steps shown of the end.
const LAST: usize = 25;
/// Fewer steps than this are not worth leaving out.
const FEW: usize = 5;

/// The steps that are left out, in order.
pub(crate) fn left_out(steps: usize, cycle_from: Option<usize>, is_full: bool) -> Vec<Range<usize>> {
    if is_full || steps <= SHORT {
        return Vec::new();
    }
    let cycle = cycle_from.map_or(steps, |cycle| cycle.min(steps));
    let end = steps - LAST;
    let shown = [0..FIRST, cycle.saturating_sub(2)..(cycle + FIRST).min(steps), end..steps];
    let mut out = Vec::new();
    let mut at = 0;
    let mut shown = shown.to_vec();
    shown.sort_by_key(|range| range.start);
    for range in shown {
        if range.start > at + FEW {
            out.push(at..range.start);
        }
        at = at.max(range.end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_long_run_is_left_out() {
        let left = |steps, cycle_from, is_full| -> Vec<(usize, usize)> {
            left_out(steps, cycle_from, is_full).into_iter().map(|range| (range.start, range.end)).collect()
        };
        assert_eq!(left(60, None, false), []);
        assert_eq!(left(3_000, None, true), []);
        assert_eq!(left(3_000, None, false), [(12, 2_975)]);
        assert_eq!(left(3_000, Some(1_000), false), [(12, 998), (1_012, 2_975)]);
        assert_eq!(left(3_000, Some(3_000), false), [(12, 2_975)]);
        assert_eq!(left(100, Some(5), false), [(17, 75)]);
    }
}
