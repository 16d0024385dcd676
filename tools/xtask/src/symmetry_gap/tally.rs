//! What was missed, by model and by cause.
use super::{Gap, Measured};
use crate::table::Table;
use std::collections::BTreeMap;

/// Figures over all models.
#[derive(Default)]
pub struct Tally {
    unread: usize,
    nothing_alike: usize,
    too_large: BTreeMap<&'static str, usize>,
    compared: usize,
    undecided: usize,
    symmetric: usize,
    missed: usize,
    unexplained: usize,
    /// Logarithms of the orders: of what is there, and of what was found.
    there: f64,
    found: f64,
    /// For each cause how often it is the first reason, with a model.
    causes: BTreeMap<String, (usize, String)>,
    lines: Vec<Vec<String>>,
}

const NO_REASON: &str = "NO REASON";

impl Tally {
    /// Adds a model.
    pub fn add(&mut self, name: &str, measured: &Measured) {
        match measured {
            Measured::Unread => self.unread += 1,
            Measured::NothingAlike => self.nothing_alike += 1,
            Measured::TooLarge(what) => *self.too_large.entry(what).or_default() += 1,
            Measured::Compared(gap) => self.compare(name, gap),
        }
    }

    fn compare(&mut self, name: &str, gap: &Gap) {
        self.compared += 1;
        self.undecided += usize::from(gap.undecided > 0);
        if gap.symmetries == 1 {
            return;
        }
        self.symmetric += 1;
        self.there += (gap.symmetries as f64).ln();
        self.found += (gap.found as f64).ln();
        if gap.found == gap.symmetries {
            return;
        }
        self.missed += 1;
        let reason = gap.reasons.first().cloned();
        self.unexplained += usize::from(reason.is_none());
        let (line, why) = reason.unwrap_or((0, NO_REASON.to_owned()));
        let cause = self.causes.entry(without_names(&why)).or_insert((0, name.to_owned()));
        cause.0 += 1;
        self.lines.push(vec![
            name.to_owned(),
            gap.states.to_string(),
            gap.permutations.to_string(),
            gap.symmetries.to_string(),
            gap.found.to_string(),
            format!("{line}: {why}"),
        ]);
    }

    /// Symmetric models of which something was missed, in percent.
    pub fn percent_missed(&self) -> f64 {
        100.0 * self.missed as f64 / self.symmetric.max(1) as f64
    }

    /// Models of which something was missed without a reason.
    pub fn unexplained(&self) -> usize {
        self.unexplained
    }

    /// All of it as text.
    pub fn render(&self) -> String {
        let mut models =
            Table::new(&["missed in", "states", "permutations", "symmetries", "found", "reason"]);
        self.lines.iter().for_each(|line| models.row(line.clone()));
        let mut causes = Table::new(&["models", "cause", "for instance"]);
        let mut sorted: Vec<_> = self.causes.iter().collect();
        sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (cause, (count, model)) in sorted {
            causes.row(vec![count.to_string(), cause.clone(), model.clone()]);
        }
        let too_large: Vec<String> =
            self.too_large.iter().map(|(what, count)| format!("{count} ({what})")).collect();
        let part = if self.there == 0.0 { 100.0 } else { 100.0 * self.found / self.there };
        format!(
            "{}\n{}\n{} models compared; {} not read, {} without alike processes, too much of something: {}\n\
             {} have symmetric state graphs; of {} something was missed ({:.1} %), of {} without a reason\n\
             {part:.1} % of the symmetry was found (logarithms of the orders); {} models are not fully decided\n",
            models.render(),
            causes.render(),
            self.compared,
            self.unread,
            self.nothing_alike,
            if too_large.is_empty() { "0".to_owned() } else { too_large.join(", ") },
            self.symmetric,
            self.missed,
            self.percent_missed(),
            self.unexplained,
            self.undecided,
        )
    }
}

/// The words of a reason without the names and numbers of one model.
fn without_names(why: &str) -> String {
    let mut out = String::new();
    for (i, part) in why.split('`').enumerate() {
        match i % 2 {
            0 => out.push_str(part),
            _ => out.push('…'),
        }
    }
    let words = out.split(' ').map(|word| match word.chars().any(|c| c.is_ascii_digit()) {
        true => "N",
        false => word,
    });
    let words: Vec<&str> = words.collect();
    // `type client`, `types client_1 to client_3`: the names go.
    let mut kept: Vec<&str> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let names = i > 0 && matches!(words[i - 1].trim_start_matches('('), "type" | "types");
        kept.push(if names { "…" } else { word });
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_have_no_names() {
        let why = "process 3 uses `fork` 2 where process 4 uses `fork` 3 (type phil)";
        assert_eq!(without_names(why), "process N uses … N where process N uses … N (type …");
    }

    #[test]
    fn what_is_missed_is_counted() {
        let gap = |symmetries, found, reasons: &[&str]| {
            Measured::Compared(Gap {
                permutations: 6,
                symmetries,
                found,
                undecided: 0,
                states: 9,
                reasons: reasons.iter().map(|r| (1, r.to_string())).collect(),
            })
        };
        let mut tally = Tally::default();
        tally.add("a", &gap(6, 6, &[]));
        tally.add("b", &gap(1, 1, &[]));
        tally.add("c", &gap(6, 2, &["it is named"]));
        tally.add("d", &gap(2, 1, &[]));
        assert_eq!((tally.symmetric, tally.missed, tally.unexplained), (3, 2, 1));
        assert!((tally.percent_missed() - 66.7).abs() < 0.1);
    }
}
