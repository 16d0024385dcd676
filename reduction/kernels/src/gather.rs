//! Bytes of a state collected into words, one word for each of several like things.
//!
//! What is compared first of like components lies apart in the state, a process's location here and its flag there. With
//! a lookup over the whole state the words of eight components are one instruction (`vpermb`), where reading byte by
//! byte is one load, one shift and one addition for each. Words are numbers: the first byte listed is the highest, so that
//! they are ordered as the lists of bytes are.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512i;

#[cfg(target_arch = "x86_64")]
use crate::vbmi::{Four, One, Two};
#[cfg(target_arch = "x86_64")]
use crate::vector::{Vector, Whole};
use crate::{Block, InstructionSet};

/// Bytes of a word.
const WORD: usize = 8;

/// Which bytes of a state make which word.
#[derive(Clone, Debug)]
pub struct Gather {
    /// For each byte of the words, the lowest first, where it comes from.
    sources: Vec<u16>,
    /// The same for the vector instructions.
    index: Block,
    /// For each register of words: the halves of the state that it looks in.
    halves: Vec<usize>,
    /// Bytes of a state.
    len: usize,
    run: Run,
}

/// # Safety
/// The first pointer must be a block of `len` bytes, the second one of as many lines as there are halves, and the
/// instructions available.
type Run = unsafe fn(&Gather, *const u8, *mut u8);

impl Gather {
    /// Words of up to eight bytes of states of `len` bytes. A word with fewer bytes than others is filled up with the
    /// first byte of the state.
    ///
    /// # Panics
    /// If a word has more than eight bytes or names one that is not there.
    #[must_use]
    pub fn new(words: &[Vec<u16>], len: usize) -> Gather {
        Gather::compile(words, len, InstructionSet::best())
    }

    /// The same for one instruction set; `None` where it is not available.
    ///
    /// # Panics
    /// As [`Gather::new`].
    #[must_use]
    pub fn with(words: &[Vec<u16>], len: usize, set: InstructionSet) -> Option<Gather> {
        set.is_available().then(|| Gather::compile(words, len, set))
    }

    fn compile(words: &[Vec<u16>], len: usize, set: InstructionSet) -> Gather {
        assert!(words.iter().all(|word| word.len() <= WORD), "too many bytes for a word");
        assert!(words.iter().flatten().all(|&byte| usize::from(byte) < len), "a byte that is not there");
        assert!(len > 0 || words.is_empty(), "words of nothing");
        let filled = |word: &Vec<u16>| {
            let mut bytes = [0; WORD];
            bytes[..word.len()].copy_from_slice(word);
            bytes.reverse();
            bytes
        };
        let sources: Vec<u16> = words.iter().flat_map(filled).collect();
        let index: Vec<u8> = sources.iter().map(|&source| source as u8).collect();
        let half = |line: &[u16]| line.iter().fold(0, |halves, &source| halves | 1 << (source / 128).min(1));
        Gather {
            index: Block::from(index.as_slice()),
            halves: sources.chunks(Block::LINE).map(half).collect(),
            sources,
            len,
            run: run(set, len),
        }
    }

    /// The words of a state, written to `gathered` and read from there; it may serve several gatherings in turn.
    ///
    /// # Panics
    /// If the state has another length.
    #[inline]
    pub fn words<'a>(&self, state: &Block, gathered: &'a mut Block) -> impl Iterator<Item = u64> + 'a {
        assert!(state.len() == self.len, "a state of another length");
        if gathered.len() < self.sources.len() {
            *gathered = Block::new(self.sources.len());
        }
        // SAFETY: the state has the length the words were made for, and what they are written to has at least as many
        // lines as they fill; the instructions were found to be available.
        unsafe { (self.run)(self, state.padded().as_ptr(), gathered.start_mut()) };
        let (words, _) = gathered.bytes()[..self.sources.len()].as_chunks::<WORD>();
        words.iter().map(|word| u64::from_le_bytes(*word))
    }
}

fn run(set: InstructionSet, len: usize) -> Run {
    match (set, Block::padded_len(len)) {
        #[cfg(target_arch = "x86_64")]
        (InstructionSet::Vbmi, 64) => gather_vbmi::<One>,
        #[cfg(target_arch = "x86_64")]
        (InstructionSet::Vbmi, 128) => gather_vbmi::<Two>,
        #[cfg(target_arch = "x86_64")]
        (InstructionSet::Vbmi, 256) => gather_vbmi::<Four>,
        _ => gather_slowly,
    }
}

/// # Safety
/// As [`Run`].
unsafe fn gather_slowly(gather: &Gather, from: *const u8, to: *mut u8) {
    // SAFETY: both are blocks of these lengths, and not the same one.
    let (state, words) = unsafe {
        let words = std::slice::from_raw_parts_mut(to, gather.sources.len());
        (std::slice::from_raw_parts(from, gather.len), words)
    };
    for (byte, &source) in words.iter_mut().zip(&gather.sources) {
        *byte = state[usize::from(source)];
    }
}

/// # Safety
/// As [`Run`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn gather_vbmi<W: Whole<__m512i>>(gather: &Gather, from: *const u8, to: *mut u8) {
    let index = gather.index.padded().as_ptr();
    // SAFETY: the state is as long as `W` reads; index and words are blocks of as many lines as there are halves.
    unsafe {
        let whole = W::read(from);
        for (line, &halves) in gather.halves.iter().enumerate() {
            let at = line * Block::LINE;
            whole.choose(__m512i::load(index.add(at)), halves).store(to.add(at));
        }
    }
}
