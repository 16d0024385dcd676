//! Runs one child process under a time and a memory limit and measures it.
//!
//! A child that ends by itself has run until its output was closed; asking now and then whether it has ended would make
//! a difference of a third to runs of some milliseconds.
//!
//! The peak of resident memory is read from `/proc/PID/status` (`VmHWM`) while the child runs, and the same of all that
//! it starts: a compiler's driver is small, the compiler is not. The high-water mark only grows, so the last sample
//! misses at most what was touched in the last twentieth of the run, or in its final few milliseconds. `wait4` would
//! give the exact figure, but needs `unsafe`, which this crate forbids; `/usr/bin/time` is not installed everywhere.
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// What a child may use before it is killed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

/// How a child came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It exited with this code.
    Exit(i32),
    /// It was ended by this signal.
    Signal(i32),
    /// We killed it at the time limit.
    TimeOut,
    /// We killed it at the memory limit.
    MemoryOut,
}

/// A finished child.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// Standard output, at most [`OUTPUT_LIMIT`] bytes.
    pub stdout: String,
    /// Standard error, at most [`OUTPUT_LIMIT`] bytes.
    pub stderr: String,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Peak resident memory in bytes (see the head of this file).
    pub peak_memory: u64,
    /// Peak resident memory in bytes of the largest single process, the child or one that it started.
    pub largest_process: u64,
    /// Processor time, without what it used after the last sample.
    pub processor: Duration,
}

/// A child that floods its output must not take our memory; the rest is read and dropped.
pub const OUTPUT_LIMIT: usize = 64 << 20;

/// Runs `command` to its end or to a limit. Standard input is empty.
pub fn run(command: &mut Command, limits: Limits) -> std::io::Result<Finished> {
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let mut processor = Duration::ZERO;
    let (ending, [peak_memory, largest_process]) = supervise(&mut child, started, limits, &mut processor)?;
    let noticed = Instant::now();
    let text = |reader: JoinHandle<(Vec<u8>, Instant)>| {
        let (bytes, closed) = reader.join().unwrap_or_else(|_| (Vec::new(), noticed));
        (String::from_utf8_lossy(&bytes).into_owned(), closed)
    };
    let ((stdout, out_closed), (stderr, error_closed)) = (text(stdout), text(stderr));
    // Something that the child has started may keep its output open longer than it lives.
    let seconds = (out_closed.max(error_closed).min(noticed) - started).as_secs_f64();
    Ok(Finished { ending, stdout, stderr, seconds, peak_memory, largest_process, processor })
}

/// Reads all that comes; with the moment at which the pipe was closed.
fn collect(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<(Vec<u8>, Instant)> {
    spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut pipe) = pipe {
            // An unreadable pipe leaves what was read so far, which is all there is to report.
            let _ = pipe.by_ref().take(OUTPUT_LIMIT as u64).read_to_end(&mut kept);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        (kept, Instant::now())
    })
}

/// Waits for a child; with its own peak of memory and that of the largest process.
fn supervise(
    child: &mut Child,
    started: Instant,
    limits: Limits,
    processor: &mut Duration,
) -> std::io::Result<(Ending, [u64; 2])> {
    let mut peak = [0; 2];
    loop {
        *processor = (*processor).max(processor_time(Path::new(&format!("/proc/{}/stat", child.id()))));
        let own = high_water_mark(Path::new(&format!("/proc/{}/status", child.id())));
        let largest =
            descendants(child.id()).map(|id| high_water_mark(Path::new(&format!("/proc/{id}/status"))));
        peak = [peak[0].max(own), peak[1].max(own).max(largest.max().unwrap_or(0))];
        if let Some(status) = child.try_wait()? {
            return Ok((ending_of(status), peak));
        }
        let elapsed = started.elapsed();
        let exceeded = if elapsed > limits.time {
            Some(Ending::TimeOut)
        } else if peak[1] > limits.memory {
            Some(Ending::MemoryOut)
        } else {
            None
        };
        if let Some(ending) = exceeded {
            // What it has started would go on, and keep its output open.
            let others: Vec<String> = descendants(child.id()).skip(1).map(|id| id.to_string()).collect();
            child.kill()?;
            if !others.is_empty() {
                Command::new("kill").arg("-KILL").args(others).stderr(Stdio::null()).status()?;
            }
            child.wait()?;
            return Ok((ending, peak));
        }
        sleep((elapsed / 20).clamp(Duration::from_micros(500), Duration::from_millis(10)));
    }
}

/// The processes that a process has started, and those that they have started.
fn descendants(id: u32) -> impl Iterator<Item = u32> {
    let mut open = vec![id];
    std::iter::from_fn(move || {
        let next = open.pop()?;
        // Whatever cannot be read has ended meanwhile.
        for thread in std::fs::read_dir(format!("/proc/{next}/task")).into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            open.extend(children.split_whitespace().filter_map(|word| word.parse::<u32>().ok()));
        }
        Some(next)
    })
}

/// The peak of resident memory in bytes, from a `status` file of `/proc`; 0 if there is none.
pub fn high_water_mark(status_file: &Path) -> u64 {
    let Ok(text) = std::fs::read_to_string(status_file) else { return 0 };
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// The processor time a process has used, from a `stat` file of `/proc`; zero if there is none.
///
/// proc(5): fields 14 and 15, counted in hundredths of a second. The second field, the name, may hold blanks.
pub fn processor_time(stat_file: &Path) -> Duration {
    let Ok(text) = std::fs::read_to_string(stat_file) else { return Duration::ZERO };
    let after_name = text.rsplit(") ").next().unwrap_or_default();
    let fields = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn ending_of(status: ExitStatus) -> Ending {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        // A shell or stdbuf reports its child's signal as 128 + signal.
        (Some(code), _) if code > 128 && code < 160 => Ending::Signal(code - 128),
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { time: Duration::from_millis(400), memory: 64 << 20 };

    #[test]
    fn output_and_exit_code_are_kept() {
        let done = run(Command::new("sh").args(["-c", "echo a; echo b >&2; exit 3"]), LIMITS).unwrap();
        assert_eq!(
            (done.ending, done.stdout.as_str(), done.stderr.as_str()),
            (Ending::Exit(3), "a\n", "b\n")
        );
    }

    #[test]
    fn work_takes_processor_time_and_sleep_does_not() {
        let own = Path::new("/proc/thread-self/stat");
        let before = processor_time(own);
        sleep(Duration::from_millis(60));
        let rested = processor_time(own);
        assert!(rested < before + Duration::from_millis(60));
        while processor_time(own) < rested + Duration::from_millis(20) {}
        assert_eq!(processor_time(Path::new("/proc/self/no-such-file")), Duration::ZERO);
    }

    #[test]
    fn what_a_child_starts_ends_with_it() {
        let started = Instant::now();
        let done = run(Command::new("sh").args(["-c", "sleep 20; true"]), LIMITS).unwrap();
        assert_eq!(done.ending, Ending::TimeOut);
        assert!(started.elapsed() < Duration::from_secs(15), "its output stayed open");
    }

    #[test]
    fn what_a_child_starts_is_measured_too() {
        // A shell that waits for a `dd` of 40 MB, which fills one buffer and waits for nobody.
        let script = "dd if=/dev/zero of=/dev/null bs=40M count=20; true";
        let done = run(Command::new("sh").args(["-c", script]), LIMITS).unwrap();
        assert!(done.peak_memory < 20 << 20);
        assert!(done.largest_process > 40 << 20);
    }

    #[test]
    fn a_run_lasts_until_its_output_is_closed() {
        let done = run(Command::new("sleep").arg("0.1"), LIMITS).unwrap();
        assert!((0.1..0.3).contains(&done.seconds), "{} s", done.seconds);
    }

    #[test]
    fn limits_are_kept() {
        let slow = run(Command::new("sleep").arg("5"), LIMITS).unwrap();
        assert_eq!(slow.ending, Ending::TimeOut);
        let signalled = run(Command::new("sh").args(["-c", "kill -8 $$"]), LIMITS).unwrap();
        assert_eq!(signalled.ending, Ending::Signal(8));
        let limits = Limits { time: Duration::from_secs(20), memory: 64 << 20 };
        // `dd` reads each block of 300 MB into one buffer.
        let mut dd = Command::new("dd");
        dd.args(["if=/dev/zero", "of=/dev/null", "bs=300M", "count=20"]);
        let large = run(&mut dd, limits).unwrap();
        assert_eq!(large.ending, Ending::MemoryOut);
        assert!(large.peak_memory > 64 << 20);
    }
}
