//! Which properties of a model are about runs that go on for ever, and what watches for each.

use explorer::CycleSearch;
use program::{ProctypeId, Program, changes_variables, is_observer, may_accept};
use promela::Claims;
use promela::resolved::Ltl;
use report::{ErrorKind, Property, PropertyKind};

use super::beside::Beside;
use super::formula::{FormulaAutomaton, Notation, of_formula, of_progress, show};
use super::system::Watched;
use crate::{Level, Promela};

/// A program, and what watches its runs.
type Plan = Result<(Program, Watched), String>;

impl Promela {
    /// The automaton of what violates each formula, in a notation; an error says why there is none.
    pub fn automata(&self, notation: Notation) -> Vec<(String, Result<String, String>)> {
        let shown = |ltl: &Ltl| {
            let program = self.lower(Level::Written, Claims::Atoms(&ltl.name));
            (ltl.name.clone(), show(ltl, &program, &self.sources, notation))
        };
        self.model.ltl.iter().map(shown).collect()
    }

    /// Can the property be violated by runs that go on for ever alone? A claim that cannot is followed by the interpreter, and
    /// breadth first.
    pub(crate) fn needs_cycles(&self, property: &Property) -> bool {
        match property.kind {
            PropertyKind::Safety | PropertyKind::Refinement => false,
            PropertyKind::Accept | PropertyKind::Progress => true,
            PropertyKind::Ltl | PropertyKind::Never => {
                let program = self.lower(Level::Written, Claims::Only(&property.name));
                let claim = program.claims.first().map(|&id| program.proctype(id));
                let processes = program
                    .proctypes
                    .iter()
                    .zip(0..)
                    .filter(|(_, id)| !program.claims.contains(&ProctypeId(*id)));
                let labelled = || processes.clone().flat_map(|(p, _)| &p.locations).any(|l| l.accept);
                let is_never = property.kind == PropertyKind::Never;
                claim.is_none_or(|claim| !is_observer(claim) || may_accept(claim) || (is_never && labelled()))
            }
        }
    }

    /// The program and what watches its runs, for a property that needs cycles.
    pub(crate) fn watched(&self, property: &Property, search: CycleSearch) -> Plan {
        match property.kind {
            PropertyKind::Ltl => self.watched_formula(&property.name, search, None),
            PropertyKind::Never => self.watched_claim(&property.name),
            PropertyKind::Progress => {
                let cycle = (ErrorKind::Cycle, "a cycle without progress: no progress label is passed");
                let watched = of_automaton(of_progress(search)?, cycle);
                // As in pan, a run that ends makes no cycle without progress.
                let watched = Watched { sees_labels: true, stutters: false, ..watched };
                Ok((self.watched_program(Claims::None), watched))
            }
            _ => {
                let watched = Watched {
                    beside: Beside::Labels,
                    stutter_invariant: true,
                    sees_labels: true,
                    stutters: true,
                    changes_state: false,
                    cycle: (
                        ErrorKind::Cycle,
                        "an acceptance cycle: an accept label is passed again and again",
                    ),
                };
                Ok((self.watched_program(Claims::None), watched))
            }
        }
    }

    /// The program and what watches its runs for a formula, of which the consequent of one implication may be left out.
    pub(crate) fn watched_formula(
        &self,
        name: &str,
        search: CycleSearch,
        without_consequent: Option<usize>,
    ) -> Plan {
        let program = self.watched_program(Claims::Atoms(name));
        let written = self.formula(name).ok_or("there is no such formula")?;
        let automaton = of_formula(written, &program, search, without_consequent)?;
        let cycle = (ErrorKind::Claim, "the formula does not hold: this run violates it");
        Ok((program, of_automaton(automaton, cycle)))
    }

    fn watched_claim(&self, name: &str) -> Plan {
        let program = self.watched_program(Claims::Only(name));
        let claim = *program.claims.first().ok_or("there is no such claim")?;
        let body = program.proctype(claim);
        let accepting = body.locations.iter().map(|location| location.accept).collect();
        let watched = Watched {
            beside: Beside::Claim { claim, initial: body.initial, accepting },
            // A claim may count steps.
            stutter_invariant: false,
            sees_labels: true,
            stutters: true,
            changes_state: changes_variables(body),
            cycle: (
                ErrorKind::Claim,
                "an acceptance cycle: the never claim goes on for ever past an accept label, its own or a process's",
            ),
        };
        Ok((program, watched))
    }

    /// The program as it is written; what watches it stands beside it and is not followed by the interpreter.
    fn watched_program(&self, claims: Claims<'_>) -> Program {
        let mut program = self.lower(Level::Written, claims);
        program.checked_claim = None;
        program
    }
}

fn of_automaton(automaton: FormulaAutomaton, cycle: (ErrorKind, &'static str)) -> Watched {
    Watched {
        beside: Beside::Formula { watcher: automaton.watcher, atoms: automaton.atoms },
        stutter_invariant: automaton.stutter_invariant,
        sees_labels: false,
        stutters: true,
        changes_state: false,
        cycle,
    }
}
