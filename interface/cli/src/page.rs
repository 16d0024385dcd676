//! How wide reports are.

use std::io::IsTerminal;

use report::Page;

/// The page that standard output is. Files and pipes have no width, unless `COLUMNS` says one.
pub fn page(is_full: bool) -> Page {
    let stdout = std::io::stdout();
    let told = stdout.is_terminal().then(|| rustix::termios::tcgetwinsize(&stdout).ok()).flatten();
    let told = told.map(|size| usize::from(size.ws_col)).filter(|&width| width > 0);
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&width| width > 0);
    Page { width: told.or_else(asked), is_full }
}
