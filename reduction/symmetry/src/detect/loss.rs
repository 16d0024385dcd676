//! "Symmetry lost here": which line told alike things apart, and what would keep them alike.

use program::{Code, Head, Instance, Interpreter, Span, Tree};

use super::kinds::{Class, Kinds};
use super::limits::mortal;
use crate::detect::generator::Generator;

/// A place where symmetry was lost.
#[derive(Clone, Debug)]
pub struct Lost {
    /// Where.
    pub span: Span,
    /// Why.
    pub why: String,
    /// What would keep it.
    pub hint: String,
    /// By about how much the group would be larger.
    pub factor: f64,
}

/// Explains why alike processes are not in one orbit.
pub(super) fn explain(
    interpreter: &Interpreter,
    instance: &Instance,
    kinds: &Kinds,
    generators: &[Generator],
) -> Vec<Lost> {
    let orbits = process_orbits(instance, generators);
    let mut lost = Vec::new();
    for members in split_types(instance, &orbits) {
        let factor = loss_factor(&members, &orbits);
        lost.extend(reasons(interpreter, instance, kinds, &members, factor));
    }
    lost.sort_by(|a, b| b.factor.total_cmp(&a.factor));
    lost
}

/// The orbit of each process, as its smallest member.
fn process_orbits(instance: &Instance, generators: &[Generator]) -> Vec<u8> {
    let mut parent: Vec<u8> = (0..instance.processes.len() as u8).collect();
    fn root(parent: &[u8], mut pid: u8) -> u8 {
        while parent[usize::from(pid)] != pid {
            pid = parent[usize::from(pid)];
        }
        pid
    }
    for generator in generators {
        for pid in 0..parent.len() as u8 {
            let image = generator.process(pid);
            if image != pid {
                let (a, b) = (root(&parent, pid), root(&parent, image));
                parent[usize::from(a.max(b))] = a.min(b);
            }
        }
    }
    (0..parent.len() as u8).map(|pid| root(&parent, pid)).collect()
}

/// Types with several processes that are not all in one orbit.
fn split_types(instance: &Instance, orbits: &[u8]) -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = Vec::new();
    let mut seen = Vec::new();
    for code in &instance.processes {
        if seen.contains(&code.proctype) {
            continue;
        }
        seen.push(code.proctype);
        let members: Vec<u8> = (instance.processes.iter().zip(0u8..))
            .filter(|(c, _)| c.proctype == code.proctype)
            .map(|(_, pid)| pid)
            .collect();
        let mut distinct: Vec<u8> = members.iter().map(|&m| orbits[usize::from(m)]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() > 1 {
            out.push(members);
        }
    }
    out
}

fn loss_factor(members: &[u8], orbits: &[u8]) -> f64 {
    let mut sizes = std::collections::BTreeMap::new();
    for &m in members {
        *sizes.entry(orbits[usize::from(m)]).or_insert(0usize) += 1;
    }
    // One binomial coefficient after the other: factorials of hundreds are more than a number holds.
    let mut count = 0;
    let mut ways = 1.0;
    for &size in sizes.values() {
        for i in 1..=size {
            count += 1;
            ways *= count as f64 / i as f64;
        }
    }
    ways.round()
}

fn reasons(
    interpreter: &Interpreter,
    instance: &Instance,
    kinds: &Kinds,
    members: &[u8],
    factor: f64,
) -> Vec<Lost> {
    let name = &interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype).name;
    let mut lost: Vec<Lost> = (kinds.losses.iter())
        .filter(|l| l.of != Class::Values(0) || kinds.losses.len() == 1)
        .map(|l| Lost {
            span: l.span,
            why: format!("{} here {}", class_name(l.of), l.why),
            hint: l.hint.into(),
            factor,
        })
        .collect();
    lost.extend(literals(instance, kinds, members, name, factor));
    let dying = mortal(instance);
    if members.iter().any(|m| dying.contains(m)) {
        let body = interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype);
        lost.push(Lost {
            span: body.span,
            why: format!("processes of type {name} end, and they end in the order of their numbers"),
            hint: "let them wait at the end: `end: false`".into(),
            factor,
        });
    }
    if lost.is_empty() {
        let body = interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype);
        let why = match instance.creation {
            Some(_) => format!("processes of type {name} are created one by one while others already run"),
            None => format!("processes of type {name} start from different values or use different things"),
        };
        let hint = match instance.creation {
            Some(_) => "create them in one atomic sequence".into(),
            None => String::new(),
        };
        lost.push(Lost { span: instance.creation.unwrap_or(body.span), why, hint, factor });
    }
    lost
}

/// Statements of other code that name one of the members.
fn literals(instance: &Instance, kinds: &Kinds, members: &[u8], name: &str, factor: f64) -> Vec<Lost> {
    let mut lost: Vec<Lost> = Vec::new();
    for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
        for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
            if let Some(pid) = names_member(&edge.action, kinds, members, code)
                && !lost.iter().any(|l| l.span == edge.span)
            {
                let what = if edge.action.head == Head::Assert { "this assertion" } else { "this statement" };
                lost.push(Lost {
                    span: edge.span,
                    why: format!("{what} names process {pid} of type {name}"),
                    hint: "treat all processes of the type alike, or make the one a type of its own".into(),
                    factor,
                });
            }
        }
    }
    // If every process names others there is structure, not a slip: only a few odd places are worth showing.
    if lost.len() > 8 { Vec::new() } else { lost }
}

fn names_member(tree: &Tree, kinds: &Kinds, members: &[u8], code: &Code) -> Option<i32> {
    let own = |pid: i32| code.owner == program::Owner::Process(pid as u8);
    for kid in &tree.kids {
        let class = kinds.tree_class(kid).or_else(|| tree.kids.iter().find_map(|k| kinds.tree_class(k)));
        if let (Some(value), Some(Class::Process)) = (kid.constant(), class)
            && kid.from.is_none()
            && u8::try_from(value).is_ok_and(|v| members.contains(&v))
            && !own(value)
        {
            return Some(value);
        }
        if let Some(found) = names_member(kid, kinds, members, code) {
            return Some(found);
        }
    }
    None
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Process => "a process number",
        Class::Channel => "a channel number",
        Class::Values(_) | Class::Plain => "a value",
    }
}
