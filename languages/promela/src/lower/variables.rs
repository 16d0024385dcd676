//! Variables: structures are flattened, every leaf becomes a variable of its own.
//!
//! `x[i].b[j]` with `x` an array of structures and `b` an array is the variable `x.b` of two dimensions.

use std::collections::{HashMap, HashSet};

use program::{ChannelType, ChannelTypeId, GlobalId, LocalId, Scalar, VarRef, Variable};

use super::Lowering;
use crate::resolved::{self, Initialiser, Model, Scope, Type, VarId, Visibility};

/// Which leaf of which variable.
type Leaf = (VarId, Vec<u32>);

/// The variable of the program that each leaf of the model became.
pub(super) struct Variables {
    leaves: HashMap<Leaf, VarRef>,
    /// Leaves whose value some expression reads.
    pub read: HashSet<Leaf>,
    /// Leaves that some process other than `init` writes.
    pub written_later: HashSet<Leaf>,
}

impl Variables {
    pub fn new(model: &Model) -> Variables {
        let mut leaves = HashMap::new();
        let mut next_global = 0;
        for &var in &model.globals {
            for (path, ..) in leaf_paths(model, var) {
                leaves.insert((var, path), VarRef::Global(GlobalId(next_global)));
                next_global += 1;
            }
        }
        for proctype in &model.proctypes {
            let mut next_local = 0;
            for &var in proctype.params.iter().chain(&proctype.locals) {
                for (path, ..) in leaf_paths(model, var) {
                    leaves.insert((var, path), VarRef::Local(LocalId(next_local)));
                    next_local += 1;
                }
            }
        }
        Variables { leaves, read: HashSet::new(), written_later: HashSet::new() }
    }

    /// The variable a leaf became. Every resolved reference has one.
    pub fn leaf(&self, leaf: &Leaf) -> VarRef {
        self.leaves.get(leaf).cloned().unwrap_or(VarRef::Scratch)
    }

    pub fn parameter_count(&self, model: &Model, proctype: &resolved::Proctype) -> u32 {
        proctype.params.iter().map(|&v| leaf_paths(model, v).len() as u32).sum()
    }
}

impl Lowering<'_> {
    pub(super) fn globals(&mut self) -> Vec<Variable> {
        self.model.globals.iter().flat_map(|&v| self.flatten(v)).collect()
    }

    pub(super) fn locals(&mut self, proctype: &resolved::Proctype) -> Vec<Variable> {
        proctype.params.iter().chain(&proctype.locals).flat_map(|&v| self.flatten(v)).collect()
    }

    fn flatten(&mut self, var: VarId) -> Vec<Variable> {
        let declared = self.model.var(var);
        leaf_paths(self.model, var)
            .into_iter()
            .map(|(path, ty, dims, init)| {
                let init = match declared.is_param {
                    true => program::Initialiser::Parameter,
                    false => self.initialiser(&init, &declared.name, declared.span),
                };
                Variable {
                    name: leaf_name(self.model, declared, &path),
                    scalar: cell_scalar(ty, own_array(self.model, declared, &path)),
                    mtype: self.mtype_name(ty),
                    dims,
                    init,
                    hidden: false,
                    span: declared.span,
                }
            })
            .collect()
    }

    fn initialiser(
        &mut self,
        init: &Initialiser,
        name: &str,
        span: diagnostics::Span,
    ) -> program::Initialiser {
        match init {
            Initialiser::Zero => program::Initialiser::Zero,
            Initialiser::Value(e) => program::Initialiser::Value(self.expression(e)),
            Initialiser::List(es) => {
                program::Initialiser::List(es.iter().map(|e| self.expression(e)).collect())
            }
            Initialiser::Channel(channel) => {
                // In SPIN's verifiers the only field of a channel has whole bytes too.
                let shape = ChannelType {
                    capacity: channel.capacity,
                    fields: channel
                        .fields
                        .iter()
                        .map(|&t| cell_scalar(t, channel.fields.len() == 1))
                        .collect(),
                    mtypes: channel.fields.iter().map(|&t| self.mtype_name(t)).collect(),
                    name: name.into(),
                    span,
                };
                self.program.channel_types.push(shape);
                program::Initialiser::Channel(ChannelTypeId(self.program.channel_types.len() as u32 - 1))
            }
        }
    }

    fn mtype_name(&self, ty: Type) -> Option<String> {
        match ty {
            Type::Mtype(set) => {
                Some(self.model.mtypes[set.index()].name.clone().unwrap_or_else(|| "_unnamed_".into()))
            }
            _ => None,
        }
    }

    /// `hidden` variables leave the state when nothing reads them; returns the global ones that are read and that are
    /// not settled by `init` once for all.
    pub(super) fn hide_unread(&mut self) -> HashSet<GlobalId> {
        let asked = |leaf: &&Leaf| self.model.var(leaf.0).visibility == Some(Visibility::Hidden);
        let (read, unread): (Vec<Leaf>, Vec<Leaf>) = self
            .variables
            .leaves
            .keys()
            .filter(asked)
            .cloned()
            .partition(|l| self.variables.read.contains(l));
        unread.iter().for_each(|leaf| self.hide_leaf(leaf));
        let global = |leaf: &Leaf| match self.variables.leaf(leaf) {
            VarRef::Global(id) => Some(id),
            _ => None,
        };
        read.iter().filter(|leaf| self.variables.written_later.contains(leaf)).filter_map(global).collect()
    }

    /// Takes variables out of the state.
    pub(super) fn hide(&mut self, vars: &HashSet<VarId>) {
        let leaves: Vec<Leaf> =
            self.variables.leaves.keys().filter(|l| vars.contains(&l.0)).cloned().collect();
        leaves.iter().for_each(|leaf| self.hide_leaf(leaf));
    }

    fn hide_leaf(&mut self, leaf: &Leaf) {
        match (self.variables.leaf(leaf), self.model.var(leaf.0).scope) {
            (VarRef::Global(id), _) => self.program.globals[id.index()].hidden = true,
            (VarRef::Local(id), Scope::Local(p)) => {
                self.program.proctypes[p.index()].locals[id.index()].hidden = true;
            }
            _ => {}
        }
    }

    /// `x = 0` for a local variable.
    pub(super) fn reset(&self, var: VarId) -> program::Statement {
        let place = program::Place {
            var: self.variables.leaf(&(var, Vec::new())),
            scalar: scalar(self.model.var(var).ty),
            index: Vec::new(),
        };
        program::Statement::Assign(place, program::Expr::Const(0))
    }
}

/// The leaves of a variable with type, dimensions and initialiser, in order of declaration.
fn leaf_paths(model: &Model, var: VarId) -> Vec<(Vec<u32>, Type, Vec<u32>, Initialiser)> {
    let declared = model.var(var);
    let mut out = Vec::new();
    let dims: Vec<u32> = declared.array.into_iter().collect();
    descend(model, declared.ty, &declared.init, &mut Vec::new(), &dims, &mut out);
    out
}

fn descend(
    model: &Model,
    ty: Type,
    init: &Initialiser,
    path: &mut Vec<u32>,
    dims: &[u32],
    out: &mut Vec<(Vec<u32>, Type, Vec<u32>, Initialiser)>,
) {
    let Type::Struct(id) = ty else {
        out.push((path.clone(), ty, dims.to_vec(), init.clone()));
        return;
    };
    for (field, i) in model.structure(id).fields.iter().zip(0..) {
        path.push(i);
        let dims: Vec<u32> = dims.iter().copied().chain(field.array).collect();
        descend(model, field.ty, &field.init, path, &dims, out);
        path.pop();
    }
}

/// Is the variable, or the last field of the path, itself declared as an array?
fn own_array(model: &Model, var: &resolved::Variable, path: &[u32]) -> bool {
    let (mut ty, mut array) = (var.ty, var.array);
    for &i in path {
        let Type::Struct(id) = ty else { break };
        let field = &model.structure(id).fields[i as usize];
        (ty, array) = (field.ty, field.array);
    }
    array.is_some()
}

/// The name of a leaf: `x[].b` for the field `b` of the array `x` of structures.
fn leaf_name(model: &Model, var: &resolved::Variable, path: &[u32]) -> String {
    let mut name = var.name.clone();
    let (mut ty, mut array) = (var.ty, var.array);
    for &i in path {
        let Type::Struct(id) = ty else { break };
        let field = &model.structure(id).fields[i as usize];
        let index = if array.is_some() { "[]" } else { "" };
        name = format!("{name}{index}.{}", field.name);
        (ty, array) = (field.ty, field.array);
    }
    name
}

/// The type of the cells of a variable. In SPIN's verifiers only a single bit or unsigned is packed; the elements of
/// an array have whole bytes.
pub(super) fn cell_scalar(ty: Type, is_array: bool) -> Scalar {
    match (scalar(ty), is_array) {
        (Scalar::Bit, true) => Scalar::Byte,
        (Scalar::Unsigned(bits), true) => match bits {
            0..=8 => Scalar::Byte,
            9..=16 => Scalar::Unsigned(16),
            _ => Scalar::Unsigned(32),
        },
        (scalar, _) => scalar,
    }
}

/// The type of a cell.
pub(super) fn scalar(ty: Type) -> Scalar {
    match ty {
        Type::Bit | Type::Bool => Scalar::Bit,
        Type::Byte => Scalar::Byte,
        Type::Pid => Scalar::Pid,
        Type::Short => Scalar::Short,
        Type::Int | Type::Struct(_) => Scalar::Int,
        Type::Unsigned(bits) => Scalar::Unsigned(bits),
        Type::Mtype(_) => Scalar::Mtype,
        Type::Chan => Scalar::Chan,
    }
}
