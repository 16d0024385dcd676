//! From a strategy to a canonicaliser for the explorer: one for each configuration, made when it is first seen.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use explorer::{Canonicaliser, Effort};
use program::{CellSlot, ConfigId, Configuration};

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

    /// One that makes canonicalisers which do the same with every state, for another thread; `None` if what they do depends
    /// on states that they met, or if they keep what can be had only once.
    fn for_another_thread(&self) -> Option<Box<dyn Strategy>> {
        None
    }
}

/// Canonicalises states of any configuration. Those before the start are left alone, as no symmetry speaks of them; those
/// that lack something the group moves are left alone too, and are counted as not canonical.
pub struct Reducer {
    group: StateGroup,
    strategy: Box<dyn Strategy>,
    by_configuration: HashMap<ConfigId, Made>,
    last: Option<(ConfigId, Made)>,
    /// States before the start, where they cannot be told from others by the places of processes that create others.
    before: Arc<HashSet<Vec<u8>>>,
    /// A filter in front of `before`: sums of bytes that occur in it.
    before_sums: [bool; 256],
    effort: Effort,
    /// What others did that were made for other threads.
    effort_of_others: Effort,
    /// Calls timed and what they took.
    timed: (u64, Duration),
    /// While the reduction may still be given up.
    trial: Option<Trial>,
    /// Why it was.
    given_up: Option<String>,
}

/// What is known of the states of one configuration.
struct Made {
    /// `None` where the group does not act.
    canonicaliser: Option<Box<dyn Canonicaliser>>,
    /// Processes that may stand where others are still created: such states come before the start.
    creators: Vec<Creator>,
}

/// A process of a type that creates others.
struct Creator {
    at: usize,
    slot: CellSlot,
    /// For each of its locations, whether others may be created from there.
    leads: Vec<bool>,
}

/// One call in so many is timed.
const TIMED: u64 = 128;

impl Reducer {
    /// Uses `strategy` on `group`.
    pub fn new(group: StateGroup, strategy: Box<dyn Strategy>) -> Reducer {
        let instance = &group.detection.instance;
        let before = match instance.settled {
            true => HashSet::new(),
            false => instance.before.iter().cloned().collect(),
        };
        let mut before_sums = [false; 256];
        before.iter().for_each(|state: &Vec<u8>| before_sums[sum(state)] = true);
        Reducer {
            group,
            strategy,
            by_configuration: HashMap::new(),
            last: None,
            before: Arc::new(before),
            before_sums,
            effort: Effort::default(),
            effort_of_others: Effort::default(),
            timed: (0, Duration::ZERO),
            trial: None,
            given_up: None,
        }
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

    /// The group.
    pub fn group(&self) -> &StateGroup {
        &self.group
    }

    fn make(&mut self, id: ConfigId) -> Made {
        let configuration = self.group.layout.configuration(id);
        let canonicaliser = match self.group.acts_on(&configuration) {
            true => self.strategy.for_configuration(&self.group, &configuration),
            false => None,
        };
        let instance = &self.group.detection.instance;
        let creators = (configuration.processes.iter().enumerate())
            .filter(|_| instance.settled)
            .filter_map(|(pid, _)| configuration.process(pid))
            .filter(|(proctype, _)| instance.creators.locations(*proctype).contains(&true))
            .map(|(proctype, entry)| {
                let slot = self.group.layout.processes[proctype.index()].location;
                let leads = instance.creators.locations(proctype).to_vec();
                Creator { at: slot.in_entry(entry, 0), slot, leads }
            })
            .collect();
        Made { canonicaliser, creators }
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

    fn is_before(&self, state: &[u8]) -> bool {
        !self.before.is_empty() && self.before_sums[sum(state)] && self.before.contains(state)
    }

    fn reduce(&mut self, state: &mut [u8]) {
        if self.is_before(state) {
            return;
        }
        let id = ConfigId::of(state);
        if let Some((last, made)) = &mut self.last
            && *last == id
        {
            return made.reduce(state, &mut self.effort);
        }
        let mut made = match self.by_configuration.remove(&id) {
            Some(made) => made,
            None => self.make(id),
        };
        made.reduce(state, &mut self.effort);
        if let Some((old, made)) = self.last.replace((id, made)) {
            self.by_configuration.insert(old, made);
        }
    }
}

impl Made {
    /// Does a state come before the start?
    #[inline]
    fn precedes_start(&self, state: &[u8]) -> bool {
        self.creators.iter().any(|creator| {
            let location = creator.slot.load(&state[creator.at..]);
            creator.leads.get(location as usize).is_some_and(|&leads| leads)
        })
    }

    #[inline]
    fn reduce(&mut self, state: &mut [u8], effort: &mut Effort) {
        if self.precedes_start(state) {
            return;
        }
        match &mut self.canonicaliser {
            Some(canonicaliser) => canonicaliser.canonicalise(state),
            None => effort.not_canonical += 1,
        }
    }
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

    fn set_parent(&mut self, representative: &[u8]) {
        if !self.wants_parent() || self.is_before(representative) {
            return;
        }
        let id = ConfigId::of(representative);
        if let Some((last, made)) = &mut self.last
            && *last == id
            && !made.precedes_start(representative)
            && let Some(canonicaliser) = &mut made.canonicaliser
        {
            canonicaliser.set_parent(representative);
        }
    }

    #[inline]
    fn wants_parent(&self) -> bool {
        let last = self.last.as_ref().and_then(|(_, made)| made.canonicaliser.as_ref());
        self.given_up.is_none() && last.is_some_and(|last| last.wants_parent())
    }

    fn is_identity(&self) -> bool {
        self.given_up.is_some()
    }

    fn effort(&self) -> Effort {
        let mean = self.timed.1.as_nanos() as f64 / self.timed.0.max(1) as f64;
        let own = Effort { nanoseconds: (mean * self.effort.calls as f64) as u64, ..self.effort };
        let last = self.last.iter().map(|(_, made)| made);
        let made = self.by_configuration.values().chain(last).filter_map(|made| made.canonicaliser.as_ref());
        let all = made.fold(own, |sum, canonicaliser| sum + canonicaliser.effort());
        let before = self.strategy.spent();
        Effort {
            refinement_rounds: all.refinement_rounds - before.refinement_rounds,
            search_nodes: all.search_nodes - before.search_nodes,
            not_canonical: all.not_canonical - before.not_canonical,
            ..all
        } + self.effort_of_others
    }

    /// The verdict of a trial depends on the states met until then.
    fn is_settled(&self) -> bool {
        self.trial.is_none()
    }

    fn for_another_thread(&self) -> Option<Reducer> {
        Some(Reducer {
            group: self.group.clone(),
            strategy: self.strategy.for_another_thread()?,
            by_configuration: HashMap::new(),
            last: None,
            before: Arc::clone(&self.before),
            before_sums: self.before_sums,
            effort: Effort::default(),
            effort_of_others: Effort::default(),
            timed: (0, Duration::ZERO),
            trial: None,
            given_up: self.given_up.clone(),
        })
    }

    fn absorb(&mut self, other: Reducer) {
        self.effort_of_others = self.effort_of_others + other.effort();
    }
}
