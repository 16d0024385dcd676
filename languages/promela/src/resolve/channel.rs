//! Channels: their initialisers, what may be sent and received, and where a channel's name may stand.

use super::Resolver;
use super::reference::Wanted;
use crate::ast;
use crate::resolved::{
    ChannelInit, Expr, ExprKind, Initialiser, LValue, MtypeId, ReceiveArg, StructId, Type, VarId, VarRef,
};
use diagnostics::{Diagnostic, Span};

/// A state has one byte for the number of messages in a channel.
const MAX_SLOTS: i32 = 255;

impl Resolver<'_> {
    pub(super) fn channel_init(&mut self, channel: &ast::ChannelInit) -> Option<ChannelInit> {
        let capacity = self.constant(&channel.capacity)?;
        let declared: Vec<Type> = channel.fields.iter().filter_map(|(ty, _)| self.type_named(ty)).collect();
        let mut fields = Vec::new();
        for (ty, (_, span)) in declared.iter().zip(&channel.fields) {
            let first = fields.len();
            self.flatten_type(*ty, 1, *span, &mut fields);
            if fields[first..].iter().any(|ty| matches!(ty, Type::Unsigned(_))) {
                self.error("message-type", "an `unsigned` cannot be part of a message", *span);
            }
        }
        let capacity = match u32::try_from(capacity) {
            Ok(slots) if capacity <= MAX_SLOTS => slots,
            _ => {
                let message = format!("a channel has between 0 and {MAX_SLOTS} slots, not {capacity}");
                let error = Diagnostic::error("capacity", message, channel.capacity.span);
                self.errors.push(
                    error.hint("a model that needs more waiting messages rarely has few enough states"),
                );
                return None;
            }
        };
        Some(ChannelInit { capacity, declared, fields, span: channel.span })
    }

    /// The scalar fields of a type.
    fn flatten_type(&mut self, ty: Type, count: u32, span: Span, out: &mut Vec<Type>) {
        let Type::Struct(id) = ty else {
            out.extend(std::iter::repeat_n(ty, count as usize));
            return;
        };
        for i in 0..self.model.structure(id).fields.len() {
            let field = &self.model.structure(id).fields[i];
            let (ty, array) = (field.ty, field.array);
            if matches!(ty, Type::Struct(_)) && array.is_some() {
                self.array_of_structures(id, span);
                return;
            }
            self.flatten_type(ty, array.unwrap_or(1), span, out);
        }
    }

    pub(super) fn array_of_structures(&mut self, id: StructId, span: Span) {
        let message = format!(
            "`{}` holds an array of structures and cannot be passed on",
            self.model.structure(id).name
        );
        self.error("array-of-structures", message, span);
    }

    /// The channel of a send, receive or test.
    pub(super) fn channel(&mut self, channel: &ast::VarRef) -> Option<VarRef> {
        let reference = self.reference(channel, Wanted::Scalar)?;
        if reference.ty != Type::Chan {
            let message = format!("`{}` is no channel", self.model.var(reference.var).name);
            let error = Diagnostic::error("not-a-channel", message, channel.span);
            let declared = self.model.var(reference.var).span;
            self.errors.push(error.also(declared, "declared here"));
            return None;
        }
        Some(reference)
    }

    /// Arguments of a send or `run`, structures flattened.
    pub(super) fn arguments(&mut self, args: &[ast::Expr]) -> Vec<Expr> {
        let mut out = Vec::new();
        for arg in args {
            match &arg.kind {
                ast::ExprKind::Var(var) => out.extend(self.expr_or_structure(var)),
                _ => out.push(self.expr(arg)),
            }
        }
        out
    }

    fn expr_or_structure(&mut self, var: &ast::VarRef) -> Vec<Expr> {
        if self.predefined(var).is_some() {
            return vec![self.variable_expr(var)];
        }
        let Some(reference) = self.reference(var, Wanted::Any) else { return Vec::new() };
        let leaves = self.leaves(reference);
        leaves.into_iter().map(|leaf| Expr { span: var.span, kind: ExprKind::Var(leaf) }).collect()
    }

    /// The pattern of a receive or poll, structures flattened.
    pub(super) fn receive_args(&mut self, args: &[ast::ReceiveArg]) -> Vec<ReceiveArg> {
        let mut out = Vec::new();
        for arg in args {
            match arg {
                ast::ReceiveArg::Const(e) => out.push(ReceiveArg::Match(self.expr(e))),
                ast::ReceiveArg::Eval(e) => out.push(ReceiveArg::Eval(self.expr(e))),
                ast::ReceiveArg::Var(var) => match self.predefined(var) {
                    Some("_") => out.push(ReceiveArg::Store(LValue::Discard(var.span))),
                    Some("_priority") => out.push(ReceiveArg::Store(LValue::Priority(var.span))),
                    Some(name) => {
                        self.receive_into_predefined(name, var.span);
                        out.push(ReceiveArg::Store(LValue::Discard(var.span)));
                    }
                    None => {
                        let reference = self.reference(var, Wanted::Any);
                        let leaves = reference.map_or(Vec::new(), |r| self.leaves(r));
                        out.extend(leaves.into_iter().map(|leaf| ReceiveArg::Store(LValue::Var(leaf))));
                    }
                },
            }
        }
        self.check_repeated(&out);
        out
    }

    /// SPIN accepts this and overwrites the value in the state; here it is thrown away.
    fn receive_into_predefined(&mut self, name: &str, span: Span) {
        let warning =
            Diagnostic::warning("receive-into-predefined", format!("`{name}` cannot be changed"), span);
        let warning = warning.label("any value is accepted here and thrown away");
        self.errors.push(warning.hint(format!("to match its value, write `eval({name})`")));
    }

    /// A scalar cannot take two fields of one message.
    fn check_repeated(&mut self, args: &[ReceiveArg]) {
        let mut seen: Vec<VarId> = Vec::new();
        for arg in args {
            let ReceiveArg::Store(LValue::Var(reference)) = arg else { continue };
            if !reference.path.is_empty() || self.model.var(reference.var).array.is_some() {
                continue;
            }
            if seen.contains(&reference.var) {
                let message =
                    format!("`{}` takes two fields of one message", self.model.var(reference.var).name);
                return self.error("repeated-variable", message, reference.span);
            }
            seen.push(reference.var);
        }
    }

    /// Every channel initialiser of the model.
    fn channel_inits(&self) -> impl Iterator<Item = &ChannelInit> {
        let variables = self.model.variables.iter().map(|v| &v.init);
        let fields = self.model.structs.iter().flat_map(|s| s.fields.iter().map(|f| &f.init));
        variables.chain(fields).filter_map(|init| match init {
            Initialiser::Channel(c) => Some(c),
            _ => None,
        })
    }

    /// Whether a process is enabled cannot be told where it may be waiting for a partner, nor who comes first where two
    /// processes of different priorities move together: SPIN refuses both.
    pub(super) fn check_rendezvous(&mut self) {
        let rendezvous = self.channel_inits().find(|c| c.capacity == 0).map(|c| c.span);
        if let (true, Some(channel)) = (self.model.uses_priority, rendezvous) {
            let message = "priorities cannot be used in a model with rendezvous channels";
            let error = Diagnostic::error("priority-with-rendezvous", message, channel);
            self.errors.push(error.hint("give the channel a slot, or leave the priorities out"));
        }
        if let (Some(span), Some(channel)) = (self.enabled, rendezvous) {
            let message = "`enabled` cannot be used in a model with rendezvous channels";
            let error = Diagnostic::error("enabled-with-rendezvous", message, span);
            self.errors.push(error.also(channel, "this channel has no slots"));
        }
    }

    /// SPIN allows as many arguments as the widest channel has fields; here a channel that is known says so itself.
    pub(super) fn check_sends(&mut self) {
        let widest = self.channel_inits().map(|c| c.fields.len()).max().unwrap_or(0);
        for (count, span) in std::mem::take(&mut self.sends) {
            if count > widest {
                let message =
                    format!("{count} values are sent, but no channel has more than {widest} fields");
                self.error("message-length", message, span);
            }
        }
    }

    /// Warns when the number of values cannot be right.
    pub(super) fn check_message_length(&mut self, channel: &VarRef, count: usize, span: Span) {
        let init = match channel.path.last() {
            None => &self.model.var(channel.var).init,
            Some(_) => return,
        };
        let Initialiser::Channel(init) = init else { return };
        let fields = init.fields.len();
        if fields != count {
            let message = format!("this message has {count} fields, the channel has {fields}");
            let warning =
                Diagnostic::warning("message-length", message, span).also(init.span, "declared here");
            self.errors.push(warning.hint("missing fields are sent as 0 and not looked at when receiving"));
        }
    }

    /// SPIN forbids arithmetic on channels in assignments and initialisers, and constants in place of them.
    pub(super) fn check_channel_use(&mut self, value: &Expr, target: Type, place: Span) {
        if target == Type::Chan && matches!(value.kind, ExprKind::Const(_) | ExprKind::Symbol(..)) {
            let error = Diagnostic::error("channel-value", "a constant is no channel", value.span);
            return self.errors.push(error.also(place, "this is a channel"));
        }
        self.check_arithmetic(value);
    }

    /// As above, without the check of constants, which SPIN does not make where it does not know the type yet.
    pub(super) fn check_arithmetic(&mut self, value: &Expr) {
        if let Some(span) = self.channel_in_operation(value, false) {
            self.error("channel-arithmetic", "channels cannot be computed with", span);
        }
    }

    fn channel_in_operation(&self, value: &Expr, inside: bool) -> Option<Span> {
        match &value.kind {
            ExprKind::Var(r) => {
                let plain = r.path.is_empty() && self.model.var(r.var).ty == Type::Chan;
                (plain && inside).then_some(value.span)
            }
            ExprKind::Unary(_, a) => self.channel_in_operation(a, true),
            ExprKind::Binary(_, a, b) => {
                self.channel_in_operation(a, true).or_else(|| self.channel_in_operation(b, true))
            }
            ExprKind::Conditional(a, b, c) => {
                [a, b, c].into_iter().find_map(|e| self.channel_in_operation(e, true))
            }
            _ => None,
        }
    }

    /// A variable of one set of symbolic constants takes no constant of another.
    pub(super) fn check_set(&mut self, target: &VarRef, value: &Expr) {
        let ExprKind::Symbol(set, _) = value.kind else { return };
        if !target.path.is_empty() {
            return;
        }
        let variable = self.model.var(target.var);
        let declared = match variable.ty {
            Type::Mtype(id) if id != MtypeId(0) => Some(id),
            Type::Struct(_) => return,
            _ => self.inferred_sets.get(&target.var).copied(),
        };
        let declared = *declared.as_ref().unwrap_or(&set);
        self.inferred_sets.entry(target.var).or_insert(declared);
        if declared != set {
            let (name, span) = (variable.name.clone(), variable.span);
            let describe = |id: MtypeId| match &self.model.mtypes[id.index()].name {
                Some(name) => format!("`mtype:{name}`"),
                None => "plain `mtype`".to_owned(),
            };
            let message =
                format!("`{name}` holds {}, this constant is {}", describe(declared), describe(set));
            let error = Diagnostic::error("symbol-type", message, value.span);
            self.errors.push(error.also(span, "declared here"));
        }
    }
}
