//! `sorted`: components sorted by their control state.
//!
//! Source: Bosnacki, Dams and Holenderski, Symmetric Spin, 2002, the `sorted` strategy: sort the main array, which the
//! control state of every process is an entry of, and apply the permutation that sorts it to the rest of the state.
//! Components of equal control state stay in the order they had, so an orbit can keep several representatives. Exact
//! only where the control states say everything.
//!
//! What differs: SymmSpin needs a full symmetric group. Here sorting is the smallest image of the control states under
//! the group, whatever it is, as Donaldson and Miller (2007, section 8) understand the strategy.

use kernels::Block;
use permutation::Group;

use crate::group_action::arranger::Arranger;
use crate::group_action::colours::{Colour, Colours};
use crate::techniques::technique::{Context, Minimiser, Technique};

/// Sorts components.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    let colours = Colours::new(maker, group)?;
    let exact = colours.complete;
    let sorted =
        Sorted { arranger: Arranger::new(maker, group, &colours.points())?, colours, read: Vec::new() };
    Some(Technique { minimiser: Box::new(sorted), exact, touched: maker.touched(group)? })
}

struct Sorted {
    colours: Colours,
    arranger: Arranger,
    read: Vec<Colour>,
}

impl Minimiser for Sorted {
    fn minimise(&mut self, state: &mut Block) {
        self.colours.read(state, &mut self.read);
        self.arranger.arrange(&self.read, state);
    }
}
