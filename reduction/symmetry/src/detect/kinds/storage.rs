//! Which kinds of values can be renamed where they are stored.
//!
//! A symmetry renames what a cell holds, so every name must fit every cell that may hold it, before and after. A cell that holds
//! names takes one byte, whatever its declared type, and 0 there is "no value" (`CellSlot::biased`). "No value" is never read,
//! so the number that it would read as can be stored in the same way, as long as it stays itself: 255 in a byte, -1 in a cell of
//! more than eight bits, what models call nobody. A cell of fewer than eight bits must have room for all names.
//! Otherwise storing one would change it, which is arithmetic.
//!
//! Until the start, processes may do what they like with numbers, as no symmetry speaks of that. But what they store in a cell
//! of names must be a name: `t = 1000; run P(t / 1000); t = 0` needs the four bytes of `t`. Cells of one byte hold every byte.

use program::{
    Expr, GlobalId, Instance, LocalId, Owner, Place, ProctypeId, Program, ReceiveArg, Scalar, Statement,
    VarKey, VarRef,
};
use rapidhash::RapidHashSet as HashSet;

use super::{KindId, Kinds, Term};

/// The names that a cell of more than eight bits can hold.
const NAMES: std::ops::RangeInclusive<i32> = -1..=254;

impl Kinds {
    /// Makes numbers of kinds whose values cannot be renamed in some cell that holds them.
    pub(super) fn demote_unstorable(
        &mut self,
        program: &Program,
        instance: &Instance,
        mentioned: &HashSet<VarKey>,
    ) {
        let cells = self.cells_of_code(program, mentioned);
        for &(kind, scalar) in &cells {
            if !self.fits(kind, scalar, instance) {
                self.number(
                    kind,
                    "is held by a variable in which not all of them can be told apart",
                    "declare it as byte or pid",
                );
            }
        }
        let wide: HashSet<KindId> =
            cells.iter().filter(|(_, scalar)| scalar.size() > 1).map(|&(kind, _)| self.root(kind)).collect();
        if !wide.is_empty() {
            self.demote_computed_before_start(program, instance, &wide, mentioned);
        }
    }

    /// The cells of variables that the code mentions, and of messages. What is only folded into the code is not renamed.
    fn cells_of_code(&self, program: &Program, mentioned: &HashSet<VarKey>) -> Vec<(KindId, Scalar)> {
        let scalar = |key: &VarKey| match key.proctype {
            Some(p) => program.proctype(p).locals.get(key.index as usize).map(|v| v.scalar),
            None => program.globals.get(key.index as usize).map(|v| v.scalar),
        };
        let variables = self.variables.iter().filter(|(key, _)| mentioned.contains(key));
        let mut cells: Vec<(KindId, Scalar)> =
            variables.filter_map(|(key, &kind)| Some((kind, scalar(key)?))).collect();
        cells.extend(
            self.fields
                .iter()
                .map(|(&(shape, field), &kind)| (kind, program.channel_types[shape as usize].fields[field])),
        );
        cells
    }

    /// Can every value of a kind be stored in a cell of this type, and its image?
    fn fits(&self, kind: KindId, scalar: Scalar, instance: &Instance) -> bool {
        let root = self.root(kind);
        let whole = |v: i32| scalar.truncate(v) == v;
        let held = || self.domains.get(&root).into_iter().flatten();
        let is_wide = scalar.size() > 1;
        let names = match &self.terms[root.0 as usize] {
            Term::Number => return true,
            Term::Open => return held().all(|&v| whole(v) && (!is_wide || NAMES.contains(&v))),
            Term::Process => 0..instance.processes.len() as i32,
            Term::Channel(_) => 1..instance.configuration.channels.len() as i32 + 1,
        };
        // What is created later has numbers that are not known yet.
        let later = whole(255) || instance.later.is_empty();
        let known = held().all(|&v| whole(v) && (!is_wide || NAMES.contains(&v)));
        known && later && names.clone().all(whole)
    }

    /// What processes have computed until the start must not get into cells that have room for names only. Variables
    /// that the code does not mention, such as parameters that have been folded into it, have no such cells.
    fn demote_computed_before_start(
        &mut self,
        program: &Program,
        instance: &Instance,
        wide: &HashSet<KindId>,
        mentioned: &HashSet<VarKey>,
    ) {
        let has_moved = instance.processes.iter().zip(0u8..).filter(|(code, pid)| {
            instance.creator == Some(*pid) || code.initial != program.proctype(code.proctype).initial
        });
        let types: HashSet<ProctypeId> = has_moved.map(|(code, _)| code.proctype).collect();
        let mut computed: Vec<KindId> = Vec::new();
        let stored = Stored { kinds: self, wide, mentioned };
        for &p in &types {
            let transitions = program.proctype(p).locations.iter().flat_map(|l| &l.transitions);
            transitions.for_each(|t| stored.note_computed(p, &t.statement, &mut computed));
        }
        for kind in computed {
            self.number(kind, "is computed before all processes exist", "declare it as byte or pid");
        }
    }
}

/// Cells into which processes may store what they compute before the start.
struct Stored<'a> {
    kinds: &'a Kinds,
    /// Kinds with cells of more than one byte.
    wide: &'a HashSet<KindId>,
    mentioned: &'a HashSet<VarKey>,
}

impl Stored<'_> {
    fn note_computed(&self, p: ProctypeId, statement: &Statement, out: &mut Vec<KindId>) {
        let mut note = |kind: Option<KindId>, value: Option<&Expr>| {
            if let Some(kind) = kind.map(|kind| self.kinds.root(kind)).filter(|kind| self.wide.contains(kind))
                && !value.is_some_and(|e| self.is_name(p, kind, e))
            {
                out.push(kind);
            }
        };
        match statement {
            Statement::Assign(place, e) => note(self.place_kind(p, place), Some(e)),
            Statement::Run { proctype, args, .. } => {
                for (arg, i) in args.iter().zip(0..) {
                    let key = VarKey::local(Owner::Later(*proctype), *proctype, LocalId(i));
                    note(self.stored_kind(key), Some(arg));
                }
            }
            // Which channel is meant is not looked into.
            Statement::Send { .. } => self.kinds.fields.values().for_each(|&field| note(Some(field), None)),
            Statement::Receive { args, .. } => {
                for arg in args {
                    if let ReceiveArg::Bind(place) = arg {
                        note(self.place_kind(p, place), None);
                    }
                }
            }
            Statement::Sequence(parts) => {
                parts.iter().for_each(|part| self.note_computed(p, part, out));
            }
            Statement::DStep(block) => {
                for node in &block.nodes {
                    if let program::DStepNode::Do { statement, .. } = node {
                        self.note_computed(p, statement, out);
                    }
                }
            }
            _ => {}
        }
    }

    fn place_kind(&self, p: ProctypeId, place: &Place) -> Option<KindId> {
        match place.var {
            VarRef::Global(GlobalId(id)) => self.stored_kind(VarKey::global(GlobalId(id))),
            VarRef::Local(id) => self.stored_kind(VarKey::local(Owner::Later(p), p, id)),
            _ => None,
        }
    }

    /// The kind of a variable whose cells are renamed.
    fn stored_kind(&self, key: VarKey) -> Option<KindId> {
        self.kinds.variables.get(&key).copied().filter(|_| self.mentioned.contains(&key))
    }

    /// Does an expression yield a name of a kind, or a literal that can be stored as one?
    fn is_name(&self, p: ProctypeId, kind: KindId, expr: &Expr) -> bool {
        match expr {
            Expr::Const(value) => NAMES.contains(value),
            Expr::Pid => true,
            Expr::Load(place) => self.place_kind(p, place).is_some_and(|k| self.kinds.root(k) == kind),
            _ => false,
        }
    }
}
