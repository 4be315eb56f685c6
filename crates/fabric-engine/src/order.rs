//! Puts things in order. A sort of the standard library is compiled anew for
//! each type and each key, 5 kB of wasm at a time, and the page has some sixty:
//! here one sorts numbers of places, whatever lies there. A set or a map that is
//! collected sorts what it is of first; one that is extended does not.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Puts `items` in the order of their keys; those whose keys are equal stay in theirs.
pub fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// Puts `items` in order; those that compare equal stay in theirs.
pub fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = places(items.len(), &|a, b| compare(&items[a], &items[b]));
    for to in 0..items.len() {
        // What is to come here may have made room for another before.
        let mut from = places[to];
        while from < to {
            from = places[from];
        }
        places[to] = from;
        items.swap(to, from);
    }
}

/// Each of `items` once, in order.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// What is of each key, in the order of the keys; the last one of those that are of the same.
pub fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}

/// Where what is to be first stands now, then the second, and so on.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut chance = Pcg32::seed_from_u64(1);
        for count in (0..40).chain([500, 5_000]) {
            // Many are equal.
            let items: Vec<(u32, usize)> = (0..count).map(|n| (chance.next_u32() % 20, n)).collect();
            let (mut mine, mut theirs) = (items.clone(), items);
            by_key(&mut mine, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(mine, theirs);
            by(&mut mine, |a, b| b.cmp(a));
            theirs.sort_by(|a, b| b.cmp(a));
            assert_eq!(mine, theirs);
        }
    }
}
