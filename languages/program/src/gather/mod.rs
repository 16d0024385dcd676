//! Atomic sequences as single steps, for those who compare code: statement merging as in SPIN, with propagation of constants and
//! unrolling of loops over known counters.
//!
//! Inside an `atomic` or a `d_step` nobody sees the states between two statements. `free[1] = true; free[2] = true` and a
//! loop that does the same are one step that treats two processes alike, although their locations and the values of the
//! counter treat them one after the other. Here such a sequence becomes one transition as far as its course is forced: the
//! statements are always executable, and of several ways on, exactly one has a condition that holds. Conditions are decided
//! by what local variables are known to hold: where a location is reached with one value of a variable only, or where the
//! sequence itself has assigned it. A loop over a counter unrolls in this way, and the counter is assigned once, at the end.
//!
//! **Claim.** From a state that is stored, both programs have the same steps to the same states, and a step of one is
//! faulty if and only if that of the other is. What is left out is between the statements of one step of one process: no
//! statement that is passed can wait or give control away, no escape of an `unless` begins there, and no location that is
//! passed is named by a label that something looks at. Variables that are not written at once are local and scalar, and
//! every use within the sequence is replaced by the value. `x = a; x = x + b` is `x = a + b`, since cells hold values modulo
//! a power of two. By induction over the steps, what is known of variables at a location holds whenever a process is found
//! there in a stored state, because every transition into it was followed with what is known at its source.
//!
//! The search goes through the program as it was; this one is looked at to find symmetries and to prove them. A symmetry
//! carries states to states that no run may ever reach, and there the two programs do the same only if what is known holds
//! too. So [`Gathered`] says what is known, as little as the gathered code rests on, and a symmetry must carry it along.
//! Tests compare the steps of both (`promela_system/tests/gathered.rs`), and so does a certificate, on all stored states.

mod forced;
mod known;
mod needed;
mod sequence;

use std::sync::Arc;

use rapidhash::RapidHashSet as HashSet;

use crate::reduce::program_expressions;
use crate::specialise::{Fact, Specialised, specialise};
use crate::{Expr, LocalId, Location, LocationId, Proctype, ProctypeId, Program, Statement, Transition};
use known::Known;
use needed::rests_on;
use sequence::Sequence;

/// Statements that one sequence may have before it is left as it is.
const LONGEST: usize = 2_000;

/// A program with its atomic sequences as single transitions.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The program.
    pub program: Arc<Program>,
    /// For each process type and location, the local variables whose values the code rests on.
    known: Vec<Vec<Option<Known>>>,
    /// What else the code rests on: sets of values that variables hold.
    facts: Vec<(Fact, Vec<i32>)>,
}

impl Gathered {
    /// The local variables of a process type whose values at a location the code rests on, with these values.
    pub fn known(
        &self,
        proctype: ProctypeId,
        location: LocationId,
    ) -> impl Iterator<Item = (LocalId, i32)> + '_ {
        let here = self.known.get(proctype.index()).and_then(|known| known.get(location.index()));
        here.into_iter().flatten().flat_map(Known::all)
    }

    /// What else the code rests on: sets of values that variables hold.
    pub fn facts(&self) -> &[(Fact, Vec<i32>)] {
        &self.facts
    }
}

/// The program without what never happens, and with its atomic sequences as single transitions; `None` if everything may
/// happen.
pub fn gather_specialised(program: &Program) -> Option<Gathered> {
    let Specialised { program, facts } = specialise(program)?;
    match gather(&program) {
        Some(gathered) => Some(Gathered { facts, ..gathered }),
        None => Some(Gathered { program: Arc::new(program), known: Vec::new(), facts }),
    }
}

/// The program with its atomic sequences as single transitions; `None` if nothing changes.
pub fn gather(program: &Program) -> Option<Gathered> {
    // A claim moves between steps, and with priorities another process may have the next turn.
    if program.checked_claim.is_some() || program.uses_priority {
        return None;
    }
    let named = named_locations(program)?;
    let observers: Vec<ProctypeId> =
        program.claims.iter().copied().chain(program.trace.iter().map(|&(_, id)| id)).collect();
    let mut out = program.clone();
    let mut all_known = vec![Vec::new(); program.proctypes.len()];
    let mut changed = false;
    for (body, id) in program.proctypes.iter().zip((0..).map(ProctypeId)) {
        if body.provided.is_some() || body.deterministic || observers.contains(&id) {
            continue;
        }
        let named = |location| named.contains(&(id, location));
        if let Some((locations, known)) = (Gatherer { body, named: &named }).gather() {
            out.proctypes[id.index()].locations = locations;
            all_known[id.index()] = known;
            changed = true;
        }
    }
    changed.then(|| Gathered { program: Arc::new(out), known: all_known, facts: Vec::new() })
}

/// The locations that labels name in expressions; `None` where locations are looked at by number.
fn named_locations(program: &Program) -> Option<HashSet<(ProctypeId, LocationId)>> {
    let mut named = HashSet::default();
    for expr in program_expressions(program) {
        match expr {
            Expr::AtLabel { proctype, location, .. } => {
                named.insert((*proctype, *location));
            }
            Expr::PcValue(_) => return None,
            _ => {}
        }
    }
    Some(named)
}

/// Gathers the sequences of one process type.
struct Gatherer<'a> {
    body: &'a Proctype,
    /// Does something look whether a process is here?
    named: &'a dyn Fn(LocationId) -> bool,
}

/// What is known at each location that is reached.
type KnownAt = Vec<Option<Known>>;

impl Gatherer<'_> {
    /// The new locations and what they rest on; `None` if no transition changes.
    fn gather(&self) -> Option<(Vec<Location>, KnownAt)> {
        let known = rests_on(self, self.known_at_locations());
        if !self.is_kept(&known) {
            return None;
        }
        let mut locations = self.body.locations.clone();
        let mut changed = false;
        for (location, known) in locations.iter_mut().zip(&known) {
            let Some(known) = known else { continue };
            for transition in &mut location.transitions {
                let (gathered, _) = self.follow(transition, known);
                changed |= gathered.target != transition.target || gathered.statement != transition.statement;
                *transition = gathered;
            }
        }
        changed.then_some((locations, known))
    }

    /// Does every transition, followed with what is known at its source, lead to what is known at its target?
    fn is_kept(&self, known: &KnownAt) -> bool {
        let begins = known[self.body.initial.index()].as_ref();
        let fits = |here: &Known, after: &Known| here.weakened_by(after).is_none();
        begins.is_some_and(|here| fits(here, &Known::at_creation(self.body)))
            && self.body.locations.iter().zip(known).all(|(location, here)| {
                here.as_ref().is_none_or(|here| {
                    self.successors(location, here).all(|(_, target, after)| {
                        target.0 == 0
                            || known[target.index()].as_ref().is_some_and(|there| fits(there, &after))
                    })
                })
            })
    }

    /// What the transitions of a location do, where they lead, and what is known there.
    fn successors<'s>(
        &'s self,
        location: &'s Location,
        known: &'s Known,
    ) -> impl Iterator<Item = (Statement, LocationId, Known)> + 's {
        let open = |t: &&Transition| !forced::is_closed(&t.statement, known);
        location.transitions.iter().filter(open).map(|transition| {
            let (gathered, after) = self.follow(transition, known);
            (gathered.statement, gathered.target, after)
        })
    }

    /// What is known at each location that is still reached: the strongest facts that the gathered transitions keep.
    fn known_at_locations(&self) -> KnownAt {
        let mut known: KnownAt = vec![None; self.body.locations.len()];
        known[self.body.initial.index()] = Some(Known::at_creation(self.body));
        let mut todo = vec![self.body.initial];
        while let Some(location) = todo.pop() {
            let Some(here) = known[location.index()].clone() else { continue };
            for (_, target, after) in self.successors(self.body.location(location), &here) {
                if target.0 == 0 {
                    continue;
                }
                let weaker = match &known[target.index()] {
                    None => Some(after),
                    Some(before) => before.weakened_by(&after),
                };
                if weaker.is_some() {
                    known[target.index()] = weaker;
                    todo.push(target);
                }
            }
        }
        known
    }

    /// The transition together with what must follow it, and what is known after that.
    fn follow(&self, transition: &Transition, known: &Known) -> (Transition, Known) {
        if forced::is_closed(&transition.statement, known) {
            let statement = Statement::Guard(Expr::Const(0));
            return (Transition { statement, ..transition.clone() }, known.clone());
        }
        if let Some((statement, after)) = sequence::straightened(self.body, &transition.statement, known) {
            return (Transition { statement, ..transition.clone() }, after);
        }
        let as_it_is = || {
            let mut after = known.clone();
            after.after(self.body, &transition.statement);
            (transition.clone(), after)
        };
        let mut sequence = Sequence::new(self.body, known.clone());
        if !transition.atomic || !sequence.begin(&transition.statement) {
            return as_it_is();
        }
        let mut last = transition;
        while last.atomic && last.target.0 != 0 && !(self.named)(last.target) {
            let location = self.body.location(last.target);
            let Some(next) = forced::next(location, &sequence.known) else { break };
            if sequence.len() > LONGEST {
                return as_it_is();
            }
            if !sequence.pass(&next.statement) {
                break;
            }
            last = next;
        }
        if last.id == transition.id {
            return as_it_is();
        }
        let (statement, after) = sequence.finish();
        let (target, atomic) = (last.target, last.atomic);
        (Transition { statement, target, atomic, ..transition.clone() }, after)
    }
}
