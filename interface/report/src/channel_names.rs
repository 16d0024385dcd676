//! What channels are called in a text: by the variable that holds them, and not by their number.
//!
//! In a state, a channel is `name (channel 4)`, where several channels of one array have the same name. People know
//! `mailbox[1]`, which is the variable whose value that channel is.

use std::collections::{BTreeMap, BTreeSet};

use crate::{StepLine, Violation};

/// Names for the channels of a run, or of a state.
#[derive(Debug, Default)]
pub struct ChannelNames {
    /// From `mailbox (channel 4)` to `mailbox[1]`.
    names: BTreeMap<String, String>,
}

impl ChannelNames {
    /// The channels that a run and its last state speak of.
    pub fn of(steps: &[StepLine], violation: Option<&Violation>) -> ChannelNames {
        let state = violation.map(|violation| violation.final_state.as_slice()).unwrap_or_default();
        ChannelNames::new(steps, state)
    }

    /// The channels that a state speaks of.
    pub fn of_state(values: &[(String, String)]) -> ChannelNames {
        ChannelNames::new(&[], values)
    }

    fn new(steps: &[StepLine], state: &[(String, String)]) -> ChannelNames {
        let mut holders: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let last = state.iter().map(|(name, value)| (name.as_str(), Some(value.as_str())));
        let changes = steps.iter().flat_map(|step| &step.changes);
        let changed = changes.flat_map(|change| {
            [&change.from, &change.to].map(|value| (change.variable.as_str(), value.as_deref()))
        });
        for (variable, value) in last.chain(changed) {
            for channel in [Some(variable), value].into_iter().flatten().filter(|text| is_channel(text)) {
                let holders = holders.entry(channel.to_owned()).or_default();
                if value == Some(channel) && base(variable) == base(channel) {
                    holders.insert(variable);
                }
            }
        }
        for message in steps.iter().filter_map(|step| step.message.as_ref()) {
            if is_channel(&message.channel) {
                holders.entry(message.channel.clone()).or_default();
            }
        }
        let alone = |channel: &str| holders.keys().filter(|other| base(other) == base(channel)).count() == 1;
        let name = |(channel, variables): (&String, &BTreeSet<&str>)| {
            // Who was there first has made the channel and passed it on.
            let is_global = |variable: &&&str| !variable.contains("):");
            let name = match (
                variables.iter().find(is_global),
                variables.iter().min_by_key(|variable| pid(variable)),
            ) {
                (Some(global), _) => (*global).to_owned(),
                (None, _) if alone(channel) => base(channel).to_owned(),
                (None, Some(local)) => (*local).to_owned(),
                (None, None) => channel.clone(),
            };
            (channel.clone(), name)
        };
        ChannelNames { names: holders.iter().map(name).collect() }
    }

    /// A text with channels by their names.
    pub fn told(&self, text: &str) -> String {
        let mut out = text.to_owned();
        if out.contains(MARK) {
            for (channel, name) in &self.names {
                out = out.replace(channel, name);
            }
        }
        out
    }

    /// A state with channels by their names: what each holds, without the variables that say no more than which channel
    /// they are called after. Whether an entry is a channel stands behind it.
    pub fn told_state<'a>(
        &self,
        values: impl IntoIterator<Item = &'a (String, String)>,
    ) -> Vec<(String, String, bool)> {
        let told = values.into_iter().filter(|(name, value)| !self.is_name_of_itself(name, value));
        told.map(|(name, value)| (self.told(name), self.told(value), is_channel(name))).collect()
    }

    /// Is this a variable that says no more than which channel is called after it?
    pub fn is_name_of_itself(&self, variable: &str, value: &str) -> bool {
        let own = variable.split_once("):").map_or(variable, |(_, local)| local);
        is_channel(value) && self.names.get(value).is_some_and(|name| name == variable || name == own)
    }
}

const MARK: &str = " (channel ";

/// Is this the name of a channel, or a value that is one?
pub fn is_channel(text: &str) -> bool {
    text.split_once(MARK).is_some_and(|(_, rest)| {
        rest.strip_suffix(')').is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// 2 of `P(2):mailbox`.
fn pid(variable: &str) -> Option<u32> {
    variable.split_once("):")?.0.rsplit_once('(')?.1.parse().ok()
}

/// `mailbox` of `mailbox (channel 4)`, `mailbox[1]` and `P(2):mailbox`.
fn base(name: &str) -> &str {
    let name = name.split_once("):").map_or(name, |(_, local)| local);
    let name = name.split(MARK).next().unwrap_or(name);
    name.split('[').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn a_channel_is_called_as_its_variable() {
        let state = [
            ("q", "q (channel 1)"),
            ("box[0]", "box (channel 2)"),
            ("box[1]", "box (channel 3)"),
            ("P(0):in", "box (channel 3)"),
            ("q (channel 1)", "[1]"),
            ("lost (channel 9)", ""),
        ];
        let violation = Violation {
            kind: ErrorKind::Deadlock,
            message: String::new(),
            file: String::new(),
            line: 0,
            waiting: Vec::new(),
            final_state: state.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect(),
        };
        let names = ChannelNames::of(&[], Some(&violation));
        assert_eq!(names.told("q (channel 1)"), "q");
        assert_eq!(names.told("box (channel 3)"), "box[1]");
        assert_eq!(names.told("[5,box (channel 2)]"), "[5,box[0]]");
        assert_eq!(names.told("lost (channel 9)"), "lost");
        assert_eq!(names.told("x = 3"), "x = 3");
        let passed_on = [
            ("P(3):m", "m (channel 1)"),
            ("A(7):m", "m (channel 1)"),
            ("P(4):m", "m (channel 2)"),
            ("P(3):own", "own (channel 3)"),
            ("A(7):own", "own (channel 3)"),
        ];
        let passed_on = passed_on.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let names = ChannelNames::of_state(&passed_on);
        let told = ["m (channel 1)", "m (channel 2)", "own (channel 3)"].map(|channel| names.told(channel));
        assert_eq!(told, ["P(3):m", "P(4):m", "own"]);
        let told = ChannelNames::of_state(&violation.final_state).told_state(&violation.final_state);
        let told: Vec<String> = told.iter().map(|(name, value, _)| format!("{name}={value}")).collect();
        assert_eq!(told, ["P(0):in=box[1]", "q=[1]", "lost="]);
    }
}
