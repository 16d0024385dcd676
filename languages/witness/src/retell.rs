//! Retelling a counterexample as a run of the program before its static reductions, which shows every variable and stores
//! a state after every step.
//!
//! The reductions merge no transitions, so the run has the same moves, in the same order. Only their grouping into steps
//! is finer, and removals of processes may have been left out ([`program::omit_process_removals`]), while the original
//! program may need them: a state is an invalid end, and `timeout` is true, only when every process that can go has gone.
//! So the run is looked for by a depth-first search. At each state, the moves that were told come first, then a removal.
//! Removals that were left out change nothing that the other moves depend on, so the search hardly ever returns; its
//! work is bounded all the same. Of several ways through an `atomic` that come to the same state, a reduced program may tell
//! another than the original one would, so the interpreter is guided along the moves that were told.
//!
//! SPIN's own reductions (`-O1`) do merge statements. A run found there is looked for by the words of its statements, and
//! jumps are made in between where the next process needs them. Where one reset too much, there is none to be found.

use std::collections::{HashMap, HashSet};

use program::{Counterexample, Expansion, Interpreter, Move, Pid, Program, Statement, Step, TransitionId};

use crate::Lasso;
use crate::replay::{Mismatch, Trace};

/// Expansions allowed beyond a few for each move.
const SPARE_EXPANSIONS: usize = 10_000;

/// Repeats the moves of `told` with the interpreter of the original program, adding removals of processes where needed.
pub fn retell(interpreter: &Interpreter, told: &Counterexample) -> Result<Counterexample, Mismatch> {
    find(interpreter, told, told_moves(told), HashMap::new(), Ending::Invalid)
}

/// The same for a run that goes on for ever, or may end anywhere. Variables that the reductions took out of the state may differ from
/// one turn of its cycle to the next. Where the run is to be fair, processes that have ended and can be removed are removed
/// before the cycle begins: they would be owed a turn. None ends on the cycle, as nobody comes in its place.
pub fn retell_lasso(interpreter: &Interpreter, told: &Lasso, is_fair: bool) -> Result<Lasso, Mismatch> {
    let ending = Ending::Anywhere { removed_after: told.cycle_from.filter(|_| is_fair) };
    let run = find(interpreter, &told.run, told_moves(&told.run), HashMap::new(), ending)?;
    let cycle_from = told.cycle_from.map(|moves| steps_until(&run, &told.run, moves));
    Ok(Lasso { run, cycle_from })
}

/// How many steps a run has made when so many moves that were told are made, and the next one is to be made.
fn steps_until(run: &Counterexample, told: &Counterexample, moves: usize) -> usize {
    let mut made = 0;
    for (number, step) in run.steps.iter().enumerate() {
        let is_told = told.steps.get(made).is_some_and(|told| told.by == step.by);
        if is_told && made == moves {
            return number;
        }
        made += usize::from(is_told);
    }
    run.steps.len()
}

/// How a run without a fault may end.
#[derive(Clone, Copy)]
enum Ending {
    /// In an invalid end state.
    Invalid,
    /// Anywhere. After so many moves removals come first, if that is given.
    Anywhere { removed_after: Option<usize> },
}

fn told_moves(told: &Counterexample) -> (Vec<Told>, usize) {
    let moves = told.steps.iter().map(|step| Told::Move(step.by)).collect();
    (moves, told.steps.len().saturating_sub(1))
}

/// The same for a run of merged statements.
pub fn retell_merged(interpreter: &Interpreter, told: &Counterexample) -> Result<Counterexample, Mismatch> {
    let (mut moves, mut last) = (Vec::new(), 0);
    for step in &told.steps {
        last = moves.len();
        let parts = step.statement.split("; ");
        moves.extend(parts.map(|part| Told::Words(step.by.pid, part.to_owned())));
    }
    find(interpreter, told, (moves, last), words(interpreter.program()), Ending::Invalid)
}

/// Looks for a run with these moves; the told fault may come with any of those from `last` on.
fn find(
    interpreter: &Interpreter,
    told: &Counterexample,
    (moves, last): (Vec<Told>, usize),
    words: HashMap<TransitionId, Words>,
    ends: Ending,
) -> Result<Counterexample, Mismatch> {
    let initial = interpreter.initial().map_err(|_| Mismatch { step: 0 })?;
    let expansions_left = 4 * moves.len() + SPARE_EXPANSIONS;
    let mut search = Search {
        interpreter,
        told,
        moves,
        last,
        words,
        ends,
        removals: removals(interpreter.program()),
        seen: HashSet::new(),
        expansions_left,
        furthest: 0,
    };
    let run = search.find(initial.clone()).ok_or(Mismatch { step: search.furthest })?;
    let mut trace = Trace { interpreter, steps: Vec::new() };
    let mut current = initial;
    for (number, step) in run.iter().enumerate() {
        let recorded = trace.record(&current, step, number);
        let ends_here = number + 1 == run.len() && told.fault.is_some();
        current = step.state.clone().filter(|_| !ends_here).unwrap_or(recorded);
    }
    Ok(trace.finish(&current, told.fault.and_then(|_| run.last()?.fault)))
}

/// A move that was told.
enum Told {
    Move(Move),
    /// A statement of this process that reads so.
    Words(Pid, String),
}

/// How a transition reads, and whether it is a jump.
struct Words {
    text: String,
    jump: bool,
}

fn words(program: &Program) -> HashMap<TransitionId, Words> {
    let transitions = program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    let told = |t: &program::Transition| Words { text: t.text.clone(), jump: t.statement == Statement::Skip };
    transitions.map(|t| (t.id, told(t))).collect()
}

/// The transitions that remove a process.
fn removals(program: &Program) -> HashSet<TransitionId> {
    let transitions = program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    transitions.filter(|t| t.statement == Statement::Terminate).map(|t| t.id).collect()
}

struct Search<'a> {
    interpreter: &'a Interpreter,
    told: &'a Counterexample,
    moves: Vec<Told>,
    /// Where the last step that was told begins among the moves.
    last: usize,
    /// Of every transition, if moves are told by words.
    words: HashMap<TransitionId, Words>,
    ends: Ending,
    removals: HashSet<TransitionId>,
    /// States that were visited, each with the number of moves made until then.
    seen: HashSet<(Vec<u8>, usize)>,
    expansions_left: usize,
    /// The most steps of any run that was tried.
    furthest: usize,
}

/// A state on the current path and what is still to be tried there.
struct Node {
    /// How many of the moves have been made.
    done: usize,
    /// The step that led here; `None` at the start.
    by: Option<Step>,
    /// Steps to be tried, the first one last, each with the number of moves made after it.
    rest: Vec<(Step, usize)>,
}

impl Search<'_> {
    /// The steps of a run with all moves and the told ending.
    fn find(&mut self, initial: Vec<u8>) -> Option<Vec<Step>> {
        let mut path = Vec::new();
        let mut arrived = Some((initial, Node { done: 0, by: None, rest: Vec::new() }));
        loop {
            if let Some((state, mut node)) = arrived.take() {
                self.expansions_left = self.expansions_left.checked_sub(1)?;
                self.furthest = self.furthest.max(path.len());
                let guide = |moves: &[Move]| self.told_after(moves, node.done);
                let expansion = self.interpreter.expand_along(&state, &guide);
                let ending = self.ending(&expansion, node.done);
                node.rest = self.candidates(expansion, node.done);
                path.push(node);
                if let Some(last) = ending {
                    return Some(path.into_iter().filter_map(|node| node.by).chain(last).collect());
                }
            }
            let node = path.last_mut()?;
            match node.rest.pop() {
                Some((step, done)) => {
                    let state = step.state.clone().unwrap_or_default();
                    if self.seen.insert((state.clone(), done)) {
                        arrived = Some((state, Node { done, by: Some(step), rest: Vec::new() }));
                    }
                }
                None => drop(path.pop()),
            }
        }
    }

    /// Whether the run can end in this way here: the inner value is its last step, if that is the one that faults.
    fn ending(&self, expansion: &Expansion, done: usize) -> Option<Option<Step>> {
        let Some(fault) = self.told.fault else {
            let may_end = match self.ends {
                Ending::Invalid => expansion.invalid_end,
                Ending::Anywhere { .. } => !self.removes_first(done) || !self.can_remove(expansion),
            };
            return (done == self.moves.len() && may_end).then_some(None);
        };
        let repeats = |step: &&Step| {
            done < self.moves.len()
                && step.fault.is_some_and(|f| f.kind == fault.kind)
                && self.told_after(step.until_fault(), done).is_some_and(|after| after > self.last)
        };
        expansion.steps.iter().find(repeats).map(|step| Some(step.clone()))
    }

    /// The steps that agree with what was told, the one to be tried first last.
    fn candidates(&self, expansion: Expansion, done: usize) -> Vec<(Step, usize)> {
        let mut all: Vec<(Step, usize)> = (expansion.steps.into_iter())
            .filter(|step| step.state.is_some())
            .filter_map(|step| self.told_after(&step.moves, done).map(|after| (step, after)))
            .collect();
        all.sort_by_key(|&(_, after)| after);
        if self.removes_first(done) {
            all.reverse();
        }
        all
    }

    /// Do removals come before the moves that were told?
    fn removes_first(&self, done: usize) -> bool {
        matches!(self.ends, Ending::Anywhere { removed_after: Some(moves) } if moves == done)
    }

    fn can_remove(&self, expansion: &Expansion) -> bool {
        let moves = expansion.steps.iter().filter_map(|step| step.moves.first());
        moves.into_iter().any(|mv| self.removals.contains(&mv.transition))
    }

    /// How many moves have been made after these, if they are the next ones that were told and removals.
    fn told_after(&self, moves: &[Move], mut done: usize) -> Option<usize> {
        for mv in moves {
            if self.is_next(mv, done) {
                done += 1;
            } else if !self.removals.contains(&mv.transition) && !self.is_jump_before(mv, done) {
                return None;
            }
        }
        Some(done)
    }

    fn is_next(&self, mv: &Move, done: usize) -> bool {
        match self.moves.get(done) {
            Some(Told::Move(next)) => next == mv,
            Some(Told::Words(pid, text)) => {
                *pid == mv.pid && self.words.get(&mv.transition).is_some_and(|words| words.text == *text)
            }
            None => false,
        }
    }

    /// Merged statements swallow jumps: the process that is next may need one, and at the end any process.
    fn is_jump_before(&self, mv: &Move, done: usize) -> bool {
        let may = match self.moves.get(done) {
            Some(Told::Words(pid, _)) => *pid == mv.pid,
            Some(Told::Move(_)) => false,
            None => true,
        };
        may && self.words.get(&mv.transition).is_some_and(|words| words.jump)
    }
}
