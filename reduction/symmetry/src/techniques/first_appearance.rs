//! `first-appearance`: components numbered in the order in which a walk through the state meets them.
//!
//! After the representative function of Gibson-Robinson and Lowe (Symmetry reduction in CSP model checking, International
//! Journal on Software Tools for Technology Transfer 21, 2019): a state of FDR is a tuple of component states with
//! values of a symmetric type in them; values get new names such that symmetric states mostly get the same ones, without any
//! search, so that the cost hardly grows with the type. Their function "normally finds unique representatives"; so does
//! this one. Linked structures are what it is good at: whoever follows the references from a fixed place meets the
//! nodes in an order that does not depend on their names.
//!
//! The walk: first the variables that no symmetry moves, in their order; then, for each component met, in the order in
//! which they were met, the references that are its own; and when nothing leads on, the component not yet met of which the
//! state says the least (its colour is smallest, [`crate::group_action::colours`]). Among several such components the choice is
//! arbitrary, as is the order of references that a symmetry can exchange: there an orbit can keep several
//! representatives. Exact only where the colours say everything; they are used alone then.
//!
//! What differs: FDR renames values of full symmetric types; here the numbers are taken to their smallest image under the
//! group, whatever it is, as `sorted` and `markers` do. Which component is taken when nothing leads on is our own
//! choice.

use kernels::Block;
use permutation::Group;

use crate::group_action::arranger::Arranger;
use crate::group_action::colours::{Colour, Colours};
use crate::techniques::markers::{NOBODY, Reference, references};
use crate::techniques::technique::{Context, Minimiser, Technique};

/// Numbers components in order of appearance.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    let colours = Colours::new(maker, group)?;
    let exact = colours.complete;
    let all = references(maker, group, &colours)?;
    let touched = maker.touched(group)?;
    let fixed_place = |r: &Reference| all.iter().filter(|other| other.row == r.row).count() == 1;
    let leading = (0..all.len()).filter(|&r| all[r].owners.is_empty() && fixed_place(&all[r])).collect();
    let mut of_point = vec![Vec::new(); group.degree()];
    for (number, reference) in all.iter().enumerate() {
        reference.owners.iter().for_each(|&owner| of_point[owner].push(number));
    }
    // References of one row keep the order of their places; rows are what the group cannot exchange.
    of_point.iter_mut().for_each(|own| own.sort_by_key(|&r| (all[r].row, all[r].at)));
    let walk = Walk {
        moved: group.moved_points().iter().map(|p| p.index()).collect(),
        degree: group.degree(),
        references: all,
        leading,
        of_point,
        colours,
        arranger: Arranger::new(maker, group, &group.moved_points())?,
        read: Vec::new(),
        numbers: Vec::new(),
        met: Vec::new(),
    };
    Some(Technique { minimiser: Box::new(walk), exact, touched })
}

struct Walk {
    /// The points that some element moves.
    moved: Vec<usize>,
    degree: usize,
    references: Vec<Reference>,
    /// References in places that no element moves.
    leading: Vec<usize>,
    /// The references that are each point's own.
    of_point: Vec<Vec<usize>>,
    colours: Colours,
    arranger: Arranger,
    read: Vec<Colour>,
    /// For each point, when it was met; 0 for not yet.
    numbers: Vec<Colour>,
    met: Vec<usize>,
}

impl Walk {
    fn meet(&mut self, point: usize) {
        if self.numbers[point] == 0 {
            self.met.push(point);
            self.numbers[point] = self.met.len() as Colour;
        }
    }

    fn follow(&mut self, reference: usize, bytes: &[u8]) {
        let Reference { at, table, .. } = &self.references[reference];
        let target = table[usize::from(bytes[*at])];
        if target != NOBODY {
            self.meet(usize::from(target));
        }
    }

    /// Numbers every point that can be moved.
    fn number(&mut self, state: &Block) {
        let bytes = state.bytes();
        self.numbers.clear();
        self.numbers.resize(self.degree, 0);
        self.met.clear();
        (0..self.leading.len()).for_each(|i| self.follow(self.leading[i], bytes));
        let mut next = 0;
        loop {
            while let Some(&point) = self.met.get(next) {
                next += 1;
                (0..self.of_point[point].len()).for_each(|i| self.follow(self.of_point[point][i], bytes));
            }
            let left = self.moved.iter().filter(|&&p| self.numbers[p] == 0);
            match left.min_by_key(|&&p| self.read[p]) {
                Some(&point) => self.meet(point),
                None => return,
            }
        }
    }
}

impl Minimiser for Walk {
    fn minimise(&mut self, state: &mut Block) {
        self.colours.read(state, &mut self.read);
        // Numbers tell equals apart, which is in vain where colours say everything, and need not suit the group.
        match self.colours.complete {
            true => self.arranger.arrange(&self.read, state),
            false => {
                self.number(state);
                self.arranger.arrange(&self.numbers, state)
            }
        };
    }
}
