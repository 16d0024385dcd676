//! Faults that the checker once had and that made it say "holds" where it should not have: each is made once more, as it was,
//! and the search is shown to be deceived by it before the certificate is asked.

use std::path::Path;
use std::sync::Arc;

use explorer::NoReduction;
use program::{Expr, Interpreter, LocationId, Pid, Program, Statement, VarRef};
use promela_system::certify_program;
use symmetry::{Method, Reducer, StateGroup, choose};
use witness::{Certificate, Refusal};

use crate::{Made, OFFERS, blind, lower, rejected, search, sound, transition, with_compiler};

fn model(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/trust").join(name);
    std::fs::read_to_string(path).expect("the model is there")
}

/// The pass `private` as it was: a location is passed through if the first statement of what follows is private, whatever
/// the rest of an atomic sequence does. Here only assignments of numbers are.
fn pass_through_beginnings(program: &mut Program) {
    let hidden: Vec<bool> = program.globals.iter().map(|global| global.hidden).collect();
    for proctype in &mut program.proctypes {
        let is_private = |statement: &Statement| match statement {
            Statement::Assign(place, Expr::Const(_)) => match place.var {
                VarRef::Local(_) => true,
                VarRef::Global(id) => hidden[id.index()],
                _ => false,
            },
            _ => false,
        };
        let passed: Vec<bool> = (proctype.locations.iter())
            .map(|l| !l.transitions.is_empty() && l.transitions.iter().all(|t| is_private(&t.statement)))
            .collect();
        for transition in proctype.locations.iter_mut().flat_map(|l| &mut l.transitions) {
            transition.atomic |= passed.get(transition.target.index()) == Some(&true);
        }
    }
}

/// Class 1.
#[test]
fn the_place_before_an_atomic_sequence_passed_through_is_rejected() {
    let unread = |program: &mut Program| {
        let seen = program.globals.iter_mut().filter(|global| global.name == "seen");
        seen.for_each(|global| global.hidden = true);
    };
    for name in ["reduction_before_atomic.pml", "unread_before_atomic.pml"] {
        let (full, sources) = lower(&model(name), promela::Reduction::None);
        let mut reduced = full.clone();
        unread(&mut reduced);
        pass_through_beginnings(&mut reduced);
        let mut reduction = promela_system::prepare(reduced, Method::None, &sources);
        let found = search(&reduction.interpreter, &mut NoReduction, &sound);
        let (states, transitions) = found.unwrap_or_else(|| panic!("{name}: the search is not deceived"));
        rejected(name, certify_program(&full, &mut reduction, &states, transitions, &mut || None));
    }
}

/// Certifies a search of a model in which a process whose index or channel is outside counts as one of two that are like each
/// other. `None` if these two are not found to be alike. Also says whether the search was deceived.
fn with_faulty_process(text: &str) -> Option<(Result<Certificate, Refusal>, bool)> {
    let (full, sources) = lower(text, promela::Reduction::None);
    let mut reduction = promela_system::prepare(full.clone(), Method::Refine, &sources);
    let group = reduction.group.take()?;
    let mut detection = (*group.detection).clone();
    let mut claim = detection.generators.first()?.clone();
    claim.processes.swap(2, 3);
    detection.generators.push(claim);
    let group = StateGroup::new(Arc::new(detection), group.layout.clone());
    let strategy = choose(&group, Method::Enumerate).strategy.expect("a small group");
    let mut reducer = Reducer::new(group.clone(), strategy);
    let deceived = search(&reduction.interpreter, &mut reducer, &sound);
    let is_deceived = deceived.is_some();
    let mut overlooked =
        || search(&reduction.interpreter, &mut reducer, &blind).expect("nothing is looked at");
    let (states, transitions) = deceived.unwrap_or_else(&mut overlooked);
    (reduction.group, reduction.reducer) = (Some(group), Some(reducer));
    let result = certify_program(&full, &mut reduction, &states, transitions, &mut || None);
    Some((result, is_deceived))
}

/// Class 2: the models in which it was seen, with a process more so that there is a symmetry to begin with.
#[test]
fn an_index_that_counts_as_harmless_is_rejected() {
    let (mut tried, mut deceived) = (0, 0);
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/trust"))
        .expect("the models are there")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with("fault_") {
            continue;
        }
        let text = model(&name).replace("200", "6");
        let Some(last) = text.rfind("run P(") else { continue };
        let run = text[last..].split(" }").next().unwrap_or_default().to_owned();
        let text = format!("{}{run}; {}", &text[..last], &text[last..]);
        let Some((result, is_deceived)) = with_faulty_process(&text) else { continue };
        tried += 1;
        deceived += usize::from(is_deceived);
        rejected(&name, result);
    }
    assert!(tried >= 10 && deceived >= 1, "{tried} tried, {deceived} deceived");
}

/// What compiled code did when a receiver made an offer of its own inside another: the message and the sender of the inner
/// offer took the place of those of the outer one, and the receivers that were still to be asked were asked about them.
struct Nested {
    interpreter: Interpreter,
    /// Processes that wait for the inner message: they were given it once more.
    given: bool,
    /// Processes that wait for the outer message: they were not given it.
    missed: bool,
}

/// Processes of [`NESTED`], in the order of their creation; the last receives and offers in an atomic sequence.
const WAITS_FOR_TWO: u8 = 0;
const WAITS_FOR_ONE: u8 = 1;
const SENDERS: [u8; 2] = [2, 3];
const OFFERS_INSIDE: u8 = 4;

const NESTED: &str = "
    chan ch = [0] of { byte }; byte g;
    active proctype P() { end: do :: ch ? 2; g = (g + 1) % 3 od }
    active proctype Q() { end: do :: ch ? 1; g = (g + 1) % 3 od }
    active [2] proctype S() { ch ! 1 }
    active proctype R() { byte n; end: do :: n < 2 -> end1: atomic { ch ? 1; n++; ch ! 2 } od }";

impl Nested {
    fn at(&self, state: &[u8], pid: u8) -> Option<LocationId> {
        self.interpreter.location(state, Pid(pid)).map(|(_, location)| location)
    }

    fn moved(&self, from: &[u8], to: &[u8], pid: u8) -> bool {
        self.at(from, pid) != self.at(to, pid)
    }

    fn place(&self, state: &mut [u8], pid: u8, location: LocationId) {
        let layout = self.interpreter.layout();
        let configuration = layout.configuration_of(state);
        let (proctype, entry) = configuration.process(usize::from(pid)).expect("a process");
        let slot = layout.processes[proctype.index()].location;
        slot.store(location.0 as i32, &mut state[slot.in_entry(entry, 0)..]);
    }

    fn after(&self, text: &'static str) -> LocationId {
        let mut program = self.interpreter.program().clone();
        transition(&mut program, text).target
    }

    fn alter(&self, state: &[u8], steps: &mut Vec<Made>) {
        let leads = |made: &Made| made.0.clone();
        let sent = |to: &[u8]| SENDERS.iter().any(|&sender| self.moved(state, to, sender));
        let inside = |to: &Vec<u8>| sent(to) && !self.moved(state, to, WAITS_FOR_ONE);
        if !steps.iter().filter_map(leads).any(|to| inside(&to)) {
            return;
        }
        if self.missed {
            steps.retain(|made| {
                leads(made).is_none_or(|to| !(sent(&to) && self.moved(state, &to, WAITS_FOR_ONE)))
            });
        }
        let waits = self.at(state, WAITS_FOR_TWO) != Some(self.after("ch ? 2"));
        if self.given && waits {
            let mut wrong = state.to_vec();
            self.place(&mut wrong, OFFERS_INSIDE, self.after("ch ! 2"));
            self.place(&mut wrong, WAITS_FOR_TWO, self.after("ch ? 2"));
            steps.push((Some(wrong), None));
        }
    }
}

/// Class 4.
#[test]
fn an_offer_that_takes_the_place_of_another_is_rejected() {
    for (given, missed) in [(false, false), (true, false), (false, true), (true, true)] {
        let (full, sources) = lower(NESTED, promela::Reduction::None);
        let mut reduction = promela_system::prepare(full.clone(), Method::None, &sources);
        let nested = Nested { interpreter: reduction.interpreter.clone(), given, missed };
        let found = search(&nested.interpreter, &mut NoReduction, &|state, steps, _| {
            nested.alter(state, steps);
        });
        let (states, transitions) = found.expect("the search is deceived");
        println!("given {given}, missed {missed}: {} states", states.len());
        let result = certify_program(&full, &mut reduction, &states, transitions, &mut || None);
        match given || missed {
            true => rejected(&format!("given {given}, missed {missed}"), result),
            false => assert!(result.is_ok(), "{result:?}"),
        }
    }
}

/// Class 4: after a rendezvous inside an atomic sequence the receiver has control only if it is in one itself.
#[test]
fn control_kept_after_a_rendezvous_is_rejected() {
    let kept = |program: &mut Program| crate::all(program, "ch ? 2").for_each(|t| t.atomic = true);
    rejected("by the receiver", with_compiler(OFFERS, &kept));
    let kept = |program: &mut Program| crate::all(program, "ch ! 2").for_each(|t| t.atomic = true);
    // The sender never has it, and a mark on its transition means nothing.
    assert!(with_compiler(OFFERS, &kept).is_ok());
}
