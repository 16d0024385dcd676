//! Each way in which the number of a channel can get into a variable, and the shapes that are then expected in it. A way that is
//! not followed would have a message checked against the fields of too few channels.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagnostics::SourceMap;
use program::{Layout, ReferenceCells};
use promela::preprocess::{Included, Loader};

use super::*;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

/// Channels with one and two fields, and variables.
const CHANNELS: &str = "
    chan one = [1] of { byte }; chan two = [1] of { byte, byte }; chan carry = [1] of { chan };
    chan c, d; chan some[2]; byte n;";

/// How many fields the channels have to which 77 may be sent.
fn widths(processes: &str) -> BTreeSet<usize> {
    let mut sources = SourceMap::new();
    let file = sources.add("model", format!("{CHANNELS} {processes}"));
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &[]);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    let program = promela::lower(&model, &sources, promela::Reduction::None);
    let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
    let interpreter = Interpreter::new(Arc::new(layout));
    let instance = Instance::new(&interpreter).expect("an instance");
    let held = Held::new(&interpreter, &instance);
    let mut widths = BTreeSet::new();
    let mut found = false;
    for code in instance.processes.iter().chain(&instance.later) {
        for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
            let Some(send) = sends_77(&edge.action) else { continue };
            found = true;
            let shapes = held.shapes(&send.kids[0]);
            widths.extend(shapes.map(|shape| interpreter.program().channel_type(shape).fields.len()));
        }
    }
    assert!(found, "nothing is sent: {processes}");
    widths
}

fn sends_77(tree: &Tree) -> Option<&Tree> {
    let here = matches!(tree.head, Head::Send { .. }) && tree.kids[1].constant() == Some(77);
    if here { Some(tree) } else { tree.kids.iter().find_map(sends_77) }
}

#[track_caller]
fn expect(expected: &[usize], processes: &str) {
    assert_eq!(widths(processes), expected.iter().copied().collect(), "{processes}");
}

#[test]
fn what_is_written_down() {
    expect(&[1], "active proctype P() { one ! 77 }");
    expect(&[2], "active proctype P() { two ! 77 }");
}

#[test]
fn what_is_assigned() {
    expect(&[2], "active proctype P() { c = two; c ! 77 }");
    expect(&[1, 2], "active proctype P() { if :: c = one :: c = two fi; c ! 77 }");
    // Against the order of the text.
    expect(&[2], "active proctype P() { do :: c ! 77 :: c = d :: d = two od }");
    expect(&[1], "active proctype P() { d_step { d = one; c = d }; c ! 77 }");
    expect(&[1, 2], "active proctype P() { n++; c = (n -> 1 : 2); c ! 77 }");
    expect(&[1], "active proctype P() { chan mine; mine = one; c = two; mine ! 77 }");
}

#[test]
fn what_is_declared() {
    expect(&[3], "chan own = [1] of { byte, byte, byte }; active proctype P() { own ! 77 }");
    expect(&[3], "active proctype P() { chan own = [1] of { byte, byte, byte }; own ! 77 }");
    let assigned = "chan own = [1] of { byte, byte, byte }; active proctype P() { own ! 77; own = two }";
    expect(&[2, 3], assigned);
    let later = "
        proctype W() { chan own = two; own ! 77; own = d }
        active proctype P() { do :: n < 3 -> n++; run W() :: n == 3 -> n = 0 od }";
    expect(&[2], later);
}

#[test]
fn what_is_in_an_array() {
    expect(&[1, 2], "active proctype P() { n = 1; some[n] = one; some[0] = two; some[n] ! 77 }");
}

#[test]
fn what_is_computed_may_be_anything() {
    expect(&[1, 2], "active proctype P() { n++; c = n + 1; c ! 77 }");
}

#[test]
fn what_comes_in_a_message() {
    expect(&[2], "active proctype P() { carry ! two } active proctype Q() { carry ? c; c ! 77 }");
    // Through a variable on either side, and the channel itself in one.
    let through = "
        active proctype P() { d = two; some[0] = carry; some[n] ! d; n = 1 }
        active proctype Q() { carry ? c; c ! 77 }";
    expect(&[2], through);
    // What a message is compared with does not get into it.
    let compared = "
        active proctype P() { carry ! two; carry ! two }
        active proctype Q() { c = one; do :: carry ? eval(c) :: carry ? d; d ! 77 od }";
    expect(&[2], compared);
}

#[test]
fn what_a_process_is_created_with() {
    // The first one is there when symmetries are looked for, and does not have what others will have.
    let given = "
        proctype W(chan given) { given ! 77 }
        active proctype P() { run W(one); do :: n < 3 -> n++; run W(two) :: n == 3 -> n = 0 od }";
    expect(&[1, 2], given);
    let begins = "
        proctype W() { chan own = c; own ! 77 }
        active proctype P() { c = one; run W(); c = two; do :: n < 3 -> n++; run W() :: n == 3 -> n = 0 od }";
    expect(&[1, 2], begins);
}

#[test]
fn what_a_process_makes() {
    let maker = "
        proctype W() { chan mine = [1] of { byte, byte, byte }; carry ! mine; n = 0 }
        active proctype P() { do :: n < 3 -> n++; run W() :: carry ? c; c ! 77 od }";
    expect(&[3], maker);
    // The number of a channel that is gone may be given to one of another shape.
    let two_makers = "
        proctype V() { chan own = [1] of { byte, byte, byte, byte }; own ! 1, 2, 3, 4 }
        proctype W() { chan mine = [1] of { byte, byte, byte }; carry ! mine; n = 0 }
        active proctype P() { do :: n < 3 -> n++; run V(); run W() :: carry ? c; c ! 77 od }";
    expect(&[3, 4], two_makers);
    // A channel of the start is never gone.
    let kept = "
        proctype W() { chan mine = [1] of { byte, byte, byte }; mine ! 1, 2, 3 }
        active proctype P() { do :: n < 3 -> n++; run W() :: c = two; c ! 77 od }";
    expect(&[2], kept);
}

#[test]
fn what_is_read_in_another_process() {
    let remote = "
        active proctype P() { chan own; own = two; n = 1; n = 0 }
        active proctype Q() { n == 1; c = P[0]:own; c ! 77 }";
    expect(&[2], remote);
}

#[test]
fn what_run_returns_may_be_anything() {
    let result = "
        proctype W() { n = 0 }
        active proctype P() { do :: n < 3 -> n++; c = run W(); c ! 77 :: n == 3 -> n = 0 od }";
    expect(&[1, 2], result);
}
