//! Scalar types: how wide a cell is and what a stored value is truncated to.
//!
//! Values are computed as C `int`s (32 bits, wrapping) and truncated when they are stored, as in the verifiers
//! that SPIN generates.

/// The type of one cell of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `bit` and `bool`.
    Bit,
    /// `byte`.
    Byte,
    /// `pid`: a process number.
    Pid,
    /// `mtype`, of whatever name.
    Mtype,
    /// `chan`: 0 is "no channel", channel `i` of the state is stored as `i + 1`.
    Chan,
    /// `short`, signed.
    Short,
    /// `int`, signed.
    Int,
    /// `unsigned x : n`.
    Unsigned(u8),
}

impl Scalar {
    /// Bytes one cell occupies.
    pub fn size(self) -> usize {
        match self {
            Scalar::Bit | Scalar::Byte | Scalar::Pid | Scalar::Mtype | Scalar::Chan => 1,
            Scalar::Short => 2,
            Scalar::Int => 4,
            Scalar::Unsigned(bits) => match bits {
                0..=8 => 1,
                9..=16 => 2,
                _ => 4,
            },
        }
    }

    /// What remains of `value` once it is stored in a cell of this type.
    pub fn truncate(self, value: i32) -> i32 {
        match self {
            Scalar::Bit => value & 1,
            Scalar::Byte | Scalar::Pid | Scalar::Mtype | Scalar::Chan => value & 0xff,
            Scalar::Short => i32::from(value as i16),
            Scalar::Int => value,
            Scalar::Unsigned(bits) if bits < 32 => value & ((1 << bits) - 1),
            Scalar::Unsigned(_) => value,
        }
    }

    /// Reads a cell of this type; `bytes` starts at the cell. Little endian.
    pub fn load(self, bytes: &[u8]) -> i32 {
        match self.size() {
            1 => i32::from(bytes[0]),
            2 if self == Scalar::Short => i32::from(i16::from_le_bytes([bytes[0], bytes[1]])),
            2 => i32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            _ => i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
    }

    /// Writes `value`, truncated, into the cell `bytes` starts at.
    pub fn store(self, value: i32, bytes: &mut [u8]) {
        let kept = self.truncate(value).to_le_bytes();
        let size = self.size();
        bytes[..size].copy_from_slice(&kept[..size]);
    }
}
