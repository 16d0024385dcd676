//! Building elements from statements, in the order in which SPIN's parser creates them.

use super::element::{ATOM, D_ATOM, El, Element, Elements, LAST_ATOM, Node, Seq, Sequence, Target};
use super::escape::attach_escape;
use crate::resolved::{Block, LabelId, Model, Proctype, Stmt, StmtKind};

/// Builds the elements of a body.
pub(super) fn build<'m>(model: &'m Model, proctype: &'m Proctype, first_id: u32) -> Elements<'m> {
    let empty =
        Elements { elements: Vec::new(), sequences: Vec::new(), labels: Vec::new(), body: Seq(0), first_id };
    let mut builder = Builder { model, out: empty, open: Vec::new(), loops: 0, breaks: Vec::new() };
    builder.open.push(Open::default());
    builder.statements(&proctype.body);
    let end = builder.element(Node::End, None);
    builder.append(end);
    builder.out.body = builder.close();
    builder.keep_remote_labels();
    builder.tie_loose_ends();
    builder.out
}

/// A sequence under construction.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    first: Option<El>,
    last: Option<El>,
}

/// A statement whose inner sequences are built, but not yet its own element.
enum Parsed<'m> {
    Selection { repeats: Option<LoopId>, options: Vec<Seq>, stmt: &'m Stmt },
    Unless { main: Seq, escape: Seq, stmt: &'m Stmt },
    Simple(Node<'m>, &'m Stmt),
}

/// Numbers loops, so that a `break` can be resolved once the exit of its loop exists.
type LoopId = usize;

struct Builder<'m> {
    model: &'m Model,
    out: Elements<'m>,
    open: Vec<Open>,
    loops: usize,
    /// Enclosing loops, innermost last, and the jumps that wait for their exits.
    breaks: Vec<(LoopId, Vec<El>)>,
}

impl<'m> Builder<'m> {
    fn statements(&mut self, block: &'m Block) {
        for stmt in &block.stmts {
            let parsed = self.parse(stmt);
            self.add(parsed, &stmt.labels);
        }
    }

    /// Builds the sequences inside a statement.
    fn parse(&mut self, stmt: &'m Stmt) -> Parsed<'m> {
        match &stmt.kind {
            StmtKind::If(options) => {
                let options = options.iter().map(|b| self.sequence(b)).collect();
                Parsed::Selection { repeats: None, options, stmt }
            }
            StmtKind::Do(options) => {
                self.loops += 1;
                let id = self.loops;
                self.breaks.push((id, Vec::new()));
                let options = options.iter().map(|b| self.sequence(b)).collect();
                Parsed::Selection { repeats: Some(id), options, stmt }
            }
            StmtKind::Atomic(block) => {
                let seq = self.sequence(block);
                self.make_atomic(seq, 0);
                Parsed::Simple(Node::Atomic(seq), stmt)
            }
            StmtKind::DStep(block) => {
                let seq = self.sequence(block);
                self.make_atomic(seq, D_ATOM);
                Parsed::Simple(Node::DStep(seq), stmt)
            }
            StmtKind::Block(block) => {
                let seq = self.sequence(block);
                Parsed::Simple(Node::Block(seq), stmt)
            }
            StmtKind::Unless { main, escape } => self.parse_unless(stmt, main, escape),
            StmtKind::Goto(label) => Parsed::Simple(Node::Jump(Target::Label(*label)), stmt),
            StmtKind::Else => Parsed::Simple(Node::Else, stmt),
            _ => Parsed::Simple(Node::Basic(stmt), stmt),
        }
    }

    /// A side in braces is a sequence as soon as it is read; a single statement becomes one only when both sides
    /// are known, the escape first.
    fn parse_unless(&mut self, stmt: &'m Stmt, main: &'m Block, escape: &'m Block) -> Parsed<'m> {
        let main_read = self.read_side(main);
        let escape_read = self.read_side(escape);
        let escape = self.finish_side(escape_read);
        let main = self.finish_side(main_read);
        Parsed::Unless { main, escape, stmt }
    }

    fn read_side(&mut self, block: &'m Block) -> Result<Seq, (Parsed<'m>, &'m [LabelId])> {
        match block.stmts.as_slice() {
            [single] if single.span == block.span => Err((self.parse(single), &single.labels)),
            _ => Ok(self.sequence(block)),
        }
    }

    fn finish_side(&mut self, side: Result<Seq, (Parsed<'m>, &'m [LabelId])>) -> Seq {
        side.unwrap_or_else(|(parsed, labels)| {
            self.open.push(Open::default());
            self.add(parsed, labels);
            self.close()
        })
    }

    fn sequence(&mut self, block: &'m Block) -> Seq {
        self.open.push(Open::default());
        self.statements(block);
        self.close()
    }

    /// Makes the element of a statement and appends it to the open sequence.
    fn add(&mut self, parsed: Parsed<'m>, labels: &[LabelId]) {
        match parsed {
            Parsed::Simple(node, stmt) => self.add_simple(node, stmt, labels),
            Parsed::Selection { repeats, options, stmt } => {
                self.add_selection(repeats, options, stmt, labels)
            }
            Parsed::Unless { main, escape, stmt } => self.add_unless(main, escape, stmt, labels),
        }
    }

    fn add_simple(&mut self, node: Node<'m>, stmt: &'m Stmt, labels: &[LabelId]) {
        let is_break = matches!(stmt.kind, StmtKind::Break);
        let el = self.element(node, Some(stmt));
        if is_break && let Some((_, waiting)) = self.breaks.last_mut() {
            waiting.push(el);
        }
        self.set_labels(labels, el);
        let jumps = is_break || matches!(self.out.get(el).node, Node::Jump(_));
        // SPIN gives a jump that carries a special label a skip to stand on, and moves the outermost label there.
        if jumps && self.has_special_label(el) {
            let skip = self.element(Node::Skip, Some(stmt));
            if let Some(entry) = self.out.labels.iter_mut().rev().find(|(_, e)| *e == el) {
                entry.1 = skip;
            }
            self.append(skip);
        }
        self.append(el);
    }

    fn has_special_label(&self, el: El) -> bool {
        let special = |label: LabelId| {
            let label = self.model.label(label);
            label.is_end() || label.is_accept() || label.is_progress()
        };
        self.out.labels.iter().any(|&(label, e)| e == el && special(label))
    }

    fn add_selection(
        &mut self,
        repeats: Option<LoopId>,
        options: Vec<Seq>,
        stmt: &'m Stmt,
        labels: &[LabelId],
    ) {
        let node = if repeats.is_some() { Node::Do } else { Node::If };
        let selection = self.element(node, Some(stmt));
        let join = self.element(Node::Join, Some(stmt));
        for &option in &options {
            self.append_to(option, join);
        }
        self.out.get_mut(selection).sub = self.else_last(options);
        self.set_labels(labels, selection);
        if repeats.is_none() {
            self.append(selection);
            self.append(join);
            return;
        }
        self.append(join);
        let exit = self.element(Node::Exit, Some(stmt));
        for waiting in self.breaks.pop().map(|(_, els)| els).unwrap_or_default() {
            self.out.get_mut(waiting).node = Node::Jump(Target::Element(exit));
        }
        self.append(selection);
        self.append(exit);
    }

    /// An option that begins with `else` is tried after all others, wherever it is written; its elements keep the
    /// numbers they got where they are written.
    fn else_last(&self, mut options: Vec<Seq>) -> Vec<Seq> {
        options.sort_by_key(|&option| matches!(self.out.get(self.out.seq(option).first).node, Node::Else));
        options
    }

    fn add_unless(&mut self, main: Seq, escape: Seq, stmt: &'m Stmt, labels: &[LabelId]) {
        let unless = self.element(Node::Unless, Some(stmt));
        let join = self.element(Node::Join, Some(stmt));
        self.out.get_mut(unless).sub = vec![main, escape];
        self.append_to(main, join);
        self.append_to(escape, join);
        attach_escape(&mut self.out, main, escape);
        self.set_labels(labels, unless);
        self.append(unless);
        self.append(join);
    }

    fn set_labels(&mut self, labels: &[LabelId], el: El) {
        // The innermost label is set first.
        self.out.labels.extend(labels.iter().rev().map(|&label| (label, el)));
    }

    fn element(&mut self, node: Node<'m>, stmt: Option<&'m Stmt>) -> El {
        let index = self.out.elements.len() as u32;
        self.out.elements.push(Element {
            node,
            location: index + 1,
            spin_id: self.out.first_id + index,
            next: None,
            sub: Vec::new(),
            escapes: Vec::new(),
            status: 0,
            stmt,
        });
        El(index)
    }

    fn append(&mut self, el: El) {
        let Some(open) = self.open.last_mut() else { return };
        match open.last.replace(el) {
            Some(last) => self.out.get_mut(last).next = Some(el),
            None => open.first = Some(el),
        }
    }

    fn append_to(&mut self, seq: Seq, el: El) {
        let last = self.out.seq(seq).last;
        self.out.get_mut(last).next = Some(el);
        self.out.sequences[seq.0 as usize].last = el;
    }

    fn close(&mut self) -> Seq {
        let open = self.open.pop().unwrap_or_default();
        let (first, last) = match (open.first, open.last) {
            (Some(first), Some(last)) => (first, last),
            // The resolver leaves no sequence empty; a skip keeps the graph whole all the same.
            _ => {
                let skip = self.element(Node::Skip, None);
                (skip, skip)
            }
        };
        self.out.sequences.push(Sequence { first, last, extent: last });
        Seq(self.out.sequences.len() as u32 - 1)
    }

    /// Marks a sequence as atomic; its last step gives control back (SPIN's `make_atomic`).
    fn make_atomic(&mut self, seq: Seq, added: u8) {
        self.mark_atomic(seq, added);
        let last = self.out.seq(seq).last;
        match self.out.get(last).node {
            Node::Block(inner) | Node::Atomic(inner) => self.make_atomic(inner, added),
            Node::Unless => {
                let main = self.out.get(last).sub[0];
                self.make_atomic(main, added);
            }
            _ => {
                let status = &mut self.out.get_mut(last).status;
                *status = *status & !ATOM | LAST_ATOM;
            }
        }
    }

    fn mark_atomic(&mut self, seq: Seq, added: u8) {
        let Sequence { first, last, .. } = self.out.seq(seq);
        for el in self.out.walk(first, last) {
            let element = self.out.get_mut(el);
            element.status |= ATOM | added;
            let inner = match element.node {
                Node::Atomic(inner) | Node::Block(inner) => Some(inner),
                Node::DStep(inner) if added != 0 => Some(inner),
                _ => None,
            };
            if let Some(inner) = inner {
                element.node = Node::Block(inner);
                self.mark_atomic(inner, added);
            }
            for sub in self.out.get(el).sub.clone() {
                self.mark_atomic(sub, added);
            }
        }
    }

    /// A label that is referred to from outside must be a place to stand: a jump behind it gets a skip in front.
    fn keep_remote_labels(&mut self) {
        for (label, el) in self.out.labels.clone() {
            if self.model.label(label).remote && matches!(self.out.get(el).node, Node::Jump(_)) {
                let copy = Element { ..self.out.get(el).clone() };
                let moved = self.element(copy.node.clone(), copy.stmt);
                self.out.get_mut(moved).next = copy.next;
                self.out.get_mut(moved).status = copy.status;
                let element = self.out.get_mut(el);
                element.node = Node::Skip;
                element.next = Some(moved);
            }
        }
    }

    /// What follows an inner sequence is what follows the statement it belongs to.
    fn tie_loose_ends(&mut self) {
        // Inner statements are created before outer ones: going backwards, the outer `next` is known first.
        for index in (0..self.out.elements.len()).rev() {
            let element = &self.out.elements[index];
            if let Node::Atomic(inner) | Node::Block(inner) | Node::DStep(inner) = element.node {
                let next = element.next;
                let last = self.out.seq(inner).last;
                self.out.get_mut(last).next = next;
            }
        }
    }
}
