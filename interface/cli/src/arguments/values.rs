//! What the values of flags look like: times, sizes, sizes of sets.

use std::time::Duration;

/// A number of seconds, with or without a fraction; no more than a century, which clocks can count.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    const MOST: f64 = 3.2e9;
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds, as in `0.5` or `60`".to_owned())?;
    match (0.0..=MOST).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(format!("not between 0 and {MOST:e} seconds")),
    }
}

/// `200M`, `1.5G`, `1000000`.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(['B', 'b', 'i']);
    let (number, unit) = match digits.chars().last() {
        Some('K' | 'k') => (&digits[..digits.len() - 1], 1e3),
        Some('M' | 'm') => (&digits[..digits.len() - 1], 1e6),
        Some('G' | 'g') => (&digits[..digits.len() - 1], 1e9),
        _ => (digits, 1.0),
    };
    let value: f64 = number.trim().parse().map_err(|_| format!("`{text}` is not a size such as 200M"))?;
    match value.is_finite() && value >= 0.0 {
        true => Ok((value * unit) as usize),
        false => Err(format!("`{text}` is not a size such as 200M")),
    }
}

/// Sizes of deferred sets, by name.
pub fn cards(texts: &[String]) -> Result<Vec<(String, usize)>, String> {
    let card = |text: &String| {
        let parsed = text.split_once('=').and_then(|(set, size)| Some((set.to_owned(), size.parse().ok()?)));
        let valid = parsed.filter(|(_, size)| (1..=100_000).contains(size));
        valid.ok_or_else(|| format!("`--card {text}` is not of the form SET=N"))
    };
    texts.iter().map(card).collect()
}
