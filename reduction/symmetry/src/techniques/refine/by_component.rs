//! Tables over components, which are numbered by bytes: with a place for every byte no access is out of bounds, and none
//! needs a check.

use std::ops::{Index, IndexMut};

/// Something of each component.
#[derive(Clone, Debug)]
pub(crate) struct ByComponent<T>(Box<[T; 256]>);

impl<T: Copy> ByComponent<T> {
    /// The same of each.
    pub fn new(value: T) -> ByComponent<T> {
        ByComponent(Box::new([value; 256]))
    }

    /// Those of the first so many.
    #[inline]
    pub fn first(&self, count: usize) -> &[T] {
        &self.0[..count]
    }

    /// Those of the first so many.
    #[inline]
    pub fn first_mut(&mut self, count: usize) -> &mut [T] {
        &mut self.0[..count]
    }
}

impl<T> Index<u8> for ByComponent<T> {
    type Output = T;

    #[inline]
    fn index(&self, component: u8) -> &T {
        &self.0[usize::from(component)]
    }
}

impl<T> IndexMut<u8> for ByComponent<T> {
    #[inline]
    fn index_mut(&mut self, component: u8) -> &mut T {
        &mut self.0[usize::from(component)]
    }
}

/// A set of components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set([u64; 4]);

impl Set {
    #[inline]
    pub fn contains(&self, component: u8) -> bool {
        self.0[usize::from(component >> 6)] >> (component & 63) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, component: u8) {
        self.0[usize::from(component >> 6)] |= 1 << (component & 63);
    }

    /// Takes in another set.
    #[inline]
    pub fn unite(&mut self, other: Set) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}
