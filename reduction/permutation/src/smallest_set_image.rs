//! The smallest image of a set of points.
//!
//! Sets are compared as ascending lists; for sets of one size the smallest is the one whose membership
//! vector, with "in" before "out", is smallest. So this is [`crate::smallest_image`] with two values, and the
//! same plan serves both. For groups of at most 64 points, which covers process symmetries, a candidate is
//! one machine word: twins are sorted by replacing a class's members by its first points, moving a set costs
//! one table look-up per member (or per absent point, if those are fewer), and the determined positions of
//! two candidates are compared in one instruction.

use crate::{
    Perm, Point, Scratch, SmallestImage,
    image_plan::{Branch, Head, Plan, TwinClass},
    smallest_image::{MANY, START, Step, path_to},
    stabiliser_pruning,
};

/// Memory reused from one set to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct SetScratch {
    /// Candidate sets with their last steps.
    current: Vec<(u64, u32)>,
    next: Vec<(u64, u32)>,
    steps: Vec<Step>,
}

impl SmallestImage {
    /// The smallest image of a set, ascending, with an element of the group that gives it.
    #[must_use]
    pub fn of_set(&mut self, set: &[Point]) -> (Vec<Point>, Perm) {
        if self.plan.degree() > 64 {
            return self.of_wide_set(set);
        }
        let (image, element) = self.of_mask(set.iter().fold(0, |m, p| m | 1 << p.index()));
        (Point::all(64).filter(|p| image >> p.index() & 1 == 1).collect(), element)
    }

    /// The smallest image of a set of points below 64, bit `i` for point `i`. The group must have at most 64
    /// points.
    #[must_use]
    pub fn of_mask(&mut self, set: u64) -> (u64, Perm) {
        match self.search_mask(set) {
            Some((image, path)) => (image, replay_mask(&self.plan, &self.sets.steps, path, set)),
            None => {
                let (image, element) = stabiliser_pruning::smallest_image(self, &self.outside(set));
                (inside(&image), element)
            }
        }
    }

    /// The image alone: what a search that only compares representatives needs.
    #[must_use]
    pub fn minimise_mask(&mut self, set: u64) -> u64 {
        match self.search_mask(set) {
            Some((image, _)) => image,
            None => inside(&stabiliser_pruning::smallest_image(self, &self.outside(set)).0),
        }
    }

    fn of_wide_set(&mut self, set: &[Point]) -> (Vec<Point>, Perm) {
        let mut values = vec![true; self.plan.degree()];
        set.iter().for_each(|p| values[p.index()] = false);
        let (image, element) = self.of_vector(&values, &mut Scratch::default());
        (Point::all(image.len()).filter(|p| !image[p.index()]).collect(), element)
    }

    /// The membership vector; "in" is the smaller value.
    fn outside(&self, set: u64) -> Vec<bool> {
        (0..self.plan.degree()).map(|i| set >> i & 1 == 0).collect()
    }

    /// The smallest image with its path, or `None` when there were too many candidates.
    fn search_mask(&mut self, set: u64) -> Option<(u64, u32)> {
        let SetScratch { current, next, steps } = &mut self.sets;
        steps.clear();
        current.clear();
        current.push((sort_twins(&self.plan.node(0).twins, set), START));
        let full = if self.plan.degree() == 64 { u64::MAX } else { (1 << self.plan.degree()) - 1 };
        let mut at = 0;
        loop {
            let node = self.plan.node(at);
            keep_smallest(current, &node.determined);
            let Some(branch) = &node.branch else { break };
            let present = current.iter().fold(0, |m, c| m | c.0) & branch.orbit_mask;
            let absent = current.iter().fold(0, |m, c| m | !c.0) & branch.orbit_mask;
            if present == 0 || absent == 0 {
                at = self.plan.skip(at);
                continue;
            }
            let after = self.plan.fixed(at);
            let Some(branch) = &self.plan.node(at).branch else { break };
            next.clear();
            for &candidate in current.iter() {
                expand(candidate, branch, &self.plan.node(after).twins, (at, full), next, steps);
            }
            merge_equal(next);
            std::mem::swap(current, next);
            if current.len() > MANY {
                return None;
            }
            at = after;
        }
        Some(current[0])
    }
}

/// Adds all ways to bring a member of a candidate to the branching position of a node.
fn expand(
    (bits, parent): (u64, u32),
    branch: &Branch,
    twins: &[TwinClass],
    (node, full): (usize, u64),
    next: &mut Vec<(u64, u32)>,
    steps: &mut Vec<Step>,
) {
    let mut choices = bits & branch.heads_mask;
    while choices != 0 {
        let head = branch.head_of[choices.trailing_zeros() as usize];
        choices &= choices - 1;
        let moved = move_set(&branch.heads[usize::from(head)], bits, full);
        next.push((sort_twins(twins, moved), steps.len() as u32));
        steps.push(Step { parent, node: node as u32, head: head.into() });
    }
}

/// Drops the candidates that are not smallest on a range of positions: reversed, the earliest member weighs most.
fn keep_smallest(candidates: &mut Vec<(u64, u32)>, range: &std::ops::Range<usize>) {
    if candidates.len() < 2 || range.is_empty() {
        return;
    }
    let mask = (u64::MAX >> (64 - range.len())) << range.start;
    let key = |c: &(u64, u32)| (c.0 & mask).reverse_bits();
    let best = candidates.iter().map(key).max();
    candidates.retain(|c| Some(key(c)) == best);
}

fn merge_equal(candidates: &mut Vec<(u64, u32)>) {
    if candidates.len() > 1 {
        candidates.sort_unstable();
        candidates.dedup_by_key(|c| c.0);
    }
}

#[inline]
fn sort_twins(twins: &[TwinClass], mut set: u64) -> u64 {
    for class in twins {
        let all = class.prefix[class.prefix.len() - 1];
        set = set & !all | class.prefix[(set & all).count_ones() as usize];
    }
    set
}

#[inline]
fn move_set(head: &Head, set: u64, full: u64) -> u64 {
    let sparse = 2 * set.count_ones() <= full.count_ones();
    let mut left = if sparse { set } else { full & !set };
    let mut moved = 0;
    while left != 0 {
        moved |= 1 << head.target[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    if sparse { moved } else { full & !moved }
}

/// The element that the choices of a path multiply to. Searches for small sets take a tenth of a microsecond,
/// so everything but the result is kept on the stack.
fn replay_mask(plan: &Plan, steps: &[Step], last: u32, set: u64) -> Perm {
    let mut sources: [u8; 64] = std::array::from_fn(|i| i as u8);
    sort_sources(&plan.node(0).twins, &mut sources, set);
    for step in path_to(steps, last).iter().rev() {
        let branch = plan.node(step.node as usize).branch.as_ref();
        if let Some((head, after)) = branch.and_then(|b| b.taken(step.head)) {
            let before = sources;
            head.source.iter().zip(&mut sources).for_each(|(p, s)| *s = before[p.index()]);
            sort_sources(&plan.node(after).twins, &mut sources, set);
        }
    }
    let mut images = vec![Point::default(); plan.degree()];
    sources[..plan.degree()].iter().enumerate().for_each(|(i, &s)| images[usize::from(s)] = Point::new(i));
    Perm::from_points(images)
}

/// Within each twin class, the positions that hold members of the set before the others, in stable order.
fn sort_sources(twins: &[TwinClass], sources: &mut [u8; 64], set: u64) {
    for class in twins {
        let before = *sources;
        let mut places = class.points.iter();
        for wanted in [1, 0] {
            for source in class.points.iter().map(|p| before[p.index()]).filter(|&s| set >> s & 1 == wanted) {
                places.next().into_iter().for_each(|p| sources[p.index()] = source);
            }
        }
    }
}

fn inside(outside: &[bool]) -> u64 {
    outside.iter().enumerate().fold(0, |m, (i, out)| m | u64::from(!out) << i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, Random, families};

    #[test]
    fn sets_agree_with_vectors_and_with_enumeration() {
        let s3 = families::symmetric(3);
        let groups = [
            families::symmetric(9),
            families::hypercube(4),
            families::mathieu(11),
            families::wreath(&s3, &s3),
            families::wreath(&families::cyclic(5), &s3),
            families::grid(3, 4),
            families::action_on_pairs(5),
        ];
        let mut random = Random::new(21);
        for generators in groups {
            let by = random.perm(generators[0].degree());
            let group = Group::from_generators(0, generators).conjugate(&by);
            let mut search = SmallestImage::new(&group);
            for _ in 0..20 {
                let bound = 1 + random.below(3);
                let set: Vec<Point> =
                    Point::all(group.degree()).filter(|_| random.below(4) < bound).collect();
                let (image, element) = search.of_set(&set);
                assert_eq!(element.image_of_set(&set), image);
                assert_eq!(search.of_wide_set(&set).0, image);
                let by_enumeration = group.elements().map(|g| g.image_of_set(&set)).min();
                assert_eq!(Some(image), by_enumeration, "{group:?} on {set:?}");
            }
        }
    }
}
