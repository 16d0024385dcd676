//! Programs as systems, and what plain exploration says of them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use diagnostics::SourceMap;
use program::{FaultKind, Interpreter, Layout, ReferenceCells};
use promela::preprocess::{Define, Included, Loader};

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

/// The interpreter of a Promela text.
pub fn interpreter(text: &str, defines: &[&str], level: promela::Reduction) -> Interpreter {
    let mut sources = SourceMap::new();
    let file = sources.add("model.pml", text.to_owned());
    let defines: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &defines);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    let program = promela::lower(&model, &sources, level);
    Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}

/// A model of the repository.
#[allow(dead_code, reason = "not every test reads one")]
pub fn model(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela").join(name);
    std::fs::read_to_string(path).expect("the model is there")
}

#[allow(dead_code, reason = "the figures need no comparison")]
/// The states plain exploration reaches, with their depths, and the depth of the nearest fault of each kind.
pub fn plainly(interpreter: &Interpreter) -> (HashMap<Vec<u8>, usize>, HashMap<FaultKind, usize>) {
    let start = interpreter.initial().expect("an initial state");
    let mut seen = HashMap::from([(start.clone(), 0)]);
    let mut faults = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let depth = seen[&state];
        let expansion = interpreter.expand(&state);
        if expansion.invalid_end {
            faults.entry(FaultKind::InvalidEnd).or_insert(depth);
        }
        for step in expansion.steps {
            if let Some(fault) = step.fault {
                faults.entry(fault.kind).or_insert(depth + 1);
            }
            if let Some(next) = step.state
                && !seen.contains_key(&next)
            {
                seen.insert(next.clone(), depth + 1);
                queue.push_back(next);
            }
        }
    }
    (seen, faults)
}

#[allow(dead_code, reason = "the figures need no comparison")]
/// Compares lazy with plain exploration: the concrete states represented, and the depth of the nearest fault. `None`
/// if lazy exploration refuses the program, otherwise how many states were annotated and how many there are.
pub fn compare(text: &str, level: promela::Reduction, subsumption: bool) -> Option<(u64, usize)> {
    let interpreter = interpreter(text, &[], level);
    let translation = match lazy::translate(&interpreter) {
        Ok(translation) => translation,
        Err(refusal) => {
            eprintln!("refused: {refusal}");
            return None;
        }
    };
    let (states, faults) = plainly(&interpreter);
    let config = lazy::Config { subsumption, all_errors: true, ..lazy::Config::default() };
    let codec = &translation.codec;
    let represented = lazy::represented(&translation.system, config);
    let found: HashSet<Vec<u8>> =
        represented.iter().map(|s| codec.encode(s)).chain(translation.prefix.iter().cloned()).collect();
    let missed = states.keys().filter(|s| !found.contains(*s)).count();
    let invented = found.iter().filter(|s| !states.contains_key(*s)).count();
    assert_eq!((missed, invented), (0, 0), "missed and invented states of {}:\n{text}", states.len());
    let report = lazy::explore(&translation.system, lazy::Config { all_errors: false, ..config });
    let before = translation.prefix.len();
    let nearest = faults.values().min().copied();
    let depth = report.violations.first().map(|v| {
        let last = usize::from(v.kind != FaultKind::InvalidEnd);
        before + v.path.len() - 1 + last
    });
    assert_eq!(depth, nearest, "the shortest counterexample of\n{text}");
    for violation in &report.violations {
        assert_runs(&interpreter, &translation, violation, text);
    }
    Some((report.states, states.len()))
}

/// The concrete run of a violation is one.
#[allow(dead_code, reason = "the figures need no comparison")]
fn assert_runs(
    interpreter: &Interpreter,
    translation: &lazy::Translation,
    violation: &lazy::Found,
    text: &str,
) {
    let run = violation.path.iter().map(|s| translation.codec.encode(s));
    let states: Vec<Vec<u8>> = translation.prefix.iter().cloned().chain(run).collect();
    assert_eq!(Ok(&states[0]), interpreter.initial().as_ref(), "{text}");
    for pair in states.windows(2) {
        let expansion = interpreter.expand(&pair[0]);
        assert!(
            expansion.steps.iter().any(|s| s.state.as_ref() == Some(&pair[1])),
            "no such step in\n{text}"
        );
    }
    let expansion = interpreter.expand(&states[states.len() - 1]);
    let faults = expansion.steps.iter().filter_map(|s| s.fault).any(|f| f.kind == violation.kind);
    assert!(faults || (violation.kind == FaultKind::InvalidEnd && expansion.invalid_end), "{text}");
}
