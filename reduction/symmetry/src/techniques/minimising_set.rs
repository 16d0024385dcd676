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
//!
//! What differs: most exchanges are decided without being made. The first bytes that an exchange compares are usually
//! plain ones of the two columns (`heads`), so a number made of them, one for each column, says whether the image is smaller
//! unless the numbers are equal; and an exchange of two columns exchanges their numbers. So the columns are sorted by their
//! numbers first, and only those with equal ones are left to be compared.

use std::cmp::Ordering;

use kernels::{Block, Gather};
use permutation::{Group, MinimisingSet};

use crate::group_action::action::Action;
use crate::techniques::technique::{Context, Minimiser, Technique};

/// Algorithm 4.
pub(crate) fn greedy(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    technique(maker, group, false)
}

/// Algorithm 3.
pub(crate) fn steepest(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    technique(maker, group, true)
}

fn technique(maker: &Context<'_>, group: &Group, steepest: bool) -> Option<Technique> {
    let set = MinimisingSet::of(group)?;
    let exchanges = maker.actions(set.exchanges())?;
    let columns = set.columns().len();
    let exact = is_exact(&exchanges, columns);
    let minimiser: Box<dyn Minimiser> = match steepest {
        true => Box::new(Steepest { exchanges, best: Block::default() }),
        false => Box::new(Greedy::new(exchanges, columns)),
    };
    Some(Technique { minimiser, exact, touched: maker.touched(group)? })
}

/// Takes every exchange that helps.
struct Greedy {
    /// The exchanges of columns `i < j`, ordered by `i`, then `j`.
    exchanges: Vec<Action>,
    /// The heads of the columns; all equal where there are none.
    gather: Gather,
    gathered: Block,
    heads: Vec<u64>,
    image: Block,
}

impl Greedy {
    fn new(exchanges: Vec<Action>, columns: usize) -> Greedy {
        let size = exchanges.first().map_or(0, |e| e.map.source.len());
        Greedy {
            gather: Gather::new(&heads(&exchanges, columns), size),
            gathered: Block::default(),
            heads: vec![0; columns],
            exchanges,
            image: Block::default(),
        }
    }

    /// Sorts the columns by their heads: each place gets the smallest of what is left, as Algorithm 4 would do.
    fn sort(&mut self, state: &mut Block) {
        for i in 0..self.heads.len() - 1 {
            let mut smallest = i;
            for j in i + 1..self.heads.len() {
                smallest = if self.heads[j] < self.heads[smallest] { j } else { smallest };
            }
            if smallest > i {
                let exchange = &self.exchanges[pair_number(i, smallest, self.heads.len())];
                exchange.apply_block(state, &mut self.image);
                std::mem::swap(state, &mut self.image);
                self.heads.swap(i, smallest);
            }
        }
    }

    /// Exchanges columns with equal heads, which are neighbours now, until no exchange helps. If no exchange of a column
    /// with the equal ones behind it changes anything, none of two of these does.
    fn settle(&mut self, state: &mut Block) -> bool {
        let columns = self.heads.len();
        let mut improved = false;
        // Pairs tried since an exchange last helped, that one included; and all there are.
        let (mut idle, mut pairs) = (0, usize::MAX);
        loop {
            let (mut i, mut met) = (0, 0);
            while i < columns {
                let (mut twins, mut j) = (true, i + 1);
                while j < columns && self.heads[j] == self.heads[i] {
                    let order = self.exchanges[pair_number(i, j, columns)].improve(state, &mut self.image);
                    twins &= order == Ordering::Equal;
                    idle += 1;
                    if order == Ordering::Less {
                        std::mem::swap(state, &mut self.image);
                        (improved, idle) = (true, 1);
                    }
                    if idle >= pairs {
                        return improved;
                    }
                    j += 1;
                }
                let behind = j - i - 1;
                met += behind;
                i += 1;
                if twins {
                    let spared = behind * behind.saturating_sub(1) / 2;
                    (i, met, idle) = (j, met + spared, idle + spared);
                }
            }
            pairs = met;
            if idle >= pairs {
                return improved;
            }
        }
    }
}

impl Minimiser for Greedy {
    fn minimise(&mut self, state: &mut Block) {
        self.improve(state);
    }

    fn improve(&mut self, state: &mut Block) -> bool {
        self.heads.clear();
        self.heads.extend(self.gather.words(state, &mut self.gathered));
        // Once through all neighbours without a branch: most states are sorted, and many without ties.
        let (mut unsorted, mut tied) = (false, false);
        for (left, right) in self.heads.iter().zip(&self.heads[1..]) {
            unsorted |= left > right;
            tied |= left == right;
        }
        if !unsorted {
            return tied && self.settle(state);
        }
        self.sort(state);
        self.settle(state);
        true
    }
}

/// Takes the exchange that helps most.
struct Steepest {
    exchanges: Vec<Action>,
    best: Block,
}

impl Minimiser for Steepest {
    fn minimise(&mut self, state: &mut Block) {
        self.best.copy_from(state);
        loop {
            let mut smaller = false;
            for exchange in &self.exchanges {
                smaller |= exchange.minimise(state, &mut self.best);
            }
            if !smaller {
                return;
            }
            state.copy_from(&self.best);
        }
    }
}

/// The pairs of columns in the order of their exchanges.
fn pairs(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |i| (i + 1..columns).map(move |j| (i, j)))
}

/// The place of a pair of columns in that order.
#[inline]
fn pair_number(i: usize, j: usize, columns: usize) -> usize {
    i * (2 * columns - i - 1) / 2 + j - i - 1
}

/// For each column the bytes that every exchange with it compares first, as many as fit in a number. They are plain and
/// move with their column, so the order of two lists of values is the order of the state and its image.
fn heads(exchanges: &[Action], columns: usize) -> Vec<Vec<u16>> {
    let compared: Vec<Vec<(u16, u16)>> = exchanges.iter().map(first_compared).collect();
    let mut heads = vec![Vec::new(); columns];
    for k in 0..size_of::<u64>() {
        let mut row = vec![None; columns];
        for ((i, j), compared) in pairs(columns).zip(&compared) {
            let Some(&(a, b)) = compared.get(k) else { return heads };
            for (column, byte) in [(i, a), (j, b)] {
                if *row[column].get_or_insert(byte) != byte {
                    return heads;
                }
            }
        }
        if !pairs(columns).zip(exchanges).all(|(pair, exchange)| spares(exchange, pair, &row)) {
            return heads;
        }
        heads.iter_mut().zip(row).for_each(|(head, byte)| head.extend(byte));
    }
    heads
}

/// Does an exchange leave alone what belongs to the other columns?
fn spares(exchange: &Action, (i, j): (usize, usize), row: &[Option<u16>]) -> bool {
    let others = row.iter().enumerate().filter(|(column, _)| *column != i && *column != j);
    others.filter_map(|(_, byte)| *byte).all(|byte| !exchange.changes(usize::from(byte)))
}

/// The first pairs of bytes that an exchange compares: each with the one behind it that takes its place, until one whose
/// value changes.
fn first_compared(exchange: &Action) -> Vec<(u16, u16)> {
    let map = &exchange.map;
    let is_plain = |table: &[u8; 256]| table.iter().enumerate().all(|(v, &image)| v == usize::from(image));
    let plain: Vec<bool> = map.tables.iter().map(is_plain).collect();
    let mut compared = Vec::new();
    for (to, &from) in map.source.iter().enumerate() {
        let back = map.source[usize::from(from)];
        if !plain[usize::from(map.table[to])] || usize::from(back) != to {
            return compared;
        }
        if usize::from(from) > to {
            if !plain[usize::from(map.table[usize::from(from)])] {
                return compared;
            }
            compared.push((to as u16, from));
        }
        if compared.len() == size_of::<u64>() {
            return compared;
        }
    }
    compared
}

/// Whether a fixed point of the exchanges is always the smallest image.
fn is_exact(exchanges: &[Action], columns: usize) -> bool {
    // Two columns have one exchange, which is all of the group.
    if columns == 2 {
        return true;
    }
    let pairs: Vec<(usize, usize)> = pairs(columns).collect();
    let bytes = exchanges.first().map_or(0, |e| e.map.source.len());
    let mut first_row: Option<Vec<usize>> = None;
    for byte in 0..bytes {
        if exchanges.iter().any(|e| e.maps(byte)) {
            return false;
        }
        let movers: Vec<(usize, usize)> =
            pairs.iter().zip(exchanges).filter(|(_, e)| e.changes(byte)).map(|(&pair, _)| pair).collect();
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
