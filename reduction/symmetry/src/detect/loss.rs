//! "Symmetry lost here": which line told alike things apart, and what would keep them alike.

use program::{Code, Head, Instance, Interpreter, Span, Tree};

use permutation::{Group, Perm};

use super::copies::Copies;
use super::difference::{Difference, difference};
use super::evidence::{Evidence, evidence};
use super::kinds::{Class, Kinds, Loss};
use super::limits::mortal;
use super::program_graph::ProgramGraph;
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

/// The program graphs in which evidence is looked for.
#[derive(Clone, Copy)]
pub(super) struct Graphs<'a> {
    /// The one in which symmetries were looked for.
    pub searched: &'a ProgramGraph,
    /// One in which types that are taken for copies have one colour, also where that led to nothing.
    pub of_copies: &'a dyn Fn() -> Option<ProgramGraph>,
}

impl Graphs<'_> {
    fn evidence(self, a: u8, b: u8) -> Option<Evidence> {
        let colours = self.searched.digraph.colours();
        let colour = |pid: u8| colours[self.searched.processes[usize::from(pid)].index()];
        match colour(a) == colour(b) {
            true => evidence(self.searched, a, b),
            false => evidence(&(self.of_copies)()?, a, b),
        }
    }
}

/// Explains why processes of one type cannot be permuted at will.
pub(super) fn explain(
    interpreter: &Interpreter,
    instance: &Instance,
    kinds: &Kinds,
    generators: &[Generator],
    copies: &Copies,
    graphs: Graphs<'_>,
) -> Vec<Lost> {
    let orbits = process_orbits(instance, generators);
    let mut lost = Vec::new();
    let types = types_with_several(instance, copies);
    for members in types.iter().cloned() {
        if exchanges_connect(&members, generators) {
            continue;
        }
        let group = action_on(&members, generators);
        let Some((a, b)) = not_exchanged(&members, &group) else { continue };
        let is_split = members.iter().any(|&m| orbits[usize::from(m)] != orbits[usize::from(members[0])]);
        let why = difference(interpreter.program(), instance, kinds, a, b);
        match is_split {
            true => {
                let factor = loss_factor(&members, &orbits);
                let told = reasons(interpreter, instance, kinds, &members, factor, why);
                let told = told.or_else(|| told_apart(graphs, &members, &orbits, factor));
                lost.extend(
                    told.unwrap_or_else(|| unexplained(interpreter, instance, kinds, &members, factor)),
                );
            }
            false => {
                let all: f64 = (1..=members.len()).map(|i| i as f64).product();
                let order = group.small_order().map_or(f64::MAX, |order| order as f64);
                lost.push(structure(interpreter, instance, &members, why, (all / order).max(2.0)));
            }
        }
    }
    if lost.is_empty() {
        lost.extend(only_together(interpreter, instance, generators, &types));
    }
    if generators.is_empty() {
        lost.extend(created_later(interpreter, instance));
    }
    lost.sort_by(|a, b| b.factor.total_cmp(&a.factor));
    lost
}

/// Do generators that exchange two of some processes and move no other of them connect them all? Then every permutation is
/// a symmetry, and there is no need to make the group.
fn exchanges_connect(members: &[u8], generators: &[Generator]) -> bool {
    let mut class: Vec<usize> = (0..members.len()).collect();
    for generator in generators {
        let moved: Vec<usize> =
            (0..members.len()).filter(|&i| generator.process(members[i]) != members[i]).collect();
        if let [a, b] = moved[..] {
            let (from, to) = (class[b], class[a]);
            class.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
        }
    }
    class.iter().all(|&c| c == class[0])
}

/// The group that the generators make of some processes that are in one type.
fn action_on(members: &[u8], generators: &[Generator]) -> Group {
    let place = |pid: u8| members.iter().position(|&m| m == pid);
    let perm = |g: &Generator| {
        let images: Option<Vec<usize>> = members.iter().map(|&m| place(g.process(m))).collect();
        images.and_then(|images| Perm::from_images(&images).ok())
    };
    Group::from_generators(members.len(), generators.iter().filter_map(perm))
}

/// Two neighbours that no symmetry exchanges with every other process of their type in its place. If all neighbours can be
/// exchanged in this way, then every permutation is a symmetry.
fn not_exchanged(members: &[u8], group: &Group) -> Option<(u8, u8)> {
    let exchanged = |i: &usize| {
        let mut images: Vec<usize> = (0..members.len()).collect();
        images.swap(*i, i + 1);
        Perm::from_images(&images).is_ok_and(|perm| group.contains(&perm))
    };
    let first = (0..members.len() - 1).find(|i| !exchanged(i))?;
    Some((members[first], members[first + 1]))
}

/// All processes of a type are alike, but not every permutation is a symmetry: a ring, a tree, pairs.
fn structure(
    interpreter: &Interpreter,
    instance: &Instance,
    members: &[u8],
    why: Option<Difference>,
    factor: f64,
) -> Lost {
    let body = interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype);
    let name = type_name(interpreter, instance, members);
    let (span, why) = match why {
        Some(Difference { span, why }) => (span, why),
        None => (body.span, format!("processes of {name} are arranged by what they use")),
    };
    Lost {
        span,
        why: format!("the order of processes of {name} matters: {why}"),
        hint: String::new(),
        factor,
    }
}

/// Types whose processes can be exchanged, but only together with those of other types.
fn only_together(
    interpreter: &Interpreter,
    instance: &Instance,
    generators: &[Generator],
    types: &[Vec<u8>],
) -> Option<Lost> {
    // The group on very many processes takes its time.
    if types.len() < 2 || types.concat().len() > 40 {
        return None;
    }
    let factorial = |members: &Vec<u8>| (1..=members.len()).map(|i| i as f64).product::<f64>();
    let all: f64 = types.iter().map(factorial).product();
    let order = action_on(&types.concat(), generators).small_order()? as f64;
    let body = |members: &Vec<u8>| {
        interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype)
    };
    let names: Vec<&str> = types.iter().map(|members| body(members).name.as_str()).collect();
    (order < all).then(|| Lost {
        span: body(&types[0]).span,
        why: format!("processes of types {} can be exchanged only together", names.join(", ")),
        hint: String::new(),
        factor: all / order,
    })
}

/// Processes of types that are created while others run, of which no moment is known when all exist.
fn created_later(interpreter: &Interpreter, instance: &Instance) -> Option<Lost> {
    let (span, obstacle) = (instance.creation?, instance.obstacle?);
    let names: Vec<&str> = instance
        .later
        .iter()
        .map(|code| interpreter.program().proctype(code.proctype).name.as_str())
        .collect();
    Some(Lost {
        span,
        why: format!("processes of type {} are created here: {obstacle}", names.join(", ")),
        hint: "create them in one atomic sequence".into(),
        factor: 2.0,
    })
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

/// The processes of each type that has several, copies of a type being one type.
fn types_with_several(instance: &Instance, copies: &Copies) -> Vec<Vec<u8>> {
    let mut types: std::collections::BTreeMap<u32, Vec<u8>> = std::collections::BTreeMap::new();
    for (code, pid) in instance.processes.iter().zip(0u8..) {
        types.entry(copies.first_like(code.proctype).0).or_default().push(pid);
    }
    types.into_values().filter(|members| members.len() > 1).collect()
}

/// `type client`, or `types client_1 to client_3`.
fn type_name(interpreter: &Interpreter, instance: &Instance, members: &[u8]) -> String {
    let name = |pid: u8| {
        let proctype = instance.processes[usize::from(pid)].proctype;
        interpreter.program().proctype(proctype).name.as_str()
    };
    match (name(members[0]), name(members[members.len() - 1])) {
        (first, last) if first == last => format!("type {first}"),
        (first, last) if members.len() == 2 => format!("types {first} and {last}"),
        (first, last) => format!("types {first} to {last}"),
    }
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

/// What in the code of these processes, or in what is said of their numbers, tells them apart; `None` if nothing is seen there.
fn reasons(
    interpreter: &Interpreter,
    instance: &Instance,
    kinds: &Kinds,
    members: &[u8],
    factor: f64,
    difference: Option<Difference>,
) -> Option<Vec<Lost>> {
    let name = &type_name(interpreter, instance, members);
    let names = kinds.losses.iter().filter(|loss| loss.of != Class::Values(0));
    let mut lost: Vec<Lost> = names.map(|loss| as_number(loss, factor)).collect();
    lost.extend(literals(instance, kinds, members, name, factor));
    lost.extend(unnumbered(instance, members, name, factor));
    let dying = mortal(instance);
    if members.iter().any(|m| dying.contains(m)) {
        let body = interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype);
        lost.push(Lost {
            span: body.span,
            why: format!("processes of {name} end, and they end in the order of their numbers"),
            hint: "let them wait at the end: `end: false`".into(),
            factor,
        });
    }
    if let Some(Difference { span, why }) = difference.filter(|_| lost.is_empty()) {
        lost.push(Lost { span, why: format!("{why} ({name})"), hint: String::new(), factor });
    }
    (!lost.is_empty()).then_some(lost)
}

/// A value that is used as a number and so names nothing.
fn as_number(loss: &Loss, factor: f64) -> Lost {
    Lost {
        span: loss.span,
        why: format!("{} here {}", class_name(loss.of), loss.why),
        hint: loss.hint.into(),
        factor,
    }
}

/// The places, wherever in the program, that tell two neighbours apart that are in different orbits.
fn told_apart(graphs: Graphs<'_>, members: &[u8], orbits: &[u8], factor: f64) -> Option<Vec<Lost>> {
    let apart = |pair: &&[u8]| orbits[usize::from(pair[0])] != orbits[usize::from(pair[1])];
    let pair = members.windows(2).find(apart)?;
    let (a, b) = (pair[0], pair[1]);
    let lost = |span: Span, why: &str| Lost { span, why: why.to_owned(), hint: String::new(), factor };
    Some(match graphs.evidence(a, b)? {
        Evidence::Unlike(here, there) => {
            let why = format!("this tells process {a} from process {b}");
            let mut both = vec![lost(here, &why)];
            both.extend((here != there).then(|| lost(there, &why)));
            both
        }
        Evidence::OnlyFirst(here) => {
            vec![lost(
                here,
                &format!("this has to do with process {a}, and nothing does so with process {b}"),
            )]
        }
        Evidence::OnlySecond(there) => {
            vec![lost(
                there,
                &format!("this has to do with process {b}, and nothing does so with process {a}"),
            )]
        }
    })
}

/// What can be said where nothing that tells the processes apart was found.
fn unexplained(
    interpreter: &Interpreter,
    instance: &Instance,
    kinds: &Kinds,
    members: &[u8],
    factor: f64,
) -> Vec<Lost> {
    let values = kinds.losses.iter().filter(|loss| loss.of == Class::Values(0));
    let lost: Vec<Lost> = values.map(|loss| as_number(loss, factor)).collect();
    if !lost.is_empty() {
        return lost;
    }
    let name = type_name(interpreter, instance, members);
    let body = interpreter.program().proctype(instance.processes[usize::from(members[0])].proctype);
    let (why, hint) = match instance.creation {
        Some(_) => (
            format!("processes of {name} are created one by one while others already run"),
            "create them in one atomic sequence".to_owned(),
        ),
        None => (format!("other processes treat those of {name} differently"), String::new()),
    };
    vec![Lost { span: instance.creation.unwrap_or(body.span), why, hint, factor }]
}

/// Statements of other code that name one of the members.
fn literals(instance: &Instance, kinds: &Kinds, members: &[u8], name: &str, factor: f64) -> Vec<Lost> {
    let mut lost: Vec<Lost> = Vec::new();
    for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
        for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
            if let Some(pid) = names_member(&edge.action, instance, kinds, members, code)
                && !lost.iter().any(|l| l.span == edge.span)
            {
                let what = if edge.action.head == Head::Assert { "this assertion" } else { "this statement" };
                lost.push(Lost {
                    span: edge.span,
                    why: format!("{what} names process {pid} of {name}"),
                    hint: "treat all processes of the type alike, or make the one a type of its own".into(),
                    factor,
                });
            }
        }
    }
    // If every process names others there is structure, not a slip: only a few odd places are worth showing.
    if lost.len() > 8 { Vec::new() } else { lost }
}

/// References to a type without a number, which mean the first of its processes.
fn unnumbered(instance: &Instance, members: &[u8], name: &str, factor: f64) -> Option<Lost> {
    fn refers(tree: &Tree, proctype: program::ProctypeId) -> bool {
        let here = match tree.head {
            Head::AtLabel(p, _) => p == proctype && tree.kids.is_empty(),
            Head::Remote(p, _, has_pid) => p == proctype && !has_pid,
            _ => false,
        };
        here || tree.kids.iter().any(|kid| refers(kid, proctype))
    }
    let proctype = instance.processes[usize::from(members[0])].proctype;
    let name = name.trim_start_matches("type ");
    let all = instance.processes.iter().chain(&instance.later).chain(&instance.observers);
    let mut edges = all.flat_map(|code| &code.locations).flat_map(|(_, edges)| edges);
    let edge = edges.find(|edge| refers(&edge.action, proctype))?;
    Some(Lost {
        span: edge.span,
        why: format!("a reference to {name} without a number means the first process of this type"),
        hint: format!("say which one is meant, or ask it of all: `{name}[1]@label`"),
        factor,
    })
}

/// The process among the members that a constant in the tree names, unless it is that of the code itself.
fn names_member(tree: &Tree, instance: &Instance, kinds: &Kinds, members: &[u8], code: &Code) -> Option<i32> {
    let own = |pid: i32| code.owner == program::Owner::Process(pid as u8);
    let positions = classes_by_position(tree, instance, kinds);
    for (position, kid) in tree.kids.iter().enumerate() {
        let class = (positions.get(position).copied())
            .or_else(|| kinds.tree_class(kid))
            .or_else(|| tree.kids.iter().find_map(|k| kinds.tree_class(k)));
        let pattern = if kid.head == Head::Match { kid.kids.first() } else { None };
        let named = pattern.unwrap_or(kid);
        if let (Some(value), Some(Class::Process)) = (named.constant(), class)
            && named.from.is_none()
            && u8::try_from(value).is_ok_and(|v| members.contains(&v))
            && !own(value)
        {
            return Some(value);
        }
        if let Some(found) = names_member(kid, instance, kinds, members, code) {
            return Some(found);
        }
    }
    None
}

/// The classes of the operands where their positions decide: indices, and the fields of a message behind its channel.
fn classes_by_position(tree: &Tree, instance: &Instance, kinds: &Kinds) -> Vec<Class> {
    match (&tree.head, tree.kids.first()) {
        (Head::Element(key), _) => {
            (0..tree.kids.len()).map(|dimension| kinds.dimension_class(*key, dimension)).collect()
        }
        (
            Head::Send { .. } | Head::Receive { .. } | Head::Poll { .. } | Head::Event { .. },
            Some(channel),
        ) => {
            let fields = kinds.message_classes(channel, instance);
            std::iter::once(Class::Channel).chain(fields).collect()
        }
        _ => Vec::new(),
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Process => "a process number",
        Class::Channel => "a channel number",
        Class::Values(_) | Class::Plain => "a value",
    }
}
