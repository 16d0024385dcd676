//! A program's machine code: what was compiled, and where each function is.

use std::sync::Arc;

use cranelift_codegen::ir::{AbiParam, Function, Signature, UserFuncName, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use program::{Expr, Initialiser, Layout, Location, ProcessFrame, Proctype, ProctypeId, TransitionId};

use crate::callback::Callback;
use crate::context::{Entry, ProcessBase};
use crate::emitter::{Current, Emitter, Functions, Mode};
use crate::executed::Executed;
use crate::handshake::{accepts, mask};
use crate::shape::Shapes;
use crate::support;
use crate::unit::{Site, Unit};

/// Why a program could not be compiled.
#[derive(Clone, Debug)]
pub struct CompileError(String);

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot make machine code: {}", self.0)
    }
}

impl std::error::Error for CompileError {}

impl CompileError {
    /// A claim moves in step with the program; only the interpreter follows it.
    pub(crate) fn claim() -> CompileError {
        failed("a claim is followed by the interpreter alone")
    }
}

fn failed(error: impl std::fmt::Display) -> CompileError {
    CompileError(error.to_string())
}

/// Compiled functions and what callbacks must know.
pub(crate) struct Code {
    pub layout: Arc<Layout>,
    pub shapes: Shapes,
    pub sites: Vec<Site>,
    /// By process type: all moves.
    pub moves: Vec<Entry>,
    /// By process type: moves that complete a rendezvous.
    pub handshakes: Vec<Option<Entry>>,
    /// By process type: initial values; `None` when all are zero or given.
    pub initialisers: Vec<Option<Entry>>,
    /// By number: the value of a proposition; `None` where the interpreter is to be asked.
    pub propositions: Vec<Option<Entry>>,
    /// By process type and location: may a process rest here?
    pub ends: Vec<Vec<bool>>,
    /// By process type and location: is there an `accept` label?
    pub accepts: Vec<Vec<bool>>,
    /// By process type and location: is there a `progress` label?
    pub progress: Vec<Vec<bool>>,
    /// By process type and location: the channels on which a rendezvous may be awaited, by number modulo 64.
    pub masks: Vec<Vec<u64>>,
    pub uses_timeout: bool,
    /// Receivers of a rendezvous may be tried on the state before the sender has moved; they move it.
    pub direct_handshakes: bool,
    /// Which transitions were executed. The code writes to it, so it lives as long.
    pub executed: Executed,
    /// Owns the pages the functions are in.
    module: Option<JITModule>,
}

// SAFETY: once compiled, the code is only executed; nothing in it or in the module changes until it is dropped.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: workers hold the code by reference count, so no function can be running or be called again.
            unsafe { module.free_memory() };
        }
    }
}

impl Code {
    pub fn new(layout: Arc<Layout>, watched: &[Expr]) -> Result<Code, CompileError> {
        let unit = Unit::new(layout.clone(), watched.to_vec());
        let mut compiler = Compiler::new()?;
        let shared = [compiler.shared(&unit, Mode::Take)?, compiler.shared(&unit, Mode::Commit)?];
        let mut ids = Vec::new();
        for (proctype, i) in layout.program.proctypes.iter().zip(0..) {
            ids.push(compiler.process(&unit, proctype, ProctypeId(i), shared)?);
        }
        let propositions: Vec<Option<FuncId>> = (watched.iter().enumerate())
            .map(|(number, expr)| {
                let known = support::is_proposition(expr);
                known.then(|| compiler.shared(&unit, Mode::Watch(number))).transpose()
            })
            .collect::<Result<_, _>>()?;
        compiler.module.finalize_definitions().map_err(failed)?;
        let entry = |id: FuncId| {
            let address = compiler.module.get_finalized_function(id);
            // SAFETY: every function was declared with the signature of `Entry`.
            unsafe { std::mem::transmute::<*const u8, Entry>(address) }
        };
        let locations = |is: fn(&Location) -> bool| -> Vec<Vec<bool>> {
            layout.program.proctypes.iter().map(|p| p.locations.iter().map(is).collect()).collect()
        };
        Ok(Code {
            moves: ids.iter().map(|i| entry(i.0)).collect(),
            handshakes: ids.iter().map(|i| i.1.map(entry)).collect(),
            initialisers: ids.iter().map(|i| i.2.map(entry)).collect(),
            propositions: propositions.into_iter().map(|id| id.map(entry)).collect(),
            ends: locations(|location| location.end),
            accepts: locations(|location| location.accept),
            progress: locations(|location| location.progress),
            masks: masks(&unit),
            uses_timeout: unit.uses_timeout.get(),
            direct_handshakes: unit.has_uniform_locations() && !unit.inspects_sender.get(),
            shapes: unit.shapes,
            sites: unit.sites.into_inner(),
            executed: unit.executed,
            layout,
            module: Some(compiler.module),
        })
    }

    /// The location of the process whose cells are at `base`.
    pub fn location_at(&self, state: *const u8, base: ProcessBase) -> usize {
        let slot = self.layout.processes[base.proctype as usize].location;
        let part = match slot.part {
            program::Part::Control => base.control,
            program::Part::Reference => base.reference,
        };
        // SAFETY: the table of the state's configuration gave the base, so the cell is inside the state.
        let stored = unsafe {
            let cell = state.add((part + slot.offset) as usize);
            match slot.scalar.size() {
                1 => usize::from(cell.read()),
                _ => usize::from(u16::from_le(cell.cast::<u16>().read_unaligned())),
            }
        };
        stored.wrapping_sub(usize::from(slot.biased)) & 0xffff
    }
}

/// What each location may be waiting for. A process with a `provided` clause is always asked, as the clause may be faulty.
fn masks(unit: &Unit) -> Vec<Vec<u64>> {
    let of_location = |proctype: &Proctype, location: &Location| match proctype.provided {
        Some(_) => u64::MAX,
        None => location.transitions.iter().fold(0, |all, t| all | mask(unit, &t.statement)),
    };
    let of_type = |p: &Proctype| p.locations.iter().map(|location| of_location(p, location)).collect();
    unit.program().proctypes.iter().map(of_type).collect()
}

fn needs_initialiser(proctype: &Proctype, frame: &ProcessFrame) -> bool {
    proctype.locals.iter().zip(&frame.locals).any(|(variable, slot)| match variable.init {
        Initialiser::Unset | Initialiser::Parameter => false,
        Initialiser::Zero => slot.is_some_and(|slot| slot.biased),
        _ => true,
    })
}

/// The module under construction.
struct Compiler {
    module: JITModule,
    callbacks: Vec<FuncId>,
    builder: FunctionBuilderContext,
}

impl Compiler {
    fn new() -> Result<Compiler, CompileError> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            ("opt_level", "speed"),
            ("enable_verifier", "false"),
        ] {
            flags.set(name, value).map_err(failed)?;
        }
        if cfg!(debug_assertions) {
            flags.set("enable_verifier", "true").map_err(failed)?;
        }
        let isa = cranelift_native::builder().map_err(failed)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(failed)?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        for callback in Callback::ALL {
            builder.symbol(callback.name(), callback.address());
        }
        let mut module = JITModule::new(builder);
        let mut callbacks = Vec::new();
        for callback in Callback::ALL {
            let mut signature = module.make_signature();
            signature.params = callback.params().iter().map(|&ty| AbiParam::new(ty)).collect();
            signature.returns = callback.returns().iter().map(|&ty| AbiParam::new(ty)).collect();
            let id = module.declare_function(callback.name(), Linkage::Import, &signature).map_err(failed)?;
            callbacks.push(id);
        }
        Ok(Compiler { module, callbacks, builder: FunctionBuilderContext::new() })
    }

    /// The functions of a process type: moves, rendezvous, initial values.
    fn process(
        &mut self,
        unit: &Unit,
        proctype: &Proctype,
        id: ProctypeId,
        [take, commit]: [FuncId; 2],
    ) -> Result<(FuncId, Option<FuncId>, Option<FuncId>), CompileError> {
        let carry_on = self.declare(Mode::Continue)?;
        let functions = Functions { take, commit, carry_on };
        let mut define = |mode, wanted: bool| {
            wanted.then(|| {
                let function = self.declare(mode)?;
                self.define(unit, id, mode, function, functions)
            })
        };
        let transitions = || proctype.locations.iter().flat_map(|l| &l.transitions);
        // The largest last: until then it may turn out that nobody waits for it.
        let asked = proctype.provided.is_some() || transitions().any(|t| accepts(&t.statement));
        let receives = unit.has_rendezvous() && asked;
        let handshake = define(Mode::Handshake, receives).transpose()?;
        let unlike_zero = needs_initialiser(proctype, &unit.layout.processes[id.index()]);
        let initialiser = define(Mode::Initialise, unlike_zero).transpose()?;
        // Declared functions must be defined, even if nothing calls them.
        self.define(unit, id, Mode::Continue, carry_on, functions)?;
        let moves = self.declare(Mode::Free)?;
        self.define(unit, id, Mode::Free, moves, functions)?;
        Ok((moves, handshake, initialiser))
    }

    /// A function that does not belong to a process type.
    fn shared(&mut self, unit: &Unit, mode: Mode) -> Result<FuncId, CompileError> {
        let id = self.declare(mode)?;
        self.define(unit, ProctypeId(0), mode, id, Functions { take: id, commit: id, carry_on: id })
    }

    fn declare(&mut self, mode: Mode) -> Result<FuncId, CompileError> {
        let signature = self.signature(mode);
        self.module.declare_anonymous_function(&signature).map_err(failed)
    }

    fn signature(&self, mode: Mode) -> Signature {
        let mut signature = self.module.make_signature();
        signature.params = [types::I64, types::I64, types::I32].map(AbiParam::new).to_vec();
        let more = match mode {
            Mode::Continue => 1,
            Mode::Commit => 2,
            _ => 0,
        };
        signature.params.extend(std::iter::repeat_n(AbiParam::new(types::I32), more));
        let result = if mode == Mode::Take { types::I64 } else { types::I32 };
        signature.returns = vec![AbiParam::new(result)];
        signature
    }

    fn define(
        &mut self,
        unit: &Unit,
        proctype: ProctypeId,
        mode: Mode,
        id: FuncId,
        functions: Functions<FuncId>,
    ) -> Result<FuncId, CompileError> {
        let signature = self.signature(mode);
        let mut context = self.module.make_context();
        context.func = Function::with_name_signature(UserFuncName::user(0, id.as_u32()), signature);
        let callbacks: Vec<_> = (self.callbacks.iter())
            .map(|&callback| self.module.declare_func_in_func(callback, &mut context.func))
            .collect();
        let functions = functions.map(|f| self.module.declare_func_in_func(f, &mut context.func));
        let mut b = FunctionBuilder::new(&mut context.func, &mut self.builder);
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let [ctx, state, pid] = [0, 1, 2].map(|i| b.block_params(entry)[i]);
        let [target, asserted, found] = [types::I64, types::I32, types::I32].map(|ty| b.declare_var(ty));
        let mut emitter = Emitter {
            unit,
            b,
            callbacks: std::array::from_fn(|i| callbacks[i]),
            proctype,
            mode,
            ctx,
            pid,
            bases: [state; 2],
            fault: entry,
            executed: entry,
            target,
            asserted,
            found,
            current: Current { id: TransitionId(0), site: 0 },
            step: None,
            functions,
            sees_timeout: false,
        };
        match mode {
            Mode::Free | Mode::Handshake => emitter.moves(state),
            Mode::Continue => {
                let label = emitter.b.block_params(entry)[3];
                emitter.carry_on(state, label);
            }
            Mode::Initialise => emitter.initialise(state),
            Mode::Watch(number) => emitter.watch(state, &unit.watched[number]),
            Mode::Take => emitter.define_take(state),
            Mode::Commit => {
                let [label, fault] = [3, 4].map(|i| emitter.b.block_params(entry)[i]);
                emitter.define_commit(state, label, fault);
            }
        }
        emitter.b.seal_all_blocks();
        emitter.b.finalize(self.module.target_config());
        self.module.define_function(id, &mut context).map_err(failed)?;
        Ok(id)
    }
}
