//! What is computed, spelt out: bytes move, values go through tables.

/// Byte `i` of the image is `tables[table[i]][state[source[i]]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteMap {
    /// For each byte, the byte it comes from.
    pub source: Vec<u16>,
    /// For each byte, the value table it goes through.
    pub table: Vec<u8>,
    /// Value tables.
    pub tables: Vec<[u8; 256]>,
}

impl ByteMap {
    /// The identity on `size` bytes.
    #[must_use]
    pub fn identity(size: usize) -> ByteMap {
        ByteMap {
            source: (0..size as u16).collect(),
            table: vec![0; size],
            tables: vec![std::array::from_fn(|i| i as u8)],
        }
    }

    /// Writes the image of `state` to `image`: the slow and obvious way, one byte after the other.
    pub fn apply(&self, state: &[u8], image: &mut [u8]) {
        for (i, byte) in image.iter_mut().enumerate() {
            *byte = self.tables[usize::from(self.table[i])][usize::from(state[usize::from(self.source[i])])];
        }
    }

    /// Whether every entry names a byte and a table that exist.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.source.len() == self.table.len()
            && self.source.iter().all(|&s| usize::from(s) < self.source.len())
            && self.table.iter().all(|&t| usize::from(t) < self.tables.len())
    }

    /// Whether every byte stays where it is.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        (0..self.source.len()).all(|i| !self.changes(i))
    }

    /// Whether a byte of the image may differ from that of the state.
    #[must_use]
    pub fn changes(&self, byte: usize) -> bool {
        usize::from(self.source[byte]) != byte || self.maps(byte)
    }

    /// Whether a byte goes through a table that is not the identity.
    #[must_use]
    pub fn maps(&self, byte: usize) -> bool {
        self.tables[usize::from(self.table[byte])].iter().enumerate().any(|(i, &v)| i != usize::from(v))
    }
}
