//! What the techniques have in common: they make states smaller, by a group or a factor of one.
//!
//! A [`Minimiser`] replaces a state by an image, and is *exact* if all states of an orbit get the same one. Most of them
//! look for the smallest image under their group in the plain order of states, which is the order of Donaldson and Miller (Extending symmetry
//! reduction techniques to a realistic model of computation, 2007, Definition 3.4) since the control part comes first.
//! Their conditions are about local states; here they are checked where they matter, on the bytes that the actions of
//! the group elements move: a byte whose value changes refers to something, and a byte that two factors touch belongs
//! to both.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use explorer::{Canonicaliser, Effort};
use kernels::{Block, short};
use permutation::{Group, Perm};
use program::Configuration;

use crate::group_action::action::{Action, ActionBuilder};
use crate::group_action::influence::Influence;
use crate::{StateGroup, Strategy};

/// Replaces states by representatives.
pub(crate) trait Minimiser: Send {
    /// Leaves an image of the state in its place.
    fn minimise(&mut self, state: &mut Block);

    /// What follows differs little from this state, which another call would not change.
    fn set_parent(&mut self, _state: &[u8]) {}

    /// Is it of use to know such a state?
    fn wants_parent(&self) -> bool {
        false
    }

    /// Images looked at in all calls, where they are counted.
    fn images(&self) -> u64 {
        0
    }

    /// States for which an exact technique had to leave an image that another state of the orbit need not get.
    fn not_canonical(&self) -> u64 {
        0
    }

    /// Leaves an image that another call would not change, and says whether it is another state.
    fn improve(&mut self, state: &mut Block) -> bool {
        let start = state.clone();
        loop {
            let before = state.clone();
            self.minimise(state);
            if before == *state {
                return start != *state;
            }
        }
    }
}

/// A minimiser with what is known of it.
pub(crate) struct Technique {
    pub minimiser: Box<dyn Minimiser>,
    /// One representative for each orbit; as a part of a product, the smallest image.
    pub exact: bool,
    /// What of a state some element of the group changes.
    pub touched: Influence,
}

/// Makes actions for the states of one configuration.
pub(crate) struct Context<'a> {
    pub group: &'a StateGroup,
    pub configuration: Arc<Configuration>,
    pub builder: ActionBuilder<'a>,
    /// Actions that were made to be shared.
    known: RefCell<KnownActions>,
}

/// Actions by their permutations.
pub(crate) type KnownActions = HashMap<Perm, Option<Arc<Action>>>;

impl<'a> Context<'a> {
    pub fn new(group: &'a StateGroup, configuration: &Configuration) -> Context<'a> {
        Context::with(group, Arc::new(configuration.clone()), KnownActions::new())
    }

    /// A maker that knows some actions already.
    pub fn with(
        group: &'a StateGroup,
        configuration: Arc<Configuration>,
        known: KnownActions,
    ) -> Context<'a> {
        Context { group, builder: group.actions(&configuration), configuration, known: known.into() }
    }

    /// The actions it knows, for another maker.
    pub fn into_known(self) -> KnownActions {
        self.known.into_inner()
    }

    /// The action of a permutation, made once.
    pub fn shared(&self, perm: &Perm) -> Option<Arc<Action>> {
        if let Some(known) = self.known.borrow().get(perm) {
            return known.clone();
        }
        let made = self.action(perm).map(Arc::new);
        self.known.borrow_mut().insert(perm.clone(), made.clone());
        made
    }

    /// The action of a permutation of the points.
    pub fn action(&self, perm: &Perm) -> Option<Action> {
        self.group.action(&self.builder, perm)
    }

    /// The actions of some permutations.
    pub fn actions<'b>(&self, perms: impl IntoIterator<Item = &'b Perm>) -> Option<Vec<Action>> {
        perms.into_iter().map(|perm| self.action(perm)).collect()
    }

    /// What of a state some element of a group changes.
    pub fn touched(&self, group: &Group) -> Option<Influence> {
        Some(Influence::of(&self.actions(group.generators())?, self.builder.size()))
    }
}

/// How to make a technique for a group; `None` where it does not apply.
pub(crate) type Recipe = fn(&Context<'_>, &Group) -> Option<Technique>;

/// The strategy that follows a recipe.
pub(crate) struct FromRecipe {
    recipe: Recipe,
    /// Whether what it first made is.
    exact: Option<bool>,
    /// Whether a thread can have its own.
    may_be_repeated: bool,
}

impl FromRecipe {
    pub fn new(recipe: Recipe) -> FromRecipe {
        FromRecipe { recipe, exact: None, may_be_repeated: true }
    }

    /// For a technique that keeps too much to be had twice.
    pub fn only_once(recipe: Recipe) -> FromRecipe {
        FromRecipe { may_be_repeated: false, ..FromRecipe::new(recipe) }
    }
}

impl Strategy for FromRecipe {
    fn is_exact(&self) -> bool {
        self.exact == Some(true)
    }

    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>> {
        let technique = (self.recipe)(&Context::new(group, configuration), &group.group)?;
        self.exact.get_or_insert(technique.exact);
        Some(Box::new(ByMinimiser::new(technique)))
    }

    fn for_another_thread(&self) -> Option<Box<dyn Strategy>> {
        self.may_be_repeated.then(|| Box::new(FromRecipe { ..*self }) as Box<dyn Strategy>)
    }
}

/// The smaller image as the representative.
pub(crate) struct ByMinimiser {
    minimiser: Box<dyn Minimiser>,
    state: Block,
    /// Every result is the only representative of its orbit.
    exact: bool,
    calls: u64,
}

impl ByMinimiser {
    pub fn new(technique: Technique) -> ByMinimiser {
        let Technique { minimiser, exact, .. } = technique;
        ByMinimiser { minimiser, state: Block::default(), exact, calls: 0 }
    }
}

impl Canonicaliser for ByMinimiser {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.calls += 1;
        self.state.set(state);
        self.minimiser.minimise(&mut self.state);
        short::copy(self.state.bytes(), state);
    }

    fn set_parent(&mut self, representative: &[u8]) {
        self.minimiser.set_parent(representative);
    }

    fn wants_parent(&self) -> bool {
        self.minimiser.wants_parent()
    }

    fn effort(&self) -> Effort {
        let not_canonical = if self.exact { self.minimiser.not_canonical() } else { self.calls };
        Effort { search_nodes: self.minimiser.images(), not_canonical, ..Effort::default() }
    }
}
