//! A claim that only looks, with its conditions as numbered propositions whose values compiled code tells.
//!
//! The rules are those of the interpreter (`program/src/interpreter/claim.rs`), which is what it is compared with.

use program::{Expr, FaultKind, Proctype, Statement, is_observer};

/// Sets of propositions are kept in so many bits.
const MOST_CONDITIONS: usize = 64;

/// The graph of a claim.
#[derive(Clone, Debug)]
pub(crate) struct Observer {
    /// What its conditions are.
    pub conditions: Vec<Expr>,
    /// Where it begins.
    pub initial: u16,
    locations: Vec<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    is_end: bool,
    edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
struct Edge {
    /// Only if no edge before it can be taken.
    is_else: bool,
    /// In order: a test that fails ends it.
    tests: Vec<Test>,
    /// The claim goes on in the same move.
    atomic: bool,
    target: u16,
}

/// A condition by its number.
#[derive(Clone, Copy, Debug)]
enum Test {
    Holds(usize),
    Asserts(usize),
}

/// Where the claim may go from a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObserverMoves {
    /// In ascending order, each once.
    pub targets: Vec<u16>,
    completed: bool,
    fails: bool,
}

impl ObserverMoves {
    /// What is wrong, an evaluation that fails before a completion.
    pub fn fault(&self) -> Option<FaultKind> {
        match (self.fails, self.completed) {
            (true, _) => Some(FaultKind::ClaimFault),
            (false, true) => Some(FaultKind::Claim),
            (false, false) => None,
        }
    }
}

impl Observer {
    /// The graph of a claim; `None` for one that does more than look, or has too many conditions.
    pub fn new(claim: &Proctype) -> Option<Observer> {
        if !is_observer(claim) {
            return None;
        }
        let mut conditions = Vec::new();
        let mut locations = Vec::new();
        for location in &claim.locations {
            let moves = location.transitions.iter().filter(|t| t.statement != Statement::Terminate);
            let edges = moves.map(|transition| Edge {
                is_else: transition.statement.begins_with_else(),
                tests: tests(&transition.statement, &mut conditions),
                atomic: transition.atomic,
                target: transition.target.0 as u16,
            });
            locations.push(Place { is_end: location.end, edges: edges.collect() });
        }
        let initial = claim.initial.0 as u16;
        (conditions.len() <= MOST_CONDITIONS).then_some(Observer { conditions, initial, locations })
    }

    /// What the claim can do in one move, by the values of its conditions.
    pub fn moves(&self, from: u16, value: &mut dyn FnMut(usize) -> Result<bool, FaultKind>) -> ObserverMoves {
        let mut moves = ObserverMoves::default();
        self.follow(from, value, &mut moves, &mut Vec::new());
        moves.targets.sort_unstable();
        moves.targets.dedup();
        moves
    }

    /// What goes wrong, if anything, while the system stands still and the claim goes on from these locations.
    pub fn while_standing_still(
        &self,
        reached: &[u16],
        value: &mut dyn FnMut(usize) -> Result<bool, FaultKind>,
    ) -> Option<FaultKind> {
        let (mut seen, mut open) = (reached.to_vec(), reached.to_vec());
        while let Some(location) = open.pop() {
            let moves = self.moves(location, value);
            if let Some(fault) = moves.fault() {
                return Some(fault);
            }
            for target in moves.targets {
                if !seen.contains(&target) {
                    seen.push(target);
                    open.push(target);
                }
            }
        }
        None
    }

    fn follow(
        &self,
        from: u16,
        value: &mut dyn FnMut(usize) -> Result<bool, FaultKind>,
        moves: &mut ObserverMoves,
        inside: &mut Vec<u16>,
    ) {
        if inside.contains(&from) {
            return;
        }
        inside.push(from);
        let place = &self.locations[usize::from(from)];
        // A claim that begins at its end is completed there.
        moves.completed |= place.is_end;
        let mut any = false;
        for edge in &place.edges {
            let executable = if edge.is_else { !any } else { edge.is_executable(value, moves) };
            if !executable {
                continue;
            }
            any = true;
            match edge.atomic {
                true => self.follow(edge.target, value, moves, inside),
                false => moves.targets.push(edge.target),
            }
            moves.completed |= self.locations[usize::from(edge.target)].is_end;
        }
        inside.pop();
    }
}

impl Edge {
    fn is_executable(
        &self,
        value: &mut dyn FnMut(usize) -> Result<bool, FaultKind>,
        moves: &mut ObserverMoves,
    ) -> bool {
        for test in &self.tests {
            let (Test::Holds(number) | Test::Asserts(number)) = *test;
            match (value(number), test) {
                (Ok(true), _) => {}
                (Ok(false), Test::Holds(_)) => return false,
                (Ok(false), Test::Asserts(_)) => {
                    moves.completed = true;
                    return false;
                }
                (Err(_), _) => {
                    moves.fails = true;
                    return false;
                }
            }
        }
        true
    }
}

/// What a statement of a claim asks for, in order.
fn tests(statement: &Statement, conditions: &mut Vec<Expr>) -> Vec<Test> {
    let mut number = |expr: &Expr| {
        conditions.iter().position(|known| known == expr).unwrap_or_else(|| {
            conditions.push(expr.clone());
            conditions.len() - 1
        })
    };
    match statement {
        Statement::Guard(expr) => vec![Test::Holds(number(expr))],
        Statement::Assert(expr) => vec![Test::Asserts(number(expr))],
        Statement::Sequence(parts) => parts.iter().flat_map(|part| tests(part, conditions)).collect(),
        _ => Vec::new(),
    }
}
