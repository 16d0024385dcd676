//! Orbits of points.
//!
//! The orbits of a group are the connected components of its generators' arrows, so a union-find structure
//! over the points gives all of them at once (*Handbook of Computational Group Theory*, 2005, section 4.1).
//! Elements that carry one point of an orbit to another come from a [`Transversal`], a breadth-first tree
//! over the orbit.

use crate::{Perm, Point};

/// A partition of the points `0 .. degree` into numbered cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orbits {
    /// The cell of each point.
    cell_of: Vec<u16>,
    /// The cells, each ascending, ordered by their smallest point.
    cells: Vec<Vec<Point>>,
}

impl Orbits {
    /// The cells, ordered by their smallest point.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Point]> + '_ {
        self.cells.iter().map(Vec::as_slice)
    }

    /// The cells of at least two points.
    pub fn non_trivial(&self) -> impl Iterator<Item = &[Point]> + '_ {
        self.iter().filter(|o| o.len() > 1)
    }

    /// The cell of a point.
    #[must_use]
    pub fn of(&self, point: Point) -> &[Point] {
        &self.cells[self.number(point)]
    }

    /// The number of the cell of a point.
    #[inline]
    #[must_use]
    pub fn number(&self, point: Point) -> usize {
        self.cell_of[point.index()] as usize
    }

    /// Whether two points lie in the same cell.
    #[must_use]
    pub fn same(&self, a: Point, b: Point) -> bool {
        self.number(a) == self.number(b)
    }
}

/// The orbits on `0 .. degree` of the group that the permutations generate.
pub fn orbits_of<'a>(degree: usize, generators: impl IntoIterator<Item = &'a Perm>) -> Orbits {
    let mut classes = Classes::new(degree);
    for generator in generators {
        for (i, &p) in generator.iter().enumerate() {
            classes.join(Point::new(i), p);
        }
    }
    classes.into_orbits()
}

/// A union-find structure over points.
#[derive(Debug, Clone)]
pub(crate) struct Classes {
    /// The parent of each point; a root is its own, and the smallest of its class.
    parent: Vec<Point>,
}

impl Classes {
    pub(crate) fn new(degree: usize) -> Self {
        Self { parent: Point::all(degree).collect() }
    }

    /// The smallest point of the class.
    pub(crate) fn find(&mut self, mut p: Point) -> Point {
        while self.parent[p.index()] != p {
            let up = self.parent[self.parent[p.index()].index()];
            self.parent[p.index()] = up;
            p = up;
        }
        p
    }

    /// Unites two classes; false when they were one already.
    pub(crate) fn join(&mut self, a: Point, b: Point) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high.index()] = low;
        low != high
    }

    pub(crate) fn into_orbits(mut self) -> Orbits {
        let degree = self.parent.len();
        let mut cell_of = vec![0; degree];
        let mut cells: Vec<Vec<Point>> = Vec::new();
        for p in Point::all(degree) {
            let root = self.find(p);
            if root == p {
                cell_of[p.index()] = cells.len() as u16;
                cells.push(Vec::new());
            }
            cell_of[p.index()] = cell_of[root.index()];
            cells[cell_of[p.index()] as usize].push(p);
        }
        Orbits { cell_of, cells }
    }
}

/// For each point of one orbit, an element that takes the root there.
#[derive(Debug, Clone)]
pub struct Transversal {
    /// The orbit in order of discovery; the root is first.
    points: Vec<Point>,
    /// Indexed by point.
    elements: Vec<Option<Perm>>,
}

impl Transversal {
    /// Grows the orbit of `root` under the generators, breadth first.
    #[must_use]
    pub fn new(degree: usize, generators: &[Perm], root: Point) -> Self {
        let mut elements = vec![None; degree];
        elements[root.index()] = Some(Perm::identity(degree));
        let mut points = vec![root];
        let mut next = 0;
        while next < points.len() {
            let from = points[next];
            next += 1;
            for generator in generators {
                let to = generator.image(from);
                if elements[to.index()].is_none() {
                    elements[to.index()] = elements[from.index()].as_ref().map(|e: &Perm| e.then(generator));
                    points.push(to);
                }
            }
        }
        Self { points, elements }
    }

    /// The orbit, from the root outwards.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The element that takes the root to `point`, if `point` is in the orbit.
    #[must_use]
    pub fn element_to(&self, point: Point) -> Option<&Perm> {
        self.elements.get(point.index())?.as_ref()
    }
}
