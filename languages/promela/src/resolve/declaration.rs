//! Declarations: variables, structures and symbolic constants.

use super::{Entity, Resolver};
use crate::ast::{self, Decl, Declarator, MtypeDecl, Number, TypeName, Typedef, Visibility};
use crate::resolved::{
    Expr, ExprKind, Field, Initialiser, MtypeId, Scope, Struct, StructId, Type, VarId, Variable,
};
use diagnostics::{Diagnostic, Span};

/// SPIN numbers symbolic constants in a byte.
const MAX_SYMBOLS: usize = 255;

impl Resolver<'_> {
    pub(super) fn global_declaration(&mut self, decl: &Decl) {
        for var in &decl.vars {
            let id = self.variable(decl, var, false);
            if let Some(id) = id {
                self.model.globals.push(id);
            }
        }
    }

    /// Declares one variable, with its initialiser.
    pub(super) fn variable(&mut self, decl: &Decl, var: &Declarator, is_param: bool) -> Option<VarId> {
        let ty = self.declared_type(&decl.ty, var)?;
        let array = var.size.as_ref().map(|size| self.array_size(size, &var.name));
        self.check_visibility(decl, ty, var);
        // The initialiser is read first: `byte x = x` has no `x` yet.
        let init = self.initialiser(var, ty);
        let id = VarId(u32::try_from(self.model.variables.len()).unwrap_or(u32::MAX));
        self.model.variables.push(Variable {
            name: var.name.text.clone(),
            unique_name: self.unique_name(&var.name.text),
            scope: self.scope(),
            ty,
            array,
            init,
            visibility: decl.visibility,
            is_param,
            span: var.name.span,
        });
        self.declare(&var.name, id);
        Some(id)
    }

    fn declared_type(&mut self, ty: &TypeName, var: &Declarator) -> Option<Type> {
        let ty = match ty {
            TypeName::Unsigned => return Some(Type::Unsigned(self.width(var.width, &var.name))),
            other => self.type_named(other)?,
        };
        if let Some(width) = var.width {
            let error = Diagnostic::error("width", "only an `unsigned` can have a width", width.span);
            self.errors.push(error.hint("declare it as `unsigned`"));
        }
        Some(ty)
    }

    fn width(&mut self, width: Option<Number>, name: &ast::Name) -> u8 {
        let Some(width) = width else {
            let message = format!("`{}` is unsigned and needs a width", name.text);
            let error = Diagnostic::error("width", message, name.span);
            self.errors.push(error.hint(format!("write `unsigned {} : 4`", name.text)));
            return 16;
        };
        match u8::try_from(width.value) {
            Ok(bits) if (1..32).contains(&bits) => bits,
            _ => {
                self.error("width", "a width lies between 1 and 31 bits", width.span);
                16
            }
        }
    }

    /// A type where no width can stand.
    pub(super) fn type_named(&mut self, ty: &TypeName) -> Option<Type> {
        Some(match ty {
            TypeName::Bit => Type::Bit,
            TypeName::Bool => Type::Bool,
            TypeName::Byte => Type::Byte,
            TypeName::Pid => Type::Pid,
            TypeName::Short => Type::Short,
            TypeName::Int => Type::Int,
            TypeName::Chan => Type::Chan,
            TypeName::Unsigned => Type::Unsigned(16),
            TypeName::Mtype(None) => Type::Mtype(MtypeId(0)),
            TypeName::Mtype(Some(set)) => Type::Mtype(self.set_named(set)),
            TypeName::User(name) => match self.structs.get(&name.text) {
                Some(&id) => {
                    self.mention(name.span, || Entity::Structure(id));
                    Type::Struct(id)
                }
                None => {
                    self.undeclared(name);
                    return None;
                }
            },
        })
    }

    /// A set of symbolic constants; mentioning one creates it.
    fn set_named(&mut self, set: &ast::Name) -> MtypeId {
        let id = self.set_of(&set.text);
        self.mention(set.span, || Entity::Set(id));
        id
    }

    fn set_of(&mut self, name: &str) -> MtypeId {
        if let Some(id) = self.sets.get(name) {
            return *id;
        }
        let id = MtypeId(u32::try_from(self.model.mtypes.len()).unwrap_or(0));
        let set = crate::resolved::Mtype { name: Some(name.to_owned()), constants: Vec::new() };
        self.model.mtypes.push(set);
        self.sets.insert(name.to_owned(), id);
        id
    }

    fn check_visibility(&mut self, decl: &Decl, ty: Type, var: &Declarator) {
        if decl.visibility != Some(Visibility::Hidden) {
            return;
        }
        let name = &var.name;
        let reason = match (ty, self.scope()) {
            (_, Scope::Local(_)) => "only a global variable can be hidden",
            (Type::Bit | Type::Bool, _) => "a `bit` or `bool` cannot be hidden",
            (Type::Chan, _) => "a channel cannot be hidden",
            _ => return,
        };
        let error = Diagnostic::error("hidden", format!("`{}` cannot be hidden", name.text), name.span);
        self.errors.push(error.label(reason));
    }

    fn initialiser(&mut self, var: &Declarator, ty: Type) -> Initialiser {
        match &var.init {
            None => Initialiser::Zero,
            Some(ast::Initialiser::Channel(channel)) => {
                if ty != Type::Chan {
                    let message = format!("`{}` is no channel", var.name.text);
                    let error = Diagnostic::error("channel-initialiser", message, channel.span);
                    self.errors.push(error.hint("declare it as `chan`"));
                    return Initialiser::Zero;
                }
                self.channel_init(channel).map_or(Initialiser::Zero, Initialiser::Channel)
            }
            Some(ast::Initialiser::List(values)) => {
                if var.size.is_none() {
                    let message = format!("`{}` must be an array to take a list of values", var.name.text);
                    self.error("list-initialiser", message, var.name.span);
                }
                Initialiser::List(values.iter().map(|v| self.expr(v)).collect())
            }
            Some(ast::Initialiser::Value(value)) if matches!(ty, Type::Struct(_)) => {
                let message = format!("`{}` is a structure; its initial value is ignored", var.name.text);
                let warning = Diagnostic::warning("structure-initialiser", message, value.span);
                self.errors.push(warning.hint("give initial values to the fields in the `typedef`"));
                Initialiser::Zero
            }
            Some(ast::Initialiser::Value(value)) => {
                let value = self.expr(value);
                self.check_arithmetic(&value);
                self.check_initial_set(&value, ty, var.name.span);
                Initialiser::Value(value)
            }
        }
    }

    fn check_initial_set(&mut self, value: &Expr, ty: Type, place: Span) {
        if let (Type::Mtype(wanted), ExprKind::Symbol(set, _)) = (ty, &value.kind)
            && wanted != MtypeId(0)
            && wanted != *set
        {
            let error =
                Diagnostic::error("symbol-type", "this constant belongs to another `mtype`", value.span);
            self.errors.push(error.also(place, "declared here"));
        }
    }

    pub(super) fn typedef(&mut self, typedef: &Typedef) {
        let mut fields: Vec<Field> = Vec::new();
        for decl in &typedef.fields {
            for var in &decl.vars {
                let Some(ty) = self.declared_type(&decl.ty, var) else { continue };
                let array = var.size.as_ref().map(|size| self.array_size(size, &var.name));
                if let Some(first) = fields.iter().find(|f| f.name == var.name.text) {
                    let message = format!("field `{}` is already declared", var.name.text);
                    let error = Diagnostic::error("redeclared", message, var.name.span);
                    self.errors.push(error.also(first.span, "first declared here"));
                }
                let init = self.initialiser(var, ty);
                fields.push(Field { name: var.name.text.clone(), ty, array, init, span: var.name.span });
            }
        }
        let id = StructId(u32::try_from(self.model.structs.len()).unwrap_or(u32::MAX));
        self.structs.insert(typedef.name.text.clone(), id);
        let structure = Struct { name: typedef.name.text.clone(), fields, span: typedef.name.span };
        self.model.structs.push(structure);
    }

    /// Later declarations of the same set continue its numbering; within one declaration the last name comes first.
    pub(super) fn symbolic_constants(&mut self, decl: &MtypeDecl) {
        let set = decl.set.as_ref().map_or(MtypeId(0), |name| self.set_named(name));
        let known = self.model.mtypes[set.index()].constants.len();
        if known + decl.constants.len() > MAX_SYMBOLS {
            let message = format!("a set holds at most {MAX_SYMBOLS} symbolic constants");
            return self.error("too-many-symbols", message, decl.span);
        }
        for (i, name) in decl.constants.iter().rev().enumerate() {
            if let Some(first) = self.first_declaration(&name.text) {
                let message = format!("`{}` is already declared", name.text);
                let error = Diagnostic::error("redeclared", message, name.span);
                self.errors.push(error.also(first, "first declared here"));
            }
            let value = u8::try_from(known + i + 1).unwrap_or(u8::MAX);
            if self.symbols.insert(name.text.clone(), (set, value)).is_some() {
                let message = format!("`{}` appears twice among symbolic constants", name.text);
                self.error("redeclared", message, name.span);
            }
            self.model.mtypes[set.index()].constants.push((name.text.clone(), value));
        }
    }

    fn first_declaration(&self, name: &str) -> Option<Span> {
        self.globals.get(name).map(|id| self.model.var(*id).span)
    }
}

/// The zero of an implied initialisation.
pub(super) fn zero(span: Span) -> Expr {
    Expr { kind: ExprKind::Const(0), span }
}

/// The first `run` in an expression.
pub(super) fn find_run(expr: &ast::Expr) -> Option<Span> {
    use ast::ExprKind as E;
    match &expr.kind {
        E::Run(..) => Some(expr.span),
        E::Unary(_, a) | E::Temporal1(_, a) | E::Enabled(a) | E::PcValue(a) | E::GetPriority(a) => {
            find_run(a)
        }
        E::Binary(_, a, b) | E::Temporal2(_, a, b) => find_run(a).or_else(|| find_run(b)),
        E::Conditional(a, b, c) => find_run(a).or_else(|| find_run(b)).or_else(|| find_run(c)),
        _ => None,
    }
}
