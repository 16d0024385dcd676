//! Compiled code against the reference interpreter on the models of the repository, with and without reductions.

mod compare;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use diagnostics::{Diagnostic, SourceMap};
use next_state::{NextState, Successors};
use program::{FaultKind, Layout, ReferenceCells};
use promela::preprocess::{Define, Included, Loader};
use promela::{Reduction, lower, parse};

/// States compared per model and reduction.
const STATES: usize = 60;

#[test]
fn models_step_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let (mut models, mut compiled) = (0, 0);
    for (path, header) in model_headers::models(&root).unwrap_or_else(|problem| panic!("{problem}")) {
        let text = std::fs::read_to_string(&path).expect("a model can be read");
        let defines: Vec<Define> = header.runs[0].define.iter().filter_map(|d| Define::parse(d)).collect();
        for reduction in [Reduction::None, Reduction::Spin, Reduction::Sound] {
            let Some(layout) = layout(&path, &text, &defines, reduction) else { continue };
            models += 1;
            compiled += usize::from(NextState::new(layout.clone()).is_ok_and(|code| code.is_compiled()));
            compare::compare(&layout, STATES, &format!("{} {reduction:?}", path.display()));
        }
    }
    assert!(models >= 300, "only {models} models were found");
    assert!(compiled * 10 >= models * 9, "only {compiled} of {models} models have machine code");
}

#[test]
fn steps_without_an_end_are_cut() {
    let text = "byte x; active proctype P() { d_step { do :: x = 1 - x od } }
        active proctype Q() { atomic { do :: x = 1 - x :: x == 1 -> break od }; assert(x == 1) }";
    let layout = layout(Path::new("endless.pml"), text, &[], Reduction::None).expect("the model is accepted");
    let code = NextState::new(layout.clone()).expect("the host can run machine code");
    assert!(code.is_compiled());
    let mut steps = Successors::new();
    let initial = code.initial().expect("the initial state can be built");
    code.expand(&mut code.worker(), &initial, &mut steps);
    let endless = FaultKind::EndlessDStep as u32;
    assert!(steps.steps().iter().any(|s| next_state::fault_kind(s.fault) == endless));
    assert_eq!(compare::compare(&layout, 2, "endless"), 2);
}

struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, name: &str, _from: &str) -> Result<Included, String> {
        let text = std::fs::read_to_string(self.0.join(name)).map_err(|e| e.to_string())?;
        Ok(Included { name: name.into(), text })
    }
}

/// `None` for a model that is refused.
fn layout(path: &Path, text: &str, defines: &[Define], reduction: Reduction) -> Option<Arc<Layout>> {
    let mut sources = SourceMap::default();
    let file = sources.add(path.display().to_string(), text.to_string());
    let loader = Beside(path.parent()?.to_path_buf());
    let (model, messages) = parse(&mut sources, file, &loader, defines);
    let model = model.filter(|_| !messages.iter().any(Diagnostic::is_error))?;
    let program = lower(&model, &sources, reduction);
    Some(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}
