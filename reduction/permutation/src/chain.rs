//! Stabiliser chains: base, basic orbits, transversals, sifting.
//!
//! A base is a sequence of points that only the identity fixes one and all. Writing `G⁽ˡ⁾` for the subgroup
//! that fixes the first `l` base points, level `l` holds the orbit of base point `l` under `G⁽ˡ⁾` and, for
//! every point `p` of it, an element `u_p` that takes the base point to `p`. Every element of the group is
//! then a product `u_k … u_1 u_0`, one factor per level, in exactly one way; sifting finds the factors (Sims
//! 1970; Holt, Eick and O'Brien, *Handbook of Computational Group Theory*, 2005, section 4.4). Two modules
//! fill a chain so that this is true: [`crate::schreier_sims`] from generators alone, [`crate::known_order`]
//! when the order is known.
//!
//! Here transversals are stored as whole permutations, in both directions, because the searches that use them
//! are bound by reading them: `u_p` as rows of one table. When that would need too much memory (a symmetric
//! group on a thousand points) the level keeps its Schreier vector alone and factors are multiplied together
//! on demand.

use num_bigint::BigUint;

use crate::{Perm, Point, Random};

/// A base and strong generating set.
#[derive(Debug, Clone)]
pub struct StabiliserChain {
    degree: usize,
    /// The strong generators; a level refers to them by index.
    pub(crate) strong: Vec<Perm>,
    pub(crate) strong_inverses: Vec<Perm>,
    pub(crate) levels: Vec<Level>,
    /// Table entries that may still be made.
    pub(crate) table_budget: usize,
}

/// One basic orbit with its transversal.
#[derive(Debug, Clone)]
pub struct Level {
    base: Point,
    /// The orbit in order of discovery; the base point is first.
    orbit: Vec<Point>,
    /// For each point of the domain, its row in the tables, or `ABSENT`.
    row: Vec<u16>,
    /// For each orbit point but the first, the strong generator by which it was discovered.
    via: Vec<u32>,
    /// The strong generators of this level.
    pub(crate) generators: Vec<u32>,
    /// For each of `generators`, how many points of the orbit have had their Schreier generator checked.
    pub(crate) checked: Vec<usize>,
    tables: Option<Tables>,
}

/// `u_p` and its inverse for every orbit point, one row each.
#[derive(Debug, Clone, Default)]
struct Tables {
    from_base: Vec<Point>,
    to_base: Vec<Point>,
}

const ABSENT: u16 = u16::MAX;
/// The entries that the tables of all levels of a chain may have together: 64 megabytes.
const TABLE_BUDGET: usize = 1 << 24;

impl StabiliserChain {
    /// The chain of the trivial group.
    #[must_use]
    pub fn trivial(degree: usize) -> Self {
        Self {
            degree,
            strong: Vec::new(),
            strong_inverses: Vec::new(),
            levels: Vec::new(),
            table_budget: TABLE_BUDGET,
        }
    }

    /// The number of points.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The levels, from the whole group down.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The base points.
    pub fn base(&self) -> impl Iterator<Item = Point> + '_ {
        self.levels.iter().map(Level::base)
    }

    /// The product of the lengths of the basic orbits from `level` on: the order of `G⁽ˡ⁾`.
    #[must_use]
    pub fn order_from(&self, level: usize) -> BigUint {
        let mut small: u128 = 1;
        let mut order = BigUint::from(1u32);
        for level in &self.levels[level.min(self.levels.len())..] {
            // Multiplying small numbers first keeps the common case free of big ones.
            if let Some(product) = small.checked_mul(level.orbit.len() as u128) {
                small = product;
            } else {
                order *= small;
                small = level.orbit.len() as u128;
            }
        }
        order * small
    }

    /// The order of the group.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.order_from(0)
    }

    /// The order when it fits in sixty-four bits.
    #[must_use]
    pub fn small_order(&self) -> Option<u64> {
        self.levels.iter().try_fold(1u64, |order, l| order.checked_mul(l.orbit.len() as u64))
    }

    /// Strips factors off `element` from `level` on. Returns the level at which it stuck; if that is the
    /// number of levels, the element is in the group exactly if the residue left in `element` is the
    /// identity.
    pub fn sift(&self, element: &mut Perm, level: usize) -> usize {
        for (l, current) in self.levels.iter().enumerate().skip(level) {
            let image = element.image(current.base);
            if !current.contains(image) {
                return l;
            }
            self.strip(l, image, element);
        }
        self.levels.len()
    }

    /// Whether the permutation is an element of the group.
    #[must_use]
    pub fn contains(&self, element: &Perm) -> bool {
        if element.degree() > self.degree {
            return element.support().all(|p| p.index() < self.degree)
                && self.contains(&Perm::from_points(&element[..self.degree]));
        }
        let mut residue = element.extended(self.degree);
        self.sift(&mut residue, 0) == self.levels.len() && residue.is_identity()
    }

    /// Multiplies `element` by the inverse of `u_p` of that level.
    pub(crate) fn strip(&self, level: usize, point: Point, element: &mut Perm) {
        let current = &self.levels[level];
        if point == current.base {
            return;
        }
        let images = element.points_mut();
        if let Some(to_base) = current.to_base(point) {
            images.iter_mut().for_each(|p| *p = to_base[p.index()]);
            return;
        }
        let mut at = point;
        while at != current.base {
            let step = &self.strong_inverses[current.via[current.row_of(at)] as usize];
            images.iter_mut().for_each(|p| *p = step.image(*p));
            at = step.image(at);
        }
    }

    /// The element `u_p` of a level: it fixes the earlier base points and takes this level's to `point`.
    #[must_use]
    pub fn representative(&self, level: usize, point: Point) -> Perm {
        let current = &self.levels[level];
        if let Some(row) = current.from_base(point) {
            return Perm::from_points(row);
        }
        let mut inverse = Perm::identity(self.degree);
        self.strip(level, point, &mut inverse);
        inverse.inverse()
    }

    /// Multiplies `element` by `u_p` of that level.
    pub(crate) fn apply_representative(&self, level: usize, point: Point, element: &mut Perm) {
        let current = &self.levels[level];
        if point == current.base {
            return;
        }
        match current.from_base(point) {
            Some(row) => element.points_mut().iter_mut().for_each(|p| *p = row[p.index()]),
            None => element.then_assign(&self.representative(level, point)),
        }
    }

    /// A uniformly random element of `G⁽ˡ⁾`.
    pub fn random_element(&self, level: usize, random: &mut Random) -> Perm {
        let mut element = Perm::identity(self.degree);
        for (l, current) in self.levels.iter().enumerate().skip(level).rev() {
            let point = current.orbit[random.below(current.orbit.len())];
            self.apply_representative(l, point, &mut element);
        }
        element
    }

    /// Generators of `G⁽ˡ⁾`.
    pub fn generators_from(&self, level: usize) -> impl Iterator<Item = &Perm> + '_ {
        let indices = self.levels.get(level).map_or(&[][..], |l| &l.generators);
        indices.iter().map(|&g| &self.strong[g as usize])
    }

    /// The chain of `G⁽ˡ⁾`.
    pub(crate) fn below(&self, level: usize) -> Self {
        let mut levels = self.levels[level.min(self.levels.len())..].to_vec();
        let mut used: Vec<u32> = levels.iter().flat_map(|l| &l.generators).copied().collect();
        used.sort_unstable();
        used.dedup();
        let renumbered = |g: &mut u32| *g = used.binary_search(g).unwrap_or(0) as u32;
        for level in &mut levels {
            level.generators.iter_mut().for_each(renumbered);
            level.via.iter_mut().for_each(renumbered);
        }
        let strong: Vec<Perm> = used.iter().map(|&g| self.strong[g as usize].clone()).collect();
        let strong_inverses = strong.iter().map(Perm::inverse).collect();
        Self { degree: self.degree, strong, strong_inverses, levels, table_budget: self.table_budget }
    }

    /// Appends a level whose orbit is so far the base point alone.
    pub(crate) fn push_level(&mut self, base: Point) {
        self.levels.push(Level::new(base, self.degree));
        self.table_budget = self.table_budget.saturating_sub(self.degree);
    }

    /// Adds a strong generator to the levels `from ..= to` (it must fix the base points before `from`), appending
    /// levels as needed, and grows their orbits.
    pub(crate) fn add_generator(&mut self, generator: Perm, from: usize, to: usize) {
        if to >= self.levels.len() {
            let fixes_base = |p: &Point| self.base().all(|b| b != *p);
            let base = generator.support().find(fixes_base);
            base.into_iter().for_each(|b| self.push_level(b));
        }
        let index = self.strong.len() as u32;
        self.strong_inverses.push(generator.inverse());
        self.strong.push(generator);
        for level in &mut self.levels[from..=to] {
            level.generators.push(index);
            level.checked.push(0);
            level.grow(&self.strong, &mut self.table_budget);
        }
    }
}

impl Level {
    fn new(base: Point, degree: usize) -> Self {
        let mut row = vec![ABSENT; degree];
        row[base.index()] = 0;
        let identity: Vec<Point> = Point::all(degree).collect();
        let tables = Tables { from_base: identity.clone(), to_base: identity };
        Self {
            base,
            orbit: vec![base],
            row,
            via: vec![0],
            generators: Vec::new(),
            checked: Vec::new(),
            tables: Some(tables),
        }
    }

    /// The base point of the level.
    #[inline]
    #[must_use]
    pub fn base(&self) -> Point {
        self.base
    }

    /// The basic orbit; the base point is first.
    #[inline]
    #[must_use]
    pub fn orbit(&self) -> &[Point] {
        &self.orbit
    }

    /// The strong generators of this level, as indices into those of the chain.
    pub(crate) fn generator_indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.generators.iter().map(|&g| g as usize)
    }

    /// Whether the point is in the basic orbit.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.row[point.index()] != ABSENT
    }

    /// The images under `u_p`, if the level keeps tables.
    #[inline]
    #[must_use]
    pub fn from_base(&self, point: Point) -> Option<&[Point]> {
        let at = self.row_of(point) * self.row.len();
        self.tables.as_ref().map(|t| &t.from_base[at..at + self.row.len()])
    }

    /// The images under the inverse of `u_p`, if the level keeps tables.
    #[inline]
    #[must_use]
    pub fn to_base(&self, point: Point) -> Option<&[Point]> {
        let at = self.row_of(point) * self.row.len();
        self.tables.as_ref().map(|t| &t.to_base[at..at + self.row.len()])
    }

    #[inline]
    fn row_of(&self, point: Point) -> usize {
        self.row[point.index()] as usize
    }

    /// Closes the orbit, which is closed under all generators but the last, under that one too. Rows once made are
    /// never changed, so what was checked stays checked.
    fn grow(&mut self, strong: &[Perm], budget: &mut usize) {
        let Some(&newest) = self.generators.last() else { return };
        let before = self.orbit.len();
        for from in 0..before {
            self.expand(from, newest, strong, budget);
        }
        let mut from = before;
        while from < self.orbit.len() {
            for k in 0..self.generators.len() {
                self.expand(from, self.generators[k], strong, budget);
            }
            from += 1;
        }
    }

    fn expand(&mut self, from: usize, by: u32, strong: &[Perm], budget: &mut usize) {
        let step = &strong[by as usize];
        let image = step.image(self.orbit[from]);
        if !self.contains(image) {
            self.row[image.index()] = self.orbit.len() as u16;
            self.orbit.push(image);
            self.via.push(by);
            self.extend_tables(from, step, budget);
        }
    }

    /// Adds the rows of the newest orbit point, or drops the tables when the chain has no room for them.
    fn extend_tables(&mut self, from: usize, step: &Perm, budget: &mut usize) {
        let degree = self.row.len();
        if *budget < degree {
            *budget += self.tables.take().map_or(0, |t| t.from_base.len());
        }
        if let Some(Tables { from_base, to_base }) = &mut self.tables {
            *budget -= degree;
            let start = from_base.len();
            to_base.resize(start + degree, Point::default());
            for i in 0..degree {
                let image = step.image(from_base[from * degree + i]);
                from_base.push(image);
                to_base[start + image.index()] = Point::new(i);
            }
        }
    }
}
