//! From a strategy to a canonicaliser for the explorer: one for each configuration, made when it is first seen.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use explorer::{Canonicaliser, Effort};
use program::{ConfigId, Configuration};

use crate::choosing::benefit::Trial;
use crate::{Method, StateGroup};

/// A technique: makes a canonicaliser for the states of one configuration.
pub trait Strategy: Send {
    /// Does it promise one representative for each orbit? Whether the promise was kept is counted state by state
    /// ([`Effort::not_canonical`]).
    fn is_exact(&self) -> bool;

    /// The canonicaliser; `None` where the technique does not apply.
    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>>;

    /// What canonicalisers that it handed out had done before.
    fn spent(&self) -> Effort {
        Effort::default()
    }
}

/// Canonicalises states of any configuration. Those that lack something the group moves are left alone: before all
/// processes exist the run has no choice, and anywhere else they are counted as not canonical.
pub struct Reducer {
    group: StateGroup,
    strategy: Box<dyn Strategy>,
    by_configuration: HashMap<ConfigId, Option<Box<dyn Canonicaliser>>>,
    last: Option<(ConfigId, Box<dyn Canonicaliser>)>,
    /// States of the start, before all processes existed as they do in the instance: no symmetry speaks of them.
    exempt: HashSet<Vec<u8>>,
    /// A filter in front of `exempt`: sums of bytes that occur in it.
    exempt_sums: [bool; 256],
    /// States of the start that lack something the group moves.
    incomplete: HashSet<Vec<u8>>,
    effort: Effort,
    /// Calls timed and what they took.
    timed: (u64, Duration),
    /// While the reduction may still be given up.
    trial: Option<Trial>,
    /// Why it was.
    given_up: Option<String>,
}

/// One call in so many is timed.
const TIMED: u64 = 128;

impl Reducer {
    /// Uses `strategy` on `group`.
    pub fn new(group: StateGroup, strategy: Box<dyn Strategy>) -> Reducer {
        let before = group.detection.instance.before.iter().cloned();
        let (exempt, incomplete) = before.partition(|s| group.acts_on(&group.layout.configuration_of(s)));
        let mut reducer = Reducer {
            group,
            strategy,
            by_configuration: HashMap::new(),
            last: None,
            exempt,
            exempt_sums: [false; 256],
            incomplete,
            effort: Effort::default(),
            timed: (0, Duration::ZERO),
            trial: None,
            given_up: None,
        };
        reducer.exempt.iter().for_each(|state| reducer.exempt_sums[sum(state)] = true);
        reducer
    }

    /// The same, given up after a few thousand states if that costs more than it saves.
    pub fn judged(group: StateGroup, strategy: Box<dyn Strategy>, method: Method) -> Reducer {
        let trial = Some(Trial::new(method, &group));
        Reducer { trial, ..Reducer::new(group, strategy) }
    }

    /// Why the reduction was given up, if it was: from then on states were left as they are.
    pub fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// The representative that was stored for a state while states were reduced, whether or not they still are.
    pub fn representative(&mut self, state: &[u8]) -> Vec<u8> {
        let mut representative = state.to_vec();
        self.reduce(&mut representative);
        representative
    }

    /// States that are left as they are, as they come before all processes exist.
    pub fn exempt(&self) -> &HashSet<Vec<u8>> {
        &self.exempt
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

    /// Now and then while it is on trial: is it worth its cost?
    #[cold]
    fn judge(&mut self, state: &[u8]) {
        let effort = self.effort();
        let Some(trial) = &mut self.trial else { return };
        trial.note(state);
        if let Some(verdict) = trial.verdict(effort, &self.group) {
            self.given_up = verdict.err();
            self.trial = None;
        }
    }

    fn is_exempt(&self, state: &[u8]) -> bool {
        !self.exempt.is_empty() && self.exempt_sums[sum(state)] && self.exempt.contains(state)
    }

    fn reduce(&mut self, state: &mut [u8]) {
        if self.is_exempt(state) {
            return;
        }
        let id = configuration(state);
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
            self.effort.not_canonical += u64::from(!self.incomplete.contains(state));
        }
    }
}

/// The number of a state's configuration, which it begins with.
fn configuration(state: &[u8]) -> ConfigId {
    ConfigId(u16::from_le_bytes([state[0], state[1]]))
}

/// The sum of some bytes.
fn sum(state: &[u8]) -> usize {
    usize::from(state.iter().fold(0u8, |sum, &byte| sum.wrapping_add(byte)))
}

impl Canonicaliser for Reducer {
    fn canonicalise(&mut self, state: &mut [u8]) {
        if self.given_up.is_some() {
            self.effort.not_canonical += 1;
            return;
        }
        self.effort.calls += 1;
        if !self.effort.calls.is_multiple_of(TIMED) {
            return self.reduce(state);
        }
        let start = Instant::now();
        self.reduce(state);
        self.timed.0 += 1;
        self.timed.1 += start.elapsed();
        if self.trial.is_some() {
            self.judge(state);
        }
    }

    fn expanding(&mut self, representative: &[u8]) {
        if !self.heeds_sources() || self.is_exempt(representative) {
            return;
        }
        let id = configuration(representative);
        if let Some((last, canonicaliser)) = &mut self.last
            && *last == id
        {
            canonicaliser.expanding(representative);
        }
    }

    #[inline]
    fn heeds_sources(&self) -> bool {
        self.given_up.is_none() && self.last.as_ref().is_some_and(|(_, last)| last.heeds_sources())
    }

    fn is_identity(&self) -> bool {
        self.given_up.is_some()
    }

    fn effort(&self) -> Effort {
        let mean = self.timed.1.as_nanos() as f64 / self.timed.0.max(1) as f64;
        let own = Effort { nanoseconds: (mean * self.effort.calls as f64) as u64, ..self.effort };
        let others = self.by_configuration.values().flatten();
        let last = self.last.iter().map(|(_, canonicaliser)| canonicaliser);
        let all = others.chain(last).fold(own, |sum, canonicaliser| sum + canonicaliser.effort());
        let before = self.strategy.spent();
        Effort {
            refinement_rounds: all.refinement_rounds - before.refinement_rounds,
            search_nodes: all.search_nodes - before.search_nodes,
            not_canonical: all.not_canonical - before.not_canonical,
            ..all
        }
    }
}
