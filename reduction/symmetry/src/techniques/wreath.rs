//! `wreath`: inside the blocks of a wreath product first, then the blocks themselves.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 6, after Clarke, Emerson, Jha and Sistla
//! (Symmetry reductions in model checking, 1998): a group `H wr K` that permutes blocks by `K` and acts on each by its
//! own copy of `H` is minimised by each copy and then by `K`.
//!
//! On bytes that is exact if no value changes, the copies touch different bytes, and `K` carries the bytes of a block to
//! those of another in the same order, so that what is smallest inside one block is so in its new place. Otherwise inner
//! and outer groups take turns until none of them helps, and the method is approximate.

use permutation::{Group, WreathProduct};

use crate::group_action::action::Action;
use crate::techniques::disjoint::InTurn;
use crate::techniques::technique::{Context, Technique};

/// The parts of a wreath product, each minimised by `factor`; `None` if the group is none.
pub(crate) fn technique(
    maker: &Context<'_>,
    group: &Group,
    factor: &dyn Fn(&Context<'_>, &Group) -> Option<Technique>,
) -> Option<Technique> {
    let product = WreathProduct::of(group)?;
    let inner: Vec<Technique> =
        product.inner.iter().map(|copy| factor(maker, copy)).collect::<Option<_>>()?;
    let outer = factor(maker, &product.outer)?;
    let carriers = maker.actions(product.outer.generators())?;
    let sorted = is_sorted(&inner, &carriers);
    let exact = sorted && outer.exact && inner.iter().all(|t| t.exact);
    let parts = inner.into_iter().chain([outer]).collect();
    Some(Technique {
        minimiser: Box::new(InTurn::new(parts, sorted)?),
        exact,
        touched: maker.touched(group)?,
    })
}

/// Whether one round, inside and then outside, is enough.
fn is_sorted(inner: &[Technique], carriers: &[Action]) -> bool {
    let bytes = carriers.first().map_or(0, |carrier| carrier.map.source.len());
    let block = |byte: usize| {
        let mut blocks = (0..inner.len()).filter(|&i| inner[i].touched.touches(byte));
        (blocks.next(), blocks.next().is_none())
    };
    if !(0..bytes).all(|b| block(b).1 && carriers.iter().all(|c| !c.map.maps(b))) {
        return false;
    }
    carriers.iter().all(|carrier| {
        inner.iter().all(|copy| {
            let bytes = (0..bytes).filter(|&b| copy.touched.touches(b));
            let from: Vec<usize> = bytes.map(|b| usize::from(carrier.map.source[b])).collect();
            from.is_sorted() && from.iter().all(|&b| block(b).0 == block(from[0]).0)
        })
    })
}
