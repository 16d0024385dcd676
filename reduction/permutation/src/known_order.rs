//! Stabiliser chains of groups whose order is known.
//!
//! Random elements of the group are sifted into a chain with a prescribed base until the product of the basic
//! orbits reaches the order. Nothing needs to be verified: a chain of subsets of the group whose orbits
//! multiply to the order is complete (*Handbook of Computational Group Theory*, 2005, section 4.4.5: "random
//! Schreier-Sims with known order"). This is how bases are changed and point stabilisers taken here: the old
//! chain supplies uniformly random elements, of which a handful suffices per level. The deterministic base
//! change by exchanging neighbouring base points (section 4.4.7) was rejected: it needs one Schreier-Sims
//! step per exchange and is longer to write.

use num_bigint::BigUint;

use crate::{Perm, Point, Random, StabiliserChain, schreier_sims::insert};

/// Builds the chain of a group of this order from random elements of it. The base starts with `base`; points
/// on which nothing depends are left out.
pub(crate) fn build(
    degree: usize,
    order: &BigUint,
    base: &[Point],
    mut next_element: impl FnMut() -> Perm,
) -> StabiliserChain {
    let mut chain = StabiliserChain::trivial(degree);
    for &point in base {
        chain.push_level(point);
    }
    let target = u64::try_from(order).ok();
    let reached = |chain: &StabiliserChain| match target {
        Some(target) => chain.small_order() == Some(target),
        None => chain.order() == *order,
    };
    while !reached(&chain) {
        insert(&mut chain, next_element());
    }
    chain.levels.retain(|level| level.orbit().len() > 1);
    chain
}

/// The same group with a base that starts with `base`.
pub(crate) fn with_base(chain: &StabiliserChain, base: &[Point]) -> StabiliserChain {
    if starts_with(chain, base) {
        return chain.clone();
    }
    let mut random = Random::new(0xba5e);
    let base = distinct_moved(chain, base);
    build(chain.degree(), &chain.order(), &base, || chain.random_element(0, &mut random))
}

/// The subgroup that fixes each of the points.
pub(crate) fn pointwise_stabiliser(chain: &StabiliserChain, points: &[Point]) -> StabiliserChain {
    let changed = with_base(chain, points);
    let fixed = changed.levels.iter().take_while(|l| points.contains(&l.base())).count();
    changed.below(fixed)
}

fn starts_with(chain: &StabiliserChain, base: &[Point]) -> bool {
    let mut wanted = base.iter().filter(|&&p| chain.strong.iter().any(|g| g.image(p) != p));
    let mut present = chain.base();
    wanted.all(|&p| present.next() == Some(p))
}

/// Fixed points of the whole group make useless levels.
fn distinct_moved(chain: &StabiliserChain, base: &[Point]) -> Vec<Point> {
    let mut distinct: Vec<Point> = Vec::with_capacity(base.len());
    for &p in base {
        if !distinct.contains(&p) && chain.strong.iter().any(|g| g.image(p) != p) {
            distinct.push(p);
        }
    }
    distinct
}
