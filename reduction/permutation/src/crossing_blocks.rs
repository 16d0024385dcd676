//! Blocks that take a part of every orbit.
//!
//! Donaldson and Miller, *On the constructive orbit problem*, 2009, section 6.2: a block of an intransitive
//! wreath product is a union of blocks, one from each orbit, and all orbits have the same number of them.
//! They look for fitting blocks among all block systems of all orbits. Here one orbit leads: let `S` be the
//! stabiliser of a block `X` of it, of index `d`. A block `Y` of another orbit goes with `X` exactly if it
//! has the same stabiliser; then `Y` is an orbit of `S`, of length `|Ω|/d`. Conversely an orbit of `S` of
//! that length is such a block, because then `S` contains the stabilisers of its points. So the partners of
//! `X` are read off the orbits of `S`. Several may fit, for example both halves if `d` is two; all
//! combinations are offered, up to a limit, and the caller's comparison of orders decides.

use crate::{BlockSystem, Group, Point, block_system_with, blocks::some_blocks_through, orbits_of};

/// More blocks of the leading orbit, or combinations of one with others, are not tried; the decomposition is
/// then not found, never wrong.
const COMBINATIONS: usize = 256;

/// All systems of blocks, each block meeting every non-trivial orbit, that the group permutes transitively.
/// The one-block system is left out, and so are systems with blocks of one point.
#[must_use]
pub fn crossing_block_systems(group: &Group) -> Vec<BlockSystem> {
    let orbits = group.orbits();
    // The shortest orbit leads: it has the fewest block systems.
    let Some(leader) = orbits.non_trivial().min_by_key(|o| (o.len(), o[0])) else { return Vec::new() };
    let others: Vec<&[Point]> = orbits.non_trivial().filter(|o| o[0] != leader[0]).collect();
    let singletons = BlockSystem::new(group.degree(), leader.iter().map(|&p| vec![p]).collect());
    let mut systems = Vec::new();
    let blocks = some_blocks_through(group, leader[0], COMBINATIONS);
    let coarser = blocks.iter().map(|block| block_system_with(group, block));
    for system in std::iter::once(singletons).chain(coarser) {
        for block in unions(group, &system, &others) {
            if block.len() > 1 {
                systems.push(images(group, &block, system.blocks().len()));
            }
        }
    }
    systems
}

/// The first block of the system with one partner from each of the other orbits, in all ways.
fn unions(group: &Group, system: &BlockSystem, others: &[&[Point]]) -> Vec<Vec<Point>> {
    let stabiliser = system.stabiliser(group, 0);
    let pieces = orbits_of(group.degree(), stabiliser.generators());
    let mut found = vec![system.blocks()[0].clone()];
    for orbit in others {
        let fits = |piece: &&[Point]| {
            piece.len() * system.blocks().len() == orbit.len() && orbit.contains(&piece[0])
        };
        let partners: Vec<&[Point]> = pieces.iter().filter(fits).collect();
        let joined = |block: &Vec<Point>| {
            let block = block.clone();
            partners.iter().map(move |y| [&block, *y].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(joined).take(COMBINATIONS).collect();
    }
    found
}

/// The images of a block.
fn images(group: &Group, block: &[Point], count: usize) -> BlockSystem {
    let transversal = group.transversal(block[0]);
    let mut seen = vec![false; group.degree()];
    let mut blocks = Vec::with_capacity(count);
    for &p in transversal.points() {
        if let Some(element) = transversal.element_to(p).filter(|_| !seen[p.index()]) {
            let image = element.image_of_set(block);
            image.iter().for_each(|q| seen[q.index()] = true);
            blocks.push(image);
        }
    }
    BlockSystem::new(group.degree(), blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    #[test]
    fn crossing_systems_are_permuted() {
        for generators in [families::tree(&[3, 2]), families::tree(&[2, 2, 2]), families::cyclic(12)] {
            let group = Group::from_generators(0, generators);
            let systems = crossing_block_systems(&group);
            assert!(!systems.is_empty());
            for system in systems {
                let covered: usize = system.blocks().iter().map(Vec::len).sum();
                assert_eq!(covered, group.moved_points().len());
                assert!(group.generators().iter().all(|g| system.is_permuted_by(g)));
            }
        }
    }
}
