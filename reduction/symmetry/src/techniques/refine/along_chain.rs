//! Any other group: canonical places along the stabiliser chain.
//!
//! At each level of the chain the component that goes to the base point is chosen among those that can: the one with the
//! smallest colour. What is left is the stabiliser of the base point, the next level. At the end one element of the
//! group remains, so the representative is in the orbit whatever the colours are; they only decide how often the choice
//! is not unique. The idea is that of canonical images by stabiliser chains (Linton, Finding the smallest image of a set,
//! 2004; Jefferson, Jonauskyte, Pfeiffer and Waldecker, Minimal and canonical images, 2019), with colours that see the
//! whole state in place of one point at a time.
//!
//! Rejected: making the group's structure part of the graph that is labelled (`label`). It needs a graph whose
//! automorphisms are exactly the group, which not every group has.

use permutation::{Perm, Point};

use super::components::Components;

/// The stabiliser chain in bytes.
#[derive(Clone, Debug)]
pub(crate) struct AlongChain {
    levels: Vec<Level>,
    /// Pairs whose exchange, with everything else left alone, is in the group.
    swaps: Vec<bool>,
    degree: usize,
    /// Pairs of components that the group's structure joins: the smallest orbits on pairs, for refinement.
    pub pairs: Vec<(u8, u8, u8)>,
}

#[derive(Clone, Debug)]
struct Level {
    /// The basic orbit.
    orbit: Vec<u8>,
    /// For each point of the orbit, an element that carries it to the base point.
    to_base: Vec<Vec<u8>>,
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Descent {
    /// Every choice was unique, or among twins.
    Unique,
    /// Several components of the same colour could go to the same place.
    Tie,
}

impl AlongChain {
    /// Reads the chain of the group on the components.
    pub fn new(components: &Components) -> Option<AlongChain> {
        let degree = components.len();
        let chain = components.group.chain();
        let level = |(i, level): (usize, &permutation::Level)| Level {
            orbit: level.orbit().iter().map(|p| p.index() as u8).collect(),
            to_base: (level.orbit().iter())
                .map(|&p| {
                    let from = chain.representative(i, p);
                    let to = if from.image(p) == level.base() { from } else { from.inverse() };
                    (0..degree).map(|c| to.at(c) as u8).collect()
                })
                .collect(),
        };
        let levels: Vec<Level> = chain.levels().iter().enumerate().map(level).collect();
        let sound = levels.iter().zip(chain.base()).all(|(level, base)| {
            (level.orbit.iter().zip(&level.to_base))
                .all(|(&p, to)| usize::from(to[usize::from(p)]) == base.index())
        });
        sound.then(|| AlongChain { levels, swaps: swaps(components), degree, pairs: pairs(components) })
    }

    /// Is the exchange of these two in the group?
    pub fn may_swap(&self, a: u8, b: u8) -> bool {
        self.swaps[usize::from(a) * self.degree + usize::from(b)]
    }

    /// Descends, and leaves the element reached. The first levels take what is in `choices`; what the others take is
    /// added. Ties are resolved by `twins`, which says whether all of the given components may be exchanged; if it denies
    /// that, they are left in `tied`.
    pub fn place(
        &self,
        colours: &[u128],
        element: &mut [u8],
        choices: &mut Vec<u8>,
        tied: &mut Vec<u8>,
        mut twins: impl FnMut(&[u8]) -> bool,
    ) -> Descent {
        let mut inverse = [0u8; 256];
        for (c, image) in element.iter_mut().enumerate() {
            *image = c as u8;
            inverse[c] = c as u8;
        }
        let given = choices.len();
        for (depth, level) in self.levels.iter().enumerate() {
            let at = if depth < given {
                let place = element[usize::from(choices[depth])];
                level.orbit.iter().position(|&p| p == place).unwrap_or(0)
            } else {
                let at = level.smallest(colours, &inverse, tied);
                if tied.len() > 1 && !twins(tied) {
                    return Descent::Tie;
                }
                choices.push(inverse[usize::from(level.orbit[at])]);
                at
            };
            if level.to_base[at].iter().enumerate().all(|(i, &to)| i == usize::from(to)) {
                continue;
            }
            for (c, image) in element.iter_mut().enumerate() {
                *image = level.to_base[at][usize::from(*image)];
                inverse[usize::from(*image)] = c as u8;
            }
        }
        Descent::Unique
    }
}

impl Level {
    /// Which place of the orbit holds the smallest colour first; all components of that colour are left in `tied`.
    fn smallest(&self, colours: &[u128], inverse: &[u8; 256], tied: &mut Vec<u8>) -> usize {
        let (mut best, mut at) = (u128::MAX, 0);
        tied.clear();
        for (i, &place) in self.orbit.iter().enumerate() {
            let from = inverse[usize::from(place)];
            let colour = colours[usize::from(from)];
            if colour < best || tied.is_empty() {
                (best, at) = (colour, i);
                tied.clear();
            }
            if colour == best {
                tied.push(from);
            }
        }
        at
    }
}

/// Beyond this many components, exchanges are not looked for.
const LARGEST_SWAPPED: usize = 80;

fn swaps(components: &Components) -> Vec<bool> {
    let n = components.len();
    let mut swaps = vec![false; n * n];
    if n > LARGEST_SWAPPED {
        return swaps;
    }
    for family in 0..components.families() {
        for a in components.of_family(family) {
            for b in components.of_family(family).filter(|&b| b > a) {
                let swap = Perm::transposition(n, Point::new(a), Point::new(b));
                let found = components.group.contains(&swap);
                (swaps[a * n + b], swaps[b * n + a]) = (found, found);
            }
        }
    }
    swaps
}

/// For each two families, their smallest orbit on pairs, if there is more than one.
fn pairs(components: &Components) -> Vec<(u8, u8, u8)> {
    let n = components.len();
    let mut number = vec![usize::MAX; n * n];
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for start in (0..n * n).filter(|start| start / n != start % n) {
        if number[start] != usize::MAX {
            continue;
        }
        number[start] = orbits.len();
        let mut orbit = vec![start];
        let mut at = 0;
        while at < orbit.len() {
            for g in components.group.generators() {
                let image = g.at(orbit[at] / n) * n + g.at(orbit[at] % n);
                if number[image] == usize::MAX {
                    number[image] = orbits.len();
                    orbit.push(image);
                }
            }
            at += 1;
        }
        orbits.push(orbit);
    }
    let mut chosen = Vec::new();
    let families = components.families();
    for (colour, (f, e)) in (0..families).flat_map(|f| (0..families).map(move |e| (f, e))).enumerate() {
        let between = |orbit: &&Vec<usize>| {
            let (a, b) = (orbit[0] / n, orbit[0] % n);
            (usize::from(components.family[a]), usize::from(components.family[b])) == (f, e)
        };
        let all: Vec<&Vec<usize>> = orbits.iter().filter(between).collect();
        if all.len() > 1
            && let Some(smallest) = all.iter().min_by_key(|orbit| orbit.len())
        {
            chosen.extend(smallest.iter().map(|&p| ((p / n) as u8, (p % n) as u8, colour as u8)));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::{AlongChain, Descent};
    use crate::techniques::refine::components::Components;
    use permutation::{Group, Perm, families};

    #[test]
    fn distinct_colours_lead_to_one_image() {
        for generators in
            [families::cyclic(7), families::hypercube(3), families::grid(3, 3), families::mathieu(11)]
        {
            let group = Group::from_generators(generators[0].degree(), generators);
            let components = Components::new(&group).unwrap();
            let chain = AlongChain::new(&components).unwrap();
            let n = components.len();
            let colours: Vec<u128> = (0..n as u128).map(|i| i * 2654435761 % 1009).collect();
            let images: Vec<Vec<u128>> = (group.elements().take(2000))
                .map(|g| {
                    let mut moved = vec![0; n];
                    let g = components.on_components(&g).unwrap();
                    (0..n).for_each(|c| moved[g.at(c)] = colours[c]);
                    let mut element = vec![0; n];
                    let end = chain.place(&moved, &mut element, &mut Vec::new(), &mut Vec::new(), |_| false);
                    assert_eq!(end, Descent::Unique);
                    let images: Vec<usize> = element.iter().map(|&c| usize::from(c)).collect();
                    assert!(components.group.contains(&Perm::from_images(&images).unwrap()));
                    let mut out = vec![0; n];
                    (0..n).for_each(|c| out[images[c]] = moved[c]);
                    out
                })
                .collect();
            assert!(images.iter().all(|image| *image == images[0]));
        }
    }
}
