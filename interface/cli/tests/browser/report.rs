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

#[test]
fn ten_thousand_steps_open_at_once() {
    let Some(mut browser) = browser("long") else { return };
    let folder = Folder::new("report-long");
    let model = folder.0.join("long.pml");
    // Every turn sends a message to the other process, which answers.
    let text = "chan there = [2] of { short };\nchan back = [2] of { short };\nshort n;\n\
        active proctype ping() { short x; do :: n < 2500 -> there!n; back?x; n++ :: n == 2500 -> break od; assert(false) }\n\
        active proctype pong() { short y; end: do :: there?y -> back!y od }\n";
    std::fs::write(&model, text).expect("it can be written");
    let case = Case { name: "long", model: "", arguments: &[], verdict: "violated", exit: 1 };
    let html = written(&folder.0, &model, &case);
    let size = std::fs::metadata(&html).expect("it is there").len();
    assert!(size <= 5_000_000, "{size} bytes");
    let mut page = browser.page(1280, 900, false);
    page.open_file(&html);
    let steps = page.value("Number(document.getElementById('slide').max)");
    assert!(steps.as_i64().is_some_and(|steps| steps >= 10_000), "{steps}");
    page.press("ArrowRight");
    page.value("document.getElementById('steps').focus()");
    page.press("End");
    assert_eq!(selected(&mut page), steps.as_i64().expect("a number"));
    let rows = page.value("document.querySelectorAll('#steps .row').length");
    assert!(rows.as_i64().is_some_and(|rows| rows < 80), "only the rows that are seen exist: {rows}");
    let opened = page.value("performance.getEntriesByType('navigation')[0].loadEventEnd");
    eprintln!("{steps} steps, {size} bytes, opened in {opened} ms");
    page.screenshot("long");
    page.assert_no_problems();
}
