//! Random elements: a small seeded generator, and product replacement.
//!
//! Product replacement (Celler, Leedham-Green, Murray, Niemeyer and O'Brien, *Generating random elements of a
//! finite group*, 1995; the "rattle" variant keeps an accumulator) walks over generating tuples: each step
//! multiplies one slot by another and the accumulator by the slot. The elements are not uniform, so nothing
//! here relies on that: whatever is built from them is verified afterwards. Once a stabiliser chain exists,
//! uniform elements come from it instead.
//!
//! The bits come from SplitMix64 (Steele, Lea and Flood, 2014) with a fixed seed, so every run of the tool
//! takes the same path. A dependency on a random number crate would buy nothing.

use crate::Perm;

/// A seeded stream of random numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A stream that depends on the seed only.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be zero. The bias of at most `bound / 2^64` does not matter here.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// Shuffles by Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A uniformly random permutation.
    pub fn perm(&mut self, degree: usize) -> Perm {
        let mut images: Vec<_> = crate::Point::all(degree).collect();
        self.shuffle(&mut images);
        Perm::from_points(images)
    }
}

/// A source of pseudo-random elements of the group that some permutations generate.
#[derive(Debug, Clone)]
pub struct ProductReplacement {
    /// A generating tuple of the group, at every moment.
    slots: Vec<Perm>,
    accumulator: Perm,
    random: Random,
}

impl ProductReplacement {
    /// More slots than generators, because short tuples mix badly.
    const SLOTS: usize = 10;
    const WARM_UP: usize = 50;

    /// Starts a walk; an empty generator list yields identities.
    #[must_use]
    pub fn new(degree: usize, generators: &[Perm], seed: u64) -> Self {
        let count = if generators.is_empty() { 0 } else { generators.len().max(Self::SLOTS) };
        let slots = (0..count).map(|i| generators[i % generators.len()].clone()).collect();
        let mut walk = Self { slots, accumulator: Perm::identity(degree), random: Random::new(seed) };
        for _ in 0..Self::WARM_UP {
            walk.step();
        }
        walk
    }

    /// The next element.
    pub fn next_element(&mut self) -> &Perm {
        self.step();
        &self.accumulator
    }

    fn step(&mut self) {
        if self.slots.len() < 2 {
            return;
        }
        let i = self.random.below(self.slots.len());
        let j = (i + 1 + self.random.below(self.slots.len() - 1)) % self.slots.len();
        let factor =
            if self.random.bits() & 1 == 0 { self.slots[j].clone() } else { self.slots[j].inverse() };
        self.slots[i].then_assign(&factor);
        self.accumulator.then_assign(&self.slots[i]);
    }
}
