//! The smallest image along the stabiliser chain, with a bound at each level.
//!
//! Every element of a group takes some point of each basic orbit to the base point and is then in the stabiliser of that
//! point (Donaldson and Miller, On the constructive orbit problem, 2009, section 4.2, Algorithm 2, in the order from the top of
//! the chain down). Bytes that the stabiliser does not touch are decided at that moment, so only those images are followed
//! that are smallest in them: branch and bound. Where several are, all of them are followed, and of equal images one, so
//! that things that are interchangeable in a state cost nothing. Base points are chosen in the order of the bytes: the
//! first byte that the group touches should belong to the base point and to nothing else.
//!
//! What is smallest depends on the order in which images are compared. Every order is as good as any other for a group by
//! itself, and the best compares first what is decided first ([`Order::AsDecided`]): all that is said of one process, then of
//! the next, where a state lists one property of all processes and then the next property of all; and of a reference
//! whether it is to the base point, before it is known what else it refers to. Of 720 images about twenty are made
//! then. And large values come first: most components of most states are idle, which is zeros, so what is not leaves fewer to
//! choose from (of the 3840 images of a hypercube with two packets, 51 are looked at instead of 2200). Parts of products need the order of the bytes themselves ([`Order::AsStored`]), in which little is decided before
//! the end.
//!
//! Most images need not be made either. The first bytes to be compared are usually plain ones, so a word of those that an
//! element would bring there, one for each point of the orbit, says which of them are smallest (`kernels::Gather`).
//!
//! Where too many images are equally small for too long, they are followed one after the other instead of side by side.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use kernels::{Block, ByteMap, Gather};
use permutation::{Group, Perm, Point};

use crate::group_action::action::Action;
use crate::group_action::colours;
use crate::techniques::technique::{Context, Minimiser};

/// Images followed side by side.
const MOST: usize = 2_000;

/// Up to so many images, equal ones are found by comparing each with each.
const FEW: usize = 16;

/// The smallest image of states under a group.
pub(crate) struct Bounded {
    levels: Vec<Level>,
    /// The smallest images so far, and those of the next level.
    now: Images,
    next: Images,
    scratch: Scratch,
    start: Block,
    /// The image at each level, if they are followed one after the other.
    path: Vec<Block>,
    /// Images looked at so far.
    images: u64,
}

/// Words of images.
#[derive(Default)]
struct Scratch {
    gathered: Block,
    classed: Block,
    heads: Vec<u64>,
    said: Vec<u64>,
    /// Of the smallest image of a level.
    others: Vec<u64>,
}

/// The order in which the bytes of images are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// By the level of the chain that decides them.
    AsDecided,
    /// As they lie in the state.
    AsStored,
}

/// One level of the chain.
struct Level {
    /// For each point of the orbit an element that takes it to the base; `None` for the identity.
    carriers: Vec<Option<Arc<Action>>>,
    /// What is decided here, in the order in which it is compared.
    decided: Vec<Decided>,
    /// For each carrier what it would bring to the first bytes.
    heads: Gather,
    /// The other ones of an image...
    others: Gather,
    /// ...once every value is replaced by what is decided of it, unless all of it is.
    classes: Option<Action>,
    /// What turns words so that the first ones are smallest: nothing, or all ones where large values come first.
    flip: u64,
}

/// A byte of which something is decided: the class of its value.
struct Decided {
    byte: usize,
    class: [u8; 256],
}

impl Decided {
    fn is_exact(&self) -> bool {
        self.class.iter().enumerate().all(|(value, &class)| value == usize::from(class))
    }
}

impl Bounded {
    /// `None` where the group does not act on the states.
    pub fn new(maker: &Context<'_>, group: &Group, order: Order) -> Option<Bounded> {
        let mut levels = Vec::new();
        let mut group = group.clone();
        let mut actions = shared(maker, &group)?;
        let mut open = touched(&actions);
        while let Some(base) = base_point(maker, &group, &actions) {
            let rest = group.stabiliser(base);
            let fixers = shared(maker, &rest)?;
            let left = touched(&fixers);
            let end = match order {
                Order::AsDecided => usize::MAX,
                Order::AsStored => left.first().copied().unwrap_or(usize::MAX),
            };
            let decided = decided(&open, end, &fixers);
            let exact: Vec<usize> = decided.iter().filter(|d| d.is_exact()).map(|d| d.byte).collect();
            open.retain(|byte| exact.binary_search(byte).is_err());
            levels.push(Level::new(maker, &group, base, decided, order)?);
            (group, actions) = (rest, fixers);
        }
        Some(Bounded {
            path: vec![Block::default(); levels.len() + 1],
            levels,
            now: Images::default(),
            next: Images::default(),
            scratch: Scratch::default(),
            start: Block::default(),
            images: 0,
        })
    }

    /// Follows the images of level `at` to the next; false if there are too many.
    fn follow(&mut self, at: usize) -> bool {
        let level = &self.levels[at];
        let mut least = u64::MAX;
        self.next.len = 0;
        for from in &self.now.blocks[..self.now.len] {
            let mut heads = std::mem::take(&mut self.scratch.heads);
            heads.clear();
            heads.extend(level.heads.words(from, &mut self.scratch.gathered).map(|word| word ^ level.flip));
            let smallest = heads.iter().copied().min().unwrap_or(0);
            if smallest < least {
                (least, self.next.len) = (smallest, 0);
            }
            self.images += 1;
            if smallest == least {
                let alike = level.carriers.iter().zip(&heads).filter(|(_, head)| **head == smallest);
                alike.for_each(|(carrier, _)| {
                    self.images += 1;
                    self.next.add(from, carrier.as_deref(), level, &mut self.scratch)
                });
            }
            self.scratch.heads = heads;
            if self.next.len > MOST {
                return false;
            }
        }
        self.next.merge();
        std::mem::swap(&mut self.now, &mut self.next);
        true
    }

    /// The same for one image if the heads tell the carriers apart: it takes its place.
    fn follow_one(&mut self, at: usize) -> bool {
        self.images += 1;
        let level = &self.levels[at];
        let only = &mut self.now.blocks[0];
        let (mut least, mut winner, mut unique) = (u64::MAX, 0, false);
        let words = level.heads.words(only, &mut self.scratch.gathered).map(|word| word ^ level.flip);
        for (i, word) in words.enumerate() {
            unique = word < least || (unique && word != least);
            if word < least {
                (least, winner) = (word, i);
            }
        }
        if unique && let Some(carrier) = &level.carriers[winner] {
            let spare = self.next.spare();
            carrier.apply_block(only, spare);
            std::mem::swap(only, spare);
        }
        unique
    }

    /// Follows the images below `path[at]` one after the other and keeps the smallest in `start`. `smaller` says that the
    /// bytes decided so far are less than those of `start`; otherwise they are equal. Was one found?
    fn descend(&mut self, at: usize, mut smaller: bool) -> bool {
        if at == self.levels.len() {
            if smaller {
                self.start.copy_from(&self.path[at]);
            }
            return smaller;
        }
        let mut found = false;
        self.images += self.levels[at].carriers.len() as u64;
        for i in 0..self.levels[at].carriers.len() {
            let (above, below) = self.path.split_at_mut(at + 1);
            let level = &self.levels[at];
            match &level.carriers[i] {
                Some(carrier) => carrier.apply_block(&above[at], &mut below[0]),
                None => below[0].copy_from(&above[at]),
            }
            let order = if smaller { Ordering::Less } else { level.compare(&below[0], &self.start) };
            if order != Ordering::Greater && self.descend(at + 1, order == Ordering::Less) {
                (found, smaller) = (true, false);
            }
        }
        found
    }
}

impl Minimiser for Bounded {
    fn minimise(&mut self, state: &mut Block) {
        self.now.len = 1;
        std::mem::swap(state, self.now.first());
        for at in 0..self.levels.len() {
            if self.now.len == 1 && self.follow_one(at) {
                continue;
            }
            if !self.follow(at) {
                let from = self.now.first();
                self.path[0].copy_from(from);
                self.start.copy_from(from);
                self.descend(0, false);
                self.now.first().copy_from(&self.start);
                break;
            }
        }
        std::mem::swap(state, self.now.first());
    }

    fn images(&self) -> u64 {
        self.images
    }

    fn improve(&mut self, state: &mut Block) -> bool {
        let mut before = std::mem::take(&mut self.start);
        before.copy_from(state);
        self.minimise(state);
        let improved = before != *state;
        self.start = before;
        improved
    }
}

impl Level {
    fn new(
        maker: &Context<'_>,
        group: &Group,
        base: Point,
        mut decided: Vec<Decided>,
        order: Order,
    ) -> Option<Level> {
        let transversal = group.transversal(base);
        let orbits = group.orbits();
        let mut carriers = Vec::new();
        for &point in orbits.of(base) {
            let element = transversal.element_to(point)?;
            let carrier = if element.image(point) == base { element.clone() } else { element.inverse() };
            let identity = carrier.is_identity();
            carriers.push(if identity { None } else { Some(maker.shared(&carrier)?) });
        }
        let plain =
            |d: &Decided| d.is_exact() && carriers.iter().flatten().all(|carrier| !carrier.maps(d.byte));
        if order == Order::AsDecided {
            decided.sort_by_cached_key(|d| !plain(d));
        }
        let heads = decided.iter().take(size_of::<u64>()).take_while(|d| plain(d)).count();
        let (first, others) = decided.split_at(heads);
        let source = |carrier: &Option<Arc<Action>>, byte: usize| match carrier {
            Some(carrier) => carrier.map.source[byte],
            None => byte as u16,
        };
        let head = |carrier| first.iter().map(|d| source(carrier, d.byte)).collect();
        let heads: Vec<Vec<u16>> = carriers.iter().map(head).collect();
        let word = |some: &[Decided]| some.iter().map(|d| d.byte as u16).collect();
        let words: Vec<Vec<u16>> = others.chunks(size_of::<u64>()).map(word).collect();
        let size = maker.builder.size();
        Some(Level {
            heads: Gather::new(&heads, size),
            others: Gather::new(&words, size),
            classes: classes(others, size)?,
            carriers,
            decided,
            flip: if order == Order::AsDecided { u64::MAX } else { 0 },
        })
    }

    /// The order of two images in what is decided here.
    fn compare(&self, one: &Block, other: &Block) -> Ordering {
        let (one, other) = (one.bytes(), other.bytes());
        let class = |d: &Decided, state: &[u8]| d.class[usize::from(state[d.byte])];
        let orders = self.decided.iter().map(|d| class(d, one).cmp(&class(d, other)));
        let order = orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
        if self.flip == 0 { order } else { order.reverse() }
    }
}

/// What is decided of each open byte below `end`: those that stay in place, as far as the fixers do not change their values.
fn decided(open: &[usize], end: usize, fixers: &[Arc<Action>]) -> Vec<Decided> {
    let mut known: HashMap<Vec<u8>, [u8; 256]> = HashMap::new();
    let stays = |byte: usize| fixers.iter().all(|fixer| usize::from(fixer.map.source[byte]) == byte);
    let mut all = Vec::new();
    for &byte in open.iter().filter(|&&byte| byte < end && stays(byte)) {
        let tables: Vec<u8> = fixers.iter().map(|fixer| fixer.map.table[byte]).collect();
        let class = *known.entry(tables).or_insert_with(|| colours::classes(fixers, byte));
        all.push(Decided { byte, class });
    }
    all
}

/// Replaces values by their classes, unless they are all exact; `None` if there are more tables than a byte can number.
fn classes(all: &[Decided], size: usize) -> Option<Option<Action>> {
    let mut map = ByteMap::identity(size);
    for d in all.iter().filter(|d| !d.is_exact()) {
        let known = map.tables.iter().position(|table| *table == d.class);
        let number = known.unwrap_or_else(|| {
            map.tables.push(d.class);
            map.tables.len() - 1
        });
        map.table[d.byte] = u8::try_from(number).ok()?;
    }
    Some((map.tables.len() > 1).then(|| Action::new(map)))
}

/// Images that agree in every byte that is decided; what is behind `len` is memory to reuse.
#[derive(Default)]
struct Images {
    blocks: Vec<Block>,
    len: usize,
}

impl Images {
    fn first(&mut self) -> &mut Block {
        if self.blocks.is_empty() {
            self.blocks.push(Block::default());
        }
        &mut self.blocks[0]
    }

    /// A block behind the last.
    fn spare(&mut self) -> &mut Block {
        if self.blocks.len() == self.len {
            self.blocks.push(Block::default());
        }
        &mut self.blocks[self.len]
    }

    /// Adds the image that a carrier makes, unless it is larger or there already; drops the others if it is smaller.
    fn add(&mut self, from: &Block, carrier: Option<&Action>, level: &Level, scratch: &mut Scratch) {
        let spare = self.spare();
        match carrier {
            Some(carrier) => carrier.apply_block(from, spare),
            None => spare.copy_from(from),
        }
        let (known, image) = self.blocks.split_at_mut(self.len);
        let image = &mut image[0];
        let said = match &level.classes {
            Some(classes) => {
                classes.apply_block(image, &mut scratch.classed);
                &scratch.classed
            }
            None => &*image,
        };
        scratch.said.clear();
        scratch.said.extend(level.others.words(said, &mut scratch.gathered).map(|word| word ^ level.flip));
        let order = if known.is_empty() { Ordering::Less } else { scratch.said.cmp(&scratch.others) };
        match order {
            Ordering::Greater => {}
            Ordering::Equal if known.len() <= FEW && known.iter().any(|other| other == image) => {}
            Ordering::Equal => self.len += 1,
            Ordering::Less => {
                std::mem::swap(&mut scratch.others, &mut scratch.said);
                if let Some(first) = known.first_mut() {
                    std::mem::swap(first, image);
                }
                self.len = 1;
            }
        }
    }

    /// Drops all but one of equal images.
    fn merge(&mut self) {
        if self.len <= FEW {
            return;
        }
        self.blocks[..self.len].sort_unstable();
        let mut kept = 1;
        for i in 1..self.len {
            if self.blocks[i] != self.blocks[kept - 1] {
                self.blocks.swap(i, kept);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

/// The actions of a group's generators.
fn shared(maker: &Context<'_>, group: &Group) -> Option<Vec<Arc<Action>>> {
    group.generators().iter().map(|perm| maker.shared(perm)).collect()
}

/// The bytes that some action changes, in ascending order.
fn touched(actions: &[Arc<Action>]) -> Vec<usize> {
    let bytes = actions.first().map_or(0, |action| action.map.source.len());
    (0..bytes).filter(|&byte| actions.iter().any(|action| action.changes(byte))).collect()
}

/// A point to which the first byte that the group touches belongs: what fixes the point leaves the byte alone. `None` if the
/// group is trivial.
fn base_point(maker: &Context<'_>, group: &Group, actions: &[Arc<Action>]) -> Option<Point> {
    let bytes = 0..actions.first()?.map.source.len();
    let byte = bytes.into_iter().find(|&byte| actions.iter().any(|action| action.changes(byte)))?;
    let size = orbit_of_byte(actions, byte);
    let orbits = group.orbits();
    let stays = |action: &Action| usize::from(action.map.source[byte]) == byte;
    let together = |point: &Point| {
        let mut both = group.generators().iter().zip(actions);
        both.all(|(perm, action)| (perm.image(*point) == *point) == stays(action.as_ref()))
    };
    let moved = group.moved_points();
    let owner = (moved.iter().copied())
        .filter(|point| orbits.of(*point).len() == size)
        .filter(together)
        .find(|point| owns(maker, &group.stabiliser(*point), byte));
    owner.or_else(|| moved.into_iter().min_by_key(|point| orbits.of(*point).len()))
}

/// Does the stabiliser of a point leave a byte alone?
fn owns(maker: &Context<'_>, stabiliser: &Group, byte: usize) -> bool {
    let leaves = |perm: &Perm| maker.shared(perm).is_some_and(|action| !action.changes(byte));
    stabiliser.generators().iter().all(leaves)
}

/// How many bytes a group moves a byte to.
fn orbit_of_byte(actions: &[Arc<Action>], byte: usize) -> usize {
    let mut orbit = vec![byte];
    let mut at = 0;
    while at < orbit.len() {
        for action in actions {
            let image = usize::from(action.map.source[orbit[at]]);
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        at += 1;
    }
    orbit.len()
}
