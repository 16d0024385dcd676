//! Runs that may end: a finite run as an infinite word, and operators that mean the same on both.
//!
//! A run that ends after its last position is read as that word followed by letters for ever in which nothing is
//! *alive*. The operators here look at positions alone that are alive, so a formula made of them holds of the
//! infinite word exactly if it holds of the finite run, where `X f` asks for a next position and `G f` for all
//! positions that there are (De Giacomo and Vardi, *Linear temporal logic and linear dynamic logic on finite traces*,
//! IJCAI 2013, section 5). Repeating the last letter instead would be wrong for operators of the past: at the copies
//! they look back at the copies.

use crate::formula::{Formula, Logic};

/// What says of a position that the run has not ended before it; `true` where runs never end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alive(pub Formula);

impl Alive {
    /// `X f`: there is a next position, and `f` holds there.
    pub fn next(self, logic: &mut Logic, f: Formula) -> Formula {
        let there = logic.and(self.0, f);
        logic.next(there)
    }

    /// `f U g`.
    pub fn until(self, logic: &mut Logic, f: Formula, g: Formula) -> Formula {
        let there = logic.and(self.0, g);
        logic.until(f, there)
    }

    /// `f R g`.
    pub fn release(self, logic: &mut Logic, f: Formula, g: Formula) -> Formula {
        let unless_ended = logic.implication(self.0, g);
        logic.release(f, unless_ended)
    }

    /// `f W g`.
    pub fn weak_until(self, logic: &mut Logic, f: Formula, g: Formula) -> Formula {
        let either = logic.or(f, g);
        self.release(logic, g, either)
    }

    /// `F f`.
    pub fn eventually(self, logic: &mut Logic, f: Formula) -> Formula {
        self.until(logic, Formula::TRUE, f)
    }

    /// `G f`.
    pub fn always(self, logic: &mut Logic, f: Formula) -> Formula {
        self.release(logic, Formula::FALSE, f)
    }
}
