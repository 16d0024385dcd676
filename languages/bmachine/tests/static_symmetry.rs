//! ProB's breaking of constants' symmetry: how many valuations are left, and that every orbit keeps one.

mod kit;

use bmachine::machine::{Machine, Options};
use bmachine::symmetry::{Action, Method};
use std::collections::BTreeSet;

fn machine(text: &str, static_symmetry: bool) -> Machine {
    let options = Options { static_symmetry, default_set_size: 3, ..Options::default() };
    kit::machine(text, options, Method::None)
}

/// The least image of each valuation.
fn orbits(machine: &Machine) -> BTreeSet<Vec<u8>> {
    let action = Action::new(&machine.domain);
    let least = |state: &Vec<u8>| {
        let mut smallest = state.clone();
        action.each_permutation(&mut |permutation| {
            let mut image = state.clone();
            action.permute_state(machine, &mut image, permutation, &mut Vec::new());
            smallest = image.min(smallest.clone());
        });
        smallest
    };
    machine.setups.iter().map(least).collect()
}

#[test]
fn every_orbit_keeps_a_valuation() {
    let cases = [
        ("CONSTANTS a, b, c PROPERTIES a : S & b : S & c : S", 27, 5),
        ("CONSTANTS a, b, c PROPERTIES a : S & b : S & c : S & a /= c", 18, 3),
        ("CONSTANTS a, p PROPERTIES a : S & p <: S", 24, 8),
        ("CONSTANTS p, q PROPERTIES p \\/ q = S & p /\\ q = {}", 8, 4),
        (
            "CONSTANTS p, q, r PROPERTIES S = p \\/ q \\/ r & p /\\ q = {} & q /\\ r = {} & r /\\ p = {}",
            27,
            10,
        ),
        ("CONSTANTS f PROPERTIES f : S >->> T", 6, 1),
        ("CONSTANTS f, t PROPERTIES f : S >->> T & t : T", 18, 6),
        ("CONSTANTS f, g PROPERTIES f : S >->> T & g : S >->> T", 36, 6),
        ("CONSTANTS f, p, q PROPERTIES f : S >->> T & p \\/ q = T & p /\\ q = {}", 48, 24),
    ];
    for (declarations, all, kept) in cases {
        let text = format!("MACHINE m SETS S; T {declarations} END");
        let (plain, broken) = (machine(&text, false), machine(&text, true));
        assert_eq!((plain.setups.len(), broken.setups.len()), (all, kept), "{declarations}");
        assert_eq!(orbits(&plain).len(), orbits(&broken).len(), "{declarations}");
    }
}

#[test]
fn sets_are_as_large_as_their_parts_and_members() {
    let cases = [
        ("a, b", "S = a \\/ b & a /\\ b = {} & card(a) = 2 & 3 = card(b)", 5),
        ("a, b, c, d", "S = {a, b, c, d} & 4 = card({a, b, c, d})", 4),
        ("a, b, c, d", "card({a, b, c, d}) = 4 & a : S", 4),
        ("a, b", "S = a \\/ b & card(a) = 2 & card(b) = 3", 3),
    ];
    for (constants, properties, size) in cases {
        let text = format!("MACHINE m SETS S CONSTANTS {constants} PROPERTIES {properties} END");
        assert_eq!(machine(&text, true).domain.sets[0].elements.len(), size, "{properties}");
    }
}
