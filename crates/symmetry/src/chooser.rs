//! Which technique: by the order of the group and what applies to it, with the reason.

use std::fmt;
use std::str::FromStr;

use crate::asked_for;
use crate::automatic;
use crate::enumerate::Enumerate;
use crate::kept::{Kept, at_once};
use crate::label::{self, Label};
use crate::refine::Refine;
use crate::{StateGroup, Strategy};

/// The techniques a user can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Whatever fits.
    #[default]
    Auto,
    /// No reduction.
    None,
    /// Every element of the group, along the stabiliser chain.
    Enumerate,
    /// Every element of the group, one by one.
    EnumerateBasic,
    /// Every element of the group, each as a product of transpositions.
    EnumerateTranspositions,
    /// Exchanges of columns as long as they help.
    MinimisingSet,
    /// The best exchange of columns as long as one helps.
    MinimisingSetSteepest,
    /// The factors of a disjoint product in turn.
    Disjoint,
    /// The inner groups of a wreath product, then the outer one.
    Wreath,
    /// Gradient descent along the generators, with restarts.
    LocalSearch,
    /// Whatever the classification of the group suggests.
    Fast,
    /// The control part first, then the stabiliser of its partition.
    Segment,
    /// Columns sorted by their control part.
    Sorted,
    /// Columns sorted by their control part, then every arrangement of equals.
    Segmented,
    /// Points arranged by refined hash markers.
    Markers,
    /// Points numbered in the order in which a walk through the state meets them.
    FirstAppearance,
    /// All images of a state are remembered with it.
    Flood,
    /// Colours of components, refined; then sorting, the stabiliser chain or a search.
    Refine,
    /// Canonical labelling.
    Label,
    /// Canonical labelling by nauty.
    #[cfg(feature = "nauty")]
    Nauty,
    /// States annotated with partitions of the processes; fragmented ones are subsumed. Not a canonicaliser: the
    /// checker runs it instead of the explorer.
    Lazy,
    /// The same without subsumption.
    LazyWithoutSubsumption,
}

/// Every method with its name.
const NAMES: &[(Method, &str)] = &[
    (Method::Auto, "auto"),
    (Method::None, "none"),
    (Method::Enumerate, "enumerate"),
    (Method::EnumerateBasic, "enumerate-basic"),
    (Method::EnumerateTranspositions, "enumerate-transpositions"),
    (Method::MinimisingSet, "minimising-set"),
    (Method::MinimisingSetSteepest, "minimising-set-steepest"),
    (Method::Disjoint, "disjoint"),
    (Method::Wreath, "wreath"),
    (Method::LocalSearch, "local-search"),
    (Method::Fast, "fast"),
    (Method::Segment, "segment"),
    (Method::Sorted, "sorted"),
    (Method::Segmented, "segmented"),
    (Method::Markers, "markers"),
    (Method::FirstAppearance, "first-appearance"),
    (Method::Flood, "flood"),
    (Method::Refine, "refine"),
    (Method::Label, "label"),
    #[cfg(feature = "nauty")]
    (Method::Nauty, "nauty"),
    (Method::Lazy, "lazy"),
    (Method::LazyWithoutSubsumption, "lazy-without-subsumption"),
];

impl Method {
    /// Does it pick a representative of each state's orbit?
    pub fn picks_representatives(self) -> bool {
        !matches!(self, Method::None | Method::Lazy | Method::LazyWithoutSubsumption)
    }

    /// All methods.
    pub fn all() -> impl Iterator<Item = Method> {
        NAMES.iter().map(|(method, _)| *method)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(method, _)| method == self).map_or("?", |(_, name)| name);
        f.write_str(name)
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(method, _)| *method).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
            let hint = match text {
                "nauty" => " (nauty needs a build with `--features nauty`)",
                _ => "",
            };
            format!("no such method{hint}; one of: {}", names.join(", "))
        })
    }
}

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
        Method::Refine if let Some(kept) = Kept::new(Refine, group) => made(Box::new(kept)),
        _ if !labels(asked) && asked != Method::Auto => asked_for::choose(group, asked),
        _ if labels(asked) && applies(group) => made(labeller(asked)),
        _ if labels(asked) => {
            let other = automatic::choose(group, states);
            Choice { reason: format!("labelling does not apply to this group: {}", other.reason), ..other }
        }
        _ => automatic::choose(group, states),
    }
}

/// Is it a canonical labelling?
fn labels(method: Method) -> bool {
    #[cfg(feature = "nauty")]
    if method == Method::Nauty {
        return true;
    }
    method == Method::Label
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
