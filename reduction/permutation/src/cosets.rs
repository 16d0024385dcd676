//! Coset representatives of a subgroup.
//!
//! A right coset `Hg` has one element with the lexicographically smallest images of the base of `H`: choose
//! the point of the first basic orbit with the smallest image under `g`, move it there, and go on down the
//! chain (*Handbook of Computational Group Theory*, 2005, section 4.6.7). Two elements lie in one coset
//! exactly if these smallest elements agree, so a breadth-first walk over the generators of the group with a
//! table of smallest elements finds every coset once. The walk is as long as the index, which the caller
//! limits.

use std::collections::HashSet;

use crate::{Group, Perm};

/// One element of each right coset of `subgroup` in `group`, the identity first. `None` when there are more
/// than `limit`.
#[must_use]
pub fn right_coset_representatives(group: &Group, subgroup: &Group, limit: usize) -> Option<Vec<Perm>> {
    let mut representatives = vec![Perm::identity(group.degree())];
    let mut seen: HashSet<Perm> = representatives.iter().cloned().collect();
    let mut next = 0;
    while next < representatives.len() {
        for generator in group.generators() {
            let smallest = smallest_in_coset(subgroup, &representatives[next].then(generator));
            if seen.insert(smallest.clone()) {
                if representatives.len() == limit {
                    return None;
                }
                representatives.push(smallest);
            }
        }
        next += 1;
    }
    Some(representatives)
}

/// The element of the coset `Hg` with the lexicographically smallest images of the base of `H`. The element may move more
/// points than the group has.
#[must_use]
pub fn smallest_in_coset(subgroup: &Group, element: &Perm) -> Perm {
    let chain = subgroup.chain();
    let mut smallest = element.clone();
    for (l, level) in chain.levels().iter().enumerate() {
        let Some(&best) = level.orbit().iter().min_by_key(|&&p| smallest.image(p)) else { continue };
        smallest = chain.representative(l, best).extended(element.degree()).then(&smallest);
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, families};

    #[test]
    fn cosets_partition_the_group() {
        let group = Group::from_generators(0, families::hypercube(3));
        let subgroup = group.stabiliser(Point::new(2)).stabiliser(Point::new(0));
        let found = right_coset_representatives(&group, &subgroup, 1000).unwrap();
        let mut all: Vec<Perm> =
            found.iter().flat_map(|r| subgroup.elements().map(move |h| h.then(r))).collect();
        all.sort();
        all.dedup();
        assert_eq!((found.len(), all.len()), (24, 48));
        assert_eq!(right_coset_representatives(&group, &subgroup, 23), None);
    }
}
