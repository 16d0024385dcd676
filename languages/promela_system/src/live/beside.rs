//! What moves beside the system: the automaton of a formula, a never claim, or nothing but a look at accept labels.

use next_state::{NextState, Worker};
use program::{Expr, FaultKind, Interpreter, LocationId, ProctypeId};
use property::Watcher;
use witness::BesideMove;

/// What watches the runs of a system.
#[derive(Clone, Debug)]
pub(crate) enum Beside {
    /// The automaton of what violates a formula.
    Formula {
        /// The automaton.
        watcher: Watcher,
        /// What its atoms mean.
        atoms: Vec<Expr>,
    },
    /// A never claim: as in SPIN, accept labels of processes count beside those of the claim.
    Claim {
        /// The claim.
        claim: ProctypeId,
        /// Where it begins.
        initial: LocationId,
        /// By location of the claim: does it carry an accept label?
        accepting: Vec<bool>,
    },
    /// The accept labels of processes alone.
    Labels,
}

/// Who looks at states: compiled code, or the interpreter.
pub(crate) trait Eye {
    /// The values of the atoms `asked` for, as bits.
    fn atoms(&mut self, state: &[u8], asked: u64) -> Result<u64, FaultKind>;

    /// Is some process at a location with an `accept` label?
    fn accepts(&mut self, state: &[u8]) -> bool;
}

/// Looks with the interpreter.
pub(crate) struct SlowEye<'a> {
    pub interpreter: &'a Interpreter,
    pub atoms: &'a [Expr],
}

impl Eye for SlowEye<'_> {
    fn atoms(&mut self, state: &[u8], asked: u64) -> Result<u64, FaultKind> {
        let mut values = 0;
        for (number, atom) in self.atoms.iter().enumerate().filter(|(number, _)| asked >> number & 1 == 1) {
            values |= u64::from(self.interpreter.proposition(state, atom)?) << number;
        }
        Ok(values)
    }

    fn accepts(&mut self, state: &[u8]) -> bool {
        self.interpreter.accepts(state)
    }
}

/// Looks with compiled code.
pub(crate) struct FastEye<'a> {
    pub code: &'a NextState,
    pub worker: &'a mut Worker,
}

impl Eye for FastEye<'_> {
    fn atoms(&mut self, state: &[u8], asked: u64) -> Result<u64, FaultKind> {
        self.code.propositions(self.worker, state, asked)
    }

    fn accepts(&mut self, state: &[u8]) -> bool {
        self.code.accepts(self.worker, state)
    }
}

impl Beside {
    /// How many acceptance sets there are.
    pub fn sets(&self) -> u32 {
        match self {
            Beside::Formula { watcher, .. } => watcher.sets,
            Beside::Claim { .. } | Beside::Labels => 1,
        }
    }

    /// Where it begins.
    pub fn initial(&self) -> u16 {
        match self {
            Beside::Formula { watcher, .. } => watcher.initial,
            Beside::Claim { initial, .. } => initial.0 as u16,
            Beside::Labels => 0,
        }
    }

    /// The atoms that it looks at.
    pub fn atoms(&self) -> &[Expr] {
        match self {
            Beside::Formula { atoms, .. } => atoms,
            _ => &[],
        }
    }

    /// Appends what it can do in a state; returns what is wrong at once.
    pub fn moves(
        &self,
        interpreter: &Interpreter,
        eye: &mut dyn Eye,
        state: &[u8],
        at: u16,
        out: &mut Vec<BesideMove>,
    ) -> Option<FaultKind> {
        match self {
            Beside::Formula { watcher, .. } => {
                let asked = watcher.asked[usize::from(at)];
                let Ok(letter) = eye.atoms(state, asked) else { return Some(FaultKind::ClaimFault) };
                let moves = watcher.moves(at, letter);
                out.extend(moves.map(|e| BesideMove { target: e.target, marks: e.marks, state: None }));
                // A bad prefix violates the formula however the run goes on, and also where it cannot go on because the
                // next step of a process fails.
                let is_bad_prefix = out.iter().any(|to| Some(to.target) == watcher.accepts_all);
                is_bad_prefix.then_some(FaultKind::Claim)
            }
            Beside::Claim { claim, accepting, .. } => {
                let expansion = interpreter.claim_moves_from(state, *claim, LocationId(u32::from(at)));
                let marks = u64::from(accepting[usize::from(at)] || eye.accepts(state));
                let moves = expansion.moves.into_iter();
                out.extend(moves.map(|m| BesideMove { target: m.target.0 as u16, marks, state: m.state }));
                expansion.fault
            }
            Beside::Labels => {
                let marks = u64::from(eye.accepts(state));
                out.push(BesideMove { target: 0, marks, state: None });
                None
            }
        }
    }
}
