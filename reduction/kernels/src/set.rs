//! Which instructions there are.

use std::sync::OnceLock;

/// An implementation of the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// Any machine: byte by byte.
    Portable,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX-512 VBMI.
    Vbmi,
    /// AArch64.
    Neon,
}

impl InstructionSet {
    /// All of them, the best last.
    pub const ALL: [InstructionSet; 4] =
        [InstructionSet::Portable, InstructionSet::Neon, InstructionSet::Avx2, InstructionSet::Vbmi];

    /// Whether this machine has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            InstructionSet::Portable => true,
            InstructionSet::Neon => cfg!(target_arch = "aarch64"),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Vbmi => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi")
            }
            #[cfg(not(target_arch = "x86_64"))]
            InstructionSet::Avx2 | InstructionSet::Vbmi => false,
        }
    }

    /// The best that this machine has.
    #[must_use]
    pub fn best() -> InstructionSet {
        static BEST: OnceLock<InstructionSet> = OnceLock::new();
        *BEST.get_or_init(|| {
            let mut available = InstructionSet::ALL.into_iter().filter(|set| set.is_available());
            available.next_back().unwrap_or(InstructionSet::Portable)
        })
    }
}
