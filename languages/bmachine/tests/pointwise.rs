//! Functions and sets searched element by element: as many as by generating each and testing it whole.
//!
//! `f : {g | g : A --> B}` is the slow reference: the planner does not look into the comprehension, so every function
//! is built and the conjuncts are checked on it.

mod kit;

use bmachine::machine::Options;
use bmachine::symmetry::Method;

/// Conjuncts about a function f : A --> 0..3 and a set s <: A, with A = {a, b, c, d}.
const CONJUNCTS: [&str; 27] = [
    "f(a) = 1",
    "f(b) = f(a) + 1",
    "!x.(x : A => f(x) > 0)",
    "!(x,y).(x : A & y : A & x /= y => f(x) /= f(y))",
    "!x.(x : A & x /= a => f(x) = 2)",
    "#x.(x : A & f(x) = 3)",
    "not(#x.(x : A & f(x) = 0))",
    "f(a) + f(b) + f(c) = 5",
    "f(c) < f(d)",
    "(f(a) = 0 or f(d) = 3)",
    "(f(a) = 0 => f(b) = 1)",
    "(f(a) = 1 <=> f(b) = 2)",
    "card(ran(f)) = 2",
    "{x | x : A & f(x) = 1} = {b}",
    "10 / f(d) > 4",
    "a : s",
    "!x.(x : s => f(x) = 1)",
    "!x.(x : A => (x : s <=> f(x) > 1))",
    "#x.(x : s & f(x) = 2)",
    "card(s) = 2",
    "dom(f) = {a, b}",
    "s <: dom(f)",
    "{a, c} <: s",
    "card(f) < 3",
    "card(s) + 1 >= card(f)",
    "card(f |> {1}) = 2",
    "f~[{2}] = s",
];

/// How many valuations of its constants a machine has.
fn count(text: &str) -> usize {
    let machine = kit::machine(text, Options::default(), Method::None);
    assert!(machine.setup_problem.is_none(), "{text}: {:?}", machine.setup_problem);
    machine.setups.len()
}

fn setups(range: &str, set: &str, conjuncts: &str) -> usize {
    let text = format!(
        "MACHINE m SETS A = {{a, b, c, d}} CONSTANTS f, s PROPERTIES f : {range} & s : {set} & {conjuncts} END"
    );
    count(&text)
}

#[test]
fn searching_element_by_element_finds_what_generating_finds() {
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut below = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % bound
    };
    let arrows = ["-->", "+->", ">->", "-->>", ">->>", ">+>", "+->>"];
    let (mut solvable, mut unsolvable) = (0, 0);
    for _ in 0..400 {
        let arrow = arrows[below(arrows.len())];
        let range = format!("A {arrow} 0..3");
        let chosen: Vec<&str> = (0..1 + below(4)).map(|_| CONJUNCTS[below(CONJUNCTS.len())]).collect();
        let conjuncts = chosen.join(" & ");
        let fast = setups(&range, "POW(A)", &conjuncts);
        let slow = setups(&format!("{{g | g : {range}}}"), "{t | t : POW(A)}", &conjuncts);
        assert_eq!(fast, slow, "{range}: {conjuncts}");
        *(if fast > 0 { &mut solvable } else { &mut unsolvable }) += 1;
    }
    assert!(solvable > 80 && unsolvable > 20, "{solvable} {unsolvable}");
}

#[test]
fn equations_give_values_in_an_infinite_range() {
    let conjuncts = "f(a) = 100 & f(b) = f(a) * 2 & !x.(x : {c, d} => f(x) = 7) & s = {}";
    assert_eq!(setups("A --> NATURAL", "POW(A)", conjuncts), 1);
    assert_eq!(setups("A --> NATURAL1", "POW(A)", &conjuncts.replace("= 7", "= 0")), 0);
}

/// The setups of constants x, y that the properties leave.
fn solutions(properties: &str) -> usize {
    let text = format!("MACHINE m CONSTANTS x, y PROPERTIES {properties} END");
    count(&text)
}

#[test]
fn guarded_equations_bind_by_cases() {
    let cases = "x : 1..3 & (x > 1 => y = x * 100) & (not(x > 1) => y = -1)";
    assert_eq!(solutions(&format!("{cases} & y : INTEGER")), 3);
    assert_eq!(solutions(&format!("{cases} & y : NATURAL")), 2);
    assert_eq!(solutions("x : 1..3 & (x = 1 => y = 5) & (x = 2 => y = 6) & y : 4..7"), 1 + 1 + 4);
}

#[test]
fn sequences_are_cut_in_every_way() {
    assert_eq!(solutions("x ^ y = [1, 2, 3]"), 4);
    assert_eq!(solutions("x ^ [2] ^ y = [1, 2, 3, 2]"), 2);
    assert_eq!(solutions("x ^ [9] = [1, 9] & [1] ^ y = [1, 9]"), 1);
    assert_eq!(solutions("x ^ [8] = [1, 9] & y = 1"), 0);
}

#[test]
fn complements_are_computed() {
    let whole = "(1..50) * (1..20)";
    assert_eq!(solutions(&format!("x \\/ y = {whole} & x /\\ y = {{}} & y = (1..50) * {{3}}")), 1);
    assert_eq!(solutions("x \\/ y = 1..3 & x /\\ y = {} & y <: 1..3"), 8);
    assert_eq!(solutions("x \\/ y = 1..3 & y = {1} & x <: 1..3"), 2);
}

/// Every pair of numbers that satisfies the conjuncts is found, although only together they bound x and y.
#[test]
fn inequalities_narrow_each_other() {
    let properties = "x >= 0 & y >= 0 & 2 * x + 3 * y <= 11";
    let pairs = (0..=5).flat_map(|x| (0..=3).map(move |y| (x, y))).filter(|(x, y)| 2 * x + 3 * y <= 11);
    assert_eq!(solutions(properties), pairs.count());
    assert_eq!(solutions("x > 99 & x + 3 = y & y < 105"), 2);
    assert_eq!(solutions("(x : 5..6 or x = 9) & y = x / 3"), 3);
    assert_eq!(solutions("x + x + x = 60 & y - x = 7 - x"), 1);
    assert_eq!(solutions("2 * x = 7 & y = 0"), 0);
}

#[test]
fn sequences_and_sets_are_bounded_by_what_is_said_of_them() {
    assert_eq!(solutions("x : seq(BOOL) & size(x) = y & y : 3..5"), 8 + 16 + 32);
    assert_eq!(solutions("x : seq1(BOOL) & size(x) <= 4 & y = 1"), 2 + 4 + 8 + 16);
    assert_eq!(solutions("x : iseq(NATURAL) & card(x) = 3 & ran(x) = {1, 50, 70} & y = 0"), 6);
    assert_eq!(solutions("x <: NATURAL & min(x) = 100 & max(x) <= 103 & y = card(x)"), 8);
    assert_eq!(solutions("x : perm({1, 7, 9}) & x(1) < x(2) & y = x(3)"), 3);
}
