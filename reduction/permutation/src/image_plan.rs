//! What the image searches know of a group: at which position to branch, and how.
//!
//! A search for the smallest image of a vector settles positions in ascending order. While some are settled,
//! the elements still allowed form a coset of a stabiliser `H`, and a position is of one of three kinds:
//!
//! - `H` fixes it: its value is determined.
//! - `H` permutes its orbit freely, that is, all transpositions within the orbit belong to `H`. Such
//!   *twins* are kept sorted, so the value is determined too. Transpositions of twins fix all other points
//!   and so survive in every stabiliser that fixes neither of the two: twin classes are computed once, for
//!   the whole group.
//! - Otherwise the search branches over the points of the orbit, one per twin class since equal classes are
//!   sorted. The stabiliser of the position is the next group.
//!
//! If the vector happens to be constant on the orbit of a branching position, fixing that position would gain
//! nothing and multiply the candidates; the orbit is then *skipped*: its positions count as determined and
//! the group stays (Linton, *Finding the smallest image of a set*, 2004, section 3 does so for orbits that
//! miss the set). So the plan is a tree with two successors per node. Its nodes are made when a search first
//! needs them, and kept.

use crate::{Group, Perm, Point, orbits::Classes};

/// The lazily grown tree of stabilisers that a search descends.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// The root is first.
    nodes: Vec<Node>,
}

/// A node of the plan.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    group: Group,
    /// Positions whose orbit was skipped.
    skipped: Vec<bool>,
    /// Positions determined by the choices made above this node, to be compared before it branches.
    pub(crate) determined: std::ops::Range<usize>,
    /// The twin classes of two and more points that are still permuted, each ascending.
    pub(crate) twins: Vec<TwinClass>,
    /// How to branch; `None` when every position is determined.
    pub(crate) branch: Option<Branch>,
}

/// Positions that the group permutes freely.
#[derive(Debug, Clone)]
pub(crate) struct TwinClass {
    pub(crate) points: Vec<Point>,
    /// For groups of at most 64 points: `prefix[k]` is the set of the first `k` points.
    pub(crate) prefix: Vec<u64>,
}

/// The branching of a node.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    /// The position to settle.
    pub(crate) position: usize,
    /// Its orbit.
    pub(crate) orbit: Vec<Point>,
    /// The orbit as a set, for groups of at most 64 points.
    pub(crate) orbit_mask: u64,
    /// The first point of each twin class in the orbit.
    pub(crate) heads: Vec<Head>,
    /// The heads as a set, for groups of at most 64 points.
    pub(crate) heads_mask: u64,
    /// For groups of at most 64 points: the head number of each point.
    pub(crate) head_of: Vec<u8>,
    fixed: Option<usize>,
    skip: Option<usize>,
}

/// One way to go on: bring the value at `point` to the position.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    pub(crate) point: Point,
    /// Where the value at each position comes from.
    pub(crate) source: Vec<Point>,
    /// Where the value at each position goes to, for groups of at most 64 points.
    pub(crate) target: Vec<u8>,
}

impl Plan {
    pub(crate) fn new(group: &Group) -> Self {
        let twins = twin_classes(group);
        let skipped = vec![false; group.degree()];
        Self { nodes: vec![Node::new(group.clone(), twins, skipped, 0)] }
    }

    pub(crate) fn degree(&self) -> usize {
        self.nodes[0].group.degree()
    }

    pub(crate) fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// The node after the position of a branching node was settled.
    pub(crate) fn fixed(&mut self, number: usize) -> usize {
        self.child(number, |branch| &mut branch.fixed, Node::fixing)
    }

    /// The node after the orbit of a branching node was skipped.
    pub(crate) fn skip(&mut self, number: usize) -> usize {
        self.child(number, |branch| &mut branch.skip, Node::skipping)
    }

    fn child(
        &mut self,
        number: usize,
        slot: impl Fn(&mut Branch) -> &mut Option<usize>,
        make: impl Fn(&Node, &Branch) -> Node,
    ) -> usize {
        let next = self.nodes.len();
        let node = &mut self.nodes[number];
        // A leaf is its own successor; searches stop there.
        let Some(branch) = &mut node.branch else { return number };
        if let Some(child) = *slot(branch) {
            return child;
        }
        *slot(branch) = Some(next);
        let made = node.branch.as_ref().map(|branch| make(node, branch));
        self.nodes.extend(made);
        next
    }
}

impl Node {
    /// Scans the positions from `start` for the first that is not determined.
    fn new(group: Group, twins: Vec<Vec<Point>>, mut skipped: Vec<bool>, start: usize) -> Self {
        let orbits = group.orbits();
        let mut position = start;
        let mut branch = None;
        while position < group.degree() {
            let orbit = orbits.of(Point::new(position));
            let free = twins.iter().any(|t| t[0] == orbit[0] && t.len() == orbit.len());
            if orbit.len() == 1 || free || skipped[position] {
                orbit.iter().for_each(|p| skipped[p.index()] = true);
                position += 1;
            } else {
                branch = Some(Branch::new(&group, orbit, &twins, position));
                break;
            }
        }
        let twins = twins.into_iter().map(TwinClass::new).collect();
        Self { group, skipped, determined: start..position, twins, branch }
    }

    fn fixing(&self, branch: &Branch) -> Self {
        let fixed = Point::new(branch.position);
        let without = |t: &TwinClass| t.points.iter().copied().filter(|&p| p != fixed).collect();
        let twins: Vec<Vec<Point>> =
            self.twins.iter().map(without).filter(|t: &Vec<Point>| t.len() > 1).collect();
        Self::new(self.group.stabiliser(fixed), twins, self.skipped.clone(), branch.position + 1)
    }

    fn skipping(&self, branch: &Branch) -> Self {
        let mut skipped = self.skipped.clone();
        branch.orbit.iter().for_each(|p| skipped[p.index()] = true);
        let twins = self.twins.iter().map(|t| t.points.clone()).collect();
        Self::new(self.group.clone(), twins, skipped, branch.position)
    }
}

impl TwinClass {
    fn new(points: Vec<Point>) -> Self {
        let mut prefix = vec![0u64];
        if points.iter().all(|p| p.index() < 64) {
            for p in &points {
                prefix.push(prefix[prefix.len() - 1] | 1 << p.index());
            }
        }
        Self { points, prefix }
    }
}

impl Branch {
    fn new(group: &Group, orbit: &[Point], twins: &[Vec<Point>], position: usize) -> Self {
        let is_head = |p: &Point| twins.iter().all(|t| t[0] == *p || !t.contains(p));
        let transversal = group.with_base(&[Point::new(position)]);
        let head = |point: Point| Head::new(point, &transversal.chain().representative(0, point));
        let heads: Vec<Head> = orbit.iter().copied().filter(is_head).map(head).collect();
        let narrow = group.degree() <= 64;
        let mask = |points: &mut dyn Iterator<Item = Point>| {
            if narrow { points.fold(0, |m, p| m | 1 << p.index()) } else { 0u64 }
        };
        let mut head_of = vec![0; if narrow { 64 } else { 0 }];
        heads.iter().enumerate().filter(|_| narrow).for_each(|(k, h)| head_of[h.point.index()] = k as u8);
        Self {
            position,
            orbit: orbit.to_vec(),
            orbit_mask: mask(&mut orbit.iter().copied()),
            heads_mask: mask(&mut heads.iter().map(|h| h.point)),
            heads,
            head_of,
            fixed: None,
            skip: None,
        }
    }
}

impl Branch {
    /// The head of that number and the node behind it, if a search has been there.
    pub(crate) fn taken(&self, head: u32) -> Option<(&Head, usize)> {
        Some((self.heads.get(head as usize)?, self.fixed?))
    }
}

impl Head {
    /// `element` takes the branching position to `point`.
    fn new(point: Point, element: &Perm) -> Self {
        let inverse = element.inverse();
        let target =
            if element.degree() <= 64 { inverse.iter().map(|p| p.index() as u8).collect() } else { vec![] };
        Self { point, source: element.to_vec(), target }
    }
}

/// The classes of two and more points all of whose transpositions belong to the group.
pub(crate) fn twin_classes(group: &Group) -> Vec<Vec<Point>> {
    let mut classes = Classes::new(group.degree());
    for orbit in group.orbits().non_trivial() {
        let mut rest = orbit.to_vec();
        while let Some(&first) = rest.first() {
            let exchange = |p: Point| Perm::transposition(group.degree(), first, p);
            let (twins, others): (Vec<Point>, Vec<Point>) =
                rest[1..].iter().partition(|&&p| group.contains(&exchange(p)));
            twins.iter().for_each(|&p| {
                classes.join(first, p);
            });
            // In a transitive action all classes are alike, so one point without a twin speaks for the orbit.
            rest = if twins.is_empty() { Vec::new() } else { others };
        }
    }
    classes.into_orbits().non_trivial().map(<[Point]>::to_vec).collect()
}
