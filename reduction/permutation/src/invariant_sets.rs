//! Colours refined by a family of sets that the group keeps.
//!
//! A highly transitive group defeats the refinement of [`crate::partition_stabiliser`]: as long as its stabilisers stay
//! transitive on the rest, no orbit is cut and every choice looks alike. Yet such groups come with structure: where the
//! chain first cuts an orbit, the base points above together with the part cut off form a set whose images under the
//! group are few (for the Mathieu group M24 with five points fixed, the 759 octads of the Steiner system). Every element
//! that keeps a colouring permutes these images and keeps how many points of each colour each holds, so points may be
//! told apart by the contents of the images through them. A round or two leaves little to search. The idea of using
//! invariant structures of the group as refiners is Leon's (*Permutation group algorithms based on partitions*, 1991,
//! section 6), there for orbital graphs; a set family serves where the group is so transitive that orbital graphs are
//! complete.

use std::collections::HashSet;

use crate::{Perm, Point, Random, StabiliserChain, partition_stabiliser::CutOrbits};

/// More images than this cost more than they tell.
const MOST_SETS: usize = 4096;

/// The images of one set under a group of degree at most 64, as bit masks.
#[derive(Debug, Clone, Default)]
pub(crate) struct InvariantSets {
    images: Vec<u64>,
}

impl InvariantSets {
    /// The images of the set that `chain` suggests; none when there is no such set or it has too many images.
    pub(crate) fn new(chain: &StabiliserChain, cut: &CutOrbits) -> Self {
        let suggested = (chain.degree() <= 64).then(|| suggested_set(chain, cut)).flatten();
        let images = suggested.and_then(|set| images_of(set, chain));
        Self { images: images.unwrap_or_default() }
    }

    /// Colours at least as fine, kept by the same elements of the group. `None` when nothing was gained.
    pub(crate) fn refine(&self, colours: &[u16]) -> Option<Vec<u16>> {
        let mut now = colours.to_vec();
        let mut cells = distinct(&now);
        let before = cells;
        while !self.images.is_empty() {
            now = self.round(&now);
            let finer = distinct(&now);
            if finer == cells {
                break;
            }
            cells = finer;
        }
        (cells > before).then_some(now)
    }

    /// One round: a point's new colour is its old one with the sum, over the images through it, of a word for what
    /// each holds. Sums of random words may coincide by chance; the colours are then coarser, not wrong.
    fn round(&self, colours: &[u16]) -> Vec<u16> {
        let words: Vec<u64> = colours.iter().map(|&c| Random::new(u64::from(c)).bits()).collect();
        let mut sums = vec![0u64; colours.len()];
        for &image in &self.images {
            let held = points(image).fold(0u64, |sum, p| sum.wrapping_add(words[p]));
            let word = scatter(held);
            points(image).for_each(|p| sums[p] = sums[p].wrapping_add(word));
        }
        let key = |p: usize| (colours[p], sums[p]);
        let mut keys: Vec<(u16, u64)> = (0..colours.len()).map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        (0..colours.len()).map(|p| keys.binary_search(&key(p)).unwrap_or(0) as u16).collect()
    }
}

/// Where the chain first cuts an orbit below a transitive level: the base points above and the smallest part.
fn suggested_set(chain: &StabiliserChain, cut: &CutOrbits) -> Option<u64> {
    let levels = chain.levels();
    (2..levels.len()).find_map(|depth| {
        let fixed: u64 = levels[..depth].iter().map(|level| bit(level.base())).fold(0, |a, b| a | b);
        let parts = cut.at(depth).iter().filter(|orbit| !orbit.iter().all(|p| fixed & bit(*p) != 0));
        let part = parts.min_by_key(|orbit| orbit.len())?;
        let rest = chain.degree() - depth;
        (part.len() < rest).then(|| part.iter().map(|p| bit(*p)).fold(fixed, |a, b| a | b))
    })
}

fn images_of(set: u64, chain: &StabiliserChain) -> Option<Vec<u64>> {
    let generators: Vec<&Perm> = chain.generators_from(0).collect();
    let mut seen = HashSet::from([set]);
    let mut images = vec![set];
    let mut next = 0;
    while let Some(&image) = images.get(next) {
        next += 1;
        for generator in &generators {
            let moved = points(image).map(|p| bit(generator.image(Point::new(p)))).fold(0, |a, b| a | b);
            if seen.insert(moved) {
                images.push(moved);
            }
        }
        if images.len() > MOST_SETS {
            return None;
        }
    }
    Some(images)
}

fn bit(point: Point) -> u64 {
    1 << point.index()
}

fn points(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (point < 64).then_some(point)
    })
}

fn scatter(word: u64) -> u64 {
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

fn distinct(colours: &[u16]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, families};

    #[test]
    fn five_points_of_m24_suggest_the_octads() {
        let group = Group::from_generators(24, families::mathieu(24));
        let sets = InvariantSets::new(group.chain(), &CutOrbits::new(group.chain()));
        assert_eq!(sets.images.len(), 759);
        assert!(sets.images.iter().all(|set| set.count_ones() == 8));
    }

    /// Refined colours are kept by exactly the elements that keep the given ones.
    #[test]
    fn refining_keeps_the_stabiliser() {
        let mut random = Random::new(3);
        for name in [11, 12] {
            let group = Group::from_generators(name, families::mathieu(name));
            let sets = InvariantSets::new(group.chain(), &CutOrbits::new(group.chain()));
            let mut gained = 0;
            for _ in 0..20 {
                let colours: Vec<u16> = (0..name).map(|_| random.below(2) as u16).collect();
                let Some(finer) = sets.refine(&colours) else { continue };
                gained += 1;
                let keeps =
                    |g: &Perm, c: &[u16]| (0..name).all(|p| c[g.image(Point::new(p)).index()] == c[p]);
                assert!(group.elements().all(|g| keeps(&g, &colours) == keeps(&g, &finer)));
            }
            assert!(gained > 0 || sets.images.is_empty());
        }
    }
}
