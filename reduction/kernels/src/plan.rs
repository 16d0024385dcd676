//! A byte map as a stream of masks and indices, in the order in which they are read.

use std::marker::PhantomData;

use crate::vector::Vector;
use crate::{Block, ByteMap, InstructionSet};

/// What a plan depends on: the instruction set, and how many of its registers are taken as one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Bytes of a register.
    pub bytes: usize,
    /// Bytes of a window, which one lookup chooses from.
    pub window: usize,
    /// States of up to so many bytes are looked up in at once.
    pub at_once: usize,
}

impl Shape {
    pub fn of(set: InstructionSet, len: usize) -> Shape {
        match set {
            InstructionSet::Portable => Shape { bytes: 64, window: 64, at_once: 0 },
            InstructionSet::Avx2 => {
                Shape { bytes: len.next_power_of_two().clamp(32, 128), window: 16, at_once: 0 }
            }
            InstructionSet::Vbmi => Shape { bytes: 64, window: 64, at_once: 256 },
            InstructionSet::Neon => Shape { bytes: 16, window: 64, at_once: 64 },
        }
    }
}

/// What to do for each register of the image.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub shape: Shape,
    /// What it does, for machines without the instructions.
    pub map: Option<ByteMap>,
    /// Bytes of a state.
    pub len: usize,
    pub outputs: Vec<Output>,
    /// Where each window begins.
    windows: Vec<u32>,
    /// How many windows each table has.
    tables: Vec<u8>,
    /// The first value of each of these windows.
    bases: Vec<u8>,
    /// For each output: the indices if it is fetched at once, otherwise what stays and the indices into each window;
    /// then for each table its windows, and the bytes it is for.
    stream: Block,
}

/// How many of each a register of the image needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Output {
    /// Fetched at once: the halves that the indices are in, 1 and 2.
    pub windows: u16,
    pub tables: u16,
}

/// No byte: a lookup of this gives zero.
const NOTHING: u8 = 0xff;

impl Plan {
    pub fn new(map: &ByteMap, set: InstructionSet) -> Plan {
        let len = map.source.len();
        let shape = Shape::of(set, len);
        let mut plan = Plan {
            shape,
            map: (set == InstructionSet::Portable).then(|| map.clone()),
            len,
            outputs: Vec::new(),
            windows: Vec::new(),
            tables: Vec::new(),
            bases: Vec::new(),
            stream: Block::default(),
        };
        let mut stream = Vec::new();
        // Registers that hold nothing but padding are zero in every state and stay so.
        for start in (0..len).step_by(shape.bytes) {
            let windows = match plan.is_at_once() {
                true => plan.fetch_at_once(map, start, &mut stream),
                false => plan.fetch_by_windows(map, start, &mut stream),
            };
            let tables = plan.tables(map, start, &mut stream);
            plan.outputs.push(Output { windows, tables });
        }
        plan.stream = Block::from(stream.as_slice());
        plan
    }

    /// Whether the state is looked up in at once.
    pub fn is_at_once(&self) -> bool {
        self.len <= self.shape.at_once
    }

    /// The index of every byte. Padding stays where it is: it is zero.
    fn fetch_at_once(&self, map: &ByteMap, start: usize, stream: &mut Vec<u8>) -> u16 {
        let index = |b: usize| map.source.get(b).map_or(b, |&s| usize::from(s));
        let all = start..start + self.shape.bytes;
        self.push(stream, all.clone().map(|b| index(b) as u8));
        all.fold(0, |halves, b| halves | 1 << (index(b) / 128))
    }

    fn fetch_by_windows(&mut self, map: &ByteMap, start: usize, stream: &mut Vec<u8>) -> u16 {
        let Shape { bytes, window, .. } = self.shape;
        let source = |b: usize| map.source.get(b).map(|&s| usize::from(s));
        let stays = |b: usize| source(b) == Some(b);
        self.push(stream, (start..start + bytes).map(|b| if stays(b) { 255 } else { 0 }));
        let fetched = |b: usize| source(b).filter(|&s| s != b);
        let mut needed: Vec<usize> = (start..start + bytes).filter_map(fetched).map(|s| s / window).collect();
        needed.sort_unstable();
        needed.dedup();
        for &w in &needed {
            let index =
                |b: usize| fetched(b).filter(|s| s / window == w).map_or(NOTHING, |s| (s % window) as u8);
            self.push(stream, (start..start + bytes).map(index));
            self.windows.push((w * window) as u32);
        }
        needed.len() as u16
    }

    /// The tables that some byte of this register goes through: the difference between each value and its image, in
    /// windows that begin where the table does something.
    fn tables(&mut self, map: &ByteMap, start: usize, stream: &mut Vec<u8>) -> u16 {
        let Shape { bytes, window, .. } = self.shape;
        let mut used: Vec<u8> = map.table[start..map.table.len().min(start + bytes)].to_vec();
        used.sort_unstable();
        used.dedup();
        let before = self.tables.len();
        for table in used {
            let difference =
                |v: usize| map.tables[usize::from(table)].get(v).map_or(0, |&image| image ^ v as u8);
            let (first, mut next) = (self.bases.len(), 0);
            while let Some(base) = (next..256).find(|&v| difference(v) != 0) {
                self.push(stream, (base..base + window).map(difference));
                self.bases.push(base as u8);
                next = base + window;
            }
            if next > 0 {
                let applies = |b: usize| map.table.get(b) == Some(&table);
                self.push(stream, (start..start + bytes).map(|b| if applies(b) { 255 } else { 0 }));
                self.tables.push((self.bases.len() - first) as u8);
            }
        }
        (self.tables.len() - before) as u16
    }

    /// One entry of the stream: room for a register and for a window.
    fn push(&self, stream: &mut Vec<u8>, bytes: impl Iterator<Item = u8>) {
        let end = stream.len() + self.shape.bytes.max(self.shape.window);
        stream.extend(bytes);
        stream.resize(end, 0);
    }
}

/// Walks a plan.
pub(crate) struct Reader<'a, V> {
    /// The next entry of the stream.
    at: *const u8,
    windows: &'a [u32],
    tables: &'a [u8],
    bases: &'a [u8],
    _vector: PhantomData<V>,
}

impl<'a, V: Vector> Reader<'a, V> {
    #[inline(always)]
    pub fn new(plan: &'a Plan) -> Reader<'a, V> {
        let at = plan.stream.padded().as_ptr();
        Reader { at, windows: &plan.windows, tables: &plan.tables, bases: &plan.bases, _vector: PhantomData }
    }

    /// The next entry.
    ///
    /// # Safety
    /// There must be one: entries are as many as the outputs say.
    #[inline(always)]
    pub unsafe fn next(&mut self) -> *const u8 {
        let at = self.at;
        // SAFETY: the stream was laid out with this distance, and the caller promises that the entry exists.
        self.at = unsafe { at.add(if V::BYTES > V::WINDOW { V::BYTES } else { V::WINDOW }) };
        at
    }

    /// The beginnings of the next windows.
    ///
    /// # Safety
    /// There must be so many.
    #[inline(always)]
    pub unsafe fn windows(&mut self, count: usize) -> &'a [u32] {
        // SAFETY: the caller's promise.
        let (these, rest) = unsafe { self.windows.split_at_unchecked(count) };
        self.windows = rest;
        these
    }

    /// Sends values through the next tables.
    ///
    /// # Safety
    /// There must be so many, and the instructions available.
    #[inline(always)]
    pub unsafe fn map(&mut self, values: V, count: usize) -> V {
        let mut mapped = values;
        // SAFETY: the caller's promise; each table has an entry for each window and one for the bytes it is for.
        unsafe {
            let (tables, rest) = self.tables.split_at_unchecked(count);
            self.tables = rest;
            for &windows in tables {
                let (bases, rest) = self.bases.split_at_unchecked(usize::from(windows));
                self.bases = rest;
                // There is a first window, and often no other.
                let mut difference = V::lookup_from(V::window(self.next()), *bases.get_unchecked(0), values);
                for &base in bases.get_unchecked(1..) {
                    let table = V::window(self.next());
                    difference = difference.or(V::lookup_from(table, base, values));
                }
                mapped = mapped.xor(difference.and(V::load(self.next())));
            }
        }
        mapped
    }
}
