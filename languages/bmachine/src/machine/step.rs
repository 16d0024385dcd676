//! The transition relation: initial states, successors, and what is wrong with a state.

use super::{Condition, Kind, Machine, Options, Site};
use crate::eval::{Env, Fault, Undefined};
use crate::syntax::Constant;
use crate::value::Value;
use crate::value::encode::{decode, encode};
use diagnostics::Span;
use explorer::{Batch, Model};
use std::sync::atomic::Ordering;

/// The label of initialisation steps; operations are numbered from 0.
pub(crate) const INITIALISATION: u32 = u32::MAX;
/// Warnings kept for the report.
const MAX_WARNINGS: usize = 20;

/// Memory of one thread.
pub struct Worker {
    pub(super) env: Env,
    /// Where each variable starts in the source state, and where the last ends.
    pub(super) offsets: Vec<usize>,
    buffer: Vec<u8>,
    noted: u64,
}

impl Machine {
    /// Puts the values of a state into their slots; `offsets` gets the place of each variable.
    pub(crate) fn load(&self, env: &mut Env, state: &[u8], offsets: &mut Vec<usize>) {
        let mut at = 1;
        for slot in &self.inline {
            let value = decode(state, &mut at, self.slot_types[*slot as usize], &self.domain);
            env.set(*slot, value);
        }
        offsets.clear();
        offsets.push(at);
        if state.first() != Some(&1) {
            return;
        }
        for slot in &self.variables {
            let value = decode(state, &mut at, self.slot_types[*slot as usize], &self.domain);
            env.set(*slot, value);
            offsets.push(at);
        }
    }

    /// An environment with the fixed constants in place.
    pub(crate) fn fresh_env(&self) -> Env {
        let mut env = Env::until(self.options.deadline, self.slot_types.len());
        for (slot, value) in &self.fixed {
            env.set(*slot, value.clone());
        }
        env
    }

    /// All outcomes of the initialisation; what is wrong if there is none.
    fn initialise(&self, worker: &mut Worker, state: &[u8], out: &mut Batch) -> Option<Site> {
        let Worker { env, offsets, buffer, .. } = worker;
        env.refuel();
        let constants = offsets[0];
        let before = out.successors().len();
        let outcome = self.evaluator().execute(env, &self.initialisation, &mut |env| {
            self.list_writes(env, self.initialisation_span)?;
            buffer.clear();
            buffer.push(1);
            buffer.extend_from_slice(&state[1..constants]);
            for slot in &self.variables {
                let written = env.writes.iter().rev().find(|(own, _)| own == slot);
                let ty = self.slot_types[*slot as usize];
                // There is no variable without a value: `Act::Initialised` saw to that.
                let missing = Value::Word(0);
                encode(written.map_or(&missing, |(_, value)| value), ty, &self.domain, buffer);
            }
            out.push(buffer, INITIALISATION);
            env.burn_bytes(buffer.len())?;
            Ok(true)
        });
        env.writes.clear();
        let has_outcome = out.successors().len() > before;
        match outcome {
            // Told below as the reason why there is no outcome.
            Err(Fault::Undefined(undefined)) if !has_outcome => env.note(undefined),
            Err(fault) => self.faulted(fault, INITIALISATION, out),
            Ok(_) => {}
        }
        // A step that breaks a condition is an outcome too, and what was given up or cut may have one.
        let is_open = outcome.is_err_and(Fault::gives_up) || env.cut.is_some();
        if out.successors().len() > before || is_open {
            return None;
        }
        let mut site = Site {
            kind: Kind::NoInitialisation,
            span: Some(self.initialisation_span),
            what: "the initialisation has no outcome",
        };
        if let Err(Fault::Undefined(undefined)) = outcome {
            site = Site { span: Some(undefined.span), what: undefined.what, ..site };
        }
        Some(site)
    }

    /// Fires every operation; whether none is possible, which is not known when an evaluation was given up or
    /// parameters were looked for only among the implementable integers.
    pub(super) fn is_deadlock(&self, worker: &mut Worker, state: &[u8], out: &mut Batch) -> bool {
        let before = out.successors().len();
        let mut undecided = false;
        let cut = worker.env.cut.take();
        for index in 0..self.operations.len() {
            undecided |= self.fire(worker, state, index, out);
        }
        undecided |= worker.env.cut.is_some();
        worker.env.cut = worker.env.cut.or(cut);
        out.successors().len() == before && !undecided
    }

    /// All ways of one operation; whether some evaluation was given up.
    fn fire(&self, worker: &mut Worker, state: &[u8], index: usize, out: &mut Batch) -> bool {
        let operation = &self.operations[index];
        let label = index as u32;
        let Worker { env, offsets, buffer, .. } = worker;
        env.refuel();
        let mut given_up = false;
        let evaluator = self.evaluator();
        let outcome = evaluator.solve(env, &operation.plan, &mut |env| {
            let label = label | self.patterns_fitted(env, index);
            let done = evaluator.execute(env, &operation.body, &mut |env| {
                self.list_writes(env, operation.plan.span)?;
                self.write_successor(env, state, offsets, buffer);
                out.push(buffer, label);
                env.burn_bytes(buffer.len())?;
                Ok(true)
            });
            // One instance of an operation that cannot be evaluated does not hide the others.
            done.or_else(|fault| {
                env.writes.clear();
                given_up |= fault.gives_up();
                self.faulted(fault, label, out);
                Ok(true)
            })
        });
        env.writes.clear();
        match outcome {
            // The guard: without a value it is taken as false.
            Err(Fault::Undefined(undefined)) => env.note(undefined),
            Err(fault) => {
                given_up |= fault.gives_up();
                self.faulted(fault, label, out);
            }
            Ok(_) => {}
        }
        given_up
    }

    /// Lists the sets that variables are given; a state cannot hold infinite ones.
    pub(super) fn list_writes(&self, env: &mut Env, span: Span) -> Result<(), Fault> {
        for index in 0..env.writes.len() {
            let (slot, value) = &env.writes[index];
            let may_be_infinite = self.domain.log2(self.slot_types[*slot as usize]).is_infinite();
            if !may_be_infinite || value.is_listed() || self.variables.binary_search(slot).is_err() {
                continue;
            }
            let listed = self.evaluator().explicit(env, value.clone(), span)?;
            if !listed.is_listed() {
                return Err(Fault::Infinite(span));
            }
            env.writes[index].1 = listed;
        }
        Ok(())
    }

    /// The source state with the written variables replaced. What lies between them is copied in one piece, which
    /// matters to machines with many variables.
    fn write_successor(&self, env: &Env, state: &[u8], offsets: &[usize], buffer: &mut Vec<u8>) {
        buffer.clear();
        let (mut copied, mut position) = (0, 0);
        while let Some(written) = self.next_written(env, position) {
            let slot = self.variables[written];
            if let Some((_, value)) = env.writes.iter().rev().find(|(own, _)| *own == slot) {
                buffer.extend_from_slice(&state[copied..offsets[written]]);
                encode(value, self.slot_types[slot as usize], &self.domain, buffer);
                copied = offsets[written + 1];
            }
            position = written + 1;
        }
        buffer.extend_from_slice(&state[copied..offsets[self.variables.len()]]);
    }

    /// The first variable from a position on that is written.
    fn next_written(&self, env: &Env, position: usize) -> Option<usize> {
        let positions = env.writes.iter().filter_map(|(slot, _)| self.variables.binary_search(slot).ok());
        positions.filter(|written| *written >= position).min()
    }

    fn faulted(&self, fault: Fault, label: u32, out: &mut Batch) {
        match fault {
            Fault::Broken(span, what) => {
                out.fail(label, self.violation(Site { kind: Kind::Broken, span: Some(span), what }));
            }
            Fault::Undefined(Undefined { span, what }) => {
                // What a step does is not known: it is none of the outcomes that B allows.
                self.notes.undefined.fetch_add(1, Ordering::Relaxed);
                out.fail(label, self.violation(Site { kind: Kind::Undefined, span: Some(span), what }));
            }
            _ => {
                self.notes.given_up.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.warn(fault);
    }

    /// Keeps the first few different warnings.
    pub(super) fn warn(&self, fault: Fault) {
        let (span, text) = describe_fault(fault);
        self.warn_of(span, &text);
    }

    /// Says which integers there are where a condition does not hold that speaks of them.
    fn warn_of_bounds(&self, condition: &Condition) {
        let (min, max) = (self.domain.min_int, self.domain.max_int);
        let (name, meaning) = match condition.bounded {
            None => return,
            Some(name @ Constant::Nat) => (name, format!("0..{max}: MAXINT = {max}")),
            Some(name @ Constant::Nat1) => (name, format!("1..{max}: MAXINT = {max}")),
            Some(name @ Constant::MaxInt) => (name, max.to_string()),
            Some(name @ Constant::MinInt) => (name, min.to_string()),
            Some(name) => (name, format!("{min}..{max}: MININT = {min}, MAXINT = {max}")),
        };
        self.warn_of(
            condition.span,
            &format!("{name} is {meaning} (DEFINITIONS SET_PREF_MAXINT == n changes it)"),
        );
    }

    /// See [`Machine::warn`].
    pub(crate) fn warn_of(&self, span: Span, text: &str) {
        let Ok(mut warnings) = self.notes.warnings.lock() else { return };
        if warnings.len() < MAX_WARNINGS && !warnings.iter().any(|(own, old)| *own == span && *old == *text) {
            warnings.push((span, text.to_owned()));
        }
    }

    /// The first condition that does not hold; undefined ones do not.
    fn broken<'c>(&self, env: &mut Env, conditions: &'c [Condition]) -> Option<&'c Condition> {
        env.refuel();
        conditions.iter().find(|condition| match self.evaluator().refutes(env, &condition.predicate) {
            Ok(refuted) => refuted,
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                true
            }
            Err(fault) => {
                // Not being able to tell is not a violation, but the verdict must say so.
                self.notes.given_up.fetch_add(1, Ordering::Relaxed);
                self.warn(fault);
                false
            }
        })
    }

    fn check_state(&self, env: &mut Env, out: &mut Batch) {
        let mut check = |checked: bool, conditions: &[Condition], kind, what| {
            if checked && let Some(broken) = self.broken(env, conditions) {
                self.warn_of_bounds(broken);
                out.flag_source(self.violation(Site { kind, span: Some(broken.span), what }));
            }
        };
        let Options { check_invariant, check_assertions, check_goal, .. } = self.options;
        check(
            check_invariant,
            &self.invariants,
            Kind::Invariant,
            "this conjunct of the invariant does not hold",
        );
        check(check_assertions, &self.assertions, Kind::Assertion, "this assertion does not hold");
        if let (Some(goal), true) = (&self.goal, check_goal)
            && matches!(self.evaluator().holds(env, &goal.predicate), Ok(true))
        {
            let site = Site { kind: Kind::Goal, span: Some(goal.span), what: "the goal is reached" };
            out.flag_source(self.violation(site));
        }
    }

    /// Passes on what the evaluator noted; what is wrong about it, if undefined expressions are to be reported.
    pub(super) fn settle_notes(&self, worker: &mut Worker) -> Option<Site> {
        let mut wrong = None;
        if worker.env.undefined_count != worker.noted {
            let more = worker.env.undefined_count - worker.noted;
            worker.noted = worker.env.undefined_count;
            self.notes.undefined.fetch_add(more, Ordering::Relaxed);
            if let Some(undefined) = worker.env.undefined.take() {
                let site = Site { kind: Kind::Undefined, span: Some(undefined.span), what: undefined.what };
                wrong = Some(site).filter(|_| self.options.strict);
                self.warn(Fault::Undefined(undefined));
            }
        }
        if let Some(span) = worker.env.cut.take() {
            self.notes.cut.fetch_add(1, Ordering::Relaxed);
            let (min, max) = (self.domain.min_int, self.domain.max_int);
            let text = format!("an infinite set was enumerated only from {min} to {max}");
            self.warn_of(span, &text);
        }
        wrong
    }
}

/// A fault as a sentence with its place.
pub(super) fn describe_fault(fault: Fault) -> (Span, String) {
    match fault {
        Fault::Undefined(undefined) => (undefined.span, undefined.what.to_owned()),
        Fault::TooLarge(span) => {
            (span, "the enumeration needed here exceeds the limit and was given up".to_owned())
        }
        Fault::Infinite(span) => (span, "an infinite set would have to be listed here".to_owned()),
        Fault::LongLoop(span, count) => {
            (span, format!("the loop did not end within {count} iterations and was given up"))
        }
        Fault::Overflow(span) => (span, "an integer does not fit 64 bits".to_owned()),
        Fault::Broken(span, what) => (span, what.to_owned()),
        Fault::Late => (Span::default(), "the time limit was reached".to_owned()),
        Fault::Pending => (Span::default(), "a search was left undecided".to_owned()),
    }
}

impl Model for Machine {
    type Worker = Worker;

    fn worker(&self) -> Worker {
        Worker { env: self.fresh_env(), offsets: Vec::new(), buffer: Vec::new(), noted: 0 }
    }

    fn counted_labels(&self) -> usize {
        self.operations.len()
    }

    fn initial(&self, worker: &mut Worker, out: &mut Batch) {
        for setup in &self.setups {
            if self.has_setup {
                out.push(setup, INITIALISATION);
                continue;
            }
            self.load(&mut worker.env, setup, &mut worker.offsets);
            // There is no source to flag: the initial step itself fails.
            if let Some(site) = self.initialise(worker, setup, out) {
                out.fail(INITIALISATION, self.violation(site));
            }
        }
        if let Some(site) = self.settle_notes(worker) {
            out.fail(INITIALISATION, self.violation(site));
        }
    }

    fn expand(&self, worker: &mut Worker, state: &[u8], out: &mut Batch) {
        self.load(&mut worker.env, state, &mut worker.offsets);
        if state.first() == Some(&0) {
            if let Some(site) = self.initialise(worker, state, out) {
                out.flag_source(self.violation(site));
            }
        } else {
            self.check_state(&mut worker.env, out);
            if self.is_deadlock(worker, state, out) && self.options.check_deadlock {
                out.flag_source(self.violation(self.deadlock()));
            }
        }
        if let Some(site) = self.settle_notes(worker) {
            out.flag_source(self.violation(site));
        }
    }
}
