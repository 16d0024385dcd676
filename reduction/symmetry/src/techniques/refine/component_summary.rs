//! A summary of a state by components: what it says of each alone, the first colours.
//!
//! What colours are made of lies apart in a state. The plain bytes of each component are collected into words
//! (`kernels::Gather`), and behind them all bytes that may refer to something, the *marks*. Words that did not change since
//! the last state are passed over, eight marks at a time, and what a mark adds to colours is looked up (`effects`).

use kernels::{Block, Gather};

use super::by_component::ByComponent;
use super::colours::{Join, Tuple, mix};
use super::effects::{Effect, Effects, Link, Parts};
use super::reading::Reading;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// How to look at the states of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct ComponentSummary {
    /// The first plain bytes of each component, then the other ones, then marks.
    gather: Gather,
    /// The bits of each word that mean something.
    masks: Vec<u64>,
    /// Whose the words behind the first are, and something to tell several of one component apart.
    more: Vec<(u8, u64)>,
    effects: Effects,
    components: usize,
}

impl ComponentSummary {
    /// Prepares to look at states of `size` bytes whose components hang below `parent`.
    pub fn new(reading: &Reading, parent: &[u8], size: usize) -> ComponentSummary {
        let components = reading.plain.len();
        let mut words: Vec<Vec<u16>> =
            (0..components).map(|c| reading.plain.of(c).iter().copied().take(WORD).collect()).collect();
        let mut more = Vec::new();
        for c in 0..components {
            for (chunk, number) in reading.plain.of(c).chunks(WORD).skip(1).zip(1..) {
                words.push(chunk.to_vec());
                more.push((c as u8, mix(number)));
            }
        }
        let (effects, offsets) = Effects::new(reading, parent);
        words.extend(offsets.chunks(WORD).map(<[u16]>::to_vec));
        ComponentSummary {
            masks: words.iter().map(|word| upper(word.len())).collect(),
            gather: Gather::new(&words, size),
            more,
            effects,
            components,
        }
    }
}

/// What the last state says of each component alone, and what it joins.
///
/// A state differs from the one before in a few bytes: both are successors of one state, or of two that are like. What a
/// byte adds is taken back when it changes, so a state costs what distinguishes it. Nothing is left over from the states
/// before: sums have inverses, and joins are a set.
#[derive(Clone, Debug)]
pub(crate) struct First {
    /// Both parts of each colour.
    pub of: ByComponent<Parts>,
    pub joins: Vec<Join>,
    pub tuples: Vec<Tuple>,
    /// For each join the mark that makes it, and for each mark where its join is, if it makes one.
    makers: Vec<u32>,
    made: Vec<u32>,
}

/// The words of the last state, as far as they mean something; none before the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Last {
    words: Vec<u64>,
    gathered: Block,
}

impl Default for First {
    fn default() -> First {
        First {
            of: ByComponent::new(Parts::default()),
            joins: Vec::new(),
            tuples: Vec::new(),
            makers: Vec::new(),
            made: Vec::new(),
        }
    }
}

impl First {
    /// Reads a state.
    pub fn read(&mut self, last: &mut Last, reading: &Reading, summary: &ComponentSummary, state: &Block) {
        if last.words.is_empty() {
            last.words = vec![0; summary.masks.len()];
            self.begin(reading, summary);
        }
        let Last { words, gathered } = last;
        let now = summary.gather.words(state, gathered).zip(&summary.masks).map(|(word, mask)| word & mask);
        let mut all = words.iter_mut().zip(now);
        for (of, (last, word)) in self.of.first_mut(summary.components).iter_mut().zip(&mut all) {
            of.bytes = of.bytes.wrapping_add(word.wrapping_sub(*last));
            *last = word;
        }
        for (&(c, number), (last, word)) in summary.more.iter().zip(&mut all) {
            let amount = mix(word ^ number).wrapping_sub(mix(*last ^ number));
            self.of[c].colour = self.of[c].colour.wrapping_add(amount);
            *last = word;
        }
        for (start, (last, word)) in (0..).step_by(WORD).zip(all) {
            let mut differ = *last ^ word;
            while differ != 0 {
                let at = differ.leading_zeros() / 8;
                differ &= !(0xff << 56 >> (8 * at));
                let value = |word: u64| (word << (8 * at) >> 56) as u8;
                self.change(reading, &summary.effects, start + at as usize, value(*last), value(word));
            }
            *last = word;
        }
    }

    /// Reads a state of zeros.
    #[cold]
    fn begin(&mut self, reading: &Reading, summary: &ComponentSummary) {
        let ComponentSummary { effects, .. } = summary;
        self.made = vec![0; effects.marks.len()];
        self.of = effects.start.clone();
        for &(c, number) in &summary.more {
            self.of[c].colour = self.of[c].colour.wrapping_add(mix(number));
        }
        (0..effects.marks.len()).for_each(|at| self.take::<true>(reading, effects, at, 0));
    }

    /// A mark has another value.
    #[inline]
    fn change(&mut self, reading: &Reading, effects: &Effects, at: usize, old: u8, new: u8) {
        let mark = &effects.marks[at];
        if let (Some(before), Some(after)) = (effects.row(mark, old), effects.row(mark, new)) {
            self.exchange(at, mark.holder, before, after);
        } else {
            self.take::<false>(reading, effects, at, old);
            self.take::<true>(reading, effects, at, new);
        }
    }

    /// Takes back what the old value of a mark says, and takes in what the new one does.
    #[inline]
    fn exchange(&mut self, at: usize, holder: u8, old: &Effect, new: &Effect) {
        self.of[holder] = self.of[holder].plus(new.holder).minus(old.holder);
        self.of[old.to] = self.of[old.to].minus(old.target);
        self.of[new.to] = self.of[new.to].plus(new.target);
        match (old.link == Link::Join, new.link == Link::Join) {
            (false, false) => {}
            (false, true) => self.join(at, new.join(holder)),
            (true, false) => self.part(at),
            (true, true) => self.joins[self.made[at] as usize] = new.join(holder),
        }
    }

    #[inline]
    fn join(&mut self, at: usize, join: Join) {
        self.made[at] = self.joins.len() as u32;
        self.makers.push(at as u32);
        self.joins.push(join);
    }

    #[inline]
    fn part(&mut self, at: usize) {
        let place = self.made[at] as usize;
        self.joins.swap_remove(place);
        self.makers.swap_remove(place);
        if let Some(&other) = self.makers.get(place) {
            self.made[other as usize] = place as u32;
        }
    }

    /// Takes in what any value of a mark says, or takes it back.
    #[cold]
    fn take<const IN: bool>(&mut self, reading: &Reading, effects: &Effects, at: usize, raw: u8) {
        let mark = &effects.marks[at];
        let effect = effects.of(reading, mark, raw);
        let mut add = |component: u8, parts: Parts| {
            let of = &mut self.of[component];
            *of = if IN { of.plus(parts) } else { of.minus(parts) };
        };
        add(mark.holder, effect.holder);
        add(effect.to, effect.target);
        match effect.link {
            Link::Nothing => {}
            Link::Join if IN => self.join(at, effect.join(mark.holder)),
            Link::Join => self.part(at),
            Link::Tuple => {
                let (all, label) = effects.tuple(reading, mark, raw);
                for (&c, by) in all.iter().zip(1..) {
                    add(c, Parts { bytes: 0, colour: label.rotate_left(by) });
                }
                let tuple = Tuple { all, label };
                if IN {
                    self.tuples.push(tuple);
                } else if let Some(at) = self.tuples.iter().position(|other| *other == tuple) {
                    self.tuples.swap_remove(at);
                }
            }
        }
    }
}

/// The bits of the first so many bytes of a word.
fn upper(bytes: usize) -> u64 {
    u64::MAX.checked_shl(64 - 8 * bytes as u32).unwrap_or(0)
}
