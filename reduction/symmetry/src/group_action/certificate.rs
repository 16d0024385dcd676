//! The group as a certificate needs it: images by the slow action, and elements between states.

use permutation::{Perm, Random};
use program::{ConfigId, Configuration, Interpreter};
use rapidhash::RapidHashMap as HashMap;
use witness::{ActorImages, Carried, Symmetries, same_steps};

use crate::detect::generator::Generator;
use crate::detect::verify::{compared_program, prove};
use crate::group_action::orbit_element::{Cells, element};
use crate::group_action::slow_action::SlowAction;
use crate::{Point, StateGroup};

/// Images compared if the whole group is.
const MOST_IMAGES: u64 = 100_000;
/// Larger groups are never gone through as a whole.
const LARGEST_WHOLE: u64 = 5_040;
/// Random elements drawn of groups that are too large.
const RANDOM: usize = 64;
/// Elements between states that are tried first.
const RECENT: usize = 12;
/// Elements between states that are kept.
const MOST_KEPT: usize = 10_000;

/// A group of symmetries, applied cell by cell.
pub struct SlowGroup<'a> {
    group: &'a StateGroup,
    numbers: HashMap<Point, usize>,
    elements: Vec<Element>,
    generators: usize,
    /// Elements that can be asked for by number; those behind were found between states.
    offered: usize,
    are_all: bool,
    known: HashMap<Perm, usize>,
    /// Elements found last, the latest first.
    recent: Vec<usize>,
    /// By the header of states, which names their configuration; `None` where the group does not act.
    places: HashMap<ConfigId, Option<Place>>,
}

struct Element {
    symmetry: Generator,
    actions: HashMap<ConfigId, Option<SlowAction>>,
}

struct Place {
    configuration: std::sync::Arc<Configuration>,
    cells: Cells,
}

impl<'a> SlowGroup<'a> {
    /// For a certificate over so many states.
    pub fn new(group: &'a StateGroup, states: usize) -> SlowGroup<'a> {
        let numbers = group.points.iter().enumerate().map(|(i, &point)| (point, i)).collect();
        let mut out = SlowGroup {
            group,
            numbers,
            elements: Vec::new(),
            generators: 0,
            offered: 0,
            are_all: false,
            known: HashMap::default(),
            recent: Vec::new(),
            places: HashMap::default(),
        };
        for perm in group.group.generators() {
            out.element(perm);
        }
        out.generators = out.elements.len();
        let order = group.group.small_order().unwrap_or(u64::MAX);
        out.are_all = order <= LARGEST_WHOLE && order.saturating_mul(states as u64) <= MOST_IMAGES;
        if out.are_all {
            for perm in group.group.elements() {
                out.element(&perm);
            }
        } else {
            let mut random = Random::new(1);
            for _ in 0..RANDOM {
                out.element(&group.group.random_element(&mut random));
            }
        }
        out.offered = out.elements.len();
        out
    }

    /// Proves once more that every generator is a symmetry of the program, and that the code which is compared there does in
    /// each of the states what the program does.
    pub fn prove_generators(&self, interpreter: &Interpreter, states: &[Vec<u8>]) -> Result<(), String> {
        let detection = &self.group.detection;
        if detection.gathered.is_some() {
            same_steps(interpreter, &compared_program(interpreter, detection), states)?;
        }
        prove(interpreter, detection)
    }

    /// The number of an element, which is kept; `None` for the identity.
    fn element(&mut self, perm: &Perm) -> Option<usize> {
        if perm.is_identity() {
            return None;
        }
        if let Some(&known) = self.known.get(perm) {
            return Some(known);
        }
        let number = self.elements.len();
        let symmetry = self.group.symmetry(perm);
        self.elements.push(Element { symmetry, actions: HashMap::default() });
        self.known.insert(perm.clone(), number);
        Some(number)
    }

    /// Keeps an element that was found between states; it may well be the next to be asked for.
    fn remember(&mut self, perm: &Perm) {
        if self.elements.len() >= self.offered + MOST_KEPT {
            let offered = self.offered;
            self.elements.truncate(offered);
            self.known.retain(|_, number| *number < offered);
            self.recent.clear();
        }
        if let Some(number) = self.element(perm) {
            self.recent.insert(0, number);
            self.recent.truncate(RECENT);
        }
    }

    /// Makes what is known of a configuration; false if the group does not act there.
    fn acts(&mut self, state: &[u8]) -> bool {
        let (group, numbers) = (self.group, &self.numbers);
        let place = self.places.entry(ConfigId::of(state)).or_insert_with(|| {
            let configuration = group.layout.configuration_of(state);
            let cells = group.acts_on(&configuration).then(|| Cells::new(group, &configuration, numbers))?;
            Some(Place { configuration, cells })
        });
        place.is_some()
    }

    fn colours(&self, state: &[u8]) -> Vec<u64> {
        match self.places.get(&ConfigId::of(state)) {
            Some(Some(place)) => place.cells.colours(&self.numbers, state),
            _ => Vec::new(),
        }
    }
}

impl Symmetries for SlowGroup<'_> {
    fn elements(&self) -> usize {
        self.offered
    }

    fn generators(&self) -> usize {
        self.generators
    }

    fn are_all(&self) -> bool {
        self.are_all
    }

    fn image(&mut self, element: usize, state: &[u8]) -> Option<Vec<u8>> {
        // States that the group does not act on stay as they are.
        if !self.acts(state) {
            return Some(state.to_vec());
        }
        let key = ConfigId::of(state);
        let (group, place) = (self.group, self.places.get(&key)?.as_ref()?);
        let Element { symmetry, actions } = &mut self.elements[element];
        let action =
            actions.entry(key).or_insert_with(|| SlowAction::new(group, symmetry, &place.configuration));
        Some(action.as_ref()?.image(symmetry, state))
    }

    fn actors(&self, element: usize) -> ActorImages {
        ActorImages::new(&self.elements[element].symmetry.processes)
    }

    fn carry(&mut self, from: &[u8], to: &[u8]) -> Carried {
        if from == to {
            return Carried::Yes(ActorImages::default());
        }
        if from.len() != to.len() || ConfigId::of(from) != ConfigId::of(to) || !self.acts(from) {
            return Carried::No;
        }
        for at in 0..self.recent.len() {
            let number = self.recent[at];
            if self.image(number, from).is_some_and(|image| image == to) {
                self.recent[..=at].rotate_right(1);
                return Carried::Yes(self.actors(number));
            }
        }
        let (here, there) = (self.colours(from), self.colours(to));
        let group = self.group;
        let Some(Some(place)) = self.places.get(&ConfigId::of(from)) else { return Carried::No };
        let mut test = |perm: &Perm| {
            let symmetry = group.symmetry(perm);
            let action = SlowAction::new(group, &symmetry, &place.configuration);
            action.is_some_and(|action| action.image(&symmetry, from) == to)
        };
        match element(group, &here, &there, &mut test) {
            Ok(Some(perm)) if group.group.contains(&perm) => {
                self.remember(&perm);
                Carried::Yes(ActorImages::new(&group.symmetry(&perm).processes))
            }
            Ok(_) => Carried::No,
            Err(()) => Carried::Unknown,
        }
    }
}
