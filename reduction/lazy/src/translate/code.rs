//! The code of a process in terms of cells, and of identifiers where they are meant.
//!
//! A tree is translated in one of two contexts. Where an identifier is expected (an index of an owned array, the other
//! side of a comparison with an identifier cell, the value of one) literals name processes and move with them. Everywhere
//! else values are numbers, `_pid` included. What crosses over, an identifier that is added to or a sum that is taken
//! for a process, is [`Expr::Rigid`]: right in its value, respected by no permutation.

use program::{BinaryOp, Code, Head, Instance, LocalId, Owner, ProctypeId, Scalar, Tree, VarKey};

use super::cells::{Cells, FieldKind, Variable};
use super::{Refusal, simplify};
use crate::system::{
    Action, ChannelRef, DEAD, Element, Exchange, Expr, Field, Node, Operator, Place, ProcessId, Target,
    Transition,
};

/// Translates the code of one process.
pub(super) struct Coder<'a> {
    instance: &'a Instance,
    cells: &'a Cells,
    process: u16,
}

type Translated<T> = Result<T, Refusal>;

impl<'a> Coder<'a> {
    pub fn new(instance: &'a Instance, cells: &'a Cells, process: u16) -> Coder<'a> {
        Coder { instance, cells, process }
    }

    /// The transitions of the process.
    pub fn transitions(&self, code: &Code) -> Translated<Vec<Transition>> {
        let mut all = Vec::new();
        for (location, edges) in &code.locations {
            let mut earlier: Vec<Action> = Vec::new();
            for edge in edges {
                let mut action = self.action(&edge.action).map_err(|r| r.at(edge.span))?;
                otherwise(&mut action, &earlier);
                earlier.push(action.clone());
                all.push(Transition {
                    statement: edge.id.0,
                    source: location.0 as i32,
                    target: (edge.target.0 != 0).then_some(edge.target.0 as i32),
                    atomic: edge.atomic,
                    action,
                    span: edge.span,
                });
            }
        }
        Ok(all)
    }

    fn action(&self, tree: &Tree) -> Translated<Action> {
        Ok(match &tree.head {
            Head::Skip => Action::Skip,
            Head::Print => self.print(&tree.kids)?,
            Head::Guard => Action::Guard(self.number(&tree.kids[0])?),
            Head::Assert => Action::Assert(self.number(&tree.kids[0])?),
            // Of the options of a `d_step` those before it have been tried; elsewhere see `otherwise`.
            Head::Else => Action::Else(Vec::new()),
            Head::Assign => {
                let (target, kind) = self.target(&tree.kids[0])?;
                Action::Assign(target, self.stored(&tree.kids[1], kind)?)
            }
            Head::Forget => Action::Forget(self.target(&tree.kids[0])?.0),
            Head::Send { .. } => Action::Send(self.exchange(tree, false, false)?),
            Head::Receive { random, keep } => Action::Receive(self.exchange(tree, *random, *keep)?),
            Head::Sequence => Action::Sequence(self.actions(&tree.kids)?),
            Head::Together => {
                let parts = self.actions(&tree.kids)?;
                match parts.iter().all(never_faults) {
                    true => Action::Together(parts),
                    false => Action::Sequence(parts),
                }
            }
            Head::DStep => Action::DStep(tree.kids.iter().map(|k| self.node(k)).collect::<Translated<_>>()?),
            Head::Terminate => self.terminate()?,
            _ => return Err(Refusal::new("a statement that lazy reduction does not know", None)),
        })
    }

    fn actions(&self, trees: &[Tree]) -> Translated<Vec<Action>> {
        trees.iter().map(|t| self.action(t)).collect()
    }

    fn node(&self, tree: &Tree) -> Translated<Node> {
        match &tree.head {
            Head::Do(next) => Ok(Node::Do(self.action(&tree.kids[0])?, *next)),
            Head::Choice(options) => Ok(Node::Choice(options.clone())),
            // A step without a choice is one sequence.
            Head::Sequence => Ok(Node::Do(self.action(tree)?, None)),
            _ => Err(Refusal::new("a statement that lazy reduction does not know", None)),
        }
    }

    /// What is printed matters only if it goes wrong.
    fn print(&self, trees: &[Tree]) -> Translated<Action> {
        let loaded = |tree: &Tree| if self.is_identifier(tree) { self.load(tree) } else { self.number(tree) };
        let mut printed = trees.iter().map(loaded).collect::<Translated<Vec<Expr>>>()?;
        printed.retain(Expr::may_fault);
        Ok(if printed.is_empty() { Action::Skip } else { Action::Evaluate(printed) })
    }

    /// A process ends once all younger ones have; if one of them never does, it never does.
    fn terminate(&self) -> Translated<Action> {
        let younger: Vec<ProcessId> =
            (self.process + 1..self.instance.processes.len() as u16).map(ProcessId).collect();
        let ends = |p: &ProcessId| super::edges(&self.instance.processes[p.index()]).any(|e| ends(&e.action));
        if !younger.iter().all(ends) {
            return Ok(Action::Guard(Expr::Const(0)));
        }
        let entries = &self.instance.configuration;
        let own = entries.processes[usize::from(self.process)];
        if entries.channels.iter().any(|&channel| channel > own) {
            return Err(Refusal::new("a process that ends takes channels with it", None));
        }
        // Variables of a process that is gone read as 0.
        let gone =
            self.cells.private[usize::from(self.process)].iter().map(|&p| Action::Forget(Target::Cell(p)));
        let mut parts = vec![Action::Terminate(younger)];
        parts.extend(gone);
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Action::Sequence(parts) })
    }

    /// A value that is compared with an identifier, or with a number.
    fn value(&self, tree: &Tree, identifier: bool) -> Translated<Expr> {
        if identifier { self.identifier(tree, None) } else { self.number(tree) }
    }

    /// A value for a cell.
    fn stored(&self, tree: &Tree, kind: FieldKind) -> Translated<Expr> {
        if kind.identifier { self.identifier(tree, Some(kind.scalar)) } else { self.number(tree) }
    }

    /// An expression where an identifier is expected, perhaps to be stored in a cell of a type. What the cell cannot hold
    /// is cut off, and what is left may name a process that the whole does not.
    fn identifier(&self, tree: &Tree, cell: Option<Scalar>) -> Translated<Expr> {
        if let Some(value) = literal(tree) {
            let value = cell.map_or(value, |scalar| scalar.truncate(value));
            return Ok(self.process(value).map_or(Expr::Const(value), Expr::Process));
        }
        Ok(match &tree.head {
            Head::Var(key) | Head::Element(key)
                if self.is_identifier(tree)
                    && cell.is_none_or(|scalar| fits(self.cells.variables[key].scalar, scalar)) =>
            {
                self.load(tree)?
            }
            Head::Cond => Expr::Cond(Box::new([
                self.number(&tree.kids[0])?,
                self.identifier(&tree.kids[1], cell)?,
                self.identifier(&tree.kids[2], cell)?,
            ])),
            _ => Expr::Rigid(Box::new(self.number(tree)?)),
        })
    }

    /// The process of a class that a number names.
    fn process(&self, value: i32) -> Option<ProcessId> {
        let index = usize::try_from(value).ok()?;
        (self.cells.owned.class.get(index) == Some(&true)).then_some(ProcessId(index as u16))
    }

    /// An expression where a number is expected.
    fn number(&self, tree: &Tree) -> Translated<Expr> {
        Ok(match &tree.head {
            Head::Const(value) => Expr::Const(*value),
            Head::PidOf => Expr::Const(tree.kids[0].constant().unwrap_or(-1)),
            Head::Var(_) | Head::Element(_) if self.is_identifier(tree) => {
                Expr::Rigid(Box::new(self.load(tree)?))
            }
            Head::Var(_) | Head::Element(_) => self.load(tree)?,
            Head::Unary(op) => match self.number(&tree.kids[0])? {
                Expr::Const(value) => Expr::Const(program::unary(*op, value)),
                operand => Expr::Unary(*op, Box::new(operand)),
            },
            Head::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne)) => self.comparison(*op, tree)?,
            Head::Binary(op) => {
                let kids = tree.kids.iter().map(|k| self.number(k)).collect::<Translated<_>>()?;
                simplify::operator(*op, kids)
            }
            Head::Cond => Expr::Cond(Box::new([
                self.number(&tree.kids[0])?,
                self.number(&tree.kids[1])?,
                self.number(&tree.kids[2])?,
            ])),
            Head::Len => Expr::Fill(None, self.channel(&tree.kids[0])?),
            Head::Test(test) => Expr::Fill(Some(*test), self.channel(&tree.kids[0])?),
            Head::Poll { random } => Expr::Poll(Box::new(self.exchange(tree, *random, true)?)),
            Head::ProcessCount => Expr::Alive,
            Head::PcValue | Head::AtLabel(..) | Head::Remote(..) => self.remote(tree)?,
            _ => return Err(Refusal::new("an expression that lazy reduction does not know", None)),
        })
    }

    /// `==` or `!=`: of identifiers if either side is one.
    fn comparison(&self, op: BinaryOp, tree: &Tree) -> Translated<Expr> {
        let identifiers = tree.kids.iter().any(|k| self.is_identifier(k));
        let kids = tree.kids.iter().map(|k| self.value(k, identifiers)).collect::<Translated<_>>()?;
        Ok(simplify::operator(op, kids))
    }

    /// Another process's location or variable. Only of a process that is known before the run.
    fn remote(&self, tree: &Tree) -> Translated<Expr> {
        let computed = || Refusal::new("a remote reference to a process that is computed in the run", None);
        let known = |tree: Option<&Tree>| -> Translated<Option<u16>> {
            let Some(tree) = tree else { return Ok(None) };
            Ok(u16::try_from(literal(tree).ok_or_else(computed)?).ok())
        };
        match &tree.head {
            Head::PcValue => {
                let process = known(tree.kids.first())?.filter(|&p| self.exists(p));
                let location = |p| self.while_alive(p, Expr::Cell(Place::Local(ProcessId(p), 0)));
                Ok(process.map_or(Expr::Const(0), location))
            }
            Head::AtLabel(proctype, location) => {
                let process = match tree.kids.first() {
                    Some(pid) => known(Some(pid))?.filter(|&p| self.exists(p)),
                    None => self.first_of(*proctype),
                };
                let Some(process) = process else { return Ok(Expr::Const(0)) };
                let here = Expr::Cell(Place::Local(ProcessId(process), 0));
                let kids = vec![here, Expr::Const(location.0 as i32)];
                Ok(Expr::Operator(Operator { op: BinaryOp::Eq, unordered: true }, kids))
            }
            Head::Remote(proctype, local, has_pid) => {
                let (process, index) = match has_pid {
                    true => (known(tree.kids.first())?, &tree.kids[1..]),
                    false => (self.first_of(*proctype), &tree.kids[..]),
                };
                self.remote_variable(*proctype, *local, process, index)
            }
            _ => Err(computed()),
        }
    }

    fn remote_variable(
        &self,
        proctype: ProctypeId,
        local: LocalId,
        process: Option<u16>,
        index: &[Tree],
    ) -> Translated<Expr> {
        let Some(process) = process.filter(|&p| self.exists(p)) else { return Ok(Expr::Const(0)) };
        if self.instance.processes[usize::from(process)].proctype != proctype {
            return Ok(Expr::Const(0));
        }
        let key = VarKey::local(Owner::Process(process as u8), proctype, local);
        match self.cells.variables.get(&key) {
            Some(variable) => {
                let loaded = self.element(variable, index)?;
                let loaded = if variable.identifier { Expr::Rigid(Box::new(loaded)) } else { loaded };
                Ok(if loaded.may_fault() { self.while_alive(process, loaded) } else { loaded })
            }
            None => Ok(Expr::Const(0)),
        }
    }

    /// The value as long as the process is there, and 0 afterwards.
    fn while_alive(&self, process: u16, value: Expr) -> Expr {
        let here = Expr::Cell(Place::Local(ProcessId(process), 0));
        let alive = simplify::operator(BinaryOp::Ne, vec![here, Expr::Const(DEAD)]);
        Expr::Cond(Box::new([alive, value, Expr::Const(0)]))
    }

    fn exists(&self, process: u16) -> bool {
        usize::from(process) < self.instance.processes.len()
    }

    fn first_of(&self, proctype: ProctypeId) -> Option<u16> {
        self.instance.processes.iter().position(|c| c.proctype == proctype).map(|p| p as u16)
    }

    fn lookup(&self, key: VarKey) -> Translated<&Variable> {
        let missing = || Refusal::new("a variable that belongs to no process", None);
        self.cells.variables.get(&key).ok_or_else(missing)
    }

    /// Does it yield an identifier?
    fn is_identifier(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Var(key) | Head::Element(key) => {
                self.cells.variables.get(key).is_some_and(|variable| variable.identifier)
            }
            Head::Cond => tree.kids[1..].iter().any(|k| self.is_identifier(k)),
            _ => false,
        }
    }

    fn load(&self, tree: &Tree) -> Translated<Expr> {
        match &tree.head {
            Head::Var(key) => self.element(self.lookup(*key)?, &[]),
            Head::Element(key) => self.element(self.lookup(*key)?, &tree.kids),
            _ => Err(Refusal::new("an expression that lazy reduction does not know", None)),
        }
    }

    fn element(&self, variable: &Variable, index: &[Tree]) -> Translated<Expr> {
        Ok(match self.place(variable, index)? {
            Target::Cell(Place::Nowhere) => Expr::Const(0),
            Target::Cell(place) => Expr::Cell(place),
            Target::Element(element) => Expr::Element(element),
        })
    }

    /// Where an element stands: a cell if all indices are constant and within bounds.
    fn place(&self, variable: &Variable, index: &[Tree]) -> Translated<Target> {
        let constant: Option<Vec<i32>> = index.iter().map(literal).collect();
        if let Some(place) = constant.and_then(|index| at(variable, &index)) {
            return Ok(Target::Cell(place));
        }
        let moves = variable
            .places
            .iter()
            .any(|p| matches!(p, Place::Local(owner, _) if Some(owner.0) != own(variable)));
        let index = (index.iter().enumerate())
            .map(|(i, tree)| match (i, variable.owned, moves) {
                (0, true, _) => self.identifier(tree, None),
                // Elements move, and the index is not an identifier that would move with them.
                (0, false, true) => Ok(Expr::Rigid(Box::new(self.number(tree)?))),
                _ => self.number(tree),
            })
            .collect::<Translated<Vec<Expr>>>()?;
        Ok(Target::Element(Element { array: variable.array, index }))
    }

    fn target(&self, tree: &Tree) -> Translated<(Target, FieldKind)> {
        match &tree.head {
            Head::Scratch => {
                Ok((Target::Cell(Place::Nowhere), FieldKind { scalar: Scalar::Int, identifier: false }))
            }
            Head::Var(key) | Head::Element(key) => {
                let variable = self.lookup(*key)?;
                let kind = FieldKind { scalar: variable.scalar, identifier: variable.identifier };
                Ok((self.place(variable, &tree.kids)?, kind))
            }
            _ => Err(Refusal::new("an assignment to another process's variable", None)),
        }
    }

    fn channel(&self, tree: &Tree) -> Translated<ChannelRef> {
        match tree.constant() {
            Some(value) if self.instance.configuration.channel(value).is_some() => {
                Ok(ChannelRef::Fixed(value as u32 - 1))
            }
            _ => {
                let number = self.number(tree)?;
                Ok(ChannelRef::Computed(Box::new(Expr::Rigid(Box::new(number)))))
            }
        }
    }

    fn exchange(&self, tree: &Tree, random: bool, keep: bool) -> Translated<Exchange> {
        let channel = self.channel(&tree.kids[0])?;
        let kinds = self.fields(&channel)?;
        let mut fields = Vec::new();
        for (kid, i) in tree.kids[1..].iter().zip(0..) {
            // Of a channel that is computed, which no permutation respects, and of a field too many nothing is known.
            let unknown = FieldKind { scalar: Scalar::Int, identifier: false };
            let kind = kinds.get(i).copied().unwrap_or(unknown);
            fields.push(match kid.head {
                Head::Bind => self.bind(&kid.kids[0], kind)?,
                Head::Match => Field::Value(self.value(&kid.kids[0], kind.identifier)?),
                _ => Field::Value(self.stored(kid, kind)?),
            });
        }
        Ok(Exchange { channel, fields, random, keep })
    }

    /// The fields of its messages. Rendezvous is refused: two processes take part in one step.
    fn fields(&self, channel: &ChannelRef) -> Translated<Vec<FieldKind>> {
        let rendezvous = || Refusal::new("a rendezvous: two processes take part in one step", None);
        match channel {
            ChannelRef::Fixed(number) => match self.cells.channels[*number as usize].capacity {
                0 => Err(rendezvous()),
                _ => Ok(self.cells.fields[*number as usize].clone()),
            },
            ChannelRef::Computed(_) => match self.cells.channels.iter().any(|c| c.capacity == 0) {
                true => Err(rendezvous()),
                false => Ok(Vec::new()),
            },
        }
    }

    /// A field that goes from a cell of one sort into one of the other, or a narrower one, carries an identifier across.
    fn bind(&self, tree: &Tree, field: FieldKind) -> Translated<Field> {
        let (target, takes) = self.target(tree)?;
        Ok(match (field.identifier, takes.identifier, &target) {
            (_, false, Target::Cell(Place::Nowhere)) | (false, false, _) => Field::Bind(target),
            (true, true, _) if fits(field.scalar, takes.scalar) => Field::Bind(target),
            _ => Field::Rigid(target),
        })
    }
}

/// A leading `else` is about the transitions before it.
fn otherwise(action: &mut Action, earlier: &[Action]) {
    match action {
        Action::Else(of) => of.extend_from_slice(earlier),
        Action::Sequence(parts) => parts.iter_mut().take(1).for_each(|first| otherwise(first, earlier)),
        Action::DStep(nodes) => {
            if let Some(Node::Do(first, _)) = nodes.first_mut() {
                otherwise(first, earlier);
            }
        }
        _ => {}
    }
}

/// A number that is known before the run.
fn literal(tree: &Tree) -> Option<i32> {
    match tree.head {
        Head::PidOf => tree.kids[0].constant(),
        _ => tree.constant(),
    }
}

/// Can a cell of type `into` hold all that one of type `from` can?
fn fits(from: Scalar, into: Scalar) -> bool {
    let (least, most) = match from {
        Scalar::Bit => (0, 1),
        Scalar::Byte | Scalar::Pid | Scalar::Mtype | Scalar::Chan => (0, 255),
        Scalar::Short => (i32::from(i16::MIN), i32::from(i16::MAX)),
        Scalar::Unsigned(bits) if bits < 32 => (0, i32::MAX >> (31 - bits)),
        Scalar::Unsigned(_) | Scalar::Int => (i32::MIN, i32::MAX),
    };
    into.truncate(least) == least && into.truncate(most) == most
}

/// An assignment to a known cell that cannot go wrong.
fn never_faults(action: &Action) -> bool {
    match action {
        Action::Assign(Target::Cell(_), value) => !value.may_fault(),
        Action::Forget(Target::Cell(_)) => true,
        _ => false,
    }
}

fn own(variable: &Variable) -> Option<u16> {
    match variable.places.first() {
        Some(Place::Local(owner, _)) => Some(owner.0),
        _ => None,
    }
}

fn at(variable: &Variable, index: &[i32]) -> Option<Place> {
    let mut flat = 0;
    for (&value, &bound) in index.iter().zip(&variable.bounds) {
        let value = u32::try_from(value).ok().filter(|&v| v < bound)?;
        flat = flat * bound as usize + value as usize;
    }
    (index.len() == variable.bounds.len()).then(|| variable.places[flat])
}

fn ends(tree: &Tree) -> bool {
    tree.head == Head::Terminate || tree.kids.iter().any(ends)
}
