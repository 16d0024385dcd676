//! One permutation compiled into lookups.
//!
//! Donaldson (Vector symmetry reduction, 2009) applies a permutation as a sequence of exchanges of two identifiers,
//! each vectorised over the block of identifiers, and exchanges the rest of the state cell by cell. With instructions
//! that look up bytes (`vpermb`, `vpshufb`, `tbl`) the whole permutation costs no more than one exchange. Each register
//! of the image is
//!
//! 1. fetched: from all of the state at once if it is small, otherwise what stays in place, masked, with what is found
//!    in each window of the state that it needs, one lookup per window;
//! 2. sent through the tables of the values: a table holds the difference between a value and its image, so that a
//!    lookup outside of the windows where the table does anything changes nothing.
//!
//! A plan is one stream in the order in which it is read. Images can be compared on the fly: [`minimise`] stops at the
//! first register that settles the comparison, which is the first of all for nearly every image in a search for the
//! smallest.
//!
//! Rejected: a plan per transposition with the identifiers swapped by comparison, as in the paper
//! ([`crate::exchange_values`], measured in `benches/apply.rs`); registers as arrays of bytes for machines without the
//! instructions, five times slower than byte by byte.
//!
//! [`minimise`]: Shuffle::minimise

use std::cmp::Ordering;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512i;

#[cfg(target_arch = "x86_64")]
use crate::avx2::Wide;
use crate::fetch::Fetch;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::fetch::{AtOnce, ByWindows};
use crate::plan::{Plan, Reader};
#[cfg(target_arch = "x86_64")]
use crate::vbmi::{Four, One, Two};
use crate::vector::Vector;
use crate::{Block, ByteMap, InstructionSet};

/// A [`ByteMap`] ready to be applied with vector instructions.
#[derive(Clone, Debug)]
pub struct Shuffle {
    plan: Plan,
    apply: Apply,
    minimise: Minimise,
    improve: Improve,
}

/// # Safety
/// Both pointers must be blocks of the plan's length, and the instructions available.
type Apply = unsafe fn(&Plan, *const u8, *mut u8);
/// # Safety
/// As [`Apply`], and the blocks distinct.
type Minimise = unsafe fn(&Plan, *const u8, *mut u8) -> bool;
/// # Safety
/// As [`Minimise`].
type Improve = unsafe fn(&Plan, *const u8, *mut u8) -> Ordering;

impl Shuffle {
    /// Compiles a map for this machine.
    ///
    /// # Panics
    /// If the map is not valid.
    #[must_use]
    pub fn new(map: &ByteMap) -> Shuffle {
        Shuffle::compile(map, InstructionSet::best())
    }

    /// Compiles a map for one instruction set; `None` where it is not available.
    ///
    /// # Panics
    /// If the map is not valid.
    #[must_use]
    pub fn with(map: &ByteMap, set: InstructionSet) -> Option<Shuffle> {
        set.is_available().then(|| Shuffle::compile(map, set))
    }

    /// Only for sets that are available.
    fn compile(map: &ByteMap, set: InstructionSet) -> Shuffle {
        assert!(map.is_valid(), "a map that names what is not there");
        let plan = Plan::new(map, set);
        let (apply, minimise, improve) = functions(set, &plan);
        Shuffle { plan, apply, minimise, improve }
    }

    /// Writes the image of `state` to `image`.
    ///
    /// # Panics
    /// If the state has another length than the map.
    #[inline]
    pub fn apply(&self, state: &Block, image: &mut Block) {
        assert!(state.len() == self.plan.len, "a state of another length");
        if image.len() != self.plan.len {
            *image = Block::new(self.plan.len);
        }
        // SAFETY: both blocks have the plan's length, and `with` and `new` checked that the instructions are there.
        unsafe { (self.apply)(&self.plan, state.padded().as_ptr(), image.start_mut()) }
    }

    /// The same for bytes that are in no block; they are copied there and back.
    ///
    /// # Panics
    /// If the state or the image has another length than the map.
    pub fn apply_bytes(&self, state: &[u8], image: &mut [u8]) {
        assert!(state.len() == self.plan.len && image.len() == self.plan.len, "bytes of another length");
        if state.len() > Block::MOST {
            let mut to = Block::new(state.len());
            self.apply(&Block::from(state), &mut to);
            return image.copy_from_slice(to.bytes());
        }
        let (mut from, mut to) = (Small([0; Block::MOST]), Small([0; Block::MOST]));
        from.0[..state.len()].copy_from_slice(state);
        // SAFETY: both are as long and as aligned as a block of this length is; the instructions are there.
        unsafe { (self.apply)(&self.plan, from.0.as_ptr(), to.0.as_mut_ptr()) }
        image.copy_from_slice(&to.0[..image.len()]);
    }

    /// Replaces `best` by the image of `state` if that is smaller, and says whether it was.
    ///
    /// # Panics
    /// If a block has another length than the map.
    #[inline]
    pub fn minimise(&self, state: &Block, best: &mut Block) -> bool {
        assert!(state.len() == self.plan.len && best.len() == self.plan.len, "a block of another length");
        // SAFETY: both blocks have the plan's length, and `with` and `new` checked that the instructions are there.
        unsafe { (self.minimise)(&self.plan, state.padded().as_ptr(), best.start_mut()) }
    }

    /// Compares the image of `state` with the state, and writes it to `image` if it is smaller; otherwise what is left in
    /// `image` means nothing.
    ///
    /// # Panics
    /// If the state has another length than the map.
    #[inline]
    pub fn improve(&self, state: &Block, image: &mut Block) -> Ordering {
        assert!(state.len() == self.plan.len, "a state of another length");
        if image.len() != self.plan.len {
            *image = Block::new(self.plan.len);
        }
        // SAFETY: both blocks have the plan's length, and `with` and `new` checked that the instructions are there.
        unsafe { (self.improve)(&self.plan, state.padded().as_ptr(), image.start_mut()) }
    }
}

/// What the functions below have in common.
type Functions = (Apply, Minimise, Improve);

/// A small block without an allocation.
#[repr(C, align(64))]
struct Small([u8; Block::MOST]);

/// # Safety
/// As [`Apply`], with a plan that knows its map.
unsafe fn apply_slowly(plan: &Plan, from: *const u8, to: *mut u8) {
    // SAFETY: both are blocks of the plan's length, and not the same one.
    let (state, image) =
        unsafe { (std::slice::from_raw_parts(from, plan.len), std::slice::from_raw_parts_mut(to, plan.len)) };
    if let Some(map) = &plan.map {
        map.apply(state, image);
    }
}

/// # Safety
/// As [`Minimise`], with a plan that knows its map.
unsafe fn minimise_slowly(plan: &Plan, from: *const u8, to: *mut u8) -> bool {
    // SAFETY: both are blocks of the plan's length, and not the same one.
    let (state, best) =
        unsafe { (std::slice::from_raw_parts(from, plan.len), std::slice::from_raw_parts_mut(to, plan.len)) };
    let Some(map) = &plan.map else { return false };
    let image =
        |i: usize| map.tables[usize::from(map.table[i])][usize::from(state[usize::from(map.source[i])])];
    let Some(first) = (0..best.len()).find(|&i| image(i) != best[i]) else { return false };
    if image(first) > best[first] {
        return false;
    }
    (first..best.len()).for_each(|i| best[i] = image(i));
    true
}

/// # Safety
/// As [`Minimise`], with a plan that knows its map.
unsafe fn improve_slowly(plan: &Plan, from: *const u8, to: *mut u8) -> Ordering {
    // SAFETY: both are blocks of the plan's length, and not the same one.
    unsafe {
        apply_slowly(plan, from, to);
        std::slice::from_raw_parts(to, plan.len).cmp(std::slice::from_raw_parts(from, plan.len))
    }
}

/// # Safety
/// As [`Apply`].
#[inline(always)]
unsafe fn apply<V: Vector, F: Fetch<V>>(plan: &Plan, from: *const u8, to: *mut u8) {
    let mut reader = Reader::<V>::new(plan);
    // SAFETY: the outputs lie within the padded block; the caller promises the rest.
    unsafe {
        let fetch = F::begin(from);
        for (number, output) in plan.outputs.iter().enumerate() {
            let moved = fetch.fetch(&mut reader, from, number, usize::from(output.windows));
            reader.map(moved, usize::from(output.tables)).store(to.add(number * V::BYTES));
        }
    }
}

/// # Safety
/// As [`Minimise`].
#[inline(always)]
unsafe fn minimise<V: Vector, F: Fetch<V>>(plan: &Plan, from: *const u8, to: *mut u8) -> bool {
    let mut reader = Reader::<V>::new(plan);
    let mut smaller = false;
    // SAFETY: the outputs lie within the padded block; the caller promises the rest.
    unsafe {
        let fetch = F::begin(from);
        for (number, output) in plan.outputs.iter().enumerate() {
            let moved = fetch.fetch(&mut reader, from, number, usize::from(output.windows));
            let image = reader.map(moved, usize::from(output.tables));
            let best = to.add(number * V::BYTES);
            if !smaller {
                match image.compare(V::load(best)) {
                    Ordering::Equal => continue,
                    Ordering::Greater => return false,
                    Ordering::Less => smaller = true,
                }
            }
            image.store(best);
        }
    }
    smaller
}

/// # Safety
/// As [`Minimise`].
#[inline(always)]
unsafe fn improve<V: Vector, F: Fetch<V>>(plan: &Plan, from: *const u8, to: *mut u8) -> Ordering {
    let mut reader = Reader::<V>::new(plan);
    let mut order = Ordering::Equal;
    // SAFETY: the outputs lie within the padded block; the caller promises the rest.
    unsafe {
        let fetch = F::begin(from);
        for (number, output) in plan.outputs.iter().enumerate() {
            let moved = fetch.fetch(&mut reader, from, number, usize::from(output.windows));
            let image = reader.map(moved, usize::from(output.tables));
            if order == Ordering::Equal {
                order = image.compare(V::load(from.add(number * V::BYTES)));
                if order == Ordering::Greater {
                    return order;
                }
            }
            image.store(to.add(number * V::BYTES));
        }
    }
    order
}

/// The functions for a plan of an instruction set.
fn functions(set: InstructionSet, plan: &Plan) -> Functions {
    match set {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Vbmi => match Block::padded_len(plan.len) {
            _ if !plan.is_at_once() => vbmi::<ByWindows<__m512i>>(),
            64 => vbmi::<AtOnce<One>>(),
            128 => vbmi::<AtOnce<Two>>(),
            _ => vbmi::<AtOnce<Four>>(),
        },
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => match plan.shape.bytes {
            32 => (apply_avx2::<1>, minimise_avx2::<1>, improve_avx2::<1>),
            64 => (apply_avx2::<2>, minimise_avx2::<2>, improve_avx2::<2>),
            _ => (apply_avx2::<4>, minimise_avx2::<4>, improve_avx2::<4>),
        },
        #[cfg(target_arch = "aarch64")]
        InstructionSet::Neon if plan.is_at_once() => neon::<AtOnce<crate::neon::One>>(),
        #[cfg(target_arch = "aarch64")]
        InstructionSet::Neon => neon::<ByWindows<std::arch::aarch64::uint8x16_t>>(),
        _ => (apply_slowly, minimise_slowly, improve_slowly),
    }
}

#[cfg(target_arch = "aarch64")]
fn neon<F: Fetch<std::arch::aarch64::uint8x16_t>>() -> Functions {
    use std::arch::aarch64::uint8x16_t;
    (apply::<uint8x16_t, F>, minimise::<uint8x16_t, F>, improve::<uint8x16_t, F>)
}

#[cfg(target_arch = "x86_64")]
fn vbmi<F: Fetch<__m512i>>() -> Functions {
    (apply_vbmi::<F>, minimise_vbmi::<F>, improve_vbmi::<F>)
}

/// # Safety
/// As [`Apply`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn apply_vbmi<F: Fetch<__m512i>>(plan: &Plan, from: *const u8, to: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe { apply::<__m512i, F>(plan, from, to) }
}

/// # Safety
/// As [`Minimise`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn minimise_vbmi<F: Fetch<__m512i>>(plan: &Plan, from: *const u8, to: *mut u8) -> bool {
    // SAFETY: the caller's promise.
    unsafe { minimise::<__m512i, F>(plan, from, to) }
}

/// # Safety
/// As [`Apply`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn apply_avx2<const N: usize>(plan: &Plan, from: *const u8, to: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe { apply::<Wide<N>, ByWindows<Wide<N>>>(plan, from, to) }
}

/// # Safety
/// As [`Minimise`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn minimise_avx2<const N: usize>(plan: &Plan, from: *const u8, to: *mut u8) -> bool {
    // SAFETY: the caller's promise.
    unsafe { minimise::<Wide<N>, ByWindows<Wide<N>>>(plan, from, to) }
}

/// # Safety
/// As [`Minimise`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn improve_vbmi<F: Fetch<__m512i>>(plan: &Plan, from: *const u8, to: *mut u8) -> Ordering {
    // SAFETY: the caller's promise.
    unsafe { improve::<__m512i, F>(plan, from, to) }
}

/// # Safety
/// As [`Minimise`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn improve_avx2<const N: usize>(plan: &Plan, from: *const u8, to: *mut u8) -> Ordering {
    // SAFETY: the caller's promise.
    unsafe { improve::<Wide<N>, ByWindows<Wide<N>>>(plan, from, to) }
}
