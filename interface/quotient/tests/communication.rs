//! The communication structure is complete: whatever a step changes, who makes it has a link to it.

use std::path::Path;

use quotient::{Link, LinkKind, Model, ReadOptions};

/// Models and the least number of changes that random runs must have seen: channels in variables, in arrays and in messages,
/// rendezvous, processes that come later, shared variables and arrays, machines.
const MODELS: [(&str, usize); 9] = [
    ("promela/papers/email.pml", 100),
    ("promela/papers/loadbalancer.pml", 100),
    ("promela/papers/telephone.pml", 50),
    ("promela/protocols/leader_election_ring.pml", 10),
    ("promela/protocols/sliding_window.pml", 50),
    ("promela/real/created_in_a_loop.pml", 5),
    ("promela/liveness/alternating_bit.pml", 50),
    ("b/access_leak.mch", 50),
    ("b/scheduler.mch", 50),
];

#[test]
fn whatever_changes_is_linked() {
    for (name, least) in MODELS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name);
        let model = Model::read(&path, &ReadOptions::default()).expect("it can be read");
        let links = model.communication();
        let mut seen = 0;
        for seed in 1..=10 {
            seen += run(&model, &links, seed, name);
        }
        assert!(seen >= least, "{name}: only {seen} changes of channels and shared variables");
    }
}

/// One random run; the number of changes that were looked at.
fn run(model: &Model, links: &[Link], seed: usize, name: &str) -> usize {
    let mut walk = model.walk().expect("it can be walked");
    let starts = walk.start().expect("it starts");
    let Some(mut state) = starts.into_iter().find_map(|step| step.state) else { return 0 };
    let mut seen = 0;
    for number in 0..120 {
        let steps = walk.steps(&state);
        let possible: Vec<_> = steps.iter().filter(|step| step.state.is_some()).collect();
        if possible.is_empty() {
            break;
        }
        let step = possible[(seed * 7919 + number * 104_729 / 7) % possible.len()];
        let next = step.state.clone().expect("it was chosen for that");
        let before = walk.values(&state);
        for (variable, value) in walk.values(&next) {
            let old = before.iter().find(|(known, _)| *known == variable);
            // What did not exist has not been changed, and local variables are nobody else's.
            if old.is_none_or(|(_, old)| *old == value) || variable.contains("):") {
                continue;
            }
            // The initialisation of a machine is no operation.
            if step.text.starts_with("INITIALISATION") {
                continue;
            }
            seen += 1;
            let linked = links.iter().any(|link| is_by(&step.text, link) && is_about(link, &variable));
            assert!(linked, "{name}: `{}` changes {variable}, and {links:?} does not say so", step.text);
        }
        state = next;
    }
    seen
}

/// Does the process or the operation of a link take part in a step? Of a process that comes later the type is known.
fn is_by(step: &str, link: &Link) -> bool {
    match link.process.strip_suffix("…)") {
        Some(later) => step.contains(later),
        None => step.contains(&link.process),
    }
}

fn is_about(link: &Link, variable: &str) -> bool {
    let whole = variable.split('[').next().unwrap_or(variable);
    match link.kind {
        LinkKind::Sends | LinkKind::Receives => link.object == variable,
        LinkKind::Writes => link.object == variable || link.object == format!("{whole}[]"),
        LinkKind::Polls | LinkKind::Reads => false,
    }
}
