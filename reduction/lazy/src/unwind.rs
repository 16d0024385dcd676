//! Unwinding: the arrangements of a state that an edge tells apart.
//!
//! An edge that respects a partition L sees more in a state annotated with P than the state itself says: the orbit under
//! P has to be covered by orbits under the meet of P and L (Wahl and D'Silva, equation 5). The paper's `unwind` applies all
//! permutations in P that are not in L and hopes that buckets remove repetitions (section 9). Here no permutation
//! is ever formed: within a cell of P only the *multiset* of local states matters, so the distinct results are exactly
//! the ways to deal that multiset out to the parts of the cell. These are enumerated directly, each once. Parts for
//! which a condition of the edge rules out local states are dealt first and take no others.

use std::ops::ControlFlow;

use crate::local::LocalId;
use crate::partition::{Partition, Refinement};

/// A local state and how often it occurs.
pub(crate) type Run = (LocalId, u32);

/// Which local states a cell of the meet may take.
pub(crate) type Allowed<'a> = dyn Fn(u16, LocalId) -> bool + 'a;

/// The runs of each cell of an arrangement.
pub(crate) fn runs(at: &[LocalId], partition: &Partition) -> Vec<Vec<Run>> {
    let mut cell_states = Vec::new();
    let mut out = Vec::with_capacity(partition.cells.len());
    for cell in &partition.cells {
        cell_states.clear();
        cell_states.extend(cell.iter().map(|p| at[p.index()]));
        cell_states.sort_unstable();
        let mut runs: Vec<Run> = Vec::new();
        for &state in &cell_states {
            match runs.last_mut() {
                Some((last, count)) if *last == state => *count += 1,
                _ => runs.push((state, 1)),
            }
        }
        out.push(runs);
    }
    out
}

/// The runs of one multiset, in order: a local state that occurs in several is counted once.
pub(crate) fn merged(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable();
    runs.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 += later.1;
        }
        same
    });
    runs
}

/// Calls `visit` with every arrangement that differs under the meet; `constrained` says which of its cells are ruled by
/// `allowed`.
pub(crate) fn unwind(
    runs: Vec<Vec<Run>>,
    refinement: &Refinement,
    meet: &Partition,
    constrained: &dyn Fn(u16) -> bool,
    allowed: &Allowed<'_>,
    visit: &mut dyn FnMut(&[LocalId]) -> ControlFlow<()>,
) {
    let mut order = Vec::new();
    for (parts, coarse) in refinement.parts.iter().zip(0..) {
        let mut parts = parts.clone();
        parts.sort_by_key(|&part| !constrained(part));
        order.extend(parts.into_iter().map(|part| (coarse, part)));
    }
    let at = vec![LocalId(0); meet.cell_of.len()];
    let mut deal = Deal { runs, order, meet, allowed, at };
    let _ = deal.part(0, visit);
}

struct Deal<'a> {
    /// What is left of each coarse cell.
    runs: Vec<Vec<Run>>,
    /// Coarse cells with their parts, in the order in which they are dealt to.
    order: Vec<(usize, u16)>,
    meet: &'a Partition,
    allowed: &'a Allowed<'a>,
    at: Vec<LocalId>,
}

type Visit<'v> = dyn FnMut(&[LocalId]) -> ControlFlow<()> + 'v;

impl Deal<'_> {
    fn part(&mut self, depth: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
        match self.order.get(depth) {
            None => visit(&self.at),
            Some(_) => self.take(depth, 0, 0, visit),
        }
    }

    /// Deals to the part at `depth` from run number `run` on; `filled` of its members have a state already.
    fn take(&mut self, depth: usize, run: usize, filled: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let (coarse, part) = self.order[depth];
        let meet = self.meet;
        let members = &meet.cells[usize::from(part)];
        let wanted = members.len() - filled;
        if wanted == 0 {
            return self.part(depth + 1, visit);
        }
        let Some(&(state, left)) = self.runs[coarse].get(run) else { return ControlFlow::Continue(()) };
        let later: usize = self.runs[coarse][run + 1..].iter().map(|&(_, count)| count as usize).sum();
        let most = if left > 0 && (self.allowed)(part, state) { wanted.min(left as usize) } else { 0 };
        for count in wanted.saturating_sub(later)..=most {
            for member in &members[filled..filled + count] {
                self.at[member.index()] = state;
            }
            self.runs[coarse][run].1 -= count as u32;
            let flow = self.take(depth, run + 1, filled + count, visit);
            self.runs[coarse][run].1 += count as u32;
            flow?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::partition::Partitions;

    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for shorter in permutations(n - 1) {
            for at in 0..n {
                let mut longer = shorter.clone();
                longer.insert(at, n - 1);
                all.push(longer);
            }
        }
        all
    }

    /// Equation 5, against all permutations: sorted within the cells of the meet, both sides are the same set, and no
    /// arrangement comes twice.
    #[test]
    fn arrangements_are_those_of_all_permutations() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..200 {
            let n = 2 + next(4) as usize;
            let states: Vec<LocalId> = (0..n).map(|_| LocalId(next(3) as u32)).collect();
            let mut all = Partitions::default();
            let mut random = || Partition::by_label((0..n).map(|_| next(2)).collect::<Vec<_>>());
            let (p, l) = (all.intern(random()), all.intern(random()));
            let refinement = all.refine(p, l);
            let (coarse, meet) = (all.get(p).clone(), all.get(refinement.meet).clone());
            let mut found = Vec::new();
            unwind(runs(&states, &coarse), &refinement, &meet, &|_| false, &|_, _| true, &mut |at| {
                found.push(at.to_vec());
                ControlFlow::Continue(())
            });
            let sorted = |at: &[LocalId]| runs(at, &meet);
            let expected: BTreeSet<_> = (permutations(n).into_iter())
                .filter(|image| (0..n).all(|i| coarse.cell_of[i] == coarse.cell_of[image[i]]))
                .map(|image| sorted(&image.iter().map(|&i| states[i]).collect::<Vec<_>>()))
                .collect();
            let unwound: BTreeSet<_> = found.iter().map(|at| sorted(at)).collect();
            assert_eq!(unwound, expected);
            assert_eq!(unwound.len(), found.len());
        }
    }
}
