//! Components in the order of their colours: an element that takes the colours to their smallest image, applied.
//!
//! This is the constructive orbit problem for the control part of a state (Donaldson and Miller, Extending symmetry
//! reduction techniques to a realistic model of computation, 2007, section 5), by looking at the group on the points alone
//! (`permutation::SmallestImage`). Only points that have a colour are looked at where they tell all elements apart: what
//! moves together, a process and its channel, is one point then, and exchanging two of them is an exchange of two points,
//! which the search for smallest images does by sorting.
//!
//! Which element it is depends on the order of the colours and not on what they are, and fewer orders occur than states,
//! since processes are in few different states at a time: they are kept, with the element as the factors it is applied by.
//! The load balancer with two servers and six clients asks for 74,294 arrangements, of 679 orders; segmenting it takes
//! 0.4 times as long as without keeping them.

use std::collections::HashMap;

use kernels::Block;
use permutation::{Group, Point};

use crate::group_action::colours::Colour;
use crate::group_action::factored::{Factored, Factors};
use crate::techniques::technique::Context;

/// Arrangements kept; with more of them they are found again.
const MOST_KEPT: usize = 20_000;

/// Up to so many colours each is compared with each.
const FEW: usize = 24;

/// Arranges states by colours.
pub(crate) struct Arranger {
    /// The points that are looked at, orbit after orbit.
    points: Vec<usize>,
    /// Where each orbit ends.
    ends: Vec<usize>,
    degree: usize,
    smallest: permutation::SmallestImage,
    scratch: permutation::Scratch<u16>,
    factored: Factored,
    /// For each order of colours, the number of its arrangement.
    known: HashMap<Vec<u16>, usize>,
    arrangements: Vec<Arrangement>,
    colours: Vec<Colour>,
    ranks: Vec<u16>,
}

/// What is done to the states whose colours are in one order.
struct Arrangement {
    factors: Factors,
    /// The rank of the colour of each point that is looked at, where the element takes it.
    arranged: Vec<u16>,
}

impl Arranger {
    /// Looks at `coloured` points, a union of orbits, if they tell all elements apart, and otherwise at all. `None` where
    /// the group does not act on the states.
    pub fn new(maker: &Context<'_>, group: &Group, coloured: &[Point]) -> Option<Arranger> {
        let enough = group.pointwise_stabiliser(coloured).is_trivial();
        let looked_at = |p: &Point| !enough || coloured.contains(p);
        let (mut points, mut ends) = (Vec::new(), Vec::new());
        for orbit in group.orbits().non_trivial().filter(|orbit| looked_at(&orbit[0])) {
            points.extend_from_slice(orbit);
            ends.push(points.len());
        }
        Some(Arranger {
            smallest: permutation::SmallestImage::new(&group.action_on(&points)),
            scratch: permutation::Scratch::default(),
            factored: Factored::new(maker, group, &points)?,
            points: points.iter().map(|p| p.index()).collect(),
            ends,
            degree: group.degree(),
            known: HashMap::new(),
            arrangements: Vec::new(),
            colours: Vec::new(),
            ranks: Vec::new(),
        })
    }

    /// Arranges a state by the colours of its points, and returns the number of the arrangement.
    pub fn arrange(&mut self, colours: &[Colour], state: &mut Block) -> usize {
        self.colours.clear();
        self.colours.extend(self.points.iter().map(|&p| colours[p]));
        self.ranks.clear();
        self.ranks.resize(self.colours.len(), 0);
        let mut start = 0;
        for &end in &self.ends {
            rank(&self.colours[start..end], &mut self.ranks[start..end]);
            start = end;
        }
        let number = match self.known.get(&self.ranks) {
            Some(&number) => number,
            None => self.find(),
        };
        self.factored.apply(&self.arrangements[number].factors, state);
        number
    }

    /// The partition of all points by their colours after an arrangement: for each the number of its cell, in order of
    /// appearance, so that it does not depend on which colours are the smaller ones.
    pub fn partition(&self, number: usize) -> Vec<u16> {
        let arranged = &self.arrangements[number].arranged;
        let mut partition = vec![0; self.degree];
        let (mut start, mut next) = (0, 1);
        for &end in &self.ends {
            for i in start..end {
                let earlier = (start..i).find(|&j| arranged[j] == arranged[i]);
                partition[self.points[i]] = earlier.map_or(next, |j| partition[self.points[j]]);
                next += u16::from(earlier.is_none());
            }
            start = end;
        }
        partition
    }

    /// The arrangements there are. They are forgotten where they become very many, and numbers begin anew.
    pub fn len(&self) -> usize {
        self.arrangements.len()
    }

    #[cold]
    fn find(&mut self) -> usize {
        if self.arrangements.len() >= MOST_KEPT {
            self.known.clear();
            self.arrangements.clear();
        }
        let (arranged, element) = self.smallest.of_vector(&self.ranks, &mut self.scratch);
        let factors = self.factored.factors(element);
        self.arrangements.push(Arrangement { factors, arranged });
        self.known.insert(self.ranks.clone(), self.arrangements.len() - 1);
        self.arrangements.len() - 1
    }
}

/// For each colour, how many are smaller.
fn rank(colours: &[Colour], ranks: &mut [u16]) {
    if colours.len() > FEW {
        return rank_many(colours, ranks);
    }
    for (i, a) in colours.iter().enumerate() {
        let (before, rest) = ranks.split_at_mut(i);
        for (b, rank) in colours.iter().zip(before) {
            rest[0] += u16::from(b < a);
            *rank += u16::from(a < b);
        }
    }
}

fn rank_many(colours: &[Colour], ranks: &mut [u16]) {
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_unstable_by_key(|&i| colours[i]);
    for (k, pair) in order.windows(2).enumerate() {
        let same = colours[pair[0]] == colours[pair[1]];
        ranks[pair[1]] = if same { ranks[pair[0]] } else { k as u16 + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, rank, rank_many};

    #[test]
    fn a_rank_is_the_number_of_smaller_colours() {
        let mut seed = 5u64;
        for length in 0..60usize {
            let mut random = || {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                Colour::from(seed >> 40) % (1 + length as Colour)
            };
            let colours: Vec<Colour> = (0..length).map(|_| random()).collect();
            let slow: Vec<u16> =
                colours.iter().map(|a| colours.iter().filter(|b| *b < a).count() as u16).collect();
            let (mut ranks, mut many) = (vec![0; length], vec![0; length]);
            rank(&colours, &mut ranks);
            rank_many(&colours, &mut many);
            assert_eq!((ranks, many), (slow.clone(), slow));
        }
    }
}
