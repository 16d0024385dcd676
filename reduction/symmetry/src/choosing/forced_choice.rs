//! The technique that a user asked for, or the nearest that applies to the group.

use crate::choosing::prepared::PreparedTechnique;
use crate::techniques::enumerate;
use crate::techniques::fast;
use crate::techniques::first_appearance;
use crate::techniques::flood;
use crate::techniques::local_search;
use crate::techniques::markers;
use crate::techniques::minimising_set;
use crate::techniques::segment;
use crate::techniques::segmented;
use crate::techniques::sorted;
use crate::techniques::technique::{FromRecipe, Recipe};
use crate::{Choice, Method, StateGroup};

/// A recipe for each technique, and what it takes.
fn recipe(method: Method) -> Option<(Recipe, &'static str)> {
    let everywhere = "the group to act on states";
    let kept = "a group whose elements fit in memory";
    let columns = "a group that permutes columns as a symmetric group";
    Some(match method {
        Method::Enumerate => (enumerate::along_the_chain, everywhere),
        Method::EnumerateBasic => (enumerate::one_by_one, kept),
        Method::EnumerateTranspositions => (enumerate::by_transpositions, kept),
        Method::MinimisingSet => (minimising_set::greedy, columns),
        Method::MinimisingSetSteepest => (minimising_set::steepest, columns),
        Method::Disjoint => (fast::disjoint_product, "a disjoint product"),
        Method::Wreath => (fast::wreath_product, "a wreath product"),
        Method::LocalSearch => (local_search::technique, everywhere),
        Method::Fast => (fast::technique, everywhere),
        Method::Segment => (segment::technique, everywhere),
        Method::Sorted => (sorted::technique, everywhere),
        Method::Segmented => {
            (segmented::technique, "a product of groups that permute columns, of at most 40,320 elements")
        }
        Method::Markers => (markers::technique, everywhere),
        Method::FirstAppearance => (first_appearance::technique, everywhere),
        Method::Flood => (flood::technique, everywhere),
        _ => return None,
    })
}

/// What to take where a technique does not apply.
fn instead(method: Method) -> Method {
    match method {
        Method::EnumerateBasic | Method::EnumerateTranspositions => Method::Enumerate,
        Method::Segmented => Method::Segment,
        Method::MinimisingSet | Method::MinimisingSetSteepest | Method::Disjoint | Method::Wreath => {
            Method::Fast
        }
        _ => Method::Enumerate,
    }
}

/// The technique asked for, if it applies.
pub(crate) fn choose(group: &StateGroup, asked: Method) -> Choice {
    let made = |method: Method, reason: String| {
        let technique = recipe(method)?.0;
        // What flooding remembers would have to be had by every thread.
        let strategy = match method {
            Method::Flood => FromRecipe::only_once(technique),
            _ => FromRecipe::new(technique),
        };
        let kept = PreparedTechnique::new(strategy, group)?;
        Some(Choice::of(method, Box::new(kept), reason))
    };
    if let Some(choice) = made(asked, "asked for".into()) {
        return choice;
    }
    let needs = recipe(asked).map_or("another kind of search", |(_, needs)| needs);
    let other = instead(asked);
    made(other, format!("{asked} needs {needs}: {other} is used instead")).unwrap_or(Choice {
        strategy: None,
        method: Method::None,
        reason: format!("{asked} needs {needs}"),
    })
}
