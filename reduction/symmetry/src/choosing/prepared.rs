//! A technique that was made to see whether it applies and what it takes, kept until the search asks for it.

use std::sync::Arc;

use explorer::{Canonicaliser, Effort};
use program::Configuration;

use crate::{StateGroup, Strategy};

/// A strategy with its canonicaliser for the instance's configuration.
pub(crate) struct PreparedTechnique<S> {
    strategy: S,
    made: Option<(Arc<Configuration>, Box<dyn Canonicaliser>)>,
    /// What was made had done so much before it was asked for.
    spent: Effort,
}

impl<S: Strategy> PreparedTechnique<S> {
    /// `None` where the technique does not apply to the group.
    pub fn new(mut strategy: S, group: &StateGroup) -> Option<PreparedTechnique<S>> {
        let configuration = group.detection.instance.configuration.clone();
        let made = strategy.for_configuration(group, &configuration)?;
        Some(PreparedTechnique { strategy, made: Some((configuration, made)), spent: Effort::default() })
    }

    /// What it takes on those of the states that are of the instance's configuration.
    pub fn tried(&mut self, group: &StateGroup, states: &[Vec<u8>]) -> Effort {
        let Some((configuration, canonicaliser)) = &mut self.made else { return Effort::default() };
        let mut calls = 0;
        for state in states.iter().filter(|state| *group.layout.configuration_of(state) == **configuration) {
            canonicaliser.canonicalise(&mut state.clone());
            calls += 1;
        }
        self.spent = canonicaliser.effort();
        Effort { calls, ..self.spent }
    }
}

impl<S: Strategy> Strategy for PreparedTechnique<S> {
    fn is_exact(&self) -> bool {
        self.strategy.is_exact()
    }

    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>> {
        match self.made.take_if(|(made_for, _)| **made_for == *configuration) {
            Some((_, canonicaliser)) => Some(canonicaliser),
            None => self.strategy.for_configuration(group, configuration),
        }
    }

    fn for_another_thread(&self) -> Option<Box<dyn Strategy>> {
        self.strategy.for_another_thread()
    }

    fn spent(&self) -> Effort {
        if self.made.is_none() { self.spent } else { Effort::default() }
    }
}

/// A strategy whose canonicaliser is made at once, where it applies.
pub(crate) fn at_once<S: Strategy + Copy + 'static>(strategy: S, group: &StateGroup) -> Box<dyn Strategy> {
    match PreparedTechnique::new(strategy, group) {
        Some(kept) => Box::new(kept),
        None => Box::new(strategy),
    }
}
