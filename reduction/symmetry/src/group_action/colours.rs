//! What a state says of each point alone.
//!
//! The colour of a point is read from the bytes that are its own: those that every element which fixes the point leaves
//! in place. That is a statement about the group and not about names, so it covers program counters, local variables,
//! slots of arrays and fields of messages alike, whatever the kind of point. A byte of the point's own that refers to
//! something counts as far as the stabiliser of the point cannot change it: none, itself, something fixed, something
//! else. So colours are *equivariant*: if `g` takes the state `s` to `t`, the colour of `p` in `s` is that of `g(p)` in `t`.
//!
//! This is the control part of Donaldson and Miller (Extending symmetry reduction techniques to a realistic model of
//! computation, 2007, section 2), with the constant part of the references added, which only makes segments smaller.

use std::borrow::Borrow;

use kernels::Block;
use permutation::{Group, Point};

use crate::group_action::action::Action;
use crate::techniques::technique::Context;

/// A colour; equal for points only if the state says the same of both.
pub(crate) type Colour = u128;

/// How to read the colours of points.
pub(crate) struct Colours {
    /// For each point, its bytes: where they are, and the table that they are read through. Points of one orbit list
    /// corresponding bytes in the same order.
    own: Vec<Vec<(u16, u16)>>,
    tables: Vec<[u8; 256]>,
    /// States with the same colours are equal.
    pub complete: bool,
}

impl Colours {
    /// `None` where the group does not act on the states.
    pub fn new(maker: &Context<'_>, group: &Group) -> Option<Colours> {
        let touched = maker.touched(group)?;
        let mut colours =
            Colours { own: vec![Vec::new(); group.degree()], tables: Vec::new(), complete: false };
        let bytes = maker.builder.size();
        let mut covered = vec![false; bytes];
        let mut read: Vec<Vec<Point>> = Vec::new();
        for orbit in group.orbits().non_trivial() {
            let stabiliser = group.stabiliser(orbit[0]);
            // Points that are fixed together own the same bytes, and one of them says it all.
            let fixed = |p: &Point| stabiliser.generators().iter().all(|g| g.image(*p) == *p);
            if read.iter().any(|other| other.len() == orbit.len() && other.iter().any(fixed)) {
                continue;
            }
            read.push(orbit.to_vec());
            let fixers = maker.actions(stabiliser.generators())?;
            let transversal = group.transversal(orbit[0]);
            let rows: Vec<(usize, [u8; 256])> = (0..bytes)
                .filter(|&b| touched.touches(b) && fixers.iter().all(|f| usize::from(f.map.source[b]) == b))
                .map(|b| (b, classes(&fixers, b)))
                .collect();
            for &point in orbit {
                let carrier = maker.action(transversal.element_to(point)?)?;
                colours.read_point(point, &rows, &carrier, &mut covered);
            }
        }
        let exact = colours.own.iter().all(|own| own.len() <= size_of::<Colour>());
        colours.complete = exact && (0..bytes).all(|b| !touched.touches(b) || covered[b]);
        Some(colours)
    }

    /// The bytes of a point: those of the first point of its orbit, carried over.
    fn read_point(
        &mut self,
        point: Point,
        rows: &[(usize, [u8; 256])],
        carrier: &Action,
        covered: &mut [bool],
    ) {
        let mut to = vec![0; carrier.map.source.len()];
        carrier.map.source.iter().enumerate().for_each(|(i, &from)| to[usize::from(from)] = i);
        for (byte, classes) in rows {
            let there = to[*byte];
            let values = &carrier.map.tables[usize::from(carrier.map.table[there])];
            let mut table = [0; 256];
            (0..256).for_each(|v| table[usize::from(values[v])] = classes[v]);
            covered[there] |= classes.iter().enumerate().all(|(v, &c)| v == usize::from(c));
            let number = self.intern(table);
            self.own[point.index()].push((there as u16, number));
        }
    }

    fn intern(&mut self, table: [u8; 256]) -> u16 {
        let known = self.tables.iter().position(|t| *t == table);
        let number = known.unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        });
        number as u16
    }

    /// Writes the colour of every point. Few bytes are a number, so that colours are ordered as the bytes are; of many the
    /// first ones are, so that like states are arranged alike, and the others are mixed into one.
    pub fn read(&self, state: &Block, out: &mut Vec<Colour>) {
        let bytes = state.bytes();
        out.clear();
        let byte = |&(at, table): &(u16, u16)| {
            Colour::from(self.tables[usize::from(table)][usize::from(bytes[usize::from(at)])])
        };
        let packed = |own: &[(u16, u16)]| own.iter().fold(0, |colour, entry| colour << 8 | byte(entry));
        out.extend(self.own.iter().map(|own| match own.len() <= size_of::<Colour>() {
            true => packed(own),
            false => {
                let (first, others) = own.split_at(size_of::<Colour>() / 2);
                let chunks = others.chunks(size_of::<Colour>());
                packed(first) << 64 | chunks.fold(0, |colour, chunk| mix(colour, packed(chunk))) >> 64
            }
        }));
    }

    /// The points that have a colour; all others have none.
    pub fn points(&self) -> Vec<Point> {
        Point::all(self.own.len()).filter(|p| !self.own[p.index()].is_empty()).collect()
    }

    /// For each point of an orbit, those of its bytes of which the colour is the value itself.
    pub fn plain(&self, orbit: &[Point]) -> Vec<Vec<u16>> {
        let identity: [u8; 256] = std::array::from_fn(|v| v as u8);
        let is_plain =
            |at: usize| orbit.iter().all(|p| self.tables[usize::from(self.own[p.index()][at].1)] == identity);
        let own = orbit.first().map_or(0, |p| self.own[p.index()].len());
        let plain: Vec<usize> = (0..own).filter(|&at| is_plain(at)).collect();
        orbit.iter().map(|p| plain.iter().map(|&at| self.own[p.index()][at].0).collect()).collect()
    }

    /// The bytes of a point.
    pub fn own(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        self.own[point].iter().map(|&(at, _)| usize::from(at))
    }
}

/// One number from two, different for different ones as far as chance allows.
pub(crate) fn mix(a: Colour, b: Colour) -> Colour {
    const ODD: Colour = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let x = (a ^ (a >> 67)).wrapping_add(b).wrapping_add(1).wrapping_mul(ODD);
    (x ^ (x >> 61)).wrapping_mul(ODD)
}

/// For each value of a byte, the smallest that the stabiliser of the point can turn it into.
pub(crate) fn classes(fixers: &[impl Borrow<Action>], byte: usize) -> [u8; 256] {
    let mut class: [u8; 256] = std::array::from_fn(|v| v as u8);
    loop {
        let before = class;
        for fixer in fixers {
            let map = &fixer.borrow().map;
            let table = &map.tables[usize::from(map.table[byte])];
            for v in 0..256 {
                let image = usize::from(table[v]);
                let smaller = class[v].min(class[image]);
                (class[v], class[image]) = (smaller, smaller);
            }
        }
        if class == before {
            return class;
        }
    }
}
