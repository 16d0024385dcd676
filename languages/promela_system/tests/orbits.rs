//! Representatives against brute force: the unreduced space is explored, its orbits are counted by applying the
//! generators to every state, and every exact method must store exactly that many states, every other at least as many
//! and no more than there are. What goes wrong must be the same for all of them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use checker::Language;
use diagnostics::SourceMap;
use explorer::Canonicaliser;
use program::{ConfigId, Interpreter};
use promela::preprocess::{Define, Included, Loader};
use symmetry::{Action, Method, Reducer, StateGroup, choose};
use witness::{Orbits, agree_on_successors, reach};

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn reduction(model: &str, defines: &[&str], level: promela::Reduction) -> promela_system::Reduction {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela").join(model);
    let text = std::fs::read_to_string(path).expect("the model is there");
    let mut sources = SourceMap::new();
    let file = sources.add(model, text);
    let defines: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &defines);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    promela_system::prepare(promela::lower(&model, &sources, level), Method::Enumerate, &sources)
}

fn compare(model: &str, defines: &[&str], most: usize) {
    for level in [promela::Reduction::None, promela::Reduction::Spin] {
        let reduction = reduction(model, defines, level);
        assert!(reduction.notices.is_empty(), "{model}: {:?}", reduction.notices);
        let group = reduction.group.expect("a group");
        let all = reach(&reduction.interpreter, most, &mut |_| {}).expect("no larger than the test says");
        let generators = &group.detection.generators;
        let orbits = Orbits::new(&all.states, generators.len(), &mut |g, s| group.image(&generators[g], s))
            .expect("orbits");
        for method in methods() {
            let Some(strategy) = choose(&group, method).strategy else { continue };
            let exact = strategy.is_exact();
            let place = format!("{model} {defines:?} {method} at {level:?}");
            let mut reducer = Reducer::new(group.clone(), strategy);
            represent(&group, &mut reducer, &all.states, &orbits, exact, &place);
            let mut canonical = |state: &mut Vec<u8>| reducer.canonicalise(state);
            let reduced = reach(&reduction.interpreter, most, &mut canonical).expect("no more than all");
            assert_eq!(reduced.faults, all.faults, "{place}");
            let fresh = || {
                let strategy = choose(&group, method).strategy.expect("the same again");
                Reducer::new(group.clone(), strategy)
            };
            ignore_hints(&reduction.interpreter, &reduced.states, &mut reducer, fresh(), &place);
            forget_history(&all.states, &mut reducer, fresh(), &place);
            let count = reduced.states.len();
            match exact {
                true => assert_eq!(count, orbits.count(), "{place}"),
                false => assert!((orbits.count()..=orbits.states()).contains(&count), "{place}: {count}"),
            }
        }
    }
}

/// The methods that pick representatives.
fn methods() -> impl Iterator<Item = Method> {
    Method::of(Language::Promela).filter(|method| method.picks_representatives())
}

/// A representative is a state of the same orbit, and if the method is exact the same for all images of a state.
fn represent(
    group: &StateGroup,
    reducer: &mut Reducer,
    states: &[Vec<u8>],
    orbits: &Orbits,
    exact: bool,
    place: &str,
) {
    let mut random = permutation::Random::new(7);
    for _ in 0..200 {
        let state = &states[random.below(states.len())];
        let element = group.symmetry(&group.group.random_element(&mut random));
        let image = group.image(&element, state).expect("the group acts");
        let canonical = &mut |state: &mut Vec<u8>| reducer.canonicalise(state);
        orbits.represented(state, image, exact, canonical).unwrap_or_else(|wrong| panic!("{place}: {wrong}"));
    }
}

/// A representative is a function of the state: whoever has seen all others before, in the order of a search, says the same
/// as one who goes through them backwards.
fn forget_history(states: &[Vec<u8>], used: &mut Reducer, mut fresh: Reducer, place: &str) {
    for state in states.iter().rev().step_by(states.len().div_ceil(2_000)) {
        let representative = used.representative(state);
        assert!(representative == fresh.representative(state), "{place}: {state:?}");
    }
}

/// Representatives of successors are the same whether or not their source is known.
fn ignore_hints(
    interpreter: &Interpreter,
    representatives: &[Vec<u8>],
    reducer: &mut Reducer,
    mut hinted: Reducer,
    place: &str,
) {
    for source in representatives.iter().step_by(representatives.len().div_ceil(300)) {
        hinted.set_parent(source);
        let plain = &mut |state: &mut Vec<u8>| reducer.canonicalise(state);
        agree_on_successors(interpreter, source, plain, &mut |state| hinted.canonicalise(state))
            .unwrap_or_else(|wrong| panic!("{place}: {wrong}"));
    }
}

/// The images of states under the generators.
struct Images<'a> {
    group: &'a StateGroup,
    /// By the header of the state, which names its configuration.
    actions: RefCell<HashMap<ConfigId, Vec<Action>>>,
}

impl Images<'_> {
    fn new(group: &StateGroup) -> Images<'_> {
        Images { group, actions: RefCell::default() }
    }

    /// Before all processes exist the group does nothing.
    fn of(&self, state: &[u8]) -> Vec<Vec<u8>> {
        let mut actions = self.actions.borrow_mut();
        let actions = actions.entry(ConfigId::of(state)).or_insert_with(|| {
            let configuration = self.group.layout.configuration_of(state);
            match self.group.acts_on(&configuration) {
                true => self.group.generator_actions(&configuration).expect("the group acts"),
                false => Vec::new(),
            }
        });
        let image = |action: &Action| {
            let mut image = vec![0; state.len()];
            action.apply(state, &mut image);
            image
        };
        actions.iter().map(image).collect()
    }

    /// The number of states in the orbit.
    fn orbit_size(&self, state: &[u8]) -> usize {
        let mut seen: HashSet<Vec<u8>> = HashSet::from([state.to_vec()]);
        let mut todo = vec![state.to_vec()];
        while let Some(state) = todo.pop() {
            for image in self.of(&state) {
                if seen.insert(image.clone()) {
                    todo.push(image);
                }
            }
        }
        seen.len()
    }
}

/// Where there are too many states to store them all here: the orbits of the representatives must make up the space.
fn adds_up(model: &str, defines: &[&str], method: Method, unreduced: usize) -> usize {
    let reduction = reduction(model, defines, promela::Reduction::Spin);
    let group = reduction.group.expect("a group");
    let strategy = choose(&group, method).strategy.expect("a strategy");
    let mut reducer = Reducer::new(group.clone(), strategy);
    let mut canonical = |state: &mut Vec<u8>| reducer.canonicalise(state);
    let reduced = reach(&reduction.interpreter, unreduced, &mut canonical).expect("no more than all").states;
    let images = Images::new(&group);
    let total: usize = reduced.iter().map(|state| images.orbit_size(state)).sum();
    assert_eq!(total, unreduced, "{model} {defines:?} {method}");
    reduced.len()
}

#[test]
fn orbits_add_up() {
    assert_eq!(
        adds_up("papers/three_tiered.pml", &["SERVERS=3", "CLIENTS=2"], Method::Refine, 506_953),
        12_445
    );
    assert_eq!(
        adds_up("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=4"], Method::Refine, 200_850),
        4_772
    );
    assert_eq!(adds_up("papers/email.pml", &["N=4"], Method::Refine, 852_641), 36_255);
    assert_eq!(adds_up("papers/hypercube.pml", &["DIM=4"], Method::Refine, 112_082), 559);
    assert_eq!(adds_up("papers/torus.pml", &["W=5"], Method::Refine, 25_531), 188);
}

/// Every way of trying all elements finds the smallest image.
fn smallest_images(model: &str, defines: &[&str], most: usize) {
    let reduction = reduction(model, defines, promela::Reduction::Spin);
    let group = reduction.group.expect("a group");
    let all = reach(&reduction.interpreter, most, &mut |_| {}).expect("no larger than the test says").states;
    let methods = [Method::EnumerateBasic, Method::EnumerateTranspositions];
    let mut reducers = methods.map(|method| {
        Reducer::new(group.clone(), choose(&group, method).strategy.expect("it applies to every group"))
    });
    for state in &all {
        let [one, two] = reducers.each_mut().map(|reducer| {
            let mut image = state.clone();
            reducer.canonicalise(&mut image);
            image
        });
        assert!(one == two, "{model} {defines:?}: {state:?}");
    }
}

#[test]
fn enumerations_agree() {
    smallest_images("papers/peterson.pml", &["N=4"], 200_000);
    smallest_images("papers/email.pml", &["N=3"], 100_000);
    smallest_images("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=2"], 20_000);
    smallest_images("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=2"], 20_000);
    smallest_images("papers/ring_reflective.pml", &["N=5"], 5_000);
    smallest_images("papers/hypercube.pml", &["DIM=3"], 6_000);
    smallest_images("papers/torus.pml", &["W=4"], 5_000);
    smallest_images("papers/two_balancers.pml", &["EACH=2"], 6_000);
}

#[test]
fn symmetric_groups() {
    compare("papers/simple_mutex.pml", &["N=5"], 1_000);
    compare("papers/peterson.pml", &["N=3"], 20_000);
    compare("papers/peterson_without_atomicity.pml", &["N=2"], 20_000);
    compare("papers/email.pml", &["N=2"], 20_000);
    compare("papers/telephone.pml", &["N=3"], 20_000);
    compare("symmetry/ending_processes.pml", &["N=4"], 2_000);
    compare("symmetry/named_one_by_one.pml", &[], 100);
    compare("symmetry/created_later.pml", &[], 300);
    compare("symmetry/observed_end.pml", &[], 4_000);
}

#[test]
fn products() {
    compare("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=2"], 20_000);
    compare("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=2"], 20_000);
    compare("papers/resource_allocator.pml", &["A=2", "B=1"], 20_000);
    compare("papers/resource_allocator.pml", &["A=3", "B=3"], 20_000);
    compare("papers/cache_coherence.pml", &["N=3", "BROKEN=1"], 20_000);
    compare("papers/paxos.pml", &["ACCEPTORS=3", "BALLOTS=2"], 20_000);
}

#[test]
fn other_groups() {
    compare("papers/ring.pml", &["N=5"], 5_000);
    compare("papers/ring_reflective.pml", &["N=5"], 5_000);
    compare("papers/torus.pml", &["W=3"], 5_000);
    compare("papers/tree.pml", &["INNER=2", "LEAVES=4"], 5_000);
    compare("papers/hypercube.pml", &["DIM=3", "PACKETS=1"], 5_000);
    compare("papers/torus.pml", &["W=4"], 5_000);
    compare("papers/hypercube.pml", &["DIM=3"], 6_000);
    compare("papers/two_balancers.pml", &["EACH=2"], 6_000);
    compare("papers/two_balancers.pml", &["EACH=1"], 20_000);
}

#[test]
fn copied_process_types() {
    compare("copies/philosophers.pml", &[], 1_000);
    compare("copies/peterson.pml", &[], 1_000);
    compare("copies/locals_in_another_order.pml", &[], 20_000);
    compare("copies/locations_in_another_order.pml", &[], 1_000);
    compare("copies/created_with_channels.pml", &[], 1_000);
    compare("copies/ring_of_channels.pml", &[], 1_000);
    compare("copies/copies_that_end.pml", &[], 1_000);
}
