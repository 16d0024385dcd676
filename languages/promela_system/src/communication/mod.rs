//! Who sends or receives on which channel and reads or writes which shared variable, as far as the text tells.
//!
//! Everything that may happen is among the links: where a channel is not known before the run, all that it may be
//! (`channel_flow`), and where the element of an array is not known, the array.

mod channel_flow;

use std::collections::BTreeSet;

use program::{Code, Head, Instance, Interpreter, Owner, Program, Tree, VarKey, channel_name, process_name};
use report::{Link, LinkKind};
use symmetry::{Point, StateGroup};

use channel_flow::{ChannelFlow, each_tree, process_of};

/// More channels or processes than this are not looked at: nobody could read the drawing.
const MOST_PARTS: usize = 1_000;

/// The links of a program as it is written; none if its processes cannot be told before the run.
pub(crate) fn links(interpreter: &Interpreter) -> Vec<Link> {
    let Some(instance) = Instance::new(interpreter) else { return Vec::new() };
    let configuration = &instance.configuration;
    if configuration.channels.len() + instance.processes.len() > MOST_PARTS {
        return Vec::new();
    }
    let flow = ChannelFlow::of(&instance, interpreter);
    let whole = arrays_with_unknown_indices(&instance);
    let mut links: Vec<Link> = Vec::new();
    for code in instance.processes.iter().chain(&instance.later) {
        let process = match process_of(code) {
            Some(pid) => process_name(interpreter.layout(), configuration, program::Pid(pid)),
            None => format!("{}(…)", interpreter.program().proctype(code.proctype).name),
        };
        let mut found = BTreeSet::new();
        each_tree(code, &mut |tree| {
            let Some((kind, channel)) = exchange(tree) else { return };
            let names = flow.channels(channel).into_iter();
            let names = names.map(|value| channel_name(interpreter.layout(), configuration, value));
            found.extend(names.map(|name| (kind, name)));
        });
        let variables = Variables { program: interpreter.program(), whole: &whole };
        variables.of_code(code, &mut found);
        let link = |(kind, object)| Link { process: process.clone(), object, kind };
        links.extend(found.into_iter().map(link));
    }
    links
}

/// What a node does with a channel, and the channel.
fn exchange(tree: &Tree) -> Option<(LinkKind, &Tree)> {
    let kind = match tree.head {
        Head::Send { .. } => LinkKind::Sends,
        Head::Receive { keep: false, .. } => LinkKind::Receives,
        Head::Receive { keep: true, .. } | Head::Len | Head::Test(_) | Head::Poll { .. } => LinkKind::Polls,
        _ => return None,
    };
    Some((kind, tree.kids.first()?))
}

/// Shared variables in the code of a process.
struct Variables<'a> {
    program: &'a Program,
    /// Arrays that are one thing in the drawing.
    whole: &'a BTreeSet<u32>,
}

impl Variables<'_> {
    fn of_code(&self, code: &Code, found: &mut BTreeSet<(LinkKind, String)>) {
        let edges = code.locations.iter().flat_map(|(_, edges)| edges).map(|edge| &edge.action);
        edges.chain(&code.provided).for_each(|tree| self.of_tree(tree, LinkKind::Reads, found));
    }

    /// What is read and written below a node; `how` is what the node itself does if it is a variable.
    fn of_tree(&self, tree: &Tree, how: LinkKind, found: &mut BTreeSet<(LinkKind, String)>) {
        if let Head::Var(key) | Head::Element(key) = tree.head
            && let Some(name) = self.name(key, tree)
        {
            found.insert((how, name));
        }
        for (position, kid) in tree.kids.iter().enumerate() {
            let is_target = match tree.head {
                Head::Assign | Head::Bind => position == 0,
                Head::Run(_, _, true) => position + 1 == tree.kids.len(),
                _ => false,
            };
            // What is forgotten is neither read nor written, as far as anybody can see.
            if tree.head != Head::Forget {
                self.of_tree(kid, if is_target { LinkKind::Writes } else { LinkKind::Reads }, found);
            }
        }
    }

    /// The name of a global variable that holds no channel.
    fn name(&self, key: VarKey, tree: &Tree) -> Option<String> {
        let variable = self.program.globals.get(key.index as usize).filter(|_| key.owner == Owner::Global)?;
        if variable.scalar == program::Scalar::Chan || variable.hidden {
            return None;
        }
        let indices = tree.kids.iter().map(Tree::number);
        match indices.collect::<Option<Vec<i32>>>() {
            Some(indices) if !self.whole.contains(&key.index) => {
                let mut parts = variable.name.split("[]");
                let mut name = parts.next().unwrap_or_default().to_owned();
                for index in indices {
                    name.push_str(&format!("[{index}]"));
                    name.push_str(parts.next().unwrap_or_default());
                }
                Some(name)
            }
            _ => Some(format!("{}[]", variable.name)),
        }
    }
}

/// Global arrays of which some element is not known before the run.
fn arrays_with_unknown_indices(instance: &Instance) -> BTreeSet<u32> {
    let mut whole = BTreeSet::new();
    for code in instance.processes.iter().chain(&instance.later) {
        each_tree(code, &mut |tree| {
            let unknown = || tree.kids.iter().any(|index| index.number().is_none());
            if let Head::Element(VarKey { owner: Owner::Global, index, .. }) = tree.head
                && unknown()
            {
                whole.insert(index);
            }
        });
    }
    whole
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
