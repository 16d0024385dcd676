//! Transitions: the flat lists a process chooses from.
//!
//! First every element gets its own transition or, if it is compound, a list of where its options start (SPIN's
//! `put_seq`); then compound elements are replaced by the transitions of their options, and the transitions of
//! escapes are put in front (SPIN's `retrans`). Order matters: `else` is judged against what came before it.

use program::{Location, LocationId, Statement, Transition, TransitionId};

use super::Lowering;
use super::element::{ATOM, El, Element, Elements, LAST_ATOM, Node, Seq};
use super::reduce::Reductions;
use crate::resolved::{self, ExprKind, ProctypeKind, StmtKind};

/// A transition in the making.
#[derive(Clone, Debug)]
struct Edge {
    /// The element it comes from.
    element: El,
    /// Elements merged into it, in order.
    merged: Vec<El>,
    target: u32,
    atomic: bool,
    /// Locations of the escapes that apply, outermost first.
    escapes: Vec<u32>,
    /// The escape group it belongs to, 0 for none.
    group: u32,
}

/// What stands at a location.
#[derive(Clone, Debug)]
enum Row {
    /// Nothing: the location is never stood on.
    Empty,
    /// The locations where the options of a compound element start.
    Options(Vec<u32>),
    /// Transitions.
    Edges(Vec<Edge>),
}

struct Table<'a, 'm> {
    elements: &'a Elements<'m>,
    reductions: &'a Reductions,
    rows: Vec<Row>,
    /// Copy of the elements' atomicity; jumps out of and between atomics change it.
    status: Vec<u8>,
    done: Vec<bool>,
    marks: Vec<Marks>,
}

/// What labels say of a location.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    end: bool,
    accept: bool,
    progress: bool,
}

impl Lowering<'_> {
    /// The locations of a body.
    pub(super) fn locations(
        &mut self,
        proctype: &resolved::Proctype,
        elements: &Elements,
        reductions: &Reductions,
    ) -> Vec<Location> {
        let size = elements.elements.len() + 1;
        let mut table = Table {
            elements,
            reductions,
            rows: vec![Row::Empty; size],
            status: elements.elements.iter().map(|e| e.status).collect(),
            done: vec![false; size],
            marks: vec![Marks::default(); size],
        };
        table.mark_labels(self.model);
        table.put_sequence(elements.body);
        table.flatten_options();
        table.replace_options();
        table.fold_escapes();
        table.pass_end_marks();
        let statements = self.statements(proctype, elements);
        self.finish(proctype, &table, &statements)
    }

    /// The statement of each element.
    fn statements(&mut self, proctype: &resolved::Proctype, elements: &Elements) -> Vec<Statement> {
        let is_trace = matches!(proctype.kind, ProctypeKind::Trace | ProctypeKind::Notrace);
        (elements.elements.iter())
            .map(|element| match &element.node {
                Node::Basic(stmt) if is_trace => self.event(stmt),
                Node::Basic(stmt) => self.statement(stmt),
                Node::Else => Statement::Else,
                Node::DStep(body) => Statement::DStep(self.d_step(elements, *body)),
                Node::End => Statement::Terminate,
                _ => Statement::Skip,
            })
            .collect()
    }

    fn finish(
        &mut self,
        proctype: &resolved::Proctype,
        table: &Table,
        statements: &[Statement],
    ) -> Vec<Location> {
        let mut locations: Vec<Location> = (table.rows.iter().zip(&table.marks))
            .map(|(row, marks)| Location {
                transitions: match row {
                    Row::Edges(edges) => {
                        edges.iter().map(|e| self.transition(proctype, table, e, statements)).collect()
                    }
                    Row::Empty | Row::Options(_) => Vec::new(),
                },
                end: marks.end,
                accept: marks.accept,
                progress: marks.progress,
                labels: Vec::new(),
            })
            .collect();
        for &(label, el) in &table.elements.labels {
            let at = table.elements.get(el).location as usize;
            locations[at].labels.push(self.model.label(label).name.clone());
        }
        locations
    }

    fn transition(
        &mut self,
        proctype: &resolved::Proctype,
        table: &Table,
        edge: &Edge,
        statements: &[Statement],
    ) -> Transition {
        let element = table.elements.get(edge.element);
        let id = TransitionId(self.program.transition_count);
        self.program.transition_count += 1;
        let span = element.stmt.map_or(proctype.end_span, |s| s.span);
        Transition {
            id,
            spin_id: element.spin_id,
            statement: self.merged_statement(table, edge, statements),
            target: LocationId(edge.target),
            atomic: edge.atomic,
            escape: edge.group,
            span,
            text: edge_text(table, edge),
        }
    }

    /// The statement of an edge with what is merged into it and the variables that die on the way.
    fn merged_statement(&self, table: &Table, edge: &Edge, statements: &[Statement]) -> Statement {
        let mut parts = Vec::new();
        for &el in [edge.element].iter().chain(&edge.merged) {
            let statement = &statements[el.0 as usize];
            if parts.is_empty() || *statement != Statement::Skip {
                parts.push(statement.clone());
            }
            parts.extend(table.reductions.dead_after(el).iter().map(|&v| self.reset(v)));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Statement::Sequence(parts),
        }
    }
}

/// The text of a transition and of what is merged into it.
fn edge_text(table: &Table, edge: &Edge) -> String {
    let mut text = transition_text(table.elements.get(edge.element));
    for &el in &edge.merged {
        let element = table.elements.get(el);
        if let (Node::Basic(_), Some(stmt)) = (&element.node, element.stmt) {
            text = format!("{text}; {}", stmt.text);
        }
    }
    text
}

fn transition_text(element: &Element) -> String {
    let written = element.stmt.map(|stmt| &*stmt.text).filter(|text| !text.is_empty());
    match element.node {
        Node::Join | Node::Exit => "(goto)".into(),
        Node::Skip => "(skip)".into(),
        Node::End => "-end-".into(),
        _ => written.unwrap_or("(skip)").into(),
    }
}

impl Table<'_, '_> {
    fn location(&self, el: El) -> u32 {
        self.elements.get(el).location
    }

    fn mark_labels(&mut self, model: &resolved::Model) {
        for &(label, el) in &self.elements.labels {
            let at = self.location(el) as usize;
            let label = model.label(label);
            self.marks[at].end |= label.is_end();
            self.marks[at].accept |= label.is_accept();
            self.marks[at].progress |= label.is_progress();
        }
        let last = self.location(self.elements.seq(self.elements.body).last);
        self.marks[last as usize].end = true;
    }

    fn put_sequence(&mut self, seq: Seq) {
        let sequence = self.elements.seq(seq);
        for el in self.elements.walk(sequence.first, sequence.last) {
            if std::mem::replace(&mut self.done[el.0 as usize], true) {
                continue;
            }
            let element = self.elements.get(el);
            match &element.node {
                Node::Unless => self.put_sequence(element.sub[0]),
                Node::If | Node::Do => self.put_selection(el),
                Node::Atomic(inner) | Node::Block(inner) => {
                    self.patch_jumps(*inner);
                    let first = self.elements.start(self.elements.seq(*inner).first);
                    self.rows[element.location as usize] = Row::Options(vec![self.location(first)]);
                    self.put_sequence(*inner);
                }
                Node::DStep(inner) => {
                    self.patch_jumps(*inner);
                    self.put_edge(el);
                }
                _ => self.put_edge(el),
            }
        }
    }

    fn put_selection(&mut self, el: El) {
        let options = self.elements.get(el).sub.clone();
        let starts = options.iter().map(|&o| self.elements.start(self.elements.seq(o).first));
        let live = starts.filter(|&s| !self.is_dead(s)).map(|s| self.location(s)).collect();
        let at = self.location(el) as usize;
        self.rows[at] = Row::Options(live);
        for option in options {
            self.put_sequence(option);
        }
    }

    /// An option that begins with the constant 0 can never be taken.
    fn is_dead(&self, el: El) -> bool {
        let element = self.elements.get(el);
        match &element.node {
            Node::Basic(stmt) => {
                matches!(&stmt.kind, StmtKind::Condition(e) if matches!(e.kind, ExprKind::Const(0)))
                    && element.escapes.is_empty()
            }
            _ => false,
        }
    }

    fn put_edge(&mut self, el: El) {
        let element = self.elements.get(el);
        let status = self.status[el.0 as usize];
        let target = match element.node {
            Node::Jump(target) => Some(self.elements.jump_target(target)),
            _ => element.next,
        };
        let escapes = match element.node {
            Node::Join => Vec::new(),
            _ => element.escapes.clone(),
        };
        let escape_locations = escapes
            .iter()
            .map(|&e| self.location(self.elements.settle(self.elements.seq(e).first, status)))
            .collect();
        let mut edge = Edge {
            element: el,
            merged: Vec::new(),
            target: target.map_or(0, |t| self.location(self.elements.settle(t, status))),
            atomic: status & ATOM != 0,
            escapes: escape_locations,
            group: 0,
        };
        self.merge(&mut edge);
        self.rows[element.location as usize] = match self.is_merged_away(el) {
            true => Row::Edges(Vec::new()),
            false => Row::Edges(vec![edge]),
        };
        for escape in escapes {
            self.put_sequence(escape);
        }
    }

    /// Takes the elements of a chain into an edge. The last step decides whether control is kept.
    fn merge(&self, edge: &mut Edge) {
        let Some(end) = self.reductions.chain_end(edge.element) else { return };
        let mut at = edge.element;
        loop {
            let element = self.elements.get(at);
            let next = match element.node {
                Node::Jump(target) => {
                    let to = self.elements.jump_target(target);
                    match self.location(to) == end {
                        true => Some(to),
                        false => Some(self.settle_before(to, self.status[at.0 as usize], end)),
                    }
                }
                _ => element.next,
            };
            match next {
                Some(next) if self.location(next) != end && self.reductions.continues(next) => {
                    edge.atomic = self.status[next.0 as usize] & ATOM != 0;
                    edge.merged.push(next);
                    at = next;
                }
                _ => break,
            }
        }
        edge.target = end;
    }

    /// Like [`Elements::settle`], but not past `end`.
    fn settle_before(&self, from: El, status: u8, end: u32) -> El {
        let mut at = from;
        for _ in 0..500 {
            let element = self.elements.get(at);
            let next = match (&element.node, element.next) {
                _ if element.location == end => return at,
                (Node::Jump(target), _) => self.elements.jump_target(*target),
                (Node::Join | Node::Exit, Some(next)) => next,
                (Node::Unless, _) => self.elements.settle(self.elements.seq(element.sub[0]).first, status),
                _ => return at,
            };
            if status & ATOM != 0 && self.elements.get(next).status & ATOM == 0 {
                return at;
            }
            at = next;
        }
        at
    }

    /// Reached only from inside a chain, so never stood on.
    fn is_merged_away(&self, el: El) -> bool {
        let generic = match &self.elements.get(el).node {
            Node::Join
            | Node::Exit
            | Node::Jump(_)
            | Node::Else
            | Node::Skip
            | Node::End
            | Node::DStep(_) => true,
            Node::Basic(stmt) => {
                matches!(&stmt.kind, StmtKind::Condition(e) if matches!(e.kind, ExprKind::Const(1)))
            }
            _ => false,
        };
        !generic && self.reductions.is_unreachable(el)
    }

    /// A jump out of an atomic sequence gives up control, one into another keeps it (SPIN's `patch_atomic`).
    fn patch_jumps(&mut self, seq: Seq) {
        let sequence = self.elements.seq(seq);
        for el in self.elements.walk(sequence.first, sequence.extent) {
            let element = self.elements.get(el);
            if let Node::Jump(target) = element.node {
                let to = self.status[self.elements.jump_target(target).0 as usize];
                let status = &mut self.status[el.0 as usize];
                if *status & (ATOM | LAST_ATOM) != 0 && to & (ATOM | LAST_ATOM) == 0 {
                    *status = *status & !ATOM | LAST_ATOM;
                }
                if *status & LAST_ATOM != 0 && to & (ATOM | LAST_ATOM) != 0 {
                    *status = *status & !LAST_ATOM | ATOM;
                }
            } else {
                for &sub in &element.sub {
                    self.patch_jumps(sub);
                }
            }
        }
    }

    /// Replaces options that are themselves compound by their options, until none is.
    fn flatten_options(&mut self) {
        loop {
            let mut changed = false;
            for at in 1..self.rows.len() {
                let Row::Options(options) = self.rows[at].clone() else { continue };
                let compound =
                    |o: &u32| matches!(&self.rows[*o as usize], Row::Options(inner) if !inner.is_empty());
                if !options.iter().any(compound) {
                    continue;
                }
                let mut flat = Vec::new();
                for option in options {
                    match &self.rows[option as usize] {
                        Row::Options(inner) if !inner.is_empty() => {
                            let inner = inner.clone();
                            inner.iter().for_each(|&i| self.inherit_marks(i, option));
                            flat.extend(inner);
                        }
                        _ => flat.push(option),
                    }
                }
                // A selection whose only first step leads back to itself cannot be unfolded further.
                if flat.len() > self.rows.len() * 4 {
                    continue;
                }
                self.rows[at] = Row::Options(flat);
                changed = true;
            }
            if !changed {
                return;
            }
        }
    }

    fn inherit_marks(&mut self, to: u32, from: u32) {
        let from = self.marks[from as usize];
        let to = &mut self.marks[to as usize];
        to.end |= from.end;
        to.accept |= from.accept;
        to.progress |= from.progress;
    }

    /// Gives each compound location the transitions of its options.
    fn replace_options(&mut self) {
        for at in 1..self.rows.len() {
            let Row::Options(options) = self.rows[at].clone() else { continue };
            let mut edges = Vec::new();
            for option in options {
                if let Row::Edges(own) = &self.rows[option as usize]
                    && let Some(edge) = own.first().cloned()
                {
                    self.inherit_marks(edge.target, option);
                    edges.push(edge);
                }
            }
            self.rows[at] = Row::Edges(edges);
        }
    }

    /// Puts the transitions of escapes in front, those of the outermost first.
    fn fold_escapes(&mut self) {
        for at in 1..self.rows.len() {
            let Row::Edges(own) = self.rows[at].clone() else { continue };
            let mut list = own.clone();
            for edge in &own {
                for &escape in edge.escapes.iter().rev() {
                    let Row::Edges(first) = &self.rows[escape as usize] else { continue };
                    // The escape may be the location itself, whose list grows while it is read.
                    for candidate in first.clone() {
                        if list.iter().any(|e| e.element == candidate.element) {
                            continue;
                        }
                        list.insert(0, Edge { group: escape, ..candidate });
                    }
                }
            }
            self.rows[at] = Row::Edges(list);
        }
    }

    /// A joint at which a process may rest lets it rest where it leads.
    fn pass_end_marks(&mut self) {
        for (at, row) in self.rows.iter().enumerate() {
            if let Row::Edges(edges) = row
                && let [edge] = edges.as_slice()
                && matches!(self.elements.get(edge.element).node, Node::Join)
                && self.marks[at].end
            {
                self.marks[edge.target as usize].end = true;
            }
        }
    }
}
