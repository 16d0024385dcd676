//! `simulate` and `eval` as a user meets them: commands piped in, a counterexample followed, breakpoints, machines animated.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

fn quotient(command: &str, name: &str, arguments: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .arg(command)
        .arg(model(name))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    // A run that needs no input may have ended.
    let _ = child.stdin.take().expect("it is piped").write_all(typed.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// What it says on standard output, with its exit code.
fn said(command: &str, name: &str, arguments: &[&str], typed: &str) -> (String, i32) {
    let output = quotient(command, name, arguments, typed);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    (told, output.status.code().expect("it was not killed"))
}

fn has_all(told: &str, parts: &[&str]) {
    let mut from = 0;
    for part in parts {
        let found = told[from..].find(part);
        from += found.unwrap_or_else(|| panic!("`{part}` is missing, or not in this order, in:\n{told}"));
    }
}

const PHILOSOPHERS: &str = "promela/protocols/dining_philosophers.pml";
const BROKEN: [&str; 4] = ["-D", "N=3", "-D", "BROKEN=1"];

#[test]
fn choices_are_made_shown_and_taken_back() {
    let typed = "2\ns\ne fork_taken[1] + 5\nw\nu\ne fork_taken[1]\nu\nt\nq\n";
    let (told, code) = said("simulate", PHILOSOPHERS, &["-D", "N=3", "-D", "BROKEN=1", "-i"], typed);
    has_all(
        &told,
        &[
            "2) line 40: philosopher(1)",
            "1    40  philosopher(1) d_step { !fork_taken[LEFT]",
            "[fork_taken[1] = 0 -> 1]",
            "fork_taken[0] = 0\n  fork_taken[1] = 1\n",
            "\n  6\n",
            "philosopher(0) at line 40",
            "one step taken back",
            "\n  0\n",
            "this is the beginning",
        ],
    );
    assert_eq!(code, 0, "{told}");
}

#[test]
fn what_cannot_be_understood_is_said_and_nothing_else_happens() {
    let typed = "9\nfly\neval\neval nobody\neval fork_taken[0] = 1\ne 1) -> (1\nd 1\n1\nt\n";
    let (told, code) = said("simulate", PHILOSOPHERS, &["-D", "N=3", "-D", "BROKEN=1", "-i"], typed);
    has_all(
        &told,
        &[
            "a number from 1 to 3",
            "`fly` is no command",
            "`eval` takes an expression",
            "`nobody` is not declared",
            "to compare, write `==`",
            "a bracket is closed that was not opened",
            "there is no breakpoint 1",
            "1    40  philosopher(2)",
        ],
    );
    assert_eq!(code, 0, "{told}");
}

#[test]
fn a_counterexample_is_found_and_followed() {
    let (told, code) = said("simulate", PHILOSOPHERS, &[&BROKEN[..], &["--counterexample"]].concat(), "");
    has_all(&told, &["invalid end state", "    3    40  philosopher(", "invalid end state after 3 steps"]);
    assert_eq!(code, 1);

    // Every model with a counterexample that the check finds can be followed to the same violation.
    let followed = [
        ("promela/protocols/bakery.pml", &["-D", "BROKEN=1"][..], "assertion violated after"),
        ("promela/protocols/alternating_bit.pml", &["-D", "BROKEN=1"], "assertion violated after"),
        ("promela/protocols/needham_schroeder.pml", &["-D", "BROKEN=1"], "assertion violated after"),
        (
            "promela/papers/paxos.pml",
            &["-D", "ACCEPTORS=3", "-D", "BALLOTS=2", "-D", "BROKEN=1"],
            "assertion",
        ),
        ("promela/trust/else_in_the_middle.pml", &[], "assertion violated after"),
        ("promela/rules/array_out_of_bounds.pml", &[], "array index out of bounds after"),
        ("promela/trust/endless_atomic_assertion.pml", &[], "assertion violated after"),
        ("promela/liveness/alternating_bit.pml", &[], "stopped after"),
        ("b/access_leak.mch", &[], "a conjunct of the invariant does not hold, line 20"),
        ("b/deadlock_explained.mch", &[], "deadlock: no operation is possible after"),
        ("b/liveness/lift_starves.mch", &[], "stopped after"),
        // The formula quantifies over a name, which the machine does not know.
        ("b/liveness/scheduler_queue.mch", &[], "is again where it was after step 2"),
    ];
    for (name, arguments, ending) in followed {
        let (told, _) = said("simulate", name, &[arguments, &["--counterexample"]].concat(), "");
        assert!(told.contains(ending) && !told.contains("internal error"), "{name}: {told}");
    }
}

#[test]
fn one_may_leave_what_is_followed_and_come_back() {
    let arguments = [&BROKEN[..], &["--counterexample", "-i"]].concat();
    let (told, code) = said("simulate", PHILOSOPHERS, &arguments, "\n\n1\nu\n\n");
    has_all(
        &told,
        &[
            "0 of 3 steps of what is followed",
            "2 of 3 steps",
            "which this run has left",
            "taken back",
            "2 of 3 steps of what is followed\n",
            "3 of 3 steps",
            "invalid end state",
        ],
    );
    assert_eq!(code, 1, "the run ends in a deadlock");
}

#[test]
fn a_model_that_holds_has_nothing_to_follow() {
    let (told, code) = said("simulate", PHILOSOPHERS, &["-D", "N=3", "--counterexample"], "");
    assert!(told.starts_with("holds") && told.contains("no counterexample"), "{told}");
    assert_eq!(code, 0);
}

#[test]
fn what_a_model_prints_is_shown_where_it_happens() {
    let (told, code) = said("simulate", "promela/rules/printing.pml", &[], "");
    has_all(
        &told,
        &[
            "    1    12  :init:(0) printf(",
            "             | x is 3, in hexadecimal 3, octal 3, \u{3} and 3\n",
            "    2    13  :init:(0) printf(",
            "             | hello%\n",
            "    3    14",
            "             | hello\n",
            "end after 5 steps",
        ],
    );
    assert_eq!(code, 0);
}

#[test]
fn a_run_stops_at_breakpoints() {
    let name = "promela/protocols/leader_election_ring.pml";
    let (told, code) = said("simulate", name, &["--break", "leaders == 1", "--steps", "500"], "");
    has_all(
        &told,
        &["leaders = 0 -> 1", "stopped at breakpoint 1: leaders == 1\nstopped after", "leaders = 1"],
    );
    assert_eq!(code, 0, "{told}");
    let before = told.split("leaders = 0 -> 1").next().expect("some text");
    assert!(!before.contains("stopped"), "{told}");

    let typed = "b 40\nb\nc\nd 1\nb fork_taken[0] + fork_taken[1] == 2\nc 20\n";
    let (told, _) = said("simulate", PHILOSOPHERS, &[&BROKEN[..], &["-i"]].concat(), typed);
    has_all(&told, &["breakpoint 1: line 40", "stopped at breakpoint 1: line 40", "no breakpoints"]);
    assert!(told.contains("breakpoint 1: fork_taken[0] + fork_taken[1] == 2"), "{told}");

    let output = quotient("simulate", name, &["--break", "nobody == 1"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`nobody` is not declared"));
}

#[test]
fn a_machine_is_animated() {
    let typed = "e roles\n1\ne dom(roles)\nf session /= {} & roles = {}\nc\nu\nu 9\nb roles /= {}\nc\n";
    let (told, _) = said("simulate", "b/access_leak.mch", &["-i"], typed);
    has_all(
        &told,
        &[
            // There is one initialisation, so nobody is asked.
            "1    21  INITIALISATION    [roles = {}, session = {}]",
            "4) line 23: assign(u = USER2, r = ROLE2)",
            "  {}\n",
            "2    23  assign(u = USER1, r = ROLE1)    [roles = {} -> {(USER1 |-> ROLE1)}]",
            "  {USER1}\n",
            "it holds after 2 steps",
            "2 of 2 steps",
            "a conjunct of the invariant does not hold, line 20: session <: roles",
            "taken back",
            "breakpoint 1: roles /= {}",
            "stopped at breakpoint 1",
        ],
    );
}

#[test]
fn constants_are_chosen_before_the_initialisation() {
    let (told, _) = said("simulate", "b/graph_colouring.mch", &["-i"], "1\ne 1 + 1\nt\n");
    assert!(told.contains("SETUP_CONSTANTS") || told.contains("INITIALISATION"), "{told}");
    assert!(told.contains("\n  2\n"), "{told}");
}

#[test]
fn expressions_are_evaluated_without_a_run() {
    let value = |name: &str, arguments: &[&str]| {
        let (told, code) = said("eval", name, arguments, "");
        assert_eq!(code, 0, "{name} {arguments:?}");
        told.trim().to_owned()
    };
    let ring = "promela/protocols/leader_election_ring.pml";
    assert_eq!(value(ring, &["-D", "N=3", "N * 2 + leaders"]), "6");
    assert_eq!(value(ring, &["leaders == 0 && len(link[0]) == 0"]), "true");
    assert_eq!(value(ring, &["elected"]), value(ring, &["elected + 0"]));
    assert_eq!(
        value(ring, &["station(1):number", "station[2]:over"]),
        "station(1):number = 0\nstation[2]:over = 0"
    );
    assert_eq!(value(ring, &["--steps", "40", "--seed", "3", "len(link[0]) <= N"]), "true");
    let machine = "b/access_leak.mch";
    assert_eq!(value(machine, &["{x | x : 1..4 & x mod 2 = 0}"]), "{2, 4}");
    assert_eq!(value(machine, &["card(USER) = 2 & roles = {}"]), "TRUE");
    assert_eq!(value(machine, &["--card", "USER=4", "card(USER)"]), "4");
    assert_eq!(value(machine, &["--steps", "3", "session <: USER * ROLE"]), "TRUE");
}

#[test]
fn what_cannot_be_evaluated_is_bad_input() {
    let cases = [
        (PHILOSOPHERS, &["nobody"][..], "`nobody` is not declared"),
        (PHILOSOPHERS, &["fork_taken[7]"], "out of bounds"),
        (PHILOSOPHERS, &["1 / fork_taken[0]"], "division by zero"),
        (PHILOSOPHERS, &["fork_taken[0]; 1"], "not one expression"),
        (PHILOSOPHERS, &["fork_taken[0] = 1"], "to compare, write `==`"),
        (PHILOSOPHERS, &["--card", "S=2", "1"], "`--card` is for B"),
        ("b/access_leak.mch", &["nobody"], "unknown identifier nobody"),
        ("b/access_leak.mch", &["roles + 1"], "INTEGER is needed"),
        ("b/access_leak.mch", &["1 / 0"], "zero"),
        ("b/access_leak.mch", &["-D", "N=2", "1"], "`-D` is for Promela"),
    ];
    for (name, arguments, word) in cases {
        let output = quotient("eval", name, arguments, "");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name} {arguments:?}: {told}");
        assert!(told.contains(word), "{name} {arguments:?}: {told}");
    }
}

/// Models with a violation and what defines it, whose trails have rendezvous, atomic sequences, `d_step`, claims and cycles.
const WITH_TRAILS: [(&str, &[&str], &str); 6] = [
    ("promela/protocols/dining_philosophers.pml", &["N=3", "BROKEN=1"], "invalid end state after"),
    ("promela/protocols/alternating_bit.pml", &["BROKEN=1"], "assertion violated after"),
    ("promela/protocols/needham_schroeder.pml", &["BROKEN=1"], "assertion violated after"),
    ("promela/protocols/token_ring.pml", &["N=3", "BROKEN=1"], "assertion violated after"),
    ("promela/trust/else_in_the_middle.pml", &[], "assertion violated after"),
    ("promela/liveness/alternating_bit.pml", &[], "it goes on for ever"),
];

/// A folder with a copy of a model, which goes away with the test.
struct Copied(PathBuf);

impl Copied {
    fn new(name: &str, for_what: &str) -> Copied {
        let folder = std::env::temp_dir().join(format!(
            "quotient-simulate-{for_what}-{}-{}",
            name.replace('/', "-"),
            std::process::id()
        ));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::copy(model(name), folder.join("model.pml")).expect("it can be copied");
        Copied(folder)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.0).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.code().is_some())
    }

    fn followed(&self, defines: &[String]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        command.args(["simulate", "model.pml", "--trail", "model.pml.trail"]).args(defines);
        let output = command.current_dir(&self.0).output().expect("the tool runs");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn flags(defines: &[&str]) -> Vec<String> {
    defines.iter().map(|define| format!("-D{define}")).collect()
}

#[test]
fn our_own_trails_are_followed() {
    for (name, defines, ending) in WITH_TRAILS {
        let (copied, flags) = (Copied::new(name, "ours"), flags(defines));
        let mut check = vec!["check", "model.pml", "--trail"];
        check.extend(flags.iter().map(String::as_str));
        assert!(copied.run(env!("CARGO_BIN_EXE_quotient"), &check));
        let told = copied.followed(&flags);
        assert!(told.contains(ending), "{name}: {told}");
    }
}

/// With and without SPIN's merging of statements. Needs `spin` from Debian's packages, and a C compiler.
#[test]
fn trails_of_spin_are_followed() {
    if Command::new("spin").arg("-V").output().is_err() {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is not installed");
        eprintln!("SKIPPED: needs spin");
        return;
    }
    for (name, defines, ending) in WITH_TRAILS {
        for merging in ["-o5", "-o3"] {
            let (copied, flags) = (Copied::new(name, &format!("spin{merging}")), flags(defines));
            let mut spin: Vec<&str> = flags.iter().map(String::as_str).collect();
            // `-o5` is about the text of pan alone, so that its runs are those of plain `spin -a`.
            spin.extend(["-a", merging, "model.pml"]);
            assert!(copied.run("spin", &spin) && copied.run("cc", &["-O0", "-o", "pan", "pan.c"]));
            assert!(copied.run("./pan", &["-a", "-m100000"]), "{name}");
            let told = copied.followed(&flags);
            assert!(told.contains(ending), "{name} {merging}: {told}");
        }
    }
}

#[test]
fn trails_of_something_else_are_refused() {
    let copied = Copied::new(PHILOSOPHERS, "wrong");
    for (text, word) in [("hello", "line 1 is not depth:process:statement"), ("1:7:1\n", "move 1 of 1")] {
        std::fs::write(copied.0.join("model.pml.trail"), text).expect("it can be written");
        let told = copied.followed(&[]);
        assert!(told.contains(word), "{told}");
    }
    let output = quotient("simulate", "b/access_leak.mch", &["--trail", "nothing.trail"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`--trail` is for Promela"));
}

#[test]
fn values_are_those_at_the_failure_where_a_run_fails_inside_an_atomic() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fault_in_atomic.pml");
    let text = "byte x, y = 1;\nactive proctype P() {\n  atomic { x = 7; y = 0; x = x / y }\n}\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("UTF-8");
    // An absolute path stays what it is behind the folder of the models.
    let (told, code) = said("simulate", file, &[], "");
    has_all(&told, &["division by zero", "x = 7", "y = 0"]);
    assert_eq!(code, 1, "{told}");
    let (told, _) = said("simulate", file, &["-i"], "1\ns\ne x + 1\nw\nf x == 9\nu\ne x\nq\n");
    has_all(&told, &["x = 7", "  8\n", "P(0) at line 3", "cannot go on", "taken back", "  0\n"]);
    assert!(!told.contains("no variables"), "{told}");
}

#[test]
fn names_of_locals_lines_that_are_missing_and_choices_that_read_alike_are_explained() {
    let typed = "e own\ne sender(0):own\nb 9999\ns\nq\n";
    let (told, _) = said("simulate", "promela/liveness/alternating_bit.pml", &["-i"], typed);
    has_all(
        &told,
        &[
            "-> [data,0]]",
            "`own` is not declared; that of a process is asked for with its number: `sender(0):own`",
        ],
    );
    has_all(&told, &["\n  0\n", "there is no line 9999: the model has", "backward = empty"]);
    assert!(!told.contains("breakpoint 1") && !told.contains("(channel "), "{told}");
    let (told, _) = said("simulate", "b/bank_bug.mch", &["-i"], "q\n");
    has_all(&told, &["1) line 23: INITIALISATION    [", "|-> 2), (", "2) line 23: INITIALISATION    ["]);
}

#[test]
fn jumps_that_nobody_has_written_are_not_told() {
    let name = "promela/protocols/sleeping_barber.pml";
    let (told, _) = said("simulate", name, &["-i"], "1\nq\n");
    has_all(&told, &[") line 47: customer(3) waiting < CHAIRS; waiting++; else\n", "customer(3) else\n"]);
    assert!(!told.contains("(goto)"), "{told}");
}

/// As a report: what does not fit the terminal is cut, and marked.
#[test]
fn steps_are_cut_to_the_terminal() {
    let run = |columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        let output = command.arg("simulate").arg(model("b/access_leak.mch")).env("COLUMNS", columns).output();
        String::from_utf8(output.expect("the tool runs").stdout).expect("text")
    };
    let is_step = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let widest = |told: &str| told.lines().filter(is_step).map(|line| line.chars().count()).max();
    assert!(widest(&run("44")) == Some(44) && run("44").contains('…'));
    assert!(widest(&run("")) > Some(60));
}
