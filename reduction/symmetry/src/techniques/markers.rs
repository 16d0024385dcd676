//! `markers`: components arranged by hash markers.
//!
//! Source: the symmetry markers of ProB (Leuschel and Massart, Efficient approximate verification of B via symmetry
//! markers, 2007; seed 004, section 1): every element gets a marker that does not depend on names, made from what the
//! state says of it and from the markers of what it is paired with, and a state is known by the markers alone.
//!
//! What differs: ProB takes two states with equal markers for symmetric, and so can miss states. Here the markers only say
//! how to arrange the components: the state is replaced by its image under the element that takes the markers to their
//! smallest image. That is a state of the same orbit, so nothing is missed; components with equal markers stay in the
//! order they had, so that an orbit can keep several representatives. Approximate, and usually close.
//!
//! A marker starts as the colour of its point ([`crate::group_action::colours`]) and then takes in, round after round, the markers of
//! what the point refers to and of what refers to it.

use std::collections::HashMap;

use kernels::Block;
use permutation::Group;

use crate::detect::Class;
use crate::group_action::arranger::Arranger;
use crate::group_action::colours::{Colour, Colours, mix};
use crate::group_action::state_group::Point;
use crate::techniques::technique::{Context, Minimiser, Technique};

/// Rounds of taking in other markers.
const ROUNDS: usize = 3;

/// Arranges components by markers.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    let colours = Colours::new(maker, group)?;
    let exact = colours.complete;
    let markers = Markers {
        references: references(maker, group, &colours)?,
        colours,
        arranger: Arranger::new(maker, group, &group.moved_points())?,
        now: Vec::new(),
        next: Vec::new(),
    };
    Some(Technique { minimiser: Box::new(markers), exact, touched: maker.touched(group)? })
}

struct Markers {
    colours: Colours,
    references: Vec<Reference>,
    arranger: Arranger,
    now: Vec<Colour>,
    next: Vec<Colour>,
}

/// A byte that can name points.
pub(crate) struct Reference {
    pub at: usize,
    /// Equal for bytes that the group carries to one another.
    pub row: Colour,
    /// From the byte to the point it names.
    pub table: [u16; 256],
    /// The points whose own it is.
    pub owners: Vec<usize>,
}

/// No point.
pub(crate) const NOBODY: u16 = u16::MAX;

impl Markers {
    /// Every marker takes in those of what it refers to and of what refers to it. Sums do not depend on the order.
    fn round(&mut self, state: &Block) {
        let bytes = state.bytes();
        self.next.clear();
        self.next.extend_from_slice(&self.now);
        for reference in &self.references {
            let target = reference.table[usize::from(bytes[reference.at])];
            if target == NOBODY {
                continue;
            }
            let target = usize::from(target);
            let there = mix(reference.row, self.now[target]);
            let mut here: Colour = reference.row;
            for &owner in &reference.owners {
                self.next[owner] = self.next[owner].wrapping_add(mix(there, 1));
                here = here.wrapping_add(mix(self.now[owner], reference.row));
            }
            self.next[target] = self.next[target].wrapping_add(mix(here, 2));
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

impl Minimiser for Markers {
    fn minimise(&mut self, state: &mut Block) {
        self.colours.read(state, &mut self.now);
        for _ in 0..ROUNDS {
            self.round(state);
        }
        self.arranger.arrange(&self.now, state);
    }
}

/// The bytes that can name points.
pub(crate) fn references(maker: &Context<'_>, group: &Group, colours: &Colours) -> Option<Vec<Reference>> {
    let rows = rows(maker, group)?;
    let mut owners: HashMap<usize, Vec<usize>> = HashMap::new();
    for point in 0..group.degree() {
        colours.own(point).for_each(|at| owners.entry(at).or_default().push(point));
    }
    let mut out: Vec<Reference> = (maker.builder.cells())
        .filter(|(_, _, slot)| slot.size() == 1)
        .filter_map(|(name, at, slot)| {
            let table = names(&maker.group.points, maker.group.detection.class(name), slot.biased)?;
            let owners = owners.get(&at).cloned().unwrap_or_default();
            Some(Reference { at, row: rows[at] as Colour, table, owners })
        })
        .collect();
    out.sort_by_key(|r| r.at);
    Some(out)
}

/// For each byte, the first of those that the group carries it to.
fn rows(maker: &Context<'_>, group: &Group) -> Option<Vec<usize>> {
    let mut rows: Vec<usize> = (0..maker.builder.size()).collect();
    let generators = maker.actions(group.generators())?;
    loop {
        let before = rows.clone();
        for generator in &generators {
            for (to, &from) in generator.map.source.iter().enumerate() {
                let first = rows[to].min(rows[usize::from(from)]);
                (rows[to], rows[usize::from(from)]) = (first, first);
            }
        }
        if rows == before {
            return Some(rows);
        }
    }
}

/// From the byte of a cell of a class to the point it names; `None` if it can name none.
fn names(points: &[Point], class: Class, biased: bool) -> Option<[u16; 256]> {
    let mut table = [NOBODY; 256];
    for (&point, number) in points.iter().zip(0..) {
        let value = match (point, class) {
            (Point::Process(p), Class::Process) => i32::from(p),
            (Point::Channel(c), Class::Channel) => c as i32 + 1,
            (Point::Value(root, value), Class::Values(c)) if root == c => value,
            _ => continue,
        };
        if let Ok(raw) = u8::try_from(value + i32::from(biased)) {
            table[usize::from(raw)] = number;
        }
    }
    table.iter().any(|&n| n != NOBODY).then_some(table)
}
