//! `minimising-set`: exchanges of columns as long as they make the state smaller.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 4.3. If the group permutes columns of
//! points as a full symmetric group, the exchanges of two columns are a minimising set (Theorem 6): a state that none of
//! them makes smaller is the smallest of its orbit. Algorithm 4 takes every exchange that helps at once
//! (`minimising-set`); Algorithm 3 tries all and takes the best (`minimising-set-steepest`). Both end after at most as
//! many rounds as there are columns where the theorem holds.
//!
//! The theorem is about states without references. With them the fixed point is only a local minimum (section 8.1, and
//! Lemma 4.4 of Extending symmetry reduction techniques, 2007), so the method is approximate. [`is_exact`] decides on
//! the bytes: no value may change, every byte that moves belongs to one column, and all rows list the columns in the
//! same order, which the theorem overlooks (see `permutation::MinimisingSet`).

use kernels::Block;
use permutation::{Group, MinimisingSet};

use crate::action::Action;
use crate::technique::{Maker, Minimiser, Technique};

/// Algorithm 4.
pub(crate) fn greedy(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    technique(maker, group, false)
}

/// Algorithm 3.
pub(crate) fn steepest(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    technique(maker, group, true)
}

fn technique(maker: &Maker<'_>, group: &Group, steepest: bool) -> Option<Technique> {
    let set = MinimisingSet::of(group)?;
    let exchanges = maker.actions(set.exchanges())?;
    let exact = is_exact(&exchanges, set.columns().len());
    let minimiser = Box::new(Exchanges { exchanges, steepest, best: Block::default() });
    Some(Technique { minimiser, exact, touched: maker.touched(group)? })
}

struct Exchanges {
    /// The exchanges of columns `i < j`, ordered by `i`, then `j`.
    exchanges: Vec<Action>,
    steepest: bool,
    best: Block,
}

impl Minimiser for Exchanges {
    fn minimise(&mut self, state: &mut Block) {
        self.best.copy_from(state);
        loop {
            let mut smaller = false;
            for exchange in &self.exchanges {
                if exchange.minimise(state, &mut self.best) {
                    smaller = true;
                    if !self.steepest {
                        state.copy_from(&self.best);
                    }
                }
            }
            if !smaller {
                return;
            }
            state.copy_from(&self.best);
        }
    }
}

/// Whether a fixed point of the exchanges is always the smallest image.
fn is_exact(exchanges: &[Action], columns: usize) -> bool {
    // Two columns have one exchange, which is all of the group.
    if columns == 2 {
        return true;
    }
    let pairs: Vec<(usize, usize)> =
        (0..columns).flat_map(|i| (i + 1..columns).map(move |j| (i, j))).collect();
    let bytes = exchanges.first().map_or(0, |e| e.map.source.len());
    let mut first_row: Option<Vec<usize>> = None;
    for byte in 0..bytes {
        if exchanges.iter().any(|e| e.map.maps(byte)) {
            return false;
        }
        let movers: Vec<(usize, usize)> =
            pairs.iter().zip(exchanges).filter(|(_, e)| e.map.changes(byte)).map(|(&pair, _)| pair).collect();
        let in_column =
            |c: usize| movers.len() == columns - 1 && movers.iter().all(|&(i, j)| i == c || j == c);
        if movers.is_empty() {
            continue;
        }
        let Some(column) = (0..columns).find(|&c| in_column(c)) else { return false };
        if column > 0 {
            continue;
        }
        // The exchanges of the first column come first, and carry its bytes to the others.
        let mut row = vec![byte];
        row.extend(exchanges[..columns - 1].iter().map(|e| usize::from(e.map.source[byte])));
        let mut order: Vec<usize> = (0..columns).collect();
        order.sort_by_key(|&c| row[c]);
        if *first_row.get_or_insert_with(|| order.clone()) != order {
            return false;
        }
    }
    true
}
