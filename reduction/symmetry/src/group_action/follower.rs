//! Following processes through representatives: which element of the group took a state to its representative?
//!
//! Canonicalisers of all techniques leave a representative and do not say by which element. It is found afterwards, for any
//! technique: the elements found last are tried first, then one is sought by the colours of points ([`orbit_element`]). What is
//! found has been applied to the state and compared, so it takes the one to the other, whatever the canonicaliser did. Where
//! the representative has a stabiliser several elements do; any of them will do as long as it is kept with the edge, so
//! elements have numbers that stay.
//!
//! [`orbit_element`]: crate::group_action::orbit_element

use std::sync::Arc;

use explorer::Follow;
use permutation::Perm;
use program::{ConfigId, Configuration};
use rapidhash::RapidHashMap as HashMap;

use crate::group_action::action::{Action, ActionBuilder};
use crate::group_action::orbit_element::{Cells, element};
use crate::{Point, StateGroup};

/// Elements found last that are tried first.
const RECENT: usize = 4;
/// Actions that are kept at a time.
const MOST_ACTIONS: usize = 4096;

/// Finds elements of a group between states, and numbers them.
pub struct Follower<'g> {
    group: &'g StateGroup,
    numbers: HashMap<Point, usize>,
    elements: Vec<Element>,
    known: HashMap<Perm, u32>,
    /// Elements found last, the latest first.
    recent: Vec<u32>,
    /// By the header of states, which names their configuration; `None` where the group does not act.
    places: HashMap<ConfigId, Option<Place<'g>>>,
}

struct Element {
    perm: Perm,
    /// Where it takes each process that it moves.
    processes: Vec<(u32, u32)>,
}

/// What is known of the states of a configuration.
struct Place<'g> {
    cells: Cells,
    builder: ActionBuilder<'g>,
    actions: HashMap<Perm, Option<Arc<Action>>>,
}

impl Place<'_> {
    fn action(&mut self, group: &StateGroup, perm: &Perm) -> Option<Arc<Action>> {
        if let Some(known) = self.actions.get(perm) {
            return known.clone();
        }
        if self.actions.len() >= MOST_ACTIONS {
            self.actions.clear();
        }
        let made = group.action(&self.builder, perm).map(Arc::new);
        self.actions.insert(perm.clone(), made.clone());
        made
    }
}

impl<'g> Follower<'g> {
    /// Nothing is known yet but the identity, which has the number 0.
    pub fn new(group: &'g StateGroup) -> Follower<'g> {
        let numbers = group.points.iter().enumerate().map(|(number, &point)| (point, number)).collect();
        let mut out = Follower {
            group,
            numbers,
            elements: Vec::new(),
            known: HashMap::default(),
            recent: Vec::new(),
            places: HashMap::default(),
        };
        out.number(&Perm::identity(group.points.len()));
        out
    }

    /// The element with a number.
    pub fn element(&self, number: u32) -> &Perm {
        &self.elements[number as usize].perm
    }

    /// The image of a state under an element; states on which the group does not act stay as they are.
    pub fn image(&mut self, perm: &Perm, state: &[u8]) -> Option<Vec<u8>> {
        if perm.is_identity() || self.group.precedes_start(state) {
            return Some(state.to_vec());
        }
        let group = self.group;
        let Some(place) = self.place(ConfigId::of(state), state) else { return Some(state.to_vec()) };
        let mut image = vec![0; state.len()];
        place.action(group, perm)?.apply(state, &mut image);
        Some(image)
    }

    /// The set of processes to which an element takes a set of them.
    pub fn image_of_processes(&self, perm: &Perm, processes: u64) -> u64 {
        let moved = self.moved_processes(perm);
        let image = |pid: u32| moved.iter().find(|&&(from, _)| from == pid).map_or(pid, |&(_, to)| to);
        let there = (0..64).filter(|&pid| processes >> pid & 1 == 1).map(image);
        there.filter(|&pid| pid < 64).fold(0, |set, pid| set | 1 << pid)
    }

    fn moved_processes(&self, perm: &Perm) -> Vec<(u32, u32)> {
        let points = self.group.points.iter().enumerate();
        let moved = points.filter_map(|(at, &point)| match (point, self.group.points[perm.at(at)]) {
            (Point::Process(from), Point::Process(to)) if from != to => {
                Some((u32::from(from), u32::from(to)))
            }
            _ => None,
        });
        moved.collect()
    }

    fn number(&mut self, perm: &Perm) -> u32 {
        if let Some(&known) = self.known.get(perm) {
            return known;
        }
        let number = self.elements.len() as u32;
        let processes = self.moved_processes(perm);
        self.elements.push(Element { perm: perm.clone(), processes });
        self.known.insert(perm.clone(), number);
        number
    }

    fn place(&mut self, id: ConfigId, state: &[u8]) -> Option<&mut Place<'g>> {
        let (group, numbers) = (self.group, &self.numbers);
        let place = self.places.entry(id).or_insert_with(|| {
            let configuration: Arc<Configuration> = group.layout.configuration_of(state);
            group.acts_on(&configuration).then(|| Place {
                cells: Cells::new(group, &configuration, numbers),
                builder: group.actions(&configuration),
                actions: HashMap::default(),
            })
        });
        place.as_mut()
    }

    fn find(&mut self, from: &[u8], to: &[u8]) -> Option<u32> {
        let id = ConfigId::of(from);
        if from.len() != to.len() || id != ConfigId::of(to) {
            return None;
        }
        self.place(id, from)?;
        let Follower { group, numbers, elements, recent, places, .. } = self;
        let place = places.get_mut(&id)?.as_mut()?;
        let mut image = vec![0; from.len()];
        let takes = |place: &mut Place<'g>, image: &mut [u8], perm: &Perm| {
            place.action(group, perm).is_some_and(|action| {
                action.apply(from, image);
                *image == *to
            })
        };
        let is_it = |&number: &u32| takes(place, &mut image, &elements[number as usize].perm);
        if let Some(at) = recent.iter().position(is_it) {
            recent[..=at].rotate_right(1);
            return recent.first().copied();
        }
        let (here, there) = (place.cells.colours(numbers, from), place.cells.colours(numbers, to));
        let mut test = |perm: &Perm| takes(place, &mut image, perm);
        let found = element(group, &here, &there, &mut test).ok()??;
        let number = self.number(&found);
        self.recent.insert(0, number);
        self.recent.truncate(RECENT);
        Some(number)
    }
}

impl Follow for Follower<'_> {
    fn follow(&mut self, state: &[u8], representative: &[u8]) -> Option<u32> {
        if state == representative { Some(0) } else { self.find(state, representative) }
    }

    fn image(&self, element: u32, actor: u32) -> u32 {
        let moved = &self.elements[element as usize].processes;
        moved.iter().find(|&&(from, _)| from == actor).map_or(actor, |&(_, to)| to)
    }
}
