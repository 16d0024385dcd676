//! One table for models that others wrote: a line for each file, what the plain command and SPIN say of it and what
//! follows, and a summary for each folder.
use crate::compare::Comparison;
use crate::outcome::Outcome;
use crate::table::Table;
use crate::verdicts::Said;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What follows from both answers about one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Both have decided, on every claim as well, and say the same in every way.
    Agree,
    /// SPIN refuses the file, or fails on it: there is nothing to compare with.
    SpinRefuses,
    /// It has embedded C, which we refuse on purpose.
    EmbeddedC,
    /// We refuse it, and SPIN does not.
    WeRefuse,
    /// Safety agrees, and we say that some property was not checked.
    NotChecked,
    /// The plain command met a limit.
    OurLimit,
    /// SPIN met a limit.
    SpinLimit,
    /// Some way contradicts SPIN or another way.
    Differs,
    /// An internal error, a panic or a broken limit in some way.
    Failed,
}

impl Class {
    /// All classes, with the heading of each.
    pub const ALL: [(Class, &str); 9] = [
        (Class::Agree, "agree"),
        (Class::SpinRefuses, "SPIN refuses"),
        (Class::EmbeddedC, "embedded C"),
        (Class::WeRefuse, "we refuse"),
        (Class::NotChecked, "not checked"),
        (Class::OurLimit, "our limit"),
        (Class::SpinLimit, "SPIN's limit"),
        (Class::Differs, "differs"),
        (Class::Failed, "internal error"),
    ];

    /// The heading.
    pub fn word(self) -> &'static str {
        Class::ALL.iter().find(|(class, _)| *class == self).map_or("", |(_, word)| word)
    }

    /// Whether it makes the comparison fail.
    pub fn is_mistake(self) -> bool {
        matches!(self, Class::WeRefuse | Class::Differs | Class::Failed)
    }

    /// The class of a comparison by verdicts.
    pub fn of(result: &Comparison) -> Class {
        let Some(verdicts) = &result.verdicts else { return Class::SpinLimit };
        let (spin, refused) = (&result.spin.outcome, matches!(verdicts.whole(), Said::Refused(_)));
        if verdicts.failed() {
            return Class::Failed;
        }
        if result.embedded_c && refused {
            return Class::EmbeddedC;
        }
        match spin {
            Outcome::Refused(_) | Outcome::Crashed(_) => return Class::SpinRefuses,
            _ if refused => return Class::WeRefuse,
            _ => {}
        }
        if !verdicts.disagreements.is_empty() {
            return Class::Differs;
        }
        if matches!(verdicts.safety(), Said::Undecided(_)) {
            return Class::OurLimit;
        }
        if matches!(spin, Outcome::Unfinished(_)) {
            return Class::SpinLimit;
        }
        let undecided: Vec<&String> =
            verdicts.claims().iter().filter_map(|claim| undecided(&claim.said)).collect();
        match undecided.as_slice() {
            [] => Class::Agree,
            reasons if reasons.iter().any(|reason| says_not_checked(reason)) => Class::NotChecked,
            _ => Class::OurLimit,
        }
    }
}

/// Whether a reason is that we do not check such properties, and not that a limit was met.
fn says_not_checked(reason: &str) -> bool {
    ["not checked", "not looked for"].iter().any(|words| reason.contains(words))
}

fn undecided(said: &Said) -> Option<&String> {
    match said {
        Said::Undecided(reason) => Some(reason),
        _ => None,
    }
}

/// The lines of all files, then the summary of each folder.
pub fn render(results: &[Comparison], folders: &[PathBuf]) -> String {
    let headings = ["model", "SPIN", "default", "claims", "runs", "refused", "undecided", "so", "why"];
    let mut table = Table::new(&headings);
    for result in results {
        let Some(verdicts) = &result.verdicts else { continue };
        let mut name = result.path.display().to_string();
        result.defines.iter().for_each(|define| name.push_str(&format!(" -D{define}")));
        let spin = if result.embedded_c { String::new() } else { result.spin.outcome.to_string() };
        let mut row = vec![name, spin, verdicts.whole().word()];
        let claims: Vec<String> = verdicts.claims().iter().map(|claim| claim.said.word()).collect();
        row.push(claims.join(","));
        row.extend(verdicts.counts().map(|count| count.to_string()));
        let class = Class::of(result);
        row.extend([class.word().to_owned(), why(result, class).chars().take(100).collect()]);
        table.row(row);
    }
    format!("{}\n{}", table.render(), summary(results, folders))
}

/// The reason in a few words, where there is one to give.
fn why(result: &Comparison, class: Class) -> String {
    let Some(verdicts) = &result.verdicts else { return String::new() };
    match (class, verdicts.whole()) {
        (Class::SpinRefuses, _) => result.spin.outcome.message().to_owned(),
        (Class::Differs | Class::Failed, Said::Failed(why)) => why.clone(),
        (Class::Differs | Class::Failed, _) => verdicts.disagreements.join("; "),
        (_, Said::Undecided(why) | Said::Refused(why)) => why.clone(),
        _ => String::new(),
    }
}

/// How many files of each class there are below each folder, and together.
fn summary(results: &[Comparison], folders: &[PathBuf]) -> String {
    let folder = |path: &Path| folders.iter().position(|folder| path.starts_with(folder));
    let mut counts: BTreeMap<Option<usize>, BTreeMap<Class, usize>> = BTreeMap::new();
    for result in results {
        *counts.entry(folder(&result.path)).or_default().entry(Class::of(result)).or_default() += 1;
    }
    let mut table = Table::new(&[&["folder", "cases"], &Class::ALL.map(|(_, word)| word)[..]].concat());
    let mut row = |name: String, of: &BTreeMap<Class, usize>| {
        let numbers = Class::ALL.map(|(class, _)| of.get(&class).copied().unwrap_or(0).to_string());
        let cases: usize = of.values().sum();
        table.row([vec![name, cases.to_string()], numbers.to_vec()].concat());
    };
    let mut all: BTreeMap<Class, usize> = BTreeMap::new();
    for (folder, of) in &counts {
        row(folder.map_or_else(String::new, |folder| folders[folder].display().to_string()), of);
        of.iter().for_each(|(class, count)| *all.entry(*class).or_default() += count);
    }
    row("all".to_owned(), &all);
    table.render()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Violation, Violations};
    use crate::spin::SpinRun;
    use crate::verdicts::{Claim, Verdicts};

    fn class(spin: Outcome, ours: Said, claims: &[Said], disagreements: &[&str]) -> Class {
        let claim = |said: &Said| Claim { name: "p".to_owned(), named: true, said: said.clone() };
        let mut verdicts = Verdicts::said(ours, claims.iter().map(claim).collect());
        verdicts.disagreements.extend(disagreements.iter().map(|&text| text.to_owned()));
        Class::of(&Comparison {
            path: PathBuf::new(),
            defines: Vec::new(),
            embedded_c: false,
            spin: SpinRun::remembered(spin, [0.0; 3]),
            ours: None,
            reduced: None,
            verdicts: Some(verdicts),
            spin_fails: false,
        })
    }

    #[test]
    fn only_what_both_have_decided_agrees() {
        let holds = || Outcome::Finished { states: 4, violations: Violations::default() };
        let refused = || Said::Refused("error: no".to_owned());
        let not_checked = Said::Undecided("not checked: only invariants are".to_owned());
        let limit = || Said::Undecided("the limit on time was reached".to_owned());
        assert_eq!(class(holds(), Said::Holds, &[], &[]), Class::Agree);
        assert_eq!(class(holds(), Said::Holds, &[Said::Holds], &[]), Class::Agree);
        assert_eq!(class(holds(), Said::Holds, &[Said::Holds, not_checked], &[]), Class::NotChecked);
        let cycles = Said::Undecided("never completed, but cycles are not looked for".to_owned());
        assert_eq!(class(holds(), Said::Holds, &[cycles], &[]), Class::NotChecked);
        assert_eq!(class(holds(), Said::Holds, &[limit()], &[]), Class::OurLimit);
        assert_eq!(class(holds(), limit(), &[], &[]), Class::OurLimit);
        assert_eq!(class(Outcome::unfinished("time limit"), Said::Holds, &[], &[]), Class::SpinLimit);
        assert_eq!(class(holds(), refused(), &[], &["refused"]), Class::WeRefuse);
        assert_eq!(class(Outcome::Refused("no".to_owned()), refused(), &[], &[]), Class::SpinRefuses);
        assert_eq!(class(holds(), Said::Holds, &[], &["-O1: deadlock"]), Class::Differs);
        let failed = Said::Failed("internal error".to_owned());
        assert_eq!(class(Outcome::Refused("no".to_owned()), failed, &[], &[]), Class::Failed);
        let deadlock = Violations::default().with(Violation::Deadlock, "");
        let stopped = Outcome::Stopped(deadlock);
        assert_eq!(class(stopped, Said::Violated("deadlock".to_owned()), &[], &[]), Class::Agree);
    }
}
