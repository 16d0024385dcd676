//! Times this project's group algorithms beside their peers, in one run.
//!
//! Smallest images of random subsets against the crate `geometric-traits`, and set stabilisers against GAP,
//! which times itself inside its own process so that the pipe does not count. Both sides get the same groups
//! and the same sets, and both prepare the group outside the measured loop. Printed are microseconds per call
//! and their ratio.

mod gap;

use std::{hint::black_box, time::Instant};

use geometric_traits::prelude::PermutationGroup;
use permutation::{Group, Perm, Point, Random, SmallestImage, families};

/// Sets per group and size.
const SETS: usize = 200;

fn main() {
    println!("{:<34} {:>10} {:>10} {:>8}", "smallest image of a set", "ours µs", "theirs µs", "ratio");
    for (name, generators) in image_groups() {
        smallest_images(name, &generators);
    }
    println!("\n{:<34} {:>10} {:>10} {:>8}", "set stabiliser", "ours µs", "GAP µs", "ratio");
    for (name, generators) in stabiliser_groups() {
        set_stabilisers(name, &generators);
    }
}

fn image_groups() -> Vec<(&'static str, Vec<Perm>)> {
    vec![
        ("S10", families::symmetric(10)),
        ("S4 wr S3", families::wreath(&families::symmetric(4), &families::symmetric(3))),
        ("hypercube 4d", families::hypercube(4)),
        ("hypercube 5d", families::hypercube(5)),
        ("hypercube 6d", families::hypercube(6)),
    ]
}

fn stabiliser_groups() -> Vec<(&'static str, Vec<Perm>)> {
    let mut groups = image_groups();
    groups.push(("M24", families::mathieu(24)));
    groups.push(("S20", families::symmetric(20)));
    groups.push(("tree 3-3-2", families::tree(&[3, 3, 2])));
    groups.push(("S8 on pairs", families::action_on_pairs(8)));
    groups
}

fn random_sets(degree: usize, size: usize, seed: u64) -> Vec<Vec<Point>> {
    let mut random = Random::new(seed);
    let mut set = || {
        let mut all: Vec<Point> = Point::all(degree).collect();
        random.shuffle(&mut all);
        all.truncate(size);
        all.sort_unstable();
        all
    };
    (0..SETS).map(|_| set()).collect()
}

/// A quarter and a half of the points.
fn sizes(degree: usize) -> [usize; 2] {
    [degree / 4, degree / 2]
}

fn smallest_images(name: &str, generators: &[Perm]) {
    let degree = generators[0].degree();
    let images: Vec<Vec<usize>> = generators.iter().map(|g| g.iter().map(|p| p.index()).collect()).collect();
    let Ok(peer) = PermutationGroup::new(degree, &images) else { return };
    let mut ours = SmallestImage::new(&Group::from_generators(degree, generators.iter().cloned()));
    for size in sizes(degree) {
        let sets = random_sets(degree, size, 1);
        let plain: Vec<Vec<usize>> = sets.iter().map(|s| s.iter().map(|p| p.index()).collect()).collect();
        let expected: Vec<_> =
            plain.iter().filter_map(|s| peer.smallest_image(s).ok()).map(|i| i.image).collect();
        let found: Vec<Vec<usize>> =
            sets.iter().map(|s| ours.of_set(s).0.iter().map(|p| p.index()).collect()).collect();
        assert_eq!(expected, found, "both sides agree");
        let mine = microseconds(|| sets.iter().for_each(|s| drop(black_box(ours.of_set(black_box(s))))));
        let theirs =
            microseconds(|| plain.iter().for_each(|s| drop(black_box(peer.smallest_image(black_box(s))))));
        row(&format!("{name}, {size} of {degree} points"), mine, theirs);
    }
}

fn set_stabilisers(name: &str, generators: &[Perm]) {
    let degree = generators[0].degree();
    let group = Group::from_generators(degree, generators.iter().cloned());
    for size in sizes(degree) {
        let sets = random_sets(degree, size, 2);
        let mine =
            microseconds(|| sets.iter().for_each(|s| drop(black_box(group.set_stabiliser(black_box(s))))));
        match gap::set_stabilisers(generators, &sets) {
            Some((theirs, orders)) => {
                let found: Vec<String> =
                    sets.iter().map(|s| group.set_stabiliser(s).order().to_string()).collect();
                assert_eq!(found, orders, "both sides agree");
                row(&format!("{name}, {size} of {degree} points"), mine, theirs);
            }
            None => println!("SKIPPED: needs gap"),
        }
    }
}

/// Microseconds per set, the best of three rounds.
fn microseconds(mut round: impl FnMut()) -> f64 {
    let time = |round: &mut dyn FnMut()| {
        let start = Instant::now();
        round();
        start.elapsed().as_secs_f64() * 1e6 / SETS as f64
    };
    (0..3).map(|_| time(&mut round)).fold(f64::INFINITY, f64::min)
}

fn row(name: &str, mine: f64, theirs: f64) {
    println!("{name:<34} {mine:>10.2} {theirs:>10.2} {:>7.1}x", theirs / mine);
}
