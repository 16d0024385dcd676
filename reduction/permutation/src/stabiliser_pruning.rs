//! Smallest images with pruning by the stabiliser of the vector.
//!
//! If an element of the stabiliser of the vector `s` fixes the points already brought to settled positions
//! and takes `y` to `y'`, then bringing `y` or `y'` to the next position leads to the same images, so one of
//! them is enough (Linton, *Finding the smallest image of a set*, 2004, section 4). Each candidate therefore
//! carries the part of the stabiliser that fixes its chosen points, and branches over that group's orbits.
//! The stabiliser has a price, so [`crate::smallest_image`] comes here only when its candidates have become
//! many: typically a vector that repeats the same pattern in many blocks.

use std::rc::Rc;

use crate::{Group, Orbits, Perm, Point, SmallestImage, image_plan::Node, smallest_image::sort_sources};

struct Candidate {
    /// Where the value at each position comes from.
    sources: Vec<Point>,
    /// The stabiliser of the vector and of the sources of all settled positions.
    symmetry: Rc<Symmetry>,
}

struct Symmetry {
    group: Group,
    orbits: Orbits,
}

/// The smallest image of the vector, with an element that gives it.
pub(crate) fn smallest_image<T: Ord + Copy>(search: &mut SmallestImage, values: &[T]) -> (Vec<T>, Perm) {
    let mut sources: Vec<Point> = Point::all(values.len()).collect();
    sort_sources(&search.plan.node(0).twins, &mut sources, values);
    let mut candidates =
        vec![Candidate { sources, symmetry: Symmetry::new(search.group.vector_stabiliser(values)) }];
    let mut at = 0;
    loop {
        let node = search.plan.node(at);
        keep_smallest(&mut candidates, node.determined.clone(), values);
        let Some(branch) = &node.branch else { break };
        let mut on_orbit =
            candidates.iter().flat_map(|c| branch.orbit.iter().map(|p| c.value(p.index(), values)));
        let first = on_orbit.next();
        if on_orbit.all(|v| Some(v) == first) {
            at = search.plan.skip(at);
            continue;
        }
        let after = search.plan.fixed(at);
        candidates = expand(&candidates, search.plan.node(at), search.plan.node(after), values);
        at = after;
    }
    let winner = &candidates[0];
    let image = (0..values.len()).map(|p| winner.value(p, values)).collect();
    (image, Perm::from_points(&winner.sources[..]).inverse())
}

fn expand<T: Ord + Copy>(
    candidates: &[Candidate],
    node: &Node,
    after: &Node,
    values: &[T],
) -> Vec<Candidate> {
    let heads = node.branch.as_ref().map_or(&[][..], |b| &b.heads);
    let value = |c: &Candidate, point: Point| c.value(point.index(), values);
    let best = candidates.iter().flat_map(|c| heads.iter().map(move |h| value(c, h.point))).min();
    let mut next: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let mut tried: Vec<usize> = Vec::new();
        for head in heads.iter().filter(|h| Some(value(candidate, h.point)) == best) {
            let source = candidate.sources[head.point.index()];
            let orbit = candidate.symmetry.orbits.number(source);
            if !tried.contains(&orbit) {
                tried.push(orbit);
                let mut sources: Vec<Point> =
                    head.source.iter().map(|p| candidate.sources[p.index()]).collect();
                sort_sources(&after.twins, &mut sources, values);
                next.push(Candidate { sources, symmetry: Symmetry::fixing(&candidate.symmetry, source) });
            }
        }
    }
    merge_equal(&mut next, values);
    next
}

/// Different choices may still give the same vector when the stabiliser does not relate their sources.
fn merge_equal<T: Ord + Copy>(candidates: &mut Vec<Candidate>, values: &[T]) {
    let row = |c: &Candidate| c.sources.iter().map(|p| values[p.index()]).collect::<Vec<T>>();
    candidates.sort_by_cached_key(row);
    candidates.dedup_by(|a, b| row(a) == row(b));
}

fn keep_smallest<T: Ord + Copy>(
    candidates: &mut Vec<Candidate>,
    range: std::ops::Range<usize>,
    values: &[T],
) {
    let key = |c: &Candidate| range.clone().map(|p| c.value(p, values)).collect::<Vec<T>>();
    if let Some(best) = candidates.iter().map(key).min() {
        candidates.retain(|c| key(c) == best);
    }
}

impl Candidate {
    fn value<T: Copy>(&self, position: usize, values: &[T]) -> T {
        values[self.sources[position].index()]
    }
}

impl Symmetry {
    fn new(group: Group) -> Rc<Self> {
        Rc::new(Self { orbits: group.orbits(), group })
    }

    fn fixing(this: &Rc<Self>, point: Point) -> Rc<Self> {
        if this.orbits.of(point).len() == 1 {
            Rc::clone(this)
        } else {
            Self::new(this.group.stabiliser(point))
        }
    }
}
