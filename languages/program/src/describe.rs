//! A state in words: every variable and channel with its value, for traces and for people.

use crate::{CellSlot, ConfigId, Configuration, EntryKind, Layout, Pid, Scalar, Variable};

/// A variable or channel of a state and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// As in `x`, `a[2]`, `P(1):y`, or `q (channel 1)`.
    pub name: String,
    /// A number, a symbolic constant, or the messages of a channel.
    pub value: String,
}

/// Everything a state holds: globals, then processes (location first), then channels.
pub fn describe(layout: &Layout, state: &[u8]) -> Vec<NamedValue> {
    describe_unlike(layout, state, None)
}

/// What a state holds, without variables that hold the same in another: naming every element of large arrays for every
/// step of a trace takes seconds.
pub fn describe_unlike(layout: &Layout, state: &[u8], other: Option<&[u8]>) -> Vec<NamedValue> {
    let configuration = layout.configuration_of(state);
    let mut out = Vec::new();
    for (var, slot) in layout.program.globals.iter().zip(&layout.globals) {
        if let Some(slot) = slot {
            let at = slot.in_globals(&configuration, 0);
            let other = other.map(|o| &o[slot.in_globals(&layout.configuration_of(o), 0)..]);
            push_cells(&mut out, (layout, &configuration), (var, *slot), "", (&state[at..], other));
        }
    }
    let alike = other.filter(|other| ConfigId::of(other) == ConfigId::of(state));
    for pid in 0..configuration.processes.len() {
        describe_process(layout, &configuration, (state, alike), pid, &mut out);
    }
    for value in 1..=configuration.channels.len() {
        describe_channel(layout, &configuration, state, value, &mut out);
    }
    out
}

/// The name of a process: `P(1)`.
pub fn process_name(layout: &Layout, configuration: &Configuration, pid: Pid) -> String {
    let name = configuration.process(pid.index()).map(|(p, _)| layout.program.proctype(p).name.as_str());
    format!("{}({})", name.unwrap_or("?"), pid.0)
}

/// The name of a channel value: the variable it was made for.
pub fn channel_name(layout: &Layout, configuration: &Configuration, value: i32) -> String {
    match configuration.channel(value) {
        Some((shape, _)) => format!("{} (channel {value})", layout.program.channel_type(shape).name),
        None => format!("channel {value}"),
    }
}

/// A value as the source writes it: symbolic constants and channels by name.
pub fn value_text(
    layout: &Layout,
    configuration: &Configuration,
    (scalar, mtype): (Scalar, Option<&str>),
    value: i32,
) -> String {
    let symbol = |set: &str| layout.program.mtypes.iter().find(|(s, _, v)| s == set && *v == value);
    match (scalar, mtype.and_then(symbol)) {
        (Scalar::Mtype, Some((_, name, _))) => name.clone(),
        (Scalar::Chan, _) if configuration.channel(value).is_some() => {
            channel_name(layout, configuration, value)
        }
        _ => value.to_string(),
    }
}

fn describe_process(
    layout: &Layout,
    configuration: &Configuration,
    (state, alike): (&[u8], Option<&[u8]>),
    pid: usize,
    out: &mut Vec<NamedValue>,
) {
    let Some((proctype, entry)) = configuration.process(pid) else { return };
    let frame = &layout.processes[proctype.index()];
    let name = process_name(layout, configuration, Pid(pid as u8));
    for (var, slot) in layout.program.proctype(proctype).locals.iter().zip(&frame.locals) {
        if let Some(slot) = slot {
            let at = slot.in_entry(entry, 0);
            let bytes = (&state[at..], alike.map(|alike| &alike[at..]));
            push_cells(out, (layout, configuration), (var, *slot), &format!("{name}:"), bytes);
        }
    }
}

fn describe_channel(
    layout: &Layout,
    configuration: &Configuration,
    state: &[u8],
    value: usize,
    out: &mut Vec<NamedValue>,
) {
    let Some((shape, entry)) = configuration.channel(value as i32) else { return };
    let (frame, channel) = (&layout.channels[shape.index()], layout.program.channel_type(shape));
    if channel.capacity == 0 {
        return;
    }
    debug_assert!(matches!(entry.kind, EntryKind::Channel(_)));
    let length = state[frame.length_at(entry)] as usize;
    let message = |i: usize| {
        let field = |f: usize| {
            let slot = frame.fields[f];
            let value = slot.load(&state[frame.field_at(entry, i, f)..]);
            value_text(layout, configuration, (slot.scalar, channel.mtypes[f].as_deref()), value)
        };
        let fields: Vec<String> = (0..frame.fields.len()).map(field).collect();
        format!("[{}]", fields.join(","))
    };
    out.push(NamedValue {
        name: channel_name(layout, configuration, value as i32),
        value: (0..length).map(message).collect(),
    });
}

fn push_cells(
    out: &mut Vec<NamedValue>,
    (layout, configuration): (&Layout, &Configuration),
    (var, slot): (&Variable, CellSlot),
    prefix: &str,
    (bytes, other): (&[u8], Option<&[u8]>),
) {
    for cell in 0..var.cells() {
        let at = cell * slot.size();
        let value = slot.load(&bytes[at..]);
        if other.is_some_and(|other| slot.load(&other[at..]) == value) {
            continue;
        }
        out.push(NamedValue {
            name: format!("{prefix}{}", element_name(var, cell)),
            value: value_text(layout, configuration, (var.scalar, var.mtype.as_deref()), value),
        });
    }
}

/// `x`, `a[2]`, `s[1].b[0]`: the indices take the places that the name leaves for them, the last stands at its end.
fn element_name(var: &Variable, mut cell: usize) -> String {
    let mut indices = Vec::new();
    for &bound in var.dims.iter().rev() {
        indices.push(cell % bound as usize);
        cell /= bound as usize;
    }
    let mut parts = var.name.split("[]");
    let mut name = parts.next().unwrap_or_default().to_owned();
    for index in indices.iter().rev() {
        name.push_str(&format!("[{index}]"));
        name.push_str(parts.next().unwrap_or_default());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Initialiser;
    use diagnostics::{FileId, Span};

    #[test]
    fn indices_stand_behind_the_part_they_belong_to() {
        let name = |name: &str, dims: &[u32], cell: usize| {
            let var = Variable {
                name: name.into(),
                scalar: Scalar::Byte,
                mtype: None,
                dims: dims.to_vec(),
                init: Initialiser::Zero,
                hidden: false,
                span: Span::new(FileId(0), 0, 0),
            };
            element_name(&var, cell)
        };
        assert_eq!(name("x", &[], 0), "x");
        assert_eq!(name("a", &[3], 2), "a[2]");
        assert_eq!(name("s.b", &[2], 1), "s.b[1]");
        assert_eq!(name("s[].k", &[2], 1), "s[1].k");
        assert_eq!(name("o[].part[].c", &[2, 2, 3], 11), "o[1].part[1].c[2]");
    }
}
