//! Locations from which a process moves unnoticed are passed through.
//!
//! A transition is *private* if all it reads and writes belongs to its own process and nobody else looks at it, and if
//! it cannot fail in a way that ends the run. A location all of whose transitions are private is passed through: the
//! process that arrives there keeps control, as inside an `atomic`, and moves on at once, so the state in between is
//! not stored. This is partial order reduction with the ample set "all that this process can do here", chosen
//! statically and compressed into the step before it. Sources: Holzmann and Peled, *An improvement in formal
//! verification*, 1994 (safe statements, static ample sets); Kurshan, Levin, Minea, Peled, Yenigün, *Static partial
//! order reduction*, 1998; SPIN merges such statements too (Holzmann, *The engineering of a model checker*, 1999), but
//! only where there is no choice.
//!
//! # What has to hold
//! Let process `p` arrive at location `l`. The original program stores that state and lets others make moves `a1 … ak`
//! there before `p` makes its own step `u` from `l`. Here `p` makes `u` at once. Nothing is lost if every such run
//! `a1 … ak u` can be rearranged into `u a1 … ak` with the same violation, and every run `a1 … ak` without `u` extended
//! by it. For that:
//!
//! 1. *The whole step is private.* Where `u` stands inside an `atomic`, what follows until control is given up belongs
//!    to the same step, so the locations that it leads to with control must have private transitions only as well. (It
//!    is not enough that the first statement of an `atomic` is private: the rest would be moved with it.)
//! 2. *`u` does not depend on others.* It reads constants, its own number and its own local variables, which nobody
//!    else writes; `provided`, priorities and `timeout` play no part; no transition of `l` is an exchange, so nobody
//!    can move `p` away from `l`, and no escape of an `unless` is listed there. If nothing is executable at `l`, `p` is
//!    blocked there for ever, and the state is stored as it is: so end labels and `else` mean what they did.
//! 3. *Others do not depend on `u`.* It writes local variables that no `p:x` reads and global variables that nothing
//!    reads. Neither `l` nor the locations it leads to are asked about (`p@label`); `enabled`, `pc_value`, `np_`,
//!    `_last` and priorities switch the pass off. `timeout` is false as long as `p` can move, so no `ai` needs it. One
//!    thing is left: after `u` the process may be *ready to receive* in a rendezvous. An `else` or the main part of an
//!    `unless` beside the send, or a send in the middle of an `atomic`, which gives up control where nobody is ready,
//!    tell the difference. Programs that have one ([`Observed::readiness`]) pass through no location that leads to a
//!    receive.
//! 4. *`u` cannot fail* other than by an assertion, after which the run goes on; so it takes no violation of the `ai`
//!    away.
//! 5. *The step ends.* If control were kept round a cycle, the moves `ai` would be put off for ever (condition C3 of
//!    Clarke, Grumberg, Peled, *Model Checking*, 1999, section 10.3), and a cycle without an exit would swallow the
//!    step that led to it. No way on from a passed location on which control is kept leads round a cycle, whatever the
//!    data say.
//! 6. *The step stays small.* Ways that part again and again would give one step very many outcomes, all of which are
//!    held at once, and ways that meet again would be walked once for each way to them. Both are bounded.
//!
//! # Beside a property of runs
//! A formula, or labels that are to be passed again and again, must not see the difference either. That is so if
//! repeating states makes no difference to the property (decided on its automaton), and
//!
//! 7. *`u` is invisible*: it changes the value of no condition of the property. What conditions read counts as
//!    observed (2, 3), global variables that left the state included, and if labels are looked at, `u` leads to
//!    none, as it comes from none.
//!
//! These are conditions C0 to C3 of Clarke, Grumberg, Peled, section 10.3 (1 and 2: C0 and C1; 7: C2; 5: C3, as
//! every cycle has a state in which no process keeps control). By their theorem 12 every run of the original has
//! one here that differs by repeated states alone, and every run here is one of the original. A process that goes
//! round private locations for ever still does: one location of the cycle is not passed (5). A run that never makes
//! `u` is matched by one that does.
//!
//! # Under fairness
//! Let no channel be a rendezvous, so that who moves alone decides whose move it is, and let nobody wait for a `timeout`, which the
//! states that are passed through would disable. Then `u` neither enables nor disables any other process, and where `p` stands
//! before it the others can do what they can do behind it. *A fair run `f` of the original has a fair run here.* A process
//! `p` that has arrived at `l` is able to move until it does, and nobody can keep it from it, or it never is again;
//! so in `f` it makes its private steps. Move them forwards, to where `p` arrived. What remains is a run here:
//! infinite, as private steps end (5), with the same letters (7). Let it be unfair to a process `r`. Then `r` moves
//! finitely often in it, and so in `f`, and stands from some state on where it rests here, too. In states of both
//! runs that correspond the same processes can move, those aside that have private steps before them, of which `r`
//! is none. So `f` is unfair to `r` as well, weakly or strongly, whichever is asked. *A fair run here is fair in
//! the original*: the states in between, in which `p` has arrived at `l`, are such that `p` moves next and all
//! others can do what they can do afterwards. With a rendezvous both fail: its receiver moves by a step of the
//! sender, and private steps behind it would be turns that the receiver never had. With a `timeout` the second fails: a process that
//! waits for it can move in every state that is left, and could not in those between. Such programs are left as they are.
//!
//! Limits 5 and 6 are in [`super::chains`]. New processes start at a location that nobody arrives at, and a process that
//! ends is not passed through: neither is touched.
//!
//! Never more states: a run of this program is a run of the original in which others hold still at times.

use super::chains;
use super::uses::{Name, Observed, can_fail, can_miss, first, operands};
use crate::{Expr, Location, LocationId, Place, ProctypeId, Program, Sight, Statement, Transition, VarRef};

/// Lets processes pass through the locations from which they move unnoticed, by other processes and by a property of runs, if there
/// is one.
pub(super) fn pass_through_private(program: &mut Program, sight: Option<Sight<'_>>) {
    let observed = match sight {
        None => Observed::of(program),
        Some(sight) => Observed::beside(program, sight),
    };
    if observed.control {
        return;
    }
    for p in 0..program.proctypes.len() as u32 {
        let id = ProctypeId(p);
        let observer = program.trace.is_some_and(|(_, trace)| trace == id) || program.claims.contains(&id);
        if observer || program.proctype(id).provided.is_some() {
            continue;
        }
        let mut passed = Private { program, owner: id, observed: &observed }.locations();
        chains::keep_short(&program.proctype(id).locations, &mut passed);
        let locations = &mut program.proctypes[id.index()].locations;
        for transition in locations.iter_mut().flat_map(|l| &mut l.transitions) {
            transition.atomic |= passed.get(transition.target.index()) == Some(&true);
        }
    }
}

struct Private<'a> {
    program: &'a Program,
    owner: ProctypeId,
    observed: &'a Observed,
}

impl Private<'_> {
    /// The locations from which every step is private as a whole.
    fn locations(&self) -> Vec<bool> {
        let locations = &self.program.proctype(self.owner).locations;
        let mut private: Vec<bool> =
            locations.iter().zip(0..).map(|(location, i)| self.location(location, LocationId(i))).collect();
        // An `atomic` is private from here on only if it is so to its end: what leads to anything else is taken away.
        let mut sources = vec![Vec::new(); locations.len()];
        for (location, from) in locations.iter().zip(0..) {
            for transition in location.transitions.iter().filter(|t| t.atomic) {
                if let Some(all) = sources.get_mut(transition.target.index()) {
                    all.push(from);
                }
            }
        }
        let mut todo: Vec<usize> = (0..private.len()).filter(|&at| !private[at]).collect();
        while let Some(at) = todo.pop() {
            let before = sources[at].iter().copied();
            todo.extend(before.filter(|&from| std::mem::replace(&mut private[from], false)));
        }
        private
    }

    fn location(&self, location: &Location, id: LocationId) -> bool {
        let marked = location.accept || location.progress;
        let seen = |id: LocationId| self.observed.locations.contains(&id);
        let unnoticed = |t: &Transition| {
            t.escape == 0
                && !seen(t.target)
                && !self.comes_to_label(t.target)
                && !self.becomes_ready(t.target)
                && self.statement(&t.statement)
        };
        !marked && !seen(id) && !location.transitions.is_empty() && location.transitions.iter().all(unnoticed)
    }

    /// Is there a label that the property looks at?
    fn comes_to_label(&self, at: LocationId) -> bool {
        let location = self.program.proctype(self.owner).location(at);
        self.observed.labels && (location.accept || location.progress)
    }

    /// Can others tell that a process stands at this location, because it may receive there?
    fn becomes_ready(&self, at: LocationId) -> bool {
        let receives =
            |t: &Transition| matches!(first(&t.statement), Statement::Receive { .. } | Statement::DStep(_));
        self.observed.readiness
            && self.program.proctype(self.owner).location(at).transitions.iter().any(receives)
    }

    fn statement(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Skip | Statement::Else => true,
            Statement::Guard(e) | Statement::Assert(e) => self.expression(e),
            Statement::Assign(place, e) => self.target(place) && self.expression(e),
            Statement::Forget(place) => self.target(place),
            Statement::Print { args, .. } => args.iter().all(|e| self.expression(e)),
            Statement::Sequence(all) => all.iter().all(|s| self.statement(s)),
            Statement::Run { .. }
            | Statement::Send { .. }
            | Statement::Receive { .. }
            | Statement::SetPriority(..)
            | Statement::Terminate
            | Statement::DStep(_)
            | Statement::Event { .. } => false,
        }
    }

    fn target(&self, place: &Place) -> bool {
        let own = match &place.var {
            VarRef::Local(id) => !self.observed.locals.contains(&(self.owner, *id)),
            VarRef::Global(id) => {
                self.program.global(*id).hidden && !self.observed.by_property.contains(&Name::Global(*id))
            }
            VarRef::Scratch => true,
            VarRef::Remote { .. } => false,
        };
        own && !can_miss(self.program, self.owner, place)
    }

    fn expression(&self, expr: &Expr) -> bool {
        let own = match expr {
            Expr::Const(_) | Expr::Pid | Expr::Unary(..) | Expr::Binary(..) | Expr::Cond(..) => true,
            Expr::Load(place) => match &place.var {
                VarRef::Local(_) => true,
                // A global that nothing writes is a constant.
                VarRef::Global(id) => !self.observed.written.contains(&Name::Global(*id)),
                VarRef::Remote { .. } | VarRef::Scratch => false,
            },
            _ => false,
        };
        own && !can_fail(self.program, self.owner, expr)
            && operands(expr).into_iter().all(|e| self.expression(e))
    }
}
