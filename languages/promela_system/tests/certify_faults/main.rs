//! Seeded faults: each makes some part of the checker wrong on purpose, and the certificate must be rejected. Nothing in the
//! checker is changed for that: models, canonicalisers and lists of stored states are wrapped, groups and reduced programs are
//! altered before the search.

mod classes;
mod reduced;

use std::sync::Arc;

use diagnostics::SourceMap;
use explorer::{Batch, Canonicaliser, Config, Model, NoReduction, Verdict, Violation, explore};
use program::{
    BinaryOp, Expr, Interpreter, Layout, Program, ReceiveArg, ReferenceCells, Statement, Transition,
};
use promela::preprocess::{Included, Loader};
use promela_system::{InterpretedModel, certify_program};
use symmetry::{Method, Reducer, SlowGroup, StateGroup, choose};
use witness::{Certificate, Refusal, Stored, certify};

/// Three alike processes that refer to one another through a channel. However wrongly they are exchanged, there are few states.
const ALIKE: &str = "
    byte inside; chan q = [2] of { pid };
    active [3] proctype P() {
        byte tries;
    end: do
        :: tries < 2 -> q ! _pid; tries = (tries + 1) % 4; atomic { q ? eval(_pid) -> inside = (inside + 1) % 4 };
           assert(inside != 100); inside = (inside + 3) % 4
        od
    }";

/// Two alike processes and a third that differs in a constant.
const NEARLY: &str = "
    byte n;
    proctype P(byte most) { byte x; end: do :: x < 2 -> x++; n = (n + most) % 4 od }
    init { atomic { run P(1); run P(1); run P(3) } }";

/// An index outside its array in one of three, long after the start; see `fault_fold_b`.
const CLOCK: &str = "
    byte a[3]; byte count; bit go, lock;
    proctype P(byte k) {
        go == 1;
    end1: atomic { lock == 0 -> lock = 1 };
        if :: a[k] < 9 -> skip :: else -> skip fi;
    end: false
    }
    proctype Clock() { do :: count < 90 -> count++ :: count == 90 -> break od; go = 1; end: false }
    init { atomic { run Clock(); run P(7); run P(0); run P(0) } }";

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn lower(text: &str, level: promela::Reduction) -> (Program, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add("model", text);
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &[]);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    (promela::lower(&model, &sources, level), sources)
}

/// A step: where it leads, and what is wrong with it.
type Made = (Option<Vec<u8>>, Option<Violation>);
/// What a wrapped model does to the steps of a state, and to what is wrong with it.
type Alter<'a> = &'a (dyn Fn(&[u8], &mut Vec<Made>, &mut Vec<Violation>) + Sync);

/// The interpreter with a fault, in place of a compiler with one.
struct Faulty<'a> {
    inner: InterpretedModel,
    alter: Alter<'a>,
}

impl Model for Faulty<'_> {
    type Worker = ();

    fn worker(&self) {}

    fn initial(&self, (): &mut (), out: &mut Batch) {
        self.inner.initial(&mut (), out);
    }

    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        let mut batch = Batch::new();
        self.inner.expand(&mut (), state, &mut batch);
        let made = |s: &explorer::Successor| (s.has_state.then(|| batch.state(s).to_vec()), s.violation);
        let mut steps: Vec<Made> = batch.successors().iter().map(made).collect();
        let mut wrong = batch.source_violations().to_vec();
        (self.alter)(state, &mut steps, &mut wrong);
        wrong.into_iter().for_each(|violation| out.flag_source(violation));
        for (to, violation) in steps {
            if let Some(to) = to {
                out.reserve_copy(&to);
                out.commit_step(to.len(), 0, violation);
            } else if let Some(violation) = violation {
                out.fail(0, violation);
            }
        }
    }
}

fn sound(_: &[u8], _: &mut Vec<Made>, _: &mut Vec<Violation>) {}

/// Overlooks everything that is wrong.
fn blind(_: &[u8], steps: &mut Vec<Made>, wrong: &mut Vec<Violation>) {
    steps.iter_mut().for_each(|(_, violation)| *violation = None);
    steps.retain(|(to, _)| to.is_some());
    wrong.clear();
}

/// What a search that says "holds" has stored, and its transitions.
fn search<C: Canonicaliser>(
    interpreter: &Interpreter,
    canonicaliser: &mut C,
    alter: Alter<'_>,
) -> Option<(Vec<Vec<u8>>, u64)> {
    let mut states: Vec<Vec<u8>> = Vec::new();
    let mut keep = |state: &[u8]| states.push(state.to_vec());
    let mut config = Config { stored: Some(&mut keep), ..Config::default() };
    let model = Faulty { inner: InterpretedModel::new(interpreter.clone()), alter };
    let report = explore(&model, canonicaliser, &mut config);
    (report.verdict == Verdict::Holds).then_some((states, report.statistics.transitions))
}

/// Searches with symmetry and a wrapped model, lets `lose` change what was stored, and certifies.
fn with_symmetry(
    text: &str,
    alter: Alter<'_>,
    lose: &dyn Fn(&mut Vec<Vec<u8>>),
) -> Result<Certificate, Refusal> {
    let (full, sources) = lower(text, promela::Reduction::None);
    let mut reduction = promela_system::prepare(full.clone(), Method::Refine, &sources);
    let reducer = reduction.reducer.as_mut().expect("there is symmetry");
    let (mut states, transitions) =
        search(&reduction.interpreter, reducer, alter).expect("the search says that it holds");
    lose(&mut states);
    certify_program(&full, &mut reduction, &states, transitions, &mut || None)
}

fn rejected(name: &str, result: Result<Certificate, Refusal>) {
    match result {
        Err(Refusal::Rejected(why)) => println!("{name}: {why}"),
        other => panic!("{name}: {other:?}"),
    }
}

/// A number that depends on all bytes.
fn sum(state: &[u8]) -> usize {
    state.iter().enumerate().map(|(i, &b)| (i + 1) * usize::from(b)).sum()
}

#[test]
fn what_is_right_is_accepted() {
    for text in [ALIKE, NEARLY] {
        let certificate = with_symmetry(text, &sound, &|_| {}).expect("a certificate");
        assert!(certificate.all_images && certificate.images > 0, "{certificate:?}");
    }
}

#[test]
fn faults_of_the_compiler_are_rejected() {
    let drop_some = |kind: usize| {
        move |state: &[u8], steps: &mut Vec<Made>, _: &mut Vec<Violation>| {
            if sum(state) % 5 == kind && !steps.is_empty() {
                steps.remove(kind % steps.len());
            }
        }
    };
    for kind in 0..3 {
        rejected(&format!("dropped {kind}"), with_symmetry(ALIKE, &drop_some(kind), &|_| {}));
    }
    let all = |state: &[u8], steps: &mut Vec<Made>, _: &mut Vec<Violation>| {
        if sum(state) % 3 == 1 {
            steps.clear();
        }
    };
    rejected("all steps of a state dropped", with_symmetry(ALIKE, &all, &|_| {}));
    // Byte 4 is the first variable, `inside` or `n`.
    let added = |state: &[u8], steps: &mut Vec<Made>, _: &mut Vec<Violation>| {
        if let (0, Some((Some(first), _))) = (state[4], steps.first().cloned()) {
            let mut other = first;
            other[4] = 1;
            steps.push((Some(other), None));
        }
    };
    rejected("a step added", with_symmetry(ALIKE, &added, &|_| {}));
    let other = |state: &[u8], steps: &mut Vec<Made>, _: &mut Vec<Violation>| {
        for (to, _) in steps.iter_mut().filter(|_| state[4] == 2) {
            to.iter_mut().for_each(|to| to[4] = 1);
        }
    };
    rejected("a value computed wrongly", with_symmetry(ALIKE, &other, &|_| {}));
}

/// Certifies a search whose successors are those of a program that `alter` changed, as if it had been compiled wrongly.
fn with_compiler(text: &str, alter: &dyn Fn(&mut Program)) -> Result<Certificate, Refusal> {
    let (full, sources) = lower(text, promela::Reduction::None);
    let mut wrong = full.clone();
    alter(&mut wrong);
    let layout = Layout::new(Arc::new(wrong), &ReferenceCells::new());
    let compiled = Interpreter::new(Arc::new(layout));
    let (states, transitions) = search(&compiled, &mut NoReduction, &blind).expect("nothing is looked at");
    let mut reduction = promela_system::prepare(full.clone(), Method::None, &sources);
    certify_program(&full, &mut reduction, &states, transitions, &mut || None)
}

/// The transitions whose statement reads like this: the first one of a choice or a sequence has several.
fn all<'p>(program: &'p mut Program, text: &'p str) -> impl Iterator<Item = &'p mut Transition> {
    let all = program.proctypes.iter_mut().flat_map(|p| &mut p.locations).flat_map(|l| &mut l.transitions);
    all.filter(move |t| t.text.contains(text))
}

/// One of them.
fn transition<'p>(program: &'p mut Program, text: &'p str) -> &'p mut Transition {
    all(program, text).next().unwrap_or_else(|| panic!("no statement {text}"))
}

/// A receiver that offers something itself inside an atomic sequence, to a third that waits for it. Class 4.
const OFFERS: &str = "
    chan ch = [0] of { byte }; byte g;
    active proctype P() { end: do :: ch ? 2; g = (g + 1) % 3 od }
    active [2] proctype S() { ch ! 1 }
    active proctype R() { byte n; end: do :: n < 2 -> atomic { ch ? 1; n++; ch ! 2 } od }";

#[test]
fn miscompiled_statements_are_rejected() {
    assert!(with_compiler(OFFERS, &|_| {}).is_ok());
    let lost = |program: &mut Program| all(program, "ch ? 1").for_each(|t| t.atomic = false);
    rejected("control lost between two offers", with_compiler(OFFERS, &lost));
    let receiver = |program: &mut Program| {
        for transition in all(program, "ch ? 2") {
            if let Statement::Receive { args, .. } = &mut transition.statement {
                args[0] = ReceiveArg::Match(Expr::Const(1));
            }
        }
    };
    rejected("another receiver", with_compiler(OFFERS, &receiver));
    // What was computed: the second offer was made at once, in place of the first one's receiver.
    let skipped = |program: &mut Program| {
        let after = transition(program, "ch ! 2").target;
        all(program, "ch ? 1").for_each(|t| t.target = after);
    };
    rejected("an offer inside an offer left out", with_compiler(OFFERS, &skipped));
    let twice = |program: &mut Program| {
        let again = transition(program, "n++").target;
        all(program, "ch ! 2").for_each(|t| t.target = again);
    };
    rejected("an offer inside an offer made twice", with_compiler(OFFERS, &twice));
    let message = |program: &mut Program| {
        for transition in all(program, "ch ! 1") {
            if let Statement::Send { args, .. } = &mut transition.statement {
                args[0] = Expr::Const(2);
            }
        }
    };
    rejected("another message", with_compiler(OFFERS, &message));
    let guard = |program: &mut Program| {
        for transition in all(program, "n < 2") {
            if let Statement::Guard(Expr::Binary(op, ..)) = &mut transition.statement {
                *op = BinaryOp::Le;
            }
        }
    };
    rejected("another comparison", with_compiler(OFFERS, &guard));
}

#[test]
fn overlooked_violations_are_rejected() {
    let asserts = "
        byte n; active [2] proctype P() { byte x; end: do :: x < 2 -> x++; n++; assert(n < 3) od }";
    rejected("an assertion overlooked", with_symmetry(asserts, &blind, &|_| {}));
    let index = "
        byte a[2]; byte n; active [2] proctype P() { byte x; end: do :: x < 2 -> x++; n++; a[n] = 1 od }";
    rejected("an index overlooked", with_symmetry(index, &blind, &|_| {}));
    let stuck = "byte n; active [2] proctype P() { n++; n == 3 }";
    rejected("a deadlock overlooked", with_symmetry(stuck, &blind, &|_| {}));
}

#[test]
fn faults_of_the_store_are_rejected() {
    let at = |at: usize| move |states: &mut Vec<Vec<u8>>| drop(states.remove(at * (states.len() - 1) / 4));
    for place in 0..5 {
        rejected(&format!("state lost at {place}"), with_symmetry(ALIKE, &sound, &at(place)));
    }
    let altered = |states: &mut Vec<Vec<u8>>| {
        let middle = states.len() / 2;
        states[middle][4] ^= 1;
    };
    rejected("a state altered", with_symmetry(ALIKE, &sound, &altered));
    let twice = |states: &mut Vec<Vec<u8>>| states.push(states[3].clone());
    rejected("a state twice", with_symmetry(ALIKE, &sound, &twice));
    let more = |states: &mut Vec<Vec<u8>>| {
        let mut other = states[3].clone();
        other[4] = 77;
        states.push(other);
    };
    rejected("a state added", with_symmetry(ALIKE, &sound, &more));
    rejected("half of the states", with_symmetry(ALIKE, &sound, &|states| states.truncate(states.len() / 2)));
    rejected("nothing stored", with_symmetry(ALIKE, &sound, &Vec::clear));
}

/// A canonicaliser with a fault behind it.
struct Wrong<'a> {
    inner: Reducer,
    alter: &'a (dyn Fn(&mut [u8]) + Sync),
}

impl Canonicaliser for Wrong<'_> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.inner.canonicalise(state);
        (self.alter)(state);
    }
}

fn with_canonicaliser(alter: &(dyn Fn(&mut [u8]) + Sync)) -> Result<Certificate, Refusal> {
    let (full, sources) = lower(ALIKE, promela::Reduction::None);
    let reduction = promela_system::prepare(full, Method::Refine, &sources);
    let (interpreter, group) = (reduction.interpreter, reduction.group.expect("a group"));
    let mut wrong = Wrong { inner: reduction.reducer.expect("a reducer"), alter };
    let (states, transitions) = search(&interpreter, &mut wrong, &blind).expect("nothing is looked at");
    let before = |state: &[u8]| group.precedes_start(state);
    let stored =
        Stored { states: &states, exempt: &before, transitions: Some(transitions), acceptance: None };
    let mut propose = |state: &[u8]| {
        let mut representative = state.to_vec();
        wrong.canonicalise(&mut representative);
        vec![representative]
    };
    let mut symmetries = SlowGroup::new(&group, states.len());
    certify(&mut &interpreter, &mut symmetries, stored, &mut propose, &mut || None)
}

#[test]
fn faults_of_the_canonicaliser_are_rejected() {
    assert!(with_canonicaliser(&|_| {}).is_ok());
    let last = |state: &mut [u8]| state.len() - 1;
    rejected("a variable changed", with_canonicaliser(&|state| state[4] = 0));
    rejected(
        "a reference changed",
        with_canonicaliser(&|state| {
            let last = last(state);
            state[last] = state[last].min(1);
        }),
    );
    // Behind the header, two globals and the length of the channel, each process has its location and `tries`.
    rejected("locations exchanged without variables", with_canonicaliser(&|state| state.swap(7, 9)));
    rejected("variables exchanged without locations", with_canonicaliser(&|state| state.swap(8, 12)));
    rejected(
        "processes exchanged without references",
        with_canonicaliser(&|state| {
            state.swap(7, 9);
            state.swap(8, 10);
        }),
    );
    rejected(
        "messages exchanged",
        with_canonicaliser(&|state| {
            let last = last(state);
            state.swap(last, last - 1);
        }),
    );
}

/// Certifies a search whose group is generated by a symmetry that is none: two processes that differ are exchanged.
fn with_false_symmetry(
    text: &str,
    a: usize,
    b: usize,
    whole: bool,
    alter: Alter<'_>,
) -> Result<Certificate, Refusal> {
    let (full, sources) = lower(text, promela::Reduction::None);
    let mut reduction = promela_system::prepare(full.clone(), Method::Refine, &sources);
    let group = reduction.group.take().expect("two processes are alike");
    let mut detection = (*group.detection).clone();
    let mut claim = detection.generators[0].clone();
    claim.processes.swap(a, b);
    detection.generators.push(claim);
    let group = StateGroup::new(Arc::new(detection), group.layout.clone());
    let strategy = choose(&group, Method::Enumerate).strategy.expect("a small group");
    let mut reducer = Reducer::new(group.clone(), strategy);
    let (states, transitions) =
        search(&reduction.interpreter, &mut reducer, alter).expect("it says that it holds");
    if whole {
        let before = |state: &[u8]| group.precedes_start(state);
        let stored = Stored { states: &states, exempt: &before, transitions: None, acceptance: None };
        let mut propose = |state: &[u8]| vec![reducer.representative(state)];
        let mut symmetries = SlowGroup::new(&group, states.len());
        return certify(&mut &reduction.interpreter, &mut symmetries, stored, &mut propose, &mut || None);
    }
    (reduction.group, reduction.reducer) = (Some(group), Some(reducer));
    certify_program(&full, &mut reduction, &states, transitions, &mut || None)
}

#[test]
fn symmetries_that_are_none_are_rejected() {
    for whole in [false, true] {
        rejected("processes with other constants", with_false_symmetry(NEARLY, 2, 3, whole, &sound));
        rejected("a fault in one of them", with_false_symmetry(CLOCK, 2, 3, whole, &blind));
    }
}
