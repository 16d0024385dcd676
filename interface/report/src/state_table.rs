//! The last state of a run as a table: global variables, those of each process, what the channels hold.

use crate::Violation;
use crate::channel_names::{ChannelNames, is_channel};
use crate::page::Page;

/// More values than this are told only where they are not 0.
const MOST_VALUES: usize = 200;

/// The table; one line where there is only one thing to tell.
pub(crate) fn state_table(violation: &Violation, names: &ChannelNames, page: Page) -> String {
    let state = &violation.final_state;
    if state.is_empty() {
        return String::new();
    }
    let all = state.len() <= MOST_VALUES;
    let told: Vec<&(String, String)> = state.iter().filter(|(_, value)| all || value != "0").collect();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (name, value) in &told {
        // The variable that a channel is named after is told by what the channel holds.
        if names.is_name_of_itself(name, value) {
            continue;
        }
        let (group, name) = match (is_channel(name), process_of(name)) {
            (true, _) => ("channels".to_owned(), names.told(name)),
            (false, Some((process, local))) => (process.to_owned(), local.to_owned()),
            (false, None) => ("variables".to_owned(), name.clone()),
        };
        let value = if value.is_empty() { "empty".to_owned() } else { names.told(value) };
        let entry = format!("{name} = {value}");
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((group, vec![entry])),
        }
    }
    let zeros = state.len() - told.len();
    if zeros > 0 {
        groups.push(("others".into(), vec![format!("{zeros} are 0")]));
    }
    let indent = groups.iter().map(|(group, _)| group.chars().count()).max().unwrap_or(0) + 4;
    let rows = groups.iter().map(|(group, entries)| page.wrapped(&format!("  {group}"), indent, entries));
    format!("final state:\n{}", rows.collect::<String>())
}

/// `P(1)` and `x` of `P(1):x`.
fn process_of(name: &str) -> Option<(&str, &str)> {
    let (process, local) = name.split_once("):")?;
    let is_number = process.rsplit_once('(')?.1.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| (&name[..=process.len()], local))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn a_state_is_told_by_process() {
        let state = [
            ("x", "9"),
            ("q", "q (channel 1)"),
            ("P(0):i", "3"),
            (":init:(1):i", "4"),
            ("P(0):j", "5"),
            ("q (channel 1)", "[req,1]"),
        ];
        let violation = Violation {
            kind: ErrorKind::Assertion,
            message: String::new(),
            file: String::new(),
            line: 0,
            waiting: Vec::new(),
            final_state: state.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect(),
        };
        let names = ChannelNames::of(&[], Some(&violation));
        let expected = "final state:\n  variables  x = 9\n  P(0)       i = 3  j = 5\n  :init:(1)  i = 4\n  channels   q = [req,1]\n";
        assert_eq!(state_table(&violation, &names, Page::default()), expected);
    }
}
