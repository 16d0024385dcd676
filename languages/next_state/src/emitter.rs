//! The common ground of code generation: one function under construction, its views of states, faults, slots.
//!
//! A transition is tried on the *source* state, which is never written. When its guard holds, a slot of the output is
//! taken, the source is copied there with wide moves, and the effect is applied to the copy. [`Work`] says which of
//! the two a statement sees.

use std::mem::offset_of;

use cranelift_codegen::ir::{Block, BlockArg, FuncRef, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use program::{DStepNode, FaultKind, ProctypeId, Statement, TransitionId};

use crate::callback::Callback;
use crate::context::{Context, ProcessBase};
use crate::unit::Unit;

/// Pointers into one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The state.
    pub state: Value,
    /// The control cells of the executing process.
    pub control: Value,
    /// Its reference cells.
    pub reference: Value,
}

/// Which functions of a process type there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// All moves of the process.
    Free,
    /// Only receives that complete the rendezvous on offer.
    Handshake,
    /// The rest of a step inside an `atomic`.
    Continue,
    /// Initial values of the locals.
    Initialise,
    /// The value of a proposition, by its number.
    Watch(usize),
    /// Shared by all: a slot with a copy of the state.
    Take,
    /// Shared by all: a finished successor.
    Commit,
}

/// When `else` is executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElseRule {
    /// When no transition of the location has been.
    NoneFound,
    Always,
    Never,
}

/// The circumstances under which a statement is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// The state is the copy and may be written.
    pub owned: bool,
    pub else_rule: ElseRule,
    /// Only a receive on the offered channel is executable.
    pub handshake: bool,
    /// What a send on a rendezvous channel is, if not a send: the fault it causes.
    pub no_offer: Option<FaultKind>,
    /// Go here when the guard holds, instead of having the effect.
    pub test: Option<Block>,
}

/// The transition being compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Current {
    pub id: TransitionId,
    /// Its entry in the unit's sites.
    pub site: u32,
}

/// Compiled functions that others call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions<F> {
    /// Copies a state to a new slot.
    pub take: F,
    /// Makes a slot a successor.
    pub commit: F,
    /// Carries on after a move of the process type that keeps control.
    pub carry_on: F,
}

impl<F: Copy> Functions<F> {
    pub fn map<G>(self, mut f: impl FnMut(F) -> G) -> Functions<G> {
        Functions { take: f(self.take), commit: f(self.commit), carry_on: f(self.carry_on) }
    }
}

/// A function under construction.
pub(crate) struct Emitter<'a> {
    pub unit: &'a Unit,
    pub b: FunctionBuilder<'a>,
    pub callbacks: [FuncRef; Callback::COUNT],
    pub proctype: ProctypeId,
    pub mode: Mode,
    pub ctx: Value,
    pub pid: Value,
    /// Offsets of the process's cells in the state, 64 bits wide.
    pub bases: [Value; 2],
    /// Takes the kind of a fault.
    pub fault: Block,
    /// The current transition made a step.
    pub executed: Block,
    /// The copy being written.
    pub target: Variable,
    /// 1 once an assertion of the current transition has failed.
    pub asserted: Variable,
    /// 1 once a transition of the location has been executable.
    pub found: Variable,
    pub current: Current,
    /// In [`Mode::Continue`]: the label of the step.
    pub step: Option<Value>,
    pub functions: Functions<FuncRef>,
    /// False where `timeout` is never true: `provided` clauses and initial values.
    pub sees_timeout: bool,
}

/// Cells are packed, so accesses are unaligned; all of them are inside the state.
pub(crate) const CELL: MemFlagsData = MemFlagsData::new().with_notrap();
/// Accesses to the context.
pub(crate) const CONTEXT: MemFlagsData = MemFlagsData::trusted();

impl Emitter<'_> {
    pub fn constant(&mut self, value: i32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(value))
    }

    /// A field of the context.
    pub fn context(&mut self, ty: Type, offset: usize) -> Value {
        self.b.ins().load(ty, CONTEXT, self.ctx, offset as i32)
    }

    pub fn call(&mut self, callback: Callback, args: &[Value]) -> Option<Value> {
        let inst = self.b.ins().call(self.callbacks[callback as usize], args);
        self.b.inst_results(inst).first().copied()
    }

    /// The views of a state in which the executing process stands at `bases`.
    pub fn view(&mut self, state: Value) -> View {
        let [control, reference] = self.bases;
        View {
            state,
            control: self.b.ins().iadd(state, control),
            reference: self.b.ins().iadd(state, reference),
        }
    }

    /// The view of the copy.
    pub fn owned_view(&mut self) -> View {
        let state = self.b.use_var(self.target);
        self.view(state)
    }

    /// Reads where the process stands from the table.
    pub fn load_bases(&mut self) {
        let table = self.context(types::I64, offset_of!(Context, processes));
        let wide = self.b.ins().uextend(types::I64, self.pid);
        let scaled = self.b.ins().imul_imm_s(wide, size_of::<ProcessBase>() as i64);
        let entry = self.b.ins().iadd(table, scaled);
        self.bases = [offset_of!(ProcessBase, control), offset_of!(ProcessBase, reference)]
            .map(|field| self.b.ins().uload32(CONTEXT, entry, field as i32));
    }

    /// Goes on in a new block, and returns it.
    pub fn new_block(&mut self) -> Block {
        self.b.create_block()
    }

    /// A fault of this kind if `condition` is not zero.
    pub fn fault_if(&mut self, condition: Value, kind: FaultKind) {
        let fine = self.new_block();
        let kind = BlockArg::Value(self.constant(kind as i32));
        self.b.ins().brif(condition, self.fault, &[kind], fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// A fault of this kind; what is compiled next is not reached.
    pub fn fault_now(&mut self, kind: FaultKind) {
        let kind = BlockArg::Value(self.constant(kind as i32));
        self.b.ins().jump(self.fault, &[kind]);
        let rest = self.new_block();
        self.b.switch_to_block(rest);
    }

    /// The guard holds: from here on the statement works on the copy.
    pub fn own(&mut self, view: View, work: &mut Work) {
        if let Some(yes) = work.test {
            self.b.ins().jump(yes, &[]);
            let rest = self.new_block();
            self.b.switch_to_block(rest);
        }
        if work.owned {
            return;
        }
        let call = self.b.ins().call(self.functions.take, &[self.ctx, view.state, self.pid]);
        let slot = self.b.inst_results(call)[0];
        self.b.def_var(self.target, slot);
        work.owned = true;
    }

    /// Makes the copy a successor.
    pub fn commit(&mut self) {
        let slot = self.b.use_var(self.target);
        let label = self.step.unwrap_or_else(|| self.own_label());
        let fault = self.assertion_code();
        self.b.ins().call(self.functions.commit, &[self.ctx, slot, self.pid, label, fault]);
    }

    /// Tells of an assertion of the current transition that failed, while the process keeps control: the rest of an
    /// `atomic` may never end. The step goes on without it.
    pub fn tell_on_the_way(&mut self, statement: &Statement) {
        if !may_assert(statement) {
            return;
        }
        let fault = self.assertion_code();
        let (failed, on) = (self.new_block(), self.new_block());
        self.b.set_cold_block(failed);
        self.b.ins().brif(fault, failed, &[], on, &[]);
        self.b.switch_to_block(failed);
        let (slot, label) = (self.b.use_var(self.target), self.label());
        let moved = self.call(Callback::FaultOnTheWay, &[self.ctx, slot, fault, label, self.pid]);
        self.b.def_var(self.target, moved.expect("the callback returns a slot"));
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// The first move of the step.
    pub fn label(&mut self) -> Value {
        if let Some(label) = self.step {
            return label;
        }
        let own = self.own_label();
        self.after_prefix(own)
    }

    fn own_label(&mut self) -> Value {
        let process = self.b.ins().ishl_imm_s(self.pid, 24);
        self.b.ins().bor_imm_s(process, i64::from(self.current.id.0 & 0xff_ffff))
    }

    /// A fault's code if an assertion of the current transition has failed, or 0.
    pub fn assertion_code(&mut self) -> Value {
        let asserted = self.b.use_var(self.asserted);
        let code = self.constant(crate::fault_code(FaultKind::Assertion, self.current.id) as i32);
        let none = self.constant(0);
        self.b.ins().select(asserted, code, none)
    }

    /// A fault of kind `kind` (or an assertion that failed before it) ends the step.
    pub fn report_fault(&mut self, kind: Value) {
        let asserted = self.b.use_var(self.asserted);
        let assertion = self.constant(FaultKind::Assertion as i32);
        let first = self.b.ins().select(asserted, assertion, kind);
        let shifted = self.b.ins().ishl_imm_s(first, 24);
        let fault = self.b.ins().bor_imm_s(shifted, i64::from(self.current.id.0 & 0xff_ffff));
        let label = self.label();
        self.call(Callback::Fault, &[self.ctx, fault, label, self.pid]);
    }
}

/// Can an assertion fail in it?
pub(crate) fn may_assert(statement: &Statement) -> bool {
    match statement {
        Statement::Assert(_) => true,
        Statement::Sequence(statements) => statements.iter().any(may_assert),
        Statement::DStep(step) => step.nodes.iter().any(|node| match node {
            DStepNode::Do { statement, .. } => may_assert(statement),
            DStepNode::Choice { .. } => false,
        }),
        _ => false,
    }
}
