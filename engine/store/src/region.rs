//! Memory that grows without moving: address space is reserved once, pages are committed as they are needed.
//!
//! A hash table or vector that doubles by copying holds one and a half times its final size for a moment, and that
//! moment is what breaks a memory limit. Address space is free on a 64-bit machine, so each array reserves what it
//! could ever need (`mmap` without access), and growth is `mprotect` of the next pages: nothing is copied, no pointer
//! changes, and the cost is known before it is paid. Untouched pages are zero. Large regions ask for huge pages
//! (`madvise`), because a random access to a table of 4 KiB pages is mostly a walk of page tables.
//!
//! Rejected: `Vec::try_reserve` (moves and copies); segments with a directory (an extra load on every access, and an
//! index over it cannot grow in place); `MAP_NORESERVE` with access from the start (refused where the kernel does not
//! overcommit).

use std::ptr::NonNull;
use std::sync::Arc;

use crate::{Budget, Full};

const HUGE_PAGE: usize = 2 << 20;
const SMALL_STEP: usize = 64 << 10;
/// Below this a reservation is not worth having; the process is short of address space.
const LEAST_RESERVATION: usize = 16 << 20;

/// A reserved range of addresses whose first `committed` bytes may be used.
#[derive(Debug)]
pub(crate) struct Region {
    /// Start of the usable range, on a huge page.
    base: NonNull<u8>,
    /// What `mmap` returned and its length, for `munmap`.
    mapping: (NonNull<u8>, usize),
    /// Bytes of address space after `base`.
    reserved: usize,
    /// What runs out when the reservation does: numbers, or memory if less was reserved than asked for.
    at_end: Full,
    /// Bytes after `base` that are readable, writable, zero until written, and charged to the budget.
    committed: usize,
    budget: Arc<Budget>,
}

// SAFETY: a region owns its mapping exclusively; access through it follows the borrow of its owner.
unsafe impl Send for Region {}
// SAFETY: as above: a shared region gives out nothing but its base address and sizes.
unsafe impl Sync for Region {}

impl Region {
    /// Reserves address space for up to `bytes` bytes, or for as much as the budget and the system give.
    pub(crate) fn reserve(bytes: usize, budget: Arc<Budget>) -> Result<Self, Full> {
        let most = budget.limit().min(address_space_share());
        let mut wanted = bytes.min(most.max(LEAST_RESERVATION)).next_multiple_of(HUGE_PAGE);
        loop {
            if let Some(mapping) = map(wanted + HUGE_PAGE) {
                let skip = mapping.as_ptr().align_offset(HUGE_PAGE);
                // SAFETY: `skip` is less than a huge page, and the mapping is longer than that.
                let base = unsafe { mapping.add(skip) };
                let mapping = (mapping, wanted + HUGE_PAGE);
                let at_end = if wanted < bytes { Full::Memory } else { Full::Numbers };
                return Ok(Region { base, mapping, reserved: wanted, at_end, committed: 0, budget });
            }
            wanted = (wanted / 2).next_multiple_of(HUGE_PAGE);
            if wanted < LEAST_RESERVATION {
                return Err(Full::Memory);
            }
        }
    }

    /// Makes at least the first `bytes` bytes usable.
    pub(crate) fn commit(&mut self, bytes: usize) -> Result<(), Full> {
        if bytes <= self.committed {
            return Ok(());
        }
        if bytes > self.reserved {
            return Err(self.at_end);
        }
        // Small regions double in small steps, large ones go by whole huge pages; a nearly exhausted budget is used
        // to its last page.
        let generous = if bytes <= HUGE_PAGE {
            bytes.next_power_of_two().max(SMALL_STEP)
        } else {
            bytes.next_multiple_of(HUGE_PAGE)
        };
        self.commit_exactly(generous).or_else(|_| self.commit_exactly(bytes.next_multiple_of(SMALL_STEP)))
    }

    fn commit_exactly(&mut self, bytes: usize) -> Result<(), Full> {
        let bytes = bytes.min(self.reserved);
        let more = bytes - self.committed;
        self.budget.charge(more)?;
        // SAFETY: the range lies inside the reservation.
        let granted = unsafe { allow_access(self.base.add(self.committed), more, bytes > HUGE_PAGE) };
        if !granted {
            self.budget.release(more);
            return Err(Full::Memory);
        }
        self.committed = bytes;
        Ok(())
    }

    /// First byte; on a huge page, so aligned for anything.
    pub(crate) fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Usable bytes.
    pub(crate) fn committed(&self) -> usize {
        self.committed
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing borrowed from it outlives the owner of the region.
        unsafe { libc::munmap(self.mapping.0.as_ptr().cast(), self.mapping.1) };
        self.budget.release(self.committed);
    }
}

/// What one of the handful of regions of a search may reserve if the process has a limit on address space.
fn address_space_share() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a live, writable `rlimit`.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) } == 0;
    if !known || limit.rlim_cur == libc::RLIM_INFINITY {
        return usize::MAX;
    }
    usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX) / 10
}

fn map(bytes: usize) -> Option<NonNull<u8>> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
    // SAFETY: an anonymous private mapping at an address of the kernel's choice touches no existing memory.
    let address = unsafe { libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, flags, -1, 0) };
    if address == libc::MAP_FAILED { None } else { NonNull::new(address.cast()) }
}

/// Makes a range of a mapping usable and says whether the system agreed.
///
/// # Safety
/// The range must lie inside a mapping of ours.
unsafe fn allow_access(from: NonNull<u8>, bytes: usize, huge: bool) -> bool {
    // SAFETY: by the contract the range is ours; changing its protection to more access harms nobody.
    let granted =
        unsafe { libc::mprotect(from.as_ptr().cast(), bytes, libc::PROT_READ | libc::PROT_WRITE) } == 0;
    #[cfg(target_os = "linux")]
    if granted && huge {
        // SAFETY: advice on our own range. Its failure costs speed only, so the answer is not looked at.
        unsafe { libc::madvise(from.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = huge;
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_pages_are_zero_and_charged() {
        let budget = Arc::new(Budget::new(10 << 20));
        let mut region = Region::reserve(1 << 40, Arc::clone(&budget)).expect("address space");
        region.commit(100).expect("within budget");
        assert_eq!(budget.used(), SMALL_STEP);
        region.commit(3 << 20).expect("within budget");
        assert_eq!(budget.used(), 4 << 20);
        // SAFETY: four megabytes are committed.
        let bytes = unsafe { std::slice::from_raw_parts(region.base().as_ptr(), 4 << 20) };
        assert!(bytes.iter().all(|&b| b == 0));
        assert_eq!(region.commit(11 << 20), Err(Full::Memory));
        assert_eq!(region.commit(10 << 20), Ok(()));
        drop(region);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn a_reservation_is_a_bound() {
        let mut region =
            Region::reserve(HUGE_PAGE, Arc::new(Budget::new(usize::MAX))).expect("address space");
        assert_eq!(region.commit(HUGE_PAGE + 1), Err(Full::Numbers));
    }
}
