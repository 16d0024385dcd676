//! Symmetries as permutations of bytes and of the values in them, and the group that some of them generate.

use std::collections::HashMap;

use explorer::{Canonicaliser, Effort};
use rapidhash::RapidHashSet as HashSet;

/// Groups with more elements are not written out; states are then made smaller as far as single generators do that.
const MOST_ELEMENTS: usize = 50_000;

/// A symmetry: every byte goes to another place, and values that refer to something are renamed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateSymmetry {
    /// Where each byte goes.
    places: Vec<u32>,
    /// How the value in each byte is renamed on the way, where it is.
    renamed: Vec<Option<Box<[u8; 256]>>>,
}

impl StateSymmetry {
    /// Byte `i` goes to `places[i]`; `None` if that is no permutation.
    pub fn new(places: &[usize]) -> Option<StateSymmetry> {
        let mut taken = vec![false; places.len()];
        for &place in places {
            if std::mem::replace(taken.get_mut(place)?, true) {
                return None;
            }
        }
        let places: Vec<u32> = places.iter().map(|&place| place as u32).collect();
        Some(StateSymmetry { renamed: vec![None; places.len()], places })
    }

    /// The same, and the value in byte `at` is renamed: `v` becomes `names[v]`, values beyond `names` stay. `None` if
    /// there is no such byte or the names are no permutation.
    pub fn renaming(mut self, at: usize, names: &[u8]) -> Option<StateSymmetry> {
        let mut table: Box<[u8; 256]> = Box::new(std::array::from_fn(|value| value as u8));
        for (value, &name) in names.iter().enumerate() {
            table[value] = name;
        }
        let different: HashSet<u8> = table.iter().copied().collect();
        if names.len() > 256 || different.len() < 256 {
            return None;
        }
        *self.renamed.get_mut(at)? = Some(table);
        Some(self)
    }

    /// The length of the states that it acts on.
    pub fn state_length(&self) -> usize {
        self.places.len()
    }

    /// The image of a state.
    pub fn image(&self, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.apply(state, &mut image);
        image
    }

    fn apply(&self, state: &[u8], image: &mut [u8]) {
        for ((&byte, &place), renamed) in state.iter().zip(&self.places).zip(&self.renamed) {
            image[place as usize] = renamed.as_ref().map_or(byte, |names| names[usize::from(byte)]);
        }
    }

    /// First this one, then another.
    fn then(&self, next: &StateSymmetry) -> StateSymmetry {
        let compose = |(&place, renamed): (&u32, &Option<Box<[u8; 256]>>)| {
            let later = &next.renamed[place as usize];
            let table: Box<[u8; 256]> = Box::new(std::array::from_fn(|value| {
                let value = renamed.as_ref().map_or(value as u8, |names| names[value]);
                later.as_ref().map_or(value, |names| names[usize::from(value)])
            }));
            let is_identity = table.iter().enumerate().all(|(value, &name)| value == usize::from(name));
            (next.places[place as usize], (!is_identity).then_some(table))
        };
        let (places, renamed) = self.places.iter().zip(&self.renamed).map(compose).unzip();
        StateSymmetry { places, renamed }
    }

    fn identity(length: usize) -> StateSymmetry {
        StateSymmetry { places: (0..length as u32).collect(), renamed: vec![None; length] }
    }

    /// In the notation of cycles, over the numbers of bytes.
    pub(crate) fn describe(&self) -> Vec<String> {
        let mut seen = vec![false; self.places.len()];
        let mut out = Vec::new();
        for start in 0..self.places.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                cycle.push(at.to_string());
                at = self.places[at] as usize;
            }
            if cycle.len() > 1 {
                out.push(format!("({})", cycle.join(" ")));
            }
        }
        let renamed = self.renamed.iter().flatten().count();
        if renamed > 0 {
            out.push(format!("values renamed in {renamed} bytes"));
        }
        out
    }
}

/// The group that some symmetries generate.
#[derive(Clone, Debug)]
pub(crate) struct StateGroup {
    pub generators: Vec<StateSymmetry>,
    /// All elements, the identity first; `None` if they are too many.
    pub elements: Option<Vec<StateSymmetry>>,
}

impl StateGroup {
    pub fn new(length: usize, generators: Vec<StateSymmetry>) -> StateGroup {
        let elements = elements(length, &generators);
        StateGroup { generators, elements }
    }

    /// Its order, in decimal.
    pub fn order(&self) -> String {
        let many = || format!("more than {MOST_ELEMENTS}");
        self.elements.as_ref().map_or_else(many, |all| all.len().to_string())
    }

    pub fn is_trivial(&self) -> bool {
        self.elements.as_ref().is_some_and(|all| all.len() == 1)
    }
}

/// Every product of generators, or `None` if there are too many.
fn elements(length: usize, generators: &[StateSymmetry]) -> Option<Vec<StateSymmetry>> {
    let mut all = vec![StateSymmetry::identity(length)];
    let mut known: HashMap<StateSymmetry, ()> = all.iter().map(|element| (element.clone(), ())).collect();
    let mut at = 0;
    while at < all.len() {
        for generator in generators {
            let product = all[at].then(generator);
            if known.insert(product.clone(), ()).is_none() {
                all.push(product);
            }
        }
        if all.len() > MOST_ELEMENTS {
            return None;
        }
        at += 1;
    }
    Some(all)
}

/// The smallest image under the elements that are tried.
pub(crate) struct Smallest<'g> {
    group: &'g StateGroup,
    image: Vec<u8>,
    smallest: Vec<u8>,
    effort: Effort,
}

impl<'g> Smallest<'g> {
    pub fn new(group: &'g StateGroup) -> Smallest<'g> {
        Smallest { group, image: Vec::new(), smallest: Vec::new(), effort: Effort::default() }
    }

    fn try_all(&mut self, elements: &[StateSymmetry], state: &[u8]) -> bool {
        let mut found = false;
        for element in elements {
            element.apply(state, &mut self.image);
            self.effort.search_nodes += 1;
            if self.image < self.smallest {
                std::mem::swap(&mut self.image, &mut self.smallest);
                found = true;
            }
        }
        found
    }
}

impl Canonicaliser for Smallest<'_> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.effort.calls += 1;
        self.image.resize(state.len(), 0);
        self.smallest.clear();
        self.smallest.extend_from_slice(state);
        let group = self.group;
        match &group.elements {
            Some(all) => {
                self.try_all(all, state);
                state.copy_from_slice(&self.smallest);
            }
            // Descent along the generators ends where none makes the state smaller.
            None => {
                self.effort.not_canonical += 1;
                while self.try_all(&group.generators, state) {
                    state.copy_from_slice(&self.smallest);
                }
            }
        }
    }

    fn for_another_thread(&self) -> Option<Self> {
        Some(Smallest::new(self.group))
    }

    fn absorb(&mut self, other: Self) {
        self.effort = self.effort + other.effort;
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
