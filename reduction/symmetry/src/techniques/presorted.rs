//! The elements of a small group that sort the control part, tried one by one.
//!
//! The smallest image is looked for in two steps, as by Donaldson and Miller (Extending symmetry reduction techniques to a
//! realistic model of computation, 2007, section 5) and in the `segmented` strategy of Bosnacki, Dams and Holenderski
//! (Symmetric Spin, 2002): first what states say of each component alone is made smallest, then everything else, by the
//! elements that leave the first in its order. Which elements come into question depends on the order of the
//! components alone, and a small group knows few orders: for each it is written down which they are. Often there is only
//! one, and where that is the identity the state is a representative already.
//!
//! What differs from `segment` and `segmented`: no partition is made and no stabiliser, for those who may come into
//! question are few and can be kept. Four components have 75 orders; of the states of Peterson's algorithm without
//! atomicity for four processes, half are put in order by one element and most others by two.
//!
//! Exact: the elements that take the components into their smallest order are a coset of a stabiliser, the same one for all
//! states of an orbit up to the element between them, so the images compared are the same.

use kernels::{Block, Gather};
use permutation::{Group, Perm, Point};

use crate::group_action::action::Action;
use crate::group_action::colours::Colours;
use crate::techniques::technique::{Context, Minimiser};

/// Orders are numbered up to here; with more of them, the table would not stay in the processor's cache.
const MOST_ORDERS: usize = 1 << 14;

/// Tries the elements that sort.
pub(crate) struct Presorted {
    /// The first plain bytes of each component.
    gather: Gather,
    gathered: Block,
    words: Vec<u64>,
    /// Components of one orbit, each with each.
    pairs: Vec<Pair>,
    points: Vec<Counted>,
    /// For the number of each order, which of the `sets` it is; zero where it has not been met.
    known: Vec<u16>,
    sets: Vec<Vec<u16>>,
    /// The identity is the first.
    elements: Vec<Element>,
    best: Block,
    images: u64,
}

/// A component.
#[derive(Clone, Copy)]
struct Counted {
    point: Point,
    /// How many the orbit has.
    count: usize,
    /// What one smaller component adds to the number of an order.
    unit: usize,
}

/// Two components, and what it adds to the number of an order if the first or the second is the greater one.
struct Pair {
    members: [u8; 2],
    units: [u32; 2],
}

struct Element {
    perm: Perm,
    action: Action,
}

impl Presorted {
    /// Makes the technique for all of a group. `None` where states say nothing of components alone, or these are many.
    pub fn new(maker: &Context<'_>, group: &Group) -> Option<Presorted> {
        let colours = Colours::new(maker, group)?;
        let (mut points, mut words, mut pairs, mut orders) = (Vec::new(), Vec::new(), Vec::new(), 1);
        for orbit in group.orbits().non_trivial() {
            let plain = colours.plain(orbit);
            if plain.iter().all(Vec::is_empty) {
                continue;
            }
            let start = points.len();
            for (&point, mut bytes) in orbit.iter().zip(plain) {
                bytes.truncate(size_of::<u64>());
                words.push(bytes);
                points.push(Counted { point, count: orbit.len(), unit: orders });
                orders = Some(orders * orbit.len()).filter(|&orders| orders <= MOST_ORDERS)?;
            }
            for b in start..points.len() {
                pairs.extend((start..b).map(|a| Pair::new([a, b], &points)));
            }
        }
        let mut perms: Vec<Perm> = group.elements().collect();
        perms.sort_by_key(|perm| !perm.is_identity());
        let element = |perm: Perm| Some(Element { action: maker.action(&perm)?, perm });
        let elements: Vec<Element> = perms.into_iter().map(element).collect::<Option<_>>()?;
        (!points.is_empty()).then(|| Presorted {
            gather: Gather::new(&words, maker.builder.size()),
            gathered: Block::default(),
            words: Vec::new(),
            pairs,
            points,
            known: vec![0; orders],
            sets: vec![Vec::new()],
            elements,
            best: Block::default(),
            images: 0,
        })
    }

    /// The number of the order that the components are in: a digit for each, how many of its orbit are smaller.
    #[inline]
    fn order(&mut self, state: &Block) -> usize {
        self.words.clear();
        self.words.extend(self.gather.words(state, &mut self.gathered));
        let words = &self.words;
        let number = self.pairs.iter().fold(0, |number, pair| {
            let [a, b] = pair.members.map(|member| words[usize::from(member)]);
            number + u32::from(a > b) * pair.units[0] + u32::from(b > a) * pair.units[1]
        });
        number as usize
    }

    /// The elements that leave the smallest order. There are at most as many such sets as orders, so their numbers fit.
    #[cold]
    fn find(&mut self, order: usize) -> u16 {
        let digit = |point: &Counted| order / point.unit % point.count;
        let degree = self.points.iter().map(|point| point.point.index() + 1).max().unwrap_or(0);
        let image = |element: &Element| {
            let mut image = vec![0; degree];
            self.points.iter().for_each(|p| image[element.perm.image(p.point).index()] = digit(p));
            image
        };
        let images: Vec<Vec<usize>> = self.elements.iter().map(image).collect();
        let smallest = images.iter().min();
        let those = (0u16..).zip(&images).filter(|(_, image)| Some(*image) == smallest);
        self.sets.push(those.map(|(number, _)| number).collect());
        self.known[order] = (self.sets.len() - 1) as u16;
        self.known[order]
    }
}

impl Minimiser for Presorted {
    fn minimise(&mut self, state: &mut Block) {
        let order = self.order(state);
        let set = match self.known[order] {
            0 => self.find(order),
            known => known,
        };
        let Some((&first, others)) = self.sets[usize::from(set)].split_first() else { return };
        self.images += 1 + others.len() as u64;
        match (first, others) {
            (0, []) => return,
            (0, _) => self.best.copy_from(state),
            _ => self.elements[usize::from(first)].action.apply_block(state, &mut self.best),
        }
        for &other in others {
            self.elements[usize::from(other)].action.minimise(state, &mut self.best);
        }
        std::mem::swap(state, &mut self.best);
    }

    fn images(&self) -> u64 {
        self.images
    }
}

impl Pair {
    fn new(members: [usize; 2], points: &[Counted]) -> Pair {
        Pair {
            members: members.map(|member| member as u8),
            units: members.map(|member| points[member].unit as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Colours, Context, Minimiser, Presorted};
    use crate::group_action::action::Action;
    use crate::techniques::refine::tests::group;
    use kernels::Block;
    use permutation::{Point, Random};

    const MODELS: [(&str, &[&str]); 4] = [
        ("papers/email", &["N=3"]),
        ("papers/peterson", &["N=4"]),
        ("papers/peterson_without_atomicity", &["N=4"]),
        ("papers/resource_allocator", &["A=3", "B=3"]),
    ];

    /// What is made smallest first: the first plain bytes of each point.
    fn control(plain: &[Vec<u16>], state: &[u8]) -> Vec<Vec<u8>> {
        let bytes = |own: &Vec<u16>| own.iter().take(8).map(|&at| state[usize::from(at)]).collect();
        plain.iter().map(bytes).collect()
    }

    #[test]
    fn the_smallest_of_all_images_is_left() {
        for (model, defines) in MODELS {
            let group = group(model, defines);
            let maker = Context::new(&group, &group.detection.instance.configuration);
            let colours = Colours::new(&maker, &group.group).expect("colours");
            let mut plain = vec![Vec::new(); group.group.degree()];
            for orbit in group.group.orbits().non_trivial() {
                let each: Vec<&Point> = orbit.iter().collect();
                each.iter().zip(colours.plain(orbit)).for_each(|(p, bytes)| plain[p.index()] = bytes);
            }
            let all: Vec<Action> =
                group.group.elements().map(|e| maker.action(&e).expect("an action")).collect();
            let mut presorted = Presorted::new(&maker, &group.group).expect("a small group");
            let mut random = Random::new(3);
            let mut state = vec![0; maker.builder.size()];
            for _ in 0..2000 {
                state.iter_mut().skip(2).for_each(|byte| *byte = random.below(3) as u8);
                let images = all.iter().map(|action| {
                    let mut image = state.clone();
                    action.apply(&state, &mut image);
                    image
                });
                let smallest = images.min_by_key(|image| (control(&plain, image), image.clone()));
                let mut block = Block::from(state.as_slice());
                presorted.minimise(&mut block);
                assert_eq!(smallest.as_deref(), Some(block.bytes()), "{model}: {state:?}");
            }
            assert!(presorted.images() < 2000 * all.len() as u64 / 2, "{model}: {}", presorted.images());
        }
    }
}
