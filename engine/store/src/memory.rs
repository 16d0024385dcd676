//! How much memory the process holds, as the operating system counts it.

/// Resident bytes of this process now, where the system tells.
pub fn resident() -> Option<usize> {
    // The second field of statm is the resident set in pages.
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = statm.split_whitespace().nth(1)?.parse().ok()?;
    // SAFETY: a query without arguments to get wrong.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    pages.checked_mul(usize::try_from(page).ok()?)
}

/// Bytes this process could still get, from the machine without swapping and from its control group, where the system
/// tells.
pub fn available() -> Option<usize> {
    let machine = machine_available()?;
    Some(control_group_left().map_or(machine, |left| left.min(machine)))
}

fn machine_available() -> Option<usize> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok()?.checked_mul(1024)
}

/// What a container's limit leaves; inside a container its own group is the root of the tree.
fn control_group_left() -> Option<usize> {
    let read = |name: &str| -> Option<usize> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(read("memory.max")?.saturating_sub(read("memory.current")?))
}

/// The most bytes this process was ever resident with, where the system tells.
pub fn peak() -> Option<usize> {
    high_water_mark().or_else(usage_peak)
}

/// Linux keeps the mark of this program's own image here; that of `getrusage` starts at what the parent held.
fn high_water_mark() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok()?.checked_mul(1024)
}

fn usage_peak() -> Option<usize> {
    // SAFETY: all-zero bytes are a valid `rusage`, which holds only integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is a live, writable `rusage`.
    if unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) } != 0 {
        return None;
    }
    // Linux counts in kilobytes, Apple's systems in bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    usize::try_from(usage.ru_maxrss).ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_is_available() {
        match available() {
            Some(bytes) => assert!(bytes > 1 << 20, "{bytes}"),
            None => eprintln!("SKIPPED: needs /proc/meminfo"),
        }
    }

    #[test]
    fn memory_written_to_is_resident() {
        let (Some(_), Some(_)) = (resident(), peak()) else {
            eprintln!("SKIPPED: needs /proc/self/statm");
            return;
        };
        let block = std::hint::black_box(vec![1u8; 64 << 20]);
        let during = resident().expect("was there before");
        // Other tests allocate and free beside this one: only the block itself is sure to be there.
        assert!(during >= 60 << 20, "{during}");
        assert!(peak().expect("was there before") >= 60 << 20);
        assert_eq!(block[block.len() / 2], 1);
    }
}
