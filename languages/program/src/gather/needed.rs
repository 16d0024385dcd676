//! What the gathered code rests on: of all that is known of variables, only what changes it.
//!
//! Mostly nothing does. A fact is needed if without it a transition from its location would be gathered in another way, or
//! would not lead to a fact that is needed where it leads.

use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

use super::known::Known;
use super::{Gatherer, KnownAt};
use crate::{LocalId, LocationId};

/// That a variable has the known value at a location.
type Fact = (LocationId, LocalId);

/// The facts without those that nothing needs.
pub(super) fn rests_on(gatherer: &Gatherer<'_>, known: KnownAt) -> KnownAt {
    let mut needed: HashSet<Fact> = HashSet::default();
    // For each fact those that are found by means of it.
    let mut used_by: HashMap<Fact, Vec<Fact>> = HashMap::default();
    let mut todo = Vec::new();
    for (here, id) in known.iter().zip((0..).map(LocationId)) {
        let Some(here) = here else { continue };
        let location = gatherer.body.location(id);
        let with: Vec<_> = gatherer.successors(location, here).collect();
        for (local, _) in here.all() {
            let weaker = here.without(local);
            let without: Vec<_> = gatherer.successors(location, &weaker).collect();
            let same_code = with.len() == without.len()
                && with.iter().zip(&without).all(|(a, b)| (&a.0, a.1) == (&b.0, b.1));
            if !same_code {
                todo.push((id, local));
                continue;
            }
            for ((_, target, after), (_, _, less)) in with.iter().zip(&without).filter(|(a, _)| a.1.0 != 0) {
                for lost in after.all().filter(|&(l, value)| less.get(l) != Some(value)) {
                    used_by.entry((*target, lost.0)).or_default().push((id, local));
                }
            }
        }
    }
    while let Some(fact) = todo.pop() {
        if needed.insert(fact) {
            todo.extend(used_by.get(&fact).into_iter().flatten());
        }
    }
    (known.into_iter().zip((0..).map(LocationId)))
        .map(|(here, id)| here.map(|here: Known| here.only(|local| needed.contains(&(id, local)))))
        .collect()
}
