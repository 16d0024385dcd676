//! Who sends or receives on which channel, where that is known before the run.

use program::{Head, Instance, Tree, channel_name, process_name};
use report::Link;
use symmetry::{Point, StateGroup};

/// Every process of the instance with the channels that its code names.
pub(crate) fn links(group: &StateGroup) -> Vec<Link> {
    let instance: &Instance = &group.detection.instance;
    let mut links: Vec<Link> = Vec::new();
    for (code, pid) in instance.processes.iter().zip(0u8..) {
        let process = process_name(&group.layout, &instance.configuration, program::Pid(pid));
        for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
            for (value, sends) in exchanges(&edge.action) {
                let channel = channel_name(&group.layout, &instance.configuration, value);
                let link = Link { process: process.clone(), channel, sends };
                if !links.contains(&link) {
                    links.push(link);
                }
            }
        }
    }
    links
}

fn exchanges(tree: &Tree) -> Vec<(i32, bool)> {
    let here = match tree.head {
        Head::Send { .. } => tree.kids[0].constant().map(|v| (v, true)),
        Head::Receive { .. } => tree.kids[0].constant().map(|v| (v, false)),
        _ => None,
    };
    here.into_iter().chain(tree.kids.iter().flat_map(exchanges)).collect()
}

/// The processes, channels and values that the group exchanges, by orbit.
pub(crate) fn orbits(group: &StateGroup) -> Vec<Vec<String>> {
    let configuration = &group.detection.instance.configuration;
    let name = |point: &permutation::Point| match group.points[point.index()] {
        Point::Process(pid) => Some(process_name(&group.layout, configuration, program::Pid(pid))),
        Point::Channel(c) => Some(channel_name(&group.layout, configuration, c as i32 + 1)),
        Point::Value(_, value) => Some(format!("value {value}")),
        _ => None,
    };
    let orbits = group.group.orbits();
    let named = orbits.non_trivial().map(|orbit| orbit.iter().filter_map(name).collect());
    named.filter(|names: &Vec<String>| !names.is_empty()).collect()
}
