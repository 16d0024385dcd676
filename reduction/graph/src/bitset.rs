//! Sets of small numbers in a fixed number of words.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Default for Set<W> {
    fn default() -> Self {
        Set::EMPTY
    }
}

impl<const W: usize> Set<W> {
    pub(crate) const EMPTY: Set<W> = Set([0; W]);

    #[inline]
    pub(crate) fn insert(&mut self, x: usize) {
        self.0[x / 64 % W] |= 1 << (x % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, x: usize) {
        self.0[x / 64 % W] &= !(1 << (x % 64));
    }

    #[inline]
    pub(crate) fn contains(&self, x: usize) -> bool {
        self.0[x / 64 % W] >> (x % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        // Single members are the common case, and without a special instruction counting is slow.
        let count = |word: u64| {
            if word & word.wrapping_sub(1) == 0 { u32::from(word != 0) } else { word.count_ones() }
        };
        self.0.iter().map(|&word| count(word) as usize).sum()
    }

    /// How many numbers two sets share.
    #[inline]
    pub(crate) fn common(&self, other: &Set<W>) -> usize {
        (0..W).map(|i| (self.0[i] & other.0[i]).count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn and(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(crate) fn or(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The smallest member.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Removes and returns the smallest member.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        let word = &mut self.0[first / 64 % W];
        *word &= word.wrapping_sub(1);
        Some(first)
    }

    /// Removes and returns the greatest member.
    #[inline]
    pub(crate) fn pop_last(&mut self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        let bit = 63 - self.0[word].leading_zeros() as usize;
        self.0[word] ^= 1 << bit;
        Some(word * 64 + bit)
    }

    /// The members, ascending.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }

    /// The words, least numbers first.
    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }
}

impl From<u64> for Set<1> {
    fn from(word: u64) -> Self {
        Set([word])
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut set = Set::EMPTY;
        members.into_iter().for_each(|x| set.insert(x));
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn agrees_with_a_tree_set() {
        let members = |step: usize| (0..128).filter(move |x| x * x % 11 < step);
        let (a, b): (BTreeSet<_>, BTreeSet<_>) = (members(3).collect(), members(5).collect());
        let (x, y): (Set<2>, Set<2>) = (members(3).collect(), members(5).collect());
        assert_eq!(x.and(&y).iter().collect::<Vec<_>>(), a.intersection(&b).copied().collect::<Vec<_>>());
        assert_eq!(x.or(&y).iter().collect::<Vec<_>>(), a.union(&b).copied().collect::<Vec<_>>());
        assert_eq!(y.without(&x).iter().collect::<Vec<_>>(), b.difference(&a).copied().collect::<Vec<_>>());
        assert_eq!(x.common(&y), a.intersection(&b).count());
        assert_eq!((x.len(), x.first()), (a.len(), a.first().copied()));
        assert!(x.contains(64) == a.contains(&64) && Set::<2>::EMPTY.is_empty());
    }
}
