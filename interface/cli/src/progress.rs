//! A progress line on a terminal; silent when piped. The figures are kept for the watchdog in any case.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use explorer::Progress;

use crate::watchdog;

/// How often the search reports.
pub const INTERVAL: Duration = Duration::from_millis(20);
/// The line is written anew once in so many reports.
const SHOWN: u64 = 10;

/// Reports so far.
static REPORTS: AtomicU64 = AtomicU64::new(0);

/// Is there anybody to see it?
fn is_wanted() -> bool {
    std::io::stderr().is_terminal()
}

/// Keeps the figures, and rewrites the line now and then.
pub fn show(progress: &Progress) {
    watchdog::note(progress);
    if !REPORTS.fetch_add(1, Ordering::Relaxed).is_multiple_of(SHOWN) || !is_wanted() {
        return;
    }
    let rate = progress.states as f64 / progress.time.as_secs_f64().max(1e-9);
    tell_on_line!(
        "\r\x1b[K{} states, {:.0}/s, frontier {}, depth {}, {:.0} MB, {:.0} s",
        progress.states,
        rate,
        progress.frontier,
        progress.depth,
        progress.memory as f64 / 1e6,
        progress.time.as_secs_f64()
    );
    let _ = std::io::stderr().flush();
}

/// Removes the line.
pub fn clear() {
    if is_wanted() {
        tell_on_line!("\r\x1b[K");
    }
}
