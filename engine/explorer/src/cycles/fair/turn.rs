//! One turn of a cycle through a part that has a fair run: it has every mark, and meets every thread that is owed something.
//!
//! The turn is put together of shortest ways, each to the nearest edge that has a mark or meets a thread that is missing;
//! threads are followed on the way. At the end it leads back to the state it began with, where actors may have changed places: after
//! as many turns as it takes them to be back, the run closes, and each turn has met all of them.

use std::collections::VecDeque;

use super::super::Marks;
use super::threads::{ThreadedGraph, actors_of};

/// Where a way is looked for: a state, and the actor that is followed, or none.
type Place = (u32, Option<u8>);

impl ThreadedGraph {
    /// The edges of a turn from `start` through a strongly connected part; `None` if the part is none.
    pub fn turn(&self, part: &[usize], start: u32, all: Marks) -> Option<Vec<usize>> {
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); self.states];
        part.iter().for_each(|&edge| leaving[self.edges[edge].source as usize].push(edge));
        let mut turn = Vec::new();
        let mut missing = all;
        let mut unmet = self.owed_at(part, start);
        let mut here = start;
        loop {
            let is_complete = missing == Marks::default() && unmet == 0;
            if is_complete && here == start && !turn.is_empty() {
                return Some(turn);
            }
            let way = match is_complete {
                true => self.way(&leaving, vec![(here, None)], |edge, _| self.edges[edge].target == start),
                false => {
                    let mut from: Vec<Place> =
                        actors_of(unmet).map(|actor| (here, Some(actor as u8))).collect();
                    from.extend((missing != Marks::default()).then_some((here, None)));
                    self.way(&leaving, from, |edge, actor| match actor {
                        Some(actor) => self.edges[edge].met >> actor & 1 == 1,
                        None => self.edges[edge].marks.0 & missing.0 != 0,
                    })
                }
            }?;
            for edge in way {
                let taken = &self.edges[edge];
                missing = Marks(missing.0 & !taken.marks.0);
                let left = actors_of(unmet & !taken.met);
                unmet = left.fold(0, |unmet, actor| unmet | 1 << self.image(taken, actor));
                here = taken.target;
                turn.push(edge);
            }
        }
    }

    /// A shortest way from one of some places to an edge that is `wanted`, that edge included.
    fn way(
        &self,
        leaving: &[Vec<usize>],
        from: Vec<Place>,
        wanted: impl Fn(usize, Option<u8>) -> bool,
    ) -> Option<Vec<usize>> {
        let each = self.actors + 1;
        let number = |(state, actor): Place| state as usize * each + actor.map_or(0, |a| 1 + usize::from(a));
        let mut came_by: Vec<Option<(Place, usize)>> = vec![None; self.states * each];
        let mut seen = vec![false; self.states * each];
        from.iter().for_each(|&place| seen[number(place)] = true);
        let mut queue: VecDeque<Place> = from.into();
        while let Some(place) = queue.pop_front() {
            for &edge in &leaving[place.0 as usize] {
                if wanted(edge, place.1) {
                    let mut way = vec![edge];
                    let mut at = place;
                    while let Some((before, edge)) = came_by[number(at)] {
                        way.push(edge);
                        at = before;
                    }
                    way.reverse();
                    return Some(way);
                }
                let taken = &self.edges[edge];
                let actor = place.1.map(|actor| self.image(taken, usize::from(actor)) as u8);
                let there = (taken.target, actor);
                if !std::mem::replace(&mut seen[number(there)], true) {
                    came_by[number(there)] = Some((place, edge));
                    queue.push_back(there);
                }
            }
        }
        None
    }
}
