//! `auto`: the technique that fits the group, with the reason.
//!
//! Tiny groups are enumerated, because a few images cost less than any thought about them. Everything else is refined
//! (`refine`), which is exact for every group whose action it can read; where it cannot, labelling the state as a graph may
//! still apply, and groups of moderate order are enumerated after all.

use permutation::BigUint;

use crate::chooser::{Choice, Method};
use crate::enumerate::Enumerate;
use crate::label::{self, Label};
use crate::refine::{self, Refine};
use crate::{StateGroup, Strategy};

/// Groups up to this order are enumerated: trying them all beats any search.
const SMALL: u32 = 2;

/// Beyond this, trying every element costs more than it saves.
const LARGEST_ENUMERATED: u32 = 20_000;

/// Picks a technique for a group that is not trivial.
pub(crate) fn choose(group: &StateGroup) -> Choice {
    let order = group.group.order();
    let configuration = &group.detection.instance.configuration;
    let made = |method, strategy: Box<dyn Strategy>, reason: String| Choice {
        strategy: Some(strategy),
        method,
        reason,
    };
    if order <= BigUint::from(SMALL) {
        return made(Method::Enumerate, Box::new(Enumerate), format!("only {order} elements: all are tried"));
    }
    if refine::applies(group, configuration) {
        let reason = format!("{order} elements; components are told apart by refinement");
        return made(Method::Refine, Box::new(Refine), reason);
    }
    if label::applies(group, configuration) {
        let reason = "refinement cannot read this group's action; states are labelled as graphs".into();
        return made(Method::Label, Box::new(Label), reason);
    }
    if order <= BigUint::from(LARGEST_ENUMERATED) {
        let reason = format!("refinement cannot read this group's action; all {order} elements are tried");
        return made(Method::Enumerate, Box::new(Enumerate), reason);
    }
    let reason =
        format!("refinement cannot read this group's action, and {order} elements are too many to try");
    Choice { strategy: None, method: Method::None, reason }
}
