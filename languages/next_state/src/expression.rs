//! Expressions: values in registers, conditions as control flow.
//!
//! A condition is compiled to branches rather than to a value, so `&&` and `||` cost one jump each and comparisons need
//! no materialised truth value.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use program::{BinaryOp, ChannelTest, Expr, FaultKind, UnaryOp};

use crate::callback::Callback;
use crate::context::Context;
use crate::emitter::{CELL, CONTEXT, Emitter, Mode, View};

impl Emitter<'_> {
    /// Goes to `yes` if the expression is not zero, to `no` otherwise.
    pub fn branch(&mut self, view: View, expr: &Expr, yes: Block, no: Block) {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.branch(view, operand, no, yes),
            Expr::Binary(BinaryOp::And, a, b) => {
                let second = self.new_block();
                self.branch(view, a, second, no);
                self.b.switch_to_block(second);
                self.branch(view, b, yes, no);
            }
            Expr::Binary(BinaryOp::Or, a, b) => {
                let second = self.new_block();
                self.branch(view, a, yes, second);
                self.b.switch_to_block(second);
                self.branch(view, b, yes, no);
            }
            Expr::Const(value) => {
                self.b.ins().jump(if *value != 0 { yes } else { no }, &[]);
            }
            _ => {
                let condition = self.condition(view, expr);
                self.b.ins().brif(condition, yes, &[], no, &[]);
            }
        }
    }

    /// Something that is not zero exactly if the expression is not: narrow for comparisons.
    fn condition(&mut self, view: View, expr: &Expr) -> Value {
        if let Expr::Binary(op, a, b) = expr
            && let Some(code) = comparison(*op)
        {
            let (a, b) = (self.eval(view, a), self.eval(view, b));
            return self.b.ins().icmp(code, a, b);
        }
        match expr {
            Expr::Test(test, channel) => self.channel_test(view, *test, channel),
            _ => self.eval(view, expr),
        }
    }

    /// The value of an expression.
    pub fn eval(&mut self, view: View, expr: &Expr) -> Value {
        match expr {
            Expr::Const(value) => self.constant(*value),
            Expr::Load(place) => self.load_place(view, place),
            Expr::Unary(op, operand) => self.unary(view, *op, operand),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.truth(view, expr),
            Expr::Binary(op, a, b) => {
                if comparison(*op).is_some() {
                    let narrow = self.condition(view, expr);
                    return self.b.ins().uextend(types::I32, narrow);
                }
                let (a, b) = (self.eval(view, a), self.eval(view, b));
                self.arithmetic(*op, a, b)
            }
            Expr::Cond(condition, yes, no) => {
                self.choose(view, condition, |e| e.eval(view, yes), |e| e.eval(view, no))
            }
            Expr::Len(channel) => self.channel_length(view, channel),
            Expr::Test(test, channel) => {
                let narrow = self.channel_test(view, *test, channel);
                self.b.ins().uextend(types::I32, narrow)
            }
            Expr::Poll { channel, args, random } => self.poll(view, channel, args, *random),
            Expr::Pid => self.pid,
            Expr::ProcessCount => self.context(types::I32, offset_of!(Context, process_count)),
            Expr::Last => match self.unit.layout.last {
                Some(offset) => {
                    self.note_inspection();
                    self.b.ins().uload8(types::I32, CELL, view.state, offset as i32)
                }
                None => self.constant(0),
            },
            Expr::Timeout if !self.sees_timeout => self.constant(0),
            Expr::Timeout => {
                self.unit.uses_timeout.set(true);
                self.context(types::I32, offset_of!(Context, timeout))
            }
            Expr::PcValue(pid) => {
                let pid = self.eval(view, pid);
                self.location(view, pid)
            }
            Expr::AtLabel { proctype, pid, location } => {
                let pid = self.remote_pid(view, *proctype, pid.as_deref());
                let value = self.location(view, pid);
                let there = self.b.ins().icmp_imm_s(IntCC::Equal, value, i64::from(location.0));
                self.b.ins().uextend(types::I32, there)
            }
            // Programs with these are left to the interpreter: see `support`.
            Expr::NonProgress | Expr::Enabled(_) | Expr::Priority(_) => self.constant(0),
        }
    }

    /// The location of a process, 0 if there is none. Its type is not known here, as `pan` does not check it.
    fn location(&mut self, view: View, pid: Value) -> Value {
        self.note_inspection();
        self.call(Callback::Location, &[self.ctx, view.state, pid]).expect("a location is returned")
    }

    /// The current function depends on control states or `_last`.
    fn note_inspection(&mut self) {
        if self.mode == Mode::Handshake {
            self.unit.inspects_sender.set(true);
        }
    }

    fn unary(&mut self, view: View, op: UnaryOp, operand: &Expr) -> Value {
        let value = self.eval(view, operand);
        match op {
            UnaryOp::Neg => self.b.ins().ineg(value),
            UnaryOp::BitNot => self.b.ins().bnot(value),
            UnaryOp::Not => {
                let narrow = self.b.ins().icmp_imm_s(IntCC::Equal, value, 0);
                self.b.ins().uextend(types::I32, narrow)
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        match op {
            BinaryOp::Add => self.b.ins().iadd(a, b),
            BinaryOp::Sub => self.b.ins().isub(a, b),
            BinaryOp::Mul => self.b.ins().imul(a, b),
            BinaryOp::Div | BinaryOp::Rem => self.divide(op, a, b),
            BinaryOp::BitAnd => self.b.ins().band(a, b),
            BinaryOp::BitOr => self.b.ins().bor(a, b),
            BinaryOp::BitXor => self.b.ins().bxor(a, b),
            BinaryOp::Shl => self.b.ins().ishl(a, b),
            BinaryOp::Shr => self.b.ins().sshr(a, b),
            // Comparisons and connectives do not come here.
            _ => self.constant(0),
        }
    }

    /// The processor stops at zero, and at the smallest number divided by -1.
    fn divide(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let zero = self.b.ins().icmp_imm_s(IntCC::Equal, b, 0);
        self.fault_if(zero, FaultKind::DivisionByZero);
        let minus = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let smallest = self.b.ins().icmp_imm_s(IntCC::Equal, a, i64::from(i32::MIN));
        let overflow = self.b.ins().band(minus, smallest);
        self.fault_if(overflow, FaultKind::DivisionByZero);
        if op == BinaryOp::Div { self.b.ins().sdiv(a, b) } else { self.b.ins().srem(a, b) }
    }

    /// 1 or 0.
    fn truth(&mut self, view: View, expr: &Expr) -> Value {
        self.choose(view, expr, |e| e.constant(1), |e| e.constant(0))
    }

    /// One of two values.
    pub fn choose(
        &mut self,
        view: View,
        condition: &Expr,
        yes: impl FnOnce(&mut Self) -> Value,
        no: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let (then, otherwise, join) = (self.new_block(), self.new_block(), self.new_block());
        let result = self.b.append_block_param(join, types::I32);
        self.branch(view, condition, then, otherwise);
        self.b.switch_to_block(then);
        let value = yes(self);
        self.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.b.switch_to_block(otherwise);
        let value = no(self);
        self.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.b.switch_to_block(join);
        result
    }

    fn channel_test(&mut self, view: View, test: ChannelTest, channel: &Expr) -> Value {
        let (length, capacity) = self.fill(view, channel);
        match test {
            ChannelTest::Empty => self.b.ins().icmp_imm_s(IntCC::Equal, length, 0),
            ChannelTest::NotEmpty => self.b.ins().icmp_imm_s(IntCC::NotEqual, length, 0),
            // A rendezvous channel has length and capacity 0 and is never full.
            ChannelTest::Full | ChannelTest::NotFull => {
                let at_end = self.b.ins().icmp(IntCC::Equal, length, capacity);
                let buffered = self.b.ins().icmp_imm_s(IntCC::NotEqual, capacity, 0);
                let full = self.b.ins().band(at_end, buffered);
                match test {
                    ChannelTest::Full => full,
                    _ => self.b.ins().bxor_imm_s(full, 1),
                }
            }
        }
    }

    fn channel_length(&mut self, view: View, channel: &Expr) -> Value {
        self.fill(view, channel).0
    }

    /// Leaves a value in the message buffer.
    pub fn set_message_field(&mut self, field: usize, value: Value) {
        let offset = offset_of!(Context, message) + 4 * field;
        self.b.ins().store(CONTEXT, value, self.ctx, offset as i32);
    }
}

fn comparison(op: BinaryOp) -> Option<IntCC> {
    Some(match op {
        BinaryOp::Lt => IntCC::SignedLessThan,
        BinaryOp::Le => IntCC::SignedLessThanOrEqual,
        BinaryOp::Gt => IntCC::SignedGreaterThan,
        BinaryOp::Ge => IntCC::SignedGreaterThanOrEqual,
        BinaryOp::Eq => IntCC::Equal,
        BinaryOp::Ne => IntCC::NotEqual,
        _ => return None,
    })
}
