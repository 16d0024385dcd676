//! Statements: the guard on the state as it is, then the effect on the copy.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use program::{Expr, FaultKind, Place, Statement};

use crate::callback::Callback;
use crate::context::Context;
use crate::emitter::{ElseRule, Emitter, View, Work};
use crate::place::Base;
use crate::unit::{ResultCell, RunSite};
use std::mem::offset_of;

impl Emitter<'_> {
    /// Compiles a statement: goes to `blocked`, with nothing written, when it is not executable. Otherwise the code
    /// that follows works on the copy.
    pub fn perform(&mut self, view: View, statement: &Statement, work: &mut Work, blocked: Block) {
        match statement {
            Statement::Receive { channel, args, random, keep } => {
                self.receive(view, (channel, args, *random, *keep), work, blocked);
            }
            Statement::DStep(block) => self.d_step(view, block, work, blocked),
            Statement::Sequence(statements) => self.sequence(view, statements, work, blocked),
            _ if work.handshake => self.never(work, blocked),
            Statement::Skip => self.own(view, work),
            Statement::Guard(expr) => {
                let holds = self.new_block();
                self.branch(view, expr, holds, blocked);
                self.b.switch_to_block(holds);
                self.own(view, work);
            }
            Statement::Else => self.otherwise(view, work, blocked),
            Statement::Assign(place, expr) => self.assign(view, place, expr, work),
            Statement::Forget(place) => {
                let address = self.locate(view, place);
                self.own(view, work);
                if let Some(address) = address {
                    let target = self.owned_view();
                    self.clear(target, address);
                }
            }
            Statement::Send { channel, args, sorted } => {
                self.send(view, (channel, args, *sorted), work, blocked);
            }
            Statement::Assert(expr) => self.assert(view, expr, work),
            Statement::Print { args, .. } => {
                for arg in args {
                    self.eval(view, arg);
                }
                self.own(view, work);
            }
            Statement::Run { args, result, .. } => self.run(view, args, result.as_ref()),
            Statement::Terminate => self.terminate(view, blocked),
            // Programs with priorities are left to the interpreter; events stand only in trace automata.
            Statement::SetPriority(..) | Statement::Event { .. } => self.never(work, blocked),
        }
    }

    fn never(&mut self, work: &mut Work, blocked: Block) {
        self.b.ins().jump(blocked, &[]);
        let rest = self.new_block();
        self.b.switch_to_block(rest);
        work.owned = true;
    }

    fn otherwise(&mut self, view: View, work: &mut Work, blocked: Block) {
        match work.else_rule {
            ElseRule::Always => {}
            ElseRule::Never => return self.never(work, blocked),
            ElseRule::NoneFound => {
                let found = self.b.use_var(self.found);
                let open = self.new_block();
                self.b.ins().brif(found, blocked, &[], open, &[]);
                self.b.switch_to_block(open);
            }
        }
        self.own(view, work);
    }

    fn assign(&mut self, view: View, place: &Place, expr: &Expr, work: &mut Work) {
        let value = self.eval(view, expr);
        let address = self.locate(view, place);
        self.own(view, work);
        if let Some(address) = address {
            let target = self.owned_view();
            self.store(target, address, value);
        }
    }

    fn assert(&mut self, view: View, expr: &Expr, work: &mut Work) {
        let value = self.eval(view, expr);
        let failed = self.b.ins().icmp_imm_s(IntCC::Equal, value, 0);
        let failed = self.b.ins().uextend(types::I32, failed);
        self.own(view, work);
        let before = self.b.use_var(self.asserted);
        let after = self.b.ins().bor(before, failed);
        self.b.def_var(self.asserted, after);
    }

    /// Merged statements: the first decides, the others are always executable.
    fn sequence(&mut self, view: View, statements: &[Statement], work: &mut Work, blocked: Block) {
        let Some((first, rest)) = statements.split_first() else { return self.own(view, work) };
        self.perform(view, first, work, blocked);
        let stuck = self.stuck();
        for statement in rest {
            let mut inner = Work {
                owned: true,
                else_rule: ElseRule::Always,
                handshake: false,
                no_offer: Some(FaultKind::BlockedDStep),
                test: None,
            };
            let view = self.owned_view();
            self.perform(view, statement, &mut inner, stuck);
        }
    }

    /// A block that reports a statement that blocks where none may.
    pub fn stuck(&mut self) -> Block {
        let (stuck, rest) = (self.new_block(), self.new_block());
        self.b.ins().jump(rest, &[]);
        self.b.set_cold_block(stuck);
        self.b.switch_to_block(stuck);
        let kind = BlockArg::Value(self.constant(FaultKind::BlockedDStep as i32));
        self.b.ins().jump(self.fault, &[kind]);
        self.b.switch_to_block(rest);
        stuck
    }

    /// Rust creates the process and makes the step.
    fn run(&mut self, view: View, args: &[Expr], result: Option<&Place>) {
        let values: Vec<Value> = args.iter().map(|arg| self.eval(view, arg)).collect();
        for (i, value) in values.into_iter().enumerate() {
            self.set_message_field(i, value);
        }
        let address = result.and_then(|place| self.locate(view, place));
        let index =
            address.and_then(|address| address.index).unwrap_or_else(|| self.b.ins().iconst(types::I64, 0));
        let site = self.constant(self.current.site as i32);
        self.call(Callback::Run, &[self.ctx, view.state, self.pid, site, index]);
        self.b.ins().jump(self.executed, &[]);
        let rest = self.new_block();
        self.b.switch_to_block(rest);
        let mut sites = self.unit.sites.borrow_mut();
        if let Some(RunSite { result, .. }) = &mut sites[self.current.site as usize].run {
            *result = address
                .map(|address| ResultCell { global: address.base == Base::Global, slot: address.slot });
        }
    }

    /// Only the youngest process can die; Rust makes the step.
    fn terminate(&mut self, view: View, blocked: Block) {
        let count = self.context(types::I32, offset_of!(Context, process_count));
        let next = self.b.ins().iadd_imm_s(self.pid, 1);
        let youngest = self.b.ins().icmp(IntCC::Equal, next, count);
        let dies = self.new_block();
        self.b.ins().brif(youngest, dies, &[], blocked, &[]);
        self.b.switch_to_block(dies);
        let site = self.constant(self.current.site as i32);
        self.call(Callback::Terminate, &[self.ctx, view.state, self.pid, site]);
        self.b.ins().jump(self.executed, &[]);
        let rest = self.new_block();
        self.b.switch_to_block(rest);
    }
}
