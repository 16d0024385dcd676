//! From a program to its group: detection, the layout that the group needs, verification, the group itself.
//!
//! Which cells hold references is known only once symmetry has been looked for, and then states are laid out anew, if there
//! is any symmetry.

use std::sync::Arc;

use permutation::{BigUint, Group, Perm};
use program::{
    Gathered, Instance, Interpreter, Layout, Program, ReferenceCells, gather, gather_specialised,
    omit_process_removals, omit_process_removals_while_creating,
};

use crate::StateGroup;
use crate::detect::verify::{Verified, usable, verified};
use crate::detect::{Lost, detect};

/// The symmetry of a program.
pub struct Found {
    /// The program without removals that nobody can observe, in a layout without references.
    pub plain: Interpreter,
    /// The group; an error says why there is none to speak of.
    pub group: Result<Grouped, &'static str>,
}

/// A group that has been verified.
pub struct Grouped {
    /// The interpreter of the layout that it acts on.
    pub interpreter: Interpreter,
    /// The group.
    pub group: StateGroup,
    /// States it was tried on.
    pub tried: Vec<Vec<u8>>,
    /// What a user should know.
    pub notices: Vec<String>,
}

/// An interpreter of a program whose symmetry does not matter.
pub fn without_references(program: Program) -> Interpreter {
    Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}

/// Finds the symmetry of a program.
pub fn find(program: Program) -> Found {
    let mut plain = without_references(program);
    let mut instance = Instance::new(&plain);
    let left = instance.as_ref().and_then(|instance| omit_process_removals_while_creating(&plain, instance));
    if let Some(left) = left.map(without_references)
        && let Some(created) = Instance::new(&left).filter(|created| created.creator.is_some())
    {
        (plain, instance) = (left, Some(created));
    }
    if let Some(left) = instance.as_ref().and_then(|instance| omit_process_removals(&plain, instance)) {
        plain = without_references(left);
        instance = instance.and_then(|instance| instance.without_removals(&plain));
    }
    let group = instance.ok_or(STUCK).and_then(|instance| grouped(&plain, instance));
    Found { plain, group }
}

const STUCK: &str = "the program cannot be instantiated";
const TOO_LARGE: &str = "states of more than 65,535 bytes are not permuted";
/// The action on states counts bytes in sixteen bits.
const LARGEST_STATE: u32 = u16::MAX as u32;

/// Code of more nodes is not looked at again without what never happens: to find the symmetry once takes long enough.
const MOST_NODES: usize = 4_000;

fn grouped(plain: &Interpreter, instance: Instance) -> Result<Grouped, &'static str> {
    // Asked first: cells by the hundred thousand make a graph that takes seconds, for nothing.
    if instance.configuration.size > LARGEST_STATE {
        return Err(TOO_LARGE);
    }
    let found = by_sequences(plain, instance.clone())?;
    if found.group.detection.lost.is_empty() || instance.node_count() > MOST_NODES {
        return Ok(found);
    }
    // Something tells alike processes apart. It may be something that never happens.
    let Some((compared, other, specialised)) = compared_with(plain, &instance, gather_specialised) else {
        return Ok(found);
    };
    let (again, _) = grouped_by(plain, &compared, other, Some(specialised))?;
    // Channels and values that are never used can be exchanged at will, for nothing: what counts are processes.
    Ok(if again.order_on_processes() > found.order_on_processes() { again } else { found })
}

impl Grouped {
    fn order(&self) -> BigUint {
        self.group.group.order()
    }

    fn order_on_processes(&self) -> BigUint {
        let detection = &self.group.detection;
        let perms = detection.generators.iter().filter_map(|generator| {
            let images: Vec<usize> = generator.processes.iter().map(|&p| usize::from(p)).collect();
            Perm::from_images(&images).ok()
        });
        Group::from_generators(detection.instance.processes.len(), perms).order()
    }
}

/// The group of the program with its atomic sequences as single steps, or of the program itself if that is larger.
fn by_sequences(plain: &Interpreter, instance: Instance) -> Result<Grouped, &'static str> {
    let Some((compared, other, gathered)) = compared_with(plain, &instance, gather) else {
        return Ok(grouped_by(plain, plain, instance, None)?.0);
    };
    let (grouped, not_carried) = grouped_by(plain, &compared, other, Some(gathered))?;
    // What the gathered code rests on is not kept by all: without it there may be more that are.
    let again = (not_carried > 0).then(|| grouped_by(plain, plain, instance, None)).transpose()?;
    let larger = again.filter(|(other, _)| other.order() > grouped.order());
    Ok(larger.map_or(grouped, |(other, _)| other))
}

/// The group that the code of an instance shows, and how many symmetries do not keep what gathered code rests on.
fn grouped_by(
    plain: &Interpreter,
    compared: &Interpreter,
    instance: Instance,
    gathered: Option<Arc<Gathered>>,
) -> Result<(Grouped, usize), &'static str> {
    let mut detection = detect(compared, instance).ok_or("the program is too large for its graph")?;
    detection.gathered = gathered;
    let layout = match detection.generators.is_empty() || detection.reference.is_empty() {
        true => plain.layout().clone(),
        false => Arc::new(Layout::new(plain.layout().program.clone(), &detection.reference)),
    };
    let mut notices = Vec::new();
    if detection.gave_up {
        notices.push("the search for symmetry was cut short; there may be more".into());
    }
    let interpreter = Interpreter::new(layout.clone());
    // The instance is the same run in the new layout.
    detection.instance = detection.instance.in_layout(&interpreter).ok_or(STUCK)?;
    if detection.instance.configuration.size > LARGEST_STATE {
        return Err(TOO_LARGE);
    }
    let candidates = std::mem::take(&mut detection.generators);
    let found = candidates.len();
    let candidates = usable(candidates);
    let count = candidates.len();
    if count < found {
        notices.push(format!("only {count} of {found} symmetries are used"));
    }
    let verified = match count {
        0 => Verified::default(),
        _ => verified(&interpreter, &detection, candidates),
    };
    notices.extend(of_those_dropped(&verified, count));
    detection.lost.extend(too_wide(plain, &detection.instance, &verified));
    let Verified { generators, tried, not_carried, .. } = verified;
    detection.generators = generators;
    let group = StateGroup::new(Arc::new(detection), layout);
    Ok((Grouped { interpreter, group, tried, notices }, not_carried))
}

/// The instance of another form of the program, where there is one that begins in the same states.
fn compared_with(
    plain: &Interpreter,
    instance: &Instance,
    form: impl Fn(&Program) -> Option<Gathered>,
) -> Option<(Interpreter, Instance, Arc<Gathered>)> {
    let gathered = form(plain.program())?;
    let compared = Interpreter::new(Arc::new(plain.layout().with_program(gathered.program.clone())));
    let other = Instance::new(&compared)?;
    let begins_alike = (&other.starts, &other.before, other.creator)
        == (&instance.starts, &instance.before, instance.creator);
    begins_alike.then(|| (compared, other, Arc::new(gathered)))
}

/// Where symmetries are lost because a process has too many locations.
fn too_wide(plain: &Interpreter, instance: &Instance, verified: &Verified) -> Option<Lost> {
    let is_wide = |code: &&program::Code| plain.program().proctype(code.proctype).locations.len() > 256;
    let code = instance.processes.iter().filter(|_| verified.too_wide > 0).find(is_wide)?;
    let body = plain.program().proctype(code.proctype);
    Some(Lost {
        span: body.span,
        why: format!("{} has more than 256 locations, which its symmetries would exchange", body.name),
        hint: "use the number of the process as an index instead of in a choice".into(),
        factor: 2.0,
    })
}

/// What a user should know of the symmetries that are not used.
fn of_those_dropped(verified: &Verified, count: usize) -> Vec<String> {
    let mut notices = Vec::new();
    if verified.not_carried > 0 {
        notices.push(format!(
            "{} of {count} symmetries are not used: a loop or condition inside one step rests on values that they change",
            verified.not_carried
        ));
    }
    if let Some(why) = verified.not_proved.first() {
        let dropped = verified.not_proved.len();
        notices.push(format!(
            "{dropped} of {count} symmetries are not used: the second proof does not cover them ({why})"
        ));
    }
    if verified.too_wide > 0 {
        notices.push(format!(
            "{} of {count} symmetries are not used: they exchange locations of a process with more than 256 of them",
            verified.too_wide
        ));
    }
    if verified.met_again > 0 {
        notices.push(format!(
            "{} of {count} symmetries are not used: a process that was created on the way to the start ends, and the state \
             before its creation comes again",
            verified.met_again
        ));
    }
    if verified.contradicted > 0 {
        notices.push(format!(
            "internal error: {} of {count} symmetries are not used: proved, but the interpreter shows a difference",
            verified.contradicted
        ));
    }
    notices
}
