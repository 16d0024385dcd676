//! Minimising sets for groups that permute columns as a full symmetric group.
//!
//! Donaldson and Miller, *On the constructive orbit problem*, 2009, section 4.3, Theorem 6: if the stabiliser
//! of any moved point fixes exactly one point of each non-trivial orbit, and the group is isomorphic to `S_m`
//! where `m` is the length of an orbit, then the points fall into `m` *columns* (what a stabiliser fixes)
//! which the group permutes freely, and the exchanges of two columns minimise: a state that no exchange makes
//! smaller is the smallest of its orbit. Algorithm 4, exchanging as long as that helps, is then a selection
//! sort.
//!
//! What differs here:
//! - A group of order two fails the letter of the theorem, since the trivial stabiliser fixes both points
//!   of every orbit; its one exchange is a minimising set all the same, and is returned.
//! - The theorem overlooks that the order of the columns may differ from one orbit to another. With the
//!   columns `1 5`, `3 2` and `4 6` no exchange makes the state `(0, 0, 1, 0, 0, 1)` smaller, and yet `(0, 0,
//!   0, 1, 1, 0)` is an image of it. [`MinimisingSet::is_aligned`] says whether every orbit lists the columns
//!   in the same order; then the theorem holds as stated (all placements of two rows of three columns were
//!   tried). If not, compare states by reading them column by column, [`MinimisingSet::reading_order`], for
//!   which exchanging columns is plainly sorting.

use crate::{Group, Perm, Point, factorial};

/// Columns of points that a group permutes freely, and the exchanges of two of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinimisingSet {
    /// Each column has one point of every non-trivial orbit, the orbits in the same order in all columns.
    columns: Vec<Vec<Point>>,
    /// The exchanges of columns `i < j`, ordered by `i`, then `j`.
    exchanges: Vec<Perm>,
}

impl MinimisingSet {
    /// The minimising set of a group that satisfies the conditions of the theorem, or has order two.
    #[must_use]
    pub fn of(group: &Group) -> Option<Self> {
        let orbits = group.orbits();
        let rows: Vec<&[Point]> = orbits.non_trivial().collect();
        let width = rows.first()?.len();
        if rows.iter().any(|r| r.len() != width) || group.order() != factorial(width) {
            return None;
        }
        if width == 2 {
            let columns = (0..2).map(|k| rows.iter().map(|r| r[k]).collect()).collect();
            return Some(Self::from_columns(group.degree(), columns));
        }
        let first = first_column(group, &rows)?;
        let transversal = group.transversal(rows[0][0]);
        let mut columns = Vec::with_capacity(width);
        for &head in rows[0] {
            let there = transversal.element_to(head)?;
            columns.push(first.iter().map(|&p| there.image(p)).collect());
        }
        let set = Self::from_columns(group.degree(), columns);
        // The group has `m!` elements and permutes `m` columns; it is all of them if it contains the exchanges.
        // Those of the first column, which come first, generate the others.
        set.exchanges.iter().take(width - 1).all(|e| group.contains(e)).then_some(set)
    }

    /// The columns and all their exchanges.
    pub(crate) fn from_columns(degree: usize, columns: Vec<Vec<Point>>) -> Self {
        let pairs = (0..columns.len()).flat_map(|i| (i + 1..columns.len()).map(move |j| (i, j)));
        let exchanges = pairs.map(|(i, j)| exchange(degree, &columns[i], &columns[j])).collect();
        Self { columns, exchanges }
    }

    /// The columns; position `k` of each lies in the same orbit.
    #[must_use]
    pub fn columns(&self) -> &[Vec<Point>] {
        &self.columns
    }

    /// The exchanges of two columns: the minimising set itself.
    #[must_use]
    pub fn exchanges(&self) -> &[Perm] {
        &self.exchanges
    }

    /// Whether every orbit lists the columns in the same order, as the theorem needs for the plain order of
    /// states.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        let row_ascends = |row: usize| self.columns.is_sorted_by_key(|c| c[row]);
        (0..self.columns.first().map_or(0, Vec::len)).all(row_ascends)
    }

    /// The positions in the order in which states are to be compared for the exchanges to minimise: ascending
    /// when aligned, otherwise column by column.
    #[must_use]
    pub fn reading_order(&self) -> Vec<Point> {
        let mut order: Vec<Point> = self.columns.iter().flatten().copied().collect();
        if self.is_aligned() {
            order.sort_unstable();
        }
        order
    }

    /// Sorts the columns of a state by their contents: the smallest image in the reading order column by column.
    pub fn sort_columns<T: Ord + Copy>(&self, state: &mut [T]) {
        // Insertion sort: columns are few, and states that follow one another are nearly sorted.
        for i in 1..self.columns.len() {
            let mut k = i;
            while k > 0 && contents(&self.columns[k], state).lt(contents(&self.columns[k - 1], state)) {
                let (left, right) = (&self.columns[k - 1], &self.columns[k]);
                left.iter().zip(right).for_each(|(a, b)| state.swap(a.index(), b.index()));
                k -= 1;
            }
        }
    }

    /// Algorithm 4 of the paper: exchanges columns as long as that makes the state smaller in the given
    /// reading order.
    pub fn minimise<T: Ord + Copy>(&self, state: &mut [T], order: &[Point]) {
        loop {
            let mut changed = false;
            for exchange in &self.exchanges {
                // The exchange is its own inverse, so the image at a position is the value at its image.
                let image = order.iter().map(|&p| state[exchange.at(p.index())]);
                if image.lt(order.iter().map(|p| state[p.index()])) {
                    for p in order.iter().filter(|&&p| exchange.image(p) > p) {
                        state.swap(p.index(), exchange.at(p.index()));
                    }
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The same set after renaming the points.
    #[must_use]
    pub fn renamed(&self, by: &Perm) -> Self {
        let columns = self.columns.iter().map(|c| c.iter().map(|&p| by.image(p)).collect()).collect();
        let exchanges = self.exchanges.iter().map(|e| e.conjugate(by)).collect();
        Self { columns, exchanges }
    }
}

fn contents<'a, T: Copy>(column: &'a [Point], state: &'a [T]) -> impl Iterator<Item = T> + 'a {
    column.iter().map(|p| state[p.index()])
}

/// What the stabiliser of the first point fixes, one point per row, if it is exactly one in each.
fn first_column(group: &Group, rows: &[&[Point]]) -> Option<Vec<Point>> {
    let stabiliser = group.stabiliser(rows[0][0]);
    let fixed = |p: &Point| stabiliser.generators().iter().all(|g| g.image(*p) == *p);
    rows.iter()
        .map(|row| {
            let mut fixed_points = row.iter().copied().filter(fixed);
            fixed_points.next().filter(|_| fixed_points.next().is_none())
        })
        .collect()
}

fn exchange(degree: usize, left: &[Point], right: &[Point]) -> Perm {
    let mut images: Vec<Point> = Point::all(degree).collect();
    for (&a, &b) in left.iter().zip(right) {
        images.swap(a.index(), b.index());
    }
    Perm::from_points(images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, parse_generators};

    fn group(text: &str) -> Group {
        let list = parse_generators(text).unwrap();
        Group::from_generators(list.degree, list.generators)
    }

    fn smallest(group: &Group, state: &[u8], order: &[Point]) -> Vec<u8> {
        let read = |s: &Vec<u8>| order.iter().map(|p| s[p.index()]).collect::<Vec<_>>();
        let image = |g: Perm| {
            let mut to = state.to_vec();
            g.act(state, &mut to);
            to
        };
        group.elements().map(image).min_by_key(read).unwrap_or_default()
    }

    /// Groups that permute `width` columns of `height` points, placed at random.
    fn random_columns(random: &mut Random, width: usize, height: usize) -> (Group, MinimisingSet) {
        let by = random.perm(width * height);
        let columns = (0..width).map(|c| (0..height).map(|r| by[r * width + c]).collect()).collect();
        let set = MinimisingSet::from_columns(width * height, columns);
        (Group::from_generators(width * height, set.exchanges.iter().cloned()), set)
    }

    #[test]
    fn the_servers_of_the_three_tiered_architecture() {
        let set = MinimisingSet::of(&group("(12 13)(1 4)(2 5)(3 6), (13 14)(4 7)(5 8)(6 9)")).unwrap();
        assert_eq!(format!("{:?}", set.columns()), "[[1, 2, 3, 12], [4, 5, 6, 13], [7, 8, 9, 14]]");
        assert!(set.is_aligned());
        assert_eq!(set.exchanges().len(), 3);
    }

    #[test]
    fn the_hypercube_subgroup_has_none_and_the_naive_set_fails() {
        let rotation = "(1 2 4 8)(3 6 12 9)(5 10)(7 14 13 11)";
        let group = group(&format!("(1 2)(5 6)(9 10)(13 14), {rotation}"));
        assert_eq!(group.small_order(), Some(24));
        assert_eq!(MinimisingSet::of(&group), None);
        // The images of the transpositions under the isomorphism of the paper: the conjugates of that of (1 2).
        let first = crate::parse_perm("(4 8)(5 9)(6 10)(7 11)", 14).unwrap();
        let mut transpositions: Vec<Perm> = group.elements().map(|g| first.conjugate(&g)).collect();
        transpositions.sort();
        transpositions.dedup();
        assert_eq!(transpositions.len(), 6);
        let state: Vec<u8> = vec![6, 10, 3, 6, 3, 5, 7, 10, 4, 8, 2, 1, 9, 3];
        let set = MinimisingSet { columns: Vec::new(), exchanges: transpositions };
        let order: Vec<Point> = Point::all(14).collect();
        let mut reached = state.clone();
        set.minimise(&mut reached, &order);
        assert_ne!(reached, smallest(&group, &state, &order));
    }

    #[test]
    fn aligned_columns_are_minimised_by_exchanges_in_plain_order() {
        let mut random = Random::new(2);
        let mut aligned = 0;
        while aligned < 60 {
            let (width, height) = (2 + random.below(3), 1 + random.below(3));
            let (group, set) = random_columns(&mut random, width, height);
            if !set.is_aligned() {
                continue;
            }
            aligned += 1;
            let order = set.reading_order();
            for _ in 0..40 {
                let state: Vec<u8> = (0..group.degree()).map(|_| random.below(3) as u8).collect();
                let mut reached = state.clone();
                set.minimise(&mut reached, &order);
                assert_eq!(reached, smallest(&group, &state, &order), "{set:?} on {state:?}");
            }
        }
    }

    #[test]
    fn unaligned_columns_need_their_own_reading_order() {
        let mut random = Random::new(4);
        for _ in 0..60 {
            let (group, set) = random_columns(&mut random, 3, 2);
            let by_columns: Vec<Point> = set.columns().iter().flatten().copied().collect();
            for _ in 0..40 {
                let state: Vec<u8> = (0..6).map(|_| random.below(3) as u8).collect();
                let expected = smallest(&group, &state, &by_columns);
                let (mut exchanged, mut sorted) = (state.clone(), state);
                set.minimise(&mut exchanged, &by_columns);
                set.sort_columns(&mut sorted);
                assert_eq!((exchanged, sorted), (expected.clone(), expected));
            }
        }
    }

    #[test]
    fn the_theorem_fails_for_unaligned_columns_in_plain_order() {
        let points = |c: [usize; 2]| c.map(|p| Point::new(p - 1)).to_vec();
        let columns = vec![points([1, 5]), points([3, 2]), points([4, 6])];
        let set = MinimisingSet::from_columns(6, columns);
        let group = Group::from_generators(6, set.exchanges().iter().cloned());
        let plain: Vec<Point> = Point::all(6).collect();
        let state = vec![0, 0, 1, 0, 0, 1];
        let mut reached = state.clone();
        set.minimise(&mut reached, &plain);
        assert!(!set.is_aligned() && MinimisingSet::of(&group).is_some());
        assert_eq!(reached, state);
        assert_eq!(smallest(&group, &state, &plain), [0, 0, 0, 1, 1, 0]);
    }

    #[test]
    fn groups_of_order_two_and_outsiders() {
        assert_eq!(MinimisingSet::of(&group("(1 2)(3 4)")).unwrap().exchanges().len(), 1);
        assert_eq!(MinimisingSet::of(&group("(1 2 3)")), None);
        assert_eq!(MinimisingSet::of(&group("(1 2), (3 4)")), None);
        assert_eq!(MinimisingSet::of(&Group::trivial(3)), None);
    }
}
