//! Representatives against brute force: the unreduced space is explored, its orbits are counted by applying the
//! generators to every state, and every exact method must store exactly that many states, every other at least as many
//! and no more than there are.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use diagnostics::SourceMap;
use explorer::{Batch, Canonicaliser, Model};
use program::Interpreter;
use promela::preprocess::{Define, Included, Loader};
use symmetry::{Action, Method, Reducer, StateGroup, choose};

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn reduction(model: &str, defines: &[&str], level: promela::Reduction) -> checker::Reduction {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela").join(model);
    let text = std::fs::read_to_string(path).expect("the model is there");
    let mut sources = SourceMap::new();
    let file = sources.add(model, text);
    let defines: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &defines);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    checker::prepare(promela::lower(&model, &sources, level), Method::Enumerate, &sources)
}

/// All reachable states, in the layout that the symmetry needs.
fn reach(interpreter: &Interpreter, mut reducer: Option<&mut Reducer>, most: usize) -> Vec<Vec<u8>> {
    let model = checker::InterpretedModel::new(interpreter.clone());
    let mut canonical = |mut state: Vec<u8>| {
        if let Some(reducer) = reducer.as_deref_mut() {
            reducer.canonicalise(&mut state);
        }
        state
    };
    let mut batch = Batch::new();
    model.initial(&mut (), &mut batch);
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut states: Vec<Vec<u8>> = Vec::new();
    let mut at = 0;
    loop {
        for successor in batch.successors().to_vec().iter().filter(|s| s.has_state) {
            let state = canonical(batch.state(successor).to_vec());
            if !numbers.contains_key(&state) {
                numbers.insert(state.clone(), states.len());
                states.push(state);
            }
        }
        assert!(states.len() <= most, "the model is larger than the test says");
        if at == states.len() {
            return states;
        }
        batch.clear();
        model.expand(&mut (), &states[at].clone(), &mut batch);
        at += 1;
    }
}

/// The orbit of every state; the reachable states are closed under the group.
fn orbits<'a>(group: &StateGroup, states: &'a [Vec<u8>]) -> HashMap<&'a Vec<u8>, usize> {
    let numbers: HashMap<&[u8], usize> = states.iter().zip(0..).map(|(s, i)| (s.as_slice(), i)).collect();
    let mut parent: Vec<usize> = (0..states.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    for generator in &group.detection.generators {
        for (i, state) in states.iter().enumerate() {
            let image = group.image(generator, state).expect("the group acts");
            let &j = numbers.get(image.as_slice()).expect("the image of a reachable state is reachable");
            let (a, b) = (root(&mut parent, i), root(&mut parent, j));
            parent[a.max(b)] = a.min(b);
        }
    }
    states.iter().zip(0..).map(|(s, i)| (s, root(&mut parent, i))).collect()
}

fn compare(model: &str, defines: &[&str], most: usize) {
    for level in [promela::Reduction::None, promela::Reduction::Spin] {
        let reduction = reduction(model, defines, level);
        assert!(reduction.notices.is_empty(), "{model}: {:?}", reduction.notices);
        let group = reduction.group.expect("a group");
        let all = reach(&reduction.interpreter, None, most);
        let orbit_of = orbits(&group, &all);
        let orbits = orbit_of.values().collect::<HashSet<_>>().len();
        for method in methods() {
            let Some(strategy) = choose(&group, method).strategy else { continue };
            let exact = strategy.is_exact();
            let place = format!("{model} {defines:?} {method} at {level:?}");
            let mut reducer = Reducer::new(group.clone(), strategy);
            represent(&group, &mut reducer, &all, exact, &place, &orbit_of);
            let reduced = reach(&reduction.interpreter, Some(&mut reducer), most);
            match exact {
                true => assert_eq!(reduced.len(), orbits, "{place}"),
                false => assert!((orbits..=all.len()).contains(&reduced.len()), "{place}: {}", reduced.len()),
            }
        }
    }
}

/// The methods that pick representatives.
fn methods() -> impl Iterator<Item = Method> {
    let others = [Method::None, Method::Lazy, Method::LazyWithoutSubsumption];
    Method::all().filter(move |method| !others.contains(method))
}

/// A representative is a state of the same orbit, represents itself if the method is exact, and is the same for all
/// images of a state.
fn represent(
    group: &StateGroup,
    reducer: &mut Reducer,
    states: &[Vec<u8>],
    exact: bool,
    place: &str,
    orbit_of: &HashMap<&Vec<u8>, usize>,
) {
    let mut random = permutation::Random::new(7);
    for _ in 0..200 {
        let state = &states[random.below(states.len())];
        let element = group.symmetry(&group.group.random_element(&mut random));
        let image = group.image(&element, state).expect("the group acts");
        let (mut one, mut other) = (state.clone(), image);
        reducer.canonicalise(&mut one);
        reducer.canonicalise(&mut other);
        assert_eq!(orbit_of.get(&one), orbit_of.get(state), "{place}: another orbit");
        assert!(!exact || one == other, "{place}: two representatives of one orbit");
    }
}

/// The images of states under the generators.
struct Images<'a> {
    group: &'a StateGroup,
    /// By the header of the state, which names its configuration.
    actions: RefCell<HashMap<[u8; 2], Vec<Action>>>,
}

impl Images<'_> {
    fn new(group: &StateGroup) -> Images<'_> {
        Images { group, actions: RefCell::default() }
    }

    /// Before all processes exist the group does nothing.
    fn of(&self, state: &[u8]) -> Vec<Vec<u8>> {
        let mut actions = self.actions.borrow_mut();
        let actions = actions.entry([state[0], state[1]]).or_insert_with(|| {
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
    let reduced = reach(&reduction.interpreter, Some(&mut reducer), unreduced);
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

#[test]
fn symmetric_groups() {
    compare("papers/simple_mutex.pml", &["N=5"], 1_000);
    compare("papers/peterson.pml", &["N=3"], 20_000);
    compare("papers/email.pml", &["N=2"], 20_000);
    compare("papers/telephone.pml", &["N=3"], 20_000);
    compare("symmetry/ending_processes.pml", &["N=4"], 2_000);
    compare("symmetry/named_one_by_one.pml", &[], 100);
}

#[test]
fn products() {
    compare("papers/three_tiered.pml", &["SERVERS=2", "CLIENTS=2"], 20_000);
    compare("papers/loadbalancer.pml", &["SERVERS=2", "CLIENTS=2"], 20_000);
    compare("papers/resource_allocator.pml", &["A=2", "B=1"], 20_000);
    compare("papers/paxos.pml", &["ACCEPTORS=3", "BALLOTS=2"], 20_000);
}

#[test]
fn other_groups() {
    compare("papers/ring.pml", &["N=5"], 5_000);
    compare("papers/ring_reflective.pml", &["N=5"], 5_000);
    compare("papers/torus.pml", &["W=3"], 5_000);
    compare("papers/torus.pml", &["W=4"], 5_000);
    compare("papers/hypercube.pml", &["DIM=3"], 6_000);
    compare("papers/two_balancers.pml", &["EACH=2"], 6_000);
    compare("papers/tree.pml", &["INNER=2", "LEAVES=4"], 5_000);
    compare("papers/two_balancers.pml", &["EACH=1"], 20_000);
}
