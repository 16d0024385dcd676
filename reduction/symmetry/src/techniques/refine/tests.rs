//! Random states, most of them out of reach: renamed ones must have one representative, and what is carried over from one
//! state to the next must be what reading each by itself gives.

use std::path::Path;
use std::sync::Arc;

use diagnostics::SourceMap;
use explorer::Canonicaliser;
use permutation::Random;
use program::{Instance, Interpreter, Layout, ReferenceCells};
use promela::preprocess::{Define, Included, Loader};

use super::colours::same_colour;
use super::component_summary::{First, Last};
use super::{Places, Refiner, StateGroup, are_twins};
use crate::detect::detect;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

/// The models and whether their groups are forests.
const MODELS: [(&str, &[&str], bool); 9] = [
    ("papers/email", &["N=4"], true),
    ("papers/loadbalancer", &["SERVERS=3", "CLIENTS=4"], true),
    ("papers/three_tiered", &["SERVERS=3", "CLIENTS=3"], true),
    ("papers/peterson", &["N=5"], true),
    ("papers/peterson_without_atomicity", &["N=4"], true),
    ("papers/telephone", &["N=4"], true),
    ("symmetry/below_hidden_values", &[], true),
    ("papers/two_balancers", &["EACH=3"], false),
    ("papers/ring", &["N=6"], false),
];

/// A refiner for a model, and the size of its states.
fn refiner(model: &str, defines: &[&str]) -> (Refiner, usize) {
    let group = group(model, defines);
    let configuration = group.detection.instance.configuration.clone();
    (Refiner::new(&group, &configuration).expect("a refiner"), configuration.size as usize)
}

/// The group of a model.
pub(crate) fn group(model: &str, defines: &[&str]) -> StateGroup {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let text = std::fs::read_to_string(path.join(model).with_extension("pml")).expect("the model is there");
    let mut sources = SourceMap::new();
    let file = sources.add(model, text);
    let defines: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &defines);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    let program = promela::lower(&model, &sources, promela::Reduction::Spin);
    let plain = Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())));
    let mut detection = detect(&plain, Instance::new(&plain).expect("an instance")).expect("symmetry");
    let cells = crate::detect::verify::tests::references(plain.program(), &detection);
    let layout = Arc::new(Layout::new(plain.layout().program.clone(), &cells));
    let interpreter = Interpreter::new(layout.clone());
    detection.instance = detection.instance.clone().in_layout(&interpreter).expect("the same instance");
    StateGroup::new(Arc::new(detection), layout)
}

/// Changes a byte or two, or begins anew with a few bytes that are not zero. Most of them refer to something, so that much
/// depends on what refers to what.
fn change(refiner: &Refiner, state: &mut [u8], random: &mut Random) {
    let components = refiner.components.len();
    let held = (0..components).flat_map(|c| refiner.reading.references.of(c)).chain(&refiner.reading.global);
    let held: Vec<usize> = held.map(|reference| usize::from(reference.offset)).collect();
    let mut bytes = 1 + random.below(2);
    if random.below(2) == 0 {
        state[2..].fill(0);
        bytes = random.below(2 * components + 2);
    }
    for _ in 0..bytes {
        let at = match random.below(6) {
            1.. if !held.is_empty() => held[random.below(held.len())],
            _ => 2 + random.below(state.len() - 2),
        };
        state[at] = match random.below(4) {
            0 => random.below(3) as u8,
            1..=2 => random.below(7) as u8,
            _ => random.below(14) as u8,
        };
    }
}

#[test]
fn what_is_carried_over_is_what_is_read() {
    for (model, defines, _) in MODELS {
        let (mut refiner, size) = refiner(model, defines);
        let components = refiner.components.len();
        let mut random = Random::new(11);
        let mut state = vec![0; size];
        let (mut carried, mut last) = (First::default(), Last::default());
        for _ in 0..3000 {
            change(&refiner, &mut state, &mut random);
            refiner.original.set(&state);
            carried.read(&mut last, &refiner.reading, &refiner.summary, &refiner.original);
            let mut fresh = First::default();
            fresh.read(&mut Last::default(), &refiner.reading, &refiner.summary, &refiner.original);
            assert_eq!(carried.of.first(components), fresh.of.first(components), "{model}");
            let set = |first: &First| {
                let (mut joins, mut tuples) = (first.joins.clone(), first.tuples.clone());
                joins.sort_unstable();
                tuples.sort_unstable();
                (joins, tuples)
            };
            assert_eq!(set(&carried), set(&fresh), "{model}");
        }
    }
}

#[test]
fn renamed_states_have_one_representative() {
    for (model, defines, sorted) in MODELS {
        let (mut refiner, size) = refiner(model, defines);
        assert_eq!(matches!(refiner.places, Places::Sorted(_)), sorted, "{model}");
        let mut random = Random::new(5);
        let mut state = vec![0; size];
        for _ in 0..20_000 {
            change(&refiner, &mut state, &mut random);
            let perm = refiner.components.group.random_element(&mut random);
            let element: Vec<u8> = (0..refiner.components.len()).map(|c| perm.at(c) as u8).collect();
            let (mut one, mut other) = (state.clone(), state.clone());
            refiner.reading.apply(&element, &state, &mut other);
            refiner.canonicalise(&mut one);
            refiner.canonicalise(&mut other);
            assert_eq!(one, other, "{model}: {state:?}");
            let mut again = one.clone();
            refiner.canonicalise(&mut again);
            assert_eq!(again, one, "{model}: a representative of another");
            // What comes next is like a representative, as in a search.
            if random.below(2) == 0 {
                state = one;
            }
        }
    }
}

#[test]
fn what_holders_decide_refinement_decides_alike() {
    let (mut refiner, size) = refiner("papers/loadbalancer", &["SERVERS=3", "CLIENTS=4"]);
    let flat_sort = refiner.flat_sort.clone().expect("a flat group");
    let mut random = Random::new(17);
    let mut state = vec![0; size];
    let (mut decided, mut renamed, mut pairs) = (0, 0, std::collections::HashMap::new());
    for _ in 0..20_000 {
        change(&refiner, &mut state, &mut random);
        refiner.flat_sort = Some(flat_sort.clone());
        let (mut one, mut other) = (state.clone(), state.clone());
        refiner.canonicalise(&mut one);
        refiner.original.set(&state);
        refiner.colours.read(&refiner.reading, &refiner.summary, &refiner.original);
        if refiner.colours.sort_flat(&flat_sort) {
            decided += usize::from(!refiner.colours.first.joins.is_empty());
        }
        refiner.flat_sort = None;
        refiner.canonicalise(&mut other);
        renamed += usize::from(one != other);
        assert_eq!(*pairs.entry(one.clone()).or_insert_with(|| other.clone()), other, "{state:?}");
        if random.below(2) == 0 {
            state = one;
        }
    }
    assert!(decided > 2000 && renamed > 0, "{decided} {renamed}");
}

#[test]
fn what_is_joined_alike_can_be_exchanged() {
    let mut seen = [0; 2];
    for (model, defines, sorted) in MODELS {
        let (mut refiner, size) = refiner(model, defines);
        let mut random = Random::new(23);
        let mut state = vec![0; size];
        for _ in 0..if sorted { 10_000 } else { 0 } {
            change(&refiner, &mut state, &mut random);
            let mut image = Vec::new();
            // First colours: a round tells most of those apart whose exchange would not fix the state.
            let Refiner { colours, reading, summary, order, original, places, .. } = &mut refiner;
            original.set(&state);
            colours.read(reading, summary, original);
            colours.begin();
            colours.sort(order);
            let Places::Sorted(forest) = places else { panic!("{model}") };
            let pairs = colours.sorted.windows(2).filter(|pair| same_colour(pair[0], pair[1]));
            let pairs = pairs.map(|pair| (pair[0] as u8, pair[1] as u8));
            for (a, b) in pairs.filter(|&(a, b)| forest.may_swap(a, b) && colours.first.tuples.is_empty()) {
                let twins = are_twins(reading, &state, &mut image, &|_, _| true, (a, b));
                assert_eq!(colours.joins_alike(a, b), twins, "{model}: {a} and {b} in {state:?}");
                seen[usize::from(twins)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}
