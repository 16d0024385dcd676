//! Permutations of processes, each as the list of its images, and the groups they generate: few enough to be listed.
use std::collections::{BTreeMap, BTreeSet};

/// The image of each process.
pub type Renaming = Vec<u8>;

/// The processes of each kind that has several.
pub fn alike<K: Ord>(kinds: impl Iterator<Item = K>) -> Vec<Vec<u8>> {
    let mut classes: BTreeMap<K, Vec<u8>> = BTreeMap::new();
    for (kind, pid) in kinds.zip(0u8..) {
        classes.entry(kind).or_default().push(pid);
    }
    classes.into_values().filter(|class| class.len() > 1).collect()
}

/// All permutations of `count` processes that keep each class, the identity first; `None` if there are more than
/// `most`.
pub fn all(count: usize, classes: &[Vec<u8>], most: usize) -> Option<Vec<Renaming>> {
    let mut permutations = vec![(0..count as u8).collect::<Renaming>()];
    for class in classes {
        // One transposition of each member with those behind it, or none.
        for (i, &one) in class.iter().enumerate() {
            let before = permutations.clone();
            for &other in &class[i + 1..] {
                permutations.extend(before.iter().map(|permutation| {
                    let mut exchanged = permutation.clone();
                    exchanged.swap(usize::from(one), usize::from(other));
                    exchanged
                }));
                if permutations.len() > most {
                    return None;
                }
            }
        }
    }
    Some(permutations)
}

/// What `first` and then `second` make of each process.
fn product(first: &[u8], second: &[u8]) -> Renaming {
    first.iter().map(|&image| second.get(usize::from(image)).copied().unwrap_or(image)).collect()
}

/// A set of permutations.
#[derive(Clone, Debug, Default)]
pub struct Closed(BTreeSet<Renaming>);

impl Closed {
    /// The group of some generators; `None` if it has more than `most` elements. Without generators it is empty.
    pub fn of(generators: &[Renaming], most: usize) -> Option<Closed> {
        let mut group = Closed::default();
        let Some(first) = generators.first() else { return Some(group) };
        let mut todo = vec![(0..first.len() as u8).collect::<Renaming>()];
        group.0.extend(todo.iter().cloned());
        while let Some(element) = todo.pop() {
            for generator in generators {
                let image = product(&element, generator);
                if group.0.insert(image.clone()) {
                    todo.push(image);
                }
            }
            if group.0.len() > most {
                return None;
            }
        }
        Some(group)
    }

    /// Is it one of them? The identity always is one.
    pub fn contains(&self, permutation: &[u8]) -> bool {
        let is_identity = permutation.iter().zip(0u8..).all(|(&image, pid)| image == pid);
        is_identity || self.0.contains(permutation)
    }

    /// Adds the permutation, its inverse, and their products with the elements of a group.
    pub fn add_products(&mut self, permutation: &[u8], group: &Closed) {
        let mut inverse = permutation.to_vec();
        for (&image, pid) in permutation.iter().zip(0u8..) {
            inverse[usize::from(image)] = pid;
        }
        for one in [permutation.to_vec(), inverse] {
            for element in &group.0 {
                self.0.insert(product(&one, element));
                self.0.insert(product(element, &one));
            }
            self.0.insert(one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_permutations_of_classes_are_listed_once() {
        let classes = alike([1, 1, 2, 1, 3, 3].into_iter());
        assert_eq!(classes, [vec![0, 1, 3], vec![4, 5]]);
        let permutations = all(6, &classes, 100).expect("few");
        assert_eq!(permutations.iter().collect::<BTreeSet<_>>().len(), 12);
        assert_eq!(all(6, &classes, 11), None);
    }

    #[test]
    fn groups_are_closed() {
        let cycle = vec![1, 2, 3, 0];
        assert_eq!(Closed::of(std::slice::from_ref(&cycle), 100).expect("few").0.len(), 4);
        let all = Closed::of(&[cycle, vec![1, 0, 2, 3]], 100).expect("few");
        assert_eq!(all.0.len(), 24);
        assert!(Closed::default().contains(&[0, 1, 2]) && !all.contains(&[0, 2, 1, 3, 4]));
    }
}
