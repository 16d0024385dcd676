//! `cargo xtask symmetric-compare`: random symmetric programs under every method, beside the unreduced search.
//!
//! For each program the reference interpreter explores everything, and the orbits are counted by brute force. Then for
//! every method: the same violations; as many representatives as orbits if it is exact, otherwise no fewer; and for
//! random states `s` and elements `g`, representatives of `s` and `g(s)` in the orbit of `s`, the same one if the
//! method is exact. Two methods, others for each program, also go through the whole pipeline, compiled and with the
//! counterexample replayed. Every other program has statements that tell its processes apart. Where there are too many
//! states for brute force, some methods go through the pipeline beside the unreduced search.
use crate::compare::in_parallel;
use crate::engines::{Bounds, promela_model};
use crate::generate::{Flavour, print, program};
use crate::table::Table;
use checker::{Language, Options, Watch, check_system};
use diagnostics::SourceMap;
use explorer::Canonicaliser;
use promela::preprocess::{Included, Loader};
use promela_system::{PromelaSystem, Reduction};
use report::{Outcome, VerdictWord};
use std::process::ExitCode;
use std::time::Duration;
use symmetry::{Method, Reducer, StateGroup, choose};
use witness::{Orbits, Reached, reach};

/// Arguments of `symmetric-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 100)]
    programs: u64,
    /// The first seed; program number n has the seed plus n
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs with more states than this are not compared with brute force
    #[arg(long, default_value_t = 4000)]
    most_states: usize,
    /// Programs with more states than this are left out
    #[arg(long, default_value_t = 60_000)]
    most_searched: u64,
    /// Random states and elements for each method
    #[arg(long, default_value_t = 20)]
    samples: usize,
    /// Programs compared at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let results = in_parallel(arguments.programs as usize, arguments.jobs, |index| {
        let seed = arguments.seed + index as u64;
        (seed, compare(seed, arguments).and_then(|compared| every_way(seed, arguments).map(|()| compared)))
    });
    let mut tally = Tally::default();
    let mut differences = 0;
    for (seed, result) in results {
        match result {
            Ok(compared) => tally.add(compared),
            Err(difference) => {
                differences += 1;
                println!("seed {seed}: {difference}\n{}", text(seed));
            }
        }
    }
    print!("{}", tally.render());
    println!("{} programs, differences: {differences}", arguments.programs);
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The default command, every level and some methods beside the interpreter at `-O0`.
fn every_way(seed: u64, arguments: &Arguments) -> Result<(), String> {
    let bounds = Bounds { states: arguments.most_states as u64, time: Duration::from_secs(20) };
    let compared = promela_model::compare(&text(seed), bounds, seed, &|_| {});
    match compared.findings.first() {
        Some(finding) => Err(format!("{}: {}: {}", finding.class, finding.way, finding.what)),
        None => Ok(()),
    }
}

/// What came of one program.
enum Compared {
    /// More states than asked for.
    TooLarge,
    /// Compared with the unreduced search only.
    Searched,
    /// No symmetry; the methods had nothing to do.
    Trivial,
    /// Orbits, and what each method stored and whether it claimed to be exact.
    Symmetric { states: usize, orbits: usize, stored: Vec<(Method, bool, usize)> },
}

fn text(seed: u64) -> String {
    let flavour = if seed.is_multiple_of(2) { Flavour::AlmostSymmetric } else { Flavour::Symmetric };
    print(&program(flavour, seed))
}

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn prepare(seed: u64, method: Method) -> Result<(Reduction, SourceMap), String> {
    let mut sources = SourceMap::new();
    let file = sources.add("random.pml", text(seed));
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &[]);
    let model = model.ok_or_else(|| format!("refused: {messages:?}"))?;
    let level = if seed % 4 < 2 { promela::Reduction::None } else { promela::Reduction::Spin };
    let reduction = promela_system::prepare(promela::lower(&model, &sources, level), method, &sources);
    Ok((reduction, sources))
}

fn compare(seed: u64, arguments: &Arguments) -> Result<Compared, String> {
    let (reduction, _) = prepare(seed, Method::Enumerate)?;
    if let Some(notice) = reduction.notices.iter().find(|n| n.contains("internal error")) {
        return Err(notice.clone());
    }
    let interpreter = &reduction.interpreter;
    let Some(all) = reach(interpreter, arguments.most_states, &mut |_| {}) else {
        return compare_searches(seed, arguments.most_searched);
    };
    let Some(group) = reduction.group.as_ref().filter(|g| !g.group.is_trivial()) else {
        return Ok(Compared::Trivial);
    };
    let generators = &group.detection.generators;
    let orbits = Orbits::new(&all.states, generators.len(), &mut |g, s| group.image(&generators[g], s))?;
    let mut stored = Vec::new();
    for method in methods() {
        let Some(strategy) = choose(group, method).strategy else { continue };
        let exact = strategy.is_exact();
        let mut reducer = Reducer::new(group.clone(), strategy);
        let place = |what: String| format!("{method}: {what}");
        represent(group, &mut reducer, &all, &orbits, exact, arguments.samples).map_err(place)?;
        let reduced = reach(interpreter, orbits.states(), &mut |state| reducer.canonicalise(state))
            .ok_or_else(|| place("more representatives than states".into()))?;
        counted(&reduced, &all, orbits.count(), exact).map_err(place)?;
        stored.push((method, exact, reduced.states.len()));
    }
    let expected = if all.faults.is_empty() { VerdictWord::Holds } else { VerdictWord::Violated };
    for method in some_methods(seed, 2) {
        search(seed, method, None, expected)?;
    }
    Ok(Compared::Symmetric { states: all.states.len(), orbits: orbits.count(), stored })
}

/// The methods that pick representatives.
fn methods() -> impl Iterator<Item = Method> {
    Method::of(Language::Promela).filter(|method| method.picks_representatives())
}

/// Representatives lie in the orbit, and are unique if the method is exact.
fn represent(
    group: &StateGroup,
    reducer: &mut Reducer,
    all: &Reached,
    orbits: &Orbits,
    exact: bool,
    samples: usize,
) -> Result<(), String> {
    let mut random = permutation::Random::new(all.states.len() as u64);
    for _ in 0..samples {
        let state = &all.states[random.below(all.states.len())];
        let element = group.symmetry(&group.group.random_element(&mut random));
        let image = group.image(&element, state).ok_or("an element does not act on a reachable state")?;
        orbits.represented(state, image, exact, &mut |state| reducer.canonicalise(state))?;
    }
    Ok(())
}

fn counted(reduced: &Reached, all: &Reached, orbits: usize, exact: bool) -> Result<(), String> {
    let stored = reduced.states.len();
    if reduced.faults != all.faults {
        return Err(format!("finds {:?} instead of {:?}", reduced.faults, all.faults));
    }
    if stored < orbits || exact && stored != orbits {
        return Err(format!("{stored} representatives of {orbits} orbits"));
    }
    Ok(())
}

/// Some methods, others for each program.
fn some_methods(seed: u64, count: u64) -> impl Iterator<Item = Method> {
    let all: Vec<Method> = methods().collect();
    (0..count).map(move |k| all[(count * seed + k) as usize % all.len()])
}

/// One method as a user runs it: compiled code, the explorer, and the counterexample replayed.
fn search(seed: u64, method: Method, most: Option<u64>, expected: VerdictWord) -> Result<Outcome, String> {
    let (reduction, sources) = prepare(seed, method)?;
    let mut options = Options::default();
    options.limits.states = most;
    let mut system = PromelaSystem::of(reduction, &sources);
    let (outcome, _) = check_system(&mut system, &options, &mut Watch::nobody());
    match outcome.verdict == expected || most.is_some() && outcome.verdict == VerdictWord::Undecided {
        true => Ok(outcome),
        false => {
            Err(format!("{method}: {:?} ({:?}) instead of {expected:?}", outcome.verdict, outcome.reason))
        }
    }
}

/// Where brute force would take too long: the verdict, and for exact methods the number of states, of each other.
fn compare_searches(seed: u64, most: u64) -> Result<Compared, String> {
    let plain = search(seed, Method::None, Some(most), VerdictWord::Holds)
        .or_else(|_| search(seed, Method::None, Some(most), VerdictWord::Violated))?;
    if plain.verdict == VerdictWord::Undecided {
        return Ok(Compared::TooLarge);
    }
    let mut representatives = None;
    for method in some_methods(seed, 4) {
        let found = search(seed, method, None, plain.verdict)?;
        if !found.symmetry.exact || plain.verdict != VerdictWord::Holds {
            continue;
        }
        let expected = *representatives.get_or_insert(found.states);
        if found.states != expected || found.states > plain.states {
            return Err(format!("{method}: {} states, another exact method {expected}", found.states));
        }
    }
    Ok(Compared::Searched)
}

/// Figures over all programs.
#[derive(Default)]
struct Tally {
    too_large: usize,
    searched: usize,
    trivial: usize,
    symmetric: usize,
    states: usize,
    orbits: usize,
    /// For each method: programs it was exact on, and representatives it stored.
    methods: Vec<(Method, usize, usize)>,
}

impl Tally {
    fn add(&mut self, compared: Compared) {
        let Compared::Symmetric { states, orbits, stored } = compared else {
            match compared {
                Compared::TooLarge => self.too_large += 1,
                Compared::Searched => self.searched += 1,
                _ => self.trivial += 1,
            }
            return;
        };
        self.symmetric += 1;
        self.states += states;
        self.orbits += orbits;
        for (method, exact, count) in stored {
            match self.methods.iter_mut().find(|(m, ..)| *m == method) {
                Some(entry) => *entry = (method, entry.1 + usize::from(exact), entry.2 + count),
                None => self.methods.push((method, usize::from(exact), count)),
            }
        }
    }

    fn render(&self) -> String {
        let mut table = Table::new(&["method", "exact on", "representatives"]);
        for (method, exact, stored) in &self.methods {
            table.row(vec![method.to_string(), exact.to_string(), stored.to_string()]);
        }
        format!(
            "{}\n{} programs with symmetry: {} states in {} orbits; {} without; {} searched only; {} too large\n",
            table.render(),
            self.symmetric,
            self.states,
            self.orbits,
            self.trivial,
            self.searched,
            self.too_large
        )
    }
}
