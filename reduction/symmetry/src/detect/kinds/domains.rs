//! What values say about kinds: which channels a channel variable may hold, and which values a class has.

use program::{CellName, Code, Initialiser, Instance, Program};

use super::{KindId, Kinds, Term};

impl Kinds {
    /// A channel kind has the fields of every channel it may hold.
    pub(super) fn connect_channels(
        &mut self,
        program: &Program,
        instance: &Instance,
        initial: &[(CellName, i32)],
    ) {
        // A literal channel, or the initial value of a channel variable.
        let mut held: Vec<(KindId, i32)> = self.literals.clone();
        held.extend(initial.iter().filter_map(|(name, v)| Some((self.cell_kind(*name)?, *v))));
        for (kind, value) in held {
            if !matches!(self.terms[self.root(kind).0 as usize], Term::Channel(_)) {
                continue;
            }
            let Some((shape, _)) = instance.configuration.channel(value) else { continue };
            self.unify_shape(kind, shape.0, program);
        }
        self.connect_reused(program, instance);
        // Channels made by processes that do not exist yet: by the variable that will hold them.
        for key in self.variables.keys().copied().collect::<Vec<_>>() {
            let init = match key.proctype {
                Some(p) => &program.proctype(p).locals[key.index as usize].init,
                None => &program.globals[key.index as usize].init,
            };
            if let Initialiser::Channel(shape) = init {
                let kind = self.variables[&key];
                self.unify_shape(kind, shape.0, program);
            }
        }
    }

    /// Where processes make channels after the start, the number of one that has been removed may become that of another:
    /// the messages of all channels that processes make are alike then.
    fn connect_reused(&mut self, program: &Program, instance: &Instance) {
        let made = |code: &Code| {
            let locals = program.proctype(code.proctype).locals.iter();
            locals.filter_map(|var| match var.init {
                Initialiser::Channel(shape) => Some(shape.0),
                _ => None,
            })
        };
        if instance.later.iter().flat_map(made).next().is_none() {
            return;
        }
        let any = self.fresh(Term::Channel(Vec::new()));
        for shape in instance.processes.iter().chain(&instance.later).flat_map(made) {
            self.unify_shape(any, shape, program);
        }
        for (kind, value) in self.literals.clone() {
            let is_channel = matches!(self.terms[self.root(kind).0 as usize], Term::Channel(_));
            if is_channel && value != 0 && instance.configuration.channel(value).is_none() {
                self.unify(kind, any);
            }
        }
    }

    /// A number that is used as a channel may be any channel, so nothing is known of what messages hold.
    pub(super) fn demote_messages(&mut self) {
        let is_number = |kind: &KindId| self.terms[self.root(*kind).0 as usize] == Term::Number;
        if self.channels_used.iter().any(is_number) {
            for field in self.fields.values().copied().collect::<Vec<_>>() {
                self.number(field, "may travel in any channel, as a channel is computed", "");
            }
        }
    }

    fn unify_shape(&mut self, kind: KindId, shape: u32, program: &Program) {
        let count = program.channel_types[shape as usize].fields.len();
        let fields = (0..count).map(|f| self.fields[&(shape, f)]).collect();
        let term = self.fresh(Term::Channel(fields));
        self.unify(kind, term);
    }

    pub(super) fn collect_domains(&mut self, initial: &[(CellName, i32)]) {
        let held: Vec<(KindId, i32)> = (self.literals.iter().copied())
            .chain(initial.iter().filter_map(|(name, v)| Some((self.cell_kind(*name)?, *v))))
            .collect();
        for (kind, value) in held {
            let root = self.root(kind);
            self.domains.entry(root).or_default().insert(value);
        }
    }
}
