//! The smallest image of a vector of values under a group.
//!
//! The images of a vector `s` are the vectors `α(s)` with `α(s)[α(i)] = s[i]`; the search finds the
//! lexicographically least and an `α` that gives it. This is the constructive orbit problem (Donaldson and
//! Miller, 2009, Definition 14); the method is that of Linton (*Finding the smallest image of a set*, ISSAC
//! 2004): settle the positions one after the other, keep all partial choices that give the smallest value so
//! far, and merge those that lead to the same vector.
//!
//! What differs: values instead of set membership; twin positions are kept sorted, so symmetric groups and
//! their products need no search at all ([`crate::image_plan`]); and merging compares the whole permuted
//! vector, which needs no stabiliser to start with. If the candidates become many, the search starts again
//! with Linton's pruning by the stabiliser of the vector ([`crate::stabiliser_pruning`]). Rejected:
//! depth-first search with the first leaf as bound (as in canonical labelling): it revisits equal vectors
//! that breadth-first merging sees once.

use crate::{
    Group, Perm, Point,
    image_plan::{Head, Plan, TwinClass},
    stabiliser_pruning,
};

/// A group prepared for finding smallest images.
#[derive(Debug, Clone)]
pub struct SmallestImage {
    pub(crate) group: Group,
    pub(crate) plan: Plan,
    pub(crate) sets: crate::smallest_set_image::SetScratch,
}

/// Memory that [`SmallestImage`] reuses from one vector to the next.
#[derive(Debug, Clone)]
pub struct Scratch<T> {
    current: Frontier<T>,
    next: Frontier<T>,
    steps: Vec<Step>,
    buffer: Vec<T>,
    order: Vec<usize>,
}

/// Candidates: vectors with the path that led to them.
#[derive(Debug, Clone)]
struct Frontier<T> {
    /// One vector after the other.
    rows: Vec<T>,
    /// For each vector, its last step.
    paths: Vec<u32>,
}

impl<T> Default for Scratch<T> {
    fn default() -> Self {
        let empty = || Frontier { rows: Vec::new(), paths: Vec::new() };
        let (current, next) = (empty(), empty());
        Self { current, next, steps: Vec::new(), buffer: Vec::new(), order: Vec::new() }
    }
}

/// One choice of the search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// The step before, or [`START`], which is no step.
    pub(crate) parent: u32,
    pub(crate) node: u32,
    pub(crate) head: u32,
}

pub(crate) const START: u32 = u32::MAX;
/// With more candidates than this, the stabiliser of the vector is worth its price.
pub(crate) const MANY: usize = 512;

impl SmallestImage {
    /// Prepares a group. Parts of the preparation are left to the searches that need them.
    #[must_use]
    pub fn new(group: &Group) -> Self {
        let sets = crate::smallest_set_image::SetScratch::default();
        Self { group: group.clone(), plan: Plan::new(group), sets }
    }

    /// Replaces the vector by its smallest image.
    pub fn minimise<T: Ord + Copy>(&mut self, values: &mut [T], scratch: &mut Scratch<T>) {
        match self.search(values, scratch) {
            Some(_) => values.copy_from_slice(&scratch.current.rows[..values.len()]),
            None => {
                let (image, _) = stabiliser_pruning::smallest_image(self, values);
                values.copy_from_slice(&image);
            }
        }
    }

    /// The smallest image of a vector as long as the degree, with an element of the group that gives it.
    #[must_use]
    pub fn of_vector<T: Ord + Copy>(&mut self, values: &[T], scratch: &mut Scratch<T>) -> (Vec<T>, Perm) {
        match self.search(values, scratch) {
            Some(path) => {
                let element = replay(&self.plan, &scratch.steps, path, values);
                (scratch.current.rows[..values.len()].to_vec(), element)
            }
            None => stabiliser_pruning::smallest_image(self, values),
        }
    }

    /// Leaves the smallest image in the first row of `current` and returns its path; `None` when there were
    /// too many candidates.
    fn search<T: Ord + Copy>(&mut self, values: &[T], scratch: &mut Scratch<T>) -> Option<u32> {
        let Scratch { current, next, steps, buffer, order } = scratch;
        steps.clear();
        current.start(values);
        sort_twins(&self.plan.node(0).twins, &mut current.rows, buffer);
        let mut at = 0;
        loop {
            let node = self.plan.node(at);
            current.keep_smallest(values.len(), node.determined.clone());
            let Some(branch) = &node.branch else { break };
            if current.is_constant(values.len(), &branch.orbit) {
                at = self.plan.skip(at);
                continue;
            }
            let after = self.plan.fixed(at);
            let (node, twins) = (self.plan.node(at), &self.plan.node(after).twins);
            let heads = node.branch.as_ref().map_or(&[][..], |b| &b.heads);
            current.expand(values.len(), heads, twins, at as u32, next, steps, buffer);
            next.merge_equal(values.len(), order, current);
            if current.paths.len() > MANY {
                return None;
            }
            at = after;
        }
        Some(current.paths[0])
    }
}

impl<T: Ord + Copy> Frontier<T> {
    fn start(&mut self, values: &[T]) {
        self.rows.clear();
        self.rows.extend_from_slice(values);
        self.paths.clear();
        self.paths.push(START);
    }

    /// Drops the candidates that are not smallest on a range of positions.
    fn keep_smallest(&mut self, degree: usize, range: std::ops::Range<usize>) {
        if self.paths.len() < 2 || range.is_empty() {
            return;
        }
        let mut kept = 1;
        for k in 1..self.paths.len() {
            let (best, this) = (range.clone(), k * degree + range.start..k * degree + range.end);
            // All candidates kept agree on the range, so the first stands for them.
            match self.rows[this].cmp(&self.rows[best]) {
                std::cmp::Ordering::Less => kept = 0,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => continue,
            }
            self.rows.copy_within(k * degree..(k + 1) * degree, kept * degree);
            self.paths[kept] = self.paths[k];
            kept += 1;
        }
        self.rows.truncate(kept * degree);
        self.paths.truncate(kept);
    }

    /// Whether all candidates hold one and the same value everywhere on the orbit.
    fn is_constant(&self, degree: usize, orbit: &[Point]) -> bool {
        let value = self.rows[orbit[0].index()];
        self.rows.chunks_exact(degree).all(|row| orbit.iter().all(|p| row[p.index()] == value))
    }

    /// Fills `next` with all ways to bring the smallest value to the branching position.
    #[allow(clippy::too_many_arguments)] // The parts of one scratch, borrowed separately.
    fn expand(
        &self,
        degree: usize,
        heads: &[Head],
        twins: &[TwinClass],
        node: u32,
        next: &mut Self,
        steps: &mut Vec<Step>,
        buffer: &mut Vec<T>,
    ) {
        next.rows.clear();
        next.paths.clear();
        let values =
            self.rows.chunks_exact(degree).flat_map(|row| heads.iter().map(|h| row[h.point.index()]));
        let Some(best) = values.min() else { return };
        for (row, &parent) in self.rows.chunks_exact(degree).zip(&self.paths) {
            for (number, head) in heads.iter().enumerate().filter(|(_, h)| row[h.point.index()] == best) {
                let start = next.rows.len();
                next.rows.extend(head.source.iter().map(|p| row[p.index()]));
                sort_twins(twins, &mut next.rows[start..], buffer);
                next.paths.push(steps.len() as u32);
                steps.push(Step { parent, node, head: number as u32 });
            }
        }
    }

    /// Moves one of each set of equal vectors to `merged`.
    fn merge_equal(&self, degree: usize, order: &mut Vec<usize>, merged: &mut Self) {
        merged.rows.clear();
        merged.paths.clear();
        let row = |k: usize| &self.rows[k * degree..(k + 1) * degree];
        order.clear();
        order.extend(0..self.paths.len());
        order.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
        order.dedup_by(|a, b| row(*a) == row(*b));
        for &k in order.iter() {
            merged.rows.extend_from_slice(row(k));
            merged.paths.push(self.paths[k]);
        }
    }
}

/// Sorts the values of each twin class.
fn sort_twins<T: Ord + Copy>(twins: &[TwinClass], row: &mut [T], buffer: &mut Vec<T>) {
    for class in twins {
        if class.points.is_sorted_by_key(|p| row[p.index()]) {
            continue;
        }
        buffer.clear();
        buffer.extend(class.points.iter().map(|p| row[p.index()]));
        buffer.sort_unstable();
        class.points.iter().zip(buffer.iter()).for_each(|(p, &v)| row[p.index()] = v);
    }
}

/// Where the value at each position comes from after sorting the twins.
pub(crate) fn sort_sources<T: Ord>(twins: &[TwinClass], sources: &mut [Point], values: &[T]) {
    for class in twins {
        let mut moved: Vec<Point> = class.points.iter().map(|p| sources[p.index()]).collect();
        moved.sort_by_key(|p| &values[p.index()]);
        class.points.iter().zip(moved).for_each(|(p, source)| sources[p.index()] = source);
    }
}

/// The choices that led to a candidate, the last one first.
pub(crate) fn path_to(steps: &[Step], last: u32) -> Vec<Step> {
    let mut path = Vec::new();
    let mut at = last;
    while let Some(&step) = steps.get(at as usize) {
        path.push(step);
        at = step.parent;
    }
    path
}

/// Multiplies the choices of a path together.
fn replay<T: Ord>(plan: &Plan, steps: &[Step], last: u32, values: &[T]) -> Perm {
    let mut sources: Vec<Point> = Point::all(plan.degree()).collect();
    sort_sources(&plan.node(0).twins, &mut sources, values);
    for step in path_to(steps, last).iter().rev() {
        let node = plan.node(step.node as usize);
        if let Some((head, after)) = node.branch.as_ref().and_then(|b| b.taken(step.head)) {
            sources = head.source.iter().map(|p| sources[p.index()]).collect();
            sort_sources(&plan.node(after).twins, &mut sources, values);
        }
    }
    Perm::from_points(sources).inverse()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, families};

    /// The smallest of all images, one by one.
    fn by_enumeration(group: &Group, values: &[u8]) -> Vec<u8> {
        let image = |g: Perm| {
            let mut to = values.to_vec();
            g.act(values, &mut to);
            to
        };
        group.elements().map(image).min().unwrap_or_default()
    }

    #[test]
    fn vectors_agree_with_enumeration() {
        let s3 = families::symmetric(3);
        let groups = [
            families::symmetric(6),
            families::hypercube(4),
            families::mathieu(11),
            families::petersen(),
            families::wreath(&s3, &s3),
            families::wreath(&families::cyclic(4), &families::symmetric(4)),
            families::product(&families::dihedral(5), &families::alternating(4)),
            families::tree(&[3, 2]),
            families::heawood(),
            families::cyclic(9),
        ];
        let mut random = Random::new(8);
        for generators in groups {
            // Rename the points, so that twins and blocks are scattered.
            let by = random.perm(generators[0].degree());
            let group = Group::from_generators(0, generators).conjugate(&by);
            let mut search = SmallestImage::new(&group);
            let mut scratch = Scratch::default();
            for round in 0..12 {
                let values: Vec<u8> =
                    (0..group.degree()).map(|_| random.below(2 + round % 4) as u8).collect();
                let expected = by_enumeration(&group, &values);
                let (image, element) = search.of_vector(&values, &mut scratch);
                assert_eq!(image, expected, "{group:?} on {values:?}");
                assert!(group.contains(&element));
                let mut moved = values.clone();
                element.act(&values, &mut moved);
                assert_eq!(moved, expected);
                let (pruned, element) = stabiliser_pruning::smallest_image(&mut search, &values);
                assert_eq!(pruned, expected, "{group:?} on {values:?}");
                element.act(&values, &mut moved);
                assert!(group.contains(&element) && moved == expected);
            }
        }
    }
}
