//! A progress line on a terminal; silent when piped.

use std::io::{IsTerminal, Write};

use explorer::Progress;

/// Is there anybody to see it?
pub fn is_wanted() -> bool {
    std::io::stderr().is_terminal()
}

/// Rewrites the line.
pub fn show(progress: &Progress) {
    let rate = progress.states as f64 / progress.time.as_secs_f64().max(1e-9);
    eprint!(
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
        eprint!("\r\x1b[K");
    }
}
