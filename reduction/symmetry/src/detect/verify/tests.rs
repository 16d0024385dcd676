//! Tests of the checks; see [`super`].

use super::*;
use crate::detect::detect;
use crate::without_references;
use diagnostics::SourceMap;
use model_headers::{Claims, Level, Run};
use permutation::Random;
use program::{
    CellClass, GlobalId, Head, Instance, Layout, LocalId, Owner, ProctypeId, Program, ReferenceCells, Tree,
};
use promela::preprocess::{Included, Loader};
use std::path::{Path, PathBuf};
use witness::Objection;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn found(path: &Path) -> Option<(Interpreter, Detection)> {
    found_in(&std::fs::read_to_string(path).expect("the model is there"), promela::Reduction::Spin)
}

/// What detection finds in a model by itself, before anything is verified.
fn found_in(text: &str, reduction: promela::Reduction) -> Option<(Interpreter, Detection)> {
    let mut sources = SourceMap::new();
    let file = sources.add("model", text.to_string());
    let model = promela::parse(&mut sources, file, &NoFiles, &[]).0?;
    let mut program = promela::lower(&model, &sources, reduction);
    if reduction == promela::Reduction::Sound {
        program::reduce(&mut program);
    }
    let mut plain = without_references(program);
    let mut instance = Instance::new(&plain)?;
    if let Some(left) = program::omit_process_removals(&plain, &instance) {
        plain = without_references(left);
        instance = instance.without_removals(&plain)?;
    }
    let mut detection = detect(&plain, instance)?;
    let layout = Layout::new(plain.layout().program.clone(), &references(plain.program(), &detection));
    let interpreter = Interpreter::new(Arc::new(layout));
    detection.instance = detection.instance.clone().in_layout(&interpreter)?;
    Some((interpreter, detection))
}

/// Every cell that holds a name is stored as one, so that what moves names can be applied at all.
pub(crate) fn references(program: &Program, detection: &Detection) -> ReferenceCells {
    let globals = (0..program.globals.len() as u32).map(GlobalId);
    let locals = (program.proctypes.iter().zip(0..)).flat_map(|(proctype, p)| {
        (0..proctype.locals.len() as u32).map(move |i| (ProctypeId(p), LocalId(i)))
    });
    let fields = (program.channel_types.iter().zip(0..))
        .flat_map(|(shape, c)| (0..shape.fields.len()).map(move |f| (ChannelTypeId(c), f)));
    let all = (globals.map(|id| (CellClass::Global(id), detection.variable_class(VarKey::global(id)))))
        .chain(locals.map(|(p, id)| {
            let var = VarKey::local(Owner::Later(p), p, id);
            (CellClass::Local(p, id), detection.variable_class(var))
        }))
        .chain(fields.map(|(c, f)| {
            let name = CellName::Field { channel: 0, shape: c.0, slot: 0, field: f };
            (CellClass::Field(c, f as u32), detection.class(name))
        }));
    all.filter(|(_, class)| *class != Class::Plain).map(|(cell, _)| (cell, true)).collect()
}

/// A renaming that is likely to be no symmetry, and now and then is one.
fn altered(program: &Program, detection: &Detection, random: &mut Random) -> Generator {
    let count = detection.instance.processes.len();
    let mut g = match detection.generators.as_slice() {
        [] => Generator::identity(&detection.instance),
        all => all[random.below(all.len())].clone(),
    };
    for _ in 0..random.below(3) {
        match random.below(4) {
            0 => {
                let (a, b) = (random.below(count), random.below(count));
                let locations = |pid: usize| {
                    let process = detection.instance.configuration.process(pid);
                    process.map(|(p, _)| program.proctype(p).locations.len())
                };
                if locations(a) == locations(b) {
                    g.processes.swap(a, b);
                    g.cells.clear();
                }
            }
            1 => {
                let shape = |c: usize| detection.instance.configuration.channel(c as i32 + 1).map(|f| f.0);
                let (a, b) = (random.below(g.channels.len() + 1), random.below(g.channels.len() + 1));
                if a.max(b) < g.channels.len() && shape(a) == shape(b) {
                    g.channels.swap(a, b);
                    g.cells.clear();
                }
            }
            2 => {
                let mut names: Vec<CellName> = detection.classes.keys().copied().collect();
                names.retain(|name| matches!(name, CellName::Variable(..)));
                names.sort_unstable();
                if names.is_empty() {
                    continue;
                }
                let (a, b) = (names[random.below(names.len())], names[random.below(names.len())]);
                let (x, y) = (g.cell(a), g.cell(b));
                g.cells.insert(a, y);
                g.cells.insert(b, x);
            }
            _ => {
                let pid = random.below(count);
                let places = &detection.instance.processes[pid].locations;
                let (a, b) = (places[random.below(places.len())].0, places[random.below(places.len())].0);
                let (x, y) = (g.location(pid as u8, a), g.location(pid as u8, b));
                g.locations.insert((pid as u8, a), y);
                g.locations.insert((pid as u8, b), x);
            }
        }
        if g.cells.is_empty() {
            for &name in detection.classes.keys() {
                if let CellName::Variable(var, index) = name {
                    g.cells.insert(name, derived_cell(detection, &g, var, index));
                }
            }
        }
    }
    g.locations.retain(|(_, from), to| from != to);
    g.cells.retain(|from, to| from != to);
    g
}

fn models() -> Vec<PathBuf> {
    models_of(&["traps", "symmetry", "copies", "papers", "rules", "protocols", "trust"])
}

fn models_of(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let mut all: Vec<PathBuf> = (folders.iter())
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("the models are there"))
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    all.sort();
    all
}

#[test]
fn what_is_proved_the_interpreter_confirms() {
    const STATES: usize = 400;
    let mut random = Random::new(11);
    let (mut proved, mut refuted, mut unproved) = (0, 0, 0);
    for path in models() {
        let Some((interpreter, detection)) = found(&path) else { continue };
        let space = StateGroup::new(Arc::new(detection.without_generators()), interpreter.layout().clone());
        let proof = Proof::new(&interpreter, &detection.instance, &detection);
        let starts = &detection.instance.starts;
        let mut trials = Trials::new(&interpreter, starts, STATES, usize::MAX);
        for round in 0..20 {
            let generator = altered(interpreter.program(), &detection, &mut random);
            if generator == Generator::identity(&detection.instance) {
                continue;
            }
            let objection = proof.check(&Claim { detection: &detection, generator: &generator });
            let mut images = space.images(&generator);
            // What moves cells that no code mentions has no image.
            let acts = starts.iter().all(|start| images(start).is_some());
            let confirmed = acts && trials.respects(&mut images);
            match (objection, confirmed) {
                (Ok(()), _) if !acts => {}
                (Ok(()), true) => proved += 1,
                (Ok(()), false) => panic!("{path:?}, round {round}: {generator:?}"),
                (Err(_), false) => refuted += 1,
                (Err(_), true) => unproved += 1,
            }
        }
    }
    assert!(proved > 300 && refuted > 300, "{proved} proved, {refuted} refuted, {unproved} unproved");
}

const REDUCTIONS: [promela::Reduction; 3] =
    [promela::Reduction::None, promela::Reduction::Spin, promela::Reduction::Sound];

/// The proof and the trials are a second line: what they stop the graph should not have claimed.
#[test]
fn the_graph_claims_nothing_that_is_refused_later() {
    let mut claimed = 0;
    for path in models() {
        let text = std::fs::read_to_string(&path).expect("the model is there");
        for reduction in REDUCTIONS {
            let Some((interpreter, detection)) = found_in(&text, reduction) else { continue };
            let verified = verified(&interpreter, &detection, detection.generators.clone());
            claimed += verified.generators.len();
            assert_eq!(verified.not_proved, Vec::<String>::new(), "{path:?}, {reduction:?}");
            assert_eq!(verified.contradicted, 0, "{path:?}, {reduction:?}");
        }
    }
    assert!(claimed > 300, "only {claimed}");
}

/// As if there were no second proof: the graph by itself finds the groups that the headers of the models tell.
#[test]
fn the_graph_alone_finds_the_groups_of_the_models_of_trust() {
    const MOST: usize = 4_000;
    // The graph has its symmetry, but states have no room for it, which its header tells.
    const NOT_APPLIED: &str = "locations_too_many_to_exchange.pml";
    // Its variable leaves the state only where the formulas that read it are ignored, which its header tells.
    const WITH_FORMULAS: &str = "ltl_response.pml";
    let (mut compared, mut others) = (0, Vec::new());
    for path in
        models_of(&["trust"]).into_iter().filter(|p| !p.ends_with(NOT_APPLIED) && !p.ends_with(WITH_FORMULAS))
    {
        let text = std::fs::read_to_string(&path).expect("the model is there");
        let header = model_headers::read(&path, &text).unwrap_or_else(|problem| panic!("{problem}"));
        let runs = header.expect("every model has a header").runs;
        let is_plain = |run: &&Run| run.define.is_empty() && run.claim == Claims::Ignored;
        let Some(run) = runs.iter().find(is_plain) else { continue };
        for (reduction, level) in REDUCTIONS.into_iter().zip(Level::ALL) {
            let Some(said) = run.group.as_ref().and_then(|group| group.at(Some(level))) else { continue };
            let Some((interpreter, detection)) = found_in(&text, reduction) else { continue };
            let group = StateGroup::new(Arc::new(detection), interpreter.layout().clone());
            let order = group.group.order().to_string();
            if order != *said {
                others.push(format!("{path:?}, {reduction:?}: {order} instead of {said}"));
                continue;
            }
            // The spaces are small: what is found commutes with every step of every state.
            let detection = &group.detection;
            let mut trials = Trials::new(&interpreter, &detection.instance.starts, MOST, usize::MAX);
            let commutes = |g: &Generator| trials.respects(&mut group.images(g));
            assert!(detection.generators.iter().all(commutes), "{path:?}, {reduction:?}");
            compared += 1;
        }
    }
    assert_eq!(others, Vec::<String>::new());
    assert!(compared > 60, "only {compared}");
}

/// One change of an expression or statement, at the node of this number; `None` past the last, or if nothing would change.
fn changed(tree: &Tree, at: &mut usize, random: &mut Random) -> Option<Tree> {
    if *at > 0 {
        *at -= 1;
        let kid = (0..tree.kids.len()).find_map(|i| Some((i, changed(&tree.kids[i], at, random)?)));
        let (i, kid) = kid?;
        let mut kids = tree.kids.clone();
        kids[i] = kid;
        return Some(Tree::node(tree.head.clone(), kids));
    }
    let new = match (&tree.head, random.below(3)) {
        (Head::Const(value), _) => Tree::leaf(Head::Const(value.wrapping_add(1))),
        (Head::PidOf | Head::Sequence | Head::Together | Head::DStep, _) => return None,
        (_, 0) if tree.kids.len() > 1 => {
            let kids = tree.kids.iter().rev().cloned().collect();
            Tree::node(tree.head.clone(), kids)
        }
        (_, 1) if tree.kids.len() > 1 => Tree::node(tree.head.clone(), tree.kids[1..].to_vec()),
        _ => Tree::leaf(Head::Const(random.below(2) as i32)),
    };
    (!are_alike(&new, tree)).then_some(new)
}

/// The same, whatever variable a constant comes from.
fn are_alike(a: &Tree, b: &Tree) -> bool {
    a.head == b.head
        && a.kids.len() == b.kids.len()
        && a.kids.iter().zip(&b.kids).all(|(a, b)| are_alike(a, b))
}

/// What was folded wrongly, left out or put in another order is noticed by laying the instance beside the program.
#[test]
fn every_change_of_an_instance_is_noticed() {
    let mut random = Random::new(5);
    let mut noticed = 0;
    for path in models() {
        let Some((interpreter, detection)) = found(&path) else { continue };
        for round in 0..20 {
            let mut instance = detection.instance.clone();
            let pid = random.below(instance.processes.len());
            let code = &mut instance.processes[pid];
            let place = random.below(code.locations.len());
            let edges = &mut code.locations[place].1;
            if edges.is_empty() {
                continue;
            }
            let at = random.below(edges.len());
            if random.below(4) == 0 {
                edges.remove(at);
            } else {
                let changed = changed(&edges[at].action, &mut random.below(8), &mut random);
                let Some(new) = changed else { continue };
                edges[at].action = new;
            }
            let identity = Generator::identity(&instance);
            let proof = Proof::new(&interpreter, &instance, &detection);
            let claim = Claim { detection: &detection, generator: &identity };
            let objection = proof.check(&claim);
            assert_eq!(
                objection,
                Err(Objection::Instance(Owner::Process(pid as u8))),
                "{path:?}, round {round}, process {pid}: {:?}",
                instance.processes[pid].locations[place]
            );
            noticed += 1;
        }
    }
    assert!(noticed > 500, "only {noticed}");
}

/// Every state that can be reached.
fn reached(interpreter: &Interpreter) -> Vec<Vec<u8>> {
    let mut all = vec![interpreter.initial().expect("it begins")];
    let mut at = 0;
    while at < all.len() {
        for next in interpreter.expand(&all[at]).steps.into_iter().filter_map(|step| step.state) {
            if !all.contains(&next) {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}

fn interpreter(text: &str) -> Interpreter {
    found_in(text, promela::Reduction::None).expect("it can be read").0
}

#[test]
fn trials_of_a_small_space_try_every_state() {
    let interpreter = interpreter("byte x; active proctype P() { x = 1; x = 2; x = 3; end: false }");
    let all = reached(&interpreter);
    let mut trials = Trials::new(&interpreter, &all[..1], 100, usize::MAX);
    let last = all.last().expect("there are some").clone();
    // Wrong in the last state only.
    assert!(trials.respects(&mut |state| Some(state.to_vec())));
    assert!(!trials.respects(&mut |state| (*state != last).then(|| state.to_vec())));
    assert_eq!(trials.into_states(), all);
}

#[test]
fn trials_try_a_start_that_leads_nowhere() {
    let interpreter = interpreter("active proctype P() { end: false }");
    let start = interpreter.initial().expect("it begins");
    let mut trials = Trials::new(&interpreter, std::slice::from_ref(&start), 10, usize::MAX);
    assert!(trials.respects(&mut |state| Some(state.to_vec())));
    assert!(!trials.respects(&mut |_| None));
    assert_eq!(trials.into_states(), [start]);
}

#[test]
fn trials_try_every_start() {
    let interpreter = interpreter("byte x; active proctype P() { do :: x++ od }");
    let all = reached(&interpreter);
    assert_eq!(all.len(), 256);
    let starts = &all[100..140];
    let mut trials = Trials::new(&interpreter, starts, 2, 2);
    for wrong in starts {
        assert!(!trials.respects(&mut |state| (state != wrong).then(|| state.to_vec())));
    }
    let tried = trials.into_states();
    assert!(starts.iter().all(|start| tried.contains(start)));
}

#[test]
fn trials_without_a_state_show_nothing() {
    let interpreter = interpreter("active proctype P() { end: false }");
    assert!(!Trials::new(&interpreter, &[], 10, 10).respects(&mut |state| Some(state.to_vec())));
}

/// Is the exchange of the first two processes proved, and does the interpreter confirm it? They are of types that read alike but
/// for what is put into the places of `left` and `right`.
fn exchanged(watched: &str, left: [&str; 2], right: [&str; 2]) -> (bool, bool) {
    let body = |[at, rest]: [&str; 2]| {
        format!("{{ byte mine; do :: mine < 2 -> {at} mine++ :: mine == 2 -> mine = 0; {rest} od }}")
    };
    let (one, two) = (body(left), body(right));
    let text = format!(
        "byte seen; active proctype left() {one} active proctype right() {two} active proctype W() {{ {watched}; end: false }}"
    );
    let (interpreter, detection) = found_in(&text, promela::Reduction::None).expect("it can be read");
    let mut generator = Generator::identity(&detection.instance);
    generator.processes.swap(0, 1);
    for &name in detection.classes.keys() {
        if let CellName::Variable(var, index) = name {
            generator.cells.insert(name, derived_cell(&detection, &generator, var, index));
        }
    }
    let proof = Proof::new(&interpreter, &detection.instance, &detection);
    let proved = proof.check(&Claim { detection: &detection, generator: &generator }).is_ok();
    let space = StateGroup::new(Arc::new(detection.without_generators()), interpreter.layout().clone());
    let mut trials = Trials::new(&interpreter, &detection.instance.starts, 2_000, usize::MAX);
    let confirmed = trials.respects(&mut space.images(&generator));
    (proved, confirmed)
}

#[test]
fn copies_are_exchanged_only_if_nothing_tells_their_types_apart() {
    let plain = ["", "skip"];
    assert_eq!(exchanged("seen = 1", plain, plain), (true, true));
    // What is asked of the second by the name of the first is asked of nobody.
    assert_eq!(exchanged("left[0]:mine == 2 || left[1]:mine == 2", plain, plain), (false, false));
    assert_eq!(exchanged("seen = 1", plain, ["", "seen = 2"]), (false, false));
    assert_eq!(exchanged("seen = 1", ["", "seen = 3"], ["", "seen = 2"]), (false, false));
    // Locations are asked for by their numbers alone, which is as much as the interpreter looks at.
    let here = ["here:", "skip"];
    assert_eq!(exchanged("left[0]@here || left[1]@here", here, here), (false, true));
}
