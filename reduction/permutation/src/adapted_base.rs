//! A base adapted to a colouring of the points.
//!
//! A backtrack search for elements that respect a colouring is short when its base starts where the colouring
//! leaves few choices. The base is chosen greedily: of the points that still move, take one whose colour is
//! rarest in its orbit, then pass to its stabiliser. A point that is alone of its colour in its orbit is
//! fixed by every element sought and costs no branching at all. This is the role of the R-base in Leon's
//! partition backtrack (*Permutation group algorithms based on partitions*, 1991); the cells of his
//! partitions are here the orbits of the current stabiliser cut by the colours.
//!
//! The chain is built from random elements of the known group (see [`crate::known_order`]), a few per level.
//! Should they fail to generate some stabiliser, the order shows it and more elements are sifted in; the base
//! is then merely less well chosen.

use crate::{Orbits, Perm, Point, Random, StabiliserChain, orbits_of, schreier_sims::insert};

/// Random elements sifted per level; eight generate almost every group we meet.
const PER_LEVEL: usize = 8;

/// A chain of the same group as `chain` whose base starts with the points that `colours` constrain most.
pub(crate) fn adapted_chain(chain: &StabiliserChain, colours: &[u16]) -> StabiliserChain {
    let mut adapted = StabiliserChain::trivial(chain.degree());
    let mut random = Random::new(0xadab);
    let mut pool: Vec<Perm> = chain.generators_from(0).cloned().collect();
    let mut counts = Vec::new();
    while let Some(base) = most_constrained(&orbits_of(chain.degree(), &pool), colours, &mut counts) {
        let level = adapted.levels.len();
        adapted.push_level(base);
        pool.drain(..).for_each(|g| adapted.add_generator(g, level, level));
        for _ in 0..PER_LEVEL {
            let mut element = chain.random_element(0, &mut random);
            if adapted.sift(&mut element, 0) > level && !element.is_identity() {
                pool.push(element);
            }
        }
    }
    while adapted.order() != chain.order() {
        insert(&mut adapted, chain.random_element(0, &mut random));
    }
    adapted
}

/// A point that moves and whose colour is rarest within its orbit; of those, one in the longest orbit.
fn most_constrained(orbits: &Orbits, colours: &[u16], counts: &mut Vec<u32>) -> Option<Point> {
    let colour_count = colours.iter().max().map_or(0, |&c| c as usize + 1);
    let mut best: Option<(u32, usize, Point)> = None;
    for orbit in orbits.non_trivial() {
        counts.clear();
        counts.resize(colour_count, 0);
        orbit.iter().for_each(|p| counts[colours[p.index()] as usize] += 1);
        for &p in orbit {
            let key = (counts[colours[p.index()] as usize], usize::MAX - orbit.len(), p);
            best = best.map_or(Some(key), |b| Some(b.min(key)));
        }
    }
    best.map(|(_, _, p)| p)
}
