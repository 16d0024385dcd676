//! The two ways to fetch what moves: from all of a small state at once, or window by window.

use std::marker::PhantomData;

use crate::plan::Reader;
use crate::vector::{Vector, Whole};

/// How the bytes of a register of the image are fetched from the state.
pub(crate) trait Fetch<V: Vector>: Copy {
    /// Gets ready for one state.
    ///
    /// # Safety
    /// `from` must be a padded state of the plan's length, and the instructions available.
    unsafe fn begin(from: *const u8) -> Self;

    /// Fetches the next register.
    ///
    /// # Safety
    /// As `begin`, with a reader of a plan made for this way of fetching, `number` the number of the register and
    /// `windows` what the plan says of it.
    unsafe fn fetch(self, reader: &mut Reader<'_, V>, from: *const u8, number: usize, windows: usize) -> V;
}

/// All at once: one lookup for each register.
#[derive(Clone, Copy)]
pub(crate) struct AtOnce<W>(W);

impl<V: Vector, W: Whole<V>> Fetch<V> for AtOnce<W> {
    #[inline(always)]
    unsafe fn begin(from: *const u8) -> Self {
        // SAFETY: the caller's promise; a plan for this way has a state that fits.
        AtOnce(unsafe { W::read(from) })
    }

    #[inline(always)]
    unsafe fn fetch(self, reader: &mut Reader<'_, V>, _: *const u8, _: usize, halves: usize) -> V {
        // SAFETY: the plan has one entry of indices for each register.
        unsafe { self.0.choose(V::load(reader.next()), halves) }
    }
}

/// What stays in place, masked, with what is found in each window that the register needs.
#[derive(Clone, Copy)]
pub(crate) struct ByWindows<V>(PhantomData<V>);

impl<V: Vector> Fetch<V> for ByWindows<V> {
    #[inline(always)]
    unsafe fn begin(_: *const u8) -> Self {
        ByWindows(PhantomData)
    }

    #[inline(always)]
    unsafe fn fetch(self, reader: &mut Reader<'_, V>, from: *const u8, number: usize, windows: usize) -> V {
        // SAFETY: registers and windows lie within the padded state, entries within the stream, both on multiples of
        // their size from an address on a line.
        unsafe {
            let mut moved = V::load(from.add(number * V::BYTES)).and(V::load(reader.next()));
            for &start in reader.windows(windows) {
                let window = V::window(from.add(start as usize));
                moved = moved.or(V::lookup(window, V::load(reader.next())));
            }
            moved
        }
    }
}
