//! Which shapes of channel a variable or a message field may hold: everything that is ever copied into it.
//!
//! Needed only where channels are sent in messages or kept in variables: a message sent to a channel that is not written
//! down as a literal has the fields of any channel that may be meant. The sets grow until nothing changes (inclusion
//! constraints, as in Andersen's analysis of pointers, 1994).

use program::{
    CellName, ChannelTypeId, Code, Head, Initialiser, Instance, Interpreter, LocalId, Owner, Program, Tree,
    VarKey,
};
use rapidhash::RapidHashMap as HashMap;

#[cfg(test)]
mod tests;

/// A set of shapes.
type Shapes = Vec<bool>;

/// Something that holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    /// A variable as declared.
    Variable(VarKey),
    /// A field of the messages of a shape.
    Field(usize, usize),
}

/// What everything may hold.
pub(super) struct Held<'a> {
    program: &'a Program,
    instance: &'a Instance,
    holds: HashMap<Holder, Shapes>,
    /// The shapes that processes make, if some do after the start: the number of a channel that has been removed may then be
    /// that of another.
    reused: Shapes,
    grown: bool,
}

impl<'a> Held<'a> {
    pub fn new(interpreter: &'a Interpreter, instance: &'a Instance) -> Held<'a> {
        let program = interpreter.program();
        let reused = reused(program, instance);
        let mut held = Held { program, instance, holds: HashMap::default(), reused, grown: true };
        held.start(interpreter);
        while std::mem::take(&mut held.grown) {
            for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
                for (local, values) in &code.starts {
                    let var = VarKey::local(code.owner, code.proctype, LocalId(*local));
                    values.iter().for_each(|value| held.copy(value, Holder::Variable(var.declared())));
                }
                code.locations.iter().flat_map(|(_, edges)| edges).for_each(|e| held.statement(&e.action));
            }
        }
        held
    }

    /// The shapes that an expression may mean.
    pub fn shapes(&self, tree: &Tree) -> impl Iterator<Item = ChannelTypeId> {
        let mut shapes = self.of(tree);
        let stale = shapes.iter().zip(&self.reused).any(|(held, reused)| *held && *reused);
        // A number that is no channel at the start may become one.
        let unknown = tree.constant().is_some_and(|value| value != 0 && !shapes.contains(&true));
        if stale || unknown {
            shapes.iter_mut().zip(&self.reused).for_each(|(held, reused)| *held |= *reused);
        }
        (0..shapes.len() as u32).filter(move |&s| shapes[s as usize]).map(ChannelTypeId)
    }

    /// What cells hold at the start, and what processes that are created later make.
    fn start(&mut self, interpreter: &Interpreter) {
        for cell in interpreter.layout().cells(&self.instance.configuration) {
            let holder = match cell.name {
                CellName::Variable(var, _) => Holder::Variable(var.declared()),
                CellName::Field { shape, field, .. } => Holder::Field(shape as usize, field),
                CellName::Location(_) => continue,
            };
            for start in &self.instance.starts {
                let shapes = self.literal(cell.slot.load(&start[cell.at..]));
                self.add(holder, &shapes);
            }
        }
        for code in &self.instance.later {
            for (var, local) in self.program.proctype(code.proctype).locals.iter().zip(0..) {
                if let Initialiser::Channel(shape) = var.init {
                    let mut shapes = self.none();
                    shapes[shape.index()] = true;
                    let var = VarKey::local(Owner::Later(code.proctype), code.proctype, LocalId(local));
                    self.add(Holder::Variable(var), &shapes);
                }
            }
        }
    }

    fn none(&self) -> Shapes {
        vec![false; self.program.channel_types.len()]
    }

    fn literal(&self, value: i32) -> Shapes {
        let mut shapes = self.none();
        if let Some((shape, _)) = self.instance.configuration.channel(value) {
            shapes[shape.index()] = true;
        }
        shapes
    }

    fn of(&self, tree: &Tree) -> Shapes {
        let var = match &tree.head {
            Head::Const(value) => return self.literal(*value),
            Head::Var(var) | Head::Element(var) => *var,
            Head::Remote(p, local, _) => VarKey::local(Owner::Later(*p), *p, *local),
            Head::Cond => {
                let (yes, no) = (self.of(&tree.kids[1]), self.of(&tree.kids[2]));
                return yes.iter().zip(&no).map(|(a, b)| *a || *b).collect();
            }
            Head::Scratch => return self.none(),
            // What is computed may be any number.
            _ => return vec![true; self.program.channel_types.len()],
        };
        self.holds.get(&Holder::Variable(var.declared())).cloned().unwrap_or_else(|| self.none())
    }

    fn add(&mut self, to: Holder, shapes: &[bool]) {
        let none = self.none();
        let held = self.holds.entry(to).or_insert(none);
        for (known, &new) in held.iter_mut().zip(shapes) {
            self.grown |= new && !*known;
            *known |= new;
        }
    }

    fn copy(&mut self, from: &Tree, to: Holder) {
        let shapes = self.of(from);
        self.add(to, &shapes);
    }

    fn assign(&mut self, place: &Tree, shapes: &[bool]) {
        if let Head::Var(var) | Head::Element(var) = place.head {
            self.add(Holder::Variable(var.declared()), shapes);
        }
    }

    fn statement(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Assign => {
                let shapes = self.of(&tree.kids[1]);
                self.assign(&tree.kids[0], &shapes);
            }
            Head::Run(p, _, has_result) => {
                let args = tree.kids.len() - usize::from(*has_result);
                for (arg, i) in tree.kids[..args].iter().zip(0..) {
                    self.copy(arg, Holder::Variable(VarKey::local(Owner::Later(*p), *p, LocalId(i))));
                }
                if let Some(result) = tree.kids.get(args) {
                    let any = vec![true; self.program.channel_types.len()];
                    self.assign(result, &any);
                }
            }
            Head::Send { .. } | Head::Receive { .. } => self.exchange(tree),
            _ => tree.kids.iter().for_each(|kid| self.statement(kid)),
        }
    }

    fn exchange(&mut self, tree: &Tree) {
        let shapes: Vec<ChannelTypeId> = self.shapes(&tree.kids[0]).collect();
        for shape in shapes.iter().map(|shape| shape.index()) {
            for (field, arg) in tree.kids[1..].iter().enumerate() {
                let holder = Holder::Field(shape, field);
                match arg.head {
                    Head::Match => {}
                    Head::Bind => {
                        let held = self.holds.get(&holder).cloned().unwrap_or_else(|| self.none());
                        self.assign(&arg.kids[0], &held);
                    }
                    _ => self.copy(arg, holder),
                }
            }
        }
    }
}

fn reused(program: &Program, instance: &Instance) -> Shapes {
    let mut shapes = vec![false; program.channel_types.len()];
    let made = |code: &Code| {
        let locals = program.proctype(code.proctype).locals.iter();
        locals.filter_map(|var| match var.init {
            Initialiser::Channel(shape) => Some(shape),
            _ => None,
        })
    };
    if instance.later.iter().flat_map(made).next().is_some() {
        let all = instance.processes.iter().chain(&instance.later);
        all.flat_map(made).for_each(|shape| shapes[shape.index()] = true);
    }
    shapes
}
