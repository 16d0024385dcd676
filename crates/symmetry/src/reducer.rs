//! From a strategy to a canonicaliser for the explorer: one for each configuration, made when it is first seen.

use std::collections::{HashMap, HashSet};

use explorer::Canonicaliser;
use program::{ConfigId, Configuration};

use crate::StateGroup;

/// A technique: makes a canonicaliser for the states of one configuration.
pub trait Strategy: Send {
    /// One representative for each orbit, exactly.
    fn is_exact(&self) -> bool;

    /// The canonicaliser; `None` where the technique does not apply.
    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>>;
}

/// Canonicalises states of any configuration. Configurations that lack something the group moves are left alone: they
/// occur only before all processes exist, where the run has no choice.
pub struct Reducer {
    group: StateGroup,
    strategy: Box<dyn Strategy>,
    by_configuration: HashMap<ConfigId, Option<Box<dyn Canonicaliser>>>,
    last: Option<(ConfigId, Box<dyn Canonicaliser>)>,
    /// States of the start, before all processes existed as they do in the instance: no symmetry speaks of them.
    exempt: HashSet<Vec<u8>>,
    /// States canonicalised.
    pub calls: u64,
}

impl Reducer {
    /// Uses `strategy` on `group`.
    pub fn new(group: StateGroup, strategy: Box<dyn Strategy>) -> Reducer {
        let before = group.detection.instance.before.iter();
        let exempt = before.filter(|s| group.acts_on(&group.layout.configuration_of(s))).cloned().collect();
        Reducer { group, strategy, by_configuration: HashMap::new(), last: None, exempt, calls: 0 }
    }

    /// The group.
    pub fn group(&self) -> &StateGroup {
        &self.group
    }

    fn make(&mut self, id: ConfigId) -> Option<Box<dyn Canonicaliser>> {
        let configuration = self.group.layout.configuration(id);
        match self.group.acts_on(&configuration) {
            true => self.strategy.for_configuration(&self.group, &configuration),
            false => None,
        }
    }
}

impl Canonicaliser for Reducer {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.calls += 1;
        if !self.exempt.is_empty() && self.exempt.contains(state) {
            return;
        }
        let id = ConfigId(u16::from_le_bytes([state[0], state[1]]));
        if let Some((last, canonicaliser)) = &mut self.last
            && *last == id
        {
            return canonicaliser.canonicalise(state);
        }
        if !self.by_configuration.contains_key(&id) {
            let made = self.make(id);
            self.by_configuration.insert(id, made);
        }
        if let Some(Some(mut next)) = self.by_configuration.remove(&id) {
            next.canonicalise(state);
            if let Some((old, canonicaliser)) = self.last.replace((id, next)) {
                self.by_configuration.insert(old, Some(canonicaliser));
            }
        } else {
            self.by_configuration.insert(id, None);
        }
    }
}
