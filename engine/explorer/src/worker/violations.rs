//! What a worker does when something is wrong.
//!
//! A violating step found breadth-first at depth d makes a path of d + 1 steps, and a state of the same level that is
//! wrong itself one of d. So that the path is shortest whatever the kind of violation, the level is finished before the
//! search ends. As long as few states are stored, the first violation is taken, and the level is only looked through for wrong
//! states. In a large search the order of the states of a level is not the same in every run: all of the level is looked
//! through, and the violation is chosen by rule ([`crate::occurrence`]).

use crate::occurrence::{Occurrence, precedes};
use crate::pending::NO_SOURCE;
use crate::shared::End;
use crate::worker::Worker;
use crate::{Batch, Canonicaliser, LastStep, Model, Subsumption, Successor, Violation};

impl<M: Model, C: Canonicaliser, S: Subsumption> Worker<'_, '_, M, C, S> {
    /// Notes a violation of a state, or of a step with its position among the successors.
    #[cold]
    pub(super) fn saw(
        &mut self,
        violation: Violation,
        source: u32,
        step: Option<(usize, Successor)>,
    ) -> Result<(), End> {
        if self.whole_levels {
            self.saw_in_level(violation, source, step);
            return Ok(());
        }
        // Only a wrong state makes a shorter path than the step already found.
        let finishing = self.shared.is_finishing();
        if finishing && step.is_some() {
            return Ok(());
        }
        let is_step = step.is_some();
        match self.occurrences.iter_mut().find(|first| first.violation == violation) {
            Some(first) if !finishing => first.count += 1,
            _ => {
                let last = step.map(|(index, successor)| last_step(&self.batch, index, &successor));
                if finishing {
                    self.occurrences.clear();
                }
                self.occurrences.push(Occurrence { violation, count: 1, source, last, state: Vec::new() });
            }
        }
        if self.shared.all_errors {
            let is_enough = self.occurrences.len() >= self.shared.most_violations;
            return if is_enough { Err(End::Decided) } else { Ok(()) };
        }
        if is_step && source != NO_SOURCE && self.frontier.is_breadth_first() {
            self.shared.finish();
            self.pending.clear();
            return Ok(());
        }
        Err(End::Decided)
    }

    /// The same where all of a level is searched, in any order.
    fn saw_in_level(&mut self, violation: Violation, source: u32, step: Option<(usize, Successor)>) {
        if !self.shared.all_errors {
            self.shared.finish();
            self.pending.clear();
        }
        let (batch, state) = (&self.batch, self.cursor.state());
        let index = step.map(|(index, _)| (batch.earlier() + index) as u32);
        let last = || step.map(|(index, successor)| last_step(batch, index, &successor));
        let new = |count| Occurrence { violation, count, source, last: last(), state: state.to_vec() };
        match self.occurrences.iter_mut().find(|known| known.violation == violation) {
            Some(known) if precedes(state, index, known) => *known = new(known.count + 1),
            Some(known) => known.count += 1,
            None => self.occurrences.push(new(1)),
        }
    }
}

fn last_step(batch: &Batch, index: usize, successor: &Successor) -> LastStep {
    let state = successor.has_state.then(|| batch.state(successor).to_vec());
    LastStep { label: successor.label, index: (batch.earlier() + index) as u32, state }
}
