//! `segmented`: columns sorted by their control state, then every arrangement of equals.
//!
//! Source: Bosnacki, Dams and Holenderski, Symmetric Spin, 2002, the `segmented` strategy: sort the main array, cut it
//! into segments of equal entries, and try every permutation that keeps the segments, each one exchange away from the
//! one before. Donaldson and Miller's `segment` generalises it. Exact.
//!
//! What differs: SymmSpin needs one full symmetric group of processes. Here it may permute columns of any components,
//! and there may be several such groups side by side. The exchanges are those of Heap (Permutations by interchanges,
//! 1963).

use kernels::Block;
use permutation::{DisjointProduct, Group, MinimisingSet};

use crate::group_action::action::Action;
use crate::group_action::colours::{Colour, Colours};
use crate::techniques::technique::{Context, Minimiser, Technique};

/// A state whose columns are all alike has as many arrangements as the group has elements. With more than these one state
/// would take longer than any limit on the search allows, and `segment` does the same without trying them all.
const MOST_ARRANGEMENTS: u64 = 40_320;

/// Segments a product of groups that permute columns; `None` for other groups and for groups that are too large.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    if group.small_order().is_none_or(|order| order > MOST_ARRANGEMENTS) {
        return None;
    }
    let sets: Vec<MinimisingSet> = match MinimisingSet::of(group) {
        Some(set) => vec![set],
        None => {
            let product = DisjointProduct::by_generators(group).or_else(|| DisjointProduct::finest(group))?;
            product.factors.iter().map(|f| MinimisingSet::of(&f.group)).collect::<Option<_>>()?
        }
    };
    let factors: Vec<Columns> = sets.iter().map(|s| Columns::new(maker, s)).collect::<Option<_>>()?;
    let segmented = Segmented {
        colours: Colours::new(maker, group)?,
        factors,
        read: Vec::new(),
        segments: Vec::new(),
        image: Block::default(),
        next: Block::default(),
        best: Block::default(),
    };
    Some(Technique { minimiser: Box::new(segmented), exact: true, touched: maker.touched(group)? })
}

/// Columns that are permuted freely.
struct Columns {
    /// The points of each column.
    points: Vec<Vec<usize>>,
    /// The exchanges of columns `i < j`, ordered by `i`, then `j`.
    exchanges: Vec<Action>,
}

impl Columns {
    fn new(maker: &Context<'_>, set: &MinimisingSet) -> Option<Columns> {
        let points = set.columns().iter().map(|c| c.iter().map(|p| p.index()).collect()).collect();
        Some(Columns { points, exchanges: maker.actions(set.exchanges())? })
    }

    fn exchange(&self, i: usize, j: usize) -> &Action {
        let (i, j, columns) = (i.min(j), i.max(j), self.points.len());
        &self.exchanges[i * (2 * columns - i - 1) / 2 + j - i - 1]
    }
}

/// Columns of a factor with the same control state, side by side.
#[derive(Clone, Copy)]
struct Segment {
    factor: usize,
    start: usize,
    len: usize,
}

struct Segmented {
    colours: Colours,
    factors: Vec<Columns>,
    read: Vec<Colour>,
    segments: Vec<Segment>,
    image: Block,
    next: Block,
    best: Block,
}

impl Minimiser for Segmented {
    fn minimise(&mut self, state: &mut Block) {
        self.colours.read(state, &mut self.read);
        self.image.copy_from(state);
        self.segments.clear();
        (0..self.factors.len()).for_each(|factor| self.sort(factor));
        self.best.copy_from(&self.image);
        if !self.colours.complete && !self.segments.is_empty() {
            self.arrange(0, self.segments[0].len);
        }
        state.copy_from(&self.best);
    }
}

impl Segmented {
    /// Sorts the columns of a factor and notes the segments of more than one.
    fn sort(&mut self, factor: usize) {
        let columns = &self.factors[factor].points;
        let keys: Vec<Vec<Colour>> =
            columns.iter().map(|c| c.iter().map(|&p| self.read[p]).collect()).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
        // Selection: what belongs in each place is exchanged into it.
        let mut at: Vec<usize> = (0..keys.len()).collect();
        for (place, &column) in order.iter().enumerate() {
            let from = at.iter().position(|&c| c == column).unwrap_or(place);
            if from != place {
                self.exchange(factor, place, from);
                at.swap(place, from);
            }
        }
        let mut start = 0;
        for end in 1..=order.len() {
            if end == order.len() || keys[order[end]] != keys[order[start]] {
                if end - start > 1 {
                    self.segments.push(Segment { factor, start, len: end - start });
                }
                start = end;
            }
        }
    }

    fn exchange(&mut self, factor: usize, i: usize, j: usize) {
        self.factors[factor].exchange(i, j).apply_block(&self.image, &mut self.next);
        std::mem::swap(&mut self.image, &mut self.next);
    }

    /// Goes through all arrangements of the first `count` columns of a segment, with all of the segments after it.
    fn arrange(&mut self, number: usize, count: usize) {
        let Segment { factor, start, .. } = self.segments[number];
        if count == 1 {
            return match self.segments.get(number + 1) {
                Some(next) => self.arrange(number + 1, next.len),
                None => self.keep_smaller(),
            };
        }
        self.arrange(number, count - 1);
        for i in 0..count - 1 {
            let other = if count.is_multiple_of(2) { i } else { 0 };
            self.exchange(factor, start + other, start + count - 1);
            self.arrange(number, count - 1);
        }
    }

    fn keep_smaller(&mut self) {
        if self.image < self.best {
            self.best.copy_from(&self.image);
        }
    }
}
