//! Lowering: from the resolved model to the typed program.
//!
//! Control flow is built the way SPIN builds it, because that decides which control states exist and therefore how
//! many states a model has: statements become [`elements`](element) linked into sequences (SPIN's `flow.c`), elements
//! become transitions (`pangen2.c`), and nested selections and `unless` escapes are folded into flat lists (`retrans`
//! in `pangen1.h`). Sources: Holzmann, The SPIN Model Checker, 2004, and SPIN 6.5.2. What differs: no text is
//! generated, a `d_step` becomes a small graph of its own, and nothing is merged here (see the `program` crate's
//! reductions).

mod claim;
mod d_step;
mod element;
mod escape;
mod expression;
mod hidden;
mod invariant;
mod reduce;
mod sequence;
mod statement;
mod transition;
mod variables;

use diagnostics::{SourceMap, Span};
use program::{Proctype, Program, TraceMode};

use crate::preprocess;
use crate::resolved::{self, Model, ProctypeKind};
pub use claim::Claims;
use element::Elements;
use reduce::Reductions;
use variables::Variables;

/// Which static reductions to apply while lowering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// None: every statement is a step, every variable part of the state.
    #[default]
    None,
    /// What `spin -a` does by default.
    Spin,
    /// Everything that is sound and never adds a state.
    Sound,
}

/// The typed program of a model with all its claims. `sources` supplies the text of statements for traces.
pub fn lower(model: &Model, sources: &SourceMap, reduction: Reduction) -> Program {
    lower_with(model, sources, reduction, Claims::All)
}

/// The typed program of a model with some of its claims. Transitions have the same numbers whatever the claims are.
pub fn lower_with<'m>(
    model: &'m Model,
    sources: &'m SourceMap,
    reduction: Reduction,
    claims: Claims<'m>,
) -> Program {
    let mut lowering = Lowering {
        model,
        sources,
        variables: Variables::new(model),
        program: Program::default(),
        label_locations: vec![0; model.labels.len()],
        next_element: 0,
        in_init: false,
        atoms_of: match claims {
            Claims::Atoms(name) => Some(name),
            _ => None,
        },
        reduction,
    };
    lowering.run();
    claims.retain(&mut lowering.program);
    program::number_resting_first(&mut lowering.program);
    // An `ltl` formula may observe anything, also one that has no claim.
    if reduction == Reduction::Sound && !model.ltl.iter().any(|ltl| claims.contains(&ltl.name)) {
        program::reduce(&mut lowering.program);
    }
    lowering.program
}

/// The work in progress.
struct Lowering<'m> {
    model: &'m Model,
    sources: &'m SourceMap,
    variables: Variables,
    program: Program,
    /// For each label, the number of the location that carries it, known once its body is laid out.
    label_locations: Vec<u32>,
    /// SPIN numbers the elements of all bodies through (`Seqno`); trails refer to these numbers.
    next_element: u32,
    /// The body at hand is that of `init`.
    in_init: bool,
    /// The formula whose atoms are to be seen.
    atoms_of: Option<&'m str>,
    reduction: Reduction,
}

impl<'m> Lowering<'m> {
    fn run(&mut self) {
        self.program.mtypes = self.mtypes();
        self.program.uses_priority = self.model.uses_priority;
        // Labels first: an expression may name a location of a body that comes later.
        let model = self.model;
        let bodies: Vec<Elements<'m>> = model.proctypes.iter().map(|p| self.elements(p)).collect();
        self.program.globals = self.globals();
        for (proctype, elements) in self.model.proctypes.iter().zip(bodies) {
            self.in_init = proctype.kind == ProctypeKind::Init;
            let lowered = self.proctype(proctype, &elements);
            self.program.proctypes.push(lowered);
        }
        self.program.active = (self.model.initial_processes.iter())
            .flat_map(|&(p, count)| (0..count).map(move |_| program::ProctypeId(p.0)))
            .collect();
        self.program.trace = self.model.proctypes.iter().zip(0..).find_map(|(p, i)| match p.kind {
            ProctypeKind::Trace => Some((TraceMode::Must, program::ProctypeId(i))),
            ProctypeKind::Notrace => Some((TraceMode::MustNot, program::ProctypeId(i))),
            _ => None,
        });
        self.program.claims = self.claims();
        let read = self.hide_unread();
        hidden::forget_hidden(&mut self.program, &read);
        if self.reduction == Reduction::Spin {
            self.hide(&reduce::write_only(self.model));
        }
    }

    fn elements(&mut self, proctype: &'m resolved::Proctype) -> Elements<'m> {
        let elements = Elements::build(self.model, proctype, self.next_element);
        self.next_element += elements.count();
        for (label, location) in elements.label_locations() {
            self.label_locations[label.index()] = location;
        }
        elements
    }

    fn proctype(&mut self, proctype: &resolved::Proctype, elements: &Elements) -> Proctype {
        let reductions = match self.reduction {
            Reduction::None | Reduction::Sound => Reductions::default(),
            Reduction::Spin => Reductions::of(self.model, elements),
        };
        let locations = self.locations(proctype, elements, &reductions);
        Proctype {
            name: proctype.name.clone(),
            locals: self.locals(proctype),
            params: self.variables.parameter_count(self.model, proctype),
            locations,
            initial: program::LocationId(elements.initial()),
            provided: proctype.provided.as_ref().map(|e| self.expression(e)),
            priority: proctype.priority.unwrap_or(1),
            deterministic: proctype.deterministic,
            span: proctype.span,
        }
    }

    fn mtypes(&self) -> Vec<(String, String, i32)> {
        let mut all = Vec::new();
        for set in &self.model.mtypes {
            let name = set.name.clone().unwrap_or_else(|| "_unnamed_".into());
            all.extend(set.constants.iter().map(|(c, v)| (name.clone(), c.clone(), i32::from(*v))));
        }
        all
    }

    /// The source text of a formula on one line.
    fn text(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.slice(span).split_whitespace().collect();
        preprocess::cut(words.join(" "), preprocess::LONGEST_STATEMENT)
    }
}
