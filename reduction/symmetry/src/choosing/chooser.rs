//! Which technique: by the order of the group and what applies to it, with the reason.

use methods::Method;

use crate::choosing::automatic;
use crate::choosing::forced_choice;
use crate::choosing::prepared::{PreparedTechnique, at_once};
use crate::techniques::enumerate::Enumerate;
use crate::techniques::label::{self, Label};
use crate::techniques::refine::Refine;
use crate::{StateGroup, Strategy};

/// A technique, chosen.
pub struct Choice {
    /// The technique; `None` explores every state.
    pub strategy: Option<Box<dyn Strategy>>,
    /// Its name.
    pub method: Method,
    /// Why.
    pub reason: String,
}

impl Choice {
    /// A technique, and why it was taken.
    pub(crate) fn of(method: Method, strategy: Box<dyn Strategy>, reason: String) -> Choice {
        Choice { strategy: Some(strategy), method, reason }
    }
}

/// Picks a technique for a group, or the one asked for.
pub fn choose(group: &StateGroup, asked: Method) -> Choice {
    choose_for(group, asked, &[])
}

/// The same; the choice may depend on what the techniques take on some states of the program.
pub fn choose_for(group: &StateGroup, asked: Method, states: &[Vec<u8>]) -> Choice {
    let made = |strategy: Box<dyn Strategy>| Choice::of(asked, strategy, "asked for".into());
    match asked {
        _ if group.group.is_trivial() => {
            Choice { strategy: None, method: Method::None, reason: "the group is trivial".into() }
        }
        Method::None => Choice { strategy: None, method: Method::None, reason: "asked for".into() },
        Method::Enumerate => made(at_once(Enumerate, group)),
        Method::Refine if let Some(kept) = PreparedTechnique::new(Refine, group) => made(Box::new(kept)),
        _ if !asked.is_labelling() && asked != Method::Auto => forced_choice::choose(group, asked),
        _ if asked.is_labelling() && applies(group) => made(labeller(asked)),
        _ if asked.is_labelling() => {
            let other = automatic::choose(group, states);
            Choice { reason: format!("labelling does not apply to this group: {}", other.reason), ..other }
        }
        _ => automatic::choose(group, states),
    }
}

fn labeller(method: Method) -> Box<dyn Strategy> {
    #[cfg(feature = "nauty")]
    if method == Method::Nauty {
        return Box::new(Label { with_nauty: true });
    }
    debug_assert_eq!(method, Method::Label);
    Box::new(Label::default())
}

fn applies(group: &StateGroup) -> bool {
    label::applies(group, &group.detection.instance.configuration)
}
