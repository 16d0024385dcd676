//! What variables may hold: the smallest sets that contain the initial values and are closed under all statements.
//!
//! Conditional propagation of constants (Wegman and Zadeck, Constant propagation with conditional branches, 1991), with
//! small sets in the place of single constants, and for a whole program: scalar local variables location by location,
//! everything else wherever the processes stand. A transition whose condition certainly fails contributes nothing.

use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

use super::context::{Because, Context, Held};
use super::values::Values;
use super::{Fact, local_key};
use crate::reduce::{all_statements, parts};
use crate::{
    DStepNode, Expr, GlobalId, Initialiser, LocalId, LocationId, Place, ProctypeId, Program, ReceiveArg,
    Scalar, Statement, Transition, VarKey, VarRef, Variable,
};

/// What may be, as far as is known yet.
#[derive(Debug)]
pub(super) struct Possible<'a> {
    pub program: &'a Program,
    anywhere: HashMap<VarKey, Values>,
    /// For each process type and location that is reached, what each local variable may hold.
    at: Vec<Vec<Option<Vec<Values>>>>,
    /// For each of them, whether its transitions are still to be looked at.
    is_new: Vec<Vec<bool>>,
    /// Some process may send.
    sends: bool,
    /// The numbers of the processes of each type.
    pids: Vec<Values>,
    /// Variables that some statement writes.
    assigned: HashSet<VarKey>,
    /// The sets are closed: from now on it is told what they follow from.
    is_complete: bool,
}

/// Something may hold values, because of some facts.
pub(super) struct Flow {
    pub to: Fact,
    pub values: Values,
    pub because: Because,
}

/// What comes of a transition.
#[derive(Default)]
pub(super) struct Effect {
    pub flows: Vec<Flow>,
    /// It may be taken.
    pub is_open: bool,
    sends: bool,
    creates: Vec<ProctypeId>,
}

impl<'a> Possible<'a> {
    /// The sets of a program.
    pub fn new(program: &'a Program) -> Possible<'a> {
        let at = program.proctypes.iter().map(|body| vec![None; body.locations.len()]).collect();
        let mut possible = Possible {
            program,
            anywhere: HashMap::default(),
            at,
            is_new: program.proctypes.iter().map(|body| vec![true; body.locations.len()]).collect(),
            sends: false,
            pids: pids(program),
            assigned: HashSet::default(),
            is_complete: false,
        };
        possible.note_assigned();
        for (variable, id) in program.globals.iter().zip(0..) {
            possible.anywhere.insert(VarKey::global(GlobalId(id)), initial(variable));
        }
        for &proctype in &program.active {
            possible.create(proctype);
            let body = program.proctype(proctype);
            for param in 0..body.params {
                possible.join(Fact::At(proctype, body.initial, LocalId(param)), &Values::one(0));
                possible.join(Fact::Anywhere(local_key(proctype, LocalId(param))), &Values::one(0));
            }
        }
        while possible.grow() {}
        possible.is_complete = true;
        possible
    }

    /// The facts that say something, of the locations that are reached.
    pub fn facts(&self) -> impl Iterator<Item = (Fact, &Values)> {
        let anywhere = self.anywhere.iter().map(|(&key, values)| (Fact::Anywhere(key), values));
        let at = self.at.iter().zip(0..).flat_map(|(locations, p)| {
            locations.iter().zip(0..).flat_map(move |(locals, l)| {
                let locals = locals.iter().flatten().zip(0..);
                locals.map(move |(values, i)| (Fact::At(ProctypeId(p), LocationId(l), LocalId(i)), values))
            })
        });
        anywhere.chain(at).filter(|(_, values)| values.known().is_some())
    }

    pub fn anywhere(&self, key: VarKey) -> Values {
        self.anywhere.get(&key).cloned().unwrap_or_else(Values::any)
    }

    pub fn sends(&self) -> bool {
        self.sends
    }

    pub fn pids(&self, proctype: ProctypeId) -> Values {
        self.pids[proctype.index()].clone()
    }

    pub fn is_assigned(&self, key: VarKey) -> bool {
        self.assigned.contains(&key)
    }

    /// What is known where a process stands; `None` if none ever stands there.
    pub fn at(&self, proctype: ProctypeId, location: LocationId) -> Option<Context<'_>> {
        let here = self.at[proctype.index()].get(location.index())?.as_ref()?;
        let held = |(values, id): (&Values, u32)| Held {
            values: values.clone(),
            because: (self.is_complete && values.known().is_some())
                .then_some(Fact::At(proctype, location, LocalId(id)))
                .into_iter()
                .collect(),
        };
        let locals = here.iter().zip(0..).map(held).collect();
        Some(Context { possible: self, proctype, locals })
    }

    /// What is known inside a `d_step`, wherever: its statements are not followed one by one.
    pub fn inside(&self, proctype: ProctypeId) -> Context<'_> {
        let body = self.program.proctype(proctype);
        let held = |id: u32| {
            let key = local_key(proctype, LocalId(id));
            let values = self.anywhere(key);
            let because = (values.known().is_some()).then_some(Fact::Anywhere(key)).into_iter().collect();
            Held { values, because }
        };
        Context { possible: self, proctype, locals: (0..body.locals.len() as u32).map(held).collect() }
    }

    /// Takes in what all transitions do; true if something is new.
    fn grow(&mut self) -> bool {
        let mut grown = false;
        for p in 0..self.program.proctypes.len() as u32 {
            let id = ProctypeId(p);
            let program = self.program;
            for (location, l) in program.proctype(id).locations.iter().zip(0..) {
                if !std::mem::take(&mut self.is_new[p as usize][l as usize]) {
                    continue;
                }
                for transition in &location.transitions {
                    let Some(mut context) = self.at(id, LocationId(l)) else { break };
                    let effect = context.effect(transition);
                    for proctype in &effect.creates {
                        grown |= self.create(*proctype);
                    }
                    if effect.sends && !self.sends {
                        self.sends = true;
                        self.look_at_all_again();
                        grown = true;
                    }
                    for flow in &effect.flows {
                        grown |= self.join(flow.to, &flow.values);
                    }
                }
            }
        }
        grown
    }

    fn join(&mut self, to: Fact, values: &Values) -> bool {
        let (p, location, local) = match to {
            Fact::Anywhere(key) => {
                let grown = self.anywhere.entry(key).or_insert_with(Values::none).join(values);
                if grown {
                    self.look_at_all_again();
                }
                return grown;
            }
            Fact::At(p, location, local) => (p, location, Some(local)),
            Fact::Reached(p, location) => (p, location, None),
        };
        let count = self.program.proctype(p).locals.len();
        let here = &mut self.at[p.index()][location.index()];
        let mut grown = here.is_none();
        let locals = here.get_or_insert_with(|| vec![Values::none(); count]);
        grown |= local.is_some_and(|local| locals[local.index()].join(values));
        self.is_new[p.index()][location.index()] |= grown;
        grown
    }

    /// Something changed that may matter anywhere.
    fn look_at_all_again(&mut self) {
        self.is_new.iter_mut().flatten().for_each(|is_new| *is_new = true);
    }

    /// A process of the type may be created.
    fn create(&mut self, proctype: ProctypeId) -> bool {
        let body = self.program.proctype(proctype);
        let mut grown = self.join(Fact::Reached(proctype, body.initial), &Values::none());
        for (variable, id) in body.locals.iter().zip((0..).map(LocalId)) {
            let values = match variable.init {
                Initialiser::Parameter => Values::none(),
                _ => initial(variable),
            };
            let values = if variable.hidden { Values::any() } else { values };
            grown |= self.join(Fact::At(proctype, body.initial, id), &values);
            grown |= self.join(Fact::Anywhere(local_key(proctype, id)), &values);
        }
        grown
    }

    fn note_assigned(&mut self) {
        for (body, p) in self.program.proctypes.iter().zip((0..).map(ProctypeId)) {
            let transitions = body.locations.iter().flat_map(|l| &l.transitions);
            let statements = transitions.flat_map(|t| all_statements(&t.statement));
            for place in statements.flat_map(|s| parts(s).writes) {
                match place.var {
                    VarRef::Global(id) => drop(self.assigned.insert(VarKey::global(id))),
                    VarRef::Local(id) => drop(self.assigned.insert(local_key(p, id))),
                    _ => {}
                }
            }
        }
    }
}

/// The numbers that processes of each type have: known of those that exist from the beginning and are never created.
fn pids(program: &Program) -> Vec<Values> {
    let all = program.proctypes.iter().flat_map(|body| &body.locations).flat_map(|l| &l.transitions);
    let mut created: HashSet<ProctypeId> = HashSet::default();
    for statement in all.flat_map(|t| all_statements(&t.statement)) {
        if let Statement::Run { proctype, .. } = statement {
            created.insert(*proctype);
        }
    }
    (0..program.proctypes.len() as u32)
        .map(ProctypeId)
        .map(|id| match created.contains(&id) {
            true => Values::any(),
            false => Values::of((program.active.iter().zip(0..)).filter(|(p, _)| **p == id).map(|(_, n)| n)),
        })
        .collect()
}

/// What a variable holds at first; a parameter is given its value by others.
fn initial(variable: &Variable) -> Values {
    if variable.hidden {
        return Values::any();
    }
    let literal = |e: &Expr| match e {
        Expr::Const(value) => Some(variable.scalar.truncate(*value)),
        _ => None,
    };
    let values: Option<Vec<i32>> = match &variable.init {
        Initialiser::Zero => Some(vec![0]),
        Initialiser::Value(e) => literal(e).map(|value| vec![value]),
        // Cells without a value of their own may begin with zero or with the last.
        Initialiser::List(all) => all.iter().map(literal).chain([Some(0)]).collect(),
        Initialiser::Unset | Initialiser::Channel(_) | Initialiser::Parameter => None,
    };
    values.map_or_else(Values::any, Values::of)
}

impl Context<'_> {
    /// What a transition from here does. The context becomes that after it.
    pub fn effect(&mut self, transition: &Transition) -> Effect {
        let mut effect = Effect { is_open: true, ..Effect::default() };
        self.statement(&transition.statement, &mut effect);
        if effect.is_open && transition.target.0 != 0 {
            let (p, target) = (self.proctype, transition.target);
            let to = |id: u32| Fact::At(p, target, LocalId(id));
            let reached =
                Flow { to: Fact::Reached(p, target), values: Values::none(), because: Because::new() };
            let locals = self.locals.iter().zip(0..).map(|(held, id)| Flow {
                to: to(id),
                values: held.values.clone(),
                because: held.because.clone(),
            });
            effect.flows.extend(std::iter::once(reached).chain(locals));
        }
        effect
    }

    pub fn statement(&mut self, statement: &Statement, effect: &mut Effect) {
        match statement {
            Statement::Guard(condition) => match self.is_closed(statement) {
                true => effect.is_open = false,
                false => self.refine(condition),
            },
            Statement::Assign(place, value) => {
                let mut because = Because::new();
                let values = self.values(value, &mut because).map(|v| place.scalar.truncate(v));
                self.assign(place, Held { values, because }, effect);
            }
            Statement::Run { proctype, args, result, .. } => {
                effect.creates.push(*proctype);
                self.give(*proctype, args, effect);
                result.iter().for_each(|place| self.assign(place, unknown(), effect));
            }
            Statement::Send { .. } => effect.sends = true,
            Statement::Receive { args, .. } => {
                effect.is_open &= !self.is_closed(statement);
                for arg in args {
                    if let ReceiveArg::Bind(place) = arg {
                        self.assign(place, unknown(), effect);
                    }
                }
            }
            // What is forgotten is not read before it is written.
            Statement::Forget(place) => self.assign(place, unknown(), effect),
            Statement::Sequence(all) => {
                for part in all {
                    self.statement(part, effect);
                    if !effect.is_open {
                        return;
                    }
                }
            }
            Statement::DStep(step) => {
                for node in &step.nodes {
                    if let DStepNode::Do { statement, .. } = node {
                        self.inside_d_step(statement, effect);
                    }
                }
            }
            _ => {}
        }
    }

    /// One statement somewhere inside a `d_step`: it may be executed, or any part of it.
    fn inside_d_step(&mut self, statement: &Statement, effect: &mut Effect) {
        for part in all_statements(statement) {
            if !matches!(part, Statement::Sequence(_)) {
                let mut one = Effect { is_open: true, ..Effect::default() };
                self.possible.inside(self.proctype).statement(part, &mut one);
                effect.flows.extend(one.flows);
                effect.sends |= one.sends;
            }
            for place in parts(part).writes {
                if let VarRef::Local(id) = place.var {
                    let key = local_key(self.proctype, id);
                    let values = self.possible.anywhere(key);
                    self.locals[id.index()] = Held { values, because: Because::from([Fact::Anywhere(key)]) };
                }
            }
        }
    }

    /// Can the statement certainly not be executed here, without a fault?
    pub fn is_closed(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Guard(condition) => {
                let mut because = Because::new();
                let values = self.values(condition, &mut because);
                values.may_be_zero() && !values.may_be_true() && self.is_total(condition, &mut because)
            }
            Statement::Receive { channel, args, keep, .. } => {
                let may_look = !keep || self.has_queue(channel);
                may_look && !self.possible.sends() && self.receives_totally(channel, args).is_some()
            }
            _ => false,
        }
    }

    /// The facts that show that a receive cannot fault.
    pub fn receives_totally(&self, channel: &Expr, args: &[ReceiveArg]) -> Option<Because> {
        let mut because = Because::new();
        let patterns = args.iter().all(|arg| match arg {
            ReceiveArg::Match(e) => self.is_total(e, &mut because),
            ReceiveArg::Bind(place) => place.index.iter().all(|e| self.is_total(e, &mut because)),
        });
        (patterns && self.is_channel(channel, &mut because)).then_some(because)
    }

    fn assign(&mut self, place: &Place, held: Held, effect: &mut Effect) {
        let key = match place.var {
            VarRef::Global(id) => VarKey::global(id),
            VarRef::Local(id) => local_key(self.proctype, id),
            VarRef::Remote { .. } | VarRef::Scratch => return,
        };
        let Held { values, because } = held.clone();
        effect.flows.push(Flow { to: Fact::Anywhere(key), values, because });
        if let VarRef::Local(id) = place.var
            && place.index.is_empty()
        {
            let is_hidden = self.possible.program.proctype(self.proctype).local(id).hidden;
            self.locals[id.index()] = if is_hidden { unknown() } else { held };
        }
    }

    /// The values that a new process is given.
    fn give(&mut self, proctype: ProctypeId, args: &[Expr], effect: &mut Effect) {
        let body = self.possible.program.proctype(proctype);
        for (id, variable) in (0..body.params).map(|id| (id, &body.locals[id as usize])) {
            let mut because = Because::new();
            let scalar: Scalar = variable.scalar;
            let values = match args.get(id as usize) {
                Some(arg) => self.values(arg, &mut because).map(|v| scalar.truncate(v)),
                None => Values::one(0),
            };
            let key = local_key(proctype, LocalId(id));
            for to in [Fact::At(proctype, body.initial, LocalId(id)), Fact::Anywhere(key)] {
                effect.flows.push(Flow { to, values: values.clone(), because: because.clone() });
            }
        }
    }
}

fn unknown() -> Held {
    Held { values: Values::any(), because: Because::new() }
}
