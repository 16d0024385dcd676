//! `quotient explore`: states walked through in a browser, with the keyboard, at the width of a phone and of a desk.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::devtools::{Page, browser};
use crate::{Folder, root};

/// A page that is served, until it is dropped.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn new(arguments: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quotient"))
            .args(["explore", "--no-browser"])
            .args(arguments)
            .current_dir(root())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the tool runs");
        let mut address = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut address).expect("an address");
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        Served { child, address: address.trim().to_owned() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until an expression of the page is true.
fn wait(page: &mut Page<'_>, expression: &str) {
    let start = Instant::now();
    while page.value(expression) != true {
        assert!(start.elapsed() < Duration::from_secs(60), "never true: {expression}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The position in the path, when nothing is under way.
fn position(page: &mut Page<'_>, expected: &str) {
    wait(
        page,
        &format!("document.getElementById('count').textContent === {expected:?} && !document.body.ariaBusy"),
    );
}

fn text(page: &mut Page<'_>, id: &str) -> String {
    let value = page.value(&format!("document.getElementById({id:?}).textContent"));
    value.as_str().expect("a text").to_owned()
}

/// Types into the field and presses Enter or a button; the newest answer.
fn asked(page: &mut Page<'_>, question: &str, button: &str) -> String {
    let count = "document.getElementById('answers').children.length";
    page.value("document.getElementById('answers').replaceChildren()");
    page.value(&format!(
        "document.getElementById('text').value = {question:?}; document.getElementById('text').focus()"
    ));
    match button {
        "" => page.press("Enter"),
        _ => drop(page.value(&format!("document.getElementById({button:?}).click()"))),
    }
    wait(
        page,
        &format!(
            "{count} > 0 && !document.body.ariaBusy && !document.querySelector('#answers li').textContent.includes('looking')"
        ),
    );
    page.value("document.activeElement.blur()");
    let newest = page.value("document.querySelector('#answers li span').textContent");
    newest.as_str().expect("an answer").to_owned()
}

/// What holds at any width.
fn looks_right(page: &mut Page<'_>, width: u32) {
    let outside = "(() => { const root = document.documentElement; return root.scrollWidth <= root.clientWidth ? '' : \
         [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1 && \
         !e.closest('.wide, .listing, .values')).map(e => e.outerHTML.slice(0, 120)).join(); })()";
    assert_eq!(page.value(outside), "", "wider than the window of {width}");
    let unnamed = "[...document.querySelectorAll('button, input, select, [role=region], [role=button]')].filter(e => \
         !e.textContent.trim() && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && \
         !(e.labels && e.labels.length)).map(e => e.outerHTML).join()";
    assert_eq!(page.value(unnamed), "", "controls without a name");
    assert_eq!(page.value("document.documentElement.lang"), "en");
    assert_eq!(page.value("document.querySelectorAll('#graph svg .node').length > 1"), true, "no graph");
}

fn philosophers(page: &mut Page<'_>, width: u32, name: &str) {
    position(page, "0 of 0");
    assert_eq!(page.value("document.querySelectorAll('#steps button').length"), 3);
    page.press("1");
    position(page, "1 of 1");
    assert!(text(page, "now").starts_with("Step 1. philosopher(2)"), "{}", text(page, "now"));
    assert_eq!(page.value("document.querySelectorAll('#state tr.changed').length"), 1);
    assert_eq!(asked(page, "fork_taken[2] + 4", ""), "5");
    assert_eq!(asked(page, "fork_taken[0]", "evaluate"), "0");
    assert!(asked(page, "fork_taken[0", "").contains("expected"));
    page.press("ArrowLeft");
    position(page, "0 of 1");
    assert_eq!(asked(page, "fork_taken[2] == 1", ""), "false");
    page.press("ArrowRight");
    position(page, "1 of 1");

    page.value("document.getElementById('check').click()");
    position(page, "0 of 3");
    assert!(text(page, "now").contains("violated: invalid end state"), "{}", text(page, "now"));
    page.press("ArrowRight");
    position(page, "1 of 3");
    page.value("document.getElementById('last').click()");
    position(page, "3 of 3");
    wait(page, "document.querySelectorAll('#graph .node.wrong').length > 0");
    assert!(text(page, "now").contains("Wrong here: invalid end state"), "{}", text(page, "now"));
    assert!(text(page, "steps").contains("Nothing"), "{}", text(page, "steps"));
    page.press("ArrowLeft");
    position(page, "2 of 3");

    assert!(
        asked(page, "fork_taken[0] && fork_taken[1] && !fork_taken[2]", "find").starts_with("holds after")
    );
    assert_eq!(asked(page, "fork_taken[0] && fork_taken[1] && !fork_taken[2]", ""), "true");
    page.value("document.getElementById('orbit').click()");
    wait(page, "document.querySelectorAll('#images li').length > 0");
    assert!(text(page, "images").contains("in the orbit"), "{}", text(page, "images"));
    wait(page, "document.querySelectorAll('#graph svg .node').length > 1");
    looks_right(page, width);
    page.screenshot(&format!("{name}-{width}"));

    // A state of the graph is gone to by a click.
    let before = text(page, "count");
    page.value("document.querySelector('#graph .node:not(.centre)').dispatchEvent(new MouseEvent('click'))");
    wait(page, &format!("document.getElementById('count').textContent !== {before:?}"));
    page.assert_no_problems();
}

fn machine(page: &mut Page<'_>, width: u32, name: &str) {
    position(page, "0 of 0");
    assert!(text(page, "steps").contains("INITIALISATION"), "{}", text(page, "steps"));
    page.press("1");
    position(page, "1 of 1");
    page.press("1");
    position(page, "2 of 2");
    assert!(text(page, "now").starts_with("Step 2. assign(u = USER1, r = ROLE1)"), "{}", text(page, "now"));
    assert_eq!(asked(page, "dom(roles)", ""), "{USER1}");
    assert_eq!(asked(page, "session = {} & roles /= {}", ""), "TRUE");
    assert!(asked(page, "roles + 1", "").contains("INTEGER is needed"));
    page.press("ArrowLeft");
    position(page, "1 of 2");
    assert_eq!(asked(page, "roles", ""), "{}");
    page.press("ArrowRight");
    position(page, "2 of 2");
    page.value("document.getElementById('orbit').click()");
    wait(page, "document.querySelectorAll('#images li').length === 3");
    assert!(text(page, "images").contains("order 4"), "{}", text(page, "images"));
    page.value("document.getElementById('check').click()");
    position(page, "0 of 4");
    page.value("document.getElementById('last').click()");
    position(page, "4 of 4");
    assert!(text(page, "now").contains("session <: roles"), "{}", text(page, "now"));
    wait(page, "document.querySelectorAll('#graph .node.wrong').length > 0");
    looks_right(page, width);
    page.screenshot(&format!("{name}-{width}"));
    page.assert_no_problems();
}

fn lasso(page: &mut Page<'_>, width: u32, name: &str) {
    position(page, "0 of 0");
    page.value("document.getElementById('check').click()");
    position(page, "0 of 3");
    assert!(text(page, "now").contains("violated: the formula does not hold"), "{}", text(page, "now"));
    assert_eq!(page.value("document.querySelectorAll('#path .cycle').length"), 2);
    for step in 1..=3 {
        page.press("ArrowRight");
        position(page, &format!("{step} of 3"));
    }
    assert!(text(page, "state").contains("[data,0]"), "{}", text(page, "state"));
    assert_eq!(asked(page, "len(forward)", ""), "1");
    assert_eq!(asked(page, "forward?[data, 0]", ""), "true");
    wait(page, "document.querySelectorAll('#graph svg .node').length > 1");
    looks_right(page, width);
    page.screenshot(&format!("{name}-{width}"));
    page.assert_no_problems();
}

fn holding(page: &mut Page<'_>, width: u32, name: &str) {
    position(page, "0 of 0");
    page.value("document.getElementById('check').click()");
    wait(page, "document.getElementById('now').textContent.includes('The check says: holds')");
    position(page, "0 of 0");
    for step in 1..=6 {
        page.press("1");
        position(page, &format!("{step} of {step}"));
    }
    page.value("document.getElementById('orbit').click()");
    wait(page, "document.querySelectorAll('#images li').length > 0");
    assert!(text(page, "images").contains("S3, of order 6"), "{}", text(page, "images"));
    page.value("const depth = document.getElementById('depth'); depth.value = '3'; depth.dispatchEvent(new Event('change'))");
    wait(page, "document.querySelectorAll('#graph svg .node').length > 8");
    looks_right(page, width);
    page.screenshot(&format!("{name}-{width}"));
    page.assert_no_problems();
}

/// At two widths, in light and in dark.
fn at_two_widths(name: &str, arguments: &[&str], walk: fn(&mut Page<'_>, u32, &str)) {
    let Some(mut browser) = browser(name) else { return };
    let served = Served::new(arguments);
    for (width, height, dark) in [(1280, 900, false), (390, 800, true)] {
        let mut page = browser.page(width, height, dark);
        page.open(&served.address);
        walk(&mut page, width, name);
        let others = page.requests().into_iter().filter(|url| !url.starts_with(&served.address));
        let others: Vec<String> = others.filter(|url| !url.starts_with("data:")).collect();
        assert!(others.is_empty(), "the page asks elsewhere: {others:?}");
    }
}

#[test]
fn a_deadlock_is_walked_to() {
    let arguments = ["models/promela/protocols/dining_philosophers.pml", "-D", "N=3", "-D", "BROKEN=1"];
    at_two_widths("explore-philosophers", &arguments, philosophers);
}

#[test]
fn a_run_that_goes_on_for_ever_is_walked_along() {
    at_two_widths("explore-lasso", &["models/promela/liveness/alternating_bit.pml"], lasso);
}

#[test]
fn a_model_that_holds_shows_its_symmetry() {
    at_two_widths("explore-holds", &["models/promela/papers/email.pml", "-D", "N=3"], holding);
}

#[test]
fn a_machine_is_walked_through() {
    at_two_widths("explore-machine", &["models/b/access_leak.mch"], machine);
}

/// Counters that are looked at, and to the end of which no search comes.
const ENDLESS: &str = "int a, b, c;\nactive proctype P() {\n  do\n  :: a++\n  :: b++\n  :: c++\n  \
     :: a * b * c == -7 -> assert(a == 3)\n  od\n}\n";

#[test]
fn a_check_and_a_search_run_beside_the_walk_and_are_stopped() {
    let Some(mut browser) = browser("explore-jobs") else { return };
    let folder = Folder::new("explore-jobs");
    let file = folder.0.join("endless.pml");
    std::fs::write(&file, ENDLESS).expect("it can be written");
    let served = Served::new(&[file.to_str().expect("UTF-8"), "--max-states", "3000000"]);
    for (width, height, dark) in [(1280, 900, false), (390, 800, true)] {
        let mut page = browser.page(width, height, dark);
        page.open(&served.address);
        position(&mut page, "0 of 0");
        page.value("document.getElementById('check').click()");
        wait(&mut page, "document.querySelectorAll('#jobs li').length === 1");
        page.value(
            "document.getElementById('text').value = 'a == -3'; document.getElementById('find').click()",
        );
        wait(&mut page, "document.querySelectorAll('#jobs li').length === 2");
        let told = text(&mut page, "jobs");
        assert!(told.contains("states") && told.contains("looking for a == -3"), "{told}");
        // One walks on meanwhile.
        page.press("2");
        position(&mut page, "1 of 1");
        assert_eq!(page.value("document.querySelectorAll('#jobs li').length"), 2);
        page.screenshot(&format!("explore-jobs-{width}"));
        let names = "[...document.querySelectorAll('#jobs button')].map(button => button.ariaLabel).join()";
        assert_eq!(page.value(names), "stop: check,stop: looking for a == -3");
        page.value(
            "document.querySelector('#jobs button').focus(); document.querySelector('#jobs button').click()",
        );
        wait(&mut page, "document.querySelectorAll('#jobs li').length === 1");
        let now = text(&mut page, "now");
        assert!(now.contains("The check says: undecided") && now.contains("interrupted"), "{now}");
        // Where the button was that went away, the keyboard is not lost.
        wait(&mut page, "document.activeElement.id === 'check'");
        page.value("document.querySelector('#jobs button').click()");
        wait(&mut page, "document.getElementById('jobs').hidden");
        let told = text(&mut page, "answers");
        assert!(told.contains("Stopped: it holds in none of the first"), "{told}");
        position(&mut page, "1 of 1");
        page.assert_no_problems();
    }
}

#[test]
fn who_has_gone_elsewhere_is_not_carried_away() {
    let Some(mut browser) = browser("explore-found") else { return };
    let folder = Folder::new("explore-found");
    let file = folder.0.join("counter.pml");
    let text_of_model = "int a, b;\nactive proctype P() {\n  do\n  :: a++\n  :: b++\n  od\n}\n";
    std::fs::write(&file, text_of_model).expect("it can be written");
    let served = Served::new(&[file.to_str().expect("UTF-8"), "--max-states", "3000000"]);
    let mut page = browser.page(800, 900, false);
    page.open(&served.address);
    position(&mut page, "0 of 0");
    // Some tens of thousands of states away.
    page.value("document.getElementById('text').value = 'a == 90 && b == 110'; document.getElementById('find').click()");
    page.press("1");
    position(&mut page, "1 of 1");
    wait(&mut page, "document.querySelector('#answers button') !== null");
    position(&mut page, "1 of 1");
    assert!(text(&mut page, "answers").contains("holds after 200 steps"), "{}", text(&mut page, "answers"));
    page.value("document.querySelector('#answers button').click()");
    position(&mut page, "200 of 200");
    assert_eq!(asked(&mut page, "a + b", ""), "200");
    page.assert_no_problems();
}

#[test]
fn a_page_without_the_token_shows_nothing() {
    let Some(mut browser) = browser("explore-token") else { return };
    let served = Served::new(&["models/b/access_leak.mch"]);
    let mut page = browser.page(800, 600, false);
    let (origin, _) = served.address.trim_end_matches('/').rsplit_once('/').expect("a token");
    page.open(&format!("{origin}/"));
    let told = page.value("document.body.textContent");
    assert!(told.as_str().is_some_and(|told| told.contains("token")), "{told}");
}

#[test]
fn a_hostile_model_stays_text_in_the_explorer() {
    let Some(mut browser) = browser("explore-hostile") else { return };
    let folder = Folder::new("explore-hostile");
    let file = folder.0.join("<b>model.pml");
    let markup = "<img src=x onerror='document.title=1'>";
    let model = format!(
        "/* {markup}</script><script>document.title = 1</script> */ byte x;\n\
         active proctype P() {{ printf(\"{markup}\\n\"); x = 1 }}"
    );
    std::fs::write(&file, model).expect("it can be written");
    let served = Served::new(&[file.to_str().expect("a path in UTF-8")]);
    let mut page = browser.page(800, 600, false);
    page.open(&served.address);
    position(&mut page, "0 of 0");
    page.press("1");
    position(&mut page, "1 of 1");
    assert!(text(&mut page, "path").contains("<img"), "the text is shown as it is");
    assert!(asked(&mut page, "<img src=x>", "").contains("expected"));
    assert_eq!(page.value("document.querySelectorAll('img, main script, b').length"), 0);
    assert_ne!(page.value("document.title"), "1");
    page.assert_no_problems();
}
