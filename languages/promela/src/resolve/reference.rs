//! References to variables: indices, fields, and the scalars a whole structure stands for.

use super::scope::PREDEFINED;
use super::{Entity, Resolver};
use crate::ast::{self, VarPart};
use crate::resolved::{Expr, ExprKind, FieldRef, Type, VarRef};
use diagnostics::{Diagnostic, Span, nearest};

/// What a reference must lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A single value, not a structure.
    Scalar,
    /// A single value or a whole structure.
    Any,
    /// An array without its index, as in `for (i in a)`.
    Array,
}

impl Resolver<'_> {
    /// The predefined name a reference consists of.
    pub(super) fn predefined<'n>(&self, var: &'n ast::VarRef) -> Option<&'n str> {
        match &var.parts[..] {
            [VarPart { name, index: None }] if PREDEFINED.contains(&name.text.as_str()) => Some(&name.text),
            _ => None,
        }
    }

    pub(super) fn reference(&mut self, var: &ast::VarRef, wanted: Wanted) -> Option<VarRef> {
        let first = var.parts.first()?;
        let Some(id) = self.lookup(&first.name.text) else {
            if PREDEFINED.contains(&first.name.text.as_str()) {
                let message = format!("`{}` cannot be used like this", first.name.text);
                self.error("predefined", message, first.name.span);
            } else {
                self.undeclared(&first.name);
            }
            self.resolve_indices(var);
            return None;
        };
        self.mention(first.name.span, || Entity::Variable(id));
        let (mut ty, array) = (self.model.var(id).ty, self.model.var(id).array);
        let only = var.parts.len() == 1;
        let index = self.index(first, array, wanted, only)?;
        let mut path = Vec::new();
        for (i, part) in var.parts.iter().enumerate().skip(1) {
            let last = i + 1 == var.parts.len();
            let (field, array, field_ty) = self.field(ty, part)?;
            let index = self.index(part, array, wanted, last)?;
            path.push(FieldRef { field, index });
            ty = field_ty;
        }
        if wanted == Wanted::Scalar && matches!(ty, Type::Struct(_)) && !self.lenient {
            self.incomplete(var, ty);
            return None;
        }
        Some(VarRef { var: id, index, path, ty, span: var.span })
    }

    fn incomplete(&mut self, var: &ast::VarRef, ty: Type) {
        let name = &var.parts[var.parts.len() - 1].name.text;
        let error =
            Diagnostic::error("incomplete-structure", format!("`{name}` is a whole structure"), var.span)
                .label("a field is missing");
        let Type::Struct(id) = ty else { return };
        let example = self
            .model
            .structure(id)
            .fields
            .first()
            .map(|f| format!("name a field, as in `{name}.{}`", f.name));
        self.errors.push(error.hint(example.unwrap_or_default()));
    }

    /// Looks at the indices of a reference that is wrong anyway, for their own errors.
    fn resolve_indices(&mut self, var: &ast::VarRef) {
        for part in &var.parts {
            if let Some(index) = &part.index {
                self.expr(index);
            }
        }
    }

    /// The index of one part. The outer `None` means an error was reported.
    fn index(
        &mut self,
        part: &VarPart,
        array: Option<u32>,
        wanted: Wanted,
        last: bool,
    ) -> Option<Option<Box<Expr>>> {
        let index = part.index.as_ref().map(|e| Box::new(self.expr(e)));
        match (index, array) {
            (Some(index), Some(length)) => {
                self.check_bounds(&index, length, &part.name);
                Some(Some(index))
            }
            (None, None) => Some(None),
            (None, Some(_)) if self.lenient || (last && wanted == Wanted::Array) => Some(None),
            (None, Some(_)) => {
                let name = &part.name.text;
                let error =
                    Diagnostic::error("missing-index", format!("`{name}` is an array"), part.name.span);
                self.errors.push(error.label("an index is missing").hint(format!("write `{name}[0]`")));
                None
            }
            // SPIN lets a scalar be indexed with the constant 0.
            (Some(index), None) if matches!(index.kind, ExprKind::Const(0)) => Some(None),
            (Some(_), None) if self.lenient => Some(None),
            (Some(index), None) => {
                let message = format!("`{}` is no array", part.name.text);
                self.error("index-of-scalar", message, index.span);
                None
            }
        }
    }

    fn check_bounds(&mut self, index: &Expr, length: u32, name: &ast::Name) {
        let ExprKind::Const(value) = index.kind else { return };
        if u32::try_from(value).is_ok_and(|v| v < length) {
            return;
        }
        let message = format!("index {value} is outside `{}`, which has {length} elements", name.text);
        self.errors.push(Diagnostic::warning("index-out-of-bounds", message, index.span));
    }

    fn field(&mut self, ty: Type, part: &VarPart) -> Option<(u32, Option<u32>, Type)> {
        let name = &part.name;
        let Type::Struct(id) = ty else {
            let message = format!("there is no field `{}`: this is no structure", name.text);
            self.error("no-field", message, name.span);
            return None;
        };
        let structure = self.model.structure(id);
        if let Some(at) = structure.fields.iter().position(|f| f.name == name.text) {
            let field = &structure.fields[at];
            let (number, found) = (u32::try_from(at).ok()?, (field.array, field.ty));
            self.mention(name.span, || Entity::Field(id, number));
            return Some((number, found.0, found.1));
        }
        let message = format!("structure `{}` has no field `{}`", structure.name, name.text);
        let error = Diagnostic::error("no-field", message, name.span).also(structure.span, "declared here");
        let near = nearest(&name.text, structure.fields.iter().map(|f| f.name.as_str()));
        self.errors.push(match near {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        });
        None
    }

    /// The scalars a reference stands for, in the order of declaration; arrays inside structures are written out.
    pub(super) fn leaves(&mut self, reference: VarRef) -> Vec<VarRef> {
        let Type::Struct(id) = reference.ty else { return vec![reference] };
        let mut out = Vec::new();
        for i in 0..self.model.structure(id).fields.len() {
            let field = &self.model.structure(id).fields[i];
            let (ty, array) = (field.ty, field.array);
            let at = u32::try_from(i).unwrap_or(u32::MAX);
            if matches!(ty, Type::Struct(_)) && array.is_some() {
                self.array_of_structures(id, reference.span);
                return out;
            }
            for index in indices(array, reference.span) {
                let mut leaf = VarRef { ty, ..reference.clone() };
                leaf.path.push(FieldRef { field: at, index });
                out.extend(self.leaves(leaf));
            }
        }
        out
    }
}

fn indices(array: Option<u32>, span: Span) -> Vec<Option<Box<Expr>>> {
    let constant = |k: u32| {
        let kind = ExprKind::Const(i32::try_from(k).unwrap_or(i32::MAX));
        Some(Box::new(Expr { kind, span }))
    };
    array.map_or_else(|| vec![None], |n| (0..n).map(constant).collect())
}
