//! The progress line of a terminal: as many of the figures as its width has room for.
//!
//! What matters most comes first, and what does not fit is left out as a whole. There is no line where it could not be
//! overwritten: in files, pipes and terminals that know no control characters (`TERM=dumb`).

use std::io::IsTerminal;

use explorer::Progress;

/// Terminals that do not tell their width have the usual one.
const USUAL_WIDTH: usize = 80;

/// Columns of the terminal, if there is one that can show the line.
pub fn terminal_width() -> Option<usize> {
    let stderr = std::io::stderr();
    if !stderr.is_terminal() || std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
    {
        return None;
    }
    let told = rustix::termios::tcgetwinsize(&stderr).map_or(0, |size| usize::from(size.ws_col));
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    Some(if told > 0 { told } else { asked().unwrap_or(USUAL_WIDTH) })
}

/// The line for so many columns; the last column stays empty, as terminals wrap there.
pub fn text(progress: &Progress, width: usize) -> String {
    let room = width.saturating_sub(1);
    let rate = progress.states as f64 / progress.time.as_secs_f64().max(1e-9);
    let reduced = progress.orbits.map(|orbits| match orbits == progress.states {
        true => "one per orbit".to_owned(),
        false => format!("~{} orbits", short(orbits as f64)),
    });
    let threads = if progress.threads == 1 { "thread" } else { "threads" };
    let parts = [
        Some(format!("{} states", short(progress.states as f64))),
        Some(format!("{}/s", short(rate))),
        Some(format!("queue {}", short(progress.frontier as f64))),
        Some(format!("depth {}", progress.depth)),
        Some(format!("{}B", short(progress.memory as f64))),
        Some(duration(progress.time.as_secs())),
        reduced,
        Some(format!("{} {threads}", progress.threads)),
    ];
    let mut line = String::new();
    for part in parts.into_iter().flatten() {
        let separator = if line.is_empty() { "" } else { ", " };
        if line.len() + separator.len() + part.len() > room {
            break;
        }
        line += separator;
        line += &part;
    }
    line
}

/// A number in at most five characters, as in `12345`, `1.23M`, `45.6G`.
fn short(number: f64) -> String {
    const UNITS: [(f64, &str); 5] = [(1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T"), (1e15, "P")];
    if number < 99_999.5 {
        return format!("{number:.0}");
    }
    let unit = UNITS.iter().rev().find(|(unit, _)| number >= unit * 0.9995).unwrap_or(&UNITS[0]);
    let scaled = number / unit.0;
    match scaled {
        _ if scaled < 9.995 => format!("{scaled:.2}{}", unit.1),
        _ if scaled < 99.95 => format!("{scaled:.1}{}", unit.1),
        _ => format!("{scaled:.0}{}", unit.1),
    }
}

/// `12s`, `3m05s`, `2h07m`.
fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn progress() -> Progress {
        Progress {
            states: 12_345_678,
            transitions: 99_000_000,
            frontier: 1_234_567,
            depth: 321,
            time: Duration::from_secs(125),
            memory: 345_600_000,
            orbits: Some(6_100_000),
            threads: 2,
            ended: false,
        }
    }

    #[test]
    fn a_wide_line_has_everything() {
        let expected =
            "12.3M states, 98765/s, queue 1.23M, depth 321, 346MB, 2m05s, ~6.10M orbits, 2 threads";
        assert_eq!(text(&progress(), 200), expected);
        assert_eq!(text(&progress(), expected.len() + 1), expected);
    }

    #[test]
    fn a_narrow_line_has_what_fits() {
        assert_eq!(text(&progress(), 20), "12.3M states");
        assert_eq!(text(&progress(), 23), "12.3M states, 98765/s");
        for width in 0..120 {
            assert!(text(&progress(), width).chars().count() <= width.saturating_sub(1), "{width}");
        }
        assert_eq!(text(&progress(), 5), "");
    }

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (99_999.0, "99999"),
            (99_999.6, "100k"),
            (999_499.0, "999k"),
            (999_600.0, "1.00M"),
            (9_994_999.0, "9.99M"),
            (123_456_789_012.0, "123G"),
            (4.2e16, "42.0P"),
        ];
        for (number, text) in cases {
            assert_eq!(short(number), text);
            assert!(text.len() <= 5);
        }
    }

    #[test]
    fn durations_are_short() {
        assert_eq!([duration(59), duration(185), duration(7265)], ["59s", "3m05s", "2h01m"]);
    }
}
