//! `refine`: the exact canonicaliser for every group.
//!
//! This is canonical labelling by refinement and individualisation (McKay, Practical graph isomorphism, 1981), with three
//! changes. What is labelled is a state and not a graph. Its vertices are *components*, points of the group that always
//! move together, such as a client with its channel (`components`). And an ordered partition of the components does
//! not name an arbitrary relabelling but an element of the group, so that the representative is a state of the orbit.
//!
//! The steps for one state, with McKay's words for them:
//!
//! 1. *First colours* (the initial partition): what the state's plain bytes say of each component, and which places refer
//!    to it or are held by it (`component_summary`, by the tables of `effects`; `reading` says which bytes those are).
//! 2. *Flat sort*, a short cut: where the state joins components only as holders and what they hold, two sorts do
//!    what refinement would (`flat_sort`), and step 5 follows at once.
//! 3. *Refinement* (his procedure R): in each round the colour of a component takes in the colours of those that the state
//!    or the group's structure joins it to, until no class splits: the partition is then *equitable* (`colours`).
//! 4. *Ties*. Components that share a colour may be placed in any order if exchanging them fixes the state. That is so
//!    where nothing joins two of them; where what joins them has no cycle, any of them may go first (`entangled`); otherwise
//!    exchanges are tried on the state itself (`are_twins`).
//! 5. *Places* (the leaf's labelling): colours become an element of the group, by sorting siblings where the group is
//!    made of symmetric groups (`forest`: products and wreath products, Donaldson and Miller, On the constructive orbit
//!    problem, 2009, sections 5 and 6), and otherwise by the choice with the smallest colour at each level of the stabiliser
//!    chain (`along_chain`). The element is applied to the state (`moves`, `reading`).
//! 6. *Search* (his search tree), where step 4 leaves ties that matter: each component of a class is individualised in
//!    turn, and the smallest image among the leaves with the smallest invariants is taken (`search`).
//!
//! *The invariant that makes it exact*: colours depend on the state only up to the group. If `g` is an element of the group,
//! the colour of component `c` in state `s` is the colour of `g(c)` in `g(s)`, after every step; so whatever is decided by
//! comparing colours is decided alike for all states of an orbit. *The invariant that makes it sound*: the element that is applied
//! is one of the group. Debug builds assert the second for every state (`is_in_group`); tests check the first on random states
//! and their images.
//!
//! *Why ties of step 4 do not matter.* If no cell of the state joins two components that share their colours, in a partition
//! that refinement splits no further, then any two ways of placing equals differ by an element of a forest's group
//! that fixes every component with a colour of its own and maps the others to equals: it fixes the state. If what joins
//! them forms no cycle, refinement has found the orbits of the state's stabiliser, and any of a class may go first.
//!
//! Beside others: TopSPIN sorts by control state and then tries every element of the stabiliser (Donaldson and Miller,
//! Extending symmetry reduction techniques to a realistic model of computation, 2007, section 5), ProB builds a graph and asks
//! nauty (Spermann and Leuschel, ProB gets Nauty, 2008). Here most states cost one pass over the bytes and one sort.

mod along_chain;
mod by_component;
mod colours;
mod component_summary;
mod components;
mod effects;
mod entangled;
mod flat_sort;
mod forest;
mod moves;
mod reading;
mod search;
#[cfg(test)]
pub(crate) mod tests;

use explorer::{Canonicaliser, Effort};
use kernels::Block;
use program::Configuration;

use crate::{StateGroup, Strategy};
use along_chain::{AlongChain, Descent};
use colours::{Colours, Order, same_colour};
use component_summary::ComponentSummary;
use components::Components;
use flat_sort::FlatSort;
use forest::{Forest, ROOT};
use moves::Moves;
use reading::Reading;
use search::Walk;

/// Refines colours of components.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refine;

impl Strategy for Refine {
    fn is_exact(&self) -> bool {
        true
    }

    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>> {
        Some(Box::new(Refiner::new(group, configuration)?))
    }

    fn for_another_thread(&self) -> Option<Box<dyn Strategy>> {
        Some(Box::new(*self))
    }
}

/// How colours become places.
#[derive(Debug)]
enum Places {
    Sorted(Forest),
    Chain(AlongChain),
}

/// Canonicalises states of one configuration.
#[derive(Debug)]
struct Refiner {
    components: Components,
    reading: Reading,
    summary: ComponentSummary,
    moves: Moves,
    places: Places,
    order: Order,
    /// Where nothing hangs below anything.
    flat_sort: Option<FlatSort>,
    /// Pairs of components joined in every state.
    fixed: Vec<(u8, u8, u8)>,
    colours: Colours,
    element: Vec<u8>,
    class: Vec<u8>,
    /// What the levels of the stabiliser chain have taken.
    choices: Vec<u8>,
    original: Block,
    image: Vec<u8>,
    walk: Walk,
    nodes: u64,
}

impl Refiner {
    fn new(group: &StateGroup, configuration: &Configuration) -> Option<Refiner> {
        let components = Components::new(&group.group)?;
        let reading = Reading::new(group, &components, configuration)?;
        let places = match Forest::new(&components) {
            Some(forest) => Places::Sorted(forest),
            None => Places::Chain(AlongChain::new(&components)?),
        };
        let (fixed, order, parent) = match &places {
            Places::Chain(chain) => {
                let order: Vec<_> = (0..components.families()).map(|f| components.of_family(f)).collect();
                (chain.pairs.clone(), order, vec![ROOT; components.len()])
            }
            Places::Sorted(forest) => {
                let order = forest.order.iter().map(|&f| components.of_family(usize::from(f))).collect();
                (forest.pairs(&components), order, forest.parent.clone())
            }
        };
        let is_flat = matches!(places, Places::Sorted(_)) && fixed.is_empty();
        let summary = ComponentSummary::new(&reading, &parent, configuration.size as usize);
        Some(Refiner {
            element: vec![0; components.len()],
            summary,
            moves: Moves::default(),
            components,
            reading,
            places,
            flat_sort: if is_flat { FlatSort::new(&order) } else { None },
            order: Order::new(order, &parent),
            fixed,
            colours: Colours::default(),
            class: Vec::new(),
            choices: Vec::new(),
            original: Block::default(),
            image: Vec::new(),
            walk: Walk::default(),
            nodes: 0,
        })
    }

    /// Refines by the state as long as that may split something, from colours that the group's structure is part of
    /// already. Says whether the structure cannot split anything either: nothing was split, or the last round did not.
    fn refine(&mut self) -> bool {
        self.colours.sort(&self.order);
        let mut untouched = true;
        while self.colours.classes < self.components.len() {
            if !self.colours.may_split() {
                return untouched;
            }
            if !self.splits() {
                return true;
            }
            untouched = false;
        }
        true
    }

    /// Refines by the group's structure and the state until nothing splits.
    fn refine_fully(&mut self) {
        while self.colours.classes < self.components.len()
            && (!self.fixed.is_empty() || self.colours.may_split())
            && self.splits()
        {}
    }

    /// One round; are there more colours now?
    fn splits(&mut self) -> bool {
        self.colours.round(&self.fixed, &self.order);
        self.colours.split(&self.order)
    }

    /// Tells entangled components apart as long as it does not matter which of them goes first.
    fn untangle(&mut self) {
        while self.colours.classes < self.components.len()
            && self.colours.is_entangled()
            && let Some(trees) = self.colours.trees(&self.fixed)
        {
            self.colours.entangled_class(&self.components, &mut self.class);
            let several = if trees.separate(&self.class) { self.class.len() } else { 1 };
            for (&c, number) in self.class.iter().zip(1..).take(several) {
                self.colours.individualise(c, number);
            }
            self.refine_fully();
        }
    }

    /// Colours the state and finds the element that the colours determine, if they do.
    fn settle(&mut self) -> bool {
        self.colours.read(&self.reading, &self.summary, &self.original);
        self.choices.clear();
        if let Some(flat_sort) = &self.flat_sort
            && self.colours.sort_flat(flat_sort)
        {
            if self.colours.moved {
                flat_sort.place(&self.colours.sorted, &mut self.element);
            }
            return true;
        }
        self.colours.begin();
        match &self.places {
            Places::Sorted(_) => {
                if !self.fixed.is_empty() {
                    self.colours.spread(&self.fixed);
                }
                let done = self.refine();
                // What hangs below two things may differ by what the state joins it to, and then they differ too.
                if !self.fixed.is_empty() && !done {
                    self.refine_fully();
                }
                self.untangle();
                self.place()
            }
            // The group's structure costs more to look at than most states need.
            Places::Chain(_) => {
                self.refine();
                self.place() || {
                    self.refine_fully();
                    self.choices.clear();
                    self.place()
                }
            }
        }
    }

    /// Finds the element that the colours determine; otherwise leaves the class to branch on in `class`.
    fn place(&mut self) -> bool {
        let Refiner { colours, reading, original, image, components, .. } = self;
        let original = original.bytes();
        match &self.places {
            Places::Sorted(forest) => {
                if colours.classes < components.len() && colours.is_entangled() {
                    colours.entangled_class(components, &mut self.class);
                    let swap = |a, b| forest.may_swap(a, b);
                    if !all_twins(colours, components, reading, original, image, swap) {
                        return false;
                    }
                }
                match colours.moved {
                    true => forest.place(&colours.sorted, &mut self.element),
                    false => self.element.iter_mut().zip(0..).for_each(|(image, c)| *image = c),
                }
                true
            }
            Places::Chain(chain) => {
                colours.fill_keys();
                let keys = &colours.keys;
                let twins = |tied: &[u8]| {
                    let swap = |a, b| chain.may_swap(a, b);
                    let pairs = tied.windows(2).map(|pair| (pair[0], pair[1]));
                    pairs.into_iter().all(|pair| are_twins(reading, original, image, &swap, pair))
                };
                let (choices, class) = (&mut self.choices, &mut self.class);
                chain.place(keys, &mut self.element, choices, class, twins) == Descent::Unique
            }
        }
    }

    /// Is the element that was found another than the identity?
    fn moves_something(&self) -> bool {
        match self.places {
            Places::Sorted(_) => self.colours.moved,
            Places::Chain(_) => self.element.iter().zip(0..).any(|(&image, c): (_, u8)| image != c),
        }
    }

    /// The tree below the present colours.
    fn search(&mut self) {
        self.nodes += 1;
        if self.place() {
            if self.walk.enters(self.colours.invariant() | 1) {
                self.image.clear();
                self.image.extend_from_slice(self.original.bytes());
                debug_assert!(self.components.is_in_group(&self.element));
                self.reading.apply(&self.element, self.original.bytes(), &mut self.image);
                self.walk.leaf(&self.element, &self.image);
            }
            return;
        }
        if !self.walk.enters(self.colours.invariant() & !1) {
            return;
        }
        let mut class = std::mem::take(&mut self.class);
        class.sort_unstable();
        let before = self.colours.colour.clone();
        let choices = self.choices.clone();
        for (i, &component) in class.iter().enumerate() {
            if i > 0 && self.walk.is_known(component, &class[..i], &choices) {
                continue;
            }
            self.colours.colour.clone_from(&before);
            self.colours.individualise(component, 1);
            self.colours.sort(&self.order);
            self.refine_fully();
            self.walk.path.push(component);
            if matches!(self.places, Places::Chain(_)) {
                self.choices.clone_from(&choices);
                self.choices.push(component);
            }
            self.search();
            self.walk.path.pop();
            if self.walk.leaves() {
                break;
            }
        }
        self.class = class;
    }
}

/// Can the components of every class be exchanged without changing the state?
fn all_twins(
    colours: &Colours,
    components: &Components,
    reading: &Reading,
    state: &[u8],
    image: &mut Vec<u8>,
    may_swap: impl Fn(u8, u8) -> bool,
) -> bool {
    (0..components.families()).all(|family| {
        let keys = &colours.sorted[components.of_family(family)];
        keys.windows(2).filter(|pair| same_colour(pair[0], pair[1])).all(|pair| {
            let (a, b) = (pair[0] as u8, pair[1] as u8);
            match colours.first.tuples.is_empty() {
                true => may_swap(a, b) && colours.joins_alike(a, b),
                false => are_twins(reading, state, image, &may_swap, (a, b)),
            }
        })
    })
}

/// Does the exchange of two components, which must be in the group, fix the state?
fn are_twins(
    reading: &Reading,
    state: &[u8],
    image: &mut Vec<u8>,
    may_swap: &impl Fn(u8, u8) -> bool,
    (a, b): (u8, u8),
) -> bool {
    if !may_swap(a, b) {
        return false;
    }
    let mut swap = [0u8; 256];
    (0u8..=255).zip(&mut swap).for_each(|(c, image)| *image = c);
    swap.swap(usize::from(a), usize::from(b));
    image.clear();
    image.extend_from_slice(state);
    reading.apply(&swap[..reading.plain.len()], state, image);
    image.as_slice() == state
}

impl Canonicaliser for Refiner {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.original.set(state);
        if self.settle() {
            if self.moves_something() {
                debug_assert!(self.components.is_in_group(&self.element));
                self.moves.apply(&self.reading, &self.element, &self.original, state);
            }
            return;
        }
        self.walk.start();
        self.search();
        state.copy_from_slice(&self.walk.best.image);
    }

    fn effort(&self) -> Effort {
        Effort { refinement_rounds: self.colours.rounds, search_nodes: self.nodes, ..Effort::default() }
    }
}
