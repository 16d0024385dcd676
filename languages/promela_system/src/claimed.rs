//! A program beside a claim that only looks, as a model for the explorer: both with machine code.
//!
//! States, steps and faults are those of the interpreter for a program whose claim is checked: where the claim stands is a
//! cell of the state, and the claim moves before the program does.

use explorer::{Batch, Model, Violation};
use next_state::{NextState, Rest, Sink, Worker};
use program::{FaultKind, Layout};

use crate::interpreted::violation;
use crate::observer::Observer;

/// A program and its claim, explored with machine code.
pub(crate) struct ClaimedModel {
    code: NextState,
    observer: Observer,
    /// Where the state says at which location the claim stands; 0 is "not started".
    cell: usize,
}

/// Memory of one thread.
pub(crate) struct Scratch {
    worker: Worker,
    /// The state with the claim moved.
    moved: Vec<u8>,
}

impl ClaimedModel {
    /// A model of a program whose claim is checked; `None` where one of the two has to be interpreted.
    pub fn new(layout: &std::sync::Arc<Layout>) -> Option<ClaimedModel> {
        let claim = layout.program.checked_claim?;
        let observer = Observer::new(layout.program.proctype(claim))?;
        let code = NextState::watching(layout.clone(), &observer.conditions).ok()?;
        let cell = layout.claim? as usize;
        code.is_compiled().then_some(ClaimedModel { code, observer, cell })
    }

    fn location(&self, state: &[u8]) -> u16 {
        match u16::from_le_bytes([state[self.cell], state[self.cell + 1]]) {
            0 => self.observer.initial,
            location => location,
        }
    }
}

/// Takes steps without their faults: what processes do wrong is found when safety is checked, without the claim.
struct WithoutFaults<'a>(&'a mut Batch);

impl Sink for WithoutFaults<'_> {
    fn reserve(&mut self, len: usize) -> &mut [u8] {
        self.0.reserve(len)
    }

    fn commit(&mut self, len: usize, label: u32, _: u32) {
        self.0.commit(len, label);
    }

    fn is_full(&self) -> bool {
        self.0.is_full()
    }

    fn fail(&mut self, _: u32, _: u32) {}
}

impl Model for ClaimedModel {
    type Worker = Scratch;

    fn worker(&self) -> Scratch {
        Scratch { worker: self.code.worker(), moved: Vec::new() }
    }

    fn initial(&self, _: &mut Scratch, out: &mut Batch) {
        match self.code.initial() {
            Ok(state) => out.push(&state, 0),
            Err(kind) => {
                if let Some(violation) = violation(kind) {
                    out.fail(0, violation);
                }
            }
        }
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u8], out: &mut Batch) {
        let Scratch { worker, moved } = scratch;
        let mut value = |number: usize| -> Result<bool, FaultKind> {
            self.code.propositions(worker, state, 1 << number).map(|values| values != 0)
        };
        let moves = self.observer.moves(self.location(state), &mut value);
        let mut fault = moves.fault();
        let mut stands_still = true;
        for &target in &moves.targets {
            moved.clear();
            moved.extend_from_slice(state);
            moved[self.cell..self.cell + 2].copy_from_slice(&target.to_le_bytes());
            let rest = self.code.expand(worker, moved, &mut WithoutFaults(out));
            stands_still &= rest != Rest::Moves;
        }
        if stands_still && fault.is_none() {
            let mut value = |number: usize| -> Result<bool, FaultKind> {
                self.code.propositions(worker, state, 1 << number).map(|values| values != 0)
            };
            fault = self.observer.while_standing_still(&moves.targets, &mut value);
        }
        if let Some(violation) = fault.and_then(|kind| Violation::new(kind as u32)) {
            out.flag_source(violation);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};
    use std::path::Path;
    use std::sync::Arc;

    use diagnostics::SourceMap;
    use program::{Interpreter, Program, ReferenceCells};
    use promela::preprocess::{Included, Loader};

    use super::*;
    use crate::InterpretedModel;

    /// States compared of each program and claim.
    const STATES: usize = 1_000;

    struct NoFiles;

    impl Loader for NoFiles {
        fn load(&self, name: &str, _: &str) -> Result<Included, String> {
            Err(format!("no file {name}"))
        }
    }

    fn claimed_programs(text: &str) -> Vec<Program> {
        let mut sources = SourceMap::new();
        let file = sources.add("claim.pml", text);
        // Some models are wrong on purpose.
        let Some(model) = promela::parse(&mut sources, file, &NoFiles, &[]).0 else { return Vec::new() };
        let program = promela::lower(&model, &sources, promela::Reduction::None);
        let of_claim = |&claim| Program { checked_claim: Some(claim), ..program.clone() };
        program.claims.iter().map(of_claim).collect()
    }

    /// What an expansion tells: steps and labels in some order, and what is wrong with the state.
    fn told(batch: &Batch) -> (Vec<(Vec<u8>, u32)>, Vec<u32>) {
        let mut steps: Vec<_> =
            batch.successors().iter().map(|s| (batch.state(s).to_vec(), s.label)).collect();
        steps.sort();
        steps.dedup();
        (steps, batch.source_violations().iter().map(|violation| violation.id()).collect())
    }

    /// Compares both models on states that the interpreted one reaches; `None` if there is no compiled one.
    fn compare(program: Program, what: &str) -> Option<usize> {
        let atomic = program
            .proctypes
            .iter()
            .flat_map(|p| &p.locations)
            .flat_map(|l| &l.transitions)
            .any(|t| t.atomic);
        let layout = Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new()));
        let fast = ClaimedModel::new(&layout)?;
        let slow = InterpretedModel::new(Interpreter::new(layout));
        let (mut batch, mut scratch) = (Batch::new(), fast.worker());
        slow.initial(&mut (), &mut batch);
        let mut open: VecDeque<Vec<u8>> =
            batch.successors().iter().filter(|s| s.has_state).map(|s| batch.state(s).to_vec()).collect();
        let mut seen: HashSet<Vec<u8>> = open.iter().cloned().collect();
        let mut compared = 0;
        while let Some(state) = open.pop_front()
            && compared < STATES
        {
            compared += 1;
            batch.clear();
            slow.expand(&mut (), &state, &mut batch);
            let mut theirs = told(&batch);
            batch.clear();
            fast.expand(&mut scratch, &state, &mut batch);
            let mut ours = told(&batch);
            open.extend(theirs.0.iter().map(|s| s.0.clone()).filter(|state| seen.insert(state.clone())));
            for (steps, _) in [&mut theirs, &mut ours].into_iter().filter(|_| atomic) {
                // Which of several ways through an atomic is told depends on the order of the moves.
                steps.iter_mut().for_each(|step| step.1 = 0);
                steps.dedup();
            }
            assert_eq!(ours, theirs, "{what}: {state:?}");
        }
        Some(compared)
    }

    #[test]
    fn claims_of_models_step_as_interpreted() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
        let (mut compiled, mut compared) = (0, 0);
        for (path, _) in model_headers::models(&folder).unwrap_or_else(|problem| panic!("{problem}")) {
            let text = std::fs::read_to_string(&path).expect("readable");
            if !text.contains("ltl") && !text.contains("never") || text.contains("#include") {
                continue;
            }
            for program in claimed_programs(&text) {
                let states = compare(program, &path.display().to_string());
                compiled += usize::from(states.is_some());
                compared += states.unwrap_or(0);
            }
        }
        assert!(compiled > 40 && compared > 1_000, "only {compiled} claims, {compared} states");
    }

    /// Every way in which a claim can move, end, fail or stand still, beside programs that move, end and stand still.
    #[test]
    fn claims_of_every_form_step_as_interpreted() {
        let bodies = [
            "do :: x < 2 :: else -> break od",
            "do :: x == 1 -> break :: x != 1 od",
            "do :: assert(x < 3) od",
            "do :: atomic { x == 1 -> assert(y == 0) } :: else od",
            "do :: y / (x - 1) > 0 -> break :: else od",
            "do :: a[x] == 1 -> break :: else od",
            "x == 0; x == 1; x == 2",
            "do :: atomic { x == 1; y == 1 -> break } :: true od",
            "accept: do :: x == 0 :: printf(\"seen\") :: y > 0 -> goto out od; out: skip",
            "do :: len(c) == 1 -> break :: c?[1] -> x == 2 :: else od",
            "do :: P[0]@there -> break :: P[0]:mine == 1 -> y == 1 :: else od",
            "do :: _nr_pr == 1 -> break :: _last == 0 && x == 1 -> skip :: else od",
            "skip",
        ];
        let mut compared = 0;
        for body in bodies {
            for last in
                ["x = 3", "d_step { x = 3; x = 4 }", "atomic { c!1; x = 3 }", "timeout -> x = 3", "false"]
            {
                let text = format!(
                    "byte x, y; byte a[2]; chan c = [1] of {{ byte }};
                     active proctype P() {{ byte mine; x = 1; there: mine = 1; y = 1; {last} }}
                     active proctype Q() {{ do :: c?_ -> y = 0 :: x == 1 -> x = 0; x = 2 :: x > 2 -> break od }}
                     never {{ {body} }}"
                );
                for program in claimed_programs(&text) {
                    compared += compare(program, &text).unwrap_or_else(|| panic!("interpreted: {text}"));
                }
            }
        }
        assert!(compared > 1_000, "only {compared} states");
    }
}
