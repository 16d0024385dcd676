//! Two thousand random groups of degree up to forty against GAP: order, membership, orbits, set stabilisers,
//! blocks and smallest images.

mod oracle;

use oracle::Gap;
use permutation::{Group, Perm, Point, Random, SmallestImage, block_system_with, blocks_through, families};
use serde_json::{Value, json};

const GROUPS: u64 = 2000;

#[test]
fn random_groups_agree_with_gap() {
    agree(0..GROUPS / 2);
}

/// The other half, so that two processors are used.
#[test]
fn more_random_groups_agree_with_gap() {
    agree(GROUPS / 2..GROUPS);
}

fn agree(seeds: std::ops::Range<u64>) {
    let Some(mut gap) = Gap::start() else { return };
    for seed in seeds {
        let mut random = Random::new(seed);
        let group = random_group(&mut random);
        compare(&mut gap, &group, &mut random, seed);
    }
}

fn compare(gap: &mut Gap, group: &Group, random: &mut Random, seed: u64) {
    let degree = group.degree();
    let elements = some_elements(group, random);
    let set = random_set(degree, degree, random);
    // The smallest image of a large set under a large group takes GAP minutes.
    let huge = group.small_order().is_none_or(|order| order > 1 << 40);
    let small = random_set(degree, if huge { 2 } else { 5 }, random);
    let answer = gap.ask(degree, group.generators(), &elements, [&set, &small]);
    let context = format!("seed {seed}, {group:?}, set {set:?}, small {small:?}");
    assert_eq!(answer["order"], group.order().to_string(), "{context}");
    let members: Vec<bool> = elements.iter().map(|e| group.contains(e)).collect();
    assert_eq!(answer["members"], json!(members), "{context}");
    assert_eq!(sorted(&answer["orbits"]), orbits(group), "{context}");
    let stabiliser = group.set_stabiliser(&set);
    assert_eq!(answer["stabiliser"], stabiliser.order().to_string(), "{context}");
    assert!(stabiliser.generators().iter().all(|g| group.contains(g) && g.image_of_set(&set) == set));
    compare_blocks(group, &answer, &context);
    let (image, element) = SmallestImage::new(group).of_set(&small);
    assert_eq!(answer["image"], json!(numbers(&image)), "{context}");
    assert!(group.contains(&element) && element.image_of_set(&small) == image);
}

fn compare_blocks(group: &Group, answer: &Value, context: &str) {
    let orbits = answer["orbits"].as_array().expect("orbits");
    for (orbit, found) in orbits.iter().zip(answer["blocks"].as_array().expect("blocks")) {
        let first = points(orbit).into_iter().min().expect("an orbit has points");
        // GAP gives one block of each system, not always the one through the first point.
        let through_first = |block: &Value| {
            let system = block_system_with(group, &points(block));
            let number = system.number(first).expect("the orbit is covered");
            assert_eq!(system.blocks()[number].len(), points(block).len(), "{context}");
            system.blocks()[number].clone()
        };
        let mut theirs: Vec<Vec<Point>> =
            found.as_array().expect("blocks").iter().map(through_first).collect();
        theirs.sort_by_key(|b| (b.len(), b.clone()));
        assert_eq!(blocks_through(group, first), theirs, "{context}");
    }
}

/// Random elements of the group, and neighbours of them that are mostly outside.
fn some_elements(group: &Group, random: &mut Random) -> Vec<Perm> {
    let degree = group.degree();
    let mut elements = Vec::new();
    for _ in 0..3 {
        let inside = group.random_element(random);
        let swap =
            Perm::transposition(degree, Point::new(random.below(degree)), Point::new(random.below(degree)));
        elements.push(inside.then(&swap));
        elements.push(inside);
    }
    elements.push(random.perm(degree));
    elements
}

fn random_set(degree: usize, limit: usize, random: &mut Random) -> Vec<Point> {
    let size = 1 + random.below(limit.min(degree));
    let mut all: Vec<Point> = Point::all(degree).collect();
    random.shuffle(&mut all);
    all.truncate(size);
    all.sort_unstable();
    all
}

/// A group of one of many families, with its points shuffled.
fn random_group(random: &mut Random) -> Group {
    let generators = match random.below(8) {
        0 => families::product(&small_family(random, 20), &small_family(random, 20)),
        1 | 2 => {
            let outer = 2 + random.below(4);
            families::wreath(&small_family(random, 40 / outer), &symmetric_like(random, outer))
        }
        3 | 4 => random_subgroup(random),
        5 => large_family(random),
        6 => {
            let degree = 2 + random.below(19);
            (0..1 + random.below(3)).map(|_| random.perm(degree)).collect()
        }
        _ => small_family(random, 40),
    };
    let by = random.perm(generators[0].degree());
    Group::from_generators(0, generators).conjugate(&by)
}

fn symmetric_like(random: &mut Random, degree: usize) -> Vec<Perm> {
    match random.below(4) {
        0 => families::cyclic(degree),
        1 => families::dihedral(degree.max(3)),
        2 => families::alternating(degree.max(3)),
        _ => families::symmetric(degree),
    }
}

/// A group of degree at most `limit`, which is at least eight.
fn small_family(random: &mut Random, limit: usize) -> Vec<Perm> {
    match random.below(6) {
        0 if limit >= 16 => families::hypercube(2 + random.below(3)),
        1 if limit >= 16 => families::grid(2 + random.below(3), 2 + random.below(3)),
        2 if limit >= 13 => families::tree(&[2 + random.below(2), 1 + random.below(3)]),
        3 if limit >= 14 => families::heawood(),
        _ => {
            let degree = 2 + random.below(limit.min(12) - 1);
            symmetric_like(random, degree)
        }
    }
}

fn large_family(random: &mut Random) -> Vec<Perm> {
    match random.below(9) {
        0 => families::mathieu([11, 12, 22, 23, 24][random.below(5)]),
        1 => families::hypercube(5),
        2 => families::grid(6, 6),
        3 => families::tree(&[3, 3, 2]),
        4 => families::action_on_pairs(5 + random.below(5)),
        5 => families::petersen(),
        6 => families::tree(&[2, 2, 2, 2]),
        7 => families::grid(4, 10),
        _ => symmetric_like(random, 30),
    }
}

/// The subgroup of a larger group that a few of its elements generate.
fn random_subgroup(random: &mut Random) -> Vec<Perm> {
    let outer = 2 + random.below(3);
    let whole = match random.below(3) {
        0 => families::product(&small_family(random, 20), &small_family(random, 20)),
        1 => families::wreath(&small_family(random, 40 / outer), &families::symmetric(outer)),
        _ => large_family(random),
    };
    let whole = Group::from_generators(0, whole);
    // Powers make small subgroups likely; random elements alone tend to generate almost everything.
    let element = |random: &mut Random| whole.random_element(random).power(1 + random.below(4) as i64);
    let mut generators: Vec<Perm> = (0..1 + random.below(3)).map(|_| element(random)).collect();
    generators.push(Perm::identity(whole.degree()));
    generators
}

fn orbits(group: &Group) -> Value {
    json!(group.orbits().non_trivial().map(numbers).collect::<Vec<_>>())
}

/// A list of lists of numbers with everything ascending.
fn sorted(lists: &Value) -> Value {
    let mut lists: Vec<Vec<usize>> =
        lists.as_array().expect("a list").iter().map(|l| numbers(&points(l))).collect();
    lists.iter_mut().for_each(|l| l.sort_unstable());
    lists.sort();
    json!(lists)
}

fn points(list: &Value) -> Vec<Point> {
    let numbers = list.as_array().expect("a list").iter();
    numbers.map(|n| Point::new(n.as_u64().expect("a number") as usize - 1)).collect()
}

fn numbers(points: &[Point]) -> Vec<usize> {
    points.iter().map(|p| p.index() + 1).collect()
}
