//! "Did you mean …?": the known name nearest to an unknown one.
//!
//! Distance is that of Damerau's optimal string alignment (Boytsov, *Indexing methods for approximate dictionary
//! searching*, 2011, section 2.2.2): insertions, deletions, substitutions and swaps of neighbours count one each.
//! Case differences are free but lose against an exact match. Tries and automata were rejected: a model has hundreds
//! of names, not millions, and this runs once per error.

/// The candidate nearest to `name`, when it is near enough to be a slip: at most a third of its letters differ.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = name.chars().take(LONGEST_NAME).collect();
    let limit = (letters.len() / 3).max(1);
    candidates
        .into_iter()
        .filter(|c| *c != name)
        .map(|c| (distance(&letters, &c.chars().take(LONGEST_NAME).collect::<Vec<_>>()), c))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, c)| c)
}

/// The tail of longer names is ignored; the cost is quadratic.
const LONGEST_NAME: usize = 64;

fn distance(a: &[char], b: &[char]) -> usize {
    let same = |x: char, y: char| x.eq_ignore_ascii_case(&y);
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let substitute = last[j - 1] + usize::from(!same(a[i - 1], b[j - 1]));
            row[j] = substitute.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]) {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_and_leaves_strangers_alone() {
        let names = ["counter", "turn", "flag", "x"];
        assert_eq!(nearest("conuter", names), Some("counter"));
        assert_eq!(nearest("Turn", names), Some("turn"));
        assert_eq!(nearest("flags", names), Some("flag"));
        assert_eq!(nearest("semaphore", names), None);
        assert_eq!(nearest("y", names), Some("x"));
    }
}
