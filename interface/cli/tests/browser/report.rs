//! `--html`: what a report shows, stepped with the keyboard, at the width of a phone and of a desk.

use std::path::Path;
use std::process::Command;

use crate::devtools::{Page, browser};
use crate::{Folder, root};

/// A model that is checked into a report.
struct Case {
    name: &'static str,
    model: &'static str,
    arguments: &'static [&'static str],
    verdict: &'static str,
    exit: i32,
}

const DEADLOCK: Case = Case {
    name: "deadlock",
    model: "models/promela/protocols/dining_philosophers.pml",
    arguments: &["-D", "N=4", "-D", "BROKEN=1"],
    verdict: "violated",
    exit: 1,
};
const LASSO: Case = Case {
    name: "lasso",
    model: "models/promela/liveness/alternating_bit.pml",
    arguments: &[],
    verdict: "violated",
    exit: 1,
};
const MACHINE: Case =
    Case { name: "machine", model: "models/b/access_leak.mch", arguments: &[], verdict: "violated", exit: 1 };
const HOLDS: Case = Case {
    name: "holds",
    model: "models/promela/papers/email.pml",
    arguments: &[],
    verdict: "holds",
    exit: 0,
};

fn written(folder: &Path, model: &Path, case: &Case) -> std::path::PathBuf {
    let html = folder.join(format!("{}.html", case.name));
    let run = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .arg("check")
        .arg(model)
        .args(case.arguments)
        .arg("--html")
        .arg(&html)
        .current_dir(root())
        .output()
        .expect("it runs");
    assert_eq!(run.status.code(), Some(case.exit), "{}", String::from_utf8_lossy(&run.stderr));
    html
}

/// What holds of every report, at any width.
fn looks_right(page: &mut Page<'_>, case: &Case, width: u32) {
    assert_eq!(
        page.value("document.querySelector('h1 .badge').className"),
        format!("badge {}", case.verdict)
    );
    assert_eq!(page.value("document.documentElement.lang"), "en");
    // Of what is wider than the window, the innermost elements without which it would not be.
    let outside = "(() => { const root = document.documentElement, edge = root.clientWidth; if (root.scrollWidth <= edge) \
         return ''; const guilty = [...document.querySelectorAll('main *')].filter(e => { const was = e.style.display; \
         e.style.display = 'none'; const fits = root.scrollWidth <= edge; e.style.display = was; return fits; }); \
         return guilty.slice(-1)[0].outerHTML.slice(0, 200); })()";
    assert_eq!(page.value(outside), "", "{} at {width}: wider than the window", case.name);
    assert_eq!(page.value("document.querySelectorAll('svg.communication path[class]').length > 0"), true);
    let unnamed = "[...document.querySelectorAll('button, input, select, svg[role=img], [tabindex]')].filter(e => \
         !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && !(e.labels && e.labels.length)).length";
    assert_eq!(page.value(unnamed), 0, "{}: controls without a name", case.name);
    let others: Vec<String> = page.requests().into_iter().filter(|url| !url.starts_with("data:")).collect();
    assert!(others.len() <= 1, "a report asks for nothing but itself: {others:?}");
}

fn selected(page: &mut Page<'_>) -> i64 {
    let row = "document.querySelector('#steps [aria-selected=true]').getAttribute('aria-posinset') - 1";
    page.value(row).as_i64().expect("a row is selected")
}

/// Steps to the end and back; the number of steps.
fn step_through(page: &mut Page<'_>) -> i64 {
    assert_eq!(selected(page), 0);
    page.press("ArrowRight");
    assert_eq!(selected(page), 1);
    page.press("ArrowRight");
    page.press("ArrowLeft");
    assert_eq!(selected(page), 1);
    page.value("document.getElementById('steps').focus()");
    page.press("ArrowDown");
    assert_eq!(selected(page), 2);
    let active = "document.getElementById(document.getElementById('steps').getAttribute('aria-activedescendant')).ariaSelected";
    assert_eq!(page.value(active), "true");
    assert_eq!(page.value("document.querySelectorAll('.line.next').length"), 1);
    let told = page.value("document.getElementById('now').textContent");
    assert!(told.as_str().is_some_and(|told| told.starts_with("Step 2.")), "{told}");
    page.press("End");
    let end = selected(page);
    assert_eq!(page.value("Number(document.getElementById('slide').max)"), end);
    end
}

fn every_width(case: &Case, check: fn(&mut Page<'_>)) {
    let Some(mut browser) = browser(case.name) else { return };
    let folder = Folder::new(&format!("report-{}", case.name));
    let html = written(&folder.0, Path::new(case.model), case);
    for (width, dark) in [(390, true), (1280, false), (1280, true), (390, false)] {
        let mut page = browser.page(width, 900, dark);
        page.open_file(&html);
        looks_right(&mut page, case, width);
        check(&mut page);
        page.assert_no_problems();
        page.screenshot(&format!("{}-{width}-{}", case.name, if dark { "dark" } else { "light" }));
    }
}

#[test]
fn a_deadlock_is_stepped_through() {
    every_width(&DEADLOCK, |page| {
        assert!(step_through(page) >= 4);
        assert_eq!(page.value("document.getElementById('next').disabled"), true);
        let last = page.value("document.getElementById('now').textContent");
        assert!(last.as_str().is_some_and(|last| last.contains("invalid end state")), "{last}");
        assert_eq!(page.value("document.querySelectorAll('#state .changed').length > 0"), true);
        let standing = page.value("document.querySelectorAll('.line.stands').length");
        assert!(standing.as_i64().is_some_and(|lines| lines >= 1), "{standing}");
    });
}

#[test]
fn a_lasso_goes_round() {
    every_width(&LASSO, |page| {
        let end = step_through(page);
        let cycle = page.value("JSON.parse(document.getElementById('traces').textContent)[0].cycle");
        let cycle = cycle.as_i64().expect("the run goes on for ever");
        assert!(cycle < end);
        assert_eq!(page.value("document.querySelectorAll('.row.cycle').length > 0"), true);
        assert_eq!(page.value("document.querySelectorAll('#chart .arrow').length > 0"), true);
        let shown = page.value("document.getElementById('trace').textContent");
        let shown = shown.as_str().expect("a text");
        assert!(!shown.contains("(channel ") && shown.contains("[data,0]"), "channels by contents: {shown}");
        // The state behind the last step is the one in which the cycle begins.
        let state =
            "[...document.querySelectorAll('#state td')].map(cell => cell.lastChild.textContent).join('|')";
        let last = page.value(state);
        page.press("ArrowRight");
        assert_eq!(selected(page), cycle + 1);
        page.press("ArrowLeft");
        assert_eq!(selected(page), cycle);
        assert_eq!(page.value(state), last);
    });
}

#[test]
fn a_machine_is_stepped_through() {
    every_width(&MACHINE, |page| {
        assert_eq!(step_through(page), 4);
        let text = page.value("document.getElementById('state').textContent");
        assert!(text.as_str().is_some_and(|text| text.contains("session{(USER1 |-> ROLE1)}")), "{text}");
        assert_eq!(page.value("document.getElementById('h-coverage') !== null"), true);
    });
}

#[test]
fn a_model_that_holds_shows_its_orbits() {
    every_width(&HOLDS, |page| {
        assert_eq!(page.value("document.getElementById('trace')"), serde_json::Value::Null);
        assert_eq!(page.value("document.querySelectorAll('.orbits li').length"), 2);
        assert_eq!(page.value("document.querySelectorAll('svg.communication rect.o0').length"), 4);
        let generators = page.value("document.querySelectorAll('ol.code li').length");
        assert_eq!(generators, 3);
    });
}

const PARTLY: &str = "byte x;
active [2] proctype P() {
  if
  :: x < 9 -> x = 1
  :: x > 9 ->
     x = 3;
     x = 4; skip
  fi;
  x = 1
}
proctype Nobody() { x = 8 }
";

#[test]
fn what_is_never_executed_is_marked_in_the_source() {
    let Some(mut browser) = browser("unreached") else { return };
    let folder = Folder::new("report-unreached");
    let model = folder.0.join("partly.pml");
    std::fs::write(&model, PARTLY).expect("it can be written");
    let arguments = &["--symmetry", "none"];
    let case = Case { name: "unreached", model: "", arguments, verdict: "holds", exit: 0 };
    let html = written(&folder.0, &model, &case);
    for (width, dark) in [(390, true), (1280, false)] {
        let mut page = browser.page(width, 900, dark);
        page.open_file(&html);
        looks_right(&mut page, &case, width);
        let marked = "[...document.querySelectorAll('.line.never')].map(line => \
             `${line.querySelector('i').textContent} ${line.querySelector('.dead').textContent}`).join('|')";
        let expected =
            "5 never executed|6 never executed|7 never executed: x = 4; skip|11 never executed: Nobody";
        assert_eq!(page.value(marked), expected);
        // The list leads to the lines.
        page.value("document.querySelector('.unreached a').click()");
        assert_eq!(page.value("document.querySelector(':target').id"), "f0l5");
        assert_eq!(page.value("document.querySelectorAll('.unreached li').length"), 5);
        page.assert_no_problems();
        page.screenshot(&format!("unreached-{width}-{}", if dark { "dark" } else { "light" }));
    }
}

#[test]
fn every_violation_has_its_run_where_all_were_looked_for() {
    let Some(mut browser) = browser("violations") else { return };
    let folder = Folder::new("report-violations");
    let model = folder.0.join("two.pml");
    let text = "byte x;\nactive proctype P() {\n  do\n  :: x < 3 -> x++; assert(x != 2)\n  \
                :: x == 3 -> x = 1 / (3 - x)\n  od\n}\n";
    std::fs::write(&model, text).expect("it can be written");
    let case =
        Case { name: "violations", model: "", arguments: &["--all-errors"], verdict: "violated", exit: 1 };
    let html = written(&folder.0, &model, &case);
    let mut page = browser.page(1280, 900, false);
    page.open_file(&html);
    looks_right(&mut page, &case, 1280);
    let names = "[...document.getElementById('of').options].map(option => option.text.split(':')[0]).join()";
    assert_eq!(page.value(names), "1. safety,2. safety");
    assert_eq!(page.value("[...document.querySelectorAll('.note.wrong')].length"), 2);
    page.value(
        "const of = document.getElementById('of'); of.value = '1'; of.dispatchEvent(new Event('change'))",
    );
    page.value("document.getElementById('last').click()");
    let told = page.value("document.getElementById('now').textContent");
    assert!(told.as_str().is_some_and(|told| told.contains("division by zero")), "{told}");
    page.assert_no_problems();
}

#[test]
fn a_hostile_model_stays_text() {
    let Some(mut browser) = browser("hostile") else { return };
    let folder = Folder::new("report-hostile");
    let model = folder.0.join("a'\"<img src=x onerror=alert(1)>&.pml");
    let text = "/* </script><script>window.harmed = 1</script> <!-- */\nbyte x;\nactive proctype P() {\n\
        printf(\"</script><script>window.harmed = 2</script>\\n\");\nx = 1;\nassert(x == 0 /* <b onclick='harm()'> */)\n}\n";
    std::fs::write(&model, text).expect("it can be written");
    let case = Case { name: "hostile", model: "", arguments: &[], verdict: "violated", exit: 1 };
    let html = written(&folder.0, &model, &case);
    let mut page = browser.page(1280, 900, false);
    page.open_file(&html);
    assert_eq!(page.value("window.harmed === undefined && !document.querySelector('img, b')"), true);
    assert_eq!(page.value("document.querySelectorAll('script').length"), 2);
    let first = page.value("document.getElementById('f0l1').querySelector('code').textContent");
    assert_eq!(first.as_str(), text.lines().next());
    page.press("End");
    page.assert_no_problems();
}

/// A ping and a pong: every turn sends a message to the other process, which answers.
const MESSAGES: &str = "chan there = [2] of { short };\nchan back = [2] of { short };\nshort n;\n\
    active proctype ping() { short x; do :: n < 2500 -> there!n; back?x; n++ :: n == 2500 -> break od; assert(false) }\n\
    active proctype pong() { short y; end: do :: there?y -> back!y od }\n";

/// Eight processes in turn, each of which changes some thirty variables in one step: more than five megabytes, were it
/// all told.
const WIDE: &str = "#define N 8\nint total;\nbyte turn;\nint many[256];\n\
    active [N] proctype worker() {\n  int own;\n  do\n  :: turn == _pid && total < 10000 ->\n     d_step {\n\
         own = _pid * 32;\n         do :: own < _pid * 32 + 30 -> many[own] = total * 1000 + own; own++ :: else -> break od;\n\
         total++; turn = (_pid + 1) % N\n     }\n  :: total >= 10000 -> assert(total < 10000)\n  od\n}\n";

fn opens_at_once(name: &'static str, text: &str, at_least: i64) {
    let Some(mut browser) = browser(name) else { return };
    let folder = Folder::new(&format!("report-{name}"));
    let model = folder.0.join("long.pml");
    std::fs::write(&model, text).expect("it can be written");
    let case = Case { name, model: "", arguments: &[], verdict: "violated", exit: 1 };
    let html = written(&folder.0, &model, &case);
    let size = std::fs::metadata(&html).expect("it is there").len();
    assert!(size <= 5_000_000, "{size} bytes");
    let mut page = browser.page(1280, 900, false);
    page.open_file(&html);
    let shown = page.value("Number(document.getElementById('slide').max)").as_i64().expect("a number");
    // The beginning of what does not fit is left out, which is said.
    let skipped = page.value("JSON.parse(document.getElementById('traces').textContent)[0].skipped");
    let steps = shown + skipped.as_i64().expect("a number");
    assert!(steps >= at_least, "{steps}");
    page.press("ArrowRight");
    page.value("document.getElementById('steps').focus()");
    page.press("End");
    assert_eq!(selected(&mut page), shown);
    let rows = page.value("document.querySelectorAll('#steps .row').length");
    assert!(rows.as_i64().is_some_and(|rows| rows < 80), "only the rows that are seen exist: {rows}");
    let opened = page.value("performance.getEntriesByType('navigation')[0].loadEventEnd");
    eprintln!("{name}: {steps} steps, {shown} of them shown, {size} bytes, opened in {opened} ms");
    page.screenshot(name);
    page.assert_no_problems();
}

#[test]
fn ten_thousand_steps_open_at_once() {
    opens_at_once("long", MESSAGES, 10_000);
}

#[test]
fn ten_thousand_steps_of_wide_states_open_at_once() {
    opens_at_once("wide", WIDE, 10_000);
}
